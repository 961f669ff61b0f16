"""Exact chances of a fight: in the 36 rolls of two dice, and in the faces of one."""

from __future__ import annotations

from functools import cache
from itertools import product

from games.messages import Msg, msg
from games.referee import Frozen

FACES = range(1, 7)


class Chances(Frozen):
    """Numbers of equally likely rolls that win, tie and lose."""

    win: int
    tie: int
    loss: int

    @property
    def rolls(self) -> dict[str, int]:
        """The three numbers by name, as sentences take them."""
        return {"win": self.win, "tie": self.tie, "loss": self.loss}


@cache
def die_against_die(lead: int) -> Chances:
    """Roll both; ``lead`` is the own total minus the opponent's, before the dice."""
    found = [lead + a - b for a, b in product(FACES, FACES)]
    return Chances(sum(d > 0 for d in found), found.count(0), sum(d < 0 for d in found))


@cache
def on_a_die(lead: int) -> tuple[Msg, ...]:
    """Return what each face of one own die brings, ``lead`` being without it: win on 4 to 6, ..."""
    won = [face for face in FACES if lead + face > 0]
    tied = [face for face in FACES if lead + face == 0]
    lost = [face for face in FACES if lead + face < 0]
    ways = (("win", won), ("tie", tied), ("loss", lost))
    return tuple(msg(f"odds.{way}", faces=_span(faces)) for way, faces in ways if faces)


def _span(faces: list[int]) -> Msg | str:
    if len(faces) == 1:
        return str(faces[0])
    return msg("odds.span", low=faces[0], high=faces[-1])
