"""Random games of a title, each of their states held against the laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.conformance import chance, laws
from companion.conformance.laws import Breach
from companion.conformance.probes import Probe
from games.referee import AnyReferee, Prompt, Ruling

LOOKS = 20
"""Every so many-th state is drawn for everybody who may look at it."""

WAYS = 150
"""On every so many-th state it is tried whether a next turn can be reached."""


def search(referee: AnyReferee, probe: Probe | None, steps: int, seed: int = 0) -> Iterator[Breach]:
    """Every breach in random games of a title, over so many accepted actions.

    Without a ``probe`` nobody knows who is in play, nor which notes tell of a number.
    """
    rng = Random(seed)
    state: Any = None
    for step in range(steps):
        if state is None or not referee.prompts(state):
            state = chance.begun(referee, rng)
        yield from laws.breaches(referee, state, rng)
        if probe:
            yield from laws.gone(probe, referee, state)
        if step % LOOKS == 0:
            drawn(referee, state)
        if step % WAYS == 0:
            yield from laws.dead_end(referee, state, rng)
        action, ruling = played(referee, state, rng)
        if ruling is None:
            yield Breach("onward", "any", f"{referee.step(state)}: nothing offered holds")
            state = None
            continue
        for defect in referee.check(ruling.state):
            yield Breach("invariant", action["do"], f"{action}: {defect}")
        if probe:
            yield from laws.silent(probe, referee, state, ruling, action["do"])
        untold = tuple(laws.untold(referee, ruling.state, action["do"]))
        yield from untold
        state = None if untold else ruling.state


def drawn(referee: AnyReferee, state: Any) -> None:
    """The board of every part and of who only watches, and the table as text."""
    for viewer in (None, *(part.index for part in referee.parts(state))):
        seen = referee.view(state, viewer)
        referee.board(seen, viewer)
        referee.prompts_for(seen, viewer)
    assert referee.text(state)


def played(
    referee: AnyReferee, state: Any, rng: Random
) -> tuple[dict[str, Any], Ruling[Any] | None]:
    """An offered action that holds; ``None`` with one that does not where many were tried."""
    prompts = referee.prompts(state)
    data: dict[str, Any] = {}
    for _ in range(60):
        data, _actor, ruling = _tried(referee, state, prompts, rng)
        if isinstance(ruling, Ruling):
            return data, ruling
    return data, None


def _tried(
    referee: AnyReferee, state: Any, prompts: Sequence[Prompt], rng: Random
) -> tuple[dict[str, Any], int | None, Any]:
    """An offered action, an expected one four times of five, by whom, and what comes of it."""
    expected = [prompt for prompt in prompts if prompt.expected]
    prompt = rng.choice(expected if expected and rng.random() < 0.8 else prompts)
    data = chance.action(prompt, rng)
    actor = rng.choice(prompt.actors) if prompt.actors else None
    ruling, _ = chance.answered(referee, state, data, actor, rng)
    return data, actor, ruling


def walk(
    referee: AnyReferee, rng: Random, steps: int
) -> Iterator[tuple[Any, dict[str, Any], int | None]]:
    """States of a random game, each with the action taken next and by whom; legal ones only."""
    players = rng.choice(counts(referee))
    state = chance.begin(referee, players)
    for _ in range(steps):
        prompts = referee.prompts(state)
        if not prompts:
            return
        for _ in range(30):
            data, actor, ruling = _tried(referee, state, prompts, rng)
            if isinstance(ruling, Ruling):
                yield state, data, actor
                state = ruling.state
                break
        else:
            raise AssertionError(f"no way on from {referee.step(state)}: {ruling}")


def counts(referee: AnyReferee, sample: bool = True) -> list[int]:
    """The numbers of players this box is enough for; the others are told what is missing."""
    found = []
    for players in range(referee.title.min_players, referee.title.max_players + 1):
        box = referee.sample_box() if sample else referee.blank_box()
        answer = referee.begin(referee.setup_default(players, box), box)
        if isinstance(answer, Ruling):
            found.append(players)
        else:
            assert answer.remedy, f"{players} players: {answer.code} has no remedy"
    return found
