"""Dice of a roll, and what may still be done with them (p.50)."""

from __future__ import annotations

from games.referee import Frozen


class Die(Frozen):
    """One die of a roll; ``face`` is ``None`` until it is rolled."""

    colour: str
    face: int | None = None
    freed: bool = False


class Roll(Frozen):
    """A roll in progress (p.50).

    ``arrows`` are the free rerolls left by colour ("any" for one of any colour), ``bonus``
    those of skills, ``forced`` those an enemy may demand. ``paying`` closes the free ones.
    """

    dice: tuple[Die, ...] = ()
    arrows: tuple[str, ...] = ()
    bonus: int = 0
    forced: int = 0
    paying: bool = False

    @property
    def rolled(self) -> bool:
        return all(die.face is not None for die in self.dice)

    @property
    def symbols(self) -> int:
        return sum(die.face or 0 for die in self.dice)
