"""The forms of villain cards: their numbers and what matters of their abilities (p. 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import MaxLength, Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.box import facts
from games.talisman_batman.rules.arrival import arriving, sheet_known
from games.talisman_batman.rules.villain.points import (
    limits,
    set_points,
)
from games.talisman_batman.state import (
    FIRST,
    Alignment,
    Box,
    EncounterCard,
    Name,
    Remark,
    VillainSheet,
)
from games.talisman_batman.state.derived import ATTRIBUTES, card_label, space_label
from games.talisman_batman.table import Table, Teach
from games.talisman_batman.words import card_key, slug, space_key

START = (Choice("morgue", Msg("space.morgue")),)
NUMBERS = ("strength", "cunning", "fate", "life", "coins", "feats")
"""What a villain card says in numbers."""
FIRST_ASKED = 6
"""How many of its facts a new villain needs to play: the rest is entered in the copy's forms."""
Told = Callable[[VillainSheet, RulingContext], VillainSheet]


class EnterNumbers(Teach, tag="numbers"):
    """The numbers of a villain card; an empty text keeps what the box knows.

    ``gear`` are names with commas between. ``saves_life`` is ``None`` where no one was asked.
    """

    named = _("Numbers of a villain card")
    rebases = True
    villain: str
    strength: Annotated[int, Range(1, 9)]
    cunning: Annotated[int, Range(1, 9)]
    fate: Annotated[int, Range(0, 9)]
    life: Annotated[int, Range(1, 9)]
    alignment: Alignment
    start: Name = ""
    coins: Annotated[int, Range(0, 9)] = 1
    feats: Annotated[int, Range(0, 3)] = 0
    gear: Annotated[str, MaxLength(80)] = ""
    saves_life: bool | None = None

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in arriving(t, "sheet"):
            sheet = t.villain(seat).sheet
            yield cls.now(
                t,
                *cls._numbers(sheet)[:FIRST_ASKED],
                rule="T-020",
                label=msg("prompt.sheet", who=sheet.name),
                actor=seat,
                villain=slug(sheet.name),
                **_unasked(sheet),
            )
        sheets = {facts.of_sheet(v.sheet.name): v.sheet for v in t.state.villains if v.alive}
        for fact in t.once(facts.doubts):
            if fact.of in sheets and facts.says(t.state, fact.of):
                sheet = sheets[fact.of]
                villain = slug(sheet.name)
                yield cls.mend(sheet.name, *cls._numbers(sheet), rule="T-020", villain=villain)

    @classmethod
    def page_of(cls, box: Box, sheet: VillainSheet) -> Prompt:
        """Return the form of one villain card in the box."""
        fact = facts.find(box.facts, facts.of_sheet(sheet.name))
        done = "help.sheet-checked" if fact and fact.checked else "help.sheet-done"
        help = msg(done if sheet.complete else "help.sheet-open")
        label, villain = msg("prompt.sheet", who=sheet.name), slug(sheet.name)
        return cls.page(*cls._numbers(sheet), rule="T-020", label=label, help=help, villain=villain)

    @classmethod
    def gap_of(cls, sheet: VillainSheet) -> Prompt:
        """Return the form of the facts a villain needs to play; the others stay as they are."""
        asked = cls._numbers(sheet)[:FIRST_ASKED]
        label, villain = msg("prompt.sheet", who=sheet.name), slug(sheet.name)
        kept = _unasked(sheet)
        return cls.page(*asked, rule="T-020", label=label, villain=villain, **kept)

    @classmethod
    def _numbers(cls, sheet: VillainSheet) -> tuple[Field, ...]:
        """Return the numbers of a villain card as far as they are known; no other is chosen
        beforehand."""
        sides = tuple(Choice(a, Msg(f"term.{a}")) for a in ("righteous", "indifferent", "chaotic"))
        kept = tuple(map(card_label, sheet.gear))
        gear = msg("help.known", what=kept) if kept else ""
        start = msg("help.known", what=space_label(sheet.start, FIRST)) if sheet.start else ""
        return (
            cls.field("strength", default=sheet.strength or None, rule="T-017"),
            cls.field("cunning", default=sheet.cunning or None, rule="T-017"),
            cls.field("fate", default=sheet.fate if sheet.complete else None, rule="T-034"),
            cls.field("life", default=sheet.life or None, rule="T-020"),
            cls.field("alignment", choices=sides, default=sheet.alignment or None, rule="T-010"),
            Field(
                "saves_life",
                "flag",
                msg("field.saves_life"),
                default=sheet.saves_life,
                rule="T-074",
            ),
            cls.field("start", choices=START, rule="T-032", help=start),
            cls.field("coins", default=sheet.coins, rule="T-035"),
            cls.field("feats", default=sheet.feats, rule="T-036"),
            cls.field("gear", rule="T-037", help=gear),
        )

    def apply(self, t: Table) -> None:
        seat = _played_by(t, self.villain)
        if seat is None:
            _unused(t, self.villain, self._read)
            return
        villain = t.villain(seat)
        if villain.status == "sheet":
            t.own(seat, "T-020")
        sheet = self._read(villain.sheet, t)
        comes = villain.status in ("sheet", "bonus")
        if not comes and not (villain.alive and self._doubted(t)):
            t.refuse_impossible("T-SHEET", "T-020", who=sheet.name)
        t.note("sheet", "T-020", who=sheet.name)
        if comes:
            t.change(seat, sheet=sheet, status="bonus")
            sheet_known(t, seat)
        else:
            _read_again(t, seat, sheet)

    def _doubted(self, t: Table) -> bool:
        of = facts.of_sheet(self.villain)
        return any(fact.doubted and fact.of == of for fact in t.state.facts)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return _in_box(known, self.villain, self._read, call)

    def enters(self, before: tuple[EncounterCard, ...], after: tuple[EncounterCard, ...]) -> str:
        return facts.of_sheet(self.villain)

    def _read(self, old: VillainSheet, call: RulingContext) -> VillainSheet:
        self.bounded(call, "T-020")
        gear = tuple(card_key(name) for name in self.gear.split(",") if name.strip())
        if self.saves_life is not None:
            old = replace(old, saves_life=self.saves_life, told=True)
        return replace(
            old,
            **{what: getattr(self, what) for what in NUMBERS},
            alignment=self.alignment,
            start=space_key(self.start) or old.start,
            gear=gear or old.gear,
            unconfirmed=False,
        )


class EnterAbilities(Teach, tag="abilities"):
    """The facts about a villain's abilities that the rules need, and reminders for the table."""

    named = _("Abilities of a villain card")
    villain: str
    weapons: Annotated[int, Range(0, 4)] = 1
    cunning_attack: bool = False
    always_feat: bool = False
    saves_life: bool = False
    note: Remark = ""
    insane_note: Remark = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for villain in t.state.villains:
            if villain.sheet.name and villain.status != "picking":
                yield cls.page_of(villain.sheet)

    @classmethod
    def page_of(cls, sheet: VillainSheet) -> Prompt:
        """Return the form of one villain's abilities."""
        flags = tuple(
            Field(name, "flag", msg(f"field.{name}"), default=getattr(sheet, name))
            for name in ("cunning_attack", "always_feat", "saves_life")
        )
        notes = tuple(
            cls.field(name, default=getattr(sheet, name)) for name in ("note", "insane_note")
        )
        weapons = cls.field("weapons", default=sheet.weapons, rule="T-098")
        label, villain = msg("prompt.abilities", who=sheet.name), slug(sheet.name)
        return cls.page(weapons, *flags, *notes, rule="T-020", label=label, villain=villain)

    def apply(self, t: Table) -> None:
        seat = _played_by(t, self.villain)
        if seat is None:
            _unused(t, self.villain, self._read)
            return
        sheet = self._read(t.villain(seat).sheet, t)
        t.note("sheet", "T-020", who=sheet.name)
        t.change(seat, sheet=sheet)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return _in_box(known, self.villain, self._read, call)

    def _read(self, old: VillainSheet, call: RulingContext) -> VillainSheet:
        self.bounded(call, "T-098")
        return replace(
            old,
            weapons=self.weapons,
            cunning_attack=self.cunning_attack,
            always_feat=self.always_feat,
            saves_life=self.saves_life,
            told=True,
            note=self.note.strip()[:200],
            insane_note=self.insane_note.strip()[:200],
        )


def _unasked(sheet: VillainSheet) -> dict[str, Any]:
    """Return the numbers that the short form of a villain leaves as the copy knows them."""
    return {"coins": sheet.coins, "feats": sheet.feats}


def _played_by(t: Table, name: str) -> int | None:
    """Return the seat that plays this villain, or waits for the numbers of the card."""
    return next(
        (
            seat
            for seat, villain in enumerate(t.state.villains)
            if slug(villain.sheet.name) == slug(name) and villain.status != "picking"
        ),
        None,
    )


def _unused(t: Table, name: str, told: Told) -> None:
    """Require a villain card no one plays yet."""
    sheet = _sheet(t.state.unused, name, told, t)
    t.note("sheet", "T-020", who=sheet.name)
    t.put(unused=tuple(sheet if s.name == sheet.name else s for s in t.state.unused))


def _in_box(known: Box, name: str, told: Told, call: RulingContext) -> dict[str, Any]:
    sheet = _sheet(known.sheets, name, told, call)
    return {"sheets": tuple(sheet if s.name == sheet.name else s for s in known.sheets)}


def _sheet(
    sheets: tuple[VillainSheet, ...], name: str, told: Told, call: RulingContext
) -> VillainSheet:
    old = next((s for s in sheets if slug(s.name) == slug(name)), None)
    if old is None:
        call.refuse_impossible("T-TAKEN", "T-029", villain=name)
    return told(old, call)


def _read_again(t: Table, seat: int, sheet: VillainSheet) -> None:
    """Correct a villain whose card was misread: what was wrong by one at the start is right now."""
    villain, old = t.villain(seat), t.villain(seat).sheet
    t.change(seat, sheet=sheet)
    for what in (*ATTRIBUTES, "life", "fate"):
        moved = int(getattr(villain, what)) + getattr(sheet, what) - getattr(old, what)
        low, high, _rule = limits(t.state, seat, what)
        set_points(t, seat, what, max(low, 1 if what == "life" else 0, min(high, moved)))
    if villain.alignment == old.alignment:
        t.change(seat, alignment=sheet.alignment)


WORDS: Catalogue = {
    "prompt.sheet": _("What {who}'s card says"),
    "prompt.abilities": _("{who}'s abilities"),
    "field.fate": _("Fate"),
    "field.life": _("Life"),
    "field.start": _("Start space"),
    "field.feats": _("Feats at the start"),
    "field.weapons": _("Weapons in one fight"),
    "field.cunning_attack": _("May attack villains with Cunning"),
    "field.always_feat": _("Always has a Feat"),
    "field.saves_life": _("Has an ability that saves a Life"),
    "field.gear": _("Objects at the start (separated by commas)"),
    "field.note": _("Reminder"),
    "field.insane_note": _("Reminder for the Insane side"),
    "help.known": _("Known: {what}. Leave empty to keep it"),
    "help.sheet-open": _("Not entered yet"),
    "help.sheet-done": _("Entered"),
    "help.sheet-checked": _("Entered, and checked by a second player"),
    "note.sheet": _("{who}'s card has been entered"),
    "refusal.T-SHEET": _("{who} is in play; correct the numbers instead"),
}
