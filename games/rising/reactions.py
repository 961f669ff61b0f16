"""Heroes that answer damage: the active team's, once a turn each."""

from __future__ import annotations

from collections.abc import Iterable

from games.rising.effects import adjacent, automatic, enact
from games.rising.state import Pending
from games.rising.table import Table


def to_damage(t: Table, hit: Iterable[str]) -> None:
    """Let the active team's Heroes answer what has just been damaged."""
    if not t.game.reactions:
        return
    struck = set(hit)
    for each in t.team.row:
        if each in t.turn.used or any(each == other.source for other in t.turn.reactions):
            continue
        near = struck & {each, *adjacent(t, each)}
        whens = {"damaged"} if each in near else set()
        whens |= {"near"} if near else set()
        effects = tuple(e for e in t.facts(each).effects if e.when in whens)
        if effects:
            answer(t, each, Pending(each, effects))


def answer(t: Table, hero: str, reaction: Pending) -> None:
    """Carry a reaction out at once, or wait for the table where it has to choose."""
    if not all(automatic(effect) for effect in reaction.effects):
        t.put_turn(reactions=(*t.turn.reactions, reaction))
        return
    t.put_turn(used=(*t.turn.used, hero))
    t.note("react", "reaction", card=t.name(hero))
    for effect in reaction.effects:
        enact(t, effect, hero, "reaction", foe=False)


def waiting(t: Table) -> bool:
    """Whether a reaction comes before anything else."""
    return bool(t.turn.reactions)
