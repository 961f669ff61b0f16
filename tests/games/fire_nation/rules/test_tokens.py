"""Pai Sho tokens, the Aid from the Spirits, dice that stay."""

import pytest

from games.rising.box import CardFacts, PriceStep
from tests.games.fire_nation.table import (
    JUNE,
    TABLE,
    TY_LEE,
    WATCHER,
    YUE,
    battle_table,
    done,
    in_full,
    line,
    table,
    to_heroes,
    tokens,
)
from tests.games.rising.text import a


def test_ty_lee_blocks_tokens_for_everybody_one_turn():
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


def test_aid_is_refused_when_last_roll_could_hit():
    text = line("0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4 2A")
    game = in_full(table(text), "2F", "W", "W", "W", location=0, card="left0")
    for _ in range(3):
        game.do(a.GiveUp(game.dice("W")[0]), W_FREED="anyway")
    game.do(a.GiveUp(game.dice("2F")[0]), W_FREED="anyway").do(a.Finish())
    assert "aid.possible" in game.codes()
    assert (game.state.number, game.state.step) == (2, "deploy")


def test_no_aid_while_tokens_are_blocked():
    game = to_heroes(table(), 0, "right0").do(a.Results())
    assert "aid.blocked" in game.codes()
    assert game.state.step == "deploy"


def test_token_drawn_this_turn_works_in_same_step():
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


def test_die_that_stays_is_missing_from_next_pool():
    text = line("Katara [red red red red]: +Katara 0/5")
    game = in_full(table(text, ()), "F", "F", "A", "A", card="left0")
    arnook = game.id("Arnook")
    game.do(a.Ability(arnook, game.dice("F"))).do(a.KeepDie(game.state.turn.dice[0].id, arnook))
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert [die.colour for die in game.state.kept] == ["red"]
    to_heroes(done(game), 2, "stay0")
    assert len(game.state.turn.dice) == 3


def test_healing_tokens_take_two_heroes_or_one_twice():
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


def test_full_hero_of_other_team_falls_this_turn():
    game = table(line("Katara [blue]: +Katara 4/5"))
    done(to_heroes(game, 2, "stay0").do(a.Results()))
    assert game.outcome.condition == "team"
    assert game.outcome.facts["teams"] == ("Katara",)


def test_tokens_await_any_players_roll_and_assign_step():
    text = line("Katara [blue]: +Katara 0/5 | tokens ruin", line("track -10 | 3"))
    game = table(text, supply=29)
    assert game.refused(a.UseToken(1, "ruin"), actor=1) == ("E_TOKEN_PHASE", "B-77")
    to_heroes(game, 2, "left0").do(a.UseToken(1, "ruin"), actor=1)
    assert (game.state.doom, game.state.discard) == (2, 1)


def test_moved_damage_earns_nothing_under_ty_lee():
    game = to_heroes(table(line("Aang [red]: +Aang 2/5")), 2, "right0")
    game.do(a.MoveDamage(game.id("Aang"), game.id("June")))
    assert (game.damage("June"), tokens(game)) == (1, 0)


def test_hit_on_full_villain_still_leaves_aid():
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


def test_reaction_in_villains_step_leaves_aid():
    text = line("Aang [red]: +Aang 0/5, +Watcher 0/3")
    game = to_heroes(table(text, (JUNE, WATCHER)), 1, "stay0").do(a.Results())
    assert game.state.step == "aid"


def test_dice_enough_for_next_space_leave_no_aid():
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
    assert "aid.possible" in game.codes()
    assert (game.state.number, game.state.step) == (2, "deploy")
