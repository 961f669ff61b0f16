"""Pictures of an evening for the chat: the final board in numbers, who won, a sentence."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

from django.utils import formats
from PIL import Image, ImageDraw, ImageFont

from companion.plays.models import Play
from companion.plays.pages.table import speaker_for
from companion.stats import prose, records, story, words
from companion.stats.charts import HEIGHT, WIDTH, LineChart
from companion.stats.job_slice import JobSlice
from companion.stats.models import Job, Place, Record
from companion.stats.story import FinalFigure, Story

SIZES = {"wide": (1200, 630), "tall": (1080, 1920)}
"""As chats preview a link, and as a whole phone."""
NIGHT, FELT, INK, DIM, RULE = "#0b0d13", "#161a25", "#f2eee5", "#b9bfcf", "#323a50"
TONES = {"won": "#6fdba8", "lost": "#ff7b72"}
LINES = ("#6fb1ff", "#ff9a5c", "#63d8b4", "#f08cc8", "#d6c84f", "#b79bff")
ROWS = 8
SMALLEST = 0.6
"""How much smaller than usual a text may be before its end is left out."""
FONTS = Path("/usr/share/fonts/truetype")
FACES = (
    "dejavu/DejaVuSans{}.ttf",
    "liberation/LiberationSans-{}.ttf",
    "noto/NotoSans-{}.ttf",
    "roboto/unhinted/RobotoTTF/Roboto-{}.ttf",
)
"""Fonts of common systems that know all of Latin; the built-in one knows English only."""


@dataclass(frozen=True)
class Rect:
    """A part of the picture in pixels."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class BoardRow:
    """A line of the final board: whose (a colour), what, how much, and how far along that is.

    ``side`` is what a person played; it goes below the name where both don't fit in a line.
    """

    tone: str
    label: str
    value: str = ""
    share: float | None = None
    bold: bool = False
    side: str = ""

    @property
    def height(self) -> float:
        """Height compared with that of a row with a bar."""
        return 1.0 if self.share is not None else 0.75


def piece(job: Job) -> JobSlice:
    """Return the whole picture in one slice."""
    share, _at, rest = job.about.partition("@")
    play = Play.objects.get(share=share)
    fresh = records.of_play(play)
    if fresh is None:
        raise ValueError(f"{play} is not over")
    return JobSlice(draw(play, *fresh, rest.rpartition("-")[2]), 1, 1, 1, True)


def draw(play: Play, record: Record, places: Sequence[Place], shape: str) -> bytes:
    """Draw the picture of that shape as PNG."""
    wide, tall = SIZES[shape]
    image = Image.new("RGB", (wide, tall), NIGHT)
    pen = ImageDraw.Draw(image)
    told = story.tell(play, speaker_for(play.title))
    pen.rectangle((0, 0, wide, 14), fill=TONES.get(record.result, INK))
    heading = partial(_heading, pen, play, record, places, told)
    axis = words.axis_titles(record.title, told.turns)[0]
    chart = told.charts[0] if told.charts else None
    rows = _rows(record, places, told)
    needed = 48 + round(118 * sum(row.height for row in rows))
    if shape == "wide":
        _wide(pen, rows, chart, axis, needed, heading)
        _text(pen, Rect(56, 564, 604, tall), "Sidekick", 22, DIM)
    else:
        below = heading(Rect(72, 96, 1008, 700), 1.2) + 24
        end = min(below + needed, 1290) if chart else below + needed
        _board(pen, rows, Rect(72, below, 1008, end))
        _chart(pen, chart, axis, Rect(72, end + 32, 1008, 1800))
        _text(pen, Rect(72, 1836, wide, tall), "Sidekick", 32, DIM)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _wide(
    pen: Any,
    rows: Sequence[BoardRow],
    chart: LineChart | None,
    axis: str,
    needed: int,
    heading: Callable[[Rect, float], int],
) -> None:
    """Draw the heading beside the board; the curve goes below the one that leaves room."""
    raced = sum(row.share is not None and row.tone in LINES for row in rows)
    named = chart is not None and raced == len(chart.lines)
    if chart and needed < 300:
        heading(Rect(56, 64, 604, 548), 0.88)
        _board(pen, rows, Rect(640, 48, 1152, 48 + needed))
        _chart(pen, chart, axis, Rect(640, needed + 68, 1152, 586), 0.72, named=named)
    else:
        below = heading(Rect(56, 48, 604, 548), 0.72)
        _board(pen, rows, Rect(640, 48, 1152, 586))
        _chart(pen, chart, axis, Rect(56, below + 8, 604, 552), 0.72, named=named)


def _heading(
    pen: Any,
    play: Play,
    record: Record,
    places: Sequence[Place],
    told: Story,
    box: Rect,
    scale: float,
) -> int:
    """Draw title, who won, one sentence, day and length; return the height below them."""
    speaker = speaker_for(play.title)
    tone = TONES.get(record.result, INK)
    below = [
        (words.title_name(play.title), 40, DIM, False, 1),
        (words.winners(record, places), 88, tone, True, 3),
        (sentence(play, record, places, told), 40, INK, False, 3),
    ]
    day = formats.date_format(record.started_at, "DATE_FORMAT")
    about = [day, words.duration(record.minutes)]
    if record.turns > 1:
        about.append(words.periods(play.title, record.turns))
    variant = words.label(record.variant_label, speaker)
    below.append((" · ".join([*about, variant] if variant else about), 34, DIM, False, 2))
    y = box.top
    for text, size, colour, bold, lines in below:
        at = Rect(box.left, y, box.right, box.bottom)
        y = _text(pen, at, text, round(size * scale), colour, bold=bold, lines=lines)
        y += round(14 * scale)
    return y


def sentence(play: Play, record: Record, places: Sequence[Place], told: Story) -> str:
    """Return one sentence that sums up the game."""
    ending = words.ending(play)
    speaker = speaker_for(play.title)
    said = prose.account(record, places, told, speaker, "" if told.leads else ending)
    return said[1] if len(said) > 1 else said[0] if said else ""


def _rows(record: Record, places: Sequence[Place], told: Story) -> list[BoardRow]:
    """Return the final board: everyone with what the race came to, and what could end the game."""
    races = {each.part: each.value for each in told.final if each.races}
    most = max([*races.values(), 1])
    people: list[BoardRow] = []
    for n, held in enumerate(_hands(places, races)):
        place = held[0]
        name = words.name(place)
        sides = [words.side(record.title, each.role) for each in held]
        side = ", ".join(dict.fromkeys(each for each in sides if each and each != name))
        value = races.get(place.part)
        share = None if value is None else max(0, value) / most
        shown = "" if value is None else str(value)
        tone = LINES[n % len(LINES)]
        won = any(each.winner for each in held)
        people.append(BoardRow(tone, name, shown, share, won, side))
    people.sort(key=lambda row: -(row.share or 0))
    tables = [each for each in told.final if each.part is None and not each.races]
    return (people + [_number(each) for each in tables])[:ROWS]


def _hands(places: Sequence[Place], races: Mapping[int | None, int]) -> list[list[Place]]:
    """Return the parts as rows: each alone in a race, else all of a person together."""
    hands: dict[object, list[Place]] = {}
    for n, place in enumerate(places):
        alone = place.part in races or not (place.person_id or place.name)
        hands.setdefault(n if alone else (place.person_id, place.name), []).append(place)
    return list(hands.values())


def _number(each: FinalFigure) -> BoardRow:
    """Return a number of the whole table, with how far it is from ending the game."""
    if not each.limit:
        return BoardRow(DIM, each.label, str(each.value))
    return BoardRow(
        DIM, each.label, f"{each.value}/{each.limit}", min(1.0, each.value / each.limit)
    )


def _board(pen: Any, rows: Sequence[BoardRow], box: Rect) -> None:
    """Draw the rows in their box, each with its bar."""
    if not rows:
        return
    pen.rounded_rectangle((box.left, box.top, box.right, box.bottom), 24, fill=FELT)
    room = box.bottom - box.top - 32
    unit = min(120.0, room / sum(row.height for row in rows))
    y = box.top + 16 + (room - unit * sum(row.height for row in rows)) / 2
    for row in rows:
        high = unit * row.height
        _row(pen, row, Rect(box.left + 28, round(y), box.right - 28, round(y + high)), unit)
        y += high


def _row(pen: Any, row: BoardRow, box: Rect, unit: float) -> None:
    """Draw one row: a dot, whose or what it is, the number, the bar below."""
    size = min(36, round(unit * 0.36))
    thick = max(6, round(unit / 9)) if row.share is not None else 0
    dot, first = size * 2 // 3, round(size * 1.25)
    value = _font(size, True)[0].getlength(row.value) if row.value else 0
    at = Rect(box.left + dot + 14, box.top, box.right - round(value) - 20 * bool(value), box.bottom)
    lines = _names(row, at.right - at.left, size, round((box.bottom - box.top - thick) / 2.6))
    said = sum(round(each.size * 1.25) for each in lines)
    high = max(said, first if row.value else 0)
    y = max(box.top, (box.top + box.bottom - thick - high) // 2)
    middle = y + (min(said, first) if len(lines) == 1 else round(lines[0].size * 1.25)) // 2
    middle += (high - said) // 2
    pen.ellipse((box.left, middle - dot // 2, box.left + dot, middle + dot // 2), fill=row.tone)
    if row.value:
        at_ = box.right - round(value), y + (high - first) // 2
        pen.text(at_, row.value, font=_font(size, True)[0], fill=INK)
    below, y = y + high, y + (high - said) // 2
    for line in lines:
        pen.text((at.left, y), line.text, font=_font(line.size, line.bold)[0], fill=line.tone)
        y += round(line.size * 1.25)
    if row.share is not None:
        top = min(below + 3, box.bottom - thick)
        pen.rectangle((box.left, top, box.right, top + thick), fill=RULE)
        end = box.left + round((box.right - box.left) * row.share)
        pen.rectangle((box.left, top, end, top + thick), fill=row.tone)


@dataclass(frozen=True)
class Line:
    """A line of text as it is drawn."""

    text: str
    size: int
    tone: str
    bold: bool


def _names(row: BoardRow, width: int, size: int, small: int) -> list[Line]:
    """Return what a row says: in one line of ``size``, or in two no larger than ``small``."""
    tone = INK if row.bold or row.tone == DIM else DIM
    whole = " – ".join(each for each in (row.label, row.side) if each)
    fitted, lines = _fitted(whole, width, size, row.bold, 1)
    if len(lines) == 1 and fitted > size * 3 // 4:
        return [Line(lines[0], fitted, tone, row.bold)]
    small = min(size, small)
    if not row.side:
        fitted, lines = _fitted(whole, width, small, row.bold, 2)
        return [Line(line, fitted, tone, row.bold) for line in lines]
    name, first = _fitted(row.label, width, small, row.bold, 1)
    side, second = _fitted(row.side, width, name, False, 1)
    return [Line(first[0], name, tone, row.bold), Line(second[0], side, DIM, False)]


def _chart(
    pen: Any,
    chart: LineChart | None,
    axis: str,
    box: Rect,
    scale: float = 1,
    *,
    named: bool = False,
) -> None:
    """Draw the same geometry as on the page, enlarged into what room is left.

    ``axis`` says what its points are; the board has ``named`` the colours of its lines.
    """
    size, line = round(30 * scale), round(44 * scale)
    legended = chart.lines if chart and len(chart.lines) > 1 and not named else ()
    legend = line * len(legended) + 16 * bool(legended)
    if chart is None or box.bottom - box.top < legend + 170 * scale:
        return
    if len(chart.lines) == 1:
        axis = f"{chart.lines[0].label} · {axis}"
    pen.rounded_rectangle((box.left, box.top, box.right, box.bottom), 24, fill=FELT)
    _text(pen, Rect(box.left + 24, box.top + 12, box.right - 16, 0), axis, size, DIM, lines=1)
    foot = box.bottom - legend
    _curves(pen, chart, Rect(box.left, box.top + line + 8, box.right, foot), scale)
    for n, each in enumerate(legended):
        y = foot + n * line
        tone, middle = LINES[each.n % len(LINES)], y + size * 5 // 8
        pen.line((box.left + 24, middle, box.left + 80, middle), fill=tone, width=8)
        _text(pen, Rect(box.left + 100, y, box.right - 16, y), each.label, size, INK, lines=1)


def _curves(pen: Any, chart: LineChart, box: Rect, scale: float) -> None:
    """Draw the axes with their numbers, and the lines."""
    wide = (box.right - box.left - 32) / WIDTH
    tall = (box.bottom - box.top - round(12 * scale)) / HEIGHT
    small = round(26 * scale)

    def at(x: float, y: float) -> tuple[float, float]:
        return box.left + 16 + x * wide, box.top + y * tall

    for y, value in chart.ticks:
        pen.line((*at(chart.left, y), *at(chart.right, y)), fill=RULE, width=2)
        left, top = at(0, y)
        beside = Rect(int(left) + 8, int(top) - small * 5 // 8, box.right, 0)
        _text(pen, beside, str(value), small, DIM)
    for x, name in chart.marks:
        left, top = at(x, chart.bottom)
        room = _font(small, False)[0].getlength(name) / 2
        _text(pen, Rect(int(left - room), int(top) + 4, box.right, 0), name, small, DIM, lines=1)
    for each in chart.lines:
        dots = [at(*map(float, dot.split(","))) for dot in each.points.split()]
        tone = LINES[each.n % len(LINES)]
        pen.line(dots, fill=tone, width=max(4, round(8 * scale)), joint="curve")


def _text(
    pen: Any, box: Rect, text: str, size: int, tone: str, *, bold: bool = False, lines: int = 3
) -> int:
    """Write a text, broken at the right edge of its box; return the height below it."""
    fitted, broken = _fitted(text, box.right - box.left, size, bold, lines)
    y = box.top
    for line in broken:
        pen.text((box.left, y), line, font=_font(fitted, bold)[0], fill=tone)
        y += round(fitted * 1.25)
    return y


def _fitted(text: str, width: int, size: int, bold: bool, lines: int) -> tuple[int, list[str]]:
    """Return a size, and a text in lines: as large as all of it fits, down to ``SMALLEST`` of what
    was asked."""
    least = round(size * SMALLEST)
    known = _known(text, _font(size, bold)[1])
    for most, smaller in product(sorted({min(2, lines), lines}), range(size, least, -1)):
        font = _font(smaller, bold)[0]
        found = _broken(known, font, width, most)
        whole = " ".join(found) == " ".join(known.split())
        if whole and all(font.getlength(line) <= width for line in found):
            return smaller, found
    return least, _broken(known, _font(least, bold)[0], width, lines)


def _broken(text: str, font: Any, width: int, lines: int) -> list[str]:
    """Return a text as lines no wider than ``width``; what does not fit ends in dots."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if font.getlength(longer) <= width or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :]) + " …"]
    while len(found[-1]) > 2 and font.getlength(found[-1]) > width:
        found[-1] = found[-1].rstrip(" …")[:-1] + "…"
    return found


@cache
def _font(size: int, bold: bool) -> tuple[Any, bool]:
    """Return a font, and whether it knows plain English letters only."""
    for face in FACES:
        weight = "Bold" if bold else "Regular"
        for name in (face.format(f"-{weight}"), face.format(weight), face.format("")):
            if (FONTS / name).exists():
                return ImageFont.truetype(FONTS / name, size), False
    return ImageFont.load_default(size), True


def _known(text: str, plain: bool) -> str:
    """Return a text in letters the font has."""
    if not plain:
        return text
    text = text.translate(str.maketrans("łŁ–—·…’„”", 'lL--..\'""'))
    folded = unicodedata.normalize("NFKD", text)
    return folded.encode("ascii", "ignore").decode()
