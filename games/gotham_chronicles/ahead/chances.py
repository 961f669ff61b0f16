"""How the dice of a roll fall, which may be thrown again, and what it brings, for forecasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.gotham_chronicles.box.sheets import COLOURS
from games.gotham_chronicles.rules.actions.defence import Defend
from games.gotham_chronicles.rules.rerolls import Keep
from games.gotham_chronicles.rules.rolls import ANY_COLOUR, rerolls_to_buy, rolling
from games.gotham_chronicles.state import Attack, Roll, State
from games.gotham_chronicles.table import led_by
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import Action, Again, Die, Leave, Open, Ruling, Stake, Throw

STAKES = {
    "down": Stake("stake.down", danger=True, worth=-10),
    "hurt": Stake("stake.hurt", danger=True, counts=True, worth=-2),
    "felled": Stake("stake.felled", counts=True, worth=4),
    "wounds": Stake("stake.wounds", counts=True, worth=2),
    "done": Stake("stake.done", worth=6),
}
MOOT = frozenset({"WOUND_FROM", *(f"WOUND_FROM_{n}" for n in range(2, 9))})
"""From which spaces the cubes of a wound come."""


def throws(state: State) -> tuple[Throw, ...]:
    """The dice of the roll the table waits for."""
    found = None if state.ended else rolling(state)
    if found is None:
        return ()
    known = dict(zip(COLOURS, state.faces, strict=False))
    roll, who = found
    dice = tuple(as_die(known.get(die.colour, ())) for die in roll.dice)
    untold = any(die.face is None for die in roll.dice)
    if not untold or not all(dice):
        return ()
    return (Throw("faces", "faces", dice, summed=True, again=tuple(_leaves(state, roll, who))),)


def _leaves(state: State, roll: Roll, who: str) -> Iterator[Leave]:
    """Rerolls there are for nothing, and with those that cubes may pay."""
    free = rerolls(roll)
    if free:
        yield Leave(Msg("again.free"), free)
    if paid := rerolls_to_buy(state, who):
        yield Leave(msg("again.paid", n=paid), (*free, Again(paid, last=True)))


def rerolls(roll: Roll) -> tuple[Again, ...]:
    """What arrows and skills let throw again: an arrow each die once, of its colour."""
    colours = [die.colour for die in roll.dice]
    arrows = Counter(roll.arrows)
    free = [
        Again(n, None if each == ANY_COLOUR else _places(colours, each), once=True)
        for each, n in arrows.items()
        if each == ANY_COLOUR or each in colours
    ]
    return (*free, Again(roll.bonus)) if roll.bonus else tuple(free)


def _places(colours: Sequence[str], colour: str) -> frozenset[int]:
    return frozenset(at for at, each in enumerate(colours) if each == colour)


def as_die(faces: tuple[int, ...]) -> Die:
    """A die by how many of its sides show each face."""
    return tuple((face, faces.count(face)) for face in sorted(set(faces)))


def brings(before: State, ruling: Ruling[State]) -> Mapping[str, int]:
    """Wounds and losses of heroes and of miniatures, and whether a task was done."""
    heroes = list(zip(before.heroes, ruling.state.heroes, strict=True))
    tiles = list(zip(before.tiles, ruling.state.tiles, strict=False))
    return {
        "hurt": sum(new.wounds - old.wounds for old, new in heroes),
        "down": sum(new.neutralized and not old.neutralized for old, new in heroes),
        "felled": sum(len(old.minis) - len(new.minis) for old, new in tiles),
        "wounds": sum(
            sum(mini.life for mini in old.minis) - sum(mini.life for mini in new.minis)
            for old, new in tiles
        ),
        "done": sum(note.code == "note.task-done" for note in ruling.notes),
    }


def worth(state: State, brought: Mapping[str, int]) -> int:
    """How good it is for the side that rolls: what hurts heroes is what the villain wants."""
    found = rolling(state)
    sign = -1 if found is not None and led_by(state, found[1]) == "villain" else 1
    return sign * sum(STAKES[name].worth * n for name, n in brought.items())


def follows(state: State) -> Throw | Action | Open | None:
    """The defence without a cube, its dice, and every roll as it fell."""
    if isinstance(state.open, Attack) and state.open.stage == "defence" and not state.peril:
        return Defend()
    found = rolling(state)
    if found is None or not found[0].dice:
        return None
    if found[0].rolled:
        return Keep()
    return next(iter(throws(state)), Open())


WORDS: Catalogue = {
    "stake.down": _("A hero is neutralized"),
    "stake.hurt": _n("A wound", "{n}+ wounds"),
    "stake.felled": _n("A miniature neutralized", "{n}+ miniatures neutralized"),
    "stake.wounds": _n("Life point taken", "{n}+ Life points taken"),
    "stake.done": _("Success"),
    "again.free": _("free rerolls"),
    "again.paid": _n("with {n} cube", "with {n} cubes"),
}
