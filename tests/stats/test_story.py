"""Tests of where a play turned, and the charts that show it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.plays import playlog
from companion.plays.pages.table import speaker_for
from companion.stats import charts, queries, records, story
from companion.stats.charts import Series
from tests import golden
from tests.sample_game import Acorns

# The machine may be busy with other tests; how long drawing numbers takes says nothing here.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def told(play):
    return story.tell(play, speaker_for(play.title))


def test_change_of_lead_is_turning_point_with_entry(group):
    play = group.finished(2, 1, 1, 6, 1, 1, 1, 3, goal=11)
    moments = told(play).moments
    lead = next(moment for moment in moments if "lead" in moment.text)
    assert lead.text == "Acorns of Squirrel 2: 7, takes the lead"
    assert lead.entry == "Squirrel 2 rolled 6"
    assert lead.step == 4


def test_chart_has_point_for_start_and_every_turn(group):
    chart = told(group.finished(6, 1, 4)).charts[0]
    assert list(chart.names) == ["0", "1", "2", "3"]
    assert [list(line.values) for line in chart.lines] == [[0, 6, 6, 10], [0, 0, 1, 1]]


def test_preparations_before_the_first_turn_are_no_turn(group, monkeypatch):
    counted = Acorns.turn
    monkeypatch.setattr(Acorns, "turn", lambda self, state: counted(self, state) - 1)
    play = group.finished(6, 1, 4)
    assert list(told(play).charts[0].names) == ["0", "1", "2"]
    assert records.of_play(play)[0].turns == 2


@pytest.mark.parametrize("slug", ["batman-who-laughs", "gotham-chronicles", "talisman-batman"])
def test_pages_count_turns_as_the_log_does(slug):
    done = playlog.replay(golden.read(golden.games(slug)[0]))
    heads = [
        (note.facts.get("n", note.facts.get("round")), done.referee.turn(done.states[n]))
        for n, notes in done.notes.items()
        for note in notes
        if note.code in done.referee.turns
    ]
    assert sum(said is not None for said, _counted in heads) > 1
    assert all(said in (None, counted) for said, counted in heads)


def test_numbers_that_never_moved_have_no_line(group):
    chart = told(group.finished(6, 1, 4, names="Ana Bo Di", players=3, goal=6)).charts[0]
    assert [line.label for line in chart.lines] == ["Acorns of Squirrel 1"]


def test_game_of_one_entry_has_story_too(group):
    found = told(group.finished(6, goal=6))
    assert (found.misfit, found.turns) == (False, False)
    assert told(group.finished(6, 1, 4)).turns


@calm
@given(st.lists(st.lists(st.integers(-50, 500), min_size=2, max_size=30), min_size=1, max_size=6))
def test_dots_lie_in_picture_and_numbers_in_table(lines):
    width = min(map(len, lines))
    series = [Series(str(i), line[:width]) for i, line in enumerate(lines)]
    chart = charts.line_chart("", [str(i) for i in range(width)], series)
    for line in chart.lines:
        for dot in line.points.split():
            x, y = map(float, dot.split(","))
            assert charts.LEFT <= x <= charts.WIDTH
            assert 0 <= y <= charts.HEIGHT
    assert [values for _name, values in chart.rows] == [
        [line.values[i] for line in series] for i in range(width)
    ]
    assert len(chart.ticks) <= charts.TICKS + 2


def test_a_chart_needs_two_points():
    assert charts.line_chart("", ["0"], [Series("a", [1])]) is None
    assert charts.line_chart("", ["0", "1"], [Series("a", [None, None])]) is None


@calm
@given(st.lists(st.booleans(), max_size=40))
def test_streaks_are_those_one_would_count_by_hand(results):
    text = "".join("W" if won else "." for won in results)
    found = queries.streak(results)
    assert found.longest == max(map(len, text.split(".")), default=0)
    assert found.now == len(text) - len(text.lstrip("W"))


def test_months_without_a_play_are_not_left_out(group):
    assert queries._months("2025-11", "2026-02") == ["2025-11", "2025-12", "2026-01", "2026-02"]
