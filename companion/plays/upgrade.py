"""A play written by other rules: played again by the rules of today, entry by entry.

Nothing is lost when an entry no longer fits: the play stays as it was written, the entry and
the reason are named, and the table may go on without it, which the log then says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction

from companion.plays import ledger
from companion.plays.ledger import Step
from companion.plays.models import Entry, Play, Seat, Snapshot
from games import registry
from games.referee import AnyReferee, Malformed, Question, Refusal, Ruling


@dataclass
class Misfit:
    """The first live entry that today's rules do not accept, and what they say to it."""

    entry: Entry | None
    answer: Refusal | Question


def current(play: Play) -> bool:
    """Whether a play is written by the rules of today."""
    return play.rules_version == registry.referee(play.title).title.rules_version


def bring_up(play_id: int) -> Misfit | None:
    """Fold a play again by today's rules and keep the result; the misfit if it does not fold."""
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if current(play):
            return None
        referee = registry.referee(play.title)
        begun = _begin(referee, play)
        if not isinstance(begun, Ruling):
            return Misfit(None, begun)
        state, snapshots = begun.state, {0: begun.state}
        for entry in reversed(list(ledger.live_entries(play))):
            ruling = _rule(referee, state, entry)
            if not isinstance(ruling, Ruling):
                return Misfit(entry, ruling)
            state = ruling.state
            if entry.ordinal % ledger.SNAPSHOT_EVERY == 0:
                snapshots[entry.seq] = state
        _keep(play, referee, state, snapshots)
    return None


def go_on_without(play_id: int, *, key: str, seat: Seat | None = None) -> None:
    """Leave out every entry that no longer fits, as a repair of the log."""
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if current(play):
            return
        referee = registry.referee(play.title)
        begun = _begin(referee, play)
        if not isinstance(begun, Ruling):
            return
        entries = list(reversed(list(ledger.live_entries(play))))
        state, steps, lost = begun.state, [], []
        for entry in entries:
            ruling = _rule(referee, state, entry)
            if isinstance(ruling, Ruling):
                action = referee.decode_action(entry.action)
                steps.append(Step(action, ruling, entry.actor, entry.answers, entry))
                state = ruling.state
            else:
                lost.append(entry.seq)
        _keep(play, referee, begun.state, {0: begun.state})
        first = lost[0] if lost else 0
        what = {"kind": "upgrade", "seq": first, "lost": lost}
        ledger.append_repair(play, 0, steps, key=key, seat=seat, what=what)


def _begin(referee: AnyReferee, play: Play) -> Ruling[Any] | Refusal:
    try:
        setup = referee.decode_setup(play.setup)
        return referee.begin(setup, referee.decode_box(msgspec.json.decode(play.facts)))
    except Malformed as error:
        return Refusal("E_MALFORMED", "", {"problem": str(error)})


def _rule(referee: AnyReferee, state: Any, entry: Entry) -> Ruling[Any] | Refusal | Question:
    try:
        action = referee.decode_action(entry.action)
    except Malformed as error:
        return Refusal("E_MALFORMED", "", {"problem": str(error)})
    return referee.apply(state, action, entry.actor, entry.answers)


def _keep(play: Play, referee: AnyReferee, state: Any, snapshots: dict[int, Any]) -> None:
    play.rules_version = referee.title.rules_version
    play.state = referee.encode_state(state)
    play.step = referee.step(state)
    play.save(update_fields=["rules_version", "state", "step"])
    play.snapshots.all().delete()
    Snapshot.objects.bulk_create(
        Snapshot(play=play, seq=seq, state=referee.encode_state(each))
        for seq, each in snapshots.items()
    )
