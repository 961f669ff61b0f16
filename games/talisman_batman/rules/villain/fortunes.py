"""Additional rules (p. 11): insanity, lost turns, being moved, death and what is inherited."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import no_fight
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.rules.turn import (
    call_batman,
    enter_control,
    face_batman,
    may_enter,
    put_down,
)
from games.talisman_batman.state import Alignment, Estate, Name, Villain
from games.talisman_batman.state.derived import card_label, find, space_label, without
from games.talisman_batman.table import Act, Table

INSANE_TURNS = 3
SIDES: tuple[Alignment, ...] = ("righteous", "indifferent", "chaotic")


class GoInsane(Act, tag="insane"):
    """The villain becomes Insane for three turns; becoming Insane again restarts the count."""

    named = _("Become Insane")
    by_hand = True
    waits = False
    seat: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.alive():
            yield cls.besides(t.once(fields.anybody), rule="T-109")

    def apply(self, t: Table) -> None:
        go_insane(t, self.seat)


class LoseTurn(Act, tag="lose-turn"):
    """The villain misses the next turn."""

    named = _("Lose a turn")
    by_hand = True
    waits = False
    seat: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.alive():
            yield cls.besides(t.once(fields.anybody), rule="T-112")

    def apply(self, t: Table) -> None:
        lose_turn(t, self.seat)


def go_insane(t: Table, seat: int) -> None:
    """Turn a villain Insane, or Insane again, for three turns."""
    code = "insane-again" if t.living(seat).insane else "insane"
    t.note(code, "T-111", who=t.who(seat), n=INSANE_TURNS)
    t.change(seat, insane=INSANE_TURNS, insane_since=t.state.turn.number)


def lose_turn(t: Table, seat: int) -> None:
    """Make a villain miss one more turn."""
    most = 1 if t.switched("stackLostTurns") else 99
    turns = min(most, t.living(seat).lost_turns + 1)
    t.note("loses-turn", "T-112", who=t.who(seat), n=turns)
    t.change(seat, lost_turns=turns)


class Send(Act, tag="send"):
    """Move the villain other than by its own movement; not out of a fight."""

    named = _("Be moved")
    by_hand = True
    seat: int
    to: Name = ""
    floor: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.alive() and t.allows(_free_to_go, t):
            spaces = (each for each in t.once(fields.everywhere) if each.value != "control-room")
            to = cls.field("to", choices=tuple(spaces))
            yield cls.besides(t.once(fields.anybody), to, fields.floor(1), rule="T-048")

    def apply(self, t: Table) -> None:
        villain = t.living(self.seat)
        _free_to_go(t)
        space = t.place(self.to)
        floor = plan.floor_of(t.state, space, self.floor or villain.floor, self.seat)
        t.require_range(msg("field.floor"), floor, 1, 3)
        may_enter(t, self.seat, space)
        plan.charted(t, t.state, space, floor)
        t.note("sent", "T-048", who=t.who(self.seat), space=space_label(space, floor))
        if space == "control-room":
            _into_control(t, self.seat)
        else:
            put_down(t, self.seat, space, floor)


class Align(Act, tag="align"):
    """Change the villain's alignment, once per turn; cards it now forbids are dropped."""

    named = _("Change alignment")
    by_hand = True
    waits = False
    seat: int
    alignment: Alignment

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive():
            if t.allows(_once_a_turn, t, seat):
                ours = t.villain(seat).alignment
                sides = tuple(Choice(side, Msg(f"term.{side}")) for side in SIDES if side != ours)
                side = Field("alignment", "choice", msg("field.alignment"), sides, rule="T-010")
                label = msg("prompt.align", who=t.who(seat))
                yield cls.besides(side, rule="T-012", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        if t.living(self.seat).alignment == self.alignment:
            t.refuse_impossible("T-ALIGNED", "T-010", who=t.who(self.seat))
        _once_a_turn(t, self.seat)
        alignment = Msg(f"term.{self.alignment}")
        t.note("aligned", "T-012", who=t.who(self.seat), alignment=alignment)
        t.change(self.seat, alignment=self.alignment, turned=True)


class Inherit(Act, tag="inherit"):
    """The set-aside cards a new villain leaves on the start space; the villain takes the rest.

    Cards the alignment forbids are also left.
    """

    named = _("Take the inheritance")
    leave: tuple[int, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.moment("T-115", "inherit")
        t.own(t.active, "T-115")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        estate = t.me.estate
        goods = (*estate.objects, *estate.followers)
        label = msg("prompt.inherit", n=len(goods), coins=estate.coins)
        leave = fields.cards("leave", goods, "T-115", hint=True)
        yield cls.now(t, leave, rule="T-115", label=label)

    def apply(self, t: Table) -> None:
        villain, estate = t.me, t.me.estate
        cards = (*estate.objects, *estate.followers)
        for id in self.leave:
            if find(cards, id) is None:
                t.refuse_impossible("T-NO-CARD", "T-115")
        forbidden = tuple(c.id for c in cards if villain.alignment in c.forbids)
        left = tuple(c for c in cards if c.id in (*self.leave, *forbidden))
        t.note("inherits", "T-115", who=t.who(t.active), n=len(cards) - len(left))
        if left:
            t.note("left-behind", "T-115", cards=tuple(card_label(c) for c in left))
            t.lay(t.active, left)
        gone = tuple(c.id for c in left)
        t.change(
            t.active,
            objects=(*villain.objects, *without(estate.objects, *gone)),
            followers=(*villain.followers, *without(estate.followers, *gone)),
            coins=villain.coins + estate.coins,
            estate=Estate(),
        )
        t.turn(phase="move")


def _free_to_go(t: Table) -> None:
    """Refuse to move anyone while a fight goes on, but for the way out of Batman's."""
    if t.phase not in ("escape", "escaped"):
        no_fight(t)


def _into_control(t: Table, seat: int) -> None:
    """Bring Batman at once; he is fought now in the own turn, else when that begins."""
    enter_control(t, seat)
    if seat == t.active and t.phase in ("move", "path", "up", "encounter", "cards", "take"):
        face_batman(t)
    else:
        call_batman(t, seat)
        t.change(seat, in_control_room=True)


def _once_a_turn(t: Table, seat: int) -> None:
    if t.villain(seat).turned:
        t.refuse("T-E18", "T-012", who=t.who(seat))


def kill(t: Table, seat: int) -> None:
    """Kill the villain at once; where everything goes depends on the variants."""
    options, state = t.state.options, t.state
    t.note("killed", "T-022", who=t.who(seat))
    villain = t.villain(seat)
    t.to_pile(*villain.trophies)
    t.put(
        fate_pool=state.fate_pool + villain.fate,
        feat_discard=state.feat_discard + len(villain.feats),
        gone=(*state.gone, villain.sheet),
        owes=tuple(owe for owe in state.owes if owe.seat != seat),
        thrown=None if state.thrown and state.thrown.seat == seat else state.thrown,
    )
    estate = Estate()
    if options.inheritance and not options.bloodbath:
        estate = Estate(villain.objects, villain.followers, villain.coins)
        t.note("estate", "T-113", who=t.who(seat))
    else:
        t.lay(seat, villain.goods, villain.coins)
        t.note("scattered", "T-Q21" if options.bloodbath else "T-146", who=t.who(seat))
    corpse = Villain(
        sheet=villain.sheet,
        status="out" if options.bloodbath else "waiting",
        estate=estate,
        space=t.villain(seat).space,
        floor=villain.floor,
    )
    if options.bloodbath:
        t.note("eliminated", "T-150", who=t.who(seat))
    t.seat(seat, corpse)


WORDS: Catalogue = {
    "prompt.inherit": _n(
        "Inheritance: {n} card, coins: {coins}", "Inheritance: {n} cards, coins: {coins}"
    ),
    "prompt.insane": _("Go Insane"),
    "prompt.lose-turn": _("Lose a turn"),
    "prompt.send": _("Be moved elsewhere"),
    "prompt.align": _("{who}: change alignment"),
    "field.leave": _("Leave on the start space"),
    "note.insane": _n(
        "{who} is Insane for {n} turn: Strength and Cunning are 1",
        "{who} is Insane for {n} turns: Strength and Cunning are 1",
    ),
    "note.insane-again": _n(
        "{who} stays Insane: {n} turn from now", "{who} stays Insane: {n} turns from now"
    ),
    "note.loses-turn": _n("{who} will miss the next turn", "{who} will miss the next {n} turns"),
    "note.sent": _("{who} is moved to {space}"),
    "note.aligned": _("{who} is now {alignment}"),
    "note.killed": _("{who} is killed"),
    "note.estate": _("{who}'s Objects, Followers and coins wait for the next villain"),
    "note.scattered": _("{who}'s belongings are now on the space"),
    "note.eliminated": _("{who} is out of the game"),
    "note.inherits": _n("{who} inherits {n} card", "{who} inherits {n} cards"),
    "note.left-behind": _("Left on the start space: {cards}"),
    "refusal.T-E18": _("{who}'s alignment has already changed this turn"),
    "refusal.T-ALIGNED": _("{who} already has that alignment"),
}
