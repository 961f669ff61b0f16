"""The villain's side of the board: the command post, the river, the tiles."""

from __future__ import annotations

from typing import Any

from games.gotham_chronicles.box.sheets import EVENT_WARNING, RIVER_POSITIONS, ROLLED
from games.gotham_chronicles.rules.common.energy import space_name
from games.gotham_chronicles.rules.villain.river import cost, places
from games.gotham_chronicles.state import POST_SPACES, Mini, Post, State, Tile
from games.gotham_chronicles.table import fighter, name_of
from games.messages import Msg


def command_post(state: State) -> dict[str, Any]:
    post = state.post
    return {
        "mine": False,
        "total": post.total,
        "reserve": post.reserve,
        "fatigue": post.fatigue,
        "recovery": post.recovery,
        "assumed": [line for line in ("reserve", "fatigue", "recovery") if state.assumes(line)],
        "zones": [
            {**zone, "assumed": state.assumes(zone["name"])}
            for zone in zones(reserve=post.reserve, fatigue=post.fatigue)
        ],
        "spaces": [_space(post, name) for name in POST_SPACES],
        "activations": post.activations,
        "activations_left": max(0, 2 - post.activations),
        "demobilized": post.demobilized,
        "free_reroll": post.free_reroll,
        "river": _river(state),
        "pool": [
            {"name": tile.name, "count": tile.pool, "cost": tile.sheet.reinforcement}
            for tile in state.tiles
            if tile.pool
        ],
        "lives": [
            _miniature(state, tile, mini)
            for tile in state.tiles
            for mini in tile.minis
            if tile.sheet.life > 1 or mini.shackles or mini.laid
        ],
    }


def _space(post: Post, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "label": space_name(name),
        "cubes": post.on(name),
        "limit": post.limit(name),
        "known": name != "reroll" or post.reroll_limit is not None,
        "slots": [n < post.on(name) for n in range(max(post.on(name), post.limit(name)))],
        "room": post.room(name),
        "die": post.die if name == "defence" else "",
        "points": post.points if name == "movement" else 0,
    }


def _miniature(state: State, tile: Tile, mini: Mini) -> dict[str, Any]:
    """Return a miniature with life points, tokens or a state of its own."""
    life, most = mini.life, tile.sheet.life
    return {
        "name": name_of(state, fighter("tile", tile.name, mini.number)),
        "tile": tile.name,
        "mini": mini.number,
        "life": life,
        "of": most,
        "laid": mini.laid,
        "shackles": mini.shackles,
        "pips": [n < life for n in range(most)] if most > 1 else [],
    }


def _river(state: State) -> list[dict[str, Any]]:
    """Return eight places from the left; a double tile fills two, empty ones have no tile."""
    at = places(state)
    found: list[dict[str, Any]] = []
    for name in state.river:
        tile = state.tile(name)
        if tile is None:
            continue
        price = cost(state, name)
        found.append(
            {
                **tile_view(tile),
                "place": at[name] + 1,
                "cost": price,
                "payable": price <= state.post.reserve,
                "event": name == EVENT_WARNING,
                "acting": bool(state.activation and state.activation.tile == name),
            }
        )
    filled = sum(tile["width"] for tile in found)
    empty = [
        {"name": "", "place": n + 1, "cost": state.post.costs[n], "width": 1}
        for n in range(filled, RIVER_POSITIONS)
    ]
    return [*found, *empty]


def tile_view(tile: Tile) -> dict[str, Any]:
    sheet = tile.sheet
    return {
        "name": tile.name,
        "kind": sheet.kind,
        "kind_label": Msg(f"tile.{sheet.kind}"),
        "side": sheet.side,
        "width": sheet.width,
        "down": tile.down,
        "on_map": tile.on_map,
        "some": f"{tile.on_map or ''}?" if not tile.counted else tile.on_map,
        "pool": tile.pool,
        "lives": [(mini.number, mini.life) for mini in tile.minis] if sheet.life > 1 else [],
        "life": sheet.life,
        "defence": sheet.defence,
        "bonus": sheet.bonus,
        "size": sheet.size,
        "menace": sheet.menace,
        "reinforcement": sheet.reinforcement,
        "abilities": [_ability(tile, kind) for kind in ROLLED],
        "skills": [{"name": s.name, "level": s.level} for s in sheet.skills],
        "traits": list(sheet.traits),
        "owner": tile.owner,
        "activated": tile.activated,
        "shackles": sum(mini.shackles for mini in tile.minis),
        "source": sheet.source,
    }


def _ability(tile: Tile, kind: str) -> dict[str, Any]:
    ability = tile.sheet.ability(kind)
    return {
        "name": kind,
        "label": space_name(kind),
        "forbidden": ability.forbidden,
        "options": [
            {"dice": list(o.dice), "arrows": list(o.arrows), "times": o.times}
            for o in ability.options
        ],
    }


def zones(**cubes: int) -> list[dict[str, Any]]:
    return [
        {"name": name, "label": space_name(name), "cubes": n, "slots": [True] * n}
        for name, n in cubes.items()
    ]
