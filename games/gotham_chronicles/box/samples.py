"""An invented box to try the title without owning it. Every name is marked as a sample."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.notation import ability, bonuses, card_lines, skills, space
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    CardKind,
    Condition,
    CounterSheet,
    EquipmentCard,
    HeroSheet,
    MissionEffect,
    MissionSheet,
    PostSheet,
    ReinforcementArea,
    RiverTile,
    ScreenSpace,
    Side,
    Slot,
    Start,
    TileKind,
    TileSheet,
    WarningEvent,
)

VIGIL = HeroSheet(
    "Vigil (sample)",
    total=11,
    active=2,
    resting=6,
    melee=space("R", 3),
    ranged=space("O", 3),
    manipulation=space("O", 3),
    thought=space("R", 4),
    defence=space("O", 5),
    automatic="orange",
    bonuses=bonuses("0:2 4:1 6:0"),
    belt=4,
    skills=skills("Martial Arts 1(4), Investigation 2, Mobility 1(3), Parkour 1(3)"),
    traits=("Moral Code",),
    source="sample",
)
SERGEANT = HeroSheet(
    "Sergeant Vale (sample)",
    total=9,
    active=2,
    resting=5,
    melee=space("O", 4),
    ranged=space("O", 5),
    manipulation=space("Y", 4),
    thought=space("Y", 6),
    defence=space("Y*", 4),
    reroll=5,
    bonuses=bonuses("0:2 3:1 6:0"),
    skills=skills("Retaliation 2(5), Nerves of Steel 2, Support 1, Henchman Command 3"),
    source="sample",
)
SHADE = HeroSheet(
    "Shade (sample)",
    total=10,
    active=2,
    resting=5,
    melee=space("Y*", 5),
    ranged=space("O", 4),
    manipulation=space("R", 4),
    thought=space("O", 4),
    defence=space("O", 5),
    reroll=6,
    bonuses=bonuses("0:3 3:2 4:1 5:0"),
    belt=1,
    skills=skills("Lock Picking 2, Untouchable 1(5), Elusive 2(3), Combo 1(4)"),
    source="sample",
)
TILES = (
    TileSheet(
        "Dockers (sample)",
        "henchman",
        bonus=3,
        reinforcement=1,
        melee=ability("2Y*"),
        thought=ability("W*+Y"),
        skills=skills("Elusive 1"),
        source="sample",
    ),
    TileSheet(
        "Gunners (sample)",
        "henchman",
        reinforcement=1,
        ranged=ability("2W*"),
        manipulation=ability("W+O"),
        source="sample",
    ),
    TileSheet(
        "Enforcers (sample)",
        "elite",
        defence=2,
        bonus=3,
        reinforcement=2,
        melee=ability("2W+Y"),
        skills=skills("Circular Strike 2"),
        source="sample",
    ),
    TileSheet(
        "The Foreman (sample)",
        "leader",
        life=6,
        defence=2,
        bonus=2,
        melee=ability("2B or 2Y x3"),
        ranged=ability("-"),
        manipulation=ability("2O"),
        thought=ability("W+R"),
        skills=skills("Martial Arts 1, Counterattack 2"),
        source="sample",
    ),
    TileSheet(
        "Beat Officers (sample)",
        "henchman",
        "hero",
        reinforcement=1,
        melee=ability("Y+O"),
        skills=skills("Untouchable 1"),
        source="sample",
    ),
)
CARDS = (
    EquipmentCard("Baton (sample)", "melee", 1, lines=card_lines("melee: Y"), source="sample"),
    EquipmentCard(
        "Rifle (sample)", "ranged", 4, lethal=True, lines=card_lines("ranged: R"), source="sample"
    ),
    EquipmentCard(
        "Tool Roll (sample)", "tool", 1, lines=card_lines("any: Hacking 1"), source="sample"
    ),
    EquipmentCard("Vest (sample)", "object", 2, lines=card_lines("defence: O"), source="sample"),
    EquipmentCard(
        "First Aid (sample)",
        "tool",
        1,
        once=True,
        lines=card_lines("any: Regeneration 2"),
        source="sample",
    ),
    EquipmentCard(
        "Throwing Stars (sample)",
        "ranged",
        1,
        gadget=True,
        lines=card_lines("ranged: Y*"),
        source="sample",
    ),
    EquipmentCard(
        "Flash Pellet (sample)",
        "tool",
        1,
        gadget=True,
        once=True,
        lines=card_lines("manipulation: O"),
        source="sample",
    ),
)
SLOTS = (
    Slot((VIGIL.name, SHADE.name), 5),
    Slot((SERGEANT.name, SHADE.name), 2, ("Baton (sample)",)),
    Slot((SHADE.name, SERGEANT.name), 3, ("Vest (sample)",)),
)


def mission(heroes: int) -> MissionSheet:
    """Return the sample mission for 1 to 3 heroes."""
    return MissionSheet(
        f"Night at Pier {heroes} (sample)",
        rounds=3 + heroes,
        slots=SLOTS[:heroes],
        reserve=3 + 2 * heroes,
        fatigue=2,
        recovery=3 if heroes == 1 else 5,
        river=(
            RiverTile("Dockers (sample)", 2 + heroes, 1),
            RiverTile("Gunners (sample)", 1 + heroes),
            RiverTile(EVENT_WARNING),
            RiverTile("Enforcers (sample)", heroes),
            RiverTile("The Foreman (sample)", 1),
        ),
        events=(WarningEvent("Another van", 2 + heroes), WarningEvent("Lights out", 0)),
        effects=(MissionEffect("upkeep", "The crane swings: turn its token", (2, 3)),),
        conditions=(
            Condition("All crates are opened", "heroes", counter="Crates", at_least=2 + heroes),
            Condition("The ship has been loaded", "villain", counter="Loaded", at_least=3),
            Condition("The ship still lies at the pier", "heroes", "end"),
        ),
        counters=(CounterSheet("Crates", 0, 0, 2 + heroes), CounterSheet("Loaded", 0, 0, 3)),
        ground=("Rifle (sample)", "First Aid (sample)"),
        source="sample",
        reinforcements=(
            ReinforcementArea("North gate"),
            ReinforcementArea("Quay"),
            ReinforcementArea("Roof", active=False),
        ),
    )


def sample_box() -> Box:
    """Return three heroes, five tiles, seven cards, a mission for each number of heroes."""
    return Box(
        (VIGIL, SERGEANT, SHADE),
        TILES,
        CARDS,
        (mission(1), mission(2), mission(3)),
        PostSheet(reroll=4),
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
    copies: int = 1


class MissionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mission as it is stored: who may play each hero, and the villain's tiles in no order."""

    title: str
    slots: tuple[tuple[str, ...], ...]
    tiles: tuple[str, ...]


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; ``sources`` say where each list comes from."""

    sources: dict[str, str]
    heroes: tuple[HeroRow, ...]
    tiles: tuple[TileRow, ...]
    cards: tuple[CardRow, ...]
    missions: tuple[MissionRow, ...]


@cache
def starter() -> Box:
    """Return all unconfirmed sheets; raise ``ValueError`` if the data cannot be read."""
    text = (Path(__file__).parent / "starter.json").read_bytes()
    data = msgspec.json.decode(text, type=Data)
    return Box(
        tuple(map(_hero, data.heroes)),
        tuple(map(_tile, data.tiles)),
        tuple(map(_card, data.cards)),
        (sink_a_city(), *map(_mission, data.missions)),
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


def _space(text: str) -> ScreenSpace:
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


def _card(row: CardRow) -> EquipmentCard:
    return EquipmentCard(
        row.name,
        row.kind,
        row.weight,
        row.gadget,
        row.hero,
        row.lethal,
        row.once,
        notation.card_lines(row.lines),
        UNCONFIRMED,
        row.copies,
    )


def _mission(row: MissionRow) -> MissionSheet:
    tiles = tuple(RiverTile(name, counted=False) for name in row.tiles)
    return MissionSheet(
        row.title,
        slots=tuple(map(Slot, row.slots)),
        river=(*tiles, RiverTile(EVENT_WARNING)),
        source=UNCONFIRMED,
        unread=True,
    )


PARTS = (
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
)
"""Who may play each hero of the first mission, and what each begins with."""

RIVER = (
    RiverTile("Bane", 1),
    RiverTile("Brutes with Chains", counted=False),
    RiverTile("Brutes with Firearm", counted=False),
    RiverTile("Owls with Handgun", 4),
    RiverTile("Thugs with Crowbar", counted=False),
    RiverTile("Thugs with Firearm", counted=False),
    RiverTile(EVENT_WARNING),
)
"""The villain's tiles of the first mission, from the cheapest place on."""


def sink_a_city() -> MissionSheet:
    """Return the first mission as far as the rulebook shows it (p.8-14, 46).

    Its map and its last page are pictures there: how many miniatures stand on the map is asked
    at the set-up; rounds and conditions are what reviews tell, events are to be added.
    """
    return MissionSheet(
        "To Sink a City",
        slots=PARTS,
        reserve=9,
        fatigue=2,
        river=RIVER,
        set_aside=(RiverTile("Bane (Venom Injected)", aside=1),),
        conditions=(
            Condition("At most one bomb is primed", "heroes", "end", BOMBS, at_most=1),
            Condition("Two bombs or more are primed", "villain", "end", BOMBS, at_least=2),
        ),
        counters=(CounterSheet(BOMBS, 0, 0, 5), CounterSheet("Computers", 4, 0, 4)),
        ground=("Minigun", "Stun Grenade"),
        source=UNCONFIRMED,
        reinforcements=tuple(ReinforcementArea(f"Token {n}") for n in range(1, 5)),
    )
