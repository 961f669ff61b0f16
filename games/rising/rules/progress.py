"""The progress track, at most one space a turn, each with a price of its own; the event at its
top and the battles after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box, PriceStep
from games.rising.box.teaching import with_library
from games.rising.definition import Definition
from games.rising.rules import resolve
from games.rising.rules.cards.deck import mark
from games.rising.rules.cards.effects import automatic, enact, let_go
from games.rising.rules.cards.records import record, reward_of
from games.rising.rules.reach import die_choices, settle_kinds, several
from games.rising.rules.resolve import fall, strike
from games.rising.state import DiceDamage, Pending, State
from games.rising.table import PLACES, Act, ActiveTeamAct, Table

TARGET = "progress"


class PayProgress(ActiveTeamAct, tag="progress.pay"):
    """Pay the whole price of the next space of the progress track: with tokens (the team of each,
    from 0) or pool dice (ids). Use ``assign`` for symbols.
    """

    named = _("Pay for the next space")
    owners: tuple[int, ...] = ()
    dice: tuple[str, ...] = ()

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return bool(game.progress)

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("heroes")
        step = check_open(t)
        if t.turn.paid:
            no_more(t)
        if step.kind not in ("tokens", "dice"):
            t.refuse_impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.pay"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        step = check_open(t)
        label = msg("prompt.progress.pay", price=price_text(t))
        if step.kind == "tokens":
            yield from cls.by_team(t, step.n)
            yield from cls.together(t, step.n, label)
        elif t.state.depth == "quick":
            yield cls.also(t, "progress_price", label=label)
        elif len(t.pool()) >= step.n:
            pool, n = die_choices(t, t.pool()), step.n
            field = Field("dice", "choices", Msg("field.dice"), pool, low=n, high=n)
            yield cls.also(t, "progress_price", field, label=label)

    @classmethod
    def by_team(cls, t: Table, n: int) -> Iterable[Prompt]:
        """Offer it for every team that can pay alone."""
        for i, team in enumerate(t.state.teams):
            if len(team.tokens) >= n:
                label = msg("prompt.progress.pay.team", price=price_text(t), team=team.name)
                fixed = {"owners": (i,) * n}
                yield cls.also(t, "progress_price", label=label, fixed=fixed)

    @classmethod
    def together(cls, t: Table, n: int, label: Msg) -> Iterable[Prompt]:
        """Offer that several teams pay, where that is another way."""
        holders = [i for i, each in enumerate(t.state.teams) if each.tokens]
        if n < 2 or len(holders) < 2 or sum(len(each.tokens) for each in t.state.teams) < n:
            return
        owners = tuple(Choice(i, t.state.teams[i].name) for i in holders)
        rows = tuple(msg("term.token_number", n=i + 1) for i in range(n))
        payers = tuple(i for i in holders for _ in t.state.teams[i].tokens)[:n]
        field = Field("owners", "sequence", Msg("field.owners"), owners, rows, default=payers)
        if t.allows(cls(payers).apply, t):
            yield cls.also(t, "progress_price", field, label=label)

    def apply(self, t: Table) -> None:
        step = check_open(t)
        if step.kind == "tokens":
            pay_tokens(t, step, self.owners)
        else:
            pay_dice(t, step, self.dice)
        t.put_turn(paid=step.kind)
        t.note(f"progress.paid.{step.kind}", "progress_price", team=t.team.name, n=step.n)


def open_(t: Table) -> bool:
    """Return whether this title has a progress track and it is still in play."""
    return bool(t.game.progress) and not t.state.event


def due(t: Table) -> PriceStep | None:
    """Return the price of the next space, ``None`` at the top or without a track."""
    if not open_(t) or t.state.progress >= len(t.state.steps):
        return None
    return t.state.steps[t.state.progress]


def check_open(t: Table) -> PriceStep:
    """Return the next price; refuse when there is no track or no space left."""
    if not open_(t):
        t.removed("removed", msg("term.progress"))
    step = due(t)
    if step is None:
        no_more(t)
    return step


def no_more(t: Table) -> NoReturn:
    """Refuse a second space in one turn."""
    t.refuse_impossible("E_BALANCE_MAX", "progress", msg("remedy.by_hand"))


def doubtful(t: Table) -> bool:
    """Return whether only the table knows that the next space is paid: its price is not entered,
    and the track is empty.
    """
    step = due(t)
    return step is not None and not step.kind and not any(t.laid(TARGET))


def check(t: Table, recruited: Iterable[str], hits: tuple[DiceDamage, ...], laid: bool) -> None:
    """Refuse to advance while the next price is not paid. ``laid``: dice are tracked."""
    step = check_open(t)
    if not met(t, step, recruited, hits, laid):
        t.refuse("E_BALANCE_UNPAID", "progress_price", msg("remedy.pay"))


def met(
    t: Table, step: PriceStep, recruited: Iterable[str], hits: tuple[DiceDamage, ...], laid: bool
) -> bool:
    """Return whether a price is paid by what happened this turn."""
    match step.kind:
        case "symbols":
            return not laid or paid_symbols(t, step)
        case "hit":
            struck = [each for each in hits if t.is_villain(each.card) and t.room(each.card) > 0]
            return bool(struck or t.turn.struck)
        case "tokens":
            return t.turn.paid == "tokens"
        case "dice":
            return not laid or t.turn.paid == "dice"
        case "recruit":
            return pays_by_type(t, step, tuple(recruited))
    return True


def pays_by_type(t: Table, step: PriceStep, recruited: tuple[str, ...]) -> bool:
    """Return whether a recruit is of the type a space asks for; of an unknown one the table says
    so."""
    types = {t.facts(card).type for card in recruited}
    if step.type in ("", *types):
        return bool(recruited)
    unknown = tuple(card for card in recruited if not t.facts(card).type)
    if not unknown:
        return False
    names = t.names(unknown)
    if t.ask("PROGRESS_TYPE", "progress_price", cards=names, type=step.type) == "no":
        return False
    facts = t.facts(unknown[0])
    if len(unknown) == 1 and facts.name:
        t.put_facts(replace(facts, type=step.type))
    return True


SILENT = ("symbols", "")
"""Prices of which quick depth sees nothing, so that the table speaks up by itself."""


def wanted(t: Table, told: bool, recruited: Iterable[str], hits: tuple[DiceDamage, ...]) -> bool:
    """Return whether the marker moves in quick depth; asked where the price was met by the way."""
    step = due(t)
    if told:
        check(t, recruited, hits, laid=False)
        return True
    seen = step is not None and (step.kind not in SILENT) and (step.kind != "dice" or t.turn.paid)
    if step is None or not seen:
        return False
    if not met(t, step, recruited, hits, laid=False):
        return False
    return t.ask("PROGRESS_MET", "progress_price") == "yes"


def may_be_met(t: Table, heroes: tuple[str, ...], foes: tuple[str, ...]) -> bool:
    """Return whether results on these cards could pay the next space in quick depth."""
    step = due(t)
    if step is None:
        return False
    match step.kind:
        case "tokens":
            return t.turn.paid == "tokens"
        case "hit":
            return t.turn.struck or any(t.kind(each) != "battle" for each in foes)
        case "recruit":
            types = {t.facts(each).type for each in heroes}
            return bool(heroes) and (not step.type or bool({step.type, ""} & types))
    return True


def settled(t: Table) -> bool:
    """Return whether the next space has been paid before the results are entered."""
    step = due(t)
    if step is None or step.kind not in SILENT:
        return bool(t.turn.paid)
    laid = paid_symbols(t, step) if step.kind else any(t.laid(TARGET))
    return bool(t.turn.paid or laid)


def paid_symbols(t: Table, step: PriceStep) -> bool:
    """Return whether the symbols lying on the track cover its price."""
    laid = t.laid(TARGET)
    return all(have >= need for have, need in zip(laid, step.price, strict=True))


def pay_tokens(t: Table, step: PriceStep, owners: tuple[int, ...]) -> None:
    """Discard tokens of any teams, each choosing its own; a block does not forbid this."""
    if len(owners) != step.n:
        t.refuse_impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.count", n=step.n))
    for owner in owners:
        t.require_range(msg("term.team"), owner, 0, len(t.state.teams) - 1, "tokens")
    for owner, n in Counter(owners).items():
        team = t.state.teams[owner]
        if len(team.tokens) < n:
            t.refuse_impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=team.name)
        let_go(t, owner, n)


def pay_dice(t: Table, step: PriceStep, dice: tuple[str, ...]) -> None:
    """Take unassigned dice out of the pool; quick depth does not name them."""
    if t.state.depth == "quick":
        t.put_turn(unnamed=t.turn.unnamed - step.n)
        return
    if len(set(dice)) != step.n:
        t.refuse_impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.count", n=step.n))
    for die in dice:
        if t.die(die).place != "pool":
            t.refuse("E_LOCKED", "no_moving", msg("remedy.unused_die"))
        t.put_die(die, place="given")
    t.put_turn(freed=t.turn.freed or t.state.setup.remove_counts_as_assign)


def advance(t: Table) -> None:
    """Move the marker up one space if its price was paid and the team wants it."""
    if not t.turn.advance or due(t) is None:
        return
    t.put(progress=t.state.progress + 1)
    t.put_turn(acted=True)
    t.note("progress", "progress", n=t.state.progress, length=len(t.state.steps))
    resolve.passive(t, "progress")


def price_text(t: Table) -> object:
    """Return the price of the next space of the progress track, in words."""
    step = due(t)
    if step is None:
        return ""
    if step.kind == "symbols":
        return symbols_text(t, step.price)
    return msg(f"price.{step.kind or 'unknown'}", n=step.n, type=step.type)


def symbols_text(t: Table, price: tuple[int, ...]) -> object:
    """Return a price in symbols, in words."""
    return tuple(
        msg("term.count", n=need, symbol=symbol.name)
        for need, symbol in zip(price, t.game.symbols, strict=True)
        if need
    )


# -- the event, and the battles after it ---------------------------------------------------


class Event(Act, tag="event"):
    """Begin the event: marked cards leave, both tracks leave, one battle comes to each location:
    which open cards (ids) carry the mark, and the names of the battles, location by location."""

    named = _("Begin the event")
    teaches = True
    marked: tuple[str, ...] = ()
    battles: tuple[str, ...] = ()

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.doom.on_full == "event"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("event")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        cards = affected(t)
        marked = tuple(each for each in cards if t.facts(each).icon == "yes")
        names = battle_names(t)
        where = Field(
            "battles",
            "sequence",
            Msg("field.battles"),
            tuple(Choice(name, name) for name in names),
            tuple(t.place(i) for i in PLACES),
            default=names,
            rule=t.rule("battles"),
        )
        label = Msg(f"prompt.event.{topped(t)}")
        yield cls.now(t, "event", several(t, "marked", cards, marked, "ban"), where, label=label)

    def apply(self, t: Table) -> None:
        side = topped(t)
        open_cards = affected(t)
        if not set(self.marked) <= set(open_cards):
            t.refuse_impossible("E_MALFORMED", "", problem=", ".join(self.marked))
        if sorted(self.battles) != sorted(battle_names(t)):
            t.refuse_impossible("E_BATTLES", "battles", msg("remedy.battles"))
        for card in open_cards:
            mark(t, card, card in self.marked)
        settle_kinds(t, self.marked)
        t.note(f"event.happens.{side}", f"event_{side}")
        for card in self.marked:
            if t.kind(card) in ("", "hero" if side == "doom" else "villain"):
                leave(t, card, side)
        t.put(event=t.state.number, event_side=side)
        t.note("event.tracks", "removed")
        place_battles(t, self.battles)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class Reward(Act, tag="reward"):
    """The reward of a completed battle (its id) has been taken."""

    named = _("Take a reward")
    battle: str

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.goal.kind == "battles"

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("battles")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for each in t.turn.pending:
            text = t.facts(each.source).reward or Msg("help.reward")
            label = msg("prompt.reward", card=t.name(each.source))
            fixed = {"battle": each.source}
            yield cls.now(t, "reward_battle", label=label, fixed=fixed, help=text)

    def apply(self, t: Table) -> None:
        if self.battle not in {each.source for each in t.turn.pending}:
            t.refuse_impossible("E_NO_ABILITY", "reward_battle", card=self.battle)
        t.note("battle.reward", "reward_battle", card=t.name(self.battle))
        self.put_away(t)

    def put_away(self, t: Table) -> None:
        """Remove the battle, whose reward waits no more."""
        t.put_turn(pending=tuple(each for each in t.turn.pending if each.source != self.battle))
        t.remove(self.battle)


# -- the event -----------------------------------------------------------------------------


def topped(t: Table) -> str:
    """Return the side that reached its top this turn: ``progress`` beats ``doom``."""
    if t.state.event or t.game.doom.on_full != "event":
        return ""
    if t.state.steps and t.state.progress >= len(t.state.steps):
        return "progress"
    reached = t.turn.doom_topped and t.state.setup.event_test == "reached"
    return "doom" if reached or t.state.doom >= t.length() else ""


def announce(t: Table) -> None:
    """Say that the event has come; the table then lays out its cards."""
    side = topped(t)
    if side:
        t.note(f"event.{side}", "event")


def event_waits(t: Table) -> bool:
    return bool(topped(t))


def affected(t: Table) -> tuple[str, ...]:
    """Open cards that leave play if they carry the mark."""
    on_board = tuple(card for location in range(3) for card in t.cards(location))
    if topped(t) == "progress":
        return tuple(card for card in on_board if t.kind(card) in ("villain", ""))
    rows = tuple(card for team in t.state.teams for card in team.row)
    return tuple(card for card in (*on_board, *rows) if t.kind(card) in ("hero", ""))


def leave(t: Table, card: str, side: str) -> None:
    """Remove a marked card from play; Heroes are lost and counted."""
    if side == "doom":
        fall(t, card, "event_doom")
    else:
        t.note("event.removed", "event_progress", card=t.name(card))
        t.remove(card)


def battle_names(t: Table) -> tuple[str, ...]:
    """Return the battles of this title, in the order of the library."""
    return tuple(each.name for each in t.state.library if each.kind == "battle")


def place_battles(t: Table, names: tuple[str, ...]) -> None:
    """Lay one battle at each location, with the damage it takes in this game."""
    placed = []
    needs = dict(zip(battle_names(t), t.state.setup.battle_damage, strict=True))
    for location, name in enumerate(names):
        piece = t.new_piece(name)
        t.put_facts(replace(t.known(name), capacity=needs[name]))
        placed.append(piece)
        t.note("battle.placed", "battles", card=name, place=t.place(location), n=needs[name])
    t.put(battles=tuple(placed))


def hit_battles(t: Table) -> None:
    """Deal damage to battles hit by dice; reward a completed one at once."""
    for each in t.turn.hits:
        if t.has(each.card) and t.kind(each.card) == "battle":
            strike(t, each.card, each.sets, "battle_hit")
    for card in tuple(each for each in t.state.battles if each and t.full(each)):
        complete(t, card)


def complete(t: Table, card: str) -> None:
    """Win a battle: its reward comes before anything is discarded."""
    t.put(battles_done=t.state.battles_done + 1)
    facts = t.facts(card)
    t.note("battle.done", "battle_done", card=t.name(card), n=t.state.battles_done)
    # The last battle wins: nothing is asked any more.
    won = t.state.battles_done >= t.game.supply.battles and t.state.setup.edition > 7
    known = bool(facts.rewards) and all(automatic(effect) for effect in facts.rewards)
    if known:
        before = t.state
        for effect in facts.rewards:
            enact(t, effect, card, "reward_battle", foe=False)
        record(t, reward_of(facts.name), before)
        t.remove(card)
    elif won:
        t.remove(card)
    else:
        t.put_turn(pending=(*t.turn.pending, Pending(card, facts.rewards, True)))


def rewards_wait(t: Table) -> bool:
    return bool(t.turn.pending)


WORDS: Catalogue = {
    "refusal.E_BALANCE_MAX": _("You can't pay for another space this turn"),
    "refusal.E_BALANCE_UNPAID": _("The cost of the next space hasn't been paid"),
    "remedy.count": _("It needs {n}"),
    "remedy.by_hand": _("If your table counts it, set the number by hand: More, Correct a number"),
    "question.PROGRESS_MET": _(
        "The cost of the next space has been paid. Do you move the marker up?"
    ),
    "question.PROGRESS_TYPE": _("Is one of {cards} of type {type}?"),
    "term.count": _("{n} {symbol}"),
    "term.token_number": _("Token {n} from"),
    "refusal.E_BATTLES": _("Each battle needs its own location"),
    "remedy.battles": _("Choose a different battle for each location"),
}
