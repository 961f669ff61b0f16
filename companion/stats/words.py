"""Numbers and codes of the records as words of a page."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.contrib.staticfiles.finders import find
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.plays.models import Play
from companion.plays.pages.table import speaker_for
from companion.stats.charts import Rate
from companion.stats.models import Place, Record
from games import registry
from games.messages import Msg, Plural, Speaker
from games.referee import AnyReferee, Outcome, Title

PIPS = ("1", "2", "3", "4", "5", "6")
TAIL = re.compile(r"(\s*[:(,]\s*…\)?)+$")
"""Facts at the end of a sentence that differ from play to play: it says enough without them."""


def title_of(slug: str) -> Title | None:
    """Return the title of a slug; ``None`` for one that is no longer on the list."""
    return registry.referee(slug).title if slug in registry.TITLES else None


def title_name(slug: str) -> str:
    title = title_of(slug)
    return title.name if title else slug


def duration(minutes: int | float | None) -> str:
    """Return minutes as hours and minutes."""
    if minutes is None:
        return "–"
    hours, rest = divmod(round(minutes), 60)
    if hours >= 10:
        return _("{hours} h").format(hours=hours + (rest >= 30))
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=rest)
    return _("{minutes} min").format(minutes=rest)


def clock(seconds: int) -> str:
    """Return seconds as a clock shows them: 4:05, or 1:02:05."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def result(word: str) -> str:
    """Return a result of a record as a heading says it."""
    words = {"won": _("Won"), "lost": _("Lost"), "ended": _("Ended"), "abandoned": _("Abandoned")}
    return words[word]


def name(place: Place) -> str:
    """Return who someone at the table was: the person, the name on the phone, or the side alone."""
    return place.person.name if place.person else place.name or side_of(place)


def side_of(place: Place) -> str:
    return side(place.record.title, place.role)


def winners(record: Record, places: Sequence[Place]) -> str:
    """Return who won, in a few words; how it ended where no one did, or all did together."""
    if crowned(record, places):
        names = [*dict.fromkeys(name(place) for place in places if place.winner)]
        known = record.title in registry.TITLES
        joined = speaker_for(record.title).join(names) if known else ", ".join(names)
        return _("{names} won").format(names=joined)
    title = title_of(record.title)
    if record.result in ("won", "lost") and title and title.cooperative:
        return _("Won together") if record.result == "won" else _("Lost together")
    return result(record.result)


def crowned(record: Record, places: Sequence[Place]) -> bool:
    """Return whether someone won against others."""
    title = title_of(record.title)
    won = [bool(place.winner) for place in places]
    if title is None:
        return any(won) and (len(won) == 1 or not all(won))
    return any(won) and not title.cooperative


def scores(places: Sequence[Place]) -> str:
    """Return the points of a play, the most first."""
    points = sorted((place.score for place in places if place.score is not None), reverse=True)
    return " : ".join(map(str, points)) if len(points) > 1 else ""


def share(rate: Rate) -> str:
    """Format a win rate: a fraction for few plays, a percentage with an interval for more."""
    if rate.few:
        text = ngettext("{won} of {n} play won", "{won} of {n} plays won", rate.of)
        return text.format(won=rate.won, n=rate.of)
    low, high = floatformat(rate.low, 0), floatformat(rate.high, 0)
    text = _("{won} of {n}: {share} % ({low} to {high} %)")
    return text.format(
        won=rate.won, n=rate.of, share=floatformat(rate.share, 0), low=low, high=high
    )


DIE = ("colour.{}", "die.{}", "symbol.{}", "term.{}")
"""Where a title's words may name a die or a face of one."""


def _named(slug: str, code: str) -> str:
    if slug not in registry.TITLES:
        return code
    speaker = speaker_for(slug)
    found = (key.format(code) for key in DIE)
    key = next((key for key in found if key in speaker.catalogue), "")
    text = speaker.say(Msg(key)) if key else code.replace("-", " ")
    return text[:1].upper() + text[1:]


def die(slug: str, code: str) -> str:
    """Return a kind of die as its title calls it."""
    return _("Die") if code == "d6" else _named(slug, code)


def face(slug: str, code: str) -> str:
    """Return what a die shows, as its title calls it."""
    return ", ".join(_named(slug, part) for part in code.split("+"))


@cache
def sign(slug: str, code: str) -> str:
    """Return the icon a face is drawn with: pips, or the title's own sign; "" where it has none."""
    if code in PIPS:
        return f"pips-{code}"
    drawn = find(f"games/{slug}/icons.svg")
    known = drawn and f'id="{code}"' in Path(str(drawn)).read_text()
    return f"{slug}-{code}" if known else ""


def label(text: str, speaker: Speaker) -> str:
    """Return a stored label (a ``Msg`` or a plain text as JSON) as a text."""
    return speaker.word(msgspec.json.decode(text))


def rounds(slug: str) -> bool:
    """Return whether a title counts rounds; others count turns."""
    return slug in registry.TITLES and registry.referee(slug).rounds


TIE = "+"
"""Before the number of a tiebreaker, which stands where others have that of their round."""


def turn_of(referee: AnyReferee, state: Any) -> str:
    """Return the round or turn of a state as ``period`` and ``in_period`` name it."""
    tie = referee.tiebreaker(state)
    return f"{TIE}{tie}" if tie else str(referee.turn(state))


def period(slug: str, n: str | int, counted: bool = True) -> str:
    """Name a round, turn, tiebreaker or (of a title that counts neither) an entry."""
    if str(n).startswith(TIE):
        return _("Tiebreaker {n}").format(n=str(n)[len(TIE) :])
    if not counted:
        return _("Entry {n}").format(n=n)
    return (_("Round {n}") if rounds(slug) else _("Turn {n}")).format(n=n)


def in_period(slug: str, n: str | int, counted: bool = True) -> str:
    """Say in which round, turn, tiebreaker or entry something happened, within a sentence."""
    if str(n).startswith(TIE):
        return _("in tiebreaker {n}").format(n=str(n)[len(TIE) :])
    if not counted:
        return _("in entry {n}").format(n=n)
    return (_("in round {n}") if rounds(slug) else _("in turn {n}")).format(n=n)


def periods(slug: str, n: int) -> str:
    """Say how many rounds or turns were played."""
    if rounds(slug):
        return ngettext("{n} round", "{n} rounds", n).format(n=n)
    return ngettext("{n} turn", "{n} turns", n).format(n=n)


def axis_titles(slug: str, counted: bool) -> tuple[str, str]:
    """Return what the points of a chart are, as its heading and as the head of their column."""
    if not counted:
        return _("Entry by entry"), _("Entry")
    return (_("Round by round"), _("Round")) if rounds(slug) else (_("Turn by turn"), _("Turn"))


def side(slug: str, role: str) -> str:
    """Return a side as this page's language calls it; records keep the name a title itself gives
    it."""
    return speaker_for(slug).gettext(role) if role and slug in registry.TITLES else role


def condition(slug: str, code: str) -> str:
    """Return an ending without its facts, which differ from play to play: as ``ending.CODE`` has
    it, else by the sentence of the outcome with dots for them."""
    if slug not in registry.TITLES:
        return code
    speaker = speaker_for(slug)
    if f"ending.{code}" in speaker.catalogue:
        return speaker.say(Msg(f"ending.{code}"))
    entry: Any = speaker.catalogue.get(f"outcome.{code}", "")
    templates = [entry.one, entry.many] if isinstance(entry, Plural) else [entry]
    names = {name for text in templates for _t, name, _s, _c in string.Formatter().parse(text)}
    facts: dict[str, Any] = {name: "…" for name in names if name}
    if isinstance(entry, Plural):
        facts[entry.by] = 2
    return TAIL.sub("", speaker.say(Msg(f"outcome.{code}", facts)))


def ending(play: Play) -> str:
    """Return how a play ended, facts and all; empty for one that did not."""
    if not play.outcome or play.title not in registry.TITLES:
        return ""
    return speaker_for(play.title).say(msgspec.convert(play.outcome, Outcome).message)
