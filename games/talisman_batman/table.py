"""Reading a table, and the small changes everything else is made of."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call, Part
from games.talisman_batman.glossary import KNOWN_CARDS, KNOWN_SPACES, fold, space_key
from games.talisman_batman.state import (
    Attribute,
    Card,
    Feat,
    Spot,
    State,
    Villain,
)

FEAT_LIMITS = (0, 0, 0, 1, 2, 2, 3)
OBJECT_LIMIT = 4
LIBRARY = 200
ATTRIBUTES: tuple[Attribute, ...] = ("strength", "cunning")


def switched(state: State, reading: str) -> bool:
    """Whether the table has switched this reading from its default."""
    return reading in state.options.readings


def change(state: State, seat: int, **changes: Any) -> State:
    """The state with fields of one villain set."""
    villains = list(state.villains)
    villains[seat] = replace(villains[seat], **changes)
    return replace(state, villains=tuple(villains))


def turn(state: State, **changes: Any) -> State:
    """The state with fields of the turn set."""
    return replace(state, turn=replace(state.turn, **changes))


def me(state: State) -> Villain:
    return state.villains[state.active]


def part(state: State, seat: int) -> Part:
    """The contract's part of a seat: the villain's name, or its number before it has one."""
    name = state.villains[seat].sheet.name or f"№ {seat + 1}"
    return Part(seat, name, msg("part.seat", n=seat + 1))


def who(state: State, seat: int) -> str:
    return part(state, seat).name


def own(call: Call, state: State, seat: int, rule: str) -> None:
    """Refuse everybody but the seat and the table itself; also seats nobody sits on."""
    sit(call, state, seat)
    call.only(part(state, seat), rule)


def holder(call: Call, state: State, seat: int) -> None:
    """As ``own``, for secret hands: no table overrules whose hand it is."""
    sit(call, state, seat)
    if call.actor is not None and call.actor != seat:
        call.impossible("E_NOT_ACTIVE", "T-106", active=who(state, seat))


def sit(call: Call, state: State, seat: int) -> None:
    call.within(msg("field.seat"), seat, 0, len(state.villains) - 1)


def living(call: Call, state: State, seat: int) -> Villain:
    """The villain of a seat; refused if there is none alive."""
    sit(call, state, seat)
    villain = state.villains[seat]
    if not villain.alive:
        call.impossible("T-DEAD", "T-022", who=who(state, seat))
    return villain


def moment(call: Call, state: State, rule: str, *phases: str) -> None:
    """Refuse what is not possible in the step the turn is in."""
    if state.turn.phase not in phases:
        call.impossible("T-PHASE", rule, now=msg(f"phase.{state.turn.phase}"))


def die(call: Call, *faces: int) -> None:
    """Refuse faces a die does not have."""
    for face in faces:
        if not 1 <= face <= 6:
            call.impossible("T-E03", "T-015", value=face)


# -- names -------------------------------------------------------------------------------


def card_label(card: Card | str) -> Msg | str:
    name = card if isinstance(card, str) else card.name
    return Msg(f"card.{name}") if name in KNOWN_CARDS else name


def space_label(space: str, floor: int) -> Msg | str:
    if space in KNOWN_SPACES:
        return Msg(f"space.{space}")
    return space if known(space) else msg("space.somewhere", floor=Msg(f"floor.{floor}"))


def known(space: str) -> bool:
    """Whether the space has a name; others are places nobody named, each its own."""
    return bool(space) and not space.startswith("?")


def place(state: State, text: str) -> tuple[State, str]:
    """The key of a space as typed; an empty text is a new place nobody named."""
    if text.startswith("?"):
        return state, text
    if text.strip():
        return state, space_key(text)
    return replace(state, next_id=state.next_id + 1), f"?{state.next_id}"


def together(state: State, one: int, other: int) -> bool | None:
    """Whether two villains share a space; ``None`` if only the board can tell."""
    a, b = state.villains[one], state.villains[other]
    if a.floor != b.floor:
        return False
    if a.space == b.space and a.space:
        return True
    return False if known(a.space) and known(b.space) else None


# -- numbers -----------------------------------------------------------------------------


def lowest(state: State, seat: int, attribute: Attribute) -> int:
    """The value a dial cannot fall below."""
    villain = state.villains[seat]
    bonus = switched(state, "floorIncludesBonus") and villain.raised == attribute
    return int(getattr(villain.sheet, attribute)) + int(bonus)


def total(villain: Villain, attribute: Attribute) -> int:
    """Strength or Cunning outside of combat: the dial and what is always on."""
    if villain.insane:
        return 1
    always = sum(int(getattr(c, attribute)) for c in villain.goods if always_on(c))
    return int(getattr(villain, attribute)) + always


def always_on(card: Card) -> bool:
    return not card.combat and not card.weapon


def boosts(villain: Villain, attribute: Attribute) -> tuple[Card, ...]:
    """Cards that add to this attribute in combat only."""
    if villain.insane:
        return ()
    return tuple(
        card for card in villain.goods if not always_on(card) and getattr(card, attribute) > 0
    )


def best_boosts(villain: Villain, attribute: Attribute) -> tuple[int, ...]:
    """The ids of the combat cards worth using: the best Weapons allowed, all the rest."""
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
    """How many Feats the villain's total Cunning allows."""
    if villain.insane and switched(state, "insaneKeepsFeats"):
        villain = replace(villain, insane=0)
    cunning = total(villain, "cunning")
    return FEAT_LIMITS[max(0, min(cunning, len(FEAT_LIMITS) - 1))]


def tower_steps(roll: int) -> int:
    return (roll + 1) // 2


# -- what lies where ---------------------------------------------------------------------


def spot(state: State, space: str) -> Spot:
    """What lies on a space; an empty spot if nothing does."""
    return next((s for s in state.spots if s.space == space), Spot(space))


def here(state: State) -> Spot:
    return spot(state, me(state).space)


def set_spot(state: State, after: Spot) -> State:
    others = tuple(s for s in state.spots if s.space != after.space)
    return replace(state, spots=(*others, after) if after.cards or after.coins else others)


def lay(state: State, seat: int, cards: tuple[Card, ...], coins: int = 0) -> State:
    """Cards and coins put down where a villain stands."""
    villain = state.villains[seat]
    state, space = place(state, villain.space)
    state = change(state, seat, space=space)
    old = spot(state, space)
    return set_spot(state, Spot(space, villain.floor, (*old.cards, *cards), old.coins + coins))


def new_card(state: State, card: Card) -> tuple[State, Card]:
    """The card with an id of its own."""
    return replace(state, next_id=state.next_id + 1), replace(card, id=state.next_id)


def known_card(state: State, name: str) -> Card | None:
    return next((card for card in state.library if fold(card.name) == fold(name)), None)


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The library with this card in its place; it keeps a bounded number of cards."""
    others = tuple(c for c in cards if fold(c.name) != fold(card.name))
    return (*others, card)[-LIBRARY:]


def find(cards: tuple[Card, ...], id: int) -> Card | None:
    return next((card for card in cards if card.id == id), None)


def without(cards: tuple[Card, ...], *ids: int) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.id not in ids)


def hand(villain: Villain, id: int) -> Feat | None:
    return next((feat for feat in villain.feats if feat.id == id), None)


def to_pile(state: State, card: Card) -> State:
    """A card leaves play: back to its own deck, or to the discards of its floor."""
    if card.key:
        return replace(state, key_pool=state.key_pool + 1)
    if card.purchase:
        stock = tuple(
            replace(s, left=min(s.total, s.left + 1)) if fold(s.name) == fold(card.name) else s
            for s in state.stock
        )
        return replace(state, stock=stock)
    piles = list(state.discards)
    piles[card.floor - 1] += 1
    return replace(state, discards=(piles[0], piles[1], piles[2]))
