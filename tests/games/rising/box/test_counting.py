"""Spaces no one has counted: of several cards hit in one turn, and of the track."""

from __future__ import annotations

from tests.games.batman_who_laughs import table as laughs
from tests.games.rising.rules.test_settled import damaged, said, struck
from tests.games.rising.text import a

THREE = ("2: +H8 0/*, +H9 0/*, -", "Ben [red]: +Batman 2/*", "deck 0, lost 0, supply 30")


def test_other_damaged_heroes_share_one_question():
    game = damaged(*THREE)
    game.do(a.CountSpaces(game.id("Batman"), 4))
    (which, none) = (p for p in game.referee.prompts(game.state) if p.do == "card.full")
    assert {each.value for each in which.fields[0].choices} == {game.id("H8"), game.id("H9")}
    assert "card.none_full" in game.do(a.Full()).codes()
    assert (game.state.defeated, game.state.step, none.fields) == (0, "deploy", ())
    laughs.to_heroes(game, 1)
    assert said(game, "card.count")
    assert not said(game, "card.full")


def test_card_picked_as_full_is_defeated():
    game = damaged(*THREE)
    game.do(a.CountSpaces(game.id("Batman"), 4))
    game.do(a.Full(game.id("H9"))).do(a.CountSpaces(game.id("H8"), 3))
    assert (game.state.defeated, game.state.step) == (1, "deploy")
    assert game.refused(a.Full())[0] == "E_PHASE"


def test_full_card_healed_again_has_unknown_spaces():
    game = struck("Ben [red]: +Batman 2/*, +Robin 0/3")
    card = game.id("Batman")
    game.do(a.CountSpaces(card, -1))
    assert game.referee.table(game.state).full(card)
    game.do(a.Heal(card, 1))
    assert game.referee.table(game.state).capacity(card) == 0
    assert game.referee.table(game.state).known("Batman").capacity == 0


def test_spaces_it_did_not_fill_are_refused():
    game = damaged("Ben [red]: +Batman 2/*, +Robin 0/3")
    game.do(a.CountSpaces(game.id("Batman"), 0))
    laughs.to_heroes(game, 1).do(a.Damage(game.id("Batman"), 1))
    assert game.refused(a.CountSpaces(game.id("Batman"), 2))[0] == "E_RANGE"
    game.do(a.CountSpaces(game.id("Batman"), 3))


def test_fewer_spaces_than_damage_take_what_fits():
    game = damaged("Ben [red]: +Batman 3/*, +Robin 0/3")
    game.do(a.CountSpaces(game.id("Batman"), 2))
    assert game.state.defeated == 1


UNCOUNTED = laughs.with_lines("track 4 4 4 4 4 4 b4 -4 | 3", "deck 0, lost 0, supply 30")


def test_section_is_counted_when_its_counters_come():
    game = laughs.to_heroes(laughs.table(UNCOUNTED, doom_checked=False), 0)
    assert said(game, "section.count") == [{"section": 0}, {"section": 0, "n": -1}]
    assert "section.spaces" in game.do(a.CountSection(0, 3)).codes()
    assert said(game, "section.count") == []
    game.do(a.Results())
    assert game.state.waiting == (0,)
    box = game.referee.remember(game.referee.blank_box(), a.CountSection(0, 3), game.state)
    assert [each.counted for each in box.tracks[0].sections] == [True] + [False] * 7


def test_turn_waits_for_spaces_of_the_track():
    game = laughs.to_heroes(laughs.table(UNCOUNTED, doom_checked=False), 0).do(a.Results())
    assert game.state.step == "hit"
    assert game.refused(a.CountSection(1, 3))[0] == "E_MALFORMED"
    assert "section.open" in game.do(a.CountSection(0, -1)).codes()
    assert (game.state.step, said(game, "section.count")) == ("deploy", [])


def test_counters_beyond_a_guessed_track_are_kept():
    text = laughs.with_lines("track 4 4 4 4 4 4 b4 -4 | 31", "deck 0, lost 0, supply 30")
    game = laughs.to_heroes(laughs.table(text, doom_checked=False), 0, 6)
    assert game.state.doom == 37
    for section in range(6):
        game.do(a.CountSection(section, 4))
    game.do(a.CountSection(6, 5)).do(a.CountSection(7, 4))
    assert (game.state.doom, game.state.doom_checked) == (33, True)
    assert game.do(a.Results(), BOSS_ABILITY="no").state.endings[0] == "track"
