"""Attraction: a fighter is dragged into a hero's area (p.41)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.rules.common.areas import check_room, endangered
from games.gotham_chronicles.rules.common.forms import NOW, Level, Sizes, Tokens, choice, fighters
from games.gotham_chronicles.rules.common.perils import roll_for_wounds
from games.gotham_chronicles.rules.common.skills import owner_of
from games.gotham_chronicles.rules.danger import dangers, done, due, first
from games.gotham_chronicles.table import (
    Act,
    Table,
    leaders,
    led_by,
    name_of,
    side_only,
    somebody,
)
from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Prompt


class Drag(Act, tag="drag"):
    """Drag a fighter into the hero's own area (Attraction).

    ``danger`` is the level of that area by icon and mission, ``flame`` and ``gas`` its tokens;
    ``present`` are the sizes there and ``limit`` its occupation limit, if they are counted.
    """

    named = _("Drag someone here")

    who: str
    danger: Level = 0
    flame: Tokens = 0
    gas: Tokens = 0
    present: Sizes = None
    limit: Sizes = None

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.state.peril or not first(t.state, "drag"):
            t.refuse_impossible("E_NOTHING_OPEN", "G-132")
        side_only(t, led_by(t.state, due(t.state).who), "G-132")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer friends and enemies alike."""
        grant = due(t.state)
        there = tuple(
            each
            for side in ("heroes", "villain", "neutral")
            for each in fighters(t.state, side)
            if t.allows(_draggable, t, str(each.value), grant.who)
        )
        if there:
            yield cls.prompt(
                msg("prompt.drag", n=grant.n),
                choice("who", there, "G-132"),
                *dangers(cls, t.state),
                cls.field("present"),
                cls.field("limit"),
                rule="G-132",
                expected=True,
                actors=leaders(t.state, grant.who),
                group=NOW,
                tone="movement",
            )

    def apply(self, t: Table) -> None:
        """Drag a fighter; the danger of the own area counts (p.35)."""
        grant = due(t.state)
        self.bounded(t)
        who = somebody(t, self.who, "G-132")
        _draggable(t, who, grant.who)
        name, by = name_of(t.state, who), name_of(t.state, grant.who)
        if t.ask("ATTRACTION", "G-132", who=name, by=by, n=grant.n) == "no":
            t.refuse("E_OUT_OF_REACH", "G-132", target=name)
        check_room(t, who, self.present, self.limit)
        t.note("dragged", "G-132", who=name, by=by)
        t.state = done(t.state)
        roll_for_wounds(t, endangered(t.state, who, self.danger, self.flame, self.gas))


def _draggable(t: Table, who: str, by: str) -> None:
    """Refuse the one who drags, and whoever is bigger."""
    name = name_of(t.state, who)
    if who == by:
        t.refuse_impossible("E_NO_TARGET", "G-132", target=name)
    if owner_of(t.state, who).sheet.size > owner_of(t.state, by).sheet.size:
        t.refuse("E_TOO_BIG", "G-132", who=name, by=name_of(t.state, by))


WORDS: Catalogue = {
    "note.dragged": _("{by} drags {who} into its area"),
    "refusal.E_TOO_BIG": _("{who} is larger than {by}"),
    "prompt.drag": _("Attraction {n}: drag someone here"),
    "question.ATTRACTION": _n(
        "Can {by} see {who}, at most {n} area away and {n} level up or down?",
        "Can {by} see {who}, at most {n} areas away and {n} levels up or down?",
    ),
}
