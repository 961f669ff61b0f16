"""The progress track: at most one space a turn, each with a price of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from games.messages import msg
from games.rising import resolve
from games.rising.actions import PayProgress
from games.rising.facts import PriceStep
from games.rising.state import Hit
from games.rising.table import Table

TARGET = "progress"


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
            return bool(struck or t.turn.damaged)
        case "tokens":
            return t.turn.paid == "tokens"
        case "dice":
            return not laid or t.turn.paid == "dice"
        case "recruit":
            types = {t.facts(card).type for card in recruited}
            return bool(types & {step.type, ""})
    return True


def paid_symbols(t: Table, step: PriceStep) -> bool:
    """Whether the symbols lying on the track cover its price."""
    laid = t.laid(TARGET)
    return all(have >= need for have, need in zip(laid, step.price, strict=True))


def pay(t: Table, action: PayProgress) -> None:
    """Tokens or pool dice pay for the next space, all of the price at once."""
    t.mine()
    t.phase("heroes")
    step = check_open(t)
    if t.turn.paid:
        no_more(t)
    if step.kind == "tokens":
        pay_tokens(t, step, action.owners)
    elif step.kind == "dice":
        pay_dice(t, step, action.dice)
    else:
        t.impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.pay"))
    t.put_turn(paid=step.kind)
    t.note(f"progress.paid.{step.kind}", "progress_price", team=t.team.name, n=step.n)


def pay_tokens(t: Table, step: PriceStep, owners: tuple[int, ...]) -> None:
    """Discard tokens of any teams; a block on tokens does not forbid this."""
    if len(owners) != step.n:
        t.impossible("E_BALANCE_UNPAID", "progress_price", msg("remedy.count", n=step.n))
    for owner in owners:
        t.call.within(msg("term.team"), owner, 0, len(t.state.teams) - 1, t.rule("tokens"))
        team = t.state.teams[owner]
        if not team.tokens:
            t.impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=team.name)
        ordered = sorted(team.tokens, key=lambda token: bool(token.kind))
        t.put_team(owner, tokens=tuple(ordered[1:]))
        t.put(discard=t.state.discard + 1)


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
