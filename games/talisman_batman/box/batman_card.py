"""Batman's card: its two numbers and its list (p.8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Field, Prompt, RulingContext
from games.talisman_batman.box import facts
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.movement.batman import line
from games.talisman_batman.state import Batman, Box, EncounterCard, Remark
from games.talisman_batman.state.derived import ATTRIBUTES
from games.talisman_batman.table import Table, Teach


class EnterBatman(Teach, tag="batman-card"):
    """The values of Batman's card."""

    strength: Annotated[int, Range(1, 20)]
    cunning: Annotated[int, Range(1, 20)]
    lines: tuple[str, ...] = ()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.phase == "batman-card":
            if not t.state.owes:
                yield cls.now(t, *cls._numbers(Batman()), rule="T-052", everybody=True)
        elif any(fact.of == facts.BATMAN for fact in t.once(facts.doubts)):
            yield cls.mend(Msg("term.batman"), *cls._numbers(t.state.batman), rule="T-052")
        else:
            yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of his two numbers."""
        return cls.page(*cls._numbers(Batman()), rule="T-052")

    @classmethod
    def _numbers(cls, batman: Batman) -> tuple[Field, ...]:
        return tuple(
            cls.field(name, default=getattr(batman, name) or None, rule="T-052")
            for name in ATTRIBUTES
        )

    def apply(self, t: Table) -> None:
        batman = self._read(t.state.batman, t)
        t.note("batman-card", "T-052", strength=batman.strength, cunning=batman.cunning)
        t.put(batman=batman)
        if t.phase == "batman-card":
            t.turn(phase="stand")

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"batman": self._read(known.batman, call)}

    def enters(self, before: tuple[EncounterCard, ...], after: tuple[EncounterCard, ...]) -> str:
        return facts.BATMAN

    def _read(self, before: Batman, call: RulingContext) -> Batman:
        self.bounded(call, "T-052")
        lines = tuple(line.strip()[:200] for line in self.lines[:6]) or before.lines
        return replace(before, strength=self.strength, cunning=self.cunning, lines=lines)


class BatmanLine(Teach, tag="batman-line"):
    """One line of Batman's card, in the group's own words."""

    die: int
    text: Remark

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        asked = t.phase == "escaped" and not t.state.owes
        if asked and not line(t.state, t.fighting().escape):
            text, die = cls.field("text"), t.fighting().escape
            yield cls.now(t, text, rule="T-053", expected=False, everybody=True, die=die)
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of any line."""
        inputs = (fields.die(rule="T-053"), cls.field("text"))
        return cls.page(*inputs, rule="T-053", label=msg("prompt.batman-line-any"))

    def apply(self, t: Table) -> None:
        batman = self._read(t.state.batman, t)
        t.note("batman-line", "T-053", n=self.die, text=self.text)
        t.put(batman=batman)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"batman": self._read(known.batman, call)}

    def _read(self, before: Batman, call: RulingContext) -> Batman:
        if not 1 <= self.die <= 6:
            call.refuse_impossible("T-E03", "T-015", value=self.die)
        lines = [*before.lines, *[""] * (6 - len(before.lines))]
        lines[self.die - 1] = self.text.strip()[:200]
        return replace(before, lines=tuple(lines))


WORDS: Catalogue = {
    "prompt.batman-card": _("What Batman's card says"),
    "prompt.batman-line": _("Enter this line of Batman's card"),
    "prompt.batman-line-any": _("A line from Batman's card"),
    "note.batman-card": _("Batman's card: Strength {strength}, Cunning {cunning}"),
    "note.batman-line": _("Batman's list, {n}: {text}"),
}
