"""Free actions after an attack: taken one by one, or declined (p.37-40)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.rules.actions.attack import enemy
from games.gotham_chronicles.rules.actions.chains import FREE_COUNTERS, brings, close, follow_ups
from games.gotham_chronicles.rules.actions.defence import (
    offer_defence,
)
from games.gotham_chronicles.rules.common.costs import (
    around,
    hindering,
)
from games.gotham_chronicles.rules.common.forms import NOW, Menace, Smoke, choice, fighters
from games.gotham_chronicles.rules.common.skills import (
    granted,
    lending,
    owner_of,
    usable,
)
from games.gotham_chronicles.rules.rolls import pool
from games.gotham_chronicles.state import Attack, Hero, State
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import (
    Act,
    Table,
    leaders,
    led_by,
    name_of,
    shackles_on,
    side_only,
    somebody,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Prompt


class FollowUp(Act, tag="follow"):
    """A free action after an attack: counterattack, retaliation, combo, circular or burst."""

    named = _("Follow up an attack")

    kind: str
    target: str = ""
    enemies: Menace = 0
    allies: Menace = 0
    smoke: Smoke = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        attack = t.state.open
        if not isinstance(attack, Attack) or t.state.peril:
            return
        for kind, who, _n in follow_ups(t.state):
            fields = list(around(cls, t.state, "ranged", who)) if kind == "retaliation" else []
            if kind not in FREE_COUNTERS:
                side = "villain" if led_by(t.state, who) == "heroes" else "heroes"
                targets = fighters(t.state, side)
                if not targets:
                    continue
                fields.append(choice("target", targets, "G-180"))
            yield cls.prompt(
                msg("prompt.follow", who=name_of(t.state, who), kind=Msg(f"follow.{kind}")),
                *fields,
                fixed={"kind": kind},
                rule="G-180",
                expected=True,
                actors=leaders(t.state, who),
                group=NOW,
                tone=attack.kind,
            )

    def apply(self, t: Table) -> None:
        attack = t.state.open
        offered = {kind: (who, n) for kind, who, n in follow_ups(t.state)}
        if not isinstance(attack, Attack) or self.kind not in offered:
            t.refuse_impossible("E_NO_FREE_ACTION", "G-180")
        who, n = offered[self.kind]
        self.bounded(t)
        side_only(t, led_by(t.state, who), "G-180")
        target = attack.who
        if self.kind not in FREE_COUNTERS:
            target = somebody(t, self.target, "G-180")
            enemy(t, led_by(t.state, who), target)
        t.note(
            "follow",
            "G-180",
            who=name_of(t.state, who),
            kind=Msg(f"follow.{self.kind}"),
            target=name_of(t.state, target),
            n=n,
        )
        if self.kind not in ("circular", "burst"):
            _free_attack(t, attack, self, who, target, n)
            return
        passed = replace(
            attack,
            target=target,
            stage="defence",
            free=self.kind,
            successes=n,
            remaining=0,
            felled=False,
            chain=attack.chain + 1,
            defence=Roll(),
        )
        t.put(open=passed)
        offer_defence(t, passed)


class FinishAttack(Act, tag="finish"):
    """The attack is over; free actions still possible are declined."""

    named = _("Finish the attack")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        attack = t.state.open
        if not isinstance(attack, Attack) or attack.stage != "after":
            t.refuse_impossible("E_NO_ATTACK", "G-180")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if not t.state.peril:
            yield cls.prompt("", rule="G-180", expected=True, group=NOW, tone="next")

    def apply(self, t: Table) -> None:
        kinds = tuple(Msg(f"follow.{kind}") for kind, _, _ in follow_ups(t.state))
        t.note("declined", "G-180", kinds=kinds)
        close(t)


def _free_attack(t: Table, attack: Attack, action: FollowUp, who: str, target: str, n: int) -> None:
    waiting = brings(attack)
    t.put(open=replace(attack, skills=(), brings=()))
    close(t)
    owner = owner_of(t.state, who)
    skills = owner.sheet.skills
    if isinstance(owner, Hero):
        skills = usable(owner) + granted(lending(owner, ("any", attack.kind)))
    colour = combo_colour(t.state, who) if action.kind == "combo" else "yellow"
    fresh = Attack(
        attack.kind,
        who,
        target,
        free=action.kind,
        roll=pool(t.state, who, [colour] * n),
        skills=skills,
        less=shackles_on(t.state, who)
        + hindering(skills, attack.kind, action.enemies, action.allies),
        smoke=action.smoke if attack.kind == "ranged" else 0,
        brings=waiting,
    )
    t.put(open=fresh)


def combo_colour(state: State, who: str) -> str:
    """Return the colour of Combo's dice: that of the own melee characteristic."""
    owner = owner_of(state, who)
    if isinstance(owner, Hero):
        return owner.sheet.melee.die
    option = owner.sheet.melee.options[0] if owner.sheet.melee.options else None
    return option.dice[-1] if option else "yellow"


WORDS: Catalogue = {
    "note.follow": _("{who}: {kind} against {target} ({n})"),
    "note.declined": _("Not used: {kinds}"),
    "refusal.E_NO_FREE_ACTION": _("That free action isn't possible now"),
    "follow.counterattack": _("Counterattack"),
    "follow.retaliation": _("Retaliation"),
    "follow.combo": _("Combo"),
    "follow.circular": _("Circular Strike"),
    "follow.burst": _("Burst"),
    "prompt.follow": _("{who}: {kind}"),
    "prompt.finish": _("Attack finished"),
}
