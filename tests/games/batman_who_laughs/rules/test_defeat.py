"""Damage, defeat and the end of the game."""

import pytest
from msgspec.structs import replace

from games.rising.box import AbilityEffect, CardFacts
from tests.games.batman_who_laughs.table import LAUGHS, board, table, to_heroes, with_lines
from tests.games.rising.text import a


def test_excess_damage_is_lost_and_full_hero_leaves():
    game = to_heroes(table(with_lines("1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W")), 0, 0, "left")
    assert "damage.lost" in game.codes()
    assert game.damage("H4") == 3
    game.do(a.Results())
    assert game.state.defeated == 1
    assert game.state.step == "refill"
    assert game.refused(a.Refill(0)) == ("E_RANGE_PLACE", "A-48")
    game.do(a.Refill(4, "Robin"))
    assert board(game)[3] == "1: +H3 1/4, ?Robin 0/*, !Evil Robins 0/2"


def test_a_full_hero_that_is_recruited_is_saved():
    game = to_heroes(table(with_lines("2: +Plastic Man 3/4 3W, -, -")), 2)
    assert game.damage("Plastic Man") == 4
    game.do(a.Results((game.id("Plastic Man"),)))
    assert game.damage("Plastic Man") == 0
    assert game.state.defeated == 0
    assert len(game.state.teams[0].row) == 2


@pytest.mark.parametrize(("healed", "lost"), [(True, False), (False, True)])
def test_old_token_of_another_team_saves_last_hero(healed, lost):
    rows = ("Ben [red red red purple]: +Batman 4/5", "Ana: +Wonder Woman 0/5 | tokens heal")
    game = to_heroes(table(with_lines(*rows), supply=29))
    assert game.damage("Batman") == 5
    if healed:
        game.do(a.UseToken(1, "heal", game.id("Batman")), actor=1)
    game.do(a.Results())
    assert bool(game.outcome) == lost
    assert not lost or (game.outcome.condition, game.outcome.rule) == ("team", "A-70")


def test_recruiting_saves_a_team_whose_last_hero_falls():
    game = to_heroes(table(with_lines("Ben [red red red purple]: +Batman 4/5")))
    game.do(a.Results((game.id("Plastic Man"),)))
    assert game.outcome is None
    assert game.state.defeated == 1


def test_eleven_heroes_lost_at_once():
    rows = (
        "deck 27, lost 8, supply 30, discard 0",
        "1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W",
        "Ben [red red red purple]: +Batman 0/5, +Robin 3/3",
        "Ana: +Wonder Woman 0/5, +Cyborg 2/2",
    )
    game = to_heroes(table(with_lines(*rows)), 0).do(a.Results())
    assert game.state.defeated == 11
    assert (game.outcome.condition, game.outcome.facts["n"]) == ("heroes", 11)


def test_solo_loses_when_inactive_team_is_wiped_out():
    everyone = CardFacts("Evil Robins", effects=(AbilityEffect("damage", who="teams"),), known=True)
    game = table(with_lines("Ana: +Wonder Woman 4/5"), (everyone,))
    game.state = replace(game.state, setup=replace(game.state.setup, players=1))
    to_heroes(game, 0, 0, "left").do(a.Results(), actor=1)
    assert game.outcome.condition == "team"
    assert game.outcome.facts["teams"] == ("Ana",)


def test_a_win_beats_every_loss():
    rows = (
        "track 4o 4o 4o 4o 4o 4o b4o -4 | 32",
        "Ben [red red red purple]: +Batman 4/5",
        "boss 4/5",
        "deck 27, lost 9, supply 30, discard 0",
    )
    game = to_heroes(table(with_lines(*rows), boss_revealed=True)).do(a.Results((), (), ("boss",)))
    assert (game.outcome.result, game.outcome.rule) == ("won", "A-71")
    assert game.outcome.also == ("track", "heroes", "team")
    assert game.outcome.winners == (0, 1)
    assert game.refused(a.Deploy(0))[0] == "E_OVER"


def test_attack_hits_active_team_where_it_stands():
    game = to_heroes(table(cards=()), 0, 0, "right")
    assert [game.damage(name) for name in ("H1", "H2", "Batman", "Wonder Woman")] == [1, 2, 1, 0]


def test_empty_deck_leaves_places_open_until_dark_knight():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "deck 0, lost 0, supply 30, discard 0")
    game = to_heroes(table(with_lines(*rows)))
    plastic = game.id("Plastic Man")
    game.do(a.Results((plastic,)))
    assert plastic in game.state.teams[0].row
    assert (game.state.step, game.state.slots[2][0]) == ("deploy", "")
    to_heroes(game, 1, 1).do(a.Results())
    assert game.state.step == "refill"
    game.do(a.Refill(6))
    assert LAUGHS.table(game.state).kind(game.state.slots[2][0]) == "knight"


def test_dark_knight_dealt_into_view_waits_this_turn():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "2: -, +Constantine 0/4 1P+2J, -")
    game = to_heroes(table(with_lines(*rows)), 1, 1).do(a.Results())
    game.do(a.Refill(6))
    assert "villain.acts" not in game.codes()
    assert game.refused(a.Refill(8, "The Batman Who Laughs"))[0] == "E_DUPLICATE_CARD"
