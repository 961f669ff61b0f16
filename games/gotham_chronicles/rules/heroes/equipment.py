"""Equipment and Bat-Gadgets: carrying, passing, dropping, using up (p.22-25)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import BonusLine, EquipmentCard, belted
from games.gotham_chronicles.rules.common.energy import healing_cards, pay, spent
from games.gotham_chronicles.rules.common.forms import MORE, Text, choice
from games.gotham_chronicles.state import Attack, DroppedCard, Hero, State, Task, with_hero
from games.gotham_chronicles.table import Act, Table, can_act, fighter, hero_at, side_only
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt


class PickUp(Act, tag="pick"):
    """Pick up a card of the area: an automatic manipulation."""

    named = _("Pick up a card")

    hero: int
    card: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t):
            lying = _names(each.card for each in t.state.ground if _movable(t, hero, each.card))
            if lying:
                yield _about(cls, index, hero, "G-061", lying)

    def apply(self, t: Table) -> None:
        """Pick up one card of the area for one cube."""
        hero = can_act(t, self.hero, "G-061")
        lying = on_the_ground(t, self.card)
        no_gadget(t, lying.card)
        fits(t, hero, lying.card)
        if t.ask("CARD_HERE", "G-061", card=self.card, who=hero.sheet.name) == "no":
            t.refuse("E_DIFFERENT_AREA", "G-061", card=self.card)
        pay(t, self.hero, "manipulation", 1, "G-132")
        cubes = spent(self.hero, "manipulation", 1)
        t.note("pick", "G-132", who=hero.sheet.name, card=self.card, cubes=cubes)
        t.state = _gains(_taken(t.state, lying), self.hero, lying.card)


class Give(Act, tag="give"):
    """Hand a card to a hero in the same area: an automatic manipulation of the giver."""

    named = _("Give a card")

    hero: int
    other: int
    card: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t):
            others = [(i, other) for i, other in enumerate(t.state.heroes) if i != index]
            given = [c for c in hero.cards if any(_movable(t, other, c) for _, other in others)]
            to = tuple(
                Choice(i, other.sheet.name)
                for i, other in others
                if any(_movable(t, other, card) for card in given)
            )
            if given:
                field = choice("other", to, "G-062")
                yield _about(cls, index, hero, "G-062", _names(given), field)

    def apply(self, t: Table) -> None:
        """Give a card; the giver pays (p.24)."""
        _pass(t, self.hero, self.hero, self.other, self.card)


class TakeCard(Act, tag="take"):
    """Take a card from a hero in the same area: an automatic manipulation of the taker."""

    named = _("Take a card")

    hero: int
    other: int
    card: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t):
            for i, other in enumerate(t.state.heroes):
                theirs = _names(card for card in other.cards if _movable(t, hero, card))
                if i != index and theirs:
                    yield cls.prompt(
                        msg("prompt.take", who=hero.sheet.name, other=other.sheet.name),
                        choice("card", theirs, "G-062"),
                        fixed={"hero": index, "other": i},
                        rule="G-062",
                        actors=(index,),
                        group=MORE,
                    )

    def apply(self, t: Table) -> None:
        """Take a card; the taker pays (p.24)."""
        _pass(t, self.hero, self.other, self.hero, self.card)


class DropCards(Act, tag="drop"):
    """Drop a card: free, at any time."""

    named = _("Drop a card")
    by_hand = True

    hero: int
    card: str
    area: Text = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in enumerate(t.state.heroes):
            loose = _names(
                card
                for card in hero.cards
                if t.allows(no_gadget, t, card) and t.allows(idle, t, index, card)
            )
            if loose:
                yield _about(cls, index, hero, "G-065", loose, cls.field("area"))

    def apply(self, t: Table) -> None:
        """Free at any moment, even neutralized or in the other side's turn (p.24)."""
        hero = hero_at(t, self.hero)
        side_only(t, "heroes", "G-065")
        card = carried(t, hero, self.card, "G-065")
        no_gadget(t, card)
        idle(t, self.hero, card)
        t.note("dropped", "G-065", who=hero.sheet.name, card=card.name)
        t.state = lay(_loses(t.state, self.hero, card.name), card, self.area)


class UseCard(Act, tag="use"):
    """Use a card's bonus outside of a roll; a one-time card leaves the game."""

    named = _("Use a card")

    hero: int
    card: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in enumerate(t.state.heroes):
            usable = _names(
                card
                for card in hero.cards
                if card.lines
                and t.allows(idle, t, index, card)
                and t.allows(may_use, t, hero, card)
                and card.name not in healing_cards(hero)
            )
            if usable:
                yield _about(cls, index, hero, "G-056", usable)

    def apply(self, t: Table) -> None:
        """Use a card; a one-time card is gone (p.22)."""
        hero = hero_at(t, self.hero)
        side_only(t, "heroes", "G-056")
        card = carried(t, hero, self.card, "G-055")
        idle(t, self.hero, card)
        may_use(t, hero, card)
        if card.name in healing_cards(hero):
            remedy = msg("remedy.with_stance")
            t.refuse("E_AT_STANCE", "G-046", remedy=remedy, card=card.name)
        t.note("used", "G-056", who=hero.sheet.name, card=card.name)
        used_up(t, self.hero, (card.name,))


class GetCard(Act, tag="gain"):
    """An effect puts a card of the map (or a new one) next to a tablet, without a cube."""

    named = _("Get a card from an effect")
    by_hand = True

    hero: int
    card: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in enumerate(t.state.heroes):
            lying = _names(c.card for c in t.state.ground if t.allows(fits, t, hero, c.card))
            if lying:
                yield _about(cls, index, hero, "G-061", lying)

    def apply(self, t: Table) -> None:
        """Get a card without a cube; the load still counts."""
        hero = hero_at(t, self.hero)
        side_only(t, "heroes", "G-061")
        lying = on_the_ground(t, self.card)
        fits(t, hero, lying.card)
        t.note("gained", "G-061", who=hero.sheet.name, card=self.card)
        t.state = _gains(_taken(t.state, lying), self.hero, lying.card)


# -- what is offered -----------------------------------------------------------------------


def _able(t: Table) -> Iterable[tuple[int, Hero]]:
    """Yield the heroes who may act and have a cube for it."""
    for index, hero in enumerate(t.state.heroes):
        if t.allows(can_act, t, index, "G-132") and hero.room("manipulation"):
            yield index, hero


def _movable(t: Table, hero: Hero, card: EquipmentCard) -> bool:
    """Return whether a card may come to a hero by hand."""
    return t.allows(no_gadget, t, card) and t.allows(fits, t, hero, card)


def _about(
    act: type[Act], index: int, hero: Hero, rule: str, names: tuple[Choice, ...], *more: Field
) -> Prompt:
    return act.prompt(
        msg(f"prompt.{act.do()}", who=hero.sheet.name),
        choice("card", names, rule),
        *more,
        fixed={"hero": index},
        rule=rule,
        actors=(index,),
        group=MORE,
    )


def _pass(t: Table, actor: int, source: int, target: int, name: str) -> None:
    acting = can_act(t, actor, "G-062")
    giver, receiver = hero_at(t, source), hero_at(t, target)
    if source == target:
        t.refuse_impossible("E_SAME_HERO", "G-062")
    card = carried(t, giver, name, "G-062")
    no_gadget(t, card)
    fits(t, receiver, card)
    other = receiver if actor == source else giver
    names = (acting.sheet.name, other.sheet.name)
    if t.ask("SAME_AREA", "G-062", who=names[0], other=names[1]) == "no":
        t.refuse("E_DIFFERENT_AREA", "G-062", card=name)
    passive = target if actor == source else source
    if not t.consents("CONSENT", "G-062", passive, other=names[1], card=name):
        t.refuse("E_CONSENT", "G-062", who=other.sheet.name)
    pay(t, actor, "manipulation", 1, "G-132")
    t.note(
        "passed",
        "G-062",
        who=acting.sheet.name,
        giver=giver.sheet.name,
        receiver=receiver.sheet.name,
        card=name,
        cubes=spent(actor, "manipulation", 1),
    )
    t.state = _gains(_loses(t.state, source, name), target, card)


def _names(cards: Iterable[EquipmentCard]) -> tuple[Choice, ...]:
    found = {card.name: card for card in cards}
    return tuple(
        Choice(name, name, msg("hint.weight", n=card.weight)) for name, card in found.items()
    )


def carried(t: Table, hero: Hero, name: str, rule: str = "G-061") -> EquipmentCard:
    """Return a card next to the tablet; refuses one that is not there."""
    card = next((card for card in hero.cards if card.name == name), None)
    if card is None:
        t.refuse_impossible("E_NOT_CARRIED", rule, card=name, who=hero.sheet.name)
    return card


def without(cards: tuple[EquipmentCard, ...], name: str) -> tuple[EquipmentCard, ...]:
    """Return the cards with one copy of a name taken away."""
    at = next(i for i, card in enumerate(cards) if card.name == name)
    return cards[:at] + cards[at + 1 :]


def fits(t: Table, hero: Hero, card: EquipmentCard) -> None:
    """Refuse a load above the encumbrance limit, or a gadget the belt has no room for."""
    load, limit = hero.encumbrance + card.weight, hero.sheet.encumbrance_limit
    if not card.gadget and load > limit:
        t.refuse(
            "E_ENCUMBRANCE",
            "G-040",
            remedy=msg("remedy.drop", n=load - limit),
            who=hero.sheet.name,
            load=load,
            limit=limit,
        )
    size = card.weight + belted(hero.cards)
    if card.gadget and size > (hero.sheet.belt or 0):
        belt = hero.sheet.belt or 0
        t.refuse("E_BELT", "G-014", who=hero.sheet.name, size=size, belt=belt)


def no_gadget(t: Table, card: EquipmentCard) -> None:
    """Refuse Bat-Gadgets, which never change place (p.24)."""
    if card.gadget:
        t.refuse("E_GADGET", "G-066", card=card.name)


def on_the_ground(t: Table, name: str) -> DroppedCard:
    """Return a card lying on the map; refuse one that does not."""
    lying = next((each for each in t.state.ground if each.card.name == name), None)
    if lying is None:
        t.refuse_impossible("E_NO_CARD", "G-061", card=name)
    return lying


def _taken(state: State, lying: DroppedCard) -> State:
    ground = list(state.ground)
    ground.remove(lying)
    return replace(state, ground=tuple(ground))


def _gains(state: State, index: int, card: EquipmentCard) -> State:
    return with_hero(state, index, cards=(*state.heroes[index].cards, card))


def _loses(state: State, index: int, name: str) -> State:
    return with_hero(state, index, cards=without(state.heroes[index].cards, name))


def spare(state: State, index: int, card: EquipmentCard) -> bool:
    """Return whether a copy of the card does not serve in the open action."""
    copies = sum(each.name == card.name for each in state.heroes[index].cards)
    return in_use(state, index).count(card.name) < copies


def idle(t: Table, index: int, card: EquipmentCard) -> None:
    """Refuse a card of which every copy serves in the open action; one in the air is gone."""
    if spare(t.state, index, card):
        return
    if isinstance(t.state.open, Task) and t.state.open.thrown == card.name:
        t.refuse_impossible("E_CARD_THROWN", "G-063", card=card.name)
    t.refuse("E_CARD_IN_USE", "G-065", card=card.name)


def in_use(state: State, index: int) -> tuple[str, ...]:
    """Return the hero's cards that serve now: in the open action, in the air, with the stance."""
    who = fighter("hero", index)
    match state.open:
        case Attack(who=attacker, target=target, cards=names) if who in (attacker, target):
            return names
        case Task(who=actor, cards=names, thrown=flying) if who == actor:
            return (*names, flying) if flying else names
    healing = state.heroes[index].healing
    return (healing,) if healing else ()


def lay(state: State, card: EquipmentCard, area: str) -> State:
    """Put a card on the map."""
    return replace(state, ground=(*state.ground, DroppedCard(card, area)))


def thrown(t: Table, index: int, name: str, area: str) -> None:
    """Move a thrown card from the tablet to an area."""
    card = carried(t, t.state.heroes[index], name, "G-063")
    t.state = lay(_loses(t.state, index, name), card, area)


def used_up(t: Table, index: int, names: tuple[str, ...]) -> None:
    """Remove one-time cards that gave a bonus from the game (p.22)."""
    for name in names:
        card = next((c for c in t.state.heroes[index].cards if c.name == name), None)
        if card is None or not card.once:
            continue
        t.note("card-gone", "G-055", card=name)
        t.state = _loses(t.state, index, name)
        t.put(gone=(*t.state.gone, name))


def may_use(t: Table, hero: Hero, card: EquipmentCard) -> None:
    """Refuse a card whose bonuses this hero may not use now (p.22)."""
    if hero.neutralized:
        t.refuse("E_NEUTRALIZED", "G-150", who=hero.sheet.name)
    if card.hero and card.hero != hero.sheet.name:
        t.refuse("E_NAMED_CARD", "G-053", card=card.name, hero=card.hero)
    if card.lethal and "Moral Code" in hero.sheet.traits:
        t.refuse("E_LETHAL", "G-054", card=card.name, who=hero.sheet.name)


def lines_for(card: EquipmentCard, use: str) -> tuple[tuple[int, BonusLine], ...]:
    """Return the lines of a card that apply to an action, with their numbers.

    A weapon without such a line still serves: the hero's own dice do the work (p.39).
    """
    found = tuple((i, line) for i, line in enumerate(card.lines) if line.use in (use, "any"))
    return found if found or card.kind != use else ((0, BonusLine(use)),)


def chosen(
    t: Table, hero: Hero, picks: tuple[str, ...], use: str, kinds: tuple[str, ...]
) -> tuple[tuple[EquipmentCard, BonusLine], ...]:
    """Return the card lines picked for an action (``"name"``, ``"name|line"``, of a further card of
    that name ``"name|line|2"``), all checked.

    Restrictions of the card, one line per card, and same-named tools (p.22-25).
    """
    found: list[tuple[EquipmentCard, BonusLine]] = []
    for pick in picks:
        name, number, *_ = (*pick.split("|"), "")
        card = carried(t, hero, name, "G-056")
        may_use(t, hero, card)
        if card.kind not in kinds:
            t.refuse("E_CARD_KIND", "G-067", card=name, kind=Msg(f"space.{use}"))
        lines = dict(lines_for(card, use))
        at = int(number) if number.isdigit() else next(iter(lines), -1)
        if at not in lines:
            t.refuse_impossible("E_LINE", "G-056", card=name)
        _once_each(t, hero, found, card)
        found.append((card, lines[at]))
    return tuple(found)


def _once_each(
    t: Table, hero: Hero, found: list[tuple[EquipmentCard, BonusLine]], card: EquipmentCard
) -> None:
    same = sum(other.name == card.name for other, _ in found)
    copies = sum(other.name == card.name for other in hero.cards)
    if same >= copies:
        t.refuse("E_LINE", "G-056", card=card.name)
    if same and card.kind == "tool":
        t.refuse("E_SAME_TOOL", "G-067", card=card.name)


WORDS: Catalogue = {
    "note.pick": _("{who} picks up {card}"),
    "note.passed": _("{card} goes from {giver} to {receiver}; {who} pays the cube"),
    "note.dropped": _("{who} drops {card}"),
    "note.gained": _("{who} gets {card}"),
    "note.used": _("{who} uses {card}"),
    "note.card-gone": _("{card} leaves the game"),
    "refusal.E_NOT_CARRIED": _("{who} does not carry {card}"),
    "refusal.E_NO_CARD": _("{card} is not on the map"),
    "refusal.E_GADGET": _("{card} is a Bat-Gadget and stays where it is"),
    "refusal.E_DIFFERENT_AREA": _("{card} is in another area"),
    "refusal.E_CONSENT": _("{who}'s player doesn't agree"),
    "refusal.E_SAME_HERO": _("A card changes hands between two heroes"),
    "refusal.E_CARD_IN_USE": _("{card} is in use until this action is over"),
    "refusal.E_CARD_THROWN": _("{card} is in the air until the throw is resolved"),
    "refusal.E_AT_STANCE": _("{card} helps when stances are chosen"),
    "refusal.E_NAMED_CARD": _("{card} only helps {hero}"),
    "refusal.E_LETHAL": _("{who} follows the Moral Code; {card} is lethal"),
    "refusal.E_CARD_KIND": _("{card} does not help with {kind}"),
    "refusal.E_LINE": _("Only one matching line of {card} counts"),
    "refusal.E_SAME_TOOL": _("Two tools called {card} do not add up"),
    "remedy.with_stance": _("Choose it together with the stance in the next stance step"),
    "remedy.drop": _("Drop at least {n} first"),
    "question.CARD_HERE": _("Is {card} in {who}'s area?"),
    "question.CONSENT": _("Does {other}'s player agree that {card} changes hands?"),
    "hint.weight": _("weight {n}"),
    "prompt.drop": _("{who} drops a card"),
    "prompt.use": _("{who} uses a card"),
    "prompt.gain": _("{who} gets a card by an effect"),
    "prompt.pick": _("{who} picks up a card (1 cube)"),
    "prompt.give": _("{who} gives a card (1 cube)"),
    "prompt.take": _("{who} takes a card from {other} (1 cube)"),
}
