"""Ways of playing the Rising titles towards each of their endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.conformance import chance
from games.referee import AnyReferee, Outcome, Prompt, Question
from tests.record import Choose, Ending, anything, of_today


def plan(
    *,
    deploy: Callable[[Any, Random], int] = lambda state, rng: rng.randrange(3),
    doom: Callable[[Any, Random], int] = lambda state, rng: rng.randrange(3),
    recruit: float = 0.5,
    hit: float = 0.5,
    luck: bool = False,
) -> Choose:
    """Return quick play by inclinations: where to go, what the track die shows, what succeeds."""

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        prompt = _listed(rng.choice(_first(prompts)), prompts)
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
                data |= _seen(referee, state, data)
            case "refill":
                places = [field.default for field in prompt.fields if field.name == "place"]
                data |= dict.fromkeys(("place",), *places) if places else {}
                data["card"] = _named(prompt, rng)
        return data

    return choose


def _first(prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """Return the question that stands before everything else, or all there is to choose from."""
    for do in ("card.count", "section.count"):
        if asked := tuple(each for each in prompts if each.do == do):
            return asked
    return prompts


def _listed(prompt: Prompt, prompts: tuple[Prompt, ...]) -> Prompt:
    """Return the list of known names, where new cards may be named in several ways."""
    return prompts[0] if prompt.do in ("deal", "refill") else prompt


def _named(prompt: Prompt, rng: Random) -> str:
    """Return a card of the list, if one is left."""
    (names,) = (field for field in prompt.fields if field.name in ("card", "cards"))
    named = [str(choice.value) for choice in names.choices if choice.value]
    return rng.choice(named) if named else ""


def _results(state: Any, prompt: Prompt, rng: Random, recruit: float, hit: float) -> dict[str, Any]:
    """Return at most one recruit and one hit a turn, the boss before all others."""
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


def _seen(referee: AnyReferee, state: Any, data: dict[str, Any]) -> dict[str, Any]:
    """Return the tick that a page shows beforehand where the price was met by the way."""
    ruling = referee.apply(state, referee.decode_action(data), None, {})
    asked = isinstance(ruling, Question) and ruling.code == "PROGRESS_MET"
    return {"advance": True} if asked else {}


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
    return 0 if state.boss_revealed else 3


def on_the_brink(state: Any, rng: Random) -> int:
    """Hold the track until he is about to fall, then fill it."""
    boss = next((piece for piece in state.pieces if piece.kind == "boss"), None)
    if not state.boss_revealed or boss is None:
        return 3
    return 3 if boss.damage == state.setup.boss_damage - 1 else 0


def ended(condition: str, *also: str) -> Callable[[Outcome, Any], bool]:
    """Return a check that the game ended by this condition, and by exactly these others at the same
    moment."""
    return lambda outcome, state: outcome.condition == condition and outcome.also == also


def dealt_first(
    referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
) -> dict[str, Any]:
    """Return anything expected; the opening cards one after the other, or all of them unnamed."""
    data = anything(referee, state, _first(prompts), rng)
    if data["do"] == "deal":
        rest = chance.action(prompts[-1], rng)
        name = _named(prompts[0], rng)
        return {"do": "deal", "cards": [name]} if name else rest
    return data


def today() -> Iterator[Ending]:
    """Return games as people start them: quick by inclination, else whatever the dice say."""
    return of_today(
        [(box, depth) for box in ("sample", "blank") for depth in ("quick", "full")],
        lambda box, depth: plan(hit=0.6) if (box, depth) == ("sample", "quick") else dealt_first,
        (25, 60),
    )
