"""Facts both Rising games tell the laws: cards by their piece, and what notes speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

from companion.conformance import draws
from games.referee import AnyReferee, Prompt
from games.rising.state import State
from tests.probes import Probe, values

PIECE = re.compile(r"(?:^|[:+ ])(p\d+|boss)(?=$|[:+ ])")


def pieces(text: str) -> Iterable[str]:
    return PIECE.findall(text)


def present(state: State) -> set[str]:
    """Return cards at locations, in rows and on the track; a card that left play is none of
    these."""
    lying = {piece for row in state.slots for piece in row}
    teams = {piece for team in state.teams for piece in team.row}
    return (lying | teams | set(state.battles) | {"boss"}) - {""}


def held(state: State) -> Iterable[str]:
    """Return what dice, symbols, hits and waiting abilities are on or come from."""
    turn = state.turn
    targets = [die.target for die in (*turn.dice, *state.kept)]
    targets += [each.target for each in turn.laid] + [each.card for each in turn.hits]
    waiting = (*turn.pending, *turn.queue, *turn.reactions)
    targets += [each.source for each in waiting]
    return {piece for text in targets for piece in pieces(text)}


def names(prompt: Prompt) -> Iterable[str]:
    return {
        piece for _, value in values(prompt) if isinstance(value, str) for piece in pieces(value)
    }


TELLS = {
    "deck": "turn track.ability deal* refill*",
    "facing": "figure",
    "active": "turn",
    # What a card or the track turned out to have no space for never was on the table.
    "damage.*": "damage damage.moved heal recruit recruit.healed join defined card.spaces",
    "boss": "damage damage.moved heal",
    "doom": "doom.up doom.down section.spaces track.spaces",
    "tokens.*": "token.* progress.paid.tokens",
    "discard": "token.use token.lost token.kept token.flip hero.defeated.team hero.defeated.leader"
    " progress.paid.tokens",
    "heroes.*": "recruit recruit.end join team.back hero.defeated hero.defeated.team"
    " hero.defeated.leader villain.defeated banned",
    "defeated": "hero.defeated hero.defeated.team hero.defeated.leader team.back",
    "beaten": "villain.defeated",
    "progress": "progress",
    "battles_done": "battle.done",
}


def drawn(referee: AnyReferee, rng: Random) -> tuple[Any, Any]:
    """Return a set-up of a blank, half-entered or full copy, and its first state."""
    copies = draws.copies(referee)
    half = draws.halved(copies["sample"], rng, copies["blank"])
    return draws.begun(referee, rng, (*copies.values(), half))


PROBE = Probe(present, held, names, TELLS, draws=drawn)
