"""The list of titles: the one line a new game adds."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from games.referee import Referee

TITLES: dict[str, str] = {
    "batman-who-laughs": "games.batman_who_laughs:BatmanWhoLaughs",
    "fire-nation": "games.fire_nation:FireNation",
    "animated-dice": "games.animated_dice:AnimatedDice",
    "gotham-chronicles": "games.gotham_chronicles:GothamChronicles",
    "talisman-batman": "games.talisman_batman:TalismanBatman",
}


@cache
def referee(slug: str) -> Referee[Any, Any, Any]:
    """The referee of a title; raises ``KeyError`` for an unknown slug."""
    module, name = TITLES[slug].split(":")
    return getattr(import_module(module), name)()  # type: ignore[no-any-return]


def referees() -> tuple[Referee[Any, Any, Any], ...]:
    """All titles in the order of the list."""
    return tuple(referee(slug) for slug in TITLES)
