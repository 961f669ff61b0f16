"""A block of text to paste into a play on BoardGameGeek; nothing is ever sent there."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.timezone import localdate

from companion.stats import words
from companion.stats.exports import bgstats
from companion.stats.models import Place, Record


def block(record: Record, places: Sequence[Place]) -> str:
    """Return date, length, people and comments, one to a line, in the order of the site's form."""
    lines = [
        words.title_name(record.title),
        f"Date: {localdate(record.started_at):%Y-%m-%d}",
        f"Length: {record.minutes if record.minutes is not None else '?'} min",
    ]
    if record.location:
        lines.append(f"Location: {record.location}")
    if record.result == Record.Result.ABANDONED:
        lines.append("Incomplete: yes")
    if record.overruled:
        lines.append("Don't count win stats: yes")
    for player in bgstats.players(record, places):
        details = [
            # Whoever helped without a part of their own started nowhere.
            f"starting position {player.seat}" if player.role else "",
            player.role.replace(bgstats.JOINED, ", "),
            player.team.replace(bgstats.JOINED, ", "),
            f"score {player.score}" if player.score is not None else "",
            "won" if player.winner else "",
        ]
        told = ", ".join(detail for detail in details if detail)
        lines.append(f"- {player.name}: {told}" if told else f"- {player.name}")
    about = [f"Rounds: {record.turns}.", bgstats.board(record), bgstats.comments(record)]
    lines.append("Comments: " + " ".join(text for text in about if text))
    return "\n".join(lines)
