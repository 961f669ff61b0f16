"""An entry weighed before it is made: what is certain of it, and where it depends."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import chance
from games import registry
from games.odds.preview import consequence
from games.referee import MalformedError, Ruling
from tests.positions import recorded
from tests.sample_game import Acorns, State

ACORNS, TABLE = Acorns(), State(2, 20, stores=(4, 0))


def weighed(given, do="roll", state=TABLE, actor=0):
    prompt = next(each for each in ACORNS.prompts(state) if each.do == do)
    return consequence(ACORNS, state, prompt, given, actor)


def codes(found):
    return [note.code for note in found.certain]


def test_what_the_referee_would_rule_is_certain():
    found = weighed({"face": 3})
    assert codes(found) == ["note.roll", "note.store"]
    assert found.state.stores == (7, 0)
    assert found.outcome is None


def test_an_ending_is_said():
    found = weighed({"face": 3}, state=replace(TABLE, stores=(18, 0)))
    assert found.outcome.winners == (0,)


def test_what_table_alone_knows_is_weighed_per_answer():
    found = weighed({"face": 1})
    assert found.question.code == "CROW"
    assert [(choice.value, codes(each)[-1]) for choice, each in found.depends] == [
        ("yes", "note.crow"),
        ("no", "note.store"),
    ]


def test_a_refusal_is_said_as_it_would_be():
    assert weighed({"face": 3}, actor=1).refusal.code == "E_NOT_ACTIVE"


def test_unsaid_rest_leaves_only_common_part_certain():
    found = weighed({})
    assert found.certain == ()
    assert found.state is None
    assert [str(each.code) for each in found.lacks] == ["field.face"]


def test_what_is_no_entry_is_not_weighed():
    with pytest.raises(MalformedError):
        weighed({"face": "many"})


@pytest.mark.parametrize("slug", registry.TITLES)
def test_what_is_weighed_happens_when_entered(slug):
    """Held against the log of recorded games: every offered entry, weighed, then entered."""
    referee, rng, seen = registry.referee(slug), Random(20), 0
    for _, state in list(recorded(slug))[::9]:
        for prompt in referee.prompts(state):
            data = chance.action(prompt, rng)
            actor = prompt.actors[0] if prompt.actors else None
            given = {each.name: data[each.name] for each in prompt.fields if each.name in data}
            before = referee.encode_state(state)
            found = consequence(referee, state, prompt, given, actor)
            assert referee.encode_state(state) == before
            answer = referee.apply(state, referee.decode_action(data), actor)
            if found.state is not None:
                assert isinstance(answer, Ruling)
                assert (found.state, found.certain) == (answer.state, answer.notes)
                seen += 1
    assert seen > 20
