"""The box: forms for sheets, what they teach it, corrections in the middle of a play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from games.gotham_chronicles import cites, notation
from games.gotham_chronicles.definitions import (
    AddRule,
    DefineCard,
    DefineFaces,
    DefineHero,
    DefineMission,
    DefinePost,
    DefineTile,
    LoadStarter,
)
from games.gotham_chronicles.sheets import (
    COLOURS,
    CUBES_IN_BOX,
    Box,
    Card,
    HeroSheet,
    MissionSheet,
    PostSheet,
    TileSheet,
)
from games.gotham_chronicles.starter import starter
from games.messages import Msg, msg
from games.referee import Refusal

MOST = 20
"""No printed number is higher."""

T = TypeVar("T", bound=HeroSheet | TileSheet | Card | MissionSheet)
Row = TypeVar("Row")


def learn(box: Box, action: Any) -> Box | Refusal:
    """The box after a teaching action; a refusal names the piece that cannot be read."""
    try:
        return _learned(box, action)
    except ValueError as error:
        return unreadable(error)


def unreadable(error: ValueError) -> Refusal:
    """The refusal for a piece of a sheet nobody can read."""
    return Refusal(
        "E_NOTATION",
        cites.DICE,
        {"text": str(error) or "–"},
        msg("remedy.notation"),
        overridable=False,
    )


def _learned(box: Box, action: Any) -> Box:
    match action:
        case DefineHero():
            return replace(box, heroes=with_sheet(box.heroes, hero_sheet(action)))
        case DefineTile():
            return replace(box, tiles=with_sheet(box.tiles, tile_sheet(action)))
        case DefineCard():
            return replace(box, cards=with_sheet(box.cards, card(action)))
        case DefineMission():
            sheet = mission(action)
            kept = tuple(m for m in box.missions if m.title != sheet.title)
            return replace(box, missions=(*kept, sheet))
        case DefinePost():
            return replace(box, post=post(action))
        case DefineFaces():
            return replace(box, faces=faces(box.faces, action))
        case LoadStarter():
            return _with_starter(box)
    return box


def with_sheet(sheets: tuple[T, ...], sheet: T) -> tuple[T, ...]:
    """The sheets with one entered or corrected, found by name; cards may be there twice."""
    name = _name(sheet)
    if any(_name(each) == name for each in sheets):
        return tuple(sheet if _name(each) == name else each for each in sheets)
    return (*sheets, sheet)


def _name(sheet: HeroSheet | TileSheet | Card | MissionSheet) -> str:
    return sheet.title if isinstance(sheet, MissionSheet) else sheet.name


def _with_starter(box: Box) -> Box:
    """The starter set behind what the group has; nothing of theirs is overwritten."""
    extra = starter()
    return replace(
        box,
        heroes=_behind(box.heroes, extra.heroes),
        tiles=_behind(box.tiles, extra.tiles),
        cards=_behind(box.cards, extra.cards),
        missions=_behind(box.missions, extra.missions),
    )


def _behind(own: tuple[T, ...], more: tuple[T, ...]) -> tuple[T, ...]:
    known = {_name(sheet) for sheet in own}
    return (*own, *(sheet for sheet in more if _name(sheet) not in known))


# -- sheets from what was typed ------------------------------------------------------------


def hero_sheet(typed: DefineHero) -> HeroSheet:
    """A hero screen; raises ``ValueError`` for what cannot be read."""
    name = named(typed.name)
    _between(typed.total, 1, CUBES_IN_BOX)
    _between(typed.active, 0, CUBES_IN_BOX)
    _between(typed.resting, 0, CUBES_IN_BOX)
    automatic, arrow = notation.die(typed.automatic) if typed.automatic else ("", False)
    limits: tuple[int, ...] = (
        typed.melee_limit,
        typed.ranged_limit,
        typed.manipulation_limit,
    )
    limits += (typed.thought_limit, typed.defence_limit, typed.movement_limit)
    for n in (*limits, typed.reroll_limit, typed.belt, typed.size, typed.menace):
        _between(n, 0, MOST)
    _between(typed.points, 1, MOST)
    return HeroSheet(
        name,
        typed.total,
        typed.active,
        typed.resting,
        notation.space(typed.melee, typed.melee_limit),
        notation.space(typed.ranged, typed.ranged_limit),
        notation.space(typed.manipulation, typed.manipulation_limit),
        notation.space(typed.thought, typed.thought_limit),
        notation.space(typed.defence, typed.defence_limit),
        typed.movement_limit,
        typed.points,
        typed.reroll_limit,
        automatic,
        arrow,
        notation.bonuses(typed.bonuses),
        typed.belt,
        typed.size,
        typed.menace,
        notation.skills(typed.skills),
        typed.traits,
        "group",
    )


def named(name: str) -> str:
    """A name of at least one letter; raises ``ValueError`` for none."""
    if not name.strip():
        raise ValueError(name)
    return name.strip()


def _between(n: int | None, low: int, high: int) -> None:
    if n is not None and not low <= n <= high:
        raise ValueError(str(n))


def tile_sheet(typed: DefineTile) -> TileSheet:
    """A character tile; raises ``ValueError`` for what cannot be read."""
    _between(typed.life, 1, MOST)
    for n in (typed.defence, typed.bonus, typed.size, typed.menace, typed.reinforcement):
        _between(n, 0, MOST)
    if typed.width not in (1, 2) or typed.indicator not in (0, 1):
        raise ValueError(str(typed.width))
    return TileSheet(
        named(typed.name),
        typed.kind,
        typed.side,
        typed.life,
        typed.defence,
        typed.bonus,
        typed.size,
        typed.menace,
        typed.reinforcement,
        typed.width,
        typed.indicator,
        notation.ability(typed.melee),
        notation.ability(typed.ranged),
        notation.ability(typed.manipulation),
        notation.ability(typed.thought),
        notation.skills(typed.skills),
        typed.traits,
        "group",
    )


def card(typed: DefineCard) -> Card:
    """A card; raises ``ValueError`` for what cannot be read."""
    _between(typed.weight, 0, MOST)
    return Card(
        named(typed.name),
        typed.kind,
        typed.weight,
        typed.gadget,
        typed.hero.strip(),
        typed.lethal,
        typed.once,
        notation.card_lines(typed.lines),
        "group",
    )


def mission(typed: DefineMission) -> MissionSheet:
    """A mission; raises ``ValueError`` for what cannot be read."""
    _between(typed.rounds, 1, MOST)
    for n in (typed.reserve, typed.fatigue, typed.recovery):
        _between(n, 0, CUBES_IN_BOX)
    _between(typed.defence, 1, MOST)
    return MissionSheet(
        named(typed.title),
        typed.rounds,
        typed.initiative,
        _rows(typed.slots, notation.slot),
        typed.reserve,
        typed.fatigue,
        typed.recovery,
        typed.defence,
        _rows(typed.river, notation.place),
        _rows(typed.aside, notation.place_aside),
        _rows(typed.events, notation.event),
        _rows(typed.effects, notation.effect),
        _rows(typed.conditions, notation.condition),
        _rows(typed.counters, notation.counter),
        tuple(cells[0] for cells in notation.rows(typed.ground)),
        "group",
        _rows(typed.reinforcements, notation.reinforcement),
    )


def _rows(text: str, read: Callable[[list[str]], Row]) -> tuple[Row, ...]:
    return tuple(read(cells) for cells in notation.rows(text))


def post(typed: DefinePost) -> PostSheet:
    """The command post; raises ``ValueError`` for what cannot be read."""
    costs = tuple(notation.number(piece) for piece in typed.costs.split())
    if len(costs) != 8:
        raise ValueError(typed.costs)
    for n in (typed.movement, typed.points, typed.defence):
        _between(n, 1, MOST)
    _between(typed.reroll, 0, MOST)
    die, _ = notation.die(typed.die)
    return PostSheet(costs, typed.movement, typed.points, typed.defence, die, typed.reroll or None)


def faces(known: tuple[tuple[int, ...], ...], typed: DefineFaces) -> tuple[tuple[int, ...], ...]:
    """All faces with one colour's six read off; raises ``ValueError`` for others."""
    if typed.colour not in COLOURS:
        raise ValueError(typed.colour)
    shown = (typed.first, typed.second, typed.third, typed.fourth, typed.fifth, typed.sixth)
    for n in shown:
        if not 0 <= n <= 4:
            raise ValueError(str(n))
    found = dict(zip(COLOURS, (*known, *((),) * (5 - len(known))), strict=True))
    return tuple(tuple(sorted(shown)) if c == typed.colour else found[c] for c in COLOURS)


def added(typed: AddRule) -> tuple[str, Any]:
    """A line of the mission: which list it belongs to, and the entry."""
    cells = [cell.strip() for cell in typed.line.split("|")]
    named(cells[0])
    match typed.what:
        case "counter":
            return "counters", notation.counter(cells)
        case "event":
            return "events", notation.event(cells)
        case "effect":
            return "effects", notation.effect(cells)
    return "conditions", notation.condition(cells)


def what(action: Any) -> Msg | str:
    """The name of what an action defines, for its note."""
    return getattr(action, "name", "") or getattr(action, "title", "") or "–"
