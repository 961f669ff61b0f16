"""Values that follow from a state alone: names, numbers, places."""

from __future__ import annotations

import re
from typing import get_args

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Part
from games.talisman_batman.state import (
    Attribute,
    EncounterCard,
    Feat,
    Fight,
    Fighter,
    Kind,
    Spot,
    State,
    Villain,
    VillainSheet,
)
from games.talisman_batman.words import KNOWN_CARDS, KNOWN_SPACES, fold

FEAT_LIMITS = (0, 0, 0, 1, 2, 2, 3)
OBJECT_LIMIT = 4
HIGHEST = 6
"""The best face of a die."""
ABILITIES = ("cunning_attack", "always_feat", "saves_life", "note", "insane_note")
"""What of its abilities a villain card is asked for, but the Weapons."""
WORTH = ("strength", "cunning", "combat", "weapon", "armour", "legendary", "bag", "forbids")
"""What tells that someone has entered an Object or Follower."""
LIBRARY = 200
"""Cards and facts a table remembers at most."""
KINDS: tuple[Kind, ...] = get_args(Kind)
ATTRIBUTES: tuple[Attribute, ...] = ("strength", "cunning")


def switched(state: State, reading: str) -> bool:
    """Return whether the table has switched this reading from its default."""
    return reading in state.options.readings


def me(state: State) -> Villain:
    return state.villains[state.active]


def part(state: State, seat: int) -> Part:
    """Return the contract's part of a seat."""
    return Part(seat, who(state, seat), msg("part.seat", n=seat + 1))


def who(state: State, seat: int) -> str:
    """Return what a seat is called: the villain's name, or its number before it has one."""
    return state.villains[seat].sheet.name or f"№ {seat + 1}"


def alive(state: State) -> tuple[int, ...]:
    """Return the seats with a villain on the board."""
    return tuple(seat for seat, villain in enumerate(state.villains) if villain.alive)


# -- names -------------------------------------------------------------------------------


def card_label(card: EncounterCard | str) -> Msg | str:
    """Return what a card is called; one that no one named, by its kind."""
    if isinstance(card, EncounterCard) and not card.name:
        return Msg(f"term.{card.kind}")
    name = card if isinstance(card, str) else card.name
    return Msg(f"card.{name}") if name in KNOWN_CARDS else name


def space_label(space: str, floor: int) -> Msg | str:
    if space in KNOWN_SPACES:
        return Msg(f"space.{space}")
    if found := NUMBERED.fullmatch(space):
        return Msg("space.numbered", {"n": int(found[2]), "floor": Msg(f"floor.{found[1]}")})
    return space if known(space) else Msg(f"space.somewhere.{floor}")


NUMBERED = re.compile(r"([123])-([1-9][0-9]?)")
"""A place on the ring of a floor that no one has named yet: the floor, and which place."""


def known(space: str) -> bool:
    """Return whether a space can be told from others, by its name or its place on the ring."""
    return bool(space) and not space.startswith("?")


def named(space: str) -> bool:
    """Return whether a space has a name."""
    return known(space) and not NUMBERED.fullmatch(space)


def together(state: State, one: int, other: int) -> bool | None:
    """Return whether two villains share a space; ``None`` if only the board can tell."""
    a, b = state.villains[one], state.villains[other]
    if a.floor != b.floor:
        return False
    if a.space == b.space and a.space:
        return True
    return False if known(a.space) and known(b.space) else None


# -- numbers -----------------------------------------------------------------------------


def lowest(state: State, seat: int, attribute: Attribute) -> int:
    """Return the value a dial cannot fall below."""
    villain = state.villains[seat]
    bonus = switched(state, "floorIncludesBonus") and villain.raised == attribute
    return int(getattr(villain.sheet, attribute)) + int(bonus)


def total(villain: Villain, attribute: Attribute) -> int:
    """Return Strength or Cunning outside of combat: the dial and what is always on."""
    if villain.insane:
        return 1
    always = sum(int(getattr(c, attribute)) for c in villain.goods if always_on(c))
    return int(getattr(villain, attribute)) + always


def always_on(card: EncounterCard) -> bool:
    return not card.combat and not card.weapon


def boosts(villain: Villain, attribute: Attribute) -> tuple[EncounterCard, ...]:
    """Return cards that add to this attribute in combat only."""
    if villain.insane:
        return ()
    return tuple(
        card for card in villain.goods if not always_on(card) and getattr(card, attribute) > 0
    )


def best_boosts(villain: Villain, attribute: Attribute) -> tuple[int, ...]:
    """Return the ids of the combat cards worth using: the best Weapons allowed, all the rest."""
    cards = boosts(villain, attribute)
    weapons = sorted((c for c in cards if c.weapon), key=lambda c: -getattr(c, attribute))
    kept = {c.id for c in weapons[: villain.sheet.weapons]}
    return tuple(c.id for c in cards if not c.weapon or c.id in kept)


def object_limit(villain: Villain) -> int:
    return max((OBJECT_LIMIT, *(card.bag for card in villain.objects)))


def object_count(state: State, villain: Villain) -> int:
    keys_count = not switched(state, "keyIsObject")
    return sum(1 for card in villain.objects if keys_count or not card.key)


def feat_limit(state: State, villain: Villain) -> int:
    """Return how many Feats the villain's total Cunning allows."""
    if switched(state, "insaneKeepsFeats"):
        villain = replace(villain, insane=0)
    cunning = total(villain, "cunning")
    return FEAT_LIMITS[max(0, min(cunning, len(FEAT_LIMITS) - 1))]


def tower_steps(roll: int) -> int:
    return (roll + 1) // 2


# -- what lies where ---------------------------------------------------------------------


def spot(state: State, space: str) -> Spot:
    """Return a space's contents; an empty spot if there are none."""
    return next((s for s in state.spots if s.space == space), Spot(space))


def here(state: State) -> Spot:
    return spot(state, me(state).space)


def known_card(state: State, name: str) -> EncounterCard | None:
    return next((card for card in state.library if fold(card.name) == fold(name)), None)


def with_card(cards: tuple[EncounterCard, ...], card: EncounterCard) -> tuple[EncounterCard, ...]:
    """Return the library with this card in its place; it keeps a bounded number of cards."""
    others = tuple(c for c in cards if fold(c.name) != fold(card.name))
    return (*others, card)[-LIBRARY:]


def find(cards: tuple[EncounterCard, ...], id: int) -> EncounterCard | None:
    return next((card for card in cards if card.id == id), None)


def without(cards: tuple[EncounterCard, ...], *ids: int) -> tuple[EncounterCard, ...]:
    return tuple(card for card in cards if card.id not in ids)


def hand(villain: Villain, id: int) -> Feat | None:
    return next((feat for feat in villain.feats if feat.id == id), None)


# -- scores of a fight (pp. 9-10) ------------------------------------------------------------


def base(state: State, fighter: Fighter, attribute: Attribute) -> int:
    """Return a fighter's score before the die: total, boosts, what Feats and abilities add."""
    villain = state.villains[fighter.seat]
    if villain.insane:
        return 1
    used = sum(int(getattr(c, attribute)) for c in villain.goods if c.id in fighter.cards)
    return total(villain, attribute) + used + fighter.extra


def opponent(state: State, fight: Fight) -> int:
    """Return the opponent's score before the die."""
    return base(state, fight.foe, fight.attribute) if fight.foe else fight.value


def lead(state: State, fight: Fight) -> int:
    """Return by how much the fighter is ahead, dice included as far as they are rolled."""
    mine = base(state, fight.me, fight.attribute) + fight.me.die
    return mine - opponent(state, fight) - (fight.foe.die if fight.foe else fight.die)


def opponent_label(state: State, fight: Fight) -> Msg | str | tuple[Msg | str, ...]:
    if fight.foe is not None:
        return who(state, fight.foe.seat)
    if fight.kind == "enemy":
        return tuple(card_label(c) for c in here(state).cards if c.id in fight.enemies)
    if fight.kind == "guard":
        return Msg("term.guard")
    return fight.name if fight.kind == "ambush" else Msg("term.batman")


def decider(state: State) -> int | None:
    """Return the seat that decides about Fate now, or ``None`` if no decision can matter.

    Between villains the attacker decides first, then the defender (p. 10). An attacker who is
    ahead decides as well while the defender could still catch up.
    """
    fight = state.fight
    if fight is None or not fight.me.die:
        return None
    ahead, foe = lead(state, fight), fight.foe
    answer = foe is not None and undecided(state, foe) and _helps(-ahead, foe.die)
    if undecided(state, fight.me) and (
        _helps(ahead, fight.me.die) or (answer and fight.me.die < HIGHEST)
    ):
        return fight.me.seat
    return foe.seat if foe is not None and answer else None


def undecided(state: State, fighter: Fighter) -> bool:
    """Return whether a fighter has a Fate token and has not decided about the die."""
    villain = state.villains[fighter.seat]
    return villain.alive and villain.fate > 0 and not decided(fighter)


def decided(fighter: Fighter) -> bool:
    """Return whether a fighter has rolled again or let the die stand; both are final."""
    return fighter.rerolled or fighter.passed


def _helps(ahead: int, rolled: int) -> bool:
    """Return whether a reroll may better a result that is no victory."""
    return rolled < HIGHEST and ahead <= 0 <= ahead + HIGHEST - rolled


def can_save(villain: Villain) -> bool:
    """Return whether the villain has something other than Feats that saves a Life."""
    return villain.sheet.saves_life or any(armours(villain))


def untold(sheet: VillainSheet) -> bool:
    """Return whether no ability of a villain card has been entered."""
    blank = VillainSheet(sheet.name)
    return not sheet.told and all(
        getattr(sheet, each) == getattr(blank, each) for each in ABILITIES
    )


def unread(villain: Villain) -> tuple[EncounterCard, ...]:
    """Return the cards of which no one has said what they add, nor the rulebook."""
    return tuple(
        card
        for card in villain.goods
        if not (
            card.told
            or card.key
            or card.name in KNOWN_CARDS
            or any(map(card.__getattribute__, WORTH))
        )
    )


def armours(villain: Villain) -> tuple[EncounterCard, ...]:
    return tuple(card for card in villain.goods if card.armour)
