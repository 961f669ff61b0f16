"""A game's story in one paragraph: how it ended, where it turned, how close it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.stats import words
from companion.stats.models import Place, Record
from companion.stats.story import FinalFigure, Story, TurningPoint
from games.messages import Speaker

TURNS = 2
"""Highlights of a game without a race or limits that the account names."""
ROOM = 460
"""Letters of an account that a phone shows without scrolling."""


def account(
    record: Record,
    places: Sequence[Place],
    told: Story,
    speaker: Speaker,
    ending: str,
    *,
    odds: str = "",
    luck: str = "",
) -> list[str]:
    """Return the evening in a paragraph, sentence by sentence: result, turning point, what hurt and
    what helped, luck, repairs, how close it was.

    ``ending`` says how it ended, "" where it never did; ``odds`` and ``luck`` are sentences of
    those who calculated them.
    """
    names = people(places)
    opening = [
        _opening(record, places, speaker, ending),
        f"{ending.rstrip('.')}." if ending else "",
    ]
    course = [*([odds] if odds else []), *_course(record, told, names)]
    sentences = [*opening, *course, luck, *_repaired(record), _close(record, told)]
    # What a reader misses least goes first, where all of it doesn't fit.
    for spare in (*_repaired(record)[::-1], *course[:0:-1], luck):
        if sum(map(len, sentences)) > ROOM and spare in sentences:
            sentences.remove(spare)
    return [sentence for sentence in sentences if sentence]


def people(places: Sequence[Place]) -> dict[int, str]:
    """Return who held each part, the person before the side."""
    return {place.part: words.name(place) for place in places if place.part >= 0}


def _opening(record: Record, places: Sequence[Place], speaker: Speaker, ending: str) -> str:
    """Return who played and how it ended for them, how long it took and how many turns."""
    crowned = words.crowned(record, places)
    who = [words.name(place) for place in places if place.winner or not crowned]
    names = speaker.join([*dict.fromkeys(name for name in who if name)])
    if record.result == Record.Result.ABANDONED and not ending:
        return _("The table was closed early.")
    if not names:
        return ""
    if record.minutes is None or record.turns < 2:
        return _short(record).format(names=names)
    turns, time = words.periods(record.title, record.turns), words.duration(record.minutes)
    return _long(record).format(names=names, time=time, turns=turns)


def _short(record: Record) -> str:
    if record.result == Record.Result.WON:
        return _("{names} won.")
    if record.result == Record.Result.LOST:
        return _("{names} lost.")
    return _("At the table: {names}.")


def _long(record: Record) -> str:
    if record.result == Record.Result.WON:
        return _("{names} won after {time} ({turns}).")
    if record.result == Record.Result.LOST:
        return _("{names} lost after {time} ({turns}).")
    return _("At the table: {names}. Length: {time}, {turns}.")


def _course(record: Record, told: Story, names: Mapping[int, str]) -> list[str]:
    """Return where it turned, what hurt most and what helped most, as the title lets one see it."""
    slug = record.title
    if told.leads:
        return _race(slug, told, names)
    if not (told.hurt or told.helped):
        return _highlights(slug, told)
    won = record.result == Record.Result.WON
    hurt, helped = _("Hurt most, {when}: {what}."), _("Helped most, {when}: {what}.")
    turned = _("Turning point {when}: {what}.")
    first, second = (told.helped, told.hurt) if won else (told.hurt, told.helped)
    return [
        *([_said(slug, turned, first, told.turns)] if first else []),
        *([_said(slug, hurt if won else helped, second, told.turns)] if second else []),
    ]


def _race(slug: str, told: Story, names: Mapping[int, str]) -> list[str]:
    """Return who led when, and the best turn of all."""
    first, last = told.leads[0], told.leads[-1]
    changes = len(told.leads) - 1
    if changes:
        text = ngettext(
            "{first} led first; {last} overtook {when}.",
            "{first} led first; the lead changed {n} times, finally to {last} {when}.",
            changes,
        )
    else:
        text = _("{first} took the lead {when} and kept it.")
    sentences = [
        text.format(
            first=names.get(first.part, ""),
            last=names.get(last.part, ""),
            when=words.in_period(slug, last.name, told.turns),
            n=changes,
        )
    ]
    if told.best:
        part, (gain, turn) = max(told.best.items(), key=lambda each: each[1][0])
        text = _("Best turn: {name}, +{gain} {when}.")
        when = words.in_period(slug, turn, told.turns)
        sentences.append(text.format(name=names.get(part, ""), gain=gain, when=when))
    return sentences


def _highlights(slug: str, told: Story) -> list[str]:
    """Return the turning points as sentences of the game, great moments before mere numbers."""
    ranked = sorted(told.moments, key=lambda moment: not moment.word)[:TURNS]
    return [
        _said(slug, _("{when}: {what}."), moment, told.turns, capital=True)
        for moment in sorted(ranked, key=lambda each: each.step)
    ]


def _said(slug: str, text: str, moment: TurningPoint, turns: bool, capital: bool = False) -> str:
    name = words.period if capital else words.in_period
    return text.format(when=name(slug, moment.name, turns), what=moment.entry.rstrip("."))


def _repaired(record: Record) -> list[str]:
    """Return what was undone and corrected on the way."""
    said = []
    if n := record.undone:
        said.append(ngettext("{n} entry was undone.", "{n} entries were undone.", n).format(n=n))
    if n := record.adjusted:
        text = ngettext(
            "{n} number was corrected by hand.", "{n} numbers were corrected by hand.", n
        )
        said.append(text.format(n=n))
    return said


def _close(record: Record, told: Story) -> str:
    """Return how close the other ending was: the points between, or the number nearest to it."""
    if told.leads and record.margin:
        n = record.margin
        return ngettext("{n} point decided it.", "{n} points decided it.", n).format(n=n)
    won = record.result == Record.Result.WON
    if not won and record.result != Record.Result.LOST:
        return ""
    others = [each for each in told.final if each.limit and each.wins is not won]
    if not others:
        return ""
    nearest = max(others, key=lambda each: each.value / (each.limit or 1))
    text = _("Closest to defeat: {number}.") if won else _("Closest to victory: {number}.")
    return text.format(number=_number(nearest))


def _number(each: FinalFigure) -> str:
    return f"{each.label} {each.value}/{each.limit}"
