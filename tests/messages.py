"""Collects every marked string and keeps the Polish catalogue.

``python -m tests.messages`` adds new strings to ``locale/pl/LC_MESSAGES/django.po``, drops
unused ones, lists what is not translated yet and compiles the ``.mo`` beside it.

A singular entry with a title's slug as its ``msgctxt`` is said in that title only; such are
written into the ``.po`` by hand and kept as long as the title says their English.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from companion.plays.pages.drawing.engine import bare
from games import registry
from games.messages import Plural

ROOT = Path(__file__).parents[1]
PO = ROOT / "locale" / "pl" / "LC_MESSAGES" / "django.po"
MO = PO.with_suffix(".mo")
ONE = {"_", "gettext", "gettext_noop", "gettext_lazy"}
MANY = {"ngettext", "ngettext_noop"}
STRING = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"\b(n?gettext|_)\(\s*{STRING}(?:\s*,\s*{STRING})?")
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A date that never moves, so that a run that changes no text changes no file."""

Message = str | tuple[str, str]


def collect() -> Iterator[tuple[Message, str]]:
    """Every marked string with the room it stands in; plurals as pairs."""
    for folder in ("companion", "games"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            where = "/".join(path.relative_to(ROOT).parts[:2])
            yield from ((message, where) for message in _in_python(path.read_text()))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        where = str(path.parent.relative_to(ROOT))
        yield from ((message, where) for message in _in_template(path.read_text()))
    for path in sorted((ROOT / "templates").rglob("*.jinja")):
        where = str(path.parent.relative_to(ROOT))
        yield from ((message, where) for message in _in_board(path.read_text()))
    for slug in registry.TITLES:
        where = f"games/{slug.replace('-', '_')}"
        yield from ((message, where) for message in said_by(slug))


def said_by(slug: str) -> set[Message]:
    """Everything the catalogue of one title can say."""
    return {
        (each.one, each.many) if isinstance(each, Plural) else each
        for each in registry.referee(slug).catalogue().values()
    }


def _in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [
            each.value
            for each in node.args
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        if name in ONE and len(texts) == 1:
            yield texts[0]
        elif name in MANY and len(texts) == 2:
            yield texts[0], texts[1]


def _in_template(source: str) -> Iterator[Message]:
    for match in CALL.finditer(templatize(source)):
        name, one, many = match.groups()
        text = ast.literal_eval(one)
        yield (text, ast.literal_eval(many)) if name == "ngettext" else text


def _in_board(source: str) -> Iterator[Message]:
    for _line, name, message in bare().extract_translations(source):
        if name == "gettext":
            yield message if isinstance(message, str) else message[0]
        elif name == "ngettext":
            yield message[0], message[1]


def template(special: Iterator[Entry]) -> Catalog:
    """The catalogue of all strings, untranslated, and of the ``special`` ones still said."""
    catalog = Catalog(charset="utf-8")
    for message, where in collect():
        catalog.add(message, locations=[(where, None)], flags=_flags(message))
    for entry in special:
        if isinstance(entry.id, str) and entry.id in said_by(entry.context):
            catalog.add(entry.id, context=entry.context, flags=_flags(entry.id))
    return catalog


def _flags(message: Message) -> set[str]:
    return {"python-brace-format"} if "{" in str(message) else set()


def polish() -> Catalog:
    """The Polish catalogue as it is on disk."""
    if not PO.exists():
        return Catalog(locale="pl", charset="utf-8")
    with PO.open("rb") as file:
        return read_po(file, locale="pl")


def updated() -> Catalog:
    """The Polish catalogue brought up to the strings of today; nothing is guessed."""
    catalog = polish()
    special = [entry for entry in catalog if entry.context]
    catalog.update(template(iter(special)), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.header_comment = "# Sidekick in Polish; kept by python -m tests.messages"
    catalog.project, catalog.version = "Sidekick", ""
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = "Sidekick"
    catalog.creation_date = catalog.revision_date = DATE
    return catalog


def untranslated(catalog: Catalog) -> list[Message]:
    """Messages without a Polish text, or with a plural form missing."""
    return [
        message.id
        for message in catalog
        if message.id
        and not (all(message.string) if isinstance(message.string, tuple) else message.string)
    ]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    catalog = updated()
    PO.parent.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
    with MO.open("wb") as file:
        write_mo(file, catalog)
    missing = untranslated(catalog)
    print(f"{len(catalog)} messages, {len(missing)} without a translation")
    for message in missing:
        print(f"  {message}")


if __name__ == "__main__":
    main()
