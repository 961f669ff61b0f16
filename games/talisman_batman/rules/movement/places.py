"""The rings get known (p. 5): how many spaces a floor has, and where on it a space is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.state import FIRST, SECOND, TOWER, Box, State
from games.talisman_batman.state.derived import named, space_label
from games.talisman_batman.state.rings import (
    LEAST,
    MOST,
    SIZES,
    current,
    joined,
    label,
    open_places,
    ring,
    sized,
)
from games.talisman_batman.table import Act, Table


class CountRing(Act, tag="ring-size"):
    """Enter how many spaces a floor has, counted once."""

    named = _("Count a floor's spaces")
    teaches = True
    floor: int
    n: Annotated[int, Range(LEAST, 40)]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _asked(t, "size")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        floor = _asked(t, "size").floor
        n = cls.field("n", high=MOST[floor], default=SIZES[floor], rule="T-005")
        label = msg("prompt.ring-size", floor=Msg(f"floor.{floor}"))
        yield cls.now(t, n, rule="T-005", label=label, floor=floor)

    def apply(self, t: Table) -> None:
        if self.floor != _asked(t, "size").floor:
            t.refuse_impossible("E_MALFORMED", problem=self.floor)
        t.require_range(msg("field.n"), self.n, LEAST, MOST[self.floor], "T-005")
        t.put(plan=sized(t.state.plan, self.floor, self.n))
        t.note("ring-size", "T-005", floor=Msg(f"floor.{self.floor}"), n=self.n)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return seen(known, state)


class PlaceSpace(Act, tag="place"):
    """The place on its ring of the space that a figure leaves, or where the way up arrives."""

    named = _("Tap a space's place on the ring")
    teaches = True
    to: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        _asked(t, "place", "up")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        lack = _asked(t, "place", "up")
        to = _choice(t, _places(t), lack.floor)
        yield cls.now(t, to, rule="T-005", label=_question(t, lack))

    def apply(self, t: Table) -> None:
        lack = _asked(t, "place", "up")
        if self.to not in _places(t):
            t.refuse_impossible("T-NO-PLACE", "T-005")
        floor = plan.floor_of(t.state, self.to, lack.floor)
        place = label(t.state.plan, self.to, floor)
        if lack.what == "up":
            links = tuple(link for link in t.state.plan.links if "guard-post" not in link)
            links = (*links, ("guard-post", self.to))
            t.put(plan=replace(t.state.plan, links=links))
            t.note("way-up", "T-129", place=place)
            return
        t.note("placed", "T-005", space=_subject(t, lack), place=place)
        if t.phase == "batman-path" and not named(lack.space):
            t.put(batman=replace(t.state.batman, space=self.to, floor=floor))
            return
        _place(t, t.active, lack.space, self.to)
        if not lack.space:
            # The figure has not moved yet, so this is where its card starts it.
            t.change(t.active, sheet=replace(t.me.sheet, start=self.to))

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return seen(known, state)


class Locate(Act, tag="located"):
    """The place on the ring of a figure whose space no one has shown yet, at any time."""

    named = _("Show where a figure is")
    teaches = True
    rebases = True
    seat: int
    to: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        lack = plan.lacks(t.state) if t.phase != "batman-path" else None
        for seat in unplaced(t.state):
            if seat == t.active and lack:
                continue
            to = _choice(t, _around(t.state, seat), t.villain(seat).floor)
            shown = msg("prompt.located", who=t.who(seat))
            yield cls.besides(to, rule="T-005", label=shown, seat=seat)

    def apply(self, t: Table) -> None:
        villain = t.living(self.seat)
        if self.seat not in unplaced(t.state) or self.to not in _around(t.state, self.seat):
            t.refuse_impossible("T-NO-PLACE", "T-005")
        place = label(t.state.plan, self.to, villain.floor)
        t.note("placed", "T-005", space=t.who(self.seat), place=place)
        _place(t, self.seat, villain.space, self.to)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return seen(known, state)


def unplaced(state: State) -> tuple[int, ...]:
    """Return the seats whose figure is on a space that no one has shown on its ring."""
    return tuple(
        seat
        for seat, villain in enumerate(state.villains)
        if villain.alive
        and villain.space not in ring(state.plan, villain.floor)
        and _around(state, seat)
    )


def _around(state: State, seat: int) -> tuple[str, ...]:
    """Return the places where a figure may be."""
    villain = state.villains[seat]
    return _free(state, villain.space, villain.floor)


def _free(state: State, space: str, floor: int) -> tuple[str, ...]:
    """Return the places of a floor where a space may be; one with a name is on none that has
    another."""
    return open_places(state.plan, floor) if named(space) else ring(state.plan, floor)


def _choice(t: Table, places: tuple[str, ...], floor: int) -> Field:
    floors = {place: plan.floor_of(t.state, place, floor) for place in places}
    choices = tuple(Choice(place, label(t.state.plan, place, floors[place])) for place in places)
    return Field("to", "choice", msg("field.to"), choices, rule="T-005")


def _place(t: Table, seat: int, space: str, to: str) -> None:
    """Show a figure's space on its ring: by its name, or by where the figure is."""
    if named(space):
        t.name_space(to, space)
    else:
        t.name_space(space, to)
        t.change(seat, space=to)


def seen(known: Box, state: State) -> dict[str, Any]:
    """Return what a table has seen of the board: its plan, and where the figures start."""
    starts = {v.sheet.name: v.sheet.start for v in state.villains if v.sheet.start}
    sheets = tuple(
        replace(sheet, start=current(state.plan, sheet.start or starts.get(sheet.name, "")))
        for sheet in known.sheets
    )
    batman = known.batman
    if batman.space or state.turn.phase == "batman-path":
        space = batman.space or state.batman.space
        floor = batman.floor if batman.space else state.batman.floor
        batman = replace(batman, space=current(state.plan, space), floor=floor)
    return {"plan": joined(known.plan, state.plan), "sheets": sheets, "batman": batman}


def _asked(t: Table, *what: str) -> plan.Lack:
    """Return what the plan lacks for the move under way; refused if it lacks something else."""
    t.mine("T-040")
    t.moment("T-040", "path", "up", "batman-path")
    lack = plan.lacks(t.state)
    if lack is None or lack.what not in what:
        t.refuse_impossible("T-NO-PLACE", "T-005")
    return lack


def _places(t: Table) -> tuple[str, ...]:
    """Return the places that can be meant."""
    lack = plan.lacks(t.state)
    if lack is None:
        return ()
    if _anywhere(t, lack):
        return tuple(each for floor in (FIRST, SECOND, TOWER) for each in ring(t.state.plan, floor))
    return _free(t.state, lack.space if lack.what == "place" else "", lack.floor)


def _anywhere(t: Table, lack: plan.Lack) -> bool:
    """Return whether Batman is placed, whose floor no one has entered either."""
    return t.phase == "batman-path" and not lack.space


def _subject(t: Table, lack: plan.Lack) -> Msg | str:
    """Return what is placed: a space by its name, or else the figure on it."""
    if named(lack.space):
        return space_label(lack.space, lack.floor)
    return Msg("term.batman") if t.phase == "batman-path" else t.who(t.active)


def _question(t: Table, lack: plan.Lack) -> Msg:
    if lack.what == "up":
        return msg("prompt.way-up")
    if _anywhere(t, lack):
        return Msg("prompt.place-batman")
    return msg("prompt.place", space=_subject(t, lack), floor=Msg(f"floor.{lack.floor}"))


WORDS: Catalogue = {
    "prompt.ring-size": _("Count the spaces: {floor}"),
    "prompt.place": _("{space}, {floor}: tap its place on the ring"),
    "prompt.place-batman": _("Tap the space that Batman leaves"),
    "prompt.located": _("{who} is on a space not shown yet: tap its place"),
    "prompt.way-up": _("Past the Guard: tap the space you step up to"),
    "field.n": _("Spaces"),
    "note.ring-size": _n("{floor}: {n} space", "{floor}: {n} spaces"),
    "note.placed": _("{space} is here on the ring: {place}"),
    "note.way-up": _("The way up from the Guard Post leads here: {place}"),
    "refusal.T-NO-PLACE": _("Tap a free place of the ring that is asked for"),
}
