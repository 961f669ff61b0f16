"""Recorded playthroughs: found by a policy, played through the pages, kept as golden games.

``python -m tests.record [SLUG …]`` finds and plays them anew and writes them down beside the title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from companion.conformance import chance
from games import registry
from games.referee import AnyReferee, Outcome, Prompt, Ruling
from tests import boxes
from tests.probes import told

Choose = Callable[[AnyReferee, Any, tuple[Prompt, ...], Random], dict[str, Any]]


@dataclass(frozen=True)
class Ending:
    """A playthrough to record: who plays, how moves are chosen, and what must come of it."""

    name: str
    players: int
    choose: Choose
    wanted: Callable[[Outcome, Any], bool]
    setup: dict[str, Any] = field(default_factory=dict)
    """What the wizard was told; the rest is as it offers it."""
    box: str = boxes.SAMPLE
    depth: str = "quick"
    least: int = 0
    steps: int = 600
    seeds: int = 400
    beside: Callable[[tuple[Prompt, ...], Random], dict[str, Any] | None] = lambda prompts, rng: (
        None
    )
    """A move that is possible beside the expected one, where the plan wants it."""


@dataclass(frozen=True)
class Move:
    """One action of a playthrough, with the answers its questions got."""

    data: dict[str, Any]
    answers: dict[str, str]


@dataclass(frozen=True)
class Found:
    """A playthrough as it was found: the set-up with its draws, and the moves."""

    setup: Any
    moves: list[Move]


def find(referee: AnyReferee, ending: Ending) -> Found:
    """Return the first random play that ends as wanted; fail when none does."""
    box = referee.decode_box(boxes.read(referee.title.slug, ending.box))
    offered = msgspec.to_builtins(referee.setup_default(ending.players, box))
    chosen = referee.decode_setup({**offered, "depth": ending.depth, **ending.setup})
    for seed in range(ending.seeds):
        rng = Random(seed)
        setup = referee.draw(chosen, box, rng.randrange)
        begun = referee.begin(setup, box)
        assert isinstance(begun, Ruling), begun
        moves = _play(referee, begun.state, ending, rng)
        if moves is not None and len(moves) >= ending.least:
            return Found(setup, moves)
    raise AssertionError(f"{referee.title.slug}: no play of {ending.seeds} ends as {ending.name}")


def _play(referee: AnyReferee, state: Any, ending: Ending, rng: Random) -> list[Move] | None:
    moves: list[Move] = []
    for _ in range(ending.steps):
        outcome = referee.outcome(state)
        if outcome is not None:
            return moves if ending.wanted(outcome, state) else None
        prompts = referee.prompts(state)
        for _ in range(60):
            expected = tuple(prompt for prompt in prompts if prompt.expected)
            data = ending.beside(prompts, rng) or ending.choose(referee, state, expected, rng)
            ruling, answers = chance.answered(referee, state, data, None, rng)
            if isinstance(ruling, Ruling):
                moves.append(Move(data, answers))
                state = ruling.state
                break
        else:
            return None
    return None


def anything(
    referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
) -> dict[str, Any]:
    """Return a random expected move."""
    return chance.action(rng.choice(prompts), rng)


def anyhow(outcome: Outcome, state: Any) -> bool:
    """Return true, however it ends."""
    return True


def of_today(
    ways: Iterable[tuple[str, str]],
    choose: Callable[[str, str], Choose],
    entries: tuple[int, int],
) -> Iterator[Ending]:
    """Yield games of two from the set-up as it is offered, one for each box and depth in ``ways``.

    They have no fewer entries, and no more, than ``entries`` says.
    """
    least, steps = entries
    for box, depth in ways:
        yield Ending(
            f"{box}-{depth}",
            2,
            choose(box, depth),
            anyhow,
            box=box,
            depth=depth,
            least=least,
            steps=steps,
        )


def endings() -> dict[str, tuple[Ending, ...]]:
    """Return the playthroughs to record, by title: ``ENDINGS`` in
    ``tests/games/<title>/endings.py``."""
    return {slug: told(slug, "endings").ENDINGS for slug in registry.TITLES}
