"""Progress of what is known of a physical copy (components, p.3)."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Catalogue, Msg
from games.messages import gettext_noop as _
from games.referee import Meter
from games.rising.box import Box, CardFacts
from games.rising.definition import Definition


def meters(game: Definition, box: Box) -> tuple[Meter, ...]:
    """Return cards by kind, teams, tracks and dice, in the order in which they come to the
    table."""
    supply = game.supply
    found = [_cards(box, kind, n) for kind, n in supplied(game).items()]
    teams = tuple(bool(team.dice) and team.known for team in box.teams)
    found.append(_meter("teams", teams, max(game.title.max_players, len(teams))))
    read = {track.side: track.checked for track in box.tracks}
    found.append(_meter("tracks", read.values(), len(game.doom.sides)))
    if supply.progress:
        sides = (side.checked for side in box.progress)
        found.append(_meter("progress", sides, supply.progress))
    checked = {die.colour: die.checked for die in box.dice}
    found.append(_meter("dice", checked.values(), len(game.dice)))
    return tuple(found)


def supplied(game: Definition) -> dict[str, int]:
    """Return how many cards of each kind the box holds."""
    supply = game.supply
    kinds = {
        "hero": supply.heroes,
        "villain": supply.villains,
        "knight": supply.knights,
        "battle": supply.battles,
    }
    return {kind: n for kind, n in kinds.items() if n}


def _cards(box: Box, kind: str, of: int) -> Meter:
    return _meter(kind, (whole(card) for card in box.cards if card.kind == kind), of)


def whole(card: CardFacts) -> bool:
    """Return whether nothing has to be asked about a card any more."""
    if card.kind == "battle":
        return bool(card.prices)
    return bool(card.capacity and card.prices and card.known)


def _meter(name: str, whole: Iterable[bool], of: int) -> Meter:
    each = list(whole)[:of]
    return Meter(Msg(f"meter.{name}"), sum(each), of, len(each) - sum(each))


WORDS: Catalogue = {
    "meter.hero": _("Heroes"),
    "meter.villain": _("Villains"),
    "meter.knight": _("Dark Knights"),
    "meter.battle": _("Final Battles"),
    "meter.teams": _("Team cards"),
    "meter.tracks": _("Sides of the track"),
    "meter.progress": _("Sides of the Balance cards"),
    "meter.dice": _("Hero dice, by color"),
}
