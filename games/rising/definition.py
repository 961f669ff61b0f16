"""Differences between two Rising titles; everything else is the engine.

A title is an instance of ``Definition``: two of them, side by side, are the table of
differences. No rule of the engine asks which title it plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from games.messages import Msg
from games.referee import Choice, Frozen, Title
from games.rising.box import SectionFacts

DIRECTIONS = ("left", "right", "stay")


class Symbol(Frozen):
    """One of the four symbols of the Hero dice; a face is ``code`` or ``2`` + ``code``."""

    code: str
    name: Msg


class DiceStock(Frozen):
    """Hero dice of one colour; ``count`` 0 where the rulebook gives none."""

    colour: str
    name: Msg
    count: int = 0


class TokenKind(Frozen):
    """A kind of bonus token.

    ``do`` is ``die``, ``heal``, ``doom``, ``symbol`` or ``reroll``. ``cards`` many cards are
    healed by ``n`` each; a doom token takes ``n`` off the track. With ``open_amount`` the
    book does not print how much, so the table says it.
    """

    key: str
    do: Literal["die", "heal", "doom", "symbol", "reroll"]
    n: int = 1
    cards: int = 1
    symbol: str = ""
    colour: str = ""
    open_amount: bool = False


class SetupOption(Frozen):
    """One set-up option: a field of ``Setup`` with its bounds, page of the wizard and rule."""

    name: str
    kind: Literal["number", "flag", "choice", "numbers"]
    page: Literal["players", "board", "difficulty", "readings"]
    topic: str
    default: Any = 0
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()


class TurnStep(Frozen):
    """A step of a turn as this title names it, and the moment it is of in the rule entries.

    ``kind`` is which of the engine's steps it is where that has another name.
    """

    name: str
    moment: str = ""
    kind: str = ""

    @property
    def does(self) -> str:
        """The engine's name for it."""
        return self.kind or self.name


class Doom(Frozen):
    """The track that rises against the players.

    ``counters`` fill sections one after the other; a ``marker`` climbs one section. A full track is
    a ``loss`` or brings the ``event``. The first of ``sides`` is for one or two players, the last
    for more. ``placeholder`` replaces a side with uncounted spaces.
    """

    kind: Literal["counters", "marker"]
    on_full: Literal["loss", "event"]
    sides: tuple[str, ...]
    placeholder: tuple[SectionFacts, ...]


class Driver(Frozen):
    """Source of the villains' moves: ``dice`` (a track die and a figure die) or a ``deck``.

    ``highest`` is the largest number a die or card can add; ``names`` are the dice or the
    card as the dice ledger knows them; ``cards`` is the size of the deck.
    """

    kind: Literal["dice", "deck"]
    highest: int
    names: tuple[str, ...]
    ring: bool = False
    cards: int = 0

    @property
    def numbers(self) -> tuple[Choice, ...]:
        """The numbers the track die may show."""
        return tuple(Choice(n, str(n)) for n in range(self.highest + 1))

    @property
    def turns(self) -> tuple[Choice, ...]:
        """The turns the figure die may show."""
        plain = tuple(Choice(each, Msg(f"term.{each}")) for each in DIRECTIONS)
        ringed = (
            Choice(f"{each.value}+ring", Msg("term.ringed", {"direction": each.label}), tone="ring")
            for each in plain
        )
        return (*plain, *ringed) if self.ring else plain

    def faces(self, die: str) -> tuple[Choice, ...]:
        """Return what one of the dice may show, by its name; none of any other."""
        shown = (self.numbers, self.turns)
        return next((f for name, f in zip(self.names, shown, strict=False) if name == die), ())


class Supply(Frozen):
    """Cards in the physical box; ``progress`` are the sides of those of the progress track."""

    heroes: int
    villains: int
    knights: int = 0
    bosses: int = 0
    battles: int = 0
    progress: int = 0


class Goal(Frozen):
    """Goal of the players: one ``boss`` card beaten, all ``battles`` completed, or ``needed`` many
    ``villains`` defeated.

    ``jump``: an unused die may be thrown away to join the boss. ``guarded``: no dice on a battle
    while a Villain is in its location.
    """

    kind: Literal["boss", "battles", "villains"]
    needed: int = 0
    jump: bool = False
    guarded: bool = False


class Tokens(Frozen):
    """Bonus tokens: how many there are, their kinds, what earns one, when one may be used."""

    total: int
    kinds: tuple[TokenKind, ...]
    rewards: tuple[Literal["hit", "ability", "battle", "move"], ...]
    same_turn: bool


class Definition(Frozen, dict=True, gc=True):
    """One title of the family.

    ``turn`` are the steps of a turn in order. ``solo_teams`` are the numbers of teams one person
    may run. ``ally_from`` teams on, every team starts with a second Hero (0: never).
    ``sets_per_turn`` limits the damage dice can do to one Villain in a turn (0: no limit).
    ``cards_per_roll`` limits the cards the dice of one roll may go to (0: no limit). ``ordered``
    rows grow at their ends only. ``reactions``: Heroes may answer damage. ``progress``: the players
    climb a second track, with this many spaces until its card is entered. ``aid``: an empty turn
    may earn a token. ``dice_stay``: abilities may keep dice on cards. ``ban_icon``: cards with a
    mark leave play after the event. ``rules`` leads from the topics of the engine to the ids of the
    title's clarifications.
    """

    title: Title
    symbols: tuple[Symbol, ...]
    dice: tuple[DiceStock, ...]
    dice_total: int
    solo_teams: tuple[int, ...]
    supply: Supply
    doom: Doom
    driver: Driver
    goal: Goal
    tokens: Tokens
    turn: tuple[TurnStep, ...]
    options: tuple[SetupOption, ...]
    rules: Mapping[str, str]
    checklist: tuple[str, ...]
    ally_from: int = 0
    sets_per_turn: int = 0
    cards_per_roll: int = 0
    ordered: bool = False
    reactions: bool = False
    progress: int = 0
    aid: bool = False
    dice_stay: bool = False
    ban_icon: bool = False

    @cached_property
    def _kinds(self) -> Mapping[str, str]:
        return {each.name: each.does for each in self.turn}

    def kind_of(self, step: str) -> str:
        """Return the engine's name of a step."""
        return self._kinds.get(step, step)

    def name_of(self, kind: str) -> str:
        """Return the title's name of one of the engine's steps."""
        return next((each.name for each in self.turn if each.kind == kind), kind)

    def moment_of(self, step: str) -> str:
        """Return the moment a step is of; ``""`` for one that waits for no one."""
        ends = {"deal": "setup", "over": "end"}
        named = {each.name: each.moment for each in self.turn if each.moment}
        return {**ends, **named}.get(step, "")

    @property
    def every_option(self) -> tuple[SetupOption, ...]:
        """The title's own options, among those the whole family has."""
        orders = ("players", "lying")
        villain_order = SetupOption(
            "villain_order",
            "choice",
            "readings",
            "villain_order",
            orders[0],
            choices=tuple(Choice(each, Msg(f"villain_order.{each}")) for each in orders),
        )
        most = self.supply.heroes
        limit = SetupOption("hero_limit", "number", "difficulty", "ends_heroes", 10, 1, most)
        return (villain_order, *self.options, limit)

    @property
    def faces(self) -> tuple[str, ...]:
        """Every face a Hero die of this title could show: singles, then doubles."""
        codes = tuple(symbol.code for symbol in self.symbols)
        return (*codes, *(f"2{code}" for code in codes))

    def symbol_of(self, face: str) -> int:
        """Return the place of a face's symbol in ``symbols``."""
        return [symbol.code for symbol in self.symbols].index(face.removeprefix("2"))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards this title knows."""
        special = {
            "knight": self.supply.knights,
            "boss": self.supply.bosses,
            "battle": self.supply.battles,
        }
        return ("hero", "villain", *(kind for kind, count in special.items() if count))
