"""Falcone's jobs, Killer Croc and the Medic (pp. 5, 12)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.referee import Prompt, Rolled
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import (
    some,
    strip,
    take_key,
)
from games.talisman_batman.rules.villain.points import (
    OVER_START,
    gain,
)
from games.talisman_batman.state import SECOND, EncounterCard, FalconeJob, Remark, State, Thrown
from games.talisman_batman.state.derived import card_label, named
from games.talisman_batman.table import Act, Table

HEALS, FEE = 2, 3
"""Life the Medic restores on one visit, and the coins she is traded for."""


class TakeJob(Act, tag="job"):
    """A job from Falcone, as the die says; one at a time."""

    named = _("Take a job")
    die: int
    text: Remark = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-121")
        if t.me.job is not None:
            t.refuse("T-E28", "T-122")
        t.moment("T-121", "cards", "take")
        if t.me.floor != SECOND or (named(t.me.space) and t.me.space != "falcone"):
            t.refuse("T-NOT-FALCONE", "T-121")
        if t.state.turn.hired:
            t.refuse("T-HIRED", "T-121")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        inputs = (fields.die(rule="T-121"), cls.field("text"))
        yield cls.now(t, *inputs, rule="T-121", expected=t.me.space == "falcone")

    def apply(self, t: Table) -> None:
        t.die(self.die)
        if not named(t.me.space) and t.me.floor == SECOND:
            t.name_space(t.me.space, "falcone")
        t.note("job", "T-121", who=t.who(t.active), n=self.die, text=self.text or "–")
        t.turn(hired=True)
        t.put(thrown=Thrown(t.active, (self.die,), job=True))
        t.change(t.active, job=FalconeJob(self.die, self.text.strip()[:200]))

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(state.active, "job", self.die)


class JobDone(Act, tag="job-done"):
    """The job is completed and paid with a Security Key card, if one is left."""

    named = _("Finish the job")
    waits = False
    seat: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive():
            if job := t.villain(seat).job:
                label = msg("prompt.job-done", who=t.villain(seat).sheet.name)
                help = msg("help.job", n=job.die, text=job.text or "–")
                prompt = cls.besides(rule="T-123", label=label, seat=seat)
                yield replace(prompt, help=help, actors=(seat,))

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-125")
        if t.living(self.seat).job is None:
            t.refuse_impossible("T-NO-JOB", "T-123")
        t.note("job-done", "T-123", who=t.who(self.seat))
        t.change(self.seat, job=None)
        thrown = t.state.thrown
        if thrown is not None and thrown.job and thrown.seat == self.seat:
            t.put(thrown=None)
        if t.state.key_pool:
            take_key(t, self.seat)
        else:
            t.note("no-key-left", "T-125")


class Sell(Act, tag="sell"):
    """Sell Objects to Killer Croc for a coin each."""

    named = _("Sell to Killer Croc")
    waits = False
    seat: int
    cards: tuple[int, ...]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive():
            villain = t.villain(seat)
            if (
                villain.objects
                and t.state.coin_pool
                and t.allows(_follower, t, seat, "killer-croc")
            ):
                cards = fields.cards("cards", villain.objects, "T-151", low=1, hint=True)
                label = msg("prompt.sell", who=villain.sheet.name)
                prompt = cls.besides(cards, rule="T-151", label=label, seat=seat)
                yield replace(prompt, actors=(seat,))

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-151")
        _follower(t, self.seat, "killer-croc")
        sold = some(t, t.villain(self.seat).objects, self.cards, "T-151")
        if not sold:
            t.refuse_impossible("T-NOTHING", "T-151")
        names = tuple(card_label(card) for card in sold)
        t.note("sells", "T-151", who=t.who(self.seat), cards=names)
        strip(t, self.seat, *(card.id for card in sold))
        t.to_pile(*sold)
        gain(t, self.seat, "coins", len(sold))


class VisitMedic(Act, tag="heal"):
    """The Life the Medic restores on a visit to the Infirmary."""

    named = _("Be healed by the Medic")
    waits = False
    seat: int
    by: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        missing = t.me.sheet.life + OVER_START - t.me.life
        most = min(HEALS - t.state.turn.healed, missing)
        if most > 0 and _at_the_infirmary(t):
            by = cls.field("by", low=1, high=most, default=most, rule="T-152")
            yield cls.now(t, by, rule="T-152", expected=False, seat=t.active)

    def apply(self, t: Table) -> None:
        _visiting(t, self.seat)
        t.require_range(msg("term.life"), self.by, 1, HEALS - t.state.turn.healed, "T-152")
        t.note("medic-heals", "T-152", who=t.who(self.seat))
        t.turn(healed=t.state.turn.healed + self.by)
        t.name_space(t.me.space, "infirmary")
        gain(t, self.seat, "life", self.by)


class PartMedic(Act, tag="medic"):
    """The Medic is left in the Infirmary for coins."""

    named = _("Give up the Medic")
    waits = False
    seat: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.coin_pool and _at_the_infirmary(t):
            yield cls.now(t, rule="T-152", expected=False, seat=t.active)

    def apply(self, t: Table) -> None:
        medic = _visiting(t, self.seat)
        t.note("medic-leaves", "T-152", who=t.who(self.seat))
        t.name_space(t.me.space, "infirmary")
        strip(t, self.seat, medic.id)
        t.to_pile(medic)
        gain(t, self.seat, "coins", FEE)


def _at_the_infirmary(t: Table) -> bool:
    """Return whether the Medic may help now: asked while the space is encountered."""
    return t.phase in ("cards", "take") and t.allows(_visiting, t, t.active)


def _visiting(t: Table, seat: int) -> EncounterCard:
    """Return the Medic of the active villain who visits the Infirmary."""
    t.own(seat, "T-152")
    medic = _follower(t, seat, "medic")
    if seat != t.active or t.state.turn.here != "space":
        t.refuse_impossible("T-NOT-VISITING", "T-152", who=t.who(seat))
    space = t.me.space
    there = space == "infirmary" if named(space) else t.ask("INFIRMARY", "T-152") == "yes"
    if not there:
        t.refuse("T-NOT-INFIRMARY", "T-152")
    return medic


def _follower(t: Table, seat: int, name: str) -> EncounterCard:
    """Return the Follower of this name a villain has; refused without."""
    found = next((card for card in t.living(seat).followers if card.name == name), None)
    if found is None:
        t.refuse_impossible("T-NO-FOLLOWER", "T-116", who=t.who(seat), card=card_label(name))
    return found


WORDS: Catalogue = {
    "prompt.job": _("Take a job from Falcone"),
    "prompt.job-done": _("{who} has done the job"),
    "prompt.sell": _("{who}: sell Objects to Killer Croc"),
    "prompt.heal": _("How much Life does the Medic heal?"),
    "prompt.medic": _("Leave the Medic here for 3 coins"),
    "note.sells": _("{who} gives Killer Croc {cards}"),
    "note.medic-heals": _("The Medic looks after {who}"),
    "note.medic-leaves": _("{who} leaves the Medic in the Infirmary"),
    "note.job-done": _("{who} has done Falcone's job"),
    "note.no-key-left": _("No Security Key card is left to pay with"),
    "question.INFIRMARY": _("Is this the Infirmary?"),
    "refusal.T-E28": _("You already have a job"),
    "refusal.T-NO-FOLLOWER": _("{who} does not have {card} as a Follower"),
    "refusal.T-NOT-VISITING": _("{who} isn't visiting the Infirmary now"),
    "refusal.T-NOT-INFIRMARY": _("The Medic helps only in the Infirmary"),
    "refusal.T-HIRED": _("You have already taken a job from Falcone this turn"),
    "refusal.T-NO-JOB": _("There is no job to finish"),
    "refusal.T-NOT-FALCONE": _("Jobs are given in Falcone's Cell"),
}
