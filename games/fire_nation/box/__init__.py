"""A physical copy before anyone has looked."""

from __future__ import annotations

from games.fire_nation.definition import DEFINITION, SYMBOLS
from games.rising.box import (
    AbilityEffect,
    Box,
    CardFacts,
    DieFacts,
    TeamFacts,
    family_faces,
)

CODES = tuple(symbol.code for symbol in SYMBOLS)
BATTLES = ("Wulong Forest", "Fire Nation Palace", "Ba Sing Se")
LEADERS = ("Aang", "Katara", "Sokka", "Toph", "Zuko")

CARDS = (
    *(CardFacts(name, "hero", confidence="RB", source="p.2") for name in LEADERS),
    CardFacts(
        "Arnook",
        "hero",
        ability="After rolling, roll unused dice again before assigning",
        effects=(AbilityEffect("reroll", 0),),
        known=True,
        confidence="RB",
        source="p.8 picture",
    ),
    CardFacts(
        "Yue",
        "hero",
        ability="Draw a Pai Sho token when Balance rises",
        effects=(AbilityEffect("token", when="progress"),),
        known=True,
        confidence="RB",
        source="p.10",
    ),
    CardFacts(
        "June",
        "villain",
        ability="1 damage to the two rightmost Heroes of each Team",
        effects=(AbilityEffect("damage", who="rightmost", count=2, each=True),),
        known=True,
        confidence="RB",
        source="p.8 picture",
    ),
    CardFacts(
        "Ty Lee",
        "villain",
        ability="No Pai Sho tokens are gained or used this turn",
        effects=(AbilityEffect("block"),),
        known=True,
        confidence="RB",
        source="p.11",
    ),
    CardFacts(
        "Pirate Captain",
        "villain",
        ability="Depends on the tokens in front of a Team",
        confidence="RB",
        source="p.11",
    ),
    CardFacts("Azula", "villain", confidence="PUB-med", source="comicbook.com"),
    *(CardFacts(name, "battle", confidence="RB", source="p.2") for name in BATTLES),
)

TEAMS = (
    TeamFacts(
        "Aang",
        "Aang",
        ability="Swap a Villain with a Hero of another location",
        effects=(AbilityEffect("swap", who="across"),),
        confidence="RB",
        source="p.2, 9",
    ),
    *(TeamFacts(name, name, confidence="RB", source="p.2") for name in LEADERS[1:]),
)

STRONG = {"green": "E", "blue": "W", "red": "F", "yellow": "A"}

DICE = tuple(
    DieFacts(
        stock.colour,
        stock.count,
        family_faces(STRONG[stock.colour], CODES),
        confidence="FAM",
        source="counts p.3, faces from a sister game",
    )
    for stock in DEFINITION.dice
)


def blank() -> Box:
    """Return a new copy: confirmed facts only; dice follow a sister game and are not checked."""
    return Box(cards=CARDS, teams=TEAMS, dice=DICE)
