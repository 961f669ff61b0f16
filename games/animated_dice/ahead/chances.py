"""How the dice of a heist fall and what a roll brings, for forecasts.

What the best play brings stays with ``policy``: it weighs whole heists, which are millions of
rolls, in whole numbers; here single rolls are laid before the referee.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.animated_dice.box import COLOURS, SYMBOLS, Faces
from games.animated_dice.rules.villains import Return
from games.animated_dice.state import State
from games.messages import Catalogue
from games.messages import ngettext_noop as _n
from games.vocabulary import Action, Die, Open, Ruling, Stake, Throw

STAKES = {"loot": Stake("stake.loot", counts=True)}
"""The bust is left out because the odds of the turn show it, next to the value of best play."""


def throws(state: State) -> tuple[Throw, ...]:
    """The dice of the next roll: Alarms again, and what is drawn or has been."""
    if state.stage.active is None or state.turn.first:
        return ()
    turn, villain = state.turn, state.villain
    kinds = tuple(_die(colour, faces) for colour, faces in zip(COLOURS, state.faces, strict=True))
    again = tuple(die for die, n in zip(kinds, turn.alarms, strict=True) for _ in range(n))
    if sum(turn.drawn):
        new = tuple(die for die, n in zip(kinds, turn.drawn, strict=True) for _ in range(n))
        return (Throw("roll", "faces", (*again, *new), assumed=not all(state.counted)),)
    if not turn.to_roll(villain):
        return ()
    n = turn.to_draw(villain)
    cup = tuple(zip(kinds, turn.cup, strict=True))
    roll = Throw("roll", "faces", again, cup=cup, drawn=n, assumed=not all(state.counted))
    if state.depth != "full" or not n:
        return (roll,)
    colours = (((colour, 1),) for colour in COLOURS)
    cup = tuple(zip(colours, turn.cup, strict=True))
    return (replace(roll, do="draw", field="colours", dice=(), cup=cup), roll)


def _die(colour: str, faces: Faces) -> Die:
    return tuple((f"{colour}-{each}", n) for each, n in zip(SYMBOLS, faces, strict=True) if n)


def brings(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Whether it busts, and the Loot it adds."""
    after = ruling.state
    if len(after.sheet) == len(before.sheet):
        return {"loot": sum(after.turn.loot) - sum(before.turn.loot)}
    heist = after.sheet[-1]
    if heist.how == "bust":
        return {"bust": 1}
    return {"loot": heist.loot - sum(before.turn.loot)}


def worth(state: State, brought: Mapping[str, int]) -> int:
    """The Loot it adds; a bust takes what lay there, and a die more than nothing."""
    lost = brought.get("bust", 0) * (sum(state.turn.loot) + 1)
    return brought.get("loot", 0) - lost


def follows(state: State) -> Throw | Action | Open | None:
    """Drawn dice are rolled; of a first roll that dice may go back of, all are kept."""
    if state.turn.first:
        return Return(())
    return throws(state)[0] if sum(state.turn.drawn) else None


WORDS: Catalogue = {
    "stake.loot": _n("Loot or more", "{n}+ Loot"),
}
