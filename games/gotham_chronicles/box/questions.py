"""Questions about the copy that the table is asked once, when the answer is first needed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import MOST_MINIS, Box, mission_sheet
from games.gotham_chronicles.box.teaching import Teach
from games.gotham_chronicles.rules.common.forms import NOW
from games.gotham_chronicles.state import State
from games.gotham_chronicles.table import Table, arrived, in_phase, lying, uncounted
from games.messages import Catalogue, Msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

COUNTS = "minis"
UNKNOWN = -1
"""A tile's number that no one has counted: neither none nor some."""


class CountMinis(Teach, tag="minis.count"):
    """Miniatures on the mission's map, by tile of the river in the order of the mission."""

    named = _("Count the miniatures")

    minis: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_phase(t, ("setup",), "G-008")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Ask for all tiles at once, before the first round alone."""
        if COUNTS in t.state.left or not uncounted(t.state):
            return
        tiles = lying(t.state)
        field = Field(
            "minis",
            "sequence",
            Msg("field.minis"),
            (Choice(UNKNOWN, "?"), *(Choice(n, str(n)) for n in range(MOST_MINIS + 1))),
            tuple(tile.name for tile in tiles),
            default=[tile.on_map if tile.counted else UNKNOWN for tile in tiles],
            rule="G-008",
        )
        yield cls.prompt(
            "", field, rule="G-008", help=Msg("help.minis.count"), expected=True, group=NOW
        )

    def apply(self, t: Table) -> None:
        """Lay out what was counted; a tile that was left open stays unknown."""
        tiles = lying(t.state)
        if len(self.minis) != len(tiles):
            t.refuse_impossible("E_RIVER", "G-008")
        for tile, n in zip(tiles, self.minis, strict=True):
            if n == UNKNOWN:
                continue
            t.require_range(Msg("field.minis"), n, 0, MOST_MINIS, "G-008")
            t.put_tile(
                tile.name,
                minis=arrived(replace(tile, minis=()), n),
                quantity=n + tile.pool + tile.aside + tile.removed,
                down=tile.down and not n,
                counted=True,
            )
            if not tile.counted or n != tile.on_map:
                t.note("minis.counted", "G-008", tile=tile.name, n=n)
        if unknown := uncounted(t.state):
            t.note("minis.left", "G-008", tiles=tuple(tile.name for tile in unknown))
        t.put(left=(*t.state.left, COUNTS))

    def taught(self, box: Box, state: State) -> Box:
        """Return the box whose mission has the numbers that were counted."""
        mission = mission_sheet(state.title, box)
        if mission is None:
            return box
        told = {tile.name: tile.on_map for tile in lying(state) if tile.counted}
        river = tuple(
            replace(place, on_map=told[place.tile], counted=True) if place.tile in told else place
            for place in mission.river
        )
        known = replace(mission, river=river)
        kept = tuple(known if each is mission else each for each in box.missions)
        return replace(box, missions=kept)


WORDS: Catalogue = {
    "prompt.minis.count": _("How many miniatures start on the map?"),
    "help.minis.count": _("The mission's map shows them. Leave “?” if you can't see it now."),
    "note.minis.left": _("No one has counted {tiles}"),
    "note.minis.counted": _n(
        "{n} miniature of {tile} starts on the map",
        "{n} miniatures of {tile} start on the map",
    ),
}
