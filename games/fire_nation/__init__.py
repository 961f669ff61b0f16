"""Avatar: Fire Nation Rising (USAopoly, 2022)."""

from __future__ import annotations

from games.fire_nation import box
from games.fire_nation.box.sample import sample
from games.fire_nation.definition import DEFINITION, ENTRIES
from games.fire_nation.words import PEAKS, WORDS
from games.rising.box import Box
from games.rising.referee import Rising
from games.rising.words import WORDS as FAMILY


class FireNation(Rising):
    """One to five players prepare for the Day of Black Sun and its three Final Battles."""

    title = DEFINITION.title
    definition = DEFINITION
    messages = {**FAMILY, **WORDS}
    highlights = PEAKS
    clarifications = ENTRIES

    def blank_box(self) -> Box:
        return box.blank()

    def sample_box(self) -> Box:
        return sample()
