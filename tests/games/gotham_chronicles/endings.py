"""Gotham City Chronicles, told entry by entry: how missions end and what happens on the way."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from games.referee import AnyReferee, Outcome, Prompt, SetDepth
from tests.games.gotham_chronicles.table import a
from tests.record import Choose, Ending, of_today

DOCKERS, GUNNERS = "Dockers (sample)", "Gunners (sample)"
ENFORCERS, FOREMAN = "Enforcers (sample)", "The Foreman (sample)"
EVENT = "Event Warning"
CRANE = a.ResolveEffect("The crane swings: turn its token")


def told(*story: Any) -> Choose:
    """Play this story; a line is said again while the answers of the table refuse it."""
    at, before = -1, None

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        nonlocal at, before
        if state.phase == "setup" and state.round == 0 and before is not state:
            at = -1
        if state is not before:
            at, before = at + 1, state
        data: dict[str, Any] = msgspec.to_builtins(story[min(at, len(story) - 1)])
        return data

    return choose


def won(winners: tuple[int, ...]) -> Any:
    def wanted(outcome: Outcome, state: Any) -> bool:
        return outcome.winners == winners

    return wanted


HEROES, VILLAIN = won((0,)), won((1,))

MELEE = (a.Spend(0, "melee"), a.Spend(0, "melee"))
OPENING = (a.Next(), a.Stance(0, "active"), *MELEE, a.Hurt(DOCKERS))
CRATES = (a.Count("Crates"), a.Count("Crates"), a.Count("Crates"))
LOADING = (a.Count("Loaded"), a.Count("Loaded"), a.Count("Loaded"))
RAID = (a.Activate(DOCKERS), a.SpendPost("movement"), a.Spend(0, "defence"), a.Wound(0, 2))

QUIET_ROUND = (a.Stance(0, "resting"), a.Next(), a.Next())

FALL = (
    *OPENING,
    a.Next(),
    a.Activate(FOREMAN),
    a.Wound(0, 11),
    a.Next(),
    CRANE,
    a.Next(),
    a.Next(),
    CRANE,
    a.Stance(0, "active"),
    a.Spend(0, "movement"),
    *CRATES,
)

DREDGED = (
    a.Next(),
    a.Stance(0, "active"),
    *MELEE,
    a.Hurt(ENFORCERS),
    a.Next(),
    a.Dredge(ENFORCERS),
    a.Demobilize(GUNNERS),
    a.Activate(DOCKERS),
    a.Next(),
    CRANE,
    a.Stance(0, "active"),
    a.Hurt(FOREMAN, 4),
    *CRATES,
)

REINFORCED = (
    a.Next(),
    SetDepth("full"),
    a.Stance(0, "active"),
    a.HeroAttack(0, "melee", f"tile:{DOCKERS}:1", 2, where="same"),
    a.RollFaces((2, 1)),
    a.Keep(),
    a.Defend(),
    a.MoveStep(0, "adjacent"),
    a.EndMove(),
    a.Next(),
    a.Activate(EVENT),
    a.TriggerEvent("Another van"),
    a.Reinforce(DOCKERS, "Quay"),
    a.EndEvent(),
    a.Activate(FOREMAN),
    a.StartMini(),
    a.MiniAttack("melee", "hero:0", 1),
    a.RollFaces((1, 2)),
    a.Defend(1),
    a.Total(1),
    a.EndMini(),
    a.Next(),
    CRANE,
    a.Stance(0, "active"),
    *CRATES,
)

FULL_AREAS = (
    a.Next(),
    SetDepth("full"),
    a.Stance(0, "active"),
    a.Hurt(GUNNERS),
    a.Hurt(GUNNERS),
    a.Next(),
    a.Activate(EVENT),
    a.TriggerEvent("Another van"),
    a.Reinforce(DOCKERS, "North gate", present=4, limit=6),
    a.Reinforce(GUNNERS, "Quay"),
    a.Reinforce(GUNNERS, beside=True),
    a.Next(),
    CRANE,
    a.LayReinforcement("Quay", "gone"),
    a.LayReinforcement("Roof"),
    a.BreakWall("Quay and shed"),
    a.Stance(0, "resting"),
    a.Next(),
    a.Activate(EVENT),
    a.TriggerEvent("Lights out"),
    a.Next(),
    CRANE,
    a.Stance(0, "active"),
    *CRATES,
)

BANE = "Bane"
OWLS, THUGS = "Owls with Handgun", "Thugs with Firearm"
STANCES = (a.Stance(0, "active"), a.Stance(1, "active"), a.Stance(2, "active"))
COMPUTERS = (*(a.Count("Computers", -1),) * 4, a.Declare("No computer is left", "heroes"))
SINKING = (
    a.Next(),
    *STANCES,
    a.Spend(1, "melee"),
    a.Spend(1, "melee"),
    a.Hurt(OWLS),
    a.Next(),
    a.Activate(THUGS),
    a.Wound(1, 2),
    a.Next(),
    *STANCES,
    *COMPUTERS,
)
"""The mission a new copy is offered, cube by cube."""
SINKING_IN_FULL = (
    a.Next(),
    *STANCES,
    a.HeroAttack(1, "melee", f"tile:{OWLS}:1", 2, where="same"),
    a.RollFaces((2, 1)),
    a.Keep(),
    a.Defend(),
    a.MoveStep(0, "adjacent"),
    a.EndMove(),
    a.Next(),
    a.Activate(BANE),
    a.StartMini(),
    a.MiniAttack("melee", "hero:0", where="same"),
    a.RollFaces((1, 2)),
    a.Keep(),
    a.Defend(1),
    a.Total(1),
    a.EndMini(),
    a.Next(),
    *COMPUTERS,
)
STORIES = {
    ("sample", "full"): (*REINFORCED[:1], *REINFORCED[2:]),
    ("blank", "quick"): SINKING,
    ("blank", "full"): SINKING_IN_FULL,
}

ENDINGS = (
    Ending(
        "heroes-win",
        2,
        told(*OPENING, a.Next(), *RAID, a.Next(), CRANE, a.Stance(0, "active"), *CRATES),
        HEROES,
        seeds=60,
    ),
    Ending("villain-wins", 2, told(*OPENING, a.Next(), *RAID, *LOADING), VILLAIN, seeds=60),
    Ending(
        "last-round",
        2,
        told(
            a.Next(),
            *QUIET_ROUND,
            CRANE,
            *QUIET_ROUND,
            CRANE,
            *QUIET_ROUND,
            *QUIET_ROUND,
            a.Declare("The ship still lies at the pier"),
        ),
        HEROES,
        seeds=1,
    ),
    Ending("neutralized-and-back", 2, told(*FALL), HEROES, seeds=60),
    Ending("dredged-and-demobilized", 2, told(*DREDGED), HEROES, seeds=60),
    Ending("reinforced-in-full-depth", 2, told(*REINFORCED), HEROES, seeds=400),
    Ending("reinforced-beside-full-areas", 2, told(*FULL_AREAS), HEROES, seeds=60),
    *of_today(STORIES, lambda box, depth: told(*STORIES[box, depth]), (0, 30)),
)
