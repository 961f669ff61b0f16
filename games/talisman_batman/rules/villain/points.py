"""Strength, Cunning, Life, coins and Fate (pp. 3-4), and trophies that buy them (p. 9)."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Frozen, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import some
from games.talisman_batman.rules.turn import end_encounter, takeable
from games.talisman_batman.rules.villain.fortunes import kill
from games.talisman_batman.state import Attribute, EncounterCard, State, Villain
from games.talisman_batman.state.derived import ATTRIBUTES, card_label, lowest, without
from games.talisman_batman.table import Act, Table

OVER_START = 2
"""The number of Life and Fate points allowed above the start."""
KINDS = ("life", "strength", "cunning", "fate", "coins")
AMOUNTS = tuple(Choice(n, f"{n:+d}") for n in (1, -1, 2, -2, 3, -3))


class Change(Act, tag="change"):
    """Gain or lose Strength, Cunning, Life, Fate or coins."""

    named = _("Gain or lose something")
    by_hand = True
    rebases = True
    waits = False
    seat: int
    what: str
    by: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.alive():
            kinds = tuple(Choice(kind, Msg(f"term.{kind}"), tone=kind) for kind in KINDS)
            what = Field("what", "choice", msg("field.what"), kinds, default="life")
            by = Field("by", "choice", msg("field.by"), AMOUNTS, default=1)
            yield cls.besides(t.once(fields.anybody), what, by, rule="T-120")

    def apply(self, t: Table) -> None:
        gain(t, self.seat, self.what, self.by)


class TradeBest(Act, tag="trade-best"):
    """The best set of one attribute handed in; with nothing left to take it ends the encounter."""

    named = _("Trade the best set")
    attribute: Attribute

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _time_to_trade(t, early=t.phase == "take" and not takeable(t))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for offer in offers(t.state):
            attribute = Msg(f"term.{offer.attribute}")
            label = msg("prompt.trade-best", n=offer.gain, waste=offer.waste, attribute=attribute)
            yield cls.now(
                t,
                rule="T-079",
                label=label,
                expected=False,
                tone=offer.attribute,
                attribute=offer.attribute,
            )

    def apply(self, t: Table) -> None:
        offer = best(t.state, t.me, self.attribute)
        if offer is None:
            t.refuse_impossible("T-E21", "T-079")
        if t.phase == "take":
            end_encounter(t)
        _trade(t, offer.cards)


class Trade(Act, tag="trade"):
    """Hand in trophies for Strength and Cunning, at the end of the player's own turn."""

    named = _("Trade trophies")
    cards: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _time_to_trade(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if offers(t.state):
            cards = fields.cards("cards", t.me.trophies, "T-080", low=1, hint=True)
            yield cls.now(t, cards, rule="T-079", expected=False)

    def apply(self, t: Table) -> None:
        _trade(t, self.cards)


# -- numbers -----------------------------------------------------------------------------


def gain(t: Table, seat: int, what: str, by: int) -> None:
    """Gain (or with a negative number lose) points; what the limits cut off is noted."""
    villain = t.living(seat)
    if what not in KINDS or not by:
        t.refuse_impossible("E_MALFORMED", problem=f"{what} {by}")
    before = int(getattr(villain, what))
    low, high, rule = limits(t.state, seat, what)
    pools = {"coins": t.state.coin_pool, "fate": t.state.fate_pool}
    if by > 0 and pools.get(what) == 0:
        t.refuse_impossible("T-E29", "T-120", what=msg(f"term.{what}"))
    after = max(low, min(high, before + by)) if by > 0 else max(low, before + by)
    set_points(t, seat, what, after)
    t.note(
        "gain" if by > 0 else "lose",
        rule,
        who=t.who(seat),
        what=Msg(f"term.{what}"),
        n=abs(after - before),
        before=before,
        after=after,
    )
    if abs(after - before) < abs(by):
        t.note("capped", rule, n=abs(by) - abs(after - before))
    if what == "life" and after == 0:
        kill(t, seat)


def limits(state: State, seat: int, what: str) -> tuple[int, int, str]:
    """Return from where to where a number of a villain goes, and the rule that says so."""
    villain = state.villains[seat]
    if what == "life":
        return 0, villain.sheet.life + OVER_START, "T-021"
    if what == "fate":
        most = min(villain.sheet.fate + OVER_START, villain.fate + state.fate_pool)
        return 0, most, "T-027"
    if what == "coins":
        return 0, villain.coins + state.coin_pool, "T-120"
    dial = state.options.dial_max or 99
    low = lowest(state, seat, "strength" if what == "strength" else "cunning")
    return low, max(dial, int(getattr(villain, what))), "T-019"


def set_points(t: Table, seat: int, what: str, value: int) -> None:
    """Set one number, the pool of its tokens following."""
    moved = value - int(getattr(t.villain(seat), what))
    if what == "coins":
        t.put(coin_pool=t.state.coin_pool - moved)
    if what == "fate":
        t.put(fate_pool=t.state.fate_pool - moved)
    t.change(seat, **{what: value})


def spend_fate(t: Table, seat: int) -> None:
    """Return one Fate token to the pool; refuse without one."""
    fate = t.villain(seat).fate
    if fate < 1:
        t.refuse_impossible("T-E08", "T-023", who=t.who(seat))
    set_points(t, seat, "fate", fate - 1)


# -- trophies ----------------------------------------------------------------------------


def _time_to_trade(t: Table, *, early: bool = False) -> None:
    t.mine("T-079")
    if t.phase != "end" and not early:
        t.refuse("T-E21", "T-079")
    if t.me.insane:
        t.refuse("T-E21", "T-Q17")


def _trade(t: Table, ids: tuple[int, ...]) -> None:
    villain = t.me
    cards = some(t, villain.trophies, ids, "T-079")
    if not cards:
        t.refuse_impossible("T-NO-CARD", "T-079")
    bought = value(t.state, villain, cards)
    if not any(bought.values()):
        t.refuse_impossible("T-E21", "T-082")
    _spare(t, cards, bought)
    name = t.who(t.active)
    t.note("trades", "T-079", who=name, cards=tuple(card_label(c) for c in cards))
    for attribute, points in bought.items():
        if points:
            before = int(getattr(t.me, attribute))
            facts = {"what": Msg(f"term.{attribute}"), "before": before, "after": before + points}
            t.note("gain", "T-079", who=name, n=points, **facts)
            t.change(t.active, **{attribute: before + points})
    t.to_pile(*cards)
    t.change(t.active, trophies=without(villain.trophies, *(card.id for card in cards)))


def _spare(t: Table, cards: tuple[EncounterCard, ...], bought: dict[Attribute, int]) -> None:
    """Ask before a card is burnt that buys nothing."""
    for card in cards:
        rest = tuple(c for c in cards if c.id != card.id)
        if value(t.state, t.me, rest) == bought:
            t.warn("BURN", "T-080", card=card_label(card))


# -- what they buy -----------------------------------------------------------------------


class TrophyTrade(Frozen):
    """A set of trophies: the points it buys and the trophy points it wastes."""

    attribute: Attribute
    cards: tuple[int, ...]
    gain: int
    waste: int


def room(state: State, villain: Villain, attribute: Attribute) -> int:
    """Return how many points the dial still takes."""
    top = state.options.dial_max or 99
    return max(0, top - int(getattr(villain, attribute)))


def best(state: State, villain: Villain, attribute: Attribute) -> TrophyTrade | None:
    """Return the set with the most points, then the least waste, then the fewest cards."""
    cards = tuple(c for c in villain.trophies if c.attribute == attribute)
    reached: dict[int, tuple[EncounterCard, ...]] = {0: ()}
    for card in cards:
        for points, chosen in tuple(reached.items()):
            more = points + card.value
            if more not in reached or len(reached[more]) > len(chosen) + 1:
                reached[more] = (*chosen, card)
    rate, limit = state.options.trophy_rate, room(state, villain, attribute)
    points = max(reached, key=lambda p: (min(p // rate, limit), -p))
    gain = min(points // rate, limit)
    if not gain:
        return None
    ids = tuple(card.id for card in reached[points])
    return TrophyTrade(attribute, ids, gain, points - gain * rate)


def offers(state: State) -> tuple[TrophyTrade, ...]:
    """Return the best set of each attribute for the active villain."""
    found = (best(state, state.villains[state.active], attribute) for attribute in ATTRIBUTES)
    return tuple(offer for offer in found if offer is not None)


def value(state: State, villain: Villain, cards: tuple[EncounterCard, ...]) -> dict[Attribute, int]:
    """Return what a set of trophies buys, each attribute for itself."""
    rate = state.options.trophy_rate
    return {
        attribute: min(
            sum(c.value for c in cards if c.attribute == attribute) // rate,
            room(state, villain, attribute),
        )
        for attribute in ATTRIBUTES
    }


WORDS: Catalogue = {
    "prompt.trade": _("Trade in other trophies"),
    "prompt.trade-best": _n(
        "Trade in the best set: {attribute} +{n}, {waste} wasted",
        "Trade in the best set: {attribute} +{n}, {waste} wasted",
    ),
    "prompt.change": _("Gain or lose points"),
    "field.what": _("What"),
    "note.trades": _("{who} trades in {cards}"),
    "note.gain": _("{who}, {what}: {before} → {after}"),
    "note.lose": _("{who}, {what}: {before} → {after}"),
    "note.capped": _n("{n} point is lost to a limit", "{n} points are lost to a limit"),
    "question.BURN": _("{card} buys nothing and would be wasted"),
    "refusal.T-E21": _("Trophies cannot be traded now, or these buy nothing"),
}
