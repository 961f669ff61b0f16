"""Drafts typed on a phone and not sent: whether they still mean what they meant."""

from __future__ import annotations

from functools import cache

from companion.plays import replay
from companion.plays.models import Entry, Play
from companion.plays.pages.forms import action_types
from games import registry
from games.referee import Action

MOVES = {Entry.Kind.UNDO, Entry.Kind.REDO, Entry.Kind.CORRECT}


EVERYTHING = "*"
"""All actions except those that teach a fact of the box."""


@cache
def small(slug: str) -> str:
    """Return the actions of a title that mean the same at any moment of a step, as one text."""
    return " ".join(do for do, kind in _kinds(slug).items() if kind.rebases)


@cache
def taught(slug: str) -> str:
    """Return the actions of a title that tell what a card says, as one text."""
    return " ".join(do for do, kind in _kinds(slug).items() if kind.teaches)


@cache
def _lasting(slug: str) -> frozenset[str]:
    """Return the actions that leave what was typed for others alone."""
    return frozenset(do for do, kind in _kinds(slug).items() if kind.rebases or kind.teaches)


def _kinds(slug: str) -> dict[str, type[Action]]:
    return action_types(registry.referee(slug).Action)


def stale(
    play: Play,
    have: int | None,
    since: list[Entry] | None = None,
    step: str | None = None,
) -> list[str]:
    """Return the actions whose forms, filled in on revision ``have``, are about nothing now.

    What was typed belongs to the step it was typed for. Once anyone has entered that step it is
    gone, and ``EVERYTHING`` with it: it would be counted for the next one. Facts of a card are
    valid until that card is entered. ``since`` are the entries after ``have`` and ``step`` the one
    then, where the caller has them.
    """
    if have is None or have >= play.revision:
        return []
    if since is None:
        since = replay.since(play, have)
    if step is None:
        step = replay.step_at(play, have)
    entered = {each.action.get("do") for each in since if each.kind == Entry.Kind.ACTION}
    moved = (
        play.step != step
        or len(since) == replay.WINDOW
        or not entered <= _lasting(play.title)
        or any(each.kind in MOVES for each in since)
    )
    if not moved:
        return sorted(entered)
    return [EVERYTHING, *sorted(entered & {*taught(play.title).split()})]
