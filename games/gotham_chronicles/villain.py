"""The villain's turn: tiles, events, reinforcements, dredging, demobilizing (p.29-32)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import (
    Activate,
    Demobilize,
    Dredge,
    EndActivation,
    EndMini,
    StartMini,
    TriggerEvent,
)
from games.gotham_chronicles.guards import in_phase, no_activation, nothing_open, side_only
from games.gotham_chronicles.river import (
    cost,
    dredge,
    in_river,
    known_tile,
    to_the_end,
)
from games.gotham_chronicles.sheets import EVENT_WARNING
from games.gotham_chronicles.skills import level
from games.gotham_chronicles.state import (
    VILLAIN_PHASES,
    Activation,
    State,
    Tile,
    with_post,
    with_tile,
)
from games.messages import Msg, msg
from games.referee import Call

ACTIVATIONS = 2


def activate(state: State, action: Activate, call: Call) -> State:
    """Pay for a tile, send it to the end of the river, begin its resolution (p.29-30)."""
    side_only(state, "villain", call, cites.ACTIVATIONS)
    in_phase(state, ("V3",), call, cites.ACTIVATIONS)
    nothing_open(state, call)
    no_activation(state, call)
    tile = in_river(state, action.tile, call)
    post = state.post
    if post.activations >= ACTIVATIONS:
        call.forbid("E_ACTIVATIONS_USED", cites.ACTIVATIONS, n=post.activations)
    price = cost(state, tile.name)
    if price > post.reserve:
        call.impossible(
            "E_TILE_COST",
            cites.PAY_TILE,
            remedy=msg("remedy.cheaper"),
            tile=tile.name,
            cost=price,
            reserve=post.reserve,
        )
    cubes = ((state.villain, "reserve", "fatigue", price),) if price else ()
    call.note("activate", cites.PAY_TILE, tile=tile.name, n=price, cubes=cubes)
    state = with_post(
        state,
        reserve=post.reserve - price,
        fatigue=post.fatigue + price,
        activations=post.activations + 1,
    )
    state = replace(to_the_end(state, tile.name), points=0, event_open=False)
    call.note("to-the-end", cites.TILE_TO_END, tile=tile.name)
    return _begin(state, tile, call)


def _begin(state: State, tile: Tile, call: Call) -> State:
    if tile.name == EVENT_WARNING:
        return replace(state, event_open=True)
    if tile.down:
        call.note("nothing-happens", cites.NEUTRALIZED_TILE, tile=tile.name)
        return state
    if state.depth == "full" and tile.on_map:
        return replace(state, activation=Activation(tile.name))
    return state


# -- events --------------------------------------------------------------------------------


def trigger(state: State, action: TriggerEvent, call: Call) -> State:
    """Exactly one event per activation of the event tile (p.30)."""
    side_only(state, "villain", call, cites.EVENT)
    if not state.event_open:
        call.forbid("E_NO_EVENT", cites.EVENT_TILE, remedy=msg("remedy.event_tile"))
    known = next((event for event in state.events if event.name == action.name), None)
    points = action.points or (known.points if known else 0)
    call.within(Msg("field.points"), points, 0, 40, cites.REINFORCEMENT)
    call.note("event", cites.EVENT, event=action.name, n=points)
    return replace(state, event_open=False, points=points)


def end_event(state: State, call: Call) -> State:
    """Unspent reinforcement points are lost (p.32)."""
    side_only(state, "villain", call, cites.REINFORCEMENT)
    if not state.points and not state.event_open:
        call.impossible("E_NO_EVENT", cites.EVENT)
    call.note("event-over", cites.REINFORCEMENT, n=state.points)
    return replace(state, points=0, event_open=False)


# -- leaving the river ---------------------------------------------------------------------


def dredge_tile(state: State, action: Dredge, call: Call) -> State:
    """A neutralized tile leaves the game for two cubes (p.32)."""
    side_only(state, "villain", call, cites.DREDGE)
    in_phase(state, VILLAIN_PHASES, call, cites.DREDGE)
    tile = in_river(state, action.tile, call)
    if not tile.down:
        call.forbid(
            "E_NOT_NEUTRALIZED", cites.DREDGE, remedy=msg("remedy.neutralized_tile"), tile=tile.name
        )
    if tile.name == EVENT_WARNING:
        call.impossible("E_TILE_TYPE", cites.EVENT_TILE, tile=tile.name)
    return dredge(state, tile.name, action.sources, call)


def demobilize(state: State, action: Demobilize, call: Call) -> State:
    """Once per game an elite or henchman tile is given up (p.32)."""
    side_only(state, "villain", call, cites.DEMOBILIZE)
    in_phase(state, VILLAIN_PHASES, call, cites.DEMOBILIZE)
    tile = in_river(state, action.tile, call)
    if state.post.demobilized:
        call.forbid("E_ONCE_PER_GAME", cites.DEMOBILIZE)
    if tile.sheet.kind not in ("elite", "henchman"):
        call.forbid("E_TILE_TYPE", cites.TILE_TYPES, tile=tile.name)
    if tile.name == EVENT_WARNING:
        call.impossible("E_TILE_TYPE", cites.EVENT_TILE, tile=tile.name)
    if tile.down:
        call.forbid("E_ALREADY_NEUTRALIZED", cites.DREDGE, tile=tile.name)
    call.note("demobilized", cites.DEMOBILIZE, tile=tile.name, n=tile.on_map)
    state = with_post(state, demobilized=True)
    if state.activation and state.activation.tile == tile.name:
        state = replace(state, activation=None, open=None)
    return dredge(state, tile.name, action.sources, call)


# -- one miniature at a time ---------------------------------------------------------------


def activating(state: State, call: Call, rule: str = cites.MINIATURE_STEPS) -> Activation:
    """The activation in progress with its miniature designated; refuses without one."""
    if state.activation is None or not state.activation.mini:
        call.impossible("E_NO_ACTIVATION", rule, remedy=msg("remedy.mini"))
    return state.activation


def side_of_activation(state: State) -> str:
    """Who leads the tile being resolved."""
    tile = state.tile(state.activation.tile) if state.activation else None
    return "heroes" if tile and tile.place == "ally" else "villain"


def start_mini(state: State, action: StartMini, call: Call) -> State:
    """Designate a miniature that has not acted yet; its predecessor is finished (p.31)."""
    active = state.activation
    if active is None:
        call.impossible("E_NO_ACTIVATION", cites.MINIATURE_STEPS, remedy=msg("remedy.tile"))
    side_only(state, side_of_activation(state), call, cites.MINIATURE_STEPS)
    nothing_open(state, call)
    tile = known_tile(state, active.tile, call)
    done = (*active.done, active.mini) if active.mini else active.done
    free = [n for n in range(1, tile.on_map + 1) if n not in done]
    mini = action.mini or (free[0] if free else 0)
    if mini not in free:
        call.forbid("E_MINI_DONE", cites.WHICH_MINIATURES, tile=tile.name, mini=mini)
        mini = mini or 1
    call.within(Msg("field.mini"), mini, 1, tile.on_map, cites.WHICH_MINIATURES)
    call.note("mini", cites.MINIATURE_STEPS, tile=tile.name, mini=mini)
    bonus = 0 if mini in tile.laid else tile.sheet.bonus
    state = with_tile(state, tile.name, laid=tuple(n for n in tile.laid if n != mini))
    active = Activation(tile.name, mini, done, bonus)
    return _regenerate(replace(state, activation=active), tile, mini, call)


def _regenerate(state: State, tile: Tile, mini: int, call: Call) -> State:
    gain = level(tile, "Regeneration")
    if not gain or not tile.lives or tile.lives[mini - 1] >= tile.sheet.life:
        return state
    before = tile.lives[mini - 1]
    after = min(tile.sheet.life, before + gain)
    call.note("life", cites.VILLAIN_WOUNDS, tile=tile.name, before=before, after=after)
    lives = tuple(after if i == mini else n for i, n in enumerate(tile.lives, 1))
    return with_tile(state, tile.name, lives=lives)


def end_mini(state: State, action: EndMini, call: Call) -> State:
    """The miniature is done; the last one ends the tile's activation."""
    active = activating(state, call)
    side_only(state, side_of_activation(state), call, cites.MINIATURE_STEPS)
    nothing_open(state, call)
    call.note("mini-done", cites.WHICH_MINIATURES, tile=active.tile, mini=active.mini)
    done = (*active.done, active.mini)
    tile = known_tile(state, active.tile, call)
    if len(done) >= tile.on_map:
        return replace(state, activation=None)
    return replace(state, activation=Activation(active.tile, done=done))


def end_activation(state: State, action: EndActivation, call: Call) -> State:
    """No further miniature acts; activating none at all is legal (p.30)."""
    if state.activation is None:
        call.impossible("E_NO_ACTIVATION", cites.WHICH_MINIATURES, remedy=msg("remedy.tile"))
    side_only(state, side_of_activation(state), call, cites.WHICH_MINIATURES)
    nothing_open(state, call)
    call.note("activation-over", cites.WHICH_MINIATURES, tile=state.activation.tile)
    return replace(state, activation=None)
