"""Tables of a title that is not here any more: nothing can be entered, everything can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from companion.plays import replay, visibility
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import errors
from companion.plays.pages.forms import Side
from companion.plays.pages.telling import Telling, unsaid
from companion.requests import Request, given
from games import registry
from games.messages import COMMON, Msg, Speaker
from games.referee import Outcome

READABLE = {"table", "tv", "log", "story", "story-log"}
"""The pages of a table that show its log if nothing else can be drawn."""

PAGE = 100


class Bare(Speaker):
    """Speaker of a removed title's messages: the name of the sentence, and its facts."""

    def say(self, message: Msg | str) -> str:
        if isinstance(message, str) or message.code in self.catalogue:
            return super().say(message)
        return ": ".join(self._plain(message))

    def word(self, fact: Any) -> str:
        if isinstance(fact, dict) and "code" in fact:
            fact = Msg(fact["code"], fact.get("facts", {}))
        if isinstance(fact, Msg) and fact.code not in self.catalogue:
            return " ".join(self._plain(fact))
        return super().word(fact)

    def _plain(self, message: Msg) -> list[str]:
        named = message.code.partition(".")[2] or message.code
        facts = ", ".join(map(self.word, message.facts.values()))
        return list(filter(None, (named.replace("_", " ").replace(".", " ").capitalize(), facts)))


@dataclass
class Removed(Telling):
    """A table without its referee, as anyone may read it."""

    play: Play
    speaker: Speaker
    parts: tuple[Side, ...] = ()
    held: tuple[Seat, ...] = ()

    @property
    def own(self) -> list[int]:
        return []

    def say_entry(self, entry: Entry) -> list[str]:
        if entry.kind == Entry.Kind.CLOSE:
            return [_("Ended the table without a result")]
        if entry.kind == Entry.Kind.ACTION:
            notes = visibility.public(self.play, replay.notes_of(entry))
            said = [self.speaker.say(Msg(note.code, note.facts)) for note in notes]
            return said or [unsaid(entry)]
        return super().say_entry(entry)

    def line(self, entry: Entry, alive: set[int]) -> dict[str, Any]:
        """Return one entry as the log shows it."""
        headline, *consequences = self.say_entry(entry)
        return {
            "seq": entry.seq,
            "who": entry.seat.name if entry.seat else "",
            "when": entry.at,
            "headline": headline,
            "consequences": consequences,
            "undone": entry.kind in replay.LIVE and entry.seq not in alive,
            "adjusted": entry.adjusted,
            "overruled": any(name.startswith("override:") for name in entry.answers),
        }


def gone(play: Play) -> bool:
    """Return whether no one here referees the play's title."""
    return play.title not in registry.TITLES


def answer(request: Request, play: Play, seat: Seat | None = None) -> HttpResponse:
    """Return the play's log if one of its pages was requested, one sentence for everything else."""
    match = request.resolver_match
    reads = request.method in {"GET", "HEAD"} and match and match.view_name in READABLE
    return page(request, play, seat) if reads else errors.title_gone(request)


def page(request: Request, play: Play, seat: Seat | None) -> HttpResponse:
    """Return the whole log, newest first, and the playlog if the reader may have it."""
    said = Removed(play, Bare(COMMON, gettext, ngettext))
    upto = given(request.GET.get("before", "")) or play.revision + 1
    found = play.entries.filter(seq__lt=upto).order_by("-seq").select_related("seat")[: PAGE + 1]
    entries = list(found)
    shown = entries[:PAGE]
    alive = set(replay.live_places(play, shown[-1].seq - 1)) if shown else set()
    why = registry.why_not(play.title)
    context = {
        "why": said.speaker.say(why) if why else "",
        "play": play,
        "name": play.title.replace("-", " ").capitalize(),
        "outcome": said.speaker.say(_ended(play).message) if play.outcome else "",
        "entries": [said.line(entry, alive) for entry in shown],
        "older": shown[-1].seq if len(entries) > PAGE else 0,
        "seat": seat,
        "no_playlog": _why_no_playlog(play, seat) if seat else "",
    }
    return render(request, "plays/removed.html", context)


def _why_no_playlog(play: Play, seat: Seat) -> str:
    """Return why this seat may not keep the log yet; only the title knew whether there are
    secrets."""
    if visibility.everything(play):
        return visibility.why_no_playlog(play, seat)
    return _("You can save the log one hour after the end: it may contain secrets.")


def _ended(play: Play) -> Outcome:
    return msgspec.convert(play.outcome, Outcome)
