"""What is gone is gone: somebody who leaves the map, or falls, ends what it had begun.

Every action passes here at its end, whatever took the miniature away: a wound, danger, a
mission, a correction of the table. So nobody acts, defends or is waited for who is not there.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.fighters import fighter, hero_of, name_of
from games.gotham_chronicles.rules.common.minis import present, shackles_on
from games.gotham_chronicles.rules.heroes.equipment import used_up
from games.gotham_chronicles.rules.rolls import pool
from games.gotham_chronicles.state import (
    Activation,
    Attack,
    Brought,
    Given,
    Move,
    Peril,
    State,
    Task,
    Victim,
    with_tile,
)
from games.gotham_chronicles.table import Table
from games.messages import Msg
from games.referee import Call


def settled(t: Table) -> None:
    """Take away whatever waits for somebody gone, each end noted."""
    before = t.state
    t.state = _unshielded(_activation(_perils(t.state)))
    if t.state.open is not None and ghosts(t.state):
        _given_up(t)
    stopped(before, t.state, t)


def stopped(before: State, after: State, call: Call) -> None:
    """Note what somebody had begun that is not open any more."""
    open_ = before.open
    if open_ is not None and not isinstance(open_, Brought) and after.open is None:
        who, what = open_.who, Msg(f"open.{type(open_).__name__.lower()}")
        call.note("stops", cites.NEUTRALIZED, who=name_of(before, who), what=what)
    if before.activation and not after.activation:
        tile = before.activation.tile
        call.note("activation-over", cites.WHICH_MINIATURES, tile=tile)


def _given_up(t: Table) -> None:
    """Nothing is open; a one-time card that helped is gone all the same (p.22)."""
    open_ = t.state.open
    t.put(open=None)
    index = hero_of(open_.who) if isinstance(open_, Attack) else None
    if isinstance(open_, Attack) and index is not None:
        used_up(t, index, open_.cards)


def ghosts(state: State) -> tuple[str, ...]:
    """Everybody something waits for who is not there."""
    waited = [victim.who for victim in state.peril.victims] if state.peril else []
    freed = ""
    match state.open:
        case Move(who) | Given(who):
            waited.append(who)
        case Attack(who=who, target=target, shield=shield, stage=stage):
            waited += [who, *([] if stage == "after" else [target]), *([shield] if shield else [])]
        case Task(who=who, frees=freed):
            waited.append(who)
    gone = [who for who in waited if not present(state, who)]
    gone += [freed] if freed and not shackles_on(state, freed) else []
    active = state.activation
    tile = state.tile(active.tile) if active else None
    if active and (tile is None or (active.mini and tile.mini(active.mini) is None)):
        gone.append(fighter("tile", active.tile, active.mini))
    return tuple(gone)


def still_rolling(state: State, victims: tuple[Victim, ...]) -> State:
    """The roll for wounds goes on with the first of them who is there, or is over."""
    waiting = tuple(victim for victim in victims if present(state, victim.who))
    if not waiting:
        return replace(state, peril=None)
    if state.peril and state.peril.victims[:1] == waiting[:1]:
        return replace(state, peril=replace(state.peril, victims=waiting))
    roll = pool(state, waiting[0].who, ["yellow"] * waiting[0].dice)
    return replace(state, peril=Peril(waiting, roll))


def _unshielded(state: State) -> State:
    attack = state.open
    if isinstance(attack, Attack) and attack.shield and not present(state, attack.shield):
        return replace(state, open=replace(attack, shield=""))
    return state


def _perils(state: State) -> State:
    return still_rolling(state, state.peril.victims) if state.peril else state


def _activation(state: State) -> State:
    """The tile's next miniature is up when the acting one left; with none left it is over."""
    active = state.activation
    tile = state.tile(active.tile) if active else None
    if active is None:
        return state
    if tile is None or tile.place not in ("river", "ally"):
        return activation_over(state)
    if active.mini and tile.mini(active.mini):
        return state
    if all(mini.acted for mini in tile.minis):
        return activation_over(state)
    return replace(state, activation=Activation(tile.name)) if active.mini else state


def activation_over(state: State) -> State:
    """Nobody of the tile acts any more; whoever did stands among the others again."""
    active = state.activation
    state = replace(state, activation=None)
    return rested(state, active.tile) if active else state


def rested(state: State, name: str) -> State:
    """The state with no miniature of the tile marked as having acted."""
    tile = state.tile(name)
    if tile is None:
        return state
    return with_tile(state, name, minis=tuple(replace(mini, acted=False) for mini in tile.minis))
