"""An ability that acted by itself and was entered wrongly is corrected in its place."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.referee import Refusal
from games.rising.box import AbilityEffect, CardFacts
from games.rising.rules.cards.correction import Correction
from tests.games.batman_who_laughs import table as laughs
from tests.games.rising.rules.cards.test_lessons import OWLS, acting
from tests.games.rising.text import Game, a


def known(*effects: AbilityEffect) -> CardFacts:
    return CardFacts(OWLS, effects=effects, known=True)


HERE = known(AbilityEffect("damage", 2, "location"))


def fixes(game: Game) -> list:
    return [each for each in game.referee.prompts(game.state) if each.do == "villain.fix"]


def fix(game: Game, what: str, n: int = 1, **more) -> Correction:
    return Correction(game.id(OWLS), what, n, **more)


def owls(game: Game) -> CardFacts:
    return next(each for each in game.state.library if each.name == OWLS)


def test_correction_is_offered_of_an_ability_that_acted():
    (prompt,) = fixes(acting(HERE))
    assert prompt.label.facts["what"][0].code == "acted.damage"
    assert not prompt.expected
    assert fixes(acting()) == []


def test_sample_copy_offers_no_correction():
    assert fixes(acting(replace(HERE, confidence="sample"))) == []


def test_damage_moves_to_its_targets_by_correction():
    game = acting(HERE)
    before = game.damage("Plastic Man"), game.damage("Batman")  # both were hit
    game.do(fix(game, "team", 1))
    assert (game.damage("Plastic Man"), game.damage("Batman")) == (before[0] - 2, before[1] - 1)
    assert owls(game).effects == (AbilityEffect("damage", 1, "team"),)
    (prompt,) = fixes(game)
    assert "Batman" in prompt.label.facts["what"][0].facts["cards"]


def test_track_figure_and_tokens_are_taken_back():
    game = acting(known(AbilityEffect("doom", 2), AbilityEffect("turn", symbol="right")))
    doom, facing = game.state.doom, game.state.facing
    game.do(fix(game, "nothing"))
    assert (game.state.doom, game.state.facing) == (doom - 2, (facing - 1) % 3)
    assert (owls(game).effects, owls(game).known) == ((), True)
    lost = laughs.with_lines("Ben: +Batman 0/5 | tokens extra-J", "turn 1: Ben, facing 2")
    taken = laughs.table(lost, (known(AbilityEffect("lose_token")),))
    supply = taken.state.supply
    taken.state = replace(taken.state, supply=supply - 1)
    laughs.to_heroes(taken)
    assert (taken.state.discard, taken.state.teams[0].tokens) == (1, ())
    taken.do(fix(taken, "other"))
    assert {"villain.fixed", "token.kept"} <= {*taken.codes()}
    assert (taken.state.discard, [each.kind for each in taken.state.teams[0].tokens]) == (
        0,
        ["extra-J"],
    )
    assert not owls(taken).known


def test_correction_of_one_time_leaves_the_copy():
    game = acting(HERE)
    box = replace(game.referee.blank_box(), cards=(HERE,))
    action = fix(game, "doom", 1, once=True)
    doom = game.state.doom
    game.do(action)
    assert game.state.doom == doom + 1
    assert owls(game).effects == HERE.effects
    assert game.referee.remember(box, action, game.state) == box


@pytest.mark.parametrize(
    ("what", "effects", "entered"),
    [
        ("teams", (AbilityEffect("damage", 1, "teams"),), True),
        ("nothing", (), True),
        ("other", (), False),
    ],
)
def test_copy_learns_the_corrected_ability(what, effects, entered):
    game = acting(HERE)
    box = replace(game.referee.blank_box(), cards=(HERE,))
    action = fix(game, what)
    (card,) = game.referee.remember(box, action, game.do(action).state).cards
    assert (card.effects, card.known, card.confidence) == (effects, entered, "own")


def test_table_points_at_the_card_a_correction_hits():
    game = acting(HERE)
    assert game.asked(fix(game, "choice")) == ("WHOM", "ask")
    before = game.damage("Batman")
    game.do(fix(game, "choice"), WHOM=game.id("Batman"))
    assert game.damage("Batman") == before - 1


def test_section_of_track_is_corrected_with_its_copy():
    game = laughs.table(laughs.with_lines("track 4o 4 4 4 4 4 b4 -4 | 4"))
    sections = list(game.state.sections)
    facts = replace(sections[0].facts, effects=(AbilityEffect("doom", 2),), known=True)
    sections[0] = replace(sections[0], facts=facts)
    game.state = replace(game.state, newest=0, sections=tuple(sections))
    game.do(a.Deploy(2)).do(a.DoomRoll(0)).do(a.FigureRoll("stay+ring"))
    before, action = game.state.doom, Correction("section.0", "doom", 1)
    box = game.referee.remember(game.referee.blank_box(), action, game.do(action).state)
    assert game.state.doom == before - 1
    (track,) = [each for each in box.tracks if each.side == game.state.setup.side]
    assert track.sections[0].effects == (AbilityEffect("doom", 1),)


def test_correction_is_refused_after_the_turn():
    game = acting(HERE)
    game.do(a.Results())
    refused = game.referee.apply(game.state, fix(game, "team"), None, {})
    assert isinstance(refused, Refusal)
    assert fixes(game) == []
