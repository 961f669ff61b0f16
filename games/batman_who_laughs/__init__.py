"""The Batman Who Laughs Rising (USAopoly, 2020)."""

from __future__ import annotations

from games import clarifications
from games.batman_who_laughs import box
from games.batman_who_laughs.definition import DEFINITION
from games.batman_who_laughs.messages import MESSAGES
from games.rising.facts import Box
from games.rising.referee import Rising


class BatmanWhoLaughs(Rising):
    """One to four players against the Dark Knights and The Batman Who Laughs."""

    title = DEFINITION.title
    definition = DEFINITION
    messages = MESSAGES
    clarifications = clarifications.load(__file__)

    def blank_box(self) -> Box:
        return box.blank()

    def sample_box(self) -> Box:
        return box.sample()
