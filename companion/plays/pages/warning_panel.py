"""Warnings of a table: entries with a price, and whether the next roll is forecast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import QueryDict

from companion.plays import forecast_text
from companion.plays.models import Play
from companion.plays.pages import phrasing
from companion.plays.pages.forms import PromptView, prompt_id
from companion.plays.pages.prompt_panel import PromptPanel
from companion.plays.pages.telling import hidden
from companion.plays.pages.warnings import (
    EntryGuard,
    UnwarnedLossError,
    WarningContext,
    is_answer,
    mark,
    stands_open,
)
from games.referee import Prompt


class WarningPanel(PromptPanel):
    """Warnings and forecasts of a table; ``TablePage`` has the values."""

    viewer: int | None

    def guard(self, data: QueryDict) -> EntryGuard:
        """Return the check of a posted entry before it is written."""
        given = data.get("prompt", "")
        asked = next((p for p in self.prompts if prompt_id(p.do, p.fixed) == given), None)
        told = data.get("ahead", "")
        beside = asked is not None and self._warns_of(self._view(asked, None))
        answers = asked is not None and is_answer(asked, self.prompts)
        return EntryGuard(self.referee, self.moment, asked, self.own, told, beside, answers)

    def _warns_of(self, view: PromptView) -> bool:
        """Return whether a warning of what it would bring is in sight: it is asked of this
        phone."""
        return view.mine and stands_open(view.prompt)

    def warnings(self, views: Sequence[PromptView]) -> list[dict[str, Any]]:
        """Return entries this phone may make now without input, and shouldn't."""
        open_ = [view.prompt for view in views if self._warns_of(view)]
        return self.soft("warnings", lambda: self._told.beside(self.moment, open_, self.own), [])

    def foreseen(self, foreseen: UnwarnedLossError, data: QueryDict | None) -> dict[str, Any]:
        """Return a warning that came with an entry, and the entry again."""
        said = self._told.says(foreseen.found, foreseen.ways, foreseen.sure, "")
        again = [pair for pair in hidden(data) if pair[0] != "ahead"]
        return {**said, "text": phrasing.aloud(said), "mark": mark(foreseen.found), "again": again}

    @property
    def _told(self) -> WarningContext:
        # Not kept: it knows this page, which would have to be collected with all it holds.
        return WarningContext(self.referee, self.speaker, self.parts, self._door)

    def _door(self, prompt: Prompt) -> str:
        """Return what this phone opens a prompt by; "" for what is not its to answer."""
        return prompt_id(prompt.do, prompt.fixed) if self._mine(prompt) else ""

    def foretold(self) -> bool:
        """Return whether the table's own options let this phone see forecasts."""
        call = partial(self.referee.can_see_forecasts, self.state, self.viewer)
        return self.soft("forecast", call, False)

    def looks_ahead(self) -> bool:
        """Return whether this phone shows the forecast of the roll it waits for."""
        return self.soft("forecast", self._looks_ahead, False)

    def _looks_ahead(self) -> bool:
        stakes, how = self.referee.risk_figures.values(), self.play.ahead
        dangers = how == Play.Ahead.DANGERS and any(each.danger for each in stakes)
        if self.play.over or not (dangers or how == Play.Ahead.EVERYTHING):
            return False
        if not self.foretold():
            return False
        if forecast_text.rolls(self.play.title, self.moment) or forecast_text.chooses(self.moment):
            return True
        return not dangers and forecast_text.hopes(self.play.title, self.moment)
