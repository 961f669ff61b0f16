"""Forms that describe a copy: counted faces, dice per colour, the promotional villain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import asdict

from games.actions import Range
from games.animated_dice.box import (
    COLOURS,
    DICE,
    NONE,
    SPLITS,
    Box,
    Counts,
    DieFaces,
    VillainToken,
    counts,
)
from games.animated_dice.state import State
from games.animated_dice.table import Table, Teach
from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.ruling import RulingContext
from games.vocabulary import Choice, Field, Meter, Prompt

PROMO = "promo"
NAME, NOTE = 40, 200
"""Characters kept of a villain's name and reminder; what is longer is cut, not refused."""


def sample() -> Box:
    """Return an invented copy with an invented fifth villain, so that five can try it."""
    rookie = VillainToken(
        PROMO, "Sample Rookie", per_loot=(1, 0, 0), note="Invented: yellow pays two."
    )
    return Box(promo=rookie, sample=True)


def pages(box: Box) -> tuple[Prompt, ...]:
    """Return forms that describe the copy: three colours, the counts, the fifth villain."""
    return (
        *DefineFaces.forms(box),
        CountDice.form(box),
        DefineVillain.form(box.promo or VillainToken(PROMO, "")),
    )


def meters(box: Box) -> tuple[Meter, ...]:
    """Return the dice, by the colours that were counted; the other facts are in the rulebook
    (p.1-2)."""
    counted = sum(box.counted)
    return (Meter(msg("meter.dice"), counted, len(COLOURS), len(COLOURS) - counted),)


def gaps(box: Box) -> tuple[Prompt, ...]:
    """Return a form for each colour no one has counted."""
    forms = zip(DefineFaces.forms(box), box.counted, strict=True)
    return tuple(form for form, counted in forms if not counted)


def coded(faces: DieFaces) -> str:
    """Return the faces of a die as a choice: the numbers of ``SYMBOLS``, in their order."""
    return "-".join(map(str, faces))


class DefineFaces(Teach, tag="dice.define"):
    """The six faces of one colour, counted on the table: ``faces`` such as ``"1-3-2"``, in the
    order of ``SYMBOLS``, or each number by itself."""

    colour: str
    loot: int = 0
    batman: int = 0
    alarm: int = 0
    faces: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        return cls.forms(t.state)

    @classmethod
    def forms(cls, known: Box | State) -> Iterable[Prompt]:
        """Offer one prompt for each colour."""
        splits = tuple(Choice(coded(each), msg("faces.split", **asdict(each))) for each in SPLITS)
        for colour, faces, counted in zip(COLOURS, known.faces, known.counted, strict=True):
            yield cls.prompt(
                msg(f"prompt.define.{colour}"),
                Field("faces", "choice", msg("field.split"), splits, default=coded(faces)),
                fixed={"colour": colour},
                rule="D-010",
                help=msg("help.counted" if counted else "help.assumed"),
                group="table",
            )

    def learned_facts(self, known: Box | State, call: RulingContext) -> dict[str, Any]:
        """Refuse anything but six faces, or a missing symbol."""
        if self.colour not in COLOURS:
            call.refuse_impossible("E_FACE", "D-010", remedy=msg("remedy.colour"), face=self.colour)
        told = DieFaces(self.loot, self.batman, self.alarm)
        faces = next((each for each in SPLITS if coded(each) == self.faces), told)
        if not faces.possible():
            call.refuse_impossible("E_FACES", "D-010", remedy=msg("remedy.faces"), n=sum(faces))
        call.note("define", "D-010", die=msg(f"dice.{self.colour}"), **asdict(faces))
        pairs = zip(COLOURS, known.faces, known.counted, strict=True)
        both = [(faces, True) if each == self.colour else rest for each, *rest in pairs]
        return {"faces": tuple(f for f, _ in both), "counted": tuple(c for _, c in both)}


class CountDice(Teach, tag="dice.count"):
    """The number of dice of each colour in the copy."""

    yellow: Annotated[int, Range(1, 8)]
    blue: Annotated[int, Range(1, 8)]
    gray: Annotated[int, Range(1, 8)]

    @classmethod
    def form(cls, box: Box) -> Prompt:
        dice = zip(COLOURS, box.dice, strict=True)
        fields = (cls.field(c, label=msg(f"field.count.{c}"), default=n) for c, n in dice)
        return cls.prompt(msg("prompt.count"), *fields, rule="D-Q13", group="table")

    def learned_facts(self, known: Box | State, call: RulingContext) -> dict[str, Any]:
        """Refuse anything but ten dice in three colours."""
        dice = (self.yellow, self.blue, self.gray)
        if sum(dice) != DICE or min(dice) < 1:
            call.refuse_impossible("E_DICE", "D-Q13", remedy=msg("remedy.ten"), n=sum(dice))
        call.note("count", "D-Q13", yellow=self.yellow, blue=self.blue, gray=self.gray)
        return {"dice": dice}

    def apply(self, t: Table) -> None:
        if t.turn.rolls or sum(t.turn.drawn):
            t.refuse_impossible("E_MID_TURN", "D-007", remedy=msg("remedy.next_turn"))
        super().apply(t)
        t.put_turn(cup=t.state.dice)


class DefineVillain(Teach, tag="villain.define"):
    """A promotional fifth villain in switches; see ``box.VillainToken``."""

    name: str
    first: Annotated[int, Range(1, 5, "field.first_dice")] = 3
    returns: bool = False
    dodge_colour: str = ""
    dodges: Annotated[int, Range(0, 3)] = 0
    loot_colour: str = ""
    per_loot: Annotated[int, Range(0, 3)] = 0
    per_set: Annotated[int, Range(0, 3)] = 0
    paid_on_bust: bool = False
    note: str = ""

    @classmethod
    def form(cls, now: VillainToken) -> Prompt:
        colours = (Choice("", msg("colour.none")), *(Choice(c, msg(f"die.{c}")) for c in COLOURS))

        def colour(name: str, value: str) -> Field:
            return cls.field(name, kind="choice", high=None, choices=colours, default=value)

        paid = next((i for i, n in enumerate(now.per_loot) if n), None)
        fields = (
            cls.field("name", high=NAME, default=now.name),
            cls.field("first", default=now.first),
            cls.field("returns", default=now.returns),
            colour("dodge_colour", now.dodge_colour),
            cls.field("dodges", default=now.dodges),
            colour("loot_colour", "" if paid is None else COLOURS[paid]),
            cls.field("per_loot", default=max(now.per_loot)),
            cls.field("per_set", default=now.per_set),
            cls.field("paid_on_bust", default=now.paid_on_bust),
            cls.field("note", high=NOTE, default=now.note),
        )
        return cls.prompt(msg("prompt.villain"), *fields, rule="D-006", group="table")

    def learned_facts(self, known: Box | State, call: RulingContext) -> dict[str, Any]:
        villain = self.villain(call)
        if isinstance(known, Box):
            return {"promo": villain}
        if known.villain.slug == PROMO and known.turn.rolls:
            call.refuse_impossible("E_MID_TURN", "D-005", remedy=msg("remedy.next_turn"))
        return {"villains": tuple(villain if v.slug == PROMO else v for v in known.villains)}

    def villain(self, call: RulingContext) -> VillainToken:
        """Return the fifth villain; refuse colours and numbers no die knows."""
        name = self.name.strip()[:NAME]
        if not name:
            call.refuse_impossible("E_NAME", "D-006", remedy=msg("remedy.name"))
        for colour in (self.dodge_colour, self.loot_colour):
            if colour not in ("", *COLOURS):
                call.refuse_impossible("E_FACE", "D-010", remedy=msg("remedy.colour"), face=colour)
        self.bounded(call, "D-006")
        call.note("villain", "D-006", who=name)
        return VillainToken(
            PROMO,
            name,
            first=self.first,
            returns=self.returns,
            dodge_colour=self.dodge_colour if self.dodges else "",
            dodges=self.dodges if self.dodge_colour else 0,
            per_loot=self.bonus,
            per_set=self.per_set,
            paid_on_bust=self.paid_on_bust,
            note=self.note.strip()[:NOTE],
        )

    @property
    def bonus(self) -> Counts:
        if not self.loot_colour:
            return NONE
        return counts(self.per_loot if c == self.loot_colour else 0 for c in COLOURS)


WORDS: Catalogue = {
    "prompt.define.yellow": _("Count the faces of a yellow die"),
    "prompt.define.blue": _("Count the faces of a blue die"),
    "prompt.define.gray": _("Count the faces of a gray die"),
    "prompt.count": _("Dice in the box"),
    "prompt.villain": _("Fifth villain (promo)"),
    "help.assumed": _("Assumed faces: count one die of this color to be sure"),
    "help.counted": _("Counted by your group"),
    "meter.dice": _("Dice faces, by color"),
    "field.split": _("Faces of one die"),
    "faces.split": _("{loot} Loot, {batman} Batman, {alarm} Alarm"),
    "field.count.yellow": _("Yellow dice"),
    "field.count.blue": _("Blue dice"),
    "field.count.gray": _("Gray dice"),
    "field.name": _("Name"),
    "field.first_dice": _("Dice from the first roll"),
    "field.returns": _("May return dice from the first roll"),
    "field.dodge_colour": _("Dodges Batman symbols of this color"),
    "field.dodges": _("Dodges per turn"),
    "field.loot_colour": _("Bonus points for Loot of"),
    "field.per_loot": _("Bonus points per such Loot"),
    "field.per_set": _("Bonus points per yellow-blue-gray set"),
    "field.paid_on_bust": _("Bonus points are scored on a bust"),
    "field.note": _("Short reminder in your own words"),
    "note.define": _("Faces of {die}: {loot} Loot, {batman} Batman, {alarm} Alarm"),
    "note.count": _("Dice in the box: {yellow} yellow, {blue} blue, {gray} gray"),
    "note.villain": _("{who} is added as a fifth villain"),
    "refusal.E_FACES": _n(
        "Each die has six faces and all three symbols; this has {n} face or is missing a symbol",
        "Each die has six faces and all three symbols; this has {n} faces or is missing a symbol",
    ),
    "refusal.E_DICE": _("The game has ten dice in three colors, not {n}"),
    "refusal.E_MID_TURN": _("You can't do that during a turn"),
    "refusal.E_NAME": _("The villain needs a name"),
    "remedy.faces": _("Count the faces again: six in all, at least one of each"),
    "remedy.ten": _("Ten in all, at least one of each color"),
    "remedy.next_turn": _("Wait until all dice are back in the cup"),
    "remedy.name": _("Enter a name"),
}
