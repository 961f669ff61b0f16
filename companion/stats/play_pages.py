"""Pages of one finished play: its story, its log, its replay, its files."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial, wraps
from hashlib import blake2b
from typing import Any, Concatenate, ParamSpec, cast

import msgspec
from django.core.cache import cache
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.crews import people
from companion.crews.models import Person
from companion.plays import faults, replay, seats, store, visibility
from companion.plays.answers import ReplayMisfitError
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import removed
from companion.plays.pages.table import TablePage, speaker_for
from companion.requests import Request, given, message
from companion.stats import (
    clock_page,
    luck_report,
    prose,
    queries,
    recent,
    records,
    story,
    tallies,
    turning,
    words,
)
from companion.stats import picture as pictures
from companion.stats.exports import bgg, bgstats
from companion.stats.models import Place, Record
from games import registry
from games.messages import Msg, Speaker
from games.odds import turning_point
from games.odds.turning_point import WinChance
from games.referee import Outcome

LOG_PAGE = 100
LONG = 2_000
"""Live entries that a page reads from the first to the last; an evening has some hundreds."""
KEPT = 3600

P = ParamSpec("P")


class StoryRequest(Request):
    """A request for the pages of a play; only ``told`` ones are allowed during the game."""

    play: Play


def finished(
    view: Callable[Concatenate[StoryRequest, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Show a finished play to anyone with the link; its own people are sent to the table."""

    @wraps(view)
    def guarded(
        request: Request, share: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        play = get_object_or_404(Play.objects.select_related("crew"), share=share)
        if not play.over:
            if seats.of_request(request, play.code):
                return redirect("table", play.code)
            if not (play.crew and people.in_crew(request, play.crew)):
                raise Http404
            return message(request, 409, _("This game gets its page when it is over."))
        if play.hidden:
            return message(request, 410, _("This server's operator has hidden this page."))
        if removed.gone(play):
            return removed.answer(request, play)
        let_in = cast(StoryRequest, request)
        let_in.play = play
        return _unindexed(view(let_in, *args, **kwargs))

    return guarded


def _unindexed(response: HttpResponseBase) -> HttpResponseBase:
    """Keep people's names out of search engines."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def record_of(play: Play) -> tuple[Record, list[Place]]:
    """Return the play's record, counted now if the job has not come to it yet."""
    record = Record.objects.filter(play=play, revision=play.revision).first()
    if record is None and play.over:
        tallies.count(play.pk)
        record = Record.objects.filter(play=play).first()
    if record is None:
        return _running(play)
    return record, list(record.places.select_related("person"))


def _running(play: Play) -> tuple[Record, list[Place]]:
    """Return the record of a play that goes on, kept until something is entered."""
    key = f"record-{play.pk}-{play.revision}"
    found: tuple[Record, list[Place]] | None = cache.get(key)
    if found is None:
        found = records.of_play(play, running=True)
        assert found is not None
        cache.set(key, found, KEPT)
    return found


def told(
    view: Callable[Concatenate[StoryRequest, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Let in like ``finished``, and its own people and its crew while the play goes on, too."""
    over = finished(view)

    @wraps(view)
    def guarded(
        request: Request, share: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        play = Play.objects.select_related("crew").filter(share=share).first()
        if play is None or play.over or play.title not in registry.TITLES:
            return over(request, share, *args, **kwargs)
        sits = seats.of_request(request, play.code)
        if not (sits or (play.crew and people.in_crew(request, play.crew))):
            raise Http404
        let_in = cast(StoryRequest, request)
        let_in.play = play
        return _unindexed(view(let_in, *args, **kwargs))

    return guarded


@told
@require_safe
@never_cache
def page(request: StoryRequest) -> HttpResponse:
    """Show the story of an evening on one page."""
    play: Play = request.play
    record, places = record_of(play)
    speaker = speaker_for(play.title)
    found = _story(play)
    me = people.in_crew(request, play.crew) if play.crew else None
    seat = seats.of_request(request, play.code)
    tone, head = _ended(record, places, me.pk if me else 0, seat)
    outcome = _outcome(play)
    turned = _turning(play, record, places, speaker)
    context = {
        **_of_a_crew(request, me, seat),
        **_handed_on(request, record, places),
        **_told(record, places, found),
        **turned,
        "play": play,
        "title": registry.referee(play.title).title,
        "broken": recent.broken(record),
        "running": not play.over,
        "account": _account(record, places, found, speaker, turned),
        "speaker": speaker,
        "record": record,
        "result": words.result(record.result),
        "outcome": outcome,
        "head": head,
        "tone": tone,
        "variant": words.label(record.variant_label, speaker),
        "facts": [*_facts(record), *_learned(found)],
        "clocks": clock_page.tables(record, places, speaker),
        "pauses": clock_page.pauses(),
        "ends": None if play.over else clock_page.ends(record),
        "dice": _dice(play, record),
        "rulings": play.rulings,
    }
    return render(request, "stats/play.html", context)


def _account(
    record: Record,
    places: list[Place],
    found: story.Story,
    speaker: Speaker,
    turned: dict[str, Any],
) -> list[str]:
    """Return the story in a paragraph, with what is known of its odds and its dice."""
    play = record.play
    ending = words.ending(play) if play else ""
    if play and not play.over:
        ending = _("It is not over yet")
    odds, luck = _odds(record, turned.get("turning")), luck_report.sentence(record, places)
    return prose.account(record, places, found, speaker, ending, odds=odds, luck=luck)


def _turning(play: Play, record: Record, places: list[Place], speaker: Speaker) -> dict[str, Any]:
    """Return where the odds turned, if everyone may read the whole log and it isn't too long."""
    if not play.over or play.ordinal > LONG or not visibility.everything(play):
        return {}
    return turning.context(record, places, play, speaker)


def _odds(record: Record, found: turning.TurningPoints | None) -> str:
    """Return the turn that changed the odds most, in a sentence; "" where no one has played on."""
    if found is None or not found.turns:
        return ""
    swings = turning_point.swings([WinChance(*chance) for _at, *chance in record.turning or ()])
    pairs = zip(swings, found.turns, strict=False)
    _swing, turn = max(pairs, key=lambda pair: abs(pair[0].after.share - pair[0].before.share))
    text = _("The odds turned ({when}, {odds}): {what}.")
    return text.format(when=turn.when, odds=turn.text, what=turn.entry.rstrip("."))


def _told(record: Record, places: list[Place], found: story.Story) -> dict[str, Any]:
    """Return what the story shows: moments with when and whose, and what everyone did."""
    names, slug = prose.people(places), record.title
    fresh = queries.newcomers(record, places)
    return {
        "story": found,
        "moments": [
            (moment, words.period(slug, moment.name, found.turns), names.get(moment.part, ""))
            for moment in found.moments
        ],
        "axis": words.axis_titles(slug, found.turns),
        "places": [(place, _did(place, found, place.person_id in fresh)) for place in places],
    }


def _of_a_crew(request: StoryRequest, me: Person | None, seat: Seat | None) -> dict[str, Any]:
    """Return what the viewer may do with a crew's book: keep the evening in one, say who played."""
    play = request.play
    may_keep = people.sat(play, seat) and not play.crew_id
    may_name = me is not None and people.may_name(play, me, seat) and visibility.everything(play)
    return {
        "me": me,
        "crews": people.of_request(request) if may_keep else [],
        "may_keep": may_keep,
        "roster": play.crew.people.all() if may_name and play.crew else [],
        "locations": queries.locations(play.crew) if me and play.crew else [],
    }


def _handed_on(request: StoryRequest, record: Record, places: list[Place]) -> dict[str, Any]:
    """Return what goes from here to friends and to other programs."""
    return {
        "shared": words.winners(record, places),
        "pictures": [(shape, *size) for shape, size in pictures.SIZES.items()],
        "share_url": request.build_absolute_uri(reverse("story", args=[request.play.share])),
        "bgg": bgg.block(record, places),
        "bgstats": bgstats.link(record, places) if record.result != "abandoned" else "",
    }


@require_POST
def where(request: Request, share: str) -> HttpResponseBase:
    """Set where a play of one's crew was played."""
    play = get_object_or_404(Play.objects.select_related("crew"), share=share, crew__isnull=False)
    if play.crew is None or people.in_crew(request, play.crew) is None:
        raise Http404
    store.locate(play, request.POST.get("location", ""))
    Record.objects.filter(play__share=share).update(location=play.location)
    return redirect("story", play.share)


@finished
@require_safe
@never_cache
def broken(request: StoryRequest) -> HttpResponse:
    """Return the records this evening broke, for the board on which it ended."""
    record, _places = record_of(request.play)
    return render(request, "stats/broken.html", {"broken": recent.broken(record)})


def _ended(record: Record, places: list[Place], me: int, seat: Seat | None) -> tuple[str, str]:
    """Return how it ended for the viewer, and for everyone else who won: a tone and a heading."""
    parts = set(seat.parts) if seat else set()
    mine = [p.winner for p in places if p.person_id == me or p.part in parts]
    if mine and None not in mine and len(mine) < len(places):
        return ("won", _("You won")) if any(mine) else ("lost", _("You lost"))
    tone = record.result if not words.crowned(record, places) else "ended"
    return tone, words.winners(record, places)


def _did(place: Place, found: story.Story, new: bool) -> list[str]:
    """List what someone did: entries, the best turn of a race, great moments, a first game."""
    did = []
    if n := found.entries.get(place.part, 0):
        did.append(ngettext("{n} entry", "{n} entries", n).format(n=n))
    if place.part in found.best:
        gain, turn = found.best[place.part]
        when = words.in_period(place.record.title, turn, found.turns)
        did.append(_("best turn {gain} ({when})").format(gain=gain, when=when))
    deeds = found.deeds.get(place.part, {})
    did += [f"{word} × {n}" if n > 1 else word for word, n in deeds.items()]
    return [*did, _("first game")] if new else did


def _facts(record: Record) -> list[tuple[str, object]]:
    facts: list[tuple[str, object]] = [(_("length"), words.duration(record.minutes))]
    if record.turns > 1:
        label = _("rounds") if words.rounds(record.title) else _("turns")
        facts.append((label, record.turns))
    facts.append((_("entries"), record.entries))
    if record.undone:
        facts.append((_("undone"), record.undone))
    return facts


def _learned(found: story.Story) -> list[tuple[str, object]]:
    """Return what the group learned about its copy that night."""
    if not found.learned:
        return []
    label = ngettext("thing learned about the copy", "things learned about the copy", found.learned)
    facts: list[tuple[str, object]] = [(label, found.learned)]
    if found.known:
        facts.append((_("of the copy known"), f"{found.known} %"))
    return facts


def _story(play: Play) -> story.Story:
    """Return the story, kept for an hour: it is the same until the play changes."""
    if play.ordinal > LONG:
        return story.Story((), (), (), False, long=True)
    key = f"story-{play.pk}-{play.revision}-{visibility.everything(play)}-{get_language()}"
    found: story.Story | None = cache.get(key)
    if found is None:
        found = story.tell(play, speaker_for(play.title))
        cache.set(key, found, KEPT)
    return found


def _outcome(play: Play) -> dict[str, Any] | None:
    if not play.outcome:
        return None
    referee = registry.referee(play.title)
    outcome = msgspec.convert(play.outcome, Outcome)
    speaker = speaker_for(play.title)
    entry = referee.clarifications.get(outcome.rule)
    return {
        "result": outcome.result,
        "text": speaker.say(outcome.message),
        "rule": outcome.rule,
        "page": entry.page if entry else "",
        "also": [speaker.say(Msg(f"outcome.{each}", outcome.facts)) for each in outcome.also],
    }


def _dice(play: Play, record: Record) -> list[queries.DieKind]:
    """Show the dice of this evening alone; mostly too few to say anything, and then it says so."""
    counts: dict[str, dict[str, int]] = {}
    for _part, die, face, n in record.dice:
        seen = counts.setdefault(die, {})
        seen[face] = seen.get(face, 0) + n
    tables = queries.die_tables(None, play.title, play)
    return [queries.ledger_row(play.title, die, seen, tables) for die, seen in counts.items()]


@finished
@require_safe
@never_cache
def luck(request: StoryRequest) -> HttpResponse:
    """Show where the rolls of the evening were, and what decisions gave away; made when asked
    for."""
    play: Play = request.play
    if play.ordinal > LONG:
        return too_long(request)
    record, places = record_of(play)
    people = "|".join(f"{place.part}{place.person_id or place.name}" for place in places)
    said = blake2b(people.encode(), digest_size=8).hexdigest()
    key = f"luck-{play.pk}-{play.revision}-{said}-{visibility.everything(play)}-{get_language()}"
    found: luck_report.Evening | None = cache.get(key)
    if found is None:
        found = luck_report.of_play(play, places, speaker_for(play.title))
        cache.set(key, found, KEPT)
    if record.luck is None and record.pk:
        Record.objects.filter(pk=record.pk).update(luck=found.sums)
    title = registry.referee(play.title).title
    return render(request, "stats/luck.html", {"play": play, "title": title, "luck": found})


@finished
@require_safe
@never_cache
def log(request: StoryRequest) -> HttpResponse:
    """Show the whole log from the beginning, what was taken back included."""
    play: Play = request.play
    start = given(request.GET.get("after", "")) or 0
    entries = list(
        play.entries.filter(seq__gt=start).order_by("seq").select_related("seat")[: LOG_PAGE + 1]
    )
    shown = entries[:LOG_PAGE]
    alive = replay.live_places(play, start)
    table = TablePage(play, None)
    context = {
        "play": play,
        "title": table.referee.title,
        "speaker": table.speaker,
        "entries": [_line(table, entry, alive) for entry in shown],
        "after": shown[-1].seq if len(entries) > LOG_PAGE else 0,
        "start": start,
    }
    return render(request, "stats/play_log.html", context)


def _line(table: TablePage, entry: Entry, alive: dict[int, int]) -> dict[str, Any]:
    if entry.kind == Entry.Kind.ACTION:
        notes = visibility.public(table.play, replay.notes_of(entry))
        said = [table.speaker.say(Msg(note.code, note.facts)) for note in notes] or ["–"]
    else:
        said = table.say_entry(entry)
    return {
        "seq": entry.seq,
        "who": entry.seat.name if entry.seat else "",
        "when": entry.at,
        "headline": said[0],
        "consequences": said[1:],
        "undone": entry.kind in replay.LIVE and entry.seq not in alive,
        "adjusted": entry.adjusted,
        "overruled": any(name.startswith("override:") for name in entry.answers),
        "step": alive.get(entry.seq, 0),
    }


@told
@require_safe
def step(request: StoryRequest, n: int) -> HttpResponseBase:
    """Show the table as it stood after its ``n``-th live entry, without any controls."""
    play: Play = request.play
    if n > play.ordinal:
        return redirect("story-step", play.share, play.ordinal)
    places = {place: seq for seq, place in replay.live_places(play).items()}
    seq = places.get(n, 0)
    entry = play.entries.select_related("seat").get(seq=seq) if seq else None
    referee = registry.referee(play.title)
    state = _state_after(play, seq)
    if state is None:
        text = _(
            "Under today's rules an earlier entry no longer holds, so the board can't be shown."
        )
        return message(request, 409, text)
    then = copy.copy(play)
    then.state, then.abandoned = referee.encode_state(state), True
    shown = TablePage(then, None)
    turn = _turn(play, _state_after(play, places.get(n - 1, 0)) if n else state)
    context = shown.context()
    speaker = speaker_for(play.title)
    moments = _story(play).moments
    notes = visibility.public(play, replay.notes_of(entry)) if entry else ()
    said = [speaker.say(Msg(note.code, note.facts)) for note in notes]
    context |= {
        "n": n,
        "total": play.ordinal,
        "entry": entry,
        "said": said,
        "before": max(0, n - 1),
        "after": min(play.ordinal, n + 1),
        "peak": next((each.step for each in moments if each.step > n), play.ordinal),
        "marks": [(moment, _along(moment.step, play.ordinal)) for moment in moments],
        "outcome": _outcome(play) if n == play.ordinal else None,
        "turn": words.period(play.title, turn) if turn else "",
    }
    context["drawn"] = shown.past(context)
    return render(request, "stats/replay.html", context)


def _turn(play: Play, before: Any) -> str:
    """Return the turn of an entry by the state ``before`` it, as the log and the story count; ""
    for what came before the first."""
    call = partial(words.turn_of, registry.referee(play.title), before)
    found = "" if before is None else faults.attempt(play.title, "turn", call, "")
    return "" if found == "0" else found


def _state_after(play: Play, seq: int) -> Any:
    """Return the state after an entry; ``None`` where today's rules do not come to one."""
    call = partial(replay.state_at, play, seq)
    try:
        return faults.attempt(play.title, "log", call, None, ReplayMisfitError)
    except ReplayMisfitError:
        return None


def _along(n: int, total: int) -> float:
    """Return where an entry is on a line of a thousand."""
    return round(1000 * (n - 1) / max(1, total - 1), 1)


def too_long(request: StoryRequest) -> HttpResponse:
    """Refuse what would read a very long log from the first entry to the last."""
    text = _("This log is too long for that. The playlog and the full log have everything.")
    return message(request, 409, text)
