"""Whole games: rounds, the target, equal turns, tiebreakers."""

import pytest

from games.animated_dice.box import VILLAINS, Box
from games.animated_dice.rules.score import TurnTotal
from games.animated_dice.rules.setup import Setup
from games.referee import Adjust, Refusal
from tests.games.animated_dice.table import GAME, PLAIN, codes, done, heist, refused, start

TEN = "G:LLL | G:LL B:L | B:LL Y:L | Y:L"
"""All ten dice as Loot: 10 points, 12 for The Joker, 13 for Catwoman."""
BUST = "Y:BB B:B"
EVERYBODY = (*(each.slug for each in VILLAINS), "promo")


def game(villains: str, lines: str, **options):
    """Play lines of ``name: heist = points`` and check who plays and what it brings."""
    state = start(*villains.split(), **options)
    names = [v.slug for v in state.villains]
    for line in filter(None, map(str.strip, lines.splitlines())):
        name, rest = line.split(":", 1)
        text, expected = rest.rsplit("=", 1)
        assert names[state.turn.part].startswith(name), line
        state = heist(state, text.replace("TEN", TEN).replace("BUST", BUST))
        assert state.sheet[-1].points == int(expected), line
    return state


def totals(state, *points: int):
    return done(state, *(TurnTotal(n) for n in points))


def winner(state) -> str:
    outcome = GAME.outcome(state)
    return state.villains[outcome.winners[0]].slug if outcome else ""


def test_a_plain_win():
    state = game(
        "cat joker ivy",
        """
        catwoman: G:LL B:L | stop = 4
        joker: TEN = 12
        poison: B:BB Y:B | G:LLL | G:LL Y:A | stop = 5
        catwoman: BUST = 0
        joker: Y:A B:L G:L | G:LL Y:A | stop = 5
        poison: Y:BB B:B | G:LLL | stop = 3
        catwoman: B:LLL | G:LLA | stop = 8
        joker: TEN = 12
        poison: TEN = 10
        catwoman: TEN = 13
        joker: Y:B B:B G:B = 1
        poison: Y:BB G:B = 0
        """,
    )
    outcome = GAME.outcome(state)
    assert (winner(state), outcome.condition, outcome.rule) == ("joker", "most", "D-039")
    assert [(s.rank, s.score) for s in outcome.scores] == [(2, 25), (1, 30), (3, 18)]


def test_a_tie_is_broken_by_the_leaders_only():
    state = game(
        "riddler ivy cat",
        """
        riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL = 10
        poison: TEN = 10
        catwoman: G:LLL | stop = 3
        riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL = 10
        poison: TEN = 10
        catwoman: BUST = 0
        riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL = 10
        poison: TEN = 10
        catwoman: TEN = 13
        """,
    )
    assert (state.stage.tie, state.stage.leaders, winner(state)) == (1, (0, 1), "")
    assert refused(state, "G:LLLL", actor=2) == "E_NOT_LEADER"
    assert refused(state, "G:LLLL", actor=1) == "E_NOT_ACTIVE"
    state = heist(state, "G:LL B:LA | keep | stop")
    state = heist(state, "Y:L G:LL | G:LL B:B | stop")
    outcome = GAME.outcome(state)
    assert (winner(state), outcome.condition, outcome.rule) == ("poison-ivy", "tiebreak", "D-041")
    assert [(s.rank, s.score) for s in outcome.scores] == [(2, 30), (1, 30), (3, 16)]


def test_a_tie_broken_twice():
    thirty = "TEN = 10"
    state = game(
        "nobody ivy riddler",
        f"""
        promo: {thirty}
        poison: {thirty}
        riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL = 10
        promo: {thirty}
        poison: {thirty}
        riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL = 10
        promo: {thirty}
        poison: {thirty}
        riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL = 10
        promo: G:LLL | stop = 3
        poison: G:LLL | G:LL B:B | stop = 5
        riddler: G:LLLL | keep | G:L B:AA | stop = 5
        """,
    )
    assert (state.stage.tie, state.stage.leaders, state.turn.part) == (2, (1, 2), 1)
    assert refused(state, "G:LLL", actor=0) == "E_NOT_LEADER"
    state = heist(state, "G:L Y:B B:A | stop")
    state = heist(state, "Y:BB B:B G:B | keep")
    assert winner(state) == "poison-ivy"
    assert [s.rank for s in GAME.outcome(state).scores] == [3, 1, 2]


def test_thirty_by_first_player_lets_others_finish_round():
    state = totals(start("cat", "joker", "ivy"), 13, 4, 0, 13, 12, 5)
    state = heist(state, "G:LLL | G:L Y:LB | stop")
    assert (state.totals[0], state.stage.last, state.turn.part) == (31, True, 1)
    state = heist(state, TEN)
    assert winner(state) == ""
    state = heist(state, "Y:BB G:B")
    assert winner(state) == "catwoman"


def test_thirty_by_last_player_ends_game_at_once():
    state = totals(start("ivy", "cat", first=1), 13, 10, 13, 10, 3)
    assert (state.totals, state.turn.part) == ((20, 29), 0)
    assert codes(state, TurnTotal(10))[1:] == ["note.score", "note.final_now", "note.won"]
    state = totals(state, 10)
    assert (state.totals, winner(state)) == ((30, 29), "poison-ivy")


def test_a_later_seat_still_plays_and_may_overtake():
    state = totals(start("nobody", "cat", "joker"), 10, 13, 12, 10, 13, 12)
    state = totals(state, 9, 5)
    assert (state.totals, winner(state)) == ((29, 31, 24), "")
    assert winner(totals(state, 6)) == "catwoman"
    assert winner(totals(state, 8)) == "joker"


def test_last_seat_reaching_thirty_first_wins_at_once():
    state = totals(start("cat", "joker", first=1), 12, 13, 12, 13)
    state = totals(state, 5, 4)
    assert (state.totals, winner(state)) == ((30, 29), "catwoman")


def test_three_tied_then_two_then_one():
    state = totals(start("nobody", "ivy", "riddler"), *[10] * 9)
    state = totals(state, 3, 5, 5)
    assert state.stage.leaders == (1, 2)
    state = totals(state, 1, 0)
    assert winner(state) == "poison-ivy"
    assert state.totals == (30, 30, 30)


def test_tie_may_go_on_as_often_as_needed():
    state = totals(start("nobody", "ivy"), *[10] * 6)
    state = totals(state, *[0] * 14)
    assert (state.stage.tie, winner(state)) == (8, "")
    assert winner(totals(state, 1, 0)) == "promo"


def test_equal_score_below_target_is_no_tie():
    state = totals(start("nobody", "ivy"), *[10] * 4)
    assert (state.stage.tie, state.stage.round) == (0, 3)


def test_bonus_points_count_towards_thirty():
    state = totals(start("joker", "cat"), 12, 0, 12, 0, 4, 0)
    state = heist(state, "Y:A B:L G:A | stop")
    assert (state.totals[0], state.stage.last) == (30, True)


def test_nothing_is_played_after_the_end():
    state = totals(start("cat", "joker", target=10), 10, 0)
    assert GAME.prompts(state) == ()
    assert refused(state, "G:LLL") == "E_OVER"


def test_a_corrected_score_reopens_the_game():
    over = totals(start("cat", "joker", "ivy"), *[10] * 9)
    over = totals(over, 1, 2, 3)
    assert winner(over) == "poison-ivy"
    lower = done(over, Adjust("heist.8", 4, "miscounted"))
    assert (lower.totals, winner(lower), lower.stage.leaders) == ((30, 30, 24), "joker", (1,))
    again = done(over, Adjust("score.0", 5), Adjust("score.1", 5), Adjust("score.2", 5))
    assert (winner(again), again.stage.round, again.turn.part) == ("", 4, 0)
    assert refused(over, Adjust("score.0", -1)) == "E_RANGE"


def test_a_corrected_score_ends_a_tie():
    tied = totals(start("nobody", "ivy", "riddler"), *[10] * 9)
    state = done(tied, Adjust("score.1", 31, "forgot one"))
    assert winner(state) == "poison-ivy"
    assert done(state, Adjust("score.1", 30)).stage.tie == 1


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(1, ("joker",)), "E_PLAYERS"),
        (Setup(len(EVERYBODY), EVERYBODY), "E_PLAYERS"),
        (Setup(2, ("joker", "joker")), "E_DUPLICATE"),
        (Setup(2, ("joker", "promo")), "E_VILLAIN"),
        (Setup(3, ("joker", "catwoman")), "E_VILLAINS"),
        (Setup(2, ("joker", "catwoman"), first=2), "E_RANGE"),
        (Setup(2, ("joker", "catwoman"), target=0), "E_RANGE"),
    ],
)
def test_a_wrong_set_up_is_refused(setup, code):
    refusal = GAME.begin(setup, Box())
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_five_play_with_a_promo_villain():
    setup = Setup(len(EVERYBODY), EVERYBODY)
    for box in (PLAIN, GAME.sample_box()):
        assert len(GAME.parts(GAME.begin(setup, box).state)) == len(EVERYBODY)


def test_the_default_set_up_of_any_number_begins():
    for players, box in ((2, Box()), (3, Box()), (4, Box()), (len(EVERYBODY), GAME.sample_box())):
        state = GAME.begin(GAME.setup_default(players, box), box).state
        assert len(state.villains) == players
        assert (state.turn.part, state.stage.round, state.target) == (0, 1, 30)


def test_turns_go_to_left_from_first_player():
    state = start("cat", "joker", "ivy", first=2)
    seen = []
    for _ in range(4):
        seen.append(state.turn.part)
        state = totals(state, 0)
    assert seen == [2, 0, 1, 2]
    assert state.stage.round == 2
