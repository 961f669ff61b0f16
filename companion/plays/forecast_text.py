"""Forecasts of the next roll, calculated once per text of a state for all who ask.

Only what everyone may see goes in: forecasts are made of the state as a spectator has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from random import Random
from threading import Lock
from typing import Any, NamedTuple

from companion.plays import faults, moments
from companion.plays.moments import PlayMoment
from games import registry
from games.messages import Msg, msg
from games.odds import risk_reduction
from games.odds.answers import ChanceEnds, Weighed, answerable, ends
from games.odds.best_play import ComputeBudget, rerolled
from games.odds.probability import percent
from games.odds.roll_forecast import Forecast, ForecastUnavailableError, Trial, forecast
from games.odds.turn_forecast import turn_ahead
from games.prospects import Pick
from games.referee import AnyReferee, DiceRoll, Prompt

KEPT = 512
"""Tables whose forecast one process remembers."""
WORTH = Fraction(1, 5)
"""A second number is shown if it comes up this often."""


WINS = "forecast.wins"

_turn = Lock()


class ForecastLine(NamedTuple):
    """One possible result of a roll, with the text shown for it and its probability; the figure of
    the title it is about, empty for the end of the game; whether the roller wants it.
    """

    text: Msg
    danger: bool
    weigh: Weighed
    chance: Fraction
    figure: str
    sought: bool = False


class RiskReduction(NamedTuple):
    """Way to lower a danger: what is done, what is chosen in it, and the chance that is left."""

    label: Msg | str
    chosen: tuple[Msg | str, ...]
    percent: str


Condition = tuple[tuple[Msg, ...], str]
"""What is assumed, together, and how likely something is then, in percent."""


class OutcomeChance(NamedTuple):
    """One thing a roll may bring, and how likely it is in percent: from the least to the most
    where a choice comes first. ``less`` is what lowers it most, if anything does; ``again`` how
    likely it is if someone answers, or dice are thrown again as well as possible. A condition
    without a number is one for the ends of the range."""

    text: Msg
    percent: str
    danger: bool
    less: RiskReduction | None = None
    again: tuple[Condition, ...] = ()


class Foresight(NamedTuple):
    """Forecast of a roll, and how far that holds.

    ``error``: percentage points either way, 19 times in 20, 0 if exact. ``open``: percent of the
    results that only the table could carry out, empty for none. ``assumed``: no one has counted
    the faces. ``late``: more may come up than can be weighed. ``alone``: what someone may answer
    is left out. ``turn`` is what else the rest of the
    turn may bring, with the share at most that only the table could carry on.
    """

    chances: tuple[OutcomeChance, ...] = ()
    error: int = 0
    open: str = ""
    assumed: bool = False
    late: bool = False
    turn: tuple[OutcomeChance, ...] = ()
    turn_open: str = ""
    alone: bool = False


def rolls(title: str, moment: PlayMoment) -> bool:
    """Return whether a roll of known dice is asked for."""
    return _asked(registry.referee(title), moment) is not None


def chooses(moment: PlayMoment) -> bool:
    """Return whether a choice is asked for that leads to rolls of known dice."""
    return moment.leads is not None or moment.chooses


def hopes(title: str, moment: PlayMoment) -> bool:
    """Return whether dice in hand may reach something with choices still to come."""
    referee = registry.referee(title)
    return faults.attempt(title, "forecast", lambda: bool(referee.prospects(moment.state)), False)


def of(title: str, text: str, do: str = "") -> Foresight:
    """Return what the roll asked for may bring, or that of the prompt ``do``; nothing where none
    is."""
    with _turn:
        return _of(title, text, do)


@lru_cache(maxsize=KEPT)
def _of(title: str, text: str, do: str = "") -> Foresight:
    """Return a forecast, or none where the title raises."""
    return faults.attempt(title, "forecast", partial(_reckoned, title, text, do), Foresight())


def _reckoned(title: str, text: str, do: str) -> Foresight:
    referee, moment = registry.referee(title), moments.of(title, text)
    asked, seen = _asked(referee, moment, do), _seen(referee, moment)
    if asked is None:
        if do or (first := moment.leads) is None:
            if moment.chooses and not do:
                turn, left = _turn_of(referee, seen, (), Trial(referee))
                return Foresight(turn=turn, turn_open=left)
            return Foresight() if do else _hoped(referee, seen, Random(text).randrange)
        return Foresight(tuple(_ranges(referee, moment, risk_reduction.ways(referee, seen, first))))
    roll, throw = asked
    trial = Trial(referee)
    try:
        found = forecast(referee, seen, throw, Random(text).randrange, trial)
    except ForecastUnavailableError:
        return Foresight(assumed=throw.assumed, late=True)
    error = _points(found.error)
    left = percent(found.open) if found.open else ""
    lines = _lines(referee, moment, lambda of: of(found), lambda name: _levels(found, name))
    # Where those rulings were too many, those with answers are, too.
    answers = _answers(referee, seen, throw, lines, None if error else trial)
    shown = [n for n, each in enumerate(lines) if each.chance or (answers and _moves(answers[n]))]
    said = [lines[n] for n in shown]
    offered = moment.prompts if seen is moment.state else None
    less = _lowered(referee, seen, roll, said, offered) if not do and not error else {}
    again = _again(referee, seen, throw, said, trial)
    if answers:
        again = [_told(lines[n], answers[n]) + again[i] for i, n in enumerate(shown)]
    unanswered = not any(end.labels for each in answers or () for end in each)
    chances = tuple(
        OutcomeChance(each.text, percent(each.chance), each.danger, less.get(n), tuple(again[n]))
        for n, each in enumerate(said)
    )
    alone = answers is None or (unanswered and trial.thrown_again)
    turn, turn_open = ((), "") if do or error else _turn_of(referee, seen, chances, trial)
    return Foresight(
        chances, error, left, throw.assumed, turn=turn, turn_open=turn_open, alone=alone
    )


def _seen(referee: AnyReferee, moment: PlayMoment) -> Any:
    """Return the table as everyone may see it, as forecasts of tables before it have met it."""
    return referee.without_report(referee.view(moment.state, None))


def _lines(
    referee: AnyReferee,
    moment: PlayMoment,
    chance: Callable[[Weighed], Fraction],
    levels: Callable[[str], tuple[int, ...]],
) -> list[ForecastLine]:
    """Return what can be said of a roll with its ``chance``."""
    seen = _seen(referee, moment)

    def sought(text: Msg, figure: str) -> bool:
        if figure:
            return referee.utility(seen, {figure: 1}) > 0
        if text.code != WINS:
            return text.code == "forecast.won"
        acting = referee.parts_to_act(moment.state, moment.prompts)
        return any(part.name == text.facts["who"] for part in moment.parts if part.index in acting)

    return [
        ForecastLine(text, danger, weigh, chance(weigh), name, sought(text, name))
        for text, danger, weigh, name in _sayable(referee, moment, levels)
    ]


def _answers(
    referee: AnyReferee,
    seen: Any,
    throw: DiceRoll,
    lines: Sequence[ForecastLine],
    trial: Trial | None,
) -> tuple[ChanceEnds, ...] | None:
    """Return what answers make of each line; nothing where a title has none, ``None`` where it
    can't be calculated in time, as without a ``trial``."""
    if not answerable(referee) or trial is None:
        return None if answerable(referee) else ()
    try:
        return ends(referee, seen, throw, [(each.weigh, each.sought) for each in lines], trial)
    except ForecastUnavailableError:
        return None


def _moves(found: ChanceEnds) -> bool:
    return bool(found.own.chance or found.against.chance)


def _told(line: ForecastLine, found: ChanceEnds) -> list[Condition]:
    """Return the ends that differ from a chance as it is shown."""
    now = percent(line.chance)
    return [(end.labels, percent(end.chance)) for end in found if percent(end.chance) != now]


def _hoped(referee: AnyReferee, seen: Any, pick: Pick) -> Foresight:
    """Return what dice may reach played well: as much as can be calculated in time."""
    found: list[OutcomeChance] = []
    error = 0.0
    for text, reckon in referee.prospects(seen):
        try:
            best = reckon(pick)
        except ForecastUnavailableError:
            return Foresight(tuple(found), _points(error), late=not found)
        found.append(OutcomeChance(text, percent(best.chance), False))
        error = max(error, best.error)
    return Foresight(tuple(found), _points(error))


def _points(error: float) -> int:
    """Return percentage points, rounded up."""
    return -int(-100 * error // 1)


def _asked(referee: AnyReferee, moment: PlayMoment, do: str = "") -> tuple[Prompt, DiceRoll] | None:
    """Return the roll that is waited for, or that ``do`` makes, where the title says what is at
    stake."""
    if not do or not referee.risk_figures:
        return moment.roll
    return risk_reduction.asked(referee, moment.state, moment.prompts, do)


def _sayable(
    referee: AnyReferee, moment: PlayMoment, levels: Callable[[str], tuple[int, ...]]
) -> Iterator[tuple[Msg, bool, Weighed, str]]:
    """Yield what can be said of a roll, whether it is a danger, how a forecast says how likely, and
    the figure: the end of the game first, then the stakes of the title in their order."""
    if referee.title.cooperative:
        for how in ("lost", "won", "ended"):
            yield Msg(f"forecast.{how}"), how == "lost", partial(_ends, how), ""
    else:
        for part in moment.parts:
            yield msg(WINS, who=part.name), True, partial(_wins, part.index), ""
    for name, stake in referee.risk_figures.items():
        for n in levels(name) if stake.counts else (1,):
            yield msg(stake.code, n=n), stake.danger, partial(_comes, name, n), name


def _ranges(
    referee: AnyReferee, moment: PlayMoment, ways: tuple[risk_reduction.RiskOption, ...]
) -> Iterator[OutcomeChance]:
    """Yield what may come after a choice: from the safest way to the most dangerous."""
    lines = _lines(referee, moment, lambda _: Fraction(0), lambda _: (1,))
    answers = [_answers(referee, *way.roll, lines, Trial(referee)) for way in ways]
    for n, line in enumerate(lines if ways else ()):
        chances = [line.weigh(way.found) for way in ways]
        again = tuple(_widest(chances, [each[n] for each in answers if each]))
        low, high = min(chances), max(chances)
        if low == high:
            if low or again:
                yield OutcomeChance(line.text, percent(low), line.danger, again=again)
            continue
        safest = ways[chances.index(low)].chosen
        less = RiskReduction("", safest, percent(low))
        named = less if line.danger and line.text.code != WINS else None
        often = f"{percent(low)}–{percent(high)}"
        yield OutcomeChance(line.text, often, line.danger, named, again)


def _widest(chances: list[Fraction], found: list[ChanceEnds]) -> Iterator[Condition]:
    """Yield the least and the most that answers make of several ways, beyond what they are
    without."""
    every = [end for each in found for end in each]
    every.sort(key=lambda end: end.chance)
    for end in (every[0], every[-1]) if every else ():
        if not min(chances) <= end.chance <= max(chances):
            yield end.labels, percent(end.chance)


def _lowered(
    referee: AnyReferee,
    seen: Any,
    roll: Prompt,
    said: Sequence[ForecastLine],
    offered: Sequence[Prompt] | None,
) -> dict[int, RiskReduction]:
    """Return what lowers the gravest danger most that can be lowered, by its place in ``said``."""
    # That someone wins is no danger to whoever it is.
    dangers = [n for n, each in enumerate(said) if each.danger and each.text.code != WINS]
    if not dangers:
        return {}

    def weighed(each: Forecast) -> list[Fraction]:
        return [said[n].weigh(each) for n in dangers]

    now = [said[n].chance for n in dangers]
    way = risk_reduction.least(referee, seen, roll, weighed, now, offered)
    if way is None:
        return {}
    pairs = zip(dangers, now, weighed(way.found), strict=True)
    place, left = next((n, after) for n, before, after in pairs if after < before)
    return {place: RiskReduction(way.prompt.label, way.chosen, percent(left))}


def _turn_of(
    referee: AnyReferee, seen: Any, said: tuple[OutcomeChance, ...], trial: Trial
) -> tuple[tuple[OutcomeChance, ...], str]:
    """Return dangers in the rest of the turn that are not covered by ``said``."""
    dangers = [
        (name, msg(each.code, n=1)) for name, each in referee.risk_figures.items() if each.danger
    ]
    if referee.title.cooperative:
        dangers.insert(0, ("=lost", Msg("forecast.lost")))
    if not dangers:
        return (), ""
    try:
        found = turn_ahead(referee, seen, [name for name, _ in dangers], trial)
    except ForecastUnavailableError:
        return (), ""
    told = {(each.text.code, each.percent) for each in said}
    told |= {(each.text.code, n) for each in said for _, n in each.again}
    turn = []
    for (_, text), (low, high, safest, answers) in zip(dangers, found.spans, strict=True):
        often = percent(low) if low == high else f"{percent(low)}–{percent(high)}"
        both = {(text.code, percent(low)), (text.code, percent(high))}
        if high and (text.code, often) not in told and not (answers and both <= told):
            less = RiskReduction("", safest, percent(low)) if safest else None
            if found.alone:
                answers = (Msg("forecast.alone"),)
            given: tuple[Condition, ...] = ((answers, ""),) if answers else ()
            turn.append(OutcomeChance(text, often, True, less, given))
    return tuple(turn), percent(found.open) if found.open and turn else ""


def _again(
    referee: AnyReferee,
    seen: Any,
    throw: DiceRoll,
    said: Sequence[ForecastLine],
    trial: Trial,
) -> list[list[Condition]]:
    """Return how likely each figure is where the roller seeks it, or avoids it, by throwing dice
    again; only what differs from before, and as much as can be calculated in time."""
    found: list[list[Condition]] = [[] for _ in said]
    purse = ComputeBudget()
    places = [n for n, each in enumerate(said) if each.figure]
    goals = [(said[n].weigh, said[n].sought) for n in places]
    now = [percent(each.chance) for each in said]
    for leave in throw.again:
        try:
            best = rerolled(referee, seen, throw, leave, goals, purse, trial)
        except ForecastUnavailableError:
            break
        for n, each in zip(places, best, strict=True):
            if percent(each.chance) != now[n]:
                found[n].append(((leave.label,), percent(each.chance)))
                now[n] = now[n] if leave.against else percent(each.chance)
    return found


def _wins(index: int, found: Forecast) -> Fraction:
    return found.results.chance(lambda each: index in each.winners)


def _ends(how: str, found: Forecast) -> Fraction:
    return found.ends(how)


def _comes(name: str, n: int, found: Forecast) -> Fraction:
    return found.chance(name, n)


def _levels(found: Forecast, figure: str) -> tuple[int, ...]:
    """Return at least one, and the most that still comes up often enough to be worth a word; that
    alone where less never comes up."""
    often = [n for n in range(2, found.most(figure) + 1) if found.chance(figure, n) >= WORTH]
    if often and found.chance(figure, often[-1]) == found.chance(figure):
        return (often[-1],)
    return (1, *often[-1:])
