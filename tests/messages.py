"""Collects every marked string and keeps the Polish catalogue.

``python -m tests.messages`` adds new strings to ``locale/pl/LC_MESSAGES/django.po``, drops
unused ones, lists what is not translated yet and compiles the ``.mo`` beside it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
PO = ROOT / "locale" / "pl" / "LC_MESSAGES" / "django.po"
MO = PO.with_suffix(".mo")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_noop": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
}
STRING = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"\b(n?gettext|_)\(\s*{STRING}(?:\s*,\s*{STRING})?")

Message = str | tuple[str, str]


def collect() -> Iterator[tuple[Message, str]]:
    """Every marked string with the file it stands in; plurals as pairs."""
    for folder in ("companion", "games"):
        found = extract_from_dir(
            ROOT / folder, [("**.py", "python")], keywords=KEYWORDS, strip_comment_tags=True
        )
        for file, _line, message, _comments, _context in found:
            yield (
                (tuple(message[:2]) if isinstance(message, tuple) else message),
                f"{folder}/{file}",
            )
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for match in CALL.finditer(templatize(path.read_text())):
            name, one, many = match.groups()
            text = ast.literal_eval(one)
            where = str(path.relative_to(ROOT))
            yield ((text, ast.literal_eval(many)) if name == "ngettext" else text), where


def template() -> Catalog:
    """The catalogue of all strings, untranslated."""
    catalog = Catalog(project="Sidekick", charset="utf-8")
    for message, where in collect():
        flags = {"python-brace-format"} if "{" in str(message) else set()
        catalog.add(message, locations=[(where, None)], flags=flags - {"python-format"})
    return catalog


def polish() -> Catalog:
    """The Polish catalogue as it is on disk."""
    if not PO.exists():
        return Catalog(locale="pl", project="Sidekick", charset="utf-8")
    with PO.open("rb") as file:
        return read_po(file, locale="pl")


def updated() -> Catalog:
    """The Polish catalogue brought up to the strings of today; nothing is guessed."""
    catalog = polish()
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.header_comment = "# Sidekick in Polish; kept by python -m tests.messages"
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
    catalog = updated()
    PO.parent.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
    with MO.open("wb") as file:
        write_mo(file, catalog)
    missing = untranslated(catalog)
    print(f"{len(catalog)} messages, {len(missing)} without a translation")


if __name__ == "__main__":
    main()
