"""Reinforcements: who comes back, for how many points, and where there is room (p.31-32)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import Reinforce
from games.gotham_chronicles.guards import in_phase, side_only
from games.gotham_chronicles.river import bring, known_tile
from games.gotham_chronicles.state import VILLAIN_PHASES, State, Tile, with_tile
from games.messages import Msg, msg
from games.referee import Call, Choice

ROOM = (
    Choice("token", Msg("answer.token")),
    Choice("adjacent", Msg("answer.adjacent")),
    Choice("none", Msg("answer.full")),
)
BESIDE = "beside"


def reinforce(state: State, action: Reinforce, call: Call) -> State:
    """One miniature of the pool comes back for its printed cost (p.31)."""
    side_only(state, "villain", call, cites.REINFORCEMENT)
    in_phase(state, VILLAIN_PHASES, call, cites.REINFORCEMENT)
    tile = known_tile(state, action.tile, call)
    price = tile.sheet.reinforcement
    if price is None:
        call.forbid("E_REINF_NONE", cites.NO_REINFORCEMENT, tile=tile.name)
        price = 0
    if not tile.pool:
        call.impossible("E_REINF_POOL", cites.POOL, tile=tile.name)
    if price > state.points:
        call.forbid(
            "E_REINF_POINTS", cites.REINFORCEMENT, tile=tile.name, cost=price, points=state.points
        )
    code, area = _where(state, tile, action, call)
    rule = cites.REINFORCED_TILE if tile.down else cites.REINFORCEMENT
    if code == "reinforced-beside":
        rule = cites.REINFORCEMENT_FULL
    left = max(0, state.points - price)
    call.note(code, rule, tile=tile.name, n=price, left=left, area=area)
    state = with_tile(state, tile.name, pool=tile.pool - 1)
    return replace(bring(state, tile.name), points=left)


def active_areas(state: State) -> tuple[str, ...]:
    """The areas where a miniature may appear if it finds room."""
    return tuple(token.area for token in state.reinforcements if token.active)


def _where(
    state: State, tile: Tile, action: Reinforce, call: Call
) -> tuple[str, str | tuple[str, ...]]:
    """The note of the area and its name; asks in full depth what nobody has said."""
    areas = active_areas(state)
    area = BESIDE if action.beside else action.area
    if not area and state.depth == "full":
        if not state.reinforcements:
            _room(tile, call)
        else:
            area = _asked(tile, areas, call)
    if not area:
        return "reinforced", ""
    if area == BESIDE:
        return _beside(tile, areas, action, call)
    if area not in areas:
        call.forbid("E_REINF_AREA", cites.REINFORCEMENT_AREA, remedy=_others(areas, ""), area=area)
    _fits(tile, area, areas, action, call)
    return "reinforced-at", area


def _room(tile: Tile, call: Call) -> None:
    where = call.ask("REINFORCEMENT_ROOM", cites.REINFORCEMENT_AREA, options=ROOM, tile=tile.name)
    if where == "none":
        call.forbid(
            "E_OCCUPATION",
            cites.REINFORCEMENT_FULL,
            remedy=msg("remedy.other_area"),
            who=tile.name,
            size=tile.sheet.size,
        )


def _asked(tile: Tile, areas: tuple[str, ...], call: Call) -> str:
    if not areas:
        call.forbid("E_REINF_AREA", cites.REINFORCEMENT_AREA, area="–")
        return ""
    options = (*(Choice(area, area) for area in areas), Choice(BESIDE, Msg("answer.adjacent")))
    return call.ask("REINFORCEMENT_AREA", cites.REINFORCEMENT_AREA, options=options, tile=tile.name)


def _beside(
    tile: Tile, areas: tuple[str, ...], action: Reinforce, call: Call
) -> tuple[str, str | tuple[str, ...]]:
    """Next to an area with a token, only if none of those has room (p.32)."""
    size = tile.sheet.size
    if not areas:
        call.forbid("E_REINF_AREA", cites.REINFORCEMENT_AREA, area="–")
    full = call.ask(
        "REINFORCEMENT_FULL", cites.REINFORCEMENT_FULL, areas=areas, tile=tile.name, size=size
    )
    if full != "yes":
        call.forbid(
            "E_REINF_ROOM", cites.REINFORCEMENT_FULL, remedy=_others(areas, ""), tile=tile.name
        )
    _fits(tile, "", (), action, call)
    return "reinforced-beside", areas


def _fits(tile: Tile, area: str, areas: tuple[str, ...], action: Reinforce, call: Call) -> None:
    """Refuse an area whose sizes, if they were told, leave no room (p.34)."""
    present, size = action.present or 0, tile.sheet.size
    call.within(Msg("field.present"), present, 0, 40, cites.OCCUPATION)
    if action.limit is None:
        return
    call.within(Msg("field.limit"), action.limit, 0, 40, cites.OCCUPATION)
    if present + size > action.limit:
        call.forbid(
            "E_OCCUPATION",
            cites.REINFORCEMENT_FULL,
            remedy=_others(areas, area),
            who=tile.name,
            size=size,
        )


def _others(areas: tuple[str, ...], area: str) -> Msg:
    """Where the miniature may go instead: other token areas, then next to one of them."""
    others = tuple(each for each in areas if each != area)
    return msg("remedy.reinforce_in", areas=others) if others else msg("remedy.reinforce_beside")
