"""The big screen: the track over its whole width, the three locations, everyone's team."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import msg
from games.pieces import BoardPiece
from games.rising.board.view import BoardView, LocationView, TeamView
from games.vocabulary import Threat

AT = "games/rising/screen/"
SOON = {"track": 3, "heroes": 2, "last": 2}
"""How few spaces, Heroes or blows are left when a threat is called near."""


def scene(own: str, board: BoardView, people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
    """Return the pieces of the scene; ``own`` is the folder of the title's own templates."""
    return (
        BoardPiece(
            "crest", AT + "crest.jinja", {"boss": board.boss if board.boss_revealed else None}
        ),
        _tracks(own, board),
        *(_place(board, each, people) for each in board.locations),
        *(_team(each, people) for each in board.teams),
    )


def _tracks(own: str, board: BoardView) -> BoardPiece:
    values = {
        "track": board.track,
        "ladder": board.progress,
        "event": board.event,
        "over": board.over,
        "battles": (board.battles_done, board.battles_total),
    }
    return BoardPiece("tracks", f"{own}screen/tracks.jinja", values)


def _place(board: BoardView, loc: LocationView, people: Mapping[int, str]) -> BoardPiece:
    here = board.teams[board.active] if loc.active else None
    values = {
        "loc": loc,
        "cards": tuple(card for card in loc.cards if card),
        "here": (here.index, people.get(here.index) or here.name) if here else None,
        "dice": _in_hand(board) if here else (),
    }
    return BoardPiece(f"place-{loc.index}", AT + "place.jinja", values)


def _in_hand(board: BoardView) -> tuple[tuple[str, str], ...]:
    """Return the dice of this roll that lie on no card yet: colour and face."""
    return tuple((die.colour, die.face) for die in board.dice if die.face and die.place == "pool")


def _team(team: TeamView, people: Mapping[int, str]) -> BoardPiece:
    values = {
        "index": team.index,
        "name": team.name,
        "person": people.get(team.index, ""),
        "active": team.active,
        "heroes": team.heroes,
        "tokens": team.token_count,
    }
    return BoardPiece(f"side-{team.index}", AT + "team.jinja", values)


def threats(board: BoardView) -> tuple[Threat, ...]:
    """Return the track, the Heroes that may still be lost, each team down to its last Hero."""
    if board.over:
        return ()
    found = []
    if not board.event:
        left = board.track.length - board.track.total
        what = msg("threat.track", n=left)
        found.append((left / SOON["track"], Threat(left, what, None, left <= SOON["track"], True)))
    left = board.loss_limit - board.losses
    what = msg("threat.heroes", n=left)
    found.append((left / SOON["heroes"], Threat(left, what, None, left <= SOON["heroes"], True)))
    for team in board.teams:
        last = team.heroes[0] if len(team.heroes) == 1 else None
        if last and last.capacity:
            left = max(0, last.capacity - last.damage)
            what = msg("threat.last", n=left, card=last.name, team=team.name)
            near = left <= SOON["last"]
            found.append((left / SOON["last"], Threat(left, what, team.index, near)))
    return tuple(threat for _, threat in sorted(found, key=lambda pair: pair[0]))
