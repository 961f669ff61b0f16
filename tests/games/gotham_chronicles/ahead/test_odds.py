"""Exact chances against brute force."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.gotham_chronicles.ahead.odds import known, reach, roll_odds, space_odds
from games.gotham_chronicles.box.notation import space
from games.gotham_chronicles.state.dice import Die, Roll
from games.odds.probability import percent
from tests.games.gotham_chronicles.sheets import BATMAN
from tests.games.gotham_chronicles.table import a, table

FACES = tuple(tuple(map(int, die)) for die in ["000112", "001112", "011122", "011223", "122334"])
BY = dict(zip(("white", "yellow", "orange", "red", "black"), FACES, strict=True))


def brute(dice, arrows, bonus, paid, needed) -> Fraction:
    """Return the best chance by walking every roll and every decision without any memory."""
    rolls = list(product(*(BY[colour] for colour in dice)))
    fresh, lit = [False] * len(dice), list(arrows)
    values = (walk(dice, list(roll), fresh, lit, bonus, paid, True, needed) for roll in rolls)
    return sum(values, Fraction(0)) / len(rolls)


def walk(dice, faces, freed, arrows, bonus, paid, free_step, needed) -> Fraction:
    best = Fraction(sum(faces) >= needed)
    if best == 1:
        return best
    for at, colour in enumerate(dice):

        def again(step, arrows, bonus, paid, mark, at=at, colour=colour):
            now = [*freed[:at], mark or freed[at], *freed[at + 1 :]]
            lying = ([*faces[:at], face, *faces[at + 1 :]] for face in BY[colour])
            outcomes = [walk(dice, each, now, arrows, bonus, paid, step, needed) for each in lying]
            return sum(outcomes, Fraction(0)) / len(outcomes)

        if free_step and not freed[at] and colour in arrows:
            left = list(arrows)
            left.remove(colour)
            best = max(best, again(True, left, bonus, paid, True))
        if free_step and bonus:
            best = max(best, again(True, arrows, bonus - 1, paid, False))
        if paid:
            best = max(best, again(False, [], 0, paid - 1, False))
    return best


def chance(dice, arrows=(), bonus=0, paid=0, needed=1):
    """Return what the board says of these dice."""
    return reach(FACES, Roll(tuple(map(Die, dice)), tuple(arrows), bonus), paid, needed)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(BY)), min_size=1, max_size=2),
    st.lists(st.sampled_from(sorted(BY)), max_size=1),
    st.integers(0, 1),
    st.integers(0, 1),
    st.integers(1, 5),
)
def test_rerolls_played_well_reach_what_brute_force_reaches(dice, arrows, bonus, paid, needed):
    assert chance(dice, arrows, bonus, paid, needed) == brute(dice, arrows, bonus, paid, needed)


@pytest.mark.parametrize("dice", [("yellow",), ("white", "red"), ("orange", "orange", "black")])
def test_without_rerolls_every_roll_is_counted(dice):
    rolls = [sum(faces) for faces in product(*(BY[colour] for colour in dice))]
    for needed in range(8):
        share = Fraction(sum(n >= needed for n in rolls), len(rolls))
        assert chance(dice, needed=needed) == share


def test_three_dice_two_arrows_agree_with_brute_force():
    """The Crowbar example of page 50: three Orange dice, two of which may be rolled again."""
    dice, arrows = ("orange",) * 3, ("orange",) * 2
    assert chance(dice, arrows, needed=4) == brute(dice, arrows, 0, 0, 4)


def test_arrow_of_any_colour_hits_any_die_once():
    """The villain's free reroll of the turn, beside an arrow: each die still only once."""
    assert chance(("yellow",), ("yellow", "any")) == chance(("yellow",), ("any",))
    two = ("yellow", "white")
    either = [chance(two, (arrow,), needed=3) for arrow in two]
    assert chance(two, ("any",), needed=3) > max(either)


def test_an_arrow_hits_a_die_only_once():
    one = chance(("yellow",), ("yellow", "yellow"))
    assert one == chance(("yellow",), ("yellow",)) == 1 - Fraction(1, 9)
    assert chance(("yellow",), bonus=2) == 1 - Fraction(1, 27)


def test_dice_nobody_has_read_have_no_chances():
    some = (FACES[0], (), (), (), ())
    assert known(some, ("white",))
    assert not known(some, ("white", "red"))
    assert not known((), ("white",))


def test_a_large_pool_is_answered_at_once():
    found = chance(("red",) * 2 + ("orange",) * 2 + ("yellow",), ("red", "orange"), 0, 1, 9)
    assert 0 < found < 1


# -- what the board has room and time for ----------------------------------------------------


def told(*dice, arrows=(), bonus=0, faces=FACES, shown=None, room=4):
    """Return the lines of a roll of the first hero, who may pay for so many rerolls."""
    at = table()
    at.heroes_act()
    at.hero(0, reserve=room, fatigue=11 - room)
    roll = Roll(tuple(Die(colour, shown) for colour in dice), tuple(arrows), bonus)
    return roll_odds(replace(at.state, faces=faces), roll, "hero:0")


def test_pool_lists_each_symbol_count_up_to_six():
    lines = told("white")
    assert [line["needed"] for line in lines] == [1, 2, 3, 4, 5, 6]
    for line in lines:
        assert line["chance"] == percent(chance(("white",), needed=line["needed"]))


@pytest.mark.parametrize(
    ("n", "room", "paid"), [(1, 4, 2), (3, 4, 2), (3, 1, 1), (4, 4, 1), (2, 0, 0)]
)
def test_line_tells_gain_of_one_or_two_cubes(n, room, paid):
    dice = ("white",) * n
    for line in told(*dice, room=room):
        again = percent(chance(dice, paid=paid, needed=line["needed"])) if paid else ""
        assert line["with_cubes"] == again


def test_slow_or_unknowable_pools_have_no_lines():
    white = ("white",) * 6
    assert told(*white[:5], room=0)
    assert not told(*white, room=0)
    for again in ({"arrows": ("white",)}, {"bonus": 1}):
        assert told(*white[:4], room=0, **again)
        assert not told(*white[:5], room=0, **again)
    assert not told()
    assert not told("white", shown=1)
    assert not told("white", faces=((), *FACES[1:]))


def test_each_space_has_rows_for_spendable_weighable_cubes():
    at = table(
        (replace(BATMAN, melee=space("R", 3), ranged=space("O", 9), thought=space("R*", 4)),)
    )
    at.state = replace(at.state, faces=FACES)
    assert space_odds(at.state, at.state.heroes[0]) == []
    at.heroes_act()
    rows = {found["name"]: found["rows"] for found in space_odds(at.state, at.state.heroes[0])}
    assert {name: [row["cubes"] for row in found] for name, found in rows.items()} == {
        "melee": [1, 2, 3],
        "ranged": [1, 2, 3, 4, 5],
        "manipulation": [1, 2, 3],
        "thought": [1, 2, 3],
    }
    for name, colour, arrow in (("melee", "red", False), ("thought", "red", True)):
        for row in rows[name]:
            dice = (colour,) * row["cubes"]
            assert row["chances"] == [
                percent(chance(dice, dice if arrow else (), needed=n)) for n in range(1, 7)
            ]
    unread = replace(at.state, faces=(*FACES[:3], (), FACES[4]))
    assert [f["name"] for f in space_odds(unread, unread.heroes[0])] == ["ranged", "manipulation"]
    at.do(a.Wound(0, 11))
    assert space_odds(at.state, at.state.heroes[0]) == []
