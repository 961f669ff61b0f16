"""The starter set: numbers of components as fans transcribed them, all unconfirmed.

``starter.json`` holds names and numbers in the notations of ``notation``, with its sources.
A group loads it on purpose and checks each sheet against its own components.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    Card,
    CardKind,
    Condition,
    CounterSheet,
    HeroSheet,
    MissionSheet,
    Place,
    ReinforcementArea,
    Side,
    Slot,
    Space,
    Start,
    TileKind,
    TileSheet,
)

UNCONFIRMED = "unconfirmed"
BOMBS = "Bombs"


class HeroRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero as it is stored: spaces are ``die limit``."""

    name: str
    total: int
    active: int | None
    resting: int
    melee: str
    ranged: str
    manipulation: str
    thought: str
    defence: str
    automatic: str
    reroll: int
    movement: int
    points: int
    bonuses: str
    belt: int | None
    size: int
    menace: int
    skills: str
    traits: tuple[str, ...]


class TileRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile as it is stored."""

    name: str
    kind: TileKind
    side: Side
    life: int
    defence: int
    bonus: int
    size: int
    menace: int
    reinforcement: int | None
    width: int
    melee: str
    ranged: str
    manipulation: str
    thought: str
    skills: str
    traits: tuple[str, ...]


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it is stored."""

    name: str
    kind: CardKind
    weight: int
    lines: str = ""
    gadget: bool = False
    hero: str = ""
    lethal: bool = False
    once: bool = False


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; ``sources`` say where each list comes from."""

    sources: dict[str, str]
    heroes: tuple[HeroRow, ...]
    tiles: tuple[TileRow, ...]
    cards: tuple[CardRow, ...]


@cache
def starter() -> Box:
    """All unconfirmed sheets; raises ``ValueError`` if the data cannot be read."""
    text = (Path(__file__).parent / "starter.json").read_bytes()
    data = msgspec.json.decode(text, type=Data)
    return Box(
        tuple(map(_hero, data.heroes)),
        tuple(map(_tile, data.tiles)),
        tuple(map(_card, data.cards)),
        (sink_a_city(),),
    )


def _hero(row: HeroRow) -> HeroSheet:
    automatic, arrow = notation.die(row.automatic) if row.automatic else ("", False)
    return HeroSheet(
        row.name,
        row.total,
        row.active,
        row.resting,
        _space(row.melee),
        _space(row.ranged),
        _space(row.manipulation),
        _space(row.thought),
        _space(row.defence),
        row.movement,
        row.points,
        row.reroll,
        automatic,
        arrow,
        notation.bonuses(row.bonuses),
        row.belt,
        row.size,
        row.menace,
        notation.skills(row.skills),
        row.traits,
        UNCONFIRMED,
    )


def _space(text: str) -> Space:
    die, limit = text.split()
    return notation.space(die, int(limit))


def _tile(row: TileRow) -> TileSheet:
    return TileSheet(
        row.name,
        row.kind,
        row.side,
        row.life,
        row.defence,
        row.bonus,
        row.size,
        row.menace,
        row.reinforcement,
        row.width,
        0,
        notation.ability(row.melee),
        notation.ability(row.ranged),
        notation.ability(row.manipulation),
        notation.ability(row.thought),
        notation.skills(row.skills),
        row.traits,
        UNCONFIRMED,
    )


def _card(row: CardRow) -> Card:
    return Card(
        row.name,
        row.kind,
        row.weight,
        row.gadget,
        row.hero,
        row.lethal,
        row.once,
        notation.card_lines(row.lines),
        UNCONFIRMED,
    )


def sink_a_city() -> MissionSheet:
    """The first mission as far as the rulebook shows it (p.8-14, 46).

    Its map and its last page are pictures there: how many miniatures stand on the map is asked
    at the set-up; rounds and conditions are what reviews tell, events are to be added.
    """
    return MissionSheet(
        "To Sink a City",
        slots=(
            Slot(
                ("Batman", "Renee Montoya"),
                starts=(Start("Batman", 5), Start("Renee Montoya", cards=("Service Gun",))),
            ),
            Slot(
                ("Catwoman", "Bluebird", "Catwoman (The Long Halloween)"),
                starts=(
                    Start("Catwoman", cards=("Claws",)),
                    Start("Bluebird", cards=("Taser Handgun",)),
                ),
            ),
            Slot(
                ("Red Hood (Jason Todd)", "Orphan (Cassandra Cain)", "Nightwing"),
                starts=(
                    Start("Red Hood (Jason Todd)", cards=("Revolver",)),
                    Start("Nightwing", cards=("Baton", "Baton")),
                ),
            ),
        ),
        reserve=9,
        fatigue=2,
        river=(
            Place("Bane", 1),
            Place("Brutes with Chains", counted=False),
            Place("Brutes with Firearm", counted=False),
            Place("Owls with Handgun", 4),
            Place("Thugs with Crowbar", counted=False),
            Place("Thugs with Firearm", counted=False),
            Place(EVENT_WARNING),
        ),
        set_aside=(Place("Bane (Venom Injected)", aside=1),),
        conditions=(
            Condition("At most one bomb is primed", "heroes", "end", BOMBS, at_most=1),
            Condition("Two bombs or more are primed", "villain", "end", BOMBS, at_least=2),
        ),
        counters=(CounterSheet(BOMBS, 0, 0, 5), CounterSheet("Computers", 4, 0, 4)),
        ground=("Minigun", "Stun Grenade"),
        source=UNCONFIRMED,
        reinforcements=tuple(ReinforcementArea(f"Token {n}") for n in range(1, 5)),
    )
