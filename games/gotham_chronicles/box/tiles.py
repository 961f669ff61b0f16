"""Character tiles: entered, corrected, joining in the middle of a mission (p.27)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    RIVER_POSITIONS,
    ROLLED,
    Box,
    Side,
    TileKind,
    TileSheet,
)
from games.gotham_chronicles.box.teaching import (
    MOST,
    Teach,
    badge,
    between,
    figure,
    line,
    name_input,
    named,
    pick,
    traits_input,
    with_sheet,
)
from games.gotham_chronicles.rules.common.energy import Cubes
from games.gotham_chronicles.rules.common.forms import TABLE, characters
from games.gotham_chronicles.rules.villain.river import width
from games.gotham_chronicles.state import Tile
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.referee import Field, Prompt

TILE_KINDS = ("leader", "elite", "henchman")
SIDES = ("villain", "hero", "neutral")
MOST_JOINING = 12


class DefineTile(Teach, tag="tile.define"):
    """Enter or correct a character tile; characteristics are written as in ``notation``.

    In a play a tile not there yet joins, and so many miniatures of it, ``joining`` set aside.
    """

    name: str
    kind: TileKind = "henchman"
    side: Side = "villain"
    life: int = 1
    defence: int = 1
    bonus: int = 2
    size: int = 1
    menace: int = 1
    reinforcement: int | None = None
    width: int = 1
    indicator: int = 0
    melee: str = ""
    ranged: str = ""
    manipulation: str = ""
    thought: str = ""
    skills: str = ""
    traits: tuple[str, ...] = ()
    joining: int = 0

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        sheets = [tile.sheet for tile in characters(t.state)]
        return (cls.form(sheet, joins=True) for sheet in (*sheets, TileSheet("")))

    @classmethod
    def form(cls, sheet: TileSheet, known: tuple[str, ...] = (), joins: bool = False) -> Prompt:
        """A character tile; during a play also how many of its miniatures join."""
        fields = [
            name_input(sheet.name, known),
            pick("kind", TILE_KINDS, sheet.kind, "tile"),
            pick("side", SIDES, sheet.side, "tile_side"),
            figure("life", sheet.life, 1, 12, cites.LIFE_START),
            figure("defence", sheet.defence, 0, 6, cites.DEFENCE_TOTAL),
            figure("bonus", sheet.bonus, 0, 9, cites.MINIATURE_BONUS),
            figure("size", sheet.size, 0, 9, cites.INDEXES),
            figure("menace", sheet.menace, 0, 9, cites.INDEXES),
            Field(
                "reinforcement", "number", Msg("field.reinforcement"), low=1, high=9,
                default=sheet.reinforcement, optional=True, rule=cites.REINFORCEMENT,
            ),
            figure("width", sheet.width, 1, 2, cites.DOUBLE_TILE),
            figure("indicator", sheet.indicator, 0, 1, cites.DOUBLE_TILE),
        ]  # fmt: skip
        fields += [
            line(kind, notation.write_ability(sheet.ability(kind)), 60, "2Y* or W+O x3")
            for kind in ROLLED
        ]
        fields.append(line("skills", notation.write_skills(sheet.skills), 300, "Elusive 1"))
        fields.append(traits_input(sheet.traits))
        if joins:
            fields.append(figure("joining", 0, 0, 12, cites.POOL))
        return cls.prompt(
            msg("prompt.tile.define", tile=sheet.name or Msg("term.new")),
            *fields,
            rule=cites.TILE_TYPES,
            help=badge(sheet.source),
            group=TABLE,
        )

    def sheet(self) -> TileSheet:
        """A character tile; raises ``ValueError`` for what cannot be read."""
        between(self.life, 1, MOST)
        for n in (self.defence, self.bonus, self.size, self.menace, self.reinforcement):
            between(n, 0, MOST)
        if self.width not in (1, 2) or self.indicator not in (0, 1):
            raise ValueError(str(self.width))
        return TileSheet(
            named(self.name),
            self.kind,
            self.side,
            self.life,
            self.defence,
            self.bonus,
            self.size,
            self.menace,
            self.reinforcement,
            self.width,
            self.indicator,
            notation.ability(self.melee),
            notation.ability(self.ranged),
            notation.ability(self.manipulation),
            notation.ability(self.thought),
            notation.skills(self.skills),
            self.traits,
            "group",
        )

    def learned(self, box: Box) -> Box:
        return replace(box, tiles=with_sheet(box.tiles, self.sheet()))

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """A tile in play follows its sheet; one that is new to the play joins, set aside."""
        sheet, minis = self.sheet(), self.joining
        t.within(Msg("field.joining"), minis, 0, MOST_JOINING, cites.POOL)
        if sheet.name == EVENT_WARNING or sheet.kind == "event":
            t.impossible("E_TILE_TYPE", cites.EVENT_TILE, tile=sheet.name)
        tile = t.state.tile(sheet.name)
        wider = sheet.width - tile.sheet.width if tile and tile.place == "river" else 0
        if width(t.state) + wider > RIVER_POSITIONS:
            t.impossible("E_RIVER_FULL", cites.DOUBLE_TILE, tile=sheet.name)
        if minis or tile is None:
            t.note("tile-joins", cites.POOL, tile=sheet.name, n=minis)
        if tile is None:
            joined = Tile(sheet, "aside", aside=minis, quantity=minis)
            t.put(tiles=(*t.state.tiles, joined))
            return ()
        whole = tile.sheet.life == 1
        standing = tuple(
            replace(mini, life=sheet.life if whole else min(mini.life, sheet.life))
            for mini in tile.minis
        )
        t.put_tile(
            sheet.name,
            sheet=sheet,
            minis=standing,
            aside=tile.aside + minis,
            quantity=tile.quantity + minis,
        )
        return ()
