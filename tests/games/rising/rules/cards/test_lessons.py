"""An ability no one knew is told once, in the verbs of the book, and acts by itself after it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.referee import Refusal
from games.rising.box import AbilityEffect, CardFacts
from games.rising.rules.cards.lesson import Lesson
from tests.games.batman_who_laughs import table as laughs
from tests.games.rising.text import Game, a

OWLS = "Court of Owls"
UNKNOWN = CardFacts(OWLS)


def acting(facts: CardFacts = UNKNOWN) -> Game:
    """Return game A where the Court of Owls, of which only the name is known, acts."""
    game = laughs.table(laughs.with_lines("turn 1: Ben, facing 2"), (facts,))
    return laughs.to_heroes(game)


def lesson(game: Game, what: str, n: int = 1) -> Lesson:
    return Lesson(game.id(OWLS), what, n)


def asked(game: Game) -> list[str]:
    return [prompt.do for prompt in game.referee.prompts(game.state) if prompt.expected]


def test_unknown_ability_is_asked_in_verbs_beside_done():
    assert asked(acting()) == ["villain.done", "villain.done", "villain.does"]


def test_differing_ability_amount_is_asked_in_one_tap():
    game = acting()
    assert game.asked(lesson(game, "team", 0)) == ("HOW_MUCH", "ask")
    before = game.damage("Batman")
    game.do(lesson(game, "team", 0), HOW_MUCH="3")
    assert game.damage("Batman") == before + 3
    facing = acting()
    facing.do(lesson(facing, "left", 0))
    assert facing.state.facing == 1


def test_told_ability_acts_now_and_by_itself_later():
    game = acting()
    assert (game.damage("Plastic Man"), game.damage("Constantine")) == (1, 1)
    game.do(lesson(game, "location", 2))
    assert "note.villain.learned" in [note.code for note in game.notes]
    assert (game.damage("Plastic Man"), game.damage("Constantine")) == (3, 3)
    (facts,) = [each for each in game.state.library if each.name == OWLS]
    assert (facts.effects, facts.known) == ((AbilityEffect("damage", 2, "location"),), True)
    again = acting(facts)
    assert (again.damage("Plastic Man"), again.damage("Constantine")) == (3, 3)
    assert "villain.does" not in asked(again)


@pytest.mark.parametrize(
    ("what", "effect"),
    [
        ("teams", AbilityEffect("damage", 1, "teams")),
        ("choice", AbilityEffect("damage", 1, "choice")),
        ("doom", AbilityEffect("doom", 1)),
        ("token", AbilityEffect("lose_token", 1)),
        ("left", AbilityEffect("turn", 1, symbol="left")),
    ],
)
def test_every_verb_is_kept_as_card_effect(what, effect):
    game = acting()
    action = lesson(game, what)
    box = game.referee.blank_box()
    game.do(action)
    learned = game.referee.remember(box, action, game.state)
    (owls,) = [each for each in learned.cards if each.name == OWLS]
    assert (owls.effects, owls.known) == ((effect,), True)


def test_nameless_card_is_told_for_this_time_only():
    game = acting()
    game.state = replace(
        game.state,
        pieces=tuple(
            replace(each, card="", kind="villain") if each.card == OWLS else each
            for each in game.state.pieces
        ),
    )
    piece = game.state.turn.pending[0].source
    (prompt,) = [p for p in game.referee.prompts(game.state) if p.do == "villain.does"]
    assert prompt.help.code == "help.villain.did"
    assert [field.name for field in prompt.fields] == ["what", "n"]
    box = game.referee.blank_box()
    action = Lesson(piece, "location", 1)
    before = game.damage("Plastic Man")
    game.do(action)
    assert game.damage("Plastic Man") == before + 1
    assert "note.villain.told" in [note.code for note in game.notes]
    assert game.referee.remember(box, action, game.state) == box


def test_ability_told_for_once_is_asked_again():
    game = acting()
    box = game.referee.blank_box()
    action = Lesson(game.id(OWLS), "location", 2, once=True)
    game.do(action)
    assert (game.damage("Plastic Man"), game.damage("Constantine")) == (3, 3)
    assert "note.villain.told" in [note.code for note in game.notes]
    (facts,) = [each for each in game.state.library if each.name == OWLS]
    assert not facts.known
    assert game.referee.remember(box, action, game.state) == box


def test_verbs_name_the_cards_they_damage_now():
    game = acting()
    (prompt,) = [p for p in game.referee.prompts(game.state) if p.do == "villain.does"]
    hints = {choice.value: choice.hint for choice in prompt.fields[0].choices}
    assert set(hints["location"].facts["cards"]) >= {"Plastic Man", "Constantine"}
    assert hints["doom"] == ""


def test_section_of_track_is_told_once_too():
    game = laughs.table(laughs.with_lines("track 4o 4 4 4 4 4 b4 -4 | 4"))
    game.state = replace(game.state, newest=0)
    game.do(a.Deploy(2)).do(a.DoomRoll(0)).do(a.FigureRoll("stay+ring"))
    action = Lesson("section.0", "doom", 2)
    before = game.state.doom
    box = game.referee.remember(game.referee.blank_box(), action, game.do(action).state)
    assert game.state.doom == before + 2
    assert game.state.sections[0].facts.effects == (AbilityEffect("doom", 2),)
    (track,) = [each for each in box.tracks if each.side == game.state.setup.side]
    assert track.sections[0].effects == (AbilityEffect("doom", 2),)


def test_track_is_no_verb_once_it_left_play():
    game = acting()
    game.state = replace(game.state, event=1)
    (prompt,) = [p for p in game.referee.prompts(game.state) if p.do == "villain.does"]
    assert "doom" not in [choice.value for choice in prompt.fields[0].choices]


def test_nothing_is_told_of_known_or_unwaiting_ability():
    known = acting(CardFacts(OWLS, effects=(AbilityEffect("damage", who="choice"),), known=True))
    refused = known.referee.apply(known.state, lesson(known, "team"), None, {})
    assert isinstance(refused, Refusal)
    assert refused.code == "E_NO_ABILITY"
