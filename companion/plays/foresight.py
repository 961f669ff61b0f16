"""What the next roll may bring, reckoned once per text of a state for all who ask.

Only what everybody may see goes in: forecasts are made of the state as a spectator has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from random import Random
from threading import Lock
from typing import Any, NamedTuple

from companion.plays import faults, moments
from companion.plays.moments import Moment
from games import lowering, registry
from games.bestplay import Purse, rerolled
from games.dice import percent
from games.forecast import Forecast, Trial, Unforeseen, forecast
from games.messages import Msg, msg
from games.referee import AnyReferee, Prompt, Throw
from games.turnahead import turn_ahead
from games.vocabulary import Pick

KEPT = 512
"""Tables whose forecast one process remembers."""
WORTH = Fraction(1, 5)
"""A second number is shown if it comes up this often."""


WINS = "forecast.wins"

Weighed = Callable[[Forecast], Fraction]
"""How likely something is by a forecast."""

_turn = Lock()


class Said(NamedTuple):
    """One possible result of a roll, with the text shown for it and its probability; the figure of
    the title it is about, empty for the end of the game.
    """

    text: Msg
    danger: bool
    weigh: Weighed
    chance: Fraction
    figure: str


class Less(NamedTuple):
    """What lowers a danger: what is done, what is chosen in it, and the chance that is left."""

    label: Msg | str
    chosen: tuple[Msg | str, ...]
    percent: str


class Chance(NamedTuple):
    """One thing a roll may bring, and how likely it is in percent: from the least to the most
    where a choice comes first. ``less`` is what lowers it most, if anything does; ``again`` how
    likely it is where dice are thrown again as well as possible, for what it takes."""

    text: Msg
    percent: str
    danger: bool
    less: Less | None = None
    again: tuple[tuple[Msg, str], ...] = ()


class Foresight(NamedTuple):
    """What a roll may bring, and how far that holds.

    ``error``: percentage points either way, 19 times in 20, 0 if exact. ``open``: percent of the
    results that only the table could carry out, empty for none. ``assumed``: nobody has counted
    the faces. ``late``: more may come up than can be weighed. ``turn`` is what else the rest of the
    turn may bring, with the share at most that only the table could carry on.
    """

    chances: tuple[Chance, ...] = ()
    error: int = 0
    open: str = ""
    assumed: bool = False
    late: bool = False
    turn: tuple[Chance, ...] = ()
    turn_open: str = ""


def rolls(title: str, moment: Moment) -> bool:
    """Whether a roll of known dice is asked for."""
    return _asked(registry.referee(title), moment) is not None


def chooses(moment: Moment) -> bool:
    """Whether a choice is asked for that leads to rolls of known dice."""
    return moment.leads is not None or moment.chooses


def hopes(title: str, moment: Moment) -> bool:
    """Whether dice in hand may reach something with choices still to come."""
    referee = registry.referee(title)
    return faults.attempt(title, "forecast", lambda: bool(referee.prospects(moment.state)), False)


def of(title: str, text: str, do: str = "") -> Foresight:
    """What the roll asked for may bring, or that of the prompt ``do``; nothing where none is."""
    with _turn:
        return _of(title, text, do)


@lru_cache(maxsize=KEPT)
def _of(title: str, text: str, do: str = "") -> Foresight:
    """A forecast, or none where the title raises."""
    return faults.attempt(title, "forecast", partial(_reckoned, title, text, do), Foresight())


def _reckoned(title: str, text: str, do: str) -> Foresight:
    referee, moment = registry.referee(title), moments.of(title, text)
    asked, seen = _asked(referee, moment, do), referee.view(moment.state, None)
    if asked is None:
        if do or (first := moment.leads) is None:
            if moment.chooses and not do:
                turn, left = _turn_of(referee, seen, (), Trial(referee))
                return Foresight(turn=turn, turn_open=left)
            return Foresight() if do else _hoped(referee, seen, Random(text).randrange)
        return Foresight(tuple(_ranges(referee, moment, lowering.ways(referee, seen, first))))
    roll, throw = asked
    trial = Trial(referee)
    try:
        found = forecast(referee, seen, throw, Random(text).randrange, trial)
    except Unforeseen:
        return Foresight(assumed=throw.assumed, late=True)
    error = _points(found.error)
    left = percent(found.open) if found.open else ""
    sayable = _sayable(referee, moment, lambda name: _levels(found, name))
    weighed = (Said(text, danger, of, of(found), name) for text, danger, of, name in sayable)
    said = [each for each in weighed if each.chance]
    less = _lowered(referee, seen, roll, said) if not do and not error else {}
    again = _again(referee, seen, throw, said)
    chances = tuple(
        Chance(each.text, percent(each.chance), each.danger, less.get(n), tuple(again[n]))
        for n, each in enumerate(said)
    )
    turn, turn_open = ((), "") if do or error else _turn_of(referee, seen, chances, trial)
    return Foresight(chances, error, left, throw.assumed, turn=turn, turn_open=turn_open)


def _hoped(referee: AnyReferee, seen: Any, pick: Pick) -> Foresight:
    """What dice may reach played well: as much as can be weighed in time."""
    found: list[Chance] = []
    error = 0.0
    for text, reckon in referee.prospects(seen):
        try:
            best = reckon(pick)
        except Unforeseen:
            return Foresight(tuple(found), _points(error), late=not found)
        found.append(Chance(text, percent(best.chance), False))
        error = max(error, best.error)
    return Foresight(tuple(found), _points(error))


def _points(error: float) -> int:
    """Percentage points, rounded up."""
    return -int(-100 * error // 1)


def _asked(referee: AnyReferee, moment: Moment, do: str = "") -> tuple[Prompt, Throw] | None:
    """The roll that is waited for, or that ``do`` makes, where the title says what is at stake."""
    if not do or not referee.stakes:
        return moment.roll
    return lowering.asked(referee, moment.state, moment.prompts, do)


def _sayable(
    referee: AnyReferee, moment: Moment, levels: Callable[[str], tuple[int, ...]]
) -> Iterator[tuple[Msg, bool, Weighed, str]]:
    """What can be said of a roll, whether it is a danger, how a forecast says how likely, and the
    figure: the end of the game first, then the stakes of the title in their order."""
    if referee.title.cooperative:
        for how in ("lost", "won", "ended"):
            yield Msg(f"forecast.{how}"), how == "lost", partial(_ends, how), ""
    else:
        for part in moment.parts:
            yield msg(WINS, who=part.name), True, partial(_wins, part.index), ""
    for name, stake in referee.stakes.items():
        for n in levels(name) if stake.counts else (1,):
            yield msg(stake.code, n=n), stake.danger, partial(_comes, name, n), name


def _ranges(
    referee: AnyReferee, moment: Moment, ways: tuple[lowering.Way, ...]
) -> Iterator[Chance]:
    """What may come after a choice: from the safest way to the most dangerous."""
    for text, danger, weigh, _ in _sayable(referee, moment, lambda name: (1,)) if ways else ():
        chances = [weigh(way.found) for way in ways]
        low, high = min(chances), max(chances)
        if low == high:
            if low:
                yield Chance(text, percent(low), danger)
            continue
        safest = ways[chances.index(low)]
        less = Less("", safest.chosen, percent(low)) if danger and text.code != WINS else None
        yield Chance(text, f"{percent(low)}–{percent(high)}", danger, less)


def _lowered(
    referee: AnyReferee,
    seen: Any,
    roll: Prompt,
    said: Sequence[Said],
) -> dict[int, Less]:
    """What lowers the gravest danger most that can be lowered, by its place in ``said``."""
    # That somebody wins is no danger to whoever it is.
    dangers = [n for n, each in enumerate(said) if each.danger and each.text.code != WINS]
    if not dangers:
        return {}

    def weighed(each: Forecast) -> list[Fraction]:
        return [said[n].weigh(each) for n in dangers]

    now = [said[n].chance for n in dangers]
    way = lowering.least(referee, seen, roll, weighed, now)
    if way is None:
        return {}
    pairs = zip(dangers, now, weighed(way.found), strict=True)
    place, left = next((n, after) for n, before, after in pairs if after < before)
    return {place: Less(way.prompt.label, way.chosen, percent(left))}


def _turn_of(
    referee: AnyReferee, seen: Any, said: tuple[Chance, ...], trial: Trial
) -> tuple[tuple[Chance, ...], str]:
    """Return dangers in the rest of the turn that are not covered by ``said``."""
    dangers = [(name, msg(each.code, n=1)) for name, each in referee.stakes.items() if each.danger]
    if referee.title.cooperative:
        dangers.insert(0, ("=lost", Msg("forecast.lost")))
    try:
        found = turn_ahead(referee, seen, [name for name, _ in dangers], trial)
    except Unforeseen:
        return (), ""
    told = {(each.text.code, each.percent) for each in said}
    turn = []
    for (_, text), (low, high, safest) in zip(dangers, found.spans, strict=True):
        often = percent(low) if low == high else f"{percent(low)}–{percent(high)}"
        if high and (text.code, often) not in told:
            less = Less("", safest, percent(low)) if safest else None
            turn.append(Chance(text, often, True, less))
    return tuple(turn), percent(found.open) if found.open and turn else ""


def _again(
    referee: AnyReferee, seen: Any, throw: Throw, said: Sequence[Said]
) -> list[list[tuple[Msg, str]]]:
    """How likely each figure is where whoever rolls seeks it, or avoids it, by throwing dice again;
    only what differs from before, and as much as can be weighed in time."""
    found: list[list[tuple[Msg, str]]] = [[] for _ in said]
    purse = Purse()
    places = [n for n, each in enumerate(said) if each.figure]
    goals = [(said[n].weigh, referee.worth(seen, {said[n].figure: 1}) > 0) for n in places]
    now = [percent(each.chance) for each in said]
    for leave in throw.again:
        try:
            best = rerolled(referee, seen, throw, leave, goals, purse)
        except Unforeseen:
            break
        for n, each in zip(places, best, strict=True):
            if percent(each.chance) != now[n]:
                now[n] = percent(each.chance)
                found[n].append((leave.label, now[n]))
    return found


def _wins(index: int, found: Forecast) -> Fraction:
    return found.results.chance(lambda each: index in each.winners)


def _ends(how: str, found: Forecast) -> Fraction:
    return found.ends(how)


def _comes(name: str, n: int, found: Forecast) -> Fraction:
    return found.chance(name, n)


def _levels(found: Forecast, figure: str) -> tuple[int, ...]:
    """At least one, and the most that still comes up often enough to be worth a word; that alone
    where less never comes up."""
    often = [n for n in range(2, found.most(figure) + 1) if found.chance(figure, n) >= WORTH]
    if often and found.chance(figure, often[-1]) == found.chance(figure):
        return (often[-1],)
    return (1, *often[-1:])
