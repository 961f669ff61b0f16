"""Facts the dice game tells the laws: who still plays, and which dice lie where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from companion.conformance import chance, draws
from games import registry
from games.animated_dice.box import Box, VillainToken
from games.animated_dice.rules.checks import PILES
from games.animated_dice.rules.setup import Setup
from games.animated_dice.state import State
from games.referee import AnyReferee, Prompt
from tests.probes import Probe


def present(state: State) -> set[str]:
    """Return villains; in a tiebreaker only those who tied."""
    leaders = state.stage.leaders or range(len(state.villains))
    return {f"part {part}" for part in leaders}


def held(state: State) -> Iterable[str]:
    return [f"part {state.turn.part}"] if state.stage.active is not None else []


def names(prompt: Prompt) -> Iterable[str]:
    return [f"part {part}" for part in prompt.actors or ()]


TELLS = {
    "score.*": "score",
    **dict.fromkeys((f"{pile}.*" for pile in PILES), "{dice}"),
    "heist.*": "score",
}


SCENES, STEPS = 6, 4

FREEZE = VillainToken(
    "mr-freeze",
    "Mr. Freeze",
    **{field.name: True for field in structs.fields(VillainToken) if field.type in (bool, "bool")},
    first=4,
    dodge_colour="gray",
    dodges=1,
    per_set=1,
)
"""A villain with every rule at once, so that what each brings is met."""


def drawn(referee: AnyReferee, rng: Random) -> tuple[Any, Any]:
    """Return a set-up of a blank, half-filled or full copy, with the promo or without."""
    copies = [*draws.copies(referee).values()]
    half = replace(copies[0], counted=(True, False, False))
    promo = replace(copies[0], promo=FREEZE)
    return draws.begun(referee, rng, (*copies, half, promo))


def scenes() -> Iterator[Any]:
    """Yield the beginnings of heists of ``FREEZE``."""
    referee, rng = registry.referee("animated-dice"), Random(1)
    start = referee.begin(Setup(2, (FREEZE.slug, "joker")), Box(promo=FREEZE)).state
    for _ in range(SCENES):
        state = start
        for _ in range(STEPS):
            state = chance.onward(referee, state, rng, 0.6) or start
            yield state


WEIGHED = frozenset({"E_CUP"})
"""How many dice of a colour are left hangs on the other dice told; a phone closes a colour that is
used up while they are entered."""
PROBE = Probe(present, held, names, TELLS, draws=drawn, weighed=WEIGHED, scenes=scenes)
