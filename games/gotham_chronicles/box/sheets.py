"""Print on the components: entered once by a group, remembered in its box."""

from __future__ import annotations

from typing import Annotated, Literal

from games.actions import MaxLength, Range
from games.house_rules import HouseRule
from games.referee import Frozen

COLOURS = ("white", "yellow", "orange", "red", "black")
ACTION_SPACES = ("melee", "ranged", "manipulation", "thought", "movement")
SPACES = (*ACTION_SPACES, "defence", "reroll")
ROLLED = ("melee", "ranged", "manipulation", "thought")
RIVER_POSITIONS = 8
CUBES_IN_BOX = 46
MOST_MINIS = 12
EVENT_WARNING = "Event Warning"


class Skill(Frozen):
    """A skill icon; ``threshold`` is the encumbrance at which it stops working (p.19)."""

    name: str
    level: int = 1
    threshold: int | None = None


class ScreenSpace(Frozen):
    """An action or defence space of a screen: exertion limit, die, free-reroll arrow (p.18)."""

    limit: int = 4
    die: str = "orange"
    arrow: bool = False


class HeroSheet(Frozen):
    """A hero screen (p.18-19).

    ``active`` is ``None`` where the screen leaves the recovery open. ``bonuses`` are pairs
    (from this encumbrance on, first movement bonus); the last encumbrance is the limit.
    """

    name: str
    total: int = 10
    active: int | None = 2
    resting: int = 5
    melee: ScreenSpace = ScreenSpace()
    ranged: ScreenSpace = ScreenSpace()
    manipulation: ScreenSpace = ScreenSpace()
    thought: ScreenSpace = ScreenSpace()
    defence: ScreenSpace = ScreenSpace()
    movement: int = 4
    points: int = 1
    reroll: int = 4
    automatic: str = ""
    automatic_arrow: bool = False
    bonuses: tuple[tuple[int, int], ...] = ((0, 2), (3, 1), (5, 0))
    belt: int | None = None
    size: int = 1
    menace: int = 1
    skills: tuple[Skill, ...] = ()
    traits: tuple[str, ...] = ()
    source: str = ""

    @property
    def encumbrance_limit(self) -> int:
        return self.bonuses[-1][0]

    def bonus(self, encumbrance: int) -> int:
        """Return the first movement bonus at a load."""
        return [bonus for start, bonus in self.bonuses if start <= encumbrance][-1]

    def limit(self, space: str) -> int:
        """Return the exertion limit of a space."""
        if space == "movement":
            return self.movement
        if space == "reroll":
            return self.reroll
        return self.space(space).limit

    def space(self, space: str) -> ScreenSpace:
        """Return a space that gives a die; raise ``AttributeError`` for another name."""
        found: ScreenSpace = getattr(self, space)
        return found


class DiceOption(Frozen):
    """One set of dice of a tile's characteristic; ``arrows`` are its free rerolls (p.27)."""

    dice: tuple[str, ...]
    arrows: tuple[str, ...] = ()
    times: int = 1


class TileTrait(Frozen):
    """One characteristic of a tile: options to choose from, nothing, or crossed out (p.27)."""

    options: tuple[DiceOption, ...] = ()
    forbidden: bool = False


TileKind = Literal["leader", "elite", "henchman", "event"]
Side = Literal["villain", "hero", "neutral"]


class TileSheet(Frozen):
    """A character tile, or the event warning tile (p.27-28).

    ``reinforcement`` is ``None`` where no cost is printed. A double-sized tile has
    ``width`` 2 and its cost indicator over its first (0) or second (1) place.
    """

    name: str
    kind: TileKind = "henchman"
    side: Side = "villain"
    life: int = 1
    defence: int = 1
    bonus: int = 2
    size: int = 1
    menace: int = 1
    reinforcement: int | None = None
    width: int = 1
    indicator: int = 0
    melee: TileTrait = TileTrait()
    ranged: TileTrait = TileTrait()
    manipulation: TileTrait = TileTrait()
    thought: TileTrait = TileTrait()
    skills: tuple[Skill, ...] = ()
    traits: tuple[str, ...] = ()
    source: str = ""

    def ability(self, kind: str) -> TileTrait:
        """Return the characteristic of an action; raise ``AttributeError`` for another name."""
        found: TileTrait = getattr(self, kind)
        return found


EVENT_SHEET = TileSheet(EVENT_WARNING, "event")


class BonusLine(Frozen):
    """One bonus line of a card; the whole line applies when it is used (p.23)."""

    use: str = "any"
    dice: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()
    successes: int = 0
    traits: tuple[str, ...] = ()


CardKind = Literal["object", "tool", "melee", "ranged"]


class EquipmentCard(Frozen):
    """An equipment card, or a Bat-Gadget, whose ``weight`` is its size in the belt (p.22).

    ``copies`` of it are in the box.
    """

    name: str
    kind: CardKind = "object"
    weight: int = 0
    gadget: bool = False
    hero: str = ""
    lethal: bool = False
    once: bool = False
    lines: tuple[BonusLine, ...] = ()
    source: str = ""
    copies: int = 1


def belted(cards: tuple[EquipmentCard, ...]) -> int:
    """Return the size of the gadgets among the cards, which the belt has to hold (p.22)."""
    return sum(card.weight for card in cards if card.gadget)


class PostSheet(Frozen):
    """The command post (p.26): costs of the river's places, limits, multiplier, defence die.

    ``reroll`` is ``None`` until the group has read its limit off the tile.
    """

    costs: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    movement: int = 3
    points: int = 1
    defence: int = 4
    die: str = "orange"
    reroll: int | None = None


class RiverTile(Frozen):
    """A tile of a mission's river with its miniatures on the map, in the pool, set aside.

    ``counted`` is not so where no one has read the number on the map: the set-up asks for it.
    """

    tile: str
    on_map: int = 0
    pool: int = 0
    aside: int = 0
    down: bool = False
    counted: bool = True


class Start(Frozen):
    """Start of one hero where the choice has its own numbers (p.10, 13)."""

    hero: str
    fatigue: int | None = None
    cards: tuple[str, ...] = ()


class Slot(Frozen):
    """One hero choice of a mission: who may be chosen, cubes in fatigue, cards (p.10, 13).

    ``fatigue`` and ``cards`` are the chosen hero's, ``starts`` belongs to one hero. No ``fatigue``
    is one that no one has read.
    """

    heroes: tuple[str, ...] = ()
    fatigue: int | None = 0
    cards: tuple[str, ...] = ()
    starts: tuple[Start, ...] = ()

    def start(self, hero: str) -> Start:
        """Return what this hero begins with if chosen here."""
        own = next((each for each in self.starts if each.hero == hero), Start(hero))
        fatigue = self.fatigue if own.fatigue is None else own.fatigue
        return Start(hero, fatigue, (*self.cards, *own.cards))


class WarningEvent(Frozen):
    """One event of the event warning tile and its reinforcement points."""

    name: str
    points: int = 0


class ReinforcementArea(Frozen):
    """An area with a reinforcement token (p.31); on an inactive one no one appears."""

    area: str
    active: bool = True


class MissionEffect(Frozen):
    """A mission effect and the step it belongs to: upkeep, H2, H5, V2 or V4."""

    step: str
    text: str
    rounds: tuple[int, ...] = ()


MOST_CONDITIONS = 30
"""The number of a mission's conditions that questions can name."""


class Limit(Frozen):
    """A counter that has to be high or low enough."""

    counter: str
    at_least: int | None = None
    at_most: int | None = None


ALL_HEROES = 9
"""As ``heroes_fall``: however many play."""
MOMENTS = ("any", "upkeep", "H2", "H5", "V2", "V4", "round", "end")


class Condition(Frozen):
    """A victory condition of a mission's pages (p.15).

    ``when`` is "any" moment, a step's end (of ``rounds``, if some are named), the end of a "round"
    or of the last one ("end"). The referee watches counters (``counter`` with its bounds, ``also``
    further ones), heroes and characters that have to fall and how many ``heroes_fall``; all are
    needed. Without any of these the table decides whether it is met.
    """

    text: str
    side: Literal["heroes", "villain"] = "heroes"
    when: Literal["any", "upkeep", "H2", "H5", "V2", "V4", "round", "end"] = "any"
    counter: str = ""
    at_least: int | None = None
    at_most: int | None = None
    rounds: tuple[int, ...] = ()
    also: tuple[Limit, ...] = ()
    falls: tuple[str, ...] = ()
    heroes_fall: int = 0


class CounterSheet(Frozen):
    """A number the mission counts."""

    name: str
    value: int = 0
    low: int = 0
    high: int = 20


PAGE = ("first", "reserve", "recovery", "fatigue", "river", "rounds")
"""Lines of a mission's page that the table reads one by one, when each of them matters."""
CUBES = "cubes"
"""The line of one hero: cubes in fatigue."""


class MissionSheet(Frozen):
    """Numbers on a mission's pages (p.10-13).

    An ``unread`` mission is known by its heroes and tiles; ``read`` are those lines of its ``PAGE``
    that a table has read.
    """

    title: str
    rounds: int = 7
    initiative: Literal["heroes", "villain"] = "heroes"
    slots: tuple[Slot, ...] = (Slot(),)
    reserve: int = 8
    fatigue: int = 2
    recovery: int = 5
    defence: int = 4
    river: tuple[RiverTile, ...] = (RiverTile(EVENT_WARNING),)
    set_aside: tuple[RiverTile, ...] = ()
    events: tuple[WarningEvent, ...] = ()
    effects: tuple[MissionEffect, ...] = ()
    conditions: tuple[Condition, ...] = ()
    counters: tuple[CounterSheet, ...] = ()
    ground: tuple[str, ...] = ()
    source: str = ""
    reinforcements: tuple[ReinforcementArea, ...] = ()
    unread: bool = False
    read: tuple[str, ...] = ()


class Box(Frozen):
    """A physical copy as far as its group has entered it; sheets are found by name.

    ``faces`` are the six faces of each colour in the order of ``COLOURS``, empty if unread.
    """

    heroes: tuple[HeroSheet, ...] = ()
    tiles: tuple[TileSheet, ...] = ()
    cards: tuple[EquipmentCard, ...] = ()
    missions: tuple[MissionSheet, ...] = ()
    post: PostSheet = PostSheet()
    faces: tuple[tuple[int, ...], ...] = ()
    house_rules: tuple[HouseRule, ...] = ()


class Setup(Frozen):
    """Choices made before the start.

    ``mission`` is a title of the box, empty for numbers of one's own (``rounds`` to
    ``river``). ``minis`` are the miniatures on the map of the tiles the mission has not
    counted, in the river's order. ``gadgets`` are ``"hero|card"``, ``allies`` are
    ``"hero|tile"``, by the hero's place in ``heroes``. ``title`` is the name of a mission of one's
    own, under which the copy keeps it. ``edition`` is that of the questions asked: from the second
    on, no one chooses the stance of a neutralized hero; from the third on, the numbers of a
    mission's page are asked at the table, when they matter; from the fourth on, its river is asked
    for as printed.
    """

    mission: str = ""
    heroes: tuple[str, ...] = ()
    gadgets: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    depth: str = "quick"
    rounds: Annotated[int, Range(1, 20)] = 7
    initiative: str = "heroes"
    hero_fatigue: Annotated[int, Range(0, 20)] = 0
    reserve: Annotated[int, Range(0, CUBES_IN_BOX)] = 8
    fatigue: Annotated[int, Range(0, CUBES_IN_BOX)] = 2
    recovery: Annotated[int, Range(0, CUBES_IN_BOX)] = 5
    river: tuple[str, ...] = ()
    minis: tuple[int, ...] = ()
    edition: int = 1
    house_rules: tuple[str, ...] = ()
    title: Annotated[str, MaxLength(60)] = ""


def mission_sheet(title: str, box: Box) -> MissionSheet | None:
    """Return a mission of the box, or nothing for one that is typed in."""
    return next((each for each in box.missions if each.title == title), None)


def hero_sheet(name: str, box: Box) -> HeroSheet:
    """Return a hero of the box, or a plain screen to be corrected at the table."""
    found = next((hero for hero in box.heroes if hero.name == name), None)
    return found or HeroSheet(name)


def card_sheet(name: str, box: Box) -> EquipmentCard:
    """Return a card of the box, or a plain object of that name."""
    found = next((card for card in box.cards if card.name == name), None)
    return found or EquipmentCard(name)


def tile_sheet(name: str, box: Box) -> TileSheet:
    """Return a tile of the box, the event tile, or a plain henchman of that name."""
    if name == EVENT_WARNING:
        return EVENT_SHEET
    found = next((tile for tile in box.tiles if tile.name == name), None)
    return found or TileSheet(name)
