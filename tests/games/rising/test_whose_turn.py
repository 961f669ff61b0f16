"""Only the active team tells what concerns its own choices; book-keeping is anybody's."""

from random import Random
from typing import get_args, get_type_hints

import msgspec
import pytest

from games import registry
from games.referee import Refusal, Ruling, SetDepth
from tests import chance

OWN = {
    "batman-who-laughs": "deploy doom figure results roll assign give-up finish ability jump",
    "fire-nation": "deploy fire results roll assign give-up finish ability aid",
}


@pytest.mark.parametrize("title", list(OWN))
def test_what_only_one_team_is_offered_is_refused_to_every_other(title):
    referee = registry.referee(title)
    seen = set()
    for seed, depth in ((1, "quick"), (2, "full"), (3, "full")):
        rng = Random(seed)
        state = chance.begin(referee, 3)
        state = referee.apply(state, SetDepth(depth)).state
        for _ in range(160):
            if not referee.prompts(state):
                break
            seen |= judged(referee, state, rng)
            state = chance.onward(referee, state, rng)
    assert seen >= set(OWN[title].split())


ACTIVE = (
    "deploy doom figure fire results react roll assign give-up finish jump"
    " ability reroll face aid progress.pay"
)
"""Every action that is the active team's alone, in either title."""


def plain(kind):
    """An action of this type that tells as little as it may."""
    empty = {str: "", int: 0, bool: False}
    needed = {
        field.encode_name: empty.get(get_type_hints(kind)[field.name], ())
        for field in msgspec.structs.fields(kind)
        if field.default is field.default_factory
    }
    return kind(**needed)


@pytest.mark.parametrize("title", list(OWN))
@pytest.mark.parametrize("step", ["deploy", "heroes"])
def test_every_action_of_the_active_team_is_refused_to_every_other(title, step):
    referee = registry.referee(title)
    state = chance.begin(referee, 3)
    while state.step != step:
        state = chance.onward(referee, state, Random(1))
    refused = set()
    for kind in get_args(referee.Action):
        said = [code(referee.apply(state, plain(kind), actor)) for actor in range(3)]
        others = {"E_NOT_ACTIVE"} == {each for i, each in enumerate(said) if i != state.active}
        assert others == ("E_NOT_ACTIVE" in said), kind
        assert said[state.active] != "E_NOT_ACTIVE", kind
        refused |= {kind.__struct_config__.tag} if others else set()
    assert refused == set(ACTIVE.split())


def judged(referee, state, rng) -> set[str]:
    """The actions of one team here, each tried by every other one; others hold for all alike."""
    own = set()
    for prompt in referee.prompts(state):
        action = referee.decode_action(chance.action(prompt, rng))
        answers = [referee.apply(state, action, actor) for actor in range(3)]
        if prompt.actors is None:
            assert all(kind(each) == kind(answers[0]) for each in answers), prompt.do
            assert "E_NOT_ACTIVE" not in map(code, answers), prompt.do
            continue
        own.add(prompt.do)
        others = {actor for actor in range(3) if code(answers[actor]) == "E_NOT_ACTIVE"}
        assert others == set(range(3)) - set(prompt.actors), (prompt.do, others)
    return own


def code(answer) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


def kind(answer) -> str:
    return "holds" if isinstance(answer, Ruling) else answer.code
