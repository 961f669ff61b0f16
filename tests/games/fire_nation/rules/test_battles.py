"""The Final Battles and their guards."""

from msgspec.structs import replace

from games import registry
from games.rising.box import AbilityEffect
from tests.games.fire_nation.table import (
    BATTLE_TABLE,
    BATTLES,
    battle_table,
    done,
    in_full,
    line,
    to_heroes,
    tokens,
)
from tests.games.rising.text import a

REFEREE = registry.referee("fire-nation")


def test_guarded_battle_takes_no_dice_until_villain_swapped():
    game = in_full(battle_table(), "F", "F", "F", "A", location=1, card="stay0")
    june, palace = game.id("June"), game.id("Fire Nation Palace")
    game.do(a.Assign(game.dice("F"), june))
    assert game.refused(a.Assign(game.dice("F"), palace)) == ("E_FB_BLOCKED", "B-44")
    game.do(a.Swap(june, game.id("H5")))
    game.do(a.Assign(game.dice("F"), palace))
    game.do(a.Swap(game.id("H5"), june)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.damage("Fire Nation Palace") == 1


def test_battle_reward_comes_before_defeats_after_two_sets():
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
    rewarded = replace(BATTLES[2], rewards=(AbilityEffect("heal", n=5, who="team"),))
    text = line("Aang [red red blue green]: +Aang 5/5", BATTLE_TABLE)
    game = battle_table(text)
    library = tuple(
        replace(rewarded, capacity=c.capacity) if c.name == rewarded.name else c
        for c in game.state.library
    )
    game.state = replace(game.state, library=library)
    to_heroes(game, 2).do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))
    assert game.damage("Aang") == 0


def test_third_battle_wins_despite_tenth_lost_hero():
    text = line("deck 39, lost 9, supply 30, discard 0", BATTLE_TABLE)
    text = line("Aang [red]: +Aang 0/5, +Arnook 3/3", text)
    game = to_heroes(battle_table(text, battles_done=2), 2)
    battle = game.id("Wulong Forest")
    game.do(a.Results(hits=(f"{battle}:2",))).do(a.Reward(battle))
    assert (game.outcome.result, game.outcome.rule, game.outcome.also) == (
        "won",
        "B-69",
        ("heroes",),
    )


def test_battle_at_another_location_is_no_target():
    game = in_full(battle_table(), "F", "F", "F", "A", location=2, card="stay0")
    other = game.id("Ba Sing Se")
    assert game.refused(a.Assign(game.dice("F"), other)) == ("E_LOCATION", "B-20")


def test_guarded_battle_refuses_symbol_token_like_die():
    text = line("Katara [blue]: +Katara 0/5 | tokens extra-F", BATTLE_TABLE)
    game = in_full(battle_table(text, supply=29), "F", "F", "F", "A", location=1, card="stay0")
    battle = game.id("Fire Nation Palace")
    assert game.refused(a.UseToken(1, "extra-F", battle))[0] == "E_FB_BLOCKED"
    assert tokens(game, 1) == 1


def test_battle_of_need_three_counts_over_turns():
    text = line("2: +H5 0/4 1W, +H6 0/4, +H8 0/4, =Wulong Forest 1/3 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text), 2, "stay0")
    battle = game.id("Wulong Forest")
    done(game.do(a.Results(hits=(battle,))))
    assert (game.damage("Wulong Forest"), game.state.battles_done) == (2, 0)
    to_heroes(game, 2, "stay0").do(a.Results(hits=(battle,)))
    assert (game.state.battles_done, game.state.step) == (1, "battles")
    assert game.refused(a.Reward("p1"))[0] == "E_NO_ABILITY"


def test_reward_saves_tenth_hero_and_last_of_team():
    rewarded = replace(BATTLES[2], capacity=2, rewards=(AbilityEffect("heal", n=1, who="teams"),))
    text = line("deck 39, lost 9, supply 30, discard 0", BATTLE_TABLE)
    text = line("Katara [blue]: +Katara 5/5", text)
    game = battle_table(text)
    library = tuple(rewarded if c.name == rewarded.name else c for c in game.state.library)
    game.state = replace(game.state, library=library)
    to_heroes(game, 2, "stay0").do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))
    done(game)
    assert (game.outcome, game.damage("Katara"), game.state.defeated) == (None, 4, 9)


def test_win_beats_team_lost_on_same_turn():
    text = line("Katara [blue]: +Katara 5/5", BATTLE_TABLE)
    game = to_heroes(battle_table(text, battles_done=2), 2, "stay0")
    battle = game.id("Wulong Forest")
    game.do(a.Results(hits=(f"{battle}:2",))).do(a.Reward(battle))
    assert (game.outcome.result, game.outcome.also) == ("won", ("team",))


def won(text=BATTLE_TABLE):
    """Return the table that waits for the reward of the battle it has won, and that battle."""
    game = to_heroes(battle_table(text), 2)
    battle = game.id("Wulong Forest")
    return game.do(a.Results(hits=(f"{battle}:2",))), battle


def lessons(game):
    return [each for each in REFEREE.prompts(game.state) if each.do == "reward.does"]


def test_taught_reward_acts_at_once_and_stays():
    game, battle = won(line("Aang [red red blue green]: +Aang 5/5", BATTLE_TABLE))
    (form,) = lessons(game)
    assert form.expected
    action = a.RewardLesson(battle, "heal-team", 2)
    game.do(action)
    assert (game.damage("Aang"), game.state.battles[2]) == (3, "")
    box = REFEREE.remember(REFEREE.blank_box(), action, game.state)
    (known,) = (card for card in box.cards if card.name == "Wulong Forest")
    assert known.rewards == (AbilityEffect("heal", 2, "team"),)
    assert not lessons(game)


def test_reward_told_once_is_not_kept():
    game, battle = won()
    action = a.RewardLesson(battle, "gain", 2, once=True)
    before = len(game.state.teams[0].tokens)
    game.do(action)
    assert len(game.state.teams[0].tokens) == before + 2
    box = REFEREE.remember(REFEREE.blank_box(), action, game.state)
    assert not any(card.rewards for card in box.cards)


def test_only_a_completed_battles_reward_is_taught():
    game, battle = won()
    assert game.refused(a.RewardLesson("p1", "gain", 1))[0] == "E_NO_ABILITY"
    assert game.refused(a.RewardLesson(battle, "doom", 1))[0] == "E_MALFORMED"


def fixes(game):
    return [each for each in REFEREE.prompts(game.state) if each.do == "villain.fix"]


def taught(what, n=1):
    """Return the table after the reward of its battle was entered, and its turn has ended."""
    text = line("Aang [red red blue green]: +Aang 3/5", BATTLE_TABLE)
    game, battle = won(line("Katara [blue]: +Katara 3/5", text))
    game.do(a.RewardLesson(battle, what, n))
    return done(game)


def test_reward_is_corrected_as_next_turn_begins():
    game = taught("gain", 2)
    assert game.state.active == 1
    (prompt,) = fixes(game)
    assert [each.code for each in prompt.label.facts["what"]] == ["acted.gained"]
    tokens, supply = len(game.state.teams[0].tokens), game.state.supply
    action = a.Correction("reward.Wulong Forest", "heal-team", 2)
    assert "token.returned" in game.do(action).codes()
    assert len(game.state.teams[0].tokens) == tokens - 2
    assert game.state.supply == supply + 2
    assert (game.damage("Aang"), game.damage("Katara"), game.state.active) == (1, 3, 1)
    box = REFEREE.remember(REFEREE.blank_box(), action, game.state)
    (card,) = (each for each in box.cards if each.name == "Wulong Forest")
    assert card.rewards == (AbilityEffect("heal", 2, "team"),)
    assert game.do(a.Correction("reward.Wulong Forest", "other")).damage("Aang") == 3


def test_reward_done_by_hand_is_asked_again():
    game = taught("gain")
    action = a.Correction("reward.Wulong Forest", "other")
    box = replace(REFEREE.blank_box(), cards=game.state.library)
    box = REFEREE.remember(box, action, game.do(action).state)
    assert not any(card.rewards for card in box.cards if card.name == "Wulong Forest")


def test_reward_stays_once_villains_act():
    game = taught("gain")
    game.do(a.Deploy(1))
    assert fixes(game) == []
    late = a.Correction("reward.Wulong Forest", "other")
    assert game.refused(late)[0] == "E_NO_ABILITY"


def test_known_reward_shows_its_correction():
    rewarded = replace(BATTLES[2], capacity=2, rewards=(AbilityEffect("token"),))
    game = battle_table()
    library = tuple(rewarded if c.name == rewarded.name else c for c in game.state.library)
    game.state = replace(game.state, library=library)
    to_heroes(game, 2, "stay0").do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))
    assert len(fixes(done(game))) == 1


def test_last_battle_wins_without_asking_its_reward():
    game = battle_table(battles_done=2)
    game.state = replace(game.state, setup=replace(game.state.setup, edition=8))
    to_heroes(game, 2).do(a.Results(hits=(f"{game.id('Wulong Forest')}:2",)))
    assert game.outcome.condition == "won"
