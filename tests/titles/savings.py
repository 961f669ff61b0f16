"""A chapter whose action nobody has given a name."""

from __future__ import annotations

from companion.scaffold.acorns.rules import Act
from games.acting import Table
from tests.sixth_game import State


class Bank(Act, tag="bank"):
    """Everything stored is safe."""

    def happen(self, t: Table[State]) -> None:
        t.note("bank", "N-01")


WORDS = {"note.bank": "Safe"}
