"""What lies in areas beside miniatures: field tokens, reinforcement tokens, broken walls."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import BreakWall, LayReinforcement, PlaceToken, RemoveToken
from games.gotham_chronicles.sheets import ReinforcementArea
from games.gotham_chronicles.state import State, Token
from games.messages import Msg
from games.referee import Call

SUPPLY = {"flame": 8, "gas": 8, "frost": 8, "smoke": 6}
REINFORCEMENTS_IN_BOX = WALLS_IN_BOX = 6
SIDES_UP = ("active", "inactive", "gone")


def place_token(state: State, action: PlaceToken, call: Call) -> State:
    """Field tokens of a side, active face up (p.54)."""
    if action.kind not in SUPPLY:
        call.impossible("E_NO_SPACE", cites.FIELD_TOKENS, space=action.kind)
    call.within(Msg("field.tokens"), action.tokens, 1, SUPPLY[action.kind], cites.FIELD_TOKENS)
    there = sum(token.kind == action.kind for token in state.tokens)
    kind = Msg(f"token.{action.kind}")
    if there + action.tokens > SUPPLY[action.kind]:
        call.warn("SUPPLY", cites.FIELD_TOKENS, kind=kind, n=SUPPLY[action.kind])
    side: str = state.side or state.initiative
    if action.part is not None:
        side = "villain" if action.part == state.villain else "heroes"
    token = Token(action.kind, action.area, "villain" if side == "villain" else "heroes")
    call.note(
        "token",
        cites.FIELD_TOKENS,
        n=action.tokens,
        kind=kind,
        area=action.area or "–",
        side=Msg(f"side.{side}"),
    )
    if action.kind in ("flame", "gas"):
        call.note("danger-grows", cites.DANGER_GROWS, n=action.tokens, area=action.area or "–")
    return replace(state, tokens=(*state.tokens, *(token,) * action.tokens))


def remove_token(state: State, action: RemoveToken, call: Call) -> State:
    """One token of a kind leaves an area."""
    tokens = list(state.tokens)
    found = next((t for t in tokens if (t.kind, t.area) == (action.kind, action.area)), None)
    if found is None:
        call.impossible("E_NO_TOKEN", cites.FIELD_TOKENS, area=action.area or "–")
    tokens.remove(found)
    call.note(
        "token-gone", cites.FIELD_TOKENS, kind=Msg(f"token.{action.kind}"), area=action.area or "–"
    )
    return replace(state, tokens=tuple(tokens))


def lay_reinforcement(state: State, action: LayReinforcement, call: Call) -> State:
    """A reinforcement token is laid, turned or taken away by the mission (p.31)."""
    area = action.area.strip()
    if not area or action.side not in SIDES_UP:
        call.impossible("E_NO_SPACE", cites.REINFORCEMENT_AREA, space=area or action.side)
    known = [token.area for token in state.reinforcements]
    if action.side == "gone" and area not in known:
        call.impossible("E_NO_TOKEN", cites.REINFORCEMENT_AREA, area=area)
    if area not in known and len(known) >= REINFORCEMENTS_IN_BOX:
        kind = Msg("token.reinforcement")
        call.warn("SUPPLY", cites.REINFORCEMENT_AREA, kind=kind, n=REINFORCEMENTS_IN_BOX)
    side = Msg(f"reinforcement.{action.side}")
    call.note("reinforcement-token", cites.REINFORCEMENT_AREA, area=area, side=side)
    tokens = {token.area: token.active for token in state.reinforcements}
    tokens[area] = action.side == "active"
    kept = (item for item in tokens.items() if action.side != "gone" or item[0] != area)
    return replace(state, reinforcements=tuple(ReinforcementArea(*item) for item in kept))


def break_wall(state: State, action: BreakWall, call: Call) -> State:
    """A broken-wall token is placed or taken away."""
    between = action.between.strip()
    if action.there:
        return broken(state, between, call)
    if between not in state.walls:
        call.impossible("E_NO_TOKEN", cites.WALLS, area=between or "–")
    walls = list(state.walls)
    walls.remove(between)
    call.note("wall-gone", cites.WALLS, between=between or "–")
    return replace(state, walls=tuple(walls))


def broken(state: State, between: str, call: Call) -> State:
    """The state with a wall broken through; the two areas still do not count as adjacent."""
    if len(state.walls) >= WALLS_IN_BOX:
        call.warn("SUPPLY", cites.WALLS, kind=Msg("token.wall"), n=WALLS_IN_BOX)
    call.note("wall-broken", cites.WALLS, between=between or "–")
    return replace(state, walls=(*state.walls, between))
