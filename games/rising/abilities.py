"""Hero and team abilities, each once a turn; and the verbs for cards the app does not know."""

from __future__ import annotations

from games.messages import Msg, msg
from games.rising import dice, heroes, reactions
from games.rising.actions import (
    Ability,
    Assign,
    ChangeFace,
    Damage,
    ExtraSet,
    Heal,
    Join,
    MoveDamage,
    React,
    Reorder,
    Reroll,
    Swap,
)
from games.rising.driver import carry_out, last_one, set_kind
from games.rising.effects import (
    ability_damage,
    automatic,
    draw_tokens,
    enact,
    heal,
    reward,
    said,
    shift_doom,
)
from games.rising.facts import CardFacts, Effect
from games.rising.state import Laid
from games.rising.table import Table

TEAM = "team"


def ability_facts(t: Table, card: str) -> CardFacts:
    """The ability of a Hero or of the active team's card."""
    if card == TEAM:
        team = t.team
        return CardFacts(
            team.name, cost=team.cost, effects=team.effects, known=team.known, ability=team.ability
        )
    return t.facts(card)


def check_use(t: Table, card: str, verb: str, times: int = 1) -> CardFacts:
    """Refuse an ability that is not the active team's, or was used this turn."""
    t.mine()
    t.phase("heroes")
    if card != TEAM and card not in t.team.row:
        t.piece(card)
        t.forbid("E_LOCATION", "ability_own", msg("remedy.own"), card=t.name(card))
    facts = ability_facts(t, card)
    name = facts.name or t.name(card)
    if t.turn.used.count(card) >= times:
        t.forbid("E_ONCE", "once", msg("remedy.next_turn"), card=name)
    if not facts.known and t.call.ask("ABILITY", t.rule("ability"), card=name) == "no":
        t.impossible("E_NO_ABILITY", "ability", card=name)
    if facts.known and verb and not any(effect.do == verb for effect in facts.effects):
        t.impossible("E_NO_ABILITY", "ability", card=name)
    return facts


def use(t: Table, action: Ability) -> None:
    """An ability is used: its dice are laid, its price is paid, its verbs carried out."""
    facts = check_use(t, action.card, "")
    name = facts.name or t.name(action.card)
    pay_dice(t, action, facts)
    if facts.pays:
        heroes.pay(t, action.card, facts.pays)
    only_dice = bool(facts.effects) and all(each.do == "die" for each in facts.effects)
    t.put_turn(used=(*t.turn.used, action.card), acted=t.turn.acted or not only_dice)
    t.note("ability", "ability", card=name)
    if facts.pays:
        ability_damage(t, (action.card,), facts.pays, "full_price")
    usable = tuple(effect for effect in facts.effects if not effect.when)
    for effect in usable:
        perform(t, effect, action)
    if not usable:
        t.note("ability.by_hand", "ability", card=name)


def pay_dice(t: Table, action: Ability, facts: CardFacts) -> None:
    """In full depth the dice an ability asks for are laid on it."""
    if t.state.depth != "full":
        return
    lay_dice(t, action.card, action.dice, facts)
    if not covered(t, action.card, facts):
        t.impossible("E_ABILITY_PRICE", "ability", msg("remedy.ability_price"), card=facts.name)


def covered(t: Table, card: str, facts: CardFacts) -> bool:
    """Whether the symbols an ability asks for lie on its card."""
    return all(have >= need for have, need in zip(t.laid(card), facts.cost, strict=False))


def lay_dice(t: Table, card: str, ids: tuple[str, ...], facts: CardFacts) -> None:
    """Dice are laid on an ability, each as far as it is still asked for."""
    for each in ids:
        check_wanted(t, card, dice.free_die(t, each, card).face, facts)
        t.put_die(each, place="laid", target=card)
        t.put_turn(freed=True)


def check_wanted(t: Table, card: str, face: str, facts: CardFacts) -> None:
    """Refuse a symbol an ability does not ask for, or not any more."""
    symbol = t.game.symbol_of(face)
    told = {"card": facts.name, "symbol": t.game.symbols[symbol].name}
    if facts.cost and not facts.cost[symbol]:
        t.forbid("E_SYMBOL", "ability", msg("remedy.symbol"), **told)
    elif facts.cost and t.laid(card)[symbol] >= facts.cost[symbol]:
        t.forbid("E_SATISFIED", "satisfied", msg("remedy.give_up"), **told)


# -- symbols laid on an ability before it is used ------------------------------------------


def own(t: Table, target: str) -> bool:
    """Whether a target is the active team's card or one of its Heroes."""
    return target == TEAM or target in t.team.row


def asking(t: Table) -> tuple[str, ...]:
    """Unused abilities of the active team that still ask for symbols."""
    cards = (each for each in (TEAM, *t.team.row) if each not in t.turn.used)
    return tuple(each for each in cards if not covered(t, each, ability_facts(t, each)))


TARGETED = ("damage", "heal", "move", "swap", "extra_set")


def points(facts: CardFacts) -> bool:
    """Whether a use of the ability points at a card."""
    effects = (each for each in facts.effects if not each.when)
    return any(not automatic(each) and each.do in TARGETED for each in effects)


def names_colour(facts: CardFacts) -> bool:
    """Whether a use of the ability names the colour of a die."""
    return any(each.do == "die" and not each.colour and not each.when for each in facts.effects)


def chooses(facts: CardFacts) -> bool:
    """Whether a use of the ability needs the table to choose something."""
    return points(facts) or names_colour(facts)


def paid(t: Table, card: str) -> bool:
    """Whether an unused ability of the active team is covered and waits for its choice."""
    facts = ability_facts(t, card)
    return card not in t.turn.used and any(facts.cost) and covered(t, card, facts)


def lay(t: Table, action: Assign) -> None:
    """Dice are laid on an ability; covered, it is used at once if nothing is to be chosen."""
    dice.full_depth(t)
    if not action.dice:
        t.impossible("E_NO_DIE", "assign", msg("remedy.unused_die"), die="–")
    facts = check_use(t, action.target, "")
    if not facts.cost:
        use(t, Ability(action.target, action.dice))
        return
    lay_dice(t, action.target, action.dice, facts)
    faces = dice.say_faces(t, tuple(t.die(each).face for each in action.dice))
    t.note("assign", "assign", faces=faces, card=facts.name)
    if covered(t, action.target, facts) and not chooses(facts):
        use(t, Ability(action.target))


def lay_symbol(t: Table, symbol: str, target: str) -> None:
    """A token's symbol is laid on an ability; its team then uses it when it is covered."""
    facts = ability_facts(t, target)
    name = facts.name or t.name(target)
    if target in t.turn.used:
        t.forbid("E_ONCE", "once", msg("remedy.next_turn"), card=name)
    check_wanted(t, target, symbol, facts)
    t.put_turn(laid=(*t.turn.laid, Laid(target, symbol)))
    t.note("token.laid", "token_kinds", symbol=t.symbol(symbol), card=name)


def perform(t: Table, effect: Effect, action: Ability) -> None:
    """One verb of an ability, with the target the table chose where it has a choice."""
    if automatic(effect):
        enact(t, effect, action.card, "ability", foe=False)
        return
    match effect.do:
        case "damage" | "heal":
            target = chosen(t, action.target)
            if effect.do == "heal":
                heal(t, (target,), effect.n, "heal")
            else:
                struck(t, target, effect.n)
        case "die":
            colour = effect.colour or action.other
            dice.check_colours(t, (colour,))
            if heroes.add_die(t, colour):
                t.note("die.added", "extra", colour=heroes.colour_name(t, colour))
        case "move":
            move_damage(t, MoveDamage(chosen(t, action.target), action.other, effect.n))
        case "swap":
            swap(t, Swap(action.target, action.other))
        case "extra_set":
            extra_set(t, ExtraSet(action.target))
        case "reach":
            t.put_turn(wide=True)
            t.note("reach", "scope", team=t.team.name)
        case _:
            t.note("ability.by_hand", "ability", card=ability_facts(t, action.card).name)


def chosen(t: Table, card: str) -> str:
    """A target in reach; a wider one only if the card says so."""
    if not card:
        t.impossible("E_TARGETS", "ability", msg("remedy.targets", n=1))
    t.piece(card)
    near = (*t.reach(), *t.team.row)
    if card not in near and t.call.ask("WIDER", t.rule("scope"), card=t.name(card)) == "no":
        remedy = msg("remedy.reach", place=t.place(t.turn.location))
        t.impossible("E_LOCATION", "scope", remedy, card=t.name(card))
    return card


def reroll(t: Table, action: Reroll) -> None:
    """An ability rolls some of the dice just rolled again, before any is laid."""
    dice.full_depth(t)
    facts = check_use(t, action.card, "reroll")
    if t.turn.freed:
        t.forbid("E_LATE", "reroll", msg("remedy.next_roll"))
    rolled = tuple(die for die in t.pool() if die.face)
    if len(action.faces) != len(rolled) or not any(action.faces):
        t.impossible("E_FACES", "reroll", n=len(rolled), given=len(action.faces))
    again = [(die.id, face) for die, face in zip(rolled, action.faces, strict=True) if face]
    limits = [effect.n for effect in facts.effects if effect.do == "reroll" and effect.n > 1]
    if limits and len(again) > max(limits):
        t.impossible("E_TARGETS", "reroll", msg("remedy.targets", n=max(limits)))
    t.put_turn(used=(*t.turn.used, action.card), acted=True)
    t.note("ability", "ability", card=facts.name or t.name(action.card))
    dice.roll_again(t, tuple(die for die, _ in again), tuple(face for _, face in again))


def change_face(t: Table, action: ChangeFace) -> None:
    """An ability turns a die to another of its faces."""
    dice.full_depth(t)
    limits = [e for e in ability_facts(t, action.card).effects if e.do == "face"]
    facts = check_use(t, action.card, "face", max((e.n for e in limits), default=1))
    die = dice.free_die(t, action.die, "")
    shown = die.face.removeprefix("2")
    symbols = {effect.symbol for effect in limits}
    if symbols and not symbols & {"", shown}:
        name = facts.name
        t.forbid("E_SYMBOL", "change", msg("remedy.symbol"), card=name, symbol=t.symbol(shown))
    dice.check_face(t, die.colour, action.face)
    if action.face == die.face:
        t.impossible("E_SAME_FACE", "change", msg("remedy.other_face"))
    t.put_die(die.id, face=action.face)
    t.put_turn(used=(*t.turn.used, action.card), acted=True)
    before, after = dice.say_faces(t, (die.face, action.face))
    t.note("face", "change", card=facts.name or t.name(action.card), before=before, after=after)


def react(t: Table, action: React) -> None:
    """A reaction that needed the table's choice is carried out, or cannot be."""
    waiting = next((each for each in t.turn.reactions if each.source == action.card), None)
    if waiting is None:
        if t.has(action.card) and action.card in t.turn.used:
            t.forbid("E_ONCE", "reaction_once", msg("remedy.next_turn"), card=t.name(action.card))
        t.impossible("E_NO_ABILITY", "reaction", card=action.card)
    rest = tuple(each for each in t.turn.reactions if each is not waiting)
    t.put_turn(reactions=rest, used=(*t.turn.used, action.card))
    t.note("react" if action.use else "react.not", "reaction", card=t.name(action.card))
    if action.use:
        for effect in waiting.effects:
            perform(t, effect, Ability(action.card, target=action.target))
    carry_out(t)
    last_one(t)


# -- verbs for everything else -------------------------------------------------------------


def struck(t: Table, card: str, n: int) -> tuple[str, ...]:
    """Damage by an ability: rewarded on Villains, answered by Heroes."""
    hit = ability_damage(t, (card,), n, "damage")
    if hit and t.is_villain(card):
        acted = t.turn.acted or t.state.step == "heroes"
        t.put_turn(damaged=(*t.turn.damaged, card), acted=acted)
    reactions.to_damage(t, hit)
    return hit


def playing(t: Table) -> None:
    """Effects happen during a turn, not before the first."""
    if t.state.step == "deal":
        remedy = msg("remedy.step", step=Msg("step.deal"))
        t.impossible("E_PHASE", "order", remedy, wanted=Msg("step.effect"), step=Msg("step.deal"))


def hurt(t: Table, action: Damage) -> None:
    """Damage on one card; in the villains' part of a turn the villains deal it."""
    playing(t)
    t.call.within(Msg("term.amount"), action.n, 1, 9, t.rule("damage"))
    piece = t.piece(action.card)
    heroes.check_revealed(t, piece.id)
    t.note("verb.damage", "damage", card=t.name(piece), n=action.n)
    struck(t, action.card, action.n)


def mend(t: Table, action: Heal) -> None:
    """Damage off one card."""
    playing(t)
    t.call.within(Msg("term.amount"), action.n, 1, 9, t.rule("heal"))
    heal(t, (t.piece(action.card).id,), action.n, "heal")


def shift(t: Table, n: int) -> None:
    """The doom track moves by an ability."""
    playing(t)
    if t.state.event:
        t.removed("removed", msg("term.doom"))
    t.call.within(Msg("term.amount"), abs(n), 1, 9, t.rule("doom"))
    shift_doom(t, n, "doom" if n > 0 else "doom_back")


def move_damage(t: Table, action: MoveDamage) -> None:
    """Counters move from one card to another, as far as they exist and fit."""
    playing(t)
    source, target = t.piece(action.source), t.piece(action.target)
    if source is target:
        t.impossible("E_TARGETS", "damage", msg("remedy.targets", n=2))
    t.call.within(Msg("term.amount"), action.n, 1, 9, t.rule("damage"))
    n = min(action.n, source.damage, t.room(target.id))
    heroes.check_revealed(t, target.id)
    if t.full(target.id):
        t.impossible("E_FULL", "cap", msg("remedy.heal_first"), card=t.name(target))
    if not n:
        t.impossible("E_TARGETS", "damage", msg("remedy.targets", n=1))
    t.put_piece(source.id, damage=source.damage - n, asked=min(source.asked, source.damage - n))
    t.put_piece(target.id, damage=target.damage + n)
    t.note(
        "damage.moved",
        "damage",
        source=t.name(source),
        card=t.name(target),
        n=n,
        damage=said(t, target.id),
    )
    if t.is_villain(target.id):
        if t.state.setup.moved_damage_counts:
            t.put_turn(damaged=(*t.turn.damaged, target.id))
        reward(t, "move", n)


def swap(t: Table, action: Swap) -> None:
    """Two cards on the board change places."""
    playing(t)
    ids = (action.first, action.second)
    if action.first == action.second or not all(t.location(each) >= 0 for each in ids):
        t.impossible("E_TARGETS", "swap", msg("remedy.targets", n=2))
    if any(t.kind(each) == "battle" for each in ids):
        t.impossible("E_TARGETS", "swap", msg("remedy.targets", n=2))
    exchange = {action.first: action.second, action.second: action.first}
    slots = tuple(tuple(exchange.get(each, each) for each in cards) for cards in t.state.slots)
    t.put(slots=slots)
    t.note("swap", "swap", first=t.name(ids[0]), second=t.name(ids[1]))


def reorder(t: Table, action: Reorder) -> None:
    """A Hero moves within its row, which only an ability allows."""
    playing(t)
    team = t.owner(action.card)
    if not t.game.ordered or team < 0:
        t.removed("row", msg("term.row"))
    row = t.state.teams[team].row
    t.call.within(Msg("term.place_in_row"), action.place, 0, len(row) - 1, t.rule("row"))
    if not action.by:
        t.forbid("E_ROW", "no_rearranging", msg("remedy.row"))
    rest = [each for each in row if each != action.card]
    rest.insert(action.place, action.card)
    t.put_team(team, row=tuple(rest))
    t.note("row", "no_rearranging", card=t.name(action.card), place=action.place + 1)


def join(t: Table, action: Join) -> None:
    """A Hero of a location joins a team, freed of its damage."""
    playing(t)
    t.call.within(Msg("term.team"), action.team, 0, len(t.state.teams) - 1, t.rule("tokens"))
    if t.location(action.card) < 0 or t.kind(action.card) not in ("hero", ""):
        t.impossible("E_NOT_HERO", "recruit", card=t.name(action.card))
    if not t.kind(action.card):
        set_kind(t, action.card, "hero")
    t.lift(action.card)
    row = t.state.teams[action.team].row
    row = (action.card, *row) if action.left else (*row, action.card)
    t.put_team(action.team, row=row)
    t.put_piece(action.card, damage=0, asked=0)
    t.note("join", "recruit", card=t.name(action.card), team=t.state.teams[action.team].name)


def extra_set(t: Table, action: ExtraSet) -> None:
    """Dice may hurt a Villain once more this turn."""
    t.phase("heroes")
    if not t.is_villain(action.card):
        t.impossible("E_NOT_VILLAIN", "villain_once", card=t.name(action.card))
    t.put_turn(extra_sets=(*t.turn.extra_sets, action.card))
    t.note("set.extra", "villain_once", card=t.name(action.card))


def draw(t: Table, team: int, n: int) -> None:
    """A team draws tokens by an ability."""
    playing(t)
    t.call.within(Msg("term.team"), team, 0, len(t.state.teams) - 1, t.rule("tokens"))
    t.call.within(Msg("term.amount"), n, 1, 9, t.rule("tokens"))
    t.note("verb.draw", "tokens", team=t.state.teams[team].name, n=n)
    draw_tokens(t, team, n, "tokens")
