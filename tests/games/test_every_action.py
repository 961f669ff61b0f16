"""Every action and every sentence of every title is tried, also those that come to be tomorrow."""

import ast
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from companion.conformance import chance
from games import registry
from games.actions import inputs
from games.referee import Refusal, Ruling
from tests import golden, offers
from tests.probes import probe
from tests.situations import family, positions, tags

TIMES = 40
"""So often each action is tried by someone it is not for."""


@pytest.fixture(params=registry.TITLES)
def referee(request):
    return registry.referee(request.param)


def held(referee, state, prompt, actor, rng):
    """Return one action of a prompt that holds, with what was answered, where one is soon found."""
    for _ in range(8):
        data = chance.action(prompt, rng)
        ruling, answers = chance.answered(referee, state, data, actor, rng)
        if isinstance(ruling, Ruling):
            return [(data, answers)]
    return []


@pytest.mark.patient
def test_no_number_is_offered_that_its_type_refuses(referee):
    """A bound that holds on every table is said once: where an offer is narrower, the table is."""
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(referee.Action)}
    kinds["setup"] = referee.Setup
    bounded = 0
    asked = (prompt for _, prompts in positions(referee.title.slug) for prompt in prompts)
    for prompt in (*offers.forms(referee.title.slug), *asked):
        for field in prompt.fields:
            whole = inputs(kinds[prompt.do]).get(field.name)
            if whole and field.kind == whole.kind == "number" and whole.low is not None:
                bounded += 1
                assert whole.low <= field.low <= field.high <= whole.high, (prompt.do, field)
    assert bounded


def test_nobody_does_what_is_for_somebody_else(referee):
    rng, own, refused = Random(3), set(), Counter()
    for state, prompts in positions(referee.title.slug):
        parts = {part.index for part in referee.parts(state)}
        for prompt in prompts:
            if prompt.actors is None or refused[prompt.do] >= TIMES:
                continue
            others = parts - {*probe(referee.title.slug).side(state, prompt)}
            if not others:
                continue
            own.add(prompt.do)
            for data, answers in held(referee, state, prompt, prompt.actors[0], rng):
                for part in others:
                    answer = referee.apply(state, referee.decode_action(data), part, answers)
                    assert isinstance(answer, Refusal), (data, part)
                    refused[prompt.do] += 1
    assert own == set(refused), "never seen accepted from the right hand"


def test_what_is_for_everybody_holds_for_each(referee):
    rng, tried = Random(4), Counter()
    for state, prompts in positions(referee.title.slug):
        for prompt in prompts:
            if prompt.actors is not None or tried[prompt.do] >= TIMES:
                continue
            for data, answers in held(referee, state, prompt, None, rng):
                for part in referee.parts(state):
                    answer = referee.apply(state, referee.decode_action(data), part.index, answers)
                    assert isinstance(answer, Ruling), (data, part, answer)
                    tried[prompt.do] += 1


def test_every_action_is_offered_sometimes_and_not_always(referee):
    titles = family(referee.title.slug)
    offered = [{p.do for p in prompts} for slug in titles for _, prompts in positions(slug)]
    seen = set().union(*offered) | {p.do for slug in titles for p in offers.forms(slug)}
    missing = sorted(tags(referee) - seen)
    assert not missing, f"{missing}: never offered; add a scene to probe.py where it is"
    steps = [
        {(prompt.do, offers.code(prompt.label)) for prompt in prompts if prompt.group == "now"}
        for slug in titles
        for _, prompts in positions(slug)
    ]
    assert set.intersection(*steps) == set(), "offered whatever the step"


def test_some_test_expects_every_note_refusal_and_question(referee):
    """Said in a golden game, or named by a scenario: otherwise it could vanish unseen."""
    slug = referee.title.slug
    said = {code for file in golden.files() if golden.title(file) == slug for code in told(file)}
    named = set().union(*(constants(each) for each in family(slug)))
    ours = {code for code in {**referee.rules.words, **referee.messages} if code.startswith(KINDS)}
    open_ones = {NUMBERED.sub("", code.split(".", 1)[1]) for code in ours - said}
    silent = sorted(open_ones - named)
    assert not silent, f"{silent}: no test expects this; name it in a test of the title"


KINDS = ("note.", "refusal.", "question.")
NUMBERED = re.compile(r"(?<=_)\d+$")
"""A question that may be asked several times of one action has a number behind its code."""


def told(file):
    """Return the codes of the notes of a golden game."""
    return {note.code for notes in golden.replayed(file).notes.values() for note in notes}


def constants(slug):
    """Return every word in the tests of a title that is no text about them and no action."""
    homes = {base.__module__ for base in type(registry.referee(slug)).__mro__}
    words = set()
    for folder in {home.split(".")[1] for home in homes if home.startswith("games.")}:
        for path in (Path(__file__).parent / folder).rglob("test_*.py"):
            words |= set(literals(ast.parse(path.read_text())))
    return words


def literals(tree):
    action = isinstance(tree, ast.Call) and getattr(tree.func, "value", None)
    if isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant):
        return
    if isinstance(action, ast.Name) and action.id == "a":
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        for word in tree.value.split():
            yield NUMBERED.sub("", word.removeprefix("note."))
    if isinstance(tree, ast.keyword) and tree.arg:
        yield NUMBERED.sub("", tree.arg)
    for child in ast.iter_child_nodes(tree):
        yield from literals(child)
