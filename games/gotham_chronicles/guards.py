"""Preconditions many rules share: whose turn, which step, what is open, who can act."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.state import VILLAIN, Hero, State, Tile
from games.messages import Msg, msg
from games.referee import Call

SIDES = ("heroes", "villain")


def side_only(state: State, side: str, call: Call, rule: str = cites.OTHER_TURN) -> None:
    """Refuse the other side; any hero player may act for the heroes."""
    if call.actor is None or (call.actor == state.villain) == (side == "villain"):
        return
    active: Msg | str = VILLAIN if side == "villain" else Msg("term.heroes")
    call.forbid("E_NOT_ACTIVE", rule, remedy=msg("remedy.ask_active", active=active), active=active)


def in_phase(state: State, phases: tuple[str, ...], call: Call, rule: str) -> None:
    """Refuse outside the steps a command belongs to."""
    if state.phase not in phases:
        call.forbid(
            "E_PHASE",
            rule,
            remedy=msg("remedy.phase", phases=tuple(Msg(f"phase.{p}") for p in phases)),
            phase=Msg(f"phase.{state.phase}"),
        )


def nothing_open(state: State, call: Call, rule: str = cites.HERO_ORDER) -> None:
    """Refuse while an action is unfinished."""
    if state.open is not None or state.peril is not None:
        what = Msg(f"open.{type(state.open).__name__.lower()}" if state.open else "open.peril")
        call.impossible("E_ACTION_OPEN", rule, remedy=msg("remedy.finish"), what=what)


def no_activation(state: State, call: Call) -> None:
    """Refuse while a tile is being resolved."""
    if state.activation is not None:
        call.impossible(
            "E_ACTION_OPEN",
            cites.WHICH_MINIATURES,
            remedy=msg("remedy.finish"),
            what=Msg("open.activation"),
        )


def hero_at(state: State, index: int, call: Call) -> Hero:
    """A hero by part index; refuses any other number."""
    call.within(Msg("term.hero"), index, 0, len(state.heroes) - 1, cites.HERO_COUNT)
    return state.heroes[index]


def can_act(state: State, index: int, call: Call, rule: str) -> Hero:
    """A hero who may take an action now: step H4, active, not neutralized, nothing open."""
    hero = hero_at(state, index, call)
    side_only(state, "heroes", call, rule)
    in_phase(state, ("H4",), call, rule)
    nothing_open(state, call)
    no_activation(state, call)
    awake(hero, call)
    if hero.stance != "active":
        call.forbid("E_RESTING", cites.RESTING, remedy=msg("remedy.resting"), who=hero.sheet.name)
    return hero


def awake(hero: Hero, call: Call) -> None:
    """Refuse a neutralized hero."""
    if hero.neutralized:
        call.forbid(
            "E_NEUTRALIZED",
            cites.NEUTRALIZED,
            remedy=msg("remedy.neutralized"),
            who=hero.sheet.name,
        )


def on_the_map(tile: Tile, call: Call, rule: str) -> None:
    """Refuse a tile without miniatures on the map."""
    if not tile.on_map:
        call.impossible("E_NO_MINIATURE", rule, tile=tile.name)
