"""Consolation for a turn in which nothing could be done."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Prompt
from games.rising.box import Price
from games.rising.rules import progress
from games.rising.rules.abilities import uses_of
from games.rising.rules.costs import TEAM, ability_facts
from games.rising.rules.dice import symbols
from games.rising.rules.effects import draw_tokens
from games.rising.table import Own, Table


class Aid(Own, tag="aid"):
    """Whether the active team takes a token for an empty turn."""

    named = _("Consolation for an empty turn")
    take: bool

    @classmethod
    def may(cls, t: Table) -> None:
        super().may(t)
        if t.game.aid and t.turn.blocked:
            t.impossible("E_TOKEN_BLOCKED", "block", msg("remedy.blocked"))
        if t.game.aid and t.turn.acted:
            t.impossible("E_AID", "aid", msg("remedy.aid"))
        t.phase("aid")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        for said, take in (("yes", True), ("no", False)):
            yield cls.now(t, "aid", label=Msg(f"prompt.aid.{said}"), fixed={"take": take})

    def happen(self, t: Table) -> None:
        if self.take:
            judge_aid(t)
        t.put_turn(aid=True)
        t.note("aid.taken" if self.take else "aid.left", "aid", team=t.team.name)
        if self.take:
            draw_tokens(t, t.state.active, 1, "aid")


def aid_waits(t: Table) -> bool:
    """Whether an empty turn may be consoled and nobody has decided yet."""
    return t.game.aid and not (t.turn.acted or t.turn.blocked or t.turn.aid or ruled_out(t))


def offer_aid(t: Table) -> None:
    """Say why there is no consolation where the table might expect it."""
    if not t.game.aid or t.turn.acted:
        return
    if t.turn.blocked:
        t.note("aid.blocked", "block")
    elif ruled_out(t):
        t.note("aid.possible", "aid", team=t.team.name)


def ruled_out(t: Table) -> bool:
    """Whether the app knows that something could have been done; the first release asked."""
    return t.state.setup.edition > 1 and could(t) is True


def judge_aid(t: Table) -> None:
    """No consolation where the dice could have brought something; asks where prices are open."""
    possible = could(t)
    if possible is None:
        possible = t.ask("AID_POSSIBLE", "aid_judge") == "yes"
    if possible:
        t.impossible("E_AID", "aid", msg("remedy.aid"))


def could(t: Table) -> bool | None:
    """Whether a free ability was left unused, or the dice given up after the last roll would
    have completed something in reach.

    ``None`` where the app does not know all dice, prices or abilities.
    """
    if t.state.setup.edition > 1 and free_ability(t):
        return True
    last = [die for die in t.turn.dice if die.place == "given" and die.roll == t.turn.rolls]
    asked = [price for each in within_reach(t) for price in prices_of(t, each)]
    texts = [ability_facts(t, card) for card in (TEAM, *t.team.row)]
    if t.state.depth != "full" or not t.turn.rolls:
        return None
    if any(not prices_of(t, each) for each in within_reach(t)):
        return None
    if any(not facts.known for facts in texts):
        return None
    step = progress.due(t)
    if step is not None and step.kind == "":
        return None
    if step is not None and step.kind == "dice" and len(last) >= step.n:
        return True
    asked += [facts.cost for facts in texts if any(facts.cost)]
    asked += [step.price] if step is not None and step.kind == "symbols" else []
    shown = symbols(t, last)
    return any(all(have >= need for have, need in zip(shown, p, strict=True)) for p in asked)


def free_ability(t: Table) -> bool:
    """Whether a Hero has an ability without a price that could have been used."""
    return any(free(t, hero) for hero in t.team.row if hero not in t.turn.used)


def free(t: Table, hero: str) -> bool:
    facts = t.facts(hero)
    verbs = {effect.do for effect in facts.effects if not effect.when}
    if not facts.known or any(facts.cost) or verbs <= {"die"}:
        return False
    return verbs <= {"reroll", "face"} or bool(uses_of(t, hero, ()))


def within_reach(t: Table) -> tuple[str, ...]:
    """Cards dice may be laid on: a guarded battle is not among them."""
    guarded = any(t.is_villain(each) for each in t.cards(t.turn.location))
    return tuple(each for each in t.reach() if not (guarded and t.kind(each) == "battle"))


def prices_of(t: Table, card: str) -> tuple[Price, ...]:
    """What a card still asks for, beyond the symbols lying on it."""
    laid = t.laid(card)
    return tuple(
        tuple(max(need - have, 0) for need, have in zip(price, laid, strict=True))
        for price in t.facts(card).prices
    )


WORDS: Catalogue = {
    "refusal.E_AID": _("Consolation is only for a turn in which nothing could be done"),
    "remedy.aid": _("Go on without it"),
}
