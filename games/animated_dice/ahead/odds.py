"""Odds of the dice in this cup: bust chance, expected points, the best play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from msgspec.structs import replace

from games.animated_dice.ahead.policy import Game, PolicySolver, Position, solvable, solver
from games.animated_dice.box import (
    COLOURS,
    FIRST_ROLL,
    NONE,
    Counts,
    VillainToken,
    counts,
    minus,
    piled,
    plus,
    said,
)
from games.animated_dice.state import State, Turn
from games.messages import Msg, msg
from games.odds.probability import Dist, decimal, draw, percent, roll
from games.vocabulary import Frozen

READABLE = 12
"""Fractions with more characters than this are of no use to a reader."""


class Odd(Frozen):
    """One line of odds. ``value`` is rounded text, ``exact`` the fraction where it is short.

    ``number`` is a chance from 0 to 1 or a number of points, by ``kind``. ``assumed`` says
    that the group has not counted its own dice yet.
    """

    name: str
    kind: Literal["chance", "points", "advice"]
    label: Msg
    value: Msg | str
    number: float = 0.0
    exact: str = ""
    assumed: bool = False


@lru_cache(maxsize=500)
def odds(state: State) -> tuple[Odd, ...]:
    """Return the odds of the villain on turn; none when the game is over, or where a rule of the
    villain is unknown here."""
    if state.stage.active is None or not solvable(state.villain):
        return ()
    assumed = not all(state.counted)
    return tuple(replace(odd, assumed=assumed) for odd in lines(state))


def lines(state: State) -> Iterator[Odd]:
    turn = state.turn
    if turn.first:
        yield from returning(state)
        return
    if sum(turn.drawn) or not turn.dry:
        after = ends(state)
        free = state.villain.returns and state.return_before_bust and not turn.rolls
        code = "odds.bust_kept" if free else "odds.bust"
        yield chance("bust", msg(code), after.chance(lambda each: each[1]))
        yield expected("next", "odds.next", after.mean(lambda each: each[0]))
    if turn.rolls and not sum(turn.drawn):
        yield expected("stop", "odds.stop", Fraction(sum(turn.points(state.villain, "stop"))))
    goal = needed(state)
    if goal is None:
        yield from by_points(state)
    else:
        yield from by_goal(state, goal)


def chance(name: str, label: Msg, value: Fraction) -> Odd:
    text = msg("odds.percent", n=percent(value, 0 if value in (0, 1) else 1))
    return Odd(name, "chance", label, text, float(value), exact(value))


def expected(name: str, code: str, value: Fraction) -> Odd:
    return Odd(name, "points", msg(code), decimal(value, 2), float(value), exact(value))


def exact(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= READABLE else ""


def advice(name: str, **facts: object) -> Odd:
    return Odd("advice", "advice", msg("odds.advice"), Msg(f"advise.{name}", facts))


# -- best play -------------------------------------------------------------------------------


def game(state: State, goals: tuple[int, ...] = ()) -> Game:
    """Return everything a solution depends on; names and words of a villain do not matter to it."""
    villain = replace(state.villain, slug="", name="", note="", rule="")
    held = max(FIRST_ROLL, sum(state.turn.alarms) + sum(state.turn.drawn))
    return Game(villain, state.dice, state.faces, state.return_before_bust, goals, held)


def position(state: State) -> Position:
    turn = state.turn
    out, batman = sum(turn.out), sum(turn.batman)
    return Position(turn.cup, turn.alarms, batman, out, turn.loot, not turn.rolls)


def best(state: State, goal: int | None = None) -> Fraction:
    """Return expected points under the best play from here, or the chance to score ``goal``."""
    return value(solver(game(state, () if goal is None else (goal,))), state)


def value(solved: PolicySolver, state: State, lane: int = 0) -> Fraction:
    turn, at = state.turn, position(state)
    if sum(turn.drawn):
        return solved.drawn(at, turn.drawn, lane)
    if not turn.rolls:
        return solved.first(lane)
    if turn.first:
        return max(solved.returns((turn.loot, turn.batman, turn.alarms), lane).values())
    return solved.best(at, lane)


def by_points(state: State) -> Iterator[Odd]:
    """Yield the most points on average."""
    solved, at = solver(game(state)), position(state)
    yield expected("best", "odds.best", value(solved, state))
    if not may_stop(state):
        return
    now, on = solved.stop(at), solved.go_on(at)
    if now == on:
        yield advice("either")
    else:
        yield advice("roll" if on > now else "stop", gain=decimal(abs(on - now), 2))


def may_stop(state: State) -> bool:
    return state.turn.phase == "decide"


def returning(state: State) -> Iterator[Odd]:
    """Yield the dice of the first roll to give back."""
    turn = state.turn
    shown = (turn.loot, turn.batman, turn.alarms)
    goal = needed(state)
    values = solver(game(state, goals(goal))).returns(shown)
    everything = max(values, key=lambda back: sum(map(sum, back)))
    nothing = min(values, key=lambda back: sum(map(sum, back)))
    most = max(values.values())
    for name, choice in (("keep", nothing), ("return_all", everything)):
        if goal is None:
            yield expected(name, f"odds.{name}", values[choice])
        else:
            yield chance(name, msg(f"odds.{name}"), values[choice])
    back = min((b for b in values if values[b] == most), key=lambda b: sum(map(sum, b)))
    if goal is None:
        yield expected("best", "odds.best", most)
    else:
        yield chance("win", goal_label(state), most)
    dice = [said(face) for face in chosen(turn, back)]
    yield advice("return", dice=dice) if dice else advice("keep")


def chosen(turn: Turn, back: tuple[Counts, ...]) -> list[str]:
    """Return the faces of a first roll that ``back`` means."""
    left = [list(pile) for pile in back]
    names = []
    for face in turn.first:
        loot, batman, alarms = piled([face])
        for pile, one in zip(left, (loot, batman, alarms), strict=True):
            i = next((i for i, n in enumerate(one) if n), None)
            if i is not None and pile[i]:
                pile[i] -= 1
                names.append(face)
    return names


# -- a needed score --------------------------------------------------------------------------


def needed(state: State) -> int | None:
    """Return the points of this turn that take the lead alone in the last round or a tiebreaker."""
    stage, me = state.stage, state.turn.part
    if stage.tie:
        played = [h.points for h in state.sheet if h.tie == stage.tie]
        return max(played) + 1 if played else None
    if not stage.last:
        return None
    rivals = max(total for i, total in enumerate(state.totals) if i != me)
    return max(0, rivals + 1 - state.totals[me])


def last_to_play(state: State) -> bool:
    """Return whether no one plays after this turn in the last round or tiebreaker."""
    stage = state.stage
    order = stage.leaders if stage.tie else state.order
    return order[-1] == state.turn.part


def goal_label(state: State) -> Msg:
    code = "odds.win" if last_to_play(state) else "odds.lead"
    return msg(code, n=needed(state) or 0)


def goals(goal: int | None) -> tuple[int, ...]:
    """Return what is solved together: taking the lead alone, and drawing level."""
    return () if goal is None else (goal, goal - 1)


def by_goal(state: State, goal: int) -> Iterator[Odd]:
    """Yield the chance to take the lead alone, or to draw level."""
    solved = solver(game(state, goals(goal)))
    yield chance("win", goal_label(state), value(solved, state))
    if goal > 1:
        yield chance("tie", msg("odds.tie", n=goal - 1), value(solved, state, 1))
    if not may_stop(state):
        return
    now = sum(state.turn.points(state.villain, "stop"))
    if now >= goal and last_to_play(state):
        yield advice("stop_wins")
    elif now >= goal:
        yield from by_points(state)
    elif now == goal - 1:
        yield advice("level", n=percent(solved.go_on(position(state)), 1))
    else:
        yield advice("behind")


# -- the next roll ---------------------------------------------------------------------------


def drawings(state: State) -> Dist[Counts]:
    """Return the dice the next roll adds to the Alarms."""
    turn = state.turn
    if sum(turn.drawn):
        return Dist({turn.drawn: 1})
    return draw(turn.cup, turn.to_draw(state.villain)).map(counts)


def fallen(turn: Turn, new: Counts, shown: tuple[tuple[int, ...], ...]) -> Turn:
    """Return the turn once the dice have fallen so; nothing is dodged or given back yet."""
    loot, batman, alarms = (counts(pile) for pile in zip(*shown, strict=True))
    return replace(
        turn,
        cup=turn.cup if sum(turn.drawn) else minus(turn.cup, new),
        loot=plus(turn.loot, loot),
        batman=plus(turn.batman, batman),
        alarms=alarms,
        drawn=NONE,
    )


def ends(state: State) -> Dist[tuple[int, bool]]:
    """Return points after one more roll and then stopping, and whether that roll busts.

    Where dice may be returned the points are those of the best return, the bust that of none.
    """
    villain, turn = state.villain, state.turn
    kinds = tuple(tuple(f) for f in state.faces)

    def rolled(new: Counts) -> Dist[tuple[int, bool]]:
        return roll(kinds, plus(turn.alarms, new)).map(lambda shown: ending(new, shown))

    def ending(new: Counts, shown: tuple[tuple[int, ...], ...]) -> tuple[int, bool]:
        after = fallen(turn, new, shown)
        return end(state, after), dodge(villain, after, turn.batman).busts

    return drawings(state).then(rolled)


def bust_chance(state: State) -> Fraction:
    """Return how likely the next roll busts, if nothing is given back after it."""
    return ends(state).chance(lambda after: after[1])


def next_roll(state: State) -> Fraction:
    """Return expected points after one more roll and then stopping."""
    return ends(state).mean(lambda after: after[0])


def dodge(villain: VillainToken, turn: Turn, before: Counts) -> Turn:
    """Return the turn without what the villain dodges of Batman dice that were not there before."""
    new = minus(turn.batman, before)
    shown = [f"{c}-batman" for c, n in zip(COLOURS, new, strict=True) for _ in range(n)]
    return turn.dodged(villain, shown)[0]


def end(state: State, turn: Turn) -> int:
    """Return what a turn with these dice on the table brings if it goes no further."""
    villain, before = state.villain, state.turn.batman
    plain = dodge(villain, turn, before)
    may_return = villain.returns and not state.turn.rolls
    if may_return and (state.return_before_bust or not plain.busts):
        kept = product(*(range(n + 1) for n in turn.batman))
        return max(scored(villain, dodge(villain, keep(turn, counts(k)), before)) for k in kept)
    return scored(villain, plain)


def keep(turn: Turn, batman: Counts) -> Turn:
    """Return the turn with only these Batman dice kept; no other return could bring points."""
    cup = plus(turn.cup, minus(turn.batman, batman))
    return replace(turn, cup=cup, batman=batman)


def scored(villain: VillainToken, turn: Turn) -> int:
    if turn.busts:
        return sum(turn.points(villain, "bust"))
    return sum(turn.points(villain, "empty" if turn.dry else "stop"))


# -- looking back ----------------------------------------------------------------------------


def decision_cost(state: State, action: Any) -> Fraction | None:
    """Return what stopping or rolling on cost compared with best play, in points.

    There is no claim about uncounted dice or unknown rules, nor if a certain score counts instead
    of points.
    """
    tag, turn = action.__struct_config__.tag, state.turn
    if state.stage.active is None or not turn.rolls or turn.first or sum(turn.drawn) or turn.dry:
        return None
    if tag not in ("stop", "roll", "draw") or needed(state) is not None:
        return None
    if not all(state.counted) or not solvable(state.villain):
        return None
    solved, at = solver(game(state)), position(state)
    chosen = solved.stop(at) if tag == "stop" else solved.go_on(at)
    return solved.best(at) - chosen
