"""Stopping a heist, and turns entered by their result alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.animated_dice.rules import heist
from games.animated_dice.state import Heist, How
from games.animated_dice.table import Act, Table
from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import Field, Prompt


class StopHeist(Act, tag="stop"):
    """Stop and score."""

    named = _("Stop and score")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.on_turn()
        t.settled()
        if sum(t.turn.drawn):
            t.refuse("E_STOP_DRAWN", "D-019", remedy=msg("remedy.roll"))
        elif not t.turn.rolls:
            n = t.turn.to_roll(t.villain)
            t.refuse("E_STOP_EARLY", "D-016", remedy=msg("remedy.dice", n=n))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        loot, bonus = t.turn.points(t.villain, "stop")
        label = msg("prompt.stop_bonus" if bonus else "prompt.stop", n=loot + bonus, bonus=bonus)
        yield cls.now(t, label, rule="D-016", tone="score")

    def apply(self, t: Table) -> None:
        t.note("stop", "D-016", who=t.part().name)
        heist.finish(t, "stop")


class TurnTotal(Act, tag="total"):
    """The result of a whole turn without its dice."""

    points: int
    busted: bool = False

    named = _("Enter the result of a heist")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.on_turn()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the points, and for a bust those a villain is paid even then."""
        common: Any = {"rule": "D-043", "actors": (t.turn.part,), "group": "more"}
        yield cls.prompt(msg("prompt.total"), cls.sum_of(t, busted=False), **common)
        bust, paid = {"busted": True}, cls.sum_of(t, busted=True)
        if paid.high:
            yield cls.prompt(msg("prompt.total_bust"), paid, fixed=bust, **common)
        else:
            yield cls.prompt(msg("prompt.total_bust"), fixed={"points": 0, **bust}, **common)

    @classmethod
    def sum_of(cls, t: Table, busted: bool) -> Field:
        """Return the points such a turn can have brought."""
        most = t.villain.highest(t.state.dice, busted)
        return cls.field("points", low=0, high=most, default=0)

    def apply(self, t: Table) -> None:
        t.require_offered(self.sum_of(t, self.busted), self.points, "D-043")
        code = "total_bust" if self.busted else "total"
        t.note(code, "D-043", who=t.part().name, n=self.points)
        how: How = "bust" if self.busted else "total"
        heist.record(t, Heist(t.turn.part, 0, self.points, how))


WORDS: Catalogue = {
    "prompt.stop": _n("Stop and score {n}", "Stop and score {n}"),
    "prompt.stop_bonus": _n(
        "Stop and score {n} (bonus {bonus})", "Stop and score {n} (bonus {bonus})"
    ),
    "prompt.total": _("Enter the turn's result only"),
    "prompt.total_bust": _("Enter a bust only"),
    "field.points": _("Points this turn"),
    "note.stop": _("{who} stops"),
    "note.total": _("{who} reports a turn of {n}"),
    "note.total_bust": _("{who} reports a bust worth {n}"),
    "refusal.E_STOP_EARLY": _("You can't stop before the first roll"),
    "refusal.E_STOP_DRAWN": _("Dice have left the cup: you must roll them"),
    "remedy.roll": _("Roll the dice"),
}
