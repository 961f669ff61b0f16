"""Batman's move after a rolled 1, and the way out of a fight with him (pp. 8-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, Rolled
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.rules.turn import after_batman, batman_attacks
from games.talisman_batman.state import TOWER, Name, State, rings
from games.talisman_batman.state.derived import known, part, space_label
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import space_key


class BatmanRoll(Act, tag="batman-roll"):
    """Enter how far Batman goes; this roll never moves him again."""

    named = _("Roll for Batman")
    die: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-046")
        t.moment("T-046", "batman-roll")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.now(t, fields.die(), rule="T-046", tone="batman")

    def apply(self, t: Table) -> None:
        t.die(self.die)
        t.note("batman-rolled", "T-046", n=self.die)
        t.turn(phase="batman-path", batman_roll=self.die)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(state.active, "batman", self.die)


class BatmanMove(Act, tag="batman-move"):
    """Enter where Batman stops; ``crossing`` is the step on which he changed floor, 0 if no one
    said: he changes it on the first.

    If villains stand there, the mover must choose one.
    """

    named = _("Move Batman")
    to: str = ""
    floor: Annotated[int, Range(0, TOWER, rule="T-005")] = 0
    crossing: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-046")
        t.moment("T-046", "batman-path")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        label = msg("prompt.batman-move", n=t.state.turn.batman_roll)
        inputs: tuple[Field, ...]
        if options := plan.batman_ends(t.state):
            inputs = (fields.ends(t.state.plan, options),)
            yield cls.now(t, *inputs, rule="T-047", label=label, tone="batman")
        if not options or (t.state.depth == "quick" and not rings.whole(t.state.plan)):
            inputs = (fields.where(t.state, (1, 2, 3)), fields.floor(t.state.batman.floor))
            due = not options and plan.lacks(t.state) is None
            label = msg("prompt.batman-else") if options else label
            yield cls.now(t, *inputs, rule="T-047", label=label, tone="batman", expected=due)

    def apply(self, t: Table) -> None:
        self.bounded(t)
        if self.crossing > 1:
            t.refuse("T-E33", "T-047")
        space = t.place(self.to)
        floor = self._arrival(t, space)
        self._steps(t, space, floor)
        plan.charted(t, t.state, space, floor)
        met = self._met(t, space, floor)
        if met and known(space):
            t.name_space(t.villain(met[0]).space, space)
            t.change(met[0], space=space)
        elif met:
            space = t.villain(met[0]).space or space
        t.put(batman=replace(t.state.batman, space=space, floor=floor))
        t.note("batman-moved", "T-046", space=rings.label(t.state.plan, space, floor))
        if not met:
            after_batman(t)
        elif len(met) == 1:
            batman_attacks(t, met[0])
        else:
            t.turn(phase="batman-target")

    def _arrival(self, t: Table, space: str) -> int:
        """Return the floor he stops on."""
        options = {end.space: end.floor for end in plan.batman_ends(t.state)}
        planned = options.get(space, 0)
        guessed = self.floor or t.state.batman.floor
        return planned or plan.floor_of(t.state, space, guessed)

    def _steps(self, t: Table, space: str, floor: int) -> None:
        """Refuse a wrong number of steps, as far as the plan knows."""
        options, n = plan.batman_ends(t.state), t.state.turn.batman_roll
        if not known(space):
            return
        if not options:
            if space == t.state.batman.space:
                t.refuse("T-STAYS", "T-046")
            return
        if any(end.space == space and end.floor == floor for end in options):
            return
        ends = tuple(space_label(end.space, end.floor) for end in options)
        if t.state.depth == "full":
            t.refuse("T-E05", "T-046", remedy=msg("remedy.ends", ends=ends), n=n, ends=ends)
        elif space in rings.ring(t.state.plan, floor):
            t.warn("STEPS", "T-046", n=n, ends=ends)

    def _met(self, t: Table, space: str, floor: int) -> tuple[int, ...]:
        """Return who is where Batman stops; ask the table about villains on unnamed spaces.

        Where one of them may stand beside others, the answer is whom the mover chooses.
        """
        met = standing(t.state, space, floor)
        unsure = [
            i
            for i, v in enumerate(t.state.villains)
            if v.alive
            and v.floor == floor
            and i not in met
            and not (known(v.space) and known(space))
        ]
        if not unsure:
            return met
        nobody = () if met else (Choice("none", Msg("answer.nobody")),)
        names = (Choice(str(i), part(t.state, i).name) for i in (*met, *unsure))
        answer = t.ask("BATMAN_MEETS", "T-050", (*nobody, *names))
        return () if answer == "none" else (int(answer),)


class BatmanTarget(Act, tag="batman-target"):
    """The villain who has to fight him."""

    named = _("Choose who fights Batman")
    victim: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-050")
        t.moment("T-050", "batman-target")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        victims = fields.seats(t.state, "victim", caught(t.state))
        yield cls.now(t, victims, rule="T-050", tone="batman")

    def apply(self, t: Table) -> None:
        t.sit(self.victim)
        if self.victim not in caught(t.state):
            t.refuse_impossible("T-E13", "T-050", who=t.who(self.victim))
        batman_attacks(t, self.victim)


class Escape(Act, tag="escape"):
    """The die for Batman's list after a win."""

    named = _("Roll on Batman's list")
    die: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-053", "escape")
        t.own(t.fighting().me.seat, "T-053")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        seat = t.fighting().me.seat
        yield cls.now(t, fields.die(), rule="T-053", actor=seat, tone="batman")

    def apply(self, t: Table) -> None:
        t.die(self.die)
        escape_by(t, self.die, rerolled=False)
        t.turn(phase="escaped")

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        seat = state.fight.me.seat if state.fight else state.active
        return self.thrown(seat, "escape", self.die)


class Escaped(Act, tag="escaped"):
    """The line has been carried out and the turn goes on."""

    named = _("Do what the line says")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-053", "escaped")
        t.own(t.fighting().me.seat, "T-053")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fight = t.fighting()
        help = line(t.state, fight.escape) or msg("help.escaped", n=fight.escape)
        yield cls.now(t, rule="T-053", actor=fight.me.seat, help=help)

    def apply(self, t: Table) -> None:
        t.note("escaped", "T-054", who=t.who(t.fighting().me.seat))
        after_batman(t)


class PlaceBatman(Act, tag="batman-place"):
    """Set Batman's space on the board, without a move of his own."""

    named = _("Place Batman")
    by_hand = True
    waits = False
    space: Name = ""
    floor: int = 2

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.alive():
            space = cls.field("space", choices=t.once(fields.everywhere))
            yield cls.besides(space, fields.floor(t.state.batman.floor), rule="T-Q01")

    def apply(self, t: Table) -> None:
        space = space_key(self.space)
        t.require_range(msg("field.floor"), self.floor, 1, 3)
        floor = plan.floor_of(t.state, space, self.floor)
        plan.charted(t, t.state, space, floor)
        t.note("batman-placed", "T-Q01", space=space_label(space, floor))
        t.put(batman=replace(t.state.batman, space=space, floor=floor))


def standing(state: State, space: str, floor: int) -> tuple[int, ...]:
    """Return the seats known to stand on a space."""
    return tuple(
        i
        for i, v in enumerate(state.villains)
        if v.alive and space and v.space == space and v.floor == floor
    )


def caught(state: State) -> tuple[int, ...]:
    """Return the seats known to stand where Batman does."""
    return standing(state, state.batman.space, state.batman.floor)


def escape_by(t: Table, die: int, *, rerolled: bool) -> None:
    """Choose a line of Batman's list by the die; the table carries it out."""
    fight = t.fighting()
    text = line(t.state, die) or Msg("term.on-card")
    t.note("escape", "T-053", n=die, text=text)
    t.put(fight=replace(fight, escape=die, me=replace(fight.me, rerolled=rerolled)))


def line(state: State, die: int) -> str:
    """Return a line of Batman's list; empty if no one has written it down."""
    lines = state.batman.lines
    return lines[die - 1] if len(lines) >= die else ""


WORDS: Catalogue = {
    "prompt.batman-roll": _("A 1 is rolled: how far does Batman go?"),
    "prompt.batman-move": _n("Move Batman {n} space", "Move Batman {n} spaces"),
    "prompt.batman-else": _("Batman stops somewhere else"),
    "prompt.batman-target": _("Who must fight Batman?"),
    "prompt.batman-place": _("Batman is somewhere else"),
    "prompt.escape": _("Escape from Batman: roll and read his list"),
    "prompt.escaped": _("Done; continue"),
    "field.victim": _("Villain"),
    "help.escaped": _("Line {n} on Batman's card"),
    "term.on-card": _("as the card says"),
    "answer.nobody": _("No one"),
    "note.batman-rolled": _("Batman moves {n}"),
    "note.batman-moved": _("Batman stops: {space}"),
    "note.batman-placed": _("Batman is here now: {space}"),
    "note.escape": _("Escape, {n}: {text}"),
    "note.escaped": _("{who} got away; Batman stays"),
    "question.BATMAN_MEETS": _("Who is on the space where Batman stops?"),
    "refusal.T-E33": _("Batman can only change floor on his first step"),
    "refusal.T-STAYS": _("Batman is already there, and he has to move"),
}
