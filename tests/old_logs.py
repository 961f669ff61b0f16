"""Logs of earlier releases: one entry a line, boxes by name, never recorded anew.

``tests/playlogs/<format version>/<title>/<ending>.jsonl``: first what stands before the entries,
then an entry a line, then the outcome.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.plays import playlog
from tests import boxes

FOLDER = Path(__file__).parent / "playlogs"


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/*/*.jsonl"))


def read(path: Path) -> playlog.Playlog:
    """The document as that release wrote it."""
    head, *entries, last = map(msgspec.json.decode, path.read_text().splitlines())
    document = {**head, "box": boxes.read(head["title"], head["box"]), "entries": entries, **last}
    return playlog.decode(msgspec.json.encode(document))
