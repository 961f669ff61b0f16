"""Fire Nation Rising: cards that change places, and dice that stay on theirs."""

from msgspec.structs import replace

from games.rising.box import AbilityEffect
from tests.games.fire_nation.rules.test_choices import FIRE, offered, stranger, values
from tests.games.fire_nation.table import (
    BATTLE_TABLE,
    battle_table,
    in_full,
    line,
    rows,
    table,
    to_heroes,
)
from tests.games.rising.text import Game, a

# -- swapping ------------------------------------------------------------------------------


def swapping(text=BATTLE_TABLE) -> Game:
    game = battle_table(text)
    aang = replace(game.state.teams[0], effects=(AbilityEffect("swap", who="across"),))
    game.state = replace(game.state, teams=(aang, game.state.teams[1]))
    return to_heroes(game, 1, "right0")


def test_aang_swaps_villain_and_hero_of_another_location():
    game = swapping()
    june, hero = game.id("June"), game.id("H1")
    team = a.Ability("team", target=june, other=game.id("H3"))
    assert game.refused(team)[0] == "E_SAME_PLACE"
    assert game.refused(a.Ability("team", target=hero, other=game.id("H5"))) == ("E_ACROSS", "B-65")
    assert game.refused(a.Ability("team", target=june, other=game.id("Ba Sing Se")))[0] != ""
    (prompt,) = [p for p in offered(game, "ability") if p.fixed["card"] == "team"]
    assert june in values(prompt, "target")
    assert game.id("H3") not in values(prompt, "other")
    game.do(a.Ability("team", target=june, other=hero))
    assert (game.state.slots[0][1], game.state.slots[1][0]) == (june, hero)


def test_unnamed_card_is_swapped_if_table_says_so():
    text = line("0: ?, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = swapping(text)
    swap = a.Ability("team", target=game.id("H3"), other=stranger(game))
    assert game.asked(swap) == ("ACROSS", "ask")
    assert game.refused(swap, ACROSS="no") == ("E_ACROSS", "B-65")


def test_two_cards_of_one_location_cannot_change_places():
    game = to_heroes(table(), 2, "left0")
    assert game.refused(a.Swap(game.id("June"), game.id("H1")))[0] == "E_SAME_PLACE"


def test_dice_laid_before_swap_count_in_quick_depth():
    game = swapping()
    game.do(a.Ability("team", target=game.id("June"), other=game.id("H1")))
    told = a.Results((game.id("H3"),), hits=(game.id("June"), game.id("Fire Nation Palace")))
    game.do(told)
    assert (rows(game)[0][-1], game.damage("Fire Nation Palace")) == ("H3", 1)


def test_swapped_in_villain_leaves_dice_on_battle_valid():
    game = to_heroes(battle_table(), 0, "left0")
    game.do(a.Swap(game.id("June"), game.id("H1")))
    assert game.id("June") in game.state.slots[0]
    assert game.id("Ba Sing Se") in values(offered(game, "results")[0], "hits")
    game.do(a.Results(hits=(game.id("Ba Sing Se"),)))
    assert game.damage("Ba Sing Se") == 1


def test_a_row_of_one_is_not_rearranged():
    alone = table(line("Aang [red]: +Aang 0/5"))
    assert offered(alone, "row") == []
    (moving,) = offered(table(), "row")
    assert values(moving, "card") == [table().id("Aang"), table().id("Arnook")]
    assert [(field.low, field.high) for field in moving.fields if field.name == "place"] == [(0, 1)]


def test_new_box_does_not_know_aangs_ability_cost():
    aang = next(each for each in FIRE.blank_box().teams if each.name == "Aang")
    assert (aang.known, aang.cost, aang.effects) == (
        False,
        (),
        (AbilityEffect("swap", who="across"),),
    )


# -- dice that stay ------------------------------------------------------------------------


def kept_on_june() -> Game:
    """Return a table where one of June's two FIRE stays on her beyond the turn."""
    game = in_full(table(), "F", "W", "W", "W", location=0, card="left0")
    game.do(a.Assign(game.dice("F"), game.id("June")))
    game.do(a.KeepDie(game.state.turn.dice[0].id)).do(a.Finish(), W_DICE_LEFT="anyway")
    if game.state.step == "aid":
        game.do(a.Aid(False))
    assert [die.target for die in game.state.kept] == [game.id("June")]
    return game


def test_kept_die_counts_next_turn_then_comes_back():
    game = kept_on_june()
    to_heroes(game, 0, "left0").do(a.Roll(("F", "W", "W", "W")))
    game.do(a.Assign(game.dice("F"), game.id("June"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.damage("June") == 1
    assert "die.released" in game.codes()
    assert game.state.kept == ()


def test_die_kept_out_of_reach_is_nobodys_result():
    game = kept_on_june()
    to_heroes(game, 2, "left0").do(a.Roll(("F", "W", "W", "W")))
    game.do(a.Assign(game.dice("W"), game.id("H5"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("June"), len(game.state.kept)) == (0, 1)


def test_die_kept_on_hero_returns_when_recruited():
    game = in_full(table(), "W", "E", "E", "E", location=2, card="left0")
    game.do(a.Assign(game.dice("W"), game.id("H5")))
    game.do(a.KeepDie(game.state.turn.dice[0].id)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert rows(game)[0][-1] == "H5"
    assert game.state.kept == ()


def test_a_die_stays_where_it_lies():
    game = in_full(table(), "F", "W", "W", "W", location=0, card="left0")
    game.do(a.Assign(game.dice("F"), game.id("June")))
    laid = game.state.turn.dice[0].id
    assert game.refused(a.KeepDie(laid, game.id("H1"))) == ("E_LOCKED", "B-36")
