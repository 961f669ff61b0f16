"""Facts Gotham City Chronicles tells the laws: the miniatures on the map, and what notes say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from companion.conformance.draws import begun as drawn
from companion.conformance.draws import copies, halved
from companion.conformance.translations_check import nested
from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.box.samples import starter
from games.gotham_chronicles.box.sheets import (
    ALL_HEROES,
    EVENT_WARNING,
    MOMENTS,
    Box,
    Condition,
    CounterSheet,
    MissionEffect,
    MissionSheet,
    ReinforcementArea,
    RiverTile,
    Setup,
    Slot,
    WarningEvent,
)
from games.gotham_chronicles.rules.setup import MOST_HEROES
from games.gotham_chronicles.state import VARIANTS, Attack, State
from games.gotham_chronicles.table import fighter
from games.referee import AnyReferee, Prompt, Ruling
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table
from tests.probes import Probe, values

T = TypeVar("T")
FIGHTER = re.compile(r"^(?:hero:\d+|tile:.+:\d+)$")


def present(state: State) -> set[str]:
    """Return Heroes who stand and every miniature on the map, each by its own number."""
    heroes = {fighter("hero", i) for i, hero in enumerate(state.heroes) if not hero.neutralized}
    minis = {fighter("tile", tile.name, mini.number) for tile in state.tiles for mini in tile.minis}
    return heroes | minis


def held(state: State) -> Iterable[str]:
    """Return who fights, moves or is in danger, and the miniature that acts for its tile.

    The target of an attack that is over is only a name: a further target may be looked for.
    """
    opened = state.open
    if isinstance(opened, Attack) and opened.stage == "after":
        opened = replace(opened, target="")
    under_way = msgspec.to_builtins((opened, state.peril))
    found = {text for text in nested(under_way, str) if FIGHTER.match(text)}
    act = state.activation
    return found | ({fighter("tile", act.tile, act.mini)} if act and act.mini else set())


def names(prompt: Prompt) -> Iterable[str]:
    return {value for _, value in values(prompt) if FIGHTER.match(str(value))}


CUBES = (
    "stance spend wounds defends total total-rerolled transfer automatic task sweep phase reroll"
    " moved moved.plain recount pushed shielded"
)
HANDS = " attack pick passed thrown command tactician activate sheet fatigue-read number-read"
"""Notes whose pictograms show the cubes that move."""
TELLS = {
    "round": "round",
    "hero.*": CUBES + HANDS + " mark shackled unshackled",
    "wounds.*": "wounds stance transfer pushed shielded",
    "post.*": CUBES + HANDS + " villain-recovers to-the-end heroes-done cubes-boxed",
    "reserve": CUBES + HANDS + " villain-recovers to-the-end heroes-done cubes-boxed",
    "points": "event reinforced reinforced-at reinforced-beside villain-done event-over",
    "tile.*.shackles.*": "mark shackled unshackled",
    "tile.*": "tile-joins ally-neutralized neutral-neutralized to-pool reinforced reinforced-at"
    " reinforced-beside minis minis.counted form life",
    "on_map": "to-pool reinforced reinforced-at reinforced-beside minis minis.counted form"
    " cubes-boxed sheet",
    "counter.*": "count",
    "count.*": "count",
}

GIFTS = skills(
    "Attraction 1, Tactician 1, Sacrifice 1, Luck 1, Blast 1, Frost 1, Flame 1, Grenade 1, "
    "Body Guard 1"
)


def gifted(box: Box) -> Box:
    """Return this box with skills on everyone, so that every rule comes up."""
    tiles = (
        replace(t, life=max(2, t.life), skills=(*t.skills, *GIFTS, *skills("Misfortune 1")))
        for t in box.tiles
    )
    return replace(
        box,
        heroes=tuple(replace(h, skills=(*h.skills, *GIFTS)) for h in box.heroes),
        tiles=tuple(tiles),
        missions=tuple(replace(m, set_aside=(RiverTile("Form", aside=1),)) for m in box.missions),
    )


def begun(referee: AnyReferee, rng: Random) -> State:
    """Return a mission for two or three heroes with gifts, gadgets, allies, and some of the
    variants."""
    box = gifted(referee.sample_box())
    setup = replace(
        referee.setup_default(rng.choice((3, 4)), box),
        gadgets=("0|Throwing Stars (sample)",),
        allies=("1|Beat Officers (sample)",),
        variants=tuple(v for v in VARIANTS if rng.random() < 0.5),
        depth=rng.choice(("full", "full", "full", "quick")),
    )
    ruling = referee.begin(setup, box)
    assert isinstance(ruling, Ruling), ruling
    state: State = ruling.state
    return state


FACES = ((0, 0, 1, 1, 1, 2), (0, 1, 1, 1, 2, 2), (0, 1, 1, 2, 2, 3), (1, 1, 2, 2, 3, 3), ())
"""Invented faces of all colours but black, which no one has read."""


def typed(box: Box, rng: Random) -> MissionSheet:
    """Return a mission as a group might type it, of anything its copy holds."""

    def some(known: tuple[T, ...], most: int) -> list[T]:
        return rng.sample(known, rng.randint(0, min(most, len(known))))

    river, counters = some(tuple(t for t in box.tiles if t.side != "hero"), 6), ("Bombs", "Keys")
    river = river[: 7 - sum(tile.width - 1 for tile in river)]
    kinds = {"falls": tuple(t.name for t in river[:1]), "heroes_fall": rng.choice((1, ALL_HEROES))}
    watched = [{}, {"counter": "Bombs", "at_least": 2}, *({name: n} for name, n in kinds.items())]
    cards = tuple(card.name for card in box.cards if not card.gadget)
    places = [
        RiverTile(t.name, rng.randint(0, 3), rng.randint(0, 2), counted=rng.random() < 0.6)
        for t in river
    ]
    return MissionSheet(
        "Typed",
        rng.randint(1, 8),
        rng.choice(("heroes", "villain")),
        tuple(
            Slot((), rng.randint(0, 12), tuple(some(cards, 2)))
            for _ in range(rng.randint(1, MOST_HEROES))
        ),
        rng.randint(0, 12),
        rng.randint(0, 6),
        rng.choice((3, 5)),
        rng.choice((3, 4)),
        (*places, RiverTile(EVENT_WARNING)),
        (RiverTile("Form", aside=1),),
        tuple(WarningEvent(f"Event {n}", n) for n in range(rng.randint(0, 2))),
        tuple(
            MissionEffect(step, f"At {step}")
            for step in some(("upkeep", "H2", "H5", "V2", "V4"), 2)
        ),
        tuple(
            Condition(f"Goal {n}", rng.choice(("heroes", "villain")), when, **rng.choice(watched))
            for n, when in enumerate(some(MOMENTS, 3))
        ),
        tuple(CounterSheet(name, 0, 0, 3) for name in counters),
        tuple(some(cards, 6)),
        reinforcements=tuple(ReinforcementArea(area) for area in some(("Dock", "Roof"), 2)),
    )


def draws(referee: AnyReferee, rng: Random) -> tuple[Setup, State]:
    """Return a blank, half-filled or full copy with or without a mission typed by its group, and
    any set-up of it."""
    boxes = [*copies(referee).values()]
    box = rng.choice(
        [*boxes, boxes[1], boxes[1], halved(boxes[1], rng, boxes[0]), gifted(boxes[1])]
    )
    if rng.random() < 0.6:
        box = replace(box, missions=(*box.missions, typed(box, rng)))
    if rng.random() < 0.3:
        box = replace(box, faces=FACES)
    chosen, state = drawn(referee, rng, (box,))
    return chosen, state


def side(state: State, prompt: Prompt) -> Iterable[int]:
    """Return the heroes' side, for which any hero's player may act."""
    own = prompt.actors or ()
    return own if state.villain in own else {*own, *state.hero_parts}


def scenes() -> Iterable[State]:
    """Yield someone is about to be dragged along (Attraction, p.53), to strike back (p.49), to roll
    for a task, or to be defended after all; and a villain who reads the river off a page, and a
    hero whose die no one has read."""
    at = table((replace(BATMAN, skills=skills("Attraction 2")),), ((THUGS, 1),), depth="full")
    at.heroes_act()
    yield at.do(a.Automatic("manipulation", 0, "Attraction"))
    croc = replace(CROC, skills=skills("Counterattack 1"))
    at = table((BATMAN,), ((croc, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:1", 1), a.Total(1), MELEE_TARGET="same")
    yield at.do(a.Defend(0))
    at = table((BATMAN,), ((THUGS, 2),), depth="full")
    at.heroes_act()
    yield at.do(a.HeroTask(0, "thought", 2))
    at.do(a.Total(2))
    thug = f"tile:{THUGS.name}:1"
    yield at.do(a.HeroAttack(0, "melee", thug, where="same", symbols=3, bare=True))
    at = table((BATMAN,), ((THUGS, 2),), depth="full", edition=3)
    at.heroes_act()
    yield at.do(a.HeroAttack(0, "melee", thug, 1, where="same", symbols=0))
    page = Setup("Mission 4: Icy Welcome", ("Batman", "Catwoman", "Batgirl"), edition=3)
    at = At(GAME.begin(page, starter()).state)
    at.do(a.Begin("villain"))
    yield at.do(*(a.ReadPost(what, 5) for what in ("reserve", "recovery", "fatigue")))


WEIGHED = frozenset({"E_OCCUPATION", "E_MOVE_POINTS", "E_SUM"})
"""Whether there is room, and what a move costs, hangs on the sizes told of the areas (p.34-35).
That a cube is missing is what all the cubes are counted for."""
PROBE = Probe(present, held, names, TELLS, side, begun, scenes, draws, WEIGHED)
