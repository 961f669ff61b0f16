"""The wizard's pages: the set-up that was chosen, and whether it asks for more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict

from companion.plays.pages import forms
from games.referee import AnyReferee, Field, Prompt

ASKED = "_asked"
"""The input by which a wizard says what its pages asked."""

LOOK = "_look"
"""The input by which a wizard only asks what a choice asks for besides."""


class WizardField(NamedTuple):
    """A field of the wizard: its name, its kind, and a digest of what it offers."""

    name: str
    kind: str
    offers: str


def asked(pages: Iterable[Prompt]) -> list[WizardField]:
    """Return what the pages ask."""
    return [_asked(page, field) for page in pages for field in page.fields]


def mark(pages: Iterable[Prompt]) -> str:
    """Return what the pages ask, as the form sends it back."""
    return " ".join(":".join(each) for each in asked(pages))


def chosen(referee: AnyReferee, draft: Any, facts: Any, data: QueryDict) -> tuple[Any, bool]:
    """Return the set-up that was posted over ``draft``, and whether its pages ask for more than
    those that were posted did. Raise ``MalformedError``.

    What no page asked stays as it was; what one asked and no one ticked or chose is none. An
    answer to what the new pages do not ask, or ask of other rows, was for something else.
    """
    before = asked(referee.setup_pages(draft, facts))
    sent = [
        WizardField(*each.split(":", 2)) for each in data.get(ASKED, "").split() if _whole(each)
    ]
    values = msgspec.to_builtins(draft) | _emptied(referee, sent or before, data, whole=bool(sent))
    values |= forms.read_fields(data, referee.Setup)
    setup = referee.decode_setup(forms.convert(values, referee.Setup))
    now = asked(referee.setup_pages(setup, facts))
    known = set(sent or before)
    new = [each for each in now if each not in known and (sent or not _given(each.name, data))]
    stale = {each.name for each in known} - {each.name for each in now}
    stale |= {each.name for each in new if each.kind == "sequence"}
    return msgspec.structs.replace(setup, **_blank(referee, stale)), bool(new)


def _asked(page: Prompt, field: Field) -> WizardField:
    offers = (page.fixed, field.rows, [str(each.value) for each in field.choices])
    return WizardField(
        field.name, field.kind, hashlib.sha256(repr(offers).encode()).hexdigest()[:12]
    )


def _whole(text: str) -> bool:
    return text.count(":") == 2


def _given(name: str, data: QueryDict) -> bool:
    return name in data or f"{name}.0" in data


def _emptied(
    referee: AnyReferee, sent: Iterable[WizardField], data: QueryDict, *, whole: bool
) -> dict[str, Any]:
    """Return what was asked and left empty: a flag is off, the rest is as the type has it.

    A browser does not post what no one ticked; without a mark (not ``whole``) only what is posted
    empty is known to have been emptied, flags aside.
    """
    flags = {each.name: False for each in sent if each.kind == "flag"}
    names = {
        each.name
        for each in sent
        if each.kind in ("choice", "choices", "text")
        and not any(data.getlist(each.name))
        and (whole or each.name in data)
    }
    return _blank(referee, names) | flags


def _blank(referee: AnyReferee, names: Iterable[str]) -> dict[str, Any]:
    """Return fields of a set-up as they are while no one has said anything."""
    wanted = set(names)
    return {
        each.name: each.default
        for each in msgspec.structs.fields(referee.Setup)
        if each.name in wanted and each.default is not msgspec.NODEFAULT
    }
