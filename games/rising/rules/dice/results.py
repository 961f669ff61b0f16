"""The results of the Hero dice: entered at once in quick depth, calculated in full depth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box, Price
from games.rising.box.teaching import with_boss_section, with_library
from games.rising.definition import Definition
from games.rising.rules import progress, spaces
from games.rising.rules.dice.assign import completed, most_sets, prices, unpriced
from games.rising.rules.dice.pool import TEAM, ability_facts, sets, symbols
from games.rising.rules.reach import (
    behind,
    card_choices,
    check_kind,
    check_told,
    guarded,
    open_now,
    several,
)
from games.rising.state import DiceDamage, HeroDie, State
from games.rising.table import ActiveTeamAct, InFull, Table


class Results(ActiveTeamAct, tag="results"):
    """Enter the results of the Hero dice in quick depth, by card ids; then the turn ends. ``left``
    are recruits joining the left end of an ordered row, also named in ``recruited`` or not;
    ``hits`` are cards, ``card:2`` for two sets; ``advance`` the progress; ``full`` are cards of
    unknown capacity that have no empty space left.
    """

    named = _("Enter the results of the turn")
    teaches = True
    recruited: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    advance: bool = False
    full: tuple[str, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("heroes")
        if t.state.depth != "quick":
            t.refuse_impossible("E_DEPTH", "assign", msg("remedy.quick"))
        check_reactions(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        earlier = behind(t)
        reach = tuple(dict.fromkeys((*t.reach(), *earlier)))
        heroes = tuple(each for each in reach if t.kind(each) in ("hero", ""))
        foes = tuple(
            each
            for each in reach
            if t.kind(each) != "hero"
            and t.room(each) > 0
            and (each in earlier or not guarded(t, each))
        )
        done, hits = completed(t, ())
        laid = {each.card: each.sets for each in hits}
        fields = []
        if heroes:
            chosen = tuple(each for each in heroes if each in done)
            fields.append(several(t, "recruited", heroes, chosen, "recruit"))
        if heroes and t.game.ordered:
            fields.append(several(t, "left", heroes, (), "row"))
        if foes:
            struck = tuple(
                each if laid[each] == 1 else f"{each}:{laid[each]}" for each in foes if each in laid
            )
            fields.append(_hits(t, foes, struck))
        if progress.may_be_met(t, heroes, foes):
            fields.append(_advance(t, default=progress.settled(t)))
        open_cards = maybe_full(t) if t.state.setup.edition < 5 else ()
        if open_cards:
            fields.append(several(t, "full", open_cards, (), "cap"))
        yield cls.now(t, "finish", *fields)

    def ends(self, t: Table) -> bool:
        return True

    def apply(self, t: Table) -> None:
        for each in (*self.left, *self.recruited):
            check_kind(t, each, hero=True)
        for each in self.hits:
            check_kind(t, each.partition(":")[0], hero=False)
        left = recruits(t, self.left)
        recruited = recruits(t, (each for each in self.recruited if each not in left))
        if left and not t.game.ordered:
            t.refuse_impossible("E_ROW", "row", msg("remedy.row"))
        hits = merged(t, tuple(parse_hit(t, each) for each in self.hits))
        check_full(t, self.full, (*recruited, *left), hits)
        check_enough(t, (*recruited, *left), hits)
        advance = progress.wanted(t, self.advance, (*recruited, *left), hits)
        t.put_turn(recruited=recruited, left=left, hits=hits, advance=advance)
        t.put_turn(full=self.full, told=True)
        say_results(t, (*left, *recruited), hits)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_boss_section(game, with_library(box, state), state)


class Finish(InFull, tag="finish"):
    """End rolling: complete sets become the turn's results. ``complete`` are cards (ids) of unknown
    price whose symbols all match; ``left`` recruits that join the left end; ``advance`` the
    progress.
    """

    named = _("Finish rolling")
    teaches = True
    complete: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    advance: bool = True

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        check_reactions(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        fields = []
        open_prices = unpriced(t)
        if open_prices:
            fields.append(several(t, "complete", open_prices, (), "sets"))
        recruited, hits = completed(t, open_prices)
        if t.game.ordered and recruited:
            fields.append(several(t, "left", recruited, (), "row"))
        if progress.due(t) and t.allows(progress.check, t, recruited, hits, True):
            fields.append(_advance(t, default=not progress.doubtful(t)))
        yield cls.now(t, "finish", *fields)

    def ends(self, t: Table) -> bool:
        return True

    def apply(self, t: Table) -> None:
        if t.pool():
            if dice_may_help(t):
                t.warn("W_DICE_LEFT", "finish", n=len(t.pool()))
            for die in t.pool():
                t.put_die(die.id, place="given")
        recruited, hits = completed(t, (*self.complete, *self.left))
        if not set(self.left) <= set(recruited) or (self.left and not t.game.ordered):
            t.refuse_impossible("E_ROW", "row", msg("remedy.row"))
        step = progress.due(t)
        advance = self.advance and step is not None and progress.met(t, step, recruited, hits, True)
        if advance and progress.doubtful(t):
            advance = t.ask("PROGRESS_PAID", "progress_price") == "yes"
        right = tuple(card for card in recruited if card not in self.left)
        t.put_turn(recruited=right, left=self.left, hits=hits, advance=advance)
        say_results(t, recruited, hits)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_boss_section(game, with_library(box, state), state)


def maybe_full(t: Table) -> tuple[str, ...]:
    """Return cards of unknown capacity that are damaged, or may be hit now."""
    reach = (*t.reach(), *behind(t))
    return tuple(
        each.id
        for each in t.state.pieces
        if not t.capacity(each) and (each.damage or (each.id in reach and not t.is_hero(each.id)))
    )


def check_enough(t: Table, recruited: Iterable[str], hits: Iterable[DiceDamage]) -> None:
    """Doubt results that take more symbols than the dice of this turn can show."""
    dice = dice_in_hand(t)
    if not dice:
        return
    wanted = (*((card, 1) for card in recruited), *((each.card, each.sets) for each in hits))
    need = sum(cheapest(t, card, n) for card, n in wanted)
    if need > 2 * dice + t.turn.symbols:
        t.warn("W_TOO_MUCH", "assign", n=need, dice=dice)


def cheapest(t: Table, card: str, times: int) -> int:
    """Return the symbols a card still takes at least for these sets; 0 for an unknown price."""
    prices = t.facts(card).prices
    return max(min((sum(p) for p in prices), default=0) * times - sum(t.laid(card)), 0)


def dice_in_hand(t: Table) -> int:
    """Return the most dice the active team can have this turn, 0 while an ability is unknown."""
    texts = [ability_facts(t, card) for card in (TEAM, *t.team.row)]
    if not all(each.known for each in texts):
        return 0
    own = max(len(t.turn.dice), 4) if t.team.dice else len(t.turn.dice) + 4
    extra = sum(effect.do == "die" for each in texts for effect in each.effects)
    return own + extra + t.turn.unnamed


def check_full(
    t: Table, full: Iterable[str], recruited: tuple[str, ...], hits: tuple[DiceDamage, ...]
) -> None:
    """Doubt a tick on a card without damage; a recruit is full before its damage is removed."""
    struck = {each.card for each in hits}
    for card in full:
        if not t.piece(card).damage and card not in struck:
            t.warn("W_NOT_FULL", "cap", card=t.name(card))
        elif card in recruited and not t.capacity(card):
            spaces.measure(t, card, -1)


def _hits(t: Table, cards: tuple[str, ...], chosen: tuple[str, ...]) -> Field:
    """Return cards that may be hit; with several sets a choice for each number that fits."""
    choices: list[Choice] = []
    for card in cards:
        choices.extend(card_choices(t, (card,)))
        most = min(t.room(card), 9) if not t.game.sets_per_turn else sets_that_fit(t, card)
        if t.room(card) == 99:
            most = min(most, 3)
        choices += [
            Choice(f"{card}:{n}", msg("choice.sets", card=t.name(card), n=n), tone=t.kind(card))
            for n in range(2, most + 1)
        ]
    return Field(
        "hits",
        "choices",
        Msg("field.hits"),
        tuple(choices),
        low=0,
        high=len(cards),
        default=chosen,
        optional=True,
        rule=t.rule("hit"),
    )


def sets_that_fit(t: Table, card: str) -> int:
    return min(most_sets(t, card), t.room(card))


def _advance(t: Table, default: bool) -> Field:
    return Field(
        "advance",
        "flag",
        msg("field.advance", price=progress.price_text(t)),
        default=default,
        optional=True,
        rule=t.rule("progress"),
    )


def check_reactions(t: Table) -> None:
    """Refuse to end the turn while a Hero may still answer damage."""
    if t.turn.reactions:
        names = t.names(each.source for each in t.turn.reactions)
        t.refuse_impossible("E_REACTION", "reaction", msg("remedy.reaction"), cards=names)


def say_results(t: Table, recruited: tuple[str, ...], hits: tuple[DiceDamage, ...]) -> None:
    """Note the first line of a turn's end: what the active team achieved."""
    facts = {"team": t.team.name, "heroes": t.names(recruited)}
    facts["villains"] = t.names(each.card for each in hits)
    code = ("r" if recruited else "") + ("h" if hits else "")
    t.note(f"results.{code or 'none'}", "finish", **facts)


def recruits(t: Table, cards: Iterable[str]) -> tuple[str, ...]:
    """Return checked Heroes of the active location, each once."""
    chosen = tuple(dict.fromkeys(cards))
    for card in chosen:
        check_told(t, card)
    return chosen


def parse_hit(t: Table, value: str) -> DiceDamage:
    """Return a checked hit: ``card`` or ``card:sets``."""
    card, told, count = value.partition(":")
    if told and not count.isdecimal():
        t.refuse_impossible("E_MALFORMED", "", problem=value)
    sets = int(count[:3] or 1)
    t.require_range(Msg("term.amount"), sets, 1, 99, "hit")
    check_told(t, card)
    limit = t.game.sets_per_turn
    if limit and sets > limit + (card in t.turn.extra_sets):
        t.refuse("E_VILLAIN_ONCE", "villain_once", msg("remedy.once"), card=t.name(card))
    if t.room(card) < sets:
        t.warn("W_NO_ROOM", "cap", card=t.name(card), n=max(t.room(card), 0))
    return DiceDamage(card, sets)


def merged(t: Table, hits: tuple[DiceDamage, ...]) -> tuple[DiceDamage, ...]:
    """Return one hit a card, the one with most sets; doubted where two numbers of sets are ticked,
    of which the tick of the card itself is none."""
    most: dict[str, DiceDamage] = {}
    for each in hits:
        if each.card not in most or most[each.card].sets < each.sets:
            most[each.card] = each
    for each in hits:
        top = most[each.card]
        if 1 < each.sets < top.sets and t.state.setup.edition > 3:
            t.warn("W_TWO_AMOUNTS", "hit", card=t.name(each.card))
    return tuple(most.values())


# -- whether the dice left in the pool could still complete something ----------------------


Shows = tuple[int, ...]
"""How many of each symbol a die can show at best."""


def dice_may_help(t: Table) -> bool:
    """Return whether an assignment is still possible; yes where the app does not know a price."""
    needs = tuple(open_needs(t))
    return any(need is None or can_show(t, need) for need in needs)


def open_needs(t: Table) -> Iterable[Price | None]:
    """Yield symbols still missing on everything dice may be assigned to; ``None`` for an unknown
    price."""
    for card in open_now(t):
        yield from card_needs(t, card)
    for card in (TEAM, *t.team.row):
        facts = ability_facts(t, card)
        if card in t.turn.used:
            continue
        if not facts.known:
            yield None
        elif any(facts.cost):
            yield missing(facts.cost, t.laid(card))
    yield from progress_needs(t)


def card_needs(t: Table, card: str) -> Iterable[Price | None]:
    """Yield what a card asks for until its next set is complete."""
    asked, laid = prices(t, card), t.laid(card)
    if not t.is_hero(card) and t.room(card) <= 0:
        return
    if not asked:
        yield None
        return
    done = sets(asked, laid)
    if done < most_sets(t, card):
        yield from (missing(tuple(n * (done + 1) for n in price), laid) for price in asked)


def progress_needs(t: Table) -> Iterable[Price | None]:
    """Yield what the next space of the progress track asks of dice."""
    step = progress.due(t)
    if step is None or t.turn.paid:
        return
    if not step.kind or (step.kind == "dice" and step.n <= len(t.pool())):
        yield None
    elif step.kind == "symbols" and not progress.paid_symbols(t, step):
        yield missing(step.price, t.laid(progress.TARGET))


def missing(price: Price, laid: Sequence[int]) -> Price:
    return tuple(max(need - have, 0) for need, have in zip(price, laid, strict=True))


def can_show(t: Table, need: Price) -> bool:
    """Return whether the pool can still show what is missing.

    Dice of a roll no one has used show what they show: one of them is laid, or given up, before
    the others can be rolled again.
    """
    pool = t.pool()
    shows = tuple(best(t, die) for die in pool)
    if t.turn.freed or not any(die.face for die in pool):
        return shown_by(need, shows)
    for i, die in enumerate(pool):
        rest = (*shows[:i], *shows[i + 1 :])
        shown = symbols(t, (die,)) if die.face else shows[i]
        if shown_by(missing(need, shown), rest):
            return True
    return False


def best(t: Table, die: HeroDie) -> Shows:
    """Return what a die can show at best, of each symbol; any face where no one has checked
    them."""
    facts = next((each for each in t.state.stock if each.colour == die.colour), None)
    faces = facts.faces if facts and facts.checked else t.game.faces
    counts = [0] * len(t.game.symbols)
    for face in faces:
        at = t.game.symbol_of(face)
        counts[at] = max(counts[at], 1 + face.startswith("2"))
    return tuple(counts)


@cache
def shown_by(need: Price, shows: tuple[Shows, ...]) -> bool:
    """Return whether dice can show all that is needed, each one symbol."""
    if not any(need):
        return True
    if not shows:
        return False
    first, *rest = shows
    return any(
        shown_by((*need[:i], max(need[i] - n, 0), *need[i + 1 :]), tuple(rest))
        for i, n in enumerate(first)
        if n and need[i]
    ) or shown_by(need, tuple(rest))


WORDS: Catalogue = {
    "note.results.none": _("{team} recruits no one and damages no one"),
    "note.results.r": _("{team} recruits {heroes}"),
    "note.results.h": _("{team} damages {villains}"),
    "note.results.rh": _("{team} recruits {heroes} and damages {villains}"),
    "refusal.E_REACTION": _("{cards} may still react to the damage"),
    "remedy.quick": _("Assign dice here, or switch to the quick game"),
    "remedy.reaction": _("First say whether they react"),
    "question.PROGRESS_PAID": _("Has the cost of the next space been paid?"),
    "question.W_DICE_LEFT": ngettext_noop(
        "{n} die is still in the pool and would be given up",
        "{n} dice are still in the pool and would be given up",
    ),
    "question.W_TOO_MUCH": ngettext_noop(
        "That takes {n} symbols, and {dice} die shows two at most",
        "That takes {n} symbols, and {dice} dice show two each at most",
        by="dice",
    ),
    "question.W_TWO_AMOUNTS": _("{card} is ticked with two amounts; the larger one counts"),
    "question.W_NOT_FULL": _("{card} has no damage, so the tick for full changes nothing"),
    "prompt.results": _("What did the Hero dice bring?"),
    "prompt.finish": _("Finish rolling"),
    "choice.sets": _("{card} × {n}"),
    "field.recruited": _("Recruited"),
    "field.left": _("Recruited at the left end"),
    "field.hits": _("Hit"),
    "field.full": _("Full, no empty damage space"),
    "field.complete": _("All symbols matched"),
}
