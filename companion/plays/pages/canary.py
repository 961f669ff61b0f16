"""The board that health asks for now and then, drawn as a phone gets it."""

from __future__ import annotations

from companion.plays.models import Play
from companion.plays.pages.table import TablePage
from games import registry


def draw() -> str:
    """Draw the newest table as someone sees it who only watches; empty where there is none."""
    play = Play.objects.order_by("-pk").first()
    if play is None or play.title not in registry.TITLES:
        return ""
    seen = TablePage(play, None)
    return str(seen.drawn(seen.context(), None, None)["section"])
