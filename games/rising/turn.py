"""The walk along the steps of a turn, as the definition lists them.

A step has something that happens on arrival and a reason to wait for the table. The walk
goes on by itself until a step waits.
"""

from __future__ import annotations

from collections.abc import Callable

from games.messages import Msg, msg
from games.rising import battles, deck, driver, heroes, progress, resolve
from games.rising.actions import Deploy
from games.rising.state import Turn
from games.rising.table import Table

Enter = Callable[[Table], None]
Waits = Callable[[Table], bool]


def nothing(t: Table) -> None:
    """Nothing happens on arrival."""


def always(t: Table) -> bool:
    return True


def never(t: Table) -> bool:
    return False


STEPS: dict[str, tuple[Enter, Waits]] = {
    "deal": (nothing, deck.dealing),
    "deploy": (nothing, lambda t: t.turn.location < 0),
    "doom_die": (nothing, always),
    "boss_die": (nothing, always),
    "fire_card": (nothing, always),
    "kinds": (nothing, lambda t: bool(driver.unknown_here(t))),
    "crown": (driver.crown, driver.abilities_wait),
    "attack": (driver.attack, driver.abilities_wait),
    "villains": (driver.villains, driver.abilities_wait),
    "battle": (driver.battle, driver.abilities_wait),
    "heroes": (heroes.gather, always),
    "recruit": (resolve.recruit, never),
    "hit": (resolve.hit, never),
    "progress": (progress.advance, never),
    "event": (battles.event, battles.event_waits),
    "battles": (battles.resolve, battles.rewards_wait),
    "aid": (battles.offer_aid, battles.aid_waits),
    "dice": (resolve.dice, never),
    "track": (resolve.track, never),
    "spaces": (resolve.told_spaces, lambda t: bool(resolve.unmeasured(t))),
    "defeated": (resolve.defeated, never),
    "test": (resolve.test, never),
    "refill": (nothing, deck.waits),
    "next": (nothing, never),
    "over": (nothing, always),
}


def walk(t: Table) -> None:
    """Go on from a step that no longer waits to the next one that does."""
    while True:
        step(t)
        if t.state.step == "next":
            next_team(t)
        if STEPS[t.state.step][1](t):
            return


def settle(t: Table) -> None:
    """After an action: go on if the step it belongs to waits no more."""
    if not STEPS[t.state.step][1](t):
        walk(t)


def step(t: Table) -> None:
    """Arrive at the next step; a finished game stays where it ended."""
    at = t.state.at + 1
    t.put(at=at, step=t.game.turn[at])
    STEPS[t.state.step][0](t)


def next_team(t: Table) -> None:
    """The next team clockwise takes its turn."""
    active = (t.state.active + 1) % len(t.state.teams)
    t.put(active=active, number=t.state.number + 1, turn=Turn(), at=0, step=t.game.turn[0])
    t.note("turn", "turn", team=t.team.name, n=t.state.number)


def deploy(t: Table, action: Deploy) -> None:
    """The active team is sent to a location, or to another until the villains' turn begins."""
    t.mine()
    if t.state.at > 1 and t.state.step != "over":
        place = t.place(max(t.turn.location, 0))
        t.impossible("E_DEPLOYED", "deploy", msg("remedy.undo"), place=place)
    t.phase(*t.game.turn[:2])
    t.call.within(Msg("term.location"), action.location, 0, 2, t.rule("deploy"))
    t.put_turn(location=action.location)
    t.note("deploy", "deploy", team=t.team.name, place=t.place(action.location))
