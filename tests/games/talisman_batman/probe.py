"""Facts Talisman tells the laws: villains alive and cards in hands or on spaces."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.conformance import draws
from games.referee import AnyReferee, Prompt, SetDepth
from games.talisman_batman.state import State
from tests.probes import Probe, values

SEATS = ("seat", "target", "victim", "giver", "taker")
CARDS = ("card", "cards", "enemy", "leave")


def present(state: State) -> set[str]:
    """Return villains who are not out of the game, and every card that lies or is held
    somewhere."""
    seats = {f"seat {n}" for n, each in enumerate(state.villains) if each.status != "out"}
    held = [
        card
        for villain in state.villains
        for card in (
            *villain.goods,
            *villain.trophies,
            *villain.estate.objects,
            *villain.estate.followers,
        )
    ]
    lying = [card for spot in state.spots for card in spot.cards]
    feats = {f"feat {feat.id}" for villain in state.villains for feat in villain.feats}
    return seats | feats | {f"card {card.id}" for card in (*held, *lying)} | {"card 0", "feat 0"}


def held(state: State) -> Iterable[str]:
    """Return who plays, fights or owes, and the cards in that fight."""
    found = {f"seat {state.active}"} if state.winner is None else set()
    found |= {f"seat {owe.seat}" for owe in state.owes}
    if fight := state.fight:
        fighters = [each for each in (fight.me, fight.foe) if each]
        found |= {f"seat {each.seat}" for each in fighters}
        found |= {f"card {card}" for each in fighters for card in each.cards}
        found |= {f"card {card}" for card in fight.enemies}
    return found


def names(prompt: Prompt) -> Iterable[str]:
    found = {f"seat {part}" for part in prompt.actors or ()}
    for name, value in values(prompt):
        if isinstance(value, int):
            found |= {f"seat {value}"} if name in SEATS else set()
            found |= {f"card {value}"} if name in CARDS else set()
            found |= {f"feat {value}"} if name == "feat" else set()
    return found


TELLS = {
    "strength.*": "arrived arrived-raised lose gain killed sheet",
    "cunning.*": "arrived arrived-raised lose gain killed sheet",
    "life.*": "arrived arrived-raised lose gain sheet",
    "fate.*": "arrived arrived-raised fate-spent reroll gain lose killed sheet",
    "coins.*": "arrived arrived-raised inherits lose gain leaves-coins takes-coins pays "
    "reward-coin killed",
    "lost_turns.*": "loses-turn skipped killed unlearned",
    "feat_deck": "feat-drawn feats-reshuffled",
    "insane.*": "insane insane-again insane-left sane killed unlearned",
}


def drawn(referee: AnyReferee, rng: Random) -> tuple[Any, Any]:
    """Return a set-up of a blank, half-filled or full copy, and its first state."""
    copies = draws.copies(referee)
    half = draws.halved(copies["sample"], rng, copies["blank"])
    chosen, state = draws.begun(referee, rng, (*copies.values(), half))
    ruling: Any = referee.apply(state, SetDepth(rng.choice(referee.title.depths)))
    return chosen, ruling.state


def where(state: State) -> tuple[int, int, str, int]:
    """Return whose turn it is, which, and where it has led to."""
    villain = state.villains[state.active]
    return state.turn.number, state.active, villain.space, villain.floor


ONCE = {"symbols": where}
WEIGHED = frozenset({"T-RING"})
"""A ring is typed as a list, of which the form suggests single names."""
PROBE = Probe(present, held, names, TELLS, draws=drawn, weighed=WEIGHED, once=ONCE)
