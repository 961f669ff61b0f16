"""Everything a table can say. Seats are indexes, cards are ids, dice are 1 to 6."""

from __future__ import annotations

from games.referee import Action, Adjust, SetDepth
from games.talisman_batman.lessons import Lesson
from games.talisman_batman.state import Alignment, Attribute, Kind

# -- a villain comes into play -----------------------------------------------------------


class PickVillain(Action, tag="villain"):
    """The villain card a seat plays."""

    seat: int
    villain: str


class Ready(Action, tag="ready"):
    """The starting bonus: ``strength``, ``cunning`` or nothing."""

    seat: int
    bonus: str = ""


class Inherit(Action, tag="inherit"):
    """The set-aside cards a new villain leaves on the start space; the rest is taken over."""

    leave: tuple[int, ...] = ()


# -- movement ----------------------------------------------------------------------------


class Roll(Action, tag="roll"):
    """The movement die. ``forced``: a card says how far the figure goes."""

    die: int
    forced: bool = False


class Reroll(Action, tag="reroll"):
    """A Fate token spent on the seat's own die of this moment."""

    seat: int
    die: int


class Move(Action, tag="move"):
    """Where the villain ends; ``floor`` 0 keeps the floor.

    ``direction`` is ``clockwise``, ``anticlockwise``, ``up`` or ``down`` (the Tower), or empty.
    """

    to: str = ""
    floor: int = 0
    direction: str = ""


class TurnBack(Action, tag="turn-back"):
    """Head back to the Tower Entrance; cannot be taken back before reaching it."""


class Guard(Action, tag="guard"):
    """Try to pass the Guard; ``used`` steps lead to the Guard Post."""

    used: int = 0


class UseKeys(Action, tag="keys"):
    """Return the Guard Keys and cross to the opposite space."""

    to: str = ""


class Search(Action, tag="search"):
    """Search the desk with Lock Picks."""


class InsaneMove(Action, tag="insane-move"):
    """Move as the Insane side of the card says, without a roll."""

    to: str = ""
    floor: int = 0


class Door(Action, tag="door"):
    """Try the Security Door."""


class DoorDice(Action, tag="door-dice"):
    """What the dice of the attempt showed, for the log and the ledger; 0 is no die."""

    dice: tuple[int, ...]


class DoorResult(Action, tag="door-result"):
    """Whether the attempt, made as the space says, succeeded."""

    passed: bool


class SpendFate(Action, tag="spend-fate"):
    """A Fate token for a die some card or space made the seat roll."""

    seat: int


# -- Batman ------------------------------------------------------------------------------


class PlaceBatman(Action, tag="batman-place"):
    """Where Batman stands on the board."""

    space: str = ""
    floor: int = 2


class BatmanRoll(Action, tag="batman-roll"):
    """How far Batman goes."""

    die: int


class BatmanMove(Action, tag="batman-move"):
    """Where Batman stops; ``crossing`` is the step on which he changed floor, 0 for none."""

    to: str = ""
    floor: int = 0
    crossing: int = 0


class BatmanTarget(Action, tag="batman-target"):
    """The villain who has to fight him."""

    victim: int


class Escape(Action, tag="escape"):
    """The die for Batman's list after a win."""

    die: int


class Escaped(Action, tag="escaped"):
    """The line has been carried out."""


# -- fights ------------------------------------------------------------------------------


class Boost(Action, tag="boost"):
    """The cards a fighter uses and what abilities add, before any die."""

    seat: int
    cards: tuple[int, ...] = ()
    extra: int = 0


class Stand(Action, tag="stand"):
    """The attribute a villain fights Batman with."""

    attribute: Attribute


class Strike(Action, tag="strike"):
    """The dice of a fight, one's own first; the Guard rolls none."""

    dice: tuple[int, ...]


class Evade(Action, tag="evade"):
    """Slip away from the opponent. ``feat`` is the Feat used (0: an ability).

    ``enemy`` is the one of several Enemies the effect hits, 0 if there is only one.
    """

    seat: int
    feat: int = 0
    enemy: int = 0


class Keep(Action, tag="keep"):
    """No Fate: the die stands."""

    seat: int


class Save(Action, tag="save"):
    """The Life is saved: by an Armour or other card, a Feat, or (all 0) an ability."""

    seat: int
    card: int = 0
    feat: int = 0


class Suffer(Action, tag="suffer"):
    """The Life is lost."""

    seat: int


class Reward(Action, tag="reward"):
    """What the winner of a fight between villains takes: life, object, coin or nothing."""

    what: str
    card: int = 0


# -- encounters --------------------------------------------------------------------------


class Space(Action, tag="space"):
    """Encounter the space, which shows this many card symbols (-1: the plan knows).

    ``found`` is a place nobody named whose cards lie here.
    """

    symbols: int = -1
    found: str = ""


class Attack(Action, tag="attack"):
    """Attack a villain on the same space."""

    target: int
    attribute: Attribute = "strength"


class Ability(Action, tag="ability"):
    """Use a special ability on a villain on the same space."""

    target: int
    evaded: bool = False


class SkipEncounter(Action, tag="no-encounter"):
    """Nothing can be encountered while turning back."""


class Draw(Action, tag="draw"):
    """One Encounter card drawn; a card the box knows needs its name only.

    ``elsewhere``: it is placed on that space (or ``?``, somewhere) and does not count here.
    """

    teaches = True
    name: str
    kind: Kind | str = ""
    attribute: Attribute | str = ""
    value: int = -1
    number: int = -1
    elsewhere: str = ""


class NoDraw(Action, tag="no-draw"):
    """No card to draw: the deck and its discards are used up."""


class Resolve(Action, tag="resolve"):
    """A card other than an Enemy has been carried out; it ``stays`` or is discarded."""

    card: int
    stays: bool = False


class Meet(Action, tag="fight"):
    """Fight the Enemies that come next."""


class Ambush(Action, tag="ambush"):
    """An Enemy made by an Event, a Place, a Stranger or the space, without a card."""

    name: str
    attribute: Attribute
    value: int


class Take(Action, tag="take"):
    """Objects, Followers and coins picked up from the space."""

    cards: tuple[int, ...] = ()
    coins: int = 0


class Done(Action, tag="done"):
    """The encounter is over."""


class TakeJob(Action, tag="job"):
    """A job from Falcone, as the die says."""

    die: int
    text: str = ""


class JobDone(Action, tag="job-done"):
    """The job is completed and paid."""

    seat: int


# -- the end of a turn -------------------------------------------------------------------


class Trade(Action, tag="trade"):
    """Trophies handed in for Strength and Cunning."""

    cards: tuple[int, ...]


class TradeBest(Action, tag="trade-best"):
    """The best set of one attribute handed in."""

    attribute: Attribute


class Leave(Action, tag="leave"):
    """Objects, Followers and coins left on the space."""

    seat: int
    cards: tuple[int, ...] = ()
    coins: int = 0


class EndTurn(Action, tag="end"):
    """The turn is over."""


# -- Feats -------------------------------------------------------------------------------


class DrawFeat(Action, tag="feat-draw"):
    """A Feat drawn in secret."""

    seat: int
    name: str = ""


class NameFeat(Action, tag="feat-name"):
    """What a Feat in the own hand is called."""

    seat: int
    feat: int
    name: str


class UseFeat(Action, tag="feat-use"):
    """A Feat used; ``extra`` is what it adds to the user's score in the fight going on.

    0 leaves it to the referee, who knows the Feat of the rulebook's example.
    """

    seat: int
    feat: int
    extra: int = 0


class DiscardFeat(Action, tag="feat-discard"):
    """A Feat above the limit is discarded."""

    seat: int
    feat: int


# -- whatever a card, a space or an ability does -----------------------------------------


class Change(Action, tag="change"):
    """Gain or lose Strength, Cunning, Life, Fate or coins."""

    rebases = True
    seat: int
    what: str
    by: int


class GoInsane(Action, tag="insane"):
    """The villain becomes Insane."""

    seat: int


class LoseTurn(Action, tag="lose-turn"):
    """The villain misses the next turn."""

    seat: int


class Send(Action, tag="send"):
    """The villain is moved by something else than its own movement."""

    seat: int
    to: str = ""
    floor: int = 0


class Gain(Action, tag="gain"):
    """An Object or Follower comes into a villain's hands.

    ``source`` is ``purchase`` (the stock), ``key`` (the pool of Security Key cards) or empty.
    """

    teaches = True
    seat: int
    name: str = ""
    kind: Kind | str = ""
    source: str = ""


class Discard(Action, tag="discard"):
    """A card leaves a villain: to its discard pile, or back to its deck."""

    seat: int
    card: int


class Align(Action, tag="align"):
    """The villain's alignment changes."""

    seat: int
    alignment: Alignment


AnyAction = (
    PickVillain
    | Ready
    | Inherit
    | Roll
    | Reroll
    | Move
    | TurnBack
    | Guard
    | UseKeys
    | Search
    | InsaneMove
    | Door
    | DoorDice
    | DoorResult
    | SpendFate
    | PlaceBatman
    | BatmanRoll
    | BatmanMove
    | BatmanTarget
    | Escape
    | Escaped
    | Boost
    | Stand
    | Strike
    | Evade
    | Keep
    | Save
    | Suffer
    | Reward
    | Space
    | Attack
    | Ability
    | SkipEncounter
    | Draw
    | NoDraw
    | Resolve
    | Meet
    | Ambush
    | Take
    | Done
    | TakeJob
    | JobDone
    | Trade
    | TradeBest
    | Leave
    | EndTurn
    | DrawFeat
    | NameFeat
    | UseFeat
    | DiscardFeat
    | Change
    | GoInsane
    | LoseTurn
    | Send
    | Gain
    | Discard
    | Align
    | Lesson
    | Adjust
    | SetDepth
)
