"""Read a file of earlier plays and compare it with the book, before anything is visible."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.crews.models import Crew
from companion.stats.imports import from_bgstats, from_csv, matching
from companion.stats.imports.matching import FoundGame, FoundPerson, MatchedFile
from companion.stats.imports.past import File, Past
from companion.stats.models import Import, StagedPlay
from companion.uploads.kinds import BrokenFileError
from companion.uploads.reading import Work

BATCH = 500
"""Plays laid aside in one transaction."""
SHOWN = 200
"""The number of unreadable lines that are named; the rest are counted."""
WAITS = timedelta(days=1)
"""How long a file that no one took in is kept."""


def largest() -> int:
    """Return ten thousand plays with long comments."""
    return 32_000_000


def read(work: Work) -> None:
    """Read the file at once, then lay its plays aside from where the last reader stopped."""
    crew = Crew.objects.filter(pk=work.notebook["crew"]).first()
    if crew is None:
        raise BrokenFileError(_("This crew no longer exists."))
    file = _file(_text(work.file().read()))
    if not file.plays:
        if file.problems:
            raise BrokenFileError(": ".join(file.problems[0]) + ".")
        raise BrokenFileError(_("There are no plays in it."))
    known = matching.here(crew, file.plays)
    done = work.notebook.get("lines", 0)
    if not done:
        _begin(crew, file, known, work)
    rows = _rows(file.plays, known)
    for start in range(done, len(rows), BATCH):
        work.pause()
        work.step(start, len(rows))
        some = rows[start : start + BATCH]
        for row in some:
            row.imported_id = work.notebook["import"]
        with transaction.atomic():
            StagedPlay.objects.bulk_create(some)
            work.keep(lines=start + len(some))
    with transaction.atomic():
        work.finish()


def undo(work: Work) -> None:
    """Drop what was laid aside."""
    Import.objects.filter(pk=work.notebook.get("import") or 0).delete()


def answer(request: HttpRequest, notebook: dict[str, Any]) -> HttpResponseBase:
    """Redirect to the page that says what the file holds."""
    found = Import.objects.filter(pk=notebook.get("import") or 0).select_related("crew").first()
    if found is None:
        raise Http404
    return redirect("crew-import-plays", found.crew.key, found.pk)


def _text(content: bytes) -> str:
    """Return the file's letters: UTF-8, what Excel calls Unicode, or what Windows wrote before."""
    if not content.strip():
        raise BrokenFileError(_("The file is empty."))
    codes = ["utf-16"] if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1250"]
    for code in codes:
        try:
            text = content.decode(code)
        except UnicodeDecodeError:
            continue
        if "\x00" in text or "\\u0000" in text:
            raise BrokenFileError(_("It contains a character that can't be stored."))
        return text
    raise BrokenFileError(_("It is not text."))


def _file(text: str) -> File:
    if text.lstrip()[:1] in "{[":
        return from_bgstats.read(text)
    return from_csv.read(text)


def _begin(crew: Crew, file: File, known: set[str], work: Work) -> None:
    """Write what the file holds in sums; forgotten files of the crew go."""
    crew.imports.filter(stage=Import.Stage.LOOKED, made_at__lt=timezone.now() - WAITS).delete()
    with transaction.atomic():
        begun = Import.objects.create(
            crew=crew,
            by_id=work.notebook.get("by"),
            file=work.notebook.get("name", "")[:80],
            found=msgspec.to_builtins(_sums(file, known)),
        )
        work.keep(**{"import": begun.pk})


def _sums(file: File, known: set[str]) -> MatchedFile:
    games: dict[str, FoundGame] = {}
    people: dict[str, FoundPerson] = {}
    places: dict[str, int] = {}
    seen = set(known)
    for played in file.plays:
        name = played.game
        if name not in games:
            title = matching.title_of(name, file.numbers.get(name, 0))
            games[name], places[name] = FoundGame(name, title), len(games)
        games[name].plays += 1
        games[name].here += played.key in seen
        seen.add(played.key)
        for seat in played.seats:
            person = people.setdefault(seat.name, FoundPerson(seat.name, seat.named))
            person.plays += 1
            if places[name] not in person.games:
                person.games.append(places[name])
    more = len(file.problems) - SHOWN
    problems = file.problems[:SHOWN]
    if more > 0:
        problems.append(("…", _("and {n} more").format(n=more)))
    return MatchedFile(
        file.kind, list(games.values()), list(people.values()), problems, file.uncounted
    )


def _rows(plays: Iterable[Past], known: set[str]) -> list[StagedPlay]:
    """Return a row for each play; one that stands in the file twice is taken for known."""
    seen = set(known)
    rows = []
    for n, played in enumerate(plays, 1):
        rows.append(StagedPlay(n=n, here=played.key in seen, data=msgspec.to_builtins(played)))
        seen.add(played.key)
    return rows
