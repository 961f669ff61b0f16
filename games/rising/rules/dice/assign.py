"""Dice and symbols on cards: what a target asks for, what is laid on it, what is complete."""

from __future__ import annotations

from collections.abc import Container, Iterable
from operator import add
from typing import Any

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box, Price
from games.rising.box.teaching import with_library
from games.rising.definition import Definition
from games.rising.rules import progress
from games.rising.rules.cards.abilities import chooses, use
from games.rising.rules.dice.pool import (
    ability_facts,
    asking,
    called,
    check_use,
    covered,
    covering,
    free_die,
    in_hand,
    lay_dice,
    one_by_one,
    own,
    sets,
    symbols,
)
from games.rising.rules.reach import (
    ability_choices,
    card_choices,
    check_reach,
    die_choices,
    say_faces,
    settle_kind,
)
from games.rising.state import DiceDamage, HeroDie, Laid, State
from games.rising.table import InFull, Table


class Assign(InFull, tag="assign"):
    """Assign dice (ids) to a card (its id) or to the ``progress`` track; without ids, those that
    fit. On the team's own Hero or the ``team`` card they pay its ability, which is used as soon as
    it is paid.
    """

    named = _("Assign dice to a card")
    teaches = True
    dice: tuple[str, ...] = ()
    target: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the dice some target takes, and the targets that take one of them."""
        rolled = tuple(die for die in t.pool() if die.face)
        if not in_hand(t):
            return
        targets = (*t.reach(), *asking(t), progress.TARGET)
        taken = [
            (die, each)
            for each in targets
            for die in rolled
            if t.allows(cls((die.id,), each).apply, t)
        ]
        if not taken:
            return
        useful = tuple(die for die in rolled if any(die is each for each, _ in taken))
        chosen = Field(
            "dice",
            "choices",
            Msg("field.dice"),
            die_choices(t, useful),
            low=0,
            high=len(useful),
            optional=True,
            rule=t.rule("assign"),
        )
        on = target_choices(t, {each for _, each in taken}, priced=True)
        onto = Field("target", "choice", Msg("field.target"), on, rule=t.rule("scope"))
        yield cls.now(t, "assign", chosen, onto)

    def apply(self, t: Table) -> None:
        dice = self.dice or those_that_fit(t, self.target)
        (lay_on_own if own(t, self.target) else lay)(t, dice, self.target)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class AssignAll(InFull, tag="assign.all"):
    """Assign the rolled dice to all cards of the location they fit, as many as are useful."""

    named = _("Assign dice where they fit")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer one tap instead of several: where a single card takes them all, that one is
        tapped."""
        parts = spread(t) if in_hand(t) else ()
        if len(parts) > 1:
            told = tuple(
                msg("term.dice_on", n=len(dice), card=target_name(t, target))
                for target, dice in parts
            )
            yield cls.now(t, "assign", label=msg("prompt.assign.all", parts=told))

    def apply(self, t: Table) -> None:
        parts = spread(t)
        if not parts:
            t.refuse_impossible("E_NO_FIT_AT_ALL", "assign", msg("remedy.choose_dice"))
        for target, dice in parts:
            lay(t, dice, target)


def spread(t: Table) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return cards with the dice they take: full sets first, then those that serve most symbols."""
    found: list[tuple[str, tuple[str, ...]]] = []

    def lay_on() -> None:
        found.clear()  # a question answered, it is tried from the start
        left = [each for each in t.reach() if prices(t, each) and t.kind(each)]
        while fits := [fit for each in left if (fit := _fit(t, each))]:
            _worth, card, dice = max(fits, key=lambda fit: fit[0])
            lay(t, dice, card)
            found.append((card, dice))
            left = [each for _, each, _ in fits if each != card]

    t.allows(lay_on)
    return tuple(found)


def _fit(t: Table, card: str) -> tuple[tuple[bool, int], str, tuple[str, ...]] | None:
    """Return the dice that fit a card, after whether they fill a set there and how many symbols
    they are; none if it takes none."""
    taken: list[tuple[str, ...]] = []

    def tried() -> None:
        taken.append(those_that_fit(t, card))
        lay(t, taken[0], card)

    if not t.allows(tried):
        return None
    laid, due = t.laid(card), prices(t, card)
    more = symbols(t, map(t.die, taken[0]))
    full = sets(due, tuple(map(add, laid, more))) > sets(due, laid)
    return (full, sum(more)), card, taken[0]


def those_that_fit(t: Table, target: str) -> tuple[str, ...]:
    """Return the rolled dice that bring a target closest to its next full set, none too many; the
    table names one where no one has entered what it asks for."""
    rolled = tuple(die for die in t.pool() if die.face)
    if rolled and unknown(t, target):
        return (which_die(t, target, rolled),)
    if own(t, target):
        asked: tuple[Price, ...] = (ability_facts(t, target).cost,)
    else:
        laid, due = t.laid(target), prices(t, target)
        goal = min(sets(due, laid) + 1, most_sets(t, target))
        asked = tuple(tuple(goal * need for need in price) for price in due)
    fits = (covering(t, target, price, rolled) for price in asked)
    best = max(fits, key=lambda dice: sum(symbols(t, map(t.die, dice))), default=())
    if not best:
        t.refuse_impossible(
            "E_NO_FIT", "assign", msg("remedy.choose_dice"), card=target_name(t, target)
        )
    return best


def unknown(t: Table, target: str) -> bool:
    """Return whether no one has entered what a target asks for."""
    if target == progress.TARGET:
        step = progress.due(t)
        return step is not None and not step.kind
    return not (own(t, target) or prices(t, target))


def which_die(t: Table, target: str, rolled: tuple[HeroDie, ...]) -> str:
    """Return the die that goes on a target whose symbols no one has entered; the table names it
    where there are several."""
    if len(rolled) == 1:
        return rolled[0].id
    card = target_name(t, target)
    return t.ask("WHICH_DIE", "assign", die_choices(t, rolled), card=card)


def target_choices(t: Table, on: Container[str], priced: bool = False) -> tuple[Choice, ...]:
    """Return targets of symbols as choices: cards, own abilities, the progress track."""
    cards = card_choices(t, (each for each in t.reach() if each in on))
    abilities = ability_choices(t, (each for each in asking(t) if each in on))
    if progress.TARGET not in on:
        return (*cards, *abilities)
    price = msg("hint.price", price=progress.price_text(t)) if priced else ""
    return (*cards, *abilities, Choice(progress.TARGET, Msg("term.progress"), price))


def lay(t: Table, dice: tuple[str, ...], target: str) -> None:
    """Assign dice to one card, each checked against what the card still needs."""
    check_target(t, target)
    check_roll_target(t, target)
    free = [free_die(t, each, target) for each in dict.fromkeys(dice)]
    ask_price(t, target, {t.game.symbol_of(die.face) for die in free})
    for die in one_by_one(t, target, free, prices(t, target)):
        check_symbol(t, target, t.game.symbol_of(die.face))
        t.put_die(die.id, place="laid", target=target)
    t.put_turn(freed=True)
    faces = say_faces(t, tuple(t.die(each).face for each in dice))
    t.note("assign", "assign", faces=faces, card=target_name(t, target))
    say_complete(t, target)


def lay_on_own(t: Table, dice: tuple[str, ...], target: str) -> None:
    """Assign dice to an ability; covered, use it at once if nothing is to be chosen."""
    facts = check_use(t, target, "")
    if not facts.cost:
        use(t, target, dice)
        return
    lay_dice(t, target, dice, facts)
    faces = say_faces(t, tuple(t.die(each).face for each in dice))
    t.note("assign", "assign", faces=faces, card=called(t, target))
    if covered(t, target, facts) and not chooses(facts):
        use(t, target)


def check_roll_target(t: Table, target: str) -> None:
    """Refuse a second card for the dice of one roll, where a title says so."""
    lain = {die.target for die in t.turn.dice if die.place == "laid" and die.roll == t.turn.rolls}
    limit = t.game.cards_per_roll
    if limit and target not in lain and len(lain) >= limit:
        t.refuse("E_ONE_CARD", "assign", msg("remedy.symbol"), n=limit)


def target_name(t: Table, target: str) -> Msg | str:
    if target == progress.TARGET:
        return msg("term.progress")
    return t.name(target)


def check_target(t: Table, target: str) -> None:
    """Refuse a target out of reach."""
    if target == progress.TARGET:
        step = progress.check_open(t)
        if t.turn.paid:
            progress.no_more(t)
        if step.kind not in ("symbols", ""):
            t.refuse("E_SYMBOL", "progress_price", msg("remedy.pay"), card=target_name(t, target))
        if step.kind == "symbols" and progress.paid_symbols(t, step):
            progress.no_more(t)
        return
    check_reach(t, target)
    settle_kind(t, target)
    if not t.is_hero(target) and t.room(target) <= 0:
        t.warn("W_NO_ROOM", "cap", card=t.name(target), n=0)


def prices(t: Table, target: str) -> tuple[Price, ...]:
    """Return what a target asks for; empty while no one has entered it."""
    if target == progress.TARGET:
        step = progress.due(t)
        return (step.price,) if step and step.kind == "symbols" else ()
    return t.facts(target).prices


def ask_price(t: Table, target: str, symbols: set[int]) -> None:
    """Ask the table whether a card no one has entered asks for these symbols."""
    if prices(t, target) or target == progress.TARGET:
        return
    facts: dict[str, Any] = {
        "card": target_name(t, target),
        "symbol": tuple(t.game.symbols[i].name for i in sorted(symbols)),
    }
    if t.ask("PRICE", "symbol", **facts) == "no":
        t.refuse_impossible("E_SYMBOL", "symbol", msg("remedy.symbol"), **facts)


def check_symbol(t: Table, target: str, symbol: int) -> None:
    """Refuse a symbol the target does not ask for, or not any more."""
    asked = prices(t, target)
    facts: dict[str, Any] = {"card": target_name(t, target), "symbol": t.game.symbols[symbol].name}
    if not asked:
        return
    wanting = [price for price in asked if price[symbol]]
    if not wanting:
        t.refuse("E_SYMBOL", price_topic(t, target), msg("remedy.symbol"), **facts)
        return
    check_needed(t, target, symbol, asked, wanting, facts)


def price_topic(t: Table, target: str) -> str:
    """Return the rule that says which symbols a target asks for."""
    if target == progress.TARGET:
        return "progress_price"
    return "boss_price" if t.kind(target) == "boss" else "symbol"


def check_needed(
    t: Table,
    target: str,
    symbol: int,
    asked: tuple[Price, ...],
    wanting: list[Price],
    facts: dict[str, Any],
) -> None:
    """Refuse a symbol that brings the target no closer to a set that counts."""
    laid, limit = t.laid(target), most_sets(t, target)
    done = sets(asked, laid)
    surplus = all(laid[symbol] >= price[symbol] * limit for price in wanting)
    villain = target != progress.TARGET and not t.is_hero(target)
    if villain and t.game.sets_per_turn and done >= limit:
        t.refuse("E_VILLAIN_ONCE", "villain_once", msg("remedy.once"), **facts)
    elif villain and not t.game.sets_per_turn and (surplus or done >= limit):
        t.warn("W_NO_ROOM", "cap", n=limit, **facts)
    elif surplus or (not villain and done >= 1):
        t.refuse("E_SATISFIED", "satisfied", msg("remedy.give_up"), **facts)


def most_sets(t: Table, target: str) -> int:
    """Return how many full sets of symbols can count on a target this turn."""
    if target == progress.TARGET or t.is_hero(target):
        return 1
    if t.game.sets_per_turn:
        return t.game.sets_per_turn + (target in t.turn.extra_sets)
    return max(t.room(target), 1)


def say_complete(t: Table, target: str) -> None:
    """Say that a target has all it needs."""
    asked = prices(t, target)
    if asked and sets(asked, t.laid(target)):
        hero = target != progress.TARGET and t.is_hero(target)
        t.note("set.hero" if hero else "set.hit", "sets", card=target_name(t, target))


def lay_symbol(t: Table, symbol: str, target: str) -> None:
    """Assign a token's symbol to a card, under the same rules as a die."""
    check_target(t, target)
    ask_price(t, target, {t.game.symbol_of(symbol)})
    check_symbol(t, target, t.game.symbol_of(symbol))
    t.put_turn(laid=(*t.turn.laid, Laid(target, symbol)))
    if t.state.setup.token_counts_as_assign:
        t.put_turn(freed=True)
    t.note("token.laid", "token_kinds", symbol=t.symbol(symbol), card=target_name(t, target))
    say_complete(t, target)


def completed(t: Table, told: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[DiceDamage, ...]]:
    """Return Heroes and hits among everything that dice or tokens lie on, in order of the table."""
    recruited, hits = [], []
    for piece in t.state.pieces:
        if not served(t, piece.id):
            continue
        asked = t.facts(piece).prices
        done = sets(asked, t.laid(piece.id)) if asked else int(piece.id in told)
        if done and t.is_hero(piece.id):
            recruited.append(piece.id)
        elif done:
            hits.append(DiceDamage(piece.id, min(done, most_sets(t, piece.id))))
    return tuple(recruited), tuple(hits)


def served(t: Table, card: str) -> bool:
    """Return whether symbols of this turn lie on a card, or older ones on a card in reach."""
    if t.owner(card) >= 0 or not any(t.laid(card)):
        return False
    fresh = {die.target for die in t.turn.dice} | {each.target for each in t.turn.laid}
    return card in (*fresh, *t.reach())


def unpriced(t: Table) -> tuple[str, ...]:
    """Return cards with dice on them whose price no one has entered."""
    return tuple(
        each.id for each in t.state.pieces if served(t, each.id) and not t.facts(each).prices
    )


WORDS: Catalogue = {
    "note.assign": _("{faces} assigned to {card}"),
    "note.set.hero": _("All symbols on {card} are matched: it will be recruited"),
    "note.set.hit": _("{card} has a complete set"),
    "refusal.E_ONE_CARD": _("Dice from one roll can go to only {n} card"),
    "refusal.E_NO_FIT": _("No rolled die Sidekick knows fits {card}"),
    "remedy.choose_dice": _("Tap the dice first, then the card"),
    "question.WHICH_DIE": _("Which die goes on {card}?"),
    "question.PRICE": _("Does {card} need {symbol}?"),
    "refusal.E_NO_FIT_AT_ALL": _("No card Sidekick knows fits a rolled die"),
    "prompt.assign": _("Assign dice to a card"),
    "prompt.assign.all": _("Assign {parts}"),
    "term.dice_on": _("{n} to {card}"),
}
