"""How the Rising titles are played towards each of their endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.referee import AnyReferee, Outcome, Prompt
from tests import chance
from tests.record import Choose, Ending


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


EASIER = {"boss_damage": 3, "villains": 3}

BATMAN_WHO_LAUGHS = (
    Ending(
        "won",
        2,
        plan(deploy=hunt, doom=until_revealed, hit=0.6, recruit=0.9, luck=True),
        ended("won"),
        EASIER,
    ),
    Ending("lost-track", 3, plan(deploy=away, doom=quickly, hit=0.2), ended("track")),
    Ending(
        "lost-heroes",
        4,
        plan(deploy=away, doom=lambda state, rng: 0, recruit=0.9, hit=0.0),
        ended("heroes"),
    ),
    Ending(
        "lost-team",
        1,
        plan(deploy=to_him, doom=lambda state, rng: 1, recruit=0.0, hit=0.3),
        ended("team"),
    ),
    Ending(
        "won-and-lost",
        2,
        plan(deploy=hunt, doom=on_the_brink, hit=0.6, recruit=0.9, luck=True),
        ended("won", "track"),
        EASIER,
    ),
)


def kinds(state: Any) -> dict[str, str]:
    """What each card on the table is, by piece."""
    named = {facts.name: facts.kind for facts in state.library}
    return {piece.id: piece.kind or named.get(piece.card, "") for piece in state.pieces}


def to_the_battle(state: Any, rng: Random) -> int:
    """Where a Final Battle is open, best where no Villain guards it; before, away from Ozai."""
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
    """Quick play of the second title: which driver cards come, and what the dice bring."""

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        prompt = _listed(rng.choice(prompts), prompts)
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
                data = {name: value for name, value in data.items() if value is not False}
        return data

    return choose


def _brought(state: Any, prompt: Prompt, rng: Random, recruit: float, hit: float) -> dict[str, Any]:
    """At most one recruit, at the right end, and one hit: a battle before a Villain."""
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
    """He looks where the fewest Heroes stand and the team is not."""
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
    """By this condition, after the Day of Black Sun came by this side."""
    return lambda outcome, state: (
        outcome.condition == condition and outcome.also == also and state.event_side == side
    )


def _fire_nation() -> Iterator[Ending]:
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


FIRE_NATION = tuple(_fire_nation())
