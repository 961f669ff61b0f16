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

from companion.plays import foresight
from companion.plays.models import Play, Seat
from companion.plays.pages import forms, gate
from companion.plays.pages.ahead import lines_of, remarks
from companion.plays.pages.drawers import draw
from companion.plays.pages.forms import PromptView
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import Table
from games.forecast import throw_of
from games.referee import Malformed, Note, Prompt
from games.whatif import Consequence, consequence, lacking

LISTED = 24
"""Choices of one prompt that the list names."""
OWN = {"do", "prompt", "ahead"}
"""Fields of a form that are none of the action's."""


@gate.look
@require_safe
@never_cache
def whatif(request: TableRequest) -> HttpResponse:
    """What one choice would bring, given as the form that would enter it; or all there are."""
    table = Table(request.play, request.seat, seated=request.held)
    asked = request.GET
    if "do" not in asked:
        return draw(request, "plays/whatif_list.html", table, ways=_ways(table))
    try:
        view, given = _read(table, asked)
        found = table.soft("what-if", partial(_weighed, table, view.prompt, given), None, Malformed)
        if found is None:
            return _unknown(request, table)
    except Malformed:
        flash = _("That option is no longer available. Choose another.")
        return draw(request, "plays/whatif_list.html", table, ways=_ways(table), flash=flash)
    chosen = table.speaker.join(_chosen(view, given))
    return draw(request, "plays/whatif.html", table, label=view.label, chosen=chosen, found=found)


def _unknown(request: TableRequest, table: Table) -> HttpResponse:
    """The list again, where the title cannot say what a choice would bring."""
    flash = _("What this would bring cannot be said right now.")
    return draw(request, "plays/whatif_list.html", table, ways=_ways(table), flash=flash)


def _read(table: Table, asked: QueryDict) -> tuple[PromptView, dict[str, Any]]:
    """The prompt a form is of, and what it says for the open fields. Raises ``Malformed``."""
    named = asked.get("prompt", "")
    view = next((v for v in table.views(table.prompts) if named and v.id == named), None)
    if view is None or view.do != asked.get("do"):
        raise Malformed("no such prompt")
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
    """What was chosen, in words."""
    said: list[str] = []
    for field in view.fields:
        chosen = given.get(field.name)
        values = {str(each) for each in (chosen if isinstance(chosen, list) else [chosen])}
        offered = field.choices + tuple(face for die in field.dice[:1] for face in die.faces)
        said += [view.speaker.say(c.label) for c in offered if str(c.value) in values]
        if field.kind == "number" and chosen is not None:
            said.append(str(chosen))
    return said


def _weighed(table: Table, prompt: Prompt, given: dict[str, Any]) -> dict[str, Any]:
    """What the referee says to it, of what this phone may know."""
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


def _said(table: Table, found: Consequence) -> dict[str, Any]:
    """A consequence in words."""
    say = table.speaker.say
    said: dict[str, Any] = {
        "certain": table.say_notes(_for_all(found.certain)),
        "outcome": say(found.outcome.message) if found.outcome else "",
        "refused": say(found.refusal.message) if found.refusal else "",
        "remedy": say(found.refusal.remedy) if found.refusal and found.refusal.remedy else "",
        "question": say(found.question.message) if found.question else "",
        "depends": [(say(choice.label), _said(table, each)) for choice, each in found.depends],
        "lacks": table.speaker.join([say(each) for each in found.lacks]),
        "luck": found.luck,
    }
    if found.state is None or found.outcome:
        return said
    after = table.referee.prompts(found.state)
    asked = next((each for each in after if each.expected), None)
    said["then"] = say(asked.label) if asked else ""
    return said | _chances(table, table.referee.encode_state(found.state))


def _for_all(notes: tuple[Note, ...]) -> list[Note]:
    """Each note once."""
    return [note for n, note in enumerate(notes) if note not in notes[:n]]


def _chances(table: Table, text: str, do: str = "") -> dict[str, Any]:
    """What may come, as much as the table wants said."""
    how = table.play.ahead
    if how == Play.Ahead.NOTHING or not table.foretold():
        return {}
    found = foresight.of(table.play.title, text, do)
    lines = lines_of(table, found)
    return {"lines": lines, "remarks": remarks(found) if lines else []}


def _ways(table: Table) -> list[dict[str, Any]]:
    """Everything on offer, each choice with the address of its sheet."""
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
    """The ways to answer a prompt by its first choice, or the prompt itself."""
    base = {"do": view.do, "prompt": view.id}
    field = next((each for each in view.fields if each.kind == "choice"), None)
    if field is None:
        return [(view.label, urlencode(base))]
    return [
        (view.speaker.say(each.label), urlencode({**base, field.name: each.value}))
        for each in field.choices[:LISTED]
    ]
