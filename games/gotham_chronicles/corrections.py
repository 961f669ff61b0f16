"""Sheets corrected while a game is played: the state follows, the log says so."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.gotham_chronicles import boxes, cites
from games.gotham_chronicles.definitions import (
    AddRule,
    DefineCard,
    DefineFaces,
    DefineHero,
    DefinePost,
    DefineTile,
)
from games.gotham_chronicles.energy import Cubes
from games.gotham_chronicles.sheets import SPACES, Card, HeroSheet, TileSheet
from games.gotham_chronicles.state import (
    POST_SPACES,
    Counter,
    Lying,
    State,
    with_hero,
    with_post,
    with_tile,
)
from games.referee import Call, Stop


def correct(state: State, action: Any, call: Call) -> State:
    """The play with a sheet entered or corrected; cubes above a new limit go to fatigue."""
    try:
        after, cubes = _corrected(state, action, call)
    except ValueError as error:
        raise Stop(boxes.unreadable(error)) from error
    if isinstance(action, AddRule):
        call.note("rule-added", cites.MISSION, line=action.line)
    else:
        call.note("sheet", cites.PRIORITY, name=boxes.what(action), cubes=cubes)
    return after


def _corrected(state: State, action: Any, call: Call) -> tuple[State, tuple[Cubes, ...]]:
    match action:
        case DefineHero():
            return _hero(state, boxes.hero_sheet(action))
        case DefineTile():
            return _tile(state, boxes.tile_sheet(action)), ()
        case DefineCard():
            return _card(state, boxes.card(action), action.area), ()
        case DefinePost():
            return _post(state, action)
        case DefineFaces():
            return replace(state, faces=boxes.faces(state.faces, action)), ()
        case AddRule():
            return _added(state, action), ()
    return state, ()


def _hero(state: State, sheet: HeroSheet) -> tuple[State, tuple[Cubes, ...]]:
    """A screen in play: a new total goes to or comes from fatigue, then reserve, then wounds."""
    moved: list[Cubes] = []
    for index, hero in enumerate(state.heroes):
        if hero.sheet.name != sheet.name:
            continue
        over = [max(0, n - sheet.limit(s)) for s, n in zip(SPACES, hero.spaces, strict=True)]
        moved += [(index, space, "fatigue", n) for space, n in zip(SPACES, over, strict=True) if n]
        spaces = tuple(n - k for n, k in zip(hero.spaces, over, strict=True))
        counts = [hero.fatigue + sum(over), hero.reserve, hero.wounds]
        counts, spaces = _to_total(counts, spaces, sheet.total)
        fatigue, reserve, wounds = counts
        state = with_hero(
            state,
            index,
            sheet=sheet,
            fatigue=fatigue,
            reserve=reserve,
            wounds=wounds,
            spaces=spaces,
        )
    return state, tuple(moved)


def _to_total(
    counts: list[int], spaces: tuple[int, ...], total: int
) -> tuple[list[int], tuple[int, ...]]:
    missing = total - sum(counts) - sum(spaces)
    if missing >= 0:
        return [counts[0] + missing, *counts[1:]], spaces
    left = [*counts, *spaces]
    for at, n in enumerate(left):
        take = min(n, -missing)
        left[at] -= take
        missing += take
    return left[:3], tuple(left[3:])


def _tile(state: State, sheet: TileSheet) -> State:
    tile = state.tile(sheet.name)
    if tile is None:
        return state
    whole = (sheet.life,) * tile.on_map
    lives = tuple(min(n, sheet.life) for n in tile.lives) if tile.lives else whole
    return with_tile(state, sheet.name, sheet=sheet, lives=lives if sheet.life > 1 else ())


def _card(state: State, card: Card, area: str) -> State:
    """Every copy in play follows; with an area named, a copy is laid there."""
    heroes = tuple(
        replace(hero, cards=tuple(card if c.name == card.name else c for c in hero.cards))
        for hero in state.heroes
    )
    ground = tuple(
        replace(lying, card=card) if lying.card.name == card.name else lying
        for lying in state.ground
    )
    if area:
        ground = (*ground, Lying(card, area))
    return replace(state, heroes=heroes, ground=ground)


def _post(state: State, action: DefinePost) -> tuple[State, tuple[Cubes, ...]]:
    sheet, post = boxes.post(action), state.post
    limits = {"movement": sheet.movement, "defence": sheet.defence, "reroll": sheet.reroll}
    over = {
        space: max(0, post.on(space) - limit)
        for space, limit in limits.items()
        if limit is not None
    }
    moved = tuple((state.villain, space, "fatigue", n) for space, n in over.items() if n)
    kept = {space: post.on(space) - over.get(space, 0) for space in POST_SPACES}
    after = with_post(
        state,
        costs=sheet.costs,
        movement_limit=sheet.movement,
        points=sheet.points,
        defence_limit=sheet.defence,
        die=sheet.die,
        reroll_limit=sheet.reroll,
        fatigue=post.fatigue + sum(over.values()),
        **kept,
    )
    return after, moved


def _added(state: State, action: AddRule) -> State:
    field, entry = boxes.added(action)
    if field == "counters":
        entry = Counter(entry.name, entry.value, entry.low, entry.high)
    known = [each for each in getattr(state, field) if each != entry]
    return replace(state, **{field: (*known, entry)})
