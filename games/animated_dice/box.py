"""The physical copy: counted faces, dice per colour, the promotional villain."""

from __future__ import annotations

from msgspec.structs import replace

from games.animated_dice.actions import BoxAction, DefineDice, DefineFaces, DefineVillain
from games.animated_dice.definition import (
    COLOURS,
    DICE,
    NONE,
    Box,
    Faces,
    FaceTable,
    Villain,
    counts,
)
from games.animated_dice.prompts import define_faces
from games.animated_dice.state import State
from games.messages import Msg, msg
from games.referee import Call, Choice, Field, Prompt

PROMO = "promo"
NAME, NOTE = 40, 200


def sample() -> Box:
    """An invented copy with an invented fifth villain, so that five can try it."""
    rookie = Villain(PROMO, "Sample Rookie", per_loot=(1, 0, 0), note="Invented: yellow pays two.")
    return Box(promo=rookie, sample=True)


def pages(box: Box) -> tuple[Prompt, ...]:
    """Forms that describe the copy: three colours, the counts, the fifth villain."""
    dice = tuple(
        Field(colour, "number", msg(f"field.count.{colour}"), low=1, high=8, default=n)
        for colour, n in zip(COLOURS, box.dice, strict=True)
    )
    return (
        *(define_faces(i, tuple(box.faces[i]), box.counted[i]) for i in range(3)),
        Prompt("dice.count", msg("prompt.count"), dice, rule="D-Q13", group="table"),
        promo_page(box.promo or Villain(PROMO, "")),
    )


def label(name: str) -> Msg:
    return Msg("field.first_dice" if name == "first" else f"field.{name}")


def promo_page(now: Villain) -> Prompt:
    def number(name: str, high: int, value: int, low: int = 0) -> Field:
        return Field(name, "number", label(name), low=low, high=high, default=value)

    def flag(name: str, value: bool) -> Field:
        return Field(name, "flag", msg(f"field.{name}"), default=value, optional=True)

    def colour(name: str, value: str) -> Field:
        choices = (Choice("", msg("colour.none")), *(Choice(c, msg(f"die.{c}")) for c in COLOURS))
        return Field(name, "choice", msg(f"field.{name}"), choices, default=value, optional=True)

    paid = next((i for i, n in enumerate(now.per_loot) if n), None)
    fields = (
        Field("name", "text", msg("field.name"), high=NAME, default=now.name),
        number("first", 5, now.first, low=1),
        flag("returns", now.returns),
        colour("dodge_colour", now.dodge_colour),
        number("dodges", 3, now.dodges),
        colour("loot_colour", "" if paid is None else COLOURS[paid]),
        number("per_loot", 3, max(now.per_loot)),
        number("per_set", 3, now.per_set),
        flag("paid_on_bust", now.paid_on_bust),
        Field("note", "text", msg("field.note"), high=NOTE, default=now.note, optional=True),
    )
    return Prompt("villain.define", msg("prompt.villain"), fields, rule="D-006", group="table")


def learn(box: Box, action: BoxAction, call: Call) -> Box:
    """The copy with one form filled in; refuses what no dice can be."""
    match action:
        case DefineFaces():
            i, faces = faces_of(action, call)
            return replace(
                box,
                faces=with_faces(box.faces, i, faces),
                counted=with_counted(box.counted, i),
            )
        case DefineDice(yellow, blue, gray):
            return replace(box, dice=dice_of(yellow, blue, gray, call))
        case DefineVillain():
            return replace(box, promo=villain_of(action, call))


def faces_of(action: DefineFaces, call: Call) -> tuple[int, Faces]:
    """The colour's index and its faces; refuses other than six or a missing symbol."""
    if action.colour not in COLOURS:
        call.impossible("E_FACE", "D-010", remedy=msg("remedy.colour"), face=action.colour)
    faces = Faces(action.loot, action.batman, action.alarm)
    if not faces.possible():
        call.impossible("E_FACES", "D-010", remedy=msg("remedy.faces"), n=sum(faces))
    call.note(
        "define",
        "D-010",
        die=msg(f"dice.{action.colour}"),
        loot=action.loot,
        batman=action.batman,
        alarm=action.alarm,
    )
    return COLOURS.index(action.colour), faces


def with_faces(table: FaceTable, i: int, faces: Faces) -> FaceTable:
    yellow, blue, gray = (faces if j == i else old for j, old in enumerate(table))
    return (yellow, blue, gray)


def with_counted(table: tuple[bool, bool, bool], i: int) -> tuple[bool, bool, bool]:
    yellow, blue, gray = (j == i or old for j, old in enumerate(table))
    return (yellow, blue, gray)


def dice_of(yellow: int, blue: int, gray: int, call: Call) -> tuple[int, int, int]:
    dice = (yellow, blue, gray)
    if sum(dice) != DICE or min(dice) < 1:
        call.impossible("E_DICE", "D-Q13", remedy=msg("remedy.ten"), n=sum(dice))
    call.note("count", "D-Q13", yellow=yellow, blue=blue, gray=gray)
    return dice


def villain_of(action: DefineVillain, call: Call) -> Villain:
    """A fifth villain out of switches; refuses colours and numbers no die knows."""
    name = action.name.strip()[:NAME]
    if not name:
        call.impossible("E_NAME", "D-006", remedy=msg("remedy.name"))
    for colour in (action.dodge_colour, action.loot_colour):
        if colour not in ("", *COLOURS):
            call.impossible("E_FACE", "D-010", remedy=msg("remedy.colour"), face=colour)
    for field, value, low, high in (
        ("first", action.first, 1, 5),
        ("dodges", action.dodges, 0, 3),
        ("per_loot", action.per_loot, 0, 3),
        ("per_set", action.per_set, 0, 3),
    ):
        call.within(label(field), value, low, high, "D-006")
    call.note("villain", "D-006", who=name)
    return Villain(
        PROMO,
        name,
        action.first,
        action.returns,
        action.dodge_colour if action.dodges else "",
        action.dodges if action.dodge_colour else 0,
        bonus(action),
        action.per_set,
        action.paid_on_bust,
        action.note.strip()[:NOTE],
    )


def bonus(action: DefineVillain) -> tuple[int, int, int]:
    if not action.loot_colour:
        return NONE
    return counts(action.per_loot if c == action.loot_colour else 0 for c in COLOURS)


def adopt(state: State, action: BoxAction, call: Call) -> State:
    """The running game with what its box was just taught."""
    match action:
        case DefineFaces():
            i, faces = faces_of(action, call)
            return replace(
                state,
                faces=with_faces(state.faces, i, faces),
                counted=with_counted(state.counted, i),
            )
        case DefineDice(yellow, blue, gray):
            if state.turn.rolls or sum(state.turn.drawn):
                call.impossible("E_MID_TURN", "D-007", remedy=msg("remedy.next_turn"))
            dice = dice_of(yellow, blue, gray, call)
            return replace(state, dice=dice, turn=replace(state.turn, cup=dice))
        case DefineVillain():
            promo = villain_of(action, call)
            if state.villain.slug == PROMO and state.turn.rolls:
                call.impossible("E_MID_TURN", "D-005", remedy=msg("remedy.next_turn"))
            villains = tuple(promo if v.slug == PROMO else v for v in state.villains)
            return replace(state, villains=villains)
