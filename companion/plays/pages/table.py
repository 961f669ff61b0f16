"""A phone's view of a table: the referee's prompts and state, in its language."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language
from msgspec.structs import replace

from companion.plays import moments, seats, statements
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import drafts, naming, tasks
from companion.plays.pages.drawing import engine
from companion.plays.pages.forms import PromptView, Side
from companion.plays.pages.hands_panel import HandsPanel
from companion.plays.pages.naming import PlayerNameSpeaker
from companion.plays.pages.telling import LAST
from companion.plays.pages.warning_panel import WarningPanel
from companion.plays.pages.warnings import UnwarnedLossError
from games import registry
from games.messages import Speaker
from games.referee import Prompt, Question, Refusal


def speaker_for(slug: str) -> Speaker:
    """Return the title's sentences in the language of this request."""
    return engine.speaker_for(get_language(), slug)


@dataclass
class TablePage(WarningPanel, HandsPanel):
    """One play as one seat sees it right now; everything is read once."""

    play: Play
    seat: Seat | None
    newest: Entry | None = None
    """The newest entry, if the caller has it."""
    before: InitVar[TablePage | None] = None
    """The same table a moment ago, while no one has changed seats."""
    seated: InitVar[Sequence[Seat] | None] = None
    """All seats of the table, where the caller has just read them."""

    def __post_init__(self, before: TablePage | None, seated: Sequence[Seat] | None) -> None:
        self.before_play = before.play if before else None
        self.referee = registry.referee(self.play.title)
        self.speaker = speaker_for(self.play.title)
        self.moment = moments.of(self.play.title, self.play.state)
        self.state = self.moment.state
        seated = before.held if before else seated
        self.held: Sequence[Seat] = statements.SEATS.all(self.play.pk) if seated is None else seated
        self.names = naming.names(self.moment.parts, self.people)
        if self.names:
            self.speaker = PlayerNameSpeaker(self.speaker, self.names)
        self.parts = tuple(
            Side(part.index, self.speaker.say(part.name), part.detail) for part in self.moment.parts
        )
        self.free = seats.free_parts(self.held, self.parts)
        offered = self.moment.prompts
        self.viewer = self._viewer(offered)
        self.prompts: Sequence[Prompt] = ()
        if not self.play.abandoned:
            self.prompts = self.soft("prompts", lambda: self._prompts(offered), ())

    def _prompts(self, offered: tuple[Prompt, ...]) -> Sequence[Prompt]:
        """Return what is offered, as this phone may read it."""
        own = self.referee.prompts_for(self.state, self.viewer, offered)
        named: Sequence[Prompt] = naming.named(own, self.names)
        shown = tasks.only(tasks.of(self.seat), self.referee, named)
        return tuple(self._of_mine(prompt) for prompt in shown)

    def _of_mine(self, prompt: Prompt) -> Prompt:
        """Return a prompt whose fields about a part begin with this phone's own."""
        if not any(each.of_part for each in prompt.fields):
            return prompt
        fields = tuple(
            replace(each, default=self.viewer)
            if each.of_part and self.viewer in [choice.value for choice in each.choices]
            else each
            for each in prompt.fields
        )
        return replace(prompt, fields=fields)

    def wide(self, state: Any = None) -> tuple[Prompt, ...]:
        """Return what the table may do at any time: numbers by hand, another depth."""
        at = self.state if state is None else state
        return self.soft("numbers", lambda: self.referee.table_prompts(at), ())

    def offered_at(self, state: Any, *, wide: bool = False) -> tuple[Prompt, ...]:
        """Return what was offered at another state, without what raises."""
        moment = moments.of(self.play.title, self.referee.encode_state(state))
        return (*moment.prompts, *(self.wide(state) if wide else ()))

    def undo(self, head: Entry | None, said: Sequence[str] = ()) -> dict[str, str] | None:
        """Return the entry the Undo button would undo: the action at the head of the log, if any.

        ``said`` are its sentences, if the caller has them.
        """
        if not self.play.head:
            return None
        return {"label": said[0] if said else self.say_entry(head)[0] if head else ""}

    def context(
        self,
        *,
        have: int | None = None,
        flash: str = "",
        answer: Refusal | Question | UnwarnedLossError | None = None,
        data: QueryDict | None = None,
    ) -> dict[str, Any]:
        """Return everything a board is drawn from, for a phone that shows revision ``have``."""
        known = self.before_play is not None and self.before_play.revision == have
        found = self.entries(self.play.revision, self.play.head, 0 if known else have or 0)
        newest, head = found.get(self.play.revision), found.get(self.play.head)
        last = self.news(newest)
        outcome = self.outcome()
        answered = self._answered(answer, data)
        wish = self.wish(newest)
        reply = next((each["text"] for each in answered.values() if each), "")
        said = flash or reply or " ".join(last[:LAST])
        if outcome and not (flash or answer):
            said = f"{said} {outcome['text']}"
        return {
            **self._standing(),
            **self._offered(self.views(self._on_boards(), data), wish),
            **answered,
            "key": secrets.token_urlsafe(9),
            "flash": flash,
            "say": said,
            "stale": self.soft("drafts", lambda: self._stale(have, found), drafts.EVERYTHING),
            "outcome": outcome,
            "peak": self.peak(newest),
            "wish": wish,
            "hands": self.hands(newest, head),
            "undo": self.undo(head, last if head is newest else ()),
            "redo": bool(self.play.future),
            "last": last,
            "headline": self.headline(newest, last),
            "last_by": self.by(newest) if newest else "",
        }

    def _on_boards(self) -> list[Prompt]:
        """Return what is offered on boards; the rest is opened in a drawer."""
        return [prompt for prompt in self.prompts if prompt.group != "table"]

    def _standing(self) -> dict[str, Any]:
        """Return the game as it stands for whoever looks, however it came there."""
        return {
            "play": self.play,
            "title": self.referee.title,
            "seat": self.seat,
            "held": self.held,
            "viewer": self.viewer,
            "own": self.own,
            "address": self.seat.address if self.seat else self.play.code,
            "speaker": self.speaker,
            "language": get_language(),
            "board": self.moment.board(self.viewer),
            "depth": getattr(self.state, "depth", ""),
            "small": drafts.small(self.play.title),
            "taught": drafts.taught(self.play.title),
            "threats": self.threats(),
            "people": self.people,
            "parts": self.parts,
            "again": self.rematch(),
            "learned": self.learned(),
            "ahead": self.looks_ahead(),
            "moved": self.moved(),
            "checklist": self.checklist(),
            "coach": self.soft("coach", self.coach, None),
            "task": self.task(),
            "sit": self.sit(),
            "sit_as": self.sit_as(),
        }

    def _offered(
        self, views: Sequence[PromptView], wish: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """Return what may be done, and what is waited for."""
        return {
            "prompts": views,
            "now": [view for view in views if view.prompt.group in ("", "now")],
            "more": [view for view in views if view.prompt.group == "more"],
            "waiting": self.waiting(views),
            "turn": self.your_turn(wish),
            "due": self.due,
            "acting": self.standing_in(),
            "instead": self.instead(views),
            "warnings": self.warnings(views),
        }

    def _answered(
        self, answer: Refusal | Question | UnwarnedLossError | None, data: QueryDict | None
    ) -> dict[str, dict[str, Any] | None]:
        """Return what the referee said to what was entered, if that was no ruling."""
        refusal = self.refusal(answer, data) if isinstance(answer, Refusal) else None
        question = self.question(answer, data) if isinstance(answer, Question) else None
        foreseen = self.foreseen(answer, data) if isinstance(answer, UnwarnedLossError) else None
        return {"refusal": refusal, "question": question, "foreseen": foreseen}

    def _stale(self, have: int | None, found: Mapping[int, Entry]) -> str:
        """Return the actions whose forms on this phone are about nothing any more."""
        newest = found.get(self.play.revision)
        shown = found.get(have or 0)
        step = shown.step if shown else None
        if step is None and self.before_play and self.before_play.revision == have:
            step = self.before_play.step
        since = [newest] if newest and newest.seq - 1 == have else None
        return " ".join(drafts.stale(self.play, have, since, step))
