"""Laying dice: what takes them, how many, and when they are lost."""

from msgspec.structs import replace

from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts
from tests.games.batman_who_laughs.table import (
    LAUGHS,
    ROBIN,
    STOCK,
    in_full,
    table,
    to_heroes,
    tokens,
    with_lines,
)
from tests.games.rising.text import Game, a


def test_one_roll_serves_several_cards_and_ability():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "W", "P", "D", "J")
    game.do(a.Assign(game.dice("W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("P"), game.id("Court of Owls")))
    game.do(a.Ability(game.id("Robin"), game.dice("D")))
    game.do(a.Assign(game.dice("J"), game.id("Constantine"))).do(a.Finish())
    assert tokens(game) == 1


def test_matched_symbol_is_refused_where_others_are_missing():
    game = in_full(table(), "P", "P", "J", "D")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("P"), owls))
    assert game.refused(a.Assign(game.dice("P"), owls))[0] == "E_SATISFIED"


def test_ability_takes_no_more_dice_than_asked():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    robin = game.id("Robin")
    assert game.refused(a.Ability(robin, game.dice("D", "D")))[0] == "E_SATISFIED"
    assert game.refused(a.Ability(robin, game.dice("W")))[0] == "E_SYMBOL"
    assert game.refused(a.Ability(robin))[0] == "E_ABILITY_PRICE"
    game.do(a.Ability(robin, game.dice("D")))


def test_double_pays_ability_asking_for_one():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "2D", "D", "W", "P")
    game.do(a.Ability(game.id("Robin"), game.dice("2D")))
    assert tokens(game) == 1


def test_dice_on_own_hero_go_to_its_ability():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    game.do(a.Assign(game.dice("D"), game.id("Robin")))
    assert tokens(game) == 1
    assert game.refused(a.Assign(game.dice("D"), game.id("Robin"))) == ("E_ONCE", "A-38")
    assert game.refused(a.Assign(game.dice("D"), game.id("Wonder Woman")))[0] == "E_LOCATION"


def test_two_symbol_ability_is_paid_over_two_rolls():
    pair = replace(ROBIN, cost=(0, 0, 1, 1))
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (pair,)), "D", "D", "W", "J")
    robin = game.id("Robin")
    lay = next(p for p in LAUGHS.prompts(game.state) if p.do == "assign")
    assert robin in {choice.value for choice in lay.fields[1].choices}
    game.do(a.Assign(game.dice("D"), robin))
    assert (game.codes(), tokens(game)) == (["assign"], 0)
    assert game.refused(a.Assign(game.dice("D"), robin))[0] == "E_SATISFIED"
    game.do(a.Roll(("P", "W", "W"))).do(a.Assign(game.dice("P"), robin))
    assert (game.codes(), tokens(game)) == (["assign", "ability", "token.draw"], 1)


def test_incomplete_cards_give_nothing_and_dice_come_back():
    game = in_full(table(), "W", "W", "P", "J")
    game.do(a.Assign(game.dice("W", "W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("P"), game.id("Court of Owls"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert len(game.state.teams[0].row) == 1
    assert (game.damage("Court of Owls"), tokens(game), game.state.turn.dice) == (0, 0, ())


def test_giving_up_dice_one_by_one_ends_rolling():
    game = in_full(table(), "W", "W", "W", "W")
    for left in (3, 2, 1):
        game.do(a.GiveUp(game.dice("W")[0])).do(a.Roll(("W",) * left))
    game.do(a.GiveUp(game.dice("W")[0]))
    assert game.refused(a.Roll(())) == ("E_POOL_EMPTY", "A-34")
    game.do(a.Finish())
    assert game.state.number == 2


def test_die_given_up_is_out_for_turn():
    game = in_full(table(), "W", "W", "W", "W")
    die = game.dice("W")[0]
    game.do(a.GiveUp(die))
    assert game.refused(a.Assign((die,), game.id("Plastic Man")))[0] == "E_LOCKED"


def test_hero_recruited_this_turn_cannot_act_before_next():
    rows = ("2: +Robin 0/3 1W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "W", "D", "J", "P")
    robin = game.id("Robin")
    game.do(a.Assign(game.dice("W"), robin))
    assert game.refused(a.Ability(robin, game.dice("D")))[0] == "E_LOCATION"


def test_extra_die_gained_between_rolls_is_rolled_next():
    game = in_full(table(**STOCK), "W", "W", "W", "W")
    game.do(a.AddDie("blue")).do(a.GiveUp(game.dice("W")[0]))
    game.do(a.Roll(("W", "W", "W", "D")))
    assert [die.colour for die in game.state.turn.dice][-1] == "blue"


def test_extra_die_before_team_dice_stays_in_pool():
    game = table(with_lines("Ben: +Batman 0/5"), **STOCK).do(SetDepth("full"))
    to_heroes(game).do(a.AddDie("blue")).do(a.TeamDice(0, ("red", "red", "red", "purple")))
    colours = sorted(die.colour for die in game.state.turn.dice)
    assert colours == ["blue", "purple", "red", "red", "red"]
    game.do(a.TeamDice(0, ("red", "red", "purple", "purple")))
    colours = sorted(die.colour for die in game.state.turn.dice)
    assert colours == ["blue", "purple", "purple", "red", "red"]


def test_other_teams_dice_leave_this_teams_pool_alone():
    game = to_heroes(table(with_lines("Ana: +Wonder Woman 0/5"), **STOCK).do(SetDepth("full")))
    before = game.state.turn.dice
    game.do(a.TeamDice(1, ("blue", "blue", "blue", "green")))
    assert game.state.teams[1].dice == ("blue", "blue", "blue", "green")
    assert game.state.turn.dice == before


def test_team_dice_told_early_lie_in_pool_once():
    game = table(with_lines("Ben: +Batman 0/5"), **STOCK).do(SetDepth("full"))
    game.do(a.TeamDice(0, ("red", "red", "red", "purple")))
    assert game.state.turn.dice == ()
    assert len(to_heroes(game).state.turn.dice) == 4


def test_team_card_dice_come_too_late_after_roll():
    game = to_heroes(table(with_lines("Ben: +Batman 0/5"), **STOCK).do(SetDepth("full")))
    asked = {prompt.do for prompt in LAUGHS.prompts(game.state)} & {"team.dice", "roll"}
    assert asked == {"team.dice"}
    game.do(a.AddDie("blue")).do(a.Roll(("W",))).do(a.AddDie("blue"))
    game.do(a.GiveUp(game.dice("W")[0]))
    asked = {prompt.do for prompt in LAUGHS.prompts(game.state)} & {"team.dice", "roll"}
    assert asked == {"roll"}
    before = game.state.turn.dice
    game.do(a.TeamDice(0, ("red", "red", "red", "purple")))
    assert game.state.turn.dice == before


def test_reroll_comes_once_a_turn_before_laying_dice():
    roller = CardFacts("Cyborg", effects=(AbilityEffect("reroll"),), known=True)
    rows = ("Ben [red red red purple]: +Batman 0/5, +Cyborg 0/3",)
    game = in_full(table(with_lines(*rows), (roller,)), "W", "J", "D", "P")
    cyborg = game.id("Cyborg")
    late = Game(LAUGHS, game.state).do(a.Assign(game.dice("W"), game.id("Plastic Man")))
    assert late.refused(a.RerollByAbility(cyborg, ("", "W", "W"))) == ("E_LATE", "A-Q41")
    game.do(a.RerollByAbility(cyborg, ("", "W", "W", "")))
    assert [die.face for die in game.state.turn.dice] == ["W", "W", "W", "P"]
    assert game.refused(a.RerollByAbility(cyborg, ("W", "", "", ""))) == ("E_ONCE", "A-38")
    assert game.refused(a.Roll(("W",) * 4))[0] == "E_MUST_ASSIGN"


def test_fitting_dice_are_laid_where_none_is_named():
    game = in_full(table(), "P", "J", "P", "2J")
    game.do(a.Assign((), game.id("Constantine")))
    laid = {die.face for die in game.state.turn.dice if die.target == game.id("Constantine")}
    assert laid == {"P", "2J"}
    assert game.refused(a.Assign((), game.id("Plastic Man")))[0] == "E_NO_FIT"


def test_fitting_dice_continue_laid_ones_and_next_set():
    game = in_full(table(), "P", "D", "J", "J")
    owls = game.id("Court of Owls")
    game.do(a.Assign((), owls)).do(a.Roll(("D", "W")))
    game.do(a.Assign((), owls))
    assert [die.face for die in game.state.turn.dice if die.target == owls] == ["P", "D", "D"]


def test_dice_that_fit_ability_are_laid_on_it():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    game.do(a.Assign((), game.id("Robin")))
    assert tokens(game) == 1
    assert len(game.dice("D")) == 1


def test_table_names_dice_where_nobody_entered_price():
    game = in_full(table(), "W", "P", "D", "J", location=1)
    open_price = game.id("H3")
    assert game.asked(a.Assign((), open_price))[0] == "WHICH_DIE"
    (die,) = game.dice("W")
    game.do(a.Assign((), open_price), WHICH_DIE=die, PRICE="yes")
    assert [each.id for each in game.state.turn.dice if each.target == open_price] == [die]


def test_left_end_is_refused_where_rows_lack_order():
    """Only Fire Nation's teams are rows with two ends (p.2 there)."""
    game = in_full(table(), "2W", "W", "J", "D")
    man = game.id("Plastic Man")
    game.do(a.Assign(game.dice("2W", "W"), man))
    assert game.refused(a.Finish(left=(man,)), W_DICE_LEFT="anyway")[0] == "E_ROW"
