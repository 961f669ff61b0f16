"""How every prompt of the family is put: the active team, groups, cards as choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.rising.table import Table

NOW, MORE, TABLE = "now", "more", "table"


ACTIVE = frozenset(
    (
        "deploy",
        "doom",
        "figure",
        "fire",
        "results",
        "roll",
        "assign",
        "give-up",
        "finish",
        "aid",
    )
)
"""What only the active team may tell."""


def active(t: Table) -> tuple[int, ...] | None:
    """Who may act for the active team: everybody where one person runs all teams."""
    return (t.state.active,) if t.state.setup.players > 1 else None


def now(t: Table, do: str, topic: str, *fields: Field, **more: Any) -> Prompt:
    """A prompt of the step; what is only book-keeping may be told from any phone."""
    actors = active(t) if do in ACTIVE else None
    return Prompt(
        do,
        more.pop("label", Msg(f"prompt.{do}")),
        fields,
        rule=t.rule(topic),
        expected=True,
        group=NOW,
        actors=actors,
        **more,
    )


def card_choices(t: Table, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Cards on the table as choices, with kind and damage in small print."""
    return tuple(Choice(each, t.name(each), hint(t, each), t.kind(each)) for each in cards)


def ability_choices(t: Table, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Abilities as choices: the Hero whose it is, or the team card."""
    return tuple(
        Choice(each, t.name(each) if t.has(each) else Msg("term.team_card"), t.team.name)
        for each in cards
    )


def hint(t: Table, card: str) -> Msg:
    """A card's kind, damage and where it is."""
    piece, capacity = t.piece(card), t.capacity(card)
    code = "hint.card" if capacity else "hint.card.open"
    return msg(
        code, kind=Msg(f"kind.{t.kind(card) or 'unknown'}"), damage=piece.damage, capacity=capacity
    )


def names_left(t: Table, knight: bool) -> tuple[Choice, ...]:
    """ "Unknown", and the cards of the library that may still be turned up: each kind by name."""
    taken = {each.card for each in t.state.pieces} | set(t.state.gone)
    kinds = ("knight",) if knight else ("hero", "villain", "")
    cards = (each for each in t.state.library if each.kind in kinds and each.name not in taken)
    left = (
        Choice(each.name, each.name, Msg(f"kind.{each.kind or 'unknown'}"), each.kind)
        for each in sorted(cards, key=lambda each: (kinds.index(each.kind), each.name.casefold()))
    )
    return (Choice("", Msg("choice.later")), *left)


def several(
    t: Table, name: str, cards: tuple[str, ...], chosen: tuple[str, ...], topic: str
) -> Field:
    return Field(
        name,
        "choices",
        Msg(f"field.{name}"),
        card_choices(t, cards),
        low=0,
        high=len(cards),
        default=chosen,
        optional=True,
        rule=t.rule(topic),
    )
