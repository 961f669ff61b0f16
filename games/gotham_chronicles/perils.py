"""Yellow dice for wounds: danger, drops, explosions; nobody defends (p.35, 53-54)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import Explode
from games.gotham_chronicles.clash import standing, suffer
from games.gotham_chronicles.guards import nothing_open
from games.gotham_chronicles.rolls import pool
from games.gotham_chronicles.state import (
    Move,
    Peril,
    State,
    Victim,
    fighter,
    hero_of,
    name_of,
    tile_of,
)
from games.messages import Msg
from games.referee import Call

CAUSES = {
    "danger": cites.ENTER_DANGER,
    "drop": cites.DROP_MOVE,
    "explosion": cites.EXPLOSION,
    "rise": cites.DANGER_GROWS,
}


def roll_for_wounds(state: State, victims: tuple[Victim, ...], call: Call) -> State:
    """Everybody named has to roll, one after the other."""
    if not victims:
        return state
    for victim in victims:
        call.note(
            "must-roll",
            CAUSES[victim.cause],
            who=name_of(state, victim.who),
            n=victim.dice,
            cause=Msg(f"cause.{victim.cause}"),
        )
    return _next(state, victims)


def _next(state: State, victims: tuple[Victim, ...]) -> State:
    waiting = tuple(victim for victim in victims if standing(state, victim.who))
    if not waiting:
        return _walker_down(replace(state, peril=None))
    roll = pool(state, waiting[0].who, ["yellow"] * waiting[0].dice)
    return replace(state, peril=Peril(waiting, roll))


def _walker_down(state: State) -> State:
    """A movement ends when its miniature is neutralized."""
    move = state.open
    if isinstance(move, Move) and not standing(state, move.who):
        return replace(state, open=None)
    return state


def explode(state: State, action: Explode, call: Call) -> State:
    """Every miniature named rolls as many yellow dice as the level (p.53-54)."""
    nothing_open(state, call)
    call.within(Msg("field.level"), action.level, 1, 12, cites.EXPLOSION)
    if action.cause not in ("explosion", "rise"):
        call.impossible("E_NO_SPACE", cites.EXPLOSION, space=action.cause)
    gone = [who for who in action.victims if not _there(state, who)]
    if gone or not action.victims:
        call.impossible("E_NO_TARGET", cites.EXPLOSION, target=gone[0] if gone else "–")
    victims = tuple(Victim(who, action.cause, action.level) for who in action.victims)
    return roll_for_wounds(state, victims, call)


def _there(state: State, who: str) -> bool:
    kind, _, rest = who.partition(":")
    if kind == "hero":
        return rest.isdigit() and int(rest) < len(state.heroes) and standing(state, who)
    mini = rest.rpartition(":")[2]
    tile = state.tile(tile_of(who)[0]) if mini.isdigit() else None
    return kind == "tile" and tile is not None and int(mini) <= tile.on_map > 0


def suffered(state: State, symbols: int, call: Call) -> State:
    """The first victim's roll stands: symbols are wounds; then the next one rolls."""
    if state.peril is None:
        return state
    victim, *rest = state.peril.victims
    n = max(0, symbols - victim.spared)
    call.note("rolled-wounds", CAUSES[victim.cause], who=name_of(state, victim.who), n=n)
    before = state
    state = suffer(state, victim.who, n, call)
    later = [_renumbered(before, state, victim.who, other) for other in rest]
    return _next(state, tuple(other for other in later if other is not None))


def _renumbered(before: State, state: State, who: str, other: Victim) -> Victim | None:
    """Later victims of the same tile keep their miniature when an earlier one left."""
    if hero_of(who) is not None or hero_of(other.who) is not None:
        return other
    (name, gone), (same, mini) = tile_of(who), tile_of(other.who)
    was, now = before.tile(name), state.tile(name)
    if name != same or was is None or now is None or was.on_map == now.on_map:
        return other
    if mini == gone:
        return None
    return replace(other, who=fighter("tile", name, mini - (1 if mini > gone else 0)))
