"""An invented copy that answers every question, to try the title with."""

from __future__ import annotations

from msgspec.structs import replace

from games.fire_nation.box import BATTLES, CARDS, DICE, TEAMS
from games.rising.box import (
    AbilityEffect,
    Box,
    CardFacts,
    Price,
    PriceStep,
    ProgressFacts,
    SectionFacts,
    TeamFacts,
    TrackFacts,
)

PRICES: tuple[Price, ...] = (
    (1, 1, 1, 0),
    (0, 2, 0, 1),
    (0, 0, 2, 1),
    (1, 0, 0, 2),
    (0, 1, 1, 1),
    (2, 1, 0, 0),
    (0, 2, 1, 0),
)

HERO_ABILITIES = (
    ("Heal 1 on a Hero in reach", (0, 1, 0, 0), AbilityEffect("heal", who="choice")),
    ("Draw a Pai Sho token", (1, 0, 0, 0), AbilityEffect("token")),
    ("Ruin back 1", (0, 0, 1, 0), AbilityEffect("doom", -1)),
    ("One more red die", (), AbilityEffect("die", colour="red")),
    ("Change a FIRE face", (), AbilityEffect("face", symbol="F")),
    ("Roll dice again", (), AbilityEffect("reroll", 0)),
    ("When damaged here or beside: draw a token", (), AbilityEffect("token", when="near")),
    ("One more green die", (), AbilityEffect("die", colour="green")),
    ("1 damage to a Villain", (0, 0, 0, 2), AbilityEffect("damage", who="choice")),
)

VILLAIN_ABILITIES = (
    ("1 damage to every Hero where Ozai looks", AbilityEffect("damage", who="location")),
    ("1 damage to the most damaged of each Team", AbilityEffect("damage", who="most", each=True)),
    ("Ruin rises 1", AbilityEffect("doom", 1)),
    ("1 damage to the leftmost of the active Team", AbilityEffect("damage", who="leftmost")),
    ("Heal 1 on Villains where Ozai looks", AbilityEffect("heal", who="villains")),
    ("The active Team loses a token", AbilityEffect("lose_token")),
)

TYPES = ("Air", "Water", "Earth", "Fire")


def sample() -> Box:
    """Return an invented copy that answers every question; its numbers are no one's cards."""
    named = {each.name: each for each in CARDS}
    heroes = [each.name for each in CARDS if each.kind == "hero"]
    heroes += [f"Sample Hero {n}" for n in range(len(heroes) + 1, 41)]
    villains = [each.name for each in CARDS if each.kind == "villain"]
    villains += [f"Sample Villain {n}" for n in range(len(villains) + 1, 14)]
    cards = (
        *(sample_hero(named.get(name, CardFacts(name)), i) for i, name in enumerate(heroes)),
        *(sample_villain(named.get(name, CardFacts(name)), i) for i, name in enumerate(villains)),
        *(sample_battle(name, i) for i, name in enumerate(BATTLES)),
    )
    return Box(
        "Sample box",
        True,
        cards,
        tuple(sample_team(team, i) for i, team in enumerate(TEAMS)),
        tuple(replace(die, checked=True, confidence="sample") for die in DICE),
        (TrackFacts("", (SectionFacts(12),), True, "sample"),),
        tuple(sample_balance(level, extra) for level, extra in LEVELS),
    )


LEVELS = (("easy", 0), ("medium", 1), ("hard", 2))


def sample_balance(level: str, extra: int) -> ProgressFacts:
    """Return a Balance card with every kind of price, longer with its level."""
    steps = (
        PriceStep("symbols", (1, 0, 0, 0)),
        PriceStep("hit"),
        PriceStep("tokens", n=1 + extra),
        PriceStep("recruit", type="Water"),
        *(PriceStep("dice", n=2) for _ in range(extra)),
        PriceStep("symbols", (2, 0, 1, 0)),
    )
    return ProgressFacts(f"Sample {level}", level, steps, True, "sample")


def sample_team(team: TeamFacts, i: int) -> TeamFacts:
    colours = ("yellow", "blue", "green", "red")
    return replace(
        team,
        ally=f"Sample Hero {8 + i}",
        dice=(*colours[:3], colours[(i + 1) % 4]),
        ability=team.ability or "Draw a Pai Sho token",
        cost=(1, 0, 0, 0),
        effects=team.effects or (AbilityEffect("token"),),
        known=True,
        confidence="sample",
    )


def sample_hero(facts: CardFacts, i: int) -> CardFacts:
    text, cost, effect = HERO_ABILITIES[i % len(HERO_ABILITIES)]
    return replace(
        facts,
        capacity=3 + i % 3,
        kind="hero",
        prices=(PRICES[i % len(PRICES)],),
        type=TYPES[i % len(TYPES)],
        ability=facts.ability or text,
        cost=() if facts.known else cost,
        effects=facts.effects or (effect,),
        known=True,
        icon="yes" if i % 6 == 5 else "no",
        confidence="sample",
    )


def sample_villain(facts: CardFacts, i: int) -> CardFacts:
    text, effect = VILLAIN_ABILITIES[i % len(VILLAIN_ABILITIES)]
    return replace(
        facts,
        kind="villain",
        capacity=2 + i % 2,
        prices=(PRICES[-1 - i % len(PRICES)],),
        ability=facts.ability or text,
        effects=facts.effects or (effect,),
        known=True,
        icon="yes" if i % 4 == 3 else "no",
        confidence="sample",
    )


def sample_battle(name: str, i: int) -> CardFacts:
    text, effect = VILLAIN_ABILITIES[i % 2]
    return CardFacts(
        name,
        "battle",
        prices=((1, 1, 1, 1),),
        ability=text,
        effects=(effect,),
        known=True,
        reward="Heal 1 on every Hero of the active Team",
        rewards=(AbilityEffect("heal", who="team"),),
        confidence="sample",
    )
