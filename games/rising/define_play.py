"""What the group tells of its copy in the middle of a play is used at once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.rising.define import card, die, put, section_effect, steps, with_effect
from games.rising.define_checks import check
from games.rising.facts import CardFacts
from games.rising.heroes import in_use
from games.rising.state import Section
from games.rising.table import Table
from games.rising.teaching import (
    DefineCard,
    DefineDice,
    DefineEffect,
    DefineSection,
    DefineStep,
    DefineTeam,
    DefineTrack,
)

DEFINITIONS = (
    DefineCard | DefineEffect | DefineTrack | DefineSection | DefineDice | DefineTeam | DefineStep
)


def apply(t: Table, action: Any) -> None:
    """Use in this play what a definition tells."""
    check(t.game, action, t.call)
    match action:
        case DefineCard():
            _apply_card(t, action)
        case DefineEffect():
            _apply_effect(t, action)
        case DefineTrack():
            _apply_track(t, action)
        case DefineSection():
            _apply_section(t, action)
        case DefineDice():
            _apply_dice(t, action)
        case DefineTeam():
            _apply_team(t, action)
        case DefineStep() if action.name == t.state.setup.progress_card or (
            not t.state.setup.progress_card
        ):
            _apply_steps(t, action)
    t.note("defined", "", what=getattr(action, "name", "") or _what(action))


def _what(action: Any) -> Msg:
    return Msg(f"what.{action.__struct_config__.tag}")


def _apply_card(t: Table, action: DefineCard) -> None:
    if action.piece:
        piece = t.piece(action.piece)
        others = {each.card for each in t.state.pieces if each.id != action.piece}
        if action.name in others:
            t.impossible("E_DUPLICATE_CARD", "deal", msg("remedy.other_card"), card=action.name)
    old = t.known(action.name)
    old = old if old.name else CardFacts(action.name)
    if action.piece:
        if (old.kind == "battle") != (t.kind(piece) == "battle"):
            t.impossible("E_DUPLICATE_CARD", "deal", msg("remedy.other_card"), card=action.name)
        told = "" if action.kind == "battle" else action.kind
        kind = told or old.kind or t.kind(piece)
        old = replace(old, kind=kind, capacity=old.capacity or piece.capacity)
        t.put_piece(action.piece, card=action.name, kind=piece.kind if kind == "boss" else "")
        t.put_piece(action.piece, capacity=0)
    t.put_facts(card(old, action))
    clamp(t)


def clamp(t: Table) -> None:
    """No card holds more damage than its spaces."""
    for piece in t.state.pieces:
        capacity = t.capacity(piece)
        if capacity and piece.damage > capacity:
            t.put_piece(piece.id, damage=capacity)


def _apply_effect(t: Table, action: DefineEffect) -> None:
    facts = t.known(action.name)
    if facts.name and action.reward:
        t.put_facts(replace(facts, rewards=with_effect(facts.rewards, action)))
        return
    if facts.name:
        new = replace(facts, effects=with_effect(facts.effects, action), known=True)
        t.put_facts(new)
        return
    side, _, number = action.name.rpartition(".")
    if side in t.game.doom.sides and number.isdigit():
        if side == t.state.setup.side:
            told = section_effect(tuple(s.facts for s in t.state.sections), int(number), action)
            pairs = zip(t.state.sections, told, strict=True)
            t.put(sections=tuple(replace(section, facts=facts) for section, facts in pairs))
        return
    for i, each in enumerate(t.state.teams):
        if each.name == action.name:
            t.put_team(i, effects=with_effect(each.effects, action), known=True)
            return
    t.impossible("E_NO_CARD", "", card=action.name)


def _apply_track(t: Table, action: DefineTrack) -> None:
    if action.side != t.state.setup.side:
        return
    sizes = list(action.sizes)
    sizes[-1] += t.state.setup.extra_spaces
    t.call.within(Msg("term.doom"), t.state.doom, 0, sum(sizes), t.rule("track"))
    sections = tuple(
        Section(replace(each.facts, size=size), each.holding, each.revealed)
        for each, size in zip(t.state.sections, sizes, strict=True)
    )
    t.put(sections=sections, doom_checked=True)


def _apply_section(t: Table, action: DefineSection) -> None:
    if action.side != t.state.setup.side:
        return
    sections = list(t.state.sections)
    old = sections[action.section - 1]
    facts = replace(old.facts, ability=action.ability, known=action.known)
    sections[action.section - 1] = replace(old, facts=facts)
    t.put(sections=tuple(sections))


def _apply_dice(t: Table, action: DefineDice) -> None:
    """Dice of one colour; there are at least as many as are rolled right now."""
    if action.count:
        used, most = in_use(t, action.colour), t.game.dice_total
        t.call.within(Msg("field.count"), action.count, used, most, t.rule("dice_limit"))
    t.put(stock=put(t.state.stock, "colour", die(t.state.stock, action)))


def _apply_team(t: Table, action: DefineTeam) -> None:
    for i, each in enumerate(t.state.teams):
        if each.name == action.name:
            t.put_team(
                i,
                dice=action.dice or each.dice,
                ability=action.ability or each.ability,
                cost=action.cost or each.cost,
                known=action.known or each.known,
            )


def _apply_steps(t: Table, action: DefineStep) -> None:
    new = steps(t.state.steps, action)
    t.call.within(Msg("term.progress"), t.state.progress, 0, len(new), t.rule("progress"))
    t.put(steps=new, progress_checked=True)
