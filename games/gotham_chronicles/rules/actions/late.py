"""Cubes on the villain's defense after an attack was counted without them (p.47)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.rules.common.forms import NOW
from games.gotham_chronicles.state import Attack
from games.gotham_chronicles.table import Act, Table, leaders, led_by, name_of, side_only
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Prompt


class DefendLate(Act, tag="defend-late"):
    """The target does defend with cubes: the attack is counted again from there."""

    named = _("Defend with cubes after all")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        attack = t.state.undefended.open if t.state.undefended else None
        if not isinstance(attack, Attack):
            t.refuse_impossible("E_NO_ATTACK", "G-140")
        side_only(t, led_by(t.state, attack.target), "G-140")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        attack = t.state.undefended.open if t.state.undefended else None
        if isinstance(attack, Attack):
            yield cls.prompt(
                msg("prompt.defend-late", who=name_of(t.state, attack.target)),
                rule="G-140",
                help=Msg("help.defend-late"),
                actors=leaders(t.state, attack.target),
                group=NOW,
                tone="defence",
            )

    def apply(self, t: Table) -> None:
        """Put the table back to what it was before the defense."""
        before = t.state.undefended
        if before is None or not isinstance(before.open, Attack):
            return
        target = before.open.target
        t.state = before
        t.note("defend-late", "G-140", who=name_of(t.state, target))


WORDS: Catalogue = {
    "note.defend-late": _("{who} defends with cubes after all: the attack is counted again"),
    "prompt.defend-late": _("{who} defends with cubes"),
    "help.defend-late": _("The attack is counted again"),
}
