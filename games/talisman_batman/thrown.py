"""The physical dice a table reports: what the dice ledger counts."""

from __future__ import annotations

from typing import Any

from games.referee import Rolled
from games.talisman_batman.actions import (
    BatmanRoll,
    DoorDice,
    Escape,
    Reroll,
    Roll,
    Strike,
    TakeJob,
)
from games.talisman_batman.state import State


def rolled(state: State, action: Any) -> tuple[Rolled, ...]:
    """The dice of one action, each with the seat that threw it; none of a card's own effect."""
    match action:
        case Roll(die):
            return _of(state.active, "movement", die)
        case BatmanRoll(die):
            return _of(state.active, "batman", die)
        case Escape(die):
            return _of(state.fight.me.seat if state.fight else state.active, "escape", die)
        case Reroll(seat, die):
            return _of(seat, "reroll", die)
        case DoorDice(dice):
            return _of(state.active, "door", *(face for face in dice if face))
        case TakeJob(die):
            return _of(state.active, "job", die)
        case Strike(dice) if state.fight is not None:
            foe = state.fight.foe
            seats = (state.fight.me.seat, foe.seat if foe else None)
            pairs = zip(dice, seats, strict=False)
            return tuple(die for face, seat in pairs for die in _of(seat, "attack", face))
    return ()


def _of(seat: int | None, purpose: str, *faces: int) -> tuple[Rolled, ...]:
    return tuple(Rolled("d6", str(face), purpose, seat) for face in faces)
