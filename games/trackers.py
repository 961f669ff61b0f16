"""The numbers a title keeps: what the table can set, count and follow, and what must hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.actions import Table
from games.codec import Stored
from games.counting import CountCheck, explained
from games.messages import Msg
from games.vocabulary import (
    REASON,
    Adjust,
    BoxT,
    Choice,
    Defect,
    Field,
    Figure,
    Note,
    Prompt,
    SetDepth,
    SetupT,
    StateT,
    Title,
    Tracker,
)


class Numbers(Stored[SetupT, StateT, BoxT], ABC):
    """Numbers, adjusting one by hand, and the depth a table plays at."""

    title: Title
    house_numbers: tuple[str, ...] = ()
    """The kinds of trackers that house rules may change: their names without the side, such as
    ``tokens`` for ``tokens.1``; each has a name among the words (``house.tokens``)."""
    house_choices: tuple[str, ...] = ()
    """Further kinds, of whose trackers a player chooses one: such a rule is used once a turn."""
    house_moments: Mapping[str, frozenset[str]] = {"setup": frozenset()}
    """The moments of house rules, in the order of the form, and the codes of the notes that say
    that one has come (``moment.turn`` among the words). ``setup`` comes with the first state,
    ``once`` is chosen by a player."""

    @abstractmethod
    def check(self, state: StateT) -> tuple[Defect, ...]:
        """Return all broken invariants, not only the first."""

    @abstractmethod
    def trackers(self, state: StateT) -> tuple[Tracker, ...]:
        """List every number the table can adjust."""

    @abstractmethod
    def set_tracker(self, state: StateT, name: str, value: int) -> StateT:
        """Return the state with one tracker of ``trackers`` set; the bounds have been checked."""

    def countable(self, state: StateT) -> tuple[Tracker, ...]:
        """List every number the table can count and compare with the log."""
        return self.trackers(state)

    def count_check(
        self, log: Sequence[tuple[StateT, Any, Sequence[Note], StateT]], where: str, counted: int
    ) -> CountCheck:
        """Return the entries that could explain a different count of ``where`` on the table.

        ``log`` are live entries, oldest first and not empty: the state before, the action, its
        notes, the state after. Raises ``ValueError`` for a name ``countable`` does not have.
        """
        states = (log[0][0], *(after for *_, after in log))
        return explained(where, [self._held(state, where) for state in states], counted)

    def _held(self, state: StateT, where: str) -> int | None:
        return next((each.value for each in self.trackers(state) if each.name == where), None)

    def figures(self, state: StateT) -> tuple[Figure, ...]:
        """Return the figures of a play for its chart; the same names in every state."""
        return tuple(Figure(t.name, t.label, t.value) for t in self.trackers(state))

    def without_report(self, state: StateT) -> StateT:
        """Return a state without what only shows how the last entry went: forecasts calculate
        tables that differ in nothing else once."""
        return state

    redraws: bool = False
    """Whether turns of a game are drawn again for its turning point, instead of playing it on: each
    changes the figures, whose ``limit`` and ``least`` end the game."""
    turning_unknown: Msg | None = None
    """Why nothing tells the chance to win, for the story."""

    def table_prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """Return the prompts of every title at any time, even after the end: adjust, change
        depth.
        """
        trackers = tuple(Choice(t.name, t.label, str(t.value)) for t in self.trackers(state))
        depth = getattr(state, "depth", "")
        depths = tuple(Choice(d, Msg(f"depth.{d}")) for d in self.title.depths if d != depth)
        adjust = Prompt(
            "adjust",
            Msg("prompt.adjust"),
            (
                Field("tracker", "choice", Msg("field.tracker"), trackers),
                Field("value", "number", Msg("field.value")),
                Field("reason", "text", Msg("field.reason"), high=REASON, optional=True),
                Field("played", "flag", Msg("field.played"), optional=True),
            ),
            group="table",
        )
        switch = Prompt(
            "depth",
            Msg("prompt.depth"),
            (Field("depth", "choice", Msg("field.depth"), depths),),
            group="table",
        )
        return (adjust, switch) if depths else (adjust,)

    def adjust(self, t: Table[StateT], action: Adjust) -> None:
        """Set a number to its value on the table, as long as it is possible."""
        state = t.state
        tracker = next((t for t in self.trackers(state) if t.name == action.tracker), None)
        if tracker is None:
            t.refuse_impossible("E_UNKNOWN_TRACKER", what=action.tracker)
        low, high, step = tracker.low, tracker.high, tracker.step
        t.require_range(tracker.label, action.value, low, high, tracker.rule, step)
        if action.value == tracker.value:
            t.refuse_impossible("E_SAME_VALUE", what=tracker.label, value=tracker.value)
        after = self.set_tracker(state, action.tracker, action.value)
        known = set(map(msgspec.json.encode, self.check(state)))
        fresh = [d for d in self.check(after) if msgspec.json.encode(d) not in known]
        if fresh:
            t.refuse_impossible("E_INVARIANT", defects=tuple(d.message for d in fresh))
        t.note(
            "adjust",
            tracker.rule,
            what=tracker.label,
            before=tracker.value,
            after=action.value,
            reason=why(action),
        )
        t.state = after
        self.adjusted(t, state)

    def adjusted(self, t: Any, before: StateT) -> None:
        """Apply automatic consequences of a number set by hand, through ``t``."""

    def change_depth(self, t: Table[StateT], action: SetDepth) -> None:
        """Continue at another depth, if the title has several."""
        if len(self.title.depths) < 2 or action.depth not in self.title.depths:
            t.refuse_impossible("E_MALFORMED", problem=action.depth)
        t.note("depth", depth=Msg(f"depth.{action.depth}"))
        t.put(depth=action.depth)
        self.depth_changed(t)

    def depth_changed(self, t: Any) -> None:
        """Adapt the current step to another depth, so that nothing is lost or gained."""


def why(action: Adjust) -> Msg | str:
    """Return the sentence next to a number set by hand."""
    if action.reason:
        return Msg("adjust.played_by" if action.played else "adjust.why", {"why": action.reason})
    return Msg("adjust.played") if action.played else ""
