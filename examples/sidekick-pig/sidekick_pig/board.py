"""Boards of phones and the big screen: the race, and what is at stake."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import msg
from games.messages import ngettext_noop as _n
from games.pieces import BoardPiece, Lane, Offers, lane
from games.referee import Frozen, Threat

from .state import State

AT = "games/pig/"
NEAR = 20
"""So many points a turn often brings."""


class Board(Frozen):
    """Everything anyone may see."""

    goal: int
    pot: int
    lanes: tuple[Lane, ...]
    over: bool


def seen(state: State) -> Board:
    """Return the table as it stands."""
    over = max(state.scores) >= state.goal
    lanes = tuple(
        lane(
            part,
            score,
            state.goal,
            state.pot if part == state.due else 0,
            active=part == state.due and not over,
            tracker=f"score.{part.index}",
        )
        for part, score in zip(state.parts, state.scores, strict=True)
    )
    return Board(state.goal, state.pot, lanes, over)


def pieces(board: Board, offers: Offers) -> tuple[BoardPiece, ...]:
    """Return a phone's board: what is at stake on top, the race below."""
    return (
        BoardPiece("danger", AT + "danger.jinja", {"pot": board.pot, "over": board.over}),
        BoardPiece("race", AT + "race.jinja", {"rows": board.lanes, "goal": board.goal}),
    )


def scene(board: Board, people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
    """Return the big screen: what is at stake beside the race."""
    values = {"rows": board.lanes, "goal": board.goal, "pot": board.pot, "over": board.over}
    return (BoardPiece("race", AT + "screen/race.jinja", values),)


def threats(board: Board) -> tuple[Threat, ...]:
    """Return how many points the leader still needs."""
    if board.over:
        return ()
    first = max(board.lanes, key=lambda each: each.score)
    left = board.goal - first.score
    what = msg("threat.goal", n=left, who=first.name, goal=board.goal)
    return (Threat(left, what, first.part, left <= NEAR, metered=True),)


WORDS = {
    "threat.goal": _n("point until {who} has {goal}", "points until {who} has {goal}"),
}
