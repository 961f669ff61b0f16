"""What a group tells about its copy: checked once, used in the play and kept in the box."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.rising import opening
from games.rising.actions import (
    DefineCard,
    DefineDice,
    DefineEffect,
    DefineSection,
    DefineStep,
    DefineTeam,
    DefineTrack,
    DriverCard,
    Icon,
    Kinds,
    Results,
    Spaces,
    TeamDice,
    VillainDone,
)
from games.rising.definition import Definition
from games.rising.facts import (
    Box,
    CardFacts,
    DieFacts,
    Effect,
    Price,
    PriceStep,
    ProgressFacts,
    SectionFacts,
    TeamFacts,
    TrackFacts,
)
from games.rising.state import Section, State
from games.rising.table import Table

VERBS = (
    "damage",
    "heal",
    "doom",
    "doom_roll",
    "token",
    "lose_token",
    "die",
    "face",
    "reroll",
    "extra_set",
    "move",
    "swap",
    "block",
    "turn",
    "keep",
    "reach",
    "restrict",
)
WHO = (
    "",
    "location",
    "next",
    "team",
    "teams",
    "most",
    "least",
    "leftmost",
    "rightmost",
    "villains",
    "here",
    "self",
    "adjacent",
    "choice",
    "random",
)
WHEN = ("", "damaged", "near", "progress", "hit")
DEFINITIONS = (
    DefineCard | DefineEffect | DefineTrack | DefineSection | DefineDice | DefineTeam | DefineStep
)


class Sizes:
    """Sensible sizes of what can be entered."""

    name = 60
    text = 400
    price = 9
    capacity = 9
    section = 20
    steps = 15
    effects = 6


# -- checks --------------------------------------------------------------------------------


def check(game: Definition, action: Any, call: Call) -> None:
    """Refuse what no printed card, die or track can show."""
    for field in ("name", "leader", "ally", "type", "side", "colour"):
        _text(call, getattr(action, field, ""), Sizes.name)
    for field in ("ability", "ruling"):
        _text(call, getattr(action, field, ""), Sizes.text)
    for field in ("price", "price_b", "price_c", "cost"):
        _price(game, getattr(action, field, ()), call)
    _CHECKS[type(action)](game, action, call)


def _text(call: Call, text: str, longest: int) -> None:
    if len(text) > longest:
        call.impossible("E_TOO_LONG", longest=longest)


def _price(game: Definition, price: Price, call: Call) -> None:
    if price and len(price) != len(game.symbols):
        call.impossible("E_MALFORMED", problem=str(price))
    for need in price:
        call.within(Msg("field.price"), need, 0, Sizes.price, game.rules["sets"])


def _named(call: Call, name: str) -> None:
    if not name.strip():
        call.impossible("E_NO_NAME", remedy=Msg("remedy.name"))


def _among(call: Call, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        call.impossible("E_MALFORMED", problem=value)


def _card(game: Definition, action: DefineCard, call: Call) -> None:
    _named(call, action.name)
    _text(call, action.reward, Sizes.text)
    _among(call, action.kind, ("", *game.kinds))
    _among(call, action.icon, ("", "yes", "no"))
    rule = game.rules["cap"]
    call.within(Msg("term.capacity"), action.capacity, 0, Sizes.capacity, rule)
    call.within(Msg("field.pays"), action.pays, 0, Sizes.capacity, rule)


def _effect(game: Definition, action: DefineEffect, call: Call) -> None:
    _named(call, action.name)
    _among(call, action.verb, VERBS)
    _among(call, action.who, WHO)
    _among(call, action.when, WHEN)
    _among(call, action.symbol, ("", "left", "right", *(each.code for each in game.symbols)))
    call.within(Msg("field.n"), action.n, -9, 9)
    call.within(Msg("field.count"), action.count, 1, 9)


def _track(game: Definition, action: DefineTrack, call: Call) -> None:
    _among(call, action.side, game.doom.sides)
    if len(action.sizes) != len(game.doom.placeholder):
        call.impossible("E_MALFORMED", problem=str(action.sizes))
    for size in action.sizes:
        call.within(Msg("field.sizes"), size, 0, Sizes.section, game.rules["track"])
    if any(
        not size for size, s in zip(action.sizes, game.doom.placeholder, strict=True) if s.holds
    ):
        call.impossible("E_MALFORMED", problem=str(action.sizes))
    if not sum(action.sizes):
        call.impossible("E_MALFORMED", problem=str(action.sizes))


def _section(game: Definition, action: DefineSection, call: Call) -> None:
    _among(call, action.side, game.doom.sides)
    last = len(game.doom.placeholder)
    call.within(Msg("field.section"), action.section, 1, last, game.rules["track"])


def _dice(game: Definition, action: DefineDice, call: Call) -> None:
    _named(call, action.colour)
    call.within(Msg("field.count"), action.count, 0, game.dice_total, game.rules["dice_limit"])
    if len(action.faces) != 6:
        call.impossible("E_MALFORMED", problem=", ".join(action.faces))
    for face in action.faces:
        _among(call, face, game.faces)


def _team(game: Definition, action: DefineTeam, call: Call) -> None:
    _named(call, action.name)
    _named(call, action.leader)
    if len(action.dice) not in (0, 4):
        call.impossible("E_MALFORMED", problem=", ".join(action.dice))


def _step(game: Definition, action: DefineStep, call: Call) -> None:
    _named(call, action.name)
    _among(call, action.level, ("easy", "medium", "hard"))
    _among(call, action.kind, ("", "symbols", "hit", "tokens", "dice", "recruit"))
    call.within(Msg("field.length"), action.length, 1, Sizes.steps, game.rules["progress"])
    call.within(Msg("field.step"), action.step, 0, action.length, game.rules["progress"])
    call.within(Msg("field.n"), action.n, 0, 9, game.rules["progress"])


_CHECKS: dict[type, Any] = {
    DefineCard: _card,
    DefineEffect: _effect,
    DefineTrack: _track,
    DefineSection: _section,
    DefineDice: _dice,
    DefineTeam: _team,
    DefineStep: _step,
}


# -- new facts out of old ones -------------------------------------------------------------


def card(old: CardFacts, action: DefineCard) -> CardFacts:
    """A card with what the action tells; what it leaves empty stays as it was."""
    prices = tuple(p for p in (action.price, action.price_b, action.price_c) if any(p))
    told: dict[str, Any] = {
        "kind": action.kind,
        "capacity": action.capacity,
        "prices": prices,
        "type": action.type,
        "ability": action.ability,
        "cost": action.cost,
        "pays": action.pays,
        "icon": action.icon,
        "reward": action.reward,
        "ruling": action.ruling,
        "known": action.known,
    }
    changed = {key: value for key, value in told.items() if value}
    return replace(old, **changed, confidence="own")


def effect(action: DefineEffect) -> Effect:
    return Effect(
        action.verb,
        action.n,
        action.who,
        action.count,
        action.each,
        action.type,
        action.symbol,
        action.colour,
        action.when,
    )


def with_effect(old: tuple[Effect, ...], action: DefineEffect) -> tuple[Effect, ...]:
    """The effects of an ability with one more; at most six."""
    return (*(() if action.first else old), effect(action))[-Sizes.effects :]


def team(old: TeamFacts, action: DefineTeam) -> TeamFacts:
    told = {
        "leader": action.leader,
        "ally": action.ally,
        "dice": action.dice,
        "ability": action.ability,
        "cost": action.cost,
        "known": action.known,
    }
    changed = {key: value for key, value in told.items() if value}
    return replace(old, **changed, confidence="own")


def track(old: TrackFacts, action: DefineTrack) -> TrackFacts:
    sections = tuple(
        replace(section, size=size)
        for section, size in zip(old.sections, action.sizes, strict=True)
    )
    return replace(old, sections=sections, checked=True, confidence="own")


def steps(old: tuple[PriceStep, ...], action: DefineStep) -> tuple[PriceStep, ...]:
    """The prices of a progress card, made as long as told, one of them replaced."""
    longer = [*old, *(PriceStep(),) * action.length][: action.length]
    if action.step:
        kind: Any = action.kind
        longer[action.step - 1] = PriceStep(kind, action.price, action.n, action.type)
    return tuple(longer)


# -- the box -------------------------------------------------------------------------------


def learn(game: Definition, box: Box, action: Any) -> Box:
    """The box with what a definition tells."""
    match action:
        case DefineCard():
            old = _find(box.cards, "name", action.name) or CardFacts(action.name)
            return replace(box, cards=_put(box.cards, "name", card(old, action)))
        case DefineEffect():
            return _learn_effect(game, box, action)
        case DefineTrack():
            told = track(opening.track_facts(game, box, action.side), action)
            return replace(box, tracks=_put(box.tracks, "side", told))
        case DefineSection():
            return _learn_section(game, box, action)
        case DefineDice():
            die = DieFacts(action.colour, action.count, action.faces, True, "own")
            return replace(box, dice=_put(box.dice, "colour", die))
        case DefineTeam():
            old_team = _find(box.teams, "name", action.name)
            facts = team(old_team or TeamFacts(action.name, action.leader), action)
            return replace(box, teams=_put(box.teams, "name", facts))
        case DefineStep():
            old_ladder = _find(box.progress, "name", action.name)
            known = old_ladder or ProgressFacts(action.name, action.level, ())
            ladder = replace(
                known, level=action.level, steps=steps(known.steps, action), checked=True
            )
            return replace(box, progress=_put(box.progress, "name", ladder))
    return box


def _learn_effect(game: Definition, box: Box, action: DefineEffect) -> Box:
    facts = _find(box.cards, "name", action.name)
    if facts and action.reward:
        rewards = with_effect(facts.rewards, action)
        return replace(box, cards=_put(box.cards, "name", replace(facts, rewards=rewards)))
    if facts:
        new = replace(facts, effects=with_effect(facts.effects, action), known=True)
        return replace(box, cards=_put(box.cards, "name", new))
    side, _, number = action.name.rpartition(".")
    if side in game.doom.sides and number.isdigit():
        facts_of_side = opening.track_facts(game, box, side)
        sections = section_effect(facts_of_side.sections, int(number), action)
        return replace(
            box, tracks=_put(box.tracks, "side", replace(facts_of_side, sections=sections))
        )
    team_facts = _find(box.teams, "name", action.name)
    if team_facts:
        new_team = replace(team_facts, effects=with_effect(team_facts.effects, action), known=True)
        return replace(box, teams=_put(box.teams, "name", new_team))
    return box


def section_effect(
    sections: tuple[SectionFacts, ...], number: int, action: DefineEffect
) -> tuple[SectionFacts, ...]:
    """Sections with one more effect on the one of this number (counted from 1)."""
    return tuple(
        replace(each, effects=with_effect(each.effects, action), known=True)
        if i == number
        else each
        for i, each in enumerate(sections, 1)
    )


def _learn_section(game: Definition, box: Box, action: DefineSection) -> Box:
    facts = opening.track_facts(game, box, action.side)
    sections = list(facts.sections)
    sections[action.section - 1] = replace(
        sections[action.section - 1], ability=action.ability, known=action.known
    )
    return replace(box, tracks=_put(box.tracks, "side", replace(facts, sections=tuple(sections))))


def _find(entries: tuple[Any, ...], key: str, value: str) -> Any:
    return next((each for each in entries if getattr(each, key) == value), None)


def _put(entries: tuple[Any, ...], key: str, entry: Any) -> tuple[Any, ...]:
    """``entries`` with one added, or replaced where it stands."""
    name = getattr(entry, key)
    if _find(entries, key, name) is None:
        return (*entries, entry)
    return tuple(entry if getattr(each, key) == name else each for each in entries)


def remember(game: Definition, box: Box, action: Any, state: State) -> Box:
    """What an action of a play taught about the copy; ``state`` is the one after it.

    Facts the box leaves open are filled from the play's library; what the group has
    entered in the box stays.
    """
    match action:
        case DriverCard():
            return replace(box, driver_deck=box.driver_deck or state.driver_deck)
        case TeamDice():
            facts = _find(box.teams, "name", state.teams[action.team].name)
            if not facts:
                return box
            return replace(box, teams=_put(box.teams, "name", replace(facts, dice=action.dice)))
        case Kinds() | Spaces() | Icon() | VillainDone() | Results():
            for facts in state.library:
                if facts.kind != "battle":
                    box = replace(box, cards=_put(box.cards, "name", _filled(box, facts)))
            return box
    return learn(game, box, action)


def _filled(box: Box, told: CardFacts) -> CardFacts:
    old: CardFacts | None = _find(box.cards, "name", told.name)
    if old is None:
        return told
    return replace(
        old,
        kind=old.kind or told.kind,
        capacity=old.capacity or told.capacity,
        icon=old.icon or told.icon,
        known=old.known or told.known,
    )


# -- the play ------------------------------------------------------------------------------


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
            die = DieFacts(action.colour, action.count, action.faces, True, "own")
            t.put(stock=_put(t.state.stock, "colour", die))
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
        if action.name in others or action.name in t.state.gone:
            t.forbid("E_DUPLICATE_CARD", "deal", msg("remedy.other_card"), card=action.name)
    old = t.known(action.name)
    old = old if old.name else CardFacts(action.name)
    if action.piece:
        kind = action.kind or old.kind or t.kind(piece)
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
