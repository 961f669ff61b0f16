"""Hero dice: rolling, abilities, the boss, prices."""

import pytest

from games.rising.box import CardFacts
from tests.games.batman_who_laughs.table import (
    CHANGER,
    LAUGHS,
    PAYER,
    ROBIN,
    in_full,
    table,
    to_heroes,
    with_lines,
)
from tests.games.rising.text import a


def test_one_damage_by_dice_a_turn():
    game = in_full(table(), "P", "2D", "P", "W")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("P", "2D"), owls))
    assert game.refused(a.Assign(game.dice("P"), owls)) == ("E_VILLAIN_ONCE", "A-43")
    game.do(a.Damage(owls))
    assert game.damage("Court of Owls") == 1
    assert "token.draw" in game.codes()


def test_roll_again_needs_die_laid_or_given_up():
    game = in_full(table(), "W", "J", "J", "P")
    assert game.refused(a.Roll(("W",) * 4)) == ("E_MUST_ASSIGN", "A-33")
    game.do(a.GiveUp(game.dice("J")[0]))
    assert game.refused(a.Roll(("W",) * 4))[0] == "E_FACES"
    game.do(a.Roll(("W", "W", "W")))


def test_an_ability_is_used_once_a_turn():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    robin = game.id("Robin")
    game.do(a.Ability(robin, game.dice("D")))
    assert len(game.state.teams[0].tokens) == 1
    assert game.refused(a.Ability(robin, game.dice("D"))) == ("E_ONCE", "A-38")
    game.do(a.Roll(("W", "W", "W")))


def test_face_change_takes_single_and_double_of_symbol():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Cyborg 0/3",)
    game = in_full(table(with_lines(*rows), (CHANGER,)), "2W", "J", "P", "P")
    cyborg = game.id("Cyborg")
    assert game.refused(a.ChangeFace(cyborg, game.dice("J")[0], "W")) == ("E_SYMBOL", "A-54")
    game.do(a.ChangeFace(cyborg, game.dice("2W")[0], "W"))
    (note,) = game.notes
    assert (note.code, note.rule, game.said()[0].count("Cyborg")) == ("note.face", "A-54", 1)
    assert game.refused(a.ChangeFace(cyborg, game.dice("W")[0], "P")) == ("E_ONCE", "A-38")


def test_ability_nobody_has_entered_turns_one_die_turn():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Cyborg 0/3",)
    game = in_full(table(with_lines(*rows), (CardFacts("Cyborg"),)), "W", "J", "P", "P")
    cyborg = game.id("Cyborg")
    game.do(a.ChangeFace(cyborg, game.dice("W")[0], "P"), ABILITY="yes")
    again = a.ChangeFace(cyborg, game.dice("J")[0], "P")
    assert game.refused(again, ABILITY="yes") == ("E_ONCE", "A-38")


@pytest.mark.parametrize(
    ("faces", "target", "code", "rule"),
    [
        ("J", "Plastic Man", "E_SYMBOL", "A-36"),
        ("W", "H1", "E_LOCATION", "A-15"),
        ("D", "boss", "E_BOSS_HIDDEN", "A-56"),
    ],
)
def test_dice_go_only_where_they_are_asked_for(faces, target, code, rule):
    game = in_full(table(), faces, faces, faces, faces)
    piece = "boss" if target == "boss" else game.id(target)
    assert game.refused(a.Assign(game.dice(faces), piece)) == (code, rule)


def test_satisfied_hero_takes_no_more_double_may_overpay():
    game = in_full(table(), "2W", "2W", "W", "J")
    plastic = game.id("Plastic Man")
    game.do(a.Assign(game.dice("2W", "2W"), plastic))
    assert game.refused(a.Assign(game.dice("W"), plastic)) == ("E_SATISFIED", "A-Q16")


def offered(game, do):
    """Return the labels of the prompts that do this."""
    prompts = game.referee.prompts(game.state)
    return [game.speaker.say(prompt.label) for prompt in prompts if prompt.do == do]


def test_dice_fitting_several_cards_fill_full_sets_first():
    game = in_full(table(), "2W", "W", "2J", "D")
    assert offered(game, "assign.all") == [
        "Assign 2 to Plastic Man, 1 to Constantine and 1 to Court of Owls"
    ]
    on = {face: game.id(name) for face, name in (("2W", "Plastic Man"), ("2J", "Constantine"))}
    game.do(a.AssignAll())
    laid = {die.face: die.target for die in game.state.turn.dice}
    assert laid == on | {"W": on["2W"], "D": game.id("Court of Owls")}


def test_die_fitting_two_cards_goes_where_set_fills():
    game = in_full(table(), "P", "2D", "J", "W")
    game.do(a.AssignAll())
    laid = {die.face: die.target for die in game.state.turn.dice}
    assert laid["P"] == laid["2D"] == game.id("Court of Owls")
    assert laid["J"] == game.id("Constantine")


def test_question_about_one_card_lays_no_die_twice():
    """The first card is tried again once the question about the second is taken for answered."""
    rows = ("2: +Plastic Man 0/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 2/2 1P+2D",)
    game = in_full(table(with_lines(*rows)), "2W", "W", "P", "D")
    assert offered(game, "assign.all") == ["Assign 2 to Plastic Man and 2 to Court of Owls"]
    assert game.asked(a.AssignAll()) == ("W_NO_ROOM", "warn")
    game.do(a.AssignAll(), W_NO_ROOM="anyway")
    laid = {die.face: die.target for die in game.state.turn.dice}
    assert laid["P"] == laid["D"] == game.id("Court of Owls")


def test_one_card_taking_all_dice_is_tapped_itself():
    game = in_full(table(), "W", "W", "W", "W")
    assert offered(game, "assign.all") == []
    game.do(a.Assign((), game.id("Plastic Man")))
    assert game.refused(a.AssignAll())[0] == "E_NO_FIT_AT_ALL"


def test_a_laid_die_stays_where_it_is():
    game = in_full(table(), "2W", "W", "J", "J")
    plastic, constantine = game.id("Plastic Man"), game.id("Constantine")
    double, single = game.dice("2W") + game.dice("W")
    game.do(a.Assign((double,), plastic))
    assert game.refused(a.Assign((double,), constantine)) == ("E_SPLIT", "A-Q14")
    assert game.refused(a.Assign((double,), plastic)) == ("E_LOCKED", "A-Q14")
    assert game.refused(a.GiveUp(double), W_FREED="anyway")[0] == "E_LOCKED"
    game.do(a.Assign((single,), plastic))


def test_overruling_table_moves_laid_die_whole():
    game = in_full(table(), "2J", "J", "W", "P")
    constantine, plastic = game.id("Constantine"), game.id("Plastic Man")
    double, single, wild, _other = (die.id for die in game.state.turn.dice)
    game.do(a.Assign((double,), constantine)).do(a.Assign((wild,), plastic))
    on = {"override_E_LOCKED": "a card says so", "override_E_SYMBOL": "a card says so"}
    game.do(a.Assign((wild,), constantine), **on)
    split = {"override_E_SPLIT": "a card says so", "override_E_SYMBOL": "a card says so"}
    game.do(a.Assign((double,), plastic), **split)
    assert game.codes().count("override") == 2
    lying = {die.id: (die.place, die.target) for die in game.state.turn.dice}
    assert lying[double] == ("laid", plastic)
    assert lying[wild] == ("laid", constantine)
    assert lying[single] == ("pool", "")


def test_boss_takes_three_of_one_symbol_never_power():
    game = in_full(table(boss_revealed=True), "2D", "D", "P", "W")
    assert game.refused(a.Assign(game.dice("W"), "boss")) == ("E_SYMBOL", "A-59")
    game.do(a.Assign(game.dice("2D", "P"), "boss"))
    assert not LAUGHS.board(game.state, None).boss.complete
    game.do(a.Assign(game.dice("D"), "boss"))
    assert LAUGHS.board(game.state, None).boss.complete
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert next(each.damage for each in game.state.pieces if each.id == "boss") == 1
    assert len(game.state.teams[0].tokens) == 1


def test_the_boss_is_hit_only_where_he_looks():
    game = in_full(table(boss_revealed=True), "D", "D", "D", "W", location=0)
    assert game.refused(a.Assign(game.dice("D"), "boss")) == ("E_BOSS_AWAY", "A-57")
    game.do(a.Jump(game.dice("W")[0]))
    assert game.state.turn.location == 2
    game.do(a.Assign(game.dice("D", "D", "D"), "boss")).do(a.Finish())
    assert game.damage("The Batman Who Laughs") == 1


def test_dice_laid_before_jump_count_at_old_location():
    rows = ("0: #The Drowned 0/3 2J+1W, +H1 1/4 2W, +H2 1/4",)
    game = in_full(table(with_lines(*rows), boss_revealed=True), "2W", "J", "J", "P", location=0)
    game.do(a.Assign(game.dice("2W"), game.id("H1"))).do(a.Jump(game.dice("J")[0]))
    assert game.refused(a.Assign(game.dice("J"), game.id("H2")))[0] == "E_LOCATION"
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.id("H1") in game.state.teams[0].row


def test_jump_before_reveal_is_asked_unless_table_allows():
    game = in_full(table(), "W", "W", "W", "W", location=0)
    die = game.dice("W")[0]
    assert game.asked(a.Jump(die)) == ("JUMP_EARLY", "ask")
    refusal = game.answer(a.Jump(die), None, {"JUMP_EARLY": "no"})
    assert (refusal.code, refusal.rule) == ("E_BOSS_HIDDEN", "A-Q05")
    game.do(a.Jump(die), JUMP_EARLY="yes")
    assert game.state.turn.location == 2


def test_a_full_hero_cannot_pay_with_damage():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Raven 3/3",)
    game = to_heroes(table(with_lines(*rows), (PAYER,)), 1)
    assert game.refused(a.Ability(game.id("Raven"))) == ("E_FULL", "A-50")


def test_a_full_villain_only_warns():
    rows = ("2: +Plastic Man 0/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 2/2 1P+2D",)
    game = in_full(table(with_lines(*rows)), "P", "2D", "W", "W")
    owls = game.id("Court of Owls")
    assert game.asked(a.Assign(game.dice("P"), owls)) == ("W_NO_ROOM", "warn")
    game.do(a.Assign(game.dice("P", "2D"), owls), W_NO_ROOM="anyway")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.teams[0].tokens == ()


def test_ability_damage_does_not_use_up_dice_hit():
    game = to_heroes(table())
    owls = game.id("Court of Owls")
    game.do(a.Damage(owls)).do(a.Results((), (), (owls,)))
    assert "villain.defeated" in game.codes()
    assert len(game.state.teams[0].tokens) == 2


def test_card_of_unknown_price_is_asked_about():
    rows = ("2: +Plastic Man 0/4, +Constantine 0/4 1P+2J, !Court of Owls 0/2",)
    game = in_full(table(with_lines(*rows)), "W", "2W", "J", "J")
    plastic = game.id("Plastic Man")
    lay = a.Assign(game.dice("W", "2W"), plastic)
    assert game.asked(lay) == ("PRICE", "ask")
    refusal = game.answer(lay, None, {"PRICE": "no"})
    assert (refusal.code, refusal.rule) == ("E_SYMBOL", "A-36")
    game.do(lay, PRICE="yes")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("J"), owls), PRICE="yes")
    game.do(a.Finish(complete=(plastic,)), W_DICE_LEFT="anyway")
    assert plastic in game.state.teams[0].row
    assert game.damage("Court of Owls") == 0
