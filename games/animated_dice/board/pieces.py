"""The board in pieces: the race on top, what is asked, odds, sheet, chart."""

from __future__ import annotations

from msgspec.structs import replace

from games.animated_dice.board.view import Board
from games.pieces import Offers, Piece, Touches, absent

AT = "games/animated-dice/"


def pieces(board: Board, offers: Offers) -> tuple[Piece, ...]:
    """What each piece is drawn from; an absent one is not part of the board now."""
    turn, touches = board.turn, Touches(offers)
    # What the sheet shows is not what the race shows: neither changes with the other.
    written = tuple(replace(line, share=0, path="", end=(0, 0)) for line in board.lines)
    return (
        Piece(
            "danger",
            AT + "danger.jinja",
            {
                "lines": tuple(replace(line, cells=(), ties=(), path="") for line in board.lines),
                "ties": bool(board.ties),
                "target": board.target,
                "banner": board.banner,
                "turn": turn,
                "next": board.next,
                "bust": board.bust,
                "stop": touches.on("loot", ("stop", "")),
            },
        ),
        Piece(
            "asked",
            AT + "asked.jinja",
            {
                "odds": board.odds,
                "first": turn.first if turn else (),
                "who": turn.name if turn else "",
            },
        ),
        Piece("odds", AT + "odds.jinja", {"odds": board.odds, "assumed": board.assumed})
        if board.odds
        else absent("odds"),
        Piece(
            "sheet",
            AT + "sheet.jinja",
            {
                "lines": written,
                "rounds": board.rounds,
                "ties": board.ties,
                "sample": board.sample,
            },
        ),
        _race(board),
        touches.piece(),
    )


def _race(board: Board) -> Piece:
    """The totals after each round, once there is one."""
    if not board.lines[0].cells[0].how:
        return absent("race")
    values = {
        "runs": tuple((each.part, each.path, each.end) for each in board.lines),
        "target": board.target,
        "target_y": board.target_y,
        "width": board.width,
        "height": board.height,
    }
    return Piece("race", AT + "race.jinja", values)
