"""Pictures of an evening for the chat: the final board in numbers, who won, a sentence."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
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
    """A line of the final board: whose (a colour), what, how much, and how far along that is."""

    tone: str
    label: str
    value: str = ""
    share: float | None = None
    bold: bool = False


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
    if shape == "wide":
        _heading(pen, play, record, places, told, Rect(56, 56, 590, 540), 0.72)
        _board(pen, _rows(record, places, told), Rect(630, 56, 1144, 574))
    else:
        below = _heading(pen, play, record, places, told, Rect(72, 120, 1008, 700), 1.2)
        rows = _rows(record, places, told)
        end = min(below + 40 + 110 * len(rows) + 48, 1240)
        _board(pen, rows, Rect(72, below + 40, 1008, end))
        if told.charts:
            _chart(pen, told.charts[0], Rect(72, end + 40, 1008, 1780))
    _text(pen, Rect(56 if shape == "wide" else 72, tall - 72, wide, tall), "Sidekick", 32, DIM)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


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
        (words.title_name(play.title), 40, DIM, False),
        (words.winners(record, places), 88, tone, True),
        (sentence(play, record, places, told), 40, INK, False),
    ]
    day = formats.date_format(record.started_at, "DATE_FORMAT")
    about = [day, words.duration(record.minutes)]
    if record.turns > 1:
        about.append(words.periods(play.title, record.turns))
    variant = words.label(record.variant_label, speaker)
    below.append((" · ".join([*about, variant] if variant else about), 34, DIM, False))
    y = box.top
    for text, size, colour, bold in below:
        at = Rect(box.left, y, box.right, box.bottom)
        y = _text(pen, at, text, round(size * scale), colour, bold=bold) + round(14 * scale)
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
    people = []
    for n, place in enumerate(places):
        side = words.side(record.title, place.role)
        label = " – ".join(dict.fromkeys(text for text in (words.name(place), side) if text))
        value = races.get(place.part)
        share = None if value is None else max(0, value) / most
        tone = LINES[n % len(LINES)]
        shown = "" if value is None else str(value)
        people.append(BoardRow(tone, label, shown, share, bool(place.winner)))
    people.sort(key=lambda row: -(row.share or 0))
    tables = [each for each in told.final if each.part is None and not each.races]
    return (people + [_number(each) for each in tables])[:ROWS]


def _number(each: FinalFigure) -> BoardRow:
    """Return a number of the whole table, with how far it is from ending the game."""
    if not each.limit:
        return BoardRow(DIM, each.label, str(each.value))
    return BoardRow(
        DIM, each.label, f"{each.value}/{each.limit}", min(1.0, each.value / each.limit)
    )


def _board(pen: Any, rows: Sequence[BoardRow], box: Rect) -> None:
    """Draw the rows, evenly in their box, each with its bar."""
    if not rows:
        return
    pen.rounded_rectangle((box.left, box.top, box.right, box.bottom), 24, fill=FELT)
    high = min(120, (box.bottom - box.top - 32) // len(rows))
    size = min(36, high * 2 // 5)
    spare = box.bottom - box.top - high * len(rows)
    left, right = box.left + 28, box.right - 28
    for n, row in enumerate(rows):
        y = box.top + spare // 2 + n * high + high // 6
        dot = size * 2 // 3
        pen.ellipse((left, y + size // 4, left + dot, y + size // 4 + dot), fill=row.tone)
        room = _font(size, True)[0].getlength(row.value + "  ") if row.value else 0
        at = Rect(left + dot + 14, y, right - round(room), box.bottom)
        tone = INK if row.bold or row.tone == DIM else DIM
        _text(pen, at, row.label, size, tone, bold=row.bold, lines=1)
        if row.value:
            wide = round(_font(size, True)[0].getlength(row.value))
            _text(
                pen, Rect(right - wide, y, right + 8, y), row.value, size, INK, bold=True, lines=1
            )
        if row.share is not None:
            top = y + round(size * 1.45)
            thick = max(6, high // 8)
            pen.rectangle((left, top, right, top + thick), fill=RULE)
            end = left + round((right - left) * row.share)
            pen.rectangle((left, top, end, top + thick), fill=row.tone)


def _chart(pen: Any, chart: LineChart, box: Rect) -> None:
    """Draw the same geometry as on the page, enlarged into what room is left."""
    if box.bottom - box.top < 200:
        return
    legend = 44 * len(chart.lines) + 16
    wide = (box.right - box.left - 32) / WIDTH
    tall = (box.bottom - box.top - legend) / HEIGHT

    def at(x: float, y: float) -> tuple[float, float]:
        return box.left + 16 + x * wide, box.top + y * tall

    pen.rounded_rectangle((box.left, box.top, box.right, box.bottom), 24, fill=FELT)
    for y, value in chart.ticks:
        pen.line((*at(chart.left, y), *at(chart.right, y)), fill=RULE, width=2)
        left, top = at(0, y)
        _text(pen, Rect(int(left), int(top) - 16, box.right, box.bottom), str(value), 26, DIM)
    for line in chart.lines:
        dots = [at(*map(float, dot.split(","))) for dot in line.points.split()]
        pen.line(dots, fill=LINES[line.n % len(LINES)], width=8, joint="curve")
    y = box.bottom - legend
    for line in chart.lines:
        tone = LINES[line.n % len(LINES)]
        pen.line((box.left + 24, y + 20, box.left + 80, y + 20), fill=tone, width=8)
        _text(pen, Rect(box.left + 100, y, box.right - 16, y), line.label, 30, INK, lines=1)
        y += 44


def _text(
    pen: Any, box: Rect, text: str, size: int, tone: str, *, bold: bool = False, lines: int = 3
) -> int:
    """Write a text, broken at the right edge of its box; the height below it."""
    font, plain = _font(size, bold)
    y = box.top
    for line in _broken(_known(text, plain), font, box.right - box.left, lines):
        pen.text((box.left, y), line, font=font, fill=tone)
        y += round(size * 1.25)
    return y


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
