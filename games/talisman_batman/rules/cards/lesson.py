"""Texts of spaces, cards and Feats: said once, carried out ever after (pp. 8-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Note, Prompt
from games.talisman_batman.rules.cards.feats import draw_feat, drop
from games.talisman_batman.rules.villain.fortunes import go_insane, lose_turn
from games.talisman_batman.rules.villain.points import gain, limits
from games.talisman_batman.state import Box, Effect, Lesson, State, Verb
from games.talisman_batman.state.derived import LIBRARY, card_label, space_label
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import fold

VERBS: tuple[Verb, ...] = get_args(Verb)
POINTS = ("life", "fate", "strength", "cunning", "coins")
ONCE = ("lose-turn", "insane")
"""What only happens: gained or lost makes no difference."""
MOST, TOGETHER = 3, 4
"""Points of one effect, and effects of one text."""


class TeachText(Act, tag="does"):
    """Enter what the text that has just come up does: now, and with ``keep`` from now on every
    time."""

    named = _("What a text does")
    teaches = True
    source: str
    what: Verb
    by: Annotated[int, Range(-MOST, MOST)]
    keep: Literal["every", "once"] = "once"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not t.state.turn.text:
            t.refuse_impossible("T-NO-TEXT", "T-059")
        t.own(t.state.turn.reader, "T-059")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        turn = t.state.turn
        if turn.lesson or len(turn.done) >= TOGETHER:
            return
        what = Field(
            "what", "choice", msg("field.does"), tuple(Choice(v, Msg(f"verb.{v}")) for v in VERBS)
        )
        amounts = tuple(Choice(n, f"{n:+d}") for n in (-1, -2, -3, 1, 2, 3))
        by = Field("by", "choice", msg("field.by"), amounts, default=-1)
        kept = tuple(Choice(each, Msg(f"keep.{each}")) for each in ("every", "once"))
        keep = Field("keep", "choice", msg("field.keep"), kept)
        label = msg("prompt.does-more" if turn.done else "prompt.does", name=title(turn.text))
        tone = "more" if turn.done else ""
        asked = cls.now(t, what, by, keep, rule="T-059", label=label, expected=False, tone=tone)
        yield replace(asked, actors=(turn.reader,), fixed={"source": turn.text})

    def apply(self, t: Table) -> None:
        self.bounded(t, "T-120")
        turn = t.state.turn
        if self.source != turn.text or turn.lesson or len(turn.done) >= TOGETHER:
            t.refuse_impossible("T-NO-TEXT", "T-059")
        if not self.by or (self.what == "feat" and self.by < 0):
            t.refuse_impossible("T-VERB", "T-120", what=Msg(f"verb.{self.what}"))
        by = abs(self.by) if self.what in ONCE else self.by
        effect = Effect(self.what, by)
        if self.keep == "every":
            t.note("learned", "T-059", name=title(self.source), what=said((effect,)))
            old = find(t.state.lessons, self.source)
            effects = (*(old.effects if old else ()), effect)
            t.put(lessons=with_lesson(t.state.lessons, Lesson(self.source, effects)))
        _carry_out(t, turn.reader, effect)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return _in_the_box(known, state, self.source)


class CorrectText(Act, tag="does-not"):
    """Enter what a text was said to do is wrong: it is taken back and asked again."""

    named = _("A text does something else")
    teaches = True
    source: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not t.state.turn.text or not t.state.turn.done:
            t.refuse_impossible("T-NO-TEXT", "T-059")
        t.own(t.state.turn.reader, "T-059")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        turn = t.state.turn
        label = msg("prompt.does-not", name=title(turn.text), what=said(turn.done))
        yield cls.now(
            t, rule="T-059", label=label, expected=False, actor=turn.reader, source=turn.text
        )

    def apply(self, t: Table) -> None:
        turn = t.state.turn
        if self.source != turn.text:
            t.refuse_impossible("T-NO-TEXT", "T-059")
        t.note("unlearned", "T-059", name=title(turn.text))
        t.put(lessons=tuple(each for each in t.state.lessons if each.of != turn.text))
        t.turn(lesson=False, done=())
        for effect in reversed(turn.done):
            _take_back(t, turn.reader, effect)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return _in_the_box(known, state, self.source)


# -- what is known -----------------------------------------------------------------------


def of_space(space: str) -> str:
    """Return the name under which a space's text is kept."""
    return f"space.{space}"


def of_card(name: str) -> str:
    """Return the name under which a card's text is kept."""
    return f"card.{name}"


def find(lessons: tuple[Lesson, ...], of: str) -> Lesson | None:
    """Return what is known about a text."""
    return next((each for each in lessons if each.of == of), None)


def with_lesson(lessons: tuple[Lesson, ...], lesson: Lesson) -> tuple[Lesson, ...]:
    """Return the texts known with this one in its place; a copy keeps a bounded number."""
    return (*(each for each in lessons if each.of != lesson.of), lesson)[-LIBRARY:]


def title(of: str) -> Msg | str:
    """Return what a text stands on."""
    kind, _dot, name = of.partition(".")
    if kind == "space":
        return space_label(name, 0)
    return card_label(name) if kind == "card" else msg("feat.named", name=name)


def said(effects: tuple[Effect, ...]) -> tuple[Msg, ...]:
    """Return effects in words."""
    return tuple(
        Msg("verb.insane")
        if e.what == "insane"
        else msg(
            "effect.points" if e.what in POINTS else "effect.times",
            what=Msg(f"verb.{e.what}"),
            n=f"{e.by:+d}" if e.what in POINTS else e.by,
        )
        for e in effects
    )


def _in_the_box(known: Box, state: State, of: str) -> dict[str, Any]:
    """Return the copy with what the table knows of this text now."""
    lesson = find(state.lessons, of)
    others = tuple(each for each in known.lessons if each.of != of)
    return {"lessons": with_lesson(others, lesson) if lesson else others}


# -- what happens ------------------------------------------------------------------------


def meet(t: Table, of: str, seat: int) -> None:
    """Carry out a text that comes up if the copy knows it; else it may be taught."""
    lesson = find(t.state.lessons, of)
    t.turn(text=of, reader=seat, lesson=lesson is not None, done=())
    if lesson is None:
        return
    t.note("does", "T-059", name=title(of), what=said(lesson.effects))
    for effect in lesson.effects:
        if t.villain(seat).alive:
            _carry_out(t, seat, effect)


def read_feat(t: Table, notes: Iterable[Note], seat: int) -> None:
    """Carry out a Feat that has become public by its name."""
    for note in notes:
        feat = note.facts.get("feat") if note.code == "note.feat-used" else None
        if isinstance(feat, Msg) and feat.code == "feat.named":
            meet(t, f"feat.{fold(str(feat.facts['name']))}", seat)
            return


def _carry_out(t: Table, seat: int, effect: Effect) -> None:
    """Do one effect, and keep what it really moved so that it can be taken back."""
    before = t.villain(seat)
    match effect.what:
        case "lose-turn":
            for _each in range(effect.by):
                lose_turn(t, seat)
        case "insane":
            go_insane(t, seat)
        case "feat":
            for _each in range(effect.by):
                if t.allows(draw_feat, t, seat):
                    draw_feat(t, seat)
        case _:
            if not _possible(t, seat, effect):
                return
            gain(t, seat, effect.what, effect.by)
    moved = effect
    if effect.what != "feat" and t.villain(seat).alive:
        name = "lost_turns" if effect.what == "lose-turn" else effect.what
        by = int(getattr(t.villain(seat), name)) - int(getattr(before, name))
        moved = replace(effect, by=by)
    if t.state.turn.text:
        t.turn(done=(*t.state.turn.done, moved))


def _possible(t: Table, seat: int, effect: Effect) -> bool:
    """Return whether a limit or an empty supply leaves anything to gain or lose."""
    low, high, _rule = limits(t.state, seat, effect.what)
    value = int(getattr(t.villain(seat), effect.what))
    return value < high if effect.by > 0 else value > low


def _take_back(t: Table, seat: int, effect: Effect) -> None:
    villain = t.villain(seat)
    match effect.what:
        case "lose-turn":
            t.change(seat, lost_turns=max(0, villain.lost_turns - effect.by))
        case "insane" if effect.by:
            # What is left of an Insanity that began in an earlier turn counts this turn again.
            t.change(seat, insane=max(0, villain.insane - effect.by), insane_since=0)
        case "feat":
            for feat in villain.feats[-effect.by :]:
                drop(t, seat, feat.id)
        case _:
            back = Effect(effect.what, -effect.by)
            if back.by and _possible(t, seat, back):
                gain(t, seat, back.what, back.by)


WORDS: Catalogue = {
    "prompt.does": _("Teach once what this does: {name}"),
    "prompt.does-more": _("{name} also does something else"),
    "prompt.does-not": _("Wrong? Fix {name}: {what}"),
    "field.does": _("What it does to you"),
    "field.keep": _("How often"),
    "keep.every": _("Every time"),
    "keep.once": _("Only this time"),
    "verb.life": _("Life"),
    "verb.fate": _("Fate"),
    "verb.strength": _("Strength"),
    "verb.cunning": _("Cunning"),
    "verb.coins": _("Coins"),
    "verb.lose-turn": _("Miss a turn"),
    "verb.insane": _("Go Insane"),
    "verb.feat": _("Draw Feats"),
    "effect.points": _("{what} {n}"),
    "effect.times": _("{what}: {n}"),
    "note.learned": _("{name}: {what}, from now on every time"),
    "note.unlearned": _("{name} does something else; this is undone"),
    "note.does": _("{name}: {what}"),
    "refusal.T-NO-TEXT": _("No text is being carried out that could be taught"),
    "refusal.T-VERB": _("This can't be lost, only happen: {what}"),
}
