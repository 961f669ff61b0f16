"""Entries that cost someone dearly, in every title: with a way out, and without one.

From the recorded games, or constructed from them: the last hero of someone, whom nothing saves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.plays import playlog
from games.messages import Msg, Speaker
from games.odds import loss_warnings
from games.referee import Ruling
from tests import golden
from tests.highlights import Step


def before(name: str, n: int) -> Step:
    """Return the moment before the entry ``n`` of a golden game, and that entry."""
    doc = golden.read(golden.at(name))
    line = doc.entries[n - 1]
    done = playlog.replay(doc)
    return Step(done.referee, done.states[n - 1], line.action, line.actor, line.answers)


def heist(more: int) -> Step:
    """Return the last heist of a game, of a villain twelve points behind the leader but for so
    many; stopping now ends it."""
    it = before("animated-dice/target-by-first", 112)
    found = next(each for each in it.state.sheet if each.part == 2)
    sheet = tuple(
        replace(each, points=each.points + more) if each is found else each
        for each in it.state.sheet
    )
    return it._replace(state=replace(it.state, sheet=sheet))


def defence(reserve: int) -> Step:
    """Return a hero with so many cubes that are no wounds, hit four times, whose defence shows
    nothing.

    Where no cube is left to roll again with, the dice decide at once.
    """
    it = before("gotham-chronicles/reinforced-in-full-depth", 19)
    hero = it.state.heroes[0]
    spaces, wounds = (0,) * len(hero.spaces), hero.sheet.total - reserve
    hero = replace(hero, reserve=reserve, fatigue=0, spaces=spaces, wounds=wounds)
    state = replace(it.state, heroes=(hero,))
    entries = [{"do": "defend", "cubes": 1}, {"do": "faces", "faces": [0, 0]}, {"do": "keep"}]
    *done, last = entries[: 3 if reserve > 1 else 2]
    return it._replace(state=_after(it, state, done), entry=last, actor=0)


def last_life(fate: int) -> Step:
    """Return a villain with one Life who has just lost a fight by two, with so much Fate."""
    it = before("talisman-batman/death-with-inheritance", 40)
    bane, *others = it.state.villains
    state = replace(it.state, villains=(replace(bane, fate=fate, life=1), *others))
    entries = [
        {"do": "ambush", "name": "Robin", "attribute": "cunning", "value": 3},
        {"do": "strike", "dice": [1, 2]},
        {"do": "keep", "seat": 0},
    ]
    *done, last = entries[: 3 if fate else 2]
    return it._replace(state=_after(it, state, done), entry=last, actor=0)


def _after(it: Step, state: Any, entries: list[dict[str, Any]]) -> Any:
    for entry in entries:
        ruling = it.referee.apply(state, it.referee.decode_action(entry), None)
        assert isinstance(ruling, Ruling), ruling
        state = ruling.state
    return state


SAVED: dict[str, tuple[Callable[[], Step], str]] = {
    "batman-who-laughs": (
        lambda: before("batman-who-laughs/lost-team", 21),
        "Batman: use the ability + Batman",
    ),
    "fire-nation": (
        lambda: before("fire-nation/lost-heroes-after-balance", 29),
        "Aang: use the ability + Aang",
    ),
    "animated-dice": (lambda: heist(8), "Keep going: roll 3 dice"),
    "gotham-chronicles": (lambda: defence(4), "Reroll Orange die 0 (paid)"),
    "talisman-batman": (lambda: last_life(2), "Spend Fate (2 left): roll again"),
}
"""A step before a loss, and what on offer could prevent it: the last Hero of a team heals himself,
another roll may pass the leader, a cube is left for another roll, Fate may turn the die."""

LOST: dict[str, Callable[[], Step]] = {
    "batman-who-laughs": lambda: before("batman-who-laughs/lost-heroes", 103),
    "fire-nation": lambda: before("fire-nation/lost-before-the-black-sun", 37),
    "animated-dice": lambda: heist(0),
    "gotham-chronicles": lambda: defence(1),
    "talisman-batman": lambda: last_life(0),
}
"""A step before a loss that nothing on offer prevents."""


def found(step: Step) -> loss_warnings.BadOutcome:
    """Return what is dreadful about it for whoever enters it."""
    parts = () if step.actor is None else (step.actor,)
    dread = loss_warnings.dread(step.referee, step.state, step.ruling(), parts)
    assert dread
    return dread


def search(step: Step) -> loss_warnings.PreventionSearch:
    parts = () if step.actor is None else (step.actor,)
    action = step.referee.decode_action(step.entry)
    return loss_warnings.PreventionSearch(
        step.referee, action, step.actor, step.answers, parts, found(step)
    )


def ways(step: Step) -> set[str]:
    """Return what could still prevent it, in words."""
    say = Speaker(step.referee.catalogue()).say
    return {
        " + ".join(
            [say(way.prompt.label), *(say(c) if isinstance(c, Msg) else c for c in way.chosen)]
        )
        for way in search(step).ways(step.state)
    }
