"""What a phone shows, as ``static/js/board.js`` keeps it: which pieces, of which revision."""

from __future__ import annotations

import re

BOARD = re.compile(
    r'<section id="board" data-revision="(\d+)"[^>]*? data-key="([^"]*)"( data-part)?'
)
PIECE = re.compile(r'id="r-([^"]+)" data-h="([^"]+)"')
WARNED = re.compile(r'<input type="hidden" name="ahead" value="([^"]+)"')


class Screen:
    """The revision and key of the board on it, and its pieces by name and hash."""

    def __init__(self) -> None:
        self.revision, self.key = -1, ""
        self.held: dict[str, str] = {}
        self.wholes = 0
        """Answers that brought the whole board."""
        self.warned: tuple[tuple[str, str], ...] = ()
        """What "Enter all the same" sends beside the entry, where the last answer warned."""

    @property
    def header(self) -> str:
        """What the phone says it holds (``X-Held``)."""
        return ",".join(f"{name}:{key}" for name, key in self.held.items())

    def show(self, html: str) -> None:
        """Put in a board, whole or in pieces."""
        found = BOARD.search(html)
        assert found, html[:500]
        self.revision, self.key = int(found[1]), found[2]
        if found[3] is None:
            self.held = {}
            self.wholes += 1
        self.held |= PIECE.findall(html)
        self.warned = tuple(("ahead", mark) for mark in WARNED.findall(html))
