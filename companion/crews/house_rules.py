"""A crew's house rulings: list, answer, take back, export and import."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.crews import gate
from companion.crews.gate import CrewRequest
from companion.plays.pages import forms
from companion.plays.pages.opening import known
from companion.plays.pages.table import speaker_for
from companion.rulings import house
from companion.rulings.models import HouseRuling
from games import registry
from games.referee import AnyReferee, Field, MalformedError, Prompt

SCHEMA = "sidekick.rulings/1"
LONGEST = 300


class Line(msgspec.Struct, frozen=True):
    """One ruling in an exported file."""

    title: str
    entry: str
    reading: str
    reason: str = ""
    by: str = ""
    value: Any = None


class Document(msgspec.Struct, frozen=True):
    """All rulings of a crew as a file."""

    rulings: tuple[Line, ...]
    schema: str = SCHEMA


@gate.member
@require_safe
def index(request: CrewRequest) -> HttpResponse:
    """Show all rulings of the crew, also of rules that are no longer here under that number."""
    return _index(request)


def _index(request: CrewRequest, flash: str = "", status: int = 200) -> HttpResponse:
    rows = []
    for ruling in request.crew.rulings.all():
        if ruling.title in registry.TITLES:
            referee = registry.referee(ruling.title)
            entry = referee.clarifications.get(ruling.entry)
            rows.append({"ruling": ruling, "title": referee.title, "entry": entry})
    titles = [referee.title for referee in registry.referees()]
    context = {"crew": request.crew, "rows": rows, "titles": titles, "flash": flash}
    return render(request, "rulings/house.html", context, status=status)


@gate.member
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: CrewRequest, slug: str, rule: str) -> HttpResponseBase:
    """Answer one disputed point for this crew, or take the answer back."""
    referee = known(slug)
    ruling = request.crew.rulings.filter(title=slug, entry=rule).first()
    if ruling is not None and request.method == "POST" and "take_back" in request.POST:
        ruling.delete()
        return redirect("house", request.crew.key)
    entry = referee.clarifications.get(rule)
    if entry is None:
        raise Http404
    field = house.switch(referee, rule)
    flash, status = "", 200
    if request.method == "POST":
        reading = request.POST.get("reading", "").strip()
        if reading:
            _keep(request, referee, rule, field, reading)
            return redirect("house", request.crew.key)
        flash, status = _("Say how you play it."), 422
    shown = None
    if field is not None:
        speaker = speaker_for(slug)
        shown = forms.build_form(_switch_prompt(field, ruling), speaker)
    context = {
        "crew": request.crew,
        "title": referee.title,
        "speaker": speaker_for(slug),
        "entry": entry,
        "ruling": ruling,
        "form": shown,
        "flash": flash,
        "longest": LONGEST,
    }
    return render(request, "rulings/house_one.html", context, status=status)


def _switch_prompt(field: Field, ruling: HouseRuling | None) -> Prompt:
    if ruling is not None and ruling.value is not None:
        field = msgspec.structs.replace(field, default=ruling.value)
    return Prompt("house", field.label, (field,))


def _keep(
    request: CrewRequest, referee: AnyReferee, rule: str, field: Field | None, reading: str
) -> None:
    HouseRuling.objects.update_or_create(
        crew=request.crew,
        title=referee.title.slug,
        entry=rule,
        defaults={
            "reading": reading[:LONGEST],
            "reason": request.POST.get("reason", "").strip()[:LONGEST],
            "by": request.me.name,
            "value": _value(request.POST, field),
            "made_at": timezone.now(),
        },
    )


def _value(data: Any, field: Field | None) -> Any:
    """Return what the switch was set to, in the type the set-up wants."""
    if field is None:
        return None
    given = data.get(field.name, "")
    match field.kind:
        case "flag":
            return given == "on"
        case "number":
            return int(given) if given.lstrip("-").isdecimal() and len(given) < 7 else None
        case _:
            return next((c.value for c in field.choices if str(c.value) == given), None)


@gate.member
@require_safe
def export(request: CrewRequest) -> HttpResponse:
    """Download all rulings as one JSON file, for another group to look at or take over."""
    lines = tuple(
        Line(each.title, each.entry, each.reading, each.reason, each.by, each.value)
        for each in request.crew.rulings.all()
    )
    text = msgspec.json.format(msgspec.json.encode(Document(lines)), indent=1)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="house-rulings.json"'
    return response


@gate.member
@require_POST
def load(request: CrewRequest) -> HttpResponseBase:
    """Load rulings from a file; what the crew has answered itself stays. A bad line is named."""
    file = request.FILES.get("file")
    try:
        if file is None:
            raise MalformedError(_("Choose a file first."))
        lines = _checked(file.read())
    except MalformedError as error:
        return _index(request, _("Nothing was imported. {problem}").format(problem=error), 422)
    with transaction.atomic():
        for line in lines:
            values = msgspec.to_builtins(line)
            keys = {"title": values.pop("title"), "entry": values.pop("entry")}
            request.crew.rulings.get_or_create(**keys, defaults=values)
    return redirect("house", request.crew.key)


def _checked(content: bytes) -> tuple[Line, ...]:
    try:
        document = msgspec.json.decode(content, type=Document)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(str(error)) from error
    if document.schema != SCHEMA:
        raise MalformedError(_("This file contains no house rules."))
    for n, line in enumerate(document.rulings, 1):
        named = line.title in registry.TITLES
        if not named or line.entry not in registry.referee(line.title).clarifications:
            raise MalformedError(_("House rule {n}: there is no such rule.").format(n=n))
        if not line.reading or max(map(len, (line.reading, line.reason, line.by))) > LONGEST:
            raise MalformedError(_("House rule {n}: a text is missing or too long.").format(n=n))
        if not isinstance(line.value, str | int | bool | None):
            raise MalformedError(
                _("House rule {n}: that value is not allowed for its setting.").format(n=n)
            )
    return document.rulings
