"""Random play through the prompts alone, and the set-ups the laws draw from."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.conformance import laws, walks
from companion.conformance.draws import DrawCounts, copies, entries, halved
from games.gotham_chronicles.box.sheets import Setup
from games.gotham_chronicles.referee import GothamChronicles
from games.gotham_chronicles.rules.common.energy import counts_of
from games.gotham_chronicles.state import VARIANTS, State
from games.messages import Msg, Speaker
from games.referee import Field, Prompt, Question, Refusal, Ruling
from tests.games.gotham_chronicles.probe import PROBE, draws
from tests.games.gotham_chronicles.sheets import BATMAN, THUGS
from tests.games.gotham_chronicles.table import GAME, table

SPEAKER = Speaker(GAME.catalogue())
BOX = GAME.sample_box()


def said(message: Msg | str) -> None:
    """Check that a message is in the catalogue and takes its facts."""
    if isinstance(message, Msg):
        assert message.code in SPEAKER.catalogue, message
        SPEAKER.say(message)
        for fact in message.facts.values():
            for part in fact if isinstance(fact, list | tuple) else [fact]:
                said(part) if isinstance(part, Msg) else None


def value(field: Field, luck: Random) -> Any:
    """Return a value the field accepts."""
    said(field.label)
    for choice in field.choices:
        said(choice.label)
        said(choice.hint)
    if field.optional and luck.random() < 0.5:
        return None
    values = [choice.value for choice in field.choices]
    match field.kind:
        case "number":
            assert field.low is not None
            assert field.high is not None
            assert field.low <= field.high, field
            return luck.randint(field.low, min(field.high, field.low + 4))
        case "choice":
            return luck.choice(values)
        case "choices":
            low, high = field.low or 0, field.high if field.high is not None else len(values)
            return luck.sample(values, luck.randint(low, min(high, len(values))))
        case "flag":
            return luck.random() < 0.5
        case "text":
            return luck.choice([*map(str, values), "dock"])
        case "dice":
            return [luck.choice([c.value for c in die.faces]) for die in field.dice]
        case _:
            return [luck.choice(values) for _ in field.rows]


def chosen(prompt: Prompt, luck: Random) -> Any:
    """Return an action as the prompt's form would send it."""
    said(prompt.label)
    said(prompt.help)
    assert not prompt.rule or prompt.rule in GAME.clarifications, prompt
    filled = {field.name: value(field, luck) for field in prompt.fields}
    data = {"do": prompt.do, **prompt.fixed}
    data.update({name: given_ for name, given_ in filled.items() if given_ is not None})
    return GAME.decode_action(data)


def play(state: State, action: Any, luck: Random) -> Ruling[State] | Refusal:
    """Return the ruling, with every question answered by one of its options."""
    answers: dict[str, str] = {}
    for _ in range(9):
        ruling = GAME.apply(state, action, None, answers)
        if not isinstance(ruling, Question):
            return ruling
        said(ruling.message)
        assert ruling.rule in GAME.clarifications
        for option in ruling.options:
            said(option.label)
        answers[ruling.code] = str(luck.choice(ruling.options).value)
    raise AssertionError((action, answers))


def shown(ruling: Ruling[State] | Refusal) -> None:
    """Check that everything a ruling says is sayable and cites known rules."""
    if isinstance(ruling, Refusal):
        said(ruling.message)
        said(ruling.remedy or "")
        assert not ruling.rule or ruling.rule in GAME.clarifications
        return
    for note in ruling.notes:
        said(Msg(note.code, note.facts))
        assert not note.rule or note.rule in GAME.clarifications, note


PREFERRED = ("now", "more")


@pytest.mark.patient
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_whatever_the_table_does_the_count_stays_right(seed, players, full):
    luck = Random(seed)
    setup = GAME.setup_default(players, BOX)
    setup = replace(
        setup,
        gadgets=("0|Throwing Stars (sample)",),
        allies=("1|Beat Officers (sample)",) if players == 3 else (),
        variants=tuple(v for v in VARIANTS if luck.random() < 0.5),
        depth="full" if full else "quick",
    )
    state = GAME.begin(setup, BOX).state
    for _ in range(60):
        prompts = GAME.prompts(state)
        if not prompts:
            assert GAME.outcome(state) is not None
            break
        likely = [p for p in prompts if p.group in PREFERRED] or list(prompts)
        pool = likely if luck.randint(0, 9) else list(prompts)
        ruling = play(state, chosen(luck.choice(pool), luck), luck)
        shown(ruling)
        if isinstance(ruling, Refusal):
            continue
        state = ruling.state
        assert GAME.check(state) == ()
        conserved(state)
        assert GAME.decode_state(GAME.encode_state(state)) == state


def conserved(state: State) -> None:
    """Check the two laws of the cubes, told apart from ``check``."""
    for index, hero in enumerate(state.heroes):
        assert sum(counts_of(state, index)) == hero.sheet.total
        assert min(counts_of(state, index)) >= 0
    assert sum(counts_of(state, state.villain)) == state.post.total


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_following_expected_actions_brings_mission_to_end(seed, full):
    luck = Random(seed)
    state = GAME.begin(GAME.setup_default(luck.randint(2, 4), BOX), BOX).state
    if full:
        state = replace(state, depth="full")
    for _ in range(2000):
        prompts = GAME.prompts(state)
        if not prompts:
            break
        going = [p for p in prompts if p.tone == "next"]
        wanted = [p for p in prompts if p.expected]
        assert wanted or going, (state.phase, state.open)
        pool = going if going and luck.random() < 0.6 else (wanted or going)
        ruling = play(state, chosen(luck.choice(pool), luck), luck)
        state = ruling.state if isinstance(ruling, Ruling) else state
    assert GAME.outcome(state) is not None


# -- every set-up is drawn -----------------------------------------------------------------

DRAWS = 1500


def drawn() -> tuple[DrawCounts, list]:
    found, states, luck = DrawCounts(), [], Random(2)
    for _ in range(DRAWS):
        chosen, state = draws(GAME, luck)
        found.saw(chosen, state)
        states.append(state)
    box = copies(GAME)["starter"]
    for mission in box.missions:
        for n in range(max(len(slot.heroes) for slot in mission.slots)):
            heroes = tuple(slot.heroes[n % len(slot.heroes)] for slot in mission.slots)
            chosen = Setup(mission.title, heroes)
            found.saw(chosen, GAME.begin(chosen, box).state)
    return found, states


def test_nothing_of_the_starter_set_stays_undrawn():
    starter = copies(GAME)["starter"]
    found, states = drawn()
    assert list(found.missing(starter)) == []
    assert {len(state.heroes) for state in states} == {1, 2, 3}
    assert {state.initiative for state in states} == {"heroes", "villain"}
    assert {state.post.recovery for state in states} == {3, 5}
    assert {state.tile(tile.name).place for state in states for tile in state.tiles} >= {"ally"}
    for field, values in (("depth", ("quick", "full")), ("variants", VARIANTS)):
        assert all(found[field, value] for value in values), field
    for mission in ("", "Typed", "To Sink a City"):
        assert found["mission", mission], mission
    assert all(GAME.check(state) == () for state in states)
    assert "tiles: Bane" in found.table(starter)


def test_a_half_entered_copy_has_some_of_everything():
    starter = copies(GAME)["starter"]
    half = list(entries(halved(starter, Random(2), GAME.blank_box())))
    assert {room for room, _ in half} >= {"heroes", "tiles", "cards"}
    assert len(half) < len(list(entries(starter)))


def test_a_depth_that_loses_something_is_noticed():
    class Forgetful(GothamChronicles):
        def depth_changed(self, t):
            t.put_post(activations=0)

    at = table((BATMAN,), ((THUGS, 1),))
    assert not list(laws.shallow(Forgetful(), at.state))
    at.post(activations=1)
    (breach,) = laws.shallow(Forgetful(), at.state)
    assert breach.name == "depth full"
    assert not list(laws.shallow(GAME, at.state))


def test_form_offers_next_to_nothing_that_is_refused():
    seen = walks.combinations(GAME, PROBE, 80, seed=3)
    assert seen.tried > 1000
    assert seen.share < 1 / 200, seen
