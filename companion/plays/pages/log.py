"""The log of a table: turns with their figures, entries with their results and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays import replay
from companion.plays.answers import ChangeRejectedError
from companion.plays.models import Entry, Seat
from companion.plays.pages import gate
from companion.plays.pages.drawers import draw
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import TablePage
from companion.plays.replay import ReplayMisfit, ReplayStep
from companion.requests import given
from games.pieces import BoardPiece
from games.referee import Note

PAGE = 40
"""Entries on one page of the log."""
STOOD = 4
"""Figures next to the heading of a turn."""

Line = dict[str, Any]
"""An entry as the page writes it."""


@gate.look
@require_safe
@never_cache
def log(request: TableRequest) -> HttpResponse:
    """Show the log, newest first: who did what, and everything that followed from it."""
    table = TablePage(request.play, request.seat)
    upto = given(request.GET.get("before", "")) or request.play.revision + 1
    entries = list(
        request.play.entries.filter(seq__lt=upto).order_by("-seq").select_related("seat")[:PAGE]
    )
    lowest = entries[-1].seq if entries else 0
    older = lowest if lowest > 1 else 0
    turns = Pages(table, entries).turns(begun=not older)
    may_fix = request.seat.role != Seat.Role.SPECTATOR
    return draw(request, "plays/log.html", table, turns=turns, older=older, may_fix=may_fix)


@dataclass
class Pages:
    """One page of the log: ``entries``, newest first, as one seat may read them."""

    table: TablePage
    entries: Sequence[Entry]

    def __post_init__(self) -> None:
        lowest = self.entries[-1].seq if self.entries else 0
        self.alive = replay.live_places(self.table.play, lowest - 1) if self.entries else {}
        self.steps = self.table.soft("log", self._played, {})

    def _played(self) -> Mapping[int, ReplayStep[Entry]]:
        """Return the live entries played again, in one go; as far as today's rules still take
        them."""
        live = [entry for entry in reversed(self.entries) if entry.seq in self.alive]
        if not live:
            return {}
        try:
            state = replay.state_at(self.table.play, live[0].parent)
        except ChangeRejectedError:
            return {}
        steps: dict[int, ReplayStep[Entry]] = {}
        for played in replay.of_play(self.table.play, state, live):
            if isinstance(played, ReplayMisfit):
                continue
            steps[played.entry.seq] = played
        return steps

    def turns(self, *, begun: bool) -> list[dict[str, Any]]:
        """Return entries by the turn they belong to: what it is called and how it was at its end.

        A turn begins with the entry that ends the one before, the turn of now with nothing
        entered yet; where that is on an earlier page, only the first turn of all (``begun``) has
        no heading for a reason.
        """
        table, turns = self.table, list[dict[str, Any]]()
        lines: list[Line] = []
        for entry in self.entries:
            heads = [note for note in replay.notes_of(entry) if note.code in table.referee.turns]
            if heads and (lines or entry.seq == table.play.head) and entry.seq in self.alive:
                head = partial(self._headed, entry, heads)
                turns.append(self._turn(lines, self.table.soft("headings", head, [])))
                lines = []
            lines.append(self._line(entry))
        if lines:
            head = partial(self._begun, lines)
            first = self.table.soft("headings", head, []) if begun and turns else []
            turns.append(self._turn(lines, first))
        return turns

    def _headed(self, entry: Entry, heads: Sequence[Note]) -> list[str]:
        """Return what the turn is called that an entry begins, with who plays it."""
        table, step = self.table, self.steps.get(entry.seq)
        if step is None or self.table.keeps_secret(entry):
            return table.say_notes(heads)
        said = (table.referee.heading(note, step.after) for note in heads)
        return [table.heading(each) for each in said if each]

    def _begun(self, lines: Sequence[Line]) -> list[str]:
        """Return the heading above the first entries of all."""
        step = self.steps.get(lines[-1]["seq"])
        first = self.table.referee.heading(None, step.before) if step else None
        return [self.table.heading(first) if first else _("The start")]

    def _turn(self, lines: list[Line], said: list[str]) -> dict[str, Any]:
        last = next((self.steps[each["seq"]] for each in lines if each["seq"] in self.steps), None)
        stood = self.table.standing(last.after)[:STOOD] if said and last else []
        return {"head": " · ".join(said), "stood": stood, "entries": list(self._gathered(lines))}

    def _gathered(self, lines: list[Line]) -> Iterator[Line]:
        """Yield the lines of a turn; its small taps of one kind as one, where the newest of them
        is."""
        runs: dict[tuple[str, str], list[Line]] = {}
        for line in lines:
            if line["kin"]:
                runs.setdefault(line["kin"], []).append(line)
        for line in lines:
            run = runs.get(line["kin"], [line])
            if len(run) == 1:
                yield line
            elif line is run[0]:
                notes = [replay.notes_of(each["entry"])[0] for each in reversed(run)]
                gathered = partial(self.table.referee.group_sentence, notes)
                said = self.table.speaker.say(self.table.soft("log", gathered, line["headline"]))
                yield {**line, "headline": said, "run": run}

    def _line(self, entry: Entry) -> Line:
        table = self.table
        headline, *consequences = table.say_entry(entry)
        notes = replay.notes_of(entry)
        heads = table.say_notes([note for note in notes if note.code in table.referee.turns])
        undone = entry.kind in replay.LIVE and entry.seq not in self.alive
        kin = None
        if notes and notes[0].code in table.referee.grouped_notes and not undone:
            kin = (notes[0].code, str(notes[0].facts.get("who")))
        return {
            "entry": entry,
            "kin": kin,
            "dice": table.soft("rolled", partial(self._dice, entry), ""),
            "seq": entry.seq,
            "who": _who(table, entry),
            "when": entry.at,
            "headline": headline,
            "consequences": [line for line in consequences if line not in heads],
            "kind": entry.kind,
            "undone": undone,
            "adjusted": entry.adjusted,
            "overruled": any(name.startswith("override:") for name in entry.answers),
            "rule": next((note.rule for note in notes if note.rule), ""),
        }

    def _dice(self, entry: Entry) -> str:
        """Return the dice an entry tells of as they lay on the table; what is secret stays
        unseen."""
        step = self.steps.get(entry.seq)
        if step is None or self.table.keeps_secret(entry):
            return ""
        rolled = self.table.referee.rolled(step.before, step.action)
        dice = [(each.die, each.face) for each in rolled if each.face]
        return (
            self.table.alone(BoardPiece("dice", "board/dice.jinja", {"dice": dice}), None)
            if dice
            else ""
        )


def _who(table: TablePage, entry: Entry) -> str:
    """Return the person who made an entry, with the side where it is theirs."""
    if entry.seat is None:
        return ""
    side = next((part.name for part in table.parts if part.index == entry.actor), "")
    name = entry.seat.name
    if not side or side == name or entry.actor not in entry.seat.parts:
        return name
    return _("{person} ({side})").format(person=name, side=side)
