"""The crew's pages: what its evenings come to, per title, person, role and die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import floatformat
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.crews import gate
from companion.crews.gate import CrewRequest
from companion.crews.models import Crew
from companion.crews.people import last_seat
from companion.operations.limits import limited
from companion.plays import visibility
from companion.plays.pages.opening import known
from companion.plays.pages.table import speaker_for
from companion.requests import Request
from companion.stats import charts, clock_page, jobs, luck_report, queries, recent, words
from companion.stats.asked import PlayFilter, chosen
from companion.stats.charts import NumberTable, Rate
from companion.stats.exports import bgstats, csvs
from companion.stats.models import DieName, Job, Place, Record, Tally
from companion.stats.tonight import Tonight
from companion.uploads.views import receive
from games import registry
from games.referee import Title

PAGE = 50
AT_ONCE = 200
"""Plays that are read together where all are written into one file."""
MOST_PLAYERS = 6


def _book(request: HttpRequest) -> str:
    wanted = request.GET.get("book", "")
    return wanted if wanted in Record.Book.values else Record.Book.CLEAN


@gate.member
@require_safe
@never_cache
def crew(request: CrewRequest) -> HttpResponse:
    """Show a crew on one page: how often, how long, how well, and what it played last."""
    crew, book = request.crew, _book(request)
    whole = crew.tallies.filter(book=book, kind="all").first()
    titles = queries.sums(crew, book, "title")
    roster = queries.people(crew, book)
    again = last_seat(request.me)
    context = {
        **_shared(request, book),
        "again": again,
        "again_title": words.title_name(again.play.title) if again else "",
        "whole": whole,
        "facts": [
            (_("plays"), whole.plays),
            (_("at the table"), words.duration(whole.minutes)),
            (_("h-index"), _h_index(crew, book)),
            *queries.lengths(crew, book, whole),
        ]
        if whole
        else [],
        "titles": [_title_row(tally) for tally in titles],
        "tonight": Tonight(crew, request.me, request.GET),
        "rates": queries.rates((person.name, tally) for person, tally in roster),
        "roster": roster,
        "clocks": clock_page.crew(crew, book),
        "months": queries.months(crew, book),
        "newest": queries.newest(crew),
        "closest": queries.closest(crew, book),
        "calendar": _calendar(crew),
        "years": queries.years(crew, book),
    }
    return render(request, "stats/crew.html", context)


def _h_index(crew: Crew, book: str) -> int:
    found = crew.tallies.filter(book=book, kind="title", plays__gt=0)
    return queries.h_index(found.values_list("plays", flat=True))


def _calendar(crew: Crew) -> charts.Calendar:
    today = timezone.localdate()
    since = timezone.now() - timedelta(weeks=charts.WEEKS)
    return charts.calendar(
        dict(recent.days(crew.records.filter(ended_at__gte=since, started_at__gte=since))), today
    )


def _title_row(tally: Any) -> dict[str, Any]:
    return {
        "slug": tally.title,
        "ours": tally.title in registry.TITLES,
        "name": words.title_name(tally.title),
        "plays": tally.plays,
        "average": queries.average(tally),
        "rate": _together(tally),
    }


def _together(tally: Any) -> Any:
    """Return a crew's own rate, which exists in cooperative titles only."""
    title = words.title_of(tally.title)
    return queries.rate("", tally) if title and title.cooperative else None


def _shared(request: CrewRequest, book: str) -> dict[str, Any]:
    counts = queries.books(request.crew)
    names = {
        "clean": _("By the book"),
        "ruled": _("With house rules"),
        "abandoned": _("Abandoned"),
    }
    return {
        "crew": request.crew,
        "me": request.me,
        "book": book,
        "books": [(key, name, counts.get(key, 0)) for key, name in names.items()],
        "elsewhere": any(n for key, n in counts.items() if key != "clean"),
    }


@gate.member
@require_safe
@never_cache
def title(request: CrewRequest, slug: str) -> HttpResponse:
    """Show one title in one crew: set-ups, roles, endings, lengths, people."""
    referee = known(slug)
    crew, book = request.crew, _book(request)
    whole = crew.tallies.filter(book=book, kind="title", title=slug).first()
    together = referee.title.cooperative
    rate = queries.rate("", whole) if whole and together else None
    streak = queries.crew_streak(crew, slug) if together else None
    variants = queries.sums(crew, book, "variant", title=slug)
    roles = queries.sums(crew, book, "role", title=slug, who=0)
    roster = queries.people(crew, book, slug)
    context = {
        **_shared(request, book),
        **_lately(crew, book, referee.title),
        "title": referee.title,
        "speaker": speaker_for(slug),
        "whole": whole,
        "facts": [
            (_("plays"), whole.plays),
            *queries.lengths(crew, book, whole, title=slug),
            *_wins(rate, streak),
        ]
        if whole
        else [],
        "variants": [(queries.variant(slug, v.label), v, queries.average(v)) for v in variants],
        "variant_rates": queries.rates(
            (queries.variant(slug, v.label), v) for v in variants if together
        ),
        "role_rates": queries.rates((words.side(slug, tally.key), tally) for tally in roles),
        "rates": queries.rates((person.name, tally) for person, tally in roster),
        "endings": queries.endings(crew, book, slug).values(),
        "pace": _pace(queries.sums(crew, book, "players", title=slug)),
        "newest": queries.newest(crew, title=slug),
        "closest": queries.closest(crew, book, title=slug),
    }
    return render(request, "stats/title.html", context)


@gate.member
@require_safe
@never_cache
def other(request: CrewRequest) -> HttpResponse:
    """Show a game that Sidekick doesn't referee, from what was logged of it elsewhere."""
    crew, book, name = request.crew, _book(request), request.GET.get("title", "")
    if name in registry.TITLES or not crew.tallies.filter(kind="title", title=name).exists():
        raise Http404
    whole = crew.tallies.filter(book=book, kind="title", title=name).first()
    latest = recent.newest(crew, book, name)
    variants = queries.sums(crew, book, "variant", title=name)
    context = {
        **_shared(request, book),
        "name": name,
        "whole": whole,
        "facts": [
            (_("plays"), whole.plays),
            *queries.lengths(crew, book, whole, title=name),
            *queries.span(crew, book, name),
        ]
        if whole
        else [],
        "rates": queries.rates(
            (who.name, tally) for who, tally in queries.people(crew, book, name)
        ),
        "points": _points(recent.scores(latest)),
        "variants": [(queries.variant(name, v.label), v, queries.average(v)) for v in variants],
        "pace": _pace(queries.sums(crew, book, "players", title=name)),
        "newest": queries.newest(crew, title=name),
    }
    return render(request, "stats/other.html", context)


def _lately(crew: Crew, book: str, title: Title) -> dict[str, Any]:
    """Return what only the newest plays of a title are read for, each from its own end."""
    slug, latest = title.slug, recent.newest(crew, book, title.slug)
    crossed = recent.crossed(slug, latest) if title.cooperative else []
    return {
        "looked": recent.LOOKED,
        "points": _points(recent.scores(latest)),
        "crossed": _crossed(crossed),
        "sided": [] if title.cooperative else recent.sided(slug, latest),
        "own": _own(recent.own(slug, latest)),
        "bests": recent.bests(latest),
    }


def _points(scores: Iterable[recent.Scores]) -> NumberTable:
    columns = (_("Who"), _("Plays"), _("Average"), _("Best"), _("Last"))
    rows = [
        (each.name, each.plays, floatformat(each.average, 1), each.best, each.last)
        for each in scores
    ]
    return NumberTable(_("Points"), columns, rows)


def _own(own: Iterable[recent.TitleStat]) -> NumberTable:
    columns = (_("What"), _("Average"), _("Min"), _("Max"), _("Per turn"))
    rows = [
        (
            each.label,
            floatformat(each.average, 1),
            each.fewest,
            each.most,
            "–" if each.rate is None else floatformat(each.rate, 2),
        )
        for each in own
    ]
    return NumberTable(_("Stats for this game"), columns, rows)


def _crossed(crossed: Iterable[recent.WinRateCell]) -> NumberTable:
    columns = (_("Setup"), _("Players"), _("Won together"))
    rows = [
        (each.variant or "–", each.players, _("{won} of {n}").format(won=each.won, n=each.plays))
        for each in crossed
    ]
    return NumberTable(_("By difficulty and team size"), columns, rows)


def _pace(tallies: Iterable[Tally]) -> NumberTable:
    """List how often so many played, and how long it took them."""
    columns = (_("Players"), _("Plays"), _("Average length"))
    by_size = sorted(tallies, key=lambda tally: int(tally.key))
    rows = [(int(each.key), each.plays, queries.average(each)) for each in by_size]
    return NumberTable(_("Pace"), columns, rows)


@gate.member
@require_safe
@never_cache
def person(request: CrewRequest, pk: int) -> HttpResponse:
    """Show one person in one crew."""
    crew, book = request.crew, _book(request)
    who = get_object_or_404(crew.people, pk=pk)
    own = crew.tallies.filter(who=pk, book=book, plays__gt=0)
    whole = own.filter(kind="person", title="").first()
    titles = list(own.filter(kind="person").exclude(title="").order_by("-plays"))
    roles = list(own.filter(kind="role").order_by("-plays")[: queries.USUAL])
    places = Place.objects.filter(person=who).select_related("record__play")
    last = list(places.order_by("-ended_at", "-pk")[: queries.RECENT])
    queries.with_names(place.record for place in last)
    for place in last:
        extra: Any = place.record
        extra.mine = place.winner
    pairs = recent.head_to_head(who)
    context = {
        **_shared(request, book),
        "who": who,
        "whole": whole,
        "facts": [
            (_("plays"), whole.plays),
            (_("at the table"), words.duration(whole.minutes)),
            (_("h-index"), queries.h_index(tally.plays for tally in titles)),
            *_wins(queries.rate("", whole), queries.person_streak(who)),
        ]
        if whole
        else [],
        "title_rates": queries.rates((words.title_name(t.title), t) for t in titles),
        "role_rates": queries.rates((words.side(t.title, t.key), t) for t in roles),
        "newest": [place.record for place in last],
        "dice": queries.dice(crew, pk),
        "luck": luck_report.of_person(who),
        "pairs": pairs,
        "rivals": _rivals(pairs),
    }
    return render(request, "stats/person.html", context)


def _rivals(pairs: Sequence[recent.Pair]) -> list[tuple[str, object]]:
    """Return who won most often against a person, and with whom the person did."""
    facts: list[tuple[str, object]] = []
    if (each := recent.nemesis(pairs)) is not None:
        text = _("{name} ({lost} lost, {won} won)")
        said = text.format(name=each.person.name, lost=each.behind, won=each.ahead)
        facts.append((_("Nemesis"), said))
    if (each := recent.best_partner(pairs)) is not None:
        text = _("{name} ({won} of {n} won)")
        said = text.format(name=each.person.name, won=each.won, n=each.together)
        facts.append((_("Best partner"), said))
    return facts


def _wins(rate: Rate | None, streak: queries.Streak | None) -> list[tuple[str, object]]:
    """Return what share was won, and how often in a row, where anyone can say."""
    facts: list[tuple[str, object]] = []
    if rate:
        facts.append(_won(rate))
    if streak:
        facts += [(_("current win streak"), streak.now), (_("longest streak"), streak.longest)]
    return facts


def _won(rate: Rate) -> tuple[str, object]:
    if rate.few:
        return _("won"), _("{won} of {n}").format(won=rate.won, n=rate.of)
    low, high = floatformat(rate.low, 0), floatformat(rate.high, 0)
    label = _("won ({low} to {high} %)").format(low=low, high=high)
    return label, f"{floatformat(rate.share, 0)} %"


@gate.member
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def dice(request: CrewRequest) -> HttpResponseBase:
    """Show the dice ledger; a post names one of the physical dice."""
    if request.method == "POST":
        name = request.POST.get("name", "").strip()[:40]
        which: dict[str, Any] = {
            "crew": request.crew,
            "title": request.POST.get("title", "")[:40],
            "die": request.POST.get("die", "")[:60],
        }
        if name:
            DieName.objects.update_or_create(**which, defaults={"name": name})
        else:
            DieName.objects.filter(**which).delete()
        return redirect("crew-dice", request.crew.key)
    person = chosen(request.crew, request.GET)
    context = {
        **_shared(request, ""),
        "who": person,
        "roster": request.crew.people.all(),
        "dice": queries.dice(request.crew, person.pk if person else 0),
    }
    return render(request, "stats/dice.html", context)


@gate.member
@require_safe
@never_cache
def plays(request: CrewRequest) -> HttpResponse:
    """Show every play of a crew, the newest first, page by page."""
    asked = PlayFilter(request.crew, request.GET)
    found = asked.of(_from(request, request.crew))
    rows = queries.with_names(found[: PAGE + 1])
    running = request.crew.plays.filter(ended_at__isnull=True)
    running = running.order_by("-updated_at")[: queries.RECENT]
    last = rows[PAGE - 1] if len(rows) > PAGE else None
    context = {
        **_shared(request, ""),
        "rows": rows[:PAGE],
        "older": asked.older(last.ended_at.isoformat()) if last else "",
        "locations": queries.locations(request.crew),
        "setups": _setups(request.crew, asked.title),
        "copies": [(box, words.title_name(box.title)) for box in queries.copies(request.crew)],
        "asked": asked,
        "sizes": range(1, MOST_PLAYERS + 1),
        "offered": [referee.title for referee in registry.referees()],
        "others": queries.others(request.crew),
        "roster": request.crew.people.all(),
        "running": [] if asked.any else [(play, words.title_name(play.title)) for play in running],
    }
    return render(request, "stats/plays.html", context)


def _setups(crew: Crew, slug: str) -> list[tuple[str, str]]:
    """List what a title was set up with in any book, by key and name."""
    found = crew.tallies.filter(kind="variant", title=slug, plays__gt=0).order_by("-plays", "key")
    names = {tally.key: queries.variant(slug, tally.label) for tally in found} if slug else {}
    return list(names.items())[: queries.MOST]


def _from(request: HttpRequest, crew: Crew) -> Any:
    """Return the crew's records, from ``?before=`` backwards."""

    found = crew.records.select_related("play").order_by("-ended_at", "-pk")
    try:
        before = parse_datetime(request.GET.get("before", ""))
    except ValueError:
        before = None
    return found.filter(ended_at__lt=before) if before else found


@gate.member
@require_safe
def seats_csv(request: CrewRequest) -> StreamingHttpResponse:
    """Download all plays, one row per seat."""
    rows = csvs.seats(_all(request.crew, get_language()))
    return _file(rows, "text/csv; charset=utf-8", "sidekick-plays.csv")


@gate.member
@require_safe
def bgsplay(request: CrewRequest) -> StreamingHttpResponse:
    """Download all finished plays as one file for BG Stats."""
    plays = _all(request.crew, get_language())
    whole = (pair for pair in plays if pair[0].result != Record.Result.ABANDONED)
    debuts = queries.debuts(request.crew.people.values_list("pk", flat=True))
    return _file(bgstats.play_file(whole, debuts), "application/json", "sidekick.bgsplay")


def _all(crew: Crew, language: str) -> Iterator[tuple[Record, list[Place]]]:
    """Yield every play of a crew, the newest first, some at a time however many there are."""
    found = crew.records.select_related("play").prefetch_related("places__person")
    newest = list(crew.records.order_by("-ended_at", "-pk").values_list("pk", flat=True))
    # Other threads go on with it: no query is left open between two of their turns.
    for at in range(0, len(newest), AT_ONCE):
        some = newest[at : at + AT_ONCE]
        records = found.in_bulk(some)
        with translation.override(language):
            for pk in some:
                if record := records.get(pk):
                    yield record, list(record.places.all())


@gate.member
@require_POST
def pack(request: CrewRequest) -> HttpResponseBase:
    """Have the whole crew packed into one file."""
    newest = request.crew.plays.order_by("-updated_at").values_list("updated_at", flat=True).first()
    # A game that lets its secrets out only later is packed then.
    whole = visibility.whole(request.crew.plays.all()).count()
    about = f"{request.crew.key}@{int(newest.timestamp()) if newest else 0}-{whole}"
    job = jobs.begin(Job.Kind.ARCHIVE, about, get_language())
    return redirect("job", job.key)


@require_safe
@never_cache
def job(request: Request, key: str) -> HttpResponseBase:
    """Show how far a file is; without workers each look does a piece of the work."""
    found = get_object_or_404(Job, key=key)
    found = jobs.help_along(found)
    context = {"job": found, "done": found.done, "total": max(found.total, 1)}
    name = "stats/progress.html" if request.htmx else "stats/job.html"
    return render(request, name, context)


@require_safe
@never_cache
def made(request: HttpRequest, key: str) -> HttpResponseBase:
    """Download the file a job has made."""
    found = get_object_or_404(Job, key=key, kind=Job.Kind.ARCHIVE, finished=True)
    # Each piece is read in a turn of its own, and no query is left open between them.
    numbers = list(found.pieces.values_list("pk", flat=True))
    pieces = (bytes(found.pieces.get(pk=pk).data) for pk in numbers)
    response = StreamingHttpResponse(pieces, content_type="application/gzip")
    response["Content-Disposition"] = 'attachment; filename="crew.jsonl.gz"'
    return response


@limited("uploading")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unpack(request: Request) -> HttpResponseBase:
    """Take a crew's archive; see ``imports.unpacking``."""
    return receive(request, "archive", "stats/unpack.html")


def _file(pieces: Iterator[bytes], kind: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
