"""States that an earlier release has stored."""

from __future__ import annotations

from typing import Any

import msgspec

MARK = '"on_map":'
"""Labels of a tile in that release that today's never has, apart from typed names."""


def upgraded(text: str | bytes) -> str | bytes:
    """The JSON of a state in today's words; what is not a state is left alone."""
    if MARK not in (text if isinstance(text, str) else text.decode(errors="replace")):
        return text
    try:
        data = msgspec.json.decode(text)
        for tile in data["tiles"]:
            _tile(tile)
        active = data.get("activation") or {}
        done = active.pop("done", ())
        for tile in data["tiles"]:
            if tile["sheet"]["name"] == active.get("tile"):
                there = tile.get("minis", ())
                tile["minis"] = [{**mini, "acted": mini["number"] in done} for mini in there]
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        return text
    return msgspec.json.encode(data)


def _tile(tile: dict[str, Any]) -> None:
    if "on_map" not in tile:
        return
    lives, laid = tile.pop("lives", ()), tile.pop("laid", ())
    shackles = tile.pop("shackles", 0)
    tile["minis"] = [
        {
            "number": number,
            "life": lives[number - 1] if number <= len(lives) else 1,
            "shackles": shackles if number == 1 else 0,
            "laid": number in laid,
        }
        for number in range(1, tile.pop("on_map") + 1)
    ]
