"""Chances of the next roll, as a phone shows them in its language."""

from __future__ import annotations

from typing import Any

from companion.plays import forecast_text
from companion.plays.models import Play
from companion.plays.pages import phrasing
from companion.plays.pages.table import TablePage


def told(table: TablePage) -> dict[str, Any]:
    """Return what this phone is told of the next roll, in its language."""
    if not table.looks_ahead():
        return {"lines": [], "remarks": []}
    found = forecast_text.of(table.play.title, table.play.state)
    everything = table.play.ahead == Play.Ahead.EVERYTHING
    lines = phrasing.chances(table.speaker, found, everything)
    return {"lines": lines, "remarks": phrasing.remarks(found) if lines or everything else []}
