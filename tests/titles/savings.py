"""A chapter whose action no one has given a name."""

from __future__ import annotations

from companion.scaffold.acorns.rules import Act
from games.actions import Table
from tests.sample_game import State


class Bank(Act, tag="bank"):
    """Bank everything stored, which makes it safe."""

    def apply(self, t: Table[State]) -> None:
        t.note("bank", "N-01")


WORDS = {"note.bank": "Safe"}
