"""From floor to floor (p. 13): the Guard, the desk and its keys, the Security Door."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, Rolled
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import from_stock
from games.talisman_batman.rules.combat.odds import on_a_die
from games.talisman_batman.rules.movement import places, plan
from games.talisman_batman.rules.movement.moving import walked
from games.talisman_batman.rules.turn import after_move, open_fight, put_down, to_end
from games.talisman_batman.rules.villain.points import spend_fate
from games.talisman_batman.state import (
    FIRST,
    SECOND,
    TOWER,
    Box,
    EncounterCard,
    Fight,
    Fighter,
    State,
    rings,
)
from games.talisman_batman.state.derived import (
    base,
    best_boosts,
    card_label,
    known,
    known_card,
    named,
    space_label,
    without,
)
from games.talisman_batman.table import Act, Table

GUARD_VALUE = 9
DOOR_DICE = 4
"""More dice than any space asks for."""
DESKS = ("office", "darkroom")


class UseKeys(Act, tag="keys"):
    """Return the Guard Keys and cross to the opposite space; no roll, so no Batman."""

    named = _("Return the Guard Keys")
    to: str = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-136")
        t.moment("T-136", "move")
        if not any(c.name == "guard-keys" for c in t.me.objects):
            t.refuse("T-NO-KEYS", "T-136", remedy=msg("remedy.hold", what=msg("prompt.gain")))
        if t.me.floor != FIRST:
            t.refuse_impossible("T-NOT-FIRST", "T-136")
        if t.me.insane:
            t.refuse("T-E23", "T-049", who=t.who(t.active))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if linked := plan.across(t.state):
            label = msg("prompt.keys-known", space=space_label(linked, SECOND))
            yield cls.now(t, rule="T-136", label=label, expected=False)
        else:
            yield cls.now(t, fields.where(t.state, (SECOND,)), rule="T-136", expected=False)

    def apply(self, t: Table) -> None:
        keys = next((c for c in t.me.objects if c.name == "guard-keys"), None)
        if keys is None:
            return
        linked = plan.across(t.state)
        space = t.place(self.to or linked)
        if linked and space != linked and t.state.depth == "full":
            t.refuse("T-OPPOSITE", "T-136", space=space_label(linked, SECOND))
        plan.on_floor(t.state, space, SECOND, t, t.active)
        t.change(t.active, objects=without(t.me.objects, keys.id))
        t.to_pile(keys)
        put_down(t, t.active, space, SECOND)
        t.note("keys", "T-136", who=t.who(t.active), space=space_label(space, SECOND))
        t.turn(phase="encounter")


class Guard(Act, tag="guard"):
    """Try to pass the Guard; ``used`` steps lead to the Guard Post."""

    named = _("Get past the Guard")
    teaches = True
    used: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-127")
        if t.state.turn.here == "space" and t.me.space == "guard-post":
            t.refuse("T-E24", "T-133")
        t.moment("T-127", "path")
        if t.me.floor != FIRST or t.state.turn.forced:
            t.refuse_impossible("T-NOT-FIRST", "T-127")
        if t.me.guard_passed:
            t.refuse_impossible("T-UP", "T-130", remedy=msg("remedy.up"))
        if t.me.space == "guard-post" and t.switched("guardFromStart"):
            t.refuse("T-GUARD-START", "T-Q13")
        ways, roll = plan.to_guard(t.state), t.state.turn.roll
        if ways and min(ways) > roll:
            t.refuse("T-FAR", "T-127", n=min(ways), roll=roll)
        if not _steps(t):
            t.refuse("T-NOT-NEAR", "T-127")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        roll, ways = t.state.turn.roll, plan.to_guard(t.state)
        cards = best_boosts(t.me, "strength")
        mine = base(t.state, Fighter(t.active, cards), "strength")
        odds = msg("help.odds-die", who=t.me.sheet.name, odds=on_a_die(mine - GUARD_VALUE))
        if ways:
            used = min(ways)
            left = roll - used
            label = msg("prompt.guard-known", n=left) if left else msg("prompt.guard-all")
            yield cls.now(t, rule="T-127", label=label, help=odds, expected=False, used=used)
        else:
            choices = tuple(Choice(n, msg("choice.steps", n=n)) for n in _steps(t))
            steps = Field("used", "choice", msg("field.used"), choices, rule="T-127")
            yield cls.now(t, steps, rule="T-127", help=odds, expected=False)

    def apply(self, t: Table) -> None:
        used = self._used(t)
        _locate_post(t, used)
        put_down(t, t.active, "guard-post", FIRST)
        t.turn(left=t.state.turn.roll - used)
        t.note("guard", "T-128", who=t.who(t.active), n=GUARD_VALUE)
        open_fight(t, Fight("guard", Fighter(t.active), name="guard", value=GUARD_VALUE))

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return places.seen(known, state)

    def _used(self, t: Table) -> int:
        """Return the steps to the Guard Post: from the plan if it knows, else as said."""
        roll = t.state.turn.roll
        if ways := plan.to_guard(t.state):
            return min(roll, self.used if self.used in ways else min(ways))
        t.require_range(msg("field.used"), self.used, _least(t), roll, "T-127")
        if self.used not in _steps(t):
            t.refuse("T-NOT-NEAR", "T-127")
        return self.used


class Search(Act, tag="search"):
    """Search the desk for Guard Keys with Lock Picks."""

    named = _("Search the desk")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-135")
        if t.switched("lockPicksReplaceEncounter"):
            t.moment("T-135", "encounter")
        else:
            t.moment("T-135", "move", "path", "encounter", "cards", "take", "end")
        if not any(c.name == "lock-picks" for c in t.me.objects):
            t.refuse("T-NO-PICKS", "T-135")
        if t.state.turn.searched:
            t.refuse("T-SEARCHED", "T-Q14")
        if named(t.me.space) and t.me.space not in DESKS:
            t.refuse("T-DESK", "T-135")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        gone = any(stock.name == "guard-keys" and not stock.left for stock in t.state.stock)
        near = named(t.me.space) or t.me.floor == FIRST
        walks = (t.phase == "path" and t.state.turn.forced) or (t.phase == "move" and t.me.insane)
        if near and not walks and not gone and t.phase != "cards":
            yield cls.now(t, rule="T-135", expected=False)

    def apply(self, t: Table) -> None:
        if not named(t.me.space) and t.ask("DESK", "T-135") == "no":
            t.refuse("T-DESK", "T-135")
        known_keys = known_card(t.state, "guard-keys") or EncounterCard("guard-keys")
        keys = from_stock(t, t.new_card(replace(known_keys, purchase=True)), strict=True)
        t.note("searched", "T-135", who=t.who(t.active), card=card_label(keys))
        t.turn(searched=True)
        t.change(t.active, objects=(*t.me.objects, keys))
        if t.switched("lockPicksReplaceEncounter"):
            to_end(t)


class Door(Act, tag="door"):
    """Try the Security Door; the space itself says how."""

    named = _("Try the Security Door")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-137")
        t.moment("T-137", "path", "up")
        if t.me.floor != SECOND and not plan.climbing(t.state):
            t.refuse_impossible("T-NOT-SECOND", "T-137")
        if t.me.job is not None:
            t.refuse("T-E25", "T-124", remedy=msg("remedy.job"))
        if not plan.door_in_reach(t.state):
            t.refuse("T-FAR", "T-137", n=plan.to_door(t.state), roll=walked(t.state))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.phase == "up" or not t.state.turn.forced:
            yield cls.now(t, rule="T-137", tone="door", expected=False)

    def apply(self, t: Table) -> None:
        t.note("door", "T-137", who=t.who(t.active))
        put_down(t, t.active, "security-door", SECOND)
        t.turn(phase="door", left=0)


class DoorResult(Act, tag="door-result"):
    """Enter whether the attempt, made as the space says, succeeded; the turn ends either way."""

    named = _("Enter whether the door opened")
    passed: bool

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-139")
        t.moment("T-139", "door")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        opens, stays = msg("prompt.door-open"), msg("prompt.door-shut")
        yield cls.now(t, rule="T-139", label=opens, tone="good", passed=True)
        yield cls.now(t, rule="T-139", label=stays, passed=False)

    def apply(self, t: Table) -> None:
        t.note("door-open" if self.passed else "door-shut", "T-139", who=t.who(t.active))
        if self.passed:
            put_down(t, t.active, "tower-entrance", TOWER)
        t.turn(over=True)
        after_move(t)


class DoorDice(Act, tag="door-dice"):
    """The dice of the attempt, for the log and the ledger; 0 is no die."""

    named = _("Enter the dice of the Door")
    dice: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-139")
        t.moment("T-139", "door")
        if t.state.turn.door:
            t.refuse_impossible("T-DOOR-DICE", "T-139")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        # How many dice the space asks for, only the board knows.
        rows = (msg("field.die-n", n=1), msg("field.die-n", n=2))
        dice, help = fields.some_dice(rows, "T-139"), msg("help.door-dice")
        yield cls.now(t, dice, rule="T-139", help=help, expected=False)

    def apply(self, t: Table) -> None:
        shown = tuple(face for face in self.dice if face)
        t.require_range(msg("field.how-many-dice"), len(shown), 1, DOOR_DICE, "T-139")
        t.die(*shown)
        dice = tuple(map(str, shown))
        t.note("door-dice", "T-139", who=t.who(t.active), n=sum(shown), dice=dice)
        t.turn(door=shown)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return self.thrown(state.active, "door", *filter(None, self.dice))


class SpendFate(Act, tag="spend-fate"):
    """A Fate token for a die the Security Door made the seat roll."""

    named = _("Spend Fate on a die")
    seat: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.phase != "door":
            t.refuse("T-NO-ROLL", "T-023", remedy=msg("remedy.roll"))
        elif t.state.turn.left:
            t.refuse_impossible("T-E06", "T-025")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.allows(cls(t.active).apply, t):
            yield cls.now(t, rule="T-025", seat=t.active)

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-023")
        if t.phase == "door":
            if self.seat != t.active:
                t.refuse_impossible("T-E07", "T-026")
            t.turn(left=1, door=())
        spend_fate(t, self.seat)
        t.note("fate-spent", "T-023", who=t.who(self.seat))


def _least(t: Table) -> int:
    """Return the fewest steps to the Guard Post: none where no one knows that one stands
    elsewhere."""
    return 1 if known(t.me.space) else 0


def _steps(t: Table) -> tuple[int, ...]:
    """Return how many steps away the Guard Post may be: never on a space with another name."""
    if ways := plan.to_guard(t.state):
        return ways
    steps = range(_least(t), t.state.turn.roll + 1)
    return tuple(n for n in steps if _posts(t, n) != ())


def _posts(t: Table, steps: int) -> tuple[str, ...] | None:
    """Return the unnamed places that many steps away; ``None`` if the ring is unknown here."""
    ends = plan.round_ring(t.state.plan, FIRST, t.me.space, steps)
    places = dict.fromkeys(end.space for end in ends if not named(end.space))
    return tuple(places) if ends else None


def _locate_post(t: Table, used: int) -> None:
    """Put the Guard Post on the ring where only one place can be meant."""
    places = _posts(t, used) or ()
    if len(places) == 1 and not rings.placed(t.state.plan, "guard-post"):
        t.name_space(places[0], "guard-post")


WORDS: Catalogue = {
    "prompt.keys": _("Use the Guard Keys"),
    "prompt.keys-known": _("Guard Keys: cross to {space}"),
    "prompt.guard": _("Try to pass the Guard"),
    "prompt.guard-all": _("Fight the Guard; the move then ends at the Guard Post"),
    "prompt.guard-known": _n(
        "Fight the Guard; then {n} step upstairs", "Fight the Guard; then {n} steps upstairs"
    ),
    "choice.steps": _n("{n} step", "{n} steps"),
    "refusal.T-NOT-NEAR": _("The spaces that far away have other names"),
    "prompt.door": _("Try the Security Door"),
    "prompt.door-dice": _("The dice for this attempt"),
    "prompt.door-open": _("The Security Door opens"),
    "prompt.door-shut": _("The Security Door stays shut"),
    "prompt.search": _("Search the desk with Lock Picks"),
    "prompt.spend-fate": _("Spend Fate: reroll one of these dice"),
    "field.used": _("Steps to the Guard Post"),
    "help.door-dice": _("Only for the log and the dice ledger"),
    "note.guard": _("{who} faces the Guard, who has {n} and does not roll"),
    "note.searched": _("{who} searches the desk and finds {card}"),
    "note.keys": _("{who} returns the Guard Keys and crosses to {space}"),
    "note.door": _("{who} tries the Security Door"),
    "note.door-open": _("The Security Door opens: {who} is now on the Tower Entrance"),
    "note.door-dice": _("{who} rolls {n} at the Door: {dice}"),
    "note.door-shut": _("The Security Door stays shut for {who}"),
    "note.fate-spent": _("{who} spends Fate to reroll a die"),
    "question.DESK": _("Is this the Office or the Darkroom?"),
    "refusal.T-E24": _("You have encountered this space, so you can't go up"),
    "refusal.T-E25": _("Finish Falcone's job first"),
    "refusal.T-NO-KEYS": _("Guard Keys are needed"),
    "refusal.T-NO-PICKS": _("Lock Picks are needed"),
    "refusal.T-GUARD-START": _("At this table you must first move to the Guard Post"),
    "refusal.T-DOOR-DICE": _("These dice have already been entered; Undo removes them"),
    "refusal.T-FAR": _n(
        "That is {n} step away, but the die shows {roll}",
        "That is {n} steps away, but the die shows {roll}",
    ),
    "refusal.T-NOT-FIRST": _("That is only possible on the First Floor"),
    "refusal.T-NOT-SECOND": _("That is only possible on the Second Floor"),
    "refusal.T-OPPOSITE": _("The opposite space is {space}"),
    "refusal.T-DESK": _("The desks are in the Office and in the Darkroom"),
    "refusal.T-SEARCHED": _("The desk has already been searched this turn"),
    "remedy.job": _("Report the job as soon as it's done"),
    "remedy.roll": _("Enter what was rolled"),
}
