"""Everything a table can tell the referee: one small type each.

Cards on the table and Hero dice are named by their ids in the state (``p7``, ``1.3``; the boss
card is ``boss``), cards not on the table by their printed name; teams and locations are counted
from 0, locations clockwise.
"""

from __future__ import annotations

from games.referee import Action, Adjust, SetDepth
from games.rising.teaching import (
    DefineCard,
    DefineDice,
    DefineEffect,
    DefineSection,
    DefineStep,
    DefineTeam,
    DefineTrack,
)

# -- the turn ------------------------------------------------------------------------------


class Deal(Action, tag="deal"):
    """The names of the next of the nine opening cards, location by location, all at once or
    card by card; ``""`` where a card is entered later, ``rest`` if all others are."""

    cards: tuple[str, ...] = ()
    rest: bool = False


class Deploy(Action, tag="deploy"):
    """The active team goes to a location (0 to 2, clockwise)."""

    location: int


class DoomRoll(Action, tag="doom"):
    """The number the track die showed; also when an ability has it rolled again."""

    n: int


class FigureRoll(Action, tag="figure"):
    """The figure die: ``left``, ``right`` or ``stay``, with ``+ring`` for the crown."""

    face: str


class DriverCard(Action, tag="fire"):
    """The revealed driver card: ``left``, ``right`` or ``stay``, then its number (``left1``)."""

    teaches = True
    card: str


class Kinds(Action, tag="card.kinds"):
    """Which of the unknown cards (``cards``, all that are asked about) are Heroes; the others
    are Villains. Ids of cards on the table."""

    teaches = True
    cards: tuple[str, ...]
    heroes: tuple[str, ...] = ()


class VillainNext(Action, tag="villain.next"):
    """Whose ability is carried out next: the id of a card on the table."""

    card: str


class Target(Action, tag="villain.target"):
    """The card (its id) the pending ability strikes, where the table points."""

    card: str


class VillainDone(Action, tag="villain.done"):
    """The pending ability has been carried out by hand. ``source`` is the id of its card, or
    ``section.N`` of the track, counted from 0. ``never``: it has no such ability."""

    teaches = True
    source: str
    never: bool = False


class React(Action, tag="react"):
    """A waiting reaction of a Hero (its id) is carried out, or cannot be (``use`` false).
    ``target`` is the id of the card it is used on."""

    card: str
    use: bool = True
    target: str = ""


class Results(Action, tag="results"):
    """Quick depth: what the Hero dice brought, by the ids of the cards. ``left`` are recruits
    joining the left end of an ordered row, also named in ``recruited`` or not; ``hits`` are
    cards, ``card:2`` for two sets; ``advance`` the progress; ``full`` are cards of unknown
    capacity that have no empty space left."""

    teaches = True
    recruited: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    advance: bool = False
    full: tuple[str, ...] = ()


class Spaces(Action, tag="card.spaces"):
    """Damage spaces of cards (ids) whose capacity is unknown: a number each, 0 for "not full
    yet, ask later", -1 for "full now"."""

    teaches = True
    cards: tuple[str, ...]
    spaces: tuple[int, ...]


class Refill(Action, tag="refill"):
    """The card (its name, ``""`` to enter it later) turned up for the empty place ``place``
    (location * 3 + place, both from 0); ``rest`` if all other new cards are entered later."""

    place: int
    card: str = ""
    rest: bool = False


class Aid(Action, tag="aid"):
    """Whether an empty turn is consoled with a token."""

    take: bool


class Event(Action, tag="event"):
    """The event: which open cards (ids) carry the mark, and the names of the battles, location
    by location."""

    teaches = True

    marked: tuple[str, ...] = ()
    battles: tuple[str, ...] = ()


class Icon(Action, tag="icon"):
    """Whether the card just turned up (its id) carries the mark."""

    teaches = True
    card: str
    marked: bool


class Reward(Action, tag="reward"):
    """The reward of a completed battle (its id) has been taken."""

    battle: str


# -- Hero dice, full depth -----------------------------------------------------------------


class TeamDice(Action, tag="team.dice"):
    """The colours of the four dice printed on a team card; teams are counted from 0."""

    teaches = True
    team: int
    dice: tuple[str, ...]


class AddDie(Action, tag="die.add"):
    """One more Hero die in the pool, by an ability or a card."""

    colour: str
    source: str = ""


class Roll(Action, tag="roll"):
    """The faces of all dice in the pool, in their order: the code of a symbol, with ``2``
    before it for a double."""

    faces: tuple[str, ...]


class Assign(Action, tag="assign"):
    """Dice (ids) laid on a card (its id) or on the ``progress`` track. On an own Hero or the
    ``team`` card they pay its ability, which is used as soon as it is covered."""

    dice: tuple[str, ...]
    target: str


class GiveUp(Action, tag="give-up"):
    """One die (its id) is out for this turn."""

    die: str


class Jump(Action, tag="jump"):
    """An unused die (its id) is thrown away to join the boss; quick depth names no die."""

    die: str = ""


class Finish(Action, tag="finish"):
    """Rolling is over. ``complete`` are cards (ids) of unknown price whose symbols all match;
    ``left`` recruits that join the left end; ``advance`` the progress."""

    complete: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    advance: bool = True


class Ability(Action, tag="ability"):
    """A Hero (its id, or ``team``) uses its ability: ids of the dice laid for it, and of its
    target if it has one. ``other`` is a second card, or the colour of a die it gives."""

    card: str
    dice: tuple[str, ...] = ()
    target: str = ""
    other: str = ""


class Reroll(Action, tag="reroll"):
    """Dice rolled again by an ability of ``card`` (an id, or ``team``): a face per die of the
    pool that has been rolled, ``""`` where it is kept."""

    card: str
    faces: tuple[str, ...]


class ChangeFace(Action, tag="face"):
    """An ability of ``card`` (an id, or ``team``) turns a die (its id) to another of its faces."""

    card: str
    die: str
    face: str


class KeepDie(Action, tag="die.keep"):
    """An ability lets a die stay on a card beyond the turn, or releases it; both by id."""

    die: str
    card: str = ""


# -- tokens and the progress track ---------------------------------------------------------


class UseToken(Action, tag="token.use"):
    """Team ``owner`` (from 0) hands over a token: its kind, the ids of its targets (``progress``
    and ``team`` too for a symbol), the amount where the book leaves it open, the colour of a
    die, or a face per rolled die of the pool."""

    owner: int
    kind: str
    target: str = ""
    other: str = ""
    n: int = 1
    colour: str = ""
    faces: tuple[str, ...] = ()


class Look(Action, tag="token.look"):
    """What kind an unnamed token of a team (from 0) is."""

    owner: int
    kind: str


class GiveToken(Action, tag="token.give"):
    """A token changes hands between two teams (from 0)."""

    owner: int
    to: int
    kind: str = ""


class DrawToken(Action, tag="token.draw"):
    """A team (from 0) draws tokens by an ability."""

    team: int
    n: int = 1


class LoseToken(Action, tag="token.lose"):
    """A team (from 0) discards tokens by an ability."""

    team: int
    n: int = 1


class Block(Action, tag="token.block"):
    """Tokens are switched off for this turn."""


class PayProgress(Action, tag="progress.pay"):
    """The next space of the progress track is paid: tokens (the team of each, from 0) or pool
    dice (ids). Symbols are laid by ``assign`` instead."""

    owners: tuple[int, ...] = ()
    dice: tuple[str, ...] = ()


# -- effects of cards the app does not know ------------------------------------------------


class Damage(Action, tag="damage"):
    """Damage on one card (its id) by an ability."""

    rebases = True
    card: str
    n: int = 1


class Heal(Action, tag="heal"):
    """Damage off one card (its id) by an ability."""

    rebases = True
    card: str
    n: int = 1


class ShiftDoom(Action, tag="doom.shift"):
    """Counters (or steps) on or off the doom track by an ability."""

    rebases = True
    n: int


class MoveDamage(Action, tag="damage.move"):
    """Damage moved from one card to another, by their ids."""

    source: str
    target: str
    n: int = 1


class Swap(Action, tag="swap"):
    """Two cards of the board (ids) change places."""

    first: str
    second: str


class TurnFigure(Action, tag="turn"):
    """The figure turns ``left`` or ``right`` by an ability."""

    direction: str


class Reorder(Action, tag="row"):
    """A Hero (its id) of an ordered row moves to a place in it (0 is the left end). ``by`` is
    the id of the card whose ability allows it, or ``team``."""

    card: str
    place: int
    by: str = ""


class ExtraSet(Action, tag="set.extra"):
    """An ability lets dice hurt a Villain (its id) once more this turn."""

    card: str


class Remark(Action, tag="note"):
    """Something the app does not keep, for the log."""

    text: str


class Join(Action, tag="join"):
    """A Hero (its id) of a location joins a team (from 0) by an ability; ``left`` in ordered
    rows."""

    card: str
    team: int
    left: bool = False


class Leave(Action, tag="leave"):
    """A card (its id) leaves the table by an ability."""

    card: str


class Show(Action, tag="track.show"):
    """Asks for the ability of a section other than the newest; the rules never allow it."""

    section: int


RisingAction = (
    Deal
    | Deploy
    | DoomRoll
    | FigureRoll
    | DriverCard
    | Kinds
    | VillainNext
    | Target
    | VillainDone
    | React
    | Results
    | Spaces
    | Refill
    | Aid
    | Event
    | Icon
    | Reward
    | TeamDice
    | AddDie
    | Roll
    | Assign
    | GiveUp
    | Jump
    | Finish
    | Ability
    | Reroll
    | ChangeFace
    | KeepDie
    | UseToken
    | Look
    | GiveToken
    | DrawToken
    | LoseToken
    | Block
    | PayProgress
    | Damage
    | Heal
    | ShiftDoom
    | MoveDamage
    | Swap
    | TurnFigure
    | Reorder
    | ExtraSet
    | Remark
    | Join
    | Leave
    | DefineCard
    | DefineEffect
    | DefineTrack
    | DefineSection
    | DefineDice
    | DefineTeam
    | DefineStep
    | Show
    | Adjust
    | SetDepth
)
