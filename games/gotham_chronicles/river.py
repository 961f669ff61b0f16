"""The river, its tiles and their miniatures (p.26-32, 49)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.energy import way_code, way_label, ways_to_take
from games.gotham_chronicles.sheets import EVENT_WARNING
from games.gotham_chronicles.state import POST_SPACES, State, Tile, with_post, with_tile
from games.messages import msg
from games.referee import Call, Choice

DREDGE_PRICE = 2


def places(state: State) -> dict[str, int]:
    """The first position (0 to 7) of each tile, tiles packed to the left."""
    found: dict[str, int] = {}
    at = 0
    for name in state.river:
        found[name] = at
        tile = state.tile(name)
        at += tile.sheet.width if tile else 1
    return found


def width(state: State) -> int:
    """How many positions the river fills."""
    return sum(tile.sheet.width for tile in state.tiles if tile.name in state.river)


def cost(state: State, name: str) -> int:
    """What the tile costs to activate where it lies now; raises ``KeyError`` if nowhere."""
    at = places(state)[name]
    tile = state.tile(name)
    if tile and tile.sheet.width == 2:
        at += tile.sheet.indicator
    price = state.post.costs[min(at, len(state.post.costs) - 1)]
    cheaper = name == EVENT_WARNING and state.has("H1")
    return max(0, price - 1) if cheaper else price


def to_the_end(state: State, name: str) -> State:
    """The tile at the right end, the others packed left."""
    return replace(state, river=(*(n for n in state.river if n != name), name))


def in_river(state: State, name: str, call: Call) -> Tile:
    """A tile of the river; refuses any other name."""
    tile = state.tile(name)
    if tile is None or name not in state.river:
        call.impossible("E_NOT_IN_RIVER", cites.ACTIVATIONS, tile=name)
    return tile


def known_tile(state: State, name: str, call: Call) -> Tile:
    """A tile in play anywhere; refuses any other name."""
    tile = state.tile(name)
    if tile is None or tile.place == "box":
        call.impossible("E_NOT_IN_RIVER", cites.POOL, tile=name)
    return tile


def remove_miniature(state: State, name: str, mini: int, call: Call) -> State:
    """A neutralized miniature leaves the map; its tile turns over with the last (p.49)."""
    tile = state.tile(name)
    if tile is None:
        return state
    lives = tuple(n for i, n in enumerate(tile.lives, 1) if i != (mini or 1))
    ally = tile.side == "hero"
    laid = tuple(n - (n > (mini or 1)) for n in tile.laid if n != (mini or 1))
    changes = {"removed": tile.removed + 1} if ally else {"pool": tile.pool + 1}
    state = with_tile(state, name, on_map=tile.on_map - 1, lives=lives, laid=laid, **changes)
    rule = cites.ALLY_NEUTRALIZED if ally else cites.VILLAIN_NEUTRALIZED
    call.note("ally-neutralized" if ally else "to-pool", rule, tile=name, n=tile.pool + 1)
    state = _renumbered(state, name, mini)
    if tile.on_map == 1:
        state = neutralize_tile(state, name, call)
    return state


def _renumbered(state: State, name: str, mini: int) -> State:
    """Miniature numbers close up behind the one that left."""
    active = state.activation
    if active is None or active.tile != name:
        return state
    if mini and mini == active.mini:
        active = replace(active, mini=0, action="", left=0, bonus=0)
    gone = mini or max({*range(1, len(active.done) + 2)} - {*active.done})
    done = tuple(n - (n > gone) for n in active.done if n != gone)
    acting = active.mini - (1 if active.mini > gone else 0)
    return replace(state, activation=replace(active, done=done, mini=acting))


def neutralize_tile(state: State, name: str, call: Call) -> State:
    """The tile turns over; in the river it goes to the right end at once (p.49)."""
    state = with_tile(state, name, down=True)
    if name in state.river:
        call.note("tile-neutralized", cites.LAST_MINIATURE, tile=name)
        return to_the_end(state, name)
    call.note("tile-turned", cites.ALLY_NEUTRALIZED, tile=name)
    return state


def hurt_miniature(state: State, name: str, mini: int, n: int, call: Call) -> State:
    """Wounds of a miniature: its life goes down, at 0 (or with one life point) it leaves."""
    tile = state.tile(name)
    if tile is None or n <= 0 or not tile.on_map:
        return state
    if not tile.lives:
        call.note("mini-neutralized", cites.VILLAIN_WOUNDS, tile=name, n=n)
        return remove_miniature(state, name, mini, call)
    mini = mini or 1
    before = tile.lives[mini - 1]
    after = max(0, before - n)
    call.note("life", cites.VILLAIN_WOUNDS, tile=name, before=before, after=after)
    if after == 0:
        return remove_miniature(state, name, mini, call)
    lives = tuple(after if i == mini else life for i, life in enumerate(tile.lives, 1))
    return with_tile(state, name, lives=lives)


def life_left(state: State, name: str, mini: int) -> int:
    """The life points of a miniature on the map."""
    tile = state.tile(name)
    if tile is None or not tile.lives:
        return 1
    return tile.lives[(mini or 1) - 1]


def bring(state: State, name: str, n: int = 1) -> State:
    """Miniatures arrive on the map with full life; a turned tile turns up in its place."""
    tile = state.tile(name)
    if tile is None:
        return state
    fresh = (tile.sheet.life,) * n if tile.sheet.life > 1 else ()
    return with_tile(state, name, on_map=tile.on_map + n, lives=(*tile.lives, *fresh), down=False)


def dredge(state: State, name: str, sources: tuple[str, ...], call: Call) -> State:
    """Two cubes out of the game, tile and miniatures to the box (p.32)."""
    call.note("dredged", cites.DREDGE, tile=name)
    state = pay_to_box(state, sources, call)
    tile = state.tile(name)
    if tile is None:
        return state
    lost = tile.on_map + tile.pool + tile.aside
    state = with_tile(
        state,
        name,
        place="box",
        on_map=0,
        pool=0,
        aside=0,
        lives=(),
        removed=tile.removed + lost,
    )
    return replace(state, river=tuple(n for n in state.river if n != name))


def pay_to_box(state: State, sources: tuple[str, ...], call: Call) -> State:
    """The price of dredging: fatigue, then spaces in any mix, then reserve (p.32)."""
    post, price = state.post, DREDGE_PRICE
    if post.fatigue + post.reserve + sum(post.on(s) for s in POST_SPACES) < price:
        call.impossible("E_NO_RESERVE_DREDGE", cites.DREDGE_PAY, n=price)
    taken = {"fatigue": min(price, post.fatigue)}
    rest = price - taken["fatigue"]
    on_spaces = tuple(post.on(space) for space in POST_SPACES)
    way = _way(on_spaces, min(rest, sum(on_spaces)), sources, call)
    taken.update(zip(POST_SPACES, way, strict=True))
    taken["reserve"] = rest - sum(way)
    cubes = tuple((state.villain, zone, "box", n) for zone, n in taken.items() if n)
    call.note("cubes-boxed", cites.DREDGE_PAY, n=price, cubes=cubes)
    return with_post(
        state,
        total=post.total - price,
        **{zone: getattr(post, zone) - n for zone, n in taken.items()},
    )


def _way(
    on_spaces: tuple[int, ...], n: int, sources: tuple[str, ...], call: Call
) -> tuple[int, ...]:
    """How many cubes each space gives; asks where the villain has a choice."""
    sources = tuple(filter(None, sources))
    if sources:
        way = tuple(sources.count(space) for space in POST_SPACES)
        fits = all(k <= on for k, on in zip(way, on_spaces, strict=True))
        if sum(way) != n or len(sources) != n or not fits:
            call.impossible("E_DREDGE_ORDER", cites.DREDGE_PAY, remedy=msg("remedy.dredge_order"))
        return way
    ways = ways_to_take(on_spaces, n)
    if len(ways) == 1:
        return ways[0]
    options = tuple(Choice(way_code(way, POST_SPACES), way_label(way, POST_SPACES)) for way in ways)
    answer = call.ask("DREDGE_FROM", cites.DREDGE_PAY, options=options, n=n)
    return next(way for way in ways if way_code(way, POST_SPACES) == answer)
