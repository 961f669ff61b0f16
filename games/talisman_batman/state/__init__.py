"""The referee's state of a table: immutable records, JSON-encodable, self-contained."""

from __future__ import annotations

from typing import Annotated, Literal

from games.actions import MaxLength, Range
from games.house_rules import HouseRule
from games.referee import Frozen

Attribute = Literal["strength", "cunning"]
Alignment = Literal["righteous", "indifferent", "chaotic"]
Kind = Literal["object", "follower", "enemy", "event", "stranger", "place"]

FIRST, SECOND, TOWER = 1, 2, 3
COINS, FATE, FEATS, PURCHASES = 30, 36, 24, 28
NAME = 40
EDITION = 2
"""That of the questions a new table is asked."""
NOBODY = -1
"""The winner of a game in which no villain is left to play."""
Name = Annotated[str, MaxLength(NAME)]
"""What a card or a space is called."""
Remark = Annotated[str, MaxLength(200)]
"""What a card or a space says, in the table's own words."""


class EncounterCard(Frozen):
    """One card in play, or (``id`` 0) what the box knows of a card.

    ``strength`` and ``cunning`` are bonuses of an Object or Follower, always on unless
    ``combat``; ``value`` in ``attribute`` is an Enemy's; ``number`` orders encounters;
    ``bag`` is the Object limit a Loot Bag sets; ``forbids`` lists alignments that may not
    own it; ``floor`` names the Encounter deck it came from; ``told``: someone has read out
    what it adds, if only that it adds nothing.
    """

    name: str
    kind: Kind = "object"
    id: int = 0
    attribute: Attribute = "strength"
    value: int = 0
    number: int = 0
    floor: int = FIRST
    strength: int = 0
    cunning: int = 0
    combat: bool = False
    weapon: bool = False
    armour: bool = False
    legendary: bool = False
    purchase: bool = False
    key: bool = False
    bag: int = 0
    forbids: tuple[Alignment, ...] = ()
    told: bool = False


class EnteredFact(Frozen):
    """Something the table typed in of its own copy: ``of`` what, ``by`` which seat.

    ``by`` is empty for the table itself and for an earlier evening. A second player has
    ``checked`` it, or found that the card says something else (``doubted``).
    """

    of: str
    by: int | None = None
    checked: bool = False
    doubted: bool = False


class Feat(Frozen):
    """A Feat in a hand. ``name`` is known to its owner only, and may be left empty."""

    id: int
    name: str = ""


class VillainSheet(Frozen):
    """A villain card. Zero is a number no one has entered yet.

    ``weapons`` is how many Weapons count in one fight; ``cunning_attack`` lets the villain
    attack villains with Cunning; ``always_feat`` replaces the last Feat when it is used.
    ``told``: someone has been asked whether an ability saves a Life.
    ``note`` and ``insane_note`` are short reminders in the table's own words.
    """

    name: str
    strength: int = 0
    cunning: int = 0
    fate: int = 0
    life: int = 0
    coins: int = 1
    alignment: Alignment | Literal[""] = ""
    start: str = ""
    feats: int = 0
    gear: tuple[str, ...] = ()
    weapons: int = 1
    cunning_attack: bool = False
    always_feat: bool = False
    saves_life: bool = False
    note: str = ""
    insane_note: str = ""
    unconfirmed: bool = False
    told: bool = False

    @property
    def complete(self) -> bool:
        return bool(self.strength and self.cunning and self.life and self.alignment)


class FalconeJob(Frozen):
    """Falcone's job: the die that chose it and a reminder of what it asks."""

    die: int
    text: str = ""


Verb = Literal["life", "fate", "strength", "cunning", "coins", "lose-turn", "insane", "feat"]


class Effect(Frozen):
    """One thing a text does to whoever meets it: points gained or lost, or how many times."""

    what: Verb
    by: int = 1


class Lesson(Frozen):
    """Effect of a text; ``of`` is ``space.``, ``card.`` or ``feat.`` and a name."""

    of: str
    effects: tuple[Effect, ...] = ()


class Estate(Frozen):
    """Inheritance that a killed villain leaves to the next one."""

    objects: tuple[EncounterCard, ...] = ()
    followers: tuple[EncounterCard, ...] = ()
    coins: int = 0


Status = Literal["picking", "sheet", "bonus", "alive", "waiting", "out"]


class Villain(Frozen):
    """A seat and the villain it plays now.

    ``status``: ``picking`` a card, its ``sheet`` is not entered, ``bonus`` to be chosen,
    ``alive``, killed and ``waiting`` for the next turn, or ``out`` of the game. ``dealt`` are
    the cards it may choose from.
    """

    sheet: VillainSheet = VillainSheet("")
    status: Status = "picking"
    dealt: tuple[str, ...] = ()
    strength: int = 0
    cunning: int = 0
    life: int = 0
    fate: int = 0
    coins: int = 0
    raised: Attribute | Literal[""] = ""
    alignment: Alignment | Literal[""] = ""
    turned: bool = False
    space: str = ""
    floor: int = FIRST
    turning_back: bool = False
    guard_passed: bool = False
    in_control_room: bool = False
    objects: tuple[EncounterCard, ...] = ()
    followers: tuple[EncounterCard, ...] = ()
    feats: tuple[Feat, ...] = ()
    trophies: tuple[EncounterCard, ...] = ()
    job: FalconeJob | None = None
    insane: int = 0
    insane_since: int = 0
    lost_turns: int = 0
    feat_used: bool = False
    ditched: tuple[int, ...] = ()
    estate: Estate = Estate()

    @property
    def alive(self) -> bool:
        return self.status == "alive"

    @property
    def goods(self) -> tuple[EncounterCard, ...]:
        return (*self.objects, *self.followers)


class Spot(Frozen):
    """A space's contents: cards in the order they came, and coins."""

    space: str
    floor: int = FIRST
    cards: tuple[EncounterCard, ...] = ()
    coins: int = 0


class PurchaseStock(Frozen):
    """One type of Purchase card: how many are left and how many the box holds."""

    name: str
    left: int
    total: int


class Batman(Frozen):
    """Batman's space (empty: off the board) and the values of his card.

    Zero is a number no one has entered; ``lines`` are six short reminders.
    """

    space: str = ""
    floor: int = SECOND
    strength: int = 0
    cunning: int = 0
    lines: tuple[str, ...] = ()


class Plan(Frozen):
    """The board entered once: rings in clockwise order, the Tower from the Entrance up.

    ``links`` join a First Floor space with the Second Floor space opposite to it; the link
    of the Guard Post is the way up. ``symbols`` are (space, cards drawn there).
    """

    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    tower: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    symbols: tuple[tuple[str, int], ...] = ()


class Options(Frozen):
    """The variants of a play, frozen after its first turn.

    ``readings`` names the readings the table has switched from their default (the
    ``setting`` of a clarification). ``edition`` is that of the questions asked of a copy.
    """

    start_bonus: bool = True
    trophy_rate: int = 5
    inheritance: bool = True
    ditch_first: bool = False
    bloodbath: bool = False
    free_choice: bool = False
    dial_max: int = 0
    readings: tuple[str, ...] = ()
    edition: int = 1

    @property
    def keys(self) -> int:
        return 1 if self.bloodbath else 4


class Fighter(Frozen):
    """One villain in a fight: the cards used, what Feats and abilities add, the die."""

    seat: int
    cards: tuple[int, ...] = ()
    extra: int = 0
    die: int = 0
    rerolled: bool = False
    passed: bool = False


class Fight(Frozen):
    """A fight going on.

    ``kind`` is ``enemy``, ``ambush`` (an Enemy without a card), ``guard``, ``batman``,
    ``control`` or ``duel``. ``value`` is the opponent's before its ``die`` (the Guard rolls
    none); in a duel ``foe`` fights instead. ``enemies`` are card ids. ``spent`` are Feats
    used by seat and id.
    """

    kind: Literal["enemy", "ambush", "guard", "batman", "control", "duel"]
    me: Fighter
    attribute: Attribute = "strength"
    foe: Fighter | None = None
    name: str = ""
    value: int = 0
    die: int = 0
    enemies: tuple[int, ...] = ()
    loser: int | None = None
    winner: int | None = None
    escape: int = 0


class Turn(Frozen):
    """The turn being played.

    ``left`` are steps left after the Guard; ``over`` marks a turn that ends as soon as what
    is pending is settled; ``here`` is the chosen encounter, ``resolved`` the cards dealt
    with in it, ``to_draw`` the cards still to be drawn, ``lost_by`` the attribute of the
    fight lost last, ``door`` the dice entered for the Security Door, ``healed`` the Life the
    Medic has restored, ``hired`` whether Falcone has given a job. ``meant`` is what was said with
    the move about its end: the card symbols, or a villain to meet. ``text`` is what ``reader``
    carries out, by a ``lesson`` of the copy or not, and what it has ``done``.
    """

    number: int = 1
    phase: str = "setup"
    roll: int = 0
    rerolled: bool = False
    forced: bool = False
    left: int = 0
    batman_due: bool = False
    batman_roll: int = 0
    batman_rerolled: bool = False
    over: bool = False
    here: Literal["", "space", "villain"] = ""
    to_draw: int = 0
    drawn: int = 0
    resolved: tuple[int, ...] = ()
    searched: bool = False
    lost_by: str = ""
    door: tuple[int, ...] = ()
    healed: int = 0
    hired: bool = False
    meant: int | None = None
    text: str = ""
    reader: int = 0
    lesson: bool = False
    done: tuple[Effect, ...] = ()


class Thrown(Frozen):
    """The last roll a card or space asked for; ``job`` says that it chose Falcone's job."""

    seat: int
    dice: tuple[int, ...]
    rerolled: bool = False
    job: bool = False


class Owe(Frozen):
    """A limit someone is over and must settle before the game goes on."""

    seat: int
    what: Literal["objects", "feats"]


class State(Frozen):
    """A whole table. Seats are indexes into ``villains``."""

    options: Options
    villains: tuple[Villain, ...]
    active: int = 0
    round: int = 1
    first: int = 0
    turn: Turn = Turn()
    coin_pool: int = COINS
    fate_pool: int = FATE
    key_pool: int = 4
    feat_deck: int = FEATS
    feat_discard: int = 0
    discards: tuple[int, int, int] = (0, 0, 0)
    stock: tuple[PurchaseStock, ...] = ()
    spots: tuple[Spot, ...] = ()
    batman: Batman = Batman()
    unused: tuple[VillainSheet, ...] = ()
    gone: tuple[VillainSheet, ...] = ()
    library: tuple[EncounterCard, ...] = ()
    facts: tuple[EnteredFact, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    plan: Plan = Plan()
    fight: Fight | None = None
    thrown: Thrown | None = None
    owes: tuple[Owe, ...] = ()
    winner: int | None = None
    won_by: str = ""
    next_id: int = 1
    depth: str = "quick"
    house_rules: tuple[HouseRule, ...] = ()
    house_used: tuple[str, ...] = ()


class Setup(Frozen):
    """Choices of the host. ``villains`` may stay empty: everyone picks on a phone.

    ``edition`` is that of the questions asked of a copy: the second asks what decides a fight.
    """

    players: int = 2
    preset: Literal["fast", "classic", "custom"] = "fast"
    villains: tuple[str, ...] = ()
    first: int = 0
    free_choice: bool = False
    start_bonus: bool = True
    trophy_rate: int = 5
    inheritance: bool = True
    ditch_first: bool = False
    bloodbath: bool = False
    batman: Name = ""
    dial_max: Annotated[int, Range(0, 30)] = 0
    readings: tuple[str, ...] = ()
    depth: Literal["quick", "full"] = "quick"
    house_rules: tuple[str, ...] = ()
    edition: int = 1


class Box(Frozen):
    """The facts a group has entered about its copy."""

    sheets: tuple[VillainSheet, ...] = ()
    batman: Batman = Batman()
    cards: tuple[EncounterCard, ...] = ()
    facts: tuple[EnteredFact, ...] = ()
    stock: tuple[PurchaseStock, ...] = ()
    plan: Plan = Plan()
    lessons: tuple[Lesson, ...] = ()
    dial_max: int = 0
    sample: bool = False
    house_rules: tuple[HouseRule, ...] = ()
