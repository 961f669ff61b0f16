"""The unit of work: one action's call, and the state it changes piece by piece."""

from __future__ import annotations

from typing import Any

from games import acting
from games.gotham_chronicles.fighters import with_mini
from games.gotham_chronicles.state import State, with_hero, with_post, with_tile


class Table(acting.Table[State]):
    """The table one action is about (see ``games/acting.py``)."""

    def put_hero(self, index: int, **changes: Any) -> None:
        """Set fields of a hero's tablet."""
        self.state = with_hero(self.state, index, **changes)

    def put_post(self, **changes: Any) -> None:
        """Set fields of the command post."""
        self.state = with_post(self.state, **changes)

    def put_tile(self, name: str, **changes: Any) -> None:
        """Set fields of a character tile."""
        self.state = with_tile(self.state, name, **changes)

    def put_mini(self, who: str, **changes: Any) -> None:
        """Set fields of a miniature on the map."""
        self.state = with_mini(self.state, who, **changes)


class Act(acting.Act[Table]):
    """Base of the actions that stand in a chapter (``rules/``)."""
