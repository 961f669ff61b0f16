"""The big screen: the loot in the vault, three searchlights, the cup, and the race."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.animated_dice.board.view import Board, Heisting, VillainLine
from games.messages import msg
from games.pieces import BoardPiece, absent
from games.vocabulary import Frozen, Threat

AT = "games/animated-dice/screen/"
LEFT, RIGHT, HIGH = 400, 1690, 380
"""Where the axis begins and ends in a race 1860 wide, and how high it is with its axis of 44."""
STEPS = (5, 10, 20, 50, 100)
"""Points between two lines of the axis; there are at most eight."""


PEAKS = {
    "note.bust": "peak.bust",
    "note.final": "peak.final",
    "note.tie": "peak.tie",
    "note.tie_again": "peak.tie",
}


class RaceLane(Frozen):
    """One villain's way: heists as bars (x, width, points), busts by x, what is at stake now."""

    part: int
    person: str
    name: str
    total: int
    y: int
    bars: tuple[tuple[int, int, int], ...]
    busts: tuple[int, ...]
    stake: tuple[int, int] | None
    active: bool


def scene(board: Board, people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
    """Return the heist under way above the race; the race alone once the game is over."""
    turn = board.turn
    banner = BoardPiece(
        "banner", AT + "banner.jinja", {"text": board.banner or (turn and turn.power)}
    )
    return (
        banner if turn else absent("banner"),
        BoardPiece("heist", AT + "heist.jinja", {"turn": turn}) if turn else absent("heist"),
        _race(board, people),
    )


def _race(board: Board, people: Mapping[int, str]) -> BoardPiece:
    risk = board.turn.risk if board.turn else 0
    top = max(board.target, *(line.total + risk * line.active for line in board.lines))
    step = next((each for each in STEPS if top <= 8 * each), STEPS[-1])

    def x(points: int) -> int:
        return LEFT + (RIGHT - LEFT) * max(0, points) // top

    high = HIGH // len(board.lines)
    lanes = tuple(
        _lane(line, board.turn, people.get(line.part, ""), 44 + i * high, x)
        for i, line in enumerate(board.lines)
    )
    axis = tuple((n, x(n)) for n in range(0, top + 1, step) if abs(n - board.target) >= step / 2)
    values = {"lanes": lanes, "axis": axis, "goal": (board.target, x(board.target)), "high": high}
    return BoardPiece("race", AT + "race.jinja", values)


def _lane(
    line: VillainLine, turn: Heisting | None, person: str, y: int, x: Callable[[int], int]
) -> RaceLane:
    at = line.carried
    bars = [(x(0), x(at) - x(0), at)] if at > 0 else []
    busts = []
    for cell in line.cells:
        if cell.how == "bust":
            busts.append(x(at))
        if cell.points > 0:
            bars.append((x(at), x(at + cell.points) - x(at), cell.points))
        at += cell.points
    stake = None
    if line.active and turn and turn.risk > 0:
        stake = (x(at), x(at + turn.risk) - x(at))
    return RaceLane(
        line.part, person, line.name, line.total, y, tuple(bars), tuple(busts), stake, line.active
    )


def threats(board: Board) -> tuple[Threat, ...]:
    """Return the Batman symbols until the bust, then the leader's distance to the target."""
    turn = board.turn
    if turn is None:
        return ()
    found = []
    if turn.rolls:
        left = turn.spare + 1
        found.append(Threat(left, msg("threat.bust", n=left), turn.part, left == 1, True))
    first = min(board.lines, key=lambda line: line.to_go)
    if not first.to_go:
        return tuple(found)
    what = msg("threat.target", n=first.to_go, who=first.name, target=board.target)
    return (*found, Threat(first.to_go, what, first.part, metered=True))
