"""How the Rising titles are played towards each of their endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.conformance import chance
from games.referee import AnyReferee, Outcome, Prompt
from tests.record import Choose, Ending, anything, of_today


def plan(
    *,
    deploy: Callable[[Any, Random], int] = lambda state, rng: rng.randrange(3),
    doom: Callable[[Any, Random], int] = lambda state, rng: rng.randrange(3),
    recruit: float = 0.5,
    hit: float = 0.5,
    luck: bool = False,
) -> Choose:
    """Quick play by inclinations: where to go, what the track die shows, what succeeds."""

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        prompt = _listed(rng.choice(prompts), prompts)
        data = chance.action(prompt, rng)
        match prompt.do:
            case "deal":
                data["cards"] = [_named(prompt, rng)]
            case "deploy":
                data["location"] = deploy(state, rng)
            case "figure" if luck:
                data["face"] = "stay"
            case "doom":
                data["n"] = doom(state, rng)
            case "results":
                data |= _results(state, prompt, rng, recruit, hit)
                data |= {"left": []} if "left" in data else {}
            case "refill":
                places = [field.default for field in prompt.fields if field.name == "place"]
                data |= dict.fromkeys(("place",), *places) if places else {}
                data["card"] = _named(prompt, rng)
        return data

    return choose


def _listed(prompt: Prompt, prompts: tuple[Prompt, ...]) -> Prompt:
    """Where new cards may be named in several ways, the list of known names."""
    return prompts[0] if prompt.do in ("deal", "refill") else prompt


def _named(prompt: Prompt, rng: Random) -> str:
    """A card of the list, if one is left."""
    (names,) = (field for field in prompt.fields if field.name in ("card", "cards"))
    named = [str(choice.value) for choice in names.choices if choice.value]
    return rng.choice(named) if named else ""


def _results(state: Any, prompt: Prompt, rng: Random, recruit: float, hit: float) -> dict[str, Any]:
    """At most one recruit and one hit a turn, the boss before all others."""
    bosses = {piece.id for piece in state.pieces if piece.kind == "boss"}
    values: dict[str, Any] = {}
    for field in prompt.fields:
        options = sorted(field.choices, key=lambda choice: choice.value not in bosses)
        first = [choice.value for choice in options[:1]]
        likely = 1.0 if first and first[0] in bosses else hit
        if field.name == "recruited":
            values["recruited"] = first if rng.random() < recruit else []
        if field.name == "hits":
            values["hits"] = first if rng.random() < likely else []
    return values


def to_him(state: Any, rng: Random) -> int:
    return int(state.facing)


def away(state: Any, rng: Random) -> int:
    return int((state.facing + rng.choice((1, 2))) % 3)


def hunt(state: Any, rng: Random) -> int:
    """Keep away until he can be fought, then go where he looks."""
    return to_him(state, rng) if state.boss_revealed else away(state, rng)


def quickly(state: Any, rng: Random) -> int:
    return rng.choice((2, 3))


def until_revealed(state: Any, rng: Random) -> int:
    return 0 if state.boss_revealed else 4


def on_the_brink(state: Any, rng: Random) -> int:
    """Hold the track until he is about to fall, then fill it."""
    boss = next((piece for piece in state.pieces if piece.kind == "boss"), None)
    if not state.boss_revealed or boss is None:
        return 4
    return 4 if boss.damage == state.setup.boss_damage - 1 else 0


def ended(condition: str, *also: str) -> Callable[[Outcome, Any], bool]:
    """By this condition, and by exactly these others at the same moment."""
    return lambda outcome, state: outcome.condition == condition and outcome.also == also


def dealt_first(
    referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
) -> dict[str, Any]:
    """Anything expected; the opening cards one after the other, or all of them unnamed."""
    data = anything(referee, state, prompts, rng)
    if data["do"] == "deal":
        rest = chance.action(prompts[-1], rng)
        name = _named(prompts[0], rng)
        return {"do": "deal", "cards": [name]} if name else rest
    return data


def today() -> Iterator[Ending]:
    """Games as people start them: quick by inclination, else whatever the dice say."""
    return of_today(
        [(box, depth) for box in ("sample", "blank") for depth in ("quick", "full")],
        lambda box, depth: plan(hit=0.6) if (box, depth) == ("sample", "quick") else dealt_first,
        (25, 60),
    )
