"""What a group tells of its physical copy: cards, dice, tracks, teams."""

from __future__ import annotations

from games.referee import Action


class DefineCard(Action, tag="card.define"):
    """What is printed on a card. With ``piece`` it also names that card on the table."""

    teaches = True
    name: str
    kind: str = ""
    capacity: int = 0
    price: tuple[int, ...] = ()
    price_b: tuple[int, ...] = ()
    price_c: tuple[int, ...] = ()
    type: str = ""
    ability: str = ""
    cost: tuple[int, ...] = ()
    pays: int = 0
    known: bool = False
    icon: str = ""
    reward: str = ""
    ruling: str = ""
    piece: str = ""


class DefineEffect(Action, tag="card.effect"):
    """One more verb of a card's (or team's, or ``section.N``'s) ability; ``first`` clears the
    earlier ones."""

    teaches = True
    name: str
    verb: str
    n: int = 1
    who: str = ""
    count: int = 1
    each: bool = False
    type: str = ""
    symbol: str = ""
    colour: str = ""
    when: str = ""
    first: bool = False
    reward: bool = False


class DefineTrack(Action, tag="track.define"):
    """Spaces of each section of one side of the doom track."""

    teaches = True
    side: str
    sizes: tuple[int, ...]


class DefineSection(Action, tag="section.define"):
    """The ability uncovered at a section (counted from 1) of one side."""

    teaches = True
    side: str
    section: int
    ability: str = ""
    known: bool = False


class DefineDice(Action, tag="dice.define"):
    """The six faces of one colour, and how many such dice the box holds."""

    teaches = True
    colour: str
    count: int = 0
    faces: tuple[str, ...] = ()


class DefineTeam(Action, tag="team.define"):
    """What is printed on a team card."""

    teaches = True
    name: str
    leader: str
    ally: str = ""
    dice: tuple[str, ...] = ()
    ability: str = ""
    cost: tuple[int, ...] = ()
    known: bool = False


class DefineStep(Action, tag="progress.define"):
    """The price of one space (counted from 1) of a progress card; ``length`` its spaces."""

    teaches = True
    name: str
    level: str = "easy"
    length: int = 5
    step: int = 0
    kind: str = ""
    price: tuple[int, ...] = ()
    n: int = 0
    type: str = ""
