"""What a phone sees of a table: the referee's prompts and state, in its language."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.plays import fold, foresight, moments, reading, rows, seats
from companion.plays.answers import Unfit
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import drafts, handwork, naming
from companion.plays.pages.drawing import boards, engine
from companion.plays.pages.forms import PromptView, Side, prompt_id
from companion.plays.pages.naming import Named
from companion.plays.pages.pictures import Drawing
from companion.plays.pages.telling import LAST, hidden
from companion.plays.pages.warnings import Foreseen, Guard, Told, aloud, mark, stands_open
from companion.requests import given
from games import registry
from games.messages import Msg, Speaker
from games.referee import Prompt, Question, Refusal

READ = 512
"""Answers of the log that one process remembers: an entry is never changed."""


def speaker_for(slug: str) -> Speaker:
    """The title's sentences in the language of this request."""
    return engine.speaker_for(get_language(), slug)


@lru_cache(maxsize=READ)
def _read(play: int, share: str, *seqs: int) -> tuple[Entry, ...]:
    """Entries of a play by number, without who made them: the same for every phone that asks.

    ``share`` is the play's own for good; a number may be another's once a play is deleted.
    """
    return tuple(rows.ENTRIES.all(play, *seqs))


@dataclass
class Table(Drawing):
    """One play as one seat sees it right now; everything is read once."""

    play: Play
    seat: Seat | None
    newest: Entry | None = None
    """The newest entry, if the caller has it."""
    before: InitVar[Table | None] = None
    """The same table a moment ago, while nobody has changed seats."""
    seated: InitVar[Sequence[Seat] | None] = None
    """All seats of the table, where the caller has just read them."""

    def __post_init__(self, before: Table | None, seated: Sequence[Seat] | None) -> None:
        self.before_play = before.play if before else None
        self.referee = registry.referee(self.play.title)
        self.speaker = speaker_for(self.play.title)
        self.moment = moments.of(self.play.title, self.play.state)
        self.state = self.moment.state
        seated = before.held if before else seated
        self.held: Sequence[Seat] = rows.SEATS.all(self.play.pk) if seated is None else seated
        self.names = naming.names(self.moment.parts, self.people)
        if self.names:
            self.speaker = Named(self.speaker, self.names)
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
        """What is offered, as this phone may read it."""
        own = self.referee.prompts_for(self.state, self.viewer, offered)
        named: Sequence[Prompt] = naming.named(own, self.names)
        return named

    @cached_property
    def own(self) -> list[int]:
        """The parts this phone plays: its own, or without any those nobody has taken."""
        return reading.parts(self.play, self.seat, self.free, self.held)

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

    def actor(self, do: str, instead: str = "") -> int | None:
        """In whose name this phone does something; ``instead`` as a form says it."""
        assert self.seat is not None
        return seats.actor_for(self.seat, self.prompts, do, self.free, given(instead))

    def wide(self, state: Any = None) -> tuple[Prompt, ...]:
        """What the table may do at any time: numbers by hand, another depth."""
        at = self.state if state is None else state
        return self.soft("numbers", lambda: self.referee.table_prompts(at), ())

    def offered_at(self, state: Any, *, wide: bool = False) -> tuple[Prompt, ...]:
        """What was offered at another state, without what raises."""
        moment = moments.of(self.play.title, self.referee.encode_state(state))
        return (*moment.prompts, *(self.wide(state) if wide else ()))

    def views(self, prompts: Sequence[Prompt], data: QueryDict | None = None) -> list[PromptView]:
        """Prompts as a page draws them; the one refused keeps what was typed."""
        views = (self._view(prompt, data) for prompt in prompts)
        return [view for view in views if self._sayable(view)]

    def _sayable(self, view: PromptView) -> bool:
        return self.soft(f"the offer {view.do}", lambda: bool(view.id and view.label), False)

    @cached_property
    def _near(self) -> set[int]:
        """The parts this phone is for: its own, and those nobody has taken."""
        return {*self.own, *self.free}

    def _view(self, prompt: Prompt, data: QueryDict | None) -> PromptView:
        actors = prompt.actors
        others = bool(self._near and actors) and self._near.isdisjoint(actors or ())
        mine = seats.may_act(self.seat, prompt, self.free)
        if data is None or prompt_id(prompt.do, prompt.fixed) != data.get("prompt", ""):
            return PromptView(prompt, self.speaker, mine, others=others)
        if "for" not in data or not seats.may_stand_in(self.seat, prompt):
            return PromptView(prompt, self.speaker, mine, data, others=others)
        instead = given(data.get("for", ""))
        return PromptView(prompt, self.speaker, True, data, instead=instead)

    def instead(self) -> list[PromptView]:
        """What others are asked while this phone waits, to be entered for them."""
        return [
            PromptView(prompt, self.speaker, instead=(prompt.actors or (None,))[0])
            for prompt in self._for_others(self.views(self.prompts))
        ]

    def _for_others(self, views: Sequence[PromptView]) -> list[Prompt]:
        """The prompts of others among what this phone is shown, while nothing waits for it."""
        own = [view.mine and view.instead is None for view in views]
        if any(mine and view.expected for mine, view in zip(own, views, strict=True)):
            return []
        asked = (view.prompt for mine, view in zip(own, views, strict=True) if not mine)
        return [prompt for prompt in asked if seats.may_stand_in(self.seat, prompt)]

    @cached_property
    def due(self) -> tuple[int, ...]:
        """The parts whose turn it is to answer."""
        asked = () if self.play.over else self.moment.prompts
        return self.soft("due", lambda: self.referee.due(self.state, asked), ())

    def your_turn(self, wish: Mapping[str, Any] | None = None) -> str:
        """ "{name}, your turn", where several people play and this phone's person is asked: by the
        rules, in whosever turn, or by another player's wish."""
        if self.seat is None:
            return ""
        if wish and wish["mine"]:
            return _("{name}, your decision").format(name=self.seat.name)
        own = set(self.seat.parts)
        if len(self.people) < 2 or set(self.people) <= own or own.isdisjoint(self.due):
            return ""
        return _("{name}, your turn").format(name=self.seat.name)

    def guard(self, data: QueryDict) -> Guard:
        """What looks at a posted entry before it is written."""
        given = data.get("prompt", "")
        asked = next((p for p in self.prompts if prompt_id(p.do, p.fixed) == given), None)
        told = data.get("ahead", "")
        beside = asked is not None and self._warns_of(self._view(asked, None))
        return Guard(self.referee, self.moment, asked, self.own, told, beside)

    def _warns_of(self, view: PromptView) -> bool:
        """Whether a warning of what it would bring stands in sight: it is asked of this phone."""
        return view.mine and not view.others and stands_open(view.prompt)

    def warnings(self, views: Sequence[PromptView]) -> list[dict[str, Any]]:
        """Return entries this phone may make now without input, and shouldn't."""
        open_ = [view.prompt for view in views if self._warns_of(view)]
        return self.soft("warnings", lambda: self._told.beside(self.moment, open_, self.own), [])

    def foreseen(self, foreseen: Foreseen, data: QueryDict | None) -> dict[str, Any]:
        """A warning that came with an entry, and the entry again."""
        said = self._told.says(foreseen.found, foreseen.ways, foreseen.sure, "")
        again = [pair for pair in hidden(data) if pair[0] != "ahead"]
        return {**said, "text": aloud(said), "mark": mark(foreseen.found), "again": again}

    @cached_property
    def _told(self) -> Told:
        return Told(self.referee, self.speaker, self.parts, self._door)

    def _door(self, prompt: Prompt) -> str:
        """What this phone opens a prompt by; "" for what is not its to answer."""
        may = self.seat is not None and seats.may_act(self.seat, prompt, self.free)
        return prompt_id(prompt.do, prompt.fixed) if may else ""

    def undo(self, head: Entry | None, said: Sequence[str] = ()) -> dict[str, str] | None:
        """Return the entry the Undo button would undo: the action at the head of the log, if any.

        ``said`` are its sentences, if the caller has them.
        """
        if not self.play.head:
            return None
        return {"label": said[0] if said else self.say_entry(head)[0] if head else ""}

    def waiting(self, views: Sequence[PromptView]) -> str:
        """A sentence for a phone that has nothing to do right now."""
        expected = [view for view in views if view.expected]
        if not expected or any(view.mine for view in expected):
            return ""
        due = expected[0].prompt.actors or ()
        sides = [part for part in self.parts if part.index in due]
        who, what = self.speaker.join([self.named(part) for part in sides]), expected[0].label
        return what if who in what else _("{who}: {what}").format(who=who, what=what)

    def context(
        self,
        *,
        have: int | None = None,
        flash: str = "",
        answer: Refusal | Question | Foreseen | None = None,
        data: QueryDict | None = None,
    ) -> dict[str, Any]:
        """Everything a board is drawn from, for a phone that shows revision ``have``."""
        known = self.before_play is not None and self.before_play.revision == have
        found = self._entries(self.play.revision, self.play.head, 0 if known else have or 0)
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
            **self._offered(self.views(self.prompts, data), wish),
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
            "last_by": self.by(newest) if newest else "",
        }

    def _standing(self) -> dict[str, Any]:
        """The game as it stands for whoever looks, however it came there."""
        return {
            "play": self.play,
            "title": self.referee.title,
            "seat": self.seat,
            "viewer": self.viewer,
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
            "sit": self.sit(),
        }

    def _offered(
        self, views: Sequence[PromptView], wish: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """What may be done, and what is waited for."""
        return {
            "prompts": views,
            "now": [view for view in views if view.prompt.group in ("", "now")],
            "more": [view for view in views if view.prompt.group == "more"],
            "waiting": self.waiting(views),
            "turn": self.your_turn(wish),
            "due": self.due,
            "entering": self.entering(views),
            "instead": self.names_of(self._for_others(views)),
            "warnings": self.warnings(views),
        }

    def _answered(
        self, answer: Refusal | Question | Foreseen | None, data: QueryDict | None
    ) -> dict[str, dict[str, Any] | None]:
        """What the referee said to what was entered, if that was no ruling."""
        refusal = self.refusal(answer, data) if isinstance(answer, Refusal) else None
        question = self.question(answer, data) if isinstance(answer, Question) else None
        foreseen = self.foreseen(answer, data) if isinstance(answer, Foreseen) else None
        return {"refusal": refusal, "question": question, "foreseen": foreseen}

    def foretold(self) -> bool:
        """Whether the table's own options let this phone see forecasts."""
        call = partial(self.referee.foretold, self.state, self.viewer)
        return self.soft("forecast", call, False)

    def looks_ahead(self) -> bool:
        """Return whether this phone shows the forecast of the roll it waits for."""
        return self.soft("forecast", self._looks_ahead, False)

    def _looks_ahead(self) -> bool:
        stakes, how = self.referee.stakes.values(), self.play.ahead
        dangers = how == Play.Ahead.DANGERS and any(each.danger for each in stakes)
        if self.play.over or not (dangers or how == Play.Ahead.EVERYTHING):
            return False
        if not self.foretold():
            return False
        if foresight.rolls(self.play.title, self.moment) or foresight.chooses(self.moment):
            return True
        return not dangers and foresight.hopes(self.play.title, self.moment)

    def sit(self) -> tuple[Side, ...]:
        """Return the sides a host without one may choose, until the first entry."""
        if self.seat is None or self.seat.role != Seat.Role.HOST or self.seat.parts:
            return ()
        free = [part for part in self.parts if part.index in self.free]
        return tuple(free) if self.play.revision == 0 and len(self.parts) > 1 else ()

    def coach(self) -> dict[str, str] | None:
        """What one does with one's hands now and why, for a phone that is new to the title."""
        if self.seat is None or not self.seat.coached:
            return None
        if self.referee.turn(self.state) >= self.seat.coached:
            return None
        asked = next((view for view in self.views(self.prompts) if view.expected), None)
        code = f"coach.{asked.do}" if asked and asked.mine else ""
        if asked is None or code not in self.referee.catalogue():
            return None
        return {"text": self.speaker.say(Msg(code)), "rule": asked.rule}

    def checklist(self) -> list[dict[str, Any]]:
        """What to lay out before the first entry: icon, how many, in words, ticked or not."""
        return [] if self.play.revision else self.soft("checklist", self._checklist, [])

    def _checklist(self) -> list[dict[str, Any]]:
        rows = []
        for n, line in enumerate(self.referee.checklist(self.state)):
            icon, fact = self.referee.pictures.get(line.code, ("tick", ""))
            many = line.facts.get(fact, "")
            count = many if isinstance(many, int) else len(many) or ""
            told = {"n": n, "icon": icon, "count": count, "text": self.speaker.say(line)}
            rows.append({**told, "done": n in self.play.laid})
        return rows

    def laying(self) -> SafeString:
        """The checklist as a piece for a page that has the rest."""
        told = {"checklist": self.checklist(), "play": self.play, "seat": self.seat}
        return self.alone(boards.checklist(told), None)

    def to_do(self) -> dict[str, Any] | None:
        """What the newest entry moves on the table, as ``hands``, for a page without the board."""
        found = self._entries(self.play.revision, self.play.head)
        return self.hands(found.get(self.play.revision), found.get(self.play.head))

    def hands(self, newest: Entry | None, head: Entry | None) -> dict[str, Any] | None:
        """What the newest entry moves on the table, the greatest first; ``back`` where it took
        entries back and all that is undone with one's hands. Of a repair, undone, redone or
        neither, it is what lies otherwise than before."""
        back = newest is not None and newest.kind == Entry.Kind.UNDO
        mended = newest is not None and fold.mended(self.play, newest)
        if newest and (moved := newest if mended else self.repaired(newest)):
            lines = partial(self._put_back, moved.action["from"])
            first, back = newest.seq * handwork.TICKS + handwork.TICKS // 2, True
        else:
            entries = self._undone(newest) if back else [head] if head else []  # type: ignore[arg-type]
            if not entries or (not back and self.repaired(entries[0])):
                return None
            notes = [note for entry in entries for note in fold.notes_of(entry)]
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
            was = fold.state_at(self.play, before)
        except Unfit:
            return []
        return handwork.put_back(self.referee, was, self.state, self.speaker.say)

    def _undone(self, undo: Entry) -> list[Entry]:
        """The actions an entry took back, the newest first; none where it took back a repair,
        which put others in their place."""
        to = undo.action["to"]
        chain = list(fold.chain(self.play, undo.action["from"], to))
        return chain if chain and chain[-1].parent == to else []

    def _entries(self, *seqs: int) -> dict[int, Entry]:
        """Up to three entries by number."""
        found = {self.newest.seq: self.newest} if self.newest else {}
        # What is still to come must not be remembered as missing.
        if wanted := {seq for seq in seqs if 0 < seq <= self.play.revision} - {*found}:
            read = _read(self.play.pk, self.play.share, *sorted([*wanted, 0, 0][:3]))
            found |= {entry.seq: entry for entry in read}
        return found

    def _stale(self, have: int | None, found: Mapping[int, Entry]) -> str:
        """The actions whose forms on this phone are about nothing any more."""
        newest = found.get(self.play.revision)
        shown = found.get(have or 0)
        step = shown.step if shown else None
        if step is None and self.before_play and self.before_play.revision == have:
            step = self.before_play.step
        since = [newest] if newest and newest.seq - 1 == have else None
        return " ".join(drafts.stale(self.play, have, since, step))
