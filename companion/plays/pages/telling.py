"""A table's events for one viewer: entries as sentences, people by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.plays import faults, ledger, replay
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages.forms import Side
from games.messages import Msg, Speaker
from games.referee import AnyReferee, Note, Question, Refusal

T = TypeVar("T")
U = TypeVar("U")

LAST = 6
"""Sentences of the newest entry that are read aloud; the board has them all."""
MENDED = (Entry.Kind.UNDO, Entry.Kind.REDO, Entry.Kind.CORRECT)
"""Entries that change what others have entered."""
ACTING = ("who", "team")
"""The facts of a note that say whose figure moves or acts, in every title."""
WISHES = {"ahead": "die", "parts": "people"}
"""The sign of a request, by what it is about; any other is to go back."""


class Telling:
    """A table's sentences for one seat; ``Table`` has what they are made of."""

    play: Play
    seat: Seat | None
    referee: AnyReferee
    speaker: Speaker
    parts: Sequence[Side]
    held: Sequence[Seat]

    @property
    def own(self) -> list[int]:
        """The parts whose secrets this phone may read."""
        raise NotImplementedError

    def soft(
        self, what: str, call: Callable[[], T], otherwise: U, *passing: type[Exception]
    ) -> T | U:
        """Return what the title says, or ``otherwise`` where it raises."""
        return faults.attempt(self.play.title, what, call, otherwise, *passing)

    def say_notes(self, notes: Sequence[Note]) -> list[str]:
        """Return what this phone may read of what happened."""
        said = []
        for note in notes:
            if note.owner is None or note.owner in self.own:
                said.append(self.speaker.say(Msg(note.code, note.facts)))
            elif note.hidden:
                said.append(self.speaker.say(Msg(note.hidden)))
        return said

    def keeps_secret(self, entry: Entry) -> bool:
        """Return whether an entry holds facts that are for another part's eyes only."""
        owners = {note.owner for note in replay.notes_of(entry)} - {None}
        return not owners <= set(self.own)

    def say_entry(self, entry: Entry) -> list[str]:
        """Return an entry as sentences, what was done first."""
        unsaid = [_("Entry {seq}").format(seq=entry.seq)]
        return self.soft("sentences", lambda: self._say_entry(entry), unsaid)

    def _say_entry(self, entry: Entry) -> list[str]:
        if entry.kind == Entry.Kind.ACTION:
            return self._say_action(entry) or [unsaid(entry)]
        if entry.kind == Entry.Kind.CLOSE:
            state, _ordinal = replay.state_and_ordinal(self.play, entry.action["to"])
            return [_("Ended the table without a result"), *self.standing(state)]
        if entry.kind == Entry.Kind.OPEN:
            return [_("Opened the table again")]
        if entry.kind == Entry.Kind.ADOPT:
            return _say_adopted(entry)
        if entry.kind == Entry.Kind.SEAT:
            return self._say_seat(entry)
        if entry.kind in (Entry.Kind.ASK, Entry.Kind.DECLINE):
            return [self._say_wish(entry)]
        if entry.kind == Entry.Kind.CORRECT:
            if entry.action["kind"] == "upgrade":
                return [_("Continued under newer rules, without what no longer fits")]
            return self._say_repair(entry)
        other = entry.action["from"] if entry.kind == Entry.Kind.UNDO else entry.action["to"]
        undone = replay.mended(self.play, entry) or self.play.entries.filter(seq=other).first()
        what = self.say_entry(undone)[0] if undone else "–"
        text = _("Undone: {what}") if entry.kind == Entry.Kind.UNDO else _("Redone: {what}")
        return [text.format(what=what)]

    def _say_action(self, entry: Entry) -> list[str]:
        """Return what happened in an action; what everyone may read is said once for all phones."""
        notes = replay.notes_of(entry)
        if any(note.owner is not None for note in notes):
            return self.say_notes(notes)
        said: dict[Speaker, list[str]] = entry.__dict__.setdefault("_said", {})
        if self.speaker not in said:
            said[self.speaker] = self.say_notes(notes)
        return [*said[self.speaker]]

    def _say_repair(self, entry: Entry) -> list[str]:
        """Return what was corrected in the log, what was there before, how much went with it."""
        said = entry.action
        old = self.play.entries.filter(seq=said["seq"]).first() if said["seq"] else None
        new = self.play.entries.filter(seq=entry.seq + 1).first()
        was = self.say_entry(old)[0] if old else ""
        what = was if said["kind"] == "remove" or new is None else self.say_entry(new)[0]
        sentences = {
            "replace": _("Entry {seq} fixed: {what}"),
            "insert": _("Added after entry {seq}: {what}")
            if old
            else _("Added at the start: {what}"),
            "remove": _("Entry {seq} removed: {what}"),
        }
        told = [sentences[said["kind"]].format(seq=said["seq"], what=what)]
        if said["kind"] == "replace" and was != what:
            told.append(_("Was: {what}").format(what=was))
        if lost := len(said["lost"]):
            gone = ngettext(
                "{n} later entry was undone too", "{n} later entries were undone too", lost
            )
            told.append(gone.format(n=lost))
        return told

    def repaired(self, entry: Entry) -> Entry | None:
        """Return the repair that an entry is the last of: what is newest on the table is the
        repair."""
        if entry.kind == Entry.Kind.CORRECT:
            return entry
        if entry.kind != Entry.Kind.ACTION:
            return None
        # Only what a repair wrote again has another time than its play, or stands not on the
        # entry before it; so that hardly any board asks the log.
        if entry.at == self.play.updated_at and entry.parent == entry.seq - 1:
            return None
        last = self.play.entries.filter(kind=Entry.Kind.CORRECT, seq__lt=entry.seq).last()
        return last if last and last.action["last"] == entry.seq else None

    def news(self, newest: Entry | None) -> list[str]:
        """Return what just happened, for a board: anyone who changed what had been entered is
        named."""
        if newest is None:
            return []
        entry = self.repaired(newest) or newest
        said = self.say_entry(entry)
        who = self.by(entry) if entry.kind in MENDED else ""
        return [f"{who}: {said[0]}", *said[1:]] if who else said

    def headline(self, newest: Entry | None, said: Sequence[str]) -> str:
        """Return what was done first, for all to see: its side is called by who plays it, as in
        "Ida is at Ba Sing Se". ``said`` are the entry's sentences.
        """
        notes = replay.notes_of(newest) if newest and newest.kind == Entry.Kind.ACTION else ()
        if newest is None or not notes or notes[0].owner is not None or self.repaired(newest):
            return said[0] if said else ""
        sides = {part.name: self._player(part) for part in self.parts}
        facts = notes[0].facts
        acting = {key: self.speaker.word(facts[key]) for key in ACTING if key in facts}
        known = {key: sides[word] for key, word in acting.items() if word in sides}
        return self.speaker.say(Msg(notes[0].code, {**facts, **known}))

    def _player(self, part: Side) -> str:
        """Return who plays a side; with its name where the same person plays another one."""
        person = self.people.get(part.index, part.name)
        return person if [*self.people.values()].count(person) < 2 else self.named(part)

    def by(self, entry: Entry) -> str:
        """Return the name of who made an entry; empty where no one at this table did."""
        return next((seat.name for seat in self.held if seat.pk == entry.seat_id), "")

    def _say_seat(self, entry: Entry) -> list[str]:
        """Return who took, gave or lost a seat."""
        said = entry.action
        held = list(self.play.seats.all())
        names = [held[place].name for place in said.get("of", ()) if 0 <= place < len(held)]
        parts = [part.name for part in self.parts if part.index in said.get("parts", ())]
        about = {"who": self.speaker.join(names), "parts": self.speaker.join(parts)}
        sentences = {
            "sits": _("Sat down for {parts}") if parts else _("Sat down"),
            "plays": _("Now plays {parts}") if parts else _("No longer plays a side"),
            "lets": _("Lets {who} play {parts}"),
            "host": _("Made {who} the host"),
            "freed": _("Freed the seat of {who}"),
            "released": _("Lets another phone take over {who}'s seat"),
            "claimed": _("Moved this seat to another phone"),
            "code": _("Gave the table a new code"),
            "link": _("Changed the spectator link"),
            "played": _("Says {who} played {parts}"),
            "kept": _("Added this game to a crew's book"),
            "again": _("Began a rematch"),
            "ahead-nothing": _("From now on no odds are shown before a roll"),
            "ahead-dangers": _("From now on Sidekick warns of a roll's dangers"),
            "ahead-everything": _("From now on Sidekick shows everything a roll could bring"),
            "moved": _("Moved the table to another Sidekick"),
        }
        headline = sentences.get(said.get("what"), _("Changed seats")).format(**about)
        beside = names and said.get("what") in ("sits", "plays")
        return [headline, _("Played by {who} so far").format(**about)] if beside else [headline]

    def _say_wish(self, entry: Entry) -> str:
        declines = entry.kind == Entry.Kind.DECLINE
        asked = self.play.entries.filter(seq=entry.seq - 1).first() if declines else entry
        if asked and (how := asked.action.get("ahead")):
            return _("Declines the change") if declines else _more_said(how)
        if asked and (parts := asked.action.get("parts")):
            names = self.speaker.join([part.name for part in self.parts if part.index in parts])
            text = _("Declines to share {parts}") if declines else _("Asks to play {parts}")
            return text.format(parts=names)
        target = self.play.entries.filter(seq=entry.action["to"]).first()
        what = self.say_entry(target)[0] if target else _("setup")
        if declines:
            return _("Declines to go back to: {what}").format(what=what)
        return _("Asks to go back to: {what}").format(what=what)

    def wish(self, newest: Entry | None) -> dict[str, Any] | None:
        """Return a pending wish to go back, and whether this phone may answer it."""
        if newest is None or newest.kind != Entry.Kind.ASK:
            return None
        mine = self.seat is not None and self.seat.pk in ledger.who_answers(newest)
        sign = next((WISHES[each] for each in WISHES if each in newest.action), "undo")
        said = {"who": self.by(newest), "what": self.say_entry(newest)[0]}
        return {**said, "mine": mine, "sign": sign}

    def named(self, part: Side) -> str:
        """Return a side by who plays it: "{name} (Power)"."""
        person = self.people.get(part.index)
        if not person or person == part.name:
            return part.name
        return _("{person} ({side})").format(person=person, side=part.name)

    def heading(self, message: Msg) -> str:
        """Return what a turn is called, its side by who plays it."""
        names = {part.name: self.named(part) for part in self.parts}
        facts = {key: self.speaker.word(fact) for key, fact in message.facts.items()}
        said = {key: names.get(word, message.facts[key]) for key, word in facts.items()}
        return self.speaker.say(Msg(message.code, said))

    @cached_property
    def people(self) -> dict[int, str]:
        """The people who play each part, by name; a part no one has taken is missing."""
        return {index: self.speaker.join(names) for index, names in self.sitting.items()}

    @cached_property
    def sitting(self) -> dict[int, list[str]]:
        """The names of those who play each part."""
        sitting: dict[int, list[str]] = {}
        for seat in self.held:
            for index in seat.parts:
                sitting.setdefault(index, []).append(seat.name)
        return sitting

    def standing(self, state: Any) -> list[str]:
        """Return how close the end was, and each player's figures, for a game's story."""
        return self.soft("figures", lambda: self._standing_at(state), [])

    def _standing_at(self, state: Any) -> list[str]:
        told = [f for f in self.referee.figures(state) if f.part is not None or f.limit]
        return [
            self.speaker.say(figure.label)
            + (f": {figure.value} / {figure.limit}" if figure.limit else f": {figure.value}")
            for figure in told
        ][: LAST - 1]

    def page_of(self, rule: str) -> str:
        entry = self.referee.clarifications.get(rule)
        return entry.page if entry else ""

    def refusal(self, refusal: Refusal, data: QueryDict | None) -> dict[str, Any]:
        return {
            "text": self.speaker.say(refusal.message),
            "remedy": self.speaker.say(refusal.remedy) if refusal.remedy else "",
            "rule": refusal.rule,
            "page": self.page_of(refusal.rule),
            "code": refusal.code,
            "overridable": refusal.overridable,
            "again": hidden(data),
        }

    def question(self, question: Question, data: QueryDict | None) -> dict[str, Any]:
        return {
            "text": self.speaker.say(question.message),
            "rule": question.rule,
            "page": self.page_of(question.rule),
            "code": question.code,
            "weight": question.weight,
            "options": [
                {"value": option.value, "label": self.speaker.say(option.label)}
                for option in question.options
            ],
            "again": hidden(data),
        }


def hidden(data: QueryDict | None) -> list[tuple[str, str]]:
    """Return the posted fields again, so that an answer repeats the very same action."""
    if data is None:
        return []
    leave = {"csrfmiddlewaretoken", "revision", "key"}
    return [(name, value) for name, values in data.lists() if name not in leave for value in values]


def _more_said(how: str) -> str:
    """Return the wish that more is said before a roll."""
    if how == Play.Ahead.DANGERS:
        return _("Asks for danger warnings before rolls")
    return _("Asks for full forecasts before rolls")


def _say_adopted(entry: Entry) -> list[str]:
    """Return where the board was kept as it is, and what can't be replayed any more."""
    seq, n = entry.action["seq"], entry.action["entries"]
    told = [_("The board is kept as it was before the update")]
    if seq:
        text = _("Today's rules don't accept entry {n}; it stays in the log").format(n=seq)
    else:
        text = _("Today's rules don't accept this setup; it stays as it is")
    told.append(text)
    if n > 1:
        since = ngettext(
            "{n} entry since then is kept", "{n} entries since then are kept", n - 1
        ).format(n=n - 1)
        told.append(since)
    return told


def unsaid(entry: Entry) -> str:
    """Return the sentence for an action whose notes this phone may not read, or that has none."""
    return _("A secret") if entry.notes else _("Entered by earlier rules")
