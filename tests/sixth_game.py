"""A tiny sixth game: proves that a title is one folder and one line, and drives site tests.

Acorns: squirrels take turns; the active one says what its die showed (1 to 6) and stores as
many acorns. A 1 asks whether the crow looked (only the table knows); if it did, the squirrel
loses its store. Who reaches the goal first wins; with ``together`` all win.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games import acting
from games.acting import Chars, Rules, Span, Table, Teach
from games.clarifications import Clarification, Clarifications
from games.messages import msg
from games.referee import (
    Book,
    Call,
    Choice,
    Defect,
    Figure,
    Frozen,
    Outcome,
    Part,
    Prompt,
    Referee,
    Rolled,
    Title,
    Tracker,
)


class Setup(Frozen):
    players: Annotated[int, Span(1, 4)] = 2
    goal: Annotated[int, Span(5, 50)] = 20


class Box(Frozen):
    colour: str = "brown"


class State(Frozen):
    players: int
    goal: int
    active: int = 0
    turn: int = 1
    stores: tuple[int, ...] = ()
    depth: str = "quick"

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(Part(i, f"Squirrel {i + 1}") for i in range(self.players))

    def stored(self, squirrel: int, n: int) -> tuple[int, ...]:
        return tuple(n if i == squirrel else old for i, old in enumerate(self.stores))


# -- the rules ----------------------------------------------------------------------------


class Act(acting.Act[Table[State]]):
    """Anything a squirrel does."""


class Roll(Act, tag="roll"):
    face: int

    @classmethod
    def may(cls, t: Table[State]) -> None:
        t.only(t.state.parts[t.state.active], "N-01")

    @classmethod
    def offers(cls, t: Table[State]) -> Iterable[Prompt]:
        faces = tuple(Choice(n, str(n)) for n in range(1, 7))
        face = cls.field("face", kind="choice", choices=faces, rule="N-01")
        yield cls.prompt("", face, rule="N-01", expected=True, actors=(t.state.active,))

    def happen(self, t: Table[State]) -> None:
        state, who = t.state, t.state.parts[t.state.active].name
        t.within("face", self.face, 1, 6, "N-01")
        lost = self.face == 1 and t.ask("CROW", "N-02") == "yes"
        t.note("roll", "N-01", who=who, face=self.face)
        n = 0 if lost else min(state.goal, state.stores[state.active] + self.face)
        t.note(*(("crow", "N-02") if lost else ("store", "N-01")), who=who, n=n)
        t.put(stores=state.stored(state.active, n))
        if n < state.goal:
            t.put(active=(state.active + 1) % state.players, turn=state.turn + 1)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return (Rolled("d6", str(self.face), "store", state.active),)


class Find(Act, tag="find"):
    """A stray acorn for one squirrel; small and independent, so it rebases."""

    rebases = True
    squirrel: int

    @classmethod
    def offers(cls, t: Table[State]) -> Iterable[Prompt]:
        for i in range(t.state.players):
            yield cls.prompt("", fixed={"squirrel": i}, rule="N-01", group="more")

    def happen(self, t: Table[State]) -> None:
        t.within("squirrel", self.squirrel, 0, t.state.players - 1)
        who, held = t.state.parts[self.squirrel].name, t.state.stores[self.squirrel]
        if held >= t.state.goal:
            t.forbid("E_FULL", "N-01", who=who)
        t.note("find", "N-01", who=who)
        t.put(stores=t.state.stored(self.squirrel, held + 1))


class Paint(Teach[Table[State]], tag="paint"):
    colour: Annotated[str, Chars(20)]

    @classmethod
    def offers(cls, t: Table[State]) -> Iterable[Prompt]:
        yield cls.prompt("", cls.field("colour"), group="more")

    def told(self, known: Box | State, call: Call) -> dict[str, Any]:
        call.note("paint", colour=self.colour)
        return {"colour": self.colour} if isinstance(known, Box) else {}


WORDS = {
    "prompt.roll": "What did the die show?",
    "prompt.find": "A stray acorn",
    "prompt.paint": "Paint the nest",
    "field.face": "Face",
    "field.colour": "Colour",
    "field.players": "Squirrels",
    "field.goal": "Goal",
    "note.roll": "{who} rolled {face}",
    "note.store": "{who} now has {n}",
    "note.crow": "The crow empties {who}'s store",
    "note.find": "{who} finds an acorn",
    "note.paint": "The nest is {colour} now",
    "question.CROW": "Did the crow look?",
    "refusal.E_FULL": "{who} cannot carry more",
    "outcome.full": "{who} has a full store",
    "tracker.store": "Acorns of {who}",
    "defect.negative": "{who} has less than no acorns",
}


# -- the referee --------------------------------------------------------------------------


class Acorns(Referee[Setup, State, Box]):
    title = Title("acorns", "Acorns", 1, 4, 5, Book("Acorns", 2), cooperative=False)
    rules: Rules[Table[State]] = Rules(sys.modules[__name__])
    clarifications = Clarifications(
        (
            Clarification(
                "N-01",
                "1",
                {"en": "Storing", "pl": "Zapasy"},
                {"en": "Store what the die shows.", "pl": "Odłóż tyle, ile wskazuje kość."},
            ),
            Clarification(
                "N-02",
                "2",
                {"en": "Crow", "pl": "Wrona"},
                {"en": "A 1 may wake the crow.", "pl": "Jedynka może zbudzić wronę."},
            ),
        )
    )

    def start(self, setup: Setup, box: Box, call: Call) -> State:
        return State(setup.players, setup.goal, stores=(0,) * setup.players)

    def parts(self, state: State) -> tuple[Part, ...]:
        return state.parts

    def outcome(self, state: State) -> Outcome | None:
        full = tuple(i for i, n in enumerate(state.stores) if n >= state.goal)
        if not full:
            return None
        return Outcome("won", "full", "N-01", full, {"who": state.parts[full[0]].name})

    def check(self, state: State) -> tuple[Defect, ...]:
        stores = zip(state.parts, state.stores, strict=True)
        return tuple(Defect("negative", {"who": part.name}) for part, n in stores if n < 0)

    def trackers(self, state: State) -> tuple[Tracker, ...]:
        return tuple(
            Tracker(f"store.{p.index}", msg("tracker.store", who=p.name), n, 0, state.goal, "N-01")
            for p, n in zip(state.parts, state.stores, strict=True)
        )

    def set_tracker(self, state: State, name: str, value: int) -> State:
        return replace(state, stores=state.stored(int(name.split(".")[1]), value))

    def figures(self, state: State) -> tuple[Figure, ...]:
        trackers = zip(state.parts, self.trackers(state), strict=True)
        return tuple(Figure(each.name, each.label, each.value, p.index) for p, each in trackers)

    def box_pages(self, box: Box) -> tuple[Prompt, ...]:
        return (Paint.prompt("", Paint.field("colour", default=box.colour)),)
