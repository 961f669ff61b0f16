"""Movement (pp. 7-8): the roll, the two directions, the Tower and its top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, Rolled
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.encounters.drawing import UNKNOWN
from games.talisman_batman.rules.encounters.spaces import straight_on
from games.talisman_batman.rules.fields import where
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.rules.turn import (
    after_move,
    batman_attacks,
    enter_control,
    face_batman,
    may_enter,
    put_down,
)
from games.talisman_batman.state import FIRST, SECOND, TOWER, State, rings
from games.talisman_batman.state.derived import known, named, space_label, tower_steps
from games.talisman_batman.table import Act, Table

LATER = -2
"""The encounter is asked for after the move."""
ANYWHERE = (FIRST, SECOND, TOWER)
TOP = ("anteroom", "control-room")


class Roll(Act, tag="roll"):
    """The movement die. ``forced``: a card says how far the figure goes."""

    named = _("Roll for movement")
    die: int
    forced: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-040")
        t.moment("T-040", "move")
        if t.me.insane:
            t.refuse("T-E23", "T-049", who=t.who(t.active))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.now(t, fields.die(), rule="T-040", tone="die")
        label = msg("prompt.forced")
        yield cls.now(t, fields.die(), rule="T-048", label=label, expected=False, forced=True)

    def apply(self, t: Table) -> None:
        t.die(self.die)
        t.note("rolled", "T-040", who=t.who(t.active), n=self.die)
        if self.forced:
            t.note("forced", "T-048")
        t.turn(phase="path", roll=self.die, forced=self.forced, batman_due=self.die == 1)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(state.active, "movement", self.die)


class InsaneMove(Act, tag="insane-move"):
    """Move as the Insane side of the card says, without a roll."""

    named = _("Move as Insane")
    to: str = ""
    floor: Annotated[int, Range(0, TOWER, rule="T-005")] = 0
    symbols: Annotated[int, Range(LATER, 3)] = LATER

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-049")
        t.moment("T-049", "move")
        if not t.me.insane:
            t.refuse_impossible("T-SANE", "T-049", who=t.who(t.active))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        inputs = (where(t.state, ANYWHERE, _barred(t)), fields.floor(t.me.floor))
        help = t.me.sheet.insane_note or msg("help.insane-move")
        yield cls.now(t, *inputs, rule="T-049", help=help, symbols=UNKNOWN)

    def apply(self, t: Table) -> None:
        self.bounded(t)
        space = t.place(self.to)
        floor = plan.floor_of(t.state, space, self.floor or t.me.floor, t.active)
        may_enter(t, t.active, space)
        plan.charted(t, t.state, space, floor)
        t.turn(forced=True)
        _land(t, space, floor)
        if self.symbols != LATER:
            straight_on(t, self.symbols)


class MoveFigure(Act, tag="move"):
    """The space where the villain ends; ``floor`` 0 keeps the floor.

    ``direction`` is ``clockwise``, ``anticlockwise``, ``up`` or ``down`` (the Tower), or empty.
    With ``symbols`` the space is encountered at once if there is nothing else to choose: it shows
    that many card symbols; -1: the plan knows how many; -2: it is asked later.
    """

    named = _("Move")
    to: str = ""
    floor: Annotated[int, Range(0, TOWER, rule="T-005")] = 0
    direction: str = ""
    symbols: Annotated[int, Range(LATER, 3)] = LATER

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-040")
        t.moment("T-040", "path", "up")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.phase == "path" and t.state.turn.forced:
            inputs = (where(t.state, ANYWHERE, _barred(t)), fields.floor(t.me.floor))
            yield cls.now(t, *inputs, rule="T-048", label=msg("prompt.move-forced"))
        elif plan.climbing(t.state):
            yield cls._upstairs(t)
        elif t.me.floor == TOWER:
            yield from cls._in_the_tower(t)
        else:
            yield from cls._round_the_floor(t)

    @classmethod
    def _upstairs(cls, t: Table) -> Prompt:
        """Return the way up from the Guard Post with the steps left."""
        label = msg("prompt.move-up", n=plan.steps_up(t.state))
        if options := plan.ends(t.state):
            to = fields.ends(t.state.plan, options)
            return cls.now(t, to, rule="T-129", label=label, floor=SECOND, symbols=UNKNOWN)
        inputs, due = (where(t.state, (SECOND,)), cls._shows()), _charted(t)
        return cls.now(t, *inputs, rule="T-129", label=label, expected=due, floor=SECOND)

    @classmethod
    def _round_the_floor(cls, t: Table) -> Iterable[Prompt]:
        options, floor = plan.ends(t.state), t.me.floor
        label = msg("prompt.move", n=t.state.turn.roll)
        if options:
            to = fields.ends(t.state.plan, options)
            yield cls.now(t, to, rule="T-041", label=label, symbols=UNKNOWN)
        else:
            inputs, due = (where(t.state, (floor,)), cls._shows()), _charted(t)
            yield cls.now(t, *inputs, rule="T-041", label=label, expected=due)
        if options and t.state.depth == "quick":
            label, to = msg("prompt.move-else"), where(t.state, (floor,))
            shows = cls._shows()
            yield cls.now(t, to, shows, rule="T-041", label=label, expected=False, direction="")
        if floor == SECOND and (not options or plan.ways_down(t.state) is None):
            label, to = msg("prompt.move-down"), where(t.state, (FIRST,))
            shows = cls._shows()
            yield cls.now(t, to, shows, rule="T-132", label=label, expected=False, floor=FIRST)

    @classmethod
    def _shows(cls) -> Field:
        """Return how many card symbols the space shows where a move has ended."""
        shown = fields.symbols()
        return replace(shown, choices=(*shown.choices, Choice(LATER, msg("choice.later"))))

    @classmethod
    def _in_the_tower(cls, t: Table) -> Iterable[Prompt]:
        back, options, known = t.me.turning_back, plan.ends(t.state), t.state.plan
        due = _charted(t)
        up = tuple(end for end in options if end.via == "up")
        down = tuple(end for end in options if end.via == "down")
        steps = tower_steps(t.state.turn.roll)
        if not back and (up or not options):
            to = fields.ends(known, up) if up else where(t.state, (TOWER,), _barred(t))
            yield cls._stairs(t, to, "up", rule="T-043", n=steps, seen=bool(up), expected=due)
        to = fields.ends(known, down) if down else where(t.state, (TOWER, SECOND), TOP)
        due = back and due
        yield cls._stairs(t, to, "down", rule="T-044", n=steps, seen=bool(down), expected=due)

    @classmethod
    def _stairs(
        cls, t: Table, to: Field, way: str, *, rule: str, n: int, seen: bool, expected: bool
    ) -> Prompt:
        """Return a way along the Tower; a space that is ``seen`` on the plan is met at once."""
        fixed: dict[str, Any] = {"direction": way, "symbols": UNKNOWN if seen else LATER}
        label = msg(f"prompt.tower-{way}", n=n)
        return cls.now(t, to, rule=rule, label=label, expected=expected, **fixed)

    def apply(self, t: Table) -> None:
        self.bounded(t, "T-058")
        villain = t.me
        space = t.place(self.to)
        floor = self._arrival(t, space)
        self._gates(t, space, floor)
        may_enter(t, t.active, space)
        self._steps(t, space, floor)
        if self.direction == "down" and villain.floor == TOWER and not villain.turning_back:
            _turn_round(t)
        _land(t, space, floor)
        _walked_into_batman(t)
        if self.symbols != LATER:
            straight_on(t, self.symbols)

    def _arrival(self, t: Table, space: str) -> int:
        """Return the floor of the end of a move; only a card's own movement leaves it open."""
        forced = t.state.turn.forced
        up = t.phase == "up" or (t.me.guard_passed and not forced)
        default = SECOND if up else t.me.floor
        if forced:
            return plan.floor_of(t.state, space, self.floor or default, t.active)
        if self.floor:
            return plan.on_floor(t.state, space, self.floor, t, t.active)
        return plan.floor_of(t.state, space, default, t.active)

    def _gates(self, t: Table, space: str, floor: int) -> None:
        """Refuse a way from floor to floor, or up the Tower, that is closed."""
        if t.state.turn.forced:
            return
        villain, climbing = t.me, plan.climbing(t.state)
        if climbing and floor != SECOND:
            t.refuse("T-UP", "T-129", remedy=msg("remedy.up"))
        if villain.floor == FIRST and (floor == TOWER or (floor == SECOND and not climbing)):
            t.refuse("T-GUARD", "T-126", remedy=msg("remedy.guard"))
        if villain.floor == SECOND and floor == TOWER:
            t.refuse("T-DOOR", "T-138", remedy=msg("remedy.door"))
        if villain.floor != TOWER:
            return
        # From the Control Room every way leads down.
        up = self.direction == "up" or (space in TOP and villain.space != "control-room")
        if villain.turning_back and up:
            t.refuse("T-E27", "T-045")
        if floor != TOWER and not villain.turning_back and self.direction != "down":
            t.refuse("T-TURN", "T-044", remedy=msg("remedy.turn"))

    def _steps(self, t: Table, space: str, floor: int) -> None:
        """Refuse a wrong number of steps, as far as the plan knows."""
        options = plan.ends(t.state)
        unseen = named(space) and not rings.placed(t.state.plan, space)
        open_end = unseen and any(not named(end.space) for end in options)
        if not options or not known(space) or open_end or self._unplanned(t, floor):
            plan.charted(t, t.state, space, floor)
            return
        fitting = [end for end in options if end.space == space and end.floor == floor]
        if fitting:
            if self.direction and self.direction not in {end.via for end in fitting}:
                t.refuse("T-E04", "T-041")
            return
        n, ends = walked(t.state), tuple(space_label(end.space, end.floor) for end in options)
        if t.state.depth == "full":
            t.refuse("T-E05", "T-040", remedy=msg("remedy.ends", ends=ends), n=n, ends=ends)
        else:
            t.warn("STEPS", "T-040", n=n, ends=ends)

    def _unplanned(self, t: Table, floor: int) -> bool:
        """Return whether this part of the way down is on no plan."""
        if self.direction == "down" and t.me.floor == TOWER:
            return not any(end.via == "down" for end in plan.ends(t.state))
        return floor == FIRST and t.me.floor == SECOND and plan.ways_down(t.state) is None


class TurnBack(Act, tag="turn-back"):
    """Head back to the Tower Entrance; cannot be taken back before reaching it."""

    named = _("Turn back")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-044")
        t.moment("T-044", "move", "path")
        if t.me.floor != TOWER:
            t.refuse_impossible("T-NOT-TOWER", "T-044")
        if t.me.turning_back:
            t.refuse_impossible("T-E27", "T-045")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.phase == "move" and not t.me.insane and t.me.space != "tower-entrance":
            yield cls.now(t, rule="T-044", expected=False)

    def apply(self, t: Table) -> None:
        _turn_round(t)


def _charted(t: Table) -> bool:
    """Return whether the plan asks for nothing first, so that the move itself is due."""
    return plan.lacks(t.state) is None


def _barred(t: Table) -> tuple[str, ...]:
    """Return what a villain without a Security Key card does not enter."""
    return () if plan.holds_key(t.me) else ("control-room",)


def walked(state: State) -> int:
    """Return the steps of this turn's move."""
    if state.turn.phase == "up":
        return state.turn.left
    on_stairs = state.villains[state.active].floor == TOWER
    return tower_steps(state.turn.roll) if on_stairs else state.turn.roll


def _turn_round(t: Table) -> None:
    t.note("turns-back", "T-045", who=t.who(t.active))
    if t.me.space != "tower-entrance":
        t.change(t.active, turning_back=True)


def _land(t: Table, space: str, floor: int) -> None:
    """End the move here; the anteroom and the room behind it have their own say (p. 13)."""
    stop = "anteroom" if space == "control-room" else space
    put_down(t, t.active, stop, floor)
    t.note("moved", "T-040", who=t.who(t.active), space=rings.label(t.state.plan, stop, floor))
    if stop != "anteroom" or t.me.turning_back:
        after_move(t)
    elif plan.holds_key(t.me) or space == "control-room":
        enter_control(t, t.active)
        face_batman(t)
    else:
        t.note("no-key", "T-141", who=t.who(t.active))
        t.change(t.active, turning_back=True)
        after_move(t)


def _walked_into_batman(t: Table) -> None:
    """Ask whether walking onto Batman's space starts a fight, which some tables read so."""
    met = t.me.space == t.state.batman.space
    if met and t.phase == "encounter" and t.switched("walkIntoBatman"):
        batman_attacks(t, t.active)


WORDS: Catalogue = {
    "prompt.roll": _("Roll for movement"),
    "prompt.forced": _("A card moves me: roll only to see whether Batman moves"),
    "prompt.insane-move": _("Insane: move without a roll"),
    "prompt.move": _n("Move {n} space", "Move {n} spaces"),
    "prompt.move-forced": _("Move as the card says"),
    "prompt.move-else": _("Somewhere else"),
    "prompt.move-up": _n(
        "Upstairs: {n} step on the Second Floor", "Upstairs: {n} steps on the Second Floor"
    ),
    "prompt.move-down": _("Down to the First Floor"),
    "prompt.tower-up": _n("Up the Tower: {n} space", "Up the Tower: {n} spaces"),
    "prompt.tower-down": _n("Turn back: {n} space", "Turn back: {n} spaces"),
    "prompt.turn-back": _("Turn back toward the Tower Entrance"),
    "choice.later": _("Meet a villain there"),
    "help.insane-move": _("Follow the Insane side of the card"),
    "note.rolled": _("{who} rolls {n} for movement"),
    "note.forced": _("A card says how far you move; the roll only decides whether Batman moves"),
    "note.moved": _("{who} moves to {space}"),
    "note.turns-back": _("{who} turns back toward the Tower Entrance"),
    "note.no-key": _("{who} has no Security Key card and must turn back"),
    "refusal.T-E04": _("That space is in the other direction; a move has one direction"),
    "refusal.T-E27": _("You turned back and must reach the Tower Entrance first"),
    "refusal.T-GUARD": _("The way up leads past the Guard, or needs Guard Keys"),
    "refusal.T-DOOR": _("You enter the Tower through the Security Door"),
    "refusal.T-TURN": _("To leave the Tower you have to turn back"),
    "refusal.T-NOT-TOWER": _("That is only possible in the Tower"),
    "refusal.T-SANE": _("{who} is not Insane: roll for movement"),
    "remedy.guard": _("Fight the Guard or use Guard Keys"),
    "remedy.door": _("Try the Security Door"),
    "remedy.turn": _("Move down"),
}
