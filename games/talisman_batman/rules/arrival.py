"""A villain is chosen, dealt or drawn, and comes into play (pp. 5-6, 11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules.cards.feats import draw_feat
from games.talisman_batman.rules.cards.goods import from_stock
from games.talisman_batman.rules.movement.plan import floor_of
from games.talisman_batman.rules.turn import put_down, start_turn
from games.talisman_batman.state import (
    FIRST,
    Attribute,
    EncounterCard,
    Estate,
    Villain,
    VillainSheet,
)
from games.talisman_batman.state.derived import ATTRIBUTES, card_label, known_card
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import slug, space_key

ARRIVING = ("picking", "sheet", "bonus")
CHANCES = 27_720
"""A number of chances that divides evenly among up to twelve cards, and any pair."""


class DrawVillain(Act, tag="draw-villain"):
    """The app draws the villain who comes after a killed one."""

    named = _("Draw a villain")
    chances: ClassVar[int] = CHANCES
    luck: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.own(t.active, "T-114")
        t.moment("T-114", "arrive")
        if t.me.status != "picking":
            t.refuse_impossible("T-PHASE", "T-114", now=msg(f"phase.{t.phase}"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.now(t, rule="T-114")

    def apply(self, t: Table) -> None:
        pool = t.state.unused or t.state.gone
        sheet = pool[self.luck % len(pool)]
        t.note("drawn-villain", "T-114", n=t.active + 1, villain=sheet.name)
        play(t, t.active, sheet)


class PickVillain(Act, tag="villain"):
    """The villain card a seat plays."""

    named = _("Choose a villain")
    rebases = True
    waits = False
    seat: int
    villain: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-029", "setup", "arrive")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in arriving(t, "picking"):
            others = (v for v in t.state.villains if v.status == "picking")
            elsewhere = {name for villain in others for name in villain.dealt}
            free = t.villain(seat).dealt or tuple(
                s.name for s in t.state.unused or t.state.gone if s.name not in elsewhere
            )
            choices = tuple(Choice(slug(name), name) for name in free)
            villain = Field("villain", "choice", msg("field.villain"), choices, rule="T-029")
            label = msg("prompt.villain", n=seat + 1)
            yield cls.now(t, villain, rule="T-029", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-029")
        if t.villain(self.seat).status not in ARRIVING:
            t.refuse_impossible("T-PHASE", "T-029", now=msg(f"phase.{t.phase}"))
        sheet = self._free(t)
        self._dealt(t, sheet)
        t.note("villain", "T-029", who=sheet.name, n=self.seat + 1)
        play(t, self.seat, sheet)

    def _free(self, t: Table) -> VillainSheet:
        """Return the villain card meant; refused if it is not free."""
        old = t.villain(self.seat).sheet
        free: tuple[VillainSheet, ...] = (*t.state.unused, *((old,) if old.name else ()))
        if t.phase == "arrive":
            free = t.state.unused or t.state.gone
        sheet = next((s for s in free if slug(s.name) == slug(self.villain)), None)
        if sheet is None:
            t.refuse_impossible("T-TAKEN", "T-029", villain=self.villain)
        return sheet

    def _dealt(self, t: Table, sheet: VillainSheet) -> None:
        """Refuse a card that was not dealt to this seat, or was dealt to another."""
        mine = t.villain(self.seat).dealt
        others = (i for i, v in enumerate(t.state.villains) if sheet.name in v.dealt)
        other = next((i for i in others if i != self.seat), None)
        if mine and sheet.name not in mine:
            t.refuse("T-DEALT", "T-029", villains=mine)
        elif other is not None and t.villain(other).status == "picking":
            t.refuse("T-DEALT-ELSEWHERE", "T-029", who=t.who(other), villain=sheet.name)


class Ready(Act, tag="ready"):
    """The starting bonus: ``strength``, ``cunning`` or nothing; the villain is on the board."""

    named = _("Take the starting bonus")
    rebases = True
    waits = False
    seat: int
    bonus: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in arriving(t, "bonus"):
            sheet = t.villain(seat).sheet
            choices = (
                Choice("strength", Msg("term.strength"), _raised(sheet.strength)),
                Choice("cunning", Msg("term.cunning"), _raised(sheet.cunning)),
                Choice("", msg("choice.no-bonus")),
            )
            bonus = Field(
                "bonus", "choice", msg("field.bonus"), choices, default="strength", rule="T-033"
            )
            label = msg("prompt.ready", who=sheet.name)
            yield cls.now(t, bonus, rule="T-033", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-033")
        if t.villain(self.seat).status != "bonus":
            t.refuse_impossible("T-E30", "T-033", who=t.who(self.seat))
        bonus = next((name for name in ATTRIBUTES if name == self.bonus), None)
        if bonus is None and self.bonus:
            t.refuse_impossible("E_MALFORMED", problem=self.bonus)
        arrive(t, self.seat, bonus or "")


class DealVillains(Act, tag="deal"):
    """The app deals a seat two villain cards to choose from."""

    named = _("Deal villains")
    rebases = True
    chances: ClassVar[int] = CHANCES
    seat: int
    luck: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-029", "setup")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in range(len(t.state.villains)):
            if not t.state.options.free_choice and t.allows(_undealt, t, seat):
                label = msg("prompt.deal", n=seat + 1)
                yield cls.now(t, rule="T-029", label=label, expected=False, seat=seat)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-029")
        _undealt(t, self.seat)
        dealt = {name for villain in t.state.villains for name in villain.dealt}
        names = [sheet.name for sheet in t.state.unused if sheet.name not in dealt]
        rest, first = divmod(self.luck, len(names))
        one = names.pop(first)
        hand = (one, names[rest % len(names)])
        t.note("dealt", "T-029", n=self.seat + 1, villains=hand)
        t.change(self.seat, dealt=hand)


# -- who is still to come --------------------------------------------------------------------


def arriving(t: Table, status: str) -> tuple[int, ...]:
    """Return the seats whose villain is asked about now and has come so far."""
    if t.state.owes or t.phase not in ("setup", "arrive"):
        return ()
    seats = range(len(t.state.villains)) if t.phase == "setup" else (t.active,)
    return tuple(seat for seat in seats if t.villain(seat).status == status)


def _undealt(t: Table, seat: int) -> None:
    """Refuse a seat that has a villain or cards to choose from."""
    villain = t.villain(seat)
    if villain.status != "picking" or villain.dealt:
        t.refuse_impossible("T-DEALT-OUT", "T-029", who=t.who(seat))


def _raised(points: int) -> str:
    return f"{points} → {points + 1}"


# -- set-up steps 5 to 12 --------------------------------------------------------------------


def play(t: Table, seat: int, sheet: VillainSheet) -> None:
    """Give a seat this villain card from now on; what it played before goes back."""
    old = t.villain(seat).sheet
    unused = tuple(s for s in t.state.unused if s.name != sheet.name)
    if t.phase == "setup" and old.name and old.name != sheet.name:
        unused = (*unused, old)
    t.put(unused=unused, gone=tuple(s for s in t.state.gone if s.name != sheet.name))
    t.change(seat, sheet=sheet, status="bonus" if sheet.complete else "sheet")
    sheet_known(t, seat)


def sheet_known(t: Table, seat: int) -> None:
    """Bring in at once a villain whose numbers are known, where there is no bonus to choose."""
    if t.villain(seat).status == "bonus" and not t.state.options.start_bonus:
        arrive(t, seat, "")


def arrive(t: Table, seat: int, bonus: Attribute | Literal[""]) -> None:
    """Give the villain numbers, tokens and cards, and put the figure on the start space."""
    sheet, estate = t.villain(seat).sheet, t.villain(seat).estate
    fate, coins = min(sheet.fate, t.state.fate_pool), min(sheet.coins, t.state.coin_pool)
    t.put(fate_pool=t.state.fate_pool - fate, coin_pool=t.state.coin_pool - coins)
    villain = Villain(
        sheet=sheet,
        status="alive",
        life=sheet.life,
        fate=fate,
        coins=coins,
        strength=sheet.strength + (bonus == "strength"),
        cunning=sheet.cunning + (bonus == "cunning"),
        raised=bonus,
        alignment=sheet.alignment,
        estate=estate,
    )
    t.seat(seat, villain)
    start = space_key(sheet.start)
    put_down(t, seat, start, floor_of(t.state, start, FIRST, seat))
    raised = {"bonus": Msg(f"term.{bonus}")} if bonus else {}
    t.note("arrived-raised" if bonus else "arrived", "T-033", who=sheet.name, **raised)
    _equip(t, seat)
    if t.phase == "arrive":
        t.turn(phase="inherit" if estate != Estate() else "move")
    # Whoever is killed while others still arrive waits for the own turn like anyone dead.
    elif not any(v.status in ARRIVING for v in t.state.villains):
        seats = len(t.state.villains)
        order = ((t.state.first + n) % seats for n in range(seats))
        start_turn(t, next(seat for seat in order if t.villain(seat).status != "out"))


def _equip(t: Table, seat: int) -> None:
    """Give the Feats and Objects the villain starts with."""
    sheet = t.villain(seat).sheet
    for _each in range(sheet.feats):
        draw_feat(t, seat)
    for name in sheet.gear:
        card = t.new_card(replace(known_card(t.state, name) or EncounterCard(name), purchase=True))
        card = from_stock(t, card, strict=False)
        if card.id:
            t.note("gear", "T-037", who=t.who(seat), card=card_label(card))
            t.change(seat, objects=(*t.villain(seat).objects, card))


WORDS: Catalogue = {
    "prompt.deal": _("Player {n}: let Sidekick deal two villains"),
    "prompt.draw-villain": _("Let Sidekick draw a new villain"),
    "prompt.villain": _("Player {n}: which villain?"),
    "prompt.ready": _("{who}: choose the extra point at the start"),
    "field.villain": _("Villain"),
    "field.bonus": _("Bonus"),
    "choice.no-bonus": _("No bonus"),
    "note.villain": _("Player {n} plays {who}"),
    "note.arrived": _("{who} enters Arkham"),
    "note.arrived-raised": _("{who} enters Arkham with one extra point: {bonus}"),
    "note.gear": _("{who} starts with {card}"),
    "note.dealt": _("Player {n} is dealt {villains}"),
    "note.drawn-villain": _("Player {n} draws {villain}"),
    "refusal.T-E30": _("{who} has already chosen: the starting bonus is one attribute, once"),
    "refusal.T-DEALT": _("Dealt: {villains}"),
    "refusal.T-DEALT-ELSEWHERE": _("{villain} was dealt to {who}"),
    "refusal.T-DEALT-OUT": _("{who} already has cards to choose from"),
}
