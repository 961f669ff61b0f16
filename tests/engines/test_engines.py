"""Two phones in WebKit and in Firefox: a turn of every title, an outage, a number that is held."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.conformance import fingers
from companion.plays import ledger, playlog
from companion.plays.models import Entry, Play, Seat
from games.registry import TITLES
from tests import golden
from tests.engines.line import Line
from tests.engines.phones import LINK, SOON, Phone
from tests.sample_game import Setup
from tests.serving import until

pytestmark = [
    pytest.mark.engines,
    pytest.mark.patient,
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
NAMES = ("Ana", "Bo")
GAMES = {
    "animated-dice": "won",
    "batman-who-laughs": "won",
    "fire-nation": "won-after-balance",
    "gotham-chronicles": "heroes-win",
    "talisman-batman": "control-room",
}
"""The recorded game of which each title's first turn is played."""
WAITING = "() => document.querySelectorAll('#outbox li').length"
SELECTED = "() => String(getSelection())"
SELECTABLE = """() =>
  getComputedStyle(document.querySelector("[data-number]")).webkitUserSelect"""
DRAWER = "() => Boolean(document.querySelector('#drawer[open] h2'))"
UNFOLDED = "() => { const one = document.getElementById('r-more'); if (one) one.open = true; }"


def begun(doc: playlog.Playlog) -> Play:
    """Return a recorded game at its beginning: every other part is Ana's, and the rest are Bo's."""
    done = playlog.replay(doc)
    parts = [part.index for part in done.referee.parts(done.states[0])]
    roles = ("host", "player")
    people = tuple(
        playlog.SeatLine(name, role, tuple(parts[n::2]))
        for n, (name, role) in enumerate(zip(NAMES, roles, strict=True))
    )
    return playlog.load(replace(doc, seats=people, entries=(), outcome=None))


def first_turn(doc: playlog.Playlog) -> list[playlog.LogLine]:
    """Return the entries until everyone is through with the first turn."""
    done = playlog.replay(doc)
    turn = done.referee.turn
    over = next(n for n, state in done.states.items() if turn(state) > turn(done.states[0]))
    return list(doc.entries[:over])


@pytest.mark.parametrize("slug", TITLES)
def test_a_turn_is_played_on_two_phones(phones: Callable[[Play], list[Phone]], slug: str) -> None:
    doc = golden.read(golden.at(f"{slug}/{GAMES[slug]}"))
    both = phones(begun(doc))
    for line in first_turn(doc):
        one, other = both if (line.actor or 0) % 2 == 0 else both[::-1]
        if not fingers.can_enter(one, line.action):
            one.evaluate(UNFOLDED)
        fingers.enters(one, line.action, line.answers)
        other.shows_revision(line.n)
    both[1].taps("#undo:not([disabled])")
    for each in both:
        each.shows_revision(line.n + 1)


@pytest.fixture
def squirrels(phones: Callable[[Play], list[Phone]], acorns: str) -> list[Phone]:
    """Return the phones of Ana and Bo at a fresh table of Acorns."""
    play = ledger.begin(acorns, Setup(2, 20))
    for part, (name, role) in enumerate(zip(NAMES, ("host", "player"), strict=True)):
        Seat.objects.create(play=play, name=name, role=role, parts=[part])
    return phones(play)


def test_dice_are_tapped_one_by_one(phones: Callable[[Play], list[Phone]]) -> None:
    ana, bo = phones(begun(golden.read(golden.at("animated-dice/won"))))
    for face in ("gray-loot", "yellow-loot", "blue-batman"):
        ana.taps(f".die.next label:has(input[value='{face}'])")
    for each in (ana, bo):
        each.shows_revision(1)
    assert Entry.objects.get().action["faces"] == ["gray-loot", "yellow-loot", "blue-batman"]


BOARDS = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => name.includes("/board?")).length"""


def test_board_comes_over_packed_stream_without_fetch(squirrels: list[Phone]) -> None:
    bo = squirrels[1]
    for each in squirrels:
        each.is_live()
    before = bo.evaluate(BOARDS)
    for revision, face in enumerate("54", 1):
        one, other = squirrels if revision % 2 else squirrels[::-1]
        one.taps(f"#board button[name=face][value='{face}']")
        other.shows_revision(revision)
    assert bo.evaluate(BOARDS) == before > 0


OUTAGE = 12.5
"""Seconds; by then the outbox itself tries again only seven or more later."""
AT_ONCE = 2


def test_waiting_tap_goes_out_once_table_is_back(squirrels: list[Phone], line: Line) -> None:
    ana, bo = squirrels
    for each in squirrels:
        each.forgives += ["htmx:", "EventSource"]
    line.cut()
    until(lambda: ana.evaluate(LINK) == "offline", "the outage is not noticed", SOON)
    tapped = time.monotonic()
    ana.taps("#board button[name=face][value='5']")
    until(lambda: ana.evaluate(WAITING) == 1, "the tap does not wait", SOON)
    time.sleep(tapped + OUTAGE - time.monotonic())
    line.join()
    until(lambda: ana.evaluate(LINK) != "offline", "the table does not come back", SOON)
    back = time.monotonic()
    until(lambda: Entry.objects.exists(), "the tap is lost", 60)
    assert time.monotonic() - back < AT_ONCE
    for each in (ana, bo):
        each.is_live()
        each.shows_revision(1)
    assert ana.evaluate(WAITING) == 0
    assert Entry.objects.count() == 1


def test_held_number_opens_sheet_without_selecting_text(squirrels: list[Phone]) -> None:
    ana = squirrels[0]
    ana.rests_on("[data-number='store.1']", 0, aside=-150)
    assert ana.evaluate(SELECTED) == ""
    assert ana.evaluate(SELECTABLE) == "none"
    ana.rests_on("[data-number='store.0']", 900)
    until(lambda: ana.evaluate(DRAWER), "no sheet opens", SOON)
    assert ana.evaluate(SELECTED) == ""
