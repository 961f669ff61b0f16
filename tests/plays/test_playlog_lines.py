"""Tests of what each line of a playlog must say, and what a document read again becomes."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from companion.plays import ledger, playlog, store
from companion.plays.models import Play
from companion.plays.playlog import BrokenFileError, LogLine, Playlog, SeatLine
from tests.sample_game import Setup

BEGAN = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
SEATS = (SeatLine("Ana", "host", (0,)), SeatLine("Bo", "player", (1,)))


def roll(n, face=3, **more):
    return LogLine(n, "action", action={"do": "roll", "face": face}, **more)


def undo(n, to):
    return LogLine(n, "undo", to=to)


def redo(n, to):
    return LogLine(n, "redo", to=to)


def document(*lines, **more):
    told = {"setup": {"players": 2, "goal": 20}, "seats": SEATS, "started": BEGAN, **more}
    return Playlog("acorns", 1, box={}, entries=lines, **told)


pytestmark = [pytest.mark.usefixtures("acorns")]


def refused(doc, why):
    with pytest.raises(BrokenFileError, match=why):
        playlog.replay(doc)


# -- before the first entry ------------------------------------------------------------------------


def test_a_title_nobody_knows_is_named_shortly():
    refused(msgspec.structs.replace(document(), title="x" * 99), f"unknown title: '{'x' * 40}'$")


@pytest.mark.parametrize(
    "setup", [{"players": "two"}, {"goal": 10**7}, {"players": 2, "goal": "x" * 3000}]
)
def test_set_up_that_cannot_be_read_is_named(setup):
    refused(document(setup=setup), "set-up: ")


def test_log_may_be_so_long_and_no_longer(monkeypatch):
    monkeypatch.setattr(playlog, "LONGEST", 1)
    assert playlog.replay(document(roll(1), roll(2))).head == 2
    assert playlog.replay(document(roll(1), roll(2), roll(3))).head == 3
    refused(document(*map(roll, (1, 2, 3, 4))), "entries: more than 1")


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        (SeatLine("x", parts=(2,)), "seat 1: there are no such parts"),
        (SeatLine("x", parts=(0, 2)), "seat 1: there are no such parts"),
        (SeatLine("x", parts=(1, 1)), "seat 1: there are no such parts"),
        (SeatLine("\x00"), "seat 1: Expected text that can be kept"),
    ],
)
def test_seat_is_of_parts_that_exist_once_each(seat, why):
    refused(document(seats=(SEATS[0], seat)), why)


YEARS = [datetime(1970, 1, 1, 23, 59, tzinfo=UTC), datetime(2200, 1, 1, 0, 1, tzinfo=UTC)]


@pytest.mark.parametrize("time", YEARS)
def test_impossible_playing_time_is_named(time):
    refused(document(started=time), f"started: nobody played in the year {time.year}")
    refused(document(roll(1, at=time)), f"entry 1: nobody played in the year {time.year}")


@pytest.mark.parametrize("time", [playlog.EARLIEST, playlog.LATEST])
def test_first_and_last_moment_belong_to_it(time):
    playlog.check_time(time, "here")


# -- line by line ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (roll(1, seat=2), "entry 1: there is no seat 2"),
        (roll(1, actor=2), "entry 1: there is no part 2"),
        (roll(1, actor=-2), "entry 1: there is no part -2"),
        (roll(1, answers={"1A": "x"}), "entry 1: Expected the code of a question"),
        (roll(1, to=1), "entry 1: entry 1 is not before it"),
        (roll(2), "entry 2: expected entry 1 here"),
        (roll(0), "entry 0: expected entry 1 here"),
        (roll(1, face=9), r"entry 1: refused, E_RANGE \(rule N-01\)"),
        (roll(1, face=1), r"entry 1: refused, CROW \(rule N-02\)"),
        (
            LogLine(1, "action", action={"do": "adjust", "tracker": "x", "value": 1}),
            r"entry 1: refused, E_UNKNOWN_TRACKER \(rule none\)",
        ),
        (LogLine(1, "action"), "entry 1: "),
        (LogLine(1, "ask"), "entry 1: "),
        (LogLine(1, "ask", change={"of": ["x"]}), "entry 1: "),
        (LogLine(1, "seat"), "entry 1: "),
        (
            LogLine(1, "seat", change={"what": "sits", "parts": [2]}),
            "entry 1: there is no such seat",
        ),
        (LogLine(1, "seat", change={"what": "sits", "of": [2]}), "entry 1: there is no such seat"),
        (LogLine(1, "correct"), "entry 1: "),
        (
            LogLine(1, "correct", change={"kind": "remove", "seq": 0, "last": 0}),
            "entry 1: the repaired stretch leads nowhere",
        ),
        (
            LogLine(1, "correct", change={"kind": "remove", "seq": 0, "last": 2}),
            "entry 1: the repaired stretch leads nowhere",
        ),
    ],
)
def test_line_that_says_what_cannot_be_is_named(line, why):
    refused(document(line), why)


@pytest.mark.parametrize(
    "line",
    [
        roll(1, seat=1),
        roll(1, actor=0),
        roll(1, actor=None),
        roll(1, face=1, answers={"CROW": "no"}),
        LogLine(1, "ask", change={"of": [1]}, to=0),
        LogLine(1, "seat", change={"what": "sits", "parts": [0, 1], "of": [0, 1]}),
        LogLine(1, "correct", change={"kind": "remove", "seq": 0, "last": 1}),
        LogLine(1, "close"),
        LogLine(1, "open"),
        LogLine(1, "decline"),
    ],
)
def test_line_that_says_what_may_be_is_read(line):
    playlog.replay(document(line))


def test_whoever_has_no_part_may_have_tried():
    refused(document(roll(1, actor=-1)), "entry 1: refused, E_NOT_ACTIVE")


@pytest.mark.parametrize(
    "lines",
    [
        (roll(1), undo(2, 1)),
        (roll(1), undo(2, 0), undo(3, 0)),
        (roll(1), undo(2, 0), undo(3, 1)),
        (roll(1), redo(2, 1)),
        (roll(1), roll(2), undo(3, 0), redo(4, 2)),
        (roll(1), undo(2, 0), roll(3), redo(4, 1)),
        (roll(1), undo(2, 0), LogLine(3, "close", to=2)),
        (roll(1), undo(2, 0), redo(3, 1), redo(4, 1)),
    ],
)
def test_a_move_that_leads_nowhere_is_named(lines):
    refused(document(*lines), f"entry {len(lines)}: ")


def test_undone_entries_can_be_redone_in_order():
    done = playlog.replay(document(roll(1), roll(2), roll(3), undo(4, 0), redo(5, 1), redo(6, 2)))
    assert (done.head, done.future) == (2, (3,))
    assert done.state.stores == (3, 3)
    assert done.ordinals == {0: 0, 1: 1, 2: 2, 3: 3}
    assert done.heads == {1: 0, 2: 1, 3: 2, 4: 3, 5: 0, 6: 1}
    assert done.parents == {1: 0, 2: 1, 3: 2}


def test_two_steps_undone_singly_equal_undoing_at_once():
    one = playlog.replay(document(roll(1), roll(2), undo(3, 1), undo(4, 0)))
    both = playlog.replay(document(roll(1), roll(2), undo(3, 0)))
    assert one.future == both.future == (2, 1)
    assert one.head == both.head == 0


def test_entry_after_undo_forgets_what_was_undone():
    assert playlog.replay(document(roll(1), undo(2, 0), roll(3))).future == ()


def test_a_repair_is_taken_back_as_a_whole():
    """Entry 3 repairs entry 1; entry 5 goes back to before the repair."""
    change = {"kind": "replace", "seq": 1, "last": 4, "action": {"do": "roll", "face": 5}}
    lines = (roll(1), roll(2), LogLine(3, "correct", to=0, change=change), roll(4, 5), undo(5, 2))
    done = playlog.replay(document(*lines))
    assert (done.head, done.future) == (2, (4,))
    assert playlog.replay(document(*lines, redo(6, 4))).head == 4
    refused(document(*lines[:4], undo(5, 1)), "entry 5: entry 1 is not in the live log")


def test_whoever_reads_along_hears_how_far_it_is():
    heard = []
    playlog.replay(document(roll(1), roll(2)), lambda done, whole: heard.append((done, whole)))
    assert heard == [(1, 2), (2, 2)]


# -- what it becomes -------------------------------------------------------------------------------


def test_a_play_that_is_read_has_its_times(db):
    at = BEGAN + timedelta(minutes=5)
    alone = {"setup": {"players": 1, "goal": 12}, "seats": SEATS[:1]}
    over = playlog.load(document(roll(1, 6, at=at), roll(2, 6), **alone))
    assert (over.created_at, over.ended_at, over.over) == (BEGAN, at, True)
    left = playlog.load(document(abandoned=True))
    assert (left.created_at, left.ended_at, left.abandoned) == (BEGAN, BEGAN, True)
    running = playlog.load(document(roll(1, at=at)))
    assert (running.created_at, running.ended_at) == (BEGAN, None)
    assert list(running.entries.values_list("at", flat=True)) == [at]


def test_line_after_end_does_not_end_table_again(db):
    """Nor does a wish before: it ended with what was done last, or when it was closed."""
    at = [BEGAN + timedelta(minutes=n) for n in range(6)]
    sits = LogLine(3, "seat", at=at[3], change={"what": "sits"})
    one = {"setup": {"players": 1, "goal": 12}, "seats": SEATS[:1]}
    won = playlog.load(document(roll(1, 6, at=at[1]), roll(2, 6, at=at[2]), sits, **one))
    assert won.ended_at == at[2]
    closed = LogLine(2, "close", at=at[2], to=1)
    left = playlog.load(document(roll(1, at=at[1]), closed, sits, abandoned=True))
    assert left.ended_at == at[2]
    unclosed = playlog.load(document(roll(1, at=at[1]), abandoned=True))
    assert unclosed.ended_at == BEGAN


def test_a_document_without_times_was_played_now(db):
    play = playlog.load(document(started=None, abandoned=True))
    assert play.ended_at is not None
    assert play.created_at.year > 2025


def test_seats_that_are_read_wait_for_their_phones(db):
    play = playlog.load(document(roll(1, seat=0), roll(2)))
    told = [(s.name, s.role, s.parts, s.claimed) for s in play.seats.all()]
    assert told == [("Ana", "host", [0], False), ("Bo", "player", [1], False)]
    assert [entry.seat and entry.seat.name for entry in play.entries.all()] == ["Ana", None]


def test_state_larger_than_any_table_is_not_kept(db, monkeypatch):
    largest = len(playlog.load(document()).state)
    monkeypatch.setattr(playlog, "LARGEST", largest)
    assert len(playlog.load(document()).state) == largest
    monkeypatch.setattr(playlog, "LARGEST", largest - 1)
    with pytest.raises(BrokenFileError, match="state: larger than any table"):
        playlog.load(document())
    assert Play.objects.count() == 2


def test_long_log_loads_in_short_transactions_announced_first(db, monkeypatch):
    monkeypatch.setattr(store, "BATCH", 20)
    lines = [roll(n, face=1, answers={"CROW": "yes"}) for n in range(1, 51)]
    heard = []
    play = playlog.load(
        document(*lines, abandoned=True),
        begun=lambda play: heard.append((play.pk, play.abandoned, play.ended_at)),
        then=lambda play, seats: heard.append((play.pk, play.abandoned, len(seats))),
    )
    assert heard == [(play.pk, False, None), (play.pk, True, 2)]
    assert list(play.entries.values_list("seq", flat=True)) == list(range(1, 51))
    assert list(play.snapshots.order_by("seq").values_list("seq", flat=True)) == [0, 20, 40]
    store.remove(play.pk)
    assert not Play.objects.exists()


def test_entry_moving_nothing_is_kept_as_it_was(db):
    lines = (
        roll(1),
        LogLine(2, "ask", to=0, change={"of": [1]}, seat=0),
        LogLine(3, "decline", to=0),
        LogLine(4, "seat", to=1, change={"what": "plays", "parts": [1], "of": [0]}),
        undo(5, 0),
    )
    play = playlog.load(document(*lines))
    bo = play.seats.get(name="Bo")
    kept = {e.seq: (e.kind, e.parent, e.ordinal, e.action) for e in play.entries.all()}
    assert kept[2] == ("ask", 1, 1, {"of": [bo.pk], "to": 0})
    assert kept[3] == ("decline", 1, 1, {"to": 0})
    assert kept[4] == ("seat", 1, 1, {"what": "plays", "parts": [1], "of": [0], "to": 1})
    assert kept[5] == ("undo", 0, 0, {"from": 1, "to": 0})
    again = playlog.export(Play.objects.get(pk=play.pk))
    assert [(e.n, e.kind, e.to, e.change, e.seat) for e in again.entries] == [
        (e.n, e.kind, e.to, {"parts": [], **e.change} if e.kind == "seat" else e.change, e.seat)
        for e in lines
    ]


def test_play_says_in_its_document_what_it_is(db, acorns):
    play = ledger.begin(acorns, Setup(2, 20), sample=True)
    ledger.abandon(play.pk)
    doc = playlog.export(Play.objects.get(pk=play.pk))
    assert (doc.title, doc.sample, doc.abandoned, doc.started) == (
        "acorns",
        True,
        True,
        play.created_at,
    )
    again = playlog.load(playlog.decode(playlog.encode(doc)))
    assert (again.sample, again.abandoned) == (True, True)


def test_a_state_is_told_with_all_its_members():
    state = playlog.replay(document()).state
    assert playlog.whole(state)["depth"] == "quick"
    assert playlog.whole({"a": (1, state)})["a"][1]["stores"] == [0, 0]
