"""Tests of what a fight or a task came to: one number on the phones until the next entry."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.messages import Msg
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, THUGS
from tests.games.gotham_chronicles.table import GAME, SAME, At, a, raid, table


def answer(at: At) -> dict[str, Any]:
    found: dict[str, Any] = GAME.board(at.state, None)["answer"]
    return found


def test_a_miniature_says_its_life_before_and_after():
    at = table((BATMAN,), ((CROC, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:0", 2), **SAME)
    at.do(a.Total(4), a.Defend(0, symbols=0))
    shown = answer(at)
    assert (shown["kind"], shown["n"], shown["target"]) == ("wounds", 1, "Killer Croc")
    assert (shown["attack"], shown["defence"], shown["before"], shown["after"]) == (4, 3, 6, 5)


def test_the_answer_goes_with_the_next_entry():
    at = table((BATMAN,), ((CROC, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:0"), **SAME)
    at.do(a.Total(0))
    assert (answer(at)["n"], answer(at)["attack"]) == (0, 0)
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:0"), **SAME)
    assert GAME.board(at.state, None)["answer"] is None


def test_more_wounds_than_life_are_counted_as_struck():
    at = table((BATMAN,), ((THUGS, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:0"), **SAME)
    at.do(a.Total(4), a.Defend(0, symbols=0))
    shown = answer(at)
    assert shown["n"] == shown["attack"] - shown["defence"] > 1
    assert (shown["before"], shown["after"]) == (1, 0)


def test_hero_is_told_where_cubes_come_from():
    at = raid(CROC, GORDON)
    at.lay(0, 4, 1, 0, reroll=3, defence=1)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2), a.Defend(0, symbols=0), WOUND_FROM="reroll:1")
    assert answer(at)["places"] == [
        {"label": Msg("space.fatigue"), "n": 1},
        {"label": Msg("space.reroll"), "n": 1},
    ]
    assert answer(at)["n"] == 2


def test_shackles_are_told_instead_of_wounds():
    at = raid(replace(CROC, skills=skills("Shackle 2")))
    at.do(a.MiniAttack("melee", "hero:0", 1, shackle=True), **SAME)
    at.do(a.Total(3), a.Defend(0, 1))
    assert (answer(at)["kind"], answer(at)["n"], answer(at)["places"]) == ("shackles", 2, [])


def test_a_task_says_its_successes_against_the_difficulty():
    for total, kind in ((2, "done"), (1, "failed")):
        at = table((BATMAN,), ((CROC, 1),), depth="full")
        at.heroes_act()
        at.do(a.HeroTask(0, "thought", 2), a.Total(total))
        shown = answer(at)
        assert (shown["kind"], shown["n"], shown["difficulty"]) == (kind, total, 2)
        assert (shown["who"], shown["what"]) == ("Batman", Msg("space.thought"))
