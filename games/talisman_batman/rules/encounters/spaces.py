"""Encounters with a space (pp. 8-9): its cards dealt with in order, and taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards import lesson
from games.talisman_batman.rules.cards.goods import (
    give,
    some,
)
from games.talisman_batman.rules.encounters.drawing import (
    UNKNOWN,
    at_the_cards,
)
from games.talisman_batman.rules.movement import places, plan
from games.talisman_batman.rules.turn import (
    end_encounter,
    go_on,
    may_take,
    meet,
    next_enemies,
    open_fight,
    pending,
    takeable,
    to_end,
    unnumbered,
)
from games.talisman_batman.state import (
    NAME,
    Attribute,
    Box,
    EncounterCard,
    Fight,
    Fighter,
    Name,
    Spot,
    State,
    rings,
)
from games.talisman_batman.state.derived import (
    card_label,
    find,
    known,
    named,
    space_label,
    together,
)
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import space_key


class Space(Act, tag="space"):
    """Encounter the space, which shows this many card symbols (-1: the plan knows).

    ``found`` is an unnamed place whose cards are here; ``name`` is what the board calls a place on
    the ring that had no name so far.
    """

    named = _("Encounter the space")
    teaches = True
    symbols: Annotated[int, Range(UNKNOWN, 3)] = UNKNOWN
    found: str = ""
    name: Name = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-055")
        t.moment("T-055", "encounter")
        if t.me.turning_back:
            t.refuse("T-TURNING", "T-Q29")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        inputs: tuple[Field, ...] = ()
        if plan.symbols(t.state, t.me.space) is None:
            inputs = (fields.symbols(),) if _seen(t) == UNKNOWN else ()
            if rings.placed(t.state.plan, t.me.space) and not named(t.me.space):
                inputs = (_name_of(t), *inputs)
        if lying := _unnamed(t):
            choices = tuple(
                Choice(s.space, msg("choice.found", cards=tuple(card_label(c) for c in s.cards)))
                for s in lying
            )
            none = Choice("", msg("choice.none"))
            found = Field(
                "found",
                "choice",
                msg("field.found"),
                (none, *choices),
                default="",
                optional=True,
                rule="T-058",
            )
            inputs = (*inputs, found)
        yield cls.now(t, *inputs, rule="T-055", label=_what_is_here(t))

    def apply(self, t: Table) -> None:
        self.bounded(t, "T-058")
        if self.name.strip():
            _give_name(t, space_key(self.name))
        if self.found:
            if self.found not in {s.space for s in _unnamed(t)}:
                t.refuse_impossible("T-NO-CARD", "T-058")
            t.change(t.active, space=self.found)
        _encounter(t, _seen(t) if self.symbols == UNKNOWN else self.symbols)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return places.seen(known, state)


class SkipEncounter(Act, tag="no-encounter"):
    """Skip the encounter while turning back, or while waiting to go up."""

    named = _("Encounter nothing")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-055")
        t.moment("T-055", "encounter")
        if not (t.me.turning_back or t.me.guard_passed):
            t.refuse("T-MUST", "T-055")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        waits = t.me.guard_passed
        label = msg("prompt.no-encounter-up" if waits else "prompt.no-encounter")
        yield cls.now(t, rule="T-Q29", label=label)

    def apply(self, t: Table) -> None:
        _pass_by(t)


def straight_on(t: Table, symbols: int) -> None:
    """Encounter the space at once after a move, where there is nothing to choose.

    ``symbols`` is its number of card symbols (-1: the plan knows). A given number means the table
    has seen the space; without one, no one else may be there and the plan must know it.
    """
    if t.phase == "batman-roll" or symbols != UNKNOWN:
        t.turn(meant=symbols)
    if t.me.turning_back and t.phase == "encounter" and not (_company(t) or _something_first(t)):
        _pass_by(t)
        return
    if (
        not t.allows(Space.ensure_allowed, t)
        or t.me.guard_passed
        or _unnamed(t)
        or _something_first(t)
    ):
        return
    if symbols == UNKNOWN and (_company(t) or plan.symbols(t.state, t.me.space) is None):
        return
    _encounter(t, symbols)


def _pass_by(t: Table) -> None:
    t.turn(meant=None)
    t.note("no-encounter", "T-Q29", who=t.who(t.active))
    to_end(t)


def _company(t: Table) -> bool:
    """Return whether another villain may be on the active villain's space."""
    others = (seat for seat in t.alive() if seat != t.active)
    return any(together(t.state, t.active, seat) is not False for seat in others)


def _something_first(t: Table) -> bool:
    """Return whether this table leaves things or searches desks before an encounter, and could."""
    leaves = t.state.options.ditch_first and (t.me.goods or t.me.coins)
    picks = any(card.name == "lock-picks" for card in t.me.objects)
    return bool(leaves) or (picks and t.switched("lockPicksReplaceEncounter"))


def _encounter(t: Table, symbols: int) -> None:
    """Begin the encounter with the space: that many cards to draw, less those on it."""
    t.turn(meant=None)
    planned = plan.symbols(t.state, t.me.space)
    if planned is None and symbols != UNKNOWN and known(t.me.space):
        t.put(plan=plan.with_symbols(t.state.plan, (t.me.space, symbols)))
    shown = symbols if symbols != UNKNOWN or planned is None else planned
    lying = len(t.here.cards)
    draws = UNKNOWN if shown == UNKNOWN else max(0, shown - lying)
    facts = {"who": t.who(t.active), "n": max(0, draws), "lying": lying}
    t.note(_opening(draws, lying), "T-058", **facts)
    if t.me.guard_passed and (draws or not t.switched("guardPostLying")):
        t.note("guard-forfeit", "T-133", who=facts["who"])
        t.change(t.active, guard_passed=False)
    t.turn(phase="cards", here="space", to_draw=draws)
    go_on(t)
    if not shown and named(t.me.space) and t.me.space != "falcone":
        lesson.meet(t, lesson.of_space(t.me.space), t.active)


def _opening(draws: int, lying: int) -> str:
    """Return the code of the sentence that opens an encounter; it leaves out what is none."""
    if draws == UNKNOWN:
        return "space-open"
    if not draws:
        return "space-lying" if lying else "space-empty"
    return "space" if lying else "space-draw"


# -- cards are drawn ---------------------------------------------------------------------


class Meet(Act, tag="fight"):
    """Fight the Enemies that come next."""

    named = _("Fight an Enemy")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        at_the_cards(t, "T-059")
        if not next_enemies(t.state):
            t.refuse_impossible("T-NO-ENEMY", "T-059")
        if t.state.turn.to_draw > 0:
            t.refuse("T-DRAW-FIRST", "T-058", n=t.state.turn.to_draw)
        if cards := unnumbered(t.state):
            t.refuse_impossible("T-NUMBER", "T-059", card=card_label(cards[0]))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        first = pending(t.state)[0]
        label = msg("prompt.fight", card=card_label(first), n=first.value)
        yield cls.now(t, rule="T-066", label=label)

    def apply(self, t: Table) -> None:
        t.turn(to_draw=0)
        meet(t)


class Resolve(Act, tag="resolve"):
    """A card other than an Enemy has been carried out; it ``stays`` or is discarded."""

    named = _("Resolve a card")
    card: int
    stays: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-059")
        t.moment("T-059", "cards", "take")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        cards, left = pending(t.state), t.state.turn.to_draw
        if t.phase != "cards" or left > 0 or not cards or unnumbered(t.state):
            return
        if cards[0].kind != "enemy":
            remains = cards[0].kind in ("stranger", "place")
            for stays in (remains, not remains):
                name = "prompt.resolve-stays" if stays else "prompt.resolve"
                label = msg(name, card=card_label(cards[0]))
                yield cls.now(t, rule="T-059", label=label, card=cards[0].id, stays=stays)

    def apply(self, t: Table) -> None:
        here, waiting = t.here, pending(t.state)
        card = find(waiting, self.card)
        if card is None:
            t.refuse_impossible("T-NO-CARD", "T-059")
        if waiting[0].id != card.id:
            t.refuse("T-FIRST", "T-059", card=card_label(waiting[0]))
        t.turn(resolved=(*t.state.turn.resolved, card.id))
        t.note("resolved", "T-059", card=card_label(card))
        if not self.stays:
            t.to_pile(card)
            t.take_up(here, card.id)
        go_on(t)
        if card.name and card.kind not in ("object", "follower"):
            lesson.meet(t, lesson.of_card(card.name), t.active)


class Ambush(Act, tag="ambush"):
    """An Enemy made by an Event, a Place, a Stranger or the space; it leaves no trophy."""

    named = _("Fight an Enemy without a card")
    by_hand = True
    name: Name
    attribute: Attribute
    value: Annotated[int, Range(0, 30)]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-092")
        t.moment("T-092", "cards", "take")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        name = cls.field("name")
        value = cls.field("value", rule="T-066")
        inputs = (name, fields.attribute(rule="T-066"), value)
        yield replace(cls.besides(*inputs, rule="T-092"), actors=(t.active,))

    def apply(self, t: Table) -> None:
        self.bounded(t, "T-066")
        t.note("ambush", "T-092", who=t.who(t.active), name=self.name)
        fighter = Fighter(t.active)
        open_fight(t, Fight("ambush", fighter, self.attribute, name=self.name, value=self.value))


# -- what can be taken -------------------------------------------------------------------


class TakeGoods(Act, tag="take"):
    """Pick up Objects, Followers and coins from the space."""

    named = _("Pick things up")
    cards: tuple[int, ...] = ()
    coins: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-061")
        if t.state.turn.here == "villain":
            t.refuse("T-E15", "T-057")
        t.moment("T-061", "take")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        cards = tuple(card for card in t.here.cards if t.allows(may_take, t, card))
        coins = t.here.coins
        inputs: tuple[Field, ...] = ()
        if cards:
            ids = tuple(card.id for card in cards)
            low = 0 if coins else 1
            inputs = (fields.cards("cards", cards, "T-061", low=low, default=ids, hint=True),)
        if coins:
            low = 0 if cards else 1
            inputs = (*inputs, cls.field("coins", low=low, high=coins, default=coins, rule="T-061"))
        if inputs:
            yield cls.now(t, *inputs, rule="T-061")

    def apply(self, t: Table) -> None:
        here, name = t.here, t.who(t.active)
        taken = self._taken(t)
        t.require_range(Msg("term.coins"), self.coins, 0, here.coins, "T-061")
        if not taken and not self.coins:
            t.refuse_impossible("T-NOTHING", "T-061")
        if taken:
            t.note("takes", "T-061", who=name, cards=tuple(card_label(c) for c in taken))
        if self.coins:
            t.note("takes-coins", "T-061", who=name, n=self.coins)
        t.take_up(replace(here, coins=here.coins - self.coins), *(c.id for c in taken))
        give(t, t.active, *taken)
        t.change(t.active, coins=t.me.coins + self.coins)

    def _taken(self, t: Table) -> tuple[EncounterCard, ...]:
        cards = []
        for id in dict.fromkeys(self.cards):
            (card,) = some(t, t.here.cards, (id,), "T-061")
            may_take(t, card)
            cards.append(card)
        return tuple(cards)


class Done(Act, tag="done"):
    """End the encounter; the remaining cards stay."""

    named = _("End the encounter")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine("T-059")
        t.moment("T-059", "take")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        me = t.me
        if me.trophies or me.goods or me.coins or me.insane:
            left = takeable(t)
            label = msg("prompt.done-leaving", cards=left) if left else ""
            yield cls.now(t, rule="T-079", label=label, expected=False)

    def apply(self, t: Table) -> None:
        end_encounter(t)


# -- checks ------------------------------------------------------------------------------


def _seen(t: Table) -> int:
    """Return the card symbols that were entered with the move to this space."""
    meant = t.state.turn.meant
    return UNKNOWN if meant is None else meant


def _what_is_here(t: Table) -> Msg | str:
    """Return the question about a place on the ring that no one has named; else nothing."""
    space = t.me.space
    if named(space) or plan.symbols(t.state, space) is not None:
        return ""
    if not rings.placed(t.state.plan, space):
        return ""
    return msg("prompt.name-space", place=rings.label(t.state.plan, space, t.me.floor))


def _name_of(t: Table) -> Field:
    """Return a field for what a place is called: the names that have no place yet, or a new one."""
    choices = tuple(
        Choice(space, space_label(space, t.me.floor)) for space in plan.unplaced(t.state)
    )
    return Field("name", "text", msg("field.printed"), choices, high=NAME, optional=True)


def _give_name(t: Table, name: str) -> None:
    """Name the place where the active villain is, once."""
    space, floor = t.me.space, t.me.floor
    if not known(name) or not named(name):
        t.refuse_impossible("T-NAME", "T-005")
    if named(space):
        t.refuse_impossible("T-NAMED", "T-005", space=space_label(space, floor))
    if rings.placed(t.state.plan, name):
        t.refuse_impossible("T-NAMED", "T-005", space=space_label(name, floor))
    plan.on_floor(t.state, name, floor, t, t.active)
    place = rings.label(t.state.plan, space, floor)
    t.note("named", "T-005", place=place, space=space_label(name, floor))
    t.name_space(space, name)


def _unnamed(t: Table) -> tuple[Spot, ...]:
    """Return places no one named on this floor where something lies."""
    villain = t.me
    if known(villain.space):
        return ()
    return tuple(
        s
        for s in t.state.spots
        if not known(s.space) and s.floor == villain.floor and s.space != villain.space
    )


WORDS: Catalogue = {
    "prompt.space": _("Encounter the space"),
    "prompt.name-space": _("What is this space called, and how many cards? {place}"),
    "field.printed": _("The name printed on it (or leave it for later)"),
    "note.named": _("{place}: {space}"),
    "refusal.T-NAMED": _("{space} already has its place and its name"),
    "prompt.no-encounter": _("No encounter while turning back"),
    "prompt.no-encounter-up": _("Wait here to go upstairs next turn"),
    "prompt.fight": _("Fight {card} ({n})"),
    "prompt.resolve": _("{card} is resolved and discarded"),
    "prompt.resolve-stays": _("{card} is resolved and stays"),
    "prompt.ambush": _("An Enemy without a card attacks"),
    "prompt.take": _("Take the things here"),
    "prompt.done": _("End of turn: trade, leave things"),
    "prompt.done-leaving": _("To the end of the turn, leaving {cards} here"),
    "field.found": _("On this space"),
    "choice.none": _("Nothing"),
    "choice.found": _("{cards}"),
    "note.guard-forfeit": _("{who} encounters this space and gives up the way upstairs"),
    "note.space": _n(
        "{who} encounters the space: {n} card to draw, {lying} already there",
        "{who} encounters the space: {n} cards to draw, {lying} already there",
    ),
    "note.space-draw": _n(
        "{who} encounters the space: {n} card to draw",
        "{who} encounters the space: {n} cards to draw",
    ),
    "note.space-lying": _n(
        "{who} encounters the space: {lying} card already there, none to draw",
        "{who} encounters the space: {lying} cards already there, none to draw",
        by="lying",
    ),
    "note.space-empty": _("{who} encounters the space: no cards to draw"),
    "note.space-open": _("{who} encounters the space"),
    "note.resolved": _("{card} is resolved"),
    "note.ambush": _("{name} attacks {who}"),
    "note.takes": _("{who} takes {cards}"),
    "note.takes-coins": _n("{who} picks up {n} coin", "{who} picks up {n} coins"),
    "note.no-encounter": _("{who} has no encounter here"),
    "refusal.T-E15": _("You chose to encounter a villain; cards on this space stay"),
    "refusal.T-E22": _("{card} was left this turn and stays"),
    "refusal.T-NUMBER": _("Enter {card}'s encounter number first"),
    "refusal.T-NO-ENEMY": _("No Enemy is next"),
    "refusal.T-TURNING": _("While turning back, spaces are ignored"),
    "refusal.T-MUST": _("You have to encounter something: the space or a villain"),
    "refusal.T-DRAW-FIRST": _n("Draw {n} more card first", "Draw {n} more cards first"),
    "refusal.T-FIRST": _("{card} comes first"),
}
