"""Dice entered, rerolled and kept, for any open action; and ending it (p.50-51)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import COLOURS
from games.gotham_chronicles.rules.actions import defence, tasks
from games.gotham_chronicles.rules.common.costs import close_if_spent, may_stop
from games.gotham_chronicles.rules.common.energy import Cubes
from games.gotham_chronicles.rules.common.forms import MORE, NOW, Paid, choice
from games.gotham_chronicles.rules.common.perils import landed, suffered
from games.gotham_chronicles.rules.common.whole import entered
from games.gotham_chronicles.rules.end import still_rolling
from games.gotham_chronicles.rules.rolls import (
    ANY_COLOUR,
    ask_faces,
    buy_rerolls,
    face,
    free_dice,
    rerolls_to_buy,
    rolling,
    settled,
    sums,
    with_roll,
)
from games.gotham_chronicles.state import Attack, Given, Move, State, Task
from games.gotham_chronicles.state.dice import Die, Roll
from games.gotham_chronicles.table import (
    Act,
    Table,
    enemy_of,
    hero_of,
    leaders,
    led_by,
    name_of,
    side_only,
    stop,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, DieRow, Field, Prompt, Rolled

WAYS = ("free", "paid", "bonus")


class RollFaces(Act, tag="faces"):
    """The face of each die of the roll, in order."""

    named = _("Enter the dice")

    faces: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        roll, who = current(t)
        side_only(t, led_by(t.state, who), "G-031")
        if roll.rolled and roll.dice:
            t.refuse_impossible("E_ROLLED", "G-155")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        roll, who = current(t)
        rows = tuple(
            DieRow(
                f"{die.colour}-{i}",
                Msg(f"colour.{die.colour}"),
                faces_of(t.state, die.colour),
                die.colour,
            )
            for i, die in enumerate(roll.dice)
        )
        yield cls.prompt(
            msg("prompt.faces", who=name_of(t.state, who)),
            Field("faces", "dice", Msg("field.faces"), dice=rows, rule="G-031"),
            rule="G-031",
            expected=True,
            actors=leaders(t.state, who),
            group=NOW,
        )

    def apply(self, t: Table) -> None:
        """Enter faces die by die; keep them at once if nothing can change them."""
        roll, who = current(t)
        if len(self.faces) != len(roll.dice):
            t.refuse_impossible("E_DICE", "G-031", n=len(roll.dice), told=len(self.faces))
        for die, shown in zip(roll.dice, self.faces, strict=True):
            face(t, die, shown)
        dice = zip(roll.dice, self.faces, strict=True)
        roll = replace(roll, dice=tuple(replace(die, face=shown) for die, shown in dice))
        t.note(
            "rolled",
            "G-031",
            who=name_of(t.state, who),
            faces=tuple(str(shown) for shown in self.faces) or ("–",),
            n=roll.symbols,
        )
        t.state = with_roll(t.state, roll)
        ask_faces(t, roll)
        _kept_if_settled(t)


class Total(Act, tag="total"):
    """The symbols of the whole roll after rerolls, of which ``paid`` cost a cube each.

    ``free_success`` uses the variant's free success of the hero.
    """

    named = _("Enter the total of a roll")

    symbols: int
    paid: Paid = 0
    free_success: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        roll, who = current(t)
        side_only(t, led_by(t.state, who), "G-031")
        if roll.rolled and roll.dice:
            t.refuse_impossible("E_ROLLED", "G-155")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        roll, who = current(t)
        low, high = sums(t.state, roll)
        more = rerolls_to_buy(t.state, who)
        yield cls.prompt(
            msg("prompt.total", who=name_of(t.state, who)),
            cls.field("symbols", low=low, high=high, default=low, rule="G-031"),
            *([cls.field("paid", high=more)] if more else []),
            *([cls.field("free_success", rule="G-189")] if may_add_success(t.state) else []),
            rule="G-031",
            expected=True,
            actors=leaders(t.state, who),
            group=NOW,
        )

    def apply(self, t: Table) -> None:
        roll, who = current(t)
        self.bounded(t)
        entered(t, roll, who, self.symbols, self.paid)
        _done(t, self.symbols, self.free_success)


class Keep(Act, tag="keep"):
    """Keep the roll."""

    named = _("Keep the roll")

    free_success: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _roll, who = _on_the_table(t)
        side_only(t, led_by(t.state, who), "G-155")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        roll, who = current(t)
        if not roll.dice:
            return
        actors = leaders(t.state, who)
        yield cls.prompt(
            msg("prompt.keep", n=roll.symbols),
            rule="G-155",
            expected=True,
            actors=actors,
            group=NOW,
            tone="next",
        )
        if may_add_success(t.state):
            yield cls.prompt(
                msg("prompt.keep_bonus", n=roll.symbols),
                fixed={"free_success": True},
                rule="G-189",
                actors=actors,
                group=NOW,
            )

    def apply(self, t: Table) -> None:
        """Keep the faces as they are."""
        roll, _who = _on_the_table(t)
        _done(t, roll.symbols, self.free_success)


class RerollDie(Act, tag="reroll"):
    """Reroll one die: ``way`` is free, paid or bonus (a skill)."""

    named = _("Reroll a die")

    die: int
    face: int
    way: str = "paid"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _roll, who = _on_the_table(t)
        side_only(t, led_by(t.state, who), "G-155")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        roll, who = current(t)
        for i, die in enumerate(roll.dice):
            ways = {
                "free": i in free_dice(roll),
                "bonus": bool(roll.bonus),
                "paid": bool(rerolls_to_buy(t.state, who)),
            }
            for way in (way for way, possible in ways.items() if possible):
                yield cls.prompt(
                    _again_label(die, way),
                    choice("face", faces_of(t.state, die.colour), "G-155"),
                    fixed={"die": i, "way": way},
                    rule="G-159" if way == "paid" else "G-156",
                    actors=leaders(t.state, who),
                    group=NOW,
                    tone=die.colour,
                )

    def apply(self, t: Table) -> None:
        """Reroll in the way named; bonus and free rerolls come before paid ones."""
        roll, who = _on_the_table(t)
        if self.way not in WAYS:
            t.refuse_impossible("E_NO_SPACE", "G-155", space=self.way)
        die = _die(t, roll, self.die, self.face)
        cubes: tuple[Cubes, ...] = ()
        if self.way == "paid":
            cubes = buy_rerolls(t, who, 1)
            roll = replace(roll, paying=True, arrows=(), bonus=0, forced=0)
        else:
            _unpaid(t, roll)
            roll = _free(t, roll, die) if self.way == "free" else _bonus(t, roll)
        _again(t, roll, self.die, self.face, self.way, cubes)
        _kept_if_settled(t)


class Misfortune(Act, tag="misfortune"):
    """An enemy's skill makes the roller roll one die again."""

    named = _("Use Misfortune")

    die: int
    face: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _roll, who = _on_the_table(t)
        side_only(t, enemy_of(t.state, who), "G-161")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        roll, who = current(t)
        villain = enemy_of(t.state, who) == "villain"
        for i, die in enumerate(roll.dice if roll.forced else ()):
            yield cls.prompt(
                _again_label(die, "forced"),
                choice("face", faces_of(t.state, die.colour), "G-155"),
                fixed={"die": i},
                rule="G-156",
                actors=(t.state.villain,) if villain else t.state.hero_parts,
                group=MORE,
                tone=die.colour,
            )

    def apply(self, t: Table) -> None:
        """Force a reroll before anything is paid."""
        roll, _who = _on_the_table(t)
        _die(t, roll, self.die, self.face)
        _unpaid(t, roll)
        if not roll.forced:
            t.refuse_impossible("E_NO_BONUS_REROLL", "G-161")
        roll = replace(roll, forced=roll.forced - 1)
        _again(t, roll, self.die, self.face, "forced", ())
        _kept_if_settled(t)


class Abandon(Act, tag="abandon"):
    """End the open action now; cubes stay spent."""

    named = _("Cancel the action")
    by_hand = True

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not t.state.peril and t.state.open is None:
            t.refuse_impossible("E_NOTHING_OPEN", "G-026")
        if not t.state.peril and isinstance(t.state.open, Move):
            may_stop(t)
        if not t.state.peril and isinstance(t.state.open, Given):
            side_only(t, led_by(t.state, t.state.open.who), "G-026")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        opened = None if t.state.peril else t.state.open
        if isinstance(opened, Given):
            yield cls.prompt(
                Msg("prompt.not_acting"),
                rule="G-026",
                expected=True,
                actors=leaders(t.state, opened.who),
                group=NOW,
                tone="next",
            )
            return
        walker = leaders(t.state, opened.who) if isinstance(opened, Move) else None
        yield cls.prompt("", rule="G-026", actors=walker, group=MORE)

    def apply(self, t: Table) -> None:
        """Abandon the action; cubes spent stay where they are."""
        if not t.state.peril and isinstance(t.state.open, Move):
            stop(t)
            return
        t.note("abandoned", "G-026")
        if t.state.peril:
            t.state = still_rolling(t.state, ())
            landed(t)
            close_if_spent(t)
        else:
            t.put(open=None)


def _again_label(die: Die, way: str) -> Msg:
    colour = Msg(f"colour.{die.colour}")
    return msg("prompt.reroll", colour=colour, n=die.face, way=Msg(f"way.{way}"))


def current(t: Table) -> tuple[Roll, str]:
    """Return the roll in progress and its roller; refuse when there is none."""
    found = rolling(t.state)
    if found is None:
        t.refuse_impossible("E_NO_ROLL", "G-031")
    return found


def _on_the_table(t: Table) -> tuple[Roll, str]:
    roll, who = current(t)
    if not roll.rolled:
        t.refuse_impossible("E_NOT_ROLLED", "G-155")
    return roll, who


def _kept_if_settled(t: Table) -> None:
    roll, _ = current(t)
    if settled(t.state) and not may_add_success(t.state):
        _done(t, roll.symbols, False)


def may_add_success(state: State) -> bool:
    """Return whether the hero may still add the variant's free success to this action (p.58)."""
    found = rolling(state)
    if found is None or state.peril:
        return False
    if isinstance(state.open, Attack) and state.open.stage != "roll":
        return False
    index = hero_of(found[1])
    return index is not None and state.heroes[index].free_success


def _done(t: Table, symbols: int, free: bool) -> None:
    """Hand the result to what rolled."""
    if free:
        _free_success(t)
    if t.state.peril:
        suffered(t, symbols)
        close_if_spent(t)
        return
    match t.state.open:
        case Attack(stage="roll"):
            defence.count(t, t.state.open, symbols, free)
        case Attack():
            defence.resolve(t, t.state.open, symbols)
        case Task():
            tasks.count(t, t.state.open, symbols, free)


def _free_success(t: Table) -> None:
    found = rolling(t.state)
    index = hero_of(found[1]) if found else None
    if index is None or not may_add_success(t.state):
        t.refuse_impossible("E_NO_FREE_SUCCESS", "G-189")
    t.note("free-success", "G-189", who=t.state.heroes[index].sheet.name)
    t.put_hero(index, free_success=False)


def reported(state: State, action: object) -> tuple[Rolled, ...]:
    """Return the physical dice an action tells of, for the dice ledger; a total has no faces."""
    found = rolling(state)
    if found is None:
        return ()
    roll, who = found
    purpose = "wounds" if state.peril else _purpose(state)
    part = hero_of(who)
    if part is None and led_by(state, who) == "villain":
        part = state.villain
    match action:
        case RollFaces(shown) if len(shown) == len(roll.dice):
            return tuple(
                Rolled(die.colour, str(face_), purpose, part)
                for die, face_ in zip(roll.dice, shown, strict=True)
            )
        case RerollDie(at, face_) | Misfortune(at, face_) if 0 <= at < len(roll.dice):
            return (Rolled(roll.dice[at].colour, str(face_), purpose, part),)
        case Total():
            return tuple(Rolled(die.colour, "", purpose, part) for die in roll.dice)
    return ()


def _purpose(state: State) -> str:
    match state.open:
        case Attack(stage="defend"):
            return "defence"
        case Attack(kind) | Task(kind):
            return kind
    return ""


def _die(t: Table, roll: Roll, at: int, shown: int) -> Die:
    t.require_range(Msg("field.die_number"), at, 0, len(roll.dice) - 1, "G-155")
    face(t, roll.dice[at], shown)
    return roll.dice[at]


def _unpaid(t: Table, roll: Roll) -> None:
    if roll.paying:
        t.refuse("E_REROLL_STEP", "G-160", remedy=msg("remedy.pay"))


def _bonus(t: Table, roll: Roll) -> Roll:
    if not roll.bonus:
        t.refuse_impossible("E_NO_BONUS_REROLL", "G-161")
    return replace(roll, bonus=roll.bonus - 1)


def _free(t: Table, roll: Roll, die: Die) -> Roll:
    arrow = next((a for a in (die.colour, ANY_COLOUR) if a in roll.arrows), None)
    colour = Msg(f"colour.{die.colour}")
    if arrow is None:
        t.refuse_impossible("E_NO_FREE_REROLL", "G-156", colour=colour)
    if die.freed:
        t.refuse("E_FREE_REROLL_USED", "G-156", colour=colour)
    arrows = list(roll.arrows)
    arrows.remove(arrow)
    if arrow == ANY_COLOUR:
        t.put_post(free_reroll=False)
    return replace(roll, arrows=tuple(arrows))


def _again(t: Table, roll: Roll, at: int, shown: int, way: str, cubes: tuple[Cubes, ...]) -> None:
    die = roll.dice[at]
    fresh = replace(die, face=shown, freed=die.freed or way == "free")
    dice = tuple(fresh if i == at else each for i, each in enumerate(roll.dice))
    t.note(
        "reroll",
        "G-159" if way == "paid" else "G-156",
        colour=Msg(f"colour.{die.colour}"),
        way=Msg(f"way.{way}"),
        before=die.face,
        after=shown,
        cubes=cubes,
    )
    t.state = with_roll(t.state, replace(roll, dice=dice))


def faces_of(state: State, colour: str) -> tuple[Choice, ...]:
    """Return the faces of a colour if the group has entered them, else 0 to 4."""
    known = dict(zip(COLOURS, state.faces, strict=False)).get(colour, ())
    return tuple(Choice(n, str(n)) for n in sorted(set(known or range(5))))


WORDS: Catalogue = {
    "note.rolled": _("{who} rolls {faces}, {n} in total"),
    "note.reroll": _("{colour} die rolled again ({way}): {before} → {after}"),
    "note.free-success": _("{who} adds the free success"),
    "note.abandoned": _("The action stops here; spent cubes stay spent"),
    "refusal.E_NO_ROLL": _("There is no roll right now"),
    "refusal.E_ROLLED": _("These dice are entered already"),
    "refusal.E_NOT_ROLLED": _("Enter what the dice showed first"),
    "refusal.E_DICE": _("Dice rolled: {n}. Faces entered: {told}"),
    "refusal.E_NO_FREE_REROLL": _("No free reroll left for a {colour} die"),
    "refusal.E_FREE_REROLL_USED": _("This die had its free reroll"),
    "refusal.E_NO_BONUS_REROLL": _("No such reroll left"),
    "refusal.E_REROLL_STEP": _("Free rerolls come before paid ones"),
    "refusal.E_NO_FREE_SUCCESS": _("The free success can't be used"),
    "remedy.pay": _("Pay a cube for it"),
    "prompt.faces": _("{who}: what did the dice show?"),
    "prompt.total": _("{who}: successes on the dice"),
    "prompt.reroll": _("Reroll {colour} die {n} ({way})"),
    "prompt.keep": _("Keep {n}"),
    "prompt.keep_bonus": _("Keep {n} and add the free success"),
    "prompt.not_acting": _("Don't use it"),
    "prompt.abandon": _("Stop the action here"),
}
