"""Entering and correcting sheets: ordinary actions, in the box and in the middle of a play."""

from __future__ import annotations

from typing import Literal

from games.gotham_chronicles.sheets import CardKind, Side, TileKind
from games.referee import Action


class DefineHero(Action, tag="hero.define"):
    """Enter or correct a hero screen.

    Dice are a letter (W, Y, O, R, B) with ``*`` for the free-reroll arrow; ``bonuses`` and
    ``skills`` are written as in ``notation``. ``active`` is empty where the screen has X.
    """

    teaches = True
    name: str
    total: int = 10
    active: int | None = 2
    resting: int = 5
    melee: str = "O"
    melee_limit: int = 4
    ranged: str = "O"
    ranged_limit: int = 4
    manipulation: str = "O"
    manipulation_limit: int = 4
    thought: str = "O"
    thought_limit: int = 4
    defence: str = "O"
    defence_limit: int = 4
    movement_limit: int = 4
    points: int = 1
    reroll_limit: int = 4
    automatic: str = ""
    bonuses: str = "0:2 3:1 5:0"
    belt: int | None = None
    size: int = 1
    menace: int = 1
    skills: str = ""
    traits: tuple[str, ...] = ()


class DefineTile(Action, tag="tile.define"):
    """Enter or correct a character tile; characteristics are written as in ``notation``."""

    teaches = True
    name: str
    kind: TileKind = "henchman"
    side: Side = "villain"
    life: int = 1
    defence: int = 1
    bonus: int = 2
    size: int = 1
    menace: int = 1
    reinforcement: int | None = None
    width: int = 1
    indicator: int = 0
    melee: str = ""
    ranged: str = ""
    manipulation: str = ""
    thought: str = ""
    skills: str = ""
    traits: tuple[str, ...] = ()


class DefineCard(Action, tag="card.define"):
    """Enter or correct a card; ``lines`` as in ``notation``. In a play ``area`` lays a copy."""

    teaches = True
    name: str
    kind: CardKind = "object"
    weight: int = 0
    gadget: bool = False
    hero: str = ""
    lethal: bool = False
    once: bool = False
    lines: str = ""
    area: str = ""


class DefineMission(Action, tag="mission.define"):
    """Enter or correct a mission; lists are written one per line as in ``notation``."""

    teaches = True
    title: str
    rounds: int = 7
    initiative: Literal["heroes", "villain"] = "heroes"
    slots: str = ""
    reserve: int = 8
    fatigue: int = 2
    recovery: int = 5
    defence: int = 4
    river: str = ""
    aside: str = ""
    events: str = ""
    effects: str = ""
    conditions: str = ""
    counters: str = ""
    ground: str = ""
    reinforcements: str = ""


class DefinePost(Action, tag="post.define"):
    """Enter or correct the command post; ``reroll`` 0 means nobody has read it yet."""

    teaches = True
    movement: int = 3
    points: int = 1
    defence: int = 4
    die: str = "O"
    reroll: int = 0
    costs: str = "1 2 3 4 5 6 7 8"


class DefineFaces(Action, tag="dice.define"):
    """The six faces of one die colour, read off the die."""

    teaches = True
    colour: str
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    fifth: int = 0
    sixth: int = 0


class AddRule(Action, tag="mission.add"):
    """A counter, event, effect or condition the mission turns out to have (one line)."""

    what: Literal["counter", "event", "effect", "condition"]
    line: str


class LoadStarter(Action, tag="starter.load"):
    """Load the starter set of unconfirmed sheets; what the group entered stays."""

    teaches = True


IN_PLAY = (
    DefineHero,
    DefineTile,
    DefineCard,
    DefineMission,
    DefinePost,
    DefineFaces,
    LoadStarter,
    AddRule,
)
"""What may be said during a play; what is not on the table only teaches the box."""
