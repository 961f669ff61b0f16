"""A play written by other rules: played again by the rules of today, entry by entry.

Nothing is lost when an entry no longer fits: the play stays as it was written, the entry and
the reason are named, and the table may go on without it, which the log then says.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.plays import door, repair
from companion.plays.fold import Misfit, Step, fold, malformed, oldest_first
from companion.plays.models import Entry, Play, Seat
from games import registry
from games.referee import Malformed, Refusal, Ruling


def current(play: Play) -> bool:
    """Whether a play is written by the rules of today."""
    known = play.title in registry.TITLES
    return known and play.rules_version == registry.referee(play.title).title.rules_version


@door.in_turn
def bring_up(play_id: int) -> Misfit[Entry] | Misfit[None] | None:
    """Fold a play again by today's rules and keep the result; the first misfit if there is one."""
    play = door.locked(play_id)
    if current(play):
        return None
    begun = _begin(play)
    if not isinstance(begun, Ruling):
        return Misfit(None, begun)
    state, kept = begun.state, {0: begun.state}
    for played in fold(registry.referee(play.title), state, oldest_first(play)):
        if isinstance(played, Misfit):
            return played
        state = played.after
        if played.entry.ordinal % door.SNAPSHOT_EVERY == 0:
            kept[played.entry.seq] = state
    door.rewrite(play, state, kept)
    return None


@door.in_turn
def go_on_without(play_id: int, *, key: str, seat: Seat | None = None) -> None:
    """Leave out every misfit, as a repair of the log."""
    play = door.locked(play_id)
    if current(play):
        return
    begun = _begin(play)
    if not isinstance(begun, Ruling):
        return
    steps, lost = list[Step[Entry]](), list[int]()
    for played in fold(registry.referee(play.title), begun.state, oldest_first(play)):
        if isinstance(played, Step):
            steps.append(played)
        elif played.entry:
            lost.append(played.entry.seq)
    door.rewrite(play, begun.state, {0: begun.state})
    what = {"kind": "upgrade", "seq": lost[0] if lost else 0, "lost": lost}
    repair.append(play, 0, steps, key=key, seat=seat, what=what)


def _begin(play: Play) -> Ruling[Any] | Refusal:
    referee = registry.referee(play.title)
    try:
        setup = referee.decode_setup(play.setup)
        return referee.begin(setup, referee.decode_box(msgspec.json.decode(play.facts)))
    except Malformed as error:
        return malformed(error)
