"""The unit of work: a table as one action changes it, and the base of all actions."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from games import acting
from games.messages import Msg, msg
from games.referee import Call, Field, Prompt, Rolled
from games.talisman_batman.state import Box, Card, Fight, Fighter, Spot, State, Villain, derived
from games.talisman_batman.state.derived import known, part, spot, without
from games.talisman_batman.words import fold, space_key


class Table(acting.Table[State]):
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
        """Return the contents of the active villain's space."""
        return spot(self.state, self.me.space)

    @property
    def phase(self) -> str:
        """The step the turn is in."""
        return self.state.turn.phase

    def villain(self, seat: int) -> Villain:
        """The villain of a seat."""
        return self.state.villains[seat]

    def who(self, seat: int) -> str:
        """What the villain of a seat is called."""
        return derived.who(self.state, seat)

    def switched(self, reading: str) -> bool:
        """Whether the table has switched this reading from its default."""
        return derived.switched(self.state, reading)

    def alive(self) -> tuple[int, ...]:
        """The seats with a villain on the board."""
        return self.once(derived.alive)

    # -- refusing ------------------------------------------------------------------------

    def mine(self, rule: str) -> None:
        """Refuse everybody but the active player and the table itself."""
        if self.actor not in (None, self.active):
            self.only(part(self.state, self.active), rule)

    def own(self, seat: int, rule: str) -> None:
        """Refuse everybody but the seat and the table itself; also seats nobody sits on."""
        self.sit(seat)
        if self.actor not in (None, seat):
            remedy = msg("remedy.ask_active", active=self.who(seat))
            self.forbid("T-NOT-YOURS", rule, remedy=remedy, who=self.who(seat))

    def holder(self, seat: int) -> None:
        """As ``own``, for secret hands: no table overrules whose hand it is."""
        self.sit(seat)
        if self.actor not in (None, seat):
            self.impossible("T-HAND", "T-106", who=self.who(seat))

    def sit(self, seat: int) -> None:
        """Refuse seats nobody sits on."""
        self.within(msg("field.seat"), seat, 0, len(self.state.villains) - 1)

    def living(self, seat: int) -> Villain:
        """The villain of a seat; refused if there is none alive."""
        self.sit(seat)
        villain = self.villain(seat)
        if not villain.alive:
            self.impossible("T-DEAD", "T-022", who=self.who(seat))
        return villain

    def moment(self, rule: str, *phases: str) -> None:
        """Refuse what is not possible in the step the turn is in."""
        if self.phase not in phases:
            self.impossible("T-PHASE", rule, now=msg(f"phase.{self.phase}"))

    def die(self, *faces: int) -> None:
        """Refuse faces a die does not have."""
        for face in faces:
            if not 1 <= face <= 6:
                self.impossible("T-E03", "T-015", value=face)

    def fighting(self) -> Fight:
        """The fight going on; refused without one."""
        if self.state.fight is None:
            self.impossible("T-PHASE", "T-065", now=msg(f"phase.{self.phase}"))
        return self.state.fight

    def side(self, seat: int) -> Fighter:
        """The fighter of a seat in the fight going on; refused to everybody else."""
        fight = self.fighting()
        for fighter in (fight.me, fight.foe):
            if fighter is not None and fighter.seat == seat:
                return fighter
        return self.impossible("T-E07", "T-026")

    # -- changing ------------------------------------------------------------------------

    def change(self, seat: int, **changes: Any) -> None:
        """Set fields of one villain."""
        self.seat(seat, replace(self.villain(seat), **changes))

    def seat(self, seat: int, villain: Villain) -> None:
        """Another villain on a seat."""
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
        """The key of a space as typed; an empty text is a new place nobody named."""
        if text.startswith("?"):
            return text
        if text.strip():
            return space_key(text)
        self.put(next_id=self.state.next_id + 1)
        return f"?{self.state.next_id - 1}"

    def name_space(self, space: str, name: str) -> None:
        """Give an unnamed space its name, and update everything on it."""
        if known(space) or not space:
            return
        state = self.state
        villains = tuple(replace(v, space=name) if v.space == space else v for v in state.villains)
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
        """Cards leave the space they lie on."""
        self.set_spot(replace(where, cards=without(where.cards, *ids)))

    def lay(self, seat: int, cards: tuple[Card, ...], coins: int = 0) -> None:
        """Put cards and coins on a villain's space."""
        villain = self.villain(seat)
        space = self.place(villain.space)
        self.change(seat, space=space)
        old = spot(self.state, space)
        self.set_spot(Spot(space, villain.floor, (*old.cards, *cards), old.coins + coins))

    def new_card(self, card: Card) -> Card:
        """The card with an id of its own."""
        self.put(next_id=self.state.next_id + 1)
        return replace(card, id=self.state.next_id - 1)

    def to_pile(self, *cards: Card) -> None:
        """Cards leave play: back to their own deck, or to the discards of their floor."""
        for card in cards:
            if card.key:
                self.put(key_pool=self.state.key_pool + 1)
            elif card.purchase:
                self._to_stock(card)
            else:
                piles = list(self.state.discards)
                piles[card.floor - 1] += 1
                self.put(discards=tuple(piles))

    def _to_stock(self, card: Card) -> None:
        stock = tuple(
            replace(s, left=min(s.total, s.left + 1)) if fold(s.name) == fold(card.name) else s
            for s in self.state.stock
        )
        self.put(stock=stock)


class Act(acting.Act[Table]):
    """One thing the table can say. ``waits``: not while somebody is over a limit."""

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
        """A prompt of the turn, for ``actor``: the ``seat`` it is fixed to, else the active one."""
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
        """A prompt about the secret hand of a seat."""
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
        """A prompt of what cards, spaces and abilities do, for everybody."""
        return cls.prompt(label, *fields, fixed=fixed, rule=rule, group="more")

    # -- what it says beside its rule ----------------------------------------------------

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        """The fields of the box that it changes; refuses through ``call``."""
        return {}

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        """The fields of the box changed by what was asked for it in a play, ``state`` after it."""
        return {}

    def enters(self, before: tuple[Card, ...], after: tuple[Card, ...]) -> str:
        """The fact it enters, by the cards known before and after; empty if it enters none."""
        return ""

    @staticmethod
    def thrown(seat: int | None, purpose: str, *faces: int) -> tuple[Rolled, ...]:
        """Dice of one seat, or of nobody's."""
        return tuple(Rolled("d6", str(face), purpose, seat) for face in faces)


class Teach(Act):
    """What a table teaches about its physical copy, in the box or during a play."""

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
        """The form for something a second player has found to be wrong."""
        label = msg("prompt.mend", name=name)
        return cls.prompt(label, *fields, fixed=fixed, rule=rule, group="more", tone="check")
