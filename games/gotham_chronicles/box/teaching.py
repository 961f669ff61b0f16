"""Parts that forms of the box share: their base, their inputs, how what was typed is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from games.gotham_chronicles.box.sheets import (
    Box,
    EquipmentCard,
    HeroSheet,
    MissionSheet,
    TileSheet,
)
from games.gotham_chronicles.rules.checks import check
from games.gotham_chronicles.rules.common.energy import Cubes
from games.gotham_chronicles.rules.common.skills import TRAITS
from games.gotham_chronicles.state import State
from games.gotham_chronicles.table import Act, Table
from games.messages import Msg, msg
from games.referee import Choice, Field, Refusal, RulingInterruptError

DICE = tuple(letter + arrow for letter in "WYORB" for arrow in ("", "*"))
MOST = 20
"""No printed number is higher."""

R = TypeVar("R")
T = TypeVar("T", bound=HeroSheet | TileSheet | EquipmentCard | MissionSheet)


class Teach(Act):
    """A sheet entered or corrected, in the box or in the middle of a play."""

    teaches = True

    def learned(self, box: Box) -> Box:
        """Return the box with what it says; raise ``ValueError`` for what cannot be read."""
        return box

    def taught(self, box: Box, state: State) -> Box:
        """Return the box with what it said during a play; ``state`` is the one after it."""
        return self.learned(box)

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """Let the play follow; the cubes it moves. Raises ``ValueError`` as ``learned``."""
        return ()

    def apply(self, t: Table) -> None:
        """Update the play as far as the table's pieces fit."""
        cubes = corrected(t, self.correct)
        name = getattr(self, "name", "") or getattr(self, "title", "") or "–"
        t.note("sheet", "G-026", name=name, cubes=cubes)


def corrected(t: Table, correct: Callable[[Table], R]) -> R:
    """Correct the play; refuse what cannot be read, or does not fit the table, and say why."""
    before = check(t.state)
    try:
        made = correct(t)
    except ValueError as error:
        raise RulingInterruptError(unreadable(error)) from error
    broken = tuple(defect.message for defect in check(t.state) if defect not in before)
    if broken:
        t.refuse_impossible("E_INVARIANT", "G-026", defects=broken)
    return made


def learn(box: Box, action: Any) -> Box | Refusal:
    """Return the box after a teaching action; a refusal names the piece that cannot be read."""
    if not isinstance(action, Teach):
        return box
    try:
        return action.learned(box)
    except ValueError as error:
        return unreadable(error)


def remember(box: Box, action: Any, state: State) -> Box:
    """Return the box after a teaching action of a play; what cannot be read teaches nothing."""
    if not isinstance(action, Teach):
        return box
    try:
        return action.taught(box, state)
    except ValueError:
        return box


def unreadable(error: ValueError) -> Refusal:
    """Return the refusal for a piece of a sheet no one can read."""
    return Refusal(
        "E_NOTATION",
        "G-031",
        {"text": str(error) or "–"},
        msg("remedy.notation"),
        overridable=False,
    )


def with_sheet(sheets: tuple[T, ...], sheet: T) -> tuple[T, ...]:
    """Return the sheets with one entered or corrected, found by name; cards may be there twice."""
    name = name_of_sheet(sheet)
    if any(name_of_sheet(each) == name for each in sheets):
        return tuple(sheet if name_of_sheet(each) == name else each for each in sheets)
    return *sheets, sheet


def name_of_sheet(sheet: HeroSheet | TileSheet | EquipmentCard | MissionSheet) -> str:
    """Return the name a box finds the sheet by."""
    return sheet.title if isinstance(sheet, MissionSheet) else sheet.name


def named(name: str) -> str:
    """Return a name of at least one letter; raise ``ValueError`` for none."""
    if not name.strip():
        raise ValueError(name)
    return name.strip()


def between(n: int | None, low: int, high: int) -> None:
    """Refuse a number nothing prints; raises ``ValueError``."""
    if n is not None and not low <= n <= high:
        raise ValueError(str(n))


# -- inputs --------------------------------------------------------------------------------


def line(name: str, value: str, high: int = 200, example: str = "") -> Field:
    """Return a line of text with an example."""
    return Field(
        name,
        "text",
        Msg(f"field.{name}"),
        tuple(Choice(each, each) for each in dict.fromkeys((value, example)) if each),
        high=high,
        default=value,
        optional=True,
        help=msg("help.example", example=example) if example else "",
    )


def name_input(value: str, suggest: tuple[str, ...] = ()) -> Field:
    """Return the name a sheet is found by."""
    choices = tuple(Choice(each, each) for each in suggest)
    return Field("name", "text", Msg("field.name"), choices, high=60, default=value)


def figure(
    name: str, value: int | None, low: int, high: int, rule: str = "", *, optional: bool = False
) -> Field:
    """Return a printed number; an ``optional`` one is not printed on every sheet."""
    return Field(
        name,
        "number",
        Msg(f"field.{name}"),
        low=low,
        high=high,
        default=value,
        optional=optional or value is None,
        rule=rule,
    )


def pick(name: str, values: tuple[str, ...], value: str, prefix: str = "") -> Field:
    """Return one of several values."""
    choices = tuple(Choice(v, Msg(f"{prefix}.{v}") if prefix else v) for v in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value)


def traits_input(value: tuple[str, ...]) -> Field:
    """Return the traits of a sheet."""
    choices = tuple(Choice(trait, trait) for trait in TRAITS)
    return Field(
        "traits",
        "choices",
        Msg("field.traits"),
        choices,
        low=0,
        high=len(TRAITS),
        default=list(value),
        optional=True,
    )


def badge(source: str) -> Msg | str:
    """Return the badge that says where the numbers come from."""
    return Msg(f"source.{source}") if source else ""
