"""Cards and dice as choices of a form, and as they are read aloud."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Msg, msg
from games.referee import Choice, DieRow, Field
from games.rising.state import Die
from games.rising.table import Table


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


def target(cards: tuple[Choice, ...], name: str = "card", optional: bool = False) -> Field:
    label = "first_card" if name == "first" else name
    return Field(name, "choice", Msg(f"field.{label}"), cards, optional=optional)


def amount(high: int = 3, name: str = "n") -> Field:
    return Field(name, "number", Msg("field.n"), low=1, high=high, default=1)


def say_faces(t: Table, faces: tuple[str, ...]) -> tuple[Msg, ...]:
    """Faces as they are read aloud."""
    return tuple(
        msg("term.double" if face.startswith("2") else "term.single", symbol=t.symbol(face))
        for face in faces
    )


def colour_name(t: Table, colour: str) -> Msg | str:
    names: dict[str, Msg] = {each.colour: each.name for each in t.game.dice}
    return names.get(colour, colour)


def face_choices(t: Table, die: Die) -> tuple[Choice, ...]:
    """The faces of a die; all there could be while nobody has checked its colour."""
    facts = next((each for each in t.state.stock if each.colour == die.colour), None)
    checked = facts is not None and facts.checked
    faces = tuple(dict.fromkeys(facts.faces)) if facts and checked else t.game.faces
    said = say_faces(t, faces)
    return tuple(
        Choice(face, label, tone=face.removeprefix("2"))
        for face, label in zip(faces, said, strict=True)
    )


def die_row(t: Table, die: Die) -> DieRow:
    name = colour_name(t, die.colour)
    return DieRow(die.id, name, face_choices(t, die), die.colour)


def die_choices(t: Table, rolled: Iterable[Die]) -> tuple[Choice, ...]:
    """Dice as choices: face, then colour; a die not rolled yet has its colour only."""
    choices = []
    for die in rolled:
        colour = colour_name(t, die.colour)
        label = say_faces(t, (die.face,))[0] if die.face else colour
        choices.append(Choice(die.id, label, colour if die.face else "", die.colour))
    return tuple(choices)


def place_name(t: Table, place: int) -> Msg:
    return msg("term.place_of", place=t.place(place // 3), n=place % 3 + 1)
