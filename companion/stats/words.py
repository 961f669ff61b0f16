"""Numbers and codes of the records as words of a page."""

from __future__ import annotations

import string
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from companion.plays.models import Play
from companion.plays.pages.table import speaker_for
from games import registry
from games.messages import Msg, Plural, Speaker
from games.referee import Outcome, Title


def title_of(slug: str) -> Title | None:
    """The title of a slug; ``None`` for one that is no longer on the list."""
    return registry.referee(slug).title if slug in registry.TITLES else None


def title_name(slug: str) -> str:
    title = title_of(slug)
    return title.name if title else slug


def duration(minutes: int | float | None) -> str:
    """Minutes as hours and minutes."""
    if minutes is None:
        return "–"
    hours, rest = divmod(round(minutes), 60)
    if hours >= 10:
        return _("{hours} h").format(hours=hours + (rest >= 30))
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=rest)
    return _("{minutes} min").format(minutes=rest)


def result(word: str) -> str:
    """A result of a record as a heading says it."""
    words = {"won": _("Won"), "lost": _("Lost"), "ended": _("Ended"), "abandoned": _("Abandoned")}
    return words[word]


def label(text: str, speaker: Speaker) -> str:
    """A stored label (a ``Msg`` or a plain text as JSON) as a text."""
    return speaker.word(msgspec.json.decode(text))


def condition(slug: str, code: str) -> str:
    """An ending without its facts: those differ from play to play and become dots."""
    if slug not in registry.TITLES:
        return code
    speaker = speaker_for(slug)
    entry: Any = speaker.catalogue.get(f"outcome.{code}", "")
    templates = [entry.one, entry.many] if isinstance(entry, Plural) else [entry]
    names = {name for text in templates for _t, name, _s, _c in string.Formatter().parse(text)}
    facts: dict[str, Any] = {name: "…" for name in names if name}
    if isinstance(entry, Plural):
        facts[entry.by] = 2
    return speaker.say(Msg(f"outcome.{code}", facts))


def ending(play: Play) -> str:
    """How a play ended, facts and all; empty for one that did not."""
    if not play.outcome or play.title not in registry.TITLES:
        return ""
    return speaker_for(play.title).say(msgspec.convert(play.outcome, Outcome).message)
