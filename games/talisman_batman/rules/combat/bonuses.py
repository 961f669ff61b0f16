"""Bonuses of Objects and Followers (pp. 10-11), asked once, when a fight first needs them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules.cards.goods import learn_card
from games.talisman_batman.state import Box, EncounterCard, State
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    best_boosts,
    card_label,
    known_card,
    unread,
    with_card,
)
from games.talisman_batman.table import Act, Table

ASKED = 2
"""The edition of the questions that asks these."""
MOST = 3
"""Higher bonuses are entered in the form of the card."""
WHEN = ("always", "fight", "weapon")
ADDS = (
    Choice("", msg("choice.adds-nothing")),
    *(
        Choice(f"{way}-{n}-{when}", msg(f"choice.adds-{when}", attribute=Msg(f"term.{way}"), n=n))
        for way in ATTRIBUTES
        for when in WHEN
        for n in range(1, MOST + 1)
    ),
    Choice("armour", Msg("field.armour")),
)


class EnterBonuses(Act, tag="adds"):
    """The bonuses of cards that fighters own; ``what`` has one of ``ADDS`` for each card."""

    named = _("Enter what cards add")
    teaches = True
    cards: tuple[int, ...]
    what: tuple[str, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-098", "stand", "fight")
        if t.state.options.edition < ASKED or not _unread(t):
            t.refuse_impossible("T-NOTHING", "T-098")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        found = _unread(t)
        cards = tuple(card for _seat, card in found)
        rows = tuple(card_label(card) for card in cards)
        what = Field("what", "sequence", msg("field.adds"), ADDS, rows=rows, rule="T-098")
        owners = {seat for seat, _card in found}
        yield cls.now(
            t,
            replace(what, default=("",) * len(rows)),
            rule="T-098",
            actor=min(owners),
            everybody=len(owners) > 1,
            cards=tuple(card.id for card in cards),
        )

    def apply(self, t: Table) -> None:
        owners = {seat for seat, _card in _unread(t)}
        if len(owners) == 1:
            t.own(min(owners), "T-098")
        unknown = {card.id: card for _seat, card in _unread(t)}
        if set(self.cards) - set(unknown) or len(self.what) != len(self.cards):
            t.refuse_impossible("T-NO-CARD", "T-098")
        for id, what in zip(self.cards, self.what, strict=True):
            adds = next((each for each in ADDS if each.value == what), None)
            if adds is None:
                t.refuse_impossible("E_MALFORMED", problem=what)
            card = _with(unknown[id], what)
            t.note("adds", "T-098", card=card_label(card), what=adds.label)
            if card.name:
                learn_card(t, replace(card, id=0))
            else:
                _read(t, card)
        for fighter in _fighters(t):
            cards = best_boosts(t.villain(fighter.seat), t.fighting().attribute)
            t.put_side(replace(fighter, cards=cards))

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        goods = (card for villain in state.villains for card in villain.goods)
        names = dict.fromkeys(card.name for card in goods if card.id in self.cards and card.name)
        cards = known.cards
        for name in names:
            if card := known_card(state, name):
                cards = with_card(cards, card)
        return {"cards": cards} if names else {}


def _fighters(t: Table) -> tuple[Any, ...]:
    fight = t.fighting()
    return tuple(each for each in (fight.me, fight.foe) if each is not None)


def _unread(t: Table) -> tuple[tuple[int, EncounterCard], ...]:
    """Return the fighters' cards that no one has read out, each with its owner's seat.

    Those of the active villain are asked as well, who may fight later in the turn: one question.
    """
    if t.state.fight is None or t.state.fight.me.die:
        return ()
    seats = dict.fromkeys((*(fighter.seat for fighter in _fighters(t)), t.active))
    due = any(_needed(t, fighter.seat) for fighter in _fighters(t))
    return tuple((seat, card) for seat in seats for card in _needed(t, seat)) if due else ()


def _needed(t: Table, seat: int) -> tuple[EncounterCard, ...]:
    villain = t.villain(seat)
    return unread(villain) if villain.alive and not villain.insane else ()


def _with(card: EncounterCard, what: str) -> EncounterCard:
    """Return a card with what was said about it."""
    if what == "armour":
        return replace(card, armour=True, told=True)
    way, _dash, rest = what.partition("-")
    n, _dash, when = rest.partition("-")
    adds = {way: int(n), "combat": when != "always", "weapon": when == "weapon"} if way else {}
    return replace(card, told=True, **adds)


def _read(t: Table, card: EncounterCard) -> None:
    """Put a card without a name in its place, read out."""

    def read(cards: tuple[EncounterCard, ...]) -> tuple[EncounterCard, ...]:
        return tuple(card if each.id == card.id else each for each in cards)

    for seat, villain in enumerate(t.state.villains):
        t.change(seat, objects=read(villain.objects), followers=read(villain.followers))


WORDS: Catalogue = {
    "prompt.adds": _("What do these cards add?"),
    "field.adds": _("What it adds"),
    "choice.adds-nothing": _("Nothing in fights"),
    "choice.adds-always": _("{attribute} +{n}, always"),
    "choice.adds-fight": _("{attribute} +{n} in fights"),
    "choice.adds-weapon": _("Weapon: {attribute} +{n}"),
    "note.adds": _("{card}: {what}"),
}
