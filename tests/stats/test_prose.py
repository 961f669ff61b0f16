"""What an evening is told as: by its kind of game, with the people's names."""

import pytest

from companion.plays import ledger
from companion.plays.pages.table import speaker_for
from companion.stats import prose, records, story
from companion.stats.models import Place, Record
from companion.stats.story import Lead, Moment, Standing, Story
from games.messages import Speaker

SPEAKER = Speaker({}, str)


def told(play):
    record, places = records.of_play(play)
    speaker = speaker_for(play.title)
    return prose.account(record, places, story.tell(play, speaker), speaker, "Over")


def test_a_race_is_told_by_who_led_when_and_by_the_best_turn(group):
    assert told(group.finished(6, 1, 4))[1:] == [
        "Ana took the lead in turn 1 and kept it.",
        "Best turn: Ana, +6 in turn 1.",
        "Over.",
    ]
    turned = told(group.finished(2, 1, 1, 6, 1, 1, 1, 3, goal=11))
    assert turned[1] == "Ana led first; Bo overtook in turn 4."


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((0, 1, 0), "Ana led first; the lead changed 2 times, finally to Ana in turn 3."),
        ((1,), "Bo took the lead in turn 1 and kept it."),
    ],
)
def test_changes_of_the_lead_are_counted(parts, said):
    leads = [Lead(str(n), part, 5) for n, part in enumerate(parts, 1)]
    told = Story((), (), (), False, leads=leads)
    assert prose._race(told, {0: "Ana", 1: "Bo"}) == [said]


def partners(**more):
    record = Record(title="fire-nation", result="lost", minutes=61, turns=8)
    names = enumerate(("Ana", "Bo"))
    places = [Place(record=record, part=part, name=name, winner=False) for part, name in names]
    moments = [
        Moment("1", "Beads: 0 → 2", "Two beads", 1),
        Moment("3", "", "Aang falls", 9, word="A Hero is defeated", part=0),
        Moment("4", "Ruin: 3 → 9", "Ruin spreads", 12),
        Moment("8", "", "The sun is dark", 40, word="Over", part=1),
    ]
    final = [Standing("Heroes lost", 9, 10, None, False), Standing("Beads", 2, None, None, False)]
    told = Story((), moments, (), False, final=final, **more)
    return prose.account(record, places, told, SPEAKER, "The sun is dark")


def test_partners_are_told_by_great_moments_and_what_could_end_it_never_by_a_lead():
    assert partners()[1:] == [
        "Turn 1: Two beads.",
        "Turn 3: Aang falls.",
        "Turn 8: The sun is dark.",
        "Final numbers: Heroes lost 9/10.",
        "The sun is dark.",
    ]
    assert partners(turns=False)[1] == "Entry 1: Two beads."


def test_a_table_that_was_closed_has_a_story_too(group):
    play = group.play(6, 1)
    ledger.abandon(play.pk)
    play.refresh_from_db()
    record, places = records.of_play(play)
    speaker = speaker_for("acorns")
    said = prose.account(record, places, story.tell(play, speaker), speaker, "")
    assert said[1] == "Ana took the lead in turn 1 and kept it."
    assert said[-1] == "The table was closed early."
    page = group.stranger.get(f"/p/{play.share}/").content.decode()
    assert said[1] in page


def test_who_did_what_stands_beside_the_names(group):
    play = group.finished(6, 1, 4)
    page = " ".join(group.stranger.get(f"/p/{play.share}/").content.decode().split())
    assert "2 entries · best turn 6 (turn 1)" in page


def test_great_moments_of_a_log_are_named_once_an_entry_with_whose_they_were(group, monkeypatch):
    from tests.sixth_game import Acorns

    monkeypatch.setattr(Acorns, "peaks", {"note.roll": "note.roll"}, raising=False)
    play = group.finished(6, 1, 4)
    found = story.tell(play, speaker_for("acorns"))
    assert len({moment.step for moment in found.moments}) == len(found.moments) == 3
    assert [moment.part for moment in found.moments] == [0, 1, 0]
    assert {part: sum(words.values()) for part, words in found.deeds.items()} == {0: 2, 1: 1}


@pytest.mark.parametrize(("turn", "names"), [(7, ["7", "7", "7"]), (0, ["1", "2", "3"])])
def test_a_great_moment_bears_its_turn_or_its_entry_where_none_is_counted(
    group, monkeypatch, turn, names
):
    from tests.sixth_game import Acorns

    monkeypatch.setattr(Acorns, "peaks", {"note.roll": "note.roll"}, raising=False)
    play = group.finished(6, 1, 4)
    monkeypatch.setattr(Acorns, "turn", lambda self, state: turn)
    found = story.tell(play, speaker_for("acorns"))
    assert [moment.name for moment in found.moments] == names


def test_who_cannot_say_how_it_ended_does_not_say_that_the_table_was_closed():
    for result, end in (("abandoned", ["The table was closed early."]), ("won", [])):
        record = Record(title="fire-nation", result=result, turns=1)
        assert prose.account(record, [], Story((), (), (), False), SPEAKER, "") == end
