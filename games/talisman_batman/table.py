"""The unit of work: a table as one action changes it, and the base of all actions."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from games import actions
from games.messages import Msg, msg
from games.referee import Field, Prompt, Rolled, RulingContext
from games.talisman_batman.state import (
    Box,
    EncounterCard,
    Fight,
    Fighter,
    Spot,
    State,
    Villain,
    VillainSheet,
    derived,
    rings,
)
from games.talisman_batman.state.derived import named, part, spot, without
from games.talisman_batman.words import fold, space_key


class Table(actions.Table[State]):
    """A table under one action. Seats are indexes, cards are ids, dice are 1 to 6."""

    # -- reading -------------------------------------------------------------------------

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.state.active

    @property
    def me(self) -> Villain:
        """The villain whose turn it is."""
        return self.state.villains[self.state.active]

    @property
    def here(self) -> Spot:
        """The contents of the active villain's space."""
        return spot(self.state, self.me.space)

    @property
    def phase(self) -> str:
        """The step the turn is in."""
        return self.state.turn.phase

    def villain(self, seat: int) -> Villain:
        """Return the villain of a seat."""
        return self.state.villains[seat]

    def who(self, seat: int) -> str:
        """Return what the villain of a seat is called."""
        return derived.who(self.state, seat)

    def switched(self, reading: str) -> bool:
        """Return whether the table has switched this reading from its default."""
        return derived.switched(self.state, reading)

    def alive(self) -> tuple[int, ...]:
        """Return the seats with a villain on the board."""
        return self.once(derived.alive)

    # -- refusing ------------------------------------------------------------------------

    def mine(self, rule: str) -> None:
        """Refuse everyone but the active player and the table itself."""
        if self.actor not in (None, self.active):
            self.require_actor(part(self.state, self.active), rule)

    def own(self, seat: int, rule: str) -> None:
        """Refuse everyone but the seat and the table itself; also seats no one sits on."""
        self.sit(seat)
        if self.actor not in (None, seat):
            remedy = msg("remedy.ask_active", active=self.who(seat))
            self.refuse("T-NOT-YOURS", rule, remedy=remedy, who=self.who(seat))

    def holder(self, seat: int) -> None:
        """Return the holder as ``own`` does, for secret hands: no table overrules whose hand it
        is."""
        self.sit(seat)
        if self.actor not in (None, seat):
            self.refuse_impossible("T-HAND", "T-106", who=self.who(seat))

    def sit(self, seat: int) -> None:
        """Refuse seats no one sits on."""
        self.require_range(msg("field.seat"), seat, 0, len(self.state.villains) - 1)

    def living(self, seat: int) -> Villain:
        """Return the villain of a seat; refused if there is none alive."""
        self.sit(seat)
        villain = self.villain(seat)
        if not villain.alive:
            self.refuse_impossible("T-DEAD", "T-022", who=self.who(seat))
        return villain

    def moment(self, rule: str, *phases: str) -> None:
        """Refuse what is not possible in the step the turn is in."""
        if self.phase not in phases:
            self.refuse_impossible("T-PHASE", rule, now=msg(f"phase.{self.phase}"))

    def die(self, *faces: int) -> None:
        """Refuse faces a die does not have."""
        for face in faces:
            if not 1 <= face <= 6:
                self.refuse_impossible("T-E03", "T-015", value=face)

    def fighting(self) -> Fight:
        """Return the fight going on; refused without one."""
        if self.state.fight is None:
            self.refuse_impossible("T-PHASE", "T-065", now=msg(f"phase.{self.phase}"))
        return self.state.fight

    def side(self, seat: int) -> Fighter:
        """Return the fighter of a seat in the fight going on; refused to everyone else."""
        fight = self.fighting()
        for fighter in (fight.me, fight.foe):
            if fighter is not None and fighter.seat == seat:
                return fighter
        return self.refuse_impossible("T-E07", "T-026")

    # -- changing ------------------------------------------------------------------------

    def change(self, seat: int, **changes: Any) -> None:
        """Set fields of one villain."""
        self.seat(seat, replace(self.villain(seat), **changes))

    def seat(self, seat: int, villain: Villain) -> None:
        """Put another villain on a seat."""
        villains = list(self.state.villains)
        villains[seat] = villain
        self.put(villains=tuple(villains))

    def turn(self, **changes: Any) -> None:
        """Set fields of the turn."""
        self.put(turn=replace(self.state.turn, **changes))

    def put_side(self, fighter: Fighter) -> None:
        """Set one side of the fight going on."""
        fight = self.fighting()
        mine = fight.me.seat == fighter.seat
        self.put(fight=replace(fight, me=fighter) if mine else replace(fight, foe=fighter))

    def place(self, text: str) -> str:
        """Return the key of a space as typed; an empty text is a new place no one named."""
        if text.startswith("?"):
            return text
        if text.strip():
            return space_key(text)
        self.put(next_id=self.state.next_id + 1)
        return f"?{self.state.next_id - 1}"

    def name_space(self, space: str, name: str) -> None:
        """Give an unnamed space its name, and update everything on it."""
        if named(space) or not space:
            return
        state = self.state
        self.put(plan=rings.renamed(state.plan, space, name))
        if state.batman.space == space:
            self.put(batman=replace(state.batman, space=name))
        villains = tuple(_renamed(v, space, name) for v in state.villains)
        self.put(unused=tuple(_starting(sheet, space, name) for sheet in state.unused))
        lying, there = spot(state, space), spot(state, name)
        self.put(villains=villains)
        if lying.cards or lying.coins:
            cards, coins = (*there.cards, *lying.cards), there.coins + lying.coins
            self.set_spot(replace(lying, cards=(), coins=0))
            self.set_spot(Spot(name, lying.floor, cards, coins))

    def set_spot(self, after: Spot) -> None:
        """Set a space's contents."""
        others = tuple(s for s in self.state.spots if s.space != after.space)
        self.put(spots=(*others, after) if after.cards or after.coins else others)

    def take_up(self, where: Spot, *ids: int) -> None:
        """Take cards from the space they are on."""
        self.set_spot(replace(where, cards=without(where.cards, *ids)))

    def lay(self, seat: int, cards: tuple[EncounterCard, ...], coins: int = 0) -> None:
        """Put cards and coins on a villain's space."""
        villain = self.villain(seat)
        space = self.place(villain.space)
        self.change(seat, space=space)
        old = spot(self.state, space)
        self.set_spot(Spot(space, villain.floor, (*old.cards, *cards), old.coins + coins))

    def new_card(self, card: EncounterCard) -> EncounterCard:
        """Return the card with an id of its own."""
        self.put(next_id=self.state.next_id + 1)
        return replace(card, id=self.state.next_id - 1)

    def to_pile(self, *cards: EncounterCard) -> None:
        """Move cards out of play: back to their own deck, or to the discards of their floor."""
        for card in cards:
            if card.key:
                self.put(key_pool=self.state.key_pool + 1)
            elif card.purchase:
                self._to_stock(card)
            else:
                piles = list(self.state.discards)
                piles[card.floor - 1] += 1
                self.put(discards=tuple(piles))

    def _to_stock(self, card: EncounterCard) -> None:
        stock = tuple(
            replace(s, left=min(s.total, s.left + 1)) if fold(s.name) == fold(card.name) else s
            for s in self.state.stock
        )
        self.put(stock=stock)


def _renamed(villain: Villain, space: str, name: str) -> Villain:
    """Return a villain whose space, or the one its card starts on, has got its name."""
    sheet = _starting(villain.sheet, space, name)
    return replace(villain, space=name if villain.space == space else villain.space, sheet=sheet)


def _starting(sheet: VillainSheet, space: str, name: str) -> VillainSheet:
    return replace(sheet, start=name) if sheet.start == space else sheet


class Act(actions.Act[Table]):
    """One thing the table can say. ``waits``: not while someone is over a limit."""

    waits: ClassVar[bool] = True

    @classmethod
    def now(
        cls,
        t: Table,
        *fields: Field,
        rule: str = "",
        label: Msg | str = "",
        help: Msg | str = "",
        tone: str = "",
        expected: bool = True,
        actor: int | None = None,
        everybody: bool = False,
        **fixed: Any,
    ) -> Prompt:
        """Return a prompt of the turn, for ``actor``: the ``seat`` it is fixed to, else the active
        one."""
        whose = fixed.get("seat", t.active) if actor is None else actor
        return cls.prompt(
            label,
            *fields,
            fixed=fixed,
            rule=rule,
            help=help,
            expected=expected,
            actors=None if everybody else (whose,),
            group="now",
            tone=tone,
        )

    @classmethod
    def private(cls, seat: int, *fields: Field, rule: str = "") -> Prompt:
        """Return a prompt about the secret hand of a seat."""
        return cls.prompt(
            "",
            *fields,
            fixed={"seat": seat},
            rule=rule,
            actors=(seat,),
            group="more",
            tone="private",
        )

    @classmethod
    def besides(cls, *fields: Field, rule: str = "", label: Msg | str = "", **fixed: Any) -> Prompt:
        """Return a prompt of what cards, spaces and abilities do, for everyone."""
        return cls.prompt(label, *fields, fixed=fixed, rule=rule, group="more")

    # -- what it says beside its rule ----------------------------------------------------

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        """Return the fields of the box that it changes; refuse through ``call``."""
        return {}

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        """Return the fields of the box changed by what was asked for it in a play, ``state`` after
        it."""
        return {}

    def enters(self, before: tuple[EncounterCard, ...], after: tuple[EncounterCard, ...]) -> str:
        """Return the fact it enters, by the cards known before and after; empty if it enters
        none."""
        return ""

    @staticmethod
    def thrown(seat: int | None, purpose: str, *faces: int) -> tuple[Rolled, ...]:
        """Return dice of one seat, or of no one's."""
        return tuple(Rolled("d6", str(face), purpose, seat) for face in faces)


class Teach(Act):
    """Base of what a table teaches about its physical copy, in the box or during a play."""

    waits = False
    teaches = True

    @classmethod
    def page(
        cls,
        *fields: Field,
        rule: str = "",
        label: Msg | str = "",
        help: Msg | str = "",
        **fixed: Any,
    ) -> Prompt:
        """Return its form, in the box and at the table."""
        return cls.prompt(label, *fields, fixed=fixed, rule=rule, help=help, group="table")

    @classmethod
    def mend(cls, name: Msg | str, *fields: Field, rule: str, **fixed: Any) -> Prompt:
        """Return the form for something a second player has found to be wrong."""
        label = msg("prompt.mend", name=name)
        return cls.prompt(label, *fields, fixed=fixed, rule=rule, group="more", tone="check")
