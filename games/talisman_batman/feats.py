"""Feats: secret hands, the limit by Cunning, one in another's turn."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import msg
from games.referee import Call
from games.talisman_batman.actions import DiscardFeat, DrawFeat, NameFeat
from games.talisman_batman.glossary import fold
from games.talisman_batman.life import draw_feat
from games.talisman_batman.state import State
from games.talisman_batman.table import (
    change,
    feat_limit,
    hand,
    holder,
    living,
    total,
    who,
)

FRENZY = frozenset(map(fold, ("Szał", "Frenzy", "Rage")))
"""The Feat of the example on p. 10: it adds Cunning to Strength in one fight."""


def worth(state: State, seat: int, feat: int) -> int:
    """What a Feat the rulebook explains adds to its owner's score in the fight going on."""
    fight, villain = state.fight, state.villains[seat]
    held = hand(villain, feat)
    if fight is None or held is None or fold(held.name) not in FRENZY:
        return 0
    fighting = seat == fight.me.seat or (fight.foe is not None and seat == fight.foe.seat)
    useful = fighting and not fight.me.die and not villain.insane
    return total(villain, "cunning") if useful and fight.attribute == "strength" else 0


def draw(state: State, action: DrawFeat, call: Call) -> State:
    """A Feat is drawn; above the limit one is discarded afterwards."""
    holder(call, state, action.seat)
    living(call, state, action.seat)
    return draw_feat(state, action.seat, action.name, call)


def name(state: State, action: NameFeat, call: Call) -> State:
    """The owner writes down what a Feat is called; nobody else learns of it."""
    holder(call, state, action.seat)
    held = hand(living(call, state, action.seat), action.feat)
    if held is None:
        call.impossible("T-NO-FEAT", "T-106")
    call.note("feat-named", "T-106", who=who(state, action.seat))
    call.secret(action.seat, "feat-is", "", "T-106", name=action.name.strip())
    feats = tuple(
        replace(f, name=action.name.strip()) if f.id == action.feat else f
        for f in state.villains[action.seat].feats
    )
    return change(state, action.seat, feats=feats)


def use_up(state: State, seat: int, feat: int, call: Call) -> State:
    """A Feat is used: it becomes public and goes to the discards."""
    holder(call, state, seat)
    villain = living(call, state, seat)
    held = hand(villain, feat)
    if held is None:
        call.impossible("T-NO-FEAT", "T-106")
    foreign = seat != state.active
    if foreign and villain.feat_used:
        call.forbid("T-E20", "T-107", who=who(state, seat))
    call.note("feat-used", "T-107", who=who(state, seat), feat=held.name or msg("term.feat"))
    state = change(
        state,
        seat,
        feats=tuple(f for f in villain.feats if f.id != feat),
        feat_used=villain.feat_used or foreign,
    )
    state = replace(state, feat_discard=state.feat_discard + 1)
    if villain.sheet.always_feat and len(villain.feats) == 1 and feat_limit(state, villain):
        call.note("feat-again", "T-085", who=who(state, seat))
        return draw_feat(state, seat, "", call)
    return state


def discard(state: State, action: DiscardFeat, call: Call) -> State:
    """A Feat above the limit goes to the discards; within the limit that is refused."""
    holder(call, state, action.seat)
    villain = living(call, state, action.seat)
    held = hand(villain, action.feat)
    if held is None:
        call.impossible("T-NO-FEAT", "T-104")
    limit = feat_limit(state, villain)
    if len(villain.feats) <= limit:
        call.forbid("T-E19", "T-104", n=limit)
    return drop(state, action.seat, action.feat, call)


def drop(state: State, seat: int, feat: int, call: Call) -> State:
    """A Feat goes to the discards unread."""
    call.note("feat-discarded", "T-103", who=who(state, seat))
    villain = state.villains[seat]
    held = hand(villain, feat)
    if held is not None and held.name:
        call.secret(seat, "feat-was", "", "T-103", name=held.name)
    feats = tuple(f for f in villain.feats if f.id != feat)
    return replace(change(state, seat, feats=feats), feat_discard=state.feat_discard + 1)
