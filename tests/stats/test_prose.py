"""Tests of what an evening is told as: by its kind of game, with the people's names."""

import pytest

from companion.plays import ledger
from companion.plays.pages.table import speaker_for
from companion.stats import prose, records, story, words
from companion.stats.models import Place, Record
from companion.stats.story import FinalFigure, Lead, Story, TurningPoint
from games.messages import Speaker
from tests.sample_game import Acorns
from tests.stats.conftest import heists

SPEAKER = Speaker({}, str)


def told(play):
    record, places = records.of_play(play)
    speaker = speaker_for(play.title)
    return prose.account(record, places, story.tell(play, speaker), speaker, "Over")


def test_race_is_told_by_leaders_and_best_turn(group):
    first, *rest = told(group.finished(6, 1, 4))
    assert first.startswith("Ana won after ")
    assert rest == [
        "Over.",
        "Ana took the lead in turn 1 and kept it.",
        "Best turn: Ana, +6 in turn 1.",
    ]
    turned = told(group.finished(2, 1, 1, 6, 1, 1, 1, 3, goal=11))
    assert turned[2] == "Ana led first; Bo overtook in turn 4."


def test_tiebreaker_is_called_one(group):
    play = heists(group, 9, 9, 3, 2, target=7)
    speaker = speaker_for(play.title)
    found = story.tell(play, speaker)
    assert [row[0] for row in found.charts[0].rows] == ["0", "1", "+1"]
    assert words.period(play.title, "+1") == "Tiebreaker 1"
    assert "in tiebreaker 1" in words.in_period(play.title, "+1")
    page = group.phones["Ana"].get(f"/p/{play.share}/step/{play.ordinal}/").content.decode()
    assert "<small>Tiebreaker 1</small>" in page


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((0, 1, 0), "Ana led first; the lead changed 2 times, finally to Ana in turn 3."),
        ((1,), "Bo took the lead in turn 1 and kept it."),
    ],
)
def test_changes_of_the_lead_are_counted(parts, said):
    leads = [Lead(str(n), part, 5) for n, part in enumerate(parts, 1)]
    told = Story((), (), (), False, leads=leads, turns=True)
    assert prose._race("acorns", told, {0: "Ana", 1: "Bo"}) == [said]


def test_game_of_rounds_is_told_in_rounds(group):
    play = heists(group, 4, 2, 9, 1, target=10)
    record, places = records.of_play(play)
    record.minutes = 30
    speaker = speaker_for(play.title)
    found = prose.account(record, places, story.tell(play, speaker), speaker, "")
    assert found[0] == "Ana won after 30 min (2 rounds)."
    assert "in round 1" in found[1]
    shown = group.stranger.get(f"/p/{play.share}/").context
    assert shown["axis"] == ("Round by round", "Round")
    assert ("rounds", 2) in shown["facts"]
    assert {when for _moment, when, _name in shown["moments"]} <= {"Round 1", "Round 2"}
    assert "Round 1" in group.stranger.get(f"/p/{play.share}/step/1/").content.decode()


def test_moment_without_turns_names_its_entry(group, monkeypatch):
    monkeypatch.setattr(Acorns, "turn", lambda self, state: 1)
    play = group.finished(2, 5, 6, 2, 6, goal=12)
    shown = group.stranger.get(f"/p/{play.share}/").context
    assert shown["axis"] == ("Entry by entry", "Entry")
    told = [(when, moment.step) for moment, when, _name in shown["moments"]]
    assert told == [(f"Entry {step}", step) for _when, step in told]
    assert all("in turn" not in sentence for sentence in shown["account"])


def partners(result="lost", **more):
    record = Record(title="fire-nation", result=result, minutes=61, turns=8, undone=2)
    names = enumerate(("Ana", "Bo"))
    places = [Place(record=record, part=part, name=name, winner=False) for part, name in names]
    moments = [
        TurningPoint("1", "Beads: 0 → 2", "Two beads", 1),
        TurningPoint("3", "", "Aang falls", 9, word="A Hero is defeated", part=0),
        TurningPoint("4", "Ruin: 3 → 9", "Ruin spreads", 12),
        TurningPoint("8", "", "The sun is dark", 40, word="Over", part=1),
    ]
    final = [
        FinalFigure("Heroes lost", 9, 10, None, False),
        FinalFigure("Villains", 2, 5, None, False, wins=True),
        FinalFigure("Beads", 2, None, None, False),
    ]
    told = Story((), moments, (), False, final=final, **more)
    return prose.account(record, places, told, SPEAKER, "The sun is dark", luck="Ana rolled well.")


HURT = TurningPoint("3", "", "Heroes lost: 1 → 4", 9)
HELPED = TurningPoint("4", "", "Villains: 0 → 2", 12)


def test_partners_story_opens_with_result_and_ends_close():
    assert partners(hurt=HURT, helped=HELPED) == [
        "Ana and Bo lost after 1 h 1 min (8 turns).",
        "The sun is dark.",
        "Turning point in turn 3: Heroes lost: 1 → 4.",
        "Helped most, in turn 4: Villains: 0 → 2.",
        "Ana rolled well.",
        "2 entries were undone.",
        "Closest to victory: Villains 2/5.",
    ]


def test_won_story_names_what_nearly_lost_it():
    said = partners(hurt=HURT, helped=HELPED, result="won")
    assert said[0] == "Ana and Bo won after 1 h 1 min (8 turns)."
    assert said[2:4] == [
        "Turning point in turn 4: Villains: 0 → 2.",
        "Hurt most, in turn 3: Heroes lost: 1 → 4.",
    ]
    assert said[-1] == "Closest to defeat: Heroes lost 9/10."


def test_story_without_limits_names_its_highlights():
    assert partners()[2:4] == ["Turn 3: Aang falls.", "Turn 8: The sun is dark."]
    assert partners(turns=False)[2] == "Entry 3: Aang falls."


def test_long_story_leaves_out_repairs_first(monkeypatch):
    monkeypatch.setattr(prose, "ROOM", 200)
    said = partners(hurt=HURT, helped=HELPED)
    assert "2 entries were undone." not in said
    assert said[-1] == "Closest to victory: Villains 2/5."
    assert sum(map(len, said)) <= 200


def test_table_that_was_closed_has_story_too(group):
    play = group.play(6, 1)
    ledger.abandon(play.pk)
    play.refresh_from_db()
    record, places = records.of_play(play)
    speaker = speaker_for("acorns")
    said = prose.account(record, places, story.tell(play, speaker), speaker, "")
    assert said[:2] == ["The table was closed early.", "Ana took the lead in turn 1 and kept it."]
    page = group.stranger.get(f"/p/{play.share}/").content.decode()
    assert said[1] in page


def test_who_did_what_stands_beside_the_names(group):
    play = group.finished(6, 1, 4)
    page = " ".join(group.stranger.get(f"/p/{play.share}/").content.decode().split())
    assert "2 entries · best turn 6 (in turn 1)" in page


def test_great_moments_name_their_owners_once_per_entry(group, monkeypatch):
    monkeypatch.setattr(Acorns, "highlights", {"note.roll": "note.roll"}, raising=False)
    play = group.finished(6, 1, 4)
    found = story.tell(play, speaker_for("acorns"))
    assert len({moment.step for moment in found.moments}) == len(found.moments) == 3
    assert [moment.part for moment in found.moments] == [0, 1, 0]
    assert {part: sum(words.values()) for part, words in found.deeds.items()} == {0: 2, 1: 1}


@pytest.mark.parametrize("turn", [7, 0])
def test_great_moment_bears_its_entry_without_turns(group, monkeypatch, turn):
    monkeypatch.setattr(Acorns, "highlights", {"note.roll": "note.roll"}, raising=False)
    play = group.finished(6, 1, 4)
    monkeypatch.setattr(Acorns, "turn", lambda self, state: turn)
    found = story.tell(play, speaker_for("acorns"))
    assert [moment.name for moment in found.moments] == ["1", "2", "3"]


def test_unknown_ending_is_not_told_as_closed_table():
    for result, end in (("abandoned", ["The table was closed early."]), ("won", [])):
        record = Record(title="fire-nation", result=result, turns=1)
        assert prose.account(record, [], Story((), (), (), False), SPEAKER, "") == end
