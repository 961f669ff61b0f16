"""Tests of what the one door promises: all of a change or nothing of it, and who is told of an
ending."""

import pytest

from companion.crews.models import Crew
from companion.plays import ledger, playlog, store
from companion.plays.answers import TableFullError
from companion.plays.models import Entry, Play, Seat, Snapshot
from companion.plays.signals import play_ended
from games import registry
from tests.plays.test_playlog_lines import document, roll
from tests.sample_game import Setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(django_capture_on_commit_callbacks):
    """Return how often a play is told of as ended, or changed after its end, by what is done."""

    def count(change):
        heard = []

        def hear(sender, play_id, **more):
            heard.append(play_id)

        play_ended.connect(hear)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                change()
        finally:
            play_ended.disconnect(hear)
        return len(heard)

    return count


@pytest.fixture
def play(acorns):
    return ledger.begin(acorns, Setup(1, 12))


def rolls(play, key):
    return lambda: ledger.record(play.pk, {"do": "roll", "face": 6}, key=key)


def test_keeper_of_count_hears_every_change_of_ending(play, ended):
    """Of the roll that ends it, of taking that back, of what is said afterwards; of no other."""
    seat = Seat.objects.create(play=play, name="Ana")
    assert [ended(rolls(play, "a")), ended(rolls(play, "b"))] == [0, 1]

    def said():
        ledger.say_seat(store.locked(play.pk), seat, "again", (), ())

    assert ended(said) == 1
    assert ended(lambda: ledger.undo(play.pk, key="u")) == 1
    assert ended(said) == 0
    assert ended(lambda: ledger.abandon(play.pk)) > 0
    assert ended(lambda: ledger.abandon(play.pk)) == 0
    assert ended(lambda: ledger.abandon(play.pk, closed=False)) > 0
    assert ended(rolls(play, "c")) == 1


def test_full_log_takes_only_its_closing(play, monkeypatch):
    monkeypatch.setattr(store, "LONGEST", 1)
    rolls(play, "a")()
    with pytest.raises(TableFullError):
        rolls(play, "b")()
    ledger.abandon(play.pk)
    with pytest.raises(TableFullError):
        ledger.abandon(play.pk, closed=False)
    assert [entry.kind for entry in Entry.objects.all()] == ["action", "close"]


def test_undo_may_fold_from_every_twentieth_action(play, monkeypatch):
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 2)
    for n in range(5):
        ledger.record(play.pk, {"do": "paint", "colour": str(n)}, key=f"k{n}")
    ledger.undo(play.pk, key="u")
    assert sorted(Snapshot.objects.values_list("seq", flat=True)) == [0, 2, 4]


# -- a play from somewhere else --------------------------------------------------------------------


class LostConnectionError(Exception):
    """The last transaction does not come."""


def breaks(play, seats):
    raise LostConnectionError


@pytest.mark.parametrize(("lines", "begun", "left"), [(2, True, 0), (3, True, 1), (3, False, 0)])
def test_log_cut_off_leaves_nothing_or_is_noted(acorns, monkeypatch, lines, begun, left):
    """A short one is written at once; a long one piece by piece where its play is noted, to be
    removed later."""
    monkeypatch.setattr(store, "BATCH", 2)
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 1)
    noted = []
    doc = document(*(roll(n, face=2) for n in range(1, lines + 1)))
    with pytest.raises(LostConnectionError):
        playlog.load(doc, then=breaks, begun=noted.append if begun else None)
    assert len(noted) == begun
    assert (Play.objects.count(), Entry.objects.count()) == (left, left * lines)


@pytest.mark.parametrize(("abandoned", "told"), [(True, 1), (False, 0)])
def test_imported_play_is_told_of_if_over(acorns, ended, abandoned, told):
    assert ended(lambda: playlog.load(document(roll(1), abandoned=abandoned))) == told


def test_removed_play_takes_only_what_is_its_own(acorns, monkeypatch):
    monkeypatch.setattr(store, "BATCH", 2)
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 1)
    stays, goes = (playlog.load(document(*(roll(n, 2) for n in range(1, 6)))) for _ in range(2))
    store.remove(goes.pk)
    assert [*Play.objects.all()] == [stays]
    assert (stays.entries.count(), Entry.objects.count()) == (5, 5)
    assert {each.play_id for each in Snapshot.objects.all()} == {stays.pk}


def test_end_keeps_its_first_moment_until_taken_back(play):
    seat = Seat.objects.create(play=play, name="Ana")
    rolls(play, "a")()
    assert Play.objects.get().ended_at is None
    rolls(play, "b")()
    ended = Play.objects.get().ended_at
    assert ended >= Entry.objects.last().at
    ledger.say_seat(store.locked(play.pk), seat, "again", (), ())
    assert Play.objects.get().ended_at == ended
    ledger.undo(play.pk, key="u")
    assert Play.objects.get().ended_at is None
    closed = ledger.abandon(play.pk)
    assert Play.objects.get().ended_at == closed.ended_at == Entry.objects.last().at
    ledger.abandon(play.pk, closed=False)
    assert Play.objects.get().ended_at is None


def test_phones_hear_of_entry_once_it_is_written(
    play, monkeypatch, django_capture_on_commit_callbacks
):
    heard = []
    monkeypatch.setattr(store.live, "announce", lambda *said, **how: heard.append(said))
    with django_capture_on_commit_callbacks(execute=True):
        rolls(play, "a")()
        assert heard == []
    assert heard == [(play.bell, 1)]


# -- what is chosen at a table ---------------------------------------------------------------------


def test_lines_of_the_checklist_are_ticked_and_unticked(play):
    for line, done, laid in [(3, True, [3]), (1, True, [1, 3]), (1, True, [1, 3]), (3, False, [1])]:
        store.lay(play, line, done)
        assert Play.objects.get().laid == laid
    store.lay(play, 7, False)
    assert Play.objects.get().laid == [1]


def test_play_names_its_next_place_and_following_game(play):
    after = ledger.begin("acorns", Setup(1, 12))
    store.point(play, {"join": "http://x/"})
    store.follow(play, after)
    kept = Play.objects.get(pk=play.pk)
    assert (kept.moved, kept.rematch) == ({"join": "http://x/"}, after)


def test_play_put_into_crews_book_is_counted_there(play, ended):
    crew = Crew.objects.create(name="Squirrels")
    assert ended(lambda: store.keep_for(play, crew)) == 1
    assert Play.objects.get().crew == crew


def test_log_by_todays_rules_keeps_only_told_states(play):
    rolls(play, "a")()
    before = store.locked(play.pk)
    state = registry.referee("acorns").decode_state(before.state)
    Play.objects.update(rules_version=0, state="", step="")
    store.rewrite(store.locked(play.pk), state, {1: state})
    now = Play.objects.get()
    assert (now.rules_version, now.state, now.step) == (1, before.state, before.step)
    assert [*Snapshot.objects.values_list("seq", "state")] == [(1, before.state)]


def test_another_set_up_begins_with_nothing_laid(play):
    store.lay(play, 3, True)
    before = Play.objects.get()
    again = ledger.set_up_again(play.pk, Setup(3, 20))
    now = Play.objects.get()
    assert (now.laid, now.setup, now.state) == ([], {"players": 3}, again.state)
    assert now.updated_at > before.updated_at
    assert now.snapshots.get().state == now.state != before.state


@pytest.mark.parametrize(
    ("code", "watch_code"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_new_codes_replace_the_ones_that_are_known(play, code, watch_code):
    old = Play.objects.get()
    store.renew(play, code=code, watch_code=watch_code)
    new = Play.objects.get()
    assert (new.code != old.code, new.watch_code != old.watch_code) == (code, watch_code)
    assert new.former == [old.code] * code + [old.watch_code] * watch_code
    assert new.freed == old.freed + 1
