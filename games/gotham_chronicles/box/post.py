"""The command post and the dice, read off the components (p.16, 26)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import COLOURS, Box, PostSheet
from games.gotham_chronicles.box.teaching import MOST, Teach, between, figure, line, pick
from games.gotham_chronicles.rules.common.energy import Cubes
from games.gotham_chronicles.rules.common.forms import TABLE
from games.gotham_chronicles.state import POST_SPACES
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.referee import Prompt

FACES = ("first", "second", "third", "fourth", "fifth", "sixth")


class DefinePost(Teach, tag="post.define"):
    """Enter or correct the command post; ``reroll`` 0 means nobody has read it yet."""

    movement: int = 3
    points: int = 1
    defence: int = 4
    die: str = "O"
    reroll: int = 0
    costs: str = "1 2 3 4 5 6 7 8"

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        post = t.state.post
        yield cls.form(
            PostSheet(
                post.costs,
                post.movement_limit,
                post.points,
                post.defence_limit,
                post.die,
                post.reroll_limit,
            )
        )

    @classmethod
    def form(cls, sheet: PostSheet) -> Prompt:
        """The command post's tiles."""
        fields = (
            figure("movement", sheet.movement, 1, 9, cites.VILLAIN_LIMIT),
            figure("points", sheet.points, 1, 4, cites.BUY_POINTS),
            figure("defence", sheet.defence, 1, 9, cites.DEFENCE_TILE),
            pick("die", tuple("WYORB"), notation.write_die(sheet.die, False)),
            figure("reroll", sheet.reroll or 0, 0, 9, cites.VILLAIN_LIMIT),
            line("costs", " ".join(map(str, sheet.costs)), 40, "1 2 3 4 5 6 7 8"),
        )
        return cls.prompt(Msg("prompt.post.define"), *fields, rule=cites.VILLAIN_ZONES, group=TABLE)

    def sheet(self) -> PostSheet:
        """The command post; raises ``ValueError`` for what cannot be read."""
        costs = tuple(notation.number(piece) for piece in self.costs.split())
        if len(costs) != 8:
            raise ValueError(self.costs)
        for n in (self.movement, self.points, self.defence):
            between(n, 1, MOST)
        between(self.reroll, 0, MOST)
        die, _ = notation.die(self.die)
        return PostSheet(costs, self.movement, self.points, self.defence, die, self.reroll or None)

    def learned(self, box: Box) -> Box:
        return replace(box, post=self.sheet())

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """Cubes above a new limit go to fatigue."""
        sheet, post = self.sheet(), t.state.post
        limits = {"movement": sheet.movement, "defence": sheet.defence, "reroll": sheet.reroll}
        over = {
            space: max(0, post.on(space) - limit)
            for space, limit in limits.items()
            if limit is not None
        }
        moved = tuple((t.state.villain, space, "fatigue", n) for space, n in over.items() if n)
        kept = {space: post.on(space) - over.get(space, 0) for space in POST_SPACES}
        t.put_post(
            costs=sheet.costs,
            movement_limit=sheet.movement,
            points=sheet.points,
            defence_limit=sheet.defence,
            die=sheet.die,
            reroll_limit=sheet.reroll,
            fatigue=post.fatigue + sum(over.values()),
            **kept,
        )
        return moved


class DefineFaces(Teach, tag="dice.define"):
    """The six faces of one die colour, read off the die."""

    colour: str
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    fifth: int = 0
    sixth: int = 0

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        return (cls.form(t.state.faces, colour) for colour in COLOURS)

    @classmethod
    def form(cls, faces: tuple[tuple[int, ...], ...], colour: str) -> Prompt:
        """Six faces of one colour, read off the die."""
        known = dict(zip(COLOURS, faces, strict=False)).get(colour, ())
        shown = (*known, *(0,) * (6 - len(known)))
        numbers = tuple(
            figure(name, n, 0, 4, cites.DICE) for name, n in zip(FACES, shown, strict=True)
        )
        return cls.prompt(
            msg("prompt.dice.define", colour=Msg(f"colour.{colour}")),
            *numbers,
            fixed={"colour": colour},
            rule=cites.DICE,
            group=TABLE,
        )

    def faces(self, known: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        """All faces with one colour's six read off; raises ``ValueError`` for others."""
        if self.colour not in COLOURS:
            raise ValueError(self.colour)
        shown = (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
        for n in shown:
            if not 0 <= n <= 4:
                raise ValueError(str(n))
        found = dict(zip(COLOURS, (*known, *((),) * (5 - len(known))), strict=True))
        return tuple(tuple(sorted(shown)) if c == self.colour else found[c] for c in COLOURS)

    def learned(self, box: Box) -> Box:
        return replace(box, faces=self.faces(box.faces))

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        t.put(faces=self.faces(t.state.faces))
        return ()
