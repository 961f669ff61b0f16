"""A short notation for heists and games: ``G:LLA B:L`` is three gray dice and a blue one."""

from __future__ import annotations

from games.animated_dice import AnimatedDice
from games.animated_dice.box import VILLAINS, Box, VillainToken
from games.animated_dice.rules.roll import Roll
from games.animated_dice.rules.score import StopHeist
from games.animated_dice.rules.setup import Setup
from games.animated_dice.rules.villains import Return
from games.referee import Ruling

GAME = AnimatedDice()
COLOUR = {"Y": "yellow", "B": "blue", "G": "gray"}
SYMBOL = {"L": "loot", "B": "batman", "A": "alarm"}

PLAIN = Box(promo=VillainToken("promo", "Nobody"))
"""A box whose fifth villain has no ability at all."""


def dice(text: str) -> tuple[str, ...]:
    """Return ``"G:LA Y:B"`` as the faces of three dice."""
    groups = (group.split(":") for group in text.split())
    return tuple(f"{COLOUR[c]}-{SYMBOL[s]}" for c, symbols in groups for s in symbols)


def slug(name: str) -> str:
    """Return the villain with this beginning of a name; any other is the fifth villain."""
    slugs = (each.slug for each in VILLAINS)
    found = (s for s in slugs if any(part.startswith(name) for part in s.split("-")))
    return next(found, "promo")


def start(*villains: str, box: Box = PLAIN, **options):
    """Start a game of these villains (``nobody`` has no ability); the first one begins."""
    slugs = tuple(map(slug, villains))
    ruling = GAME.begin(Setup(len(slugs), slugs, **options), box)
    assert isinstance(ruling, Ruling), ruling
    return ruling.state


def done(state, *actions, actor=None):
    """Return the state after actions that all must hold."""
    for action in actions:
        ruling = GAME.apply(state, action, actor)
        assert isinstance(ruling, Ruling), (action, ruling)
        assert GAME.check(ruling.state) == ()
        state = ruling.state
    return state


def action(step: str):
    """Return one step of a heist: a roll, ``stop``, ``keep`` or ``return 0 2``."""
    step = step.strip()
    if step == "stop":
        return StopHeist()
    if step == "keep" or step.startswith("return"):
        return Return(tuple(map(int, step.split()[1:])))
    return Roll(dice(step))


def heist(state, text: str):
    """Play ``"G:LLA | G:L B:BL | stop"`` for whoever is on turn."""
    return done(state, *map(action, text.split("|")))


def refused(state, step, actor=None) -> str:
    """Return the code of the refusal of one step."""
    answer = GAME.apply(state, action(step) if isinstance(step, str) else step, actor)
    assert not isinstance(answer, Ruling), answer
    return answer.code


def codes(state, step) -> list[str]:
    ruling = GAME.apply(state, action(step) if isinstance(step, str) else step)
    return [note.code for note in ruling.notes]
