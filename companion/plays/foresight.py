"""What the next roll may bring, reckoned once per text of a state for all who ask.

Only what everybody may see goes in: forecasts are made of the state as a spectator has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from threading import Lock
from typing import NamedTuple

from companion.plays import moments
from companion.plays.moments import Moment
from games import registry
from games.dice import percent
from games.forecast import Forecast, Unforeseen, forecast, throw_of
from games.messages import Msg, msg
from games.referee import AnyReferee, Throw

KEPT = 512
"""Tables whose forecast one process remembers."""
WORTH = Fraction(1, 5)
"""A second number is said where it comes up this often."""

_turn = Lock()


class Chance(NamedTuple):
    """One thing a roll may bring, and how likely it is in percent."""

    text: Msg
    percent: str
    danger: bool


class Foresight(NamedTuple):
    """What a roll may bring, and how far that holds.

    ``error``: percentage points either way, 19 times in 20, 0 if exact. ``open``: percent of the
    results that only the table could carry out, empty for none. ``assumed``: nobody has counted
    the faces. ``late``: more may come up than can be weighed.
    """

    chances: tuple[Chance, ...] = ()
    error: int = 0
    open: str = ""
    assumed: bool = False
    late: bool = False


def rolls(title: str, moment: Moment) -> bool:
    """Whether a roll of known dice is asked for."""
    return _asked(registry.referee(title), moment) is not None


def hopes(title: str, moment: Moment) -> bool:
    """Whether dice in hand may reach something with choices still to come."""
    return bool(registry.referee(title).prospects(moment.state))


def of(title: str, text: str) -> Foresight:
    """What the roll asked for may bring; nothing where none is."""
    with _turn:
        return _of(title, text)


@lru_cache(maxsize=KEPT)
def _of(title: str, text: str) -> Foresight:
    referee, moment = registry.referee(title), moments.of(title, text)
    throw, seen = _asked(referee, moment), referee.view(moment.state, None)
    if throw is None:
        told = (Chance(text, percent(chance()), False) for text, chance in referee.prospects(seen))
        return Foresight(tuple(told))
    try:
        found = forecast(referee, seen, throw, Random(text).randrange)
    except Unforeseen:
        return Foresight(assumed=throw.assumed, late=True)
    error = -int(-100 * found.error // 1)
    left = percent(found.open) if found.open else ""
    return Foresight(tuple(_chances(referee, moment, found)), error, left, throw.assumed)


def _asked(referee: AnyReferee, moment: Moment) -> Throw | None:
    """How the dice of the first prompt fall that has some."""
    if not referee.stakes:
        return None
    offered = (each for each in moment.prompts if each.expected)
    found = (throw_of(referee, moment.state, each) for each in offered)
    return next((throw for throw in found if throw is not None), None)


def _chances(referee: AnyReferee, moment: Moment, found: Forecast) -> Iterator[Chance]:
    """The end of the game first, then the stakes of the title in their order."""
    if referee.title.cooperative:
        for how in ("lost", "won", "ended"):
            if chance := found.ends(how):
                yield Chance(Msg(f"forecast.{how}"), percent(chance), how == "lost")
    else:
        for part in moment.parts:
            won = found.results.chance(lambda each, index=part.index: index in each.winners)  # type: ignore[misc]
            if won:
                yield Chance(msg("forecast.wins", who=part.name), percent(won), True)
    for name, stake in referee.stakes.items():
        for n in _levels(found, name) if stake.counts else (1,):
            if chance := found.chance(name, n):
                yield Chance(msg(stake.code, n=n), percent(chance), stake.danger)


def _levels(found: Forecast, figure: str) -> tuple[int, ...]:
    """At least one, and the most that still comes up often enough to be worth a word; that alone
    where less never comes up."""
    often = [n for n in range(2, found.most(figure) + 1) if found.chance(figure, n) >= WORTH]
    if often and found.chance(figure, often[-1]) == found.chance(figure):
        return (often[-1],)
    return (1, *often[-1:])
