"""Avatar: Fire Nation Rising (USAopoly, 2022)."""

from __future__ import annotations

from games import clarifications
from games.fire_nation import box
from games.fire_nation.definition import DEFINITION
from games.fire_nation.messages import MESSAGES
from games.rising.facts import Box
from games.rising.referee import Rising


class FireNation(Rising):
    """One to five players prepare for the Day of Black Sun and its three Final Battles."""

    title = DEFINITION.title
    definition = DEFINITION
    messages = MESSAGES
    clarifications = clarifications.load(__file__)

    def blank_box(self) -> Box:
        return box.blank()

    def sample_box(self) -> Box:
        return box.sample()
