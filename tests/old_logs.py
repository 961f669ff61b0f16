"""Logs of releases: one entry a line, boxes by name, never recorded anew.

``recorded/earlier/<release>/<name>.jsonl`` in a title's folder: first what stands before
the entries, then an entry a line, then the outcome.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.plays import playlog
from games import registry
from tests import boxes
from tests.probes import room


def games(slug: str) -> list[Path]:
    """Return the logs of one title."""
    return sorted((room(slug) / "earlier").glob("*/*.jsonl"))


def files() -> list[Path]:
    """Return those of all."""
    return [path for slug in sorted(registry.TITLES) for path in games(slug)]


def read(path: Path) -> playlog.Playlog:
    """Return the document as that release wrote it."""
    head, *entries, last = map(msgspec.json.decode, path.read_text().splitlines())
    document = {**head, "box": boxes.read(head["title"], head["box"]), "entries": entries, **last}
    return playlog.decode(msgspec.json.encode(document))
