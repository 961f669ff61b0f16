"""A tiny sixth game: proves that a title is one folder and one line, and drives site tests.

Acorns: squirrels take turns; the active one says what its die showed (1 to 6) and stores as
many acorns. A 1 asks whether the crow looked (only the table knows); if it did, the squirrel
loses its store. Who reaches the goal first wins; with ``together`` all win.
"""

from __future__ import annotations

from games.clarifications import Clarification, Clarifications
from games.messages import msg
from games.referee import (
    Action,
    Adjust,
    Book,
    Call,
    Choice,
    Defect,
    Field,
    Figure,
    Frozen,
    Outcome,
    Part,
    Prompt,
    Referee,
    Rolled,
    Ruling,
    SetDepth,
    Title,
    Tracker,
)


class Setup(Frozen):
    players: int = 2
    goal: int = 20


class Box(Frozen):
    colour: str = "brown"


class State(Frozen):
    players: int
    goal: int
    active: int = 0
    turn: int = 1
    stores: tuple[int, ...] = ()
    depth: str = "quick"


class Roll(Action, tag="roll"):
    face: int


class Find(Action, tag="find"):
    """A stray acorn for one squirrel; small and independent, so it rebases."""

    rebases = True
    squirrel: int


class Paint(Action, tag="paint"):
    teaches = True
    colour: str


class Acorns(Referee[Setup, State, Box]):
    title = Title("acorns", "Acorns", 1, 4, 5, Book("Acorns", 2), cooperative=False)
    Setup, State, Box = Setup, State, Box
    Action = Roll | Find | Paint | Adjust | SetDepth
    messages = {
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

    def setup_pages(self, draft: Setup, box: Box) -> tuple[Prompt, ...]:
        goal = Field("goal", "number", msg("field.goal"), low=5, high=50, default=draft.goal)
        players = Field("players", "number", msg("field.players"), low=1, high=4, default=2)
        return (Prompt("setup", "Acorns", (players, goal)),)

    def setup_default(self, players: int, box: Box) -> Setup:
        return Setup(players)

    def begin(self, setup: Setup, box: Box) -> Ruling[State]:
        return Ruling(State(setup.players, setup.goal, stores=(0,) * setup.players))

    def parts(self, state: State) -> tuple[Part, ...]:
        return tuple(Part(i, f"Squirrel {i + 1}") for i in range(state.players))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if self.outcome(state):
            return ()
        faces = tuple(Choice(n, str(n)) for n in range(1, 7))
        roll = Field("face", "choice", msg("field.face"), faces, rule="N-01")
        colour = Field("colour", "text", msg("field.colour"), high=20)
        finds = tuple(
            Prompt("find", msg("prompt.find"), fixed={"squirrel": i}, rule="N-01", group="more")
            for i in range(state.players)
        )
        return (
            Prompt(
                "roll",
                msg("prompt.roll"),
                (roll,),
                rule="N-01",
                expected=True,
                actors=(state.active,),
            ),
            *finds,
            Prompt("paint", msg("prompt.paint"), (colour,), group="more"),
        )

    def rule(self, state: State, action: object, call: Call) -> State:
        match action:
            case Roll(face):
                return self._roll(state, face, call)
            case Find(squirrel):
                call.within("squirrel", squirrel, 0, state.players - 1)
                if state.stores[squirrel] >= state.goal:
                    call.forbid("E_FULL", "N-01", who=self.parts(state)[squirrel].name)
                call.note("find", "N-01", who=self.parts(state)[squirrel].name)
                return self._store(state, squirrel, state.stores[squirrel] + 1)
            case Paint(colour):
                call.note("paint", colour=colour)
                return state
        raise AssertionError(action)

    def _roll(self, state: State, face: int, call: Call) -> State:
        part = self.parts(state)[state.active]
        call.only(part, "N-01")
        call.within("face", face, 1, 6, "N-01")
        lost = face == 1 and call.ask("CROW", "N-02") == "yes"
        call.note("roll", "N-01", who=part.name, face=face)
        n = 0 if lost else min(state.goal, state.stores[state.active] + face)
        call.note(*(("crow", "N-02") if lost else ("store", "N-01")), who=part.name, n=n)
        after = self._store(state, state.active, n)
        if n >= state.goal:
            return after
        return State(
            state.players,
            state.goal,
            (state.active + 1) % state.players,
            state.turn + 1,
            after.stores,
            state.depth,
        )

    def _store(self, state: State, squirrel: int, n: int) -> State:
        stores = tuple(n if i == squirrel else old for i, old in enumerate(state.stores))
        return State(state.players, state.goal, state.active, state.turn, stores, state.depth)

    def outcome(self, state: State) -> Outcome | None:
        full = tuple(i for i, n in enumerate(state.stores) if n >= state.goal)
        if not full:
            return None
        who = self.parts(state)[full[0]].name
        return Outcome("won", "full", "N-01", full, {"who": who})

    def check(self, state: State) -> tuple[Defect, ...]:
        return tuple(
            Defect("negative", {"who": part.name})
            for part, n in zip(self.parts(state), state.stores, strict=True)
            if n < 0
        )

    def trackers(self, state: State) -> tuple[Tracker, ...]:
        return tuple(
            Tracker(f"store.{p.index}", msg("tracker.store", who=p.name), n, 0, state.goal, "N-01")
            for p, n in zip(self.parts(state), state.stores, strict=True)
        )

    def figures(self, state: State) -> tuple[Figure, ...]:
        return tuple(
            Figure(f"store.{p.index}", msg("tracker.store", who=p.name), n, p.index)
            for p, n in zip(self.parts(state), state.stores, strict=True)
        )

    def set_tracker(self, state: State, name: str, value: int) -> State:
        return self._store(state, int(name.split(".")[1]), value)

    def step(self, state: State) -> str:
        return f"{state.turn}"

    def box_pages(self, box: Box) -> tuple[Prompt, ...]:
        colour = Field("colour", "text", msg("field.colour"), high=20, default=box.colour)
        return (Prompt("paint", msg("prompt.paint"), (colour,)),)

    def learn(self, box: Box, action: object) -> Box:
        return Box(action.colour) if isinstance(action, Paint) else box

    def rolled(self, state: State, action: object) -> tuple[Rolled, ...]:
        return (
            (Rolled("d6", str(action.face), "store", state.active),)
            if isinstance(action, Roll)
            else ()
        )
