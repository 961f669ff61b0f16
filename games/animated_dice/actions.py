"""Everything the table can report or decide."""

from __future__ import annotations

from games.animated_dice.definition import Advice
from games.referee import Action, Adjust, SetDepth


class Draw(Action, tag="draw"):
    """The colours that came out of the cup, before they are rolled."""

    colours: tuple[str, ...]


class Roll(Action, tag="roll"):
    """What the dice show, as ``colour-symbol``: re-rolled Alarms and new dice alike.

    Dice not yet reported by ``Draw`` are drawn and rolled in one. Empty when dice are
    needed and the cup has none.
    """

    faces: tuple[str, ...]


class Return(Action, tag="return"):
    """The dice of the first roll that go back to the cup, by position in that roll."""

    dice: tuple[int, ...]


class StopHeist(Action, tag="stop"):
    """Stop and score."""


class Total(Action, tag="total"):
    """The result of a whole turn whose dice nobody reported."""

    points: int
    busted: bool = False


class ShowOdds(Action, tag="odds"):
    """Whose phones show odds."""

    advice: Advice


class DefineFaces(Action, tag="dice.define"):
    """The six faces of one colour, counted on the table."""

    teaches = True
    colour: str
    loot: int
    batman: int
    alarm: int


class DefineDice(Action, tag="dice.count"):
    """How many dice of each colour the box holds."""

    teaches = True
    yellow: int
    blue: int
    gray: int


class DefineVillain(Action, tag="villain.define"):
    """A promotional fifth villain in switches; see ``definition.Villain``."""

    teaches = True
    name: str
    first: int = 3
    returns: bool = False
    dodge_colour: str = ""
    dodges: int = 0
    loot_colour: str = ""
    per_loot: int = 0
    per_set: int = 0
    paid_on_bust: bool = False
    note: str = ""


BoxAction = DefineFaces | DefineDice | DefineVillain
DiceAction = Draw | Roll | Return | StopHeist | Total | ShowOdds | BoxAction | Adjust | SetDepth
