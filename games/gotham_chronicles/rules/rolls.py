"""One roll: its pool, who pays for rerolls, what may still change it (p.50-51)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import COLOURS
from games.gotham_chronicles.rules.common.energy import Cubes, pay, spent
from games.gotham_chronicles.rules.common.skills import skill_of
from games.gotham_chronicles.state import Attack, State, Task
from games.gotham_chronicles.state.dice import Die, Roll
from games.gotham_chronicles.table import Table, enemy_of, hero_of, led_by, tile_of
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _

HIGHEST = 4
ANY_COLOUR = "any"


def pool(
    state: State,
    who: str,
    dice: Iterable[str],
    arrows: Iterable[str] = (),
    bonus: int = 0,
) -> Roll:
    """Return a pool ready to be rolled by ``who``; arrows without a die of their colour are
    void."""
    thrown = tuple(Die(colour) for colour in sorted(dice, key=COLOURS.index))
    colours = {die.colour for die in thrown}
    usable = tuple(colour for colour in arrows if colour in colours)
    if led_by(state, who) == "villain" and state.post.free_reroll and thrown:
        usable = (*usable, ANY_COLOUR)
    return Roll(thrown, usable, bonus + skill_of(state, who, "Luck"), misfortune(state, who))


def misfortune(state: State, who: str) -> int:
    """Return how many rerolls an enemy on the map could force upon ``who``."""
    enemy = enemy_of(state, who)
    levels = [
        skill.level
        for tile in state.tiles
        if tile.on_map and led_by(state, f"tile:{tile.name}:0") == enemy
        for skill in tile.sheet.skills
        if skill.name == "Misfortune"
    ]
    return max(levels, default=0)


def rolling(state: State) -> tuple[Roll, str] | None:
    """Return the roll the table waits for or rerolls, and who rolls it."""
    if state.peril:
        return state.peril.roll, state.peril.victims[0].who
    begun = state.open
    if isinstance(begun, Task) or (isinstance(begun, Attack) and begun.stage == "roll"):
        return begun.roll, begun.who
    if isinstance(begun, Attack) and begun.stage == "defend":
        return begun.defence, begun.target
    return None


def with_roll(state: State, roll: Roll) -> State:
    """Return the state with the roll in progress changed."""
    if state.peril:
        return replace(state, peril=replace(state.peril, roll=roll))
    match state.open:
        case Attack(stage="roll"):
            return replace(state, open=replace(state.open, roll=roll))
        case Attack():
            return replace(state, open=replace(state.open, defence=roll))
        case Task():
            return replace(state, open=replace(state.open, roll=roll))
    return state


def payer(state: State, who: str) -> tuple[int, str] | None:
    """Return who pays for rerolls of ``who`` and where the cubes go; no one for neutrals."""
    index = hero_of(who)
    if index is not None:
        return index, "reroll"
    if led_by(state, who) == "villain":
        return state.villain, "reroll"
    tile = state.tile(tile_of(who)[0])
    if tile is None or tile.owner is None:
        return None
    return tile.owner, "thought"


def rerolls_to_buy(state: State, who: str) -> int:
    """Return how many paid rerolls the reserve and the limit allow ``who``."""
    paying = payer(state, who)
    if paying is None:
        return 0
    part, space = paying
    if part == state.villain:
        return state.post.room(space)
    hero = state.heroes[part]
    return 0 if hero.neutralized else hero.room(space)


def buy_rerolls(t: Table, who: str, n: int) -> tuple[Cubes, ...]:
    """Pay cubes for ``n`` rerolls."""
    if not n:
        return ()
    paying = payer(t.state, who)
    if paying is None:
        t.refuse_impossible("E_NO_PAYER", "G-159")
    part, space = paying
    pay(t, part, space, n, "G-159")
    return spent(part, space, n)


def told_free(t: Table, roll: Roll) -> None:
    """Ask whether a roll entered as a total used the villain's free reroll of the turn (p.58)."""
    if ANY_COLOUR not in roll.arrows:
        return
    if t.ask("FREE_REROLL", "G-191") == "no":
        return
    t.note("free-reroll", "G-191")
    t.put_post(free_reroll=False)


ASKED = 3
"""The first edition whose tables are asked for the faces of dice."""


def ask_faces(t: Table, roll: Roll) -> None:
    """Ask for a colour of this roll that no one has read, unless it was asked for before."""
    known = dict(zip(COLOURS, t.state.faces, strict=False))
    colours = dict.fromkeys(die.colour for die in roll.dice)
    unread = (each for each in colours if not known.get(each) and f"die.{each}" not in t.state.left)
    if t.state.edition >= ASKED and t.state.depth == "full" and (colour := next(unread, "")):
        t.put(asking=colour)


def face(t: Table, die: Die, shown: int) -> None:
    """Refuse a face no die has; warn of one this colour has not, if faces are entered."""
    t.require_range(Msg("field.face"), shown, 0, HIGHEST, "G-031")
    faces = dict(zip(COLOURS, t.state.faces, strict=False)).get(die.colour, ())
    if faces and shown not in faces:
        colour = Msg(f"colour.{die.colour}")
        t.warn("FACE", "G-031", colour=colour, face=shown)


def sums(state: State, roll: Roll) -> tuple[int, int]:
    """Return the least and the most symbols the dice of a roll can show, as far as they are
    known."""
    known = dict(zip(COLOURS, state.faces, strict=False))
    faces = [known.get(die.colour) or (0, HIGHEST) for die in roll.dice]
    return sum(map(min, faces)), sum(map(max, faces))


def told_symbols(t: Table, roll: Roll, n: int, rule: str = "G-031") -> None:
    """Refuse a total no dice can show; warn of one that these cannot, if faces are entered."""
    t.require_range(Msg("field.symbols"), n, 0, HIGHEST * len(roll.dice), rule)
    low, high = sums(t.state, roll)
    if not low <= n <= high:
        t.warn("SYMBOLS", rule, n=n, low=low, high=high)
    ask_faces(t, roll)


def by_face(state: State, roll: Roll) -> bool:
    """Return whether the dice are entered as they lie: their faces are known, one is its own total,
    or the total could have been entered before.
    """
    known = dict(zip(COLOURS, state.faces, strict=False))
    action = None if state.peril else state.open
    attacks = isinstance(action, Attack) and action.stage == "roll" and not action.free
    before = attacks or isinstance(action, Task)
    return before or len(roll.dice) == 1 or all(known.get(die.colour) for die in roll.dice)


def free_dice(roll: Roll) -> tuple[int, ...]:
    """Return the dice a free reroll may still hit."""
    if roll.paying:
        return ()
    return tuple(
        i
        for i, die in enumerate(roll.dice)
        if not die.freed and (die.colour in roll.arrows or ANY_COLOUR in roll.arrows)
    )


def settled(state: State) -> bool:
    """Return whether nothing can change the roll any more."""
    found = rolling(state)
    if found is None:
        return False
    roll, who = found
    more = free_dice(roll) or roll.bonus or roll.forced or rerolls_to_buy(state, who)
    return roll.rolled and not more


def pool_name(colours: tuple[str, ...]) -> tuple[Msg, ...]:
    """Return a pool as the table reads it: how many dice of each colour."""
    return tuple(
        msg(f"dice.{colour}", n=colours.count(colour)) for colour in dict.fromkeys(colours)
    )


def signed(n: int) -> str:
    """Return a number that is added or taken off, as the table reads it."""
    return f"+{n}" if n > 0 else f"−{-n}"


WORDS: Catalogue = {
    "note.free-reroll": _("The villain's free reroll of this turn is used"),
    "refusal.E_NO_PAYER": _("No one can pay for this reroll"),
    "question.FREE_REROLL": _("Did the villain use this turn's free reroll on it?"),
    "question.SYMBOLS": _("These dice show {low} to {high} together, not {n}."),
    "question.FACE": _("{colour} dice have no {face} face."),
}
