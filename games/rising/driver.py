"""The villains' part of a turn: the figure, the attack, abilities one after the other."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.rising import reactions
from games.rising.actions import (
    DoomRoll,
    DriverCard,
    FigureRoll,
    Kinds,
    Target,
    VillainDone,
    VillainNext,
)
from games.rising.effects import (
    automatic,
    damage,
    enact,
    heal,
    heroes,
    pending,
    shift_doom,
    turn_figure,
    unsure,
)
from games.rising.facts import CardFacts, Effect
from games.rising.state import Pending
from games.rising.table import Table

DIRECTIONS = ("left", "right", "stay")


# -- what the villains' dice or card show --------------------------------------------------


def doom_roll(t: Table, action: DoomRoll) -> None:
    """The number of the track die, in its step or again where an ability says so."""
    t.mine()
    again = repeated(t)
    if not again:
        t.phase("doom_die")
    t.call.within(Msg("term.doom_die"), action.n, 0, t.game.driver.highest, t.rule("doom"))
    t.note("doom.roll", "doom", team=t.team.name, n=action.n)
    shift_doom(t, action.n)
    if again:
        drop_effect(t)


def repeated(t: Table) -> bool:
    """Whether an ability waits for the track die to be rolled again."""
    effects = t.turn.pending[0].effects if t.turn.pending else ()
    waits = t.state.step in ("crown", "villains") and effects
    return bool(waits) and effects[0].do == "doom_roll"


def figure_roll(t: Table, action: FigureRoll) -> None:
    """The direction of the figure die, and whether it shows the ring."""
    t.mine()
    t.phase("boss_die")
    direction, _, ring = action.face.partition("+")
    rings = ("ring",) if t.game.driver.ring else ()
    if direction not in DIRECTIONS or ring not in ("", *rings):
        t.impossible("E_MALFORMED", "", problem=action.face)
    t.put_turn(ring=bool(ring))
    code = "figure.roll.ring" if ring else "figure.roll"
    t.note(code, "move", team=t.team.name, direction=Msg(f"term.{direction}"))
    turn_figure(t, direction)


def driver_card(t: Table, action: DriverCard) -> None:
    """The driver card: the track first, then the figure."""
    t.mine()
    t.phase("fire_card")
    direction, number = action.card[:-1], action.card[-1:]
    if direction not in DIRECTIONS or number not in "012" or not number:
        driver = Msg("term.driver")
        remedy = msg("remedy.range", low=0, high=2)
        t.impossible("E_RANGE", "driver", remedy, what=driver, value=action.card, low=0, high=2)
    n = int(number)
    if len(t.state.drawn) == t.game.driver.cards:
        t.note("driver.shuffle", "driver_empty", n=t.game.driver.cards)
        t.put(drawn=(), passes=t.state.passes + 1)
    known = t.state.driver_deck
    if known and t.state.drawn.count(action.card) >= known.count(action.card):
        t.call.warn("W_DRIVER_CARD", t.rule("driver"), card=driver_name(action.card))
    t.put(drawn=(*t.state.drawn, action.card))
    if len(t.state.drawn) == t.game.driver.cards and not known:
        t.put(driver_deck=tuple(sorted(t.state.drawn)))
    t.note("driver.card", "driver", team=t.team.name, card=driver_name(action.card))
    if t.state.event:
        t.note("doom.ignored", "removed", n=n)
    elif n:
        shift_doom(t, n)
    turn_figure(t, direction)


def driver_name(card: str) -> Msg:
    """A driver card as it is read aloud."""
    return msg("term.driver_card", n=card[-1:], direction=Msg(f"term.{card[:-1]}"))


# -- unknown cards where the figure looks --------------------------------------------------


def unknown_here(t: Table) -> tuple[str, ...]:
    """Cards the attack may strike of which nobody has said whether they are Heroes."""
    return tuple(each for each in t.cards(t.state.facing) if not t.kind(each))


def tell_kinds(t: Table, action: Kinds) -> None:
    """Which of the unknown cards are Heroes."""
    asked = unknown_here(t)
    t.phase("kinds")
    if set(action.cards) != set(asked) or not set(action.heroes) <= set(asked):
        t.impossible("E_MALFORMED", "", problem=", ".join((*action.cards, *action.heroes)))
    for each in asked:
        kind = "hero" if each in action.heroes else "villain"
        set_kind(t, each, kind)
        t.note("card.kind", "anatomy", card=t.name(each), kind=Msg(f"kind.{kind}"))


def set_kind(t: Table, piece: str, kind: str) -> None:
    """Record what a card is, in the library too if it has a name."""
    name = t.piece(piece).card
    if name:
        t.put_facts(replace(known_or_new(t, name), kind=kind))
    else:
        t.put_piece(piece, kind=kind)


def known_or_new(t: Table, name: str) -> CardFacts:
    """The library's card of this name, or a blank one."""
    facts = t.known(name)
    return facts if facts.name else CardFacts(name, confidence="own")


# -- the crown, the attack, the Villains ---------------------------------------------------


def crown(t: Table) -> None:
    """With a ring, the ability uncovered last on the track is carried out."""
    if not t.turn.ring:
        return
    newest = t.state.newest
    if newest < 0:
        t.note("crown.none", "crown_none")
        return
    facts = t.state.sections[newest].facts
    t.note("crown", "crown", section=newest + 1, ability=facts.ability or "–")
    source = f"section.{newest}"
    t.put_turn(pending=(Pending(source, facts.effects, not facts.known),))
    carry_out(t)


def attack(t: Table) -> None:
    """One damage on every Hero the figure looks at."""
    facing = t.state.facing
    t.note("attack", "attack", place=t.place(facing))
    here = heroes(t, t.cards(facing))
    own = t.team.row if t.turn.location == facing else ()
    hit = damage(t, here, 1, "attack")
    hit += damage(t, own, 1, "attack_team")
    reactions.to_damage(t, hit)


def villains(t: Table) -> None:
    """The abilities of all Villains where the figure looks, in an order of the table's choice.

    Quick depth takes them in the order they lie; full depth asks when it could matter.
    """
    here = tuple(pending(t, each) for each in t.villains(t.state.facing))
    acting = tuple(each for each in here if each.unknown or each.effects)
    if not acting:
        t.note("villains.none", "villains", place=t.place(t.state.facing))
        return
    if t.state.depth == "full" and len(acting) > 1:
        t.put_turn(queue=acting)
    else:
        t.put_turn(pending=acting)
        carry_out(t)


def battle(t: Table) -> None:
    """The battle where the figure looks acts, from the turn after the event on."""
    piece = t.state.battles[t.state.facing]
    if not piece or t.state.event >= t.state.number:
        return
    t.put_turn(pending=(pending(t, piece),))
    carry_out(t)


def carry_out(t: Table) -> None:
    """Carry out pending abilities as far as nobody has to be asked."""
    while t.turn.pending and not t.turn.pending[0].unknown:
        first, *rest = t.turn.pending
        if reactions.waiting(t):
            return
        if not first.effects:
            t.put_turn(pending=tuple(rest))
            continue
        effect, *later = first.effects
        if not automatic(effect) or unsure(t, effect, first.source):
            return
        acts(t, first)
        t.put_turn(pending=(replace(first, effects=tuple(later)), *rest))
        hit = enact(t, effect, first.source, source_topic(t, first.source), foe=True)
        reactions.to_damage(t, hit)


def acts(t: Table, ability: Pending) -> None:
    """Say that a card acts, before its first effect."""
    if t.has(ability.source) and len(ability.effects) == len(pending(t, ability.source).effects):
        t.note("villain.acts", source_topic(t, ability.source), card=t.name(ability.source))


def source_topic(t: Table, source: str) -> str:
    """The rule by which an ability acts."""
    if not t.has(source):
        return "crown"
    return "battle_acts" if t.kind(source) == "battle" else "villains"


def source_name(t: Table, source: str) -> object:
    """A pending ability's card, or the section of the track it was uncovered at."""
    if t.has(source):
        return t.name(source)
    return msg("term.section", n=int(source.partition(".")[2]) + 1)


def drop_effect(t: Table) -> None:
    """The first effect of the first pending ability is done."""
    first, *rest = t.turn.pending
    left = replace(first, effects=first.effects[1:])
    t.put_turn(pending=((left, *rest) if left.effects else tuple(rest)))
    carry_out(t)
    last_one(t)


ABILITY_STEPS = ("crown", "villains", "battle")


def villain_next(t: Table, action: VillainNext) -> None:
    """The table chooses whose ability comes next."""
    t.phase("villains")
    chosen = next((each for each in t.turn.queue if each.source == action.card), None)
    if chosen is None or t.turn.pending:
        t.impossible("E_NO_ABILITY", "villains", card=action.card)
    t.note("villain.next", "villain_order", card=t.name(action.card))
    rest = tuple(each for each in t.turn.queue if each is not chosen)
    t.put_turn(pending=(chosen,), queue=rest)
    carry_out(t)
    last_one(t)


def last_one(t: Table) -> None:
    """The last ability left needs no choice."""
    if len(t.turn.queue) == 1 and not t.turn.pending:
        t.put_turn(pending=t.turn.queue, queue=())
        carry_out(t)


def target(t: Table, action: Target) -> None:
    """The table points at the card an ability strikes."""
    t.phase(*ABILITY_STEPS)
    effect = pointing(t)
    if effect is None:
        t.impossible("E_NO_ABILITY", "villains", card=action.card)
    source = t.turn.pending[0].source
    t.note("villain.target", source_topic(t, source), card=t.name(action.card))
    hit: tuple[str, ...] = ()
    if effect.do == "heal":
        heal(t, (action.card,), effect.n, "villains")
    else:
        hit = damage(t, (action.card,), effect.n, "villains")
    reactions.to_damage(t, hit)
    drop_effect(t)


def pointing(t: Table) -> Effect | None:
    """The effect that waits for the table to point at a card."""
    effects = t.turn.pending[0].effects if t.turn.pending else ()
    chosen = effects[0] if effects else None
    points = chosen and chosen.who in ("choice", "random") and chosen.do in ("damage", "heal")
    return chosen if points else None


def villain_done(t: Table, action: VillainDone) -> None:
    """The table has carried out a pending ability by hand."""
    t.phase(*ABILITY_STEPS)
    if not t.turn.pending or t.turn.pending[0].source != action.source:
        t.impossible("E_NO_ABILITY", "villains", card=action.source)
    first, *rest = t.turn.pending
    t.note(
        "villain.never" if action.never else "villain.done",
        source_topic(t, action.source),
        card=source_name(t, action.source),
    )
    if action.never:
        forget_ability(t, action.source)
    t.put_turn(pending=tuple(rest))
    if first.effects and not first.unknown:
        t.put_turn(pending=(first, *rest))
        drop_effect(t)
        return
    carry_out(t)
    last_one(t)


def forget_ability(t: Table, source: str) -> None:
    """A card (or section) has no ability the app would have to ask for."""
    if t.has(source):
        name = t.piece(source).card
        if name:
            t.put_facts(replace(t.known(name), known=True))
        return
    index = int(source.partition(".")[2])
    sections = list(t.state.sections)
    sections[index] = replace(
        sections[index], facts=replace(sections[index].facts, known=True, effects=())
    )
    t.put(sections=tuple(sections))


def abilities_wait(t: Table) -> bool:
    """Whether the step must wait for an ability, a choice of order or a reaction."""
    return bool(t.turn.pending or t.turn.queue or t.turn.reactions)
