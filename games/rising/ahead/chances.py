"""Chances of the villains' dice and cards and what they bring, for forecasts.

The results of Hero dice are entered when they are assigned, not when they are rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.referee import Action, DiceRoll, Open, RiskFigure
from games.rising.rules.resolve import conditions
from games.rising.rules.turn import STEPS
from games.rising.rules.villains import repeated, waiting
from games.rising.table import Table

STAKES = {
    "over": RiskFigure("stake.over", danger=True, worth=-50),
    "full": RiskFigure("stake.full", danger=True, counts=True, worth=-10),
    "struck": RiskFigure("stake.struck", danger=True, worth=-2),
    "section": RiskFigure("stake.section", danger=True, worth=-4),
    "hurt": RiskFigure("stake.hurt", counts=True, worth=-1),
}
VILLAINS = ("figure_die", "kinds", "crown", "attack", "villains", "battle")
"""The steps between the track and the Heroes."""


def possible_rolls(t: Table) -> tuple[DiceRoll, ...]:
    """Return the die or card that the villains' turn waits for, where all its faces are known."""
    dice = {each.colour: each.faces for each in t.state.driver_dice if each.checked}
    names = t.game.driver.names
    if t.step == "doom_die" or (_again(t) and t.game.driver.kind == "dice"):
        return _single("doom", "n", tuple(map(int, dice.get(names[0], ()))))
    if t.step == "figure_die":
        return _single("figure", "face", dice.get(names[-1], ()))
    if t.step == "driver_card" and t.state.driver_deck:
        return _single("fire", "card", _left(t))
    return ()


def _again(t: Table) -> bool:
    """Return whether an ability throws the track die again; one that no one has confirmed may do
    something else."""
    ability = waiting(t)
    return ability is not None and not ability.unknown and repeated(t)


def _left(t: Table) -> tuple[str, ...]:
    """Return the cards that have not been turned up since the last shuffle."""
    left = Counter(t.state.driver_deck) - Counter(t.state.drawn)
    return tuple(left.elements()) or t.state.driver_deck


def _single(do: str, field: str, faces: tuple[Any, ...]) -> tuple[DiceRoll, ...]:
    if not faces:
        return ()
    return (DiceRoll(do, field, (tuple(sorted(Counter(faces).items())),), single=True),)


class Standing(NamedTuple):
    """Result of ending the turn as things are."""

    lost: bool = False
    full: frozenset[str] = frozenset()
    """Heroes of teams that fall."""
    sections: int = 0
    """Full sections of the track, those whose card waits to leave among them."""
    damage: int = 0
    """Damage on all Heroes of teams."""


def standing(t: Table) -> Standing:
    heroes = tuple(each for team in t.state.teams for each in team.row)
    fills = zip(t.fills(), t.state.sections, strict=True)
    return Standing(
        bool(_losses(t)),
        frozenset(each for each in heroes if _falls(t, each)),
        sum(fill == section.facts.size for fill, section in fills),
        sum(t.piece(each).damage for each in heroes),
    )


def figure_changes(before: Table, stood: Standing, after: Table) -> Mapping[str, int]:
    """Return what the villains did to Heroes and the track, and what is sure to follow at the end
    of the turn unless the Heroes prevent it; ``stood`` is how the table before stood.
    """
    if after.step not in (*VILLAINS, "heroes") or before.state.number != after.state.number:
        return {}
    stands = standing(after)
    turned = before.step in ("figure_die", "driver_card")
    struck = turned and after.state.facing == after.turn.location
    return {
        "over": stands.lost - stood.lost,
        "full": len(stands.full - stood.full),
        "struck": int(struck),
        "section": stands.sections - stood.sections,
        "hurt": stands.damage - stood.damage,
    }


def _falls(t: Table, card: str) -> bool:
    return bool(t.piece(card).damage and t.full(card))


def _losses(t: Table) -> tuple[str, ...]:
    """Return by what the game would be lost if the turn ended as things are."""
    hurt = (each.id for each in t.state.pieces if each.damage and t.is_hero(each.id))
    falls = [each for each in hurt if _falls(t, each)]
    ended = t
    if falls:
        ended = Table(t.game, t.state)
        for i, team in enumerate(t.state.teams):
            ended.put_team(i, row=tuple(each for each in team.row if each not in falls))
        ended.put(defeated=t.state.defeated + len(falls))
    return tuple(each for each in conditions(ended) if each != "won")


def next_step(t: Table) -> DiceRoll | Action | Open | None:
    """Return the figure after the track, then what the villains do, as far as no one has to be
    asked."""
    if found := possible_rolls(t):
        return found[0]
    return Open() if t.step in VILLAINS and STEPS[t.step][1](t) else None
