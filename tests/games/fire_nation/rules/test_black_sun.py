"""The Day of Black Sun, by Balance and by Ruin."""

import pytest
from msgspec.structs import replace

from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts
from tests.games.fire_nation.table import (
    BATTLE_TABLE,
    BATTLES,
    ECLIPSED,
    FIRE,
    JUNE,
    NAMES,
    TY_LEE,
    at_the_event,
    battle_table,
    done,
    line,
    rows,
    table,
    to_heroes,
    tokens,
)
from tests.games.rising.text import Game, a


def test_ruin_at_top_brings_black_sun_after_balance():
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
    game.do(a.Results((game.id("H5"),), advance=True), PROGRESS_TYPE="yes")
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
    game.state = replace(game.state, setup=replace(game.state.setup, event_test=test))
    to_heroes(game, 0, "left1").do(a.UseToken(1, "ruin"))
    assert game.state.doom == 9
    game.do(a.Results())
    assert (game.state.step == "event") == comes


def test_marked_heroes_lost_at_event_can_lose_game():
    text = line("deck 39, lost 8, supply 30, discard 0", line("track -10 | 10"))
    game = to_heroes(table(text, ()), 0, "right0").do(a.Results())
    game.do(a.Event((game.id("H3"), game.id("H4")), tuple(each.name for each in BATTLES)))
    done(game)
    assert (game.outcome.condition, game.outcome.facts["n"]) == ("heroes", 10)


def test_battle_acts_from_turn_after_event():
    burning = CardFacts(
        "Ba Sing Se",
        prices=((0, 0, 0, 1),),
        effects=(AbilityEffect("damage", who="team"),),
        known=True,
    )
    fresh = battle_table(cards=(burning,), event=2)
    fresh.state = replace(
        fresh.state,
        library=tuple(burning if c.name == "Ba Sing Se" else c for c in fresh.state.library),
    )
    later = Game(FIRE, replace(fresh.state, event=1))
    assert to_heroes(fresh).damage("Aang") == 0
    assert to_heroes(later).damage("Aang") == 1


def test_marked_card_revealed_later_is_discarded_at_once():
    sun = CardFacts("Sun", "hero", 3, known=True, icon="yes")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    text = line("deck 39, lost 8, supply 30, discard 0", text)
    game = to_heroes(battle_table(text, (sun,), event_side="doom")).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0, "Sun"))
    assert game.state.slots[0][0] == ""
    assert game.state.defeated == 9
    game.do(a.Refill(0))
    assert game.state.step == "refill"
    unknown = game.state.slots[0][0]
    game.do(a.Icon(unknown, True, "hero"))
    assert game.outcome.condition == "heroes"


def test_marked_villain_revealed_later_leaves_without_token():
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text, (replace(ECLIPSED, kind="villain"),))).do(a.Results())
    game.do(a.Aid(False)).do(a.Refill(0, "V3"))
    assert "banned" in game.codes()
    assert (game.state.deck, game.state.teams[0].tokens) == (38, ())


def test_number_is_ignored_and_tracks_gone_after_event():
    game = battle_table().do(SetDepth("full")).do(a.Deploy(2)).do(a.DriverCard("right2"))
    assert (game.state.doom, game.state.facing) == (0, 1)
    assert "doom.ignored" in game.codes()
    game.do(a.Roll(("A", "W", "F", "F")))
    assert game.refused(a.Assign(game.dice("A"), "progress")) == ("E_REMOVED", "B-61")


def test_ruin_stops_at_top_and_turn_goes_on():
    game = to_heroes(table(line("track -10 | 9")), 0, "left2")
    assert (game.state.doom, game.state.step, game.outcome) == (10, "heroes", None)
    assert [note.rule for note in game.notes[:1]] == ["B-21"]


def test_both_tracks_at_top_take_only_villains():
    game = to_heroes(table(line("track -10 | 9"), progress=4), 0, "right1")
    game.do(a.Results((game.id("H1"),), advance=True), PROGRESS_TYPE="yes")
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


def test_full_marked_hero_is_counted_once():
    text = line("Aang [red]: +Aang 0/5, +Arnook 3/3", line("track -10 | 10"))
    game = at_the_event(table(text))
    game.do(a.Event((game.id("Arnook"),), NAMES))
    done(game)
    assert (game.state.defeated, rows(game)[0]) == (1, ["Aang"])


def test_team_emptied_by_event_loses_at_test():
    game = at_the_event(table(line("track -10 | 10")))
    done(game.do(a.Event((game.id("Katara"),), NAMES)))
    assert (game.outcome.condition, game.outcome.facts["teams"]) == ("team", ("Katara",))


def test_places_emptied_by_event_fill_same_turn():
    game = at_the_event(table(line("track -10 | 10"), progress=5), 2, "stay0")
    villain = game.id("V3")
    game.do(a.Event((villain,), NAMES))
    if game.state.step == "aid":
        game.do(a.Aid(False))
    assert game.referee.table(game.state).empty() == (8,)
    assert game.state.step == "refill"


def test_later_unnamed_marked_villain_is_no_lost_hero():
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text)).do(a.Results()).do(a.Aid(False)).do(a.Refill(0))
    unknown = game.state.slots[0][0]
    game.do(a.Icon(unknown, True, "villain"))
    assert (game.state.defeated, game.state.slots[0][0], game.state.step) == (0, "", "refill")


def test_marked_cards_chain_until_one_may_stay():
    suns = tuple(CardFacts(f"Sun {n}", "villain", 2, known=True, icon="yes") for n in "12")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    fine = CardFacts("Fine", "villain", 2, known=True, icon="no")
    game = to_heroes(battle_table(text, (*suns, fine))).do(a.Results()).do(a.Aid(False))
    for name in ("Sun 1", "Sun 2"):
        game.do(a.Refill(0, name))
        assert game.state.step == "refill"
    game.do(a.Refill(0, "Fine"))
    assert (game.state.deck, game.state.step) == (36, "deploy")


def test_hero_with_icon_stays_after_won_balance():
    sun = CardFacts("Sun", "hero", 2, known=True, icon="yes")
    text = line("0: -, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F", BATTLE_TABLE)
    game = to_heroes(battle_table(text, (sun,))).do(a.Results()).do(a.Aid(False))
    game.do(a.Refill(0, "Sun"))
    assert (game.state.step, game.state.defeated) == ("deploy", 0)


def test_ruin_back_at_the_bottom_only_warns():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin")
    game = to_heroes(table(text, supply=29), 2, "left0")
    assert game.asked(a.UseToken(1, "ruin")) == ("W_NO_DOOM", "warn")
    game.state = replace(game.state, doom=3)
    assert game.do(a.UseToken(1, "ruin")).state.doom == 2


def test_ruin_does_nothing_once_the_track_is_gone():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin", BATTLE_TABLE)
    game = to_heroes(battle_table(text, supply=29, doom=3), 2, "left0")
    assert game.asked(a.UseToken(1, "ruin"))[0] == "W_NO_DOOM"
