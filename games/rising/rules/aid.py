"""Aid: a bonus token for a turn in which the active team could do nothing."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Prompt
from games.rising.box import Price
from games.rising.definition import Definition
from games.rising.rules import progress
from games.rising.rules.cards.abilities import uses_of
from games.rising.rules.cards.effects import draw_tokens
from games.rising.rules.dice.pool import ability_facts, symbols
from games.rising.table import ActiveTeamAct, Table


class Aid(ActiveTeamAct, tag="aid"):
    """Take a token, or not, for an empty turn of the active team."""

    named = _("Aid for an empty turn")
    take: bool

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.aid

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        if t.turn.blocked:
            t.refuse_impossible("E_TOKEN_BLOCKED", "block", msg("remedy.blocked"))
        if t.turn.acted:
            t.refuse_impossible("E_AID", "aid", msg("remedy.aid"))
        t.phase("aid")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for said, take in (("yes", True), ("no", False)):
            yield cls.now(t, "aid", label=Msg(f"prompt.aid.{said}"), fixed={"take": take})

    def apply(self, t: Table) -> None:
        if self.take:
            judge_aid(t)
        t.put_turn(aid=True)
        t.note("aid.taken" if self.take else "aid.left", "aid", team=t.team.name)
        if self.take:
            draw_tokens(t, t.state.active, 1, "aid")


def aid_waits(t: Table) -> bool:
    """Return whether an empty turn may be consoled and no one has decided yet."""
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
    """Return whether the app knows that something could have been done."""
    return could(t) is True


def judge_aid(t: Table) -> None:
    """Refuse consolation where the dice could have brought something; ask where prices are open."""
    possible = could(t)
    if possible is None:
        possible = t.ask("AID_POSSIBLE", "aid_judge") == "yes"
    if possible:
        t.refuse_impossible("E_AID", "aid", msg("remedy.aid"))


def could(t: Table) -> bool | None:
    """Return whether a free ability was left unused, or the dice given up after the last roll would
    have completed something in reach.

    ``None`` where the app does not know all dice, prices or abilities.
    """
    if free_ability(t):
        return True
    last = [die for die in t.turn.dice if die.place == "given" and die.roll == t.turn.rolls]
    asked = [price for each in within_reach(t) for price in prices_of(t, each)]
    texts = [ability_facts(t, card) for card in t.team.row]
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
    """Return whether a Hero has an ability without a price that could have been used."""
    return any(free(t, hero) for hero in t.team.row if hero not in t.turn.used)


def free(t: Table, hero: str) -> bool:
    facts = t.facts(hero)
    verbs = {effect.do for effect in facts.effects if not effect.when}
    if not facts.known or any(facts.cost) or verbs <= {"die"}:
        return False
    return verbs <= {"reroll", "face"} or bool(uses_of(t, hero, ()))


def within_reach(t: Table) -> tuple[str, ...]:
    """Return cards dice may be laid on: a guarded battle is not among them."""
    guarded = any(t.is_villain(each) for each in t.cards(t.turn.location))
    return tuple(each for each in t.reach() if not (guarded and t.kind(each) == "battle"))


def prices_of(t: Table, card: str) -> tuple[Price, ...]:
    """Return what a card still asks for, beyond the symbols lying on it."""
    laid = t.laid(card)
    return tuple(
        tuple(max(need - have, 0) for need, have in zip(price, laid, strict=True))
        for price in t.facts(card).prices
    )


WORDS: Catalogue = {
    "refusal.E_AID": _("The aid is only for a turn in which you could do nothing"),
    "remedy.aid": _("Continue without it"),
}
