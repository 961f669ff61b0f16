"""A change of depth in mid-turn loses nothing and gives nothing."""

from random import Random

import pytest

from companion.conformance import chance
from games import registry
from games.referee import Question, Ruling, SetDepth
from tests.games.rising.text import a

OTHER = {"quick": "full", "full": "quick"}


def ended(referee, state):
    """Return the table after the turn's end as the form shows it; every question gets its first
    answer."""
    prompt = next(p for p in referee.prompts(state) if p.do in ("results", "finish"))
    shown = {field.name: field.default for field in prompt.fields if field.default is not None}
    action = referee.decode_action({"do": prompt.do, **prompt.fixed, **shown})
    state = answered(referee, state, action)
    while state.step in ("hit", "aid", "spaces"):
        aid = (a.Aid(False),) if state.step == "aid" else ()
        (left_open,) = aid or (each for each in left(referee.prompts(state)))
        state = answered(referee, state, left_open)
    return state


def left(prompts):
    """Yield the answer that leaves open how much cards can take."""
    for prompt in prompts:
        if prompt.do == "card.spaces":
            cards = prompt.fixed["cards"]
            yield a.Spaces(cards, (0,) * len(cards))
        elif prompt.do == "card.full" and not prompt.fields:
            yield a.Full()
        elif prompt.do == "section.count" and not prompt.fields:
            yield a.CountSection(**prompt.fixed)
        elif prompt.do == "card.count" and prompt.fixed.get("n") == 0:
            yield a.CountSpaces(**prompt.fixed)


def answered(referee, state, action):
    answers: dict[str, str] = {}
    ruling = referee.apply(state, action, None, answers)
    while isinstance(ruling, Question):
        answers[ruling.code] = str(ruling.options[0].value)
        ruling = referee.apply(state, action, None, answers)
    assert isinstance(ruling, Ruling), (action, ruling)
    return ruling.state


def table(referee, state):
    """Return what is on the table, in numbers and cards."""
    numbers = {each.name: each.value for each in referee.trackers(state)}
    return numbers, [team.row for team in state.teams], state.slots, state.battles


def positions(referee, seed, steps=400):
    """Yield states of a random game in which the Hero dice are in hand."""
    rng, state = Random(seed), None
    for step in range(steps):
        if state is None or step % 100 == 0 or not referee.prompts(state):
            state = chance.begin(referee, rng.choice(chance.startable(referee)))
        if rng.randrange(20) == 0:
            state = referee.apply(state, SetDepth(rng.choice(["quick", "full"]))).state
        if state.step == "heroes" and not state.turn.reactions:
            yield state
            laid = lay(referee, state)
            if laid:
                state = laid
                continue
        state = chance.onward(referee, state, rng, 0.6)


def lay(referee, state):
    """Lay dice where they fit: on Villains and the track first; return the table."""
    t = referee.table(state)
    foes = (each for each in t.reach() if not t.is_hero(each))
    acts = (*(a.Assign((), on) for on in ("progress", *foes)), a.AssignAll())
    ruled = (referee.apply(state, act) for act in acts)
    return next((each.state for each in ruled if isinstance(each, Ruling)), None)


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
def test_turn_ends_alike_in_either_depth(slug):
    referee, seen = registry.referee(slug), set()
    for state in positions(referee, 5):
        there = referee.apply(state, SetDepth(OTHER[state.depth])).state
        assert referee.apply(there, SetDepth(state.depth)).state == state
        here = ended(referee, state)
        assert table(referee, ended(referee, there)) == table(referee, here)
        seen.add((state.depth, any(state.turn.dice) and here.teams != state.teams))
    assert {("full", True), ("quick", False)} <= seen
