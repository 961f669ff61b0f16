"""The picture for the chat: what is written where, watched at the pen."""

from types import SimpleNamespace

import pytest

from companion.crews.models import Person
from companion.stats import charts, picture
from companion.stats.charts import Series
from companion.stats.models import Place

WIDE, TALL = picture.SIZE


class Pen:
    """A pen that remembers."""

    def __init__(self):
        self.drawn = []

    def __getattr__(self, shape):
        def draw(at, *more, **how):
            self.drawn.append((shape, tuple(at), *more, how))

        return draw

    def texts(self):
        return [(at, text, how["fill"]) for _s, at, text, how in self.of("text")]

    def of(self, shape):
        return [each for each in self.drawn if each[0] == shape]


@pytest.fixture(autouse=True)
def plain_letters(monkeypatch):
    """Every letter is ten wide: how lines break depends on no font."""
    font = SimpleNamespace(getlength=lambda text: 10 * len(text))
    monkeypatch.setattr(picture, "_font", lambda size, bold: (font, False))


def test_a_text_is_broken_between_words_and_ends_in_dots_where_lines_run_out():
    font = picture._font(1, False)[0]
    assert picture._broken("one two three", font, 70, 3) == ["one two", "three"]
    assert picture._broken("one two three", font, 69, 3) == ["one", "two", "three"]
    assert picture._broken("one two three four", font, 50, 2) == ["one", "two …"]
    assert picture._broken("one two three", font, 30, 2) == ["one", "tw…"]
    assert picture._broken("abcdefgh", font, 50, 1) == ["abcd…"]
    assert picture._broken("", font, 50, 1) == [""]


def test_lines_follow_each_other_and_the_height_below_them_is_told():
    pen = Pen()
    below = picture._text(pen, (WIDE - picture.EDGE - 70, 100), "one two three", 40, "#fff")
    assert pen.texts() == [((938, 100), "one two", "#fff"), ((938, 150), "three", "#fff")]
    assert below == 200
    pen = Pen()
    picture._text(pen, (WIDE - picture.EDGE - 70, 0), "one two", 40, "#fff", right=20)
    assert [text for _at, text, _tone in pen.texts()] == ["one", "two"]


def test_six_people_are_named_each_with_a_colour_the_winner_bright_the_loser_dim():
    pen = Pen()
    people = [
        Place(name="x", person=Person(name="Ana"), role="Cat", winner=True, score=31),
        Place(name="Bo", role="", winner=False, score=0),
        Place(name="", role="Ivy", winner=None),
        *(Place(name=f"P{n}", winner=False) for n in range(5)),
    ]
    assert picture._people(pen, people, 200) == 200 + 6 * 60
    written = [(at, text, tone) for at, text, tone in pen.texts() if text]
    assert written == [
        ((124, 200), "Ana – Cat", picture.INK),
        ((888, 200), "31", picture.INK),
        ((124, 260), "Bo", picture.DIM),
        ((888, 260), "0", picture.DIM),
        ((124, 320), "Ivy", picture.INK),
        ((124, 380), "P0", picture.DIM),
        ((124, 440), "P1", picture.DIM),
        ((124, 500), "P2", picture.DIM),
    ]
    dots = pen.of("ellipse")
    assert [at for _s, at, _how in dots] == [(72, y + 12, 100, y + 40) for y in range(200, 560, 60)]
    assert [how["fill"] for _s, _at, how in dots] == list(picture.LINES)


def test_the_chart_fills_the_room_that_is_left_and_names_its_lines_below():
    pen = Pen()
    chart = charts.line_chart("", ["0", "1"], [Series("a", [0, 4]), Series("b", [2, 2])])
    picture._chart(pen, chart, 600, 1230)
    assert pen.of("rounded_rectangle")[0][1] == (56, 600, 1024, 1230)
    assert [text for _at, text, _tone in pen.texts()] == ["0", "1", "2", "3", "4", "a", "b"]
    assert [at for at, text, _tone in pen.texts() if text in "ab"] == [(156, 1126), (156, 1170)]
    ticks = pen.of("line")[:5]
    tall = (630 - 104) / charts.HEIGHT
    wide = (WIDE - 144) / charts.WIDTH
    assert ticks[0][1] == pytest.approx(
        (72 + 34 * wide, 600 + 166 * tall, 72 + 348 * wide, 600 + 166 * tall)
    )
    first, second = pen.of("line")[5:7]
    assert [xy for dot in first[1] for xy in dot] == pytest.approx(
        [72 + 34 * wide, 600 + 166 * tall, 72 + 348 * wide, 600 + 12 * tall]
    )
    assert [line[2]["fill"] for line in (first, second)] == list(picture.LINES[:2])
    assert [line[1] for line in pen.of("line")[7:]] == [
        (80, 1146, 136, 1146),
        (80, 1190, 136, 1190),
    ]
    labels = [(at, text) for at, text, _tone in pen.texts() if text.isdigit()]
    assert labels[0] == ((72, int(600 + 166 * tall) - 16), "0")


def test_a_chart_without_room_is_left_out():
    chart = charts.line_chart("", ["0", "1"], [Series("a", [0, 4])])
    for bottom, drawn in ((799, False), (800, True)):
        pen = Pen()
        picture._chart(pen, chart, 600, bottom)
        assert bool(pen.drawn) == drawn


def heading(group, play, **record):
    from companion.plays.pages.table import speaker_for
    from companion.stats import tallies

    found = tallies.count(play.pk)
    for name, value in record.items():
        setattr(found, name, value)
    pen = Pen()
    below = picture._heading(pen, play, found, speaker_for(play.title))
    return pen, below


def test_the_heading_says_title_result_ending_day_length_and_turns(group):
    play = group.finished(6, 4, 4)
    pen, below = heading(group, play, minutes=61)
    (bar,) = pen.of("rectangle")
    assert (bar[1], bar[2]) == ((0, 0, WIDE, 16), {"fill": picture.TONES["won"]})
    day = pen.texts()[-1][1].split(" · ")[0]
    assert pen.texts() == [
        ((72, 64), "Acorns", picture.DIM),
        ((72, 131), "WON", picture.TONES["won"]),
        ((72, 273), "Squirrel 1 has a full store", picture.INK),
        ((72, 340), f"{day} · 1 h 1 min · 3 turns", picture.DIM),
    ]
    assert below == 385
    one, _below = heading(group, play, minutes=61, turns=1)
    assert one.texts()[-1][1] == f"{day} · 1 h 1 min"
    ended, _below = heading(group, play, result="ended")
    assert ended.of("rectangle")[0][2] == {"fill": picture.INK}


def test_letters_a_plain_font_lacks_are_said_with_those_it_has():
    assert picture._known("Żółw – Łoś · „a” …", False) == "Żółw – Łoś · „a” …"
    assert picture._known("Żółw – Łoś · „a” …", True) == 'Zolw - Los . "a" .'


def test_heading_people_and_chart_follow_each_other_down_to_the_name_of_the_app(group, monkeypatch):
    from companion.stats import tallies

    play = group.finished(6, 4, 4)
    found = tallies.count(play.pk)
    pen = Pen()
    monkeypatch.setattr(picture.ImageDraw, "Draw", lambda image: pen)
    assert picture.draw(play, found, list(found.places.all())).startswith(b"\x89PNG")
    names = {text: at for at, text, _tone in pen.texts()}
    assert names["Ana – Squirrel 1"] == (124, 385 + 24)
    assert names["Sidekick"] == (72, TALL - 84)
    (panel,) = pen.of("rounded_rectangle")
    assert panel[1] == (56, 409 + 2 * 60 + 24, 1024, TALL - 120)
