"""The end of a game: its distance, highlights, the viewer's result, what follows."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from companion.boxes import comparing, facts_text
from companion.boxes.models import Box
from companion.plays import rematch, replay
from companion.plays.models import Entry, Seat
from companion.plays.moments import PlayMoment
from companion.plays.pages.telling import Telling
from games.messages import Msg
from games.referee import Outcome

NIGHT = timedelta(hours=12)
"""Games with one copy that begin within this time are one game night."""


class EndingPanel(Telling):
    """End of a table as it is shown, before and after; ``Table`` has the values."""

    moment: PlayMoment
    state: Any

    def threats(self) -> tuple[dict[str, Any], ...]:
        """Return how close each ending is, nearest first, as text."""
        return self.soft("threats", self._threats, ())

    def _threats(self) -> tuple[dict[str, Any], ...]:
        return tuple(
            {"left": each.left, "text": self.speaker.say(each.text), "part": each.part}
            | {"near": each.near, "metered": each.metered}
            for each in self.moment.threats
        )

    def peak(self, newest: Entry | None) -> tuple[dict[str, Any], ...]:
        """Return the great moments that the newest entry brought for all eyes, the greatest
        first."""
        if newest is None or newest.kind != Entry.Kind.ACTION:
            return ()
        return self.soft("great moments", lambda: self._peaks(newest), ())

    def _peaks(self, newest: Entry) -> tuple[dict[str, Any], ...]:
        told: dict[str, dict[str, None]] = {}
        public = [note for note in replay.notes_of(newest) if note.owner is None]
        for code, word in self.referee.highlights.items():
            for note in public:
                if note.code == code:
                    text = self.speaker.say(Msg(note.code, note.facts))
                    told.setdefault(word, {})[text] = None
        return tuple(
            {"word": self.speaker.say(Msg(word)), "texts": tuple(texts), "tone": word}
            for word, texts in told.items()
        )

    def outcome(self) -> dict[str, Any] | None:
        outcome = self.moment.outcome
        return self.soft("outcome", lambda: self._ended(outcome), None) if outcome else None

    def _ended(self, outcome: Outcome) -> dict[str, Any]:
        return {
            "result": outcome.result,
            "text": self.speaker.say(outcome.message),
            "rule": outcome.rule,
            "page": self.page_of(outcome.rule),
            "also": [
                self.speaker.say(Msg(f"outcome.{each}", outcome.facts)) for each in outcome.also
            ],
            "winners": [part.name for part in self.parts if part.index in outcome.winners],
            "scores": self._scores(outcome),
            "names": [self.named(part) for part in self.parts if part.index in outcome.winners],
            "yours": self._yours(outcome),
        }

    def _scores(self, outcome: Outcome) -> dict[int, tuple[str, int]]:
        """Return everyone's name and points by part, the best first; none without points."""
        names = {part.index: self.named(part) for part in self.parts}
        best = sorted(outcome.scores, key=lambda each: (each.rank, each.part))
        return {
            each.part: (names[each.part], each.score) for each in best if each.score is not None
        }

    def _yours(self, outcome: Outcome) -> str:
        """Return the result for this phone's player, or nothing for spectators and phones that play
        every side.
        """
        if self.seat is None or self.seat.role == Seat.Role.SPECTATOR or outcome.result == "ended":
            return ""
        if self.referee.title.cooperative:
            return outcome.result
        mine = set(self.own)
        if not mine:
            return ""
        if mine == {part.index for part in self.parts}:
            return ""
        return "won" if mine & set(outcome.winners) else "lost"

    def rematch(self) -> dict[str, str] | None:
        """Return who would begin a rematch, and whether one was begun; ``None`` while this one goes
        on."""
        if not self.play.over or self.play.moved:
            return None
        if self.seat is None or self.seat.role == Seat.Role.SPECTATOR:
            return None
        setup = self.soft("rematch", lambda: rematch.setup(self.play), None)
        first = getattr(setup, "first", None)
        names = [part.name for part in self.parts if part.index == first]
        return {"begins": "".join(names), "begun": "yes" if self.play.rematch_id else ""}

    def learned(self) -> dict[str, int] | None:
        """Return how many things of the copy were learned tonight, and how much of it is known now;
        ``None`` where the game goes on, no copy is kept, or its title counts nothing.
        """
        box = self.play.box if self.moment.outcome else None
        return self.soft("meters", partial(self._learned, box), None) if box else None

    def _learned(self, box: Box) -> dict[str, int] | None:
        facts = comparing.decoded(box)
        if (known := facts_text.known_of(box, facts)) is None:
            return None
        tonight = box.plays.filter(created_at__gt=self.play.created_at - NIGHT)
        first = tonight.order_by("created_at").values_list("facts", flat=True)[0]
        before = self.referee.decode_box(msgspec.json.decode(first))
        new = len(comparing.learned_since(before, facts))
        return {"new": new, "percent": known.percent, "unconfirmed": known.unconfirmed}

    def moved(self) -> dict[str, str] | None:
        """Return where this phone goes on: its own seat at another Sidekick, and what that is
        called."""
        if not self.play.moved or self.seat is None:
            return None
        watches = self.seat.role == Seat.Role.SPECTATOR
        to = self.play.moved["watch" if watches else "join"]
        place = [seat.pk for seat in self.held].index(self.seat.pk)
        return {"to": to if watches else f"{to}?seat={place}", "place": urlsplit(to).netloc}
