"""Positions of a title, so many that each of its actions is offered in one of them.

Those of its golden games, of the scenarios of its log and of its probe, and of some random games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args

from companion.conformance import chance
from games import registry
from games.referee import Adjust, AnyReferee, Prompt, SetDepth
from tests import offers
from tests.probes import probe

GAMES, STEPS = 4, 120
"""Random games, and the actions of each."""

ENDS = 5
"""So often in a row a random game has to end until it may."""

Position = tuple[Any, tuple[Prompt, ...]]


def tags(referee: AnyReferee) -> set[str]:
    """What can be done at a table of this title, or of a title that shares its chapters."""
    return {act.__struct_config__.tag for act in get_args(referee.Action)} - {
        act.__struct_config__.tag for act in (Adjust, SetDepth)
    }


def family(slug: str) -> list[str]:
    """The titles that are played by the same chapters."""
    rules = registry.referee(slug).rules
    return [each for each in registry.TITLES if registry.referee(each).rules is rules]


@cache
def positions(slug: str) -> tuple[Position, ...]:
    """States of a title that are not over, each with what is offered in it."""
    referee = registry.referee(slug)
    found = [(state, prompts) for state, _, prompts in offers.states(slug)]
    found += [(state, referee.prompts(state)) for state in _states(slug)]
    return tuple((state, prompts) for state, prompts in found if prompts)


def _states(slug: str) -> Iterator[Any]:
    yield from probe(slug).scenes()
    referee, rng = registry.referee(slug), Random(1)
    for _ in range(GAMES):
        yield from _game(referee, probe(slug).begun(referee, rng), rng)


def _game(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Any]:
    for _ in range(STEPS):
        yield state
        after = (chance.onward(referee, state, rng, 0.6) for _ in range(ENDS))
        state = next((each for each in after if each and referee.prompts(each)), None)
        if state is None:
            return
