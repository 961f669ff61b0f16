"""Tests of what the board shows of a heist, of the sheet and of the race: exact numbers of small
games."""

import pytest
from msgspec.structs import replace

from games.animated_dice.board import view as boards
from games.animated_dice.box import Box, VillainToken
from games.animated_dice.rules.roll import Draw
from games.animated_dice.rules.score import TurnTotal
from games.messages import Msg
from games.referee import Adjust
from tests.games.animated_dice.table import GAME, action, done, heist, start


def test_board_shows_risk_and_what_bust_leaves():
    state = heist(done(start("joker", "cat"), TurnTotal(5), TurnTotal(7)), "Y:L B:B G:A")
    turn = GAME.board(state, 0).turn
    assert (turn.part, turn.name, turn.slug) == (0, "The Joker", "joker")
    assert (turn.phase, turn.rolls) == ("decide", 1)
    assert (turn.banked, turn.risk, turn.bonus, turn.kept) == (5, 2, 1, 1)
    assert (turn.cup_left, turn.rolling, turn.spare, turn.dry) == (7, 3, 1, False)
    assert turn.slots == (True, False, False)
    assert [(c.colour, c.left, c.total, c.here, c.gone) for c in turn.cup] == [
        ("yellow", 1, 2, (0,), (0,)),
        ("blue", 2, 3, (0, 1), (0,)),
        ("gray", 4, 5, (0, 1, 2, 3), (0,)),
    ]
    assert [(d.colour, d.symbol, d.label.code) for d in turn.alarms.dice] == [
        ("gray", "alarm", "face.gray-alarm")
    ]


def test_drawn_and_returned_dice_lie_on_the_board():
    drawn = done(start("cat", "joker", depth="full"), Draw(("gray", "blue", "blue")))
    turn = GAME.board(drawn, 0).turn
    assert [(d.colour, d.symbol, d.label.code) for d in turn.drawn.dice] == [
        ("blue", "", "die.blue"),
        ("blue", "", "die.blue"),
        ("gray", "", "die.gray"),
    ]
    first = GAME.board(heist(start("riddler", "joker"), "G:LL B:AA"), 0).turn.first
    assert [(d.colour, d.symbol) for d in first] == [("gray", "loot")] * 2 + [("blue", "alarm")] * 2


def test_a_cup_that_waits_empty_is_dry():
    state = start("nobody", "cat", empty_cup_ends=False)
    state = heist(state, "G:LLL | G:LL B:L | B:AL Y:B | B:A Y:B")
    turn = GAME.board(state, 0).turn
    assert (turn.dry, turn.rolling, turn.spare) == (True, 0, 0)
    assert not GAME.board(start("cat", "joker"), 0).turn.dry


def test_sheet_shows_standing_race_and_who_is_next():
    state = done(start("nobody", "ivy", "cat", first=1, target=20), *map(TurnTotal, (10, 13, 4, 5)))
    view = GAME.board(state, None)
    shown = [
        (x.part, x.carried, x.total, x.to_go, x.rank, x.share, x.first, x.active, x.leader)
        for x in view.lines
    ]
    assert shown == [
        (1, 0, 15, 5, 1, 75, True, False, True),
        (2, 0, 13, 7, 2, 65, False, True, False),
        (0, 0, 4, 16, 3, 20, False, False, False),
    ]
    assert [line.path for line in view.lines] == [
        "0,100 150,50 300,25",
        "0,100 150,35",
        "0,100 150,80",
    ]
    assert [line.end for line in view.lines] == [(300, 25), (150, 35), (150, 80)]
    assert (view.rounds, view.round, view.tie, view.ties) == ((1, 2), 2, 0, ())
    assert (view.target, view.target_y) == (20, 0)
    assert (view.last, view.banner, view.next) == (False, None, "Nobody")
    assert [[(c.round, c.points, c.how, c.now) for c in line.cells] for line in view.lines] == [
        [(1, 10, "total", False), (2, 5, "total", False)],
        [(1, 13, "total", False), (2, 0, "", True)],
        [(1, 4, "total", False), (2, 0, "", False)],
    ]
    more = GAME.board(done(state, Adjust("score.0", 30)), None)
    assert (more.target_y, more.lines[2].carried, more.lines[2].to_go) == (34, 26, 0)
    assert more.lines[2].path == "0,14 150,0"


def test_nobody_leads_before_a_point_is_made():
    view = GAME.board(start("cat", "joker"), None)
    assert [(line.leader, line.rank) for line in view.lines] == [(False, 1), (False, 1)]


def test_last_round_and_ties_name_any_next_villain():
    state = done(start("nobody", "ivy", "cat", target=10), TurnTotal(10))
    view = GAME.board(state, None)
    assert (view.banner.code, view.banner.facts) == ("banner.last", {"who": "Nobody", "n": 10})
    assert (view.last, view.next) == (True, "Catwoman")
    assert GAME.board(done(state, TurnTotal(1)), None).next == ""
    tied = GAME.board(done(state, TurnTotal(10), TurnTotal(1)), None)
    assert tied.banner.facts == {"n": 1, "leaders": ["Nobody", "Poison Ivy"]}
    assert (tied.tie, tied.ties) == (1, (1,))
    assert [(line.leader, [c.now for c in line.ties]) for line in tied.lines] == [
        (True, [True]),
        (True, [False]),
        (False, [False]),
    ]
    assert not any(cell.now for line in tied.lines for cell in line.cells)


def test_villain_without_known_name_has_bonus_like_any():
    promo = VillainToken("promo", "Promo", per_loot=(1, 0, 0))
    state = heist(start("nobody", "cat", box=Box(promo=promo)), "Y:LL G:L")
    power, used = boards.power(state.villain, state.turn)
    assert (power, used) == (Msg("power.bonus", {"n": 2}), False)
    ready = boards.power(start("riddler", "cat").villain, start("riddler", "cat").turn)
    assert ready == (Msg("power.return_ready", {"n": 4}), False)


def test_only_table_and_active_phone_see_turn_odds():
    state = start("cat", "joker", advice="own")
    assert [bool(GAME.board(state, who).odds) for who in (None, 0, 1)] == [True, True, False]


@pytest.mark.parametrize(("advice", "seen"), [("all", [True] * 3), ("off", [False] * 3)])
def test_everybody_or_nobody_sees_the_odds(advice, seen):
    state = start("cat", "joker", advice=advice)
    assert [bool(GAME.board(state, who).odds) for who in (None, 0, 1)] == seen


@pytest.mark.parametrize("depth", ["quick", "full"])
def test_board_keeps_bust_until_next_dice_leave_cup(depth):
    state = done(start("joker", "cat", depth="full"), TurnTotal(4), TurnTotal(2))
    state = heist(done(state, Draw(("yellow", "blue", "gray"))), "Y:B B:B G:B")
    assert GAME.board(state, None).bust == boards.Bust(0, "The Joker", 1, 5)
    following = Draw(("gray", "gray", "gray")) if depth == "full" else action("G:LLL")
    after = done(replace(state, depth=depth), following)
    assert GAME.board(after, None).bust is None
    assert GAME.board(done(state, TurnTotal(3)), None).bust is None


def test_places_at_the_end_follow_totals_and_tiebreakers():
    state = done(start("nobody", "ivy", "cat", target=10), *map(TurnTotal, (10, 10, 3, 2, 5)))
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.facts) == ((1,), {"who": "Poison Ivy", "n": 10})
    assert [(s.part, s.rank, s.score) for s in outcome.scores] == [
        (0, 2, 10),
        (1, 1, 10),
        (2, 3, 3),
    ]
    assert GAME.turn(state) == 2
    assert GAME.rules_step(state) == "end"


def test_equal_totals_behind_winner_always_share_place():
    state = done(start("nobody", "ivy", "cat", target=15), *map(TurnTotal, (5, 3, 2, 10, 2, 3)))
    ranks = [(score.rank, score.score) for score in GAME.outcome(state).scores]
    assert ranks == [(1, 15), (2, 5), (2, 5)]


def test_each_turn_step_has_place_in_rules():
    steps = {
        "draw": start("cat", "joker"),
        "roll": done(start("cat", "joker", depth="full"), Draw(("gray", "blue", "blue"))),
        "decide": heist(start("cat", "joker"), "G:LLL"),
    }
    assert {name: GAME.rules_step(state) for name, state in steps.items()} == {
        name: name for name in steps
    }
    assert GAME.rules_step(heist(start("riddler", "cat"), "G:LLLL")) == "roll"
    assert len({GAME.step(state) for state in steps.values()}) == 3
