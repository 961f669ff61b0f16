"""Fingerprints of every board: has a piece of the picture changed, and which?

``recorded/looks.txt`` in a title's folder has a line per position (see ``tests.action_snapshots``)
and phone: each piece of the board with eight characters that stand for all it is drawn from, then
the big screen's pieces and the threats. ``python -m tests.playthroughs`` writes them anew; what a
piece shows is for journeys and eyes, these lines only say where to look.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.plays.pages.forms import PromptView
from games import registry
from games.messages import Speaker
from games.pieces import BoardPiece, Offers
from games.referee import AnyReferee
from tests import action_snapshots
from tests.probes import room

POSITIONS = 40
"""Boards of a title that are looked at, evenly spread over its golden games and scenarios."""


def path(slug: str) -> Path:
    return room(slug) / "looks.txt"


def kept(slug: str) -> str:
    """Return what the file of a title says; nothing if it has none yet."""
    return path(slug).read_text() if path(slug).exists() else ""


def write(slug: str) -> str:
    referee = registry.referee(slug)
    places = list(action_snapshots.positions(slug).items())
    lines = (
        f"{at} {line}"
        for at, state in places[:: max(1, len(places) // POSITIONS)]
        for line in _seen(referee, state)
    )
    return "\n".join(lines) + "\n"


def _seen(referee: AnyReferee, state: Any) -> Iterator[str]:
    speaker = Speaker(referee.catalogue())
    for viewer in (None, 0):
        seen = referee.view(state, viewer)
        board = referee.board(seen, viewer)
        views = [
            PromptView(prompt, speaker, viewer is not None and viewer in (prompt.actors or (0,)))
            for prompt in referee.prompts_for(state, viewer)
        ]
        now = [view for view in views if view.prompt.expected]
        pieces = referee.pieces(board, Offers(now, [view for view in views if view not in now]))
        yield f"phone {'-' if viewer is None else viewer}: {_said(pieces)}"
        if viewer is None:
            yield f"screen: {_said(referee.scene(board, {0: 'Ana', 1: 'Bo'}))}"
            yield f"threats: {_mark(referee.threats(board))}"


def _said(pieces: tuple[BoardPiece, ...]) -> str:
    return ", ".join(f"{each.name} {_mark((each.template, each.values))}" for each in pieces)


def _mark(values: Any) -> str:
    said = msgspec.json.encode(values, enc_hook=_plain, order="deterministic")
    return hashlib.sha256(said).hexdigest()[:8]


def _plain(value: Any) -> Any:
    """Return what a piece draws: a prompt that it draws whole counts by what the referee offers."""
    return value.prompt if isinstance(value, PromptView) else str(value)
