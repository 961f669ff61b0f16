"""The attack, Villains and their damage."""

import pytest

from games.rising.box import AbilityEffect, CardFacts
from tests.games.batman_who_laughs.table import (
    EVERYONE,
    HEALER,
    game_piece,
    in_full,
    table,
    to_heroes,
    with_lines,
)
from tests.games.rising.text import a


@pytest.mark.parametrize(
    ("face", "facing"), [("left", 1), ("right", 0), ("stay", 2), ("stay+ring", 2)]
)
def test_attack_follows_every_face_of_figure_die(face, facing):
    game = to_heroes(table(cards=()), (facing + 1) % 3, 0, face)
    assert game.state.facing == facing
    assert "attack" in game.codes()
    assert (game.damage("Batman"), game.damage("Wonder Woman")) == (0, 0)


def test_villains_elsewhere_stay_quiet():
    game = to_heroes(table(), 0, 0, "stay")
    assert game.damage("Batman") == 0
    assert "villains.none" in game.codes()


def test_villain_heals_villains_and_no_token_goes_back():
    healer = CardFacts(
        "Court of Owls", effects=(AbilityEffect("heal", who="villains"),), known=True
    )
    rows = ("2: !Evil 1/3 2W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D",)
    game = to_heroes(table(with_lines(*rows), (healer,)), 0, 0, "stay")
    assert (game.damage("Evil"), game.damage("Court of Owls")) == (0, 0)
    assert game.state.supply == 30


def test_full_hero_stays_until_end_and_ability_heals():
    rows = ("Ben [red red red purple]: +Batman 4/5, +Zatanna 0/3",)
    game = in_full(table(with_lines(*rows), (HEALER,)), "W", "J", "J", "P")
    assert game.damage("Batman") == 5
    game.do(a.Ability(game.id("Zatanna"), game.dice("W"), target=game.id("Batman")))
    assert game.damage("Batman") == 4
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.id("Batman")
    assert game.state.defeated == 0


def test_healing_below_nothing_is_no_healing():
    game = to_heroes(table(), 0, 0, "stay").do(a.Heal(game_piece("Batman"), 3))
    assert (game.damage("Batman"), game.codes()) == (0, ["heal.none"])


def test_everybody_loses_when_waiting_teams_last_hero_falls():
    game = table(with_lines("Ana: +Wonder Woman 4/5"), (EVERYONE,))
    to_heroes(game, 0, 0, "left").do(a.Results())
    assert (game.outcome.condition, game.outcome.rule) == ("team", "A-70")


def test_exactly_ten_heroes_lose_and_nine_do_not():
    for lost, over in ((8, False), (9, True)):
        rows = (f"deck 27, lost {lost}, supply 30, discard 0", "1: +H3 0/4, +H4 3/3, -")
        game = to_heroes(table(with_lines(*rows)), 1, 0, "stay").do(a.Results())
        assert bool(game.outcome) == over
        assert game.state.defeated == lost + 1


def test_recruit_and_hit_count_beside_last_counter():
    rows = ("track 4o 4o 4o 4o 4o 4o b4o -4 | 31", "boss 4/5")
    game = to_heroes(table(with_lines(*rows), boss_revealed=True), 2, 1)
    game.do(a.Results((game.id("Plastic Man"),), (), ("boss",)))
    assert (game.outcome.result, game.outcome.also) == ("won", ("track",))
