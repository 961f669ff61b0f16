"""Which rule answers which action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from games.messages import msg
from games.referee import Call
from games.talisman_batman import (
    actions as a,
)
from games.talisman_batman import (
    batman,
    boxes,
    encounters,
    feats,
    fights,
    goods,
    lessons,
    life,
    moves,
    proofs,
    results,
    trophies,
)
from games.talisman_batman.batman import standing
from games.talisman_batman.flow import after_batman, batman_attacks, finish, next_turn, pending
from games.talisman_batman.state import State
from games.talisman_batman.table import holder, known, me, moment, sit, switched, turn, who

Verb = Callable[[State, Any, Call], State]


def rule(state: State, action: Any, call: Call) -> State:
    """Apply one action, then what follows from limits and deaths."""
    _debts_first(state, action, call)
    active = state.active
    before = state.turn.phase
    after = _told(state, action, VERBS[type(action)](state, action, call), call)
    after = goods.settle(after, call)
    if after.winner is None and after.active == active and before != "setup":
        after = _after_death(after, call)
    return _nothing_left(after, call)


def _told(state: State, action: Any, after: State, call: Call) -> State:
    """What the table types in is for a second player to check."""
    of = proofs.told(action, state.library, after.library)
    if not of:
        return after
    proofs.mended(proofs.says(state, of), proofs.says(after, of), call)
    # A phone that plays nobody is nobody in particular: whoever sits at it may look as well.
    by = call.actor if call.actor in range(len(state.villains)) else None
    after = replace(after, facts=proofs.entered(after.facts, of, by))
    return fights.reread(after, call)


def _debts_first(state: State, action: Any, call: Call) -> None:
    """Nothing goes on while somebody is over a limit; hands and numbers can be put right."""
    if not state.owes or isinstance(action, FREE + get_args(lessons.Lesson)):
        return
    owe = state.owes[0]
    name = who(state, owe.seat)
    if owe.what == "objects":
        call.impossible("T-E16", "T-097", remedy=msg("remedy.leave", who=name), who=name)
    call.impossible("T-FEATS", "T-103", remedy=msg("remedy.feats", who=name), who=name)


def _after_death(state: State, call: Call) -> State:
    """A dead active villain's turn is over."""
    if me(state).status in ("waiting", "out"):
        return goods.settle(next_turn(state, call), call)
    fight = state.fight
    if fight is None:
        return state
    seats = (fight.me.seat, *((fight.foe.seat,) if fight.foe else ()))
    if all(state.villains[seat].alive for seat in seats):
        return state
    return after_batman(state, call) if fight.kind == "batman" else results.abandoned(state, call)


def _nothing_left(state: State, call: Call) -> State:
    """Go on where what a step waited for has gone."""
    if state.turn.phase == "cards" and not state.turn.to_draw and not pending(state):
        return turn(state, phase="take")
    batman = state.batman
    if state.turn.phase == "batman-target" and not standing(state, batman.space, batman.floor):
        return after_batman(state, call)
    return state


# -- verbs with several meanings ---------------------------------------------------------


def _reroll(state: State, action: a.Reroll, call: Call) -> State:
    """A Fate token: which die it rerolls depends on the moment."""
    sit(call, state, action.seat)
    villain = state.villains[action.seat]
    if call.actor is not None and call.actor != action.seat:
        call.forbid("T-E07", "T-026")
    if villain.fate < 1:
        call.impossible("T-E08", "T-023", who=who(state, action.seat))
    dice: dict[str, Verb] = {
        "path": moves.reroll_move,
        "batman-path": batman.reroll,
        "fate": fights.reroll_attack,
        "escaped": results.reroll_escape,
    }
    moment(call, state, "T-023", *dice)
    return dice[state.turn.phase](state, action, call)


def _use_feat(state: State, action: a.UseFeat, call: Call) -> State:
    holder(call, state, action.seat)
    extra = action.extra or feats.worth(state, action.seat, action.feat)
    state = fights.feat_helps(state, action.seat, action.feat, extra, call)
    return feats.use_up(state, action.seat, action.feat, call)


def _change(state: State, action: a.Change, call: Call) -> State:
    return life.gain(state, action.seat, action.what, action.by, call)


def _end(state: State, action: a.EndTurn, call: Call) -> State:
    moves.mine(call, state, "T-039")
    if state.turn.phase in ("move", "path", "up"):
        call.impossible("T-E02", "T-040")
    moment(call, state, "T-039", "take", "end")
    call.note("ends", "T-039", who=who(state, state.active))
    return finish(state, call)


def _move(state: State, action: a.Move, call: Call) -> State:
    return _walked_into_batman(moves.move(state, action, call), call)


def _walked_into_batman(state: State, call: Call) -> State:
    """Some tables read that walking onto Batman's space starts a fight."""
    villain = me(state)
    met = known(villain.space) and villain.space == state.batman.space
    if not met or state.turn.phase != "encounter" or not switched(state, "walkIntoBatman"):
        return state
    return batman_attacks(state, state.active, call)


def _plain(verb: Callable[[State, Call], State]) -> Verb:
    return lambda state, action, call: verb(state, call)


VERBS: dict[type[Any], Verb] = {
    a.PickVillain: life.pick,
    lessons.EnterNumbers: life.enter_sheet,
    lessons.EnterAbilities: life.enter_sheet,
    a.Ready: life.ready,
    a.Inherit: life.inherit,
    a.Roll: moves.roll,
    a.Reroll: _reroll,
    a.Move: _move,
    a.TurnBack: _plain(moves.turn_back),
    a.Guard: moves.guard,
    a.UseKeys: moves.use_keys,
    a.Search: _plain(moves.search),
    a.InsaneMove: moves.insane_move,
    a.Door: _plain(moves.door),
    a.DoorDice: moves.door_dice,
    a.DoorResult: moves.door_result,
    a.SpendFate: moves.spend,
    a.PlaceBatman: batman.put,
    lessons.EnterBatman: batman.enter,
    lessons.BatmanLine: batman.line,
    a.BatmanRoll: batman.roll,
    a.BatmanMove: batman.move,
    a.BatmanTarget: batman.target,
    a.Escape: results.escape,
    a.Escaped: _plain(results.escaped),
    a.Boost: fights.boost,
    a.Stand: fights.stand,
    a.Strike: fights.strike,
    a.Evade: fights.evade,
    a.Keep: fights.keep,
    a.Save: results.save,
    a.Suffer: results.suffer,
    a.Reward: results.reward,
    a.Space: encounters.space,
    a.Attack: encounters.attack,
    a.Ability: encounters.ability,
    a.SkipEncounter: _plain(encounters.skip),
    a.Draw: encounters.draw,
    a.NoDraw: encounters.no_draw,
    a.Resolve: encounters.resolve,
    a.Meet: _plain(encounters.fight),
    a.Ambush: encounters.ambush,
    a.Take: encounters.take,
    a.Done: _plain(encounters.done),
    a.TakeJob: encounters.job,
    a.JobDone: encounters.job_done,
    a.Trade: trophies.trade,
    a.TradeBest: trophies.trade_best,
    a.Leave: goods.leave,
    a.EndTurn: _end,
    a.DrawFeat: feats.draw,
    a.NameFeat: feats.name,
    a.UseFeat: _use_feat,
    a.DiscardFeat: feats.discard,
    a.Change: _change,
    a.GoInsane: goods.go_insane,
    a.LoseTurn: goods.lose_turn,
    a.Send: goods.send,
    a.Gain: goods.gain_card,
    a.Discard: goods.discard,
    a.Align: goods.align,
    lessons.EnterCard: boxes.teach,
    lessons.EnterRing: boxes.teach,
    lessons.EnterLink: boxes.teach,
    lessons.EnterSymbols: boxes.teach,
    lessons.EnterStock: boxes.teach,
    lessons.EnterDial: boxes.teach,
    lessons.Check: proofs.check,
}

FREE = (
    a.Leave, a.DiscardFeat, a.UseFeat, a.NameFeat, a.Discard, a.Change, a.Gain, a.Align,
    a.DrawFeat, a.GoInsane, a.LoseTurn, a.Ready, a.PickVillain, a.JobDone,
)  # fmt: skip
"""What may be done while somebody is over a limit, beside teaching the box."""
