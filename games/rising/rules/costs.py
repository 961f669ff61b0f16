"""What the abilities of the active team ask for: whose they are, the dice that lie on them."""

from __future__ import annotations

from games.messages import Catalogue, msg
from games.messages import gettext_noop as _
from games.rising.box import CardFacts
from games.rising.rules.dice import free_die, one_by_one, symbols
from games.rising.state import Die, Laid
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
    """Refuse an ability that is not the active team's, was used this turn, or lacks the verb."""
    if card != TEAM and card not in t.team.row:
        t.piece(card)
        t.forbid("E_LOCATION", "ability_own", msg("remedy.own"), card=t.name(card))
    facts = ability_facts(t, card)
    name = facts.name or t.name(card)
    if t.turn.used.count(card) >= times:
        t.forbid("E_ONCE", "once", msg("remedy.next_turn"), card=name)
    if not facts.known and t.ask("ABILITY", "ability", card=name) == "no":
        t.impossible("E_NO_ABILITY", "ability", card=name)
    if facts.known and verb and not any(effect.do == verb for effect in facts.effects):
        t.impossible("E_NO_ABILITY", "ability", card=name)
    return facts


def times(facts: CardFacts) -> int:
    """How often an ability may be used in a turn: once, or once for each die it turns."""
    return max((e.n for e in facts.effects if e.do == "face"), default=1)


def asking(t: Table) -> tuple[str, ...]:
    """Unused abilities of the active team that still ask for symbols."""
    cards = (each for each in (TEAM, *t.team.row) if each not in t.turn.used)
    return tuple(each for each in cards if not covered(t, each, ability_facts(t, each)))


def own(t: Table, target: str) -> bool:
    """Whether a target is the active team's card or one of its Heroes."""
    return target == TEAM or target in t.team.row


def paid(t: Table, card: str) -> bool:
    """Whether an unused ability of the active team is covered and waits for its choice."""
    facts = ability_facts(t, card)
    return card not in t.turn.used and any(facts.cost) and covered(t, card, facts)


def covered(t: Table, card: str, facts: CardFacts) -> bool:
    """Whether the symbols an ability asks for lie on its card."""
    return all(have >= need for have, need in zip(t.laid(card), facts.cost, strict=False))


def fitting(t: Table, card: str, facts: CardFacts) -> tuple[Die, ...] | None:
    """The dice an ability may take now, ``None`` where they do not cover what it asks for."""
    if t.state.depth != "full" or paid(t, card):
        return ()
    rolled = tuple(die for die in t.pool() if die.face)
    if not any(facts.cost):
        return () if facts.known else rolled
    needed = tuple(n - have for n, have in zip(facts.cost, t.laid(card), strict=True))
    dice_ = tuple(die for die in rolled if needed[t.game.symbol_of(die.face)] > 0)
    shown = symbols(t, dice_)
    return dice_ if all(have >= n for have, n in zip(shown, needed, strict=True)) else None


def covering(t: Table, card: str, facts: CardFacts, lain: tuple[Die, ...]) -> tuple[str, ...]:
    """Dice that pay for an ability, none too many."""
    if not any(facts.cost):
        return ()
    left = [n - have for n, have in zip(facts.cost, t.laid(card), strict=True)]
    taken = []
    for die in sorted(lain, key=lambda each: not each.face.startswith("2")):
        symbol = t.game.symbol_of(die.face)
        if left[symbol] > 0:
            taken.append(die.id)
            left[symbol] -= 1 + die.face.startswith("2")
    return tuple(taken)


def lay_dice(t: Table, card: str, ids: tuple[str, ...], facts: CardFacts) -> None:
    """Dice are laid on an ability, each as far as it is still asked for."""
    free = [free_die(t, each, card) for each in dict.fromkeys(ids)]
    for die in one_by_one(t, card, free, (facts.cost,) if facts.cost else ()):
        check_wanted(t, card, die.face, facts)
        t.put_die(die.id, place="laid", target=card)
        t.put_turn(freed=True)


def check_wanted(t: Table, card: str, face: str, facts: CardFacts) -> None:
    """Refuse a symbol an ability does not ask for, or not any more."""
    symbol = t.game.symbol_of(face)
    told = {"card": facts.name, "symbol": t.game.symbols[symbol].name}
    if facts.cost and not facts.cost[symbol]:
        t.forbid("E_SYMBOL", "ability", msg("remedy.symbol"), **told)
    elif facts.cost and t.laid(card)[symbol] >= facts.cost[symbol]:
        t.forbid("E_SATISFIED", "satisfied", msg("remedy.give_up"), **told)


def lay_symbol(t: Table, symbol: str, target: str) -> None:
    """A token's symbol is laid on an ability; its team then uses it when it is covered."""
    facts = ability_facts(t, target)
    name = facts.name or t.name(target)
    if target in t.turn.used:
        t.forbid("E_ONCE", "once", msg("remedy.next_turn"), card=name)
    check_wanted(t, target, symbol, facts)
    t.put_turn(laid=(*t.turn.laid, Laid(target, symbol)))
    t.note("token.laid", "token_kinds", symbol=t.symbol(symbol), card=name)


WORDS: Catalogue = {
    "remedy.own": _("Use an ability of the active team"),
    "question.ABILITY": _("Does the ability of {card} allow this?"),
}
