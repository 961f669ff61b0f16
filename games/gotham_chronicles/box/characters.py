"""Hero screens: entered, corrected, and what follows for a tablet in play (p.18)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import (
    CUBES_IN_BOX,
    EVENT_WARNING,
    RIVER_POSITIONS,
    ROLLED,
    SPACES,
    Box,
    HeroSheet,
    Side,
    TileKind,
    TileSheet,
    belted,
)
from games.gotham_chronicles.box.teaching import (
    DICE,
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
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt

HERO_SPACES = (*ROLLED, "defence")


class DefineHero(Teach, tag="hero.define"):
    """Enter or correct a hero screen.

    Dice are a letter (W, Y, O, R, B) with ``*`` for the free-reroll arrow; ``bonuses`` and
    ``skills`` are written as in ``notation``. ``active`` is empty where the screen has X.
    """

    named = _("Hero screens")
    name: str
    total: int = 10
    active: int | None = 2
    resting: int = 5
    melee: str = "O"
    melee_limit: int = 4
    ranged: str = "O"
    ranged_limit: int = 4
    manipulation: str = "O"
    manipulation_limit: int = 4
    thought: str = "O"
    thought_limit: int = 4
    defence: str = "O"
    defence_limit: int = 4
    movement_limit: int = 4
    points: int = 1
    reroll_limit: int = 4
    automatic: str = ""
    bonuses: str = "0:2 3:1 5:0"
    belt: int | None = None
    size: int = 1
    menace: int = 1
    skills: str = ""
    traits: tuple[str, ...] = ()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the form; a belt is never smaller than what it carries."""
        return (cls.form(hero.sheet, carried=belted(hero.cards)) for hero in t.state.heroes)

    @classmethod
    def form(cls, sheet: HeroSheet, known: tuple[str, ...] = (), carried: int = 0) -> Prompt:
        """Return a hero screen whose belt takes at least what it carries."""
        fields = [
            name_input(sheet.name, known),
            figure("total", sheet.total, 1, 20, "G-004"),
            figure("active", sheet.active, 0, 12, "G-046", optional=True),
            figure("resting", sheet.resting, 0, 12, "G-046"),
        ]
        for name in HERO_SPACES:
            space = sheet.space(name)
            fields.append(pick(name, DICE, notation.write_space(space)))
            fields.append(figure(f"{name}_limit", space.limit, 0, 12, "G-036"))
        automatic = notation.write_die(sheet.automatic, sheet.automatic_arrow)
        dice, label = tuple(Choice(die, die) for die in DICE), Msg("field.automatic")
        fields += [
            figure("movement_limit", sheet.movement, 0, 12, "G-036"),
            figure("points", sheet.points, 1, 4, "G-116"),
            figure("reroll_limit", sheet.reroll, 0, 12, "G-036"),
            Field(
                "automatic", "choice", label, dice, default=automatic, optional=True, rule="G-142"
            ),
            line("bonuses", notation.write_bonuses(sheet.bonuses), 60, "0:2 4:1 6:0"),
            figure("belt", sheet.belt, carried, 12, "G-014", optional=not carried),
            figure("size", sheet.size, 0, 9, "G-041"),
            figure("menace", sheet.menace, 0, 9, "G-041"),
            line("skills", notation.write_skills(sheet.skills), 300, "Combo 1(4), Luck 2"),
            traits_input(sheet.traits),
        ]
        return cls.prompt(
            msg("prompt.hero.define", who=sheet.name or Msg("term.new")),
            *fields,
            rule="G-032",
            help=badge(sheet.source),
            group=TABLE,
        )

    def sheet(self) -> HeroSheet:
        """Return a hero screen; raise ``ValueError`` for what cannot be read."""
        name = named(self.name)
        between(self.total, 1, CUBES_IN_BOX)
        between(self.active, 0, CUBES_IN_BOX)
        between(self.resting, 0, CUBES_IN_BOX)
        automatic, arrow = notation.die(self.automatic) if self.automatic else ("", False)
        limits: tuple[int, ...] = (
            self.melee_limit,
            self.ranged_limit,
            self.manipulation_limit,
        )
        limits += (self.thought_limit, self.defence_limit, self.movement_limit)
        for n in (*limits, self.reroll_limit, self.belt, self.size, self.menace):
            between(n, 0, MOST)
        between(self.points, 1, MOST)
        return HeroSheet(
            name,
            self.total,
            self.active,
            self.resting,
            notation.space(self.melee, self.melee_limit),
            notation.space(self.ranged, self.ranged_limit),
            notation.space(self.manipulation, self.manipulation_limit),
            notation.space(self.thought, self.thought_limit),
            notation.space(self.defence, self.defence_limit),
            self.movement_limit,
            self.points,
            self.reroll_limit,
            automatic,
            arrow,
            notation.bonuses(self.bonuses),
            self.belt,
            self.size,
            self.menace,
            notation.skills(self.skills),
            self.traits,
            "group",
        )

    def learned(self, box: Box) -> Box:
        return replace(box, heroes=with_sheet(box.heroes, self.sheet()))

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """Correct the hero; a new total goes to or comes from fatigue, then reserve, then
        wounds."""
        sheet = self.sheet()
        moved: list[Cubes] = []
        for index, hero in enumerate(t.state.heroes):
            if hero.sheet.name != sheet.name:
                continue
            over = [max(0, n - sheet.limit(s)) for s, n in zip(SPACES, hero.spaces, strict=True)]
            kept = zip(SPACES, over, strict=True)
            moved += [(index, space, "fatigue", n) for space, n in kept if n]
            spaces = tuple(n - k for n, k in zip(hero.spaces, over, strict=True))
            counts = [hero.fatigue + sum(over), hero.reserve, hero.wounds]
            counts, spaces = _to_total(counts, spaces, sheet.total)
            fatigue, reserve, wounds = counts
            t.put_hero(
                index, sheet=sheet, fatigue=fatigue, reserve=reserve, wounds=wounds, spaces=spaces
            )
        return tuple(moved)


def _to_total(
    counts: list[int], spaces: tuple[int, ...], total: int
) -> tuple[list[int], tuple[int, ...]]:
    missing = total - sum(counts) - sum(spaces)
    if missing >= 0:
        return [counts[0] + missing, *counts[1:]], spaces
    left = [*counts, *spaces]
    for at, n in enumerate(left):
        take = min(n, -missing)
        left[at] -= take
        missing += take
    return left[:3], tuple(left[3:])


TILE_KINDS = ("leader", "elite", "henchman")
SIDES = ("villain", "hero", "neutral")
MOST_JOINING = 12
WIDEST = 2
"""Places a tile can take in the river."""


class DefineTile(Teach, tag="tile.define"):
    """Enter or correct a character tile; characteristics are written as in ``notation``.

    In a play a new tile joins with its miniatures, ``joining`` of them set aside.
    """

    named = _("Character tiles")
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
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the form; a tile in a full river stays as wide as it is."""
        full = width(t.state) >= RIVER_POSITIONS
        for tile in characters(t.state):
            wide = tile.sheet.width if full and tile.place == "river" else WIDEST
            yield cls.form(tile.sheet, joins=True, widest=wide)
        yield cls.form(TileSheet(""), joins=True)

    @classmethod
    def form(
        cls,
        sheet: TileSheet,
        known: tuple[str, ...] = (),
        joins: bool = False,
        widest: int = WIDEST,
    ) -> Prompt:
        """Return a character tile; during a play also how many of its miniatures join."""
        fields = [
            name_input(sheet.name, known),
            pick("kind", TILE_KINDS, sheet.kind, "tile"),
            pick("side", SIDES, sheet.side, "tile_side"),
            figure("life", sheet.life, 1, 12, "G-009"),
            figure("defence", sheet.defence, 0, 6, "G-143"),
            figure("bonus", sheet.bonus, 0, 9, "G-093"),
            figure("size", sheet.size, 0, 9, "G-041"),
            figure("menace", sheet.menace, 0, 9, "G-041"),
            figure("reinforcement", sheet.reinforcement, 1, 9, "G-095", optional=True),
            figure("width", sheet.width, 1, widest, "G-079"),
            figure("indicator", sheet.indicator, 0, 1, "G-079"),
        ]
        fields += [
            line(kind, notation.write_ability(sheet.ability(kind)), 60, "2Y* or W+O x3")
            for kind in ROLLED
        ]
        fields.append(line("skills", notation.write_skills(sheet.skills), 300, "Elusive 1"))
        fields.append(traits_input(sheet.traits))
        if joins:
            fields.append(figure("joining", 0, 0, 12, "G-100"))
        return cls.prompt(
            msg("prompt.tile.define", tile=sheet.name or Msg("term.new")),
            *fields,
            rule="G-078",
            help=badge(sheet.source),
            group=TABLE,
        )

    def sheet(self) -> TileSheet:
        """Return a character tile; raise ``ValueError`` for what cannot be read."""
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
        """Correct a tile in play by its sheet; one that is new to the play joins, set aside."""
        sheet, minis = self.sheet(), self.joining
        t.require_range(Msg("field.joining"), minis, 0, MOST_JOINING, "G-100")
        if sheet.name == EVENT_WARNING or sheet.kind == "event":
            t.refuse_impossible("E_TILE_TYPE", "G-080", tile=sheet.name)
        tile = t.state.tile(sheet.name)
        wider = sheet.width - tile.sheet.width if tile and tile.place == "river" else 0
        if wider > 0 and width(t.state) + wider > RIVER_POSITIONS:
            t.refuse_impossible("E_RIVER_FULL", "G-079", tile=sheet.name)
        if minis or tile is None:
            t.note("tile-joins", "G-100", tile=sheet.name, n=minis)
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
