"""Missions: entered whole, or line by line in the middle of a play (p.10-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.samples import starter
from games.gotham_chronicles.box.sheets import (
    CUBES_IN_BOX,
    MOST_CONDITIONS,
    Box,
    Condition,
    MissionSheet,
)
from games.gotham_chronicles.box.teaching import (
    MOST,
    T,
    Teach,
    between,
    corrected,
    figure,
    line,
    name_of_sheet,
    named,
    pick,
)
from games.gotham_chronicles.rules.common.forms import TABLE
from games.gotham_chronicles.state import Counter
from games.gotham_chronicles.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt

Row = TypeVar("Row")
EXAMPLES = {
    "counter": "Bombs | 0 | 5",
    "event": "Alarm | 4",
    "effect": "upkeep | …",
    "condition": "villain | any | … | Bombs >= 3",
}
"""A line of each kind a mission has, as the field suggests it."""


class DefineMission(Teach, tag="mission.define"):
    """Enter or correct a mission; lists are written one per line as in ``notation``."""

    title: str
    rounds: int = 7
    initiative: Literal["heroes", "villain"] = "heroes"
    slots: str = ""
    reserve: int = 8
    fatigue: int = 2
    recovery: int = 5
    defence: int = 4
    river: str = ""
    aside: str = ""
    events: str = ""
    effects: str = ""
    conditions: str = ""
    counters: str = ""
    ground: str = ""
    reinforcements: str = ""

    @classmethod
    def form(cls) -> Prompt:
        """Return a mission; several entries of a list are separated by semicolons."""
        sides = ("heroes", "villain")
        fields = (
            Field("title", "text", Msg("field.title"), high=60),
            figure("rounds", 7, 1, 15, "G-018"),
            pick("initiative", sides, "heroes", "side"),
            line("slots", "", 400, "Batman = 5 / Batwoman + Crowbar; Catwoman | 3 | Claws"),
            figure("reserve", 8, 0, 40, "G-005"),
            figure("fatigue", 2, 0, 40, "G-005"),
            figure("recovery", 5, 0, 9, "G-006"),
            figure("defence", 4, 3, 4, "G-007"),
            line("river", "", 600, "Bane | 1; Thugs with Crowbar | ?; Event Warning"),
            line("aside", "", 300, "Bane (Venom Injected) | 1"),
            line("events", "", 300, "Alarm | 4; Lights out"),
            line("effects", "", 400, "upkeep | the tide rises | 2 4"),
            line(
                "conditions",
                "",
                400,
                "villain | any | three bombs | Bombs >= 3; heroes | H5 | roof held",
            ),
            line("counters", "", 300, "Bombs | 0 | 5"),
            line("ground", "", 300, "Medikit; Crowbar"),
            line("reinforcements", "", 300, "Docks; Roof | inactive"),
        )
        return cls.prompt(
            Msg("prompt.mission.define"),
            *fields,
            rule="G-001",
            group=TABLE,
        )

    def sheet(self) -> MissionSheet:
        """Return a mission; raise ``ValueError`` for what cannot be read."""
        between(self.rounds, 1, MOST)
        for n in (self.reserve, self.fatigue, self.recovery):
            between(n, 0, CUBES_IN_BOX)
        between(self.defence, 1, MOST)
        return MissionSheet(
            named(self.title),
            self.rounds,
            self.initiative,
            _rows(self.slots, notation.slot),
            self.reserve,
            self.fatigue,
            self.recovery,
            self.defence,
            _rows(self.river, notation.place),
            _rows(self.aside, notation.place_aside),
            _rows(self.events, notation.event),
            _rows(self.effects, notation.effect),
            _conditions(self.conditions),
            _rows(self.counters, notation.counter),
            tuple(cells[0] for cells in notation.rows(self.ground)),
            "group",
            _rows(self.reinforcements, notation.reinforcement),
        )

    def learned(self, box: Box) -> Box:
        sheet = self.sheet()
        kept = tuple(each for each in box.missions if each.title != sheet.title)
        return replace(box, missions=(*kept, sheet))


class AddRule(Act, tag="mission.add"):
    """Add a counter, event, effect or condition to the mission (one line)."""

    named = _("Add to the mission")

    what: Literal["counter", "event", "effect", "condition"]
    line: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        return cls.forms(len(t.state.conditions))

    @classmethod
    def forms(cls, conditions: int = 0) -> Iterable[Prompt]:
        """Yield a form for each kind of line a mission can get; ``conditions`` are its current
        ones."""
        full = conditions >= MOST_CONDITIONS
        for what, example in EXAMPLES.items():
            if not (full and what == "condition"):
                yield cls.prompt(
                    msg("prompt.mission.add", what=Msg(f"rule.{what}")),
                    Field(
                        "line",
                        "text",
                        Msg("field.line"),
                        (Choice(example, example),),
                        high=200,
                        help=Msg("help.rule_line"),
                    ),
                    fixed={"what": what},
                    rule="G-001",
                    group=TABLE,
                )

    def entry(self) -> tuple[str, Any]:
        """Return a line of the mission: which list it belongs to, and the entry."""
        cells = [cell.strip() for cell in self.line.split("|")]
        named(cells[0])
        match self.what:
            case "counter":
                return "counters", notation.counter(cells)
            case "event":
                return "events", notation.event(cells)
            case "effect":
                return "effects", notation.effect(cells)
        return "conditions", notation.condition(cells)

    def apply(self, t: Table) -> None:
        corrected(t, self._add)
        t.note("rule-added", "G-001", line=self.line)

    def _add(self, t: Table) -> None:
        field, entry = self.entry()
        if field == "counters":
            entry = _counter(t, Counter(entry.name, entry.value, entry.low, entry.high))
        known = [each for each in getattr(t.state, field) if _named(each) != _named(entry)]
        if field == "conditions" and len(known) >= MOST_CONDITIONS:
            raise ValueError(self.line)
        t.put(**{field: (*known, entry)})


class LoadStarter(Teach, tag="starter.load"):
    """Load the starter set of unconfirmed sheets; what the group entered stays."""

    @classmethod
    def form(cls) -> Prompt:
        """Return the optional set of unconfirmed sheets."""
        help = Msg("help.starter")
        return cls.prompt("", rule="G-001", help=help, group=TABLE)

    def learned(self, box: Box) -> Box:
        """Return the starter set behind what the group has; nothing of theirs is overwritten."""
        extra = starter()
        return replace(
            box,
            heroes=_behind(box.heroes, extra.heroes),
            tiles=_behind(box.tiles, extra.tiles),
            cards=_behind(box.cards, extra.cards),
            missions=_behind(box.missions, extra.missions),
        )


def _behind(own: tuple[T, ...], more: tuple[T, ...]) -> tuple[T, ...]:
    known = {name_of_sheet(sheet) for sheet in own}
    return *own, *(sheet for sheet in more if name_of_sheet(sheet) not in known)


def _conditions(text: str) -> tuple[Condition, ...]:
    found = _rows(text, notation.condition)
    if len(found) > MOST_CONDITIONS:
        raise ValueError(found[MOST_CONDITIONS].text)
    return found


def _rows(text: str, read: Callable[[list[str]], Row]) -> tuple[Row, ...]:
    return tuple(read(cells) for cells in notation.rows(text))


def _counter(t: Table, entry: Counter) -> Counter:
    """Return a counter of the mission; one that is counted already says what it was before."""
    if not entry.low <= entry.value <= entry.high:
        raise ValueError(f"{entry.name} | {entry.value} | {entry.high}")
    before = next((each.value for each in t.state.counters if each.name == entry.name), entry.value)
    if before != entry.value:
        t.note("count", "G-001", counter=entry.name, before=before, after=entry.value)
    return entry


def _named(entry: Any) -> str:
    """Return what the table calls an entry of the mission; a second one of that name replaces
    it."""
    return str(getattr(entry, "name", "") or getattr(entry, "text", ""))


NAMES: Catalogue = {
    "name.To Sink a City": _("To Sink a City"),
    "name.Mission 2: Infection Mortelle": _("Mission 2: Deadly Infection"),
    "name.Mission 3: Mutations en Chaîne": _("Mission 3: Chain Mutations"),
    "name.Mission 4: Icy Welcome": _("Mission 4: Icy Welcome"),
    "name.Mission 5: Invasion Végétale": _("Mission 5: Plant Invasion"),
    "name.Mission 6: Good Cops / Bad Cops": _("Mission 6: Good Cops / Bad Cops"),
    "name.Mission 7: Year 100": _("Mission 7: Year 100"),
    "name.Mission 8: Deadly Riddle": _("Mission 8: Deadly Riddle"),
    "name.Mission 9: Une triste célébration": _("Mission 9: A Sad Celebration"),
    "name.Mission 10: Le facteur sonne toujours deux fois": _(
        "Mission 10: The Postman Always Rings Twice"
    ),
    "name.Mission 13: Échappée Suicide": _("Mission 13: Suicide Escape"),
    "name.Mission 14: Fléau Bactériologique": _("Mission 14: Bacterial Plague"),
    "name.Mission 15: Panique à la Cour": _("Mission 15: Panic at the Court"),
    "name.Mission 16: Tel père, telle fille": _("Mission 16: Like Father Like Daughter"),
    "name.Mission 17: Au cœur de la spirale": _("Mission 17: Heart of the Spiral"),
    "name.Mission 18: Sale temps pour un flic": _("Mission 18: Bad Times for a Cop"),
    "name.Mission 19: A Bloody Transaction": _("Mission 19: A Bloody Transaction"),
    "name.Mission 20: Silence": _("Mission 20: Silence"),
    "name.Mission 21: Une occasion en or": _("Mission 21: A Golden Opportunity"),
    "name.Mission 22: Dormez bien les enfants": _("Mission 22: Sleep Well Children"),
    "name.Mission 23: Un rêve qui tourne mal": _("Mission 23: A Dream Gone Wrong"),
    "name.Mission 24: Perquisition à domicile": _("Mission 24: House Search"),
    "name.At most one bomb is primed": _("At most one bomb is primed"),
    "name.Two bombs or more are primed": _("Two bombs or more are primed"),
    "name.Bombs": _("Bombs"),
    "name.Computers": _("Computers"),
    "name.Token 1": _("Token 1"),
    "name.Token 2": _("Token 2"),
    "name.Token 3": _("Token 3"),
    "name.Token 4": _("Token 4"),
}
"""Words of public facts as pages print them: some were published in French, all in one language."""
