"""The family's probe, with positions of this game."""

from collections.abc import Iterable

from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts
from games.rising.state import State
from tests.games.batman_who_laughs import table as laughs
from tests.games.rising import probe


def scenes() -> Iterable[State]:
    """Yield a roll whose dice an ability rolls again or turns, and a team whose dice no one
    knows."""
    able = CardFacts("Batman", effects=(AbilityEffect("reroll"), AbilityEffect("face")), known=True)
    yield laughs.in_full(laughs.table(cards=(able,)), *"WWWW").state
    game = laughs.table(laughs.with_lines("Ben: +Batman 0/5"), **laughs.STOCK).do(SetDepth("full"))
    yield laughs.to_heroes(game).state


PROBE = probe.PROBE._replace(scenes=scenes)

__all__ = ["PROBE"]
