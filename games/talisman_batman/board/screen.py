"""The big screen: the floors as steps to the Control Room, everyone on them, a fight below."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.messages import Msg, msg
from games.pieces import BoardPiece, absent
from games.talisman_batman.board.tower import Rung
from games.talisman_batman.board.view import View, VillainView
from games.vocabulary import Frozen, Threat

AT = "games/talisman-batman/screen/"
STEPS = ((382, 400, 100), (292, 275, 68), (228, 195, 46), (166, 132, 31), (106, 76, 18))
"""Height of the middle and both radii of each step's ellipse, from the First Floor up."""
MIDDLE = 420
BATMAN = -1
PEAKS = {
    "note.killed": "peak.death",
    "note.eliminated": "peak.death",
    "note.batman-control": "peak.batman",
    "note.enters-control": "peak.control",
    "note.insane": "peak.insane",
}
PAIR, NAME = 2, 120
"""Two names above pins nearer than this would cover each other."""
LOW = 2
"""So little Life is called near."""


class Pin(Frozen):
    """Someone standing on a step; ``seat`` may be ``BATMAN``.

    ``anchor`` is the end of the name that is above the pin, empty for its middle.
    """

    seat: int
    name: Msg | str
    x: int
    y: int
    active: bool = False
    key: bool = False
    anchor: str = ""


class LadderStep(Frozen):
    """One step of the way up, drawn as an ellipse."""

    label: Msg
    y: int
    rx: int
    ry: int
    lit: bool
    top: bool


def scene(board: View, people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
    """Return the climb, everyone's dials, the fight that is going on."""
    steps = tuple(
        LadderStep(rung.label, *STEPS[i], any(f.active for f in rung.here), i == len(STEPS) - 1)
        for i, rung in enumerate(board.tower)
    )
    seats = len(board.standings)
    pins = tuple(pin for i, rung in enumerate(board.tower) for pin in _pins(i, rung, seats, people))
    fight = board.fight
    return (
        BoardPiece("climb", AT + "climb.jinja", {"steps": steps, "pins": pins, "middle": MIDDLE}),
        *(_seat(each, people) for each in board.standings),
        BoardPiece("fight", AT + "fight.jinja", {"fight": fight, "who": _who(board, people)})
        if fight
        else absent("fight"),
    )


def _pins(step: int, rung: Rung, seats: int, people: Mapping[int, str]) -> list[Pin]:
    """Return pins of everyone on one step; each has a column of their own, so that no pin hides
    another."""
    y, rx, ry = STEPS[step]
    # An even number leaves the middle to the step's name.
    columns = seats + 1 + (seats + 1) % 2

    def at(column: int) -> tuple[int, int]:
        # From −1 at the left to 1 at the right; the front of an ellipse sinks towards its middle.
        side = (2 * column + 1) / columns - 1
        return MIDDLE + round(0.85 * rx * side), y + round(0.6 * ry * (1 - side * side))

    found = [
        Pin(f.seat, people.get(f.seat) or f.name, *at(f.seat), f.active, f.key) for f in rung.here
    ]
    if rung.batman:
        found.append(Pin(BATMAN, Msg("term.batman"), *at(seats)))
    if len(found) == PAIR and found[1].x - found[0].x < NAME:
        return [replace(found[0], anchor="end"), replace(found[1], anchor="start")]
    return found


def _seat(standing: VillainView, people: Mapping[int, str]) -> BoardPiece:
    values = {
        "seat": standing.seat,
        "person": people.get(standing.seat, ""),
        "name": standing.name,
        "active": standing.active,
        "status": standing.status_label if standing.status != "alive" else "",
        "where": standing.space,
        "dials": standing.dials[:3],
        "fate": standing.fate,
        "coins": standing.coins,
        "keys": standing.keys,
        "marks": standing.marks,
    }
    return BoardPiece(f"seat-{standing.seat}", AT + "seat.jinja", values)


def _who(board: View, people: Mapping[int, str]) -> str:
    """Return the person who fights, where one plays the villain that does."""
    assert board.fight is not None
    return next(
        (people.get(each.seat, "") for each in board.standings if each.name == board.fight.left), ""
    )


def threats(board: View) -> tuple[Threat, ...]:
    """Return the villain with the least Life, then the distance of the highest to the Control
    Room.
    """
    if board.winner:
        return ()
    found = [
        Threat(s.life, msg("threat.life", n=s.life, who=s.name), s.seat, s.life <= LOW)
        for s in board.standings
        if s.status == "alive"
    ]
    found.sort(key=lambda each: each.left)
    top = len(board.tower) - 1
    highest = max((i for i, rung in enumerate(board.tower) if rung.here), default=0)
    climbers = [figure.name for figure in board.tower[highest].here]
    what = msg("threat.climb", n=top - highest, who=climbers)
    way = Threat(top - highest, what, metered=True)
    return (*found[:1], way) if highest else tuple(found[:2])
