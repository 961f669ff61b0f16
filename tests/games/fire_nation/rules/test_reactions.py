"""Heroes that answer damage, and the Villains around them."""

from msgspec.structs import replace

from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts
from tests.games.fire_nation.table import (
    BATTLE_TABLE,
    BATTLES,
    JUNE,
    WATCHER,
    battle_table,
    done,
    line,
    rows,
    table,
    to_heroes,
    tokens,
)
from tests.games.rising.text import a


def test_reaction_answers_once_and_only_on_active_team():
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


def test_reaction_that_needs_choice_waits_for_table():
    healer = CardFacts(
        "Watcher", effects=(AbilityEffect("heal", who="choice", when="damaged"),), known=True
    )
    game = table(line("Aang [red]: +Aang 0/5, +Watcher 0/3"), (healer,))
    to_heroes(game, 0, "stay0")
    assert game.state.step == "attack"
    game.do(a.React(game.id("Watcher"), True, game.id("Aang")))
    assert (game.damage("Aang"), game.damage("Watcher")) == (0, 1)
    assert game.state.step == "heroes"
    assert game.refused(a.React(game.id("Watcher"))) == ("E_ONCE", "B-28")


def a_watcher_between_villains():
    """Return a Hero who answers damage with healing, and two Villains who hurt the team in turn."""
    healer = CardFacts(
        "Watcher", effects=(AbilityEffect("heal", who="choice", when="damaged"),), known=True
    )
    hitter = CardFacts("Azula", effects=(AbilityEffect("damage", who="team"),), known=True)
    more = CardFacts("Mai", effects=(AbilityEffect("damage", who="team", n=2),), known=True)
    text = line("0: !Azula 0/2 2F, !Mai 0/2 2F, -")
    return table(line("Aang [red]: +Aang 0/9, +Watcher 0/9", text), (healer, hitter, more))


def test_reaction_waiting_between_villains_lets_others_act_afterwards():
    game = a_watcher_between_villains()
    to_heroes(game, 1, "stay0")
    game.do(a.VillainNext(game.id("Azula")))
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
    burning = replace(BATTLES[0], capacity=2, effects=(AbilityEffect("damage", who="team"),))
    text = line("Aang [red]: +Aang 0/5, +Watcher 0/3", BATTLE_TABLE)
    game = battle_table(text, (WATCHER,))
    game.state = replace(
        game.state,
        library=tuple(burning if c.name == burning.name else c for c in game.state.library),
    )
    to_heroes(game, 2, "stay0")
    assert (game.damage("Watcher"), tokens(game)) == (1, 1)


def test_completed_battle_stops_acting_while_villains_still_act():
    text = line("0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4", BATTLE_TABLE)
    text = line("1: +H7 0/2 1F, +H3 0/4, +H4 0/3, =Fire Nation Palace 0/2 1F", text)
    game = to_heroes(battle_table(text, battles_done=1), 2, "stay0")
    assert game.state.step == "heroes"
    assert game.damage("Arnook") == 1


def test_adjacent_heroes_are_direct_neighbours_and_close_up():
    near = CardFacts("Sokka", effects=(AbilityEffect("heal", who="adjacent"),), known=True)
    text = line("Aang [red]: +Aang 2/5, +Arnook 3/3, +Sokka 0/4, +Toph 2/5, +Suki 2/5")
    game = to_heroes(table(text, (near,)), 0, "left0").do(a.Ability(sokka(text)))
    hurt = [game.damage(n) for n in ("Aang", "Arnook", "Toph", "Suki")]
    assert hurt == [2, 2, 1, 2]
    game.do(a.Damage(game.id("Arnook"))).do(a.Results())
    assert rows(game)[0] == ["Aang", "Sokka", "Toph", "Suki"]


def sokka(text: str) -> str:
    return table(text, ()).id("Sokka")


def test_several_recruits_take_ends_they_are_sent_to():
    game = to_heroes(table(cards=()), 0)
    h1, h2 = game.id("H1"), game.id("H2")
    game.do(a.Results(recruited=(h2,), left=(h1,)))
    assert rows(game)[0] == ["H1", "Aang", "Arnook", "H2"]


def test_rightmost_two_of_one_is_one():
    game = to_heroes(table(), 2, "stay0")
    assert [game.damage(n) for n in ("Aang", "Arnook", "Katara")] == [1, 1, 1]


def test_team_full_in_mid_turn_may_be_healed():
    text = line("Aang [red]: +Aang 4/5 | tokens heal-one")
    game = to_heroes(table(text, supply=29), 1, "stay0")
    assert game.damage("Aang") == 5
    game.do(a.UseToken(0, "heal-one", game.id("Aang")))
    done(game.do(a.Results()))
    assert (game.outcome, game.damage("Aang")) == (None, 3)


def test_tokens_heal_other_teams_only_where_table_allows():
    text = line("Aang [red]: +Aang 4/5 | tokens heal-one")
    text = line("Katara [blue]: +Katara 2/5", text)
    game = to_heroes(table(text, (), supply=29), 1, "right0")
    heal = a.UseToken(0, "heal-one", game.id("Katara"))
    assert game.asked(heal) == ("HEAL_WIDER", "ask")
    game.do(heal, HEAL_WIDER="yes")
    assert game.damage("Katara") == 0


def test_token_for_two_may_heal_only_one_hero():
    text = line("Aang [red]: +Aang 3/5, +Arnook 0/3 | tokens heal-two heal-two")
    game = to_heroes(table(text, (), supply=28), 0, "left0")
    aang = game.id("Aang")
    game.do(a.UseToken(0, "heal-two", aang))
    assert game.damage("Aang") == 2
    game.do(a.UseToken(0, "heal-two", aang, aang), W_SAME_HERO="anyway")
    assert game.damage("Aang") == 1
