"""The kinds of files that are read in the background, and the reader of each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from django.http import HttpRequest, HttpResponseBase

if TYPE_CHECKING:
    from companion.uploads.reading import Work

KINDS = {
    "playlog": "companion.plays.pages.incoming",
    "table": "companion.plays.pages.import_table",
    "archive": "companion.stats.imports.unpacking",
    "plays": "companion.stats.imports.looking",
    "taking": "companion.stats.imports.taking",
}


class BrokenFileError(ValueError):
    """The file cannot be read; the message names the line. Nothing is kept."""


class Reader(Protocol):
    """Contents of the module of a kind."""

    @staticmethod
    def largest() -> int:
        """Return how many bytes a file of this kind may have."""

    @staticmethod
    def read(work: Work) -> None:
        """Read the file, in transactions that each leave something complete."""

    @staticmethod
    def undo(work: Work) -> None:
        """Take back what ``read`` has written, a little at a time."""

    @staticmethod
    def answer(request: HttpRequest, notebook: dict[str, Any]) -> HttpResponseBase:
        """Return the next page for the sender once the file is read."""


def reader(kind: str) -> Reader:
    """Return the module that reads a kind of file."""
    return import_module(KINDS[kind])  # type: ignore[return-value]
