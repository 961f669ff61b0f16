"""Fate (p. 4): dice rolled again, and the rolls a card or space asks for."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, Rolled
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.combat import fighting
from games.talisman_batman.rules.movement.batman import escape_by
from games.talisman_batman.rules.villain.points import spend_fate
from games.talisman_batman.state import FalconeJob, State, Thrown
from games.talisman_batman.state.derived import decider
from games.talisman_batman.table import Act, Table

ROLLED, DICE = 3, 6
"""Dice a roll of a card is asked for, no card of ours needs more; and the dice in the box."""


class RerollByFate(Act, tag="reroll"):
    """A Fate token spent on the seat's own die of this moment: only the new face counts."""

    named = _("Spend Fate to roll again")
    seat: int
    die: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-023", "path", "batman-path", "fate", "escaped")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.phase == "fate" and decider(t.state) is None:
            return
        for seat, rule, help in cls._asked(t):
            if t.allows(cls(seat, 1).apply, t):
                label = msg("prompt.reroll", n=t.villain(seat).fate)
                yield cls.now(
                    t,
                    fields.die(),
                    rule=rule,
                    label=label,
                    help=help,
                    tone="fate",
                    expected=t.phase == "fate",
                    seat=seat,
                )

    @classmethod
    def _asked(cls, t: Table) -> tuple[tuple[int, str, Msg | str], ...]:
        """Return whose die it is, by which rule it may be rolled again, and what that brings."""
        match t.phase:
            case "path":
                return ((t.active, "T-Q04", ""),)
            case "batman-path":
                return ((t.active, "T-Q05", ""),)
            case "escaped":
                return ((t.fighting().me.seat, "T-023", ""),)
        rule, seat = fighting.fate_rule(t.fighting()), fighting.deciding(t)
        return ((seat, rule, fighting.chances_of_reroll(t, seat)),)

    def apply(self, t: Table) -> None:
        t.sit(self.seat)
        if t.actor is not None and t.actor != self.seat:
            t.refuse("T-E07", "T-026")
        if t.villain(self.seat).fate < 1:
            t.refuse_impossible("T-E08", "T-023", who=t.who(self.seat))
        match t.phase:
            case "path":
                self._of_movement(t)
            case "batman-path":
                self._of_batman(t)
            case "fate":
                self._of_attack(t)
            case _:
                self._of_escape(t)

    def _of_movement(self, t: Table) -> None:
        t.mine("T-023")
        if self.seat != t.active:
            t.refuse_impossible("T-E07", "T-026")
        if t.state.turn.rerolled:
            t.refuse_impossible("T-E06", "T-024")
        self._spend(t, "T-Q04", t.state.turn.roll)
        t.turn(roll=self.die, rerolled=True, batman_due=self.die == 1)

    def _of_batman(self, t: Table) -> None:
        """Allow the mover to reroll this die too, unless the table reads that differently."""
        t.mine("T-Q05")
        if self.seat != t.active or t.switched("fateOnBatmanRoll"):
            t.refuse("T-E07", "T-Q05")
        if t.state.turn.batman_rerolled:
            t.refuse_impossible("T-E06", "T-024")
        self._spend(t, "T-Q05", t.state.turn.batman_roll)
        t.turn(batman_roll=self.die, batman_rerolled=True)

    def _of_attack(self, t: Table) -> None:
        fighter = t.side(self.seat)
        if fighter.rerolled:
            t.refuse_impossible("T-E06", "T-024")
        if fighter.passed:
            t.refuse("T-E35", "T-089")
        fighting.in_order(t, self.seat)
        self._spend(t, "T-075", fighter.die)
        t.put_side(replace(fighter, die=self.die, rerolled=True))
        fighting.weigh(t)

    def _of_escape(self, t: Table) -> None:
        if t.side(self.seat).rerolled:
            t.refuse_impossible("T-E06", "T-024")
        self._spend(t, "T-023", t.fighting().escape)
        escape_by(t, self.die, rerolled=True)

    def _spend(self, t: Table, rule: str, before: int) -> None:
        t.die(self.die)
        spend_fate(t, self.seat)
        t.note("reroll", rule, who=t.who(self.seat), before=before, after=self.die)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(self.seat, "reroll", self.die)


class CardRoll(Act, tag="card-roll"):
    """The dice a card or space makes a villain roll; 0 is no die.

    They are for the log and the ledger; the table carries out their result.
    """

    named = _("Roll for a card or space")
    by_hand = True
    waits = False
    seat: int
    dice: tuple[int, ...]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        rows = tuple(msg("field.die-n", n=n) for n in range(1, ROLLED + 1))
        for seat in t.alive():
            label = msg("prompt.card-roll", who=t.villain(seat).sheet.name)
            dice = fields.some_dice(rows, "T-023")
            yield replace(cls.besides(dice, rule="T-023", label=label, seat=seat), actors=(seat,))

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-023")
        t.living(self.seat)
        shown = tuple(face for face in self.dice if face)
        t.require_range(msg("field.how-many-dice"), len(shown), 1, DICE, "T-023")
        t.die(*shown)
        faces = tuple(map(str, shown))
        t.note("card-rolled", "T-023", who=t.who(self.seat), dice=faces, n=sum(shown))
        t.put(thrown=Thrown(self.seat, shown))

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(self.seat, "card", *filter(None, self.dice))


class CardReroll(Act, tag="card-reroll"):
    """Spend a Fate token on one of these dice, counted from 1; the roll allows no second one."""

    named = _("Spend Fate on that roll")
    by_hand = True
    waits = False
    seat: int
    die: int
    which: int = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        thrown = t.state.thrown
        if thrown is None or not t.allows(cls(thrown.seat, 1).apply, t):
            return
        faces, n = tuple(map(str, thrown.dice)), t.villain(thrown.seat).fate
        inputs: tuple[Field, ...] = (fields.die(rule="T-025"),)
        if len(faces) > 1:
            which = tuple(
                Choice(n, msg("field.die-n", n=n), face) for n, face in enumerate(faces, 1)
            )
            inputs = (Field("which", "choice", msg("field.which"), which, rule="T-025"), *inputs)
        label = msg("prompt.card-reroll", n=n, dice=faces)
        yield cls.now(
            t, *inputs, rule="T-025", label=label, tone="fate", expected=False, seat=thrown.seat
        )

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-025")
        thrown = t.state.thrown
        if thrown is None:
            t.refuse_impossible("T-NO-ROLL", "T-023")
        if thrown.seat != self.seat:
            t.refuse_impossible("T-E07", "T-026")
        if thrown.rerolled:
            t.refuse_impossible("T-E06", "T-025")
        t.die(self.die)
        t.require_range(msg("field.which"), self.which, 1, len(thrown.dice), "T-025")
        spend_fate(t, self.seat)
        at, dice = self.which - 1, list(thrown.dice)
        t.note("reroll", "T-025", who=t.who(self.seat), before=dice[at], after=self.die)
        dice[at] = self.die
        t.put(thrown=replace(thrown, dice=tuple(dice), rerolled=True))
        if thrown.job:
            t.note("job", "T-121", who=t.who(self.seat), n=self.die, text="–")
            t.change(self.seat, job=FalconeJob(self.die))

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(self.seat, "reroll", self.die)


WORDS: Catalogue = {
    "prompt.reroll": _("Spend Fate ({n} left): roll again"),
    "prompt.card-roll": _("{who}: roll for a card or space"),
    "prompt.card-reroll": _("Roll of {dice}: spend Fate ({n} left)"),
    "field.which": _("Which die"),
    "note.reroll": _("{who} spends Fate: {before} becomes {after}"),
    "note.card-rolled": _("{who} rolls {n}: {dice}"),
    "refusal.T-E35": _("That die was kept"),
}
