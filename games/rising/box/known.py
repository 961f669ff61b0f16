"""What a copy knows, with what the rulebook says where nobody has looked; and what it learns
from a play."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.rising.box import Box, CardFacts, DieFacts, PriceStep, ProgressFacts, TrackFacts
from games.rising.definition import Definition
from games.rising.state import State


def track_facts(game: Definition, box: Box, wanted: str) -> TrackFacts:
    """One side of the doom track as the box knows it, or the placeholder."""
    known = next((each for each in box.tracks if each.side == wanted), None)
    return known or TrackFacts(wanted, game.doom.placeholder)


def progress_facts(game: Definition, box: Box, wanted: str) -> ProgressFacts:
    """The chosen card of the progress track, or a placeholder without prices."""
    known = next((each for each in box.progress if each.name == wanted), None)
    return known or ProgressFacts(wanted, "", (PriceStep(),) * game.progress)


def stock(game: Definition, box: Box) -> tuple[DieFacts, ...]:
    """The Hero dice of the box, with the rulebook's counts where nobody counted."""
    known = {each.colour: each for each in box.dice}
    printed = {each.colour: each.count for each in game.dice}
    colours = dict.fromkeys((*printed, *known))
    return tuple(
        replace(facts, count=facts.count or printed.get(colour, 0))
        for colour in colours
        for facts in (known.get(colour, DieFacts(colour)),)
    )


def find(entries: tuple[Any, ...], key: str, value: str) -> Any:
    return next((each for each in entries if getattr(each, key) == value), None)


def put(entries: tuple[Any, ...], key: str, entry: Any) -> tuple[Any, ...]:
    """``entries`` with one added, or replaced where it stands."""
    name = getattr(entry, key)
    if find(entries, key, name) is None:
        return (*entries, entry)
    return tuple(entry if getattr(each, key) == name else each for each in entries)


def with_library(box: Box, state: State) -> Box:
    """What the box leaves open is filled from the play; what the group has entered stays."""
    for facts in state.library:
        if facts.kind != "battle":
            box = replace(box, cards=put(box.cards, "name", _filled(box, facts)))
    return box


def with_section(
    game: Definition, box: Box, side: str, number: int, ability: str, known: bool
) -> Box:
    """The box with what is uncovered at a section (counted from 1) of a side."""
    facts = track_facts(game, box, side)
    sections = list(facts.sections)
    sections[number - 1] = replace(sections[number - 1], ability=ability, known=known)
    return replace(box, tracks=put(box.tracks, "side", replace(facts, sections=tuple(sections))))


def with_boss_section(game: Definition, box: Box, state: State) -> Box:
    """That nothing is printed under the boss card is asked once for a copy."""
    for number, section in enumerate(state.sections, 1):
        facts = section.facts
        if facts.holds == "boss" and section.revealed and facts.known:
            box = with_section(game, box, state.setup.side, number, facts.ability, True)
    return box


def _filled(box: Box, told: CardFacts) -> CardFacts:
    old: CardFacts | None = find(box.cards, "name", told.name)
    if old is None:
        return told
    return replace(
        old,
        kind=old.kind or told.kind,
        capacity=old.capacity or told.capacity,
        icon=old.icon or told.icon,
        type=old.type or told.type,
        known=old.known or told.known,
    )
