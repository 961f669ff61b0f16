"""Fields and choices prompts are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from games.actions import MaxLength, Range
from games.gotham_chronicles.rules.common.energy import (
    HERO_ZONES,
    POST_ZONES,
    fullest_first,
    space_name,
    who_of,
)
from games.gotham_chronicles.state import Mini, State, Tile
from games.gotham_chronicles.table import Groups, fighter, groups, hint, on_map, unentered
from games.messages import Msg, msg
from games.referee import Choice, Field

NOW, MORE, TABLE = "now", "more", "table"
MOST_CUBES = 20
SOURCES_AT_MOST = 4
"""The number of cubes chosen by name in a form; the fullest spaces give the others."""

Menace = Annotated[int, Range(0, 9, rule="G-041")]
"""The menace of one side in the area in which someone acts."""
Smoke = Annotated[int, Range(0, 30, rule="G-131")]
Support = Annotated[int, Range(0, 9, rule="G-161")]
"""Rerolls lent by an ally."""
Paid = Annotated[int, Range(0, MOST_CUBES, rule="G-159")]
"""Cubes for rerolls."""
Difficulty = Annotated[int, Range(0, 12, rule="G-134")]
"""As many as there are shackles, which are the difficulty of taking them off."""
Level = Annotated[int, Range(0, 6, rule="G-118")]
"""Of danger, terrain or height."""
Tokens = Annotated[int, Range(0, 30, rule="G-170")]
"""Field tokens of one kind in an area; the table may say that it lays more than the box holds."""
Sizes = Annotated[int | None, Range(0, 30, rule="G-108")]
"""Of all who stand in an area, or may; ``None`` where no one counts them."""
Wounds = Annotated[int, Range(1, 40)]
Area = Annotated[str, MaxLength(30)]
Text = Annotated[str, MaxLength(60)]


def choice(name: str, choices: tuple[Choice, ...], rule: str = "", optional: bool = False) -> Field:
    """Return one of several; the first is proposed unless none is needed."""
    first = choices[0].value if choices and not optional else ""
    return Field(
        name, "choice", Msg(f"field.{name}"), choices, default=first, rule=rule, optional=optional
    )


def by_most(takes: Iterable[tuple[Choice, int]]) -> list[tuple[int, tuple[Choice, ...]]]:
    """Return choices that take the same number together, those that take most first: a prompt for
    each lets the table enter all that fits, and nothing else."""
    found: dict[int, tuple[Choice, ...]] = {}
    for one, most in takes:
        found[most] = (*found.get(most, ()), one)
    return sorted(found.items(), key=lambda each: -each[0])


def picks(name: str, choices: tuple[Choice, ...], high: int, rule: str = "") -> Field:
    """Return any of several."""
    return Field(
        name,
        "choices",
        Msg(f"field.{name}"),
        choices,
        low=0,
        high=high,
        default=[],
        optional=True,
        rule=rule,
    )


def sources(
    on_spaces: tuple[int, ...],
    names: tuple[str, ...],
    cubes: int,
    rule: str,
    proposed: bool = False,
) -> tuple[Field, ...]:
    """Return the fields for the spaces that give ``cubes``, one row a cube; none where there is no
    choice."""
    order = fullest_first(on_spaces, names)
    if not 0 < cubes < len(order) or len(set(order)) < 2:
        return ()
    rows = min(cubes, SOURCES_AT_MOST)
    return (
        Field(
            "sources",
            "sequence",
            Msg("field.sources"),
            tuple(Choice(name, space_name(name)) for name in dict.fromkeys(order)),
            rows=tuple(msg("term.cube", n=n + 1) for n in range(rows)),
            default=list(order[:rows]) if proposed else [],
            optional=True,
            rule=rule,
        ),
    )


def spaces(state: State, part: int, names: tuple[str, ...]) -> tuple[Choice, ...]:
    """List spaces with room, with their cubes and limit as small print."""
    villain = part == state.villain
    found = []
    for name in names:
        holder = state.post if villain else state.heroes[part]
        limit = state.post.limit(name) if villain else state.heroes[part].sheet.limit(name)
        if holder.room(name):
            hint = msg("hint.space", n=holder.on(name), limit=limit)
            found.append(Choice(name, space_name(name), hint, name))
    return tuple(found)


def zones(state: State, part: int) -> tuple[Choice, ...]:
    """Return all zones and spaces of a part."""
    names = POST_ZONES if part == state.villain else HERO_ZONES
    return tuple(Choice(zone, space_name(zone)) for zone in names)


def parts(state: State) -> tuple[Choice, ...]:
    """Return all parts by number."""
    return tuple(Choice(i, who_of(state, i)) for i in (*state.hero_parts, state.villain))


def characters(state: State) -> tuple[Tile, ...]:
    """Return all character tiles still in the game."""
    return tuple(t for t in state.tiles if t.place != "box" and t.sheet.kind != "event")


def tile_choices(tiles: tuple[Tile, ...]) -> tuple[Choice, ...]:
    """List tiles by name with their miniatures on the map."""
    return tuple(Choice(t.name, t.name, "" if unentered(t) else on_map(t, t.on_map)) for t in tiles)


def fighters(state: State, side: str, each: bool = False) -> tuple[Choice, ...]:
    """List everyone of a side on the map, neutralized heroes left out.

    Miniatures that nothing tells apart are one choice, unless ``each`` is wanted.
    """
    found: list[Choice] = []
    if side == "heroes":
        found += [
            Choice(fighter("hero", i), h.sheet.name)
            for i, h in enumerate(state.heroes)
            if not h.neutralized
        ]
    wanted = {"heroes": ("hero",), "villain": ("villain",)}.get(side, ("neutral",))
    for tile in characters(state):
        if tile.side in wanted and tile.on_map:
            alike = groups(state, tile)
            shown = tuple((m,) for m in tile.minis) if each else alike
            found += [_miniature(state, tile, g[0], len(shown) > 1, alike) for g in shown]
    return tuple(found)


def _miniature(
    state: State, tile: Tile, mini: Mini, numbered: bool, alike: Groups | None = None
) -> Choice:
    who = fighter("tile", tile.name, mini.number)
    label = f"{tile.name} #{mini.number}" if numbered else tile.name
    return Choice(who, label, hint(state, tile, mini, alike))
