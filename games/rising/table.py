"""The table while one action is applied: reading the state, changing it, saying so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from msgspec.structs import replace

from games import actions
from games.messages import Msg, msg
from games.referee import Choice, Field, Part, Prompt, Rolled
from games.rising.box import Box, CardFacts
from games.rising.definition import Definition, TokenKind
from games.rising.state import HeroDie, State, TableCard, Team, Turn, team_count

UNKNOWN = CardFacts("")
PLACES = range(3)
SIDES = ("left", "middle", "right")
"""The three places of a location, from left to right."""
CARDS_OF_A_TURN = ("used", "extra_sets", "recruited", "left", "full", "opened", "judging")


def clockwise(location: int) -> int:
    return (location + 1) % 3


def counter(location: int) -> int:
    return (location + 2) % 3


class Table(actions.Table[State]):
    """A definition, a state that is replaced piece by piece, and the call it answers to.

    Topics are the keys of ``Definition.rules``; every note and refusal names one.
    """

    def __init__(
        self,
        game: Definition,
        state: State,
        actor: int | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(state, actor, answers)
        self.game = game
        self._lying: tuple[tuple[TableCard, ...], dict[str, TableCard]] = ((), {})
        self._library: tuple[tuple[CardFacts, ...], dict[str, CardFacts]] = ((), {})

    # -- saying --------------------------------------------------------------------------

    def rule(self, topic: str) -> str:
        """Return the entry behind a topic of the definition; an entry's own name is itself."""
        known = self.game.rules
        return known.get(topic) or (topic if topic in known.values() else "")

    def note(self, code: str, topic: str = "", /, **facts: Any) -> None:
        super().note(code, self.rule(topic), **facts)

    def refuse(self, code: str, topic: str, /, remedy: Msg | None = None, **facts: Any) -> None:
        super().refuse(code, self.rule(topic), remedy=remedy, **facts)

    def refuse_impossible(
        self,
        code: str,
        topic: str = "",
        /,
        remedy: Msg | None = None,
        about: str = "",
        **facts: Any,
    ) -> NoReturn:
        super().refuse_impossible(code, self.rule(topic), remedy, about, **facts)

    def ask(
        self, code: str, topic: str, /, options: tuple[Choice, ...] | None = None, **facts: Any
    ) -> str:
        return super().ask(code, self.rule(topic), options, **facts)

    def warn(self, code: str, topic: str, /, **facts: Any) -> None:
        super().warn(code, self.rule(topic), **facts)

    def phase(self, *steps: str) -> None:
        """Refuse unless the table is at one of ``steps``."""
        if self.step not in steps:
            self.refuse_impossible(
                "E_PHASE",
                "order",
                remedy=msg("remedy.step", step=Msg(f"step.{self.state.step}")),
                wanted=Msg(f"step.{self.game.name_of(steps[0])}"),
                step=Msg(f"step.{self.state.step}"),
            )

    def removed(self, topic: str, what: Msg) -> NoReturn:
        """Refuse what is not, or not any more, a part of this game."""
        remedy = msg("remedy.step", step=Msg(f"step.{self.state.step}"))
        self.refuse_impossible("E_REMOVED", topic, remedy, what=what)

    def mine(self) -> None:
        """Refuse everyone but the active team; one person runs all teams alone."""
        if self.several:
            self.require_actor(self.part(self.state.active), "turn")

    # -- reading -------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def step(self) -> str:
        """The step of the turn, by the engine's name."""
        return self.game.kind_of(self.state.step)

    @property
    def team(self) -> Team:
        return self.state.teams[self.state.active]

    @property
    def several(self) -> bool:
        """True if more than one person plays: from the start, or with a team that came late."""
        setup = self.state.setup
        return setup.players > 1 or len(self.state.teams) > team_count(self.game, setup)

    def part(self, index: int) -> Part:
        return Part(index, self.state.teams[index].name)

    @property
    def lying(self) -> dict[str, TableCard]:
        """The cards on the table by their ids."""
        pieces = self.state.pieces
        if self._lying[0] is not pieces:
            self._lying = (pieces, {each.id: each for each in pieces})
        return self._lying[1]

    def has(self, piece: str) -> bool:
        return piece in self.lying

    def piece(self, piece: str) -> TableCard:
        """Return the card with this id; refuse an id that is not on the table."""
        found = self.lying.get(piece)
        if found is None:
            self.refuse_impossible("E_NO_CARD", "scope", card=piece)
        return found

    def facts(self, piece: str | TableCard) -> CardFacts:
        each = piece if isinstance(piece, TableCard) else self.piece(piece)
        return self.known(each.card)

    def known(self, name: str) -> CardFacts:
        """Return what the library says of a card's name."""
        library = self.state.library
        if self._library[0] is not library:
            self._library = (library, {each.name: each for each in library})
        return self._library[1].get(name, UNKNOWN) if name else UNKNOWN

    def known_or_new(self, name: str) -> CardFacts:
        """Return the library's card of this name, or a blank one."""
        facts = self.known(name)
        return facts if facts.name else CardFacts(name, confidence="own")

    def kind(self, piece: str | TableCard) -> str:
        each = piece if isinstance(piece, TableCard) else self.piece(piece)
        return self.known(each.card).kind or each.kind

    def is_hero(self, piece: str) -> bool:
        return self.kind(piece) == "hero"

    def is_villain(self, piece: str) -> bool:
        return self.kind(piece) in ("villain", "knight", "boss")

    def capacity(self, piece: str | TableCard) -> int:
        """Return damage spaces, 0 while unknown."""
        each = piece if isinstance(piece, TableCard) else self.piece(piece)
        facts = self.known(each.card)
        if self.state.setup.boss_damage and (facts.kind or each.kind) == "boss":
            return self.state.setup.boss_damage
        brim = each.filled if each.damage == each.filled else 0
        return each.capacity or facts.capacity or brim

    def room(self, piece: str) -> int:
        """Return empty damage spaces; 99 while the capacity is unknown."""
        each = self.piece(piece)
        capacity = self.capacity(each)
        return capacity - each.damage if capacity else 99

    def full(self, piece: str) -> bool:
        return self.room(piece) <= 0

    def name(self, piece: str | TableCard) -> Msg | str:
        """Return a card's name, or where it is until someone names it."""
        each = piece if isinstance(piece, TableCard) else self.piece(piece)
        return each.card or self.spot(each.id)

    def spot(self, piece: str) -> Msg:
        """Return a card without a name by its place at a location or on a team."""
        for location, cards in enumerate(self.state.slots):
            if piece in cards:
                side = SIDES[cards.index(piece)]
                return msg(f"term.card.{side}", place=self.place(location))
        owner = self.owner(piece)
        if owner < 0:
            return Msg("term.card.unnamed")
        team = self.state.teams[owner]
        if sum(not self.piece(each).card for each in team.row) < 2:
            return msg("term.card.team", team=team.name)
        return msg("term.card.row", team=team.name, n=team.row.index(piece) + 1)

    def names(self, pieces: Iterable[str]) -> tuple[Msg | str, ...]:
        return tuple(self.name(each) for each in pieces)

    def place(self, location: int) -> Msg:
        return msg("term.place", label=self.state.setup.labels[location])

    def cards(self, location: int) -> tuple[str, ...]:
        """Return the character cards lying at a location; none at -1, the location of no team."""
        return tuple(each for each in self.state.slots[location] if each and location >= 0)

    def boss(self) -> str:
        """Return the piece of the boss card, ``""`` in titles without one or after its defeat."""
        return next((each.id for each in self.state.pieces if each.kind == "boss"), "")

    def villains(self, location: int) -> tuple[str, ...]:
        """Return the Villains that count as being at a location, a revealed boss included."""
        here = tuple(each for each in self.cards(location) if self.is_villain(each))
        boss = self.boss()
        present = boss and self.state.boss_revealed and location == self.state.facing
        return (*here, boss) if present else here

    def reach(self) -> tuple[str, ...]:
        """Return the cards the active team may lay dice on: its location's, if not an ability's."""
        location = self.turn.location
        if location < 0:
            return ()
        places = PLACES if self.turn.wide else (location,)
        boss = self.boss()
        there = boss and self.state.boss_revealed and self.state.facing in places
        cards = tuple(card for place in places for card in self.cards(place))
        battles = tuple(self.state.battles[place] for place in places if self.state.battles[place])
        return (*cards, *((boss,) if there else ()), *battles)

    def owner(self, piece: str) -> int:
        """Return the team a Hero is on, -1 when on none."""
        return next((i for i, t in enumerate(self.state.teams) if piece in t.row), -1)

    def location(self, piece: str) -> int:
        """Return a card's location, -1 if it has none."""
        for location, cards in enumerate(self.state.slots):
            if piece in cards or self.state.battles[location] == piece:
                return location
        return -1

    def length(self) -> int:
        """Return spaces of the doom track, extra ones included."""
        return sum(section.facts.size for section in self.state.sections)

    def fills(self) -> tuple[int, ...]:
        """Return counters on each section; they lie from the first section on without a gap."""
        left, fills = self.state.doom, []
        for section in self.state.sections:
            fills.append(min(left, section.facts.size))
            left -= fills[-1]
        return tuple(fills)

    def empty(self) -> tuple[int, ...]:
        """Return empty places as location * 3 + place, in refill order."""
        slots = self.state.slots
        return tuple(3 * i + j for i in PLACES for j in PLACES if not slots[i][j])

    def token_kind(self, key: str) -> TokenKind:
        found = next((kind for kind in self.game.tokens.kinds if kind.key == key), None)
        if found is None:
            self.refuse_impossible("E_MALFORMED", "", problem=key)
        return found

    def symbol(self, code: str) -> Msg:
        return self.game.symbols[self.game.symbol_of(code)].name

    def die(self, die: str) -> HeroDie:
        found = next((each for each in self.turn.dice if each.id == die), None)
        if found is None:
            self.refuse_impossible("E_NO_DIE", "", die=die)
        return found

    def pool(self) -> tuple[HeroDie, ...]:
        return tuple(die for die in self.turn.dice if die.place == "pool")

    def stock(self, colour: str) -> int:
        """Return dice of a colour in the box, 0 where no one has counted them."""
        return next((each.count for each in self.state.stock if each.colour == colour), 0)

    def laid(self, target: str) -> tuple[int, ...]:
        """Return symbols on a card (or ``progress``), by dice and by tokens; a die kept there on an
        earlier turn still counts."""
        counts = [0] * len(self.game.symbols)
        for die in (*self.turn.dice, *self.state.kept):
            if die.target == target and die.place in ("laid", "stays"):
                counts[self.game.symbol_of(die.face)] += 1 + die.face.startswith("2")
        for each in self.turn.laid:
            if each.target == target:
                counts[self.game.symbol_of(each.symbol)] += 1
        return tuple(counts)

    # -- changing ------------------------------------------------------------------------

    def put_turn(self, **changes: Any) -> None:
        self.put(turn=replace(self.state.turn, **changes))

    def put_piece(self, piece: str, **changes: Any) -> None:
        pieces = tuple(
            replace(each, **changes) if each.id == piece else each for each in self.state.pieces
        )
        self.put(pieces=pieces)

    def put_team(self, index: int, **changes: Any) -> None:
        teams = tuple(
            replace(each, **changes) if i == index else each
            for i, each in enumerate(self.state.teams)
        )
        self.put(teams=teams)

    def put_slot(self, place: int, piece: str) -> None:
        slots = [list(cards) for cards in self.state.slots]
        slots[place // 3][place % 3] = piece
        self.put(slots=tuple(tuple(cards) for cards in slots))

    def put_facts(self, facts: CardFacts) -> None:
        """Add or replace a card in the library."""
        library = self.state.library
        if any(each.name == facts.name for each in library):
            library = tuple(facts if each.name == facts.name else each for each in library)
        else:
            library = (*library, facts)
        self.put(library=library)

    def put_kind(self, piece: str, kind: str) -> None:
        """Record what a card is, in the library too if it has a name."""
        name = self.piece(piece).card
        if name:
            self.put_facts(replace(self.known_or_new(name), kind=kind))
        else:
            self.put_piece(piece, kind=kind)

    def make_room(self, counters: int) -> None:
        """Make a track longer while its end is uncounted, so that a guess is never full."""
        *others, last = self.state.sections
        facts, short = last.facts, counters + 1 - self.length()
        settled = self.state.doom_checked or facts.counted
        if short > 0 and not settled and self.state.setup.edition > 5:
            longer = replace(last, facts=replace(facts, size=facts.size + short))
            self.put(sections=(*others, longer))

    def put_die(self, die: str, **changes: Any) -> None:
        dice = tuple(
            replace(each, **changes) if each.id == die else each for each in self.turn.dice
        )
        self.put_turn(dice=dice)

    def new_piece(self, card: str, kind: str = "") -> str:
        """Lay a new card on the table and return its id."""
        piece = f"p{self.state.next_piece}"
        self.put(
            pieces=(*self.state.pieces, TableCard(piece, card, "" if card else kind)),
            next_piece=self.state.next_piece + 1,
        )
        return piece

    def lift(self, piece: str) -> None:
        """Remove a card from its place; its piece can be placed elsewhere."""
        slots = tuple(
            tuple("" if each == piece else each for each in cards) for cards in self.state.slots
        )
        battles = tuple("" if each == piece else each for each in self.state.battles)
        teams = tuple(
            replace(team, row=tuple(each for each in team.row if each != piece))
            for team in self.state.teams
        )
        self.put(slots=slots, battles=battles, teams=teams)

    def remove(self, piece: str) -> None:
        """Take a card out of the game."""
        card = self.piece(piece).card
        self.lift(piece)
        kept = tuple(die for die in self.state.kept if die.target != piece)
        self.put(
            pieces=tuple(each for each in self.state.pieces if each.id != piece),
            gone=(*self.state.gone, card) if card else self.state.gone,
            kept=kept,
        )
        self.forget(piece)

    def forget(self, piece: str) -> None:
        """End what a card that is gone had begun; the dice on it are spent."""
        turn = self.turn
        waiting = {
            name: tuple(each for each in getattr(turn, name) if each.source != piece)
            for name in ("pending", "queue", "reactions", "records")
        }
        named = {
            name: tuple(each for each in getattr(turn, name) if each != piece)
            for name in CARDS_OF_A_TURN
        }
        dice = tuple(
            replace(die, place="given", target="") if die.target == piece else die
            for die in turn.dice
        )
        self.put_turn(
            **waiting,
            **named,
            dice=dice,
            laid=tuple(each for each in turn.laid if each.target != piece),
            hits=tuple(each for each in turn.hits if each.card != piece),
        )


class Act(actions.Act[Table]):
    """An action of the family; anyone may tell it unless it is ``ActiveTeamAct``."""

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        """Return the box with what it learned about the copy; ``state`` is the one after it."""
        return box

    def thrown(self, t: Table) -> tuple[Rolled, ...]:
        """Return the physical dice (or the driver card) it reports, made on this table."""
        return ()

    def ends(self, t: Table) -> bool:
        """Return whether its step is over with it, whatever the step waits for."""
        return False

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        """Return whether the title has such a thing at all."""
        return True

    @classmethod
    def actors(cls, t: Table) -> tuple[int, ...] | None:
        """Return whom it is offered to, ``None`` for everyone."""
        return None

    @classmethod
    def now(
        cls, t: Table, topic: str, *fields: Field, label: Msg | str = "", **more: Any
    ) -> Prompt:
        """Return what the step of the turn asks for."""
        return cls.also(t, topic, *fields, label=label, group="now", expected=True, **more)

    @classmethod
    def also(
        cls,
        t: Table,
        topic: str,
        *fields: Field,
        label: Msg | str = "",
        group: str = "more",
        **more: Any,
    ) -> Prompt:
        """Return an optional prompt; ``group`` is ``more``, or ``table`` for book-keeping."""
        more = {"rule": t.rule(topic), "group": group, "actors": cls.actors(t), **more}
        return cls.prompt(label, *fields, **more)


class ActiveTeamAct(Act):
    """Actions that only the active team may enter; one person runs all teams alone."""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.mine()

    @classmethod
    def actors(cls, t: Table) -> tuple[int, ...] | None:
        return (t.state.active,) if t.several else None


class ByHand(Act):
    """An effect the table carries out: during a turn, not before the first."""

    by_hand = True

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.state.step == "deal":
            deal = Msg("step.deal")
            remedy = msg("remedy.step", step=deal)
            t.refuse_impossible("E_PHASE", "order", remedy, wanted=Msg("step.effect"), step=deal)


class InFull(ActiveTeamAct):
    """Actions that enter dice one by one, in full depth only."""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("heroes")
        if t.state.depth != "full":
            t.refuse_impossible("E_DEPTH", "assign", msg("remedy.full"))
