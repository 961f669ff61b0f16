"""The Batman Who Laughs Rising, scenario by scenario, where the rulebook leaves little room."""

import pytest
from msgspec.structs import replace

from games.batman_who_laughs import BatmanWhoLaughs
from games.referee import SetDepth
from games.rising import actions as a
from games.rising.facts import CardFacts, DieFacts, Effect
from tests.games.batman_who_laughs.test_scenarios import (
    DROWNED,
    HEALER,
    RED_DEATH,
    ROBIN,
    in_full,
    table,
    to_heroes,
    with_lines,
)
from tests.games.rising.text import Game, Text

LAUGHS = BatmanWhoLaughs()
EVERYONE = CardFacts("Evil Robins", effects=(Effect("damage", who="teams"),), known=True)


STOCK = {"stock": tuple(DieFacts(each) for each in ("red", "purple", "blue", "green"))}


def tokens(game: Game, team: int = 0) -> int:
    return len(game.state.teams[team].tokens)


# -- the track -----------------------------------------------------------------------------


def test_a_counter_is_taken_from_the_most_advanced_section():
    game = to_heroes(table(with_lines("track 4 4 4 4 4 4 b4 -4 | 5")), 1)
    game.do(a.ShiftDoom(-1))
    assert game.referee.table(game.state).fills()[:2] == (4, 0)
    game.do(a.Results())
    assert (game.state.waiting, game.state.newest) == ((0,), 0)


def test_a_section_that_is_one_short_at_the_end_lets_nothing_go():
    game = to_heroes(table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3")), 1, 2)
    game.do(a.ShiftDoom(-2)).do(a.Results())
    assert (game.state.doom, game.state.waiting, game.state.newest) == (3, (), -1)


def test_the_newest_ability_stays_in_force_when_its_section_empties_and_fills_again():
    game = table(with_lines("track 4o 4o 4 4 4 4 b4 -4 | 8"), newest=1)
    to_heroes(game, 1).do(a.ShiftDoom(-5)).do(a.Results())
    assert (game.state.newest, game.state.doom) == (1, 3)
    to_heroes(game, 1, 5).do(a.Results())
    assert (game.state.newest, game.state.waiting, game.state.deck) == (1, (), 27)


def test_a_removal_token_of_another_team_undoes_a_full_track():
    rows = (
        "track 4o 4o 4o 4o 4o 4o b4o -4 | 31",
        "Ana: +Wonder Woman 0/5 | tokens counters",
    )
    game = to_heroes(table(with_lines(*rows), supply=29), 1, 3)
    game.do(a.UseToken(1, "counters"), actor=1).do(a.Results())
    assert (game.state.doom, game.outcome) == (31, None)


def test_extra_spaces_give_one_more_breath():
    rows = with_lines("track 4o 4o 4o 4o 4o 4o b4o -7 | 31")
    game = to_heroes(table(rows), 1, 3).do(a.Results())
    assert (game.state.doom, game.outcome) == (34, None)


def test_the_first_crown_after_a_release_answers_with_the_uncovered_ability():
    text = with_lines("track 4 4 4 4 4 4 b4 -4 | 3")
    game = table(text).do(a.DefineSection("orange-brown", 1, "Team takes 1", True))
    game.do(a.DefineEffect("orange-brown.1", "damage", who="team"))
    game.do(a.Deploy(1)).do(a.DoomRoll(1)).do(a.FigureRoll("stay+ring"))
    assert "crown.none" in game.codes()
    game.do(a.Results()).do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay+ring"))
    assert game.damage("Wonder Woman") == 1


def test_without_the_ring_no_track_ability_acts():
    text = with_lines("track 4o 4 4 4 4 4 b4 -4 | 4")
    game = table(text, newest=0).do(a.DefineEffect("orange-brown.1", "damage", who="teams"))
    to_heroes(game, 0, 0, "stay")
    assert "crown" not in game.codes()
    assert game.damage("Wonder Woman") == 0


def test_the_red_death_rolls_the_track_die_again_but_not_the_figure_die():
    rows = ("0: #The Red Death 0/3 2J+1W, +H1 0/4, +H2 0/4",)
    game = table(with_lines(*rows), (RED_DEATH,)).do(a.Deploy(1)).do(a.DoomRoll(1))
    game.do(a.FigureRoll("right"))
    assert [each.do for each in LAUGHS.prompts(game.state) if each.expected] == ["doom"]
    assert game.refused(a.FigureRoll("left"))[0] == "E_PHASE"
    game.do(a.DoomRoll(2))
    assert (game.state.doom, game.state.step, game.state.facing) == (3, "heroes", 0)


# -- attack, villains, damage --------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "facing"), [("left", 1), ("right", 0), ("stay", 2), ("stay+ring", 2)]
)
def test_the_attack_follows_every_face_of_the_figure_die(face, facing):
    game = to_heroes(table(cards=()), (facing + 1) % 3, 0, face)
    assert game.state.facing == facing
    assert "attack" in game.codes()
    assert (game.damage("Batman"), game.damage("Wonder Woman")) == (0, 0)


def test_villains_elsewhere_stay_quiet():
    game = to_heroes(table(), 0, 0, "stay")
    assert game.damage("Batman") == 0
    assert "villains.none" in game.codes()


def test_a_villain_heals_villains_and_no_token_goes_back():
    healer = CardFacts("Court of Owls", effects=(Effect("heal", who="villains"),), known=True)
    rows = ("2: !Evil 1/3 2W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D",)
    game = to_heroes(table(with_lines(*rows), (healer,)), 0, 0, "stay")
    assert (game.damage("Evil"), game.damage("Court of Owls")) == (0, 0)
    assert game.state.supply == 30


def test_a_full_hero_stays_until_the_end_and_may_be_healed_by_an_ability():
    rows = ("Ben [red red red purple]: +Batman 4/5, +Zatanna 0/3",)
    game = in_full(table(with_lines(*rows), (HEALER,)), "W", "J", "J", "P")
    assert game.damage("Batman") == 5
    game.do(a.Ability(game.id("Zatanna"), game.dice("W"), target=game.id("Batman")))
    assert game.damage("Batman") == 4
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.id("Batman")
    assert game.state.defeated == 0


def test_healing_below_nothing_is_no_healing():
    game = to_heroes(table(), 0, 0, "stay").do(a.Heal(game_piece("Batman"), 3))
    assert (game.damage("Batman"), game.codes()) == (0, ["heal.none"])


def game_piece(name: str) -> str:
    return table().id(name)


def test_a_last_hero_of_a_team_not_on_turn_falls_and_everybody_loses():
    game = table(with_lines("Ana: +Wonder Woman 4/5"), (EVERYONE,))
    to_heroes(game, 0, 0, "left").do(a.Results())
    assert (game.outcome.condition, game.outcome.rule) == ("team", "A-70")


def test_exactly_ten_heroes_lose_and_nine_do_not():
    for lost, over in ((8, False), (9, True)):
        rows = (f"deck 27, lost {lost}, supply 30, discard 0", "1: +H3 0/4, +H4 3/3, -")
        game = to_heroes(table(with_lines(*rows)), 1, 0, "stay").do(a.Results())
        assert bool(game.outcome) == over
        assert game.state.defeated == lost + 1


def test_a_recruit_and_a_hit_on_the_same_turn_as_the_last_counter():
    rows = ("track 4o 4o 4o 4o 4o 4o b4o -4 | 31", "boss 4/5")
    game = to_heroes(table(with_lines(*rows), boss_revealed=True), 2, 1)
    game.do(a.Results((game.id("Plastic Man"),), (), ("boss",)))
    assert (game.outcome.result, game.outcome.also) == ("won", ("track",))


# -- the boss ------------------------------------------------------------------------------


def test_the_revealed_boss_acts_where_he_looks():
    boss = CardFacts(
        "The Batman Who Laughs",
        "boss",
        0,
        ((0, 0, 0, 3), (0, 0, 3, 0), (0, 3, 0, 0)),
        effects=(Effect("damage", who="team"),),
        known=True,
    )
    hidden = to_heroes(table(cards=(boss,)), 0, 0, "stay")
    shown = to_heroes(table(cards=(boss,), boss_revealed=True), 0, 0, "stay")
    assert (hidden.damage("Batman"), shown.damage("Batman")) == (0, 1)


def test_the_boss_takes_one_damage_a_turn_whatever_lies_on_him():
    rows = ("Ben [red red red purple]: +Batman 0/5",)
    game = in_full(table(with_lines(*rows), boss_revealed=True), "2D", "2D", "2P", "P")
    game.do(a.Assign(game.dice("2D", "2D"), "boss"))
    assert game.refused(a.Assign(game.dice("2P"), "boss"))[0] == "E_VILLAIN_ONCE"
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("The Batman Who Laughs"), tokens(game)) == (1, 1)


def test_mixed_symbols_lie_on_the_boss_and_do_nothing():
    game = in_full(table(boss_revealed=True), "2P", "J", "J", "W")
    game.do(a.Assign(game.dice("2P", "J", "J"), "boss")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("The Batman Who Laughs"), tokens(game)) == (0, 0)


def test_power_does_not_hurt_the_boss_and_the_rule_says_which_symbols_do():
    game = in_full(table(boss_revealed=True), "W", "W", "W", "W")
    assert game.refused(a.Assign(game.dice("W"), "boss")) == ("E_SYMBOL", "A-59")


def test_the_boss_hit_twice_in_quick_depth_is_refused():
    game = to_heroes(table(boss_revealed=True))
    assert game.refused(a.Results(hits=("boss:2",))) == ("E_VILLAIN_ONCE", "A-43")


def test_an_ability_may_let_dice_hurt_a_villain_twice():
    game = in_full(table(), "2D", "P", "P", "2D")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("2D", "P"), owls)).do(a.ExtraSet(owls))
    game.do(a.Assign(game.dice("2D", "P"), owls)).do(a.Finish())
    assert ("villain.defeated" in game.codes(), tokens(game)) == (True, 2)


def test_a_smaller_meter_beats_the_boss_sooner():
    game = to_heroes(table(with_lines("boss 2/3"), boss_revealed=True))
    game.do(a.Results(hits=("boss",)))
    assert (game.outcome.condition, game.outcome.rule) == ("won", "A-67")


def test_no_meter_beyond_the_printed_one_and_no_option_beyond_its_bounds():
    for change in ({"villains": 7}, {"extra_spaces": 13}, {"boss_damage": 10}, {"hero_limit": 0}):
        setup = LAUGHS.decode_setup({"players": 2, "villains": 6, **change})
        refusal = LAUGHS.begin(setup, LAUGHS.sample_box())
        assert (refusal.code, bool(refusal.rule), bool(refusal.remedy)) == ("E_RANGE", True, True)
    sample = LAUGHS.sample_box()
    printed = next(each.capacity for each in sample.cards if each.kind == "boss")
    setup = LAUGHS.decode_setup({"players": 2, "villains": 6, "boss_damage": printed + 1})
    assert LAUGHS.begin(setup, sample).code == "E_RANGE"


def test_a_jump_uses_up_a_die_and_triggers_nothing():
    game = in_full(table(boss_revealed=True), "W", "J", "J", "P", location=0)
    before = game.damage("Batman")
    game.do(a.Jump(game.dice("W")[0]))
    assert game.codes() == ["jump"]
    assert (game.state.turn.location, game.damage("Batman")) == (2, before)
    assert len(LAUGHS.table(game.state).pool()) == 3
    assert game.refused(a.Jump(game.dice("P")[0]))[0] == "E_THERE"
    game.do(a.Roll(("J", "J", "J")))


def test_a_laid_die_cannot_be_thrown_away_for_a_jump():
    rows = ("0: #The Drowned 0/3 2J+1W, +H1 0/4, +H2 1/4",)
    game = in_full(table(with_lines(*rows), boss_revealed=True), "W", "J", "J", "P", location=0)
    die = game.dice("W")
    game.do(a.Assign(die, game.id("The Drowned")))
    assert game.refused(a.Jump(die[0]))[0] == "E_LOCKED"


def test_quick_results_after_a_jump_still_count_at_the_location_left():
    rows = ("0: #The Drowned 0/3 2J+1W, +H1 1/4 2W, +H2 1/4",)
    game = to_heroes(table(with_lines(*rows), boss_revealed=True), 0).do(a.Jump())
    results = LAUGHS.prompts(game.state)[0]
    offered = {choice.value for field in results.fields for choice in field.choices}
    assert {game.id("H1"), "boss"} <= offered
    game.do(a.Results((game.id("H1"),), (), ("boss", game.id("The Drowned"))))
    assert game.id("H1") in game.state.teams[0].row
    assert (game.damage("The Batman Who Laughs"), game.damage("The Drowned")) == (1, 1)


# -- laying dice ---------------------------------------------------------------------------


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


# -- tokens --------------------------------------------------------------------------------


def test_a_token_earned_by_a_hit_is_ready_on_the_next_team_s_turn():
    game = to_heroes(table()).do(a.Results(hits=(game_piece("Court of Owls"),)))
    to_heroes(game, 0, 2, "stay").do(a.UseToken(0, "counters"), actor=0)
    assert (game.state.doom, tokens(game), game.state.discard) == (1, 0, 1)


def test_a_fresh_token_stays_fresh_when_it_is_handed_over():
    game = to_heroes(table()).do(a.DrawToken(0)).do(a.GiveToken(0, 1))
    assert game.refused(a.UseToken(1, "counters")) == ("E_TOKEN_FRESH", "A-63")


def test_ability_damage_on_a_villain_earns_a_token_even_beyond_the_dice():
    game = to_heroes(table())
    owls = game.id("Court of Owls")
    game.do(a.Damage(owls, 2))
    assert (game.damage("Court of Owls"), tokens(game)) == (2, 2)
    assert game.asked(a.Results(hits=(owls,))) == ("W_NO_ROOM", "warn")
    game.do(a.Results(hits=(owls,)), W_NO_ROOM="anyway")
    assert tokens(game) == 2


def test_a_symbol_token_may_pay_the_ability_of_an_own_hero():
    rows = (
        "Ben [red red red purple]: +Batman 0/5, +Robin 0/3",
        "Ana: +Wonder Woman 0/5 | tokens symbol-D symbol-W",
    )
    game = in_full(table(with_lines(*rows), (ROBIN,), supply=28), "W", "W", "W", "W")
    robin = game.id("Robin")
    assert game.refused(a.UseToken(1, "symbol-W", robin))[0] == "E_SYMBOL"
    game.do(a.UseToken(1, "symbol-D", robin)).do(a.Ability(robin))
    assert tokens(game) == 1
    assert game.refused(a.UseToken(1, "symbol-W", robin)) == ("E_ONCE", "A-38")


def test_a_die_token_adds_its_die_even_to_an_empty_pool():
    rows = ("Ana: +Wonder Woman 0/5 | tokens die",)
    game = in_full(table(with_lines(*rows), supply=29, **STOCK), "2W", "2W", "J", "J")
    game.do(a.Assign(game.dice("2W", "2W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("J", "J"), game.id("Constantine")))
    game.do(a.UseToken(1, "die", colour="blue")).do(a.Roll(("P",)))
    game.do(a.Assign(game.dice("P"), game.id("Constantine"))).do(a.Finish())
    assert len(game.state.teams[0].row) == 3


def test_a_token_before_the_hero_dice_is_out_of_its_step():
    rows = ("Ana: +Wonder Woman 0/5 | tokens heal",)
    game = table(with_lines(*rows), supply=29).do(a.Deploy(0))
    assert game.refused(a.UseToken(1, "heal", game.id("Batman"))) == ("E_TOKEN_PHASE", "A-Q10")
    game.state = replace(game.state, setup=replace(game.state.setup, token_window="turn"))
    game.do(a.Damage(game.id("Batman"))).do(a.UseToken(1, "heal", game.id("Batman")))
    assert game.damage("Batman") == 0


# -- new cards -----------------------------------------------------------------------------


def test_only_a_dark_knight_is_on_top_while_one_waits_and_none_otherwise():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "2: -, -, !Court of Owls 0/2 1P+2D")
    knight = CardFacts("The Merciless", "knight", 3, known=True)
    hero = CardFacts("Robin", "hero", 3, known=True)
    game = to_heroes(table(with_lines(*rows), (knight, hero)), 1, 1).do(a.Results())
    assert game.refused(a.Refill(6, "Robin")) == ("E_DECK_TOP", "A-61")
    game.do(a.Refill(7, "The Merciless"))
    assert game.refused(a.Refill(6, "The Drowned"))[0] == "E_DUPLICATE_CARD"
    game.do(a.Refill(6, "Robin"))
    assert game.state.step == "deploy"


def test_a_waiting_knight_of_a_new_name_is_known_to_be_a_dark_knight():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "2: -, +Constantine 0/4 1P+2J, -")
    game = to_heroes(table(with_lines(*rows)), 1, 1).do(a.Results())
    game.do(a.Refill(6, "The Devastator"))
    assert LAUGHS.table(game.state).kind(game.id("The Devastator")) == "knight"


def test_a_released_knight_waits_while_no_place_is_empty():
    game = to_heroes(table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3")), 1, 2).do(a.Results())
    assert (game.state.step, game.state.waiting, game.state.deck) == ("deploy", (0,), 28)
    to_heroes(game, 2).do(a.Results((game.id("Plastic Man"),)))
    names = {c.value for c in LAUGHS.prompts(game.state)[0].fields[0].choices}
    assert "The Drowned" not in names
    game.do(a.Refill(6))
    assert LAUGHS.table(game.state).kind(game.state.slots[2][0]) == "knight"


# -- the end of a turn, line by line -------------------------------------------------------


def test_every_consequence_of_a_turn_s_end_is_a_line_in_the_order_of_the_book():
    rows = (
        "track 4 4 4 4 4 4 b4 -4 | 4",
        "1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W",
        "2: +Plastic Man 1/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 1/2 1P+2D",
    )
    game = in_full(table(with_lines(*rows)), "2W", "W", "2D", "P", face="right")
    game.do(a.Assign(game.dice("2W", "W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("2D", "P"), game.id("Court of Owls"))).do(a.Finish())
    told = [(note.code.removeprefix("note."), note.rule) for note in game.notes]
    assert told == [
        ("results.rh", "A-39"),
        ("recruit", "A-40"),
        ("recruit.healed", "A-40"),
        ("damage", "A-41"),
        ("token.draw", "A-42"),
        ("dice.back", "A-44"),
        ("track.release", "A-44"),
        ("track.ability", "A-45"),
        ("villain.defeated", "A-47"),
        ("hero.defeated", "A-47"),
    ]
    game.do(a.Refill(4))
    assert game.codes() == ["refill.knight"]
    game.do(a.Refill(6)).do(a.Refill(8))
    assert game.codes() == ["refill", "turn"]


def test_both_depths_end_the_same_turn_alike():
    rows = (
        "track 4 4 4 4 4 4 b4 -4 | 3",
        "1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W",
        "2: +Plastic Man 1/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D",
        "Ana: +Wonder Woman 1/5 | tokens heal counters",
    )
    full = in_full(table(with_lines(*rows), supply=28), "2W", "W", "2D", "P", n=2, face="right")
    quick = to_heroes(table(with_lines(*rows), supply=28), n=2, face="right")
    plastic, owls, batman = (full.id(each) for each in ("Plastic Man", "Court of Owls", "Batman"))
    for game in (full, quick):
        game.do(a.UseToken(1, "heal", batman), actor=1)
    full.do(a.Assign(full.dice("2W", "W"), plastic)).do(a.Assign(full.dice("2D", "P"), owls))
    full.do(a.Finish()).do(a.Refill(4)).do(a.Refill(6)).do(SetDepth("quick"))
    quick.do(a.Results((plastic,), (), (owls,))).do(a.Refill(4)).do(a.Refill(6))
    assert full.state == quick.state
    assert full.state.number == 2


def test_solo_alternates_two_teams_from_one_phone():
    setup = LAUGHS.decode_setup({"players": 1, "villains": 6})
    game = Game(LAUGHS, LAUGHS.begin(setup, LAUGHS.sample_box()).state).do(a.Deal(("",) * 9))
    assert (len(game.state.teams), game.state.setup.side) == (2, "orange-brown")
    game.state = Text(LAUGHS).read(with_lines("boss 0/5"))
    game.state = replace(game.state, setup=replace(game.state.setup, players=1))
    to_heroes(game).do(a.Results(), actor=1)
    assert game.state.active == 1
    game.do(a.Deploy(0), actor=0).do(a.DoomRoll(0)).do(a.FigureRoll("stay")).do(a.Results())
    assert (game.state.active, game.state.number) == (0, 3)
    assert DROWNED.name in {each.card for each in game.state.pieces}


def test_unknown_cards_are_asked_about_before_the_crown_strikes_them():
    text = with_lines("track 4o 4 4 4 4 4 b4 -4 | 4", "2: ?, ?, !Court of Owls 0/2 1P+2D")
    game = table(text, newest=0).do(a.DefineEffect("orange-brown.1", "damage", who="location"))
    game.do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("stay+ring"))
    first, second = game.state.slots[2][:2]
    assert game.state.step == "kinds"
    game.do(a.Kinds((first, second), (first,)))
    dealt = [LAUGHS.table(game.state).piece(each).damage for each in (first, second)]
    assert dealt == [2, 0]


def test_an_ability_that_may_strike_an_unknown_card_is_carried_out_by_hand():
    far = CardFacts("Court of Owls", effects=(Effect("damage", who="next"),), known=True)
    game = to_heroes(table(with_lines("0: ?, +H1 0/4, +H2 1/4"), (far,)), 1, 0, "stay")
    assert (game.state.step, game.damage("H1")) == ("villains", 0)
    game.do(a.VillainDone(game.id("Court of Owls")))
    assert game.state.step == "heroes"
    sure = to_heroes(table(with_lines("0: +H9 0/4, +H1 0/4, +H2 1/4"), (far,)), 1, 0, "stay")
    assert (sure.state.step, sure.damage("H1")) == ("heroes", 1)


def test_an_ability_against_a_type_nobody_has_entered_is_carried_out_by_hand():
    picky = CardFacts(
        "Court of Owls", effects=(Effect("damage", who="team", type="Bat"),), known=True
    )
    game = to_heroes(table(cards=(picky,)), 1, 0, "stay")
    assert game.state.step == "villains"
    bat = CardFacts("Batman", type="Bat", known=True)
    assert to_heroes(table(cards=(picky, bat)), 1, 0, "stay").damage("Batman") == 1


def test_no_ability_hurts_the_boss_before_he_is_revealed():
    game = to_heroes(table(with_lines("Ben: +Batman 1/5")))
    assert game.refused(a.Damage("boss")) == ("E_BOSS_HIDDEN", "A-56")
    assert game.refused(a.MoveDamage(game.id("Batman"), "boss")) == ("E_BOSS_HIDDEN", "A-56")
    shown = to_heroes(table(boss_revealed=True)).do(a.Damage("boss"))
    assert (shown.damage("The Batman Who Laughs"), tokens(shown)) == (1, 1)
