"""The translations a title keeps in its own folder: its slug is the context of every text.

The engine of a family keeps what all its titles say in the same way, by the family's name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.plays.pages.drawing.engine import bare
from games import registry
from games.messages import COMMON, Catalogue, Plural
from games.referee import AnyReferee

DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A date that never moves, so that a run that changes no text changes no file."""
ONE = {"_", "gettext", "gettext_noop", "gettext_lazy"}
MANY = {"ngettext", "ngettext_noop"}

Message = str | tuple[str, ...]
Text = str | tuple[str, ...] | list[str]


class Voice(NamedTuple):
    """An owner of sentences: a title, or the engine of a family.

    ``name`` is the context of its translations. ``own`` are its own sentences, ``said`` all
    sentences it can use: shared ones are translated again if someone did so by hand.
    """

    name: str
    folder: Path
    own: frozenset[Message]
    said: frozenset[Message]


def of_title(referee: AnyReferee, folder: Path) -> Voice:
    """Return a title: its sentences, and those of its boards."""
    said = texts(referee.catalogue()).union(*map(on_board, boards(folder)))
    below = texts(COMMON)
    if at := registry.engine(referee.title.family):
        below |= of_engine(at).own
    return Voice(referee.title.slug, folder, said - below, said)


def of_engine(folder: Path) -> Voice:
    """Return the engine of a family: what is marked in its rules and on its boards."""
    sources = [path.read_text() for path in sorted(folder.rglob("*.py"))]
    marked = frozenset[Message]().union(*map(in_python, sources), *map(on_board, boards(folder)))
    return Voice(folder.name, folder, marked, marked)


def texts(said: Catalogue) -> frozenset[Message]:
    """Return what a title's sentences are known by to translators; plurals as pairs."""
    return frozenset(
        (each.one, each.many) if isinstance(each, Plural) else each for each in said.values()
    )


def boards(folder: Path) -> Iterator[str]:
    """Yield the sources of a folder's templates."""
    for path in sorted((folder / "templates").rglob("*.jinja")):
        yield path.read_text()


def on_board(source: str) -> Iterator[Message]:
    """Yield what the template of a board says."""
    for _line, name, text in bare().extract_translations(source):  # type: ignore[attr-defined]
        if name == "gettext":
            yield text if isinstance(text, str) else str(text[0])
        elif name == "ngettext":
            yield str(text[0]), str(text[1])


def in_python(source: str) -> Iterator[Message]:
    """Yield what is marked in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        told = [
            each.value
            for each in node.args
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        if name in ONE and len(told) == 1:
            yield told[0]
        elif name in MANY and len(told) == 2:
            yield told[0], told[1]


def catalogue(folder: Path, language: str) -> Path:
    """Return where a title keeps what it says in a language."""
    return folder / "locale" / language / "LC_MESSAGES" / "django.po"


def kept(voice: Voice, language: str, moved: Mapping[Message, Text] | None = None) -> Catalog:
    """Return a catalogue updated to today's sentences; nothing is guessed.

    ``moved`` are the translations of other catalogues: a text that moved here keeps its own.
    """
    old = read(catalogue(voice.folder, language), language)
    fresh = Catalog(locale=language, project=voice.name, charset="utf-8", fuzzy=False)
    fresh.header_comment = f"# {voice.name} for Sidekick"
    fresh.creation_date = fresh.revision_date = DATE
    again = {entry.id for entry in old if entry.id in voice.said}
    for message in sorted(voice.own | again, key=str):
        before = old.get(message, context=voice.name)
        same = before is not None and before.id == message and whole(before.string)
        said = before.string if before and same else (moved or {}).get(message)
        fresh.add(message, said, context=voice.name)
    return fresh


def waiting(catalog: Catalog) -> list[Text]:
    """List entries without a translation, or without all its forms."""
    return [each.id for each in catalog if each.id and not whole(each.string)]


def whole(text: object) -> bool:
    """Return whether a translation is there in every form."""
    return all(text) if isinstance(text, tuple | list) and text else bool(text)


def write(catalog: Catalog, po: Path) -> None:
    """Write a catalogue and its compiled form."""
    po.parent.mkdir(parents=True, exist_ok=True)
    with po.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
    compiled(po)


def compiled(po: Path) -> None:
    """Compile a ``.po`` into its ``.mo``."""
    with po.with_suffix(".mo").open("wb") as file:
        write_mo(file, read(po, po.parent.parent.name))


def read(po: Path, language: str) -> Catalog:
    """Return a catalogue as it is on disk; an empty one where there is none."""
    if not po.exists():
        return Catalog(locale=language, charset="utf-8")
    with po.open("rb") as file:
        return read_po(file, locale=language)
