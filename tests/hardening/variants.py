"""Tables no one has met: other dice, cards, tokens, readings and house rules made at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from games.animated_dice import box as dice_game
from games.animated_dice.box import VillainToken
from games.gotham_chronicles.box.sheets import COLOURS, BonusLine, CardKind, EquipmentCard, Skill
from games.house_rules import HouseRule
from games.rising.box import AbilityEffect
from games.talisman_batman.rules.cards import lesson
from games.talisman_batman.state import Effect, EncounterCard, Kind, Lesson

VERBS = ("damage", "heal", "doom", "token", "lose_token", "block", "turn", "die", "doom_roll")
TARGETS = ("location", "next", "team", "teams", "most", "least", "villains", "choice", "self")
"""What effects of Rising do, and to whom, among them what only the table can point at."""


def varied(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table with switches, faces, effects of cards or house rules made at random."""
    made: dict[str, tuple[Callable[..., Any], ...]] = {
        "talisman-batman": (_read_otherwise, _carrying),
        "gotham-chronicles": (_other_dice, _skilled, _equipped),
        "animated-dice": (_other_faces, _other_tokens),
    }
    if rng.random() < 0.3:
        return _ruled_at_home(referee, state, rng)
    return rng.choice(made.get(referee.title.slug, (_taught,)))(referee, state, rng)


def _ruled_at_home(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table with a rule of the group: a number at some moment, or a mere note."""
    moments = [each for each in referee.house_moments if each not in ("setup", "once")]
    numbers = (*referee.house_numbers, *referee.house_choices)
    number = rng.choice(numbers) if rng.random() < 0.7 else ""
    rule = HouseRule("Ours", rng.choice(moments), number, rng.choice((-1, 1, 2)), "No one speaks")
    return replace(state, house_rules=(replace(rule, text="") if number else rule,))


def _read_otherwise(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Talisman with some readings of its rules, and texts that do otherwise."""
    every = sorted({each.setting for each in referee.clarifications.values() if each.setting})
    readings = tuple(rng.sample(every, rng.randrange(len(every))))
    texts = {
        *(each.of for each in state.lessons),
        *(lesson.of_space(each.space) for each in state.villains if each.space),
        *(lesson.of_card(each.name) for spot in state.spots for each in spot.cards),
    }
    lessons = tuple(
        Lesson(of, tuple(_effect(rng) for _ in range(rng.randint(1, 2))))
        for of in sorted(texts)
        if rng.random() < 0.7
    )
    return replace(state, options=replace(state.options, readings=readings), lessons=lessons)


def _effect(rng: Random) -> Effect:
    what = rng.choice(lesson.VERBS)
    return Effect(what, 1 if what in lesson.ONCE else rng.choice((-2, -1, 1, 2)))


def _carrying(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Talisman whose villains have other abilities, Objects and Followers."""

    def other(villain: Any) -> Any:
        if rng.random() < 0.3:
            return villain
        sheet = replace(
            villain.sheet,
            weapons=rng.randint(1, 2),
            cunning_attack=rng.random() < 0.5,
            saves_life=rng.random() < 0.5,
        )
        objects = (
            *villain.objects,
            *(_card(rng, "object", free) for _ in range(rng.randint(0, 2))),
        )
        followers = (
            *villain.followers,
            *(_card(rng, "follower", free) for _ in range(rng.randint(0, 1))),
        )
        return replace(villain, sheet=sheet, objects=objects, followers=followers)

    free = count(1000)
    return replace(state, villains=tuple(map(other, state.villains)))


def _card(rng: Random, kind: Kind, free: Iterator[int]) -> EncounterCard:
    """Return an Object or a Follower that may do anything one does."""
    number = next(free)
    return EncounterCard(
        f"Made {number}",
        kind,
        number,
        strength=rng.choice((0, 0, 1, 2)),
        cunning=rng.choice((0, 0, 1, 2)),
        combat=rng.random() < 0.5,
        weapon=kind == "object" and rng.random() < 0.5,
        armour=kind == "object" and rng.random() < 0.5,
    )


def _other_dice(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Gotham whose dice have other faces."""
    faces = tuple(tuple(sorted(rng.choices(range(4), k=6))) for _ in range(5))
    return replace(state, faces=faces)


def _equipped(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Gotham whose heroes carry equipment of any kind."""

    def line() -> BonusLine:
        return BonusLine(
            rng.choice(("any", "defence", "melee", "ranged")),
            dice=tuple(rng.choices(COLOURS, k=rng.randint(0, 1))),
            arrows=tuple(rng.choices(COLOURS, k=rng.randint(0, 1))),
            skills=(Skill(rng.choice(("Luck", "Untouchable", "Impenetrable Defense")), 1),),
            successes=rng.randint(0, 1),
        )

    def card(number: int) -> EquipmentCard:
        lines = tuple(line() for _ in range(rng.randint(1, 2)))
        kind = rng.choice(get_args(CardKind))
        return EquipmentCard(f"Made {number}", kind, once=rng.random() < 0.3, lines=lines)

    heroes = tuple(
        replace(each, cards=(*each.cards, *map(card, range(rng.randint(0, 2)))))
        for each in state.heroes
    )
    return replace(state, heroes=heroes)


def _skilled(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Gotham with other skills of its tiles and heroes."""
    sheets = [each.sheet for each in (*state.tiles, *state.heroes)]
    known = sorted({skill.name for sheet in sheets for skill in sheet.skills})

    def other(owner: Any) -> Any:
        names = rng.sample([*known, "Unheard-of"], min(3, len(known)))
        skills = tuple(Skill(name, rng.randint(1, 3)) for name in names)
        changed = rng.random() < 0.5
        return replace(owner, sheet=replace(owner.sheet, skills=skills)) if changed else owner

    heroes, tiles = tuple(map(other, state.heroes)), tuple(map(other, state.tiles))
    return replace(state, heroes=heroes, tiles=tiles)


def _other_faces(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of the dice game with other yellow dice and other readings."""
    loot, batman = rng.randint(1, 3), rng.randint(1, 2)
    odd = type(state.faces[0])(loot, batman, 6 - loot - batman)
    switches = {"return_before_bust": rng.random() < 0.5, "empty_cup_ends": rng.random() < 0.5}
    return replace(state, faces=(odd, *state.faces[1:]), **switches)


def _other_tokens(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of the dice game with other villain tokens; dice that are out for a roll of
    one keep its number."""
    turn = state.turn
    begun = bool(turn.rolls or turn.first or sum(turn.drawn))

    def token(old: VillainToken) -> VillainToken:
        if rng.random() < 0.3:
            return old
        return replace(
            old,
            first=old.first if begun else rng.randint(1, 5),
            returns=old.returns if begun else rng.random() < 0.5,
            dodge_colour=rng.choice(dice_game.COLOURS),
            dodges=max(sum(turn.out), rng.randint(0, 3)),
            per_loot=dice_game.counts(rng.choices(range(3), k=3)),
            per_set=rng.randint(0, 3),
            paid_on_bust=rng.random() < 0.5,
        )

    return replace(state, villains=tuple(map(token, state.villains)))


def _taught(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Rising whose villains have other effects, or some that no one knows."""

    def other(card: Any) -> Any:
        if card.kind == "hero" or rng.random() < 0.4:
            return card
        effects = tuple(
            AbilityEffect(rng.choice(VERBS), rng.randint(1, 2), rng.choice(TARGETS))
            for _ in range(rng.randint(0, 2))
        )
        return replace(card, effects=effects, known=rng.random() < 0.7)

    return replace(state, library=tuple(map(other, state.library)))
