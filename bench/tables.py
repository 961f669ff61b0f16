"""Tables to measure on: the same position with a short and with a long log behind it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.plays import ledger, seats
from companion.plays.models import Play, Seat
from games import registry
from games.referee import Ruling
from tests import chance

PLAYERS = 2


@dataclass
class Bench:
    """A play, its host's cookie, and one tracker to set back and forth."""

    play: Play
    cookie: dict[str, str]
    tracker: str
    values: tuple[int, int]
    turn: int = 0

    @property
    def at(self) -> str:
        return f"/t/{self.play.code}/"

    def action(self) -> dict[str, Any]:
        """The next action: the tracker goes to its other value."""
        self.turn += 1
        return {"do": "adjust", "tracker": self.tracker, "value": self.values[self.turn % 2]}


def table(slug: str, entries: int, seed: int = 7) -> Bench:
    """A table with ``entries`` in its log: some of a real game, then corrections of one number."""
    referee = registry.referee(slug)
    play = ledger.begin(slug, referee.setup_default(PLAYERS, referee.sample_box()), sample=True)
    assert isinstance(play, Play), play
    host = Seat.objects.create(play=play, name="Ana", role=Seat.Role.HOST)
    _play_on(play, min(entries, 8), Random(seed))
    play.refresh_from_db()
    tracker, values = _adjustable(play)
    bench = Bench(play, {seats.cookie_name(host.address): seats.token(host)}, tracker, values)
    while play.revision < entries:
        recorded = ledger.record(play.pk, bench.action(), key=secrets.token_hex(8), seat=host)
        assert isinstance(recorded, ledger.Recorded), recorded
        play = recorded.play
    bench.play = play
    return bench


def _play_on(play: Play, entries: int, rng: Random) -> None:
    """Enter actions of a random legal game through the ledger."""
    referee = registry.referee(play.title)
    for _ in range(entries * 20):
        play.refresh_from_db()
        if play.revision >= entries or play.outcome:
            return
        state = referee.decode_state(play.state)
        data = chance.action(rng.choice(referee.prompts(state)), rng)
        ruling, answers = chance.answered(referee, state, data, None, rng)
        if isinstance(ruling, Ruling) and referee.outcome(ruling.state) is None:
            key = secrets.token_hex(8)
            ledger.record(play.pk, data, key=key, answers=answers)


def _adjustable(play: Play) -> tuple[str, tuple[int, int]]:
    """A tracker of the position that may be set one up (or down) and back."""
    referee = registry.referee(play.title)
    state = referee.decode_state(play.state)
    for tracker in referee.trackers(state):
        for other in (tracker.value + 1, tracker.value - 1):
            if not tracker.low <= other <= tracker.high:
                continue
            there = referee.apply(state, _set(referee, tracker.name, other))
            if not isinstance(there, Ruling) or referee.outcome(there.state):
                continue
            if isinstance(
                referee.apply(there.state, _set(referee, tracker.name, tracker.value)), Ruling
            ):
                return tracker.name, (tracker.value, other)
    raise AssertionError(f"no tracker of {play.title} can be set back and forth")


def _set(referee: Any, name: str, value: int) -> Any:
    return referee.decode_action({"do": "adjust", "tracker": name, "value": value})
