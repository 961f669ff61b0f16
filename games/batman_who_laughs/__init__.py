"""The Batman Who Laughs Rising (USAopoly, 2020)."""

from __future__ import annotations

from games.batman_who_laughs import box
from games.batman_who_laughs.box.sample import sample
from games.batman_who_laughs.definition import DEFINITION, ENTRIES
from games.batman_who_laughs.words import PEAKS, WORDS
from games.rising.box import Box
from games.rising.referee import Rising
from games.rising.words import WORDS as FAMILY


class BatmanWhoLaughs(Rising):
    """One to four players against the Dark Knights and The Batman Who Laughs."""

    title = DEFINITION.title
    definition = DEFINITION
    messages = {**FAMILY, **WORDS}
    highlights = PEAKS
    clarifications = ENTRIES

    def blank_box(self) -> Box:
        return box.blank()

    def sample_box(self) -> Box:
        return sample()
