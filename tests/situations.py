"""Positions of a title, so many that each of its actions is offered in one of them.

Those of its golden games, of the scenarios of its log and of its probe, and of some random games
with any options.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from companion.conformance import chance
from games import registry
from games.house_rules import HouseRule
from games.referee import Adjust, AnyReferee, Prompt, SetDepth
from tests import offers
from tests.probes import probe

GAMES, STEPS = 4, 120
"""Random games, and the actions of each."""

ENDS = 5
"""So often in a row a random game has to end until it may."""

Position = tuple[Any, tuple[Prompt, ...]]


def tags(referee: AnyReferee) -> set[str]:
    """Return what can be done at a table of this title, or of a title that shares its chapters."""
    return {act.__struct_config__.tag for act in get_args(referee.Action)} - {
        act.__struct_config__.tag for act in (Adjust, SetDepth)
    }


def family(slug: str) -> list[str]:
    """Return the titles that are played by the same chapters."""
    name = registry.referee(slug).title.family
    titles = registry.TITLES if name else (slug,)
    return [each for each in titles if registry.referee(each).title.family == name]


@cache
def positions(slug: str) -> tuple[Position, ...]:
    """Return states of a title that are not over, each with what is offered in it."""
    referee = registry.referee(slug)
    found = [(state, prompts) for state, _, prompts in offers.states(slug)]
    found += [(state, referee.prompts(state)) for state in _states(slug)]
    return tuple((state, prompts) for state, prompts in found if prompts)


def _states(slug: str) -> Iterator[Any]:
    yield from probe(slug).scenes()
    referee, rng = registry.referee(slug), Random(1)
    for i in range(GAMES):
        yield from _game(referee, _begun(referee, rng, drawn=i % 2 == 1), rng)
    hush = HouseRule("Hush", "once", text="Whisper until your next turn")
    ours = replace(_begun(referee, rng, drawn=False), house_rules=(hush,))
    yield from islice(_game(referee, ours, rng), STEPS // 2)


def _begun(referee: AnyReferee, rng: Random, drawn: bool) -> Any:
    """Return a new game; if ``drawn``, its options are any that can be chosen."""
    own = probe(referee.title.slug)
    return own.draws(referee, rng)[1] if drawn and own.draws else own.begun(referee, rng)


def _game(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Any]:
    for _ in range(STEPS):
        yield state
        after = (chance.onward(referee, state, rng, 0.6) for _ in range(ENDS))
        state = next((each for each in after if each and referee.prompts(each)), None)
        if state is None:
            return
