"""How the dice of a roll fall and what it brings, for forecasts: nothing rerolled, nothing paid.

What rerolls played well are worth stays with ``odds``, which weighs them without the referee.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.gotham_chronicles.box.sheets import COLOURS
from games.gotham_chronicles.rules.actions.defence import Defend
from games.gotham_chronicles.rules.rerolls import Keep
from games.gotham_chronicles.rules.rolls import rolling
from games.gotham_chronicles.state import Attack, State
from games.messages import Catalogue
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.vocabulary import Action, Die, Open, Ruling, Stake, Throw

STAKES = {
    "down": Stake("stake.down", danger=True),
    "hurt": Stake("stake.hurt", danger=True, counts=True),
    "felled": Stake("stake.felled", counts=True),
    "wounds": Stake("stake.wounds", counts=True),
    "done": Stake("stake.done"),
}
MOOT = frozenset({"WOUND_FROM", *(f"WOUND_FROM_{n}" for n in range(2, 9))})
"""From which spaces the cubes of a wound come."""


def throws(state: State) -> tuple[Throw, ...]:
    """The dice of the roll the table waits for."""
    found = None if state.ended else rolling(state)
    if found is None:
        return ()
    known = dict(zip(COLOURS, state.faces, strict=False))
    dice = tuple(_die(known.get(die.colour, ())) for die in found[0].dice)
    untold = any(die.face is None for die in found[0].dice)
    return (Throw("faces", "faces", dice),) if untold and all(dice) else ()


def _die(faces: tuple[int, ...]) -> Die:
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
}
