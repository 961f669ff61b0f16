"""The big screen: where everything of the race stands, and how far away each end is."""

import pytest
from msgspec.structs import replace

from games.animated_dice.rules.score import TurnTotal
from games.pieces import absent
from games.referee import Adjust
from tests.games.animated_dice.table import GAME, done, heist, start


def race(state, people=None):
    pieces = GAME.scene(GAME.board(state, None), people or {})
    return next(piece.values for piece in pieces if piece.name == "race")


def x(points, top):
    return 400 + 1290 * points // top


def test_heists_are_consecutive_bars_and_busts_are_marks():
    state = done(
        start("nobody", "joker"),
        TurnTotal(6),
        TurnTotal(12),
        TurnTotal(0, busted=True),
        TurnTotal(3),
    )
    nobody, joker = race(state, {1: "Ana"})["lanes"]
    assert nobody.bars == ((400, x(6, 30) - 400, 6),)
    assert nobody.busts == (x(6, 30),)
    assert joker.bars == ((400, x(12, 30) - 400, 12), (x(12, 30), x(15, 30) - x(12, 30), 3))
    assert joker.busts == ()
    assert [(each.part, each.person, each.name, each.total) for each in (nobody, joker)] == [
        (0, "", "Nobody", 6),
        (1, "Ana", "The Joker", 15),
    ]
    assert [(each.y, each.active) for each in (nobody, joker)] == [(44, True), (44 + 190, False)]


def test_carried_points_stand_first_and_stake_last():
    state = done(start("nobody", "joker"), TurnTotal(4), TurnTotal(2), Adjust("score.0", 9))
    nobody, joker = race(heist(state, "G:LL B:L"))["lanes"]
    assert nobody.bars == (
        (400, x(5, 30) - 400, 5),
        (x(5, 30), x(9, 30) - x(5, 30), 4),
    )
    assert nobody.stake == (x(9, 30), x(12, 30) - x(9, 30))
    assert joker.stake is None
    assert race(state)["lanes"][0].stake is None


@pytest.mark.parametrize(
    ("target", "marks"),
    [
        (30, (0, 5, 10, 15, 20, 25)),
        (40, (0, 5, 10, 15, 20, 25, 30, 35)),
        (41, (0, 10, 20, 30)),
        (33, (0, 5, 10, 15, 20, 25, 30)),
        (99, (0, 20, 40, 60, 80)),
    ],
)
def test_axis_has_few_marks_and_none_covers_target(target, marks):
    values = race(start("nobody", "joker", target=target))
    assert tuple(n for n, _ in values["axis"]) == marks
    assert [at for _, at in values["axis"]] == [x(n, target) for n in marks]
    assert values["goal"] == (target, 1690)


def test_axis_reaches_as_far_as_active_villain_could():
    state = done(start("nobody", "joker", target=10), TurnTotal(9), TurnTotal(2))
    assert race(state)["goal"] == (10, 1690)
    rolled = heist(state, "G:LLL")
    assert race(rolled)["goal"] == (10, x(10, 12))
    further = heist(state, "G:LLL | G:LL Y:A")
    assert [n for n, _ in race(further)["axis"]] == [0, 5], "14 points are as far as it goes"
    others = done(start("nobody", "joker", target=10), TurnTotal(9))
    assert race(heist(others, "G:LLL"))["goal"] == (10, 1690)


def test_lanes_share_the_height():
    for names, high in ((("nobody", "joker"), 190), (("nobody", "joker", "cat"), 126)):
        values = race(start(*names))
        assert values["high"] == high
        assert [lane.y for lane in values["lanes"]] == [44 + i * high for i in range(len(names))]


def test_only_race_is_left_once_game_is_over():
    state = start("riddler", "joker", target=10)
    banner, shown, _race = GAME.scene(GAME.board(state, None), {})
    assert banner.values["text"].code == "power.return_ready"
    assert shown.values["turn"].name == "The Riddler"
    last = done(state, TurnTotal(10))
    assert GAME.scene(GAME.board(last, None), {})[0].values["text"].code == "banner.last"
    over = done(last, TurnTotal(3))
    banner, shown, values = GAME.scene(GAME.board(over, None), {})
    assert (banner, shown) == (absent("banner"), absent("heist"))
    assert [lane.stake for lane in values.values["lanes"]] == [None, None]


def threats(state):
    return [
        (each.left, each.text.code, each.part, each.near, each.metered)
        for each in GAME.threats(GAME.board(state, None))
    ]


def test_bust_and_target_are_told_by_distance():
    state = done(start("nobody", "joker", "cat"), TurnTotal(4), TurnTotal(9), TurnTotal(6))
    target = (21, "threat.target", 1, False, True)
    assert threats(state) == [target]
    for text, left in (("G:LLL", 3), ("G:BLL", 2), ("G:B B:BL", 1)):
        rolled = heist(state, text)
        assert threats(rolled) == [(left, "threat.bust", 0, left == 1, True), target]


def test_nothing_threatens_after_end_nor_does_reached_target():
    state = done(start("nobody", "joker", target=10), TurnTotal(10))
    assert threats(state) == []
    assert [each[:2] for each in threats(heist(state, "G:LLL"))] == [(3, "threat.bust")]
    assert threats(done(state, TurnTotal(1))) == []


def test_a_single_carried_point_is_a_bar():
    state = done(start("nobody", "joker"), Adjust("score.0", 1))
    assert race(state)["lanes"][0].bars == ((400, x(1, 30) - 400, 1),)


def test_points_below_nothing_draw_no_bar():
    state = done(start("nobody", "joker"), TurnTotal(4))
    poor = replace(state, carried=(-4, 0))
    lane = race(poor)["lanes"][0]
    assert lane.bars == ((400, 0, 4),)
