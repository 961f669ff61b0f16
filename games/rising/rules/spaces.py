"""Spaces no one has counted, of cards and of the track: asked when it matters, once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import GROUPS, Box
from games.rising.box.teaching import Sizes, with_library, with_size
from games.rising.definition import Definition
from games.rising.rules.cards.effects import said
from games.rising.rules.reach import card_choices
from games.rising.rules.sections import (
    behind,
    every_fall,
    fill_section,
    keep_open,
    lowest,
    size_section,
    uncounted_section,
)
from games.rising.state import State, TableCard
from games.rising.table import Act, ActiveTeamAct, Table

MOST = 9
"""The most damage spaces anyone is asked about."""
DECISIVE = ("hero", "boss", "")
"""Kinds of cards whose defeat loses or wins the game; one of unknown kind may be a Hero."""


def before_dice(t: Table) -> bool:
    """Return whether spaces are asked before the Hero dice; tables of 1.0.0 ask at the end."""
    return t.state.setup.edition > 4


def unmeasured(t: Table) -> tuple[str, ...]:
    """Return cards of unknown capacity that have been damaged since the table was last asked."""
    return tuple(
        each.id
        for each in t.state.pieces
        if each.damage > each.asked and (not t.capacity(each) or unconfirmed(t, each))
    )


def unconfirmed(t: Table, card: TableCard) -> bool:
    """Return whether only other groups have counted the spaces of a card."""
    return t.known(card.card).confidence == GROUPS


def told_spaces(t: Table) -> None:
    """Count the ticks of the results in quick depth: these cards are full, whenever hit."""
    if not t.turn.told:
        return
    for card in t.turn.full:
        if t.has(card) and t.piece(card).damage and not t.capacity(card):
            measure(t, card, -1)
    if not before_dice(t):
        for card in unmeasured(t):
            t.put_piece(card, asked=t.piece(card).damage)


def at_stake(t: Table) -> tuple[str, ...]:
    """Return what the one question of a turn is about, the most decisive first: ids of cards (in
    quick depth), and ``section.N`` of the track; nothing once it has been answered."""
    if t.turn.counted or decided(t):
        return ()
    if not t.turn.told:
        at = uncounted_section(t) if t.step == "hit" else -1
        return tuple(f"section.{each}" for each in (at, *behind(t, at))) if at >= 0 else ()
    open_ = [t.piece(each) for each in unmeasured(t) if each not in t.turn.full]
    cards = sorted((each for each in open_ if not each.later), key=weight(t), reverse=True)
    at = uncounted_section(t) if t.step == "hit" else -1
    track = tuple(f"section.{each}" for each in (at, *behind(t, at))) if at >= 0 else ()
    ends = t.game.doom.on_full == "loss" and at == len(t.state.sections) - 1
    ahead = int(bool(cards) and decides(t, cards[0]) and not ends)
    ids = tuple(each.id for each in cards)
    return (*ids[:ahead], *track[:1], *ids[ahead:], *track[1:])


def decided(t: Table) -> bool:
    """Return whether the last space of the boss is filled: a win beats whatever else is full."""
    boss = t.boss()
    full = bool(boss) and bool(t.capacity(boss)) and t.full(boss)
    return full and t.state.setup.edition > 7


def weight(t: Table) -> Callable[[TableCard], tuple[bool, bool, bool, int]]:
    """Return how decisive it is whether a card is full: whether that ends the game comes first."""

    def of(each: TableCard) -> tuple[bool, bool, bool, int]:
        kind = t.kind(each) in DECISIVE
        return decides(t, each), kind, t.owner(each.id) >= 0, each.damage

    return of


def uncounted(t: Table) -> str:
    """Return the card whose spaces quick depth asks for, or ``""``."""
    if not before_dice(t):
        return _uncounted_before(t)
    if every_fall(t):
        first = (*at_stake(t), "")[0]
        return first if t.has(first) else ""
    open_ = [
        each
        for each in map(t.piece, unmeasured(t))
        if not t.turn.counted or (each.damage > 1 and t.kind(each) in DECISIVE)
    ]
    return max(open_, key=weight(t), default=TableCard("")).id


def least(t: Table, piece: TableCard) -> int:
    """Return the fewest spaces a damaged card can be said to have.

    Damage of one attack may be more than the card could take, since no one was asked in between.
    """
    return 1 if every_fall(t) else piece.damage


def exact(t: Table, piece: TableCard) -> bool:
    """Return whether the damage of a card that is full now is the number of its spaces: one less
    has not filled it. Several at once may have been more than it could take."""
    before = piece.asked if t.state.setup.edition > 6 else 0
    return piece.damage <= max(least(t, piece), before + 1)


def _uncounted_before(t: Table) -> str:
    """Return what releases asked that put the question at the end of a turn only."""
    if not t.turn.told:
        return ""
    open_ = [
        each
        for each in t.state.pieces
        if each.damage > int(t.turn.counted)
        and not each.later
        and not t.capacity(each)
        and t.kind(each) in DECISIVE
    ]
    return max(open_, key=lambda each: (each.damage, t.owner(each.id)), default=TableCard("")).id


def decides(t: Table, card: TableCard) -> bool:
    """Return whether the game ends if this card is full, as far as Heroes are counted."""
    if t.kind(card) == "boss":
        return True
    if t.kind(card) not in DECISIVE:
        return False
    others = {each.id for each in t.state.pieces if t.is_hero(each.id) and t.full(each.id)}
    owner = t.owner(card.id)
    last = owner >= 0 and not {*t.state.teams[owner].row} - {card.id} - others
    return last or t.state.defeated + len(others) + 1 >= t.state.setup.hero_limit


def spaces_wait(t: Table) -> bool:
    """Return whether the table has to say how much a card can take."""
    if not t.turn.told:
        return bool(unmeasured(t))
    return bool(at_stake(t) if every_fall(t) else uncounted(t))


def turn_waits(t: Table) -> bool:
    """Return whether the one question of a quick turn comes now, before the track is tested."""
    return every_fall(t) and bool(at_stake(t))


def ticks(t: Table) -> tuple[Field, ...]:
    """Return what may be full besides what is asked about, to be ticked in the same answer."""
    rest = at_stake(t)[1:] if every_fall(t) else ()
    cards = card_choices(t, tuple(each for each in rest if t.has(each)))
    known = {each.value: each for each in cards}
    choices = tuple(known.get(each) or _section_choice(t, each) for each in rest)
    label, rule = Msg("field.full_too"), t.rule("cap")
    field = Field("full", "choices", label, choices, high=len(rest), optional=True, rule=rule)
    return (field,) if rest else ()


def _section_choice(t: Table, source: str) -> Choice:
    if len(t.state.sections) == 1:
        return Choice(source, Msg("term.track"))
    return Choice(source, msg("term.section", n=int(source.partition(".")[2]) + 1))


def check_ticks(t: Table, full: tuple[str, ...]) -> tuple[str, ...]:
    """Return what could be ticked beside the question of this turn; refuse anything else."""
    rest = at_stake(t)[1:]
    for each in full:
        if each not in rest:
            t.refuse_impossible("E_NO_CARD", "cap", card=each)
    return rest


def tick(t: Table, rest: tuple[str, ...], full: tuple[str, ...]) -> None:
    """Take in what was ticked beside the question of the turn; the rest is not full yet."""
    cards = [each for each in rest if t.has(each)]
    for each in cards:
        if each in full:
            measure(t, each, -1)
        else:
            t.put_piece(each, asked=t.piece(each).damage)
    left = tuple(each for each in cards if each not in full)
    if len(left) > 1:
        t.note("card.none_full", "cap", cards=t.names(left))
    for each in left if len(left) == 1 else ():
        t.note("card.not_full", "cap", card=t.name(each), damage=t.piece(each).damage)
    told = [each for each in rest if each not in cards]
    for i, each in enumerate(told):
        fill_section(t, int(each.partition(".")[2]), each in full, set(told[i + 1 :]) & set(full))


class CountSpaces(Act, tag="card.count"):
    """The damage spaces of one card (its id) in quick depth: ``n`` many, -1 for "full now", 0 for
    "not full yet": it is asked again after its next damage, -2 to leave it uncounted in this game.
    ``full`` is what else has no empty space left: ids of cards, ``section.N`` of the track.
    """

    named = _("Count the damage spaces of a card")
    teaches = True
    rebases = True
    card: str
    n: Annotated[int, Range(-2, MOST, "term.capacity")]
    full: tuple[str, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if cls.actors(t) is not None:
            t.mine()
        early = t.state.depth == "quick" and before_dice(t) and not every_fall(t)
        t.phase(*(("hit",) if every_fall(t) else ()), "spaces", *(("heroes",) if early else ()))

    @classmethod
    def actors(cls, t: Table) -> tuple[int, ...] | None:
        several = t.several and before_dice(t)
        return (t.state.active,) if several else None

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        early = t.step == "heroes" and not every_fall(t)
        card = uncounted(t) if early or t.turn.told else ""
        if not card:
            return
        piece, fixed, also = t.piece(card), {"card": card}, ticks(t)
        numbers = tuple(Choice(n, str(n)) for n in range(least(t, piece), MOST + 1))
        again = "again" if piece.asked and before_dice(t) else "count"
        first = ".first" if t.step == "heroes" else ""
        label = msg(f"prompt.card.{again}{first}", card=t.name(card))
        kind = t.kind(piece) if t.kind(piece) in ("villain", "knight", "boss") else "hero"
        help_ = msg(
            f"help.card.{again}.{kind}" if again == "again" else "help.card.count",
            damage=piece.damage,
        )
        field = Field("n", "choice", Msg("field.spaces"), numbers, rule=t.rule("cap"))
        if unconfirmed(t, piece) and t.capacity(piece):
            help_ = msg("help.card.others", n=t.capacity(piece))
        if numbers:
            yield cls.now(t, "cap", field, *also, label=label, fixed=fixed, help=help_)
        full = msg("prompt.card.full", card=t.name(card), damage=piece.damage)
        yield cls.now(t, "cap", *also, label=full, fixed={**fixed, "n": -1}, tone="danger")
        later = Msg("prompt.card.not_full" if before_dice(t) else "prompt.card.uncounted")
        yield cls.now(t, "cap", *also, label=later, fixed={**fixed, "n": 0}, tone="quiet")
        if every_fall(t):
            label = Msg("prompt.card.uncounted")
            yield cls.now(t, "cap", *also, label=label, fixed={**fixed, "n": -2}, tone="quiet")

    def apply(self, t: Table) -> None:
        self.bounded(t, "cap")
        if not self.card or self.card != uncounted(t):
            t.refuse_impossible("E_NO_CARD", "cap", card=self.card)
        low = least(t, t.piece(self.card)) if self.n > 0 else -1 - every_fall(t)
        t.require_range(Msg("term.capacity"), self.n, low, MOST, "cap")
        rest = check_ticks(t, self.full) if every_fall(t) else ()
        t.put_turn(counted=True)
        if self.n > -2 and (self.n or before_dice(t)):
            measure(t, self.card, self.n)
        else:
            t.put_piece(self.card, later=True)
            t.note("card.open", "cap", card=t.name(self.card))
        tick(t, rest, self.full)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class Spaces(Act, tag="card.spaces"):
    """Enter the damage spaces of cards (ids) whose capacity is unknown: a number each, 0 for "not
    full yet, ask later", -1 for "full now"."""

    named = _("Enter how much damage a card can take")
    teaches = True
    cards: tuple[str, ...]
    spaces: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("spaces")
        if t.turn.told:
            t.refuse_impossible("E_DEPTH", "cap", msg("remedy.quick"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        cards = unmeasured(t)
        later = (Choice(0, Msg("choice.not_full")), Choice(-1, Msg("choice.full_now")))
        field = Field(
            "spaces",
            "sequence",
            Msg("field.spaces"),
            (*later, *(Choice(n, str(n)) for n in range(1, MOST + 1))),
            tuple(
                msg("term.damaged_card", card=t.name(each), damage=t.piece(each).damage)
                for each in cards
            ),
            default=(0,) * len(cards),
            rule=t.rule("cap"),
        )
        yield cls.now(t, "cap", field, fixed={"cards": cards})

    def apply(self, t: Table) -> None:
        if self.cards != unmeasured(t) or len(self.spaces) != len(self.cards):
            t.refuse_impossible("E_MALFORMED", "", problem=", ".join(self.cards))
        for card, count in zip(self.cards, self.spaces, strict=True):
            t.require_range(Msg("term.capacity"), count, -1, MOST, "cap")
            measure(t, card, count)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


class CountSection(ActiveTeamAct, tag="section.count"):
    """The spaces of one section (from 0) of the track, as its counters reach it; -1 leaves the
    track uncounted in this game. ``full`` are the cards (ids) that have no empty space left."""

    named = _("Count the spaces of a section")
    teaches = True
    section: int
    n: Annotated[int, Range(-1, Sizes.section, "field.sizes")]
    full: tuple[str, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("hit")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        at = asked_section(t)
        if at < 0:
            return
        numbers = tuple(Choice(n, str(n)) for n in range(lowest(t, at), Sizes.section + 1))
        field = Field("n", "choice", Msg("field.spaces"), numbers, rule=t.rule("track"))
        several = len(t.state.sections) > 1
        code = "prompt.section.count" if several else "prompt.section.whole"
        fixed, also, help_ = {"section": at}, ticks(t), Msg("help.section.count")
        yield cls.now(t, "track", field, *also, label=msg(code, n=at + 1), fixed=fixed, help=help_)
        label, fixed = Msg("prompt.card.uncounted"), {**fixed, "n": -1}
        yield cls.now(t, "track", *also, label=label, fixed=fixed, tone="quiet")

    def apply(self, t: Table) -> None:
        at = asked_section(t)
        if at < 0 or self.section != at:
            t.refuse_impossible("E_MALFORMED", "track", problem=str(self.section))
        self.bounded(t, "track")
        low = -1 if self.n < 0 else lowest(t, at)
        t.require_range(Msg("field.sizes"), self.n, low, Sizes.section, "track")
        rest = check_ticks(t, self.full)
        t.put_turn(counted=True)
        if self.n >= 0:
            size_section(t, at, self.n)
        else:
            t.put(doom_left=True)
            t.note("section.open", "track")
            keep_open(t)
        tick(t, rest, self.full)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        box = with_library(box, state)
        return box if self.n < 0 else with_size(game, box, state, self.section, self.n)


def asked_section(t: Table) -> int:
    """Return the section the question of this turn is about, -1 if it is about no section."""
    first = (*at_stake(t), "")[0]
    return int(first.partition(".")[2]) if first.startswith("section.") else -1


def measure(t: Table, card: str, count: int) -> None:
    """Apply one answer: a number, "full now" (-1) or "not full yet" (0)."""
    piece = t.piece(card)
    if not count:
        t.put_piece(card, asked=piece.damage)
        t.note("card.not_full", "cap", card=t.name(card), damage=piece.damage)
        return
    capacity = piece.damage if count < 0 else count
    facts = t.known(piece.card)
    if count < 0 and every_fall(t) and not exact(t, piece):
        t.put_piece(card, filled=piece.damage)
    elif facts.name:
        own = "own" if facts.confidence == GROUPS else facts.confidence
        t.put_facts(replace(facts, capacity=capacity, confidence=own))
    else:
        t.put_piece(card, capacity=capacity)
    t.put_piece(card, damage=min(piece.damage, t.capacity(card)), asked=0)
    t.note("card.spaces", "cap", card=t.name(card), damage=said(t, card))


WORDS: Catalogue = {
    "note.card.not_full": _("{card} isn't full yet with {damage} damage"),
    "note.card.none_full": _("None of {cards} is full yet"),
    "note.card.open": _("The damage spaces of {card} stay uncounted"),
    "note.section.open": _("The spaces of the track stay uncounted"),
    "note.section.spaces": ngettext_noop(
        "Section {section} of the track has {n} space",
        "Section {section} of the track has {n} spaces",
    ),
    "note.track.spaces": ngettext_noop(
        "The track has {n} space",
        "The track has {n} spaces",
    ),
    "prompt.section.count": _("How many spaces does section {n} of the track have?"),
    "prompt.section.whole": _("How many spaces does the track have?"),
    "help.section.count": _("Count them on the board. You are asked only once."),
    "note.card.spaces": _("{card}'s damage spaces are counted: {damage}"),
    "prompt.card.spaces": _("How many damage spaces?"),
    "prompt.card.count": _("How many damage spaces does {card} have?"),
    "prompt.card.count.first": _("First: how many damage spaces does {card} have?"),
    "help.card.others": ngettext_noop(
        "Other groups say {n} space. Tap the number on your card.",
        "Other groups say {n} spaces. Tap the number on your card.",
    ),
    "prompt.card.again": _("Is {card} full?"),
    "prompt.card.again.first": _("First: is {card} full?"),
    "help.card.count": _("Count the circles at the edge of the card. You are asked only once."),
    "help.card.again.hero": ngettext_noop(
        "{damage} damage is on the card. A full Hero is defeated at the end of the turn.",
        "{damage} damage is on the card. A full Hero is defeated at the end of the turn.",
        by="damage",
    ),
    **dict.fromkeys(
        ("help.card.again.villain", "help.card.again.knight"),
        ngettext_noop(
            "{damage} damage is on the card. A full Villain is defeated at the end of the turn.",
            "{damage} damage is on the card. A full Villain is defeated at the end of the turn.",
            by="damage",
        ),
    ),
    "help.card.again.boss": ngettext_noop(
        "{damage} damage is on the card. You win once it is full.",
        "{damage} damage is on the card. You win once it is full.",
        by="damage",
    ),
    "prompt.card.full": ngettext_noop(
        "{card} is full with {damage} damage",
        "{card} is full with {damage} damage",
        by="damage",
    ),
    "prompt.card.uncounted": _("Don't count them in this game"),
    "prompt.card.not_full": _("Not full: ask again after its next damage"),
    "choice.not_full": _("Not full yet – later"),
    "choice.full_now": _("Full"),
    "field.full_too": _("Is anything else full? Tick it before you answer"),
    "field.spaces": _("Spaces"),
    "term.capacity": _("The number of damage spaces"),
    "term.damaged_card": _("{card}, damage {damage}"),
}
