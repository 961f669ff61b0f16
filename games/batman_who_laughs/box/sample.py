"""An invented copy that answers every question, to try the title with."""

from __future__ import annotations

from msgspec.structs import replace

from games.batman_who_laughs.box import BOSS, BOSS_PRICES, CARDS, DICE, TEAMS
from games.rising.box import (
    AbilityEffect,
    Box,
    CardFacts,
    DieFacts,
    Price,
    SectionFacts,
    TrackFacts,
)

PRICES: tuple[Price, ...] = (
    (2, 1, 0, 0),
    (0, 2, 1, 0),
    (0, 0, 2, 1),
    (1, 0, 0, 2),
    (2, 0, 1, 0),
    (0, 2, 0, 1),
    (1, 1, 1, 0),
    (0, 1, 1, 1),
)

HERO_ABILITIES = (
    ("Heal 1 on a Hero in reach", (1, 0, 0, 0), AbilityEffect("heal", who="choice")),
    ("Draw a Bonus Token", (0, 0, 1, 0), AbilityEffect("token")),
    ("Take 1 counter off the track", (0, 1, 0, 0), AbilityEffect("doom", -1)),
    ("One more red die", (), AbilityEffect("die", colour="red")),
    ("Change a PURPOSE face", (), AbilityEffect("face", symbol="P")),
    ("Roll dice again", (), AbilityEffect("reroll")),
    ("1 damage to a Villain", (0, 0, 0, 2), AbilityEffect("damage", who="choice")),
    ("One more blue die", (), AbilityEffect("die", colour="blue")),
)

VILLAIN_ABILITIES = (
    ("1 damage to every Hero where he looks", AbilityEffect("damage", who="location")),
    ("1 counter on the track", AbilityEffect("doom", 1)),
    ("1 damage to the most damaged of the active team", AbilityEffect("damage", who="most")),
    ("Heal 1 on Villains where he looks", AbilityEffect("heal", who="villains")),
    ("1 damage to Heroes one sector clockwise", AbilityEffect("damage", who="next")),
    ("1 damage to the active team", AbilityEffect("damage", who="team")),
)

TYPES = ("League", "Gotham", "Titans")


def sample() -> Box:
    """Return an invented copy that answers every question; its numbers are no one's cards."""
    named = {each.name: each for each in CARDS}
    heroes = [each.name for each in CARDS if each.kind == "hero"]
    heroes += [f"Sample Hero {n}" for n in range(len(heroes) + 1, 33)]
    villains = ["Court of Owls", "Evil Robins", *(f"Sample Villain {n}" for n in range(3, 7))]
    knights = [each.name for each in CARDS if each.kind == "knight"] + ["Sample Dark Knight 6"]
    cards = (
        *(sample_hero(named.get(name, CardFacts(name)), i) for i, name in enumerate(heroes)),
        *(sample_foe(named.get(n, CardFacts(n)), i, "villain", 2) for i, n in enumerate(villains)),
        *(sample_foe(named.get(n, CardFacts(n)), i, "knight", 3) for i, n in enumerate(knights)),
        CardFacts(BOSS, "boss", 5, BOSS_PRICES, known=True, confidence="sample"),
    )
    teams = tuple(
        replace(
            team,
            dice=team.dice or (("blue",) * 2 + ("green", "purple")),
            ability="Take 1 counter off the track",
            cost=(0, 1, 1, 0),
            effects=(AbilityEffect("doom", -1),),
            known=True,
            confidence="sample",
        )
        for team in TEAMS
    )
    dice = tuple(
        replace(die, count=4 if die.colour == "red" else 5, checked=True, confidence="sample")
        for die in DICE
    )
    sides = tuple(map(sample_side, SIDES))
    return Box("Sample box", True, cards, teams, dice, sides, driver_dice=DRIVER)


DRIVER = (
    DieFacts("dark-knights", 1, ("0", "1", "1", "1", "2", "3"), True, "sample"),
    DieFacts(
        "batman-who-laughs",
        1,
        ("left", "left+ring", "right", "right+ring", "stay", "stay+ring"),
        True,
        "sample",
    ),
)


SIDES = (("orange-brown", 11), ("purple", 8))


def sample_hero(facts: CardFacts, i: int) -> CardFacts:
    text, cost, effect = HERO_ABILITIES[i % len(HERO_ABILITIES)]
    return replace(
        facts,
        kind="hero",
        capacity=facts.capacity or 3 + i % 3,
        prices=facts.prices or (PRICES[i % len(PRICES)],),
        type=TYPES[i % len(TYPES)],
        ability=facts.ability or text,
        cost=facts.cost or (() if facts.known else cost),
        effects=facts.effects or (effect,),
        known=True,
        confidence="sample",
    )


def sample_foe(facts: CardFacts, i: int, kind: str, capacity: int) -> CardFacts:
    text, effect = VILLAIN_ABILITIES[i % len(VILLAIN_ABILITIES)]
    return replace(
        facts,
        kind=kind,
        capacity=facts.capacity or capacity,
        prices=facts.prices or (PRICES[-1 - i % len(PRICES)],),
        ability=facts.ability or text,
        effects=facts.effects or (effect,),
        known=True,
        confidence="sample",
    )


def sample_side(side: tuple[str, int]) -> TrackFacts:
    """Return a side whose sections each uncover an invented ability, with the given spaces behind
    it.
    """
    name, behind = side
    abilities = (
        *VILLAIN_ABILITIES,
        ("1 damage to all teams", AbilityEffect("damage", who="teams")),
    )
    sections = tuple(
        SectionFacts(3, "knight" if i < 6 else "boss", text, (effect,), True)
        for i, (text, effect) in enumerate(abilities)
    )
    return TrackFacts(name, (*sections, SectionFacts(behind)), True, "sample")
