"""A mission's page, read line by line while it is played: each when the table needs it (p.10-13).

No line is waited for. What was left goes on as the app assumed it, and the copy stays unread.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NoReturn

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import (
    CUBES,
    EVENT_WARNING,
    PAGE,
    Box,
    MissionSheet,
    Start,
    mission_sheet,
)
from games.gotham_chronicles.box.teaching import Teach
from games.gotham_chronicles.rules.common.forms import MORE, NOW
from games.gotham_chronicles.state import PRINTED, Hero, State, Tile
from games.gotham_chronicles.table import Table, in_phase, no_activation, nothing_open, side_only
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

UNKNOWN = -1
"""A number no one has read: neither none nor some."""
LATER = 0
MOST_ROUNDS = 12
FIRST_ASKED = 2
"""The round in which the table is asked how many rounds there are."""


class ReadCubes(Teach, tag="mission.cubes"):
    """Cubes that begin in fatigue, by hero whose number no one has read, in their order (p.10)."""

    named = _("Read the heroes' cubes in fatigue")

    cubes: tuple[int, ...]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        first = ("H3", "V3") if t.state.initiative == "villain" else ("H3",)
        in_first_round(t, first)
        side_only(t, "heroes", "G-004")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        heroes = [hero for _, hero in unread_heroes(t.state)]
        if not heroes:
            return
        most = max(hero.reserve for hero in heroes)
        field = Field(
            "cubes",
            "sequence",
            Msg("field.hero_fatigue"),
            (Choice(UNKNOWN, "?"), *(Choice(n, str(n)) for n in range(most + 1))),
            tuple(hero.sheet.name for hero in heroes),
            default=[UNKNOWN for _ in heroes],
            rule="G-004",
        )
        yield cls.prompt(
            "", field, rule="G-004", help=Msg("help.mission.cubes"), expected=True,
            actors=t.state.hero_parts, group=NOW,
        )  # fmt: skip

    def apply(self, t: Table) -> None:
        """Move the cubes; a hero left open keeps them all in the reserve."""
        heroes = unread_heroes(t.state)
        if not heroes or len(self.cubes) != len(heroes):
            t.refuse_impossible("E_HERO_COUNT", "G-002", n=len(heroes), chosen=len(self.cubes))
        for (index, hero), n in zip(heroes, self.cubes, strict=True):
            if n == UNKNOWN:
                continue
            t.require_range(Msg("field.hero_fatigue"), n, 0, hero.reserve, "G-004")
            t.put_hero(index, reserve=hero.reserve - n, fatigue=hero.fatigue + n)
            cubes = ((index, "reserve", "fatigue", n),) if n else ()
            t.note("fatigue-read", "G-004", who=hero.sheet.name, n=n, cubes=cubes)
        if set(self.cubes) == {UNKNOWN}:
            t.note("fatigue-open", "G-004")
        read(t, CUBES)

    def taught(self, box: Box, state: State) -> Box:
        """Return the box whose mission has the numbers of these heroes."""
        mission = mission_sheet(state.title, box)
        if mission is None:
            return box
        told = iter(self.cubes)
        slots = []
        for hero, slot in zip(state.heroes, unfilled(mission).slots, strict=False):
            name, own = hero.sheet.name, slot.start(hero.sheet.name)
            n = UNKNOWN if own.fatigue is not None else next(told, UNKNOWN)
            others = tuple(each for each in slot.starts if each.hero != name)
            mine = next((each for each in slot.starts if each.hero == name), Start(name))
            known = (*others, replace(mine, fatigue=n))
            slots.append(slot if n == UNKNOWN else replace(slot, starts=known))
        return kept(box, replace(mission, slots=tuple(slots)))


POST = ("reserve", "recovery", "fatigue")
"""Numbers of the villain's page; what the fatigue gives back depends on the recovery."""
RULES = {"reserve": "G-005", "recovery": "G-006", "fatigue": "G-005"}
OFFERED = {"reserve": range(3, 14), "recovery": (3, 5), "fatigue": range(11)}
"""Numbers a table can tap; others are corrected by hand."""


class ReadPost(Teach, tag="mission.post"):
    """A number of the villain's page: cubes in the reserve or in fatigue, or recovery (p.11)."""

    named = _("Read the villain's cubes")

    what: Literal["reserve", "recovery", "fatigue"]
    n: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_first_round(t, ("H3", "H4", "V3"))
        side_only(t, "villain", "G-005")
        unpaid(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Ask the villain while the heroes act, or before the first activation."""
        what = next((each for each in POST if each in t.state.unread), None)
        if what is None:
            return
        numbers = tuple(Choice(n, str(n)) for n in OFFERED[what])
        field = Field(
            "n", "choice", Msg(f"field.{what}"), (*numbers, Choice(UNKNOWN, "?")), rule=RULES[what]
        )
        yield cls.prompt(
            Msg(f"prompt.mission.{what}"),
            field,
            fixed={"what": what},
            rule=RULES[what],
            help=Msg("help.mission.post"),
            expected=t.state.phase == "V3",
            actors=(t.state.villain,),
            group=NOW,
        )

    def apply(self, t: Table) -> None:
        """Lay the cubes that were assumed as the page says; those spent since stay spent."""
        if self.what not in t.state.unread:
            gone_on(t)
        label = Msg(f"field.{self.what}")
        if self.n == UNKNOWN:
            t.note(
                "number-open", RULES[self.what], what=label, n=getattr(MissionSheet("–"), self.what)
            )
            if t.state.edition >= PRINTED:
                t.put(left=(*t.state.left, f"post.{self.what}"))
        else:
            t.require_range(label, self.n, 0, 40, RULES[self.what])
            self._lay(t)
            t.note("number-read", RULES[self.what], what=label, n=self.n)
        read(t, self.what)

    def _lay(self, t: Table) -> None:
        post, assumed = t.state.post, MissionSheet("–")
        recovery = self.n if self.what == "recovery" else post.recovery
        ready, tired = 0, 0
        if self.what == "reserve":
            ready = self.n - assumed.reserve
        if self.what == "fatigue":
            begun = recovery if t.state.phase == "V3" else 0
            back = min(begun, self.n) - min(begun, assumed.fatigue)
            ready, tired = back, self.n - assumed.fatigue - back
        reserve, fatigue = max(0, post.reserve + ready), max(0, post.fatigue + tired)
        spent = post.movement + post.defence + post.reroll
        total = reserve + fatigue + spent
        t.put_post(total=total, reserve=reserve, fatigue=fatigue, recovery=recovery)

    def taught(self, box: Box, state: State) -> Box:
        mission = mission_sheet(state.title, box)
        if mission is None or self.n == UNKNOWN:
            return box
        return kept(box, replace(mission, **{self.what: self.n}), self.what)


class ReadPlace(Teach, tag="mission.place"):
    """The next tile of the page's river, from the left; none if the others are not in it (p.12).

    A tile that has fallen or left the river still has its place on the page.
    """

    named = _("Read the river's order")

    tile: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_first_round(t, ("V3",))
        side_only(t, "villain", "G-008")
        unpaid(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Ask for one tile at a time, after the cubes."""
        if set(POST) & set(t.state.unread) or "river" not in t.state.unread:
            return
        left = unplaced(t.state)
        if len(left) < 2:
            return
        outside = () if _in_play(t.state, left) else (Choice("", Msg("river.beside")),)
        yield cls.prompt(
            msg("prompt.mission.place", n=len(placed(t.state)) + 1),
            Field(
                "tile",
                "choice",
                Msg("field.tile"),
                (*(Choice(name, name) for name in left), *outside),
                rule="G-008",
            ),
            rule="G-008",
            help=Msg("help.mission.place"),
            expected=True,
            actors=(t.state.villain,),
            group=NOW,
        )

    def apply(self, t: Table) -> None:
        if "river" not in t.state.unread:
            t.refuse_impossible("E_RIVER", "G-008")
        page, left = placed(t.state), unplaced(t.state)
        if self.tile:
            if self.tile not in left:
                t.refuse_impossible("E_NOT_IN_RIVER", "G-100", tile=self.tile)
            page = (*page, self.tile)
            left = tuple(name for name in left if name != self.tile)
            t.note("place-read", "G-008", tile=self.tile, n=len(page))
        else:
            self._beside(t, left)
            left = ()
        known = len(left) < 2
        t.put(river=_laid(t.state, (*page, *left)), placed=len(page))
        if t.state.edition >= PRINTED:
            t.put(page=(*page, *left) if known else page)
        if known:
            read(t, "river")

    def _beside(self, t: Table, left: tuple[str, ...]) -> None:
        """Set tiles aside that are not in the river."""
        if _in_play(t.state, left):
            t.refuse_impossible("E_RIVER", "G-008")
        for name in left:
            t.put_tile(name, place="aside", counted=True)
        t.note("beside-read", "G-008", tiles=left)

    def taught(self, box: Box, state: State) -> Box:
        """Return the box whose mission has its river in order, once all of it has been read."""
        mission = mission_sheet(state.title, box)
        if mission is None or "river" in state.unread or _moved(state):
            return box
        order = state.page if state.edition >= PRINTED else state.river
        places = {place.tile: place for place in mission.river}
        river = tuple(places[name] for name in order if name in places)
        outside = tuple(each for name, each in places.items() if name not in order)
        more = tuple(replace(each, counted=True) for each in outside)
        sheet = replace(mission, river=river, set_aside=(*mission.set_aside, *more))
        return kept(box, sheet, "river")


def placed(state: State) -> tuple[str, ...]:
    """Return the tiles of the page's river read so far, from the left."""
    return state.page if state.edition >= PRINTED else state.river[: state.placed]


def _in_play(state: State, left: Iterable[str]) -> bool:
    """Return whether one of these tiles is certain to be in the river."""
    tiles = [tile for name in left if (tile := state.tile(name))]
    return EVENT_WARNING in left or any(tile.on_map or fallen(state, tile) for tile in tiles)


def fallen(state: State, tile: Tile) -> bool:
    """Return whether a tile has been in the river and turned over or left it since."""
    gone = tile.place == "box" or (tile.down and bool(tile.quantity))
    return gone and state.edition >= PRINTED


def _laid(state: State, order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the river in this order; tiles that have fallen stay behind the others (p.49)."""
    tiles = {tile.name: tile for tile in state.tiles}
    here = [name for name in order if name in state.river and not tiles[name].down]
    there = (name for name in state.river if tiles[name].place == "river" and name not in here)
    return (*here, *there)


def _moved(state: State) -> bool:
    """Return whether a tile has fallen at a table that does not ask for the page's order."""
    fell = any(tile.down for tile in state.tiles if tile.place == "river")
    return fell and state.edition < PRINTED


class ReadRounds(Teach, tag="mission.rounds"):
    """The mission's last round (p.11); 0 leaves it open."""

    named = _("Read the number of rounds")

    n: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not t.state.endless or not t.state.round:
            gone_on(t, "G-018")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Ask in the second round; the answer stays open until someone gives it."""
        state = t.state
        asked = state.round >= FIRST_ASKED and "rounds" not in state.left
        low = max(state.round, FIRST_ASKED)
        numbers = tuple(Choice(n, str(n)) for n in range(low, max(MOST_ROUNDS, low) + 1))
        field = Field(
            "n",
            "choice",
            Msg("field.rounds"),
            (*numbers, Choice(LATER, "?")) if asked else numbers,
            rule="G-018",
        )
        yield cls.prompt(
            Msg("prompt.mission.rounds"),
            field,
            rule="G-018",
            expected=asked and state.phase in ("H3", "V3") and not state.open,
            group=NOW if asked else MORE,
        )

    def apply(self, t: Table) -> None:
        if self.n == LATER:
            t.put(left=(*t.state.left, "rounds"))
            t.note("rounds-open", "G-018")
            return
        low = max(1, t.state.round)
        t.require_range(Msg("field.rounds"), self.n, low, max(20, low), "G-018")
        t.put(rounds=self.n)
        t.note("rounds-read", "G-018", n=self.n)
        read(t, "rounds")

    def taught(self, box: Box, state: State) -> Box:
        mission = mission_sheet(state.title, box)
        if mission is None or not self.n:
            return box
        return kept(box, replace(mission, rounds=self.n), "rounds")


def gone_on(t: Table, rule: str = "G-001") -> NoReturn:
    """Refuse a line that the table has gone on without."""
    t.refuse_impossible("E_PHASE", rule, phase=Msg(f"phase.{t.state.phase}"))


def in_first_round(t: Table, phases: tuple[str, ...]) -> None:
    """Refuse a line of the page once the table has gone on without it."""
    in_phase(t, phases, "G-001")
    if t.state.round > 1:
        gone_on(t)
    nothing_open(t)
    no_activation(t)


def unpaid(t: Table) -> None:
    """Refuse once the villain has paid for a tile with the cubes and places assumed."""
    if t.state.post.activations:
        gone_on(t)


def unplaced(state: State) -> tuple[str, ...]:
    """Return the tiles of the page's river still to be read."""
    if state.edition >= PRINTED:
        return tuple(
            tile.name
            for tile in state.tiles
            if tile.place in ("river", "box") and tile.name not in state.page
        )
    rest = (state.tile(name) for name in state.river[state.placed :])
    return tuple(tile.name for tile in rest if tile and not tile.down)


def unread_heroes(state: State) -> list[tuple[int, Hero]]:
    """List the heroes whose cubes in fatigue no one has read, by part."""
    return [(n, hero) for n, hero in enumerate(state.heroes) if f"{CUBES}.{n}" in state.unread]


def read(t: Table, line: str) -> None:
    """Ask no more for a line of the page."""
    lines = (each for each in t.state.unread if each.partition(".")[0] != line)
    t.put(unread=tuple(lines))


def unfilled(mission: MissionSheet) -> MissionSheet:
    """Return a mission whose heroes begin with unknown cubes, unless some lines have been read."""
    if not mission.unread or mission.read:
        return mission
    return replace(mission, slots=tuple(replace(slot, fatigue=None) for slot in mission.slots))


def kept(box: Box, mission: MissionSheet, line: str = "") -> Box:
    """Return the box with a mission of which a line has been read, the last one perhaps."""
    mission = unfilled(mission)
    lines = tuple(dict.fromkeys((*mission.read, line))) if line else mission.read
    known = set(PAGE) <= set(lines)
    mission = replace(mission, unread=mission.unread and not known, read=lines)
    sheets = (mission if each.title == mission.title else each for each in box.missions)
    return replace(box, missions=tuple(sheets))


WORDS: Catalogue = {
    "coach.mission.first": _("The mission's page says whose turn is first. Tap that side."),
    "prompt.mission.cubes": _("How many cubes begin in fatigue?"),
    "help.mission.cubes": _("The mission's page says it for each hero. Leave “?” for later."),
    "prompt.mission.reserve": _("How many cubes does the villain have in the reserve?"),
    "prompt.mission.recovery": _("What is the villain's recovery?"),
    "prompt.mission.fatigue": _("How many of the villain's cubes begin in fatigue?"),
    "help.mission.post": _("The mission's page for the villain says it."),
    "prompt.mission.place": _("River, place {n} from the left"),
    "help.mission.place": _("Tap the tiles in the order of the mission's page, from the left."),
    "prompt.mission.rounds": _("How many rounds does the mission last?"),
    "river.beside": _("None of these: the others aren't in the river"),
    "note.fatigue-read": _n(
        "{who} begins with {n} cube in fatigue", "{who} begins with {n} cubes in fatigue"
    ),
    "note.fatigue-open": _("No one has read how many cubes begin in fatigue"),
    "note.number-read": _("{what}: {n}, says the mission's page"),
    "note.number-open": _("No one has read it: {what}. Sidekick assumes {n}"),
    "note.place-read": _("{tile} is at place {n} of the river"),
    "note.beside-read": _("Not in the river: {tiles}"),
    "note.rounds-read": _n("The mission lasts {n} round", "The mission lasts {n} rounds"),
    "note.rounds-open": _("No one has read how many rounds there are"),
    "refusal.E_WHO_FIRST": _("Say first who has the initiative"),
}
