"""Tests that what was told of an area is proposed again while no one moved, came, left or handed
over."""

from __future__ import annotations

import pytest

from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table


def thinking(hero: int) -> At:
    """Return a table where a thought beside two enemies and one ally has been tried."""
    at = table((BATMAN, GORDON), ((CROC, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroTask(hero, "thought", 3, enemies=2, allies=1), a.Total(1))
    return at


def proposed(at: At, hero: int, kind: str = "thought") -> tuple[object, object]:
    """Return the menace a task of this hero begins with."""
    for prompt in GAME.prompts(at.state):
        if prompt.do == "task" and prompt.fixed.items() >= {"hero": hero, "kind": kind}.items():
            fields = {field.name: field.default for field in prompt.fields}
            return fields["enemies"], fields["allies"]
    raise AssertionError("no such task")


def test_told_menace_is_proposed_for_next_roll_there():
    at = thinking(0)
    assert proposed(at, 0) == (2, 1)
    assert proposed(at, 0, "manipulation") == (2, 1)


def test_another_fighter_stands_elsewhere():
    assert proposed(thinking(0), 1) == (0, 0)


@pytest.mark.parametrize(
    "action",
    [
        a.MoveStep(0),
        a.MoveStep(1),
        a.Hurt("Killer Croc", 6),
        a.Wound(1, 30),
    ],
)
def test_it_is_forgotten_when_somebody_moves_or_falls(action):
    at = thinking(0)
    at.do(action)
    if at.state.open:
        at.do(a.EndMove())
    assert proposed(at, 0) == (0, 0)


def test_it_is_forgotten_with_the_turn():
    at = thinking(0)
    at.do(a.Next())
    assert at.state.around is None


def fighting() -> At:
    """Return a table where Batman has attacked the second of two enemies, who is in a full area
    beside his."""
    at = table((BATMAN, GORDON), ((CROC, 1), (THUGS, 2)), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:1", 1, where="over_full"), a.Total(0))
    return at


def aimed(at: At, hero: int = 0) -> tuple[object, object]:
    """Return whom a melee attack of this hero is aimed at to begin with, and where that one is."""
    for prompt in GAME.prompts(at.state):
        if prompt.do == "attack" and prompt.fixed == {"hero": hero, "kind": "melee"}:
            fields = {field.name: field.default for field in prompt.fields}
            return fields["target"], fields["where"]
    raise AssertionError("no such attack")


def test_next_attack_is_aimed_where_fight_stands():
    at = fighting()
    assert aimed(at) == ("tile:Thugs with Crowbar:1", "over_full")
    assert aimed(at, 1) == ("tile:Killer Croc:1", "same")


def test_target_that_fell_or_step_ends_it():
    at = fighting()
    at.do(a.MoveStep(0), a.EndMove())
    assert aimed(at) == ("tile:Killer Croc:1", "same")
    at = fighting()
    at.do(a.Hurt("Thugs with Crowbar"))
    assert aimed(at) == ("tile:Killer Croc:1", "same")
