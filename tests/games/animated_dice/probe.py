"""What the dice game tells the laws: who still plays, and which dice lie where."""

from __future__ import annotations

from collections.abc import Iterable

from games.animated_dice.state import State
from games.referee import Prompt
from tests.probes import Probe


def present(state: State) -> set[str]:
    """Villains; in a tiebreaker only those who tied."""
    leaders = state.stage.leaders or range(len(state.villains))
    return {f"part {part}" for part in leaders}


def held(state: State) -> Iterable[str]:
    return [f"part {state.turn.part}"] if state.stage.active is not None else []


def names(prompt: Prompt) -> Iterable[str]:
    return [f"part {part}" for part in prompt.actors or ()]


TELLS = {
    "score.*": "score",
    "loot.*": "roll",
    "batman.*": "roll",
    "alarms.*": "roll",
    "out.*": "roll",
    "heist.*": "score",
}

PROBE = Probe(present, held, names, TELLS)
