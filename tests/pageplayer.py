"""Plays a game through the pages: only what a form on the page offers can be posted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from django.test import Client


@dataclass
class PageForm:
    """One form of a page: where it posts to, and which values each of its inputs accepts."""

    action: str
    hidden: list[tuple[str, str]] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    ticked: list[str] = field(default_factory=list)

    def fixed(self, name: str) -> str | None:
        return next((value for key, value in self.hidden if key == name), None)

    def fixes(self, name: str, values: Sequence[object]) -> bool:
        """Return whether the form posts exactly this list without being asked."""
        return bool(values) and [v for key, v in self.hidden if key == name] == [*map(str, values)]

    def takes(self, name: str, value: object) -> bool:
        """Return whether a person could give the input ``name`` this value."""
        if isinstance(value, list | tuple):
            if self.fixes(name, value):
                return True
            if name in self.options or not value:
                return all(self.takes(name, each) for each in value)
            return all(self.takes(f"{name}.{n}", each) for n, each in enumerate(value))
        if (name, str(value)) in self.hidden or (value is False and ("flags", name) in self.hidden):
            return True
        text = "on" if value is True else str(value)
        if name in self.free or (name, text) in self.buttons or (name, text) in self.hidden:
            return True
        return text in self.options.get(name, ())

    def has_a_button_for(self, values: dict[str, object]) -> bool:
        """Return whether one of its buttons says nothing else than these values."""
        said = dict(values)
        for name, value in values.items():
            if isinstance(value, list | tuple):
                said |= {f"{name}.{n}": each for n, each in enumerate(value)}
        return any(not name or str(said.get(name, "")) == value for name, value in self.buttons)

    def data(self, values: dict[str, object]) -> list[tuple[str, str]]:
        left = [name for name in self.ticked if name not in values]
        pairs = [*self.hidden, *((name, "on") for name in left)]
        for name, value in values.items():
            if (name, str(value)) in pairs:
                continue
            if isinstance(value, list | tuple) and self.fixes(name, value):
                continue
            if isinstance(value, list | tuple):
                for n, each in enumerate(value):
                    pairs.append((name if name in self.options else f"{name}.{n}", str(each)))
            elif value is not False:
                pairs.append((name, "on" if value is True else str(value)))
        return pairs


class Reader(HTMLParser):
    """Reader of the forms of a page, inputs elsewhere that name their form included."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.by_id: dict[str, PageForm] = {}
        self.elsewhere: list[tuple[str, str, dict[str, str]]] = []
        self.open: PageForm | None = None
        self.select = ""
        self.outside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = PageForm(has.get("action", ""))
            self.forms.append(self.open)
            self.by_id[has.get("id", "")] = self.open
        elif "form" in has:
            self.outside = has["form"] if tag == "select" else ""
            self.elsewhere.append((has["form"], tag, has))
        elif tag == "option" and self.outside:
            self.elsewhere.append((self.outside, tag, has))
        elif self.open is not None:
            self._input(self.open, tag, has)

    def _input(self, form: PageForm, tag: str, has: dict[str, str]) -> None:
        name, value = has.get("name", ""), has.get("value", "on")
        if tag == "input" and has.get("type") == "hidden":
            form.hidden.append((name, value))
        elif tag == "input" and has.get("type") in {"radio", "checkbox"}:
            form.options.setdefault(name, []).append(value)
            if "checked" in has and value == "on":
                form.ticked.append(name)
        elif tag in {"input", "textarea"} and name:
            form.free.add(name)
        elif tag == "select":
            self.select = name
        elif tag == "option":
            form.options.setdefault(self.select, []).append(value)
        elif tag == "button" and "disabled" not in has:
            form.buttons.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.outside = ""

    def close(self) -> None:
        super().close()
        for form, tag, has in self.elsewhere:
            if form in self.by_id:
                self._input(self.by_id[form], tag, has)


def forms_of(html: str) -> list[PageForm]:
    """Return the forms of a page that have a button to press; disabled buttons do not count."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return [form for form in reader.forms if form.buttons]


class PagePlayer:
    """A phone without JavaScript at one table."""

    def __init__(self, client: Client, at: str) -> None:
        self.client, self.at = client, at
        self.taps = 0
        self.warned = 0
        self.look()

    def look(self) -> None:
        """Load the table and the drawer of corrections, as a person would."""
        self.html = self.client.get(self.at).content.decode()
        self.forms = forms_of(self.html)

    def offers(self, do: str) -> list[PageForm]:
        return [form for form in self.forms if form.fixed("do") == do]

    def tap(self, do: str, **values: object) -> None:
        """Do an action the page offers; fails the test when no form can or the referee refuses."""
        number = f"count?where={values.get('tracker')}&counted={values.get('value')}"
        for folded in ("", "also", "more", number)[: 4 if do == "adjust" else 3]:
            if folded:
                self.forms += forms_of(self.client.get(f"{self.at}{folded}").content.decode())
            form = self._taking(do, values)
            if form is not None:
                return self.post(form, values)
        offered = sorted({form.fixed("do") or form.action for form in self.forms})
        raise AssertionError(f"no form does {do} with {values}; the page offers {offered}")

    def stand_in(self) -> None:
        """Enter for whoever is asked, where the page offers that because it asks no one here."""
        form = next(
            (f for f in self.forms if f.action.endswith("/stand") and f.fixed("part")), None
        )
        if form is not None:
            self.post(form, {})

    def _taking(self, do: str, values: dict[str, object]) -> PageForm | None:
        """Return the first form that does an action with these values."""
        return next(
            (
                form
                for form in self.offers(do)
                if form.has_a_button_for(values)
                and all(form.takes(name, value) for name, value in values.items())
            ),
            None,
        )

    def post(self, form: PageForm, values: dict[str, object]) -> None:
        data: dict[str, list[str]] = {}
        for name, value in form.data(values):
            data.setdefault(name, []).append(value)
        answer = self.client.post(form.action, data, follow=True)
        self.html = answer.content.decode()
        assert answer.status_code in (200, 422), (answer.status_code, self.html)
        self.taps += 1
        self.forms = forms_of(self.html)
        self.status = answer.status_code
        if warned := next((form for form in self.forms if form.fixed("ahead")), None):
            self.warned += 1
            self.post(warned, {})

    def said(self) -> str:
        """Return what the page announced last."""
        return unescape(re.search(r'data-say="([^"]*)"', self.html)[1])  # type: ignore[index]

    def answer(self, code: str, value: str) -> None:
        """Answer the question on the page."""
        for form in self.forms:
            if form.takes(f"answer:{code}", value):
                return self.post(form, {f"answer:{code}": value})
        raise AssertionError(f"the page does not ask {code}")
