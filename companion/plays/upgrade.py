"""A play written by other rules: played again by the rules of today, entry by entry.

Where an entry no longer fits, the table continues from the board as it is: an entry of its own
adopts that board, and the log names what can't be replayed. A board that today's rules cannot
draw stays as it was written; the host may then continue without what no longer fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.plays import repair, store
from companion.plays.models import Entry, Play, Seat
from companion.plays.replay import (
    ReplayMisfit,
    ReplayStep,
    drawable,
    fold,
    live_entries,
    malformed,
    oldest_first,
)
from games import registry
from games.referee import MalformedError, Refusal, Ruling


def current(play: Play) -> bool:
    """Return whether a play is written by the rules of today; raise ``NewerReleaseError``."""
    store.must_know(play)
    known = play.title in registry.TITLES
    return known and play.rules_version == registry.referee(play.title).title.rules_version


@store.in_turn
def bring_up(play_id: int) -> ReplayMisfit[Entry] | ReplayMisfit[None] | None:
    """Replay a play by today's rules and keep the result, or adopt its board as it is.

    The first misfit, where that board cannot be drawn. Raises ``NewerReleaseError``.
    """
    play = store.locked(play_id)
    if current(play):
        return None
    entries = oldest_first(play)
    kept = _up_to_adopted(play, entries)
    if kept is None:
        begun = _begin(play)
        if not isinstance(begun, Ruling):
            misfit: ReplayMisfit[Entry] | ReplayMisfit[None] = ReplayMisfit(None, begun)
            return None if _adopt(play, misfit, {}) else misfit
        kept = {0: begun.state}
    newest = max(kept)
    state = kept[newest]
    for played in fold(registry.referee(play.title), state, (e for e in entries if e.seq > newest)):
        if isinstance(played, ReplayMisfit):
            return None if _adopt(play, played, kept) else played
        state = played.after
        if played.entry.ordinal % store.SNAPSHOT_EVERY == 0:
            kept[played.entry.seq] = state
    store.rewrite(play, state, kept)
    return None


def _up_to_adopted(play: Play, entries: Sequence[Entry]) -> dict[int, Any] | None:
    """Return the states kept up to the newest adopted board; ``None`` without one that can be
    drawn."""
    adopted = [entry.seq for entry in entries if entry.kind == Entry.Kind.ADOPT]
    if not adopted:
        return None
    kept = _still_kept(play, seq__lte=adopted[-1])
    return kept if {0, adopted[-1]} <= kept.keys() else None


def _still_kept(play: Play, **which: int) -> dict[int, Any]:
    """Return stored states that today's rules can draw, by number."""
    found = play.snapshots.filter(**which).values_list("seq", "state")
    states = {seq: drawable(play.title, text) for seq, text in found}
    return {seq: state for seq, state in states.items() if state is not None}


def _adopt(play: Play, misfit: ReplayMisfit[Any], kept: dict[int, Any]) -> bool:
    """Continue from the stored board; ``False`` if today's rules cannot read or draw it.

    ``kept`` are the states before the misfit. Those that were stored after it are kept as they
    are, so that undo steps back through what was entered since.
    """
    first = misfit.entry.seq if misfit.entry else 0
    state = drawable(play.title, play.state)
    if state is None:
        return False
    kept = {**kept, **_still_kept(play, seq__gte=first)}
    if 0 not in kept:
        return False
    lost = list(live_entries(play, max(first - 1, 0)))
    store.rewrite(play, state, kept)
    store.append(
        play,
        state,
        kind=Entry.Kind.ADOPT,
        head=play.revision + 1,
        parent=play.head,
        ordinal=play.ordinal + 1,
        future=[],
        key=f"adopt-{play.revision + 1}",
        seat=None,
        action={"to": play.head, "seq": first, "entries": len(lost)},
    )
    return True


@store.in_turn
def go_on_without(play_id: int, *, key: str, seat: Seat | None = None) -> None:
    """Leave out every misfit, as a repair of the log."""
    play = store.locked(play_id)
    if current(play):
        return
    begun = _begin(play)
    if not isinstance(begun, Ruling):
        return
    steps, lost = list[ReplayStep[Entry]](), list[int]()
    for played in fold(registry.referee(play.title), begun.state, oldest_first(play)):
        if isinstance(played, ReplayStep):
            steps.append(played)
        elif played.entry:
            lost.append(played.entry.seq)
    store.rewrite(play, begun.state, {0: begun.state})
    what = {"kind": "upgrade", "seq": lost[0] if lost else 0, "lost": lost}
    repair.append(play, 0, steps, key=key, seat=seat, what=what)


def _begin(play: Play) -> Ruling[Any] | Refusal:
    referee = registry.referee(play.title)
    try:
        setup = referee.decode_setup(play.setup)
        return referee.begin(setup, referee.decode_box(msgspec.json.decode(play.facts)))
    except MalformedError as error:
        return malformed(error)
