"""Equipment and Bat-Gadgets: carrying, passing, dropping, using up (p.22-25)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import DropCards, GetCard, Give, PickUp, Take, UseCard
from games.gotham_chronicles.energy import pay, spent
from games.gotham_chronicles.guards import can_act, hero_at, side_only
from games.gotham_chronicles.sheets import Card, Line
from games.gotham_chronicles.state import Hero, Lying, State, with_hero
from games.messages import Msg, msg
from games.referee import Call


def carried(hero: Hero, name: str, call: Call, rule: str = cites.PICK_UP) -> Card:
    """A card beside the tablet; refuses one that is not there."""
    card = next((card for card in hero.cards if card.name == name), None)
    if card is None:
        call.impossible("E_NOT_CARRIED", rule, card=name, who=hero.sheet.name)
    return card


def without(cards: tuple[Card, ...], name: str) -> tuple[Card, ...]:
    """The cards with one copy of a name taken away."""
    at = next(i for i, card in enumerate(cards) if card.name == name)
    return cards[:at] + cards[at + 1 :]


def fits(hero: Hero, card: Card, call: Call) -> None:
    """Refuse a load above the encumbrance limit, or a gadget the belt has no room for."""
    load, limit = hero.encumbrance + card.weight, hero.sheet.encumbrance_limit
    if not card.gadget and load > limit:
        call.forbid(
            "E_ENCUMBRANCE",
            cites.ENCUMBRANCE,
            remedy=msg("remedy.drop", n=load - limit),
            who=hero.sheet.name,
            load=load,
            limit=limit,
        )
    size = card.weight + sum(each.weight for each in hero.cards if each.gadget)
    if card.gadget and size > (hero.sheet.belt or 0):
        belt = hero.sheet.belt or 0
        call.forbid("E_BELT", cites.BELT, who=hero.sheet.name, size=size, belt=belt)


def no_gadget(card: Card, call: Call) -> None:
    """Bat-Gadgets never change place (p.24)."""
    if card.gadget:
        call.forbid("E_GADGET", cites.GADGETS, card=card.name)


def pick_up(state: State, action: PickUp, call: Call) -> State:
    """One card of the area for one cube."""
    hero = can_act(state, action.hero, call, cites.PICK_UP)
    lying = on_the_ground(state, action.card, call)
    no_gadget(lying.card, call)
    fits(hero, lying.card, call)
    if call.ask("CARD_HERE", cites.PICK_UP, card=action.card, who=hero.sheet.name) == "no":
        call.forbid("E_DIFFERENT_AREA", cites.PICK_UP, card=action.card)
    state = _cube(state, action.hero, "pick", call, hero.sheet.name, action.card)
    state = _taken(state, lying)
    return _gains(state, action.hero, lying.card)


def on_the_ground(state: State, name: str, call: Call) -> Lying:
    """A card lying on the map; refuses one that does not."""
    lying = next((each for each in state.ground if each.card.name == name), None)
    if lying is None:
        call.impossible("E_NO_CARD", cites.PICK_UP, card=name)
    return lying


def _taken(state: State, lying: Lying) -> State:
    ground = list(state.ground)
    ground.remove(lying)
    return replace(state, ground=tuple(ground))


def _gains(state: State, index: int, card: Card) -> State:
    return with_hero(state, index, cards=(*state.heroes[index].cards, card))


def _loses(state: State, index: int, name: str) -> State:
    return with_hero(state, index, cards=without(state.heroes[index].cards, name))


def _cube(state: State, index: int, code: str, call: Call, who: str, card: str) -> State:
    state = pay(state, index, "manipulation", 1, call, cites.AUTOMATIC)
    cubes = spent(index, "manipulation", 1)
    call.note(code, cites.AUTOMATIC, who=who, card=card, cubes=cubes)
    return state


def give(state: State, action: Give, call: Call) -> State:
    """A card to another hero; the giver pays (p.24)."""
    return _pass(state, action.hero, action.hero, action.other, action.card, call)


def take(state: State, action: Take, call: Call) -> State:
    """A card from another hero; the taker pays (p.24)."""
    return _pass(state, action.hero, action.other, action.hero, action.card, call)


def _pass(state: State, actor: int, source: int, target: int, name: str, call: Call) -> State:
    acting = can_act(state, actor, call, cites.GIVE)
    giver, receiver = hero_at(state, source, call), hero_at(state, target, call)
    if source == target:
        call.impossible("E_SAME_HERO", cites.GIVE)
    card = carried(giver, name, call, cites.GIVE)
    no_gadget(card, call)
    fits(receiver, card, call)
    other = receiver if actor == source else giver
    names = (acting.sheet.name, other.sheet.name)
    if call.ask("SAME_AREA", cites.GIVE, who=names[0], other=names[1]) == "no":
        call.forbid("E_DIFFERENT_AREA", cites.GIVE, card=name)
    if call.ask("CONSENT", cites.GIVE, other=names[1], card=name) == "no":
        call.forbid("E_CONSENT", cites.GIVE, who=other.sheet.name)
    state = pay(state, actor, "manipulation", 1, call, cites.AUTOMATIC)
    call.note(
        "passed",
        cites.GIVE,
        who=acting.sheet.name,
        giver=giver.sheet.name,
        receiver=receiver.sheet.name,
        card=name,
        cubes=spent(actor, "manipulation", 1),
    )
    return _gains(_loses(state, source, name), target, card)


def drop(state: State, action: DropCards, call: Call) -> State:
    """Free at any moment, even neutralized or in the other side's turn (p.24)."""
    hero = hero_at(state, action.hero, call)
    side_only(state, "heroes", call, cites.DROP_CARD)
    card = carried(hero, action.card, call, cites.DROP_CARD)
    no_gadget(card, call)
    used = getattr(state.open, "cards", ())
    if card.name in used:
        call.forbid("E_CARD_IN_USE", cites.DROP_CARD, card=card.name)
    call.note("dropped", cites.DROP_CARD, who=hero.sheet.name, card=card.name)
    return lay(_loses(state, action.hero, card.name), card, action.area)


def lay(state: State, card: Card, area: str) -> State:
    """A card comes to lie on the map."""
    return replace(state, ground=(*state.ground, Lying(card, area)))


def thrown(state: State, index: int, name: str, area: str, call: Call) -> State:
    """A thrown card leaves the tablet and lies in an area."""
    card = carried(state.heroes[index], name, call, cites.THROW)
    return lay(_loses(state, index, name), card, area)


def gain(state: State, action: GetCard, call: Call) -> State:
    """A card comes to a tablet by an effect: no cube, but the load still counts."""
    hero = hero_at(state, action.hero, call)
    lying = on_the_ground(state, action.card, call)
    fits(hero, lying.card, call)
    call.note("gained", cites.PICK_UP, who=hero.sheet.name, card=action.card)
    return _gains(_taken(state, lying), action.hero, lying.card)


def use(state: State, action: UseCard, call: Call) -> State:
    """A bonus used outside of a roll; a one-time card is gone (p.22)."""
    hero = hero_at(state, action.hero, call)
    card = carried(hero, action.card, call, cites.ONE_TIME)
    may_use(hero, card, call)
    call.note("used", cites.LINES, who=hero.sheet.name, card=card.name)
    return used_up(state, action.hero, (card.name,), call)


def used_up(state: State, index: int, names: tuple[str, ...], call: Call) -> State:
    """One-time cards that gave a bonus leave the game (p.22)."""
    for name in names:
        card = next((c for c in state.heroes[index].cards if c.name == name), None)
        if card is None or not card.once:
            continue
        call.note("card-gone", cites.ONE_TIME, card=name)
        state = _loses(state, index, name)
        state = replace(state, gone=(*state.gone, name))
    return state


def may_use(hero: Hero, card: Card, call: Call) -> None:
    """Refuse a card whose bonuses this hero may not use now (p.22)."""
    if hero.neutralized:
        call.forbid("E_NEUTRALIZED", cites.NEUTRALIZED, who=hero.sheet.name)
    if card.hero and card.hero != hero.sheet.name:
        call.forbid("E_NAMED_CARD", cites.NAMED_CARD, card=card.name, hero=card.hero)
    if card.lethal and "Moral Code" in hero.sheet.traits:
        call.forbid("E_LETHAL", cites.LETHAL, card=card.name, who=hero.sheet.name)


def barred(hero: Hero, card: Card) -> bool:
    """Whether ``may_use`` would refuse; used to offer only what is possible."""
    named = bool(card.hero) and card.hero != hero.sheet.name
    return hero.neutralized or named or (card.lethal and "Moral Code" in hero.sheet.traits)


def lines_for(card: Card, use: str) -> tuple[tuple[int, Line], ...]:
    """The lines of a card that apply to an action, with their numbers."""
    return tuple((i, line) for i, line in enumerate(card.lines) if line.use in (use, "any"))


def chosen(
    hero: Hero, picks: tuple[str, ...], use: str, kinds: tuple[str, ...], call: Call
) -> tuple[tuple[Card, Line], ...]:
    """The card lines picked for an action (``"name"`` or ``"name|line"``), all checked.

    Restrictions of the card, one line per card, and same-named tools (p.22-25).
    """
    found: list[tuple[Card, Line]] = []
    for pick in picks:
        name, _, number = pick.partition("|")
        card = carried(hero, name, call, cites.LINES)
        may_use(hero, card, call)
        if card.kind not in kinds:
            call.forbid("E_CARD_KIND", cites.COMBINE, card=name, kind=Msg(f"space.{use}"))
        lines = dict(lines_for(card, use))
        at = int(number) if number.isdigit() else next(iter(lines), -1)
        if at not in lines:
            call.impossible("E_LINE", cites.LINES, card=name)
        _once_each(hero, found, card, call)
        found.append((card, lines[at]))
    return tuple(found)


def _once_each(hero: Hero, found: list[tuple[Card, Line]], card: Card, call: Call) -> None:
    same = sum(other.name == card.name for other, _ in found)
    copies = sum(other.name == card.name for other in hero.cards)
    if same >= copies:
        call.forbid("E_LINE", cites.LINES, card=card.name)
    if same and card.kind == "tool":
        call.forbid("E_SAME_TOOL", cites.COMBINE, card=card.name)
