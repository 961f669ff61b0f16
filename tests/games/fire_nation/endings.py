"""Ways of playing Fire Nation Rising towards each of its endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.conformance import chance
from games.referee import AnyReferee, Outcome, Prompt
from tests.games.rising.endings import _first, _listed, _seen, away, plan, to_him, today
from tests.record import Choose, Ending


def kinds(state: Any) -> dict[str, str]:
    """Return what each card on the table is, by piece."""
    named = {facts.name: facts.kind for facts in state.library}
    return {piece.id: piece.kind or named.get(piece.card, "") for piece in state.pieces}


def to_the_battle(state: Any, rng: Random) -> int:
    """Return the way to an open Final Battle, best where no Villain guards it; before, away from
    Ozai."""
    if not state.event:
        return away(state, rng)
    kind = kinds(state)
    guards = [sum(kind.get(card) == "villain" for card in slots) for slots in state.slots]
    open_ones = [place for place in range(3) if state.battles[place]]
    return min(open_ones, key=lambda place: guards[place])


def prepare(
    *,
    deploy: Callable[[Any, Random], int],
    cards: Callable[[Any], tuple[str, ...]],
    recruit: float,
    hit: float,
    advance: bool,
) -> Choose:
    """Prepare quick play of the second title: which driver cards come, and what the dice bring."""

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        prompt = _listed(rng.choice(_first(prompts)), prompts)
        data = chance.action(prompt, rng)
        match prompt.do:
            case "deal" | "refill":
                data |= plan()(referee, state, (prompt,), rng)
            case "deploy":
                data["location"] = deploy(state, rng)
            case "fire":
                data["card"] = rng.choice(cards(state))
            case "event":
                data |= {field.name: list(field.default) for field in prompt.fields}
            case "results":
                data |= _brought(state, prompt, rng, recruit, hit)
                # Where the price was not paid this is refused, and the next try does without.
                offered = any(field.name == "advance" for field in prompt.fields)
                data["advance"] = advance and offered and rng.random() < 0.7
                data |= _seen(referee, state, data)
                data = {name: value for name, value in data.items() if value is not False}
        return data

    return choose


def _brought(state: Any, prompt: Prompt, rng: Random, recruit: float, hit: float) -> dict[str, Any]:
    """Return at most one recruit, at the right end, and one hit: a battle before a Villain."""
    kind = kinds(state)
    of = {facts.name: facts.type for facts in state.library}
    types = {piece.id: of.get(piece.card, "") for piece in state.pieces}
    values: dict[str, Any] = {"recruited": [], "left": []}
    for field in prompt.fields:
        options = [str(choice.value) for choice in field.choices]
        if field.name == "recruited" and options and rng.random() < recruit:
            options.sort(key=lambda each: types.get(each) != "Water")
            values["recruited"] = options[:1]
        if field.name == "hits" and options:
            battles = [each for each in options if kind.get(each.partition(":")[0]) == "battle"]
            likely = 1.0 if battles else hit
            values["hits"] = (battles[-1:] or options[:1]) if rng.random() < likely else []
    return values


def pay(prompts: tuple[Prompt, ...], rng: Random) -> dict[str, Any] | None:
    """Pay for the next space of Balance with tokens as soon as that is possible."""
    paying = [prompt for prompt in prompts if prompt.do == "progress.pay"]
    return chance.action(paying[0], rng) if paying and rng.random() < 0.9 else None


def calm(state: Any) -> tuple[str, ...]:
    return ("left0", "right0", "stay0")


def storm(state: Any) -> tuple[str, ...]:
    return ("left2", "right2", "stay2")


def gently(state: Any) -> tuple[str, ...]:
    """Turn him to where the fewest Heroes are and the team is not."""
    kind = kinds(state)

    def harm(place: int) -> int:
        heroes = sum(kind.get(card) == "hero" for card in state.slots[place])
        return heroes + 10 * (place == state.turn.location)

    ways = {"left": 2, "right": 1, "stay": 0}
    best = min(ways, key=lambda way: harm((state.facing + ways[way]) % 3))
    return (f"{best}0", f"{best}2") if not state.event else (f"{best}0",)


def gently_ruined(state: Any) -> tuple[str, ...]:
    return gently(state)[-1:]


def gently_calm(state: Any) -> tuple[str, ...]:
    return gently(state)[:1]


def ended_in(condition: str, side: str, *also: str) -> Callable[[Outcome, Any], bool]:
    """Return a check that the game ended by this condition, after the Day of Black Sun came by this
    side."""
    return lambda outcome, state: (
        outcome.condition == condition and outcome.also == also and state.event_side == side
    )


def _endings() -> Iterator[Ending]:
    for side, cards in (("progress", calm), ("doom", storm)):
        advance = side == "progress"
        name = "balance" if advance else "ruin"
        aid = pay if advance else (lambda prompts, rng: None)
        winning = prepare(deploy=to_the_battle, cards=cards, recruit=0.9, hit=0.9, advance=advance)
        easier = {"villains": 4, "battle_damage": [1, 1, 1], "hero_limit": 24}
        yield Ending(f"won-after-{name}", 4, winning, ended_in("won", side), easier, beside=aid)
        careless = prepare(
            deploy=away, cards=cards, recruit=0.9, hit=0.7 * advance, advance=advance
        )
        yield Ending(f"lost-heroes-after-{name}", 4, careless, ended_in("heroes", side), beside=aid)
        lonely = prepare(deploy=to_him, cards=cards, recruit=0.45, hit=0.5, advance=advance)
        yield Ending(f"lost-team-after-{name}", 2, lonely, ended_in("team", side), beside=aid)
    brink = prepare(deploy=to_the_battle, cards=gently_ruined, recruit=0.9, hit=0.9, advance=False)
    yield Ending(
        "won-and-lost",
        4,
        brink,
        lambda outcome, state: outcome.condition == "won" and bool(outcome.also),
        {"villains": 4, "battle_damage": [1, 1, 1], "hero_limit": 16},
        seeds=3000,
    )
    unprepared = prepare(deploy=to_him, cards=calm, recruit=0.0, hit=0.0, advance=False)
    yield Ending("lost-before-the-black-sun", 3, unprepared, ended_in("team", ""))


ENDINGS = (*_endings(), *today())
