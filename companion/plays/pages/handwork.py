"""The physical steps after an entry: lines for one phone, most important first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.plays import seats
from companion.plays.models import Play, Seat
from games.messages import Msg
from games.referee import AnyReferee, Note, PhysicalStep

TICKS = 1000
"""Ticks of an entry are numbered from its own number times this, plus half of this if it is
undone.
"""
GREAT = 3
"""So great a thing has a line of its own; smaller ones of one kind share theirs."""


@dataclass
class StepKind:
    """Notes of one kind, in the order they were made; ``n`` is the first one's number, the same
    on every phone."""

    n: int
    hand: PhysicalStep
    moved: list[tuple[Msg, int | None]] = field(default_factory=list)
    """What moved, once for each thing it happened to, and how many."""


def ticked(play: Play) -> str:
    """Return the ticks of a table, as its phones say which they show."""
    return "-".join(map(str, play.laid))


def beside(play: Play, held: Iterable[Seat]) -> str:
    """Return what changes at a table without an entry: its ticks, and who sits where."""
    return f"{ticked(play)}.{seats.sitting(held)}"


def lines(
    referee: AnyReferee, notes: Sequence[Note], own: Collection[int], say: Callable[[Msg], str]
) -> list[dict[str, Any]]:
    """Return what all of ``notes`` move, for a phone that plays ``own``: n, icon, count, texts."""
    rows = [
        {
            "n": kind.n,
            "icon": kind.hand.sign,
            "count": _sum(kind.moved),
            "texts": [say(text) for text, _ in kind.moved],
            "size": kind.hand.size,
        }
        for kind in _kinds(referee, notes, own)
    ]
    return sorted(rows, key=lambda row: -row["size"])


def put_back(
    referee: AnyReferee, before: Any, after: Any, say: Callable[[Msg], str]
) -> list[dict[str, Any]]:
    """List what changed on the table after the log was fixed: things by their places, then
    numbers.
    """
    told = [
        Msg("hands.lies", {"what": what, "where": where})
        for what, where in _moved(referee, before, after)
    ]
    was = {each.name: each for each in referee.trackers(before)}
    now = {each.name: each for each in referee.trackers(after)}
    for name in (each for each in now if each in was and was[each].value != now[each].value):
        facts = {"what": now[name].label, "before": was[name].value, "after": now[name].value}
        told.append(Msg("note.adjust", {**facts, "reason": ""}))
    row = {"icon": "undo", "count": "", "size": 1}
    return [{**row, "n": n, "texts": [say(text)]} for n, text in enumerate(told)]


def _moved(referee: AnyReferee, before: Any, after: Any) -> list[tuple[Any, Any]]:
    """Return things that lie elsewhere than before, each with its place."""
    was, now = referee.lying(before), referee.lying(after)
    moved = [now[name] for name in now if name not in was or was[name][1] != now[name][1]]
    return moved + [(was[name][0], Msg("hands.away")) for name in was if name not in now]


def _sum(moved: Iterable[tuple[Msg, int | None]]) -> int | str:
    counts = [many for _, many in moved]
    if None in counts:
        return len(counts) if len(counts) > 1 else ""
    return sum(many or 0 for many in counts)


def _kinds(referee: AnyReferee, notes: Sequence[Note], own: Collection[int]) -> list[StepKind]:
    kinds: dict[Any, StepKind] = {}
    things: dict[Any, tuple[StepKind, int]] = {}
    for n, note in enumerate(notes):
        hidden = note.owner is not None and note.owner not in own
        code, facts = (note.hidden, {}) if hidden else (note.code, note.facts)
        hand = referee.physical_steps.get(code)
        if hand is None or (many := hand.many(facts)) == 0:
            continue
        # Kinds are told apart by what everyone may know, so that a tick means the same everywhere.
        public = note.code if note.owner is None else note.hidden
        kind = kinds.setdefault((public, n) if hand.size >= GREAT else public, StepKind(n, hand))
        thing = _thing(code, facts, hand)
        if thing in things:
            kind, at = things[thing]
            facts = {**facts, hand.count: facts[hand.count] + kind.moved[at][1]}
            kind.moved[at] = Msg(code, facts), facts[hand.count]
        else:
            kind.moved.append((Msg(code, facts), many))
            if thing is not None:
                things[thing] = kind, len(kind.moved) - 1
    return list(kinds.values())


def _thing(code: str, facts: dict[str, Any], hand: PhysicalStep) -> tuple[str, str] | None:
    """Return what a note that counts happened to: entered again, it is said once, with the sum and
    how it is last. ``None`` where nothing is counted, or what it happened to has no name."""
    name = facts.get(hand.of)
    if not isinstance(name, str) or not isinstance(facts.get(hand.count), int):
        return None
    return code, name
