"""Automatic consequences of any action: limits, forbidden cards, deaths, the last one alive."""

from __future__ import annotations

from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.talisman_batman.box import facts
from games.talisman_batman.rules.cards import lesson
from games.talisman_batman.rules.cards.feats import (
    drop,
    never_without,
)
from games.talisman_batman.rules.cards.goods import strip
from games.talisman_batman.rules.combat.fighting import (
    fighters,
    reread,
)
from games.talisman_batman.rules.combat.results import abandoned
from games.talisman_batman.rules.encounters.spaces import straight_on
from games.talisman_batman.rules.movement.batman import caught
from games.talisman_batman.rules.turn import after_batman, last_standing, next_turn, pending
from games.talisman_batman.state import Owe, State
from games.talisman_batman.state.derived import (
    card_label,
    feat_limit,
    me,
    object_count,
    object_limit,
)
from games.talisman_batman.table import Act, Table


def debts_first(t: Table, action: Act) -> None:
    """Refuse to go on while someone is over a limit; hands and numbers can be corrected."""
    if not t.state.owes or not action.waits:
        return
    owe = t.state.owes[0]
    name = t.who(owe.seat)
    if owe.what == "objects":
        t.refuse_impossible("T-E16", "T-097", remedy=msg("remedy.leave", who=name), who=name)
    t.refuse_impossible("T-FEATS", "T-103", remedy=msg("remedy.feats", who=name), who=name)


def follow(t: Table, action: Act, before: State) -> None:
    """Apply everything that follows from an action; ``before`` is the state it was made on."""
    _told(t, action, before)
    if (seat := getattr(action, "seat", None)) is not None:
        lesson.read_feat(t, tuple(t.notes), seat)
    _settle(t)
    if before.turn.phase != "setup":
        _after_death(t)
    _go_straight_on(t, before)
    _nothing_left(t)


def _told(t: Table, action: Act, before: State) -> None:
    """Note what the table types in for a second player to check."""
    of = action.enters(before.library, t.state.library)
    if of:
        facts.mended(facts.says(before, of), facts.says(t.state, of), t)
        # A phone that plays no one is no one in particular: whoever sits at it may look as well.
        by = t.actor if t.actor in range(len(before.villains)) else None
        t.put(facts=facts.entered(t.state.facts, of, by))
        reread(t)


def _settle(t: Table) -> None:
    """Drop forbidden cards, ask about limits, let the last one standing win."""
    for seat in t.alive():
        _forbidden(t, seat)
        _too_many_feats(t, seat)
        never_without(t, seat)
    owed = t.state.owes
    t.put(owes=debts(t.state))
    for owe in t.state.owes:
        if owe not in owed:
            rule = "T-097" if owe.what == "objects" else "T-103"
            t.note(f"owes-{owe.what}", rule, who=t.who(owe.seat))
    if t.state.winner is None and (left := last_standing(t.state)) is not None:
        t.note("last", "T-Q22", who=t.who(left))
        t.put(winner=left, won_by="last", fight=None)


def _forbidden(t: Table, seat: int) -> None:
    villain = t.villain(seat)
    cards = tuple(card for card in villain.goods if villain.alignment in card.forbids)
    if cards:
        names = tuple(card_label(card) for card in cards)
        t.note("forbidden", "T-013", who=t.who(seat), cards=names)
        strip(t, seat, *(card.id for card in cards))
        t.lay(seat, cards)


def _too_many_feats(t: Table, seat: int) -> None:
    """Drop all Feats at a limit of none, where there is nothing to choose."""
    villain = t.villain(seat)
    if not feat_limit(t.state, villain):
        for feat in villain.feats:
            drop(t, seat, feat.id)


def debts(state: State) -> tuple[Owe, ...]:
    """Return who is over which limit."""
    owes: list[Owe] = []
    for seat, villain in enumerate(state.villains):
        if object_count(state, villain) > object_limit(villain):
            owes.append(Owe(seat, "objects"))
        if len(villain.feats) > feat_limit(state, villain):
            owes.append(Owe(seat, "feats"))
    return tuple(owes)


def _after_death(t: Table) -> None:
    """End a dead active villain's turn."""
    if me(t.state).status in ("waiting", "out"):
        next_turn(t)
        _settle(t)
        return
    fight = t.state.fight
    if fight is None or all(t.villain(each.seat).alive for each in fighters(fight)):
        return
    if fight.kind == "batman":
        after_batman(t)
    else:
        abandoned(t)


def _go_straight_on(t: Table, before: State) -> None:
    """Go on after Batman's move with what the table had said about the space."""
    meant = t.state.turn.meant
    if t.phase == "encounter" and before.turn.phase != "encounter" and meant is not None:
        t.turn(meant=None)
        straight_on(t, meant)


def _nothing_left(t: Table) -> None:
    """Go on where what a step waited for has gone."""
    if t.phase == "cards" and not t.state.turn.to_draw and not pending(t.state):
        t.turn(phase="take")
    elif t.phase == "batman-target" and not caught(t.state):
        after_batman(t)


WORDS: Catalogue = {
    "note.forbidden": _("{who} may no longer have {cards}: dropped here"),
    "note.owes-objects": _("{who} has too many Objects and must leave some"),
    "note.owes-feats": _("{who} has too many Feats and must discard some"),
    "refusal.T-E16": _("{who} owns too many Objects"),
    "refusal.T-FEATS": _("{who} holds too many Feats"),
    "remedy.leave": _("{who} chooses what to leave"),
    "remedy.feats": _("{who} chooses what to discard"),
}
