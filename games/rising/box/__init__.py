"""Knowledge of a group about its physical copy: cards, teams, dice, tracks.

``confidence`` says how far an entry can be trusted: ``RB`` (the rulebook states it),
``PUB-high``/``PUB-med``/``PUB-low`` (published elsewhere), ``FAM`` (from a sister game),
``GRP`` (entered by other groups of the server, asked once at the table), ``own`` (entered by the
group), ``sample`` (invented).
"""

from __future__ import annotations

from typing import Literal

from games.house_rules import HouseRule
from games.referee import Frozen

GROUPS = "GRP"
Price = tuple[int, ...]
"""How many of each symbol, in the order of the definition's ``symbols``."""


class AbilityEffect(Frozen):
    """One verb of a card's ability.

    ``who`` is the rule that finds the targets: ``location`` (Heroes where the figure looks),
    ``next`` (one location clockwise of it), ``team`` (active team), ``teams`` (all teams),
    ``most``, ``least``, ``leftmost``, ``rightmost`` (``count`` Heroes of the active team, or
    of every team with ``each``), ``villains`` (of the figure's location), ``here`` (Heroes in
    reach), ``self``, ``adjacent``, or ``choice`` (the table points). ``type`` narrows the
    targets to one affiliation. A swap ``across`` takes a Villain and a Hero. ``when`` names the
    moment of a passive ability: ``damaged``, ``beside`` (an adjacent Hero is), ``near`` (either),
    ``progress`` (the progress track moved) or ``hit`` (dice damaged a Villain); empty means the
    table uses it.
    """

    do: str
    n: int = 1
    who: str = ""
    count: int = 1
    each: bool = False
    type: str = ""
    symbol: str = ""
    colour: str = ""
    when: str = ""


class CardFacts(Frozen):
    """One printed card. ``capacity`` 0, empty ``prices`` and ``kind`` "" mean unknown.

    ``prices`` are alternatives. ``cost`` are the dice its ability asks for; ``pays`` is the
    damage the Hero takes for it. ``known`` says that ``effects`` is the whole ability (an
    empty one has no consequence the app keeps). ``icon`` is ``yes``, ``no`` or unknown.
    """

    name: str
    kind: str = ""
    capacity: int = 0
    prices: tuple[Price, ...] = ()
    type: str = ""
    ability: str = ""
    cost: Price = ()
    pays: int = 0
    effects: tuple[AbilityEffect, ...] = ()
    known: bool = False
    icon: str = ""
    reward: str = ""
    rewards: tuple[AbilityEffect, ...] = ()
    ruling: str = ""
    confidence: str = ""
    source: str = ""


class TeamFacts(Frozen):
    """A team card: starting Hero(es), colours of its four dice (empty: unknown), ability."""

    name: str
    leader: str
    ally: str = ""
    dice: tuple[str, ...] = ()
    ability: str = ""
    cost: Price = ()
    effects: tuple[AbilityEffect, ...] = ()
    known: bool = False
    confidence: str = ""
    source: str = ""


class DieFacts(Frozen):
    """Hero dice of one colour. ``faces`` are refused when ``checked`` and impossible."""

    colour: str
    count: int = 0
    faces: tuple[str, ...] = ()
    checked: bool = False
    confidence: str = ""
    source: str = ""


class SectionFacts(Frozen):
    """One section of the track: its spaces, its card, the ability uncovered there; ``counted`` if
    its spaces were counted before those of the whole side."""

    size: int
    holds: Literal["knight", "boss", ""] = ""
    ability: str = ""
    effects: tuple[AbilityEffect, ...] = ()
    known: bool = False
    counted: bool = False


class TrackFacts(Frozen):
    """One side of the doom track; a marker track is one section."""

    side: str
    sections: tuple[SectionFacts, ...]
    checked: bool = False
    confidence: str = ""
    source: str = ""


class PriceStep(Frozen):
    """The price of one space of the progress track.

    ``kind`` is ``symbols`` (``price``), ``hit`` (damage a Villain), ``tokens`` or ``dice``
    (``n`` of them), ``recruit`` (a Hero of ``type``), or ``""`` where it is not entered.
    """

    kind: Literal["symbols", "hit", "tokens", "dice", "recruit", ""] = ""
    price: Price = ()
    n: int = 0
    type: str = ""


class ProgressFacts(Frozen):
    """One side of a card of the progress track, its spaces from the bottom up."""

    name: str
    level: str
    steps: tuple[PriceStep, ...]
    checked: bool = False
    confidence: str = ""


class Box(Frozen):
    """One physical copy, as far as its group has entered it. ``driver_dice`` are the dice that move
    the villains, by their names in the place of colours."""

    name: str = ""
    sample: bool = False
    cards: tuple[CardFacts, ...] = ()
    teams: tuple[TeamFacts, ...] = ()
    dice: tuple[DieFacts, ...] = ()
    tracks: tuple[TrackFacts, ...] = ()
    progress: tuple[ProgressFacts, ...] = ()
    driver_deck: tuple[str, ...] = ()
    driver_dice: tuple[DieFacts, ...] = ()
    labels: str = ""
    house_rules: tuple[HouseRule, ...] = ()


def family_faces(strong: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the face pattern of a sister game: each symbol, the strong one again and doubled."""
    return (*codes, strong, f"2{strong}")
