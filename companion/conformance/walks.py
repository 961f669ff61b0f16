"""Random games of a title, each of their states held against the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.conformance import chance, changes, laws
from companion.conformance.draws import DrawCounts
from companion.conformance.laws import Breach
from companion.conformance.probes import Probe
from games.referee import AnyReferee, Prompt, Ruling, SetDepth

LOOKS = 20
"""Every N-th state is drawn for everyone who may see it."""

WAYS = 150
"""On every N-th state we check that a next turn can be reached."""

CHANGES = 10
"""On every N-th state numbers are set by hand and the turn is finished in the other depth."""


BY_HAND = 25
"""Before every N-th action of such a walk the depth changes or a number is set by hand."""

LENGTH = 120
"""The number of actions with one setup before the next one is drawn."""


def search(
    referee: AnyReferee,
    probe: Probe | None,
    steps: int,
    seed: int = 0,
    drawn: DrawCounts | None = None,
) -> Iterator[Breach]:
    """Return every breach in random games of a title, over N accepted actions.

    Without a ``probe`` the figures in play, and the notes about a number, are unknown. ``drawn``
    counts what the games were set up with.
    """
    rng = Random(seed)
    state: Any = None
    everything = probe.draws if probe else None
    for step in range(steps):
        if state is None or (everything and step % LENGTH == 0) or not referee.prompts(state):
            state = _begun(referee, probe, rng, drawn)
        elif everything and rng.randrange(BY_HAND) == 0:
            yield from laws.shallow(referee, state)
            state = by_hand(referee, state, rng)
            if not referee.prompts(state):
                continue
        yield from _standing(referee, probe, state, rng, step)
        action, ruling = played(referee, state, rng)
        if ruling is None:
            yield Breach("onward", "any", f"{referee.step(state)}: nothing offered holds")
            state = None
            continue
        if drawn is not None:
            drawn.named(action)
        yield from _done(referee, probe, state, ruling, action)
        untold = tuple(laws.untold(referee, ruling.state, action["do"]))
        yield from untold
        state = None if untold else ruling.state
        if state is not None and (step % CHANGES == 0 or referee.outcome(state)):
            yield from changes.changes(referee, state, Random(step))


def _done(
    referee: AnyReferee, probe: Probe | None, before: Any, ruling: Ruling[Any], action: Any
) -> Iterator[Breach]:
    """Yield what does not hold of an action that was done."""
    do = action["do"]
    for defect in referee.check(ruling.state):
        yield Breach("invariant", do, f"{action}: {defect}")
    if probe:
        yield from laws.silent(probe, referee, before, ruling, do)
    yield from laws.outlived(referee, ruling.state, do)


def _standing(
    referee: AnyReferee, probe: Probe | None, state: Any, rng: Random, step: int
) -> Iterator[Breach]:
    """Yield what does not hold in one state; what costs much is tried now and then."""
    yield from laws.breaches(referee, state, rng)
    if probe:
        yield from laws.gone(probe, referee, state)
    if step % LOOKS == 0:
        shown(referee, state)
    if step % WAYS == 0:
        yield from laws.dead_end(referee, state, rng)


def _begun(referee: AnyReferee, probe: Probe | None, rng: Random, drawn: DrawCounts | None) -> Any:
    """Return a new table, one of all the title's set-ups where its probe draws from them."""
    if probe is None or probe.draws is None:
        return chance.begun(referee, rng)
    chosen, state = probe.draws(referee, rng)
    if drawn is not None:
        drawn.saw(chosen, state)
    return state


def by_hand(referee: AnyReferee, state: Any, rng: Random) -> Any:
    """Return the table at another depth, or with one of its numbers set; as it was where that is
    refused."""
    depths = [each for each in referee.title.depths if each != getattr(state, "depth", each)]
    if depths and rng.random() < 0.5:
        ruling: Any = referee.apply(state, SetDepth(rng.choice(depths)))
    else:
        each = rng.choice(referee.trackers(state))
        value = each.low + each.step * rng.randint(0, (each.high - each.low) // each.step)
        data = {"do": "adjust", "tracker": each.name, "value": value}
        ruling, _ = chance.answered(referee, state, data, None, rng)
    return ruling.state if isinstance(ruling, Ruling) else state


def shown(referee: AnyReferee, state: Any) -> None:
    """Draw the board of every part and of a spectator, and the table as text."""
    for viewer in (None, *(part.index for part in referee.parts(state))):
        seen = referee.view(state, viewer)
        referee.board(seen, viewer)
        referee.prompts_for(seen, viewer)
    assert referee.text(state)


def played(
    referee: AnyReferee, state: Any, rng: Random
) -> tuple[dict[str, Any], Ruling[Any] | None]:
    """Return an offered action that holds; ``None`` with one that does not where many were
    tried."""
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
    """Return an offered action, an expected one four times of five, by whom, and what comes of
    it."""
    expected = [prompt for prompt in prompts if prompt.expected]
    prompt = rng.choice(expected if expected and rng.random() < 0.8 else prompts)
    data = chance.action(prompt, rng)
    actor = rng.choice(prompt.actors) if prompt.actors else None
    ruling, _ = chance.answered(referee, state, data, actor, rng)
    return data, actor, ruling


def walk(
    referee: AnyReferee, rng: Random, steps: int
) -> Iterator[tuple[Any, dict[str, Any], int | None]]:
    """Yield states of a random game, each with the action taken next and by whom; legal ones
    only."""
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
    """Return the numbers of players this box is enough for; the others get the missing parts."""
    found = []
    for players in range(referee.title.min_players, referee.title.max_players + 1):
        box = referee.sample_box() if sample else referee.blank_box()
        answer = referee.begin(referee.setup_default(players, box), box)
        if isinstance(answer, Ruling):
            found.append(players)
        else:
            assert answer.remedy, f"{players} players: {answer.code} has no remedy"
    return found


class Forms(Counter[tuple[str, str]]):
    """Count of filled-in forms that were refused, by their action and the code of the refusal.

    ``tried`` counts all forms, ``taps`` the refused ones that were a single tap.
    """

    tried = 0
    taps = 0

    @property
    def share(self) -> float:
        return self.total() / max(self.tried, 1)


def combinations(referee: AnyReferee, probe: Probe, steps: int, seed: int = 0) -> Forms:
    """Fill in every offered form once in each state of random games, and count refusals.

    What no form knows is left out: text that people type freely, what the answer to a question
    forbids, and refusals that are ``weighed``.
    """
    rng, seen = Random(seed), Forms()
    state: Any = None
    for step in range(steps):
        if state is None or step % LENGTH == 0 or not referee.prompts(state):
            state = probe.draws(referee, rng)[1] if probe.draws else probe.begun(referee, rng)
        elif rng.randrange(BY_HAND) == 0:
            state = by_hand(referee, state, rng)
        for prompt in referee.prompts(state):
            data = filled_in(prompt, rng)
            if data is None:
                continue
            actor = rng.choice(prompt.actors) if prompt.actors else None
            code = laws.refused(referee, state, data, actor)
            seen.tried += 1
            if code and code not in probe.weighed:
                seen[prompt.do, code] += 1
                seen.taps += not prompt.fields
        if referee.prompts(state):
            _, ruling = played(referee, state, rng)
            state = ruling.state if ruling else None
    return seen


def filled_in(prompt: Prompt, rng: Random) -> dict[str, Any] | None:
    """Return a random action of a form, its free text as suggested or else as shown; ``None`` where
    text is needed and neither is there."""
    data = chance.action(prompt, rng)
    for field in prompt.fields:
        if field.kind != "text":
            continue
        shown = field.default if isinstance(field.default, str) else ""
        if field.choices:
            data[field.name] = rng.choice(field.choices).value
        elif shown:
            data[field.name] = shown
        elif field.optional:
            data.pop(field.name, None)
        else:
            return None
    return data
