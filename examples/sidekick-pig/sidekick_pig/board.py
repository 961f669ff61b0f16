"""What phones and the big screen draw: the race, and what is at stake."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import msg
from games.messages import ngettext_noop as _n
from games.pieces import Lane, Offers, Piece, lane
from games.referee import Frozen, Threat

from .state import State

AT = "games/pig/"
NEAR = 20
"""So many points a turn often brings."""


class Board(Frozen):
    """Everything anybody may see."""

    goal: int
    pot: int
    lanes: tuple[Lane, ...]
    over: bool


def seen(state: State) -> Board:
    """The table as it stands."""
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


def pieces(board: Board, offers: Offers) -> tuple[Piece, ...]:
    """A phone's board: what is at stake on top, the race below."""
    return (
        Piece("danger", AT + "danger.jinja", {"pot": board.pot, "over": board.over}),
        Piece("race", AT + "race.jinja", {"rows": board.lanes, "goal": board.goal}),
    )


def scene(board: Board, people: Mapping[int, str]) -> tuple[Piece, ...]:
    """The big screen: what is at stake beside the race."""
    values = {"rows": board.lanes, "goal": board.goal, "pot": board.pot, "over": board.over}
    return (Piece("race", AT + "screen/race.jinja", values),)


def threats(board: Board) -> tuple[Threat, ...]:
    """How many points whoever is nearest still needs."""
    if board.over:
        return ()
    first = max(board.lanes, key=lambda each: each.score)
    left = board.goal - first.score
    what = msg("threat.goal", n=left, who=first.name, goal=board.goal)
    return (Threat(left, what, first.part, left <= NEAR, metered=True),)


WORDS = {
    "threat.goal": _n("point until {who} has {goal}", "points until {who} has {goal}"),
}
