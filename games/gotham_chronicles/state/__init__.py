"""The state of a play and the small pure helpers every rule uses."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import (
    SPACES,
    Condition,
    EquipmentCard,
    HeroSheet,
    MissionEffect,
    ReinforcementArea,
    Side,
    Skill,
    TileSheet,
    WarningEvent,
)
from games.gotham_chronicles.state.dice import Roll
from games.house_rules import HouseRule
from games.messages import Msg
from games.referee import Frozen

HERO_PHASES = ("H2", "H3", "H4", "H5")
VILLAIN_PHASES = ("V2", "V3", "V4")
GIVEN_STEPS = ("upkeep", "H2", "H4", "H5", "V2", "V3", "V4")
"""The steps in which an event or the mission may let someone move or act."""
VARIANTS = ("E1", "E2", "E3", "E4", "H1", "H2", "H3")
VILLAIN = Msg("side.villain")
THE_VILLAIN = Msg("term.villain")


class Hero(Frozen):
    """One Bat-Tablet (p.18). ``spaces`` follow the order of ``SPACES``.

    ``choosing`` is the stance chosen while others still choose, with the wounds to
    ``regenerate`` first and the one-time card ``healing`` them; ``kept`` are bonus points a
    variant keeps; ``used`` names once-per-round rights; ``laid`` is "", "down" or "rising".
    """

    sheet: HeroSheet
    reserve: int = 0
    fatigue: int = 0
    wounds: int = 0
    spaces: tuple[int, ...] = (0,) * len(SPACES)
    stance: Literal["undeclared", "active", "resting"] = "undeclared"
    choosing: str = ""
    regenerate: int = 0
    cards: tuple[EquipmentCard, ...] = ()
    moved: bool = False
    kept: int = 0
    used: tuple[str, ...] = ()
    shackles: int = 0
    laid: str = ""
    friend: bool = False
    free_success: bool = False
    healing: str = ""

    @property
    def neutralized(self) -> bool:
        return self.wounds == self.sheet.total

    @property
    def encumbrance(self) -> int:
        return sum(card.weight for card in self.cards if not card.gadget)

    @property
    def bonus(self) -> int:
        """The first movement bonus at the load carried now."""
        return 0 if self.laid else self.sheet.bonus(self.encumbrance)

    def on(self, space: str) -> int:
        """Return the cubes on a space."""
        return self.spaces[SPACES.index(space)]

    def room(self, space: str) -> int:
        """Return how many more cubes the space takes and the reserve gives."""
        return max(0, min(self.reserve, self.sheet.limit(space) - self.on(space)))


class Post(Frozen):
    """The command post (p.26). ``total`` falls by two with each tile dredged."""

    total: int
    reserve: int
    fatigue: int
    recovery: int
    movement: int = 0
    defence: int = 0
    reroll: int = 0
    movement_limit: int = 3
    defence_limit: int = 4
    reroll_limit: int | None = None
    points: int = 1
    die: str = "orange"
    costs: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    activations: int = 0
    demobilized: bool = False
    free_reroll: bool = False

    def on(self, space: str) -> int:
        """Return the cubes on movement, defence or reroll."""
        found: int = getattr(self, space)
        return found

    def limit(self, space: str) -> int:
        """Return the exertion limit; all cubes there are where it has not been entered."""
        found: int | None = getattr(self, f"{space}_limit")
        return self.total if found is None else found

    def room(self, space: str) -> int:
        """Return how many more cubes the space takes and the reserve gives."""
        return max(0, min(self.reserve, self.limit(space) - self.on(space)))


POST_SPACES = ("movement", "defence", "reroll")


class Mini(Frozen):
    """One miniature on the map, with an identity while it is there.

    ``number`` tells it from the others of its tile and stays its own when one of them leaves.
    ``life`` are its life points left, ``shackles`` the tokens on it. ``laid`` down it stands up
    at its next activation; ``acted`` it is done in the activation of its tile; ``guided`` it
    was moved by a Tactician this round.
    """

    number: int
    life: int = 1
    shackles: int = 0
    laid: bool = False
    acted: bool = False
    guided: bool = False


class Tile(Frozen):
    """A character tile in play with its miniatures on the map.

    ``place`` is "river", "aside", "ally" (next to the tablet of hero ``owner``) or "box"; ``pool``,
    ``aside`` and ``removed`` count the miniatures elsewhere, ``quantity`` all of them. Unless
    ``counted``, there may be more on the map than anyone has entered.
    """

    sheet: TileSheet
    place: Literal["river", "aside", "ally", "box"] = "river"
    down: bool = False
    minis: tuple[Mini, ...] = ()
    pool: int = 0
    aside: int = 0
    removed: int = 0
    quantity: int = 0
    owner: int | None = None
    activated: bool = False
    friend: bool = False
    counted: bool = True

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def side(self) -> Side:
        return self.sheet.side

    @property
    def on_map(self) -> int:
        return len(self.minis)

    def mini(self, number: int) -> Mini | None:
        """Return the miniature of this number if it is on the map."""
        return next((mini for mini in self.minis if mini.number == number), None)

    @property
    def told_apart(self) -> bool:
        """True if anything but the number tells one of its miniatures from another."""
        faces = {replace(mini, number=0) for mini in self.minis}
        return len(self.minis) > 1 and (self.sheet.life > 1 or len(faces) > 1)


class Counter(Frozen):
    """A number the mission counts."""

    name: str
    value: int
    low: int
    high: int


class Token(Frozen):
    """A field modifier token (p.54); ``side`` placed it, ``dissipating`` is its face."""

    kind: str
    area: str
    side: Literal["heroes", "villain"]
    dissipating: bool = False


class DroppedCard(Frozen):
    """A card on the map."""

    card: EquipmentCard
    area: str = ""


class Move(Frozen, tag="move"):
    """A Movement action being made; ``bonus`` is the part of ``pool`` from the first movement
    bonus, ``given`` the part a Tactician gave, ``buys`` whether cubes may add points."""

    who: str
    pool: int = 0
    bonus: int = 0
    buys: bool = True
    given: int = 0


class Grant(Frozen):
    """One thing a skill brings: ``n`` tokens of a ``kind``, an "explosion" of level ``n``,
    "drag", someone pulled here from ``n`` areas away, or "rise", danger that ``n`` tokens
    raised in an ``area``. ``immune``: ``who`` does not roll."""

    kind: str
    who: str
    n: int
    area: str = ""
    token: str = ""
    immune: bool = False


class Attack(Frozen, tag="attack"):
    """An attack being made. ``who`` and ``target`` are fighters (see ``fighter``).

    ``stage`` is "roll", "defence" (the target chooses cubes), "defend" (its roll) or
    "after" (free actions may follow). ``free`` names the free action this attack is.
    ``skills`` are the attacker's, cards included; ``plus`` are automatic successes, ``less``
    what hindering and shackles take off, ``smoke`` what smoke does. ``remaining`` is what a
    neutralized (``felled``) target left over, ``chain`` how often it was passed on.
    ``shield`` is the ally who takes successes upon itself, ``cards`` the cards in use;
    ``brings`` waits from the attack this one answers.
    """

    kind: str
    who: str
    target: str
    stage: Literal["roll", "defence", "defend", "after"] = "roll"
    free: str = ""
    roll: Roll = Roll()
    skills: tuple[Skill, ...] = ()
    plus: int = 0
    less: int = 0
    smoke: int = 0
    successes: int = 0
    defence: Roll = Roll()
    defence_plus: int = 0
    remaining: int = 0
    felled: bool = False
    chain: int = 0
    shackle: bool = False
    shield: str = ""
    cards: tuple[str, ...] = ()
    brings: tuple[Grant, ...] = ()


class Struck(Frozen, tag="struck"):
    """Result of an attack, shown until the next entry.

    ``attack`` successes met a ``defence``; of the ``wounds`` skills brought ``extra``. ``shackles``
    are the tokens given instead. ``before`` and ``after`` are what was left to lose: life points of
    a miniature, cubes of a hero; ``places`` the zones a hero's cubes came from, each with how many.
    """

    target: str
    attack: int
    defence: int = 0
    extra: int = 0
    wounds: int = 0
    shackles: int = 0
    before: int = 0
    after: int = 0
    places: tuple[tuple[str, int], ...] = ()


class Task(Frozen, tag="task"):
    """A complex manipulation or thought being made; ``thrown`` is the card thrown, ``frees``
    the fighter whose shackles it takes off."""

    kind: str
    who: str
    what: str
    difficulty: int
    roll: Roll = Roll()
    plus: int = 0
    less: int = 0
    thrown: str = ""
    area: str = ""
    cards: tuple[str, ...] = ()
    frees: str = ""


class Victim(Frozen):
    """A miniature that has to roll yellow dice for wounds, without defence."""

    who: str
    cause: str
    dice: int
    spared: int = 0


class Peril(Frozen, tag="peril"):
    """Danger, drops and explosions: the victims still to roll, the first one rolling; and the
    wounds ``waiting`` for those who rolled already until all have."""

    victims: tuple[Victim, ...]
    roll: Roll = Roll()
    waiting: tuple[tuple[str, int], ...] = ()


class Brought(Frozen, tag="brought"):
    """Effects of skills that wait to be done, the first one first."""

    grants: tuple[Grant, ...]


class Given(Frozen, tag="given"):
    """One action that the mission lets a hero (see ``fighter``) take, whatever the step."""

    who: str


class Activation(Frozen):
    """A tile being resolved, one miniature at a time (p.31).

    ``mini`` is the number of the miniature acting (0 when none is), ``bonus`` the first
    movement bonus still unspent, ``moves`` how many Movement actions it took, ``action`` and
    ``option`` what it does ``left`` more times, ``closed`` that its second movement has begun,
    after which it takes no action. ``ran_out``: its movement has just spent its last point.
    ``braced`` is who defended against the tile last, with how many cubes.
    """

    tile: str
    mini: int = 0
    bonus: int = 0
    moves: int = 0
    action: str = ""
    option: int = 0
    left: int = 0
    closed: bool = False
    ran_out: bool = False
    braced: tuple[str, int] = ("", 0)


class MissionEnding(Frozen):
    """End of the mission."""

    winner: Literal["heroes", "villain"]
    condition: str


class Tried(Frozen, tag="tried"):
    """Result of a task, shown until the next entry: its successes against the difficulty."""

    who: str
    kind: str
    successes: int
    difficulty: int


class Around(Frozen):
    """Entries about a fighter's area, while nothing there can have changed: the menace, and of the
    latest attack ``kind`` from there where its ``target`` stands and the smoke on the way.
    """

    who: str
    enemies: int = 0
    allies: int = 0
    kind: str = ""
    target: str = ""
    where: str = ""
    smoke: int = 0


PRINTED = 4
"""The first edition that asks for the river as printed and shows which numbers are assumed."""


class State(Frozen):
    """Everything the referee knows of the table.

    ``phase`` is a step of the clarifications, ``pending`` its open mission effects; ``points`` are
    reinforcement points of the event; ``peril`` interrupts whatever is ``open``. ``walls`` name the
    areas on both sides of each broken-wall token. ``answer`` is what the latest entry ended,
    ``around`` the last entries about the area of a fight. ``resolving`` is the tile paid for last
    in quick depth. ``undefended`` is the table before an attack without defense, until the next
    entry. ``left`` are questions about the copy that were left open, ``unread`` the lines of the
    mission's page no one has read yet, ``placed`` counts the tiles of its river read so far,
    ``page`` names them. ``asking`` is the colour of a die just rolled that no one has read. See
    ``Setup`` for ``edition``.
    """

    title: str
    rounds: int
    initiative: Literal["heroes", "villain"]
    heroes: tuple[Hero, ...]
    post: Post
    tiles: tuple[Tile, ...]
    river: tuple[str, ...]
    events: tuple[WarningEvent, ...] = ()
    effects: tuple[MissionEffect, ...] = ()
    conditions: tuple[Condition, ...] = ()
    counters: tuple[Counter, ...] = ()
    tokens: tuple[Token, ...] = ()
    ground: tuple[DroppedCard, ...] = ()
    gone: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()
    round: int = 0
    phase: str = "setup"
    pending: tuple[str, ...] = ()
    points: int = 0
    event_open: bool = False
    activation: Activation | None = None
    resolving: str = ""
    open: Move | Attack | Task | Brought | Given | None = None
    peril: Peril | None = None
    ended: MissionEnding | None = None
    depth: str = "quick"
    reinforcements: tuple[ReinforcementArea, ...] = ()
    walls: tuple[str, ...] = ()
    answer: Struck | Tried | None = None
    around: Around | None = None
    undefended: State | None = None
    left: tuple[str, ...] = ()
    edition: int = 1
    house_rules: tuple[HouseRule, ...] = ()
    house_used: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    placed: int = 0
    page: tuple[str, ...] = ()
    asking: str = ""

    @property
    def endless(self) -> bool:
        """True while no one has read how many rounds the mission lasts."""
        return "rounds" in self.unread

    def assumes(self, line: str) -> bool:
        """Return whether the villain's ``line`` is assumed, as no one has read it."""
        open_ = line in self.unread or f"post.{line}" in self.left
        return open_ and self.edition >= PRINTED

    @property
    def side(self) -> str:
        """The side whose turn it is: "heroes", "villain" or "" between turns."""
        if self.phase in HERO_PHASES:
            return "heroes"
        return "villain" if self.phase in VILLAIN_PHASES else ""

    @property
    def villain(self) -> int:
        """The part index of the villain."""
        return len(self.heroes)

    @property
    def hero_parts(self) -> tuple[int, ...]:
        return tuple(range(len(self.heroes)))

    def tile(self, name: str) -> Tile | None:
        for each in self.tiles:
            if each.sheet.name == name:
                return each
        return None

    def has(self, variant: str) -> bool:
        return variant in self.variants


def with_hero(state: State, index: int, **changes: Any) -> State:
    """Return the state with one hero changed."""
    heroes = tuple(replace(h, **changes) if i == index else h for i, h in enumerate(state.heroes))
    return replace(state, heroes=heroes)


def with_spaces(hero: Hero, **cubes: int) -> tuple[int, ...]:
    """Return the hero's spaces with some of them set."""
    return tuple(cubes.get(name, n) for name, n in zip(SPACES, hero.spaces, strict=True))


def with_post(state: State, **changes: Any) -> State:
    """Return the state with the command post changed."""
    return replace(state, post=replace(state.post, **changes))


def with_tile(state: State, name: str, **changes: Any) -> State:
    """Return the state with one tile changed."""
    tiles = tuple(replace(tile, **changes) if tile.name == name else tile for tile in state.tiles)
    return replace(state, tiles=tiles)
