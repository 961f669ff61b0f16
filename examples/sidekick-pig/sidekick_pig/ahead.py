"""The die and the results of a roll, for forecasts and for luck."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import DiceRoll, RiskFigure, Ruling

from .rules import FACES
from .state import State

STAKES = {
    "bust": RiskFigure("stake.bust", danger=True),
    "points": RiskFigure("stake.points", counts=True),
}


def possible_rolls(state: State) -> tuple[DiceRoll, ...]:
    """Return the one die, fair as far as anyone knows."""
    return (DiceRoll("roll", "face", (tuple((n, 1) for n in FACES),), single=True),)


def figure_changes(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Return the points a roll adds, or that it loses those there were."""
    after = ruling.state
    if after.turn != before.turn:
        return {"bust": 1} if before.pot else {}
    return {"points": after.pot - before.pot} if after.pot > before.pot else {}


def utility(state: State, brought: Mapping[str, int]) -> int:
    """Return points gained, less what a 1 takes away."""
    return brought.get("points", 0) - brought.get("bust", 0) * state.pot


WORDS = {
    "stake.bust": _("A 1: all at stake is lost"),
    "stake.points": _n("{n} point or more", "{n} points or more"),
}
