"""Preview an offered choice ("What if?"); nothing is entered or logged."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays import forecast_text
from companion.plays.models import Play, Seat
from companion.plays.pages import forms, gate, phrasing
from companion.plays.pages.drawers import draw
from companion.plays.pages.forms import PromptView
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import TablePage
from games.odds.preview import Consequence, consequence, lacking
from games.odds.roll_forecast import throw_of
from games.referee import MalformedError, Prompt

LISTED = 24
"""Choices of one prompt that the list names."""
OWN = {"do", "prompt", "ahead"}
"""Fields of a form that are none of the action's."""


@gate.look
@require_safe
@never_cache
def whatif(request: TableRequest) -> HttpResponse:
    """Show what one choice would bring, given as the form that would enter it; or all there are."""
    table = TablePage(request.play, request.seat, seated=request.held)
    asked = request.GET
    if "do" not in asked:
        return draw(request, "plays/whatif_list.html", table, ways=_ways(table))
    try:
        view, given = _read(table, asked)
        found = table.soft(
            "what-if", partial(_weighed, table, view.prompt, given), None, MalformedError
        )
        if found is None:
            return _unknown(request, table)
    except MalformedError:
        flash = _("That option is no longer available. Choose another.")
        return draw(request, "plays/whatif_list.html", table, ways=_ways(table), flash=flash)
    chosen = table.speaker.join(_chosen(view, given))
    return draw(request, "plays/whatif.html", table, label=view.label, chosen=chosen, found=found)


def _unknown(request: TableRequest, table: TablePage) -> HttpResponse:
    """Return the list again, where the title cannot say what a choice would bring."""
    flash = _("What this would bring cannot be said right now.")
    return draw(request, "plays/whatif_list.html", table, ways=_ways(table), flash=flash)


def _read(table: TablePage, asked: QueryDict) -> tuple[PromptView, dict[str, Any]]:
    """Return the prompt a form is of, and what it says for the open fields. Raise
    ``MalformedError``.
    """
    named = asked.get("prompt", "")
    view = next((v for v in table.views(table.prompts) if named and v.id == named), None)
    if view is None or view.do != asked.get("do"):
        raise MalformedError("no such prompt")
    kind = forms.action_types(table.referee.Action)[view.do]
    given = forms.read_fields(asked, kind)
    given = {name: each for name, each in given.items() if name not in {*OWN, *view.fixed}}
    for name, each in list(given.items()):
        if isinstance(each, list) and "" in each:
            del given[name]
        elif isinstance(each, list) and name in asked:
            # A box that is held is sent once more if it was ticked before.
            given[name] = list(dict.fromkeys(each))
    missing = lacking(view.prompt, given)
    if missing:
        # What is given of an entry that lacks something is read once the rest is there.
        return view, given
    read = forms.convert({**forms.empty_lists(kind), **given, **view.fixed}, kind)
    return view, {name: each for name, each in read.items() if name not in {"do", *view.fixed}}


def _chosen(view: PromptView, given: dict[str, Any]) -> list[str]:
    """Return what was chosen, in words."""
    said: list[str] = []
    for field in view.fields:
        chosen = given.get(field.name)
        values = {str(each) for each in (chosen if isinstance(chosen, list) else [chosen])}
        offered = field.choices + tuple(face for die in field.dice[:1] for face in die.faces)
        said += [view.speaker.say(c.label) for c in offered if str(c.value) in values]
        if field.kind == "number" and chosen is not None:
            said.append(str(chosen))
    return said


def _weighed(table: TablePage, prompt: Prompt, given: dict[str, Any]) -> dict[str, Any]:
    """Return what the referee says to it, of what this phone may know."""
    seen = table.referee.view(table.state, table.viewer)
    actor = None
    if table.seat is not None and table.seat.role != Seat.Role.SPECTATOR:
        actor = table.actor(prompt.do)
    elif prompt.actors:
        actor = prompt.actors[0]
    found = consequence(table.referee, seen, prompt, given, actor)
    said = _said(table, found)
    if found.lacks and throw_of(table.referee, table.state, prompt) is not None:
        said |= _chances(table, table.play.state, prompt.do)
    return said


def _said(table: TablePage, found: Consequence) -> dict[str, Any]:
    """Return a consequence in words, and what may come after it."""
    said = phrasing.consequence(table.speaker, table.say_notes, found)
    said["depends"] = [
        (table.speaker.say(choice.label), _said(table, each)) for choice, each in found.depends
    ]
    if found.state is None or found.outcome:
        return said
    after = table.referee.prompts(found.state)
    asked = next((each for each in after if each.expected), None)
    said["then"] = table.speaker.say(asked.label) if asked else ""
    return said | _chances(table, table.referee.encode_state(found.state))


def _chances(table: TablePage, text: str, do: str = "") -> dict[str, Any]:
    """Return what may come, as much as the table wants said."""
    how = table.play.ahead
    if how == Play.Ahead.NOTHING or not table.foretold():
        return {}
    found = forecast_text.of(table.play.title, text, do)
    lines = phrasing.chances(table.speaker, found, how == Play.Ahead.EVERYTHING)
    return {"lines": lines, "remarks": phrasing.remarks(found) if lines else []}


def _ways(table: TablePage) -> list[dict[str, Any]]:
    """Return everything on offer, each choice with the address of its sheet."""
    address = table.seat.address if table.seat else table.play.code
    found = []
    for view in table.views(table.prompts):
        if view.prompt.group in ("", "now", "more"):
            choices = [
                {"label": label, "where": f"{reverse('whatif', args=[address])}?{query}"}
                for label, query in _choices(view)
            ]
            found.append({"label": view.label, "choices": choices})
    return found


def _choices(view: PromptView) -> list[tuple[str, str]]:
    """Return the ways to answer a prompt by its first choice, or the prompt itself."""
    base = {"do": view.do, "prompt": view.id}
    field = next((each for each in view.fields if each.kind == "choice"), None)
    if field is None:
        return [(view.label, urlencode(base))]
    return [
        (view.speaker.say(each.label), urlencode({**base, field.name: each.value}))
        for each in field.choices[:LISTED]
    ]
