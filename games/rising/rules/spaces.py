"""Cards whose damage spaces no one has counted: asked when it matters, once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import GROUPS, Box
from games.rising.box.teaching import with_library
from games.rising.definition import Definition
from games.rising.rules.cards.effects import said
from games.rising.state import State, TableCard
from games.rising.table import Act, Table

MOST = 9
"""The most damage spaces anyone is asked about."""
DECISIVE = ("hero", "boss", "")
"""Kinds of cards whose defeat loses or wins the game; one of unknown kind may be a Hero."""


def before_dice(t: Table) -> bool:
    """Return whether spaces are asked before the Hero dice; tables of 1.0.0 ask at the end."""
    return t.state.setup.edition > 4


def unmeasured(t: Table) -> tuple[str, ...]:
    """Return cards of unknown capacity that have been damaged since the table was last asked."""
    return tuple(
        each.id
        for each in t.state.pieces
        if each.damage > each.asked and (not t.capacity(each) or unconfirmed(t, each))
    )


def unconfirmed(t: Table, card: TableCard) -> bool:
    """Return whether only other groups have counted the spaces of a card."""
    return t.known(card.card).confidence == GROUPS


def told_spaces(t: Table) -> None:
    """Count the ticks of the results in quick depth: these cards are full, whenever hit."""
    if not t.turn.told:
        return
    for card in t.turn.full:
        if t.has(card) and t.piece(card).damage and not t.capacity(card):
            measure(t, card, -1)
    if not before_dice(t):
        for card in unmeasured(t):
            t.put_piece(card, asked=t.piece(card).damage)


def uncounted(t: Table) -> str:
    """Return the card whose spaces quick depth asks for, the nearest to a loss first, or ``""``.

    One damage hardly fills a card, so after the first card such a card waits for another turn.
    """
    if not before_dice(t):
        return _uncounted_before(t)
    open_ = [
        each
        for each in map(t.piece, unmeasured(t))
        if not t.turn.counted or (each.damage > 1 and t.kind(each) in DECISIVE)
    ]

    def weight(each: TableCard) -> tuple[bool, bool, bool, int]:
        kind = t.kind(each) in DECISIVE
        return decides(t, each), kind, t.owner(each.id) >= 0, each.damage

    return max(open_, key=weight, default=TableCard("")).id


def _uncounted_before(t: Table) -> str:
    """Return what releases asked that put the question at the end of a turn only."""
    if not t.turn.told:
        return ""
    open_ = [
        each
        for each in t.state.pieces
        if each.damage > int(t.turn.counted)
        and not each.later
        and not t.capacity(each)
        and t.kind(each) in DECISIVE
    ]
    return max(open_, key=lambda each: (each.damage, t.owner(each.id)), default=TableCard("")).id


def decides(t: Table, card: TableCard) -> bool:
    """Return whether the game ends if this card is full, as far as Heroes are counted."""
    if t.kind(card) == "boss":
        return True
    if t.kind(card) not in DECISIVE:
        return False
    others = {each.id for each in t.state.pieces if t.is_hero(each.id) and t.full(each.id)}
    owner = t.owner(card.id)
    last = owner >= 0 and not {*t.state.teams[owner].row} - {card.id} - others
    return last or t.state.defeated + len(others) + 1 >= t.state.setup.hero_limit


def spaces_wait(t: Table) -> bool:
    """Return whether the table has to say how much a card can take."""
    return bool(uncounted(t) if t.turn.told else unmeasured(t))


class CountSpaces(Act, tag="card.count"):
    """The damage spaces of one card (its id) in quick depth: ``n`` many, -1 for "full now", 0 for
    "not full yet": it is asked again after its next damage."""

    named = _("Count the damage spaces of a card")
    teaches = True
    rebases = True
    card: str
    n: Annotated[int, Range(-1, MOST, "term.capacity")]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if cls.actors(t) is not None:
            t.mine()
        early = t.state.depth == "quick" and before_dice(t)
        t.phase("spaces", *(("heroes",) if early else ()))

    @classmethod
    def actors(cls, t: Table) -> tuple[int, ...] | None:
        several = t.state.setup.players > 1 and before_dice(t)
        return (t.state.active,) if several else None

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        card = uncounted(t) if t.step == "heroes" or t.turn.told else ""
        if not card:
            return
        piece, fixed = t.piece(card), {"card": card}
        numbers = tuple(Choice(n, str(n)) for n in range(piece.damage, MOST + 1))
        again = "again" if piece.asked and before_dice(t) else "count"
        first = ".first" if t.step == "heroes" else ""
        label = msg(f"prompt.card.{again}{first}", card=t.name(card))
        help_ = msg(f"help.card.{again}", damage=piece.damage)
        field = Field("n", "choice", Msg("field.spaces"), numbers, rule=t.rule("cap"))
        if unconfirmed(t, piece) and t.capacity(piece):
            help_ = msg("help.card.others", n=t.capacity(piece))
        if numbers:
            yield cls.now(t, "cap", field, label=label, fixed=fixed, help=help_)
        full = msg("prompt.card.full", card=t.name(card), damage=piece.damage)
        yield cls.now(t, "cap", label=full, fixed={**fixed, "n": -1}, tone="danger")
        later = Msg("prompt.card.not_full" if before_dice(t) else "prompt.card.uncounted")
        yield cls.now(t, "cap", label=later, fixed={**fixed, "n": 0}, tone="quiet")

    def apply(self, t: Table) -> None:
        self.bounded(t, "cap")
        if not self.card or self.card != uncounted(t):
            t.refuse_impossible("E_NO_CARD", "cap", card=self.card)
        if self.n > 0:
            t.require_range(Msg("term.capacity"), self.n, t.piece(self.card).damage, MOST, "cap")
        t.put_turn(counted=True)
        if self.n:
            measure(t, self.card, self.n)
        elif not before_dice(t):
            t.put_piece(self.card, later=True)
            t.note("card.open", "cap", card=t.name(self.card))
        else:
            measure(t, self.card, 0)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class Spaces(Act, tag="card.spaces"):
    """Enter the damage spaces of cards (ids) whose capacity is unknown: a number each, 0 for "not
    full yet, ask later", -1 for "full now"."""

    named = _("Enter how much damage a card can take")
    teaches = True
    cards: tuple[str, ...]
    spaces: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("spaces")
        if t.turn.told:
            t.refuse_impossible("E_DEPTH", "cap", msg("remedy.quick"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        cards = unmeasured(t)
        later = (Choice(0, Msg("choice.not_full")), Choice(-1, Msg("choice.full_now")))
        field = Field(
            "spaces",
            "sequence",
            Msg("field.spaces"),
            (*later, *(Choice(n, str(n)) for n in range(1, MOST + 1))),
            tuple(
                msg("term.damaged_card", card=t.name(each), damage=t.piece(each).damage)
                for each in cards
            ),
            default=(0,) * len(cards),
            rule=t.rule("cap"),
        )
        yield cls.now(t, "cap", field, fixed={"cards": cards})

    def apply(self, t: Table) -> None:
        if self.cards != unmeasured(t) or len(self.spaces) != len(self.cards):
            t.refuse_impossible("E_MALFORMED", "", problem=", ".join(self.cards))
        for card, count in zip(self.cards, self.spaces, strict=True):
            t.require_range(Msg("term.capacity"), count, -1, MOST, "cap")
            measure(t, card, count)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


def measure(t: Table, card: str, count: int) -> None:
    """Apply one answer: a number, "full now" (-1) or "not full yet" (0)."""
    piece = t.piece(card)
    if not count:
        t.put_piece(card, asked=piece.damage)
        t.note("card.not_full", "cap", card=t.name(card), damage=piece.damage)
        return
    capacity = piece.damage if count < 0 else count
    facts = t.known(piece.card)
    if facts.name:
        own = "own" if facts.confidence == GROUPS else facts.confidence
        t.put_facts(replace(facts, capacity=capacity, confidence=own))
    else:
        t.put_piece(card, capacity=capacity)
    t.put_piece(card, damage=min(piece.damage, t.capacity(card)), asked=0)
    t.note("card.spaces", "cap", card=t.name(card), damage=said(t, card))


WORDS: Catalogue = {
    "note.card.not_full": _("{card} isn't full yet with {damage} damage"),
    "note.card.open": _("The damage spaces of {card} stay uncounted"),
    "note.card.spaces": _("{card}'s damage spaces are counted: {damage}"),
    "prompt.card.spaces": _("How many damage spaces?"),
    "prompt.card.count": _("How many damage spaces does {card} have?"),
    "prompt.card.count.first": _("First: how many damage spaces does {card} have?"),
    "help.card.others": ngettext_noop(
        "Other groups say {n} space. Tap the number on your card.",
        "Other groups say {n} spaces. Tap the number on your card.",
    ),
    "prompt.card.again": _("Is {card} full?"),
    "prompt.card.again.first": _("First: is {card} full?"),
    "help.card.count": _("Count the circles at the edge of the card. You are asked only once."),
    "help.card.again": ngettext_noop(
        "{damage} damage is on the card. A full Hero is defeated at the end of the turn.",
        "{damage} damage is on the card. A full Hero is defeated at the end of the turn.",
        by="damage",
    ),
    "prompt.card.full": ngettext_noop(
        "{card} is full with {damage} damage",
        "{card} is full with {damage} damage",
        by="damage",
    ),
    "prompt.card.uncounted": _("Don't count them in this game"),
    "prompt.card.not_full": _("Not full: ask again after its next damage"),
    "choice.not_full": _("Not full yet – later"),
    "choice.full_now": _("Full"),
    "field.spaces": _("Spaces"),
    "term.capacity": _("The number of damage spaces"),
    "term.damaged_card": _("{card}, damage {damage}"),
}
