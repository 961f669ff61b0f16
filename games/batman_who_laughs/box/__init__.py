"""A physical copy before anyone has looked."""

from __future__ import annotations

from games.batman_who_laughs.definition import SYMBOLS
from games.rising.box import (
    AbilityEffect,
    Box,
    CardFacts,
    DieFacts,
    TeamFacts,
    family_faces,
)

CODES = tuple(symbol.code for symbol in SYMBOLS)
BOSS = "The Batman Who Laughs"
BOSS_PRICES = ((0, 3, 0, 0), (0, 0, 3, 0), (0, 0, 0, 3))

CARDS = (
    CardFacts("Batman", "hero", confidence="PUB-high", source="theop.games, p.6"),
    CardFacts("Hawkgirl", "hero", confidence="PUB-high", source="theop.games"),
    CardFacts("Wonder Woman", "hero", confidence="PUB-high", source="theop.games"),
    CardFacts("Green Lantern", "hero", confidence="PUB-high", source="theop.games"),
    CardFacts(
        "Plastic Man", "hero", prices=((3, 0, 0, 0),), confidence="RB", source="p.8, derived"
    ),
    CardFacts("Constantine", "hero", confidence="RB", source="p.6"),
    CardFacts("Superman", "hero", capacity=4, confidence="RB", source="p.10"),
    CardFacts(
        "Robin",
        "hero",
        ability="1 DETERMINATION: draw a Bonus Token",
        cost=(0, 0, 1, 0),
        effects=(AbilityEffect("token"),),
        known=True,
        confidence="RB",
        source="p.10-11",
    ),
    CardFacts("Harley Quinn", "hero", confidence="PUB-high", source="comicbook.com"),
    CardFacts("The Flash", "hero", confidence="PUB-high", source="comicbook.com"),
    CardFacts("Cyborg", "hero", confidence="PUB-high", source="comicbook.com"),
    CardFacts(
        "Court of Owls", "villain", prices=((0, 0, 2, 1),), confidence="RB", source="p.8, derived"
    ),
    CardFacts("Evil Robins", "villain", confidence="RB", source="p.11"),
    CardFacts(
        "The Drowned",
        "knight",
        ability="1 damage to every Hero of the active team",
        effects=(AbilityEffect("damage", who="team"),),
        known=True,
        confidence="RB",
        source="p.7",
    ),
    CardFacts(
        "The Red Death",
        "knight",
        capacity=3,
        ability="Roll the Dark Knights die again",
        effects=(AbilityEffect("doom_roll"),),
        known=True,
        confidence="PUB-med",
        source="sushiballgames.com",
    ),
    CardFacts("The Merciless", "knight", confidence="PUB-high", source="comicbook.com"),
    CardFacts("The Dawnbreaker", "knight", confidence="PUB-high", source="comicbook.com"),
    CardFacts("The Murder Machine", "knight", confidence="PUB-high", source="comicbook.com"),
    CardFacts(BOSS, "boss", prices=BOSS_PRICES, confidence="RB", source="p.10-11"),
)

TEAMS = (
    TeamFacts(
        "Determination",
        "Batman",
        dice=("red", "red", "red", "purple"),
        confidence="RB",
        source="p.6, 8",
    ),
    TeamFacts("Power", "Wonder Woman", confidence="PUB-high", source="theop.games"),
    TeamFacts("Justice", "Hawkgirl", confidence="PUB-high", source="theop.games"),
    TeamFacts("Purpose", "Green Lantern", confidence="PUB-high", source="theop.games"),
)

STRONG = {"red": "D", "purple": "P", "blue": "W", "green": "J"}

DICE = tuple(
    DieFacts(
        colour,
        faces=family_faces(strong, CODES),
        confidence="FAM",
        source="colour p.8" if colour in ("red", "purple") else "sister game",
    )
    for colour, strong in STRONG.items()
)


def blank() -> Box:
    """Return a new copy: confirmed facts only; dice follow a sister game and are not checked."""
    return Box(cards=CARDS, teams=TEAMS, dice=DICE)
