"""The picture of a finished play for the group's chat: a PNG, drawn with our own geometry."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.utils import formats
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from companion.plays.models import Play
from companion.plays.pages.table import speaker_for
from companion.stats import records, story, words
from companion.stats.charts import HEIGHT, WIDTH, LineChart
from companion.stats.made import Made
from companion.stats.models import Job, Place, Record
from games.referee import Outcome

SIZE = (1080, 1350)
EDGE = 72
NIGHT, FELT, INK, DIM, RULE = "#0b0d13", "#161a25", "#f2eee5", "#b9bfcf", "#323a50"
TONES = {"won": "#6fdba8", "lost": "#ff7b72"}
LINES = ("#6fb1ff", "#ff9a5c", "#63d8b4", "#f08cc8", "#d6c84f", "#b79bff")
PLACES = 6
FONTS = Path("/usr/share/fonts/truetype")
FACES = (
    "dejavu/DejaVuSans{}.ttf",
    "liberation/LiberationSans-{}.ttf",
    "noto/NotoSans-{}.ttf",
    "roboto/unhinted/RobotoTTF/Roboto-{}.ttf",
)
"""Fonts of common systems that know all of Latin; the built-in one knows English only."""


def piece(job: Job) -> Made:
    """The whole picture in one slice."""
    play = Play.objects.get(share=job.about.partition("@")[0])
    fresh = records.of_play(play)
    if fresh is None:
        raise ValueError(f"{play} is not over")
    return Made(draw(play, *fresh), 1, 1, 1, True)


def draw(play: Play, record: Record, places: Sequence[Place]) -> bytes:
    """The picture as PNG: title, ending, people, the chart that moved most."""
    image = Image.new("RGB", SIZE, NIGHT)
    pen = ImageDraw.Draw(image)
    speaker = speaker_for(play.title)
    y = _heading(pen, play, record, speaker)
    y = _people(pen, places, y + 24)
    charts = story.tell(play, speaker).charts
    if charts:
        _chart(pen, charts[0], y + 24, SIZE[1] - 120)
    _text(pen, (EDGE, SIZE[1] - 84), "Sidekick", 36, DIM)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _heading(pen: Any, play: Play, record: Record, speaker: Any) -> int:
    tone = TONES.get(record.result, INK)
    pen.rectangle((0, 0, SIZE[0], 16), fill=tone)
    y = _text(pen, (EDGE, 64), words.title_name(play.title), 44, DIM)
    y = _text(pen, (EDGE, y + 12), words.result(record.result).upper(), 104, tone, bold=True)
    if play.outcome:
        outcome = msgspec.convert(play.outcome, Outcome)
        y = _text(pen, (EDGE, y + 12), speaker.say(outcome.message), 44, INK)
    day = formats.date_format(record.started_at, "DATE_FORMAT")
    about = [day, words.duration(record.minutes)]
    if record.turns > 1:
        about.append(_("{n} turns").format(n=record.turns))
    return _text(pen, (EDGE, y + 12), " · ".join(about), 36, DIM)


def _people(pen: Any, places: Sequence[Place], y: int) -> int:
    for n, place in enumerate(places[:PLACES]):
        who = place.person.name if place.person else place.name
        told = " – ".join(text for text in (who, place.role) if text)
        score = "" if place.score is None else str(place.score)
        pen.ellipse((EDGE, y + 12, EDGE + 28, y + 40), fill=LINES[n % len(LINES)])
        tone = INK if place.winner is not False else DIM
        _text(pen, (EDGE + 52, y), told, 40, tone, bold=bool(place.winner), lines=1, right=160)
        _text(pen, (SIZE[0] - EDGE - 120, y), score, 40, tone, bold=bool(place.winner), lines=1)
        y += 60
    return y


def _chart(pen: Any, chart: LineChart, top: int, bottom: int) -> None:
    """The same geometry as on the page, enlarged into what room is left."""
    if bottom - top < 200:
        return
    legend = 44 * len(chart.lines) + 16
    wide = (SIZE[0] - 2 * EDGE) / WIDTH
    tall = (bottom - top - legend) / HEIGHT

    def at(x: float, y: float) -> tuple[float, float]:
        return EDGE + x * wide, top + y * tall

    pen.rounded_rectangle((EDGE - 16, top, SIZE[0] - EDGE + 16, bottom), 24, fill=FELT)
    for y, value in chart.ticks:
        pen.line((*at(chart.left, y), *at(chart.right, y)), fill=RULE, width=2)
        _text(pen, (int(at(0, 0)[0]), int(at(0, y)[1]) - 16), str(value), 26, DIM, lines=1)
    for line in chart.lines:
        dots = [at(*map(float, dot.split(","))) for dot in line.points.split()]
        pen.line(dots, fill=LINES[line.n % len(LINES)], width=8, joint="curve")
    y = bottom - legend
    for line in chart.lines:
        pen.line((EDGE + 8, y + 20, EDGE + 64, y + 20), fill=LINES[line.n % len(LINES)], width=8)
        _text(pen, (EDGE + 84, y), line.label, 30, INK, lines=1)
        y += 44


def _text(
    pen: Any,
    at: tuple[int, int],
    text: str,
    size: int,
    tone: str,
    *,
    bold: bool = False,
    lines: int = 3,
    right: int = 0,
) -> int:
    """Write a text, broken at the right edge; the height below it."""
    font, plain = _font(size, bold)
    x, y = at
    for line in _broken(_known(text, plain), font, SIZE[0] - EDGE - right - x, lines):
        pen.text((x, y), line, font=font, fill=tone)
        y += round(size * 1.25)
    return y


def _broken(text: str, font: Any, width: int, lines: int) -> list[str]:
    """A text as lines no wider than ``width``; what does not fit ends in dots."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if font.getlength(longer) <= width or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > lines:
        found = [*found[: lines - 1], found[lines - 1] + " …"]
    while len(found[-1]) > 2 and font.getlength(found[-1]) > width:
        found[-1] = found[-1].rstrip(" …")[:-1] + "…"
    return found


@cache
def _font(size: int, bold: bool) -> tuple[Any, bool]:
    """A font, and whether it knows plain English letters only."""
    for face in FACES:
        weight = "Bold" if bold else "Regular"
        for name in (face.format(f"-{weight}"), face.format(weight), face.format("")):
            if (FONTS / name).exists():
                return ImageFont.truetype(FONTS / name, size), False
    return ImageFont.load_default(size), True


def _known(text: str, plain: bool) -> str:
    """A text in letters the font has."""
    if not plain:
        return text
    text = text.translate(str.maketrans("łŁ–—·…’„”", 'lL--..\'""'))
    folded = unicodedata.normalize("NFKD", text)
    return folded.encode("ascii", "ignore").decode()
