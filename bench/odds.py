"""Time the exact odds of the dice game take, for positions met at random.

``cold`` has never seen the villain, the dice or the score; ``warm`` has answered before.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from msgspec.structs import replace

from bench.figures import figures, row
from games import registry
from games.animated_dice.ahead import policy
from games.odds import probability
from games.referee import Ruling

POSITIONS = 20
KINDS = {"yellow": (1, 3, 2), "blue": (2, 2, 2), "gray": (3, 1, 2)}


def measure(positions: int = POSITIONS) -> None:
    """Print how long odds take, villain by villain, in ordinary and in last rounds."""
    referee = registry.referee("animated-dice")
    rng = Random(2016)
    print("dice odds: processor time of an answer for a position met at random", flush=True)
    for last in (False, True):
        for i, villain in enumerate(referee.setup_default(4, referee.blank_box()).villains):
            met = reached(referee, i, last, rng)
            states = [next(met) for _ in range(positions)]
            cold, warm = [], []
            for state in states:
                forget()
                cold.append(answer(referee, state))
                warm.append(answer(referee, state))
            when = "last round" if last else "any round"
            row(f"{villain}, {when}, cold", figures(cold))
            row(f"{villain}, {when}, warm", figures(warm))


def answer(referee: Any, state: Any) -> float:
    begun = process_time()
    referee.odds(state)
    return (process_time() - begun) * 1000


def forget() -> None:
    for kept in (
        policy.solver,
        probability.pool,
        probability.draw,
        probability.roll,
        probability.hits,
    ):
        kept.cache_clear()


def reached(referee: Any, villain: int, last: bool, rng: Random) -> Iterator[Any]:
    """Yield positions of a villain's heists rolled at random, the fresh cup among them."""
    box = referee.blank_box()
    begun = referee.begin(replace(referee.setup_default(4, box), first=villain), box)
    assert isinstance(begun, Ruling)
    while True:
        state = begun.state
        if last:
            leader = (villain + 1) % 4
            lead = tuple(30 + rng.randrange(4) if i == leader else 0 for i in range(4))
            own = tuple(n or 22 + rng.randrange(9) for n in lead)
            state = replace(state, carried=own)
        while not state.sheet:
            yield state
            state = onward(referee, state, rng)


def onward(referee: Any, state: Any, rng: Random) -> Any:
    """Return one more roll; of a first roll everything is kept."""
    if state.turn.first:
        return did(referee, state, {"do": "return", "dice": []})
    prompt = next(p for p in referee.prompts(state) if p.do == "roll")
    cup = [c for c, n in zip(KINDS, state.turn.cup, strict=True) for _ in range(n)]
    rng.shuffle(cup)
    faces = []
    for die in prompt.fields[0].dice:
        colour = die.colour or cup.pop()
        symbol = rng.choices(("loot", "batman", "alarm"), KINDS[colour])[0]
        faces.append(f"{colour}-{symbol}")
    return did(referee, state, {"do": "roll", "faces": faces})


def did(referee: Any, state: Any, data: dict[str, Any]) -> Any:
    ruling = referee.apply(state, referee.decode_action(data))
    assert isinstance(ruling, Ruling), ruling
    return ruling.state


if __name__ == "__main__":
    measure()
