"""What a table teaches about its physical copy, in the box or during a play."""

from __future__ import annotations

from typing import Literal

from games.referee import Action
from games.talisman_batman.state import Alignment, Attribute, Kind


class EnterNumbers(Action, tag="numbers"):
    """The numbers of a villain card; an empty text keeps what the box knows.

    ``gear`` are names with commas between.
    """

    teaches = True
    villain: str
    strength: int
    cunning: int
    fate: int
    life: int
    alignment: Alignment
    start: str = ""
    coins: int = 1
    feats: int = 0
    gear: str = ""


class EnterAbilities(Action, tag="abilities"):
    """What the referee needs of a villain's abilities, and reminders for the table."""

    teaches = True
    villain: str
    weapons: int = 1
    cunning_attack: bool = False
    always_feat: bool = False
    saves_life: bool = False
    note: str = ""
    insane_note: str = ""


class EnterBatman(Action, tag="batman-card"):
    """What Batman's card says."""

    teaches = True
    strength: int
    cunning: int
    lines: tuple[str, ...] = ()


class BatmanLine(Action, tag="batman-line"):
    """One line of Batman's card, in own words."""

    teaches = True
    die: int
    text: str


class EnterCard(Action, tag="card"):
    """What a card says that the referee needs."""

    teaches = True
    name: str
    kind: Kind
    attribute: Attribute = "strength"
    value: int = 0
    number: int = 0
    strength: int = 0
    cunning: int = 0
    combat: bool = False
    weapon: bool = False
    armour: bool = False
    legendary: bool = False
    purchase: bool = False
    bag: int = 0
    forbids: tuple[Alignment, ...] = ()


class EnterRing(Action, tag="ring"):
    """The spaces of one floor, clockwise (the Tower: from the Entrance up)."""

    teaches = True
    floor: int
    spaces: str


class EnterLink(Action, tag="link"):
    """A First Floor space and the Second Floor space opposite to it."""

    teaches = True
    first: str
    second: str


class EnterSymbols(Action, tag="symbols"):
    """How many card symbols a space shows."""

    teaches = True
    space: str
    cards: int


class EnterStock(Action, tag="stock"):
    """How many Purchase cards of one type the box holds."""

    teaches = True
    name: str
    total: int


class EnterDial(Action, tag="dial"):
    """The highest number on the Strength and Cunning dials."""

    teaches = True
    maximum: int


class Check(Action, tag="checked"):
    """A second player has looked: the card says so, or something else."""

    teaches = True
    rebases = True
    fact: str
    says: Literal["so", "otherwise"]


Lesson = (
    EnterNumbers
    | EnterAbilities
    | EnterBatman
    | BatmanLine
    | EnterCard
    | EnterRing
    | EnterLink
    | EnterSymbols
    | EnterStock
    | EnterDial
    | Check
)
