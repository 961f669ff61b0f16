"""The Balance Track and what its spaces cost."""

import pytest

from games.rising.box import CardFacts, PriceStep
from games.rising.rules import progress
from tests.games.fire_nation.table import (
    FIRE,
    TY_LEE,
    YUE,
    done,
    in_full,
    line,
    table,
    to_heroes,
    tokens,
)
from tests.games.rising.text import Game, a


def test_balance_rises_by_dice_one_space_a_turn():
    game = in_full(table(), "A", "A", "W", "E")
    game.do(a.Assign(game.dice("A"), "progress"))
    assert game.refused(a.Assign(game.dice("A"), "progress")) == ("E_BALANCE_MAX", "B-42")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 1


def test_no_space_is_due_at_the_top():
    game = to_heroes(table(progress=5), 0, "right0")
    assert progress.due(game.referee.table(game.state)) is None


@pytest.mark.parametrize(("at", "rises"), [(1, True), (2, False)])
def test_hit_villain_pays_space_that_asks_for_it(at, rises):
    game = to_heroes(table(progress=at), 0, "right0")
    hit = a.Results(hits=(game.id("June"),), advance=True)
    if rises:
        assert game.do(hit).state.progress == 2
    else:
        assert game.refused(hit) == ("E_BALANCE_UNPAID", "B-43")


def test_tokens_pay_space_even_while_they_are_blocked():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = to_heroes(table(text, progress=2, supply=28), 2, "right0")
    assert game.state.turn.blocked
    assert game.refused(a.UseToken(1, "ruin")) == ("E_TOKEN_BLOCKED", "B-76")
    game.do(a.PayProgress(owners=(1, 1)))
    assert game.refused(a.PayProgress(owners=(1, 1)))[0] == "E_BALANCE_MAX"
    game.do(a.Results(advance=True))
    assert (game.state.progress, game.state.discard) == (3, 2)


def test_removed_dice_pay_space_and_count_as_assigned():
    game = in_full(table(progress=3), "A", "A", "W", "E")
    game.do(a.PayProgress(dice=game.dice("W", "E")))
    game.do(a.Roll(("A", "A"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 4


def test_hero_joining_by_ability_pays_no_recruit_space():
    water = CardFacts("H5", type="Water", known=True)
    game = to_heroes(table(cards=(water,), progress=4), 2, "right0").do(a.Join("p7", 0))
    assert game.id("H5") == "p7"
    assert game.refused(a.Results(advance=True)) == ("E_BALANCE_UNPAID", "B-43")


def test_recruiting_right_type_pays_and_waiting_is_allowed():
    water = CardFacts("H5", type="Water", known=True)
    game = to_heroes(table(cards=(water,), progress=4), 2, "right0")
    waits = Game(FIRE, game.state).do(a.Results((game.id("H5"),)), PROGRESS_MET="no")
    assert waits.state.progress == 4
    game.do(a.Results((game.id("H5"),), advance=True))
    assert (game.state.progress, game.state.step) == (5, "event")


@pytest.mark.parametrize(("advance", "blocked", "tokens"), [(1, 0, 1), (0, 0, 0), (1, 1, 0)])
def test_yue_draws_when_balance_rises_though_just_joined(advance, blocked, tokens):
    text = line("2: +Yue 0/4 1W, +H6 0/4, -")
    game = to_heroes(table(text, (YUE, TY_LEE)), 2, "right0" if blocked else "left0")
    game.do(a.Results((game.id("Yue"),), advance=bool(advance)))
    assert len(game.state.teams[0].tokens) == tokens


def test_half_paid_space_is_lost_at_turn_end():
    steps = (PriceStep("symbols", (2, 0, 0, 0)),)
    game = in_full(table(steps=steps), "A", "W", "W", "E", card="left0")
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 0
    done(game)
    to_heroes(game, 2, "left0").do(a.Roll(("A", "W", "W", "E")))
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 0


def test_symbol_space_does_not_ask_for_is_refused():
    game = in_full(table(), "W", "W", "W", "E", card="left0")
    assert game.refused(a.Assign(game.dice("W"), "progress"))[0] == "E_SYMBOL"


@pytest.mark.parametrize(
    ("step", "refused"),
    [
        (PriceStep("hit"), True),
        (PriceStep("tokens", n=1), True),
        (PriceStep("recruit", type="Water"), True),
        (PriceStep("symbols", (1, 0, 0, 0)), False),
        (PriceStep("dice", n=1), False),
    ],
)
def test_unpaid_space_is_refused_where_quick_depth_sees(step, refused):
    game = to_heroes(table(steps=(step, step)), 2, "left0")
    if refused:
        assert game.refused(a.Results(advance=True)) == ("E_BALANCE_UNPAID", "B-43")
    else:
        assert game.do(a.Results(advance=True)).state.progress == 1


def test_a_hero_of_another_type_pays_no_space():
    earth = CardFacts("H5", type="Earth", known=True)
    game = to_heroes(table(cards=(earth,), progress=4), 2, "left0")
    assert game.refused(a.Results((game.id("H5"),), advance=True))[0] == "E_BALANCE_UNPAID"


def test_tokens_pay_space_only_all_at_once():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = to_heroes(table(text, progress=2, supply=28), 2, "left0")
    assert game.refused(a.PayProgress(owners=(1,)))[0] == "E_BALANCE_UNPAID"
    assert game.refused(a.PayProgress(owners=(0, 1)))[0] == "E_NO_TOKEN"
    assert tokens(game, 1) == 2
    game.do(a.PayProgress(owners=(1, 1)))
    assert (tokens(game, 1), game.state.discard, game.state.progress) == (0, 2, 2)


def test_second_space_is_refused_once_turn_paid_one():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = in_full(table(text, progress=2, supply=28), "A", "A", "W", "E", card="left0")
    game.do(a.PayProgress(owners=(1, 1)))
    assert game.refused(a.Assign(game.dice("A"), "progress")) == ("E_BALANCE_MAX", "B-42")


def test_laid_die_cannot_be_removed_as_price():
    game = in_full(table(progress=3), "A", "A", "W", "E", location=0, card="left0")
    laid = game.dice("A")
    game.do(a.Assign(laid, game.id("H1")))
    assert game.refused(a.PayProgress(dice=(*laid, *game.dice("W")))) == ("E_LOCKED", "B-36")
    assert game.refused(a.PayProgress(dice=game.dice("W")))[0] == "E_BALANCE_UNPAID"


def test_unentered_price_is_asked_unless_track_holds_dice():
    blank = {"steps": (PriceStep(),) * 5}
    game = in_full(table(**blank), "A", "W", "W", "E", card="left0")
    flag = next(p for p in FIRE.prompts(game.state) if p.do == "finish").fields[-1]
    assert (flag.name, flag.default) == ("advance", False)
    assert game.answer(a.Finish(), None, {"W_DICE_LEFT": "anyway"}).code == "PROGRESS_PAID"
    paid = Game(FIRE, game.state).do(a.Finish(), W_DICE_LEFT="anyway", PROGRESS_PAID="yes")
    assert paid.state.progress == 1
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 1


def test_a_paid_price_may_be_left_unused():
    game = in_full(table(), "A", "W", "W", "E", card="left0")
    game.do(a.Assign(game.dice("A"), "progress"))
    game.do(a.Finish(advance=False), W_DICE_LEFT="anyway")
    assert game.state.progress == 0


def test_table_names_the_die_for_an_unknown_space():
    game = in_full(table(steps=(PriceStep(),) * 5), "A", "W", "W", "E", card="left0")
    assert game.asked(a.Assign((), "progress"))[0] == "WHICH_DIE"
    (die,) = game.dice("E")
    game.do(a.Assign((), "progress"), WHICH_DIE=die)
    assert [each.id for each in game.state.turn.dice if each.target == "progress"] == [die]


def test_no_die_is_named_for_space_without_symbols():
    game = in_full(table(steps=(PriceStep("hit"),) * 5), "A", "W", "W", "E", card="left0")
    assert game.refused(a.Assign((), "progress"))[0] == "E_NO_FIT"
