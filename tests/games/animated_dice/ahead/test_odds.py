"""Exact odds against the worked tables, against enumeration and against simulated turns."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.animated_dice.ahead import odds as chances
from games.animated_dice.ahead.policy import solver
from games.animated_dice.box import Box, DieFaces
from games.animated_dice.box.forms import DefineFaces
from games.animated_dice.rules.advice import ShowOdds
from games.animated_dice.rules.roll import Draw
from games.animated_dice.rules.score import TurnTotal
from games.animated_dice.rules.villains import Return
from games.animated_dice.state import Turn
from games.messages import Speaker, msg
from games.odds.probability import decimal, percent
from games.referee import Adjust
from tests.games.animated_dice.table import GAME, PLAIN, done, heist, start

VILLAINS = ("nobody", "cat", "ivy", "joker", "riddler")
YELLOW_231 = (DieFaces(2, 3, 1), DieFaces(2, 2, 2), DieFaces(3, 1, 2))
GRAY_411 = (DieFaces(1, 4, 1), DieFaces(2, 2, 2), DieFaces(4, 1, 1))


def counted(text: str) -> tuple[int, int, int]:
    """Return ``"YGG"`` as dice per colour."""
    return (text.count("Y"), text.count("B"), text.count("G"))


def at(villain: str, loot="", batman="", alarms="", cup="", out="", faces=None, rolls=1):
    """Return a game in the middle of a heist with these dice on the table."""
    box = replace(PLAIN, faces=faces) if faces else PLAIN
    state = start(villain, "cat" if villain != "cat" else "joker", box=box)
    turn = Turn(
        0,
        counted(cup),
        counted(loot),
        counted(batman),
        counted(alarms),
        counted(out),
        rolls=rolls,
    )
    state = replace(state, turn=turn)
    assert GAME.check(state) == ()
    return state


FRESH = {"cup": "YYBBBGGGGG", "rolls": 0}
P1B = {"loot": "G", "batman": "B", "alarms": "G", "cup": "YYBBGGG"}
P2 = {"loot": "GGB", "batman": "YB", "alarms": "G", "cup": "YBGG"}
P2_DODGED = {"loot": "GGB", "batman": "Y", "out": "B", "alarms": "G", "cup": "YBGG"}
P3 = {"loot": "GGGGBB", "batman": "Y", "alarms": "GB", "cup": "Y"}
P4 = {"loot": "YGGGGB", "batman": "YB", "alarms": "B", "cup": "G"}
P5 = {"loot": "YYGGGB", "batman": "B", "alarms": "BGG", "cup": ""}


def named(state) -> dict:
    return {odd.name: odd for odd in GAME.odds(state)}


def advised(state) -> str:
    return named(state)["advice"].value.code.removeprefix("advise.")


@pytest.mark.parametrize(
    ("villain", "value"),
    [
        ("nobody", "2.457"),
        ("cat", "3.125"),
        ("ivy", "3.335"),
        ("joker", "3.536"),
        ("riddler", "3.692"),
    ],
)
def test_a_whole_turn_is_worth(villain, value):
    assert decimal(chances.best(start(villain, "cat" if villain != "cat" else "joker")), 3) == value


def test_a_riddler_who_busts_first_is_worth_less():
    state = start("riddler", "cat", return_before_bust=False)
    assert decimal(chances.best(state), 3) == "3.500"


@pytest.mark.parametrize(
    ("villain", "where", "stop", "bust", "share", "after", "best", "advice"),
    [
        ("nobody", FRESH, None, "61/2880", "2.118", "1.150", "2.457", None),
        ("ivy", FRESH, None, "23/5184", "0.444", "1.150", "3.335", None),
        ("joker", FRESH, None, "61/2880", "2.118", "1.400", "3.536", None),
        ("cat", FRESH, None, "61/2880", "2.118", "1.450", "3.125", None),
        ("nobody", P1B, "1", "187/1134", "16.490", "1.965", "2.199", "roll"),
        ("nobody", P2, "3", "761/1296", "58.719", "1.918", "3.000", "stop"),
        ("joker", P2, "4", "761/1296", "58.719", "3.418", "4.000", "stop"),
        ("cat", P2, "4", "761/1296", "58.719", "2.431", "4.000", "stop"),
        ("ivy", P2_DODGED, "3", "97/648", "14.969", "3.723", "4.042", "roll"),
        ("nobody", P3, "6", "1/4", "25.000", "6.167", "6.173", "roll"),
        ("joker", P3, "7", "1/4", "25.000", "8.167", "8.173", "roll"),
        ("cat", P3, "8", "1/4", "25.000", "8.241", "8.250", "roll"),
        ("nobody", P4, "6", "4/9", "44.444", "4.444", "6.000", "stop"),
        ("nobody", P5, "6", "13/108", "12.037", "7.389", "7.442", "roll"),
    ],
)
def test_a_position_is_worth(villain, where, stop, bust, share, after, best, advice):
    state = at(villain, **where)
    lines = named(state)
    assert chances.bust_chance(state) == Fraction(bust)
    assert percent(chances.bust_chance(state), 3) == share
    assert lines["bust"].exact == bust
    assert decimal(chances.next_roll(state), 3) == after
    assert decimal(chances.best(state), 3) == best
    if stop is not None:
        assert lines["stop"].exact == stop
        assert advised(state) == advice


def test_one_full_cup_roll_is_worth_23_twentieths():
    assert chances.next_roll(at("nobody", **FRESH)) == Fraction(23, 20)


@pytest.mark.parametrize(
    ("faces", "where", "share"),
    [
        (YELLOW_231, FRESH, "2.118"),
        (YELLOW_231, P2, "58.719"),
        (YELLOW_231, P3, "25.000"),
        (GRAY_411, FRESH, "2.816"),
        (GRAY_411, P2, "64.120"),
        (GRAY_411, P3, "31.481"),
    ],
)
def test_other_faces_change_the_bust_chance(faces, where, share):
    assert percent(chances.bust_chance(at("nobody", faces=faces, **where)), 3) == share


def test_other_faces_change_the_value_and_the_advice():
    assert decimal(chances.best(at("nobody", faces=YELLOW_231, **FRESH)), 3) == "2.774"
    assert advised(at("nobody", faces=GRAY_411, **P3)) == "stop"


REACH = {
    1: ("90.12", "90.12", "94.59", "96.69", "98.99"),
    3: ("58.37", "65.24", "71.90", "68.07", "82.71"),
    5: ("30.58", "42.14", "44.97", "43.09", "50.96"),
    7: ("16.26", "24.82", "34.13", "24.78", "28.52"),
}


@pytest.mark.parametrize("goal", REACH)
def test_the_best_chance_to_score_at_least(goal):
    states = (start(v, "cat" if v != "cat" else "joker") for v in VILLAINS)
    assert tuple(percent(chances.best(s, goal), 2) for s in states) == REACH[goal]


# -- what the table sees ---------------------------------------------------------------------


def test_odds_are_marked_assumed_until_colours_are_counted():
    state = start("cat", "joker")
    for colour in ("yellow", "blue"):
        state = done(state, DefineFaces(colour, 2, 2, 2))
        assert all(odd.assumed for odd in GAME.odds(state))
    state = done(state, DefineFaces("gray", 3, 1, 2))
    assert not any(odd.assumed for odd in GAME.odds(state))


def test_every_line_has_words():
    speaker = Speaker(GAME.catalogue())
    for state in (
        at("nobody", **P2),
        at("ivy", **P2_DODGED),
        heist(start("riddler", "cat"), "Y:BB B:B G:L"),
        done(start("cat", "joker"), Draw(("gray", "gray", "blue"))),
    ):
        for odd in GAME.odds(state):
            assert "odds." not in speaker.say(odd.label)
            assert "advise." not in speaker.say(odd.value)


def test_advice_for_first_roll_names_dice_to_return():
    state = heist(start("riddler", "cat"), "Y:BB B:B G:L")
    assert advised(state) == "return"
    facts = named(state)["advice"].value.facts["dice"]
    assert [term.code for term in facts] == ["face.yellow-batman"] * 2 + ["face.blue-batman"]
    loot = heist(start("riddler", "cat"), "Y:LL B:LL")
    assert advised(loot) == "keep"


def after_returning(state, name):
    """Return the worth of each way to return, by the odds of the turn that goes on after it."""
    worth = {}
    for size in range(len(state.turn.first) + 1):
        for back in combinations(range(len(state.turn.first)), size):
            after = done(state, Return(back))
            going_on = after.turn.part == state.turn.part
            worth[back] = named(after)[name].number if going_on else 0.0
    return worth


@pytest.mark.parametrize("roll", ["Y:BB B:B G:L", "Y:LB B:LA", "G:AAA Y:B", "Y:LL B:LL"])
def test_choices_are_worth_what_follows_while_dice_return(roll):
    state = heist(start("riddler", "cat"), roll)
    worth, odds = after_returning(state, "best"), named(state)
    assert odds["keep"].number == pytest.approx(worth[()])
    assert odds["return_all"].number == pytest.approx(worth[0, 1, 2, 3])
    assert odds["best"].number == pytest.approx(max(worth.values()))
    assert not {"bust", "next", "stop", "win"} & set(odds)


def test_last_round_tells_chance_to_win_while_returning():
    state = heist(start("cat", "riddler", target=5), "G:LLL | G:L B:LL | stop | Y:LB B:LA")
    worth, odds = after_returning(state, "win"), named(state)
    assert odds["keep"].number == pytest.approx(worth[()])
    assert odds["return_all"].number == pytest.approx(worth[0, 1, 2, 3])
    assert odds["win"].number == pytest.approx(max(worth.values()))
    assert {odds[name].kind for name in ("keep", "return_all", "win")} == {"chance"}
    assert "best" not in odds


def test_a_drawn_colour_changes_the_odds():
    state = start("nobody", "cat")
    yellow = done(state, Draw(("yellow", "yellow", "blue")))
    gray = done(state, Draw(("gray", "gray", "gray")))
    assert chances.bust_chance(yellow) == Fraction(1, 12)
    assert chances.bust_chance(gray) == Fraction(1, 216)
    assert chances.best(yellow) < chances.best(state) < chances.best(gray)


def test_values_before_draw_are_mean_of_those_after():
    state = start("ivy", "cat")
    mean = chances.drawings(state).mean(
        lambda dice: chances.best(replace(state, turn=drawn(state.turn, dice)))
    )
    assert mean == chances.best(state)


def drawn(turn, dice):
    cup = tuple(a - b for a, b in zip(turn.cup, dice, strict=True))
    return replace(turn, cup=cup, drawn=dice)


def test_last_player_of_last_round_sees_winning_chance():
    hopeless = done(start("joker", "nobody"), *(TurnTotal(n) for n in (12, 10, 12, 9, 6)))
    assert named(hopeless)["win"].label.facts == {"n": 12}
    assert named(hopeless)["win"].number == 0
    state = done(start("joker", "nobody"), *(TurnTotal(n) for n in (12, 10, 11, 10, 0, 3, 7)))
    assert state.totals == (30, 23)
    lines = named(state)
    assert (lines["win"].label.code, lines["win"].label.facts) == ("odds.win", {"n": 8})
    assert percent(chances.best(state, 7), 2) == "16.26"
    assert lines["tie"].number == pytest.approx(0.1626, abs=0.0001)
    ahead = heist(state, "G:LLL | G:LL B:L")
    assert advised(ahead) == "behind"
    level = heist(ahead, "B:LB Y:A")
    assert advised(level) == "level"
    assert advised(heist(ahead, "B:LL Y:A")) == "stop_wins"


def test_tiebreaker_is_about_beating_best_so_far():
    state = done(start("nobody", "ivy"), *(TurnTotal(10) for _ in range(6)))
    assert "win" not in named(state)
    state = done(state, TurnTotal(4))
    assert named(state)["win"].label.facts == {"n": 5}
    assert percent(chances.best(state, 5), 2) == "44.97"


def test_odds_hold_for_more_alarms_than_rules_know():
    state = heist(start("nobody", "cat"), "Y:A B:A G:L")
    state = done(state, Adjust("alarms.gray", 4, "house rule"))
    assert sum(state.turn.alarms) == 6
    assert named(state)["best"].number > named(state)["stop"].number


def test_odds_end_with_game_and_never_restrict_it():
    over = done(start("cat", "joker", target=10), TurnTotal(10), TurnTotal(0))
    assert GAME.odds(over) == ()
    off = done(start("cat", "joker"), ShowOdds("off"))
    assert off.advice == "off"
    assert GAME.prompts(off) == GAME.prompts(replace(start("cat", "joker"), advice="off"))
    assert heist(at("nobody", **P2), "Y:B G:BB").sheet[0].points == 0


# -- any box, any moment ---------------------------------------------------------------------


def shared(whole: int):
    """Return all triples of positive numbers that add up to ``whole``."""
    triples = [(a, b, whole - a - b) for a in range(1, whole) for b in range(1, whole - a)]
    return st.sampled_from(triples)


@settings(max_examples=12, deadline=None)
@given(shared(10), st.tuples(shared(6), shared(6), shared(6)), st.sampled_from(VILLAINS))
def test_any_counts_and_faces_have_exact_odds(dice, faces, villain):
    box = Box(dice, tuple(DieFaces(*f) for f in faces), promo=PLAIN.promo)
    state = start(villain, "cat" if villain != "cat" else "joker", box=box)
    value = chances.best(state)
    assert chances.next_roll(state) <= value <= state.villain.highest(dice)
    assert chances.best(state, 1) >= chances.best(state, 4)


LOOKED_AT = {"nobody": 4032, "cat": 6214, "ivy": 6565, "joker": 4213, "riddler": 4175}
"""The positions that may still matter in a whole heist; others are never looked at."""


@pytest.mark.parametrize("villain", VILLAINS)
def test_cold_answer_looks_at_each_relevant_position_once(villain):
    state = start(villain, "cat" if villain != "cat" else "joker")
    solver.cache_clear()
    chances.best(state)
    assert len(solver(chances.game(state))._values) == LOOKED_AT[villain]


def test_advice_says_how_much_better_one_choice_is():
    """By the worked tables: P1B is worth 2.199 played on and 1 stopped; P3 6.173 and 6."""
    for where, gain in ((P1B, "1.20"), (P3, "0.17")):
        lines = named(at("nobody", **where))
        assert lines["advice"].value.facts["gain"] == gain


@pytest.mark.parametrize(("n", "said"), [(0, "0"), (1, "100"), (Fraction(1, 3), "33.3")])
def test_chance_says_what_is_certain_without_decimals(n, said):
    odd = chances.chance("bust", msg("odds.next"), Fraction(n))
    assert odd.value.facts["n"] == said
