"""Preconditions many rules share: whose turn, which step, what is open, who can act."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.fighters import fighter
from games.gotham_chronicles.state import VILLAIN, Given, Hero, State, Tile
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg

MOST = 30

SIDES = ("heroes", "villain")


def side_only(t: Table, side: str, rule: str = cites.OTHER_TURN) -> None:
    """Refuse the other side; any hero player may act for the heroes, anybody for nobody."""
    if not side or t.actor is None or (t.actor == t.state.villain) == (side == "villain"):
        return
    active: Msg | str = VILLAIN if side == "villain" else Msg("term.heroes")
    t.forbid("E_NOT_ACTIVE", rule, remedy=msg("remedy.ask_active", active=active), active=active)


def in_phase(t: Table, phases: tuple[str, ...], rule: str) -> None:
    """Refuse outside the steps a command belongs to."""
    if t.state.phase not in phases:
        t.forbid(
            "E_PHASE",
            rule,
            remedy=msg("remedy.phase", phases=tuple(Msg(f"phase.{p}") for p in phases)),
            phase=Msg(f"phase.{t.state.phase}"),
        )


def nothing_open(t: Table, rule: str = cites.HERO_ORDER) -> None:
    """Refuse while an action is unfinished."""
    if t.state.open is not None or t.state.peril is not None:
        what = Msg(f"open.{type(t.state.open).__name__.lower()}" if t.state.open else "open.peril")
        t.impossible("E_ACTION_OPEN", rule, remedy=msg("remedy.finish"), what=what)


def no_activation(t: Table) -> None:
    """Refuse while a tile is being resolved."""
    if t.state.activation is not None:
        t.impossible(
            "E_ACTION_OPEN",
            cites.WHICH_MINIATURES,
            remedy=msg("remedy.finish"),
            what=Msg("open.activation"),
        )


def hero_at(t: Table, index: int) -> Hero:
    """A hero by part index; refuses any other number."""
    t.within(Msg("term.hero"), index, 0, len(t.state.heroes) - 1, cites.HERO_COUNT)
    return t.state.heroes[index]


def can_act(t: Table, index: int, rule: str) -> Hero:
    """A hero who may take an action now: step H4, active, not neutralized, nothing open.

    What the mission has given to the hero is used up with it.
    """
    hero = hero_at(t, index)
    side_only(t, "heroes", rule)
    if given(t.state, index) and not t.state.peril:
        t.put(open=None)
        awake(t, hero)
        return hero
    in_phase(t, ("H4",), rule)
    nothing_open(t)
    no_activation(t)
    awake(t, hero)
    if hero.stance != "active":
        t.forbid("E_RESTING", cites.RESTING, remedy=msg("remedy.resting"), who=hero.sheet.name)
    return hero


def given(state: State, index: int) -> bool:
    """Whether the mission lets this hero act now."""
    return state.open == Given(fighter("hero", index))


def awake(t: Table, hero: Hero) -> None:
    """Refuse a neutralized hero."""
    if hero.neutralized:
        t.forbid(
            "E_NEUTRALIZED",
            cites.NEUTRALIZED,
            remedy=msg("remedy.neutralized"),
            who=hero.sheet.name,
        )


def on_the_map(t: Table, tile: Tile, rule: str) -> None:
    """Refuse a tile without miniatures on the map."""
    if not tile.on_map:
        t.impossible("E_NO_MINIATURE", rule, tile=tile.name)


def known_tile(t: Table, name: str) -> Tile:
    """A tile in play anywhere; refuses any other name."""
    tile = t.state.tile(name)
    if tile is None or tile.place == "box":
        t.impossible("E_NOT_IN_RIVER", cites.POOL, tile=name)
    return tile


def told(t: Table, **numbers: int) -> None:
    """Refuse numbers of the board that no board shows."""
    for name, n in numbers.items():
        t.within(Msg(f"field.{name}"), n, 0, MOST, cites.INDEXES)
