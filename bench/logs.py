"""Part b: whether the length of the log costs anything."""

from __future__ import annotations

import secrets

from bench import games
from bench.figures import figures, ratio
from bench.games import Game
from bench.inside import Phone
from bench.record import Row
from companion.plays import ledger
from companion.plays.answers import Recorded
from games import registry
from games.referee import Ruling
from tests import golden

SHORT, LONG = 10, 10_000
PLAYED = golden.at("fire-nation/lost-heroes-after-balance")
WARM = 10
WHAT = ("action", "undo", "redo", "page")


def measure() -> list[Row]:
    """Measure a recorded game at the end of a short log and of a long one, each entry in turn."""
    made = [behind(entries) for entries in (SHORT, LONG)]
    phones = [Phone(game.at, game.places[0].cookie) for game in made]
    for phone in phones:
        phone.open()
    spent: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in WHAT}
    for n, line in enumerate(made[0].lines):
        for which in (0, 1) if n % 2 else (1, 0):
            took = _each(phones[which], games.form(line))
            for name, wall in zip(WHAT, took, strict=True):
                if n >= WARM:
                    spent[name][which].append(wall)
    return [
        Row(
            f"{name}, {LONG:,} entries / {SHORT} entries",
            ratio(figures(long), figures(short)),
            "p50 ≤ 1.1 ×",
        )
        for name, (short, long) in spent.items()
    ]


def _each(phone: Phone, form: list[tuple[str, str]]) -> tuple[float, ...]:
    """Return milliseconds of an action, of its undo, of bringing it back, and of the page then."""
    asked = (phone.act(form), phone.act((), "undo"), phone.act((), "redo"), phone.page())
    return tuple(each.wall for each in asked)


def behind(entries: int) -> Game:
    """Return the table of a recorded game, where one number has been set back and forth so
    often."""
    game = games.begin(PLAYED, 1)
    play, before = game.play, game.play.state
    tracker, values = adjustable(play.title, before)
    for n in range(entries):
        action = {"do": "adjust", "tracker": tracker, "value": values[n % 2]}
        recorded = ledger.record(play.pk, action, key=secrets.token_hex(8))
        assert isinstance(recorded, Recorded), recorded
    play.refresh_from_db()
    assert (play.revision, play.state) == (entries, before)
    return game


def adjustable(slug: str, written: str) -> tuple[str, tuple[int, int]]:
    """Return a number of the position that may be set elsewhere and back: its name and both
    values."""
    referee = registry.referee(slug)
    state = referee.decode_state(written)
    for tracker in referee.trackers(state):
        for other in (tracker.value + 1, tracker.value - 1):
            if not tracker.low <= other <= tracker.high:
                continue
            there = state
            for value in (other, tracker.value):
                action = {"do": "adjust", "tracker": tracker.name, "value": value}
                ruling = referee.apply(there, referee.decode_action(action))
                if not isinstance(ruling, Ruling) or referee.outcome(ruling.state):
                    break
                there = ruling.state
            else:
                return tracker.name, (other, tracker.value)
    raise AssertionError(f"no number of {slug} can be set back and forth")
