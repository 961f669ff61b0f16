"""What the table typed in of its own copy, and whether a second player has looked."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.talisman_batman.actions import Draw
from games.talisman_batman.glossary import card_key, slug
from games.talisman_batman.lessons import Check, EnterBatman, EnterCard, EnterNumbers
from games.talisman_batman.state import Batman, Box, Card, Fact, Sheet, State
from games.talisman_batman.table import LIBRARY, card_label, who

BATMAN = "batman"


def of_card(card: Card) -> str:
    """The name of the fact that a card says what the box knows of it."""
    return f"card-{slug(card.name)}"


def of_sheet(name: str) -> str:
    """The name of the fact that a villain card has the numbers entered."""
    return f"villain-{slug(name)}"


def told(action: Any, before: tuple[Card, ...], after: tuple[Card, ...]) -> str:
    """The fact an action enters, by the cards known before and after; empty if it enters none."""
    match action:
        case EnterNumbers():
            return of_sheet(action.villain)
        case EnterBatman():
            return BATMAN
        case EnterCard():
            return of_card(Card(card_key(action.name)))
        case Draw():
            of = of_card(Card(card_key(action.name)))
            known = any(of_card(card) == of for card in before)
            new = any(of_card(card) == of and card.kind == "enemy" for card in after)
            return of if new and not known else ""
    return ""


def entered(facts: tuple[Fact, ...], of: str, by: int | None = None) -> tuple[Fact, ...]:
    """The facts with this one entered (again): nobody else has looked at it yet."""
    return (*_others(facts, of), Fact(of, by))[-LIBRARY:] if of else facts


def learn(box: Box, action: Check, call: Call) -> Box:
    """The box with what the second look said."""
    return replace(box, facts=_looked(box.facts, action, call))


def check(state: State, action: Check, call: Call) -> State:
    """A second player says whether the card reads as it was entered."""
    fact = find(state.facts, action.fact)
    said = says(state, action.fact)
    if fact is None or said is None:
        call.impossible("T-NO-FACT")
    if fact.checked:
        call.impossible("T-CHECKED", name=said.name)
    if fact.by is not None and fact.by == call.actor:
        name = who(state, fact.by)
        call.forbid("T-SAME-EYES", "", remedy=msg("remedy.same-eyes"), who=name, name=said.name)
    call.note("checked" if action.says == "so" else "doubted", "", **said._asdict())
    return replace(state, facts=_looked(state.facts, action, call))


def _looked(facts: tuple[Fact, ...], action: Check, call: Call) -> tuple[Fact, ...]:
    fact = find(facts, action.fact)
    if fact is None:
        call.impossible("T-NO-FACT")
    so = action.says == "so"
    return (*_others(facts, fact.of), replace(fact, checked=so, doubted=not so))


def find(facts: tuple[Fact, ...], of: str) -> Fact | None:
    """One fact by its name."""
    return next((fact for fact in facts if fact.of == of), None)


def checked(state: State, of: str) -> bool:
    """Whether a second player has found this as it was entered."""
    return any(fact.of == of and fact.checked for fact in state.facts)


def _others(facts: tuple[Fact, ...], of: str) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.of != of)


def open_facts(state: State) -> tuple[Fact, ...]:
    """Facts nobody has looked at twice, of things that lie on the table, the newest first."""
    here = _on_the_table(state)
    return tuple(fact for fact in reversed(state.facts) if not fact.checked and fact.of in here)


def _on_the_table(state: State) -> set[str]:
    cards = [c for v in state.villains for c in (*v.goods, *v.trophies)]
    cards += [c for spot in state.spots for c in spot.cards]
    sheets = {of_sheet(v.sheet.name) for v in state.villains if v.sheet.complete}
    return {*sheets, *map(of_card, cards), *((BATMAN,) if state.batman.strength else ())}


# -- in words ----------------------------------------------------------------------------


class Said(NamedTuple):
    """A fact in words: of what, and what the table entered of it."""

    name: Msg | str
    what: tuple[Msg | str, ...]


def says(state: State, of: str) -> Said | None:
    """A fact as it is entered now; ``None`` for what nobody has entered."""
    if of == BATMAN:
        batman = state.batman
        numbers = _numbers(batman, "strength", "cunning")
        return Said(Msg("term.batman"), numbers) if batman.strength else None
    for villain in state.villains:
        sheet = villain.sheet
        if sheet.complete and of == of_sheet(sheet.name):
            numbers = _numbers(sheet, "strength", "cunning", "fate", "life", "coins")
            return Said(sheet.name, (*numbers, Msg(f"term.{sheet.alignment}")))
    card = entered_card(state, of)
    return Said(card_label(card), _of_card(card)) if card else None


def entered_card(state: State, of: str) -> Card | None:
    """The card a fact is about."""
    return next((card for card in state.library if of_card(card) == of), None)


def _of_card(card: Card) -> tuple[Msg | str, ...]:
    found: list[Msg | str] = [Msg(f"term.{card.kind}")]
    if card.kind == "enemy":
        found.append(msg("hint.enemy", attribute=Msg(f"term.{card.attribute}"), n=card.value))
    found += [
        msg("hint.bonus", attribute=Msg(f"term.{name}"), n=getattr(card, name))
        for name in ("strength", "cunning")
        if getattr(card, name)
    ]
    found += [
        msg("hint.field", field=Msg(f"field.{name}"), n=getattr(card, name))
        for name in ("number", "bag")
        if getattr(card, name)
    ]
    flags = ("combat", "weapon", "armour", "legendary", "purchase")
    found += [Msg(f"field.{name}") for name in flags if getattr(card, name)]
    found += [msg("hint.forbids", alignment=Msg(f"term.{side}")) for side in card.forbids]
    return tuple(found)


def _numbers(of: Sheet | Batman, *names: str) -> tuple[Msg, ...]:
    return tuple(
        msg("hint.enemy", attribute=Msg(f"term.{name}"), n=getattr(of, name)) for name in names
    )


def mended(before: Said | None, after: Said | None, call: Call) -> None:
    """Keep in the log what the table had entered before it said otherwise."""
    if before is not None and after is not None and before != after:
        call.note("mended", "", name=after.name, before=before.what, after=after.what)
