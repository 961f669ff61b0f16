"""The rules that refused entries: counted in a play, read again before the crew's next one."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from companion.plays.models import Play, Stumble
from games import registry
from games.clarifications import Clarification

SHOWN = 3
"""The number of rules that are read again."""


def count(play: Play, rule: str) -> None:
    """Count that this rule has refused an entry; one that only said what can't be cites none."""
    if not rule:
        return
    row, fresh = Stumble.objects.get_or_create(play=play, rule=rule)
    if not fresh:
        Stumble.objects.filter(pk=row.pk).update(times=F("times") + 1)


def last(crew: Any, title: str) -> list[Clarification]:
    """Return the rules that refused most in this crew's newest game of a title, most often first.

    A crew that has switched reminders off, and a game in which nothing was refused, have none.
    """
    play = crew.plays.filter(title=title, revision__gt=0).order_by("-updated_at").first()
    if play is None or not crew.reminded:
        return []
    known = registry.referee(title).clarifications
    rules = play.stumbles.values_list("rule", flat=True)
    return [known[rule] for rule in rules if rule in known][:SHOWN]
