"""Tables in the middle of recorded games, for tests that look from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games import registry
from games.referee import Ruling
from tests import golden


def recorded(slug: str, *games: str) -> Iterator[tuple[str, Any]]:
    """Yield each table of a title's recorded games (of those named alone), by game and entry."""
    referee = registry.referee(slug)
    for path in golden.files():
        if golden.title(path) != slug or (games and path.stem not in games):
            continue
        log = golden.read(path)
        ruling = referee.begin(referee.decode_setup(log.setup), referee.decode_box(log.box))
        for line in log.entries:
            assert isinstance(ruling, Ruling)
            yield f"{path.stem} {line.n}", ruling.state
            action = referee.decode_action(line.action)
            answer = referee.apply(ruling.state, action, line.actor, line.answers)
            assert isinstance(answer, Ruling)
            ruling = answer
