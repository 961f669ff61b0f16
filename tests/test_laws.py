"""The laws notice a title that breaks them: a squirrel that does so on purpose."""

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import chance, laws, walks
from games import registry
from games.referee import Field, Prompt, Refusal
from tests.probes import Probe, probe, told
from tests.sample_game import Acorns, Find, Roll

PROBE = Probe(
    present=lambda state: {f"squirrel {n}" for n in range(state.players)},
    held=lambda state: {f"squirrel {state.active}"},
    names=lambda prompt: {f"squirrel {prompt.fixed['squirrel']}"} if prompt.fixed else set(),
    tells={"store.*": "store crow find"},
)


def broken(referee, state=None):
    """Return the laws one state of a title breaks, tried often enough to meet each prompt."""
    state = state or chance.begin(referee, 2)
    return {each.name for n in range(60) for each in laws.breaches(referee, state, Random(n))}


def test_a_title_by_the_rules_breaks_none():
    referee = Acorns()
    state = chance.begin(referee, 2)
    assert broken(referee) == set()
    assert not list(laws.gone(PROBE, referee, state))
    assert not list(laws.dead_end(referee, state, Random(1)))
    ruling = referee.apply(state, Find(0))
    assert not list(laws.silent(PROBE, referee, state, ruling, "find"))


def test_a_tap_that_is_refused_is_noticed():
    referee = Acorns()
    state = replace(chance.begin(referee, 2), goal=20, stores=(0, 20))
    referee.outcome = lambda state: None
    referee.prompts = lambda state: (Find.prompt("", fixed={"squirrel": 1}),)
    assert "offered find" in broken(referee, state)


def test_choice_that_no_completion_makes_good_is_noticed():
    class Picky(Acorns):
        def rule(self, t, action):
            if isinstance(action, Roll) and action.face == 6:
                t.refuse("E_FULL", "N-01", who="Six")
            super().rule(t, action)

    assert broken(Picky()) == {"offered roll"}


def test_choice_fitting_single_entry_of_row_is_found():
    """Of eight sections of a track only the last may be without a space."""
    referee = registry.referee("batman-who-laughs")
    box = referee.blank_box()
    (prompt, *_) = (each for each in referee.box_pages(box) if each.do == "track.define")
    actions = islice(laws.completions(prompt, prompt.fields[0], 0, Random(1)), 8)
    learned = [referee.learn(box, referee.decode_action(data)) for data in actions]
    assert [isinstance(each, Refusal) for each in learned] == [True] * 7 + [False]


def test_a_prompt_that_nothing_makes_good_is_noticed():
    """Nothing is listed to choose from, so that only trying finds it."""

    class Hopeless(Acorns):
        def prompts(self, state):
            wanted = Field("squirrel", "number", "Whose", low=2, high=40)
            return (*super().prompts(state), Prompt("find", "Another", (wanted,)))

    assert broken(Hopeless()) == {"possible find"}


def test_a_question_in_what_is_offered_is_noticed():
    class Asking(Acorns):
        def prompts(self, state):
            if sum(state.stores):
                self.table(state).ask("CROW", "N-02")
            return super().prompts(state)

    assert "told" in {each.law for each in walks.search(Asking(), None, 30)}


def test_the_same_prompt_twice_is_noticed():
    class Twice(Acorns):
        def prompts(self, state):
            return (*super().prompts(state), Prompt("find", "Once more", fixed={"squirrel": 0}))

    assert broken(Twice()) == {"distinct find"}


def test_refusing_second_of_several_asked_is_noticed():
    class Everyone(Acorns):
        def prompts(self, state):
            (one, *_) = super().prompts(state)
            return tuple(replace(one, actors=(n,), fixed={"n": n}) for n in (0, 1))

    assert "overtaken" in {name.partition(" ")[0] for name in broken(Everyone())}


def test_a_turn_that_never_ends_is_noticed():
    class Endless(Acorns):
        def rule(self, t, action):
            pass

        def prompts(self, state):
            return super().prompts(state)[:1]

    found = list(laws.dead_end(Endless(), chance.begin(Endless(), 2), Random(1)))
    assert [each.name for each in found] == ["onward turn"]


def test_gone_one_still_held_or_offered_is_noticed():
    referee = Acorns()
    state = chance.begin(referee, 2)
    alone = PROBE._replace(present=lambda state: {"squirrel 1"})
    assert {each.name for each in laws.gone(alone, referee, state)} == {"gone state", "gone find"}


def test_a_number_that_changes_in_silence_is_noticed():
    referee = Acorns()
    state = chance.begin(referee, 2)
    ruling = referee.apply(state, Find(0))
    (breach, *_) = laws.silent(PROBE, referee, state, replace(ruling, notes=()), "find")
    assert breach.name == "silent find"


def test_an_ending_that_outlives_its_number_is_noticed():
    """Ten Heroes are lost, and after the correction none is."""
    referee = registry.referee("fire-nation")
    state = replace(chance.begin(referee, 2), defeated=10, step="over", at=16, endings=("heroes",))
    assert not list(laws.outlived(referee, state, "results"))
    referee = type("Stubborn", (type(referee),), {"adjusted": lambda *_: None})()
    found = [each.name for each in laws.outlived(referee, state, "results")]
    assert found == ["outlived results"]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_what_lies_where_counts_not_its_order(order):
    assert laws.heap({"a": list(order), "b": 1}) == laws.heap({"b": 1, "a": [1, 2, 3]})
    assert laws.heap([1, 1, 2]) != laws.heap([1, 2, 2])


def test_title_telling_nothing_of_itself_learns_where_to(monkeypatch):
    monkeypatch.setitem(registry.TITLES, "moles", "games.moles:Moles")
    with pytest.raises(LookupError, match=r"moles has no tests/games/moles/probe\.py"):
        probe("moles")
    with pytest.raises(LookupError, match="animated-dice has no tests/games/animated_dice/map"):
        told("animated-dice", "map")
