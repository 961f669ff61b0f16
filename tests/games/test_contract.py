"""The contract itself, on the sixth game."""

import pytest
from msgspec import structs

from games.messages import Msg, Plural, Speaker, msg
from games.referee import Adjust, MalformedError, Question, Refusal, Ruling, SetDepth
from tests.sample_game import Acorns, Find, Roll, Setup, State


@pytest.fixture
def acorns():
    return Acorns()


@pytest.fixture
def state(acorns):
    return acorns.begin(Setup(2, 20), acorns.blank_box()).state


def test_action_gives_new_state_and_leaves_old_one(acorns, state):
    ruling = acorns.apply(state, Roll(4), 0)
    assert isinstance(ruling, Ruling)
    assert (ruling.state.stores, state.stores) == ((4, 0), (0, 0))
    assert [note.code for note in ruling.notes] == ["note.roll", "note.store"]


def test_refusal_out_of_turn_names_rule_and_remedy(acorns, state):
    refusal = acorns.apply(state, Roll(4), 1)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("E_NOT_ACTIVE", "N-01")
    assert Speaker(acorns.catalogue()).say(refusal.remedy) == (
        "Ask Squirrel 1, or have the host enter it"
    )


def test_table_overrules_refusal_and_log_says_so(acorns, state):
    ruling = acorns.apply(state, Roll(4), 1, {"override:E_NOT_ACTIVE": "house rule"})
    assert [note.code for note in ruling.notes][-1] == "note.override"
    assert ruling.state.stores == (4, 0)


def test_an_impossible_face_cannot_be_overruled(acorns, state):
    refusal = acorns.apply(state, Roll(9), 0, {"override:E_RANGE": "magic"})
    assert (refusal.code, refusal.overridable) == ("E_RANGE", False)


def test_a_question_is_asked_once_and_answered(acorns, state):
    question = acorns.apply(state, Roll(1), 0)
    assert isinstance(question, Question)
    answered = acorns.apply(state, Roll(1), 0, {"CROW": "yes"})
    assert [note.code for note in answered.notes] == ["note.roll", "note.crow"]
    assert isinstance(acorns.apply(state, Roll(1), 0, {"CROW": "perhaps"}), Question)


def test_adjust_sets_a_tracker_within_its_bounds(acorns, state):
    assert acorns.apply(state, Adjust("store.1", 7, "miscounted")).state.stores == (0, 7)
    assert acorns.apply(state, Adjust("store.1", 21)).code == "E_RANGE"
    assert acorns.apply(state, Adjust("store.9", 1)).code == "E_UNKNOWN_TRACKER"
    assert acorns.apply(state, Adjust("store.1", 0)).code == "E_SAME_VALUE"


def test_depth_is_switched_without_losing_a_thing(acorns, state):
    deep = acorns.apply(state, SetDepth("full")).state
    assert (deep.depth, deep.stores) == ("full", state.stores)
    assert acorns.apply(state, SetDepth("deeper")).code == "E_MALFORMED"


class OneDepth(Acorns):
    """A title that is entered in one way only, whose state says nothing of it."""

    title = structs.replace(Acorns.title, depths=("quick",))


def test_title_of_one_depth_has_nothing_to_switch(state):
    one = OneDepth()
    assert [prompt.do for prompt in one.table_prompts(state)] == ["adjust"]
    for depth in ("quick", "full"):
        refusal = one.apply(state, SetDepth(depth))
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.overridable) == ("E_MALFORMED", False)


def test_nothing_but_undo_after_the_end(acorns, state):
    over = acorns.apply(state, Adjust("store.0", 20)).state
    assert acorns.outcome(over).winners == (0,)
    assert acorns.apply(over, Find(1)).code == "E_OVER"
    assert acorns.prompts(over) == ()


@pytest.mark.parametrize(
    "data", [{}, [], {"do": "fly"}, {"do": "roll"}, {"do": "roll", "face": "six"}, None]
)
def test_what_is_not_an_action_is_malformed(acorns, data):
    with pytest.raises(MalformedError):
        acorns.decode_action(data)


def test_a_state_survives_storage(acorns, state):
    assert acorns.decode_state(acorns.encode_state(state)) == state
    with pytest.raises(MalformedError):
        acorns.decode_state("{")
    assert isinstance(state, State)


def test_sentences_translate_terms_lists_and_plurals():
    catalogue = {"hit": Plural("{n} hit on {where}", "{n} hits on {where}"), "term.x": "Crow"}
    speaker = Speaker(catalogue)
    assert speaker.say(msg("hit", n=1, where=Msg("term.x"))) == "1 hit on Crow"
    assert speaker.say(msg("hit", n=2, where=["a", "b", "c"])) == "2 hits on a, b and c"
    assert speaker.say(msg("unknown", n=3)) == "unknown 3"
