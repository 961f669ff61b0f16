"""Facts Pig tells the laws about itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.conformance.probes import Probe
from games.referee import Prompt
from sidekick_pig.state import State


def present(state: State) -> Iterable[str]:
    return {f"player {part.index}" for part in state.parts}


def held(state: State) -> Iterable[str]:
    return {f"player {state.active}"}


def names(prompt: Prompt) -> Iterable[str]:
    return {f"player {part}" for part in prompt.actors or ()}


@pytest.fixture
def probe() -> Probe:
    return Probe(present, held, names, {"score.*": "hold", "pot": "roll bust hold"})
