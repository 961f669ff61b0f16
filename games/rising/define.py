"""What a group tells about its copy: checked once, used in the play and kept in the box."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.rising import opening
from games.rising.actions import (
    DriverCard,
    Event,
    Icon,
    Kinds,
    Results,
    Spaces,
    TeamDice,
    VillainDone,
)
from games.rising.define_checks import Sizes
from games.rising.definition import Definition
from games.rising.facts import (
    Box,
    CardFacts,
    DieFacts,
    Effect,
    PriceStep,
    ProgressFacts,
    SectionFacts,
    TeamFacts,
    TrackFacts,
)
from games.rising.state import State
from games.rising.teaching import (
    DefineCard,
    DefineDice,
    DefineEffect,
    DefineSection,
    DefineStep,
    DefineTeam,
    DefineTrack,
)

# -- new facts out of old ones -------------------------------------------------------------


def card(old: CardFacts, action: DefineCard) -> CardFacts:
    """A card with what the action tells; what it leaves empty stays as it was.

    A battle stays one and nothing else becomes one: their number is the title's.
    """
    battle = "battle" in (old.kind, action.kind)
    prices = tuple(p for p in (action.price, action.price_b, action.price_c) if any(p))
    told: dict[str, Any] = {
        "kind": old.kind if battle else action.kind,
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


def die(dice: tuple[DieFacts, ...], action: DefineDice) -> DieFacts:
    """A colour with its faces as told; a count left open stays as it was."""
    counted = next((each.count for each in dice if each.colour == action.colour), 0)
    return DieFacts(action.colour, action.count or counted, action.faces, True, "own")


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
            return replace(box, cards=put(box.cards, "name", card(old, action)))
        case DefineEffect():
            return _learn_effect(game, box, action)
        case DefineTrack():
            told = track(opening.track_facts(game, box, action.side), action)
            return replace(box, tracks=put(box.tracks, "side", told))
        case DefineSection():
            return _learn_section(game, box, action)
        case DefineDice():
            return replace(box, dice=put(box.dice, "colour", die(box.dice, action)))
        case DefineTeam():
            old_team = _find(box.teams, "name", action.name)
            facts = team(old_team or TeamFacts(action.name, action.leader), action)
            return replace(box, teams=put(box.teams, "name", facts))
        case DefineStep():
            old_ladder = _find(box.progress, "name", action.name)
            known = old_ladder or ProgressFacts(action.name, action.level, ())
            ladder = replace(
                known, level=action.level, steps=steps(known.steps, action), checked=True
            )
            return replace(box, progress=put(box.progress, "name", ladder))
    return box


def _learn_effect(game: Definition, box: Box, action: DefineEffect) -> Box:
    facts = _find(box.cards, "name", action.name)
    if facts and action.reward:
        rewards = with_effect(facts.rewards, action)
        return replace(box, cards=put(box.cards, "name", replace(facts, rewards=rewards)))
    if facts:
        new = replace(facts, effects=with_effect(facts.effects, action), known=True)
        return replace(box, cards=put(box.cards, "name", new))
    side, _, number = action.name.rpartition(".")
    if side in game.doom.sides and number.isdigit():
        facts_of_side = opening.track_facts(game, box, side)
        sections = section_effect(facts_of_side.sections, int(number), action)
        return replace(
            box, tracks=put(box.tracks, "side", replace(facts_of_side, sections=sections))
        )
    team_facts = _find(box.teams, "name", action.name)
    if team_facts:
        new_team = replace(team_facts, effects=with_effect(team_facts.effects, action), known=True)
        return replace(box, teams=put(box.teams, "name", new_team))
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
    return replace(box, tracks=put(box.tracks, "side", replace(facts, sections=tuple(sections))))


def _find(entries: tuple[Any, ...], key: str, value: str) -> Any:
    return next((each for each in entries if getattr(each, key) == value), None)


def put(entries: tuple[Any, ...], key: str, entry: Any) -> tuple[Any, ...]:
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
            return replace(box, teams=put(box.teams, "name", replace(facts, dice=action.dice)))
        case VillainDone(never=True) if action.source.startswith("section."):
            number = int(action.source.removeprefix("section.")) + 1
            side = state.setup.side
            return learn(game, box, DefineSection(side, number, known=True))
        case Kinds() | Spaces() | Icon() | VillainDone() | Results() | Event():
            for facts in state.library:
                if facts.kind != "battle":
                    box = replace(box, cards=put(box.cards, "name", _filled(box, facts)))
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
