"""What forms of the box share: their base, their inputs, how what was typed is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from games.gotham_chronicles.box.sheets import (
    Box,
    Card,
    HeroSheet,
    MissionSheet,
    TileSheet,
)
from games.gotham_chronicles.rules.checks import check
from games.gotham_chronicles.rules.common.energy import Cubes
from games.gotham_chronicles.rules.common.skills import TRAITS
from games.gotham_chronicles.table import Act, Table
from games.messages import Msg, msg
from games.referee import Choice, Field, Refusal, Stop

DICE = tuple(letter + arrow for letter in "WYORB" for arrow in ("", "*"))
MOST = 20
"""No printed number is higher."""

R = TypeVar("R")
T = TypeVar("T", bound=HeroSheet | TileSheet | Card | MissionSheet)


class Teach(Act):
    """A sheet entered or corrected, in the box or in the middle of a play."""

    teaches = True

    def learned(self, box: Box) -> Box:
        """The box with what it says; raises ``ValueError`` for what cannot be read."""
        return box

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """Let the play follow; the cubes it moves. Raises ``ValueError`` as ``learned``."""
        return ()

    def happen(self, t: Table) -> None:
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
        raise Stop(unreadable(error)) from error
    broken = tuple(defect.message for defect in check(t.state) if defect not in before)
    if broken:
        t.impossible("E_INVARIANT", "G-026", defects=broken)
    return made


def learn(box: Box, action: Any) -> Box | Refusal:
    """The box after a teaching action; a refusal names the piece that cannot be read."""
    if not isinstance(action, Teach):
        return box
    try:
        return action.learned(box)
    except ValueError as error:
        return unreadable(error)


def unreadable(error: ValueError) -> Refusal:
    """The refusal for a piece of a sheet nobody can read."""
    return Refusal(
        "E_NOTATION",
        "G-031",
        {"text": str(error) or "–"},
        msg("remedy.notation"),
        overridable=False,
    )


def with_sheet(sheets: tuple[T, ...], sheet: T) -> tuple[T, ...]:
    """The sheets with one entered or corrected, found by name; cards may be there twice."""
    name = name_of_sheet(sheet)
    if any(name_of_sheet(each) == name for each in sheets):
        return tuple(sheet if name_of_sheet(each) == name else each for each in sheets)
    return *sheets, sheet


def name_of_sheet(sheet: HeroSheet | TileSheet | Card | MissionSheet) -> str:
    """What a box finds the sheet by."""
    return sheet.title if isinstance(sheet, MissionSheet) else sheet.name


def named(name: str) -> str:
    """A name of at least one letter; raises ``ValueError`` for none."""
    if not name.strip():
        raise ValueError(name)
    return name.strip()


def between(n: int | None, low: int, high: int) -> None:
    """Refuse a number nothing prints; raises ``ValueError``."""
    if n is not None and not low <= n <= high:
        raise ValueError(str(n))


# -- inputs --------------------------------------------------------------------------------


def line(name: str, value: str, high: int = 200, example: str = "") -> Field:
    """A line of text with an example."""
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
    """The name a sheet is found by."""
    choices = tuple(Choice(each, each) for each in suggest)
    return Field("name", "text", Msg("field.name"), choices, high=60, default=value)


def figure(
    name: str, value: int | None, low: int, high: int, rule: str = "", *, optional: bool = False
) -> Field:
    """A printed number; an ``optional`` one is not printed on every sheet."""
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
    """One of several values."""
    choices = tuple(Choice(v, Msg(f"{prefix}.{v}") if prefix else v) for v in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value)


def traits_input(value: tuple[str, ...]) -> Field:
    """The traits of a sheet."""
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
    """Where the numbers come from."""
    return Msg(f"source.{source}") if source else ""
