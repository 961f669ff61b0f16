"""A game's story: who played, how it went, where it turned, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.stats import words
from companion.stats.models import Place, Record
from companion.stats.story import Story, TurningPoint
from games.messages import Speaker

TURNS = 3
"""Turning points of a game without a race that the account names."""


def account(
    record: Record, places: Sequence[Place], told: Story, speaker: Speaker, ending: str
) -> list[str]:
    """Return the evening in a few paragraphs; ``ending`` says how it ended, "" where it never
    did."""
    names = people(places)
    course = _race(record.title, told, names) if told.leads else _turned(record.title, told)
    sentences = [_opening(record, names, speaker), *course, _close(told), _end(record, ending)]
    return [sentence for sentence in sentences if sentence]


def people(places: Sequence[Place]) -> dict[int, str]:
    """Return who held each part, the person before the side."""
    return {place.part: words.name(place) for place in places if place.part >= 0}


def _opening(record: Record, names: Mapping[int, str], speaker: Speaker) -> str:
    who = speaker.join([*dict.fromkeys(names.values())])
    if not who:
        return ""
    if record.minutes is None or record.turns < 2:
        return _("At the table: {names}.").format(names=who)
    text = _("At the table: {names}. Length: {time}, {turns}.")
    turns = words.periods(record.title, record.turns)
    return text.format(names=who, time=words.duration(record.minutes), turns=turns)


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


def _turned(slug: str, told: Story) -> list[str]:
    """Return the turning points as sentences of the game, great moments before mere numbers."""
    ranked = sorted(told.moments, key=lambda moment: not moment.word)[:TURNS]
    return [
        _said(slug, moment, told.turns) for moment in sorted(ranked, key=lambda each: each.step)
    ]


def _said(slug: str, moment: TurningPoint, turns: bool) -> str:
    when = words.period(slug, moment.name, turns)
    return _("{when}: {what}.").format(when=when, what=moment.entry.rstrip("."))


def _close(told: Story) -> str:
    """Return how far each thing was that could end the game."""
    limits = [each for each in told.final if each.limit and not each.races]
    stood = [f"{each.label} {each.value}/{each.limit}" for each in limits]
    return _("Final numbers: {numbers}.").format(numbers=", ".join(stood)) if stood else ""


def _end(record: Record, ending: str) -> str:
    if not ending and record.result == Record.Result.ABANDONED:
        return _("The table was closed early.")
    return f"{ending.rstrip('.')}." if ending else ""
