"""Who fights: a hero, or a miniature with its tile, by one name."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.gotham_chronicles.state import Mini, State, with_tile


def fighter(kind: str, key: object, mini: int = 0) -> str:
    """The name of who fights: ``hero:0``, or ``tile:Bane:1`` for miniature 1 of a tile.

    0 stands for any miniature of the tile, where nothing tells one from another.
    """
    return f"hero:{key}" if kind == "hero" else f"tile:{key}:{mini}"


def hero_of(who: str) -> int | None:
    """The index of a fighting hero, ``None`` for a miniature with a tile."""
    return int(who[5:]) if who.startswith("hero:") else None


def tile_of(who: str) -> tuple[str, int]:
    """The tile and the number of a fighting miniature."""
    name, _, mini = who[5:].rpartition(":")
    return name, int(mini)


def name_of(state: State, who: str) -> str:
    """What the table calls a fighter."""
    index = hero_of(who)
    if index is not None:
        return state.heroes[index].sheet.name
    name, number = tile_of(who)
    tile = state.tile(name)
    return f"{name} #{number}" if number and tile and tile.told_apart else name


def side_of(state: State, who: str) -> str:
    """The side of a fighter: heroes, villain or neutral."""
    if hero_of(who) is not None:
        return "heroes"
    tile = state.tile(tile_of(who)[0])
    return {"hero": "heroes", "villain": "villain"}.get(tile.side if tile else "", "neutral")


def led_by(state: State, who: str) -> str:
    """The side that speaks for a fighter: whoever has its tile; "" for a neutral of nobody's."""
    tile = state.tile(tile_of(who)[0]) if hero_of(who) is None else None
    if tile is not None and tile.place in ("ally", "river"):
        return "heroes" if tile.place == "ally" else "villain"
    side = side_of(state, who)
    return "" if side == "neutral" else side


def mini_of(state: State, who: str) -> Mini | None:
    """The miniature a fighter is; ``None`` for a hero and for one that left the map."""
    if hero_of(who) is not None:
        return None
    name, number = tile_of(who)
    tile = state.tile(name)
    return tile.mini(number) if tile else None


def with_mini(state: State, who: str, **changes: Any) -> State:
    """The state with one miniature on the map changed."""
    name, number = tile_of(who)
    tile = state.tile(name)
    if tile is None:
        return state
    minis = (replace(mini, **changes) if mini.number == number else mini for mini in tile.minis)
    return with_tile(state, name, minis=tuple(minis))
