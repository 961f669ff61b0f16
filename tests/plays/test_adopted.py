"""A log that today's rules no longer replay: the table continues from the board as it is."""

import random

import msgspec
import pytest
from django.db import transaction

from companion.plays import ledger, playlog, repair, replay, upgrade, visibility
from companion.plays.answers import BoardKeptError, NothingToUndoError, SecretsRevealedError
from companion.plays.models import Entry, Play
from companion.stats import history, records
from games.referee import Refusal
from tests import golden
from tests.plays.test_upgrade import HTMX, Newer, Stricter, play, release, stores

__all__ = ["play", "release"]


class Third(Stricter):
    """The release after that one, as strict."""

    title = msgspec.structs.replace(Stricter.title, rules_version=3)


class Smaller(Newer):
    """A release that takes no such set-up any more."""

    def begin(self, setup, box):
        return Refusal("E_FULL", "N-01", {"who": "Nobody"})


def opened(cast):
    answer = cast.host.get(cast.at)
    assert answer.status_code == 200
    return answer.content.decode()


def test_board_is_kept_where_an_entry_is_refused(cast, play, release):
    before = Play.objects.get(pk=play.pk).state
    release(Stricter)
    assert "The board is kept as it was before the update" in opened(cast)
    after = Play.objects.get(pk=play.pk)
    assert (after.state, after.rules_version) == (before, 2)
    assert [each.kind for each in after.entries.all()] == ["action"] * 3 + ["adopt"]


def test_log_names_the_entry_that_is_refused(cast, play, release):
    release(Stricter)
    opened(cast)
    log = cast.host.get(f"{cast.at}log").content.decode()
    assert "Today&#x27;s rules don&#x27;t accept entry 2; it stays in the log" in log
    assert "1 entry since then is kept" in log


def test_play_continues_on_the_kept_board(cast, play, release):
    release(Stricter)
    opened(cast)
    data = {"do": "roll", "face": 5, "revision": 4, "key": "x"}
    assert cast.host.post(f"{cast.at}act", data, **HTMX).status_code == 200
    assert stores(play) == (7, 11)
    ledger.undo(play.pk, key="u")
    assert stores(play) == (7, 6)


def test_undo_and_redo_pass_what_cannot_be_replayed(cast, play, release):
    release(Stricter)
    opened(cast)
    ledger.undo(play.pk, key="u")
    assert (stores(play), Play.objects.get(pk=play.pk).head) == ((3, 0), 1)
    ledger.redo(play.pk, key="r")
    assert (stores(play), Play.objects.get(pk=play.pk).head) == ((7, 6), 4)
    ledger.undo(play.pk, key="u2")
    ledger.undo(play.pk, key="u3")
    with pytest.raises(NothingToUndoError):
        ledger.undo(play.pk, key="u4")


def test_undo_steps_back_one_entry_after_kept_snapshot(cast, play, release):
    for n in range(20):
        ledger.record(
            cast.play.pk, {"do": "adjust", "tracker": "store.0", "value": n % 3}, key=f"a{n}"
        )
    release(Stricter)
    opened(cast)
    ledger.undo(play.pk, key="u")
    assert Play.objects.get(pk=play.pk).head == 22


def test_setup_that_is_refused_keeps_the_board(cast, play, release):
    release(Smaller)
    assert "accept this setup" in opened(cast)
    assert stores(play) == (7, 6)
    ledger.undo(play.pk, key="u")
    assert stores(play) == (3, 6)


def test_next_upgrade_keeps_the_adopted_board_silently(cast, play, release):
    release(Stricter)
    opened(cast)
    ledger.record(play.pk, {"do": "roll", "face": 2}, key="k9")
    release(Third)
    opened(cast)
    after = Play.objects.get(pk=play.pk)
    assert (after.rules_version, stores(play)) == (3, (7, 8))
    assert after.entries.filter(kind="adopt").count() == 1
    ledger.undo(play.pk, key="u")
    assert stores(play) == (7, 6)


def test_entry_before_a_kept_board_is_not_repaired(cast, play, release):
    release(Stricter)
    opened(cast)
    with pytest.raises(BoardKeptError):
        repair.plan(Play.objects.get(pk=play.pk), repair.LogChange("remove", 1))
    said = cast.host.post(f"{cast.at}repair/1", {"repair": "remove"})
    assert "Set the number itself instead." in said.content.decode()


def test_every_page_opens_after_a_board_is_kept(cast, play, release):
    release(Stricter)
    opened(cast)
    for page in ("log", "more", "people", "count?number=store.0&counted=3", "repair/1", "tv"):
        assert cast.host.get(f"{cast.at}{page}").status_code in (200, 302, 404), page


def test_game_that_kept_its_board_is_counted(cast, play, release):
    release(Stricter)
    opened(cast)
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.0", "value": 20}, key="won")
    ended = Play.objects.get(pk=play.pk)
    past = history.read(ended)
    assert past.state.stores == (20, 6)
    assert [step.entry.seq for step in past.steps] == [1, 5]
    assert records.of_play(ended)[0].result == "won"


def test_playlog_moves_with_a_kept_board(cast, play, release):
    release(Stricter)
    opened(cast)
    ledger.record(play.pk, {"do": "roll", "face": 2}, key="k9")
    text = playlog.encode(playlog.export(Play.objects.get(pk=play.pk)))
    moved = playlog.load(playlog.decode(text))
    assert stores(moved) == stores(play) == (7, 8)
    assert playlog.encode(playlog.export(moved)) == text
    ledger.undo(moved.pk, key="u")
    assert stores(moved) == (7, 6)
    ledger.undo(moved.pk, key="u2")
    assert stores(moved) == (3, 0)


@pytest.mark.parametrize("states", [{}, {"4": {}}, {"4": {"players": 1}}])
def test_playlog_without_a_board_to_keep_is_refused(cast, play, release, states):
    release(Stricter)
    opened(cast)
    doc = msgspec.to_builtins(playlog.export(Play.objects.get(pk=play.pk)))
    doc["entries"][-1]["change"]["states"] = states
    with pytest.raises(playlog.BrokenFileError, match="board"):
        playlog.replay(playlog.decode(msgspec.json.encode(doc)))


# -- every state our recorded games pass through ---------------------------------------------------


@pytest.mark.patient
@pytest.mark.django_db
@pytest.mark.parametrize("path", golden.files(), ids=golden.named)
def test_recorded_game_continues_wherever_rules_changed(path):
    """Each board is the newest once, by turns with its own entry refused and with one before."""
    doc, rng, boards = golden.read(path), random.Random(path.stem), set()
    # A game with secrets doesn't go back from its end.
    ended = playlog.load(doc)
    running = playlog.load(msgspec.structs.replace(doc, entries=doc.entries[:-1], outcome=None))
    for newest in range(1, ended.revision + 1):
        play = ended if newest == ended.revision else running
        with transaction.atomic():
            if newest < play.revision:
                ledger.go_back(play.pk, newest, key="g")
            refused = newest if newest % 2 else rng.randint(1, newest)
            boards.add(kept_where_an_entry_is_refused(play.pk, refused))
            transaction.set_rollback(True)
    assert boards == {*range(1, len(doc.entries) + 1)}


def kept_where_an_entry_is_refused(pk, seq):
    """Refuse one entry; the newest board stays, and undo and redo lead away from it and back.

    Returns the entry that board is after.
    """
    Play.objects.filter(pk=pk).update(rules_version=0)
    Entry.objects.filter(play=pk, seq=seq).update(action={"do": "of another release"})
    before = Play.objects.get(pk=pk)
    assert upgrade.bring_up(pk) is None
    play = Play.objects.get(pk=pk)
    assert (play.state, play.outcome) == (before.state, before.outcome)
    assert play.entries.get(seq=play.head).action["seq"] == seq
    try:
        entry = ledger.undo(pk, key="u").entry
    except SecretsRevealedError:
        # A game with secrets stays over once everyone may read them.
        assert visibility.secret(play)
        assert play.ended_at
        return before.head
    to = entry.action["to"]
    assert to == seq - 1 or replay.state_at(play, to) is not None
    assert max(seq - 1, 0) <= to < before.head
    ledger.redo(pk, key="r")
    while (now := Play.objects.get(pk=pk)).future:
        ledger.redo(pk, key=f"r{now.revision}")
    assert now.state == before.state
    return before.head
