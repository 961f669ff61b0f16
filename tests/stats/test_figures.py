"""Lengths, charts, playing time and places: the exact numbers of small cases."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils.translation import override

from companion.crews.models import Person
from companion.plays import ledger, replay
from companion.plays.answers import Recorded
from companion.plays.models import Entry, Play, Seat
from companion.stats import charts, history, play_pages, queries, records, words
from companion.stats.charts import Bar, Series
from companion.stats.models import Place, Record
from games import registry
from games.referee import Choice, Outcome, Part, Rolled, Score
from tests.sample_game import State

# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (None, "–"),
        (0, "0 min"),
        (59, "59 min"),
        (59.6, "1 h 0 min"),
        (60, "1 h 0 min"),
        (61, "1 h 1 min"),
        (599, "9 h 59 min"),
        (600, "10 h"),
        (629, "10 h"),
        (630, "11 h"),
    ],
)
def test_length_from_ten_hours_is_said_without_minutes(minutes, said):
    assert words.duration(minutes) == said


@pytest.mark.parametrize(
    ("points", "said"),
    [((), ""), ((None, None), ""), ((7,), ""), ((7, None), ""), ((3, 12, None, 0), "12 : 3 : 0")],
)
def test_points_of_play_are_said_together_most_first(points, said):
    assert words.scores([Place(score=score) for score in points]) == said


def test_an_ending_is_named_without_its_facts():
    assert words.condition("no-such-title", "odd") == "odd"
    with override("en"):
        assert words.condition("animated-dice", "target") != ""
        for slug in registry.TITLES:
            for code in registry.referee(slug).catalogue():
                if code.startswith("outcome."):
                    said = words.condition(slug, code.removeprefix("outcome."))
                    assert said, (slug, code)
                    assert not {"{", "…"} & set(said), (slug, code)


# -- charts --------------------------------------------------------------------------------------


def test_line_spans_edges_and_lowest_to_highest():
    chart = charts.line_chart("Acorns", ["0", "1", "2"], [Series("a", [0, 10, 5])])
    (line,) = chart.lines
    assert line.points == "34.0,166.0 191.0,12.0 348.0,89.0"
    assert line.end == (348.0, 89.0)
    assert (line.n, line.label, list(line.values)) == (0, "a", [0, 10, 5])
    assert chart.ticks == [(166.0, 0), (89.0, 5), (12.0, 10)]
    assert chart.marks == [(34.0, "0"), (191.0, "1"), (348.0, "2")]
    assert chart.rows == [("0", [0]), ("1", [10]), ("2", [5])]
    assert (chart.width, chart.height, chart.left, chart.right, chart.bottom) == (
        360,
        190,
        34,
        348,
        166,
    )


def test_numbers_below_nothing_widen_the_chart_downward():
    chart = charts.line_chart("", ["0", "1"], [Series("a", [-4, 4])])
    assert chart.lines[0].points == "34.0,166.0 348.0,12.0"
    assert [value for _y, value in chart.ticks] == [-4, -2, 0, 2, 4]


def test_line_staying_at_nothing_lies_on_ground():
    chart = charts.line_chart("", ["0", "1"], [Series("a", [0, 0])])
    assert chart.lines[0].points == "34.0,166.0 348.0,166.0"
    assert [value for _y, value in chart.ticks] == [0, 1]


def test_line_skips_points_without_number():
    chart = charts.line_chart(
        "", ["0", "1", "2"], [Series("a", [None] * 3), Series("b", [1, None, 3])]
    )
    (line,) = chart.lines
    assert (line.n, line.points.count(",")) == (1, 2)
    assert chart.rows[1] == ("1", [None, None])


@pytest.mark.parametrize(
    ("points", "marked"),
    [(7, list(range(7))), (8, [0, 2, 4, 6]), (14, list(range(0, 14, 2))), (15, [0, 3, 6, 9, 12])],
)
def test_at_most_seven_points_are_named_below_chart(points, marked):
    names = [str(n) for n in range(points)]
    chart = charts.line_chart("", names, [Series("a", list(range(points)))])
    assert [name for _x, name in chart.marks] == [str(n) for n in marked]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 1]),
        (0, 4, [0, 1, 2, 3, 4]),
        (0, 5, [0, 2, 4]),
        (0, 9, [0, 5]),
        (0, 21, [0, 10, 20]),
        (-3, 4, [-2, 0, 2, 4]),
        (0, 400, [0, 100, 200, 300, 400]),
    ],
)
def test_an_axis_is_labelled_with_round_numbers(low, high, ticks):
    assert charts._round(low, high) == ticks


def test_longest_bar_fills_box_and_others_compare():
    found = charts.bars("Ways", [("a", 4), ("b", 1), ("c", 0)], [8, 1, 0.25], "xyz")
    assert found.title == "Ways"
    assert found.bars == [
        Bar("a", 4, 50.0, "8.0", 100.0, "x"),
        Bar("b", 1, 12.5, "1.0", 12.5, "y"),
        Bar("c", 0, 0.0, "0.2", 3.1, "z"),
    ]
    assert charts.bars("", [("a", 0)]).bars == [Bar("a", 0, 0.0)]
    assert charts.bars("", []).bars == []


def test_a_rate_is_as_wide_as_its_interval():
    assert charts.Rate("", 1, 2, 50.0, 9.5, 90.52).width == 81.0


# -- playing time --------------------------------------------------------------------------------


def timed(play, *minutes):
    """Return the play's entries at these minutes after its first."""
    entries = list(play.entries.order_by("seq"))
    assert len(entries) == len(minutes)
    for entry, after in zip(entries, minutes, strict=True):
        Entry.objects.filter(pk=entry.pk).update(at=play.created_at + timedelta(minutes=after))
    return history.read(play).minutes


def test_silence_beyond_three_quarters_of_hour_is_break(group):
    play = group.play(6, 4, 4)
    assert timed(play, 0, 10, 25) == 25
    assert timed(play, 0, 45, 50) == 50
    assert timed(play, 0, 46, 50) == 4
    assert timed(play, 0, 200, 400) == 0


def test_a_clock_set_back_takes_no_time_away(group):
    assert timed(group.play(6, 4, 4), 10, 0, 20) == 20


def test_one_entry_took_no_known_time_two_do(group):
    assert history.read(group.play(2)).minutes is None
    assert timed(group.play(2, 3), 0, 5) == 5


def test_log_no_longer_fitting_is_read_until_there(group):
    play = group.play(6, 4, 4)
    second = play.entries.order_by("seq")[1]
    Entry.objects.filter(pk=second.pk).update(action={"do": "roll", "face": 9})
    past = history.read(play)
    assert past.misfit is not None
    assert past.misfit.entry == second
    assert len(past.steps) == 1
    assert past.state.stores == (6, 0)
    Play.objects.filter(pk=play.pk).update(state="{}")
    play.snapshots.all().delete()
    play.refresh_from_db()
    assert history.read(play).misfit.entry is None


def test_die_counts_for_part_it_was_rolled_for(group):
    past = history.read(group.play(2, 1, 2, 3))
    assert dict(past.dice) == {(0, "d6", "2"): 2, (1, "d6", "1"): 1, (1, "d6", "3"): 1}


# -- records -------------------------------------------------------------------------------------


def record(group, *faces, **how):
    return records.of_play(group.play(*faces, **how))


def test_a_record_is_the_evening_in_figures(group):
    play = group.play(6, 3)
    ledger.undo(play.pk, key="u")
    for n, action in enumerate(
        [
            {"do": "adjust", "tracker": "store.1", "value": 3},
            {"do": "roll", "face": 2},
            {"do": "roll", "face": 4},
        ]
    ):
        play.refresh_from_db()
        active = replay.state_at(play, play.head).active
        assert isinstance(ledger.record(play.pk, action, key=f"r{n}", actor=active), Recorded)
    play.refresh_from_db()
    found, places = records.of_play(play)
    assert (found.result, found.book, found.condition) == ("won", "clean", "full")
    assert (found.players, found.turns, found.entries, found.undone) == (2, 3, 4, 1)
    assert (found.adjusted, found.overruled) == (1, 0)
    assert found.revision == play.revision
    assert found.started_at == play.entries.order_by("seq").first().at
    assert found.ended_at == play.ended_at
    assert found.dice == [[0, "d6", "4", 1], [0, "d6", "6", 1], [1, "d6", "2", 1]]
    assert [(p.part, p.role, p.name, p.winner, p.first) for p in places] == [
        (0, "Squirrel 1", "Ana", True, True),
        (1, "Squirrel 2", "Bo", False, False),
    ]
    assert all(place.ended_at == found.ended_at for place in places)


def test_title_text_is_cut_to_its_column(group, monkeypatch):
    play = group.play(6, 4, 4)
    referee = type(registry.referee("acorns"))
    monkeypatch.setattr(referee, "variant", lambda *_: Choice("v" * 90, "Ten"), raising=False)
    monkeypatch.setattr(referee, "rolled", lambda *_: (Rolled("d" * 90, "f" * 90),))
    monkeypatch.setattr(referee, "parts", lambda *_: (Part(0, "p" * 90),))
    play.outcome = {**play.outcome, "condition": "c" * 90}
    found, (place,) = records.of_play(play)
    assert (found.variant, found.condition, place.role) == ("v" * 80, "c" * 60, "p" * 80)
    assert {(die, face) for _part, die, face, _n in found.dice} == {("d" * 60, "f" * 60)}


def test_unfinished_game_has_no_record(group):
    assert records.of_play(group.play(6)) is None


def test_play_under_house_ruling_stands_in_other_book(group):
    play = group.play(6, 4, 4)
    assert records.of_play(play)[0].book == "clean"
    play.rulings = [{"entry": "N-02", "reading": "No crow", "value": None}]
    assert records.of_play(play)[0].book == "ruled"


def test_abandoned_play_names_no_ending_or_margin(group):
    play = group.play(6)
    ledger.abandon(play.pk)
    play.refresh_from_db()
    found, places = records.of_play(play)
    assert (found.result, found.book, found.condition, found.margin) == (
        "abandoned",
        "abandoned",
        "",
        None,
    )
    assert [place.winner for place in places] == [None, None]


class Told:
    """History that is just enough for the margin."""

    def __init__(self, *figures, state=True):
        self.state = State(2, 10) if state else None
        self.referee = self
        self._figures = figures

    def figures(self, state):
        return self._figures


def outcome(*scores):
    told = tuple(Score(part, part + 1, score) for part, score in enumerate(scores))
    return Outcome("won", "full", "N-01", (0,), scores=told)


def test_margin_is_between_first_two_or_to_limit():
    from games.messages import msg
    from games.referee import Figure

    assert records._margin(Told(), None) is None
    assert records._margin(Told(), outcome(4, 9, 7)) == 2
    assert records._margin(Told(), outcome(9, 9)) == 0
    limits = (
        Figure("a", msg("x"), 3, limit=10),
        Figure("b", msg("x"), 12, limit=9),
        Figure("c", msg("x"), 0),
        Figure("d", msg("x"), 5, limit=5, wins=True),
        Figure("e", msg("x"), 4, limit=5, wins=True),
    )
    assert records._margin(Told(*limits), outcome(9)) == 3
    assert records._margin(Told(*limits), outcome(None, 9)) == 3
    lost = Outcome("lost", "track", "N-01")
    assert records._margin(Told(*limits[:3], limits[4]), lost) == 1
    assert records._margin(Told(), outcome()) is None
    assert records._margin(Told(*limits, state=False), outcome()) is None


def seat(parts, gone=False, number=1):
    return Seat(pk=number, parts=parts, gone=gone)


def test_one_free_part_and_partless_seat_belong_together():
    ana, bo, di = seat([0], number=1), seat([], number=2), seat([], number=3)
    assert records.who_plays([0, 1], [ana, bo]) == {0: ana, 1: bo}
    assert records.who_plays([0, 1], [ana, bo, di]) == {0: ana}
    assert records.who_plays([0, 1, 2], [ana, bo]) == {0: ana}
    assert records.who_plays([0, 1], [ana, seat([], gone=True)]) == {0: ana}
    assert records.who_plays([0, 1], [seat([0, 5], number=4)]).keys() == {0}
    assert records.who_plays([0], [ana, bo]) == {0: ana}


def test_part_stays_with_first_who_is_still_here():
    ana, bo, di = seat([0], number=1), seat([0], number=2), seat([0], number=3)
    assert records.who_plays([0], [ana, bo, di]) == {0: ana}
    ana.gone = True
    assert records.who_plays([0], [ana, bo, di]) == {0: bo}


def test_freed_seat_keeps_the_part_it_played_most():
    gus, len_ = seat([0], gone=True, number=1), seat([0], number=2)
    assert records.who_plays([0], [gus, len_], Counter({(1, 0): 3, (2, 0): 3})) == {0: len_}
    entered = Counter({(1, 0): 4, (2, 0): 3})
    assert records.who_plays([0], [gus, len_], entered) == {0: gus}
    rivals = registry.referee("animated-dice")
    found = records._without_part([gus, len_], [gus], rivals, outcome(), entered)
    assert [(place.part, place.winner) for place in found] == [(-1, None)]


def test_freed_seat_taken_again_is_one_person():
    left, gus, back = seat([0], True, 1), seat([0], True, 2), seat([0], number=3)
    for each, name in ((left, "Ana"), (gus, "Gus"), (back, "ana")):
        each.name = name
    entered = Counter({(1, 0): 3, (2, 0): 4, (3, 0): 2})
    assert records.who_plays([0], [left, gus, back], entered) == {0: back}
    for slug, helpers in (("animated-dice", ["Gus"]), ("batman-who-laughs", [])):
        found = records._without_part(
            [left, gus, back], [back], registry.referee(slug), outcome(), entered
        )
        assert [place.name for place in found] == helpers


def test_who_joined_a_part_counts_as_a_helper():
    together = registry.referee("batman-who-laughs")
    ana, bo = seat([0], number=1), Seat(pk=2, parts=[0], name="Bo")
    found = records._without_part([ana, bo], [ana], together, outcome())
    assert [(place.part, place.name) for place in found] == [(-1, "Bo")]


def test_together_all_win_or_lose_otherwise_only_named():
    alone, together = registry.referee("animated-dice"), registry.referee("batman-who-laughs")
    assert records._winner(alone, None, 0) is None
    assert records._winner(alone, outcome(), 0) is True
    assert records._winner(alone, outcome(), 1) is False
    assert records._winner(alone, outcome(), None) is None
    lost = Outcome("lost", "full", "N-01", ())
    assert records._winner(together, outcome(), None) is True
    assert records._winner(together, lost, 0) is False
    assert records._winner(together, Outcome("ended", "full", "N-01", (0,)), 0) is True
    assert records._winner(together, Outcome("ended", "full", "N-01", (0,)), None) is None


def test_partless_helper_counts_only_where_all_win_together():
    together = registry.referee("batman-who-laughs")
    ana, bo = seat([0], number=1), Seat(pk=2, parts=[], name="Bo")
    gone, other = Seat(pk=3, parts=[], gone=True), Seat(pk=4, parts=[3])
    found = records._without_part([ana, bo, gone, other], [ana], together, outcome())
    assert [(place.part, place.name, place.winner) for place in found] == [(-1, "Bo", True)]
    known = Seat(pk=5, parts=[], gone=True, person=Person(pk=9))
    assert records._without_part([bo, known], [bo], together, None)[0].part == -1
    alone = registry.referee("animated-dice")
    assert records._without_part([bo], [], alone, outcome()) == []


# -- streaks and rates ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "me", "said"),
    [
        (None, 0, "Bo won"),
        (None, 7, "You won"),
        (None, 8, "Bo won"),
        (Seat(parts=[0]), 0, "You lost"),
        (Seat(parts=[1]), 0, "You won"),
        (Seat(parts=[0, 1]), 0, "Bo won"),
        (Seat(parts=[]), 0, "Bo won"),
    ],
)
def test_looker_is_told_own_ending_unless_playing_all(db, seat, me, said):
    record = Record(title="animated-dice", result="won")
    places = [
        Place(part=0, name="Ana", winner=False),
        Place(part=1, person=Person(pk=7, name="Bo"), winner=True),
    ]
    assert play_pages._ended(record, places, me, seat)[1] == said


def test_streaks_of_nobody_and_of_a_winner():
    assert queries.streak([]) == queries.Streak(0, 0)
    assert queries.streak([True, True]) == queries.Streak(2, 2)
    assert queries.streak([False, True, True]) == queries.Streak(0, 2)
