"""The choice of phones that show what the dice promise."""

from __future__ import annotations

from collections.abc import Iterable

from games.animated_dice.state import Advice
from games.animated_dice.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.vocabulary import Prompt


class ShowOdds(Act, tag="odds"):
    """Choose which phones show odds."""

    advice: Advice

    named = _("Show the odds")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        shown = cls.field("advice", default=t.state.advice)
        yield cls.prompt(msg("prompt.odds"), shown, group="table")

    def apply(self, t: Table) -> None:
        t.note("advice", advice=Msg(f"advice.{self.advice}"))
        t.put(advice=self.advice)


WORDS: Catalogue = {
    "prompt.odds": _("Who sees the odds"),
    "field.advice": _("Odds are shown to"),
    "advice.off": _("No one"),
    "advice.own": _("Active player"),
    "advice.all": _("Everyone"),
    "note.advice": _("Odds are now shown to: {advice}"),
}
