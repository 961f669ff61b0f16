"""Fire Nation Rising, scenario by scenario, where the rulebook leaves little room."""

import pytest
from msgspec.structs import replace

from games.fire_nation import FireNation
from games.referee import SetDepth
from games.rising import actions as a
from games.rising.facts import CardFacts, Effect, PriceStep
from tests.games.fire_nation.test_scenarios import (
    BATTLE_TABLE,
    BATTLES,
    JUNE,
    TABLE,
    TY_LEE,
    WATCHER,
    YUE,
    battle_table,
    done,
    in_full,
    line,
    rows,
    table,
    to_heroes,
    with_option,
)
from tests.games.rising.text import Game

FIRE = FireNation()
NAMES = tuple(each.name for each in BATTLES)


def tokens(game: Game, team: int = 0) -> int:
    return len(game.state.teams[team].tokens)


def at_the_event(game: Game, location=2, card="right0") -> Game:
    to_heroes(game, location, card).do(a.Results())
    assert game.state.step == "event"
    return game


# -- the two tracks ------------------------------------------------------------------------


def test_ruin_stops_at_the_top_and_the_turn_goes_on():
    game = to_heroes(table(line("track -10 | 9")), 0, "left2")
    assert (game.state.doom, game.state.step, game.outcome) == (10, "heroes", None)
    assert [note.rule for note in game.notes[:1]] == ["B-21"]


def test_both_tracks_at_the_top_take_villains_and_no_hero():
    game = to_heroes(table(line("track -10 | 9"), progress=4), 0, "right1")
    game.do(a.Results((game.id("H1"),), advance=True))
    assert game.state.step == "event"
    june, lee = game.id("June"), game.id("Ty Lee")
    prompt = FIRE.prompts(game.state)[0]
    assert {c.value for c in prompt.fields[0].choices} == {june, lee, game.id("V3")}
    assert game.refused(a.Event((game.id("H2"),), NAMES))[0] == "E_MALFORMED"
    assert game.refused(a.Event((), NAMES[:1] * 3))[0] == "E_BATTLES"
    game.do(a.Event((lee,), NAMES))
    assert (game.state.event_side, game.state.defeated, tokens(game)) == ("progress", 0, 0)


def test_the_event_comes_once():
    game = at_the_event(table(line("track -10 | 10"))).do(a.Event((), NAMES))
    done(game)
    assert game.state.number == 2
    done(to_heroes(game, 0, "stay2").do(a.Results()))
    assert (game.state.event, game.state.number, game.state.step) == (1, 3, "deploy")


def test_a_marked_hero_that_is_full_is_counted_once():
    text = line("Aang [red]: +Aang 0/5, +Arnook 3/3", line("track -10 | 10"))
    game = at_the_event(table(text))
    game.do(a.Event((game.id("Arnook"),), NAMES))
    done(game)
    assert (game.state.defeated, rows(game)[0]) == (1, ["Aang"])


def test_a_team_emptied_by_the_event_loses_at_the_test():
    game = at_the_event(table(line("track -10 | 10")))
    done(game.do(a.Event((game.id("Katara"),), NAMES)))
    assert (game.outcome.condition, game.outcome.facts["teams"]) == ("team", ("Katara",))


def test_places_emptied_by_the_event_are_filled_on_the_same_turn():
    game = at_the_event(table(line("track -10 | 10"), progress=5), 2, "stay0")
    villain = game.id("V3")
    game.do(a.Event((villain,), NAMES))
    if game.state.step == "aid":
        game.do(a.Aid(False))
    assert game.referee.table(game.state).empty() == (8,)
    assert game.state.step == "refill"


def test_an_unnamed_marked_villain_turned_up_later_is_no_lost_hero():
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text)).do(a.Results()).do(a.Aid(False)).do(a.Refill(0))
    unknown = game.state.slots[0][0]
    game.do(a.Icon(unknown, True))
    assert (game.state.defeated, game.state.slots[0][0], game.state.step) == (0, "", "refill")


def test_a_chain_of_marked_cards_goes_on_until_one_may_stay():
    suns = tuple(CardFacts(f"Sun {n}", "villain", 2, known=True, icon="yes") for n in "12")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    fine = CardFacts("Fine", "villain", 2, known=True, icon="no")
    game = to_heroes(battle_table(text, (*suns, fine))).do(a.Results()).do(a.Aid(False))
    for name in ("Sun 1", "Sun 2"):
        game.do(a.Refill(0, name))
        assert game.state.step == "refill"
    game.do(a.Refill(0, "Fine"))
    assert (game.state.deck, game.state.step) == (36, "deploy")


def test_a_hero_with_the_icon_is_no_matter_after_a_won_balance():
    sun = CardFacts("Sun", "hero", 2, known=True, icon="yes")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text, (sun,))).do(a.Results()).do(a.Aid(False))
    game.do(a.Refill(0, "Sun"))
    assert (game.state.step, game.state.defeated) == ("deploy", 0)


def test_ruin_back_at_the_bottom_only_warns():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin")
    game = to_heroes(table(text, supply=29), 2, "left0")
    assert game.asked(a.UseToken(1, "ruin")) == ("W_NO_DOOM", "warn")


# -- Balance -------------------------------------------------------------------------------


def test_a_half_paid_space_is_lost_at_the_end_of_the_turn():
    steps = (PriceStep("symbols", (2, 0, 0, 0)),)
    game = in_full(table(steps=steps), "A", "W", "W", "E", card="left0")
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 0
    done(game)
    to_heroes(game, 2, "left0").do(a.Roll(("A", "W", "W", "E")))
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 0


def test_a_symbol_the_space_does_not_ask_for_is_refused():
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
def test_an_unpaid_space_is_refused_as_far_as_quick_depth_can_see(step, refused):
    game = to_heroes(table(steps=(step, step)), 2, "left0")
    if refused:
        assert game.refused(a.Results(advance=True)) == ("E_BALANCE_UNPAID", "B-43")
    else:
        assert game.do(a.Results(advance=True)).state.progress == 1


def test_a_hero_of_another_type_pays_no_space():
    earth = CardFacts("H5", type="Earth", known=True)
    game = to_heroes(table(cards=(earth,), progress=4), 2, "left0")
    assert game.refused(a.Results((game.id("H5"),), advance=True))[0] == "E_BALANCE_UNPAID"


def test_tokens_pay_a_space_all_at_once_or_not_at_all():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = to_heroes(table(text, progress=2, supply=28), 2, "left0")
    assert game.refused(a.PayProgress(owners=(1,)))[0] == "E_BALANCE_UNPAID"
    assert game.refused(a.PayProgress(owners=(0, 1)))[0] == "E_NO_TOKEN"
    assert tokens(game, 1) == 2
    game.do(a.PayProgress(owners=(1, 1)))
    assert (tokens(game, 1), game.state.discard, game.state.progress) == (0, 2, 2)


def test_no_second_space_on_a_turn_that_has_paid_one():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = in_full(table(text, progress=2, supply=28), "A", "A", "W", "E", card="left0")
    game.do(a.PayProgress(owners=(1, 1)))
    assert game.refused(a.Assign(game.dice("A"), "progress")) == ("E_BALANCE_MAX", "B-42")


def test_a_laid_die_cannot_be_removed_as_a_price():
    game = in_full(table(progress=3), "A", "A", "W", "E", location=0, card="left0")
    laid = game.dice("A")
    game.do(a.Assign(laid, game.id("H1")))
    assert game.refused(a.PayProgress(dice=(*laid, *game.dice("W")))) == ("E_LOCKED", "B-36")
    assert game.refused(a.PayProgress(dice=game.dice("W")))[0] == "E_BALANCE_UNPAID"


def test_a_price_nobody_has_entered_is_asked_about_unless_dice_lie_on_the_track():
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


# -- Heroes, reactions, villains -----------------------------------------------------------


def a_watcher_between_villains():
    """A Hero who answers damage with healing, and two Villains who hurt the team in turn."""
    healer = CardFacts(
        "Watcher", effects=(Effect("heal", who="choice", when="damaged"),), known=True
    )
    hitter = CardFacts("Azula", effects=(Effect("damage", who="team"),), known=True)
    more = CardFacts("Mai", effects=(Effect("damage", who="team", n=2),), known=True)
    text = line("0: !Azula 0/2 2F, !Mai 0/2 2F, -")
    return table(line("Aang [red]: +Aang 0/9, +Watcher 0/9", text), (healer, hitter, more))


def test_a_reaction_that_waits_between_villains_lets_the_others_act_afterwards():
    game = a_watcher_between_villains()
    to_heroes(game, 1, "stay0")
    assert (game.state.step, game.damage("Aang")) == ("villains", 1)
    game.do(a.React(game.id("Watcher"), True, game.id("Aang")))
    assert (game.state.step, game.damage("Aang"), game.damage("Watcher")) == ("heroes", 2, 3)


def test_a_declined_reaction_lets_the_others_act_too():
    game = a_watcher_between_villains()
    game.do(SetDepth("full"))
    to_heroes(game, 1, "stay0").do(a.VillainNext(game.id("Mai")))
    game.do(a.React(game.id("Watcher"), False))
    assert (game.state.step, game.damage("Aang")) == ("heroes", 3)


def test_a_battle_can_set_off_a_reaction():
    burning = replace(BATTLES[0], capacity=2, effects=(Effect("damage", who="team"),))
    text = line("Aang [red]: +Aang 0/5, +Watcher 0/3", BATTLE_TABLE)
    game = battle_table(text, (WATCHER,))
    game.state = replace(
        game.state,
        library=tuple(burning if c.name == burning.name else c for c in game.state.library),
    )
    to_heroes(game, 2, "stay0")
    assert (game.damage("Watcher"), tokens(game)) == (1, 1)


def test_a_completed_battle_acts_no_more_and_villains_still_do():
    text = line("0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4", BATTLE_TABLE)
    text = line("1: +H7 0/2 1F, +H3 0/4, +H4 0/3, =Fire Nation Palace 0/2 1F", text)
    game = to_heroes(battle_table(text, battles_done=1), 2, "stay0")
    assert game.state.step == "heroes"
    assert game.damage("Arnook") == 1


def test_adjacent_heroes_are_the_direct_neighbours_and_close_up():
    near = CardFacts("Sokka", effects=(Effect("heal", who="adjacent"),), known=True)
    text = line("Aang [red]: +Aang 2/5, +Arnook 3/3, +Sokka 0/4, +Toph 2/5, +Suki 2/5")
    game = to_heroes(table(text, (near,)), 0, "left0").do(a.Ability(sokka(text)))
    hurt = [game.damage(n) for n in ("Aang", "Arnook", "Toph", "Suki")]
    assert hurt == [2, 2, 1, 2]
    game.do(a.Damage(game.id("Arnook"))).do(a.Results())
    assert rows(game)[0] == ["Aang", "Sokka", "Toph", "Suki"]


def sokka(text: str) -> str:
    return table(text, ()).id("Sokka")


def test_several_recruits_take_the_ends_they_are_sent_to():
    game = to_heroes(table(cards=()), 0)
    h1, h2 = game.id("H1"), game.id("H2")
    game.do(a.Results(recruited=(h2,), left=(h1,)))
    assert rows(game)[0] == ["H1", "Aang", "Arnook", "H2"]


def test_rightmost_two_of_one_is_one():
    game = to_heroes(table(), 2, "stay0")
    assert [game.damage(n) for n in ("Aang", "Arnook", "Katara")] == [1, 1, 1]


def test_a_whole_team_full_in_the_middle_of_the_turn_may_be_healed():
    text = line("Aang [red]: +Aang 4/5 | tokens heal-one")
    game = to_heroes(table(text, supply=29), 1, "stay0")
    assert game.damage("Aang") == 5
    game.do(a.UseToken(0, "heal-one", game.id("Aang")))
    done(game.do(a.Results()))
    assert (game.outcome, game.damage("Aang")) == (None, 3)


def test_heroes_of_other_teams_are_healed_by_tokens_only_where_the_table_says_so():
    text = line("Aang [red]: +Aang 4/5 | tokens heal-one")
    text = line("Katara [blue]: +Katara 2/5", text)
    game = to_heroes(table(text, (), supply=29), 1, "right0")
    heal = a.UseToken(0, "heal-one", game.id("Katara"))
    assert game.asked(heal) == ("HEAL_WIDER", "ask")
    game.do(heal, HEAL_WIDER="yes")
    assert game.damage("Katara") == 0


def test_a_token_for_two_heroes_may_heal_only_one_and_never_the_same_twice():
    text = line("Aang [red]: +Aang 3/5, +Arnook 0/3 | tokens heal-two heal-two")
    game = to_heroes(table(text, (), supply=28), 0, "left0")
    aang = game.id("Aang")
    game.do(a.UseToken(0, "heal-two", aang))
    assert game.damage("Aang") == 2
    game.do(a.UseToken(0, "heal-two", aang, aang))
    assert game.damage("Aang") == 1


# -- dice ----------------------------------------------------------------------------------


def test_an_added_die_does_not_stand_in_the_way_of_a_reroll_token():
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
    changer = CardFacts("Arnook", effects=(Effect("face", symbol="F"),), known=True)
    game = in_full(table(cards=(changer,)), "F", "W", "W", "E", card="left0")
    arnook = game.id("Arnook")
    assert game.refused(a.ChangeFace(arnook, game.dice("W")[0], "A")) == ("E_SYMBOL", "B-73")
    game.do(a.ChangeFace(arnook, game.dice("F")[0], "2F"))
    assert game.state.turn.dice[0].face == "2F"


def test_an_ability_for_an_exhausted_colour_is_ignored_and_the_turn_goes_on():
    giver = CardFacts("Arnook", effects=(Effect("die", colour="yellow"),), known=True)
    text = line("Aang [yellow yellow yellow red]: +Aang 0/5, +Arnook 0/3")
    game = to_heroes(table(text, (giver,)), 2, "left0").do(a.Ability(table(text).id("Arnook")))
    assert [n.rule for n in game.notes if n.code == "note.die.none"] == ["B-32"]
    assert len(game.state.turn.dice) == 4


def test_a_card_with_enough_of_one_symbol_is_still_short_of_the_other():
    game = in_full(table(), "2F", "2F", "W", "A", location=1, card="left0")
    lee = game.id("Ty Lee")
    game.do(a.Assign(game.dice("2F"), lee))
    assert game.asked(a.Assign(game.dice("2F"), lee)) == ("W_NO_ROOM", "warn")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("Ty Lee"), tokens(game)) == (0, 0)


def test_dice_that_stay_come_back_when_their_card_leaves():
    text = line("Aang [red red blue green]: +Aang 0/5, +Arnook 2/3")
    game = in_full(table(text, ()), "F", "F", "A", "A", card="left0")
    arnook = game.id("Arnook")
    game.do(a.Ability(arnook, game.dice("F"))).do(a.KeepDie(game.state.turn.dice[0].id, arnook))
    game.do(a.Damage(arnook)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert (rows(game)[0], game.state.kept) == (["Aang"], ())


# -- Final Battles -------------------------------------------------------------------------


def test_a_battle_is_no_target_before_the_event_nor_elsewhere():
    game = in_full(battle_table(), "F", "F", "F", "A", location=2, card="stay0")
    other = game.id("Ba Sing Se")
    assert game.refused(a.Assign(game.dice("F"), other)) == ("E_LOCATION", "B-20")


def test_a_symbol_token_on_a_guarded_battle_is_refused_like_a_die():
    text = line("Katara [blue]: +Katara 0/5 | tokens extra-F", BATTLE_TABLE)
    game = in_full(battle_table(text, supply=29), "F", "F", "F", "A", location=1, card="stay0")
    battle = game.id("Fire Nation Palace")
    assert game.refused(a.UseToken(1, "extra-F", battle))[0] == "E_FB_BLOCKED"
    assert tokens(game, 1) == 1


def test_a_battle_of_need_three_takes_three_and_counts_over_turns():
    text = line("2: +H5 0/4 1W, +H6 0/4, +H8 0/4, =Wulong Forest 1/3 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text), 2, "stay0")
    battle = game.id("Wulong Forest")
    done(game.do(a.Results(hits=(battle,))))
    assert (game.damage("Wulong Forest"), game.state.battles_done) == (2, 0)
    to_heroes(game, 2, "stay0").do(a.Results(hits=(battle,)))
    assert (game.state.battles_done, game.state.step) == (1, "battles")
    assert game.refused(a.Reward("p1"))[0] == "E_NO_ABILITY"


def test_the_reward_saves_the_tenth_hero_and_the_last_of_a_team():
    rewarded = replace(BATTLES[2], capacity=2, rewards=(Effect("heal", n=1, who="teams"),))
    text = line("deck 39, lost 9, supply 30, discard 0", BATTLE_TABLE)
    text = line("Katara [blue]: +Katara 5/5", text)
    game = battle_table(text)
    library = tuple(rewarded if c.name == rewarded.name else c for c in game.state.library)
    game.state = replace(game.state, library=library)
    to_heroes(game, 2, "stay0").do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))
    done(game)
    assert (game.outcome, game.damage("Katara"), game.state.defeated) == (None, 4, 9)


def test_a_win_beats_a_team_lost_on_the_same_turn():
    text = line("Katara [blue]: +Katara 5/5", BATTLE_TABLE)
    game = to_heroes(battle_table(text, battles_done=2), 2, "stay0")
    battle = game.id("Wulong Forest")
    game.do(a.Results(hits=(f"{battle}:2",))).do(a.Reward(battle))
    assert (game.outcome.result, game.outcome.also) == ("won", ("team",))


# -- tokens and aid ------------------------------------------------------------------------


def test_tokens_wait_for_the_roll_and_assign_step_of_any_player():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin", line("track -10 | 3"))
    game = table(text, supply=29)
    assert game.refused(a.UseToken(1, "ruin"), actor=1) == ("E_TOKEN_PHASE", "B-77")
    to_heroes(game, 2, "left0").do(a.UseToken(1, "ruin"), actor=1)
    assert (game.state.doom, game.state.discard) == (2, 1)


def test_moved_damage_earns_nothing_under_ty_lee():
    game = to_heroes(table(line("Aang [red]: +Aang 2/5")), 2, "right0")
    game.do(a.MoveDamage(game.id("Aang"), game.id("June")))
    assert (game.damage("June"), tokens(game)) == (1, 0)


def test_a_hit_on_a_full_villain_is_nothing_and_leaves_the_aid():
    text = line("0: !June 2/2 2F, +H1 0/4 2A, +H2 0/4")
    game = to_heroes(table(text), 0, "left0")
    game.do(a.Results(hits=(game.id("June"),)), W_NO_ROOM="anyway")
    assert game.state.step == "aid"


@pytest.mark.parametrize("what", ["recruit", "hit", "progress", "ability", "battle"])
def test_no_aid_after_anything_at_all(what):
    game = battle_table(cards=(YUE,)) if what == "battle" else table(cards=(TY_LEE,))
    to_heroes(game, 2, "left0")
    if what == "ability":
        game.do(a.Ability(game.id("Arnook")), ABILITY="yes")
    game.do(
        a.Results(
            recruited=(game.id("H5"),) if what == "recruit" else (),
            hits={"hit": (game_id("V3"),), "battle": (battle_id("Wulong Forest"),)}.get(what, ()),
            advance=what == "progress",
        )
    )
    assert game.state.step in ("deploy", "refill")
    assert game.refused(a.Aid(True))[0] in ("E_PHASE", "E_AID")


def game_id(name: str) -> str:
    return table().id(name)


def battle_id(name: str) -> str:
    return battle_table().id(name)


def test_a_reaction_in_the_villains_step_leaves_the_aid():
    text = line("Aang [red]: +Aang 0/5, +Watcher 0/3")
    game = to_heroes(table(text, (JUNE, WATCHER)), 1, "stay0").do(a.Results())
    assert game.state.step == "aid"


def test_dice_enough_to_pay_the_next_space_leave_no_aid():
    text = TABLE.replace("+H2 0/4", "+H2 0/4 2A").replace("+H6 0/4", "+H6 0/4 3W")
    quiet = CardFacts("Arnook", known=True)
    game = in_full(
        table(text, (JUNE, TY_LEE, quiet), steps=(PriceStep("dice", n=1),)),
        *("F", "F", "F", "F"),
        location=2,
        card="left0",
    )
    for _ in range(4):
        game.do(a.GiveUp(game.dice("F")[0]), W_FREED="anyway")
    game.do(a.Finish())
    assert game.refused(a.Aid(True)) == ("E_AID", "B-51")


# -- the end of a turn, line by line -------------------------------------------------------


def test_every_consequence_of_a_turn_s_end_is_a_line_in_the_order_of_the_book():
    text = line("0: !June 1/2 1F, +H1 2/4 1W, +H2 4/4")
    game = in_full(table(text, progress=0), "F", "W", "A", "E", location=0, card="left0")
    game.do(a.Assign(game.dice("F"), game.id("June"))).do(a.Assign(game.dice("W"), game.id("H1")))
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    told = [(note.code.removeprefix("note."), note.rule) for note in game.notes]
    assert told == [
        ("results.rh", "B-46"),
        ("recruit.end", "B-47"),
        ("recruit.healed", "B-47"),
        ("damage", "B-48"),
        ("token.draw", "B-49"),
        ("progress", "B-42"),
        ("dice.back", "B-52"),
        ("team.back", "B-53"),
        ("villain.defeated", "B-54"),
        ("hero.defeated", "B-55"),
    ]


def test_both_depths_end_the_same_turn_alike():
    text = line("0: !June 0/2 1F, +H1 2/4 1W, +H2 4/4", line("track -10 | 2"))
    full = in_full(table(text), "F", "W", "A", "F", location=0, card="left1")
    quick = to_heroes(table(text), 0, "left1")
    june, hero = full.id("June"), full.id("H1")
    full.do(a.Assign(full.dice("F", "F"), june)).do(a.Assign(full.dice("W"), hero))
    full.do(a.Assign(full.dice("A"), "progress")).do(a.Finish(left=(hero,)))
    quick.do(a.Results(left=(hero,), hits=(f"{june}:2",), advance=True))
    done(full).do(SetDepth("quick"))
    assert full.state == done(quick).state
    assert (full.state.number, full.state.progress) == (2, 1)


def test_the_second_part_ends_alike_in_both_depths():
    full = in_full(battle_table(), "F", "F", "A", "A", location=2, card="stay2")
    quick = to_heroes(battle_table(), 2, "stay2")
    battle = full.id("Wulong Forest")
    full.do(a.Assign(full.dice("F", "F"), battle)).do(a.Finish(), W_DICE_LEFT="anyway")
    quick.do(a.Results(hits=(f"{battle}:2",)))
    for game in (full, quick):
        done(game.do(a.Reward(battle)))
    assert full.do(SetDepth("quick")).state == quick.state


# -- set-up --------------------------------------------------------------------------------


@pytest.mark.parametrize("teams", [2, 3, 4, 5])
def test_solo_with_several_teams_starts_allies_by_their_number(teams):
    setup = FIRE.decode_setup({"players": 1, "teams": teams, "villains": 10})
    game = Game(FIRE, FIRE.begin(setup, FIRE.sample_box()).state)
    assert {len(team.row) for team in game.state.teams} == {2 if teams > 3 else 1}
    assert {prompt.actors for prompt in FIRE.prompts(game.state)} == {None}


@pytest.mark.parametrize(
    "change",
    [
        {"villains": 14},
        {"battle_damage": [2, 2, 4]},
        {"battle_damage": [0, 2, 2]},
        {"hero_limit": 41},
        {"players": 6},
    ],
)
def test_options_beyond_their_bounds(change):
    setup = FIRE.decode_setup({"players": 2, "villains": 10, **change})
    refusal = FIRE.begin(setup, FIRE.sample_box())
    assert (refusal.code, bool(refusal.rule), bool(refusal.remedy)) == ("E_RANGE", True, True)


def test_an_easier_battle_needs_one_damage():
    game = at_the_event(with_option(table(line("track -10 | 10")), battle_damage=(1, 2, 3)))
    game.do(a.Event((), tuple(reversed(NAMES))))
    capacities = [FIRE.table(game.state).capacity(game.id(name)) for name in NAMES]
    assert capacities == [1, 2, 3]
