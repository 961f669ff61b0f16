"""The Day of Black Sun and everything around it, on text tables.

Prices and spaces the rulebook shows only as pictures are invented for these tests.
"""

import pytest
from msgspec.structs import replace

from games.fire_nation import FireNation
from games.referee import SetDepth
from games.rising import actions as a
from games.rising.facts import CardFacts, DieFacts, Effect, PriceStep
from tests.games.rising.text import Game, Text

FIRE = FireNation()

JUNE = CardFacts(
    "June", effects=(Effect("damage", who="rightmost", count=2, each=True),), known=True
)
TY_LEE = CardFacts("Ty Lee", effects=(Effect("block"),), known=True)
YUE = CardFacts("Yue", effects=(Effect("token", when="progress"),), known=True)
WATCHER = CardFacts("Watcher", effects=(Effect("token", when="near"),), known=True)
ECLIPSED = CardFacts("V3", known=True, icon="yes")
BATTLES = tuple(
    CardFacts(name, "battle", prices=((0, 0, 0, 1),), known=True)
    for name in ("Ba Sing Se", "Fire Nation Palace", "Wulong Forest")
)

STEPS = (
    PriceStep("symbols", (1, 0, 0, 0)),
    PriceStep("hit"),
    PriceStep("tokens", n=2),
    PriceStep("dice", n=2),
    PriceStep("recruit", type="Water"),
)

TABLE = """
    turn 1: Aang, facing 0
    track -10 | 0
    0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4
    1: !Ty Lee 0/2 1E+1F, +H3 0/4, +H4 0/3
    2: +H5 0/4 1W, +H6 0/4, !V3 0/3 2E
    Aang [red red blue green]: +Aang 0/5, +Arnook 0/3
    Katara [blue blue green yellow]: +Katara 0/5
    deck 39, lost 0, supply 30, discard 0
"""

BATTLE_TABLE = """
    turn 1: Aang, facing 0
    track -10 | 0
    0: +H7 0/4 2A, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F
    1: !June 1/2 1F, +H3 0/4, +H4 0/3, =Fire Nation Palace 0/2 1F
    2: +H5 0/4 1W, +H6 0/4, +H8 0/4, =Wulong Forest 0/2 1F
    Aang [red red blue green]: +Aang 0/5, +Arnook 0/3
    Katara [blue blue green yellow]: +Katara 0/5
    deck 39, lost 0, supply 30, discard 0
"""


def table(text=TABLE, cards=(JUNE, TY_LEE, ECLIPSED), **changes) -> Game:
    cards = (*cards, *BATTLES)
    changes = {"steps": STEPS, **changes}
    stock = tuple(DieFacts(each.colour, each.count) for each in FIRE.definition.dice)
    return Game(FIRE, Text(FIRE).read(text, cards, stock=stock, **changes))


def battle_table(text=BATTLE_TABLE, cards=(JUNE,), **changes) -> Game:
    """The second part, begun on the turn before."""
    changes = {"event": 1, "event_side": "progress", "number": 2, **changes}
    return table(text, cards, **changes)


def line(new: str, text=TABLE) -> str:
    """The table with the one line that begins the same replaced."""
    key = new.split(":")[0].split(" ")[0]
    old = [each.strip() for each in text.strip().splitlines()]
    at = next(i for i, each in enumerate(old) if each.startswith(key))
    return "\n".join((*old[:at], new, *old[at + 1 :]))


def rows(game: Game) -> list[list[str]]:
    """The rows of all teams by card name, left to right."""
    names = {each.id: each.card for each in game.state.pieces}
    return [[names[each] for each in team.row] for team in game.state.teams]


def to_heroes(game: Game, location=2, card="stay0") -> Game:
    return game.do(a.Deploy(location)).do(a.DriverCard(card))


def in_full(game: Game, *faces: str, location=2, card="right0") -> Game:
    game.do(SetDepth("full"))
    return to_heroes(game, location, card).do(a.Roll(faces))


def done(game: Game) -> Game:
    """The turn ends without consolation and with unnamed new cards."""
    if game.state.step == "aid":
        game.do(a.Aid(False))
    while game.state.step == "refill":
        waiting = game.state.turn.judging
        places = game.referee.table(game.state).empty()
        game.do(a.Icon(waiting[0], False) if waiting else a.Refill(places[0]))
    return game


# -- recruiting, hitting, the row ----------------------------------------------------------


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


def test_new_heroes_join_at_an_end_and_the_gap_closes():
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


def test_two_sets_in_one_turn_are_two_damage_and_two_tokens():
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


def test_surplus_on_the_same_card_counts_for_the_next_set():
    game = in_full(table(), "2F", "E", "E", "A", location=1, card="left0")
    lee = game.id("Ty Lee")
    double = game.dice("2F")
    game.do(a.Assign((*double, *game.dice("E")), lee))
    assert game.refused(a.Assign(double, game.id("H3"))) == ("E_SPLIT", "B-37")
    game.do(a.Assign(game.dice("E"), lee)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert len(game.state.teams[0].tokens) == 2


def test_most_and_least_damaged_compare_counters_with_ties():
    most = CardFacts("Azula", effects=(Effect("damage", who="most"),), known=True)
    least = CardFacts("Mai", effects=(Effect("damage", who="least"),), known=True)
    text = line("0: !Azula 0/2 2F, -, -")
    row = "Aang [red]: +Aang 2/6, +Arnook 2/2, +Sokka 1/4"
    game = to_heroes(table(line(row, text), (most,)))
    assert [game.damage(name) for name in ("Aang", "Arnook", "Sokka")] == [3, 2, 1]
    assert "damage.lost" in game.codes()
    text = line("0: !Mai 0/2 2F, -, -")
    game = to_heroes(table(line("Aang [red]: +Aang 0/6, +Arnook 0/2, +Sokka 3/4", text), (least,)))
    assert [game.damage(name) for name in ("Aang", "Arnook", "Sokka")] == [1, 1, 3]


# -- reactions -----------------------------------------------------------------------------


def test_a_reaction_answers_once_and_only_on_the_active_team():
    text = line("Aang [red]: +Aang 0/5, +Watcher 0/3, +Sokka 0/4")
    text = line("Katara [blue]: +Katara 0/5, +Yue 0/3", text)
    game = table(text, (JUNE, WATCHER))
    to_heroes(game, 0, "stay0")
    assert game.codes().count("react") == 1
    assert len(game.state.teams[0].tokens) == 1
    assert game.state.teams[1].tokens == ()


def test_a_full_hero_without_new_damage_triggers_nothing():
    text = line("Aang [red]: +Watcher 3/3, +Sokka 4/4")
    game = to_heroes(table(text, (WATCHER,)), 0, "stay0")
    assert "react" not in game.codes()


def test_a_reaction_that_needs_a_choice_waits_for_the_table():
    healer = CardFacts(
        "Watcher", effects=(Effect("heal", who="choice", when="damaged"),), known=True
    )
    game = table(line("Aang [red]: +Aang 0/5, +Watcher 0/3"), (healer,))
    to_heroes(game, 0, "stay0")
    assert game.state.step == "attack"
    game.do(a.React(game.id("Watcher"), True, game.id("Aang")))
    assert (game.damage("Aang"), game.damage("Watcher")) == (0, 1)
    assert game.state.step == "heroes"
    assert game.refused(a.React(game.id("Watcher"))) == ("E_ONCE", "B-28")


# -- the Balance track ---------------------------------------------------------------------


def test_balance_rises_by_dice_one_space_a_turn():
    game = in_full(table(), "A", "A", "W", "E")
    game.do(a.Assign(game.dice("A"), "progress"))
    assert game.refused(a.Assign(game.dice("A"), "progress")) == ("E_BALANCE_MAX", "B-42")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 1


@pytest.mark.parametrize(("at", "rises"), [(1, True), (2, False)])
def test_a_hit_villain_pays_the_space_that_asks_for_it(at, rises):
    game = to_heroes(table(progress=at), 0, "right0")
    hit = a.Results(hits=(game.id("June"),), advance=True)
    if rises:
        assert game.do(hit).state.progress == 2
    else:
        assert game.refused(hit) == ("E_BALANCE_UNPAID", "B-43")


def test_tokens_pay_a_space_even_while_they_are_blocked():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll")
    game = to_heroes(table(text, progress=2, supply=28), 2, "right0")
    assert game.state.turn.blocked
    assert game.refused(a.UseToken(1, "ruin")) == ("E_TOKEN_BLOCKED", "B-76")
    game.do(a.PayProgress(owners=(1, 1)))
    assert game.refused(a.PayProgress(owners=(1, 1)))[0] == "E_BALANCE_MAX"
    game.do(a.Results(advance=True))
    assert (game.state.progress, game.state.discard) == (3, 2)


def test_removed_dice_pay_a_space_and_count_as_assigned():
    game = in_full(table(progress=3), "A", "A", "W", "E")
    game.do(a.PayProgress(dice=game.dice("W", "E")))
    game.do(a.Roll(("A", "A"))).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.progress == 4


def test_recruiting_the_right_type_pays_and_waiting_is_allowed():
    water = CardFacts("H5", type="Water", known=True)
    game = to_heroes(table(cards=(water,), progress=4), 2, "right0")
    waits = Game(FIRE, game.state).do(a.Results((game.id("H5"),)))
    assert waits.state.progress == 4
    game.do(a.Results((game.id("H5"),), advance=True))
    assert (game.state.progress, game.state.step) == (5, "event")


@pytest.mark.parametrize(("advance", "blocked", "tokens"), [(1, 0, 1), (0, 0, 0), (1, 1, 0)])
def test_yue_draws_when_balance_rises_even_if_she_has_just_joined(advance, blocked, tokens):
    text = line("2: +Yue 0/4 1W, +H6 0/4, -")
    game = to_heroes(table(text, (YUE, TY_LEE)), 2, "right0" if blocked else "left0")
    game.do(a.Results((game.id("Yue"),), advance=bool(advance)))
    assert len(game.state.teams[0].tokens) == tokens


# -- the Day of Black Sun ------------------------------------------------------------------


def test_ruin_at_the_top_brings_black_sun_after_the_balance_step():
    text = line("1: !Ty Lee 0/2 1E+1F, +H3 0/4, +H4 0/3", line("track -10 | 9"))
    sun = CardFacts("H3", known=True, icon="yes")
    game = table(text, (JUNE, TY_LEE, ECLIPSED, sun))
    to_heroes(game, 0, "left2")
    assert (game.state.doom, game.state.facing) == (10, 2)
    assert game.outcome is None
    game.do(a.Results())
    assert game.state.step == "event"
    marked = FIRE.prompts(game.state)[0].fields[0]
    assert marked.default == (game.id("H3"),)
    arnook = game.id("Arnook")
    game.do(a.Event((game.id("H3"), arnook), tuple(each.name for each in BATTLES)))
    assert (game.state.defeated, game.state.event, game.state.event_side) == (2, 1, "doom")
    assert rows(game)[0] == ["Aang"]
    assert all(game.state.battles)
    done(game)
    assert game.state.number == 2
    assert game.refused(a.ShiftDoom(1)) == ("E_REMOVED", "B-61")


def test_both_at_the_top_is_the_players_side():
    text = line("track -10 | 10")
    game = to_heroes(table(text, progress=4), 2, "right0")
    game.do(a.Results((game.id("H5"),), advance=True))
    assert "event.progress" in game.codes()
    villain = game.id("V3")
    game.do(a.Event((villain,), tuple(each.name for each in BATTLES)))
    assert game.state.event_side == "progress"
    assert (game.state.defeated, game.state.teams[0].tokens) == (0, ())
    assert not game.referee.table(game.state).has(villain)


@pytest.mark.parametrize(("test", "comes"), [("position", False), ("reached", True)])
def test_ruin_moved_back_in_time(test, comes):
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin", line("track -10 | 9"))
    game = table(text, supply=29)
    game.state = replace(game.state, setup=replace(game.state.setup, black_sun_test=test))
    to_heroes(game, 0, "left1").do(a.UseToken(1, "ruin"))
    assert game.state.doom == 9
    game.do(a.Results())
    assert (game.state.step == "event") == comes


def test_marked_heroes_lost_at_the_event_can_lose_the_game():
    text = line("deck 39, lost 8, supply 30, discard 0", line("track -10 | 10"))
    game = to_heroes(table(text, ()), 0, "right0").do(a.Results())
    game.do(a.Event((game.id("H3"), game.id("H4")), tuple(each.name for each in BATTLES)))
    done(game)
    assert (game.outcome.condition, game.outcome.facts["n"]) == ("heroes", 10)


def test_the_battle_acts_from_the_turn_after_the_event():
    burning = CardFacts(
        "Ba Sing Se", prices=((0, 0, 0, 1),), effects=(Effect("damage", who="team"),), known=True
    )
    fresh = battle_table(cards=(burning,), event=2)
    fresh.state = replace(
        fresh.state,
        library=tuple(burning if c.name == "Ba Sing Se" else c for c in fresh.state.library),
    )
    later = Game(FIRE, replace(fresh.state, event=1))
    assert to_heroes(fresh).damage("Aang") == 0
    assert to_heroes(later).damage("Aang") == 1


def test_a_marked_card_turned_up_later_is_discarded_at_once():
    sun = CardFacts("Sun", "hero", 3, known=True, icon="yes")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    text = line("deck 39, lost 9, supply 30, discard 0", text)
    game = to_heroes(battle_table(text, (sun,), event_side="doom")).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0, "Sun"))
    assert game.state.slots[0][0] == ""
    assert game.state.defeated == 10
    game.do(a.Refill(0))
    assert game.state.step == "refill"
    unknown = game.state.slots[0][0]
    game.do(a.Icon(unknown, False))
    assert game.outcome.condition == "heroes"


def test_a_marked_villain_turned_up_later_leaves_without_a_token():
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text, (replace(ECLIPSED, kind="villain"),))).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0, "V3"))
    assert "banned" in game.codes()
    assert (game.state.deck, game.state.teams[0].tokens) == (38, ())


def test_after_the_event_the_number_is_ignored_and_the_tracks_are_gone():
    game = battle_table().do(SetDepth("full")).do(a.Deploy(2)).do(a.DriverCard("right2"))
    assert (game.state.doom, game.state.facing) == (0, 1)
    assert "doom.ignored" in game.codes()
    game.do(a.Roll(("A", "W", "F", "F")))
    assert game.refused(a.Assign(game.dice("A"), "progress")) == ("E_REMOVED", "B-61")


# -- Final Battles -------------------------------------------------------------------------


def test_a_guarded_battle_takes_no_dice_until_the_villain_is_swapped_away():
    game = in_full(battle_table(), "F", "F", "F", "A", location=1, card="stay0")
    june, palace = game.id("June"), game.id("Fire Nation Palace")
    game.do(a.Assign(game.dice("F"), june))
    assert game.refused(a.Assign(game.dice("F"), palace)) == ("E_FB_BLOCKED", "B-44")
    game.do(a.Swap(june, game.id("H5")))
    game.do(a.Assign(game.dice("F"), palace))
    game.do(a.Swap(game.id("H5"), june)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.damage("Fire Nation Palace") == 1


def test_two_sets_complete_a_battle_and_its_reward_comes_before_the_defeats():
    text = line("Aang [red red blue green]: +Aang 5/5", BATTLE_TABLE)
    game = in_full(battle_table(text), "F", "F", "A", "A", location=2, card="stay0")
    battle = game.id("Wulong Forest")
    game.do(a.Assign(game.dice("F", "F"), battle)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.state.battles_done, game.state.step) == (1, "battles")
    assert len(game.state.teams[0].tokens) == 2
    game.do(a.Heal(game.id("Aang"), 2)).do(a.Reward(battle))
    assert game.state.battles[2] == ""
    assert (game.damage("Aang"), game.outcome) == (3, None)


def test_a_known_reward_is_carried_out_at_once():
    rewarded = replace(BATTLES[2], rewards=(Effect("heal", n=5, who="team"),))
    text = line("Aang [red red blue green]: +Aang 5/5", BATTLE_TABLE)
    game = battle_table(text)
    library = tuple(
        replace(rewarded, capacity=c.capacity) if c.name == rewarded.name else c
        for c in game.state.library
    )
    game.state = replace(game.state, library=library)
    to_heroes(game, 2).do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))
    assert game.damage("Aang") == 0


def test_the_third_battle_wins_even_with_the_tenth_hero_lost():
    text = line("deck 39, lost 9, supply 30, discard 0", BATTLE_TABLE)
    text = line("Aang [red]: +Aang 0/5, +Arnook 3/3", text)
    game = to_heroes(battle_table(text, battles_done=2), 2)
    battle = game.id("Wulong Forest")
    game.do(a.Results(hits=(f"{battle}:2",))).do(a.Reward(battle))
    assert (game.outcome.result, game.outcome.rule, game.outcome.also) == (
        "won",
        "B-66",
        ("heroes",),
    )


# -- tokens, aid, dice ---------------------------------------------------------------------


def test_ty_lee_blocks_gaining_and_using_for_everybody_for_one_turn():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin")
    game = to_heroes(table(text, supply=29), 1, "right0")
    assert game.refused(a.UseToken(1, "ruin"), actor=1) == ("E_TOKEN_BLOCKED", "B-76")
    game.do(a.Results(hits=(game.id("Ty Lee"),)))
    assert (game.damage("Ty Lee"), game.state.teams[0].tokens) == (1, ())
    to_heroes(game, 0, "left1").do(a.UseToken(1, "ruin"))
    assert game.state.doom == 0


def test_aid_is_offered_only_after_an_empty_turn():
    game = to_heroes(table(), 2, "left0").do(a.Results())
    assert game.state.step == "aid"
    assert game.asked(a.Aid(True)) == ("AID_POSSIBLE", "ask")
    game.do(a.Aid(True), AID_POSSIBLE="no")
    assert len(game.state.teams[0].tokens) == 1
    busy = to_heroes(table(), 2, "left0").do(a.Ability(game.id("Arnook")))
    assert busy.refused(a.Aid(True)) == ("E_AID", "B-51")
    busy.do(a.Results())
    assert busy.state.step == "deploy"


def test_aid_is_refused_when_the_last_roll_could_have_hit():
    text = line("0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4 2A")
    game = in_full(table(text), "2F", "W", "W", "W", location=0, card="left0")
    for _ in range(3):
        game.do(a.GiveUp(game.dice("W")[0]), W_FREED="anyway")
    game.do(a.GiveUp(game.dice("2F")[0]), W_FREED="anyway").do(a.Finish())
    assert game.refused(a.Aid(True)) == ("E_AID", "B-51")


def test_no_aid_while_tokens_are_blocked():
    game = to_heroes(table(), 0, "right0").do(a.Results())
    assert "aid.blocked" in game.codes()
    assert game.state.step == "deploy"


def test_a_token_drawn_this_turn_may_be_used_in_the_same_step():
    text = line("0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4", line("track -10 | 3"))
    game = to_heroes(table(text), 0, "left0").do(a.DrawToken(0))
    game.do(a.UseToken(0, "ruin"))
    assert game.state.doom == 2


def test_colours_run_out():
    text = line("Aang [yellow yellow yellow red]: +Aang 0/5 | tokens die-red")
    game = in_full(table(text, supply=29), "A", "A", "A", "F", card="left0")
    game.do(a.AddDie("yellow"))
    assert "die.none" in game.codes()
    for _ in range(3):
        game.do(a.AddDie("red"))
    assert game.refused(a.UseToken(0, "die-red")) == ("E_DICE_SUPPLY", "B-32")
    assert len(game.state.teams[0].tokens) == 1


def test_a_die_that_stays_is_missing_from_the_next_pool():
    text = line("Katara [red red red red]: +Katara 0/5")
    game = in_full(table(text, ()), "F", "F", "A", "A", card="left0")
    arnook = game.id("Arnook")
    game.do(a.Ability(arnook, game.dice("F"))).do(a.KeepDie(game.state.turn.dice[0].id, arnook))
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert [die.colour for die in game.state.kept] == ["red"]
    to_heroes(done(game), 2, "stay0")
    assert len(game.state.turn.dice) == 3


def test_healing_tokens_take_two_different_heroes_or_one_twice():
    text = line("Aang [red]: +Aang 3/5, +Arnook 1/3 | tokens heal-two heal-one")
    game = to_heroes(table(text, (), supply=28), 0, "left0")
    aang, arnook = game.id("Aang"), game.id("Arnook")
    game.do(a.UseToken(0, "heal-two", aang, arnook))
    assert (game.damage("Aang"), game.damage("Arnook")) == (2, 0)
    assert game.refused(a.UseToken(0, "heal-one", aang, arnook))[0] == "E_TARGETS"
    game.do(a.UseToken(0, "heal-one", aang))
    assert game.damage("Aang") == 0


def test_moved_damage_earns_a_token_and_pays_balance():
    game = to_heroes(table(line("Aang [red]: +Aang 2/5"), progress=1), 2, "left0")
    game.do(a.MoveDamage(game.id("Aang"), game.id("June")))
    assert len(game.state.teams[0].tokens) == 1
    assert game.do(a.Results(advance=True)).state.progress == 2


def test_a_full_hero_of_another_team_falls_on_this_turn():
    game = table(line("Katara [blue]: +Katara 4/5"))
    done(to_heroes(game, 2, "stay0").do(a.Results()))
    assert game.outcome.condition == "team"
    assert game.outcome.facts["teams"] == ("Katara",)


# -- the driver deck and set-up ------------------------------------------------------------


def test_the_driver_deck_is_learned_in_its_first_pass():
    game = table()
    game.state = replace(game.state, drawn=("left1",) * 5 + ("right0",) * 5 + ("stay2",) * 4)
    box = FIRE.blank_box()
    action = a.DriverCard("stay1")
    game.do(a.Deploy(0)).do(action)
    box = FIRE.remember(box, action, game.state)
    assert len(box.driver_deck) == 15
    view = FIRE.board(game.state, None).driver
    assert (view.left, view.known) == (15, True)
    game.state = replace(game.state, step="fire_card", at=1)
    game.do(a.DriverCard("stay1"))
    assert "driver.shuffle" in game.codes()
    view = FIRE.board(game.state, None).driver
    assert view.left == 14
    assert [n for name, n in view.chances] == [5, 5, 4]
    game.state = replace(game.state, step="fire_card", at=1)
    assert game.asked(a.DriverCard("stay1")) == ("W_DRIVER_CARD", "warn")


@pytest.mark.parametrize(
    ("players", "teams", "villains", "deck"),
    [
        (2, 2, 10, 48),
        (1, 2, 10, 48),
        (3, 3, 10, 47),
        (4, 4, 10, 42),
        (5, 5, 13, 43),
        (1, 5, 10, 40),
    ],
)
def test_deck_numbers_at_set_up(players, teams, villains, deck):
    setup = FIRE.decode_setup({"players": players, "teams": teams, "villains": villains})
    game = Game(FIRE, FIRE.begin(setup, FIRE.blank_box()).state)
    assert (len(game.state.teams), game.state.deck) == (teams, deck)
    game.do(a.Deal(("",) * 9))
    assert game.state.deck == deck - 9
    assert FIRE.checklist(game.state)


@pytest.mark.parametrize(("limit", "lost", "over"), [(12, 10, False), (12, 12, True), (9, 9, True)])
def test_the_hero_limit_is_an_option(limit, lost, over):
    game = table(line(f"deck 39, lost {lost}, supply 30, discard 0"))
    game.state = replace(game.state, setup=replace(game.state.setup, hero_limit=limit))
    done(to_heroes(game, 2, "left0").do(a.Results()))
    assert bool(game.outcome) == over


def test_a_full_hero_cannot_pay_with_damage():
    payer = CardFacts("Arnook", pays=1, effects=(Effect("token"),), known=True)
    game = to_heroes(table(line("Aang [red]: +Aang 0/5, +Arnook 3/3"), (payer,)), 2, "left0")
    assert game.refused(a.Ability(game.id("Arnook"))) == ("E_FULL", "B-71")


def test_allies_may_lie_at_the_left_end():
    setup = FIRE.decode_setup({"players": 4, "ally_ends": ["left", "right", "right", "left"]})
    game = Game(FIRE, FIRE.begin(setup, FIRE.sample_box()).state)
    assert rows(game)[0] == ["Sample Hero 8", "Aang"]
    assert rows(game)[1] == ["Katara", "Sample Hero 9"]


def with_option(game: Game, **options) -> Game:
    """The table playing another reading of the rules."""
    game.state = replace(game.state, setup=replace(game.state.setup, **options))
    return game


def test_moved_damage_pays_nothing_where_the_table_reads_it_so():
    game = with_option(table(line("Aang [red]: +Aang 2/5"), progress=1), moved_damage_counts=False)
    to_heroes(game, 2, "left0").do(a.MoveDamage(game.id("Aang"), game.id("June")))
    assert game.refused(a.Results(advance=True)) == ("E_BALANCE_UNPAID", "B-43")


def test_removed_dice_free_no_roll_where_the_table_reads_it_so():
    game = with_option(table(progress=3), remove_counts_as_assign=False)
    in_full(game, "A", "A", "W", "E").do(a.PayProgress(dice=game.dice("W", "E")))
    assert game.refused(a.Roll(("A", "A"))) == ("E_MUST_ASSIGN", "B-33")


def test_marked_heroes_turned_up_later_are_not_counted_where_the_table_reads_it_so():
    sun = CardFacts("Sun", "hero", 3, known=True, icon="yes")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = with_option(battle_table(text, (sun,), event_side="doom"), later_heroes_count=False)
    to_heroes(game).do(a.Results()).do(a.Aid(False)).do(a.Refill(0, "Sun"))
    assert (game.state.defeated, game.state.slots[0][0]) == (0, "")


def test_a_passive_die_does_not_spoil_the_aid_and_a_hit_by_an_ability_does():
    dice = CardFacts("Arnook", effects=(Effect("die", colour="red"),), known=True)
    game = to_heroes(table(cards=(dice,)), 2, "left0").do(a.Ability(game_id(dice)))
    game.do(a.Results())
    assert game.state.step == "aid"
    hurt = to_heroes(table(), 2, "left0")
    hurt.do(a.Damage(hurt.id("V3"))).do(a.Results())
    assert hurt.state.step == "deploy"


def game_id(facts: CardFacts) -> str:
    """The piece of a card on the plain table."""
    return table().id(facts.name)


def test_an_ability_may_reach_every_location():
    far = CardFacts("Arnook", effects=(Effect("reach"),), known=True)
    game = in_full(table(cards=(far,)), "F", "F", "A", "A", location=2, card="left0")
    june = game.id("June")
    assert game.refused(a.Assign(game.dice("F", "F"), june)) == ("E_LOCATION", "B-20")
    game.do(a.Ability(game.id("Arnook"))).do(a.Assign(game.dice("F", "F"), june))
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.damage("June") == 1


def test_a_hero_joins_by_an_ability_at_the_chosen_end():
    game = to_heroes(table(cards=()), 2, "left0")
    game.do(a.Join(game.id("H1"), 1, left=True))
    assert rows(game)[1] == ["H1", "Katara"]
    assert game.refused(a.Join(game.id("June"), 1))[0] == "E_NOT_HERO"


def test_pirates_take_tokens_and_tokens_are_counted_by_owner():
    pirate = CardFacts("Pirate Captain", effects=(Effect("lose_token", each=True),), known=True)
    text = line("0: !Pirate Captain 0/2 2F, -, -")
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll", text)
    game = table(text, (pirate,), supply=28)
    to_heroes(game, 2, "stay0")
    assert [len(team.tokens) for team in game.state.teams] == [0, 1]
    game.do(a.GiveToken(1, 0))
    assert [len(team.tokens) for team in game.state.teams] == [1, 0]


def test_no_card_becomes_a_final_battle_and_no_battle_anything_else():
    from games.registry import referee
    from games.rising.actions import DefineCard
    from tests import chance

    game = referee("fire-nation")
    state = chance.begin(game, 2)
    for name, kind in (("Sokka", "battle"), ("Ba Sing Se", "hero"), ("Brand new", "battle")):
        state = game.apply(state, DefineCard(name=name, kind=kind, capacity=3)).state
    battles = {card.name for card in state.library if card.kind == "battle"}
    assert battles == {"Wulong Forest", "Fire Nation Palace", "Ba Sing Se"}
