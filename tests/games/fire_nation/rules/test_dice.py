"""Hero dice: rolled again, changed, exhausted."""

from games.rising.box import AbilityEffect, CardFacts
from tests.games.fire_nation.table import FIRE, in_full, line, rows, table, to_heroes, tokens
from tests.games.rising.text import a


def test_added_die_does_not_block_reroll_token():
    text = line("Aang [red red blue green]: +Aang 0/5, +Arnook 0/3 | tokens reroll die-red")
    game = in_full(table(text, (), supply=28), "A", "W", "W", "E", location=0, card="left0")
    game.do(a.UseToken(0, "die-red")).do(a.Assign(game.dice("A"), game.id("H1")))
    prompt = next(p for p in FIRE.prompts(game.state) if p.fixed.get("kind") == "reroll")
    assert len(prompt.fields[0].dice) == 3
    action = a.UseToken(0, "reroll", faces=("A", "A", "A"))
    assert [each.die for each in FIRE.rolled(game.state, action)] == ["red", "blue", "green"]
    game.do(action)
    assert [die.face for die in game.state.turn.dice] == ["A", "A", "A", "A", ""]


def test_the_reroll_token_takes_every_unassigned_die():
    text = line("Aang [red red blue green]: +Aang 0/5, +Arnook 0/3 | tokens reroll")
    game = in_full(table(text, (), supply=29), "A", "W", "W", "E", card="left0")
    assert game.refused(a.UseToken(0, "reroll", faces=("A", "A")))[0] == "E_FACES"
    game.do(a.UseToken(0, "reroll", faces=("A", "A", "A", "A")))
    assert game.refused(a.Roll(("A",) * 4)) == ("E_MUST_ASSIGN", "B-33")


def test_a_single_symbol_may_become_its_own_double():
    changer = CardFacts("Arnook", effects=(AbilityEffect("face", symbol="F"),), known=True)
    game = in_full(table(cards=(changer,)), "F", "W", "W", "E", card="left0")
    arnook = game.id("Arnook")
    assert game.refused(a.ChangeFace(arnook, game.dice("W")[0], "A")) == ("E_SYMBOL", "B-73")
    game.do(a.ChangeFace(arnook, game.dice("F")[0], "2F"))
    assert game.state.turn.dice[0].face == "2F"


def test_ability_for_exhausted_colour_is_ignored():
    giver = CardFacts("Arnook", effects=(AbilityEffect("die", colour="yellow"),), known=True)
    text = line("Aang [yellow yellow yellow red]: +Aang 0/5, +Arnook 0/3")
    game = to_heroes(table(text, (giver,)), 2, "left0").do(a.Ability(table(text).id("Arnook")))
    assert [n.rule for n in game.notes if n.code == "note.die.none"] == ["B-32"]
    assert len(game.state.turn.dice) == 4


def test_card_with_enough_of_one_symbol_lacks_other():
    game = in_full(table(), "2F", "2F", "W", "A", location=1, card="left0")
    lee = game.id("Ty Lee")
    game.do(a.Assign(game.dice("2F"), lee))
    assert game.asked(a.Assign(game.dice("2F"), lee)) == ("W_NO_ROOM", "warn")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("Ty Lee"), tokens(game)) == (0, 0)


def test_kept_dice_return_when_their_card_leaves():
    text = line("Aang [red red blue green]: +Aang 0/5, +Arnook 2/3")
    game = in_full(table(text, ()), "F", "F", "A", "A", card="left0")
    arnook = game.id("Arnook")
    game.do(a.Ability(arnook, game.dice("F"))).do(a.KeepDie(game.state.turn.dice[0].id, arnook))
    game.do(a.Damage(arnook)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert (rows(game)[0], game.state.kept) == (["Aang"], ())
