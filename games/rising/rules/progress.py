"""The progress track: at most one space a turn, each with a price of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import PriceStep
from games.rising.rules import resolve
from games.rising.rules.choices import die_choices
from games.rising.rules.effects import let_go
from games.rising.state import Hit
from games.rising.table import Own, Table

TARGET = "progress"


class PayProgress(Own, tag="progress.pay"):
    """The next space of the progress track is paid, all of the price at once: tokens (the team of
    each, from 0) or pool dice (ids). Symbols are laid by ``assign`` instead."""

    named = _("Pay the next space")
    owners: tuple[int, ...] = ()
    dice: tuple[str, ...] = ()

    @classmethod
    def may(cls, t: Table) -> None:
        super().may(t)
        t.phase("heroes")
        step = check_open(t)
        if t.turn.paid:
            no_more(t)
        if step.kind not in ("tokens", "dice"):
            t.impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.pay"))

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
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
        """Every team that can pay alone."""
        for i, team in enumerate(t.state.teams):
            if len(team.tokens) >= n:
                label = msg("prompt.progress.pay.team", price=price_text(t), team=team.name)
                fixed = {"owners": (i,) * n}
                yield cls.also(t, "progress_price", label=label, fixed=fixed)

    @classmethod
    def together(cls, t: Table, n: int, label: Msg) -> Iterable[Prompt]:
        """Several teams pay, where that is another way."""
        holders = [i for i, each in enumerate(t.state.teams) if each.tokens]
        if n < 2 or len(holders) < 2 or sum(len(each.tokens) for each in t.state.teams) < n:
            return
        owners = tuple(Choice(i, t.state.teams[i].name) for i in holders)
        rows = tuple(msg("term.token_number", n=i + 1) for i in range(n))
        payers = tuple(i for i in holders for _ in t.state.teams[i].tokens)[:n]
        field = Field("owners", "sequence", Msg("field.owners"), owners, rows, default=payers)
        if t.may(cls(payers).happen, t):
            yield cls.also(t, "progress_price", field, label=label)

    def happen(self, t: Table) -> None:
        step = check_open(t)
        if step.kind == "tokens":
            pay_tokens(t, step, self.owners)
        else:
            pay_dice(t, step, self.dice)
        t.put_turn(paid=step.kind)
        t.note(f"progress.paid.{step.kind}", "progress_price", team=t.team.name, n=step.n)


def open_(t: Table) -> bool:
    """Whether this title has a progress track and it is still in play."""
    return bool(t.game.progress) and not t.state.event


def due(t: Table) -> PriceStep | None:
    """The price of the next space, ``None`` at the top or without a track."""
    if not open_(t) or t.state.progress >= len(t.state.steps):
        return None
    return t.state.steps[t.state.progress]


def check_open(t: Table) -> PriceStep:
    """The next price; refuses when there is no track or no space left."""
    if not open_(t):
        t.removed("removed", msg("term.progress"))
    step = due(t)
    if step is None:
        no_more(t)
    return step


def no_more(t: Table) -> NoReturn:
    """Refuse a second space in one turn."""
    t.impossible("E_BALANCE_MAX", "progress", msg("remedy.by_hand"))


def doubtful(t: Table) -> bool:
    """Whether only the table can tell that the next space is paid: its price is not entered,
    and nothing lies on the track."""
    step = due(t)
    return step is not None and not step.kind and not any(t.laid(TARGET))


def check(t: Table, recruited: Iterable[str], hits: tuple[Hit, ...], laid: bool) -> None:
    """Refuse to advance while the next price is not paid. ``laid``: dice are tracked."""
    step = check_open(t)
    if not met(t, step, recruited, hits, laid):
        t.forbid("E_BALANCE_UNPAID", "progress_price", msg("remedy.pay"))


def met(
    t: Table, step: PriceStep, recruited: Iterable[str], hits: tuple[Hit, ...], laid: bool
) -> bool:
    """Whether a price is paid by what happened this turn."""
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
    """Whether a recruit is of the type a space asks for; of an unknown one the table says so."""
    types = {t.facts(card).type for card in recruited}
    if step.type in ("", *types):
        return bool(recruited)
    unknown = tuple(card for card in recruited if not t.facts(card).type)
    if not unknown:
        return False
    names = t.names(unknown)
    if t.ask_since("PROGRESS_TYPE", "progress_price", "yes", cards=names, type=step.type) == "no":
        return False
    facts = t.facts(unknown[0])
    if len(unknown) == 1 and facts.name:
        t.put_facts(replace(facts, type=step.type))
    return True


SILENT = ("symbols", "")
"""Prices of which quick depth sees nothing, so that the table speaks up by itself."""


def wanted(t: Table, told: bool, recruited: Iterable[str], hits: tuple[Hit, ...]) -> bool:
    """Whether the marker moves in quick depth; asked where the price was met by the way."""
    step = due(t)
    if told:
        check(t, recruited, hits, laid=False)
        return True
    seen = step is not None and (step.kind not in SILENT) and (step.kind != "dice" or t.turn.paid)
    if step is None or not seen or t.state.setup.edition < 2:
        return False
    if not met(t, step, recruited, hits, laid=False):
        return False
    return t.ask_since("PROGRESS_MET", "progress_price", "no") == "yes"


def paid_symbols(t: Table, step: PriceStep) -> bool:
    """Whether the symbols lying on the track cover its price."""
    laid = t.laid(TARGET)
    return all(have >= need for have, need in zip(laid, step.price, strict=True))


def pay_tokens(t: Table, step: PriceStep, owners: tuple[int, ...]) -> None:
    """Discard tokens of any teams, each choosing its own; a block does not forbid this."""
    if len(owners) != step.n:
        t.impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.count", n=step.n))
    for owner in owners:
        t.within(msg("term.team"), owner, 0, len(t.state.teams) - 1, "tokens")
    for owner, n in Counter(owners).items():
        team = t.state.teams[owner]
        if len(team.tokens) < n:
            t.impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=team.name)
        let_go(t, owner, n)


def pay_dice(t: Table, step: PriceStep, dice: tuple[str, ...]) -> None:
    """Take unassigned dice out of the pool; quick depth does not name them."""
    if t.state.depth == "quick":
        return
    if len(set(dice)) != step.n:
        t.impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.count", n=step.n))
    for die in dice:
        if t.die(die).place != "pool":
            t.forbid("E_LOCKED", "no_moving", msg("remedy.unused_die"))
        t.put_die(die, place="given")
    t.put_turn(freed=t.turn.freed or t.state.setup.remove_counts_as_assign)


def advance(t: Table) -> None:
    """The marker rises one space if its price was paid and the team wants it."""
    if not t.turn.advance or due(t) is None:
        return
    t.put(progress=t.state.progress + 1)
    t.put_turn(acted=True)
    t.note("progress", "progress", n=t.state.progress, length=len(t.state.steps))
    resolve.passive(t, "progress")


def price_text(t: Table) -> object:
    """The price of the next space of the progress track, in words."""
    step = due(t)
    if step is None:
        return ""
    if step.kind == "symbols":
        return symbols_text(t, step.price)
    return msg(f"price.{step.kind or 'unknown'}", n=step.n, type=step.type)


def symbols_text(t: Table, price: tuple[int, ...]) -> object:
    """A price in symbols, in words."""
    return tuple(
        msg("term.count", n=need, symbol=symbol.name)
        for need, symbol in zip(price, t.game.symbols, strict=True)
        if need
    )


WORDS: Catalogue = {
    "refusal.E_BALANCE_MAX": _("No further space can be paid this turn"),
    "refusal.E_BALANCE_UNPAID": _("The price of the next space is not paid"),
    "remedy.count": _("It asks for {n}"),
    "remedy.by_hand": _("If your table counts it, set the number by hand: More, Adjust a number"),
    "question.PROGRESS_MET": _("The price of the next space was met. Does the marker move up?"),
    "question.PROGRESS_TYPE": _("Is one of {cards} of the type {type}?"),
    "term.count": _("{n} {symbol}"),
    "term.token_number": _("Token {n} from"),
}
