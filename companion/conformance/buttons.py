"""Buttons of a drawn board, and what each would post as the page stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.http import QueryDict

from companion.plays.models import Play, Seat
from companion.plays.pages import forms
from companion.plays.pages.table import TablePage
from games.referee import AnyReferee, MalformedError, Refusal

TICKED = ("radio", "checkbox")


class Input(NamedTuple):
    """An input of a form: its element, its attributes, and the attributes of the set around it."""

    tag: str
    has: dict[str, str]
    around: dict[str, str]

    @property
    def name(self) -> str:
        return self.has.get("name", "")

    @property
    def sent(self) -> bool:
        """True if a browser posts it without being touched."""
        if self.tag == "button" or not self.name:
            return False
        return self.has.get("type") not in TICKED or "checked" in self.has

    @property
    def value(self) -> str:
        """Value it posts as it stands."""
        return self.has.get("value", "on" if self.has.get("type") in TICKED else "")


class _Reader(HTMLParser):
    """Reader of the inputs of each form, those elsewhere that name their form included."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs: dict[str, list[Input]] = defaultdict(list)
        self.forms: set[str] = set()
        self.form = ""
        self.sets: list[dict[str, str]] = []
        self.select: tuple[str, dict[str, str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        around = self.sets[-1] if self.sets else {}
        if tag == "form":
            self.form = has.get("id", f"#{len(self.forms)}")
            self.forms.add(self.form)
        elif tag == "fieldset":
            self.sets.append({**around, **has})
        elif tag == "select":
            self.select = has.get("form", self.form), {"name": has.get("name", "")}
        elif tag == "option" and self.select:
            if "value" not in self.select[1] or "selected" in has:
                self.select[1]["value"] = has.get("value", "")
        elif tag in ("input", "textarea", "button"):
            self.inputs[has.get("form", self.form)].append(Input(tag, has, around))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""
        elif tag == "fieldset":
            self.sets.pop()
        elif tag == "select" and self.select:
            form, has = self.select
            self.inputs[form].append(Input("select", has, {}))
            self.select = None


def ready(html: str) -> Iterator[QueryDict]:
    """Yield what each button posts that needs no further choice.

    A button is not ready where its form has a required input without a value, or a list on which
    something has to be ticked (``data-least``): it is not lit then.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for form, inputs in reader.inputs.items():
        if form not in reader.forms or _lacks(inputs):
            continue
        sent = [(each.name, each.value) for each in inputs if each.sent]
        for each in inputs:
            if _pressed(each, dict(sent), {one.name for one in inputs}):
                named = [(each.name, each.value)] if each.name else []
                yield _posted([*sent, *named])


def asked(referee: AnyReferee, state: Any) -> TablePage:
    """Return the board of the phone that is asked, each side on a phone of its own."""
    encoded = referee.encode_state(state)
    play = Play(title=referee.title.slug, state=encoded, revision=1, sample=True, share="share")
    parts = [part.index for part in referee.parts(state)] or [0]
    seats = [Seat(pk=n, play=play, name=f"N{n}", parts=[n]) for n in parts]
    due = next((p.actors[0] for p in referee.prompts(state) if p.expected and p.actors), parts[0])
    return TablePage(play, next(each for each in seats if due in each.parts), seated=seats)


def refused(table: TablePage) -> Iterator[str]:
    """Yield every button of a phone's board that is refused although no choice is missing."""
    for data in ready(table.drawn(table.context())["drawn"]):
        if "do" in data and (why := _refusal(table, data)):
            yield f"{why}: {data.urlencode()}"


def _refusal(table: TablePage, data: QueryDict) -> str:
    if short := forms.unticked(table.prompts, data):
        return f"nothing ticked for {short.name}"
    try:
        action = forms.read_action(data, table.referee.Action)
        decoded = table.referee.decode_action(action)
    except MalformedError as error:
        return str(error)
    ruling = table.referee.apply(table.state, decoded, table.actor(str(data["do"])))
    return ruling.code if isinstance(ruling, Refusal) else ""


def _lacks(inputs: list[Input]) -> bool:
    """Return whether something has to be chosen or typed first."""
    given = {each.name for each in inputs if each.sent and each.value}
    short = any("required" in each.has and each.name not in given for each in inputs)
    least = {each.name for each in inputs if "data-least" in each.has}
    return short or not least <= given


def _pressed(one: Input, sent: dict[str, str], asked: set[str]) -> bool:
    """Return whether this button is in sight and needs nothing typed (``data-needs``): of successes
    no more are shown than the cubes and a push allow (``data-spare``)."""
    if one.tag != "button" or one.has.get("type") == "button" or "disabled" in one.has:
        return False
    if one.has.get("data-needs") and not sent.get(one.has["data-needs"]):
        return False
    spare = one.around.get("data-spare")
    dice = int(sent.get("cubes", 9)) - ("push" in asked and "push" not in sent)
    return spare is None or int(one.has["value"]) <= 4 * dice + int(spare)


def _posted(pairs: list[tuple[str, str]]) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in pairs:
        data.appendlist(name, value)
    return data
