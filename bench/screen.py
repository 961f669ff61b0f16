"""A phone's screen, as ``static/js/board.js`` keeps it: which pieces, of which revision."""

from __future__ import annotations

import re

from companion.plays.pages import pushing

BOARD = re.compile(
    r'<section id="board" data-revision="(\d+)"[^>]*? data-key="([^"]*)"( data-part)?'
)
PIECE = re.compile(r'id="r-([^"]+)" data-h="([^"]+)"')
BROUGHT = f'hx-trigger="{pushing.BROUGHT}"'
AHEAD = re.compile(r'hx-get="([^"]+/ahead\?at=\d+)"')
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
        self.ahead = ""
        """The address of chances that the last answer has a new place for."""

    @property
    def header(self) -> str:
        """The header in which the phone says what it holds (``X-Held``)."""
        return ",".join(f"{name}:{key}" for name, key in self.held.items())

    @property
    def sum(self) -> int:
        """The sum that a brought board is checked against."""
        return pushing.sum_of(self.header)

    def foretell(self, html: str) -> None:
        """Put in chances, if they are of the board shown."""
        if PIECE.search(html) and self.held.get("ahead") == PIECE.findall(html)[0][1]:
            self.ahead = ""

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
        place = AHEAD.search(html)
        self.ahead = place[1] if place and BROUGHT not in html else ""
