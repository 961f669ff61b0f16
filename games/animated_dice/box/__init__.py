"""A copy of the game: dice, their faces, villain tokens.

Counts per colour are triples in the order of ``COLOURS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.house_rules import HouseRule
from games.messages import Catalogue, Msg
from games.messages import gettext_noop as _
from games.vocabulary import Frozen

Counts = tuple[int, int, int]

COLOURS = ("yellow", "blue", "gray")
SYMBOLS = ("loot", "batman", "alarm")
NONE: Counts = (0, 0, 0)

DICE = 10
FIRST_ROLL = 3
BUSTED = 3
TARGET = 30


def counts(values: Iterable[int]) -> Counts:
    """Return three numbers as ``Counts``."""
    yellow, blue, gray = values
    return (yellow, blue, gray)


def plus(a: Counts, b: Counts) -> Counts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def minus(a: Counts, b: Counts) -> Counts:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def fits(a: Counts, b: Counts) -> bool:
    """Return whether ``a`` can be taken out of ``b``."""
    return all(x <= y for x, y in zip(a, b, strict=True))


def dot(a: Counts, b: Counts) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def split(face: str) -> tuple[int, int]:
    """Return colour and symbol of ``"gray-loot"`` as indexes; raise ``ValueError``."""
    colour, _, symbol = face.partition("-")
    return COLOURS.index(colour), SYMBOLS.index(symbol)


def piled(faces: Iterable[str]) -> tuple[Counts, Counts, Counts]:
    """Return Loot, Batman and Alarm dice per colour of some faces."""
    table = [[0, 0, 0] for each in SYMBOLS]
    for colour, symbol in map(split, faces):
        table[symbol][colour] += 1
    loot, batman, alarm = map(counts, table)
    return loot, batman, alarm


def said(face: str) -> Msg:
    """Return a die's face as a term."""
    return Msg(f"face.{face}")


def left(dice: Counts) -> list[Msg]:
    """Return how many dice of each colour, as terms; no colour of which there are none."""
    return [Msg(f"dice.left.{c}", {"n": n}) for c, n in zip(COLOURS, dice, strict=True) if n]


class VillainToken(Frozen):
    """A token as switches (section "The villain tokens"); the engine knows no names.

    ``first`` dice make the first roll, of which any go back if ``returns``. The first
    ``dodges`` Batman symbols of ``dodge_colour`` leave play. ``per_loot`` are extra points
    per Loot of each colour, ``per_set`` per yellow-blue-gray set in play; both only for a
    completed heist unless ``paid_on_bust``. ``rule`` is the entry that explains it.
    """

    slug: str
    name: str
    first: int = FIRST_ROLL
    returns: bool = False
    dodge_colour: str = ""
    dodges: int = 0
    per_loot: Counts = NONE
    per_set: int = 0
    paid_on_bust: bool = False
    note: str = ""
    rule: str = "D-006"

    def highest(self, dice: Counts, busted: bool = False) -> int:
        """Return the most points one turn can bring with these dice."""
        if busted and not self.paid_on_bust:
            return 0
        most = dot(dice, self.per_loot) + self.per_set * min(dice)
        return most if busted else most + sum(dice)


JOKER = VillainToken("joker", "The Joker", per_set=1, paid_on_bust=True, rule="D-025")
CATWOMAN = VillainToken("catwoman", "Catwoman", per_loot=(0, 1, 0), rule="D-028")
IVY = VillainToken("poison-ivy", "Poison Ivy", dodge_colour="blue", dodges=1, rule="D-031")
RIDDLER = VillainToken("riddler", "The Riddler", first=4, returns=True, rule="D-034")
VILLAINS = (JOKER, CATWOMAN, IVY, RIDDLER)
"""The printed ones; a group may describe one more."""

WORDS: Catalogue = {
    "name.The Joker": _("The Joker"),
    "ability.joker": _("+1 for each yellow-blue-gray set in play, even when busted"),
    "ability.catwoman": _("+1 for each blue Loot of a completed heist"),
    "ability.poison-ivy": _("The first blue Batman of a turn is removed"),
    "ability.riddler": _("First roll with four dice; any of them may be returned to the cup"),
    "ability.promo": _("A villain described by your group"),
}


class DieFaces(Frozen):
    """Count of a die's six faces that show each symbol."""

    loot: int
    batman: int
    alarm: int

    def __iter__(self) -> Iterator[int]:
        return iter((self.loot, self.batman, self.alarm))

    def possible(self) -> bool:
        """Return six faces, where every die has each symbol (section "The dice")."""
        return sum(self) == 6 and min(self) >= 1


SPLITS = tuple(
    faces
    for loot in range(1, 5)
    for batman in range(1, 6 - loot)
    if (faces := DieFaces(loot, batman, 6 - loot - batman)).possible()
)
"""Every way the six faces of a die can be divided among the symbols."""

FaceTable = tuple[DieFaces, DieFaces, DieFaces]
ASSUMED: FaceTable = (DieFaces(1, 3, 2), DieFaces(2, 2, 2), DieFaces(3, 1, 2))


class Box(Frozen):
    """A physical copy: dice per colour, faces, and the colours its owners counted.

    ``promo`` is a fifth villain described by the group; ``sample`` marks an invented box.
    """

    dice: Counts = (2, 3, 5)
    faces: FaceTable = ASSUMED
    counted: tuple[bool, bool, bool] = (False, False, False)
    promo: VillainToken | None = None
    sample: bool = False
    house_rules: tuple[HouseRule, ...] = ()

    def villains(self) -> tuple[VillainToken, ...]:
        """Return every villain that can be played with this copy."""
        return (*VILLAINS, self.promo) if self.promo else VILLAINS
