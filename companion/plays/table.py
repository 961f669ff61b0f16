"""What a phone sees of a table: the referee's prompts and state, said in its language."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import InitVar, dataclass
from functools import cache, cached_property, partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language, gettext, ngettext, override, pgettext
from django.utils.translation import gettext as _

from companion.plays import ledger, live, seats
from companion.plays.forms import PromptView, prompt_id
from companion.plays.models import Entry, Play, Seat
from games import registry
from games.messages import Msg, Speaker
from games.referee import Note, Outcome, Prompt, Question, Refusal

LAST = 6
"""Sentences of the newest entry shown on the board; the log has them all."""


@cache
def _said(language: str, slug: str, text: str) -> str:
    """``text`` of a catalogue in a language; kept, because a page says hundreds of them."""
    with override(language):
        own = pgettext(slug, text)
        return gettext(text) if own == text else own


def speaker_for(slug: str) -> Speaker:
    """The title's sentences in the language of this request.

    What is translated for this title alone goes before what all titles share.
    """
    return _speaker(get_language() or "en", slug)


@cache
def _speaker(language: str, slug: str) -> Speaker:
    return Speaker(registry.referee(slug).catalogue(), partial(_said, language, slug), ngettext)


@dataclass
class Table:
    """One play as one seat sees it right now; everything is read once."""

    play: Play
    seat: Seat | None
    newest: Entry | None = None
    """The newest entry, where the caller has it already."""
    before: InitVar[Table | None] = None
    """The same table a moment ago, while nobody has changed seats."""

    def __post_init__(self, before: Table | None) -> None:
        self.referee = registry.referee(self.play.title)
        self.speaker = speaker_for(self.play.title)
        self.state = self.referee.decode_state(self.play.state)
        self.parts = self.referee.parts(self.state)
        self.free = before.free if before else seats.free_parts(self.play, self.parts)
        offered = self.referee.prompts(self.state)
        self.viewer = self._viewer(offered)
        self.prompts: Sequence[Prompt] = (
            ()
            if self.play.abandoned
            else self.referee.prompts_for(self.state, self.viewer, offered)
        )

    @cached_property
    def own(self) -> list[int]:
        """The parts this phone plays: its own, or without any those nobody has taken."""
        if self.seat is None or self.seat.role == Seat.Role.SPECTATOR:
            return []
        return [int(index) for index in self.seat.parts] or sorted(self.free)

    def _viewer(self, offered: Sequence[Prompt]) -> int | None:
        """The part whose secrets this phone may read: its own, the one due before the others."""
        own = self.own
        if len(own) < 2:
            return own[0] if own else None
        for prompt in offered:
            for index in own:
                if prompt.expected and index in (prompt.actors or ()):
                    return index
        return own[0]

    def actor(self, do: str) -> int | None:
        assert self.seat is not None
        return seats.actor_for(self.seat, self.prompts, do, self.free)

    def views(self, prompts: Sequence[Prompt], data: QueryDict | None = None) -> list[PromptView]:
        """Prompts as a page draws them; the one refused keeps what was typed."""
        refused = data.get("prompt", "") if data else ""
        near = {*self.own, *self.free}
        return [
            PromptView(
                prompt,
                self.speaker,
                seats.may_act(self.seat, prompt, self.free),
                data if prompt_id(prompt.do, prompt.fixed) == refused else None,
                others=bool(near and prompt.actors) and near.isdisjoint(prompt.actors or ()),
            )
            for prompt in prompts
        ]

    def page_of(self, rule: str) -> str:
        entry = self.referee.clarifications.get(rule)
        return entry.page if entry else ""

    def say_notes(self, notes: Sequence[Note]) -> list[str]:
        """What this phone may read of what happened."""
        said = []
        for note in notes:
            if note.owner is None or note.owner in self.own:
                said.append(self.speaker.say(Msg(note.code, note.facts)))
            elif note.hidden:
                said.append(self.speaker.say(Msg(note.hidden)))
        return said

    def keeps_secret(self, entry: Entry) -> bool:
        """Whether an entry holds facts that are for another part's eyes only."""
        owners = {note.owner for note in ledger.notes_of(entry)} - {None}
        return not owners <= set(self.own)

    def say_entry(self, entry: Entry) -> list[str]:
        """An entry as sentences, what was done first."""
        if entry.kind == Entry.Kind.ACTION:
            return self.say_notes(ledger.notes_of(entry)) or [_("Something secret")]
        if entry.kind == Entry.Kind.CLOSE:
            return [_("Closed the table without an ending")]
        if entry.kind == Entry.Kind.OPEN:
            return [_("Opened the table again")]
        if entry.kind in (Entry.Kind.ASK, Entry.Kind.DECLINE):
            return [self._say_wish(entry)]
        if entry.kind == Entry.Kind.CORRECT:
            if entry.action["kind"] == "upgrade":
                return [_("Went on by newer rules, without what no longer fits")]
            return [_("Repaired the log at entry {seq}").format(seq=entry.action["seq"])]
        other = entry.action["from"] if entry.kind == Entry.Kind.UNDO else entry.action["to"]
        undone = self.play.entries.filter(seq=other).first()
        what = self.say_entry(undone)[0] if undone else "–"
        text = (
            _("Took back: {what}") if entry.kind == Entry.Kind.UNDO else _("Brought back: {what}")
        )
        return [text.format(what=what)]

    def _say_wish(self, entry: Entry) -> str:
        target = self.play.entries.filter(seq=entry.action["to"]).first()
        what = self.say_entry(target)[0] if target else _("the set-up")
        if entry.kind == Entry.Kind.ASK:
            return _("Wishes to go back to: {what}").format(what=what)
        return _("Would rather not go back to: {what}").format(what=what)

    def wish(self, newest: Entry | None) -> dict[str, Any] | None:
        """A pending wish to go back, and whether this phone may answer it."""
        if newest is None or newest.kind != Entry.Kind.ASK:
            return None
        mine = self.seat is not None and self.seat.pk in ledger.who_answers(newest)
        who = newest.seat.name if newest.seat else ""
        return {"who": who, "what": self.say_entry(newest)[0], "mine": mine}

    def outcome(self) -> dict[str, Any] | None:
        outcome: Outcome | None = self.referee.outcome(self.state)
        if outcome is None:
            return None
        return {
            "result": outcome.result,
            "text": self.speaker.say(outcome.message),
            "rule": outcome.rule,
            "page": self.page_of(outcome.rule),
            "also": [
                self.speaker.say(Msg(f"outcome.{each}", outcome.facts)) for each in outcome.also
            ],
            "winners": [part.name for part in self.parts if part.index in outcome.winners],
        }

    def undo(self, head: Entry | None) -> dict[str, str] | None:
        """What the Undo button would take back: the action at the head of the log, if any."""
        if not self.play.head:
            return None
        return {"label": self.say_entry(head)[0] if head else ""}

    def waiting(self, views: Sequence[PromptView]) -> str:
        """A sentence for a phone that has nothing to do right now."""
        expected = [view for view in views if view.expected]
        if not expected or any(view.mine for view in expected):
            return ""
        due = expected[0].prompt.actors or ()
        names = [part.name for part in self.parts if part.index in due]
        who, what = self.speaker.join(names), expected[0].label
        return what if who in what else _("{who}: {what}").format(who=who, what=what)

    def context(
        self,
        *,
        flash: str = "",
        answer: Refusal | Question | None = None,
        data: QueryDict | None = None,
    ) -> dict[str, Any]:
        """Everything ``plays/board.html`` draws."""
        views = self.views(self.prompts, data)
        newest, head = self._ends()
        last = self.say_entry(newest) if newest else []
        outcome = self.outcome()
        refusal = self.refusal(answer, data) if isinstance(answer, Refusal) else None
        question = self.question(answer, data) if isinstance(answer, Question) else None
        said = flash or (refusal or question or {}).get("text") or " ".join(last[:LAST])
        if outcome and not (flash or answer):
            said = f"{said} {outcome['text']}"
        return {
            "play": self.play,
            "title": self.referee.title,
            "seat": self.seat,
            "address": self.seat.address if self.seat else self.play.code,
            "speaker": self.speaker,
            "language": get_language(),
            "key": secrets.token_urlsafe(9),
            "board": self.referee.board(self.state, self.viewer),
            "board_names": [f"games/{self.play.title}/board.html", "plays/plain_board.html"],
            "tv_names": [f"games/{self.play.title}/tv.html", "plays/plain_tv.html"],
            "trackers": lambda: self.referee.trackers(self.state),
            "depth": getattr(self.state, "depth", ""),
            "prompts": views,
            "now": [view for view in views if view.prompt.group in ("", "now")],
            "more": [view for view in views if view.prompt.group == "more"],
            "waiting": self.waiting(views),
            "flash": flash,
            "refusal": refusal,
            "question": question,
            "say": said,
            "outcome": outcome,
            "wish": self.wish(newest),
            "undo": self.undo(head),
            "redo": bool(self.play.future),
            "last": last[:LAST],
            "last_by": newest.seat.name if newest and newest.seat else "",
            "live_url": live.url(self.play.watch_code),
        }

    def _ends(self) -> tuple[Entry | None, Entry | None]:
        """The newest entry of the log, and the newest that holds."""
        found = {self.newest.seq: self.newest} if self.newest else {}
        if wanted := {self.play.revision, self.play.head} - {0, *found}:
            rest = self.play.entries.filter(seq__in=wanted).select_related("seat")
            found |= {entry.seq: entry for entry in rest}
        return found.get(self.play.revision), found.get(self.play.head)

    def refusal(self, refusal: Refusal, data: QueryDict | None) -> dict[str, Any]:
        return {
            "text": self.speaker.say(refusal.message),
            "remedy": self.speaker.say(refusal.remedy) if refusal.remedy else "",
            "rule": refusal.rule,
            "page": self.page_of(refusal.rule),
            "code": refusal.code,
            "overridable": refusal.overridable,
            "again": _hidden(data),
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
            "again": _hidden(data),
        }


def _hidden(data: QueryDict | None) -> list[tuple[str, str]]:
    """The posted fields again, so that an answer repeats the very same action."""
    if data is None:
        return []
    leave = {"csrfmiddlewaretoken", "revision", "key"}
    return [(name, value) for name, values in data.lists() if name not in leave for value in values]
