"""Combat up to the result: boosts, evading, the dice, Fate."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.talisman_batman.actions import (
    Boost,
    Evade,
    Keep,
    Reroll,
    Stand,
    Strike,
)
from games.talisman_batman.feats import use_up
from games.talisman_batman.flow import (
    go_on,
    to_end,
)
from games.talisman_batman.life import spend_fate
from games.talisman_batman.results import past_guard, settle

# -- scores ------------------------------------------------------------------------------
from games.talisman_batman.scores import (
    base,
    decider,
    fighting,
    lead,
    opponent_label,
    put_side,
    side,
)
from games.talisman_batman.state import (
    TOWER,
    Fight,
    State,
)
from games.talisman_batman.table import (
    best_boosts,
    boosts,
    die,
    here,
    moment,
    own,
    switched,
    turn,
    who,
)


def stand(state: State, action: Stand, call: Call) -> State:
    """The villain chooses Strength or Cunning against Batman."""
    moment(call, state, "T-052", "stand")
    fight = fighting(call, state)
    own(call, state, fight.me.seat, "T-052")
    value = fight.value or getattr(state.batman, action.attribute)
    cards = best_boosts(state.villains[fight.me.seat], action.attribute)
    fight = replace(
        fight, attribute=action.attribute, value=value, me=replace(fight.me, cards=cards)
    )
    call.note(
        "stand", "T-052", who=who(state, fight.me.seat),
        attribute=Msg(f"term.{action.attribute}"), value=value,
    )  # fmt: skip
    return turn(replace(state, fight=fight), phase="fight")


def boost(state: State, action: Boost, call: Call) -> State:
    """The cards and extra points a fighter uses, declared before any die."""
    own(call, state, action.seat, "T-068")
    fight = fighting(call, state)
    if fight.me.die:
        call.impossible("T-E09", "T-068")
    moment(call, state, "T-068", "fight")
    fighter = side(call, fight, action.seat)
    villain = state.villains[action.seat]
    if villain.insane and (action.cards or action.extra):
        call.forbid("T-E23", "T-110", who=who(state, action.seat))
    call.within(msg("field.extra"), action.extra, 0, 30, "T-068")
    usable = {c.id: c for c in boosts(villain, fight.attribute)}
    if any(id not in usable for id in action.cards):
        call.impossible("T-NO-CARD", "T-069")
    weapons = sum(usable[id].weapon for id in set(action.cards))
    if weapons > villain.sheet.weapons:
        call.forbid("T-E10", "T-098", n=villain.sheet.weapons)
    fighter = replace(fighter, cards=tuple(dict.fromkeys(action.cards)), extra=action.extra)
    state = put_side(state, fighter)
    score = base(state, fighter, fight.attribute)
    call.note("boost", "T-068", who=who(state, action.seat), n=score)
    return state


def evade(state: State, action: Evade, call: Call) -> State:
    """Slip away before the fight begins."""
    own(call, state, action.seat, "T-067")
    fight = fighting(call, state)
    if fight.kind in ("batman", "control"):
        call.forbid("T-E12", "T-093")
    if fight.me.die or state.turn.phase != "fight":
        call.impossible("T-PHASE", "T-067", now=msg(f"phase.{state.turn.phase}"))
    if fight.kind == "duel" and action.seat == fight.me.seat:
        call.forbid("T-E12", "T-086")
    side(call, fight, action.seat)
    if fight.kind != "duel" and state.villains[action.seat].floor == TOWER:
        call.forbid("T-E12", "T-093")
    if action.feat:
        state = use_up(state, action.seat, action.feat, call)
    call.note("evades", "T-094", who=who(state, action.seat))
    return _evaded(state, fight, action, call)


def _evaded(state: State, fight: Fight, action: Evade, call: Call) -> State:
    if fight.kind == "duel":
        state = replace(state, fight=None)
        if switched(state, "evadedAttackAllowsSpace"):
            return turn(state, phase="encounter", here="")
        return to_end(state, call)
    if fight.kind == "guard":
        return past_guard(state, call)
    if fight.kind == "ambush":
        return go_on(state, call)
    gone = fight.enemies
    if len(gone) > 1 and not switched(state, "evadeAll"):
        if action.enemy not in gone:
            call.impossible("T-WHICH", "T-Q34")
        gone = (action.enemy,)
    state = turn(state, resolved=(*state.turn.resolved, *gone))
    stay = tuple(c for c in here(state).cards if c.id in fight.enemies and c.id not in gone)
    if not stay:
        return _after_evading(state, call)
    fight = replace(fight, enemies=tuple(c.id for c in stay), value=sum(c.value for c in stay))
    return replace(state, fight=fight)


def _after_evading(state: State, call: Call) -> State:
    if switched(state, "takeAfterEvade"):
        return to_end(replace(state, fight=None), call)
    return go_on(state, call)


def strike(state: State, action: Strike, call: Call) -> State:
    """The dice of both sides."""
    moment(call, state, "T-069", "fight")
    fight = fighting(call, state)
    dice = 1 if fight.kind == "guard" else 2
    if len(action.dice) != dice:
        call.impossible("T-DICE", "T-069", n=dice)
    die(call, *action.dice)
    fight = replace(fight, me=replace(fight.me, die=action.dice[0]))
    if fight.foe is not None:
        fight = replace(fight, foe=replace(fight.foe, die=action.dice[1]))
    elif dice == 2:
        fight = replace(fight, die=action.dice[1])
    return weigh(turn(replace(state, fight=fight), phase="fate"), call)


def weigh(state: State, call: Call) -> State:
    """Compare the scores; ask for Fate where it can still matter, else settle."""
    fight = fighting(call, state)
    mine = base(state, fight.me, fight.attribute) + fight.me.die
    call.note(
        "scores", "T-069", who=who(state, fight.me.seat), mine=mine,
        against=opponent_label(state, fight), theirs=mine - lead(state, fight),
    )  # fmt: skip
    return state if decider(state) is not None else settle(state, call)


def reread(state: State, call: Call) -> State:
    """The fight going on, with the numbers its cards turn out to have."""
    fight = state.fight
    if fight is None or state.turn.phase not in ("fight", "fate"):
        return state
    value = fight.value
    if fight.kind == "enemy":
        cards = tuple(card for card in here(state).cards if card.id in fight.enemies)
        if any(card.kind != "enemy" or card.attribute != fight.attribute for card in cards):
            return go_on(state, call)
        value = sum(card.value for card in cards)
    elif fight.kind == "batman" and state.batman.space != "control-room":
        value = int(getattr(state.batman, fight.attribute))
    if value == fight.value:
        return state
    state = replace(state, fight=replace(fight, value=value))
    return weigh(state, call) if state.turn.phase == "fate" else state


def reroll_attack(state: State, action: Reroll, call: Call) -> State:
    """The attack die rolled again for a Fate token; the new face stands."""
    fight = fighting(call, state)
    fighter = side(call, fight, action.seat)
    if fighter.rerolled:
        call.impossible("T-E06", "T-024")
    if fighter.passed:
        call.forbid("T-E35", "T-089")
    now = decider(state)
    if now is not None and now != action.seat:
        call.forbid("T-ORDER", "T-088", who=who(state, now))
    die(call, action.die)
    state = spend_fate(state, action.seat, call)
    call.note("reroll", "T-075", who=who(state, action.seat), before=fighter.die, after=action.die)
    state = put_side(state, replace(fighter, die=action.die, rerolled=True))
    return weigh(state, call)


def keep(state: State, action: Keep, call: Call) -> State:
    """The die stands; between villains that cannot be reconsidered."""
    own(call, state, action.seat, "T-075")
    moment(call, state, "T-075", "fate")
    fight = fighting(call, state)
    fighter = side(call, fight, action.seat)
    now = decider(state)
    if now is not None and now != action.seat:
        call.forbid("T-ORDER", "T-088", who=who(state, now))
    state = put_side(state, replace(fighter, passed=True))
    call.note("keep", "T-089", who=who(state, action.seat))
    return state if decider(state) is not None else settle(state, call)


def feat_helps(state: State, seat: int, feat: int, extra: int, call: Call) -> State:
    """What a Feat adds to the fight going on, before the dice."""
    fight = state.fight
    if not extra:
        return state
    if fight is None or seat not in (fight.me.seat, fight.foe.seat if fight.foe else None):
        call.impossible("T-NO-FIGHT", "T-068")
    if fight.me.die:
        call.impossible("T-E09", "T-068")
    if state.villains[seat].insane:
        call.forbid("T-E23", "T-110", who=who(state, seat))
    fighter = side(call, fight, seat)
    return put_side(state, replace(fighter, extra=fighter.extra + extra))
