"""Free actions behind an attack: counterattack, retaliation, combo, circular strike (p.56)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.fighters import led_by, name_of
from games.gotham_chronicles.rules.actions.aftermath import FREE_COUNTERS, brings, close, follow_ups
from games.gotham_chronicles.rules.actions.attack import enemy
from games.gotham_chronicles.rules.actions.defence import offer_defence
from games.gotham_chronicles.rules.actions.effort import around, hindering
from games.gotham_chronicles.rules.common.forms import NOW, choice, fighters
from games.gotham_chronicles.rules.common.guards import side_only, told
from games.gotham_chronicles.rules.common.minis import leaders, shackles_on, somebody
from games.gotham_chronicles.rules.common.skills import granted, lending, owner_of, usable
from games.gotham_chronicles.rules.rolls import pool
from games.gotham_chronicles.state import Attack, Hero, Roll, State
from games.gotham_chronicles.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Prompt


class FollowUp(Act, tag="follow"):
    """A free action after an attack: counterattack, retaliation, combo, circular or burst."""

    named = _("Follow up an attack")

    kind: str
    target: str = ""
    enemies: int = 0
    allies: int = 0
    smoke: int = 0

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        attack = t.state.open
        if not isinstance(attack, Attack) or t.state.peril:
            return
        for kind, who, _n in follow_ups(t.state):
            fields = list(around(t.state, "ranged")) if kind == "retaliation" else []
            if kind not in FREE_COUNTERS:
                side = "villain" if led_by(t.state, who) == "heroes" else "heroes"
                targets = fighters(t.state, side)
                if not targets:
                    continue
                fields.append(choice("target", targets, cites.FREE_ACTION))
            yield cls.prompt(
                msg("prompt.follow", who=name_of(t.state, who), kind=Msg(f"follow.{kind}")),
                *fields,
                fixed={"kind": kind},
                rule=cites.FREE_ACTION,
                expected=True,
                actors=leaders(t.state, who),
                group=NOW,
                tone=attack.kind,
            )

    def happen(self, t: Table) -> None:
        attack = t.state.open
        offered = {kind: (who, n) for kind, who, n in follow_ups(t.state)}
        if not isinstance(attack, Attack) or self.kind not in offered:
            t.impossible("E_NO_FREE_ACTION", cites.FREE_ACTION)
        who, n = offered[self.kind]
        told(t, enemies=self.enemies, allies=self.allies, smoke=self.smoke)
        side_only(t, led_by(t.state, who), cites.FREE_ACTION)
        target = attack.who
        if self.kind not in FREE_COUNTERS:
            target = somebody(t, self.target, cites.FREE_ACTION)
        enemy(t, led_by(t.state, who), target)
        t.note(
            "follow",
            cites.FREE_ACTION,
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


class Finish(Act, tag="finish"):
    """The attack is over; free actions still possible are declined."""

    named = _("Finish the attack")

    @classmethod
    def may(cls, t: Table) -> None:
        attack = t.state.open
        if not isinstance(attack, Attack) or attack.stage != "after":
            t.impossible("E_NO_ATTACK", cites.FREE_ACTION)

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        if not t.state.peril:
            yield cls.prompt("", rule=cites.FREE_ACTION, expected=True, group=NOW, tone="next")

    def happen(self, t: Table) -> None:
        kinds = tuple(Msg(f"follow.{kind}") for kind, _, _ in follow_ups(t.state))
        t.note("declined", cites.FREE_ACTION, kinds=kinds)
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
    """The colour of Combo's dice: that of the own melee characteristic."""
    owner = owner_of(state, who)
    if isinstance(owner, Hero):
        return owner.sheet.melee.die
    option = owner.sheet.melee.options[0] if owner.sheet.melee.options else None
    return option.dice[-1] if option else "yellow"


WORDS: Catalogue = {
    "note.follow": _("{who}: {kind} against {target} ({n})"),
    "note.declined": _("Not used: {kinds}"),
    "refusal.E_NO_FREE_ACTION": _("That free action is not possible now"),
    "follow.counterattack": _("Counterattack"),
    "follow.retaliation": _("Retaliation"),
    "follow.combo": _("Combo"),
    "follow.circular": _("Circular Strike"),
    "follow.burst": _("Burst"),
    "prompt.follow": _("{who}: {kind}"),
    "prompt.finish": _("Done with the attack"),
}
