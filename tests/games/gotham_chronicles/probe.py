"""What Gotham City Chronicles tells the laws: the miniatures on the map, and what notes say."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from games.gotham_chronicles.state import Attack, State
from games.gotham_chronicles.table import fighter
from games.referee import Prompt
from tests.probes import Probe, strings, values

FIGHTER = re.compile(r"^(?:hero:\d+|tile:.+:\d+)$")


def present(state: State) -> set[str]:
    """Heroes who stand and every miniature on the map, each by its own number."""
    heroes = {fighter("hero", i) for i, hero in enumerate(state.heroes) if not hero.neutralized}
    minis = {fighter("tile", tile.name, mini.number) for tile in state.tiles for mini in tile.minis}
    return heroes | minis


def held(state: State) -> Iterable[str]:
    """Who fights, moves or is in danger, and the miniature that acts for its tile.

    The target of an attack that is over is only a name: a further target may be looked for.
    """
    opened = state.open
    if isinstance(opened, Attack) and opened.stage == "after":
        opened = replace(opened, target="")
    under_way = msgspec.to_builtins((opened, state.peril))
    found = {text for text in strings(under_way) if FIGHTER.match(text)}
    act = state.activation
    return found | ({fighter("tile", act.tile, act.mini)} if act and act.mini else set())


def names(prompt: Prompt) -> Iterable[str]:
    return {value for _, value in values(prompt) if FIGHTER.match(str(value))}


CUBES = "stance spend wounds defends total transfer automatic task sweep phase reroll moved recount"
HANDS = " attack pick passed thrown command tactician activate sheet"
"""Notes whose pictograms show the cubes that move."""
TELLS = {
    "round": "round",
    "hero.*": CUBES + HANDS + " mark shackled unshackled",
    "wounds.*": "wounds stance transfer",
    "post.*": CUBES + HANDS + " to-the-end heroes-done cubes-boxed",
    "reserve": CUBES + HANDS + " to-the-end heroes-done cubes-boxed",
    "points": "event reinforced reinforced-at reinforced-beside villain-done event-over",
    "tile.*.shackles.*": "mark shackled unshackled",
    "tile.*": "tile-joins ally-neutralized neutral-neutralized to-pool reinforced reinforced-at"
    " reinforced-beside minis form life",
    "on_map": "to-pool reinforced reinforced-at reinforced-beside minis form cubes-boxed sheet",
    "counter.*": "count",
    "count.*": "count",
}

PROBE = Probe(present, held, names, TELLS)
