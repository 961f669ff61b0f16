"""Tests of which turns of a story are told, and by which entry: small made-up courses of the
game."""

from types import SimpleNamespace

import pytest

from companion.stats import story
from companion.stats.story import Point
from games.messages import Speaker, msg
from games.referee import Figure

SPEAKER = Speaker({"figure": "Store of {who}", "note.up": "{who} stores"}, str)


class Course:
    """A game as its figures: per name, the value at the start and after each turn."""

    race = "store"
    peaks = {}

    def __init__(self, parts=None, **courses):
        self.courses = courses
        self.parts = parts if parts is not None else {name: n for n, name in enumerate(courses)}
        length = len(next(iter(courses.values())))
        steps = [
            SimpleNamespace(before=i, after=i + 1, entry=f"entry {i + 1}")
            for i in range(length - 1)
        ]
        self.past = SimpleNamespace(referee=self, steps=steps, play=None, whose=lambda _step: 0)
        self.points = [Point("0", 0, ())] + [
            Point(str(step.after), step.after, (step,)) for step in steps
        ]

    def figures(self, state):
        return [
            Figure(f"store.{name}", msg("figure", who=name), values[state], self.parts.get(name))
            for name, values in self.courses.items()
            if state < len(values)
        ]

    def groups(self):
        return story._groups(self.past, self.points)

    def moments(self, monkeypatch):
        for point in self.points:
            for step in point.steps:
                step.entry = SimpleNamespace(notes=())
        monkeypatch.setattr(story, "say", lambda speaker, play, entry: "told")
        found = story._moments(self.past, self.points, self.groups(), SPEAKER)
        return [(moment.name, moment.text, moment.step) for moment in found]


def test_figures_of_one_kind_share_chart_unless_unmoved():
    groups = Course(a=[0, 1, 2], b=[0, 0, 0], c=[0, 0, 5]).groups()
    assert [list(lines) for lines in groups] == [["store.a", "store.c"]]


def test_figure_not_always_there_has_no_line():
    assert [list(lines) for lines in Course(a=[0, 1, 2], b=[0, 4]).groups()] == [["store.a"]]


def test_most_covering_lines_are_drawn_in_own_order():
    courses = {name: [0, n] for n, name in enumerate("abcdefgh", 1)}
    (lines,) = Course(**courses).groups()
    assert list(lines) == [f"store.{name}" for name in "cdefgh"]


def test_most_moving_kind_comes_first_and_four_stay():
    class Kinds(Course):
        def figures(self, state):
            return [
                Figure(name, msg("figure", who=name), values[state])
                for name, values in self.courses.items()
            ]

    course = Kinds(a=[0, 1, 1, 1], b=[0, 1, 2, 3], c=[0, 1, 2, 2], d=[0, 2, 2, 2], e=[0, 3, 3, 3])
    assert [list(lines) for lines in course.groups()] == [["b"], ["c"], ["a"], ["d"]]


def test_only_changes_from_one_fifth_are_turning_points(monkeypatch):
    assert Course(a=[0, 2, 3, 10], b=[0, 0, 0, 0]).moments(monkeypatch) == [
        ("1", "Store of a: 0 → 2", 1),
        ("3", "Store of a: 3 → 10", 3),
    ]


def test_three_largest_swings_are_told_in_game_order(monkeypatch):
    found = Course(a=[0, 20, 45, 70, 100], b=[0] * 5).moments(monkeypatch)
    assert [(name, text) for name, text, _step in found] == [
        ("2", "Store of a: 20 → 45"),
        ("3", "Store of a: 45 → 70"),
        ("4", "Store of a: 70 → 100"),
    ]


def test_larger_of_two_swings_in_turn_is_told(monkeypatch):
    found = Course(parts={}, a=[0, 6, 10], b=[0, 9, 9], c=[0, 3, 3]).moments(monkeypatch)
    assert found == [("1", "Store of b: 0 → 9", 1), ("2", "Store of a: 6 → 10", 2)]


def test_first_of_equal_swings_in_turn_is_told(monkeypatch):
    found = Course(parts={}, a=[0, 9, 9], b=[0, 9, 9]).moments(monkeypatch)
    assert found == [("1", "Store of a: 0 → 9", 1)]


def test_change_of_lead_weighs_more_than_swing(monkeypatch):
    """The lead changes in turn 4 by little; three turns swing more, the smallest of them yields."""
    course = Course(a=[0, 40, 40, 40, 40, 90], b=[0, 0, 20, 38, 41, 41])
    found = course.moments(monkeypatch)
    assert ("4", "Store of b: 41, takes the lead", 4) in found
    assert ("5", "Store of a: 90, takes the lead", 5) in found
    assert [name for name, _text, _step in found] == ["1", "4", "5"]


@pytest.mark.parametrize(
    ("a", "b", "changes"),
    [
        ([0, 3, 3, 9], [0, 0, 5, 5], [(1, 3), (2, 5), (3, 9)]),
        ([0, 3, 3, 4], [0, 0, 3, 3], [(1, 3)]),  # a tie in between takes no lead away
        ([0, 3, 3, 3], [0, 0, 3, 4], [(1, 3), (3, 4)]),
        ([2, 2, 2, 2], [0, 0, 0, 3], [(0, 2), (3, 3)]),
    ],
)
def test_lead_changes_when_another_side_tops_alone(a, b, changes):
    lines = {
        name: [Figure(name, name, value, part) for value in values]
        for part, (name, values) in enumerate({"a": a, "b": b}.items())
    }
    assert [(i, figure.value) for i, figure in story._leads(lines, 4)] == changes


def test_nobody_leads_where_nobody_races(monkeypatch):
    course = Course(a=[0, 40, 40, 40, 40, 90], b=[0, 0, 20, 38, 41, 41])
    course.race = ""
    assert not any("lead" in text for _name, text, _step in course.moments(monkeypatch))


def test_one_side_alone_never_takes_the_lead():
    figures = [Figure("a", "a", n, 0) for n in (0, 5)]
    table = [Figure("t", "t", n) for n in (9, 1)]
    assert story._leads({"a": figures, "t": table}, 2) == []


def test_entry_that_moved_figure_most_tells_turn():
    course = Course(a=[0, 1, 4, 4, 7], b=[0, 9, 9, 9, 9])
    for n, step in enumerate(course.past.steps):
        step.entry = SimpleNamespace(notes=["n"] * n)
    steps = course.past.steps
    assert story.telling(course.past, steps, {"store.a"}) is steps[3]
    assert story.telling(course.past, steps[:3], {"store.a"}) is steps[1]
    assert story.telling(course.past, steps, {"store.b"}) is steps[0]
    assert story.telling(course.past, steps, {"no such figure"}) is steps[3]


def history_of(*turns):
    """Return a past whose entries were made in these turns."""
    steps = [SimpleNamespace(before=turn, after=n) for n, turn in enumerate(turns, 1)]
    return SimpleNamespace(
        first="start",
        steps=steps,
        referee=SimpleNamespace(turn=lambda state: state, tiebreaker=lambda state: 0),
    )


@pytest.mark.parametrize(
    ("turns", "names", "sizes"),
    [
        ([1, 1, 2, 2, 3], ["0", "1", "2", "3"], [0, 2, 2, 1]),
        ([1, 1, 1], ["0", "1", "2", "3"], [0, 1, 1, 1]),  # no turns are counted: each entry
        ([4, 5, 5], ["0", "4", "5"], [0, 1, 2]),
        ([], ["0"], [0]),
    ],
)
def test_story_has_point_per_turn_or_else_entry(turns, names, sizes):
    points = story.points_of(history_of(*turns))
    assert [point.name for point in points] == names
    assert [len(point.steps) for point in points] == sizes
    assert points[-1].state == (len(turns) or "start")


def test_play_with_lost_start_has_no_start_point():
    past = history_of()
    past.first = None
    assert story.points_of(past) == []


def test_moment_names_no_entry_of_another_side(monkeypatch):
    course = Course(a=[0, 0, 1], b=[0, 4, 4])
    course.moments(monkeypatch)
    found = story._moments(course.past, course.points, course.groups(), SPEAKER)
    assert [(moment.part, moment.entry == "told") for moment in found] == [(1, False), (0, True)]
