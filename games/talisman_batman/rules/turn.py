"""A player's turn (p. 7): what comes after what, its end, and whose turn is next."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Prompt
from games.talisman_batman.rules.cards.goods import may_own
from games.talisman_batman.rules.movement.plan import holds_key
from games.talisman_batman.state import NOBODY, TOWER, EncounterCard, Fight, Fighter, State, Turn
from games.talisman_batman.state.derived import best_boosts, card_label, spot, without
from games.talisman_batman.table import Act, Table

ORDER = {"event": 1, "enemy": 2, "stranger": 4, "place": 5, "object": 6, "follower": 6}
"""The encounter numbers of cards that print none (p. 9)."""
CONTROL_VALUE = 12
"""Batman in the Control Room (p. 13)."""


class EndTurn(Act, tag="end"):
    """The turn is over."""

    named = _("End the turn")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-039")
        if t.phase in ("move", "path", "up"):
            t.refuse_impossible("T-E02", "T-040")
        t.moment("T-039", "take", "end")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        # A job has to be done as soon as it can be, so its owner is reminded.
        job = t.me.job
        help: Msg | str = msg("help.job", n=job.die, text=job.text or "–") if job else ""
        left = takeable(t)
        label = msg("prompt.end-leaving", cards=left) if left else ""
        yield cls.now(t, rule="T-039", help=help, label=label)

    def apply(self, t: Table) -> None:
        end_turn(t)


# -- the end of a turn, and the next one -----------------------------------------------------


def to_end(t: Table) -> None:
    """Go to the end step of the turn; skip it if the turn was cut short and the table says so."""
    if not t.me.alive:
        next_turn(t)
        return
    t.turn(phase="end")
    t.put(fight=None)
    if t.state.turn.over and t.switched("endStepAfterLoss"):
        finish(t)
        return
    if not t.switched("tradeOnRecovery"):
        recover(t, t.active)


def cut_short(t: Table) -> None:
    """End the turn but for its end step."""
    t.turn(over=True)
    to_end(t)


def end_turn(t: Table) -> None:
    """End the turn as its player says; what can still be taken stays."""
    leave_lying(t)
    t.note("ends", "T-039", who=t.who(t.active))
    finish(t)


def finish(t: Table) -> None:
    """End the turn; an Insane villain's count goes on if the end step has not done it."""
    if t.me.alive and (t.phase != "end" or t.switched("tradeOnRecovery")):
        recover(t, t.active)
    next_turn(t)


def recover(t: Table, seat: int) -> None:
    """Pass one turn of Insanity; flip the card back after the third (p. 11)."""
    villain = t.villain(seat)
    fresh = villain.insane_since == t.state.turn.number and seat == t.active
    if not villain.insane or (fresh and not t.switched("insaneCountsCurrentTurn")):
        return
    t.change(seat, insane=villain.insane - 1)
    if villain.insane == 1:
        t.note("sane", "T-109", who=t.who(seat))
    else:
        t.note("insane-left", "T-109", who=t.who(seat), n=villain.insane - 1)


def next_turn(t: Table) -> None:
    """Begin the next seat's turn; do nothing once the game is won."""
    if t.state.winner is not None:
        return
    if (left := last_standing(t.state)) is not None:
        t.note("last", "T-Q22", who=t.who(left))
        t.put(winner=left, won_by="last")
        return
    if all(villain.status == "out" for villain in t.state.villains):
        t.note("nobody", "T-Q23")
        t.put(winner=NOBODY, won_by="nobody", fight=None)
        return
    seats = len(t.state.villains)
    seat = (t.active + 1) % seats
    while t.villain(seat).status == "out":
        seat = (seat + 1) % seats
    start_turn(t, seat)


def last_standing(state: State) -> int | None:
    """Return the only seat still in the game where Bloodbath ends it with that seat (p. 14)."""
    if not state.options.bloodbath:
        return None
    staying = [i for i, v in enumerate(state.villains) if v.status != "out"]
    return staying[0] if len(staying) == 1 and len(state.villains) > 1 else None


def start_turn(t: Table, seat: int) -> None:
    """Reset what counts per turn, then see what the seat has to do first."""
    state = t.state
    villains = tuple(replace(v, turned=False, feat_used=False, ditched=()) for v in state.villains)
    begun, seats = state.turn.phase != "setup", len(villains)
    wrapped = (seat - state.first) % seats <= (state.active - state.first) % seats
    number = state.turn.number + int(begun)
    t.put(
        villains=villains,
        active=seat,
        round=state.round + int(begun and wrapped),
        turn=Turn(number, "move"),
        fight=None,
        thrown=None,
    )
    t.note("turn", "T-039", who=t.who(seat), n=number)
    villain = t.villain(seat)
    if villain.status == "waiting":
        _successor(t)
    elif villain.lost_turns:
        _skip(t, seat)
    elif villain.in_control_room:
        face_batman(t)


def _skip(t: Table, seat: int) -> None:
    """Skip the seat's turn."""
    t.note("skipped", "T-112", who=t.who(seat))
    t.change(seat, lost_turns=t.villain(seat).lost_turns - 1)
    if not t.switched("skipTicksInsane"):
        recover(t, seat)
    next_turn(t)


def _successor(t: Table) -> None:
    """Give a seat whose villain was killed a new one, if there is one left."""
    seat = t.active
    if not t.state.unused and not t.switched("reuseDead"):
        t.note("no-villain", "T-Q23", who=t.who(seat))
        t.change(seat, status="out")
        next_turn(t)
        return
    t.note("draw-villain", "T-114", who=t.who(seat))
    t.change(seat, status="picking")
    t.turn(phase="arrive")


# -- from movement to the encounter ----------------------------------------------------------


def after_move(t: Table) -> None:
    """End movement: Batman's move if a 1 was rolled, then the encounter."""
    if t.state.winner is not None:
        return
    if not t.me.alive:
        next_turn(t)
    elif t.state.turn.batman_due:
        t.put(fight=None)
        t.turn(phase="batman-roll", batman_due=False)
    else:
        after_batman(t)


def after_batman(t: Table) -> None:
    """Continue with the encounter after Batman, unless the turn is over."""
    if not t.me.alive:
        next_turn(t)
        return
    t.put(fight=None)
    if t.state.turn.over:
        to_end(t)
    else:
        t.turn(phase="encounter")


def put_down(t: Table, seat: int, space: str, floor: int) -> None:
    """Put a villain on a space; anything that depended on the old one ends."""
    villain = t.villain(seat)
    stays = villain.space == space and villain.floor == floor
    in_tower = floor == TOWER and space != "tower-entrance"
    if seat == t.active and not stays:
        t.turn(meant=None)
    t.change(
        seat,
        space=space,
        floor=floor,
        guard_passed=villain.guard_passed and stays,
        turning_back=villain.turning_back and in_tower,
        in_control_room=villain.in_control_room and stays,
    )


# -- into a fight ----------------------------------------------------------------------------


def open_fight(t: Table, fight: Fight, phase: str = "fight") -> None:
    """Begin a fight, with the boosts of both sides suggested from what they own."""
    cards = best_boosts(t.villain(fight.me.seat), fight.attribute)
    fight = replace(fight, me=replace(fight.me, cards=cards, extra=0))
    if fight.foe is not None:
        theirs = t.villain(fight.foe.seat)
        fight = replace(fight, foe=replace(fight.foe, cards=best_boosts(theirs, fight.attribute)))
    t.put(fight=fight)
    t.turn(phase=phase)


def may_enter(t: Table, seat: int, space: str) -> None:
    """Refuse the Control Room to a villain without a Security Key card (p. 13)."""
    if space == "control-room" and not holds_key(t.villain(seat)):
        t.refuse("T-E26", "T-141", remedy=msg("remedy.hold", what=msg("prompt.gain")))


def enter_control(t: Table, seat: int) -> None:
    """Put a villain into the Control Room, for a Security Key card."""
    keys = tuple(card for card in t.villain(seat).objects if card.key)[:1]
    t.change(seat, objects=without(t.villain(seat).objects, *(card.id for card in keys)))
    t.to_pile(*keys)
    put_down(t, seat, "control-room", TOWER)
    t.change(seat, turning_back=False)
    t.note("enters-control" if keys else "in-control", "T-141", who=t.who(seat))


def call_batman(t: Table, seat: int) -> None:
    """Move Batman to the Control Room at once (p. 13)."""
    t.note("batman-control", "T-142", who=t.who(seat))
    t.put(batman=replace(t.state.batman, space="control-room", floor=TOWER))


def face_batman(t: Table) -> None:
    """Bring Batman to the Control Room at once, to be fought there."""
    call_batman(t, t.active)
    fight = Fight("control", Fighter(t.active), name="batman", value=CONTROL_VALUE)
    open_fight(t, fight, "stand")


def batman_attacks(t: Table, victim: int) -> None:
    """Attack a villain by Batman; in the Control Room he counts 12."""
    t.note("batman-attacks", "T-050", who=t.who(victim))
    in_control = t.state.batman.space == "control-room"
    value = CONTROL_VALUE if in_control else 0
    fight = Fight("batman", Fighter(victim), name="batman", value=value)
    card_known = in_control or t.state.batman.strength
    open_fight(t, fight, "stand" if card_known else "batman-card")


# -- what can be taken -------------------------------------------------------------------


def may_take(t: Table, card: EncounterCard) -> None:
    """Refuse what no one carries, what was left this turn, and what is forbidden."""
    if card.kind not in ("object", "follower"):
        t.refuse_impossible("T-NO-CARD", "T-061")
    if card.id in t.me.ditched:
        t.refuse("T-E22", "T-101", card=card_label(card))
    may_own(t, t.active, card)


def takeable(t: Table) -> tuple[Msg | str, ...]:
    """Return what the villain could still take from the space; nothing at the end of the turn."""
    if t.phase != "take" or t.state.turn.here == "villain":
        return ()
    cards = tuple(card_label(card) for card in t.here.cards if t.allows(may_take, t, card))
    return (*cards, msg("term.n-coins", n=t.here.coins)) if t.here.coins else cards


def end_encounter(t: Table) -> None:
    """End the encounter and go to the end of the turn; the remaining cards stay."""
    leave_lying(t)
    t.note("done", "T-059", who=t.who(t.active))
    to_end(t)


def leave_lying(t: Table) -> None:
    """Note what the villain leaves on the space without taking it."""
    if left := takeable(t):
        t.note("left-lying", "T-061", cards=left)


# -- from card to card -----------------------------------------------------------------------


def rank(card: EncounterCard) -> int:
    """Return the encounter number of a card."""
    return card.number or ORDER[card.kind]


def pending(state: State) -> tuple[EncounterCard, ...]:
    """Return cards on the space still to be dealt with, in order; goods are left to the end."""
    cards = [
        card
        for card in spot(state, state.villains[state.active].space).cards
        if card.id not in state.turn.resolved and card.kind not in ("object", "follower")
    ]
    return tuple(sorted(cards, key=rank))


def next_enemies(state: State) -> tuple[EncounterCard, ...]:
    """Return the Enemies that come next and fight together; empty if another card comes first."""
    cards = pending(state)
    if not cards or cards[0].kind != "enemy":
        return ()
    first = cards[0]
    return tuple(
        card
        for card in cards
        if card.kind == "enemy" and rank(card) == rank(first) and card.attribute == first.attribute
    )


def unnumbered(state: State) -> tuple[EncounterCard, ...]:
    """Return Enemies whose encounter number has to be known, as there are others to fight here."""
    enemies = tuple(card for card in pending(state) if card.kind == "enemy")
    return tuple(card for card in enemies if not card.number) if len(enemies) > 1 else ()


def go_on(t: Table) -> None:
    """Continue the encounter: the next cards, or what can be taken."""
    t.put(fight=None)
    if t.state.turn.here != "space":
        to_end(t)
    elif t.state.turn.to_draw or unnumbered(t.state):
        t.turn(phase="cards")
    elif next_enemies(t.state):
        meet(t)
    else:
        t.turn(phase="cards" if pending(t.state) else "take")


def fought_on(t: Table) -> None:
    """Continue the fight with those of its Enemies that are still there to be fought."""
    fight = t.state.fight
    if fight is None:
        return
    left = tuple(card for card in pending(t.state) if card.id in fight.enemies)
    if left:
        value = sum(card.value for card in left)
        t.put(fight=replace(fight, enemies=tuple(card.id for card in left), value=value))
    else:
        go_on(t)


def meet(t: Table) -> None:
    """Begin the fight against the Enemies that come next."""
    enemies = next_enemies(t.state)
    value, attribute = sum(card.value for card in enemies), enemies[0].attribute
    t.note(
        "meet",
        "T-066",
        who=t.who(t.active),
        enemies=tuple(card_label(card) for card in enemies),
        attribute=Msg(f"term.{attribute}"),
        value=value,
    )
    ids = tuple(card.id for card in enemies)
    open_fight(t, Fight("enemy", Fighter(t.active), attribute, value=value, enemies=ids))


WORDS: Catalogue = {
    "prompt.end": _("End the turn"),
    "prompt.end-leaving": _("End the turn and leave {cards} here"),
    "note.done": _("{who}'s encounter is over"),
    "note.left-lying": _("Left on the space: {cards}"),
    "term.n-coins": _n("{n} coin", "{n} coins"),
    "note.turn": _("Turn {n}: {who}"),
    "note.ends": _("{who} ends the turn"),
    "note.skipped": _("{who} misses this turn"),
    "note.sane": _("{who} is sane again"),
    "note.batman-attacks": _("Batman attacks {who}; no one can evade him"),
    "note.enters-control": _("{who} gives up a Security Key card and enters the Control Room"),
    "note.in-control": _("{who} enters the Control Room"),
    "note.nobody": _("The game is over"),
    "refusal.T-E26": _("A Security Key card is needed"),
    "remedy.hold": _("Choose another way, or first enter the card you hold: “{what}”"),
    "note.batman-control": _("Batman comes to the Control Room: {who} must fight him"),
    "note.meet": _("{who} meets {enemies}: {attribute} {value}"),
    "note.insane-left": _n(
        "{who} stays Insane for {n} more turn", "{who} stays Insane for {n} more turns"
    ),
    "note.no-villain": _("No villain is left to replace {who}"),
    "note.draw-villain": _("{who} is dead: draw a new villain at random"),
    "refusal.T-E02": _("You must move first"),
}
