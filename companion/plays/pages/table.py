"""What a phone sees of a table: the referee's prompts and state, said in its language."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.plays import again, fold, foresight, ledger, moments, reading, rows, seats
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import drafts
from companion.plays.pages.drawing import boards, engine, scene
from companion.plays.pages.forms import PromptView, prompt_id
from companion.plays.pages.warnings import Foreseen, Guard, Told, mark, stands_open
from games import registry
from games.messages import Msg, Speaker
from games.pieces import Offers, Piece
from games.referee import Note, Outcome, Part, Prompt, Question, Refusal

TICKS = 100
"""Ticks of an entry are numbered from so many times its own number, half as much again where it is
taken back."""
LAST = 6
"""Sentences of the newest entry that are read aloud; the board has them all."""


def speaker_for(slug: str) -> Speaker:
    """The title's sentences in the language of this request."""
    return engine.speaker_for(get_language() or "en", slug)


@dataclass
class Table:
    """One play as one seat sees it right now; everything is read once."""

    play: Play
    seat: Seat | None
    newest: Entry | None = None
    """The newest entry, where the caller has it already."""
    before: InitVar[Table | None] = None
    """The same table a moment ago, while nobody has changed seats."""
    seated: InitVar[Sequence[Seat] | None] = None
    """All seats of the table, where the caller has just read them."""

    def __post_init__(self, before: Table | None, seated: Sequence[Seat] | None) -> None:
        self.before_play = before.play if before else None
        self.referee = registry.referee(self.play.title)
        self.speaker = speaker_for(self.play.title)
        self.moment = moments.of(self.play.title, self.play.state)
        self.state, self.parts = self.moment.state, self.moment.parts
        seated = before.held if before else seated
        self.held: Sequence[Seat] = rows.SEATS.all(self.play.pk) if seated is None else seated
        self.free = seats.free_parts(self.held, self.parts)
        offered = self.moment.prompts
        self.viewer = self._viewer(offered)
        self.prompts: Sequence[Prompt] = (
            ()
            if self.play.abandoned
            else self.referee.prompts_for(self.state, self.viewer, offered)
        )

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
        owners = {note.owner for note in fold.notes_of(entry)} - {None}
        return not owners <= set(self.own)

    def say_entry(self, entry: Entry) -> list[str]:
        """An entry as sentences, what was done first."""
        if entry.kind == Entry.Kind.ACTION:
            return self.say_notes(fold.notes_of(entry)) or [_("Something secret")]
        if entry.kind == Entry.Kind.CLOSE:
            state, _ordinal = fold.state_and_ordinal(self.play, entry.action["to"])
            return [_("Closed the table without an ending"), *self.standing(state)]
        if entry.kind == Entry.Kind.OPEN:
            return [_("Opened the table again")]
        if entry.kind == Entry.Kind.SEAT:
            return self._say_seat(entry)
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

    def _say_seat(self, entry: Entry) -> list[str]:
        """Who took, gave or lost a seat."""
        said = entry.action
        held = list(self.play.seats.all())
        names = [held[place].name for place in said.get("of", ()) if 0 <= place < len(held)]
        parts = [part.name for part in self.parts if part.index in said.get("parts", ())]
        about = {"who": self.speaker.join(names), "parts": self.speaker.join(parts)}
        sentences = {
            "sits": _("Sat down for {parts}") if parts else _("Sat down"),
            "plays": _("Plays {parts} from now on") if parts else _("Plays nobody from now on"),
            "host": _("Made {who} the host"),
            "freed": _("Freed the seat of {who}"),
            "released": _("Lets another phone take up the seat of {who}"),
            "claimed": _("Took up this seat on another phone"),
            "code": _("Gave the table a new code"),
            "link": _("Gave the table a new link to watch by"),
            "played": _("Says that {who} played {parts}"),
            "kept": _("Put this play into the book of a crew"),
            "again": _("Began a rematch"),
            "ahead-nothing": _("No chances are said before a roll from now on"),
            "ahead-dangers": _("Before a roll its dangers are said from now on"),
            "ahead-everything": _("Before a roll all it may bring is said from now on"),
            "moved": _("Moved the table to another Sidekick"),
        }
        headline = sentences.get(said.get("what"), _("Changed a seat")).format(**about)
        beside = names and said.get("what") in ("sits", "plays")
        return [headline, _("So far played by {who}").format(**about)] if beside else [headline]

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
            "names": [self.named(part) for part in self.parts if part.index in outcome.winners],
            "yours": self._yours(outcome),
        }

    def _yours(self, outcome: Outcome) -> str:
        """How it ended for who holds this phone; nothing for a watcher or for all sides at once."""
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

    def named(self, part: Part) -> str:
        """A side by who plays it: "{name} (Power)"."""
        person = self.people.get(part.index)
        if not person or person == part.name:
            return part.name
        return _("{person} ({side})").format(person=person, side=part.name)

    def your_turn(self, views: Sequence[PromptView]) -> str:
        """ "{name}, your turn", where several people play and this phone's person is asked."""
        if self.seat is None or len(self.people) < 2 or not self.seat.parts:
            return ""
        due = next((view for view in views if view.expected), None)
        if due is None or not set(self.seat.parts) & set(due.prompt.actors or ()):
            return ""
        if set(self.people) <= set(self.seat.parts):
            return ""
        return _("{name}, your turn").format(name=self.seat.name)

    @cached_property
    def people(self) -> dict[int, str]:
        """Who plays each part, by name; a part nobody has taken is missing."""
        sitting: dict[int, list[str]] = {}
        for seat in self.held:
            for index in seat.parts:
                sitting.setdefault(index, []).append(seat.name)
        return {index: self.speaker.join(names) for index, names in sitting.items()}

    def peak(self, newest: Entry | None) -> dict[str, str] | None:
        """The great moment that the newest entry brought, if it is one for all eyes."""
        if newest is None or newest.kind != Entry.Kind.ACTION:
            return None
        notes = {n.code: n for n in reversed(fold.notes_of(newest)) if n.owner is None}
        for code, word in self.referee.peaks.items():
            if note := notes.get(code):
                text = self.speaker.say(Msg(note.code, note.facts))
                return {"word": self.speaker.say(Msg(word)), "text": text, "tone": word}
        return None

    def guard(self, data: QueryDict) -> Guard:
        """What looks at a posted entry before it is written."""
        given = data.get("prompt", "")
        asked = (p for p in self.prompts if prompt_id(p.do, p.fixed) == given)
        return Guard(self.referee, next(asked, None), self.own, data.get("ahead", ""))

    def warnings(self, views: Sequence[PromptView]) -> list[dict[str, Any]]:
        """What this phone may enter now as it stands, and would rather not."""
        open_ = [view.prompt for view in views if view.mine and stands_open(view.prompt)]
        return self._told.beside(self.state, open_, self.own)

    def foreseen(self, foreseen: Foreseen, data: QueryDict | None) -> dict[str, Any]:
        """A warning that came with an entry, and the entry again."""
        said = self._told.says(foreseen.found, foreseen.ways, foreseen.sure, "")
        again = [pair for pair in _hidden(data) if pair[0] != "ahead"]
        text = " ".join([said["head"], *said["why"]])
        return {**said, "text": text, "mark": mark(foreseen.found), "again": again}

    @cached_property
    def _told(self) -> Told:
        return Told(self.referee, self.speaker, self.parts)

    def threats(self) -> tuple[dict[str, Any], ...]:
        """How far away each end is, the nearest first, said for people."""
        return tuple(
            {"left": each.left, "text": self.speaker.say(each.text), "part": each.part}
            | {"near": each.near}
            for each in self.referee.threats(self.moment.board(self.viewer))
        )

    def standing(self, state: Any) -> list[str]:
        """How near the end was, and who had how much: the figures a game is told by."""
        told = [f for f in self.referee.figures(state) if f.part is not None or f.limit]
        return [
            self.speaker.say(figure.label)
            + (f": {figure.value} / {figure.limit}" if figure.limit else f": {figure.value}")
            for figure in told
        ][: LAST - 1]

    def rematch(self) -> dict[str, str] | None:
        """Who would begin a rematch, and whether one was begun; ``None`` while this one goes on."""
        if not self.play.over or self.play.moved:
            return None
        if self.seat is None or self.seat.role == Seat.Role.SPECTATOR:
            return None
        first = getattr(again.setup(self.play), "first", None)
        names = [part.name for part in self.parts if part.index == first]
        return {"begins": "".join(names), "begun": "yes" if self.play.rematch_id else ""}

    def moved(self) -> dict[str, str] | None:
        """Where this phone goes on: its own seat at another Sidekick, and what that is called."""
        if not self.play.moved or self.seat is None:
            return None
        watches = self.seat.role == Seat.Role.SPECTATOR
        to = self.play.moved["watch" if watches else "join"]
        place = [seat.pk for seat in self.held].index(self.seat.pk)
        return {"to": to if watches else f"{to}?seat={place}", "place": urlsplit(to).netloc}

    def undo(self, head: Entry | None, said: Sequence[str] = ()) -> dict[str, str] | None:
        """What the Undo button would take back: the action at the head of the log, if any.

        ``said`` are its sentences, where the caller has them.
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
        last = self.say_entry(newest) if newest else []
        outcome = self.outcome()
        answered = self._answered(answer, data)
        said = flash or answered["text"] or " ".join(last[:LAST])
        if outcome and not (flash or answer):
            said = f"{said} {outcome['text']}"
        return {
            **self._offered(self.views(self.prompts, data)),
            "play": self.play,
            "title": self.referee.title,
            "seat": self.seat,
            "viewer": self.viewer,
            "address": self.seat.address if self.seat else self.play.code,
            "speaker": self.speaker,
            "language": get_language(),
            "key": secrets.token_urlsafe(9),
            "board": self.moment.board(self.viewer),
            "depth": getattr(self.state, "depth", ""),
            "flash": flash,
            "refusal": answered["refusal"],
            "question": answered["question"],
            "foreseen": answered["foreseen"],
            "say": said,
            "small": drafts.small(self.play.title),
            "stale": self._stale(have, found),
            "outcome": outcome,
            "threats": self.threats(),
            "peak": self.peak(newest),
            "people": self.people,
            "parts": self.parts,
            "again": self.rematch(),
            "ahead": self.looks_ahead(),
            "moved": self.moved(),
            "checklist": self.checklist(),
            "coach": self.coach(),
            "wish": self.wish(newest),
            "hands": self.hands(newest, head),
            "undo": self.undo(head, last if head is newest else ()),
            "redo": bool(self.play.future),
            "last": last,
            "last_by": newest.seat.name if newest and newest.seat else "",
        }

    def _offered(self, views: Sequence[PromptView]) -> dict[str, Any]:
        """What may be done, and what is waited for."""
        return {
            "prompts": views,
            "now": [view for view in views if view.prompt.group in ("", "now")],
            "more": [view for view in views if view.prompt.group == "more"],
            "waiting": self.waiting(views),
            "turn": self.your_turn(views),
            "warnings": self.warnings(views),
        }

    def _answered(
        self, answer: Refusal | Question | Foreseen | None, data: QueryDict | None
    ) -> dict[str, Any]:
        """What the referee said to what was entered, if that was no ruling."""
        refusal = self.refusal(answer, data) if isinstance(answer, Refusal) else None
        question = self.question(answer, data) if isinstance(answer, Question) else None
        foreseen = self.foreseen(answer, data) if isinstance(answer, Foreseen) else None
        text = (refusal or question or foreseen or {}).get("text", "")
        found = {"refusal": refusal, "question": question, "foreseen": foreseen}
        return {**found, "text": text}

    def drawn(
        self,
        context: Mapping[str, Any],
        held: str | None = None,
        csrf: str | None = None,
        *,
        screen: bool = False,
    ) -> dict[str, Any]:
        """``context`` and the board as HTML: ``drawn``, and the ``section`` around it.

        ``held`` is what the phone says it shows; ``csrf`` the token for forms of a whole page;
        ``screen`` the big one.
        """
        if screen:
            made = scene.pieces(context, self.referee.scene(context["board"], context["people"]))
        else:
            offers = Offers(context["now"], context["more"], self.seat is not None)
            made = boards.phone(context, self.referee.pieces(context["board"], offers))
        tokens = self._tokens(csrf)
        text, whole = boards.answer(context, made, held, tokens, screen=screen)
        section = boards.section(context, text, part=not whole)
        return {**context, "drawn": text, "section": section}

    def also(self, context: Mapping[str, Any], csrf: str | None) -> dict[str, Any]:
        """``context`` and what is possible besides, as HTML."""
        return {**context, "drawn": self.alone(boards.also(context), csrf)}

    def alone(self, piece: Piece, csrf: str | None) -> SafeString:
        """A piece for a page or a drawer of its own; ``csrf`` for forms outside of the board."""
        address = self.seat.address if self.seat else self.play.code
        return boards.alone(self.referee.title.slug, address, self._tokens(csrf), piece)

    def looks_ahead(self) -> bool:
        """Whether this phone is told what the roll it waits for may bring."""
        stakes, how = self.referee.stakes.values(), self.play.ahead
        dangers = how == Play.Ahead.DANGERS and any(each.danger for each in stakes)
        if self.play.over or not (dangers or how == Play.Ahead.EVERYTHING):
            return False
        if not self.referee.foretold(self.state, self.viewer):
            return False
        if foresight.rolls(self.play.title, self.moment):
            return True
        return not dangers and foresight.hopes(self.play.title, self.moment)

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
        if self.play.revision:
            return []
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
        """What the newest entry moves on the table, the greatest first; ``back`` where it took an
        entry back and all that is undone with one's hands."""
        entry, back = head, False
        if newest is not None and newest.kind == Entry.Kind.UNDO:
            undone = self.play.entries.filter(seq=newest.action["from"]).first()
            single = undone is not None and undone.parent == newest.action["to"]
            entry, back = undone if single else None, True
        if entry is None or entry.kind != Entry.Kind.ACTION:
            return None
        rows = [row for n, note in enumerate(fold.notes_of(entry)) if (row := self._hand(note, n))]
        rows.sort(key=lambda row: -row["size"])
        for row in rows:
            row["n"] += entry.seq * TICKS + (TICKS // 2 if back else 0)
            row["done"] = row["n"] in self.play.laid
        return {"back": back, "lines": rows} if rows else None

    def _hand(self, note: Note, n: int) -> dict[str, Any] | None:
        """How hands follow a note that this phone may read, ``None`` if nothing moves."""
        hidden = note.owner is not None and note.owner not in self.own
        code, facts = (note.hidden, {}) if hidden else (note.code, note.facts)
        hand = self.referee.hands.get(code)
        many = hand.many(facts) if hand else 0
        if hand is None or many == 0:
            return None
        text = self.speaker.say(Msg(code, facts))
        return {"n": n, "icon": hand.sign, "count": many or "", "text": text, "size": hand.size}

    def _tokens(self, csrf: str | None) -> str:
        """The hidden fields of every form of a page that may have no script."""
        if csrf is None:
            return ""
        new = {"revision": self.play.revision, "key": secrets.token_urlsafe(9)}
        return engine.inputs({"csrfmiddlewaretoken": csrf, **new})

    def _entries(self, *seqs: int) -> dict[int, Entry]:
        """Up to three entries by number, with who made them."""
        found = {self.newest.seq: self.newest} if self.newest else {}
        if wanted := {*seqs} - {0, *found}:
            by = {seat.pk: seat for seat in self.held}
            for entry in rows.ENTRIES.all(self.play.pk, *[*wanted, 0, 0][:3]):
                entry.seat = by.get(entry.seat_id or 0)
                found[entry.seq] = entry
        return found

    def _stale(self, have: int | None, found: Mapping[int, Entry]) -> str:
        """The actions whose forms on this phone are about nothing any more."""
        newest = found.get(self.play.revision)
        shown = found.get(have or 0)
        step = shown.step if shown else None
        if step is None and self.before_play and self.before_play.revision == have:
            step = self.before_play.step
        since = [newest] if newest and newest.seq - 1 == have else None
        return " ".join(drafts.stale(self.play, have, self.prompts, since, step))

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
