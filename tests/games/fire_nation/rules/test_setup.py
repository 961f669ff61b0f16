"""The Fire Nation deck, set-up and house readings."""

import pytest
from msgspec.structs import replace

from games.rising.box import AbilityEffect, CardFacts
from tests.games.fire_nation.table import (
    BATTLE_TABLE,
    FIRE,
    NAMES,
    at_the_event,
    battle_table,
    done,
    in_full,
    line,
    rows,
    table,
    to_heroes,
)
from tests.games.rising.text import Game, a


def test_each_final_battle_is_asked_by_its_number():
    box = FIRE.blank_box()
    pages = FIRE.setup_pages(FIRE.setup_default(2, box), box)
    (asked,) = (each for page in pages for each in page.fields if each.name == "battle_damage")
    assert [dict(row.facts)["n"] for row in asked.rows] == [1, 2, 3]


def test_driver_deck_is_learned_in_its_first_pass():
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
    payer = CardFacts("Arnook", pays=1, effects=(AbilityEffect("token"),), known=True)
    game = to_heroes(table(line("Aang [red]: +Aang 0/5, +Arnook 3/3"), (payer,)), 2, "left0")
    assert game.refused(a.Ability(game.id("Arnook"))) == ("E_FULL", "B-71")


def test_allies_may_lie_at_the_left_end():
    setup = FIRE.decode_setup({"players": 4, "ally_ends": ["left", "right", "right", "left"]})
    game = Game(FIRE, FIRE.begin(setup, FIRE.sample_box()).state)
    assert rows(game)[0] == ["Sample Hero 8", "Aang"]
    assert rows(game)[1] == ["Katara", "Sample Hero 9"]


def with_option(game: Game, **options) -> Game:
    """Return the table playing another reading of the rules."""
    game.state = replace(game.state, setup=replace(game.state.setup, **options))
    return game


def test_moved_damage_pays_nothing_where_table_says_so():
    game = with_option(table(line("Aang [red]: +Aang 2/5"), progress=1), moved_damage_counts=False)
    to_heroes(game, 2, "left0").do(a.MoveDamage(game.id("Aang"), game.id("June")))
    assert game.refused(a.Results(advance=True)) == ("E_BALANCE_UNPAID", "B-43")


def test_removed_dice_free_no_roll_where_table_says():
    game = with_option(table(progress=3), remove_counts_as_assign=False)
    in_full(game, "A", "A", "W", "E").do(a.PayProgress(dice=game.dice("W", "E")))
    assert game.refused(a.Roll(("A", "A"))) == ("E_MUST_ASSIGN", "B-33")


def test_later_marked_heroes_are_uncounted_where_table_says():
    sun = CardFacts("Sun", "hero", 3, known=True, icon="yes")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = with_option(battle_table(text, (sun,), event_side="doom"), later_heroes_count=False)
    to_heroes(game).do(a.Results()).do(a.Aid(False)).do(a.Refill(0, "Sun"))
    assert (game.state.defeated, game.state.slots[0][0]) == (0, "")


def test_aid_survives_passive_die_but_no_ability_hit():
    dice = CardFacts("Arnook", effects=(AbilityEffect("die", colour="red"),), known=True)
    game = to_heroes(table(cards=(dice,)), 2, "left0").do(a.Ability(game_id(dice)))
    game.do(a.Results())
    assert game.state.step == "aid"
    hurt = to_heroes(table(), 2, "left0")
    hurt.do(a.Damage(hurt.id("V3"))).do(a.Results())
    assert hurt.state.step == "deploy"


def game_id(facts: CardFacts) -> str:
    """Return the piece of a card on the plain table."""
    return table().id(facts.name)


def test_an_ability_may_reach_every_location():
    far = CardFacts("Arnook", effects=(AbilityEffect("reach"),), known=True)
    game = in_full(table(cards=(far,)), "F", "F", "A", "A", location=2, card="left0")
    june = game.id("June")
    assert game.refused(a.Assign(game.dice("F", "F"), june)) == ("E_LOCATION", "B-20")
    game.do(a.Ability(game.id("Arnook"))).do(a.Assign(game.dice("F", "F"), june))
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.damage("June") == 1


def test_hero_joins_by_ability_at_chosen_end():
    game = to_heroes(table(cards=()), 2, "left0")
    game.do(a.Join(game.id("H1"), 1, left=True))
    assert rows(game)[1] == ["H1", "Katara"]
    assert game.refused(a.Join(game.id("June"), 1))[0] == "E_NOT_HERO"


def test_pirates_take_tokens_which_are_counted_by_owner():
    pirate = CardFacts(
        "Pirate Captain", effects=(AbilityEffect("lose_token", each=True),), known=True
    )
    text = line("0: !Pirate Captain 0/2 2F, -, -")
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin reroll", text)
    game = table(text, (pirate,), supply=28)
    to_heroes(game, 2, "stay0")
    assert game.state.step == "villains"
    game.do(a.LoseToken(1), WHICH_TOKENS_1="ruin").do(a.VillainDone(game.id("Pirate Captain")))
    assert [[token.kind for token in team.tokens] for team in game.state.teams] == [[], ["reroll"]]
    assert game.refused(a.GiveToken(1, 0, "ruin")) == ("E_NO_TOKEN", "B-78")
    game.do(a.GiveToken(1, 0, "reroll"))
    assert [len(team.tokens) for team in game.state.teams] == [1, 0]


def test_no_card_becomes_final_battle_or_the_reverse():
    from companion.conformance import chance
    from games.registry import referee

    game = referee("fire-nation")
    state = chance.begin(game, 2)
    for name, kind in (("Sokka", "battle"), ("Ba Sing Se", "hero"), ("Brand new", "battle")):
        state = game.apply(state, a.DefineCard(name=name, kind=kind, capacity=3)).state
    battles = {card.name for card in state.library if card.kind == "battle"}
    assert battles == {"Wulong Forest", "Fire Nation Palace", "Ba Sing Se"}


@pytest.mark.parametrize("teams", [2, 3, 4, 5])
def test_solo_with_several_teams_starts_allies_by_number(teams):
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
