"""The table as text: what a golden game shows after every entry."""

from __future__ import annotations

from games.gotham_chronicles.box.sheets import SPACES
from games.gotham_chronicles.state import POST_SPACES, Hero, Post, State, Tile


def text(state: State) -> str:
    """Return tablets, the command post, the river and what the mission counts.

    round 2 of 8, H3, Crates 1
    Batman active: reserve 5, fatigue 2, wounds 1, melee 2 | Vest
    post 15: reserve 9, fatigue 6, movement 1, 2 activations
    river Gunners 3+1, (Dockers) 2 | Foreman -
    """
    counters = [f"{counter.name} {counter.value}" for counter in state.counters]
    last = "?" if state.endless else state.rounds
    lines = [", ".join([f"round {state.round} of {last}", state.phase, *counters])]
    lines += [_hero(hero) for hero in state.heroes]
    lines.append(_post(state.post))
    river = ", ".join(_tile(state, name) for name in state.river)
    elsewhere = [tile for tile in state.tiles if tile.name not in state.river]
    others = ", ".join(f"{_tile(state, tile.name)} {tile.place}" for tile in elsewhere)
    lines.append(f"river {river} | {others or '-'}")
    if state.points:
        lines.append(f"points {state.points}")
    if state.activation:
        lines.append(f"acting {state.activation.tile} #{state.activation.mini}")
    if state.open:
        lines.append(
            f"open {type(state.open).__name__.lower()} {getattr(state.open, 'who', '')}".rstrip()
        )
    if state.peril:
        lines.append(f"peril {', '.join(each.who for each in state.peril.victims)}")
    lying = [each.card.name for each in state.ground] + [token.kind for token in state.tokens]
    if lying:
        lines.append(f"lying {', '.join(lying)}")
    return "\n".join(lines)


def _hero(hero: Hero) -> str:
    cubes = {"reserve": hero.reserve, "fatigue": hero.fatigue, "wounds": hero.wounds}
    cubes |= {space: n for space, n in zip(SPACES, hero.spaces, strict=True) if n}
    counts = ", ".join(f"{name} {n}" for name, n in cubes.items())
    cards = f" | {', '.join(card.name for card in hero.cards)}" if hero.cards else ""
    marks = f", shackles {hero.shackles}" if hero.shackles else ""
    return f"{hero.sheet.name} {hero.laid or hero.stance}: {counts}{marks}{cards}"


def _post(post: Post) -> str:
    spaces = [f"{space} {post.on(space)}" for space in POST_SPACES if post.on(space)]
    cubes = [f"reserve {post.reserve}", f"fatigue {post.fatigue}", *spaces]
    acts = [f"{post.activations} activations"] if post.activations else []
    return f"post {post.total}: {', '.join(cubes + acts)}"


def _tile(state: State, name: str) -> str:
    """Return ``(name)`` face down; miniatures on the map and in the pool."""
    tile: Tile | None = state.tile(name)
    if tile is None:
        return f"{name}?"
    shown = f"({name})" if tile.down else name
    pool = f"+{tile.pool}" if tile.pool else ""
    some = f"{tile.on_map or '-'}{'' if tile.counted else '?'}"
    return f"{shown} {some}{pool}{'!' if tile.activated else ''}"
