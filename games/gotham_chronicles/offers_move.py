"""Moves a hero or the miniature acting may make (full depth)."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.forms import MOST_MENACE, NOW, choice, flag, number, text, unsaid
from games.gotham_chronicles.moves import KINDS as MOVE_KINDS
from games.gotham_chronicles.skills import has_trait, level
from games.gotham_chronicles.state import Hero, State, Tile
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt


def moves(state: State, who: str, pool: int | None = None) -> tuple[Prompt, ...]:
    """One move, a hero's first opens the action: the plain one in a tap, others by a form."""
    hero = who.startswith("hero:")
    owner: Hero | Tile | None = (
        state.heroes[int(who[5:])] if hero else state.tile(who[5:].rpartition(":")[0])
    )
    name = owner.sheet.name if owner else ""
    fixed: dict[str, int | str] = {"hero": int(who[5:])} if hero else {}
    left = msg("term.points", n=pool) if pool is not None else ""
    plain = Prompt(
        "move",
        msg("prompt.move_plain", who=name),
        fixed={**fixed, "kind": "adjacent"},
        rule=cites.MOVE_COST,
        help=left,
        actors=leaders(state, who),
        group=NOW,
        tone="movement",
    )
    other = Prompt(
        "move",
        msg("prompt.move", who=name),
        _move_fields(state, owner),
        fixed,
        cites.MOVE_COST,
        help=left,
        actors=leaders(state, who),
        group=NOW,
        tone="movement",
    )
    return plain, other


def _move_fields(state: State, owner: Hero | Tile | None) -> tuple[Field, ...]:
    kinds = tuple(Choice(kind, Msg(f"kind.{kind}")) for kind in _kinds(owner))
    fields = [choice("kind", kinds, cites.MOVE_TYPES)]
    if len(kinds) > 1:
        fields.append(number("level", 0, 6, 0, cites.MOVE_TYPES))
    if "wall" in {kind.value for kind in kinds}:
        fields.append(text("between"))
    fields += [
        number(
            "enemies", 0, MOST_MENACE, 0, cites.MOVE_HINDERING, "enemy_sizes", Msg("help.enemies")
        ),
        number("allies", 0, MOST_MENACE, 0, cites.MOVE_HINDERING, "ally_sizes"),
        number("difficult", 0, 6, 0, cites.DIFFICULT),
        number("danger", 0, 6, 0, cites.ENTER_DANGER),
    ]
    for kind in ("frost", "flame", "gas"):
        there = sum(token.kind == kind for token in state.tokens)
        if there:
            rule = cites.DIFFICULT if kind == "frost" else cites.DANGER
            fields.append(number(kind, 0, there, 0, rule))
    if any(level(tile, "Horror") for tile in state.tiles if tile.on_map):
        fields.append(number("horror", 0, 6, 0, cites.MOVE_COST))
    if isinstance(owner, Hero) and level(owner, "Pushing Limits") and "pushing" not in owner.used:
        fields.append(flag("push"))
    fields += [
        unsaid("present", 0, 30, cites.OCCUPATION),
        unsaid("limit", 0, 30, cites.OCCUPATION),
        unsaid("buy", 0, 12, cites.BUY_POINTS),
    ]
    return tuple(fields)


def _kinds(owner: Hero | Tile | None) -> tuple[str, ...]:
    if owner is None or has_trait(owner, "Reduced Mobility"):
        return MOVE_KINDS[:1]
    return MOVE_KINDS if level(owner, "Wall Breaker") else MOVE_KINDS[:-1]


def leaders(state: State, who: str) -> tuple[int, ...]:
    """Who speaks for a fighter."""
    if who.startswith("hero:"):
        return (int(who[5:]),)
    tile = state.tile(who[5:].rpartition(":")[0])
    if tile is not None and tile.owner is not None:
        return (tile.owner,)
    return (state.villain,)
