"""Movement: the pool of points, what a move costs, what waits in the area entered (p.33-36)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import Step
from games.gotham_chronicles.areas import broken
from games.gotham_chronicles.energy import pay, spent, wound_hero
from games.gotham_chronicles.fights import told
from games.gotham_chronicles.guards import (
    awake,
    can_act,
    in_phase,
    no_activation,
    nothing_open,
    side_only,
)
from games.gotham_chronicles.perils import roll_for_wounds
from games.gotham_chronicles.skills import has_trait, level, owner_of, printed, skill_of
from games.gotham_chronicles.state import (
    Hero,
    Move,
    State,
    Tile,
    Victim,
    fighter,
    hero_of,
    name_of,
    side_of,
    tile_of,
    with_hero,
)
from games.gotham_chronicles.villain import activating, side_of_activation
from games.messages import Msg, msg
from games.referee import Call

KINDS = ("adjacent", "jump", "climb", "drop", "wall")
WALL_PRICE = 2
MOVING = ("any", "movement")


def step(state: State, action: Step, call: Call) -> State:
    """One move, opening the Movement action if none is; refused as a whole."""
    if action.kind not in KINDS:
        call.impossible("E_NO_SPACE", cites.MOVE_TYPES, space=action.kind)
    told(
        call,
        level=action.level,
        enemies=action.enemies,
        allies=action.allies,
        difficult=action.difficult,
        frost=action.frost,
        horror=action.horror,
        danger=action.danger,
        flame=action.flame,
        gas=action.gas,
        present=action.present or 0,
        limit=action.limit or 0,
    )
    if not isinstance(state.open, Move):
        state = _open(state, action, call)
    if state.peril:
        nothing_open(state, call)
    move = _own(state, action, call)
    who = move.who
    _possible(state, who, action, call)
    price, parts = cost(state, who, action)
    state, move, cubes = _buy(state, move, price, action, call)
    move = replace(move, pool=move.pool - price, bonus=max(0, move.bonus - price))
    call.note(
        "moved",
        cites.MOVE_COST,
        who=name_of(state, who),
        n=price,
        parts=parts,
        pool=move.pool,
        cubes=cubes,
    )
    state = replace(state, open=move)
    if action.kind == "wall":
        state = broken(state, action.between.strip(), call)
    victims = _dangers(state, who, action)
    state = roll_for_wounds(state, victims, call)
    return close_if_spent(state, call)


def _own(state: State, action: Step, call: Call) -> Move:
    move = state.open
    if not isinstance(move, Move):
        call.impossible("E_NO_ACTIVATION", cites.MOVE_POINTS)
    if action.hero is not None and hero_of(move.who) != action.hero:
        nothing_open(state, call)
    side_only(state, side_of(state, move.who), call, cites.MOVE_POINTS)
    return move


def _open(state: State, action: Step, call: Call) -> State:
    if action.hero is None:
        return _open_mini(state, call)
    hero = _hero_may(state, action.hero, call)
    bonus = hero.kept if hero.moved else hero.bonus
    state = with_hero(state, action.hero, moved=True, kept=0)
    who = fighter("hero", action.hero)
    return replace(state, open=Move(who, bonus, bonus, hero.stance == "active"))


def _hero_may(state: State, index: int, call: Call) -> Hero:
    """An active hero, or with a variant a resting one without cubes (p.58)."""
    in_range = 0 <= index < len(state.heroes)
    if in_range and state.heroes[index].stance == "resting" and state.has("E2"):
        hero = state.heroes[index]
        side_only(state, "heroes", call, cites.RESTING_MOVE)
        in_phase(state, ("H4",), call, cites.RESTING_MOVE)
        nothing_open(state, call)
        no_activation(state, call)
        awake(hero, call)
        return hero
    return can_act(state, index, call, cites.MOVE_POINTS)


def _open_mini(state: State, call: Call) -> State:
    """A miniature's first or second movement; the bonus serves once (p.31)."""
    active = activating(state, call, cites.MINIATURE_STEPS)
    side_only(state, side_of_activation(state), call, cites.MINIATURE_STEPS)
    nothing_open(state, call)
    if active.closed:
        call.forbid("E_NO_MOVE_LEFT", cites.MINIATURE_STEPS, tile=active.tile)
    second = bool(active.action) or active.moves > 0
    who = fighter("tile", active.tile, active.mini)
    fresh = replace(active, moves=active.moves + 1, closed=second, bonus=0)
    return replace(state, activation=fresh, open=Move(who, active.bonus, active.bonus))


def _possible(state: State, who: str, action: Step, call: Call) -> None:
    """Traits, walls and room (p.34)."""
    owner, name = owner_of(state, who), name_of(state, who)
    if action.kind != "adjacent" and has_trait(owner, "Reduced Mobility"):
        call.forbid("E_MOVE_TYPE", cites.MOVE_TYPES, who=name)
    if action.kind == "wall" and skill_of(state, who, "Wall Breaker") < max(1, action.level):
        call.forbid("E_NO_SKILL", cites.MOVE_TYPES, skill="Wall Breaker")
    if action.limit is None:
        return
    size = owner.sheet.size
    if (action.present or 0) + size > action.limit:
        call.forbid(
            "E_OCCUPATION",
            cites.OCCUPATION,
            remedy=msg("remedy.other_area"),
            who=name,
            size=size,
        )


def cost(state: State, who: str, action: Step) -> tuple[int, tuple[Msg, ...]]:
    """What the move costs and of which parts (p.34-35)."""
    owner = owner_of(state, who)
    flies = has_trait(owner, "Fly")
    frost = 0 if printed(owner, "Frost") else action.frost
    climbs = action.level if action.kind in ("jump", "climb") else 0
    parts = {
        "base": 1,
        "hindering": max(0, action.enemies - action.allies - level(owner, "Elusive", MOVING)),
        "difficult": max(0, action.difficult + frost - level(owner, "Mobility", MOVING)),
        "height": max(0, climbs - level(owner, "Parkour", MOVING)),
        "horror": action.horror,
        "wall": WALL_PRICE if action.kind == "wall" else 0,
    }
    if flies:
        parts.update(hindering=0, difficult=0, height=0)
    shown = tuple(msg(f"part.{name}", n=n) for name, n in parts.items() if n)
    return sum(parts.values()), shown


def _buy(
    state: State, move: Move, price: int, action: Step, call: Call
) -> tuple[State, Move, tuple[tuple[int, str, str, int], ...]]:
    """Cubes for points: what it takes, or as many as said (p.35)."""
    if action.push:
        state, move = _push(state, move, call)
    part, space, worth = wallet(state, move.who)
    missing = max(0, price - move.pool)
    least = -(-missing // worth)
    cubes = least if action.buy is None else action.buy
    call.within(Msg("field.buy"), cubes, 0, 20, cites.BUY_POINTS)
    if cubes < least or (cubes and not move.buys):
        call.impossible(
            "E_MOVE_POINTS",
            cites.TOO_FEW_POINTS,
            remedy=msg("remedy.buy", n=least),
            cost=price,
            pool=move.pool,
        )
    if not cubes:
        return state, move, ()
    state = pay(state, part, space, cubes, call, cites.BUY_POINTS)
    move = replace(move, pool=move.pool + cubes * worth)
    return state, move, spent(part, space, cubes)


def wallet(state: State, who: str) -> tuple[int, str, int]:
    """Who pays for points, onto which space, and what a cube is worth (p.35)."""
    index = hero_of(who)
    if index is not None:
        return index, "movement", state.heroes[index].sheet.points
    tile = state.tile(tile_of(who)[0])
    if tile is not None and tile.owner is not None:
        return tile.owner, "thought", 1
    return state.villain, "movement", state.post.points


def _push(state: State, move: Move, call: Call) -> tuple[State, Move]:
    """Pushing Limits: wounds count as cubes spent on movement."""
    index = hero_of(move.who)
    n = skill_of(state, move.who, "Pushing Limits")
    if index is None or not n:
        call.impossible("E_NO_SKILL", cites.FREE_ACTION, skill="Pushing Limits")
    hero = state.heroes[index]
    if "pushing" in hero.used:
        call.forbid("E_ONCE_PER_ROUND", cites.PRIORITY, what="Pushing Limits")
    state = with_hero(state, index, used=(*hero.used, "pushing"))
    state = wound_hero(state, index, n, call, onto="pushed")
    awake(state.heroes[index], call)
    return state, replace(move, pool=move.pool + n * hero.sheet.points)


def _dangers(state: State, who: str, action: Step) -> tuple[Victim, ...]:
    """Rolls the move brings: danger of the area entered, then the drop (p.35)."""
    owner = owner_of(state, who)
    danger = action.danger
    danger += 0 if printed(owner, "Flame") else action.flame
    danger += 0 if gas_immune(owner) else action.gas
    victims = (Victim(who, "danger", danger),) if danger else ()
    falls = action.kind == "drop" and action.level and not has_trait(owner, "Fly")
    if falls:
        spared = level(owner, "Parkour", MOVING)
        victims = (*victims, Victim(who, "drop", action.level, spared))
    return victims


def gas_immune(owner: Hero | Tile) -> bool:
    """The skill on the own sheet, or the trait from anywhere."""
    return printed(owner, "Toxic Gas") or has_trait(owner, "Gas Immunity")


def close_if_spent(state: State, call: Call) -> State:
    """A movement with no points and nothing to buy them with is over."""
    move = state.open
    if not isinstance(move, Move) or state.peril or move.pool:
        return state
    part, space, _ = wallet(state, move.who)
    holder = state.post if part == state.villain else state.heroes[part]
    if move.buys and holder.room(space):
        return state
    return end_move(state, call)


def end_move(state: State, call: Call) -> State:
    """Points left are lost, but for the bonus points variants keep (p.34, 58)."""
    move = state.open
    if not isinstance(move, Move) or state.peril:
        nothing_open(state, call)
        call.impossible("E_NO_ACTIVATION", cites.POINTS_LOST)
    side_only(state, side_of(state, move.who), call, cites.POINTS_LOST)
    state = replace(state, open=None)
    index, kept = hero_of(move.who), min(move.pool, move.bonus)
    if index is not None and state.has("E3"):
        state = with_hero(state, index, kept=kept)
    elif state.activation and index is None and state.has("H3"):
        if state.activation.tile == tile_of(move.who)[0] and not state.activation.closed:
            state = replace(state, activation=replace(state.activation, bonus=kept))
    else:
        kept = 0
    call.note(
        "move-over", cites.POINTS_LOST, who=name_of(state, move.who), n=move.pool - kept, kept=kept
    )
    return state
