"""Boxes that recorded games were played with, kept once each and called by name.

``sample`` is the sample box of today and ``blank`` a new copy as the start page makes it, with the
public facts laid in; ``<slug>-<name>`` is ``recorded/boxes/<name>.json`` in the
title's folder, and never changes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games import registry
from tests.probes import room

SAMPLE, BLANK = "sample", "blank"


def read(slug: str, name: str) -> dict[str, Any]:
    """Return the facts of a box as a playlog holds them."""
    referee = registry.referee(slug)
    today = {SAMPLE: referee.sample_box, BLANK: lambda: referee.starter(referee.blank_box())}
    if name in today:
        return msgspec.to_builtins(today[name]())  # type: ignore[no-any-return]
    path = room(slug) / "boxes" / f"{name.removeprefix(f'{slug}-')}.json"
    return msgspec.json.decode(path.read_bytes())  # type: ignore[no-any-return]


def name(slug: str, facts: dict[str, Any]) -> str:
    """Return what a box is called; raise ``LookupError`` for one that is not kept."""
    for each in (SAMPLE, BLANK, *kept(slug)):
        if same(slug, read(slug, each), facts):
            return each
    raise LookupError(f"no box of {slug} with these facts is kept")


def kept(slug: str) -> list[str]:
    """Return the names of a title's boxes that were recorded with."""
    return sorted(f"{slug}-{path.stem}" for path in (room(slug) / "boxes").glob("*.json"))


def same(slug: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two boxes say the same; what is left out is at its default."""
    decode = registry.referee(slug).decode_box
    return bool(one == other or decode(one) == decode(other))
