"""Tests of what villains, ties and the next roll come to where two rules meet."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from games.animated_dice.ahead import odds as chances
from games.animated_dice.board import view as boards
from games.animated_dice.box import ASSUMED, COLOURS, SYMBOLS, Box, VillainToken, minus
from games.animated_dice.box.forms import DefineVillain
from games.animated_dice.rules.advice import ShowOdds
from games.animated_dice.rules.roll import Draw, Roll
from games.animated_dice.rules.score import TurnTotal
from games.messages import Msg
from games.odds.probability import decimal
from games.pieces import Offers, absent
from games.referee import Adjust
from tests.games.animated_dice.table import GAME, done, heist, start

CUP = [0] * 2 + [1] * 3 + [2] * 5


def first_roll(dice: int, may_return: bool) -> Fraction:
    """Return what a first roll brings on average by counting every draw and every face."""
    chances = {symbol: [Fraction(tuple(f)[symbol], 6) for f in ASSUMED] for symbol in range(3)}
    draws = list(combinations(CUP, dice))
    whole = Fraction(0)
    for drawn in draws:
        for shown in product(range(3), repeat=dice):
            weight = Fraction(1)
            for colour, symbol in zip(drawn, shown, strict=True):
                weight *= chances[symbol][colour]
            if may_return or shown.count(1) < 3:
                whole += weight * shown.count(0)
    return whole / len(draws)


def test_villain_rolling_four_without_returning_loses_to_bust():
    four = VillainToken("promo", "Promo", first=4)
    next_roll = {
        returns: next(
            odd.value
            for odd in GAME.odds(start("nobody", "cat", box=Box(promo=promo)))
            if odd.name == "next"
        )
        for returns, promo in (
            (False, four),
            (True, VillainToken("promo", "Promo", first=4, returns=True)),
        )
    }
    assert next_roll[False] == decimal(first_roll(4, False), 2)
    assert next_roll[True] == decimal(first_roll(4, True), 2)
    assert next_roll[False] != next_roll[True]


def test_last_leader_of_tiebreaker_has_nobody_after_them():
    tied = done(start("nobody", "ivy", target=10), TurnTotal(10), TurnTotal(10))
    assert GAME.board(tied, None).next == "Poison Ivy"
    assert GAME.board(done(tied, TurnTotal(4)), None).next == ""


def test_power_of_returning_dice_ends_with_first_roll():
    state = heist(start("riddler", "cat"), "G:LL B:AA | keep")
    assert boards.power(state.villain, state.turn) == (Msg("power.return_used"), True)
    plain = heist(start("nobody", "cat"), "G:LLL")
    assert boards.power(plain.villain, plain.turn) == (Msg("power.none"), False)
    asked = heist(start("riddler", "cat"), "G:LL B:AA")
    assert boards.power(asked.villain, asked.turn) == (Msg("power.return_now"), False)


def test_dodging_villain_is_told_last_dodge_is_used():
    promo = VillainToken("promo", "Promo", dodge_colour="gray", dodges=2)
    state = heist(start("nobody", "cat", box=Box(promo=promo)), "G:BLL")
    assert boards.power(state.villain, state.turn) == (Msg("power.dodge_ready"), False)
    state = heist(state, "G:B B:LL")
    assert boards.power(state.villain, state.turn) == (Msg("power.dodge_used"), True)


def test_race_is_drawn_once_first_villain_has_result():
    begun = start("cat", "joker")
    drawn = [
        GAME.pieces(GAME.board(state, None), Offers([], []))
        for state in (begun, done(begun, TurnTotal(4)))
    ]
    assert [absent("race") in pieces for pieces in drawn] == [True, False]


def test_repeated_alarmed_or_empty_cup_draw_is_refused():
    full = start("nobody", "cat", depth="full")
    drawn = done(full, Draw(("gray", "gray", "gray")))
    alarmed = heist(drawn, "G:AAA")
    empty = start("nobody", "cat", empty_cup_ends=False)
    empty = heist(empty, "G:LLL | G:LL B:L | B:AL Y:B | B:A Y:B")
    told = []
    for state in (drawn, alarmed, empty):
        answer = GAME.apply(state, Draw(("gray",)))
        told.append((answer.code, answer.rule))
    assert told == [
        ("E_DRAWN_TWICE", "D-019"),
        ("E_NOTHING_TO_DRAW", "D-018"),
        ("E_NOTHING_TO_DRAW", "D-022"),
    ]


def test_chance_is_told_to_tenth_of_percent():
    bust = {odd.name: odd.value for odd in GAME.odds(start("nobody", "cat"))}["bust"]
    assert bust == Msg("odds.percent", {"n": "2.1"})


def test_turn_on_sheet_can_reach_its_villains_maximum():
    rich = Box(promo=VillainToken("promo", "Promo", per_loot=(0, 0, 3)))
    state = done(start("nobody", "cat", box=rich), TurnTotal(25), TurnTotal(4))
    assert [t.high for t in GAME.trackers(state) if t.name.startswith("heist")] == [25, 13]
    poor = done(state, DefineVillain("Promo"))
    assert [t.high for t in GAME.trackers(poor) if t.name.startswith("heist")] == [25, 13]
    lower = done(poor, Adjust("heist.0", 3))
    assert [t.high for t in GAME.trackers(lower) if t.name.startswith("heist")] == [10, 13]


def test_turn_before_riddler_draws_is_worth_mean_draw():
    state = start("riddler", "cat")
    mean = chances.drawings(state).mean(lambda dice: chances.best(drawn(state, dice)))
    assert mean == chances.best(state)


def drawn(state, dice):
    return replace(state, turn=replace(state.turn, cup=minus(state.turn.cup, dice), drawn=dice))


def test_chances_to_win_and_tie_are_told_together():
    """One search finds both; each is what a search for it alone finds."""
    state = done(start("joker", "nobody"), *(TurnTotal(n) for n in (12, 10, 11, 10, 0, 3, 7)))
    told = {odd.name: odd.number for odd in GAME.odds(state)}
    goal = chances.needed(state)
    for name, points in (("win", goal), ("tie", goal - 1)):
        assert told[name] == pytest.approx(float(chances.best(state, points)))


def asked(state):
    """Return what the pieces of the dice that may go back and of the odds are drawn from."""
    drawn = {p.name: p.values for p in GAME.pieces(GAME.board(state, 0), Offers([], []))}
    return drawn["asked"], drawn["odds"]


def test_returnable_dice_lie_on_board_even_without_odds():
    state = heist(start("riddler", "cat", advice="own"), "G:LL B:AA")
    piece, odds = asked(state)
    assert [(die.colour, die.symbol) for die in piece["first"]] == [
        ("gray", "loot"),
        ("gray", "loot"),
        ("blue", "alarm"),
        ("blue", "alarm"),
    ]
    assert odds["odds"]
    piece, odds = asked(done(state, ShowOdds("off")))
    assert piece["first"]
    assert odds == {}
    over = done(start("cat", "joker", target=10), TurnTotal(10), TurnTotal(0))
    assert asked(over)[0]["first"] == ()


def test_dodged_die_busts_nobody_checking_before_returning():
    assert_worth_what_follows("blue")


@pytest.mark.parametrize("dodged", ["yellow", "gray"])
def test_dice_of_every_colour_may_be_dodged(dodged):
    assert_worth_what_follows(dodged)


def assert_worth_what_follows(dodged):
    """Check four drawn dice, face by face: after each, the turn is worth what the engine says
    next."""
    promo = VillainToken("promo", "Promo", first=4, returns=True, dodge_colour=dodged, dodges=1)
    state = start("nobody", "cat", box=Box(promo=promo), depth="full", return_before_bust=False)
    state = done(state, Draw(("blue", "blue", "yellow", "gray")))
    whole = Fraction(0)
    for shown in product(range(3), repeat=4):
        colours = ("yellow", "blue", "blue", "gray")
        faces = tuple(f"{c}-{SYMBOLS[s]}" for c, s in zip(colours, shown, strict=True))
        weight = Fraction(1)
        for colour, symbol in zip(colours, shown, strict=True):
            weight *= Fraction(tuple(ASSUMED[COLOURS.index(colour)])[symbol], 6)
        after = done(state, Roll(faces))
        ended = after.turn.part != state.turn.part
        whole += weight * (after.sheet[-1].points if ended else chances.best(after))
    assert whole == chances.best(state)
