"""Tests of how a heist may go on and what a roll of it was worth: for forecasts, luck and looking
back."""

import pytest
from msgspec.structs import replace

from games.animated_dice.ahead import odds as chances
from games.animated_dice.box import ASSUMED, Box, VillainToken
from games.animated_dice.rules.roll import Draw, Roll
from games.animated_dice.rules.score import StopHeist, TurnTotal
from games.animated_dice.rules.villains import Return
from games.referee import Adjust
from tests.games.animated_dice.ahead.test_odds import P1B, P2, P5, at
from tests.games.animated_dice.table import GAME, action, dice, done, heist, start

COUNTED = Box(counted=(True, True, True), promo=VillainToken("promo", "Nobody"))
SYMBOLS = ("loot", "batman", "alarm")
YELLOW, BLUE, GRAY = (
    tuple((f"{colour}-{symbol}", n) for symbol, n in zip(SYMBOLS, faces, strict=True))
    for colour, faces in zip(("yellow", "blue", "gray"), ASSUMED, strict=True)
)


def waiting(box=COUNTED):
    """Return a cup that is empty while the table goes on by itself."""
    state = start("nobody", "cat", box=box, empty_cup_ends=False)
    return heist(state, "G:LLL | G:LL B:L | B:AL Y:B | B:A Y:B")


def over():
    return done(start("cat", "joker", target=10), TurnTotal(10), TurnTotal(0))


# -- the next throw ------------------------------------------------------------------------


def test_roll_throws_alarms_again_and_new_cup_dice():
    (throw,) = GAME.possible_rolls(heist(start("nobody", "cat", box=COUNTED), "G:LA B:L"))
    assert (throw.do, throw.field, throw.dice, throw.drawn, throw.assumed) == (
        "roll",
        "faces",
        (GRAY,),
        2,
        False,
    )
    assert throw.cup == ((YELLOW, 2), (BLUE, 2), (GRAY, 3))


def test_in_full_depth_colours_are_thrown_before_faces():
    state = heist(start("nobody", "cat", box=COUNTED), "G:LA B:L")
    draw, roll = GAME.possible_rolls(replace(state, depth="full"))
    assert (draw.do, draw.field, draw.dice, draw.drawn) == ("draw", "colours", (), 2)
    assert draw.cup == (((("yellow", 1),), 2), ((("blue", 1),), 2), ((("gray", 1),), 3))
    assert (roll.do, roll.dice) == ("roll", (GRAY,))
    three = heist(start("nobody", "cat"), "G:AAA")
    (roll,) = GAME.possible_rolls(replace(three, depth="full"))
    assert (roll.do, roll.dice, roll.drawn) == ("roll", (GRAY,) * 3, 0)


def test_drawn_dice_are_thrown_by_themselves_with_alarms():
    state = heist(start("nobody", "cat", box=COUNTED), "G:LA B:L")
    drawn = done(replace(state, depth="full"), Draw(("yellow", "blue")))
    (throw,) = GAME.possible_rolls(drawn)
    assert (throw.do, throw.dice, throw.cup) == ("roll", (GRAY, YELLOW, BLUE), ())
    assert GAME.next_step(drawn) == throw
    assert GAME.next_step(state) is None


def test_return_empty_cup_or_end_allows_no_throw():
    first = heist(start("riddler", "cat"), "G:LL B:AA")
    assert GAME.next_step(first) == Return(())
    for state in (first, waiting(), over()):
        assert GAME.possible_rolls(state) == ()


@pytest.mark.parametrize("colour", range(3))
def test_throw_is_assumed_until_every_colour_is_counted(colour):
    counted = tuple(n != colour for n in range(3))
    state = start("nobody", "cat", box=replace(COUNTED, counted=counted), depth="full")
    drawn = done(state, Draw(("gray", "gray", "gray")))
    for throws in (GAME.possible_rolls(state), GAME.possible_rolls(drawn)):
        assert all(throw.assumed for throw in throws)
    known = replace(drawn, counted=(True, True, True))
    assert not GAME.possible_rolls(known)[0].assumed


@pytest.mark.parametrize(
    ("before", "step", "brought", "worth"),
    [
        ("G:LA B:L", "G:L B:L Y:A", {"loot": 2}, 2),
        ("G:LA B:L", "G:B B:BB", {"bust": 1}, -3),
        ("G:LLL", "B:BB G:B", {"bust": 1}, -4),
        ("G:LLL | G:LL B:L | B:LL Y:L", "Y:A", {"loot": 1}, 1),
        ("G:LLL | G:LL B:L | B:LL Y:B", "Y:B", {"loot": 0}, 0),
    ],
)
def test_roll_brings_loot_or_costs_it_and_die(before, step, brought, worth):
    state = heist(start("nobody", "cat"), before)
    found = GAME.figure_changes(state, GAME.apply(state, action(step)))
    assert found == brought
    assert GAME.utility(state, found) == worth


# -- looking back ----------------------------------------------------------------------------


def known(villain, where):
    return replace(at(villain, **where), counted=(True, True, True))


def test_choice_gives_away_what_better_one_adds():
    """By the worked tables: P1B is worth 1 stopped, P2 is best stopped."""
    early = known("nobody", P1B)
    assert GAME.decision_cost(early, StopHeist()) == chances.best(early) - 1
    late = known("nobody", P2)
    assert GAME.decision_cost(late, StopHeist()) == 0
    for state, fine in ((early, True), (late, False)):
        for on in (Roll(dice("G:LLL")), Draw(("gray", "gray"))):
            assert (GAME.decision_cost(state, on) == 0) == fine
    assert GAME.decision_cost(late, Roll(())) > 1


def test_nothing_given_away_without_choice_or_known_odds():
    state = known("nobody", P1B)
    riddler = heist(start("riddler", "cat", box=COUNTED), "G:LL B:AA")
    drawn = done(replace(state, depth="full"), Draw(("gray", "gray")))
    last = done(start("nobody", "cat", box=COUNTED, target=10), TurnTotal(10))
    tied = done(start("nobody", "ivy", box=COUNTED, target=10), TurnTotal(10), TurnTotal(10))
    decided = done(heist(tied, "G:LLL"), Adjust("score.1", 9))
    assert (decided.stage.active, decided.turn.rolls) == (None, 1)
    for each, told in (
        (start("nobody", "cat", box=COUNTED), StopHeist()),
        (riddler, StopHeist()),
        (drawn, StopHeist()),
        (waiting(), StopHeist()),
        (over(), StopHeist()),
        (decided, StopHeist()),
        (state, TurnTotal(3)),
        (heist(last, "G:LLL"), StopHeist()),
        *(
            (replace(state, counted=tuple(n != colour for n in range(3))), StopHeist())
            for colour in range(3)
        ),
    ):
        assert GAME.decision_cost(each, told) is None, (each.turn, told)
    assert GAME.decision_cost(known("nobody", P5), StopHeist()) > 1


# -- odds of an empty cup, of drawn dice -----------------------------------------------------


def test_odds_tell_of_possible_next_roll_and_stopping():
    asked = {
        "begun": (start("nobody", "cat"), {"bust", "next", "best"}),
        "under way": (at("nobody", **P1B), {"bust", "next", "stop", "best", "advice"}),
        "empty cup": (waiting(), {"stop", "best", "advice"}),
        "drawn": (
            done(start("nobody", "cat", depth="full"), Draw(("gray", "gray", "gray"))),
            {"bust", "next", "best"},
        ),
        "drawn on": (
            done(replace(at("nobody", **P1B), depth="full"), Draw(("gray", "gray"))),
            {"bust", "next", "best"},
        ),
    }
    found = {name: {odd.name for odd in GAME.odds(state)} for name, (state, _) in asked.items()}
    assert found == {name: lines for name, (_, lines) in asked.items()}


def test_empty_cup_waiting_with_alarms_advises_against_stopping():
    lines = {odd.name: odd for odd in GAME.odds(waiting())}
    assert (lines["stop"].exact, lines["best"].exact) == ("7", "8")
    assert lines["advice"].value.code == "advise.roll"
    assert lines["advice"].value.facts == {"gain": "1.00"}


@pytest.mark.parametrize(
    ("others", "needed", "tie"), [((10, 3), 0, False), ((10, 11), 1, False), ((10, 12), 2, True)]
)
def test_tie_chance_is_told_where_tying_takes_points(others, needed, tie):
    """The last villain of the last round has eleven points already."""
    state = start("nobody", "cat", "ivy", box=COUNTED, target=10)
    state = replace(done(state, *map(TurnTotal, others)), carried=(0, 0, 11))
    assert GAME.check(state) == ()
    lines = {odd.name: odd for odd in GAME.odds(state)}
    assert lines["win"].label.facts["n"] == needed
    assert ("tie" in lines) == tie
