"""What the dice game tells the laws: who still plays, and which dice lie where."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.conformance import draws
from games.animated_dice.box import Villain
from games.animated_dice.state import State
from games.referee import AnyReferee, Prompt
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


FREEZE = Villain("mr-freeze", "Mr. Freeze", first=4, dodge_colour="gray", dodges=1, per_set=1)


def drawn(referee: AnyReferee, rng: Random) -> tuple[Any, Any]:
    """A set-up of a blank, half-filled or full copy, with the promo or without."""
    copies = [*draws.copies(referee).values()]
    half = replace(copies[0], counted=(True, False, False))
    promo = replace(copies[0], promo=FREEZE)
    return draws.begun(referee, rng, (*copies, half, promo))


WEIGHED = frozenset({"E_CUP"})
"""How many dice of a colour are left hangs on the other dice told; a phone closes a colour that is
used up while they are entered."""
PROBE = Probe(present, held, names, TELLS, draws=drawn, weighed=WEIGHED)
