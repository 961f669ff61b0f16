"""What mattered in a play, for its chart."""

from __future__ import annotations

from games.gotham_chronicles.state import State
from games.messages import msg
from games.referee import Figure


def figures(state: State) -> tuple[Figure, ...]:
    """Each hero's wounds, the villain's cubes in reserve, miniatures, the mission's counts."""
    wounds = tuple(
        Figure(
            f"wounds.{index}",
            msg("figure.wounds", who=hero.sheet.name),
            hero.wounds,
            index,
        )
        for index, hero in enumerate(state.heroes)
    )
    villains = [tile for tile in state.tiles if tile.side == "villain"]
    return (
        *wounds,
        Figure("reserve", msg("figure.reserve"), state.post.reserve, state.villain),
        Figure("on_map", msg("figure.on_map"), sum(t.on_map for t in villains), state.villain),
        *(Figure(f"count.{c.name}", c.name, c.value) for c in state.counters),
    )
