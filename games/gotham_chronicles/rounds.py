"""The round: upkeep, the turns of both sides step by step, the end (p.15, 20-21, 29-30)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import ResolveEffect, Stance
from games.gotham_chronicles.energy import (
    heal,
    recover_hero,
    regeneration,
    stance_recovery,
    sweep_heroes,
    sweep_post,
)
from games.gotham_chronicles.guards import (
    awake,
    hero_at,
    in_phase,
    no_activation,
    nothing_open,
    side_only,
)
from games.gotham_chronicles.state import State, with_hero, with_post
from games.messages import Msg, msg
from games.referee import Call

STANCES = ("active", "resting")
CHOOSER = {"H2": "heroes", "H5": "heroes", "V2": "villain", "V4": "villain"}


def next_step(state: State, call: Call) -> State:
    """Leave the step; automatic steps behind it are gone through at once."""
    nothing_open(state, call)
    if state.side:
        side_only(state, state.side, call, cites.ROUND)
    no_activation(state, call)
    if state.pending:
        call.forbid("E_EFFECTS_LEFT", cites.UPKEEP_ORDER, effects=state.pending)
    if state.phase == "H3":
        waiting = [hero.sheet.name for hero in state.heroes if not hero.choosing]
        call.impossible("E_STANCES_LEFT", cites.STANCE, who=waiting)
    if state.phase == "end":
        call.impossible("E_PHASE", cites.GAME_END, phase=Msg("phase.end"))
    match state.phase:
        case "setup":
            return _upkeep(state, call)
        case "upkeep":
            return _turn(state, state.initiative, call)
        case "H2":
            return _enter(state, "H3", call)
        case "H4":
            call.note("heroes-done", cites.HEROES_DONE)
            return _closing(state, "H5", call)
        case "V2":
            return _enter(state, "V3", call)
        case "V3":
            call.note("villain-done", cites.VILLAIN_END)
            return _closing(replace(state, points=0, event_open=False), "V4", call)
    return _turn_over(state, call)


def _enter(state: State, phase: str, call: Call) -> State:
    """A step that waits for players."""
    call.note("phase", cites.ROUND, phase=Msg(f"phase.{phase}"), round=state.round)
    state = replace(state, phase=phase, pending=())
    if phase == "H3":
        heroes = tuple(replace(hero, choosing="", regenerate=0) for hero in state.heroes)
        return replace(state, heroes=heroes)
    return state


def _with_effects(state: State, phase: str) -> State:
    pending = tuple(
        effect.text
        for effect in state.effects
        if effect.step == phase and (not effect.rounds or state.round in effect.rounds)
    )
    return replace(state, phase=phase, pending=pending)


def _upkeep(state: State, call: Call) -> State:
    """The round marker moves on and once-per-round rights come back (p.15)."""
    heroes = tuple(
        replace(hero, moved=False, used=(), laid="" if hero.laid == "rising" else hero.laid)
        for hero in state.heroes
    )
    tiles = tuple(replace(tile, activated=False) for tile in state.tiles)
    state = replace(state, round=state.round + 1, heroes=heroes, tiles=tiles, moved_by_tactician=())
    call.note("round", cites.UPKEEP, round=state.round, rounds=state.rounds)
    state = _with_effects(state, "upkeep")
    return state if state.pending else _turn(state, state.initiative, call)


def _turn(state: State, side: str, call: Call) -> State:
    """A side's turn begins: sweep, then its start effects (p.20, 29)."""
    if side == "heroes":
        call.note("heroes-turn", cites.ROUND)
        state = sweep_heroes(state, call, cites.FIRST_SWEEP)
        first, then = "H2", "H3"
    else:
        call.note("villains-turn", cites.ROUND)
        state = sweep_post(state, call)
        first, then = "V2", "V3"
    state = with_post(state, free_reroll=state.has("H2"))
    state = _with_effects(tick(state, side, call), first)
    return state if state.pending else _enter(state, then, call)


def tick(state: State, side: str, call: Call) -> State:
    """Field tokens of the side turn over, or leave when turned already (p.54)."""
    kept = []
    for token in state.tokens:
        if token.side != side:
            kept.append(token)
            continue
        code = "token-gone" if token.dissipating else "token-turned"
        call.note(code, cites.FIELD_TOKENS, kind=Msg(f"token.{token.kind}"), area=token.area or "–")
        if not token.dissipating:
            kept.append(replace(token, dissipating=True))
    return replace(state, tokens=tuple(kept))


def _closing(state: State, phase: str, call: Call) -> State:
    state = _with_effects(state, phase)
    if state.pending:
        call.note("phase", cites.ROUND, phase=Msg(f"phase.{phase}"), round=state.round)
        return state
    return _turn_over(state, call)


def _turn_over(state: State, call: Call) -> State:
    """The turn ends: heroes sweep, the villain does not (p.21, 29); then whose turn."""
    side = "heroes" if state.phase.startswith("H") else "villain"
    if side == "heroes":
        state = sweep_heroes(state, call, cites.LAST_SWEEP)
        heroes = tuple(replace(hero, kept=0) for hero in state.heroes)
        state = replace(state, heroes=heroes)
    if side == state.initiative:
        return _turn(state, "villain" if side == "heroes" else "heroes", call)
    if state.round < state.rounds:
        return _upkeep(state, call)
    call.note("last-round", cites.GAME_END, round=state.round)
    return replace(state, phase="end", pending=())


def resolve(state: State, action: ResolveEffect, call: Call) -> State:
    """A mission effect is done; the last one of the step lets the game go on."""
    if action.text not in state.pending:
        call.impossible("E_NO_EFFECT", cites.UPKEEP, effect=action.text)
    side_only(state, CHOOSER.get(state.phase, state.initiative), call, cites.UPKEEP_ORDER)
    nothing_open(state, call)
    pending = list(state.pending)
    pending.remove(action.text)
    call.note("effect", cites.UPKEEP, effect=action.text)
    state = replace(state, pending=tuple(pending))
    return state if pending else next_step(state, call)


def choose_stance(state: State, action: Stance, call: Call) -> State:
    """All stances first; the last choice lets every hero recover (p.21)."""
    side_only(state, "heroes", call, cites.STANCE)
    in_phase(state, ("H3",), call, cites.STANCE)
    hero = hero_at(state, action.hero, call)
    if action.stance not in STANCES:
        call.impossible("E_NO_STANCE", cites.STANCE, stance=action.stance)
    if hero.neutralized and action.stance == "active":
        call.forbid(
            "E_NEUTRALIZED_MUST_REST",
            cites.NEUTRALIZED_STANCE,
            remedy=msg("remedy.rest"),
            who=hero.sheet.name,
        )
    if action.regenerate:
        awake(hero, call)
        most = regeneration(hero, overruled=hero.neutralized)
        call.within(Msg("field.regenerate"), action.regenerate, 0, most, cites.RECOVERY)
    call.note("stance", cites.STANCE, who=hero.sheet.name, stance=Msg(f"stance.{action.stance}"))
    state = with_hero(state, action.hero, choosing=action.stance, regenerate=action.regenerate)
    if all(each.choosing for each in state.heroes):
        return _recover_all(state, call)
    return state


def _recover_all(state: State, call: Call) -> State:
    for index, hero in enumerate(state.heroes):
        rises = hero.laid == "down" and hero.choosing == "active"
        state = with_hero(state, index, stance=hero.choosing, laid="rising" if rises else hero.laid)
        if hero.regenerate:
            state = heal(state, index, hero.regenerate, call, cites.RECOVERY)
            state = with_hero(state, index, used=(*hero.used, "regeneration"))
        state = recover_hero(state, index, stance_recovery(state, index, call), call)
    heroes = tuple(replace(hero, choosing="", regenerate=0) for hero in state.heroes)
    return _enter(replace(state, heroes=heroes), "H4", call)
