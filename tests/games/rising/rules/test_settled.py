"""Tests of what decides a loss is asked, always counts, and follows numbers that are corrected."""

import pytest
from msgspec.structs import replace

from games import registry
from games.referee import Adjust, SetDepth
from games.rising.box import AbilityEffect, CardFacts, DieFacts, PriceStep
from tests.games.batman_who_laughs import table as laughs
from tests.games.fire_nation import table as fire
from tests.games.rising.text import Game, a

RUIN = fire.line("track -10 | 10")
OPEN_PLACE = fire.line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", fire.BATTLE_TABLE)
ECLIPSE = {"event": 1, "event_side": "doom", "number": 2}


def said(game: Game, do: str) -> list[dict]:
    return [each.fixed for each in game.referee.prompts(game.state) if each.do == do]


# -- the Day of Black Sun on a fresh copy ------------------------------------------------------


@pytest.mark.parametrize(("kind", "lost"), [("hero", 1), ("villain", 0)])
def test_black_sun_asks_whether_marked_card_is_hero(kind, lost):
    game = fire.at_the_event(fire.table(fire.line("0: ?, +H1 0/4, +H2 0/4", RUIN)))
    event = a.Event((game.state.slots[0][0],), fire.NAMES)
    assert game.asked(event) == ("KIND_0", "ask")
    game.do(event, KIND_0=kind)
    assert game.state.defeated == lost
    assert bool(game.state.slots[0][0]) is (kind == "villain")


def test_black_sun_takes_marked_villain_only_after_balance():
    text = fire.line("0: ?, +H1 0/4, +H2 0/4")
    game = fire.at_the_event(fire.table(text, progress=5))
    game.do(a.Event((game.state.slots[0][0],), fire.NAMES), KIND_0="hero")
    assert game.state.slots[0][0]


@pytest.mark.parametrize(("kind", "lost"), [("hero", 1), ("villain", 0)])
def test_card_turned_up_later_is_judged_by_kind(kind, lost):
    game = fire.to_heroes(fire.battle_table(OPEN_PLACE, **ECLIPSE)).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0))
    card = game.state.slots[0][0]
    assert [each.get("kind") for each in said(game, "icon")] == ["hero", "villain", None]
    assert game.asked(a.Icon(card, True))[0] == "KIND"
    game.do(a.Icon(card, True, kind))
    assert (game.state.defeated, card in game.state.slots[0]) == (lost, not lost)


def test_named_card_of_unknown_kind_waits_for_table():
    sun = CardFacts("Sun", "", 2, known=True, icon="yes")
    game = fire.to_heroes(fire.battle_table(OPEN_PLACE, (sun,), **ECLIPSE)).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0, "Sun"))
    assert (game.state.defeated, game.state.step) == (0, "refill")
    card = game.id("Sun")
    assert [each["kind"] for each in said(game, "icon")] == ["hero", "villain"]
    assert game.do(a.Icon(card, True, "villain")).state.defeated == 0


def test_eclipse_learned_late_removes_card_that_lies_there():
    game = fire.to_heroes(fire.battle_table(event_side="progress"))
    game.do(a.DefineCard("June", icon="yes"))
    assert "June" in game.state.gone
    hero = fire.to_heroes(fire.battle_table(**ECLIPSE))
    hero.do(a.DefineCard("Arnook", icon="yes"))
    assert (hero.state.defeated, fire.rows(hero)[0]) == (1, ["Aang"])


# -- damage spaces -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [laughs, fire])
def test_tick_for_full_counts_turns_after_damage(game):
    text = game.TABLE.replace("+H1 0/4", "+H1 2/*")
    table = game.to_heroes(game.table(text), 2, *(() if game is laughs else ("left0",)))
    table.state = replace(
        table.state,
        pieces=tuple(
            replace(each, asked=2, later=True) if each.card == "H1" else each
            for each in table.state.pieces
        ),
    )
    table.do(a.Results(full=(table.id("H1"),)))
    if game is fire:
        table.do(a.Aid(False))
    assert table.state.defeated == 1


def test_tick_for_full_is_doubted_without_damage():
    text = laughs.TABLE.replace("!Court of Owls 0/2", "!Court of Owls 0/*")
    game = laughs.to_heroes(laughs.table(text), 2)
    assert game.asked(a.Results(full=(game.id("Court of Owls"),))) == ("W_NOT_FULL", "warn")


def test_recruit_ticked_full_is_counted_before_healing():
    text = laughs.TABLE.replace("+Plastic Man 0/4", "+Plastic Man 2/*")
    game = laughs.table(text)
    game.state = replace(game.state, setup=replace(game.state.setup, edition=5))
    card = laughs.to_heroes(game, 2).id("Plastic Man")
    game.do(a.Results((card,), full=(card,)))
    assert (game.damage("Plastic Man"), game.referee.table(game.state).capacity(card)) == (0, 3)


def damaged(*lines: str) -> Game:
    """Return game A at the end of a turn, with cards of unknown spaces."""
    return laughs.to_heroes(laughs.table(laughs.with_lines(*lines)), 0).do(a.Results())


TWO = ("2: +H8 1/*, +H9 0/4, -", "Ben [red]: +Batman 2/*", "deck 0, lost 0, supply 30")


def test_damaged_hero_is_asked_about_once():
    game = damaged(*TWO)
    card = game.id("Batman")
    assert game.damage("H8") == 2
    assert [each.get("n") for each in said(game, "card.count")] == [None, -1, 0, -2]
    assert {each["card"] for each in said(game, "card.count")} == {card}
    (numbers, *_) = (each for each in game.referee.prompts(game.state) if each.do == "card.count")
    assert numbers.fields[0].choices[0].value == 1
    box = laughs.LAUGHS.remember(
        laughs.LAUGHS.blank_box(), a.CountSpaces(card, 4), game.do(a.CountSpaces(card, 4)).state
    )
    assert next(each.capacity for each in box.cards if each.name == "Batman") == 4
    assert game.state.step == "deploy"
    laughs.to_heroes(game, 1).do(a.Results())
    assert {each["card"] for each in said(game, "card.count")} == {game.id("H8")}


def test_every_damaged_hero_may_fall_in_one_turn():
    game = damaged(*TWO)
    game.do(a.CountSpaces(game.id("Batman"), -1, (game.id("H8"),)))
    assert (game.state.defeated, game.state.endings) == (2, ("team",))


def test_question_says_what_becomes_of_full_villain():
    game = struck("1: +H3 0/4, +H4 0/3, !Evil Robins 1/*")
    card = game.id("Evil Robins")
    told = (replace(each, asked=each.damage) for each in game.state.pieces)
    game.state = replace(game.state, pieces=tuple(told))
    game.do(a.Damage(card)).do(a.Results())
    asked = next(each for each in game.referee.prompts(game.state) if each.do == "card.count")
    assert asked.fixed["card"] == card
    assert "A full Villain is defeated" in game.speaker.say(asked.help)


UNKNOWN = ("1: ?2, +H9 0/4, -", "deck 0, lost 0, supply 30")


@pytest.mark.parametrize(("kind", "lost"), [("hero", 1), ("villain", 0)])
def test_full_card_of_unknown_kind_is_asked_about(kind, lost):
    game = laughs.to_heroes(laughs.table(laughs.with_lines(*UNKNOWN)), 0)
    (card,) = (each.id for each in game.state.pieces if each.damage == 2)
    assert game.asked(a.Results(full=(card,))) == ("KIND_3", "ask")
    game.do(a.Results(full=(card,)), KIND_3=kind)
    assert (game.state.defeated, game.state.beaten) == (lost, 1 - lost)


def test_damaged_card_of_unknown_kind_is_asked_about():
    game = damaged(*UNKNOWN)
    (card,) = (each.id for each in game.state.pieces if each.damage >= 2)
    assert {each["card"] for each in said(game, "card.count")} == {card}
    assert game.asked(a.CountSpaces(card, -1)) == ("KIND_3", "ask")


def struck(*lines: str) -> Game:
    """Return game A before its Hero dice, with cards of unknown spaces."""
    return laughs.to_heroes(laughs.table(laughs.with_lines(*lines)), 0)


def labels(game: Game) -> list[str]:
    offered = game.referee.prompts(game.state)
    return [game.speaker.say(each.label) for each in offered if each.do == "card.count"]


def test_spaces_are_asked_after_the_results():
    game = struck("Ben [red]: +Batman 1/*, +Robin 0/3", "deck 0, lost 0, supply 30")
    assert labels(game) == []
    assert labels(game.do(a.Results()))[0] == "How many damage spaces does Batman have?"
    assert game.do(a.CountSpaces(game.id("Batman"), 4)).state.step == "deploy"


def test_older_table_asks_before_hero_dice():
    game = struck("Ben [red]: +Batman 1/*, +Robin 0/3", "deck 0, lost 0, supply 30")
    game.state = replace(game.state, setup=replace(game.state.setup, edition=5))
    assert labels(game)[0] == "First: how many damage spaces does Batman have?"
    assert game.refused(a.CountSpaces(game.id("Batman"), -2))[0] == "E_RANGE"
    game.do(a.CountSpaces(game.id("Batman"), 4))
    assert labels(game) == []


def test_hero_not_full_is_asked_after_next_damage():
    game = damaged("Ben [red]: +Batman 2/*, +Robin 0/3", "deck 0, lost 0, supply 30")
    card = game.id("Batman")
    game.do(a.CountSpaces(card, 0))
    assert labels(game) == []
    laughs.to_heroes(game, 1).do(a.Damage(card, 1)).do(a.Results())
    assert labels(game)[0] == "Is Batman full?"


def test_villain_of_unknown_spaces_is_asked_when_hit():
    game = laughs.to_heroes(laughs.table(laughs.with_lines("2: +H8 0/4, !Owls 0/* 1P, -")), 2)
    game.do(a.Results(hits=(game.id("Owls"),)))
    assert labels(game)[0] == "How many damage spaces does Owls have?"
    game.do(a.CountSpaces(game.id("Owls"), -1))
    assert game.state.beaten == 1


def test_last_hero_of_team_is_asked_about_first():
    game = damaged("Ben [red]: +Batman 1/*", "2: +H8 4/*, +H9 0/4, -")
    assert {each["card"] for each in said(game, "card.count")} == {game.id("Batman")}


def test_hero_called_full_is_defeated_at_once():
    game = damaged("Ben [red]: +Batman 2/*, +Robin 0/3")
    game.do(a.CountSpaces(game.id("Batman"), -1))
    assert game.state.defeated == 1


# -- tracks out of play ------------------------------------------------------------------------


def test_card_effect_leaves_ruin_alone_after_event():
    june = CardFacts("June", effects=(AbilityEffect("doom", n=2),), known=True)
    game = fire.battle_table(cards=(june,), doom=9).do(a.Deploy(2)).do(a.DriverCard("right0"))
    assert (game.state.doom, game.state.turn.doom_topped) == (9, False)
    assert "doom.ignored" in game.codes()


def test_ability_on_ruin_is_not_offered_after_event():
    arnook = CardFacts("Arnook", effects=(AbilityEffect("doom", n=-1),), known=True)
    row = "Aang [red red blue green]: +Aang 0/5, +Arnook 0/3 | tokens ruin"
    before = fire.to_heroes(fire.table(fire.line(row), (arnook,), supply=29, doom=3))
    assert {"card": before.id("Arnook")} in said(before, "ability")
    assert said(before, "token.use")
    text = fire.line(row, fire.BATTLE_TABLE)
    after = fire.to_heroes(fire.battle_table(text, (arnook,), supply=29, doom=3))
    assert said(after, "ability") == said(after, "token.use") == []
    assert after.refused(a.Ability(after.id("Arnook"))) == ("E_REMOVED", "B-61")


# -- the dice of this copy ---------------------------------------------------------------------


def test_villains_dice_show_only_their_own_faces():
    dice = (
        DieFacts("dark-knights", 1, ("0", "1", "1", "1", "2", "3"), True),
        DieFacts("batman-who-laughs", 1, ("left", "right", "stay") * 2, True),
    )
    game = laughs.table(driver_dice=dice).do(a.Deploy(0))
    assert game.refused(a.DoomRoll(6)) == ("E_NO_FACE", "A-17")
    (prompt, *_) = game.referee.prompts(game.state)
    assert [each.value for each in prompt.fields[0].choices] == [0, 1, 2, 3]
    game.do(a.DoomRoll(3))
    assert game.refused(a.FigureRoll("left+ring"))[0] == "E_NO_FACE"


# -- an ending follows from the table ----------------------------------------------------------


def over(**changes) -> Game:
    game = laughs.to_heroes(laughs.table(**changes), 0).do(a.Results(), BOSS_ABILITY="no")
    assert game.outcome
    return game


@pytest.mark.parametrize(
    ("changes", "tracker", "value"),
    [({"defeated": 10}, "defeated", 0), ({"doom": 32}, "doom", 20)],
)
def test_ending_corrected_away_lets_play_continue(changes, tracker, value):
    game = over(**changes).do(Adjust(tracker, value))
    assert (game.outcome, game.state.step, game.state.number) == (None, "deploy", 2)
    assert "goes_on" in game.codes()


def test_ending_that_stays_true_stays():
    game = over(defeated=12).do(Adjust("defeated", 11))
    assert game.outcome.facts["n"] == 11


@pytest.mark.parametrize("game", [laughs, fire])
def test_losses_by_hand_end_game_past_test(game):
    text = game.TABLE.replace("+H1 0/4", "+H1 4/4")
    table = game.to_heroes(game.table(text), 2, *(() if game is laughs else ("left0",)))
    table.do(Adjust("defeated", 10))
    assert table.outcome is None
    table.do(Adjust("defeated", 0)).do(a.Results())
    if game is fire:
        table.do(a.Aid(False))
    assert table.state.step == "refill"
    assert table.do(Adjust("defeated", 10)).outcome.condition == "heroes"


def test_track_set_by_hand_says_what_it_reaches():
    game = laughs.to_heroes(laughs.table(), 0).do(Adjust("doom", 32))
    assert {"doom.full.loss", "doom.pending"} <= set(game.codes())
    assert game.state.turn.doom_topped


# -- what no table can have --------------------------------------------------------------------


def test_more_symbols_than_dice_show_are_doubted():
    game = laughs.to_heroes(laughs.table(laughs.TABLE.replace("3W", "6W")), 2)
    results = a.Results((game.id("Plastic Man"), game.id("Constantine")))
    assert game.asked(results) == ("W_TOO_MUCH", "warn")
    assert "results.r" in game.do(results, W_TOO_MUCH="anyway").codes()


def test_card_cannot_take_name_that_left_game():
    text = laughs.with_lines("1: ?, +H4 0/3, !Evil Robins 0/2 2W")
    game = laughs.table(text, gone=("Raven",))
    card = game.state.slots[1][0]
    assert game.refused(a.DefineCard("Raven", piece=card))[0] == "E_GONE_CARD"


def test_hero_of_team_cannot_become_villain():
    game = laughs.table()
    assert game.refused(a.DefineCard("Batman", "villain"))[0] == "E_ON_TEAM"


@pytest.mark.parametrize(
    ("slug", "options", "about", "facts"),
    [
        ("fire-nation", {"progress_card": "nonsense"}, "progress_card", {}),
        ("batman-who-laughs", {"players": 1, "teams": 3}, "teams", {"n": 2}),
        ("batman-who-laughs", {"villains": 7}, "villains", {}),
        ("batman-who-laughs", {"first": 5}, "first", {}),
        ("batman-who-laughs", {"side": "green"}, "side", {}),
        ("fire-nation", {"battle_damage": (9, 9, 9)}, "battle_damage", {}),
    ],
)
def test_refused_setup_names_its_field(slug, options, about, facts):
    referee = registry.referee(slug)
    box = referee.blank_box()
    refusal = referee.begin(replace(referee.setup_default(2, box), **options), box)
    assert refusal.about == about
    assert {name: refusal.facts[name] for name in facts} == facts


# -- consolation -------------------------------------------------------------------------------


def test_team_card_ability_leaves_aid_open():
    game = fire.table()
    team = replace(game.state.teams[0], effects=(AbilityEffect("token"),), known=True)
    game.state = replace(game.state, teams=(team, *game.state.teams[1:]))
    fire.to_heroes(game, 2, "left0").do(a.Ability("team"))
    game.do(a.Results())
    assert game.state.step == "aid"
    assert fire.tokens(game.do(a.Aid(True), AID_POSSIBLE="no")) == 2


# -- depth -------------------------------------------------------------------------------------


def shown(game: Game) -> a.Results:
    """Return the results as the form shows them."""
    prompt = next(each for each in game.referee.prompts(game.state) if each.do == "results")
    return a.Results(**{each.name: each.default for each in prompt.fields if each.default})


def test_two_sets_are_kept_by_quick_form():
    game = fire.in_full(fire.battle_table(), *"FFAA", location=2)
    battle = game.id("Wulong Forest")
    game.do(a.Assign(game.dice("F", "F"), battle)).do(SetDepth("quick"))
    assert shown(game).hits == (f"{battle}:2",)


def test_quick_form_keeps_balance_paid_by_dice():
    game = fire.in_full(fire.table(), *"AAWW")
    game.do(a.Assign(game.dice("A"), "progress")).do(SetDepth("quick"))
    assert shown(game).advance


def test_quick_form_keeps_unknown_price_balance_with_dice():
    game = fire.in_full(fire.table(steps=(PriceStep(),) * 5), *"AAWW")
    game.do(a.Assign(game.dice("A"), "progress")).do(SetDepth("quick"))
    assert shown(game).advance


def test_dice_paid_in_quick_depth_leave_full_pool():
    game = fire.to_heroes(fire.table(progress=3)).do(a.PayProgress()).do(SetDepth("full"))
    assert game.refused(a.Roll(("A",) * 4))[0] == "E_DICE_OWED"
    for n in (1, 2):
        assert said(game, "give-up")
        assert not said(game, "roll")
        game.do(a.GiveUp(game.state.turn.dice[n].id))
    game.do(a.Roll(("A", "A")))
    assert game.refused(a.Roll(("A", "A")))[0] == "E_MUST_ASSIGN"


def test_die_of_token_is_named_after_depth_change():
    text = laughs.with_lines("Ben [red red red red]: +Batman 0/5 | tokens die")
    stock = tuple(DieFacts(each) for each in ("red", "purple"))
    game = laughs.to_heroes(laughs.table(text, supply=29, stock=stock), 0)
    game.do(a.UseToken(0, "die")).do(SetDepth("full"))
    (prompt,) = (each for each in game.referee.prompts(game.state) if each.do == "die.add")
    assert prompt.expected
    game.do(a.AddDie("purple"))
    assert (len(game.state.turn.dice), game.state.turn.unnamed) == (5, 0)


# -- while places are refilled -----------------------------------------------------------------


def refilling(**changes) -> Game:
    """Return a table of Batman at the end of a turn: the place of a recruit is open."""
    game = laughs.to_heroes(laughs.table(**changes), 2)
    game.do(a.Results((game.id("Constantine"),)), BOSS_ABILITY="no")
    assert (game.state.step, game.outcome) == ("refill", None)
    return game


def test_track_filled_during_refill_ends_game_at_once():
    assert refilling(doom=31).do(a.ShiftDoom(1)).outcome.condition == "track"


def test_boss_beaten_during_refill_ends_game_at_once():
    text = laughs.with_lines("boss 4/5")
    game = laughs.to_heroes(laughs.table(text, boss_revealed=True), 2)
    game.do(a.Results((game.id("Constantine"),)))
    assert game.do(a.Damage("boss")).outcome.result == "won"


def test_tenth_hero_under_black_sun_ends_game_immediately():
    text = fire.line("0: -, -, +H2 0/4, =Ba Sing Se 0/2 1F", fire.BATTLE_TABLE)
    game = fire.to_heroes(fire.battle_table(text, defeated=9, **ECLIPSE)).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0))
    game.do(a.Icon(game.state.slots[0][0], True, "hero"))
    assert game.outcome.condition == "heroes"


def test_card_to_judge_waits_again_after_ending_corrected():
    game = fire.to_heroes(fire.battle_table(OPEN_PLACE, **ECLIPSE)).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0))
    card = game.state.slots[0][0]
    assert game.do(Adjust("defeated", 10)).outcome
    game.do(Adjust("defeated", 0))
    assert {each["card"] for each in said(game, "icon")} == {card}


# -- said twice --------------------------------------------------------------------------------


def test_two_amounts_for_one_villain_are_doubted():
    game = fire.to_heroes(fire.table(), 2, "left0")
    villain = game.id("V3")
    results = a.Results(hits=(f"{villain}:3", f"{villain}:2"))
    assert game.asked(results) == ("W_TWO_AMOUNTS", "warn")
    game.do(results, W_TWO_AMOUNTS="anyway")
    assert "V3" not in {each.card for each in game.state.pieces}


def test_tick_of_card_and_its_amount_are_one():
    game = fire.to_heroes(fire.table(), 2, "left0")
    villain = game.id("V3")
    assert game.do(a.Results(hits=(villain, f"{villain}:2"))).damage("V3") == 2


def test_hero_chosen_twice_for_one_token_is_doubted():
    row = "Aang [red red blue green]: +Aang 2/5, +Arnook 0/3 | tokens heal-two"
    game = fire.to_heroes(fire.table(fire.line(row), supply=29), 1, "left0")
    twice = a.UseToken(0, "heal-two", game.id("Aang"), game.id("Aang"))
    assert game.asked(twice) == ("W_SAME_HERO", "warn")
    assert game.do(twice, W_SAME_HERO="anyway").damage("Aang") == 1


def test_order_of_villains_is_unasked_where_switched_off():
    by_hand = {"known": True, "effects": (AbilityEffect("restrict"),)}
    acting = [CardFacts(name, **by_hand) for name in ("Court of Owls", "Talons")]
    text = laughs.with_lines("2: !Talons 0/2 2W, +H8 0/4, !Court of Owls 0/2 1P+2D")
    game = laughs.table(text, tuple(acting))
    game.state = replace(game.state, setup=replace(game.state.setup, villain_order="lying"))
    game.do(SetDepth("full"))
    laughs.to_heroes(game, 2)
    assert not said(game, "villain.next")
    assert game.state.turn.pending[0].source == game.id("Talons")


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
def test_setup_shows_no_keys_of_settings(slug):
    referee = registry.referee(slug)
    box = referee.sample_box()
    pages = referee.setup_pages(referee.setup_default(2, box), box)
    assert not [field.help for page in pages for field in page.fields if field.help]
