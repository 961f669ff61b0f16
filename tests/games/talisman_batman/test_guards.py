"""Who may do what, and when: every action by every wrong player, offered and not offered."""

from collections import Counter
from random import Random

import pytest

from games.referee import Refusal
from tests import chance
from tests.games.talisman_batman.table import REFEREE
from tests.games.talisman_batman.test_notes import SAID, told
from tests.hardening import laws

STEPS = 500
TABLE = {"adjust", "depth"}
"""What the contract offers by itself, for every title."""


@pytest.fixture(scope="module")
def states():
    """Every position the notes are said in and those of random games, with what is offered."""
    rng, state = Random(11), None
    positions = [prepare().state for prepare, _action in SAID.values()]
    positions += [told(said).state for said in SAID]
    found = [(state, REFEREE.prompts(state)) for state in positions]
    for _ in range(STEPS):
        if state is None or not REFEREE.prompts(state):
            state = laws.begun(REFEREE, rng)
        found.append((state, REFEREE.prompts(state)))
        _action, ruling = laws.played(REFEREE, state, rng)
        state = ruling.state
    return found


def test_nobody_does_what_is_for_somebody_else(states):
    rng, tried = Random(3), Counter()
    for state, prompts in states:
        for prompt in prompts:
            if prompt.actors is None or tried[prompt.do] >= 40:
                continue
            data = chance.action(prompt, rng)
            answers = chance.answered(REFEREE, state, data, prompt.actors[0], rng)[1]
            for seat in set(range(len(state.villains))) - set(prompt.actors):
                ruling = REFEREE.apply(state, REFEREE.decode_action(data), seat, answers)
                assert isinstance(ruling, Refusal), (data, seat)
                tried[prompt.do] += 1
    assert set(tried) >= GUARDED


GUARDED = {
    "villain",
    "deal",
    "ready",
    "inherit",
    "roll",
    "reroll",
    "move",
    "turn-back",
    "guard",
    "insane-move",
    "search",
    "door",
    "batman-roll",
    "batman-move",
    "boost",
    "stand",
    "evade",
    "keep",
    "save",
    "suffer",
    "reward",
    "space",
    "attack",
    "ability",
    "no-encounter",
    "draw",
    "no-draw",
    "resolve",
    "fight",
    "take",
    "done",
    "job",
    "trade",
    "leave",
    "end",
    "feat-name",
    "feat-use",
    "card-reroll",
    "heal",
    "medic",
    "sell",
    "ambush",
    "draw-villain",
}


def test_every_action_is_offered_at_one_time_and_not_at_another(states):
    everything = {kind.__struct_config__.tag for kind in REFEREE.Action.__args__} - TABLE
    offered = [{prompt.do for prompt in prompts} for _, prompts in states]
    seen = set().union(*offered)
    always = set.intersection(*offered)
    assert everything - seen - RARE == set()
    assert always - LESSONS == set()


LESSONS = {"card", "ring", "link", "symbols", "stock", "dial", "batman-line"}
RARE = {"spend-fate"}
