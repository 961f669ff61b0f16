"""Hero screens: entered, corrected, and what follows for a tablet in play (p.18)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import CUBES_IN_BOX, ROLLED, SPACES, Box, HeroSheet
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
from games.gotham_chronicles.rules.common.forms import TABLE
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt

HERO_SPACES = (*ROLLED, "defence")


class DefineHero(Teach, tag="hero.define"):
    """Enter or correct a hero screen.

    Dice are a letter (W, Y, O, R, B) with ``*`` for the free-reroll arrow; ``bonuses`` and
    ``skills`` are written as in ``notation``. ``active`` is empty where the screen has X.
    """

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
    def offers(cls, t: Table) -> Iterable[Prompt]:
        return (cls.form(hero.sheet) for hero in t.state.heroes)

    @classmethod
    def form(cls, sheet: HeroSheet, known: tuple[str, ...] = ()) -> Prompt:
        """A hero screen."""
        fields = [
            name_input(sheet.name, known),
            figure("total", sheet.total, 1, 20, cites.HERO_START),
            Field(
                "active", "number", Msg("field.active"), low=0, high=12, default=sheet.active,
                optional=True, rule=cites.RECOVERY,
            ),
            figure("resting", sheet.resting, 0, 12, cites.RECOVERY),
        ]  # fmt: skip
        for name in HERO_SPACES:
            space = sheet.space(name)
            fields.append(pick(name, DICE, notation.write_space(space)))
            fields.append(figure(f"{name}_limit", space.limit, 0, 12, cites.HERO_LIMIT))
        automatic = notation.write_die(sheet.automatic, sheet.automatic_arrow)
        dice = tuple(Choice(die, die) for die in DICE)
        fields += [
            figure("movement_limit", sheet.movement, 0, 12, cites.HERO_LIMIT),
            figure("points", sheet.points, 1, 4, cites.BUY_POINTS),
            figure("reroll_limit", sheet.reroll, 0, 12, cites.HERO_LIMIT),
            Field(
                "automatic", "choice", Msg("field.automatic"), dice, default=automatic,
                optional=True, rule=cites.AUTOMATIC_DIE,
            ),
            line("bonuses", notation.write_bonuses(sheet.bonuses), 60, "0:2 4:1 6:0"),
            Field("belt", "number", Msg("field.belt"), low=0, high=12, default=sheet.belt,
                  optional=True, rule=cites.BELT),
            figure("size", sheet.size, 0, 9, cites.INDEXES),
            figure("menace", sheet.menace, 0, 9, cites.INDEXES),
            line("skills", notation.write_skills(sheet.skills), 300, "Combo 1(4), Luck 2"),
            traits_input(sheet.traits),
        ]  # fmt: skip
        return cls.prompt(
            msg("prompt.hero.define", who=sheet.name or Msg("term.new")),
            *fields,
            rule=cites.SPACES,
            help=badge(sheet.source),
            group=TABLE,
        )

    def sheet(self) -> HeroSheet:
        """A hero screen; raises ``ValueError`` for what cannot be read."""
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
        """A new total goes to or comes from fatigue, then reserve, then wounds."""
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
