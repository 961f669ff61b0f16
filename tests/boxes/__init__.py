"""Boxes that recorded games were played with, kept once each and called by name.

``sample`` is the sample box of today; the others are files in here, and never change.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from games import registry

FOLDER = Path(__file__).parent
SAMPLE = "sample"


def read(slug: str, name: str) -> dict[str, Any]:
    """The facts of a box as a playlog holds them."""
    if name == SAMPLE:
        return msgspec.to_builtins(registry.referee(slug).sample_box())  # type: ignore[no-any-return]
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes())  # type: ignore[no-any-return]


def name(slug: str, facts: dict[str, Any]) -> str:
    """What a box is called; raises ``LookupError`` for one that is not kept."""
    for each in (SAMPLE, *sorted(path.stem for path in FOLDER.glob(f"{slug}*.json"))):
        if same(slug, read(slug, each), facts):
            return each
    raise LookupError(f"no box of {slug} with these facts is kept")


def same(slug: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two boxes say the same; what is left out stands at its default."""
    decode = registry.referee(slug).decode_box
    return bool(one == other or decode(one) == decode(other))
