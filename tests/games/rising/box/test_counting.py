"""Spaces no one has counted: of several cards hit in one turn, and of the track."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.batman_who_laughs import table as laughs
from tests.games.fire_nation import table as fire
from tests.games.rising.rules.test_settled import damaged, said
from tests.games.rising.text import a

THREE = ("2: +H8 0/*, +H9 0/*, -", "Ben [red]: +Batman 2/*", "deck 0, lost 0, supply 30")


def test_all_damaged_heroes_share_one_question():
    game = damaged(*THREE)
    others = [game.id("H8"), game.id("H9")]
    for prompt in (p for p in game.referee.prompts(game.state) if p.do == "card.count"):
        (also,) = (each for each in prompt.fields if each.name == "full")
        assert [each.value for each in also.choices] == others
    codes = game.do(a.CountSpaces(game.id("Batman"), 4)).codes()
    assert "card.none_full" in codes
    assert (game.state.defeated, game.state.step) == (0, "deploy")
    laughs.to_heroes(game, 1).do(a.Results())
    assert {each["card"] for each in said(game, "card.count")} == {game.id("H8")}


def test_cards_ticked_beside_question_are_defeated():
    game = damaged(*THREE)
    game.do(a.CountSpaces(game.id("Batman"), 4, (game.id("H9"),)))
    assert (game.state.defeated, game.state.step) == (1, "deploy")
    assert game.refused(a.CountSpaces(game.id("H8"), 2))[0] == "E_PHASE"


def test_card_not_at_stake_is_no_tick():
    game = damaged(*THREE)
    wrong = (game.id("Batman"), 4, ("section.0",))
    assert game.refused(a.CountSpaces(*wrong))[0] == "E_NO_CARD"


def test_card_left_uncounted_is_not_asked_again():
    game = damaged("Ben [red]: +Batman 2/*, +Robin 0/3")
    assert "card.open" in game.do(a.CountSpaces(game.id("Batman"), -2)).codes()
    laughs.to_heroes(game, 1).do(a.Damage(game.id("Batman"), 1)).do(a.Results())
    assert (game.state.step, said(game, "card.count")) == ("deploy", [])


def test_full_card_healed_again_has_unknown_spaces():
    game = damaged("2: +H8 0/*, +H9 0/*, -", "Ben [red]: +Batman 2/*", *THREE[2:])
    (villain,) = (each.id for each in game.state.pieces if each.card == "H9")
    game.state = replace(
        game.state,
        pieces=tuple(
            replace(each, damage=3, filled=3) if each.id == villain else each
            for each in game.state.pieces
        ),
    )
    table = game.referee.table(game.state)
    assert table.full(villain)
    table.put_piece(villain, damage=2)
    assert (table.capacity(villain), table.known("H9").capacity) == (0, 0)


@pytest.mark.parametrize(("edition", "asked", "spaces"), [(7, 2, 3), (7, 1, 0), (6, 2, 0)])
def test_full_card_is_counted_if_one_fewer_fitted(edition, asked, spaces):
    game = damaged("Ben [red]: +Batman 3/*, +Robin 0/3")
    hero = game.id("Batman")
    table = game.referee.table(game.state)
    table.put_piece(hero, asked=asked)
    table.put(setup=replace(game.state.setup, edition=edition))
    game.state = table.state
    game.do(a.CountSpaces(hero, -1))
    assert game.state.defeated == 1
    assert game.referee.table(game.state).known("Batman").capacity == spaces


def test_fewer_spaces_than_damage_take_what_fits():
    game = damaged("Ben [red]: +Batman 3/*, +Robin 0/3")
    game.do(a.CountSpaces(game.id("Batman"), 2))
    assert game.state.defeated == 1


UNCOUNTED = laughs.with_lines("track 4 4 4 4 4 4 b4 -4 | 3", "deck 0, lost 0, supply 30")


def counting(doom: int, *lines: str):
    """Return game A after a turn's results, its track uncounted, with so many counters."""
    text = laughs.with_lines(f"track 4 4 4 4 4 4 b4 -4 | {doom}", *lines, THREE[2])
    return laughs.to_heroes(laughs.table(text, doom_checked=False), 0).do(a.Results())


def test_section_is_counted_when_its_counters_come():
    game = counting(3)
    assert said(game, "section.count") == [{"section": 0}, {"section": 0, "n": -1}]
    assert game.refused(a.CountSection(1, 3))[0] == "E_MALFORMED"
    assert "section.spaces" in game.do(a.CountSection(0, 3)).codes()
    assert game.state.waiting == (0,)
    box = game.referee.remember(game.referee.blank_box(), a.CountSection(0, 3), game.state)
    assert [each.counted for each in box.tracks[0].sections] == [True] + [False] * 7


def test_track_left_uncounted_is_not_asked_again():
    game = counting(3)
    assert "section.open" in game.do(a.CountSection(0, -1)).codes()
    laughs.to_heroes(game, 1).do(a.Results())
    assert (game.state.step, said(game, "section.count")) == ("deploy", [])


def test_track_left_uncounted_releases_no_card():
    game = counting(4)
    assert game.do(a.CountSection(0, -1)).state.waiting == ()
    laughs.to_heroes(game, 1, 2).do(a.Results())
    assert (game.state.doom, game.state.waiting) == (6, ())


def test_sections_are_counted_in_full_depth_too():
    text = laughs.with_lines("track 4 4 4 4 4 4 b4 -4 | 3", THREE[2])
    game = laughs.in_full(laughs.table(text, doom_checked=False), *"WWWW")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert said(game, "section.count")[0] == {"section": 0}
    assert "section.spaces" in game.do(a.CountSection(0, 4)).codes()


def test_card_that_decides_loss_comes_before_section():
    game = counting(4, "Ben [red]: +Batman 2/*", "2: +H8 0/*, +H9 0/4, -")
    assert {each["card"] for each in said(game, "card.count")} == {game.id("Batman")}
    assert said(game, "section.count") == []
    game.do(a.CountSpaces(game.id("Batman"), 0, ("section.0",)))
    assert (game.state.waiting, game.state.defeated) == ((0,), 0)


def test_track_of_one_section_is_named_whole():
    game = fire.to_heroes(fire.table(fire.line("track -10 | 1"), doom_checked=False)).do(
        a.Results()
    )
    assert "track.spaces" in game.do(a.CountSection(0, 12)).codes()


def test_section_not_ticked_keeps_its_card():
    game = counting(4, "Ben [red]: +Batman 2/*")
    game.do(a.CountSpaces(game.id("Batman"), 0))
    assert game.state.waiting == ()
    assert game.state.sections[0].facts.size == 5


def test_cards_are_ticked_beside_section():
    game = counting(3, "2: +H8 0/*, +H9 0/4, -")
    assert "defeated" not in game.do(a.CountSection(0, 5, (game.id("H8"),))).codes()
    assert (game.state.defeated, game.state.waiting) == (1, ())


def test_last_sections_ticked_full_lose_the_game():
    text = laughs.with_lines("track 4 4 4 4 4 4 b4 -4 | 31", THREE[2])
    game = laughs.to_heroes(laughs.table(text, doom_checked=False), 0, 6)
    assert game.state.doom == 37
    sections = tuple(
        replace(each, facts=replace(each.facts, counted=i < 6))
        for i, each in enumerate(game.state.sections)
    )
    game.state = replace(game.state, sections=sections)
    game.do(a.Results())
    assert said(game, "section.count")[0] == {"section": 6}
    lost = game.do(a.CountSection(6, 5, ("section.7",)), BOSS_ABILITY="no")
    assert lost.state.endings[0] == "track"
