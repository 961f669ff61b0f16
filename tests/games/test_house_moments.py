"""House rules of every title: at its own moments, exchanges, and those used once a turn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games import registry
from games.animated_dice.rules.score import TurnTotal
from games.gotham_chronicles.rules.rounds import Next
from games.house_rules import DefineHouseRule, HouseRule, UseHouseRule
from games.messages import Msg, Speaker
from games.referee import Refusal, Ruling
from tests.games.animated_dice import table as dice
from tests.games.talisman_batman import table as talisman

GOTHAM = registry.referee("gotham-chronicles")
RISING = registry.referee("batman-who-laughs")
SPARE = HouseRule("Silent alarm", "once", "alarms", -1, into="loot")
EVERY = ("animated-dice", "batman-who-laughs", "fire-nation", "gotham-chronicles")
TITLES = (*EVERY, "talisman-batman")


def offered(referee: Any, state: Any) -> Any:
    """Return the only prompt of a house rule, or ``None``."""
    found = [each for each in referee.prompts(state) if each.do == "house.use"]
    assert len(found) < 2
    return found[0] if found else None


def said(ruling: Ruling) -> list[str]:
    return [note.code for note in ruling.notes if note.code.startswith("note.house")]


def robbed(*rules: HouseRule, **options: Any) -> Any:
    box = replace(dice.PLAIN, house_rules=rules)
    names = tuple(each.name for each in rules)
    return dice.start("nobody", "cat", box=box, house_rules=names, **options)


def test_alarm_becomes_loot_once_a_turn():
    state = robbed(SPARE)
    assert offered(dice.GAME, state) is None
    state = dice.heist(state, "G:LA Y:A")
    which = offered(dice.GAME, state).fields[0].choices
    assert [each.value for each in which] == ["alarms.yellow", "alarms.gray"]
    state = dice.done(state, UseHouseRule(SPARE.name, "alarms.yellow"), actor=0)
    assert (state.turn.alarms, state.turn.loot) == ((0, 0, 1), (1, 0, 1))
    assert offered(dice.GAME, state) is None
    refused = dice.GAME.apply(state, UseHouseRule(SPARE.name, "alarms.gray"), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "E_HOUSE_USED"
    later = dice.heist(dice.heist(state, "stop"), "G:LLA")
    assert offered(dice.GAME, later).fixed["which"] == "alarms.gray"


def test_heist_ends_when_house_rule_leaves_no_dice():
    state = dice.heist(robbed(SPARE), "G:AAA")
    turn = replace(state.turn, cup=(0, 0, 0), loot=(2, 3, 2))
    ruling = dice.GAME.apply(replace(state, turn=turn), UseHouseRule(SPARE.name, "alarms.gray"))
    assert isinstance(ruling, Ruling), ruling
    assert ruling.state.turn.part == 1
    assert dice.GAME.check(ruling.state) == ()


def test_busted_villain_scores_by_house_rule():
    state = robbed(HouseRule("Comfort", "bust", "score", 2))
    ruling = dice.GAME.apply(state, TurnTotal(0, busted=True))
    assert ruling.state.totals == (2, 0)
    assert said(ruling) == ["note.house", "note.house.number"]


def test_end_of_turn_rule_changes_side_that_played():
    state = robbed(HouseRule("Interest", "end", "score", 1))
    assert dice.heist(state, "G:LLL | stop").totals == (4, 0)


def villains(*rules: HouseRule) -> Any:
    box = replace(talisman.box(), house_rules=rules)
    setup = talisman.Setup(house_rules=tuple(each.name for each in rules))
    return talisman.begun(setup=setup, own_box=box)


def test_villain_enters_arkham_with_what_house_rule_gives():
    table = villains(HouseRule("Bribe", "arrives", "coins", 2))
    assert [each.coins for each in table.state.villains] == [3, 3]


def test_villain_exchanges_fate_for_life_once_a_turn():
    rule = HouseRule("Second wind", "once", "fate", -1, into="life")
    table = villains(rule)
    prompt = offered(talisman.REFEREE, table.state)
    assert (prompt.fixed, prompt.actors) == ({"name": rule.name, "which": "fate.0"}, (0,))
    table.do(UseHouseRule(rule.name, "fate.0"), actor=0)
    assert [(each.fate, each.life) for each in table.state.villains] == [(2, 5), (3, 4)]
    assert offered(talisman.REFEREE, table.state) is None


def begun(referee: Any, *rules: HouseRule) -> Any:
    box = replace(referee.sample_box(), house_rules=rules)
    setup = referee.draw(referee.setup_default(2, box), box, lambda n: 0)
    ruling = referee.begin(setup, box)
    assert isinstance(ruling, Ruling), ruling
    return ruling


def test_every_hero_begins_with_what_house_rule_gives():
    state = begun(GOTHAM, HouseRule("Rested", number="hero.total", n=1)).state
    usual = begun(GOTHAM).state
    more = [hero.sheet.total for hero in state.heroes]
    assert more == [hero.sheet.total + 1 for hero in usual.heroes]


def test_house_rule_of_round_comes_with_each_round():
    rule = HouseRule("Patrol", "turn", "post.total", 1)
    first = begun(GOTHAM, rule)
    assert said(first) == []
    ruling = GOTHAM.apply(first.state, Next())
    assert ruling.state.post.total == first.state.post.total + 1
    assert said(ruling) == ["note.house", "note.house.number"]


def test_damage_heals_on_chosen_card_once_a_turn():
    rule = HouseRule("Medic", "once", "damage", -1)
    state = begun(RISING, rule).state
    assert offered(RISING, state) is None
    hurt = state.teams[0].row[0]
    state = RISING.set_tracker(state, f"damage.{hurt}", 2)
    which = offered(RISING, state).fixed["which"]
    ruling = RISING.apply(state, UseHouseRule(rule.name, which))
    assert isinstance(ruling, Ruling), ruling
    assert next(each.damage for each in ruling.state.pieces if each.id == hurt) == 1


def test_note_used_once_a_turn_is_only_shown():
    state = robbed(HouseRule("Hush", "once", text="Whisper until your next turn"))
    ruling = dice.GAME.apply(state, UseHouseRule("Hush"), 0)
    assert said(ruling) == ["note.house.note"]
    assert offered(dice.GAME, ruling.state) is None


@pytest.mark.parametrize("slug", TITLES)
def test_every_form_of_a_house_rule_is_worded(slug):
    referee = registry.referee(slug)
    speaker = Speaker(referee.catalogue())
    (form,) = [each for each in referee.box_pages(referee.blank_box()) if each.do == "house.define"]
    labels = [choice.label for field in form.fields for choice in field.choices]
    labels += [field.label for field in form.fields]
    codes = [each.code for each in labels if isinstance(each, Msg)]
    assert [code for code in codes if code not in referee.catalogue()] == []
    assert all(speaker.say(each) for each in labels if isinstance(each, Msg))


@pytest.mark.parametrize("slug", TITLES)
def test_every_number_and_moment_makes_a_playable_rule(slug):
    referee = registry.referee(slug)
    for moment in referee.house_moments:
        kinds = referee.house_choices if moment == "once" else ()
        for kind in (*referee.house_numbers, *kinds):
            rule = DefineHouseRule(f"{kind} {moment}", moment, kind)
            box = referee.learn(referee.sample_box(), rule)
            assert not isinstance(box, Refusal), (moment, kind, box)
            setup = referee.draw(referee.setup_default(2, box), box, lambda n: 0)
            ruling = referee.begin(setup, box)
            assert isinstance(ruling, Ruling)
            assert referee.check(ruling.state) == ()
            assert [each.name for each in ruling.state.house_rules] == [rule.name]


@pytest.mark.parametrize("slug", TITLES)
def test_setup_page_switches_house_rules_of_every_title(slug):
    referee = registry.referee(slug)
    moment = next(iter(referee.house_moments))
    rule = HouseRule("Ours", moment, referee.house_numbers[0])
    box = replace(referee.blank_box(), house_rules=(rule,))
    page = referee.setup_pages(referee.setup_default(2, box), box)[-1]
    assert [field.name for field in page.fields] == ["house_rules"]
    assert page.fields[0].default == ("Ours",)
    hint = page.fields[0].choices[0].hint
    assert "{" not in Speaker(referee.catalogue()).say(hint)
