"""Questions whose answer follows from what is known: random games count them.

``python -m tests.hardening.askings 2000 [SLUG …] [--seed N]`` plays that many actions per title.
A question is needless in three ways: the table waits for a single prompt and each of its answers
that is accepted leads to the same table; a field next to others changes nothing, whatever they say;
or a fact is asked again that was entered this turn, after a detour. It fails where it finds one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from random import Random
from typing import Any

from companion.conformance import chance, walks
from games import registry
from games.referee import AnyReferee, Field, MalformedError, Prompt, Question, Ruling
from tests.probes import probe

Prompts = tuple[Prompt, ...]
MOST = 13
"""Answers of a field that are tried; a field with more is left out."""
FEW = 3
"""Fields of a form that are asked for; a longer one starts from assumptions."""
TRIES = 60
"""Forms that are filled in at random to see whether one of their fields matters."""
LATER = -1
"""The largest number by which an action leaves a fact open."""
ENOUGH = 20
"""Accepted forms from which we conclude that a field never matters."""


def answers(field: Field) -> list[Any]:
    """Return every value of a field that offers few; nothing for one that is left free."""
    match field.kind:
        case "choice":
            found: list[Any] = [each.value for each in field.choices]
        case "number" if field.low is not None and field.high is not None:
            found = [*field.numbers]
        case "dice" if len(field.dice) == 1:
            found = [[face.value] for face in field.dice[0].faces]
        case "choices" if len(field.choices) == 1 and field.low:
            found = [[field.choices[0].value]]
        case _:
            return []
    return [] if field.optional or len(found) > MOST else found


def results(referee: AnyReferee, state: Any, prompt: Prompt) -> Iterator[object]:
    """Yield what each answer to a prompt with one open field comes to; a question of the
    referee is a result of its own."""
    (field,) = prompt.fields
    actor = prompt.actors[0] if prompt.actors else None
    for value in answers(field):
        data = {"do": prompt.do, **prompt.fixed, field.name: value}
        try:
            ruling = referee.apply(state, referee.decode_action(data), actor)
        except MalformedError:
            continue
        if isinstance(ruling, Ruling):
            yield referee.encode_state(ruling.state)
        elif isinstance(ruling, Question):
            yield (ruling.code, value if not isinstance(value, list) else tuple(value))


def needless(referee: AnyReferee, state: Any) -> str:
    """Return the action that is asked for although its answer follows; "" if there is none."""
    asked = [each for each in referee.prompts(state) if waited_for(each)]
    if len(asked) != 1 or len(asked[0].fields) != 1:
        return ""
    found = [*results(referee, state, asked[0])]
    same = len({repr(each) for each in found}) == 1
    return asked[0].do if same else ""


def idle(referee: AnyReferee, state: Any, rng: Random) -> Iterator[str]:
    """Yield fields of a form that change nothing, whatever the rest of the form says."""
    for prompt in filter(waited_for, referee.prompts(state)):
        for field in prompt.fields if 1 < len(prompt.fields) <= FEW else ():
            values = answers(field)
            if len(values) > 1 and not _matters(referee, state, prompt, field.name, values, rng):
                yield f"{prompt.do}.{field.name}"


def _matters(
    referee: AnyReferee, state: Any, prompt: Prompt, name: str, values: list[Any], rng: Random
) -> bool:
    """Return whether two answers are accepted and differ, or too few forms are accepted to say."""
    actor = prompt.actors[0] if prompt.actors else None
    left = [each.name for each in prompt.fields if each.optional]
    accepted = 0
    for _ in range(TRIES):
        form = chance.action(prompt, rng)
        form = {each: form[each] for each in form if each not in left or rng.random() < 0.5}
        seed, found = rng.random(), set()
        for value in values:
            given = {**form, name: value}
            ruling, _ = chance.answered(referee, state, given, actor, Random(seed))
            if isinstance(ruling, Ruling):
                found.add(repr(referee.encode_state(ruling.state)))
        if len(found) > 1:
            return True
        accepted += bool(found)
    return accepted < ENOUGH


def again(
    said: set[Hashable], once: Mapping[str, Callable[[Any], Hashable]], state: Any, prompts: Prompts
) -> str:
    """Return the fact that is asked although it was entered for the same thing; "" if none is."""
    asked = [field.name for each in prompts if waited_for(each) for field in each.fields]
    return next((name for name in asked if name in once and (name, once[name](state)) in said), "")


def waited_for(prompt: Prompt) -> bool:
    """Return whether the table waits for a prompt, or shows it next to what it waits for."""
    return prompt.expected or prompt.group in ("", "now")


def run(slug: str, steps: int, seed: int = 0) -> tuple[int, Counter[str]]:
    """Return how many questions random games of a title asked, and which of them needlessly."""
    referee, rng, found = registry.referee(slug), Random(seed), Counter[str]()
    given, said = probe(slug), set[Hashable]()
    state: Any = None
    asked = 0
    for step in range(steps):
        if state is None or step % walks.LENGTH == 0 or not referee.prompts(state):
            state = given.draws(referee, rng)[1] if given.draws else chance.begun(referee, rng)
            said.clear()
        asked += 1
        if do := needless(referee, state):
            found[do] += 1
        found.update(idle(referee, state, Random(step)))
        prompts = tuple(referee.prompts(state))
        if name := again(said, given.once, state, prompts):
            found[f"{name} again"] += 1
        if prompts:
            action, ruling = walks.played(referee, state, rng)
            state = ruling.state if ruling else None
            told = {name: at for name, at in given.once.items() if action.get(name, LATER) > LATER}
            said |= {(name, at(state)) for name, at in told.items()}
    return asked, found


def main(steps: int, slugs: list[str], seed: int = 0) -> int:
    worst = 0
    for slug in slugs or list(registry.TITLES):
        asked, found = run(slug, steps, seed)
        print(f"{slug}: {found.total()} of {asked} positions ask needlessly", flush=True)
        for do, n in found.most_common():
            print(f"  {n} {do}")
        worst += bool(found)
    return worst


if __name__ == "__main__":
    told = argparse.ArgumentParser(prog="python -m tests.hardening.askings")
    told.add_argument("steps", type=int, nargs="?", default=500)
    told.add_argument("slugs", nargs="*")
    told.add_argument("--seed", type=int, default=0)
    given = told.parse_args()
    sys.exit(main(given.steps, given.slugs, given.seed))
