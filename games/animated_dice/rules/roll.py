"""The roll: dice out of the cup, Alarms again, and what they show."""

from __future__ import annotations

from collections.abc import Iterable

from games.animated_dice.box import (
    COLOURS,
    FIRST_ROLL,
    NONE,
    SYMBOLS,
    Counts,
    VillainToken,
    counts,
    fits,
    left,
    minus,
    piled,
    plus,
    said,
    split,
)
from games.animated_dice.rules import heist
from games.animated_dice.state import State, Turn
from games.animated_dice.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import Choice, DieRow, Prompt, Rolled


class Draw(Act, tag="draw"):
    """The colours drawn from the cup, before they are rolled."""

    colours: tuple[str, ...]

    named = _("Draw dice")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.on_turn()
        t.settled()
        if sum(t.turn.drawn):
            t.refuse_impossible("E_DRAWN_TWICE", "D-019", remedy=msg("remedy.undo"))
        if not t.turn.to_draw(t.villain):
            rule = "D-018" if sum(t.turn.alarms) >= FIRST_ROLL else "D-022"
            t.refuse_impossible("E_NOTHING_TO_DRAW", rule, remedy=msg("remedy.roll"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.depth != "full":
            return
        n, cup = t.turn.to_draw(t.villain), t.turn.cup
        colours = tuple(
            Choice(colour, msg(f"die.{colour}"), msg("hint.left", n=n), colour)
            for colour, n in zip(COLOURS, cup, strict=True)
            if n
        )
        dice = tuple(DieRow(f"new-{i}", msg("die.new"), colours) for i in range(n))
        field = cls.field("colours", kind="dice", dice=dice, rule="D-008")
        rule = roll_rule(t.villain, t.turn)
        yield cls.now(t, msg("prompt.draw", n=n), field, rule=rule, help=in_the_cup(cup))

    def apply(self, t: Table) -> None:
        turn, n = t.turn, t.turn.to_draw(t.villain)
        unknown = [c for c in self.colours if c not in COLOURS]
        if unknown:
            t.refuse_impossible("E_FACE", "D-010", remedy=msg("remedy.colour"), face=unknown[0])
        if len(self.colours) != n:
            rule, given = roll_rule(t.villain, turn), len(self.colours)
            t.refuse("E_DRAW_COUNT", rule, remedy=msg("remedy.draw", n=n), n=n, given=given)
        drawn = counts(self.colours.count(colour) for colour in COLOURS)
        check_cup(t, turn.cup, drawn)
        t.note("draw", "D-008", who=t.part().name, dice=[Msg(f"colour.{c}") for c in self.colours])
        t.put_turn(cup=minus(turn.cup, drawn), drawn=drawn)


class Roll(Act, tag="roll"):
    """The faces of the dice, as ``colour-symbol``, including rerolled Alarms.

    Dice not reported by ``Draw`` are drawn and rolled at once. Empty if dice are needed and the cup
    has none.
    """

    faces: tuple[str, ...]

    named = _("Roll")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.on_turn()
        t.settled()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the roll; in full depth the colours come out of the cup first."""
        if t.state.depth == "full" and t.allows(Draw.ensure_allowed, t):
            return
        villain, turn = t.villain, t.turn
        if not turn.to_roll(villain):
            yield cls.now(t, msg("prompt.go_on"), fixed={"faces": ()}, rule="D-022")
            return
        rule, dice = roll_rule(villain, turn), rows(villain, turn)
        label = msg("prompt.roll_on" if turn.rolls else "prompt.roll", n=len(dice))
        field = cls.field("faces", kind="dice", dice=dice, rule=rule)
        yield cls.now(t, label, field, rule=rule, help=in_the_cup(turn.cup))

    def apply(self, t: Table) -> None:
        """Place what the dice show, then let everything automatic happen."""
        villain, before, faces = t.villain, t.turn, self.faces
        if not before.to_roll(villain) and not faces:
            t.note("go_on", "D-022", who=t.part().name)
            heist.finish(t, "empty")
            return
        place(t, faces)
        dice = [said(face) for face in faces]
        t.note("roll", roll_rule(villain, before), who=t.part().name, dice=dice)
        first = t.state.return_before_bust or not t.turn.dodged(villain, faces)[0].busts
        if villain.returns and not before.rolls and first:
            t.put_turn(first=faces)
        else:
            heist.follow(t, faces)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        """Return each die; its ``purpose`` is the number of the roll in the turn."""
        purpose = f"roll {state.turn.rolls + 1}"
        dice = (face.split("-", 1) for face in self.faces)
        return tuple(Rolled(colour, symbol, purpose, state.turn.part) for colour, symbol in dice)


def in_the_cup(cup: Counts) -> Msg:
    """Return what is left in the cup, as a sentence."""
    dice = left(cup)
    return msg("help.cup", dice=dice) if dice else msg("help.cup_empty")


def rows(villain: VillainToken, turn: Turn) -> tuple[DieRow, ...]:
    """Return one row per die of the next roll; Alarms and drawn dice have their colour."""
    again = tuple(
        DieRow(f"alarm-{colour}-{i}", msg(f"again.{colour}"), three(colour), colour)
        for colour, n in zip(COLOURS, turn.alarms, strict=True)
        for i in range(n)
    )
    if sum(turn.drawn):
        return again + tuple(
            DieRow(f"drawn-{colour}-{i}", msg(f"die.{colour}"), three(colour), colour)
            for colour, n in zip(COLOURS, turn.drawn, strict=True)
            for i in range(n)
        )
    there = [(colour, n) for colour, n in zip(COLOURS, turn.cup, strict=True) if n]
    faces = tuple(face for colour, n in there for face in three(colour, n))
    new = turn.to_draw(villain)
    return again + tuple(DieRow(f"new-{i}", msg("die.new"), faces) for i in range(new))


def three(colour: str, there: int = 0) -> tuple[Choice, ...]:
    """Return the three symbols of a die; ``there`` is how many such dice the cup still holds."""
    hint = msg("hint.left", n=there) if there else ""
    return tuple(
        Choice(f"{colour}-{symbol}", said(f"{colour}-{symbol}"), hint, colour) for symbol in SYMBOLS
    )


def roll_rule(villain: VillainToken, turn: Turn) -> str:
    """Return the entry that says how many dice the next roll has."""
    if not turn.rolls:
        return "D-009" if villain.first == FIRST_ROLL else villain.rule
    if sum(turn.alarms) > FIRST_ROLL:
        return "D-037"
    if sum(turn.alarms) == FIRST_ROLL:
        return "D-018"
    return "D-017" if sum(turn.cup) + sum(turn.alarms) >= FIRST_ROLL else "D-021"


def place(t: Table, faces: tuple[str, ...]) -> None:
    """Lay the rolled dice on their piles; refuses what these dice cannot show."""
    turn = t.turn
    rolled = check_faces(t, faces)
    again = counts(min(r, a) for r, a in zip(rolled, turn.alarms, strict=True))
    loot, batman, alarms = piled(faces)
    t.put_turn(
        cup=minus(plus(turn.cup, turn.drawn), minus(rolled, again)),
        loot=plus(turn.loot, loot),
        batman=plus(turn.batman, batman),
        alarms=plus(minus(turn.alarms, again), alarms),
        drawn=NONE,
        rolls=turn.rolls + 1,
    )


def check_faces(t: Table, faces: tuple[str, ...]) -> Counts:
    """Return the rolled dice per colour, refusing unknown faces and the wrong dice."""
    turn, n = t.turn, t.turn.to_roll(t.villain)
    for face in faces:
        try:
            split(face)
        except ValueError:
            t.refuse_impossible("E_FACE", "D-010", remedy=msg("remedy.face"), face=face)
    if len(faces) != n:
        rule = roll_rule(t.villain, turn)
        t.refuse("E_DICE_COUNT", rule, remedy=msg("remedy.dice", n=n), n=n, given=len(faces))
    rolled = counts(c + b + a for c, b, a in zip(*piled(faces), strict=True))
    if not fits(turn.alarms, rolled):
        missing = [
            Msg(f"die.{colour}")
            for colour, held, seen in zip(COLOURS, turn.alarms, rolled, strict=True)
            for _ in range(held - seen)
        ]
        t.refuse("E_ALARM_MISSING", "D-017", remedy=msg("remedy.alarms"), dice=missing)
    new = counts(max(0, r - a) for r, a in zip(rolled, turn.alarms, strict=True))
    check_cup(t, plus(turn.cup, turn.drawn), new)
    if sum(turn.drawn) and new != turn.drawn:
        t.refuse("E_NOT_DRAWN", "D-019", remedy=msg("remedy.undo"), dice=left(turn.drawn))
    return rolled


def check_cup(t: Table, cup: Counts, wanted: Counts) -> None:
    """Refuse more dice of a colour than the cup holds."""
    for colour, there, want in zip(COLOURS, cup, wanted, strict=True):
        if want > there:
            term = Msg(f"dice.{colour}")
            remedy = msg("remedy.cup", n=there, colour=term)
            t.refuse_impossible("E_CUP", "D-017", remedy=remedy, n=there, colour=term, given=want)


WORDS: Catalogue = {
    "coach.draw": _("Draw dice from the cup without looking and tap their colors."),
    "coach.roll": _(
        "Draw dice from the cup, roll them and tap each face: Loot is what you're "
        "after; too many Batman symbols bust you."
    ),
    "prompt.roll": _n("Roll {n} die", "Roll {n} dice"),
    "prompt.roll_on": _n("Keep going: roll {n} die", "Keep going: roll {n} dice"),
    "prompt.go_on": _("Keep going: the cup is empty, so Alarms become Loot"),
    "prompt.draw": _n("Draw {n} die", "Draw {n} dice"),
    "help.cup": _("In the cup: {dice}"),
    "help.cup_empty": _("The cup is empty"),
    "hint.left": _n("{n} left", "{n} left"),
    "field.faces": _("What do the dice show?"),
    "field.colours": _("Which colors came out?"),
    "note.draw": _("{who} draws {dice}"),
    "note.roll": _("{who} rolls {dice}"),
    "note.go_on": _("{who} rolls on with an empty cup"),
    "refusal.E_DICE_COUNT": _n(
        "You must roll {n} die, not {given}", "You must roll {n} dice, not {given}"
    ),
    "refusal.E_DRAW_COUNT": _n(
        "You must draw {n} die, not {given}", "You must draw {n} dice, not {given}"
    ),
    "refusal.E_CUP": _("{colour} in the cup: {n}, not {given}"),
    "refusal.E_ALARM_MISSING": _("Alarms are rerolled: {dice} missing"),
    "refusal.E_NOT_DRAWN": _("Those aren't the dice that were drawn: {dice}"),
    "refusal.E_DRAWN_TWICE": _("The dice have been drawn; now roll them"),
    "refusal.E_NOTHING_TO_DRAW": _("No dice are drawn for this roll"),
    "refusal.E_FACE": _("{face} is not on these dice"),
    "remedy.dice": _n("Enter {n} die", "Enter {n} dice"),
    "remedy.draw": _n("Draw {n} die", "Draw {n} dice"),
    "remedy.cup": _("Use at most {n} of the {colour}, or undo an earlier roll"),
    "remedy.alarms": _("Enter the new face of every Alarm"),
    "remedy.colour": _("Choose yellow, blue or gray"),
    "remedy.face": _("Choose Loot, Batman or Alarm for each color"),
    "remedy.undo": _("Undo if something else was drawn"),
}
