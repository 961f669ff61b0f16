"""Ladder of the Tower, from the First Floor to the Control Room, with who stands where."""

from __future__ import annotations

from games.messages import Msg
from games.referee import Frozen
from games.talisman_batman.board.map import Figurine, figures
from games.talisman_batman.state import State

RUNGS = ("floor.1", "floor.2", "security-door", "floor.3", "control-room")


class Rung(Frozen):
    """One step of the way to the Control Room, and the villains there, with or without a key."""

    code: str
    label: Msg
    here: tuple[Figurine, ...]
    batman: bool


def rungs(state: State) -> tuple[Rung, ...]:
    """Return the floors of the Tower, from the First Floor to the Control Room."""
    return tuple(_rung_of(state, step) for step in RUNGS)


def _rung_of(state: State, step: str) -> Rung:
    standing = figures(state, lambda villain: _rung(villain.space, villain.floor) == step)
    label = Msg(step if step.startswith("floor") else f"space.{step}")
    batman = state.batman
    return Rung(
        step, label, standing, bool(batman.space) and _rung(batman.space, batman.floor) == step
    )


def _rung(space: str, floor: int) -> str:
    return space if space in RUNGS else f"floor.{floor}"
