"""The work of hands at a table: what to lay out first, what each entry moves."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any
from zlib import crc32

from django.utils.safestring import SafeString

from companion.plays import replay, statements
from companion.plays.answers import ReplayMisfitError
from companion.plays.models import Entry
from companion.plays.pages import handwork
from companion.plays.pages.drawing import boards
from companion.plays.pages.pictures import Drawing

READ = 512
"""Answers of the log that one process remembers: an entry is never changed."""


@lru_cache(maxsize=READ)
def _read(play: int, share: str, *seqs: int) -> tuple[Entry, ...]:
    """Return entries of a play by number, without who made them: the same for every phone that
    asks.

    ``share`` is the play's own for good; a number may be another's once a play is deleted.
    """
    return tuple(statements.ENTRIES.all(play, *seqs))


class HandsPanel(Drawing):
    """Lists of what hands do; ``TablePage`` has the values."""

    newest: Entry | None

    def entries(self, *seqs: int) -> dict[int, Entry]:
        """Return up to three entries by number."""
        found = {self.newest.seq: self.newest} if self.newest else {}
        # What is still to come must not be remembered as missing.
        if wanted := {seq for seq in seqs if 0 < seq <= self.play.revision} - {*found}:
            read = _read(self.play.pk, self.play.share, *sorted([*wanted, 0, 0][:3]))
            found |= {entry.seq: entry for entry in read}
        return found

    def checklist(self) -> list[dict[str, Any]]:
        """Return what to lay out until the setup is over: icon, how many, in words, ticked or
        not."""
        return self.soft("checklist", self._checklist, []) if self.lays_out() else []

    def lays_out(self) -> bool:
        """Return whether the game is still being laid out: before the first entry always."""
        if not self.play.revision:
            return True
        return self.soft("setup", lambda: self.referee.setting_up(self.state), False)

    def _checklist(self) -> list[dict[str, Any]]:
        rows = []
        for line in self.referee.checklist(self.state):
            # A tick belongs to what is laid out, because an entry may add lines above it.
            n = crc32(repr(line).encode()) % 10**6
            icon, fact = self.referee.pictures.get(line.code, ("tick", ""))
            many = line.facts.get(fact, "")
            count = many if isinstance(many, int) else len(many) or ""
            told = {"n": n, "icon": icon, "count": count, "text": self.speaker.say(line)}
            rows.append({**told, "done": n in self.play.laid})
        return rows

    def laying(self) -> SafeString:
        """Return the checklist as a piece for a page that has the rest."""
        told = {"checklist": self.checklist(), "play": self.play, "seat": self.seat}
        return self.alone(boards.checklist(told), None)

    def to_do(self) -> dict[str, Any] | None:
        """Return what the newest entry moves on the table, as ``hands``, for a page without the
        board."""
        found = self.entries(self.play.revision, self.play.head)
        return self.hands(found.get(self.play.revision), found.get(self.play.head))

    def hands(self, newest: Entry | None, head: Entry | None) -> dict[str, Any] | None:
        """Return what the newest entry moves on the table, the greatest first; ``back`` where it
        took entries back and all that is undone with one's hands. Of a repair, undone, redone or
        neither, it is what is elsewhere than before."""
        back = newest is not None and newest.kind == Entry.Kind.UNDO
        mended = newest is not None and replay.mended(self.play, newest)
        if newest and (moved := newest if mended else self.repaired(newest)):
            lines = partial(self._put_back, moved.action["from"])
            first, back = newest.seq * handwork.TICKS + handwork.TICKS // 2, True
        else:
            entries = self._undone(newest) if back else [head] if head else []  # type: ignore[arg-type]
            if not entries or (not back and self.repaired(entries[0])):
                return None
            notes = [note for entry in entries for note in replay.notes_of(entry)]
            lines = partial(handwork.lines, self.referee, notes, self.own, self.speaker.say)
            first = entries[0].seq * handwork.TICKS + (handwork.TICKS // 2 if back else 0)
        rows = self.soft("hands", lines, list[dict[str, Any]]())
        for row in rows:
            row["n"] += first
            row["done"] = row["n"] in self.play.laid
        return {"back": back, "lines": rows} if rows else None

    def _put_back(self, before: int) -> list[dict[str, Any]]:
        """Return what lies otherwise than at an entry; nothing where today's rules refuse it."""
        try:
            was = replay.state_at(self.play, before)
        except ReplayMisfitError:
            return []
        return handwork.put_back(self.referee, was, self.state, self.speaker.say)

    def _undone(self, undo: Entry) -> list[Entry]:
        """Return the actions an entry took back, the newest first; none where it took back a
        repair, which put others in their place."""
        to = undo.action["to"]
        chain = list(replay.chain(self.play, undo.action["from"], to))
        return chain if chain and chain[-1].parent == to else []
