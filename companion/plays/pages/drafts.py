"""What was typed on a phone and not sent: whether it still means what it meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from companion.plays import fold
from companion.plays.models import Entry, Play
from companion.plays.pages.forms import action_types
from games import registry
from games.referee import Prompt

MOVES = {Entry.Kind.UNDO, Entry.Kind.REDO, Entry.Kind.CORRECT}


@cache
def small(slug: str) -> str:
    """The actions of a title that mean the same at any moment of a step, as one text."""
    kinds = action_types(registry.referee(slug).Action)
    return " ".join(do for do, kind in kinds.items() if kind.rebases)


def stale(
    play: Play,
    have: int | None,
    prompts: Iterable[Prompt],
    since: list[Entry] | None = None,
    step: str | None = None,
) -> list[str]:
    """The offered actions whose forms, filled in on revision ``have``, are about nothing now.

    What was typed belongs to the step it was typed for. Once anybody has entered that step it
    is gone: it would be counted for the next one. What a card says holds until that card is
    told. ``since`` are the entries after ``have`` and ``step`` the one then, where the caller
    has them.
    """
    if have is None or have >= play.revision:
        return []
    if since is None:
        since = fold.since(play, have)
    if step is None:
        step = fold.step_at(play, have)
    kinds = action_types(registry.referee(play.title).Action)
    entered = {each.action.get("do") for each in since if each.kind == Entry.Kind.ACTION}
    lasting = {do for do, kind in kinds.items() if kind.rebases or kind.teaches}
    moved = (
        play.step != step
        or len(since) == fold.WINDOW
        or not entered <= lasting
        or any(each.kind in MOVES for each in since)
    )
    offered = {prompt.do for prompt in prompts}
    return sorted(do for do in offered if do in entered or (moved and not kinds[do].teaches))
