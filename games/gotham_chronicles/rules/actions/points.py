"""Move points: what a move costs, what is there to pay with, and cubes for more (p.33-35)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.fighters import fighter, hero_of, led_by, name_of, tile_of
from games.gotham_chronicles.rules.common.energy import pay, spent
from games.gotham_chronicles.rules.common.guards import awake, nothing_open, side_only
from games.gotham_chronicles.rules.common.minis import present
from games.gotham_chronicles.rules.common.skills import level, skill_of
from games.gotham_chronicles.rules.wounds import wound_hero
from games.gotham_chronicles.state import Hero, Move, State, Tile
from games.gotham_chronicles.table import Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _


def paid(move: Move, price: int) -> Move:
    """Points spent: a Tactician's first, which nothing keeps, then those of the bonus (p.58)."""
    given = min(move.given, price)
    return replace(
        move,
        pool=move.pool - price,
        given=move.given - given,
        bonus=max(0, move.bonus - (price - given)),
    )


def buy(
    t: Table, move: Move, price: int, wanted: int | None, push: bool
) -> tuple[Move, tuple[tuple[int, str, str, int], ...]]:
    """Cubes for points: what it takes, or as many as said (p.35)."""
    if push:
        move = _push(t, move)
    part, space, worth = wallet(t.state, move.who)
    missing = max(0, price - move.pool)
    least = -(-missing // worth)
    cubes = least if wanted is None else wanted
    t.within(Msg("field.buy"), cubes, 0, 20, cites.BUY_POINTS)
    most = room_to_buy(t.state, move)
    if cubes < least or (cubes and not move.buys) or (wanted is None and cubes > most):
        t.impossible(
            "E_MOVE_POINTS",
            cites.TOO_FEW_POINTS,
            remedy=msg("remedy.buy", n=least) if least <= most else msg("remedy.nearer"),
            cost=price,
            pool=move.pool,
            missing=missing - min(cubes, most) * worth,
        )
    if not cubes:
        return move, ()
    pay(t, part, space, cubes, cites.BUY_POINTS)
    move = replace(move, pool=move.pool + cubes * worth)
    return move, spent(part, space, cubes)


def wallet(state: State, who: str) -> tuple[int, str, int]:
    """Who pays for points, onto which space, and what a cube is worth (p.35)."""
    index = hero_of(who)
    if index is not None:
        return index, "movement", state.heroes[index].sheet.points
    tile = state.tile(tile_of(who)[0])
    if tile is not None and tile.owner is not None:
        return tile.owner, "thought", 1
    return state.villain, "movement", state.post.points


def room_to_buy(state: State, move: Move) -> int:
    """How many cubes may still add points to a movement."""
    if not move.buys:
        return 0
    part, space, _ = wallet(state, move.who)
    holder = state.post if part == state.villain else state.heroes[part]
    return holder.room(space)


def affordable(state: State, move: Move) -> int:
    """The dearest move possible: the points there and those that cubes can add."""
    return move.pool + room_to_buy(state, move) * wallet(state, move.who)[2]


def _push(t: Table, move: Move) -> Move:
    """Pushing Limits: wounds count as cubes spent on movement."""
    index = hero_of(move.who)
    n = skill_of(t.state, move.who, "Pushing Limits")
    if index is None or not n or not move.buys:
        t.impossible("E_NO_SKILL", cites.FREE_ACTION, skill="Pushing Limits")
    hero = t.state.heroes[index]
    if "pushing" in hero.used:
        t.forbid("E_ONCE_PER_ROUND", cites.PRIORITY, what="Pushing Limits")
    t.put_hero(index, used=(*hero.used, "pushing"))
    wound_hero(t, index, n, onto="pushed")
    awake(t, t.state.heroes[index])
    return replace(move, pool=move.pool + n * hero.sheet.points)


def points_now(state: State, who: str) -> int:
    """The dearest move the fighter could pay for now, in a movement open or begun with it."""
    if isinstance(state.open, Move):
        return affordable(state, state.open)
    index, active = hero_of(who), state.activation
    if index is None:
        may = active and (active.ran_out or not active.closed)
        return affordable(state, Move(who, active.bonus)) if may and active else 0
    hero = state.heroes[index]
    bonus = hero.kept if hero.moved else hero.bonus
    return affordable(state, Move(who, bonus, buys=hero.stance == "active"))


def may_buy(state: State, owner: Hero | Tile) -> bool:
    if isinstance(state.open, Move):
        return state.open.buys
    return isinstance(owner, Tile) or owner.stance == "active"


def may_push(owner: Hero | Tile) -> bool:
    """Whether a hero can push the limits now and still stand."""
    if not isinstance(owner, Hero) or "pushing" in owner.used:
        return False
    return 0 < level(owner, "Pushing Limits") < owner.sheet.total - owner.wounds


def may_stop(t: Table) -> None:
    """Refuse to end a movement that is not under way or somebody else's."""
    move = t.state.open
    if not isinstance(move, Move) or t.state.peril:
        nothing_open(t)
        t.impossible("E_NO_MOVE", cites.POINTS_LOST)
    side_only(t, led_by(t.state, move.who), cites.POINTS_LOST)


def stop(t: Table) -> None:
    """Points left are lost, but for the bonus points variants keep (p.34, 58)."""
    move = t.state.open
    if not isinstance(move, Move):
        return
    t.put(open=None)
    index, kept, active = hero_of(move.who), min(move.pool, move.bonus), t.state.activation
    own = active and not active.closed and move.who == fighter("tile", active.tile, active.mini)
    if index is not None and t.state.has("E3"):
        t.put_hero(index, kept=kept)
    elif active and own and t.state.has("H3"):
        t.put(activation=replace(active, bonus=kept))
    else:
        kept = 0
    lost = move.pool - kept
    t.note("move-over", cites.POINTS_LOST, who=name_of(t.state, move.who), n=lost, kept=kept)


def close_if_spent(t: Table) -> None:
    """A movement whose points are spent is over (p.34); cubes may begin or take up another."""
    move = t.state.open
    if not isinstance(move, Move) or t.state.peril or move.pool or not present(t.state, move.who):
        return
    stop(t)
    active = t.state.activation
    if active and move.who == fighter("tile", active.tile, active.mini):
        t.put(activation=replace(active, ran_out=True))


WORDS: Catalogue = {
    "note.move-over": _("{who} stops, {n} points lost, {kept} kept"),
    "refusal.E_MOVE_POINTS": _(
        "The move costs {cost}, {pool} points are there: {missing} are missing"
    ),
    "refusal.E_NO_MOVE": _("No movement is under way"),
    "remedy.buy": _("Buy at least {n}"),
    "remedy.nearer": _("Choose a cheaper move, or end the movement"),
    "part.base": _("{n} for the move"),
    "part.hindering": _("{n} hindering"),
    "part.difficult": _("{n} difficult terrain"),
    "part.height": _("{n} height"),
    "part.horror": _("{n} horror"),
    "part.wall": _("{n} wall"),
}
