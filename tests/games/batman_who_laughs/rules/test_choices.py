"""The Batman Who Laughs Rising: what is the table's to say is asked, and nothing is silent."""

import pytest
from msgspec.structs import replace

from games.batman_who_laughs import BatmanWhoLaughs
from games.odds.options import expected_prompts
from games.rising.box import AbilityEffect, CardFacts
from games.rising.rules.cards import abilities
from tests.games.batman_who_laughs.table import HEALER, in_full, table, to_heroes, with_lines
from tests.games.rising.text import Game, a

LAUGHS = BatmanWhoLaughs()


def offered(game: Game, do: str) -> list:
    return [each for each in LAUGHS.prompts(game.state) if each.do == do]


def revealing() -> Game:
    """Return a table where the last counter of the boss's section is about to fall."""
    lines = with_lines("track 4o 4o 4o 4o 4o 4o b4 -4 | 27")
    return to_heroes(table(lines, newest=5), 2, 1)


@pytest.mark.parametrize(("answer", "newest"), [("yes", 6), ("no", 5)])
def test_ability_under_boss_card_is_asked_when_revealed(answer, newest):
    game = revealing()
    assert game.asked(a.Results()) == ("BOSS_ABILITY", "ask")
    game.do(a.Results(), BOSS_ABILITY=answer)
    assert (game.state.boss_revealed, game.state.newest) == (True, newest)
    assert ("track.ability" in game.codes()) == (answer == "yes")
    box = LAUGHS.remember(LAUGHS.blank_box(), a.Results(), game.state)
    told = [track.sections[6].known for track in box.tracks]
    assert told == ([True] if answer == "no" else [])


def test_unknown_ability_under_boss_card_answers_next_crown():
    game = revealing().do(a.Results(), BOSS_ABILITY="yes")
    game.do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("right+ring"))
    assert (game.state.step, game.state.turn.pending[0].source) == ("crown", "section.6")


def test_boss_card_stays_boss_whatever_is_entered():
    game = to_heroes(table(with_lines("boss 1/5"), boss_revealed=True))
    boss = "The Batman Who Laughs"
    game.do(a.DefineCard(boss, kind="hero", piece="boss"))
    assert game.referee.table(game.state).kind("boss") == "boss"
    game.do(a.DefineCard("Plastic Man", kind="boss"))
    assert game.referee.table(game.state).kind(game.id("Plastic Man")) == "hero"


def test_counters_moved_onto_a_villain_earn_a_token():
    game = to_heroes(table(with_lines("Ben [red]: +Batman 2/5")), 2, 0, "right")
    game.do(a.MoveDamage(game.id("Batman"), game.id("Court of Owls"), 2))
    assert len(game.state.teams[0].tokens) == 2


def test_reroll_may_follow_jump_but_no_laid_die():
    sharp = CardFacts("Batman", effects=(AbilityEffect("reroll", 0),), known=True)
    game = in_full(table(cards=(sharp,)), "W", "W", "W", "W", location=2, face="left")
    batman = game.id("Batman")
    game.do(a.Jump(game.dice("W")[0]), JUMP_EARLY="yes")
    assert [each.fixed for each in offered(game, "reroll")] == [{"card": batman}]
    late = Game(LAUGHS, game.state)
    game.do(a.RerollByAbility(batman, ("D", "", "")))
    drowned = late.referee.table(late.state).reach()
    laid = next(each for each in drowned if late.referee.table(late.state).facts(each).prices)
    late.do(a.Assign(late.dice("W"), laid))
    assert late.refused(a.RerollByAbility(batman, ("D", ""))) == ("E_LATE", "A-Q41")
    assert offered(late, "reroll") == []


def test_token_is_refused_as_fresh_before_wrong_step():
    game = table(with_lines("Ben [red]: +Batman 0/5 | tokens heal"), supply=29)
    game.do(a.Deploy(2))
    use = a.UseToken(0, "heal", game.id("Batman"))
    assert game.refused(use) == ("E_TOKEN_PHASE", "A-Q10")
    fresh = replace(game.state.teams[0], tokens=(replace(game.state.teams[0].tokens[0], turn=1),))
    game.state = replace(game.state, teams=(fresh, game.state.teams[1]))
    assert game.refused(use) == ("E_TOKEN_FRESH", "A-63")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_healing_token_takes_off_what_it_shows(n):
    lines = with_lines("Ben [red]: +Batman 3/5 | tokens heal")
    game = to_heroes(table(lines, supply=29)).do(a.UseToken(0, "heal", "p10", n=n))
    assert game.damage("Batman") == 3 - n + (game.state.facing == 2)


def test_a_healing_token_offers_heroes_of_another_team():
    lines = with_lines("Ben [red]: +Batman 0/5 | tokens heal", "Ana [blue]: +Wonder Woman 2/5")
    game = to_heroes(table(lines, supply=29), 2, 0, "right")
    (token,) = offered(game, "token.use")
    wonder = game.id("Wonder Woman")
    assert [choice.value for choice in token.fields[0].choices if choice.value == wonder]
    healing = a.UseToken(0, "heal", wonder)
    assert game.asked(healing) == ("HEAL_WIDER", "ask")
    assert game.refused(healing, HEAL_WIDER="no") == ("E_LOCATION", "A-Q46")
    assert game.do(healing, HEAL_WIDER="yes").damage("Wonder Woman") == 1


def test_only_alternative_prices_without_common_symbol_add_up():
    apart = CardFacts("Plastic Man", "hero", 4, prices=((2, 0, 0, 0), (0, 2, 0, 0)), known=True)
    game = in_full(table(cards=(apart,)), "W", "J", "W", "J", location=2, face="right")
    man = game.id("Plastic Man")
    facts = replace(apart, kind="hero")
    library = tuple(each for each in game.state.library if each.name != "Plastic Man")
    game.state = replace(game.state, library=(*library, facts))
    game.do(a.Assign(game.dice("W", "J"), man))
    done = Game(LAUGHS, game.state).do(a.Finish(), W_DICE_LEFT="anyway")
    assert "results.none" in done.codes()
    game.do(a.Assign(game.dice("W"), man)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert "results.r" in game.codes()


def test_two_paid_prices_are_one_hero_one_damage():
    game = in_full(table(with_lines("boss 1/5"), boss_revealed=True), *"PPPJ", face="stay")
    game.do(a.Assign(game.dice("P", "P", "P"), "boss"))
    assert game.refused(a.Assign(game.dice("J"), "boss")) == ("E_VILLAIN_ONCE", "A-43")


def test_jump_is_offered_only_where_it_leads_somewhere():
    away = in_full(table(), "W", "W", "W", "W", location=2, face="left")
    assert [each.fields[0].name for each in offered(away, "jump")] == ["die"]
    assert offered(in_full(table(), "W", "W", "W", "W", location=2), "jump") == []
    quick = to_heroes(table(), 2, 0, "left")
    assert [(each.fields, each.actors) for each in offered(quick, "jump")] == [((), (0,))]
    assert offered(to_heroes(table(), 2), "jump") == []
    for die in away.dice("W", "W", "W", "W"):
        away.do(a.GiveUp(die), W_FREED="anyway")
    assert offered(away, "jump") == []
    assert offered(table().do(a.Deploy(0)), "jump") == []


def test_results_after_figure_turned_still_count_on_boss():
    game = to_heroes(table(with_lines("boss 1/5"), boss_revealed=True), 2)
    game.do(a.TurnFigure("left")).do(a.Results(hits=("boss",)))
    assert game.damage("The Batman Who Laughs") == 2


def test_players_choose_order_of_villains_in_quick_depth():
    owls = CardFacts("Court of Owls", effects=(AbilityEffect("damage", who="most"),), known=True)
    drowned = CardFacts("The Drowned", effects=(AbilityEffect("heal", who="team"),), known=True)
    lines = with_lines(
        "2: #The Drowned 0/3 2J+1W, -, !Court of Owls 0/2 1P+2D",
        "0: -, +H1 0/4, +H2 1/4",
        "Ben [red]: +Batman 0/5, +Cyborg 1/3",
    )
    game = to_heroes(table(lines, (owls, drowned)), 0)
    assert game.state.step == "villains"
    game.do(a.VillainNext(game.id("The Drowned")))
    assert game.state.step == "heroes"
    assert (game.damage("Batman"), game.damage("Cyborg")) == (1, 1)
    first_release = table(lines, (owls, drowned))
    first_release.state = replace(
        first_release.state,
        setup=replace(first_release.state.setup, villain_order="lying"),
    )
    assert to_heroes(first_release, 0).state.step == "heroes"


def test_abilities_carried_out_by_hand_need_no_order():
    owls, drowned = CardFacts("Court of Owls"), CardFacts("The Drowned")
    lines = with_lines("2: #The Drowned 0/3 2J+1W, -, !Court of Owls 0/2 1P+2D")
    game = to_heroes(table(lines.replace("0: #The Drowned 0/3 2J+1W", "0: -"), (owls, drowned)), 0)
    expected = {each.do for each in LAUGHS.prompts(game.state) if each.expected}
    assert expected == {"villain.does", "villain.done"}


# -- before the first turn -----------------------------------------------------------------


def test_figure_looks_anywhere_and_table_may_deal_teams():
    box = LAUGHS.blank_box()
    setup = LAUGHS.setup_default(2, box)
    drawn = LAUGHS.draw(setup, box, lambda n: n - 1)
    assert (setup.facing, drawn.facing, drawn.team_cards) == (-1, 2, ())
    dealt = LAUGHS.draw(replace(setup, team_choice="random"), box, lambda n: n - 1)
    names = [each.name for each in box.teams]
    assert dealt.team_cards == (names[3], names[2])
    assert LAUGHS.draw(dealt, box, lambda n: 0) == dealt
    assert LAUGHS.begin(dealt, box).state.facing == 2
    assert {each.name for each in LAUGHS.begin(dealt, box).state.teams} == {*names[2:]}


def test_a_told_facing_is_nobodys_draw():
    box = LAUGHS.blank_box()
    setup = replace(LAUGHS.setup_default(2, box), facing=1)
    assert LAUGHS.draw(setup, box, lambda n: 0) == setup


ZATANNA = with_lines("Ben [red red red purple]: +Batman 1/5, +Zatanna 0/3")


def test_forecast_tries_no_ability_that_may_wait(monkeypatch):
    game = to_heroes(table(ZATANNA, (HEALER,)))
    tried = []

    def uses_of(*args):
        tried.append(args)
        return ()

    monkeypatch.setattr(abilities, "uses_of", uses_of)
    assert expected_prompts(LAUGHS, game.state)
    assert not tried
    assert not offered(game, "ability")
    assert tried


def test_forecast_knows_of_paid_ability():
    game = in_full(table(ZATANNA, (HEALER,)), "W", "P", "P", "D")
    game.do(a.Assign(game.dice("W"), game.id("Zatanna")))
    assert "ability" in {each.do for each in expected_prompts(LAUGHS, game.state)}
