"""Numbers the table can correct, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.animated_dice.box import COLOURS, counts, plus
from games.animated_dice.rules.heist import dealt
from games.animated_dice.state import State, Turn
from games.messages import msg
from games.vocabulary import Defect, Figure, Tracker

PILES = ("loot", "batman", "alarms", "out")
HIGHEST_TOTAL = 200


def trackers(state: State) -> tuple[Tracker, ...]:
    """Return totals, every cell of the score sheet, and the piles while a heist can be stopped."""
    return (*totals(state), *cells(state), *piles(state))


def totals(state: State) -> Iterator[Tracker]:
    for i, (villain, value) in enumerate(zip(state.villains, state.totals, strict=True)):
        label = msg("tracker.score", who=villain.name)
        yield Tracker(f"score.{i}", label, value, 0, HIGHEST_TOTAL, "D-043")


def cells(state: State) -> Iterator[Tracker]:
    for i, heist in enumerate(state.sheet):
        villain = state.villains[heist.part]
        code = "tracker.tie" if heist.tie else "tracker.cell"
        label = msg(code, who=villain.name, n=heist.tie or heist.round)
        high = max(heist.points, villain.highest(state.dice))
        yield Tracker(f"heist.{i}", label, heist.points, 0, high, "D-043")


def piles(state: State) -> Iterator[Tracker]:
    """Yield the piles: a die put on one comes from the cup, one taken off goes back."""
    turn = state.turn
    if turn.phase != "decide":
        return
    for pile in PILES:
        if pile == "out" and not state.villain.dodges:
            continue
        for colour, n, left in zip(COLOURS, getattr(turn, pile), turn.cup, strict=True):
            label = msg(f"tracker.{pile}", colour=msg(f"colour.{colour}"))
            yield Tracker(f"{pile}.{colour}", label, n, 0, n + left, "D-Q19")


def figures(state: State) -> tuple[Figure, ...]:
    """Return the race: every villain's total."""
    totals = zip(state.villains, state.totals, strict=True)
    return tuple(
        Figure(f"score.{i}", msg("tracker.score", who=villain.name), total, i)
        for i, (villain, total) in enumerate(totals)
    )


def set_tracker(state: State, name: str, value: int) -> State:
    kind, _, key = name.partition(".")
    if kind == "score":
        i = int(key)
        change = value - state.totals[i]
        carried = tuple(n + change if j == i else n for j, n in enumerate(state.carried))
        return follow(replace(state, carried=carried))
    if kind == "heist":
        i = int(key)
        sheet = tuple(replace(h, points=value) if j == i else h for j, h in enumerate(state.sheet))
        return follow(replace(state, sheet=sheet))
    return replace(state, turn=_pile(state, kind, COLOURS.index(key), value))


def _pile(state: State, pile: str, colour: int, value: int) -> Turn:
    turn = state.turn
    before = getattr(turn, pile)
    after = counts(value if i == colour else n for i, n in enumerate(before))
    cup = counts(left + before[i] - after[i] for i, left in enumerate(turn.cup))
    return replace(turn, cup=cup, **{pile: after})


def follow(state: State) -> State:
    """Deal to the villain on turn, which a corrected score may have changed."""
    active = state.stage.active
    return state if active in (None, state.turn.part) else replace(state, turn=dealt(state))


def check(state: State) -> tuple[Defect, ...]:
    """Return all broken invariants: dice lost or doubled, bust not called, points below zero."""
    return tuple(defects(state))


def defects(state: State) -> Iterator[Defect]:
    turn = state.turn
    held = plus(plus(turn.in_play, turn.out), plus(turn.cup, turn.drawn))
    for colour, n, total in zip(COLOURS, held, state.dice, strict=True):
        if n != total:
            yield Defect("dice", {"colour": msg(f"dice.{colour}"), "n": n, "total": total})
    for pile in (*PILES, "cup", "drawn"):
        if min(getattr(turn, pile)) < 0:
            yield Defect("negative", {"what": pile})
    if turn.phase == "decide":
        if turn.busts:
            yield Defect("bust", {"n": sum(turn.batman)})
        if state.empty_cup_ends and turn.dry:
            yield Defect("dry")
    for villain, total in zip(state.villains, state.totals, strict=True):
        if total < 0:
            yield Defect("points", {"who": villain.name, "n": total})
    if state.stage.active not in (None, turn.part):
        yield Defect("turn", {"who": state.villain.name})
