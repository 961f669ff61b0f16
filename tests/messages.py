"""Collects every marked string and keeps the Polish catalogues.

``python -m tests.messages`` adds new strings to ``locale/pl/LC_MESSAGES/django.po``, which is the
site's, and to those of the titles that ship and of the engines of their families, which
``manage.py title SLUG --messages`` keeps too. It drops unused ones, lists what is not translated
yet and compiles the ``.mo`` beside each. A string that is said elsewhere from now on takes its
Polish along.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from django.utils.translation.template import templatize

from companion.scaffold import words
from companion.scaffold.words import Message, Text, Voice
from games import registry

ROOT = Path(__file__).parents[1]
PO = words.catalogue(ROOT, "pl")
STRING = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"\b(n?gettext|_)\(\s*{STRING}(?:\s*,\s*{STRING})?")


def collect() -> Iterator[tuple[Message, str]]:
    """Yield every marked string of the site with the room it is in; plurals as pairs."""
    shared = (
        *(ROOT / "companion").rglob("*.py"),
        *(ROOT / "games").glob("*.py"),
        *(ROOT / "games/odds").glob("*.py"),
    )
    for path in sorted(shared):
        if "scaffold" not in path.parts:
            where = "/".join(path.relative_to(ROOT).parts[:2])
            yield from ((message, where) for message in words.in_python(path.read_text()))
    for suffix, read in (("html", _in_template), ("jinja", words.on_board)):
        for path in sorted((ROOT / "templates").rglob(f"*.{suffix}")):
            where = str(path.parent.relative_to(ROOT))
            yield from ((message, where) for message in read(path.read_text()))


def _in_template(source: str) -> Iterator[Message]:
    for match in CALL.finditer(templatize(source)):
        name, one, many = match.groups()
        text = ast.literal_eval(one)
        yield (text, ast.literal_eval(many)) if name == "ngettext" else text


@cache
def voices() -> dict[str, Voice]:
    """Return the titles that ship and the engines of their families, each with words of its own."""
    shipped = {slug: registry.referee(slug) for slug, at in registry.TITLES.items() if _ours(at)}
    engines = {registry.engine(each.title.family) for each in shipped.values()} - {None}
    found = [words.of_engine(at) for at in engines if at]
    found += [words.of_title(each, registry.folder(slug)) for slug, each in shipped.items()]
    return {voice.name: voice for voice in found}


def _ours(place: str) -> bool:
    return place.startswith("games.")


def template() -> Catalog:
    """Return the catalogue of the site's strings, untranslated."""
    catalog = Catalog(charset="utf-8")
    for message, where in collect():
        flags = {"python-brace-format"} if "{" in str(message) else set()
        catalog.add(message, locations=[(where, None)], flags=flags)
    return catalog


def polish() -> dict[Path, Catalog]:
    """Return the Polish catalogues as they are on disk."""
    places = [PO, *(words.catalogue(voice.folder, "pl") for voice in voices().values())]
    return {po: words.read(po, "pl") for po in places}


def moved(catalogs: Mapping[Path, Catalog]) -> dict[Message, Text]:
    """Return what strings are in Polish, wherever they were, where all agree on it."""
    found: dict[Message, set[Text]] = {}
    for catalog in catalogs.values():
        for entry in catalog:
            if entry.id and words.whole(entry.string):
                found.setdefault(entry.id, set()).add(entry.string)
    return {message: texts.pop() for message, texts in found.items() if len(texts) == 1}


def updated() -> dict[Path, Catalog]:
    """Return the Polish catalogues brought up to the strings of today; nothing is guessed."""
    before = polish()
    known = moved(before)
    site = before[PO]
    site.update(template(), no_fuzzy_matching=True)
    site.obsolete.clear()
    for entry in site:
        if entry.id and not words.whole(entry.string) and entry.id in known:
            entry.string = known[entry.id]
    site.fuzzy = False
    site.header_comment = "# Sidekick in Polish; kept by python -m tests.messages"
    site.project, site.version = "Sidekick", ""
    site.last_translator = site.language_team = site.msgid_bugs_address = "Sidekick"
    site.creation_date = site.revision_date = words.DATE
    own = (words.kept(voice, "pl", known) for voice in voices().values())
    return dict(zip(before, (site, *own), strict=True))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    for po, catalog in updated().items():
        words.write(catalog, po)
        missing = words.waiting(catalog)
        where = po.relative_to(ROOT).parent.parent
        print(f"{where}: {len(catalog)} messages, {len(missing)} without a translation")
        for message in missing:
            print(f"  {message}")


if __name__ == "__main__":
    main()
