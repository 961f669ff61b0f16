"""Laying dice: what takes them, how many, and when they are lost."""

from msgspec.structs import replace

from games.referee import SetDepth
from games.rising.box import CardFacts, Effect
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


def test_one_roll_may_serve_several_cards_and_an_ability():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "W", "P", "D", "J")
    game.do(a.Assign(game.dice("W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("P"), game.id("Court of Owls")))
    game.do(a.Ability(game.id("Robin"), game.dice("D")))
    game.do(a.Assign(game.dice("J"), game.id("Constantine"))).do(a.Finish())
    assert tokens(game) == 1


def test_a_symbol_already_matched_is_refused_where_others_are_missing():
    game = in_full(table(), "P", "P", "J", "D")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("P"), owls))
    assert game.refused(a.Assign(game.dice("P"), owls))[0] == "E_SATISFIED"


def test_an_ability_takes_no_more_dice_than_it_asks_for():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    robin = game.id("Robin")
    assert game.refused(a.Ability(robin, game.dice("D", "D")))[0] == "E_SATISFIED"
    assert game.refused(a.Ability(robin, game.dice("W")))[0] == "E_SYMBOL"
    assert game.refused(a.Ability(robin))[0] == "E_ABILITY_PRICE"
    game.do(a.Ability(robin, game.dice("D")))


def test_a_double_pays_an_ability_that_asks_for_one():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "2D", "D", "W", "P")
    game.do(a.Ability(game.id("Robin"), game.dice("2D")))
    assert tokens(game) == 1


def test_dice_on_an_own_hero_are_sent_to_its_ability():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    game.do(a.Assign(game.dice("D"), game.id("Robin")))
    assert tokens(game) == 1
    assert game.refused(a.Assign(game.dice("D"), game.id("Robin"))) == ("E_ONCE", "A-38")
    assert game.refused(a.Assign(game.dice("D"), game.id("Wonder Woman")))[0] == "E_LOCATION"


def test_an_ability_of_two_symbols_is_paid_over_two_rolls_and_works_at_once():
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


def test_incomplete_cards_give_nothing_and_the_dice_come_back():
    game = in_full(table(), "W", "W", "P", "J")
    game.do(a.Assign(game.dice("W", "W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("P"), game.id("Court of Owls"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert len(game.state.teams[0].row) == 1
    assert (game.damage("Court of Owls"), tokens(game), game.state.turn.dice) == (0, 0, ())


def test_giving_up_dice_one_by_one_ends_the_rolling():
    game = in_full(table(), "W", "W", "W", "W")
    for left in (3, 2, 1):
        game.do(a.GiveUp(game.dice("W")[0])).do(a.Roll(("W",) * left))
    game.do(a.GiveUp(game.dice("W")[0]))
    assert game.refused(a.Roll(())) == ("E_POOL_EMPTY", "A-34")
    game.do(a.Finish())
    assert game.state.number == 2


def test_a_die_given_up_is_out_for_the_turn():
    game = in_full(table(), "W", "W", "W", "W")
    die = game.dice("W")[0]
    game.do(a.GiveUp(die))
    assert game.refused(a.Assign((die,), game.id("Plastic Man")))[0] == "E_LOCKED"


def test_a_hero_recruited_this_turn_cannot_act_before_the_next():
    rows = ("2: +Robin 0/3 1W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "W", "D", "J", "P")
    robin = game.id("Robin")
    game.do(a.Assign(game.dice("W"), robin))
    assert game.refused(a.Ability(robin, game.dice("D")))[0] == "E_LOCATION"


def test_an_extra_die_gained_between_rolls_is_rolled_with_the_next():
    game = in_full(table(**STOCK), "W", "W", "W", "W")
    game.do(a.AddDie("blue")).do(a.GiveUp(game.dice("W")[0]))
    game.do(a.Roll(("W", "W", "W", "D")))
    assert [die.colour for die in game.state.turn.dice][-1] == "blue"


def test_an_extra_die_told_before_the_team_dice_stays_in_the_pool():
    game = table(with_lines("Ben: +Batman 0/5"), **STOCK).do(SetDepth("full"))
    to_heroes(game).do(a.AddDie("blue")).do(a.TeamDice(0, ("red", "red", "red", "purple")))
    colours = sorted(die.colour for die in game.state.turn.dice)
    assert colours == ["blue", "purple", "red", "red", "red"]
    game.do(a.TeamDice(0, ("red", "red", "purple", "purple")))
    colours = sorted(die.colour for die in game.state.turn.dice)
    assert colours == ["blue", "purple", "purple", "red", "red"]


def test_the_dice_of_another_team_leave_this_teams_pool_as_it_is():
    game = to_heroes(table(with_lines("Ana: +Wonder Woman 0/5"), **STOCK).do(SetDepth("full")))
    before = game.state.turn.dice
    game.do(a.TeamDice(1, ("blue", "blue", "blue", "green")))
    assert game.state.teams[1].dice == ("blue", "blue", "blue", "green")
    assert game.state.turn.dice == before


def test_dice_of_a_team_told_before_they_are_in_hand_lie_in_the_pool_once():
    game = table(with_lines("Ben: +Batman 0/5"), **STOCK).do(SetDepth("full"))
    game.do(a.TeamDice(0, ("red", "red", "red", "purple")))
    assert game.state.turn.dice == ()
    assert len(to_heroes(game).state.turn.dice) == 4


def test_after_a_roll_the_dice_of_the_team_card_come_too_late():
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


def test_a_reroll_comes_before_any_die_of_the_roll_is_laid_and_once_a_turn():
    roller = CardFacts("Cyborg", effects=(Effect("reroll"),), known=True)
    rows = ("Ben [red red red purple]: +Batman 0/5, +Cyborg 0/3",)
    game = in_full(table(with_lines(*rows), (roller,)), "W", "J", "D", "P")
    cyborg = game.id("Cyborg")
    late = Game(LAUGHS, game.state).do(a.Assign(game.dice("W"), game.id("Plastic Man")))
    assert late.refused(a.Reroll(cyborg, ("", "W", "W"))) == ("E_LATE", "A-Q41")
    game.do(a.Reroll(cyborg, ("", "W", "W", "")))
    assert [die.face for die in game.state.turn.dice] == ["W", "W", "W", "P"]
    assert game.refused(a.Reroll(cyborg, ("W", "", "", ""))) == ("E_ONCE", "A-38")
    assert game.refused(a.Roll(("W",) * 4))[0] == "E_MUST_ASSIGN"


def test_without_a_die_named_those_that_fit_are_laid():
    game = in_full(table(), "P", "J", "P", "2J")
    game.do(a.Assign((), game.id("Constantine")))
    laid = {die.face for die in game.state.turn.dice if die.target == game.id("Constantine")}
    assert laid == {"P", "2J"}
    assert game.refused(a.Assign((), game.id("Plastic Man")))[0] == "E_NO_FIT"


def test_those_that_fit_go_on_with_what_lies_there_and_with_the_next_set():
    game = in_full(table(), "P", "D", "J", "J")
    owls = game.id("Court of Owls")
    game.do(a.Assign((), owls)).do(a.Roll(("D", "W")))
    game.do(a.Assign((), owls))
    assert [die.face for die in game.state.turn.dice if die.target == owls] == ["P", "D", "D"]


def test_dice_that_fit_an_ability_are_laid_on_it():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    game.do(a.Assign((), game.id("Robin")))
    assert tokens(game) == 1
    assert len(game.dice("D")) == 1


def test_where_nobody_has_entered_a_price_the_table_names_the_dice():
    game = in_full(table(), "W", "P", "D", "J", location=1)
    open_price = game.id("H3")
    assert game.refused(a.Assign((), open_price))[0] == "E_NO_FIT"
    game.do(a.Assign(game.dice("W"), open_price), PRICE="yes")
