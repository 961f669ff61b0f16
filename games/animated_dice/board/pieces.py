"""The board in pieces: the race on top, what is asked, odds, sheet, chart."""

from __future__ import annotations

from msgspec.structs import replace

from games.animated_dice.board.view import Board
from games.pieces import BoardPiece, Offers, Touches, absent

AT = "games/animated-dice/"


def pieces(board: Board, offers: Offers) -> tuple[BoardPiece, ...]:
    """Return the values each piece is drawn from; an absent one is not part of the board now."""
    touches = Touches(offers)
    return (
        _danger(board, touches),
        _asked(board),
        _odds(board),
        _sheet(board),
        _race(board),
        touches.piece(),
    )


def _danger(board: Board, touches: Touches) -> BoardPiece:
    """Return the stakes of this heist, over everyone's lane."""
    values = {
        "lines": tuple(replace(line, cells=(), ties=(), path="") for line in board.lines),
        "ties": bool(board.ties),
        "target": board.target,
        "banner": board.banner,
        "turn": board.turn,
        "next": board.next,
        "bust": board.bust,
        "stop": touches.on("loot", ("stop", "")),
    }
    return BoardPiece("danger", AT + "danger.jinja", values)


def _asked(board: Board) -> BoardPiece:
    turn = board.turn
    values = {
        "odds": board.odds,
        "first": turn.first if turn else (),
        "who": turn.name if turn else "",
    }
    return BoardPiece("asked", AT + "asked.jinja", values)


def _odds(board: Board) -> BoardPiece:
    if not board.odds:
        return absent("odds")
    values = {"odds": board.odds, "assumed": board.assumed}
    return BoardPiece("odds", AT + "state/odds.jinja", values)


def _sheet(board: Board) -> BoardPiece:
    """Return the score sheet, without what the race shows: neither changes with the other."""
    values = {
        "lines": tuple(replace(line, share=0, path="", end=(0, 0)) for line in board.lines),
        "rounds": board.rounds,
        "ties": board.ties,
        "sample": board.sample,
    }
    return BoardPiece("sheet", AT + "state/sheet.jinja", values)


def _race(board: Board) -> BoardPiece:
    """Return the totals after each round, once there is one."""
    if not board.lines[0].cells[0].how:
        return absent("race")
    values = {
        "runs": tuple((each.part, each.path, each.end) for each in board.lines),
        "target": board.target,
        "target_y": board.target_y,
        "width": board.width,
        "height": board.height,
    }
    return BoardPiece("race", AT + "state/race.jinja", values)
