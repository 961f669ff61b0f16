"""Recruiting, hitting, the row of a team."""

from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts
from tests.games.fire_nation.table import in_full, line, rows, table, to_heroes
from tests.games.rising.text import a


def test_the_rulebook_example_five_two_one_dice():
    text = line("0: !June 0/2 2F, +H7 0/3 2W+1F, +H2 0/4")
    text = line("Aang [red red blue green]: +Aang 0/5", text)
    game = table(text).do(SetDepth("full"))
    to_heroes(game, 0, "left0").do(a.AddDie("red"))
    game.do(a.Roll(("W", "W", "F", "A", "E")))
    game.do(a.Assign(game.dice("W", "W", "F"), game.id("H7")))
    game.do(a.Roll(("F", "E"))).do(a.Assign(game.dice("F"), game.id("June")))
    game.do(a.Roll(("F",))).do(a.Assign(game.dice("F"), game.id("June")))
    game.do(a.Finish(left=(game.id("H7"),)))
    assert rows(game)[0] == ["H7", "Aang"]
    assert game.damage("June") == 1
    assert len(game.state.teams[0].tokens) == 1
    assert game.state.step == "refill"


def test_new_heroes_join_at_end_and_gap_closes():
    game = table(line("Aang [red]: +Aang 0/5, +Arnook 2/3"), ())
    to_heroes(game, 0, "stay0")
    game.do(a.Results(left=(game.id("H1"),), recruited=(game.id("H2"),)))
    assert rows(game)[0] == ["H1", "Aang", "H2"]
    assert game.state.defeated == 1


def test_a_place_inside_the_row_is_refused():
    game = to_heroes(table(cards=()), 0)
    arnook = game.id("Arnook")
    assert game.refused(a.Reorder(arnook, 0)) == ("E_ROW", "B-07")
    game.do(a.Reorder(arnook, 0, by="team"))
    assert rows(game)[0] == ["Arnook", "Aang"]


def test_june_strikes_the_two_rightmost_of_every_team():
    game = to_heroes(table(line("Aang [red]: +Aang 0/5, +Arnook 0/3, +Sokka 0/4")), 2, "stay0")
    assert [game.damage(name) for name in ("Aang", "Arnook", "Sokka", "Katara")] == [0, 1, 1, 1]


def test_two_sets_in_one_turn_bring_two_damage():
    game = in_full(table(), "2F", "2F", "A", "A", location=0, card="left0")
    game.do(a.Assign(game.dice("2F", "2F"), game.id("June")))
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert "villain.defeated" in game.codes()
    assert len(game.state.teams[0].tokens) == 2


def test_a_third_set_on_two_spaces_is_void():
    game = to_heroes(table(), 0, "left0")
    june = game.id("June")
    assert game.asked(a.Results(hits=(f"{june}:3",))) == ("W_NO_ROOM", "warn")
    game.do(a.Results(hits=(f"{june}:3",)), W_NO_ROOM="anyway")
    assert len(game.state.teams[0].tokens) == 2


def test_surplus_on_same_card_counts_for_next_set():
    game = in_full(table(), "2F", "E", "E", "A", location=1, card="left0")
    lee = game.id("Ty Lee")
    double = game.dice("2F")
    game.do(a.Assign((*double, *game.dice("E")), lee))
    assert game.refused(a.Assign(double, game.id("H3"))) == ("E_SPLIT", "B-37")
    game.do(a.Assign(game.dice("E"), lee)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert len(game.state.teams[0].tokens) == 2


def test_most_and_least_damaged_compare_counters_with_ties():
    most = CardFacts("Azula", effects=(AbilityEffect("damage", who="most"),), known=True)
    least = CardFacts("Mai", effects=(AbilityEffect("damage", who="least"),), known=True)
    text = line("0: !Azula 0/2 2F, -, -")
    row = "Aang [red]: +Aang 2/6, +Arnook 2/2, +Sokka 1/4"
    game = to_heroes(table(line(row, text), (most,)))
    assert [game.damage(name) for name in ("Aang", "Arnook", "Sokka")] == [3, 2, 1]
    assert "damage.lost" in game.codes()
    text = line("0: !Mai 0/2 2F, -, -")
    game = to_heroes(table(line("Aang [red]: +Aang 0/6, +Arnook 0/2, +Sokka 3/4", text), (least,)))
    assert [game.damage(name) for name in ("Aang", "Arnook", "Sokka")] == [1, 1, 3]
