"""The one task a phone may take: it shows the prompts of that task alone, whoever is asked.

A phone that enters dice does so for the whole table, as any player may reach for another's phone.
What it hides is decided here and nowhere else, so that pages, streams and scripts agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.plays.models import Seat
from games.referee import AnyReferee, Prompt


def offered(referee: AnyReferee) -> list[Seat.Task]:
    """Return the tasks that a title has."""
    has = {*referee.tasks, Seat.Task.COUNTERS}
    return [task for task in Seat.Task if task in has]


def of(seat: Seat | None) -> str:
    """Return the task of a phone; "" for one that shows everything."""
    return seat.task if seat is not None and seat.role != Seat.Role.SPECTATOR else ""


def only(task: str, referee: AnyReferee, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
    """Return the prompts that a phone with this task shows."""
    shown = referee.tasks.get(task, frozenset())
    return tuple(prompt for prompt in prompts if not task or prompt.do in shown)
