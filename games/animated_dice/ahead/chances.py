"""Chances of the dice of a heist and results of a roll, for forecasts.

What the best play brings stays with ``policy``: it weighs whole heists, which are millions of
rolls, in whole numbers; here single rolls are laid before the referee.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.animated_dice.box import COLOURS, SYMBOLS, DieFaces, piled, split
from games.animated_dice.rules.villains import Return
from games.animated_dice.state import State
from games.messages import Catalogue, Msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import Action, Answer, DiceRoll, Die, Open, RiskFigure, Ruling

BATMAN = SYMBOLS.index("batman")
STAKES = {"loot": RiskFigure("stake.loot", counts=True)}
"""The bust is left out because the odds of the turn show it, next to the value of best play."""


def possible_rolls(state: State) -> tuple[DiceRoll, ...]:
    """Return the dice of the next roll: Alarms again, and what is drawn or has been."""
    if state.stage.active is None or state.turn.first:
        return ()
    turn, villain = state.turn, state.villain
    kinds = tuple(_die(colour, faces) for colour, faces in zip(COLOURS, state.faces, strict=True))
    again = tuple(die for die, n in zip(kinds, turn.alarms, strict=True) for _ in range(n))
    if sum(turn.drawn):
        new = tuple(die for die, n in zip(kinds, turn.drawn, strict=True) for _ in range(n))
        return (DiceRoll("roll", "faces", (*again, *new), assumed=not all(state.counted)),)
    if not turn.to_roll(villain):
        return ()
    n = turn.to_draw(villain)
    cup = tuple(zip(kinds, turn.cup, strict=True))
    roll = DiceRoll("roll", "faces", again, cup=cup, drawn=n, assumed=not all(state.counted))
    if state.depth != "full" or not n:
        return (roll,)
    colours = (((colour, 1),) for colour in COLOURS)
    cup = tuple(zip(colours, turn.cup, strict=True))
    return (replace(roll, do="draw", field="colours", dice=(), cup=cup), roll)


def _die(colour: str, faces: DieFaces) -> Die:
    return tuple((f"{colour}-{each}", n) for each, n in zip(SYMBOLS, faces, strict=True) if n)


def figure_changes(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Return whether it busts, and the Loot it adds."""
    after = ruling.state
    if len(after.sheet) == len(before.sheet):
        return {"loot": sum(after.turn.loot) - sum(before.turn.loot)}
    heist = after.sheet[-1]
    if heist.how == "bust":
        # The Loot of a first roll was counted before its dice might have gone back.
        back = sum(piled(before.turn.first)[0])
        return {"bust": 1, "loot": -back} if back else {"bust": 1}
    return {"loot": heist.loot - sum(before.turn.loot)}


def utility(state: State, brought: Mapping[str, int]) -> int:
    """Return the Loot it adds; a bust takes what lay there, and a die more than nothing."""
    lost = brought.get("bust", 0) * (sum(state.turn.loot) + 1)
    return brought.get("loot", 0) - lost


def next_step(state: State) -> DiceRoll | Action | Open | None:
    """Roll drawn dice; of a first roll that dice may go back of, keep all."""
    if state.turn.first:
        return Return(())
    return possible_rolls(state)[0] if sum(state.turn.drawn) else None


def answers(state: State) -> tuple[Answer, ...]:
    """Return the Batman dice of a first roll that may go back to the cup."""
    seen = tuple(n for n, face in enumerate(state.turn.first) if split(face)[1] == BATMAN)
    return (Answer(Msg("answer.returned"), Return(seen)),) if seen else ()


WORDS: Catalogue = {
    "answer.returned": _("with Batman dice returned"),
    "stake.loot": _n("Loot or more", "{n}+ Loot"),
}
