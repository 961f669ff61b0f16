"""What a fight leads to: trophies, a Life lost or saved, a reward, an escape."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.talisman_batman.actions import (
    Escape,
    Reroll,
    Reward,
    Save,
    Suffer,
)
from games.talisman_batman.feats import use_up
from games.talisman_batman.flow import (
    CONTROL_VALUE,
    after_batman,
    after_move,
    go_on,
    next_turn,
    put_down,
    to_end,
)
from games.talisman_batman.life import gain, spend_fate

# -- scores ------------------------------------------------------------------------------
from games.talisman_batman.scores import can_save, fighting, lead, side
from games.talisman_batman.state import (
    SECOND,
    Fight,
    State,
)
from games.talisman_batman.table import (
    card_label,
    change,
    die,
    find,
    here,
    me,
    moment,
    own,
    set_spot,
    switched,
    turn,
    who,
    without,
)


def settle(state: State, call: Call) -> State:
    """Who won, and what follows."""
    fight = fighting(call, state)
    ahead = lead(state, fight)
    if fight.kind == "duel":
        return _duel(state, fight, ahead, call)
    if ahead > 0:
        return _won(state, fight, call)
    name = who(state, fight.me.seat)
    if ahead == 0:
        call.note("tie", "T-073", who=name)
        return _tied(state, fight, call)
    call.note("lost", "T-072", who=name)
    return lose(state, fight.me.seat, call)


def _won(state: State, fight: Fight, call: Call) -> State:
    seat = fight.me.seat
    call.note("won", "T-071", who=who(state, seat))
    match fight.kind:
        case "enemy":
            return go_on(_trophies(state, fight, call), call)
        case "ambush":
            return go_on(state, call)
        case "guard":
            return past_guard(state, call)
        case "control":
            return victory(state, seat, call)
    if fight.value == CONTROL_VALUE and state.batman.space == "control-room":
        if not switched(state, "offTurnControlWin"):
            return victory(state, seat, call)
        return after_batman(state, call)
    return turn(state, phase="escape")


def victory(state: State, seat: int, call: Call) -> State:
    """Batman is beaten in the Control Room: the game ends at once."""
    call.note("victory", "T-143", who=who(state, seat))
    return replace(state, winner=seat, won_by="control", fight=None)


def _trophies(state: State, fight: Fight, call: Call) -> State:
    spot = here(state)
    beaten = tuple(c for c in spot.cards if c.id in fight.enemies)
    state = set_spot(state, replace(spot, cards=without(spot.cards, *fight.enemies)))
    seat = fight.me.seat
    for card in beaten:
        call.note(
            "trophy", "T-078", who=who(state, seat), card=card_label(card), n=card.value,
            attribute=Msg(f"term.{card.attribute}"),
        )  # fmt: skip
    return change(state, seat, trophies=(*state.villains[seat].trophies, *beaten))


def past_guard(state: State, call: Call) -> State:
    """Beyond the Guard: the steps left are taken upstairs, now or next turn."""
    seat = state.active
    state = replace(put_down(state, seat, "guard-post", 1), fight=None)
    if state.turn.left:
        call.note("guard-passed", "T-129", who=who(state, seat), n=state.turn.left)
        return turn(state, phase="up")
    call.note("guard-later", "T-130", who=who(state, seat))
    return after_move(change(state, seat, guard_passed=True), call)


def _tied(state: State, fight: Fight, call: Call) -> State:
    match fight.kind:
        case "enemy" | "ambush":
            return to_end(turn(state, over=True), call)
        case "guard":
            return _stopped(state, call)
        case "control":
            call.note("control-tie", "T-145", who=who(state, fight.me.seat))
            state = change(state, fight.me.seat, in_control_room=True)
            return _control_over(state, call)
    return _batman_done(state, call)


def _stopped(state: State, call: Call) -> State:
    """The Guard ends the turn on the Guard Post."""
    state = turn(state, over=True)
    if switched(state, "batmanAfterGuardLoss"):
        state = turn(state, batman_due=False)
    return after_move(state, call)


def _control_over(state: State, call: Call) -> State:
    return after_move(turn(replace(state, fight=None), over=True), call)


def _batman_done(state: State, call: Call) -> State:
    fight = state.fight
    if (
        fight is not None
        and fight.me.seat == state.active
        and switched(state, "batmanLossEndsTurn")
    ):
        state = turn(state, over=True)
    return after_batman(state, call)


def abandoned(state: State, call: Call) -> State:
    """One side of a fight died by something else: the fight is off."""
    return to_end(turn(replace(state, fight=None), over=True), call)


def lose(state: State, seat: int, call: Call) -> State:
    """A fight is lost: the Life may be saved, only in a Strength fight."""
    fight = fighting(call, state)
    state = turn(state, lost_by=fight.attribute)
    if fight.kind == "control" and switched(state, "controlRoomLossCostsLife"):
        return _after_loss(state, fight, call)
    villain = state.villains[seat]
    if fight.attribute == "strength" and can_save(villain):
        return turn(replace(state, fight=replace(fight, loser=seat)), phase="loss")
    if fight.attribute == "cunning" and any(c.armour for c in villain.objects):
        call.note("no-armour", "T-074", who=who(state, seat))
    return _suffer(state, seat, fight, call)


def save(state: State, action: Save, call: Call) -> State:
    """The Life is saved; the fight is lost all the same."""
    own(call, state, action.seat, "T-074")
    if state.turn.phase != "loss" and state.turn.lost_by == "cunning":
        call.impossible("T-E11", "T-074")
    moment(call, state, "T-074", "loss")
    fight = fighting(call, state)
    if fight.loser != action.seat:
        call.impossible("T-E07", "T-074")
    if action.card and find(state.villains[action.seat].goods, action.card) is None:
        call.impossible("T-NO-CARD", "T-074")
    if action.feat:
        state = use_up(state, action.seat, action.feat, call)
    call.note("saved", "T-Q46", who=who(state, action.seat))
    return _after_loss(state, fight, call)


def suffer(state: State, action: Suffer, call: Call) -> State:
    """The Life is lost."""
    own(call, state, action.seat, "T-072")
    moment(call, state, "T-072", "loss")
    fight = fighting(call, state)
    if fight.loser != action.seat:
        call.impossible("T-E07", "T-072")
    return _suffer(state, action.seat, fight, call)


def _suffer(state: State, seat: int, fight: Fight, call: Call) -> State:
    return _after_loss(gain(state, seat, "life", -1, call), fight, call)


def _after_loss(state: State, fight: Fight, call: Call) -> State:
    if not me(state).alive:
        return next_turn(replace(state, fight=None), call)
    match fight.kind:
        case "enemy" | "ambush":
            return to_end(turn(state, over=True), call)
        case "guard":
            return _stopped(state, call)
        case "control":
            call.note("control-lost", "T-144", who=who(state, fight.me.seat))
            state = put_down(state, fight.me.seat, "security-door", SECOND)
            return _control_over(state, call)
        case "duel":
            return to_end(turn(state, over=True), call)
    return _batman_done(state, call)


def _duel(state: State, fight: Fight, ahead: int, call: Call) -> State:
    if fight.foe is None or ahead == 0:
        call.note("duel-tie", "T-091")
        return to_end(turn(state, over=True), call)
    seats = (fight.me.seat, fight.foe.seat)
    winner, loser = seats if ahead > 0 else seats[::-1]
    call.note("duel-won", "T-090", who=who(state, winner), other=who(state, loser))
    fight = replace(fight, winner=winner, loser=loser)
    return turn(replace(state, fight=fight), phase="reward")


def reward(state: State, action: Reward, call: Call) -> State:
    """What the winner takes from the loser, if anything."""
    moment(call, state, "T-090", "reward")
    fight = fighting(call, state)
    if fight.winner is None or fight.loser is None:
        call.impossible("T-PHASE", "T-090", now=msg("phase.reward"))
    own(call, state, fight.winner, "T-090")
    names = {"who": who(state, fight.winner), "other": who(state, fight.loser)}
    match action.what:
        case "life":
            call.note("reward-life", "T-090", **names)
            return lose(state, fight.loser, call)
        case "coin":
            if not state.villains[fight.loser].coins:
                call.impossible("T-E31", "T-090", who=names["other"])
            call.note("reward-coin", "T-090", **names)
            state = _coin(state, fight.winner, fight.loser)
        case "object":
            state = _object(state, fight.winner, fight.loser, action.card, call)
        case "nothing":
            call.note("reward-nothing", "T-Q41", **names)
        case other:
            call.impossible("E_MALFORMED", problem=other)
    return to_end(turn(state, over=True), call)


def _coin(state: State, winner: int, loser: int) -> State:
    state = change(state, loser, coins=state.villains[loser].coins - 1)
    return change(state, winner, coins=state.villains[winner].coins + 1)


def _object(state: State, winner: int, loser: int, id: int, call: Call) -> State:
    card = find(state.villains[loser].objects, id)
    if card is None or (card.key and switched(state, "keyIsObject")):
        call.impossible("T-E31", "T-090", who=who(state, loser))
    taker = state.villains[winner]
    if taker.alignment in card.forbids:
        call.forbid("T-E17", "T-118", who=who(state, winner), card=card_label(card))
    call.note(
        "reward-object", "T-090", who=who(state, winner), other=who(state, loser),
        card=card_label(card),
    )  # fmt: skip
    state = change(state, loser, objects=without(state.villains[loser].objects, id))
    return change(state, winner, objects=(*state.villains[winner].objects, card))


def escape(state: State, action: Escape, call: Call) -> State:
    """The die for the list on Batman's card; the table carries the line out."""
    moment(call, state, "T-053", "escape")
    fight = fighting(call, state)
    own(call, state, fight.me.seat, "T-053")
    die(call, action.die)
    state = replace(state, fight=replace(fight, escape=action.die, me=replace(
        fight.me, rerolled=False
    )))  # fmt: skip
    _line(state, action.die, call)
    return turn(state, phase="escaped")


def reroll_escape(state: State, action: Reroll, call: Call) -> State:
    """The die for Batman's list rolled again for a Fate token."""
    fight = fighting(call, state)
    if side(call, fight, action.seat).rerolled:
        call.impossible("T-E06", "T-024")
    die(call, action.die)
    state = spend_fate(state, action.seat, call)
    call.note("reroll", "T-023", who=who(state, action.seat), before=fight.escape, after=action.die)
    _line(state, action.die, call)
    fight = replace(fight, escape=action.die, me=replace(fight.me, rerolled=True))
    return replace(state, fight=fight)


def _line(state: State, face: int, call: Call) -> None:
    lines = state.batman.lines
    text = lines[face - 1] if len(lines) >= face and lines[face - 1] else Msg("term.on-card")
    call.note("escape", "T-053", n=face, text=text)


def escaped(state: State, call: Call) -> State:
    """The line is carried out and the turn goes on."""
    moment(call, state, "T-053", "escaped")
    fight = fighting(call, state)
    own(call, state, fight.me.seat, "T-053")
    call.note("escaped", "T-054", who=who(state, fight.me.seat))
    return after_batman(state, call)
