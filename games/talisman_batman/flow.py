"""What comes next: from step to step, from turn to turn, from fight to fight."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg
from games.referee import Call
from games.talisman_batman.state import (
    FIRST,
    SECOND,
    TOWER,
    Card,
    Fight,
    Fighter,
    State,
    Turn,
)
from games.talisman_batman.table import (
    best_boosts,
    card_label,
    change,
    here,
    me,
    switched,
    turn,
    who,
)

ORDER = {"event": 1, "enemy": 2, "stranger": 4, "place": 5, "object": 6, "follower": 6}
CONTROL_VALUE = 12
GUARD_VALUE = 9


# -- turns -------------------------------------------------------------------------------


def to_end(state: State, call: Call) -> State:
    """The end step of the turn; skipped if the turn was cut short and the table says so."""
    if not me(state).alive:
        return next_turn(state, call)
    state = replace(turn(state, phase="end"), fight=None)
    if state.turn.over and switched(state, "endStepAfterLoss"):
        return finish(state, call)
    return state if switched(state, "tradeOnRecovery") else recover(state, state.active, call)


def finish(state: State, call: Call) -> State:
    """The turn ends; an Insane villain's count goes on if the end step has not done it."""
    if me(state).alive and (state.turn.phase != "end" or switched(state, "tradeOnRecovery")):
        state = recover(state, state.active, call)
    return next_turn(state, call)


def recover(state: State, seat: int, call: Call) -> State:
    """One turn of Insanity passes; after the third the card is flipped back."""
    villain = state.villains[seat]
    if not villain.insane:
        return state
    fresh = villain.insane_since == state.turn.number and seat == state.active
    if fresh and not switched(state, "insaneCountsCurrentTurn"):
        return state
    state = change(state, seat, insane=villain.insane - 1)
    if villain.insane == 1:
        call.note("sane", "T-109", who=who(state, seat))
    return state


def next_turn(state: State, call: Call) -> State:
    """The next seat's turn begins; nothing happens once the game is won."""
    if state.winner is not None:
        return state
    if (left := last_standing(state)) is not None:
        call.note("last", "T-Q22", who=who(state, left))
        return replace(state, winner=left, won_by="last")
    seats = len(state.villains)
    seat = (state.active + 1) % seats
    while state.villains[seat].status == "out":
        seat = (seat + 1) % seats
    return start_turn(state, seat, call)


def last_standing(state: State) -> int | None:
    staying = [i for i, v in enumerate(state.villains) if v.status != "out"]
    return staying[0] if len(staying) == 1 and len(state.villains) > 1 else None


def start_turn(state: State, seat: int, call: Call) -> State:
    """Reset what counts per turn, then see what the seat has to do first."""
    villains = tuple(replace(v, turned=False, feat_used=False, ditched=()) for v in state.villains)
    begun, seats = state.turn.phase != "setup", len(villains)
    wrapped = (seat - state.first) % seats <= (state.active - state.first) % seats
    rounds = state.round + int(begun and wrapped)
    number = state.turn.number + int(begun)
    state = replace(
        state,
        villains=villains,
        active=seat,
        round=rounds,
        turn=Turn(number, "move"),
        fight=None,
    )
    call.note("turn", "T-039", who=who(state, seat), n=number)
    villain = state.villains[seat]
    if villain.status == "waiting":
        return successor(state, call)
    if villain.lost_turns:
        return skip(state, seat, call)
    if villain.in_control_room:
        return face_batman(state, call)
    return state


def skip(state: State, seat: int, call: Call) -> State:
    """The seat misses this turn."""
    villain = state.villains[seat]
    call.note("skipped", "T-112", who=who(state, seat))
    state = change(state, seat, lost_turns=villain.lost_turns - 1)
    if not switched(state, "skipTicksInsane"):
        state = recover(state, seat, call)
    return next_turn(state, call)


def successor(state: State, call: Call) -> State:
    """A new villain for a seat whose villain was killed, if there is one left."""
    seat = state.active
    if not state.unused and not switched(state, "reuseDead"):
        call.note("no-villain", "T-Q23", who=who(state, seat))
        return next_turn(change(state, seat, status="out"), call)
    call.note("draw-villain", "T-114", who=who(state, seat))
    return turn(change(state, seat, status="picking"), phase="arrive")


# -- after movement ----------------------------------------------------------------------


def after_move(state: State, call: Call) -> State:
    """Movement is over: Batman's move if a 1 was rolled, then the encounter."""
    if state.winner is not None:
        return state
    if not me(state).alive:
        return next_turn(state, call)
    if state.turn.batman_due:
        return turn(replace(state, fight=None), phase="batman-roll", batman_due=False)
    return after_batman(state, call)


def after_batman(state: State, call: Call) -> State:
    """Batman is done with: the encounter, unless the turn is over already."""
    if not me(state).alive:
        return next_turn(state, call)
    state = replace(state, fight=None)
    return to_end(state, call) if state.turn.over else turn(state, phase="encounter")


# -- fights ------------------------------------------------------------------------------


def open_fight(state: State, fight: Fight, phase: str = "fight") -> State:
    """A fight begins, with the boosts of both sides suggested from what they own."""
    mine = state.villains[fight.me.seat]
    fight = replace(fight, me=replace(fight.me, cards=best_boosts(mine, fight.attribute), extra=0))
    if fight.foe is not None:
        theirs = state.villains[fight.foe.seat]
        fight = replace(fight, foe=replace(fight.foe, cards=best_boosts(theirs, fight.attribute)))
    return turn(replace(state, fight=fight), phase=phase)


def face_batman(state: State, call: Call) -> State:
    """Batman comes to the Control Room at once and has to be fought there."""
    seat = state.active
    call.note("batman-control", "T-142", who=who(state, seat))
    batman = replace(state.batman, space="control-room", floor=TOWER)
    fight = Fight("control", Fighter(seat), name="batman", value=CONTROL_VALUE)
    return open_fight(replace(state, batman=batman), fight, "stand")


def batman_attacks(state: State, victim: int, call: Call) -> State:
    """Batman attacks a villain; in the Control Room he counts 12."""
    call.note("batman-attacks", "T-050", who=who(state, victim))
    in_control = state.batman.space == "control-room"
    value = CONTROL_VALUE if in_control else 0
    fight = Fight("batman", Fighter(victim), name="batman", value=value)
    card_known = in_control or state.batman.strength
    return open_fight(state, fight, "stand" if card_known else "batman-card")


# -- encounters --------------------------------------------------------------------------


def rank(card: Card) -> int:
    return card.number or ORDER[card.kind]


def pending(state: State) -> tuple[Card, ...]:
    """Cards on the space still to be dealt with, in order; goods are left to the end."""
    cards = [
        card
        for card in here(state).cards
        if card.id not in state.turn.resolved and card.kind not in ("object", "follower")
    ]
    return tuple(sorted(cards, key=rank))


def next_enemies(state: State) -> tuple[Card, ...]:
    """The Enemies that come next and fight together; empty if another card comes first."""
    cards = pending(state)
    if not cards or cards[0].kind != "enemy":
        return ()
    first = cards[0]
    return tuple(
        card
        for card in cards
        if card.kind == "enemy" and rank(card) == rank(first) and card.attribute == first.attribute
    )


def go_on(state: State, call: Call) -> State:
    """The encounter goes on: the next cards, or what can be taken."""
    state = replace(state, fight=None)
    if state.turn.here != "space":
        return to_end(state, call)
    if state.turn.to_draw:
        return turn(state, phase="cards")
    if next_enemies(state):
        return meet(state, call)
    return turn(state, phase="cards" if pending(state) else "take")


def meet(state: State, call: Call) -> State:
    """The fight against the Enemies that come next."""
    enemies = next_enemies(state)
    names = tuple(card_label(card) for card in enemies)
    value = sum(card.value for card in enemies)
    attribute = enemies[0].attribute
    call.note(
        "meet", "T-066", who=who(state, state.active), enemies=names,
        attribute=Msg(f"term.{attribute}"), value=value,
    )  # fmt: skip
    fight = Fight(
        "enemy", Fighter(state.active), attribute, value=value,
        enemies=tuple(card.id for card in enemies),
    )  # fmt: skip
    return open_fight(state, fight)


# -- moving a figure ---------------------------------------------------------------------


def put_down(state: State, seat: int, space: str, floor: int) -> State:
    """A villain stands on a space now; what depended on the old one is gone."""
    villain = state.villains[seat]
    stays = villain.space == space and villain.floor == floor
    in_tower = floor == TOWER and space != "tower-entrance"
    return change(
        state,
        seat,
        space=space,
        floor=floor,
        guard_passed=villain.guard_passed and stays,
        turning_back=villain.turning_back and in_tower,
        in_control_room=villain.in_control_room and stays,
    )


def floor_of(space: str, floor: int) -> int:
    """The floor of a space everybody knows, else ``floor``."""
    fixed = {
        "guard-post": FIRST,
        "office": FIRST,
        "darkroom": FIRST,
        "falcone": SECOND,
        "security-door": SECOND,
        "tower-entrance": TOWER,
        "anteroom": TOWER,
        "control-room": TOWER,
    }
    return fixed.get(space, floor)
