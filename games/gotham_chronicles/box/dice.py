"""Faces of the dice, asked once per colour, when a die of it has just been rolled (p.16)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import COLOURS, Box
from games.gotham_chronicles.box.teaching import Teach
from games.gotham_chronicles.rules.common.forms import NOW
from games.gotham_chronicles.rules.rolls import HIGHEST
from games.gotham_chronicles.state import State
from games.gotham_chronicles.table import Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, DieRow, Field, Prompt

SIDES_OF_DIE = 6


class ReadDie(Teach, tag="die.read"):
    """The six faces of a colour, one after the other as the die is turned."""

    named = _("Read a die's faces")

    colour: str
    faces: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not t.state.asking:
            t.refuse_impossible("E_DICE", "G-031", n=0, told=0)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        colour = t.state.asking
        name = Msg(f"colour.{colour}")
        shown = tuple(Choice(n, str(n)) for n in range(HIGHEST + 1))
        rows = tuple(DieRow(f"{colour}-{n}", name, shown, colour) for n in range(SIDES_OF_DIE))
        yield cls.prompt(
            msg("prompt.die.read", colour=name),
            Field("faces", "dice", Msg("field.faces"), dice=rows, rule="G-031"),
            fixed={"colour": colour},
            rule="G-031",
            help=Msg("help.die.read"),
            group=NOW,
        )

    def apply(self, t: Table) -> None:
        """Keep the faces; refuse impossible ones."""
        if self.colour != t.state.asking or len(self.faces) != SIDES_OF_DIE:
            t.refuse_impossible("E_DICE", "G-031", n=SIDES_OF_DIE, told=len(self.faces))
        for n in self.faces:
            t.require_range(Msg("field.face"), n, 0, HIGHEST, "G-031")
        faces = read_off(t.state.faces, self.colour, self.faces)
        colour, shown = Msg(f"colour.{self.colour}"), tuple(map(str, sorted(self.faces)))
        t.note("die-read", "G-031", colour=colour, faces=shown)
        t.put(faces=faces, asking="")
        # The villain may still defend late, because no one acted in between.
        if before := t.state.undefended:
            t.put(undefended=replace(before, faces=faces))

    def taught(self, box: Box, state: State) -> Box:
        return replace(box, faces=read_off(box.faces, self.colour, self.faces))


def read_off(
    known: tuple[tuple[int, ...], ...], colour: str, faces: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the faces of all colours with those of one read off a die."""
    found = dict(zip(COLOURS, (*known, *((),) * (len(COLOURS) - len(known))), strict=True))
    found[colour] = tuple(sorted(faces))
    return tuple(found[each] for each in COLOURS)


def dropped(t: Table) -> None:
    """Ask no more for a die once the table has gone on without it."""
    if t.state.asking:
        t.put(asking="", left=(*t.state.left, f"die.{t.state.asking}"))


WORDS: Catalogue = {
    "prompt.die.read": _("{colour} die: tap its six faces"),
    "help.die.read": _(
        "Turn the die. You are asked once; then Sidekick draws it and knows its chances."
    ),
    "note.die-read": _("{colour} die: {faces}"),
}
