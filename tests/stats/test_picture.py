"""The picture for the chat: what is written where, watched at the pen."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.crews.models import Person
from companion.stats import charts, picture, records
from companion.stats.charts import Series
from companion.stats.models import Job, Place, Record
from companion.stats.picture import BoardRow, Rect
from companion.stats.story import FinalFigure, Story


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
    """Make every letter ten wide: how lines break depends on no font."""
    font = SimpleNamespace(getlength=lambda text: 10 * len(text))
    monkeypatch.setattr(picture, "_font", lambda size, bold: (font, False))


def test_text_breaks_between_words_and_ends_in_dots():
    font = picture._font(1, False)[0]
    assert picture._broken("one two three", font, 70, 3) == ["one two", "three"]
    assert picture._broken("one two three", font, 69, 3) == ["one", "two", "three"]
    assert picture._broken("one two three four", font, 50, 2) == ["one", "two …"]
    assert picture._broken("one two three", font, 30, 2) == ["one", "tw…"]
    assert picture._broken("abcdefgh", font, 50, 1) == ["abcd…"]
    assert picture._broken("", font, 50, 1) == [""]


def test_lines_follow_each_other_and_tell_height_below():
    pen = Pen()
    below = picture._text(pen, Rect(938, 100, 1008, 0), "one two three", 40, "#fff")
    assert pen.texts() == [((938, 100), "one two", "#fff"), ((938, 150), "three", "#fff")]
    assert below == 200


def standing(label, value, limit=None, part=None, races=False):
    return FinalFigure(label, value, limit, part, races)


def test_final_race_board_puts_first_on_top():
    record = Record(title="acorns")
    places = [
        Place(record=record, part=0, name="x", person=Person(name="Ana"), winner=False),
        Place(record=record, part=1, name="Bo", role="Ivy", winner=True),
    ]
    told = Story((), (), (), False, final=[standing("a", 5, None, 0, True)])
    told = replace(told, final=[*told.final, standing("b", 10, None, 1, True)])
    assert picture._rows(record, places, told) == [
        BoardRow(picture.LINES[1], "Bo", "10", 1.0, True, "Ivy"),
        BoardRow(picture.LINES[0], "Ana", "5", 0.5, False),
    ]


def test_partners_final_board_shows_threats_within_eight_rows():
    record = Record(title="fire-nation")
    places = [Place(record=record, part=n, name=f"P{n}", winner=False) for n in range(4)]
    final = [standing("Lost", 12, 10), standing("Bosses", 1, 4), standing("Own", 3, None, 2)]
    told = Story((), (), (), False, final=final)
    rows = picture._rows(record, places, told)
    assert [(row.label, row.value, row.share) for row in rows[4:]] == [
        ("Lost", "12/10", 1.0),
        ("Bosses", "1/4", 0.25),
    ]
    places += [Place(record=record, part=n, name=f"P{n}") for n in range(4, 9)]
    assert len(picture._rows(record, places, told)) == 8


def test_row_has_name_number_and_bar_below():
    pen = Pen()
    picture._board(pen, [BoardRow("#123456", "Ana", "31", 0.5, True)], Rect(0, 0, 500, 152))
    assert [text for _at, text, _tone in pen.texts()] == ["31", "Ana"]
    (value, _name) = (at for at, _text, _tone in pen.texts())
    assert value[0] == 500 - 28 - 20
    room, bar = pen.of("rectangle")
    assert (room[1][0], room[1][2]) == (28, 472)
    assert (bar[1][0], bar[1][2], bar[2]["fill"]) == (28, 250, "#123456")
    for bold, row_tone, tone in (
        (True, "#123456", picture.INK),
        (False, "#123456", picture.DIM),
        (False, picture.DIM, picture.INK),
    ):
        pen = Pen()
        picture._board(pen, [BoardRow(row_tone, "Ana", "31", 0.5, bold)], Rect(0, 0, 500, 152))
        assert pen.texts()[1][2] == tone
    empty = Pen()
    picture._board(empty, [], Rect(0, 0, 500, 152))
    assert empty.drawn == []


def test_chart_fills_box_and_names_lines_below():
    pen = Pen()
    chart = charts.line_chart("", ["0", "1"], [Series("a", [0, 4]), Series("b", [2, 2])])
    picture._chart(pen, chart, "Turn by turn", Rect(72, 600, 1008, 1230))
    assert pen.of("rounded_rectangle")[0][1] == (72, 600, 1008, 1230)
    said = [text for _at, text, _tone in pen.texts()]
    assert said == ["Turn by turn", "0", "1", "2", "3", "4", "0", "1", "a", "b"]
    assert [at for at, text, _tone in pen.texts() if text in "ab"] == [(172, 1126), (172, 1170)]
    tall = (630 - 52 - 104 - 12) / charts.HEIGHT
    wide = (936 - 32) / charts.WIDTH
    first = pen.of("line")[5]
    assert [xy for dot in first[1] for xy in dot] == pytest.approx(
        [88 + 34 * wide, 652 + 166 * tall, 88 + 348 * wide, 652 + 12 * tall]
    )
    assert [line[2]["fill"] for line in pen.of("line")[5:7]] == list(picture.LINES[:2])


def said_of(chart, **how):
    pen = Pen()
    picture._chart(pen, chart, "Turn by turn", Rect(72, 600, 1008, 1230), **how)
    return [text for _at, text, _tone in pen.texts() if not text.isdigit()]


def test_lone_line_is_named_above_the_chart():
    one = charts.line_chart("", ["0", "1"], [Series("Lost", [0, 4])])
    assert said_of(one) == ["Lost · Turn by turn"]
    two = charts.line_chart("", ["0", "1"], [Series("a", [0, 4]), Series("b", [2, 2])])
    assert said_of(two, named=True) == ["Turn by turn"]


def test_partner_of_two_sides_has_one_row():
    record = Record(title="fire-nation")
    places = [Place(record=record, part=n, name=name, role=role) for n, name, role in HELD]
    rows = picture._rows(record, places, Story((), (), (), False))
    assert [(row.label, row.side) for row in rows] == [("Ana", "Aang, Toph"), ("Bo", "Katara")]


HELD = [(0, "Ana", "Aang"), (1, "Bo", "Katara"), (2, "Ana", "Toph")]


def test_a_long_name_is_written_smaller_never_cut(monkeypatch):
    monkeypatch.setattr(picture, "_font", lambda size, bold: (Scaled(size), False))
    row = BoardRow("#123456", "Wawrzyniec Grzegorzewski", "27", 0.9, False, "The Joker's Daughter")
    pen = Pen()
    picture._board(pen, [row] * 4, Rect(640, 48, 1152, 586))
    said = [text for _at, text, _tone in pen.texts()]
    assert said == ["27", "Wawrzyniec Grzegorzewski", "The Joker's Daughter"] * 4
    sizes = [how["font"].size for *_shape, how in pen.of("text")]
    assert sizes[:3] == [36, 24, 24]


class Scaled:
    """A font whose letters are six tenths as wide as it is high."""

    def __init__(self, size):
        self.size = size

    def getlength(self, text):
        return 0.6 * self.size * len(text)


def test_a_chart_without_room_is_left_out():
    chart = charts.line_chart("", ["0", "1"], [Series("a", [0, 4])])
    for bottom, drawn in ((769, False), (770, True)):
        pen = Pen()
        picture._chart(pen, chart, "", Rect(72, 600, 1008, bottom))
        assert bool(pen.drawn) == drawn


def heading(play, **record):
    from companion.plays.pages.table import speaker_for
    from companion.stats import story, tallies

    found = tallies.count(play.pk)
    for name, value in record.items():
        setattr(found, name, value)
    pen = Pen()
    places = list(found.places.all())
    told = story.tell(play, speaker_for(play.title))
    picture._heading(pen, play, found, places, told, Rect(72, 64, 1008, 0), 1)
    return pen


def test_heading_says_title_winner_sentence_day_length_turns(group):
    play = group.finished(6, 4, 4)
    pen = heading(play, minutes=61)
    day = pen.texts()[-1][1].split(" · ")[0]
    assert [(text, tone) for _at, text, tone in pen.texts()] == [
        ("Acorns", picture.DIM),
        ("Ana won", picture.TONES["won"]),
        ("Ana took the lead in turn 1 and kept it.", picture.INK),
        (f"{day} · 1 h 1 min · 3 turns", picture.DIM),
    ]
    one = heading(play, minutes=61, turns=1)
    assert one.texts()[-1][1] == f"{day} · 1 h 1 min"


def test_plain_font_says_missing_letters_with_present_ones():
    assert picture._known("Żółw – Łoś · „a” …", False) == "Żółw – Łoś · „a” …"
    assert picture._known("Żółw – Łoś · „a” …", True) == 'Zolw - Los . "a" .'


WIDE = [
    ("rectangle", (0, 0, 1200, 14)),
    ("text", (56, 64), "Acorns"),
    ("text", (56, 120), "Ana won"),
    ("text", (56, 228), "Ana took the lead in turn 1 and kept it."),
    ("text", (56, 284), "3 turns"),
    ("rounded_rectangle", (640, 48, 1152, 332)),
    ("ellipse", (668, 111, 692, 135)),
    ("text", (1104, 101), "10"),
    ("text", (706, 101), "Ana – Squirrel 1"),
    ("rectangle", (668, 149, 1124, 162)),
    ("rectangle", (668, 149, 1124, 162)),
    ("ellipse", (668, 231, 692, 255)),
    ("text", (1114, 221), "4"),
    ("text", (706, 221), "Bo – Squirrel 2"),
    ("rectangle", (668, 269, 1124, 282)),
    ("rectangle", (668, 269, 850, 282)),
    ("rounded_rectangle", (640, 352, 1152, 586)),
    ("text", (664, 364), "Turn by turn"),
    ("line", (701, 554, 1120, 554)),
    ("text", (664, 542), "0"),
    ("line", (701, 479, 1120, 479)),
    ("text", (664, 467), "5"),
    ("line", (701, 404, 1120, 404)),
    ("text", (664, 392), "10"),
    ("text", (696, 557), "0"),
    ("text", (835, 557), "1"),
    ("text", (975, 557), "2"),
    ("text", (1115, 557), "3"),
    ("line", (701, 554, 841, 464, 980, 464, 1120, 404)),
    ("line", (701, 554, 841, 554, 980, 494, 1120, 494)),
    ("text", (56, 564), "Sidekick"),
]
TALL = [
    ("rectangle", (0, 0, 1080, 14)),
    ("text", (72, 96), "Acorns"),
    ("text", (72, 173), "Ana won"),
    ("text", (72, 322), "Ana took the lead in turn 1 and kept it."),
    ("text", (72, 399), "3 turns"),
    ("rounded_rectangle", (72, 491, 1008, 775)),
    ("ellipse", (100, 554, 124, 578)),
    ("text", (960, 544), "10"),
    ("text", (138, 544), "Ana – Squirrel 1"),
    ("rectangle", (100, 592, 980, 605)),
    ("rectangle", (100, 592, 980, 605)),
    ("ellipse", (100, 674, 124, 698)),
    ("text", (970, 664), "4"),
    ("text", (138, 664), "Bo – Squirrel 2"),
    ("rectangle", (100, 712, 980, 725)),
    ("rectangle", (100, 712, 452, 725)),
    ("rounded_rectangle", (72, 807, 1008, 1800)),
    ("text", (96, 819), "Turn by turn"),
    ("line", (173, 1580, 962, 1580)),
    ("text", (96, 1563), "0"),
    ("line", (173, 1245, 962, 1245)),
    ("text", (96, 1229), "5"),
    ("line", (173, 911, 962, 911)),
    ("text", (96, 895), "10"),
    ("text", (168, 1583), "0"),
    ("text", (431, 1583), "1"),
    ("text", (693, 1583), "2"),
    ("text", (956, 1583), "3"),
    ("line", (173, 1580, 436, 1179, 699, 1179, 962, 911)),
    ("line", (173, 1580, 436, 1580, 699, 1312, 962, 1312)),
    ("line", (96, 1714, 152, 1714)),
    ("text", (172, 1696), "Acorns of Squirrel 1"),
    ("line", (96, 1758, 152, 1758)),
    ("text", (172, 1740), "Acorns of Squirrel 2"),
    ("text", (72, 1836), "Sidekick"),
]


def flat(at):
    """Return all numbers of a shape, whole."""
    return tuple(round(n) for each in at for n in (each if isinstance(each, tuple) else (each,)))


@pytest.mark.parametrize(("shape", "all_"), [("wide", WIDE), ("tall", TALL)])
def test_heading_board_and_chart_have_places_in_picture(group, monkeypatch, shape, all_):
    pen = Pen()
    monkeypatch.setattr(picture.ImageDraw, "Draw", lambda image: pen)
    play = group.finished(6, 4, 4)
    picture.draw(play, *records.of_play(play), shape)
    drawn = [
        (kind, flat(at), more[0].rpartition(" · ")[2]) if kind == "text" else (kind, flat(at))
        for kind, at, *more in pen.drawn
    ]
    assert drawn == all_


def test_first_present_font_is_taken_else_english_only(monkeypatch, tmp_path):
    monkeypatch.undo()
    monkeypatch.setattr(picture, "FONTS", tmp_path)
    monkeypatch.setattr(picture.ImageFont, "truetype", lambda path, size: (path.name, size))
    monkeypatch.setattr(picture.ImageFont, "load_default", lambda size: ("built in", size))
    asked = picture._font.__wrapped__
    assert asked(30, True) == (("built in", 30), True)
    (tmp_path / "liberation").mkdir()
    (tmp_path / "liberation/LiberationSans-Regular.ttf").touch()
    assert asked(30, False) == (("LiberationSans-Regular.ttf", 30), False)
    (tmp_path / "dejavu").mkdir()
    for weight in ("", "-Bold"):
        (tmp_path / f"dejavu/DejaVuSans{weight}.ttf").touch()
    assert asked(30, True) == (("DejaVuSans-Bold.ttf", 30), False)
    assert asked(30, False) == (("DejaVuSans.ttf", 30), False)


def test_one_slice_makes_picture_of_play_and_shape(group, monkeypatch):
    monkeypatch.setattr(picture, "draw", lambda play, record, places, shape: (play, shape))
    play = group.finished(6, 4, 4)
    made = picture.piece(Job(about=f"{play.share}@{play.revision}-tall"))
    assert (made.data, made.done, made.total, made.finished) == ((play, "tall"), 1, 1, True)
    going = group.play(6)
    with pytest.raises(ValueError, match="not over"):
        picture.piece(Job(about=f"{going.share}@1-tall"))


def test_picture_tells_how_evening_without_race_ended(group):
    play = group.play()
    told = Story((), (), (), False)
    closed = Record(title="acorns", result="abandoned", turns=1)
    assert picture.sentence(play, closed, [], told) == "The table was closed early."
    assert picture.sentence(play, Record(title="acorns", result="won", turns=1), [], told) == ""


def test_name_too_wide_keeps_its_first_letter():
    font = SimpleNamespace(getlength=lambda text: 10 * len(text))
    assert picture._broken("Alexander", font, 5, 1) == ["A…"]
