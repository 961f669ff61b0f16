"""Talisman: Batman Super-Villains Edition, behind the contract."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.clarifications import load
from games.messages import Msg
from games.referee import (
    Book,
    Call,
    Figure,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rolled,
    Ruling,
    Score,
    Title,
    Tracker,
)
from games.talisman_batman import (
    board,
    boxes,
    checks,
    opening,
    prompts,
    prompts_more,
    prompts_proof,
    table,
    thrown,
    verbs,
)
from games.talisman_batman import messages as words
from games.talisman_batman import state as st
from games.talisman_batman.actions import AnyAction
from games.talisman_batman.names import NAMES

STEPS = {
    "setup": "setup", "arrive": "death", "inherit": "death", "move": "movement",
    "path": "movement", "up": "movement", "door": "movement", "batman-roll": "batman-move",
    "batman-path": "batman-move", "batman-target": "batman-move", "encounter": "encounter",
    "cards": "encounter", "take": "encounter", "end": "end",
}  # fmt: skip


class TalismanBatman(Referee[st.Setup, st.State, st.Box]):
    """Two to six villains race to the Control Room; quick depth trusts the figures."""

    names = NAMES
    title = Title(
        "talisman-batman",
        "Talisman: Batman Super-Villains Edition",
        2,
        6,
        90,
        Book("Talisman: Batman – edycja superłotrów", 16, "pl"),
        accent="#e39bff",
        cooperative=False,
        secrets=True,
    )
    Setup, State, Box = st.Setup, st.State, st.Box
    Action = AnyAction
    messages = words.MESSAGES
    clarifications = load(__file__)

    # -- beginning -----------------------------------------------------------------------

    def setup_pages(self, draft: st.Setup, box: st.Box) -> tuple[Prompt, ...]:
        return opening.pages(draft, box)

    def setup_default(self, players: int, box: st.Box) -> st.Setup:
        return st.Setup(players, dial_max=box.dial_max)

    def begin(self, setup: st.Setup, box: st.Box) -> Ruling[st.State] | Refusal:
        return opening.begin(setup, box)

    def checklist(self, state: st.State) -> tuple[Msg, ...]:
        return opening.checklist(state)

    # -- the box -------------------------------------------------------------------------

    def blank_box(self) -> st.Box:
        return boxes.blank()

    def sample_box(self) -> st.Box:
        return boxes.sample()

    def box_pages(self, box: st.Box) -> tuple[Prompt, ...]:
        return prompts_more.box_pages(box)

    def learn(self, box: st.Box, action: Any) -> st.Box | Refusal:
        return boxes.learn(box, action)

    def remember(self, box: st.Box, action: Any, state: st.State) -> st.Box:
        return boxes.remember(super().remember(box, action, state), action, state)

    # -- playing -------------------------------------------------------------------------

    def parts(self, state: st.State) -> tuple[Part, ...]:
        return tuple(table.part(state, seat) for seat in range(len(state.villains)))

    def prompts(self, state: st.State) -> tuple[Prompt, ...]:
        if state.winner is not None:
            return ()
        return (*prompts.now(state), *prompts_more.more(state))

    def prompts_for(
        self, state: st.State, viewer: int | None, prompts: tuple[Prompt, ...] | None = None
    ) -> tuple[Prompt, ...]:
        offered = super().prompts_for(state, viewer, prompts)
        return prompts_proof.for_eyes(prompts_more.named(state, offered, viewer), viewer)

    def rule(self, state: st.State, action: Any, call: Call) -> st.State:
        return verbs.rule(state, action, call)

    def outcome(self, state: st.State) -> Outcome | None:
        if state.winner is None:
            return None
        rule = "T-143" if state.won_by == "control" else "T-Q22"
        ranks = tuple(Score(i, 1 if i == state.winner else 2) for i in range(len(state.villains)))
        facts = {"who": table.who(state, state.winner)}
        return Outcome("won", state.won_by, rule, (state.winner,), facts, scores=ranks)

    def check(self, state: st.State) -> tuple[Any, ...]:
        return checks.check(state)

    def trackers(self, state: st.State) -> tuple[Tracker, ...]:
        return checks.trackers(state)

    def set_tracker(self, state: st.State, name: str, value: int) -> st.State:
        return checks.set_tracker(state, name, value)

    def step(self, state: st.State) -> str:
        fight = state.fight
        rolled = fight is not None and (fight.me.die, fight.me.rerolled, fight.me.passed)
        return f"{state.turn.number}.{state.turn.phase}.{state.turn.drawn}.{rolled or 0}"

    def rules_step(self, state: st.State) -> str:
        if state.fight is not None and state.fight.kind == "control":
            return "tower"
        return STEPS.get(state.turn.phase, "combat")

    # -- looking -------------------------------------------------------------------------

    def view(self, state: st.State, viewer: int | None) -> st.State:
        """Feats keep their number, not their names, for everybody but their owner."""
        villains = tuple(
            v if seat == viewer else replace(v, feats=tuple(st.Feat(f.id) for f in v.feats))
            for seat, v in enumerate(state.villains)
        )
        return replace(state, villains=villains)

    def board(self, state: st.State, viewer: int | None) -> board.View:
        return board.view(state, viewer)

    def figures(self, state: st.State) -> tuple[Figure, ...]:
        """Strength and Cunning won, and Life: what the race and its deaths are made of."""
        return checks.figures(state)

    def rolled(self, state: st.State, action: Any) -> tuple[Rolled, ...]:
        return thrown.rolled(state, action)
