"""A playlog played again, line by line, without a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from companion.plays.models import STAYING
from companion.plays.replay import ReplayMisfit, again
from companion.uploads.kinds import BrokenFileError
from games.referee import AnyReferee, Note, Outcome

if TYPE_CHECKING:
    from companion.plays.playlog import LogLine

MOVING = ("undo", "redo", "correct")


@dataclass
class Replayed:
    """A playlog played again: the state after every action by its number, and where it is now.

    ``heads`` is the newest live action before each line, ``repaired`` the newest before the last
    repair: an undo may lead back there.
    """

    referee: AnyReferee
    setup: Any
    box: Any
    states: dict[int, Any]
    steps: dict[int, str]
    actions: dict[int, Any] = field(default_factory=dict)
    notes: dict[int, tuple[Note, ...]] = field(default_factory=dict)
    parents: dict[int, int] = field(default_factory=dict)
    heads: dict[int, int] = field(default_factory=dict)
    ordinals: dict[int, int] = field(default_factory=lambda: {0: 0})
    head: int = 0
    future: tuple[int, ...] = ()
    repaired: int = 0
    adopts: dict[int, Any] = field(default_factory=dict)
    """States to continue from where lines no longer hold, and those that lines adopt."""
    adopted: int = 0
    """The last line that adopts a board; a line before it need not hold."""
    unknown: set[int] = field(default_factory=set)
    """Lines whose board no one can tell; ``states`` has the last one before them."""

    @property
    def state(self) -> Any:
        return self.states[self.head]

    @property
    def outcome(self) -> Outcome | None:
        return self.referee.outcome(self.state)

    def take(self, line: LogLine, where: str) -> None:
        """Play one line; raises ``BrokenFileError``."""
        if line.kind in STAYING and line.to not in self.states:
            raise BrokenFileError(f"{where}: entry {line.to} is not an action")
        self.heads[line.n] = self.head
        if line.kind == "action":
            self._act(line, where)
        elif line.kind == "adopt":
            self._adopt(line, where)
        elif line.kind in MOVING:
            self.future = self._future(line, where)
            self.repaired = self.head if line.kind == "correct" else self.repaired
            self.head = line.to
        self.steps[line.n] = self.referee.step(self.state)

    def _on_top(self, line: LogLine) -> None:
        self.parents[line.n], self.ordinals[line.n] = self.head, self.ordinals[self.head] + 1
        self.head, self.future = line.n, ()

    def _adopt(self, line: LogLine, where: str) -> None:
        if line.to != self.head or line.n not in self.adopts:
            raise BrokenFileError(f"{where}: there is no board to continue from")
        self.states[line.n] = self.adopts[line.n]
        self._on_top(line)

    def _keep(self, line: LogLine) -> None:
        """Keep a line that no longer holds, because a later one adopts the board."""
        self.actions[line.n] = line.action or {}
        self.states[line.n] = self.adopts.get(line.n, self.state)
        if line.n not in self.adopts:
            self.unknown.add(line.n)
        self._on_top(line)

    def _act(self, line: LogLine, where: str) -> None:
        played = again(self.referee, self.state, line)
        if line.n < self.adopted and (
            self.head in self.unknown or isinstance(played, ReplayMisfit)
        ):
            self._keep(line)
            return
        if isinstance(played, ReplayMisfit):
            answer = played.answer
            if answer.code == "E_MALFORMED":
                raise BrokenFileError(f"{where}: {answer.facts['problem']}")
            raise BrokenFileError(f"{where}: refused, {answer.code} (rule {answer.rule or 'none'})")
        self.actions[line.n] = msgspec.to_builtins(played.action)
        self.states[line.n], self.notes[line.n] = played.after, played.ruling.notes
        self._on_top(line)

    def _future(self, line: LogLine, where: str) -> tuple[int, ...]:
        """Return the redo stack after a line that moves; raise ``BrokenFileError`` where it leads
        nowhere."""
        if line.kind == "redo":
            if not self.future or self.future[-1] != line.to:
                raise BrokenFileError(f"{where}: nothing to redo there")
            return self.future[:-1]
        undone = []
        cursor = self.head
        while cursor != line.to:
            if cursor not in self.parents:
                if line.kind == "undo" and line.to == self.repaired:
                    return (*self.future, self.head)
                raise BrokenFileError(f"{where}: entry {line.to} is not in the live log")
            undone.append(cursor)
            cursor = self.parents[cursor]
        if line.kind == "correct":
            return ()
        if not undone:
            raise BrokenFileError(f"{where}: takes nothing back")
        return (*self.future, *undone)
