"""One entry away from what no one may miss: great moments and endings of every title.

From the recorded games, and where none of them has it from the positions of ``tests.situations``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from companion.plays import ledger, playlog
from companion.plays.answers import Recorded
from companion.plays.models import Play, Seat
from games import registry
from games.odds import options
from games.referee import AnyReferee, MalformedError, Ruling
from tests import golden, situations


class Step(NamedTuple):
    """A table, and the entry that is made at it."""

    referee: AnyReferee
    state: Any
    entry: dict[str, Any]
    actor: int | None
    answers: dict[str, str]

    def ruling(self) -> Ruling[Any]:
        action = self.referee.decode_action(self.entry)
        ruling = self.referee.apply(self.state, action, self.actor, self.answers)
        assert isinstance(ruling, Ruling), ruling
        return ruling


def recorded(slug: str) -> Iterator[Step]:
    """Yield every entry of the title's recorded games."""
    for path in golden.games(slug):
        doc = golden.read(path)
        done = playlog.replay(doc)
        for line in doc.entries:
            yield Step(done.referee, done.states[line.n - 1], line.action, line.actor, line.answers)


def possible(slug: str) -> Iterator[Step]:
    """Yield every entry that is on offer somewhere, filled in somehow."""
    referee = registry.referee(slug)
    for state, prompts in situations.positions(slug):
        for prompt in prompts:
            for values in options.fillings(prompt.fields):
                entry = {"do": prompt.do, **prompt.fixed, **values}
                yield Step(referee, state, entry, (prompt.actors or (None,))[0], {})


def ruled(step: Step) -> Ruling[Any] | None:
    """Return what comes of it; ``None`` where it is refused or asked about."""
    try:
        action = step.referee.decode_action(step.entry)
    except MalformedError:
        return None
    ruling = step.referee.apply(step.state, action, step.actor, step.answers)
    return ruling if isinstance(ruling, Ruling) else None


@cache
def peaks(slug: str) -> dict[str, Step]:
    """Return for each great moment of a title by its note an entry that brings it and goes on."""
    referee = registry.referee(slug)
    found: dict[str, Step] = {}
    for steps in (recorded, possible):
        for step in steps(slug):
            if len(found) == len(referee.highlights):
                return found
            ruling = ruled(step)
            if ruling is None or referee.outcome(ruling.state) is not None:
                continue
            for note in ruling.notes:
                if note.code in referee.highlights and note.owner is None:
                    found.setdefault(note.code, step)
    return found


@cache
def endings(slug: str) -> dict[tuple[str, tuple[int, ...]], Step]:
    """Return the last entries of the recorded games by how they end and for whom it is won."""
    found = {}
    for step in recorded(slug):
        if outcome := step.referee.outcome(step.ruling().state):
            found[outcome.result, outcome.winners] = step
    return found


def placed(play: Play, step: Step) -> None:
    """Put a table where ``step`` is about to be entered."""
    Play.objects.filter(pk=play.pk).update(
        state=step.referee.encode_state(step.state),
        step=step.referee.step(step.state),
        outcome=None,
        ended_at=None,
    )


def entered(play: Play, step: Step) -> int:
    """Enter it there; gives the revision that every phone comes to show."""
    placed(play, step)
    play.refresh_from_db()
    key = f"k{play.revision}"
    done = ledger.record(play.pk, step.entry, key=key, actor=step.actor, answers=step.answers)
    assert isinstance(done, Recorded), done
    return done.play.revision


def seated(slug: str, parts: int, names: Sequence[str]) -> Play:
    """Return a table of a title for so many parts, each played by one of ``names``."""
    referee = registry.referee(slug)
    setup = referee.setup_default(referee.title.min_players, referee.sample_box())
    play = ledger.begin(slug, setup, sample=True)
    for part in range(parts):
        role = Seat.Role.PLAYER if part else Seat.Role.HOST
        Seat.objects.create(play=play, name=names[part], role=role, parts=[part], claimed=True)
    return play
