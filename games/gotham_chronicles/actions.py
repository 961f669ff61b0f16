"""Everything the table can tell the referee, one small type each."""

from __future__ import annotations

from games.gotham_chronicles.definitions import (
    AddRule,
    DefineCard,
    DefineFaces,
    DefineHero,
    DefineMission,
    DefinePost,
    DefineTile,
    LoadStarter,
)
from games.referee import Action, Adjust, SetDepth


class Next(Action, tag="next"):
    """The step is done; the next one begins."""


class ResolveEffect(Action, tag="effect"):
    """A mission effect of this step has been resolved on the board."""

    text: str


class Stance(Action, tag="stance"):
    """A hero becomes active or resting; ``regenerate`` wounds become fatigue first."""

    rebases = True
    hero: int
    stance: str
    regenerate: int = 0


class Spend(Action, tag="spend"):
    """Cubes of a hero from the reserve to a space."""

    rebases = True
    hero: int
    space: str
    cubes: int = 1


class SpendPost(Action, tag="spend.post"):
    """Cubes of the villain from the reserve to movement, defence or reroll."""

    rebases = True
    space: str
    cubes: int = 1


class Wound(Action, tag="wound"):
    """A hero suffers wounds; ``sources`` names a space per cube that fatigue cannot give."""

    hero: int
    wounds: int = 1
    sources: tuple[str, ...] = ()


class Transfer(Action, tag="cubes"):
    """Cubes move between two zones or spaces of one tablet or of the command post."""

    part: int
    take: str
    put: str
    cubes: int = 1


class Recount(Action, tag="recount"):
    """All cubes of a tablet or the post as counted on the table: reserve, fatigue, then
    (heroes) wounds and the seven spaces, or (villain) movement, defence, reroll."""

    part: int
    counts: tuple[int, ...]


class Hurt(Action, tag="hurt"):
    """A miniature with a tile suffers wounds; ``mini`` where each has life points."""

    tile: str
    wounds: int = 1
    mini: int = 0


class Activate(Action, tag="activate"):
    """The villain pays for a tile of the river and activates it."""

    tile: str


class TriggerEvent(Action, tag="event"):
    """One event of the mission happens; ``points`` are reinforcement points it gives."""

    name: str
    points: int = 0


class Reinforce(Action, tag="reinforce"):
    """A miniature comes back from the character pool for reinforcement points.

    ``area`` is one with an active reinforcement token; ``beside``: next to one, for all of
    them are full. ``present`` and ``limit`` are the sizes in the area entered and its
    occupation limit, where the table wants them counted.
    """

    tile: str
    area: str = ""
    beside: bool = False
    present: int | None = None
    limit: int | None = None


class LayReinforcement(Action, tag="reinforcement"):
    """A reinforcement token lies in an area: ``side`` is active, inactive or gone."""

    area: str
    side: str = "active"


class BreakWall(Action, tag="wall"):
    """A broken-wall token lies ``between`` two areas, or is taken away."""

    between: str = ""
    there: bool = True


class EndEvent(Action, tag="event-end"):
    """The event is over; unspent points are lost."""


class Dredge(Action, tag="dredge"):
    """A neutralized tile leaves the river for two cubes; ``sources`` name paying spaces."""

    tile: str
    sources: tuple[str, ...] = ()


class Demobilize(Action, tag="demobilize"):
    """Once per game an elite or henchman tile is given up and dredged at once."""

    tile: str
    sources: tuple[str, ...] = ()


class MoveMinis(Action, tag="minis"):
    """Miniatures of a tile go from one place to another: map, pool, aside or box."""

    tile: str
    take: str
    put: str
    count: int = 1


class PlaceTile(Action, tag="tile-place"):
    """A mission brings a set-aside tile into the river, or takes one out of it."""

    tile: str
    put: str


class ReplaceTile(Action, tag="tile-form"):
    """A mission swaps a character for its other form, at that form's place and life."""

    tile: str
    form: str
    life: int = 0


class Count(Action, tag="count"):
    """A mission counter goes up or down."""

    rebases = True
    counter: str
    by: int = 1


class Declare(Action, tag="victory"):
    """Both sides agree that a condition is met: the mission ends."""

    condition: str
    winner: str = ""


class PlaceToken(Action, tag="token"):
    """Field modifier tokens are placed by a side."""

    kind: str
    area: str = ""
    tokens: int = 1
    part: int | None = None


class RemoveToken(Action, tag="token-remove"):
    """A field modifier token is taken off by an effect."""

    kind: str
    area: str = ""


class Mark(Action, tag="mark"):
    """Sets a state the table sees: shackles of a fighter, laid down, the imaginary friend."""

    hero: int
    what: str
    value: int = 1


class UnShackle(Action, tag="shackles"):
    """Shackle tokens of a tile's miniature as they lie on the table."""

    tile: str
    value: int = 0


# -- cards ---------------------------------------------------------------------------------


class PickUp(Action, tag="pick"):
    """Pick up a card of the area: an automatic manipulation."""

    hero: int
    card: str


class Give(Action, tag="give"):
    """Hand a card to a hero in the same area: an automatic manipulation of the giver."""

    hero: int
    other: int
    card: str


class Take(Action, tag="take"):
    """Take a card from a hero in the same area: an automatic manipulation of the taker."""

    hero: int
    other: int
    card: str


class Throw(Action, tag="throw"):
    """Throw a card: a complex manipulation with the distance as difficulty."""

    hero: int
    card: str
    distance: int
    cubes: int = 1
    area: str = ""
    enemies: int = 0
    allies: int = 0
    tools: tuple[str, ...] = ()
    push: bool = False


class DropCards(Action, tag="drop"):
    """Drop a card: free, at any time."""

    hero: int
    card: str
    area: str = ""


class UseCard(Action, tag="use"):
    """A card's bonus has been used outside of a roll; a one-time card leaves the game."""

    hero: int
    card: str


class GetCard(Action, tag="gain"):
    """An effect puts a card of the map (or a new one) beside a tablet, without a cube."""

    hero: int
    card: str


# -- guided actions ------------------------------------------------------------------------


class Step(Action, tag="move"):
    """One move of a Movement action, which it opens when none is.

    ``hero`` is ``None`` for the miniature acting. ``enemies`` and ``allies`` are the sizes
    in the area left, ``difficult`` the icon and mission level there, ``frost`` its tokens,
    ``horror`` the level of enemies entered upon, ``danger`` the level of the area entered
    by icon and mission (``flame``, ``gas`` are its tokens), ``present`` and ``limit`` the
    sizes there and its occupation limit, ``buy`` the cubes spent (``None``: what it takes),
    ``between`` the areas on both sides of a wall broken through.
    """

    hero: int | None = None
    kind: str = "adjacent"
    level: int = 0
    enemies: int = 0
    allies: int = 0
    difficult: int = 0
    frost: int = 0
    horror: int = 0
    danger: int = 0
    flame: int = 0
    gas: int = 0
    present: int | None = None
    limit: int | None = None
    buy: int | None = None
    push: bool = False
    between: str = ""


class EndMove(Action, tag="move-end"):
    """The Movement action is over; points left are lost."""


class HeroAttack(Action, tag="attack"):
    """A hero attacks: cubes, weapon lines (``"name"`` or ``"name|line"``), board facts.

    ``enemies`` and ``allies`` are the menaces in the attacker's own area, ``smoke`` the
    tokens along the line of sight, ``support`` an ally's bonus rerolls.
    """

    hero: int
    kind: str
    target: str
    cubes: int = 1
    weapons: tuple[str, ...] = ()
    enemies: int = 0
    allies: int = 0
    smoke: int = 0
    support: int = 0
    push: bool = False
    shackle: bool = False


class MiniAttack(Action, tag="strike"):
    """The miniature acting attacks with an option of its tile."""

    kind: str
    target: str
    option: int = 0
    enemies: int = 0
    allies: int = 0
    smoke: int = 0
    support: int = 0
    shackle: bool = False


class Faces(Action, tag="faces"):
    """What each die of the roll showed, in order."""

    faces: tuple[int, ...]


class Total(Action, tag="total"):
    """The symbols of the whole roll after rerolls, of which ``paid`` cost a cube each.

    ``free_success`` uses the variant's free success of the hero.
    """

    symbols: int
    paid: int = 0
    free_success: bool = False


class Reroll(Action, tag="reroll"):
    """One die again: ``way`` is free, paid or bonus (a skill)."""

    die: int
    face: int
    way: str = "paid"


class Misfortune(Action, tag="misfortune"):
    """An enemy's skill makes the roller roll one die again."""

    die: int
    face: int


class Keep(Action, tag="keep"):
    """The roll stands."""

    free_success: bool = False


class Defend(Action, tag="defend"):
    """The target's cubes for defence, card lines, and a guard's level.

    With ``symbols`` the whole roll is told at once, ``paid`` of it rerolls paid for.
    """

    cubes: int = 0
    symbols: int | None = None
    paid: int = 0
    cards: tuple[str, ...] = ()
    guard: int = 0
    support: int = 0


class Shield(Action, tag="sacrifice"):
    """An ally in the area takes successes of the attack as wounds; before the roll."""

    who: str


class FollowUp(Action, tag="follow"):
    """A free action after an attack: counterattack, retaliation, combo, circular or burst."""

    kind: str
    target: str = ""
    enemies: int = 0
    allies: int = 0
    smoke: int = 0


class Finish(Action, tag="finish"):
    """The attack is over; free actions still possible are declined."""


class Abandon(Action, tag="abandon"):
    """The open action ends where it stands; cubes stay spent."""


class HeroTask(Action, tag="task"):
    """A complex manipulation or thought of a hero.

    ``skill`` names a skill the mission lets add its level. ``frees`` is the fighter whose
    shackles come off; their number is the difficulty.
    """

    hero: int
    kind: str
    difficulty: int
    cubes: int = 1
    what: str = ""
    skill: str = ""
    tools: tuple[str, ...] = ()
    enemies: int = 0
    allies: int = 0
    support: int = 0
    push: bool = False
    frees: str = ""


class MiniTask(Action, tag="effort"):
    """A complex manipulation or thought of the miniature acting; ``frees`` as for a hero."""

    kind: str
    difficulty: int
    option: int = 0
    what: str = ""
    skill: str = ""
    enemies: int = 0
    allies: int = 0
    support: int = 0
    frees: str = ""


class Automatic(Action, tag="auto"):
    """An automatic manipulation or thought; ``hero`` is ``None`` for the miniature acting.

    ``what`` may be the skill used: Scream costs no cube, Scream and Blast once per round.
    """

    kind: str
    hero: int | None = None
    what: str = ""


class Command(Action, tag="command"):
    """A hero activates the allies' tile of a Command skill: an automatic thought."""

    hero: int
    tile: str


class Tactician(Action, tag="tactician"):
    """An automatic thought gives an ally move points to use at once.

    ``hero`` is ``None`` for the miniature acting.
    """

    ally: str
    hero: int | None = None


class Explode(Action, tag="explosion"):
    """An explosion, or a level of danger that rises: everybody named rolls."""

    level: int
    victims: tuple[str, ...]
    cause: str = "explosion"


class StartMini(Action, tag="mini"):
    """The next miniature of the activated tile begins."""

    mini: int = 0


class EndMini(Action, tag="mini-end"):
    """The miniature's activation is over."""


class EndActivation(Action, tag="activation-end"):
    """No further miniature of the tile acts."""


ANY = (
    Next
    | ResolveEffect
    | Stance
    | Spend
    | SpendPost
    | Wound
    | Transfer
    | Recount
    | Hurt
    | Activate
    | TriggerEvent
    | Reinforce
    | LayReinforcement
    | BreakWall
    | EndEvent
    | Dredge
    | Demobilize
    | MoveMinis
    | PlaceTile
    | ReplaceTile
    | Count
    | Declare
    | PlaceToken
    | RemoveToken
    | Mark
    | UnShackle
    | PickUp
    | Give
    | Take
    | Throw
    | DropCards
    | UseCard
    | GetCard
    | Step
    | EndMove
    | HeroAttack
    | MiniAttack
    | Faces
    | Total
    | Reroll
    | Misfortune
    | Keep
    | Defend
    | Shield
    | FollowUp
    | Finish
    | Abandon
    | HeroTask
    | MiniTask
    | Automatic
    | Command
    | Tactician
    | Explode
    | StartMini
    | EndMini
    | EndActivation
    | DefineHero
    | DefineTile
    | DefineCard
    | DefineMission
    | DefinePost
    | DefineFaces
    | AddRule
    | LoadStarter
    | Adjust
    | SetDepth
)
