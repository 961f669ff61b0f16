"""Every set-up of Talisman is drawn, and no form offers what its own rule refuses."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import draws, laws, walks
from companion.conformance.draws import DrawCounts
from games.talisman_batman import TalismanBatman
from games.talisman_batman.rules.setup import READINGS, VARIANTS
from games.talisman_batman.state import Setup
from tests.games.talisman_batman.probe import PROBE, drawn
from tests.games.talisman_batman.table import REFEREE, Table, a, begun

DRAWS, STEPS = 200, 150
MOST = 0.005
"""The share of offered combinations that may be refused."""


def test_every_choice_of_setup_is_drawn():
    found, rng = DrawCounts(), Random(1)
    states = []
    for _ in range(DRAWS):
        chosen, state = drawn(REFEREE, rng)
        found.saw(chosen, state)
        states.append(state)
    assert {len(state.villains) for state in states} == {2, 3, 4, 5, 6}
    assert {state.depth for state in states} == {"quick", "full"}
    assert all(found["readings", name] for name, _rule in READINGS)
    assert all(found[name, value] for name in VARIANTS for value in ("True", "False"))
    assert {bool(state.plan.first) for state in states} == {True, False}


def test_every_card_of_starter_set_is_drawn():
    found, rng = DrawCounts(), Random(1)
    starter = draws.copies(REFEREE)["starter"]
    for _ in range(DRAWS):
        chosen, state = drawn(REFEREE, rng)
        found.saw(chosen, state)
        for _ in range(20):
            action, ruling = walks.played(REFEREE, state, rng)
            found.named(action)
            state = ruling.state
        if not list(found.missing(starter)):
            break
    assert list(found.missing(starter)) == []


@pytest.mark.parametrize("do", ["roll", "space"])
def test_depth_that_loses_something_is_noticed(do):
    class Forgetful(TalismanBatman):
        def depth_changed(self, t):
            t.turn(phase="move", roll=0)

    table = begun().do(a.Roll(3))
    if do == "space":
        table.do(a.MoveFigure("Ward"), a.Space(1))
    assert [each.name for each in laws.shallow(Forgetful(), table.state)] == ["depth full"]
    assert not list(laws.shallow(REFEREE, table.state))


def test_hardly_any_offered_combination_is_refused():
    seen = walks.combinations(REFEREE, PROBE, STEPS, seed=3)
    assert seen.taps == 0
    assert seen.share < MOST, seen


def test_half_entered_copy_has_a_villain_for_everyone():
    """A copy of which two villain cards are entered still holds twelve."""
    half = replace(REFEREE.blank_box(), sheets=REFEREE.sample_box().sheets[:2])
    table = Table(Setup(6), half)
    for seat in range(6):
        table.do(a.DealVillains(seat, 27_719))
    assert len({name for villain in table.state.villains for name in villain.dealt}) == 12


@pytest.mark.parametrize("seed", [1, 2])
def test_laws_hold_over_drawn_setups(seed):
    assert list(walks.search(REFEREE, PROBE, 60, seed)) == []
