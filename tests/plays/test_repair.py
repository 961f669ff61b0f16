"""Repairing the past: what follows is shown first, kept where it holds, and can be undone."""

import pytest

from companion.plays import ledger, playlog, repair, replay
from companion.plays.answers import NothingToUndoError, StaleRevisionError
from companion.plays.models import Entry, Play
from companion.plays.repair import LogChange
from games.messages import msg
from games.referee import MalformedError, Refusal
from tests.pageplayer import forms_of
from tests.sample_game import Acorns, Setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(acorns):
    """Return squirrel 1 and 2 in turns: 2, 3, 4, 5; stores (6, 8) of 20."""
    play = ledger.begin(acorns, Setup(2, 20))
    for n, face in enumerate([2, 3, 4, 5], 1):
        actor = (n - 1) % 2
        ledger.record(play.pk, {"do": "roll", "face": face}, key=f"k{n}", actor=actor)
    play.refresh_from_db()
    return play


def stores(play):
    return Acorns().decode_state(Play.objects.get(pk=play.pk).state).stores


def rolled(face, **more):
    return LogChange("replace", 1, {"do": "roll", "face": face}, actor=0, **more)


def test_plan_shows_what_would_change_and_writes_nothing(play):
    planned = repair.plan(play, rolled(6))
    ((label, before, after),) = planned.differences()
    assert (label.facts["who"], before, after) == (msg("part.squirrel", n=1), 6, 10)
    assert (planned.misfits, planned.answer) == ([], None)
    assert (stores(play), Entry.objects.count()) == ((6, 8), 4)


def test_a_corrected_entry_refolds_the_play(play):
    ledger_entry = repair.carry_out(play.pk, rolled(6), key="c1").entry
    assert stores(play) == (10, 8)
    assert (ledger_entry.kind, ledger_entry.action["seq"]) == ("correct", 1)
    play.refresh_from_db()
    faces = [entry.action["face"] for entry in replay.live_entries(play)]
    assert faces == [5, 4, 3, 6]
    assert Entry.objects.count() == 9


def test_an_entry_is_inserted_where_it_was_forgotten(play):
    extra = LogChange("insert", 4, {"do": "roll", "face": 6}, actor=0)
    repair.carry_out(play.pk, extra, key="c1")
    assert stores(play) == (12, 8)


def test_entries_no_longer_holding_are_named_and_omitted(play):
    early = LogChange("insert", 0, {"do": "roll", "face": 6}, actor=0)
    planned = repair.plan(play, early)
    (misfit,) = planned.misfits
    assert (misfit.entry.seq, misfit.answer.code) == (1, "E_NOT_ACTIVE")
    repair.carry_out(play.pk, early, key="c1")
    assert stores(play) == (10, 8)
    assert play.entries.get(kind="correct").action["lost"] == [1]


def test_removed_entry_takes_what_depended_on_it(play):
    planned = repair.plan(play, LogChange("remove", 4))
    assert planned.state.stores == (6, 3)
    repair.carry_out(play.pk, LogChange("remove", 4), key="c1")
    assert stores(play) == (6, 3)


def test_repair_that_does_not_hold_itself_is_refused(play):
    refusal = repair.carry_out(play.pk, rolled(9), key="c1")
    assert isinstance(refusal, Refusal)
    with pytest.raises(MalformedError):
        repair.carry_out(play.pk, LogChange("replace", 1, {"do": "fly"}), key="c2")
    with pytest.raises(MalformedError):
        repair.carry_out(play.pk, rolled(1, answers={"1A": "yes"}), key="c2")
    for seq in (0, 9):
        with pytest.raises(NothingToUndoError):
            repair.carry_out(play.pk, LogChange("remove", seq), key="c3")
    with pytest.raises(StaleRevisionError):
        repair.carry_out(play.pk, rolled(6), key="c4", seen=3)
    assert Entry.objects.count() == 4


def test_the_same_repair_twice_counts_once(play):
    repair.carry_out(play.pk, rolled(6), key="c1")
    assert not repair.carry_out(play.pk, rolled(6), key="c1").fresh
    assert Entry.objects.count() == 9


def test_undo_right_after_takes_the_whole_repair_back(play):
    repair.carry_out(play.pk, rolled(6), key="c1")
    ledger.undo(play.pk, key="u1")
    assert stores(play) == (6, 8)
    play.refresh_from_db()
    assert [entry.seq for entry in replay.live_entries(play)] == [4, 3, 2, 1]
    ledger.undo(play.pk, key="u2")
    assert stores(play) == (6, 3)


def test_redo_brings_an_undone_repair_back(play):
    repair.carry_out(play.pk, rolled(6), key="c1")
    for n in range(2):
        ledger.undo(play.pk, key=f"u{n}")
        assert stores(play) == (6, 8)
        ledger.redo(play.pk, key=f"r{n}")
        assert stores(play) == (10, 8)


def test_redo_brings_an_undone_removal_back(play):
    repair.carry_out(play.pk, LogChange("remove", 4), key="c1")
    ledger.undo(play.pk, key="u1")
    ledger.redo(play.pk, key="r1")
    assert stores(play) == (6, 3)
    ledger.undo(play.pk, key="u2")
    assert stores(play) == (6, 8)


def test_repair_can_call_end_of_game(play):
    change = LogChange("insert", 4, {"do": "adjust", "tracker": "store.0", "value": 20}, actor=0)
    repair.carry_out(play.pk, change, key="c1")
    play.refresh_from_db()
    assert play.outcome["condition"] == "full"


def test_a_repaired_play_travels_as_a_playlog(play):
    repair.carry_out(play.pk, rolled(6), key="c1")
    ledger.undo(play.pk, key="u1")
    repair.carry_out(play.pk, rolled(4), key="c2")
    play.refresh_from_db()
    text = playlog.encode(playlog.export(play))
    twin = playlog.load(playlog.decode(text))
    assert (twin.state, twin.head, twin.revision) == (play.state, play.head, play.revision)
    assert playlog.encode(playlog.export(twin)) == text


def test_a_play_travels_whatever_follows_an_undone_repair(play):
    repair.carry_out(play.pk, rolled(6), key="c1")
    ledger.undo(play.pk, key="u1")
    ledger.record(play.pk, {"do": "roll", "face": 3}, key="k5", actor=0)
    ledger.undo(play.pk, key="u2")
    ledger.redo(play.pk, key="r1")
    play.refresh_from_db()
    twin = playlog.load(playlog.decode(playlog.encode(playlog.export(play))))
    assert (twin.state, twin.head, twin.future) == (play.state, play.head, play.future)


def test_pages_propose_show_and_carry_out_repair(cast):
    for n, face in enumerate([2, 3, 4]):
        data = {"do": "roll", "face": face, "key": f"k{n}", "revision": n}
        assert cast.host.post(f"{cast.at}act", data).status_code == 302
    at = f"{cast.at}repair/1"
    assert f'"{at}"' in cast.host.get(f"{cast.at}log").content.decode()
    assert "What really happened" in cast.host.get(at).content.decode()
    proposed = {"repair": "replace", "do": "roll", "face": 6, "revision": 2, "key": "c"}
    preview = cast.host.post(at, proposed)
    assert "Acorns of Squirrel 1" in preview.content.decode()
    assert stores(cast.play) == (6, 3)
    assert cast.host.post(at, {**proposed, "revision": 3, "agreed": "1"}).status_code == 302
    assert stores(cast.play) == (10, 3)
    for page in (cast.host.get(f"{cast.at}log"), cast.player.get(cast.at)):
        assert "Entry 1 fixed: Squirrel 1 rolled 6" in page.content.decode()
        assert "Was: Squirrel 1 rolled 2" in page.content.decode()


@pytest.fixture
def three_rolls(cast):
    """Return the table after 2, 3 and 4, and what a phone posts to fix an entry of it."""
    for n, face in enumerate([2, 3, 4]):
        cast.host.post(f"{cast.at}act", {"do": "roll", "face": face, "key": f"k{n}", "revision": n})

    def fix(seq, **what):
        return cast.host.post(f"{cast.at}repair/{seq}", {"revision": 3, "key": "c", **what})

    return fix


def test_fix_counts_at_once_where_nothing_is_lost(cast, three_rolls):
    assert three_rolls(1, repair="replace", do="roll", face=6).status_code == 302
    assert stores(cast.play) == (10, 3)
    assert "Entry 1 fixed: Squirrel 1 rolled 6" in shown(cast)
    cast.host.post(f"{cast.at}undo", {"revision": Play.objects.get().revision, "key": "u"})
    assert stores(cast.play) == (6, 3)


@pytest.mark.parametrize(
    ("seq", "what"),
    [
        (1, {"repair": "remove"}),
        (1, {"repair": "insert", "do": "find", "squirrel": 1}),
        (1, {"repair": "replace", "do": "roll", "face": 2}),
        (1, {"repair": "replace", "do": "find", "squirrel": 0}),
        (3, {"repair": "replace", "do": "adjust", "tracker": "store.0", "value": 20}),
    ],
    ids=["removed", "inserted", "the same", "later ones lost", "the game ends"],
)
def test_fix_is_agreed_to_where_it_costs(cast, three_rolls, seq, what):
    answer = three_rolls(seq, **what)
    assert answer.status_code == 200
    assert 'name="agreed"' in answer.content.decode()
    assert Play.objects.get().revision == 3


def test_way_back_to_entry_is_beside_fix(cast, three_rolls):
    earlier, newest = (cast.host.get(f"{cast.at}repair/{n}").content.decode() for n in (2, 3))
    assert f'action="{cast.at}back"' in earlier
    assert f'action="{cast.at}back"' not in newest
    (way,) = (each for each in forms_of(earlier) if each.fixed("seq"))
    assert cast.host.post(f"{cast.at}back", dict(way.data({}))).status_code == 302
    assert stores(cast.play) == (2, 3)


def test_everybody_reads_who_changed_what_had_been_entered(cast):
    for n, face in enumerate([2, 3]):
        cast.host.post(f"{cast.at}act", {"do": "roll", "face": face, "key": f"k{n}", "revision": n})
    at = f"{cast.at}repair/2"
    cast.host.post(at, {"repair": "remove", "revision": 2, "key": "c", "agreed": "1"})
    assert "Ana: Entry 2 removed: Squirrel 2 rolled 3" in shown(cast)
    cast.host.post(f"{cast.at}undo", {"revision": 3, "key": "u"})
    assert "Ana: Undone: Entry 2 removed: Squirrel 2 rolled 3" in shown(cast)
    cast.host.post(f"{cast.at}redo", {"revision": 4, "key": "r"})
    assert "Ana: Redone: Entry 2 removed: Squirrel 2 rolled 3" in shown(cast)
    found = {"repair": "insert", "do": "find", "squirrel": 1, "revision": 5, "key": "d"}
    cast.host.post(f"{cast.at}repair/0", {**found, "agreed": "1"})
    assert "Ana: Added at the start: Squirrel 2 finds an acorn" in shown(cast)
    cast.host.post(f"{cast.at}act", {"do": "roll", "face": 4, "revision": 8, "key": "e"})
    assert "Added at the start" not in shown(cast)


def shown(cast):
    return cast.player.get(cast.at).content.decode()


def test_entry_forgotten_at_start_goes_before_first(cast):
    for n, face in enumerate([2, 3]):
        cast.host.post(f"{cast.at}act", {"do": "roll", "face": face, "key": f"k{n}", "revision": n})
    at = f"{cast.at}repair/0"
    page = cast.host.get(at).content.decode()
    assert "An entry is missing at the start" in page
    assert "What really happened" not in page
    assert "This never happened" not in page
    found = {"repair": "insert", "do": "find", "squirrel": 1, "revision": 2, "key": "c"}
    preview = " ".join(cast.host.post(at, found).content.decode().split())
    assert '<td class="num">3</td><td class="num">4</td>' in preview
    assert stores(cast.play) == (2, 3)
    assert cast.host.post(at, {**found, "agreed": "1"}).status_code == 302
    assert stores(cast.play) == (2, 4)
    cast.play.refresh_from_db()
    live = [entry.action["do"] for entry in replay.live_entries(cast.play)]
    assert live == ["roll", "roll", "find"]
    ledger.undo(cast.play.pk, key="u")
    assert stores(cast.play) == (2, 3)


def test_nothing_is_repaired_at_a_closed_table(cast):
    cast.host.post(f"{cast.at}act", {"do": "roll", "face": 2})
    ledger.abandon(cast.play.pk)
    data = {"repair": "replace", "do": "roll", "face": 5, "agreed": "1"}
    answer = cast.host.post(f"{cast.at}repair/1", data)
    assert (answer.status_code, stores(cast.play)) == (409, (2, 0))
    assert "This table is closed." in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        ({"repair": "replace", "do": "roll", "face": 9}, 422, "from 1 to 6"),
        ({"repair": "replace", "do": "roll", "face": 1}, 422, "Did the crow look?"),
        ({"repair": "replace", "do": "fly"}, 422, "no action is called"),
        ({"repair": "burn"}, 422, "choose what to repair"),
        ({"repair": "remove", "agreed": "1", "revision": 0}, 409, "moved on"),
    ],
)
def test_a_repair_that_cannot_be_gets_a_sentence(cast, data, status, says):
    cast.host.post(f"{cast.at}act", {"do": "roll", "face": 2})
    answer = cast.host.post(f"{cast.at}repair/1", data)
    assert answer.status_code == status
    assert says in answer.content.decode()
    assert Play.objects.get().revision == 1


def test_repairs_are_for_those_who_play(cast):
    assert cast.spectator.get(f"{cast.watched_at}repair/0").status_code == 403
    assert cast.stranger.get(f"{cast.at}repair/0").status_code == 302
    assert cast.player.get(f"{cast.at}repair/0").status_code == 200
    assert cast.player.get(f"{cast.at}repair/7").status_code == 404


def test_later_entry_may_become_any_other_real_action(play):
    other = rolled(6, instead={3: {"do": "roll", "face": 2}})
    assert repair.plan(play, other).state.stores == (8, 8)
    for no_action in ({"do": "fly"}, {"do": "roll", "face": "six"}):
        with pytest.raises(MalformedError):
            repair.plan(play, rolled(6, instead={3: no_action}))
