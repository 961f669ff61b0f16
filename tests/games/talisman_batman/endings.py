"""Talisman, told entry by entry: each way to win, and what may happen on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from games.referee import AnyReferee, Outcome, Prompt
from games.talisman_batman.box import NAMES
from games.talisman_batman.words import slug
from tests.games.talisman_batman.table import a
from tests.record import Choose, Ending, of_today

BANE, SCARECROW = 0, 1


def told(*story: Any) -> Choose:
    """Play this story, whatever the dice of others might have said."""
    lines: Iterator[Any] = iter(())

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        nonlocal lines
        if state.turn.phase == "setup" and all(v.status == "picking" for v in state.villains):
            lines = iter(story)
        data: dict[str, Any] = msgspec.to_builtins(next(lines))
        return data

    return choose


def won_by(condition: str, part: int) -> Any:
    def wanted(outcome: Outcome, state: Any) -> bool:
        return (outcome.condition, outcome.winners) == (condition, (part,))

    return wanted


IDLE = (a.Roll(2), a.MoveFigure(symbols=0), a.EndTurn())
OVER, BACK = (
    (a.Roll(2), a.MoveFigure(space, symbols=-1), a.EndTurn()) for space in ("darkroom", "morgue")
)
"""The quietest turns there are: from the Morgue to the Darkroom, and back."""

ARRIVAL = (
    a.PickVillain(BANE, "bane"),
    a.PickVillain(SCARECROW, "scarecrow"),
    a.Ready(BANE, "strength"),
    a.Ready(SCARECROW, "cunning"),
)

CLIMB = (
    a.Roll(6),
    a.Guard(4),
    a.Strike((4,)),
    a.MoveFigure("falcone", 2, symbols=-1),
    a.TakeJob(4, "Two coins"),
    a.EndTurn(),
    *OVER,
    a.Roll(2),
    a.MoveFigure("Demo 2-3", symbols=-1),
    a.DrawEncounter(shows="strength-5"),
    a.Strike((5, 1)),
    a.Change(BANE, "coins", 1),
    a.Change(BANE, "coins", -2),
    a.JobDone(BANE),
    a.Change(BANE, "strength", 3),
    a.Done(),
    a.TradeBest("strength"),
    a.EndTurn(),
    *BACK,
    a.Roll(5),
    a.Door(),
    a.DoorResult(True),
    a.EndTurn(),
    *OVER,
    a.Roll(6),
    a.MoveFigure("anteroom", direction="up"),
    a.Stand("strength"),
)

TIED = (
    a.Strike((3, 1)),
    a.SpendNoFate(BANE),
    a.EndTurn(),
    *BACK,
    a.Stand("strength"),
    a.Strike((1, 2)),
    a.RerollByFate(BANE, 6),
)

BEATEN, AGAIN = (
    (
        a.Roll(3),
        a.MoveFigure(space, symbols=0),
        a.Ambush("Robin", "cunning", 9),
        a.Strike((1, 6)),
    )
    for space in ("Demo 1-4", "morgue")
)
KILLED = (
    a.Gain(BANE, "Rope"),
    *(each for way in (BEATEN, AGAIN) * 2 for each in (*way, a.EndTurn(), *IDLE)),
    *BEATEN,
    *IDLE,
)

HEIR = (
    a.Change(BANE, "strength", 3),
    a.Change(BANE, "strength", 3),
    a.Gain(BANE, source="key"),
    a.Roll(5),
    a.Guard(4),
    a.Strike((6,)),
    a.MoveFigure("Demo 2-1", 2, symbols=-1),
    a.EndTurn(),
    *IDLE,
    a.Roll(4),
    a.Door(),
    a.DoorResult(True),
    a.EndTurn(),
    *IDLE,
    a.Roll(6),
    a.MoveFigure("anteroom", direction="up"),
    a.Stand("strength"),
    a.Strike((6, 1)),
)
SUCCESSOR = (a.PickVillain(BANE, "clayface"), a.Ready(BANE, "strength"))

BLOODBATH = (
    a.PickVillain(0, "bane"),
    a.PickVillain(1, "scarecrow"),
    a.PickVillain(2, "clayface"),
    a.Ready(0, "strength"),
    a.Ready(1),
    a.Ready(2),
    a.Change(1, "life", -3),
    a.Change(2, "life", -3),
    a.Change(2, "life", -1),
    a.Roll(4),
    a.MoveFigure("guard-post", symbols=-1),
    a.NoDraw(),
    a.EndTurn(),
    a.Roll(4),
    a.MoveFigure("guard-post", symbols=-1),
    a.AttackVillain(0),
    a.Strike((1, 6)),
    a.TakePrize("life"),
    a.Roll(4),
    a.MoveFigure("guard-post", symbols=-1),
    a.AttackVillain(0),
    a.Strike((1, 6)),
    a.TakePrize("life"),
)

OTHERS = tuple(slug(name) for name in NAMES if slug(name) not in ("bane", "scarecrow"))
DEADLY = (
    *ARRIVAL[:2],
    *(a.Change(BANE, "life", -3),) * 2,
    *(a.Change(SCARECROW, "life", -3),) * 2,
    *(
        each
        for n, name in enumerate(OTHERS)
        for each in (a.PickVillain(n % 2, name), *(a.Change(n % 2, "life", -3),) * 2)
    ),
)
"""All twelve villains die, one after the other."""

CONTROL = won_by("control", BANE)

OVER_BLANK, BACK_BLANK = (
    (a.Roll(2), a.MoveFigure(space, symbols=0), a.EndTurn()) for space in ("darkroom", "morgue")
)
FROM_A_NEW_COPY = (
    *ARRIVAL[:2],
    a.EnterNumbers("bane", 5, 2, 2, 4, "chaotic", "morgue"),
    a.EnterNumbers("scarecrow", 2, 4, 3, 4, "chaotic", "morgue"),
    *ARRIVAL[2:],
    *CLIMB[:3],
    a.MoveFigure("falcone", 2, symbols=0),
    *CLIMB[4:6],
    *OVER_BLANK,
    a.Change(BANE, "coins", 1),
    a.Change(BANE, "coins", -2),
    a.JobDone(BANE),
    a.Change(BANE, "strength", 3),
    a.Roll(5),
    a.Door(),
    a.DoorResult(True),
    a.EndTurn(),
    *BACK_BLANK,
    a.Roll(6),
    a.MoveFigure("anteroom", direction="up"),
    a.Stand("strength"),
    a.Strike((5, 1)),
)
"""To the Control Room with nothing known: cards and spaces as they come."""
STORIES = {
    ("sample", "full"): (*ARRIVAL, *CLIMB, a.Strike((5, 1))),
    ("blank", "quick"): FROM_A_NEW_COPY,
    ("blank", "full"): FROM_A_NEW_COPY,
}

ENDINGS = (
    Ending("control-room", 2, told(*ARRIVAL, *CLIMB, a.Strike((5, 1))), CONTROL, seeds=1),
    Ending("tie-and-second-fight", 2, told(*ARRIVAL, *CLIMB, *TIED), CONTROL, seeds=1),
    Ending(
        "death-with-inheritance",
        2,
        told(*ARRIVAL, *KILLED, *SUCCESSOR, a.Inherit(), *HEIR),
        CONTROL,
        seeds=1,
    ),
    Ending(
        "death-without-inheritance",
        2,
        told(*ARRIVAL, *KILLED, *SUCCESSOR, *HEIR),
        CONTROL,
        {"preset": "custom", "inheritance": False},
        seeds=1,
    ),
    Ending("bloodbath", 3, told(*BLOODBATH), won_by("last", 0), {"bloodbath": True}, seeds=1),
    Ending(
        "no-villain-left",
        2,
        told(*DEADLY),
        lambda outcome, state: outcome.condition == "nobody",
        {"preset": "classic"},
        seeds=1,
    ),
    *of_today(STORIES, lambda box, depth: told(*STORIES[box, depth]), (0, 45)),
)
