"""A game's story: who played, how it went, where it turned, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.stats import words
from companion.stats.models import Place, Record
from companion.stats.story import Moment, Story
from games.messages import Speaker

TURNS = 3
"""Turning points of a game without a race that the account names."""


def account(
    record: Record, places: Sequence[Place], told: Story, speaker: Speaker, ending: str
) -> list[str]:
    """The evening in a few paragraphs; ``ending`` says how it ended, "" where it never did."""
    names = people(places)
    course = _race(told, names) if told.leads else _turned(told)
    sentences = [_opening(record, names, speaker), *course, _close(told), _end(record, ending)]
    return [sentence for sentence in sentences if sentence]


def people(places: Sequence[Place]) -> dict[int, str]:
    """Who held each part, the person before the side."""
    return {place.part: words.name(place) for place in places if place.part >= 0}


def _opening(record: Record, names: Mapping[int, str], speaker: Speaker) -> str:
    who = speaker.join([*dict.fromkeys(names.values())])
    if not who:
        return ""
    if record.minutes is None or record.turns < 2:
        return _("At the table: {names}.").format(names=who)
    text = ngettext(
        "At the table: {names}. Length: {time}, {n} turn.",
        "At the table: {names}. Length: {time}, {n} turns.",
        record.turns,
    )
    return text.format(names=who, time=words.duration(record.minutes), n=record.turns)


def _race(told: Story, names: Mapping[int, str]) -> list[str]:
    """Who led when, and the best turn of all."""
    first, last = told.leads[0], told.leads[-1]
    changes = len(told.leads) - 1
    if changes:
        text = ngettext(
            "{first} led first; {last} overtook in turn {turn}.",
            "{first} led first; the lead changed {n} times, finally to {last} in turn {turn}.",
            changes,
        )
    else:
        text = _("{first} took the lead in turn {turn} and kept it.")
    sentences = [
        text.format(
            first=names.get(first.part, ""),
            last=names.get(last.part, ""),
            turn=last.name,
            n=changes,
        )
    ]
    if told.best:
        part, (gain, turn) = max(told.best.items(), key=lambda each: each[1][0])
        text = _("Best turn: {name}, +{gain} in turn {turn}.")
        sentences.append(text.format(name=names.get(part, ""), gain=gain, turn=turn))
    return sentences


def _turned(told: Story) -> list[str]:
    """The turning points as sentences of the game, great moments before mere numbers."""
    ranked = sorted(told.moments, key=lambda moment: not moment.word)[:TURNS]
    return [_said(moment, told.turns) for moment in sorted(ranked, key=lambda each: each.step)]


def _said(moment: Moment, turns: bool) -> str:
    text = _("Turn {n}: {what}.") if turns else _("Entry {n}: {what}.")
    return text.format(n=moment.name, what=moment.entry.rstrip("."))


def _close(told: Story) -> str:
    """How far each thing stood that could end the game."""
    limits = [each for each in told.final if each.limit and not each.races]
    stood = [f"{each.label} {each.value}/{each.limit}" for each in limits]
    return _("Final numbers: {numbers}.").format(numbers=", ".join(stood)) if stood else ""


def _end(record: Record, ending: str) -> str:
    if not ending and record.result == Record.Result.ABANDONED:
        return _("The table was closed early.")
    return f"{ending.rstrip('.')}." if ending else ""
