"""Choices before a game, page by page (p.8-14)."""

from __future__ import annotations

from msgspec.structs import replace

from games import house_rules
from games.actions import inputs
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    RIVER_POSITIONS,
    Box,
    MissionSheet,
    Setup,
    hero_sheet,
    mission_sheet,
)
from games.gotham_chronicles.rules.common.skills import COMMANDS
from games.gotham_chronicles.rules.setup import (
    ASKED,
    MOST_HEROES,
    at_table,
    commands,
    mission_of,
    proposed,
    unnamed,
    unread,
)
from games.gotham_chronicles.state import VARIANTS
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt


def setup_pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """Return the pages: mission; numbers no one has entered yet; heroes; gadgets and allies;
    variants.

    Where the heroes do not fit the mission's lists, the first that do are proposed.
    """
    draft = proposed(draft, box)
    pages = [_mission_page(draft, box)]
    found = mission_sheet(draft.mission, box)
    if draft.edition >= ASKED:
        pages += [_own_page(draft, box)] if found is None else []
    elif found is None or found.unread:
        pages.append(_numbers_page(draft, box))
    pages.append(_heroes_page(draft, box))
    pages += [page for page in (_gadgets_page(draft, box),) if page]
    pages += [*_allies_pages(draft, box), _variants_page(draft)]
    return (*pages, *house_rules.page(box, draft))


def _mission_page(draft: Setup, box: Box) -> Prompt:
    choices = tuple(Choice(m.title, m.title, _mission_hint(m, draft.edition)) for m in box.missions)
    later = draft.edition >= ASKED
    own = Choice("", Msg("setup.unlisted" if later else "setup.own_mission"))
    unread = later and any(mission.unread for mission in box.missions)
    field = Field(
        "mission",
        "choice",
        Msg("field.mission"),
        (*choices, own),
        default=draft.mission,
        rule="G-001",
        help=Msg("help.setup.later") if unread else "",
    )
    return Prompt("setup", Msg("setup.mission"), (field,), rule="G-001")


def _mission_hint(mission: MissionSheet, edition: int) -> Msg:
    hint = "setup.later_hint" if edition >= ASKED else "setup.unread_hint"
    if mission.unread:
        return msg(hint, n=len(mission.slots))
    return msg("setup.mission_hint", n=len(mission.slots), rounds=mission.rounds)


def _spots(draft: Setup, box: Box) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tiles that may lie in the river, and those that lie there as far as is known."""
    found = mission_sheet(draft.mission, box)
    if found is None:
        tiles = tuple(t.name for t in box.tiles if t.side != "hero")
        return (EVENT_WARNING, *tiles), draft.river or (EVENT_WARNING,)
    laid = tuple(place.tile for place in mission_of(draft, box).river)
    return tuple(place.tile for place in found.river), laid


def _own_page(draft: Setup, box: Box) -> Prompt:
    """Return the name of a mission no list has, and its tiles; the rest is asked at the table."""
    tiles = tuple(Choice(t.name, t.name) for t in box.tiles if t.side != "hero")
    laid = [name for name in draft.river if name != EVENT_WARNING]
    fields = (
        replace(inputs(Setup)["title"], default=draft.title, optional=True, rule="G-001"),
        Field(
            "river",
            "choices",
            Msg("field.river_tiles"),
            tiles,
            low=0,
            high=RIVER_POSITIONS - 1,
            default=laid,
            optional=True,
            rule="G-008",
        ),
    )
    return Prompt("setup", Msg("setup.own"), fields, rule="G-001")


def _numbers_page(draft: Setup, box: Box) -> Prompt:
    sides = (Choice("heroes", Msg("side.heroes")), Choice("villain", Msg("side.villain")))
    tiles, laid = _spots(draft, box)
    spots = (Choice("", Msg("setup.empty")), *(Choice(name, name) for name in tiles))
    rows = tuple(msg("setup.place", n=n + 1) for n in range(RIVER_POSITIONS))
    river = (*laid, *("",) * RIVER_POSITIONS)
    fields = (
        _number("rounds", draft, "G-018"),
        Field(
            "initiative",
            "choice",
            Msg("field.initiative"),
            sides,
            default=draft.initiative,
            rule="G-021",
        ),
        _number("hero_fatigue", draft, "G-004"),
        _number("reserve", draft, "G-005"),
        _number("fatigue", draft, "G-005"),
        Field(
            "recovery",
            "choice",
            Msg("field.recovery"),
            (Choice(3, "3"), Choice(5, "5")),
            default=draft.recovery,
            rule="G-006",
        ),
        Field(
            "river",
            "sequence",
            Msg("field.river"),
            spots,
            rows=rows,
            default=list(river[:RIVER_POSITIONS]),
            rule="G-008",
        ),
    )
    return Prompt("setup", Msg("setup.numbers"), fields, rule="G-001")


def unsaid(setup: Setup, box: Box) -> tuple[Msg, ...]:
    """List numbers no one has entered, and belts that are empty while gadgets are free."""
    setup = proposed(setup, box)
    mission = mission_of(setup, box)
    lines: list[Msg] = []
    if mission.unread and unread(setup, box) and not at_table(setup, box):
        side = Msg(f"side.{mission.initiative}")
        lines.append(msg("setup.unread", rounds=mission.rounds, side=side))
    if any(card.gadget for card in box.cards):
        picked = {pick.partition("|")[0] for pick in setup.gadgets}
        lines += [
            msg("setup.empty_belt", who=name, n=belt)
            for i, name in enumerate(setup.heroes)
            if (belt := hero_sheet(name, box).belt) and str(i) not in picked
        ]
    return tuple(lines)


def _number(name: str, draft: Setup, rule: str) -> Field:
    return replace(inputs(Setup)[name], default=getattr(draft, name), rule=rule)


def _heroes_page(draft: Setup, box: Box) -> Prompt:
    mission = mission_of(draft, box)
    known = tuple(Choice(hero.name, hero.name) for hero in box.heroes)
    rows = tuple(
        msg("setup.slot", n=n, names=" / ".join(slot.heroes) or "–")
        for n, slot in enumerate(mission.slots, 1)
    )
    named = {str(choice.value) for choice in known}
    offered = dict.fromkeys(name for slot in mission.slots for name in slot.heroes)
    extra = tuple(Choice(name, name) for name in offered if name not in named)
    blank = tuple(Choice(name, name) for name in unnamed(MOST_HEROES))
    own = draft.mission not in {m.title for m in box.missions}
    low, high = (1, MOST_HEROES) if own else (len(rows), len(rows))
    listed = all(slot.heroes for slot in mission.slots)
    choices = (*known, *extra, *(blank if own or not known else ()))
    if listed and not own:
        choices = tuple(Choice(name, name) for name in offered)
    field = Field(
        "heroes",
        "choices" if own else "sequence",
        Msg("field.heroes"),
        choices,
        rows=() if own else rows,
        low=low,
        high=high,
        default=list(draft.heroes),
        rule="G-003",
    )
    return Prompt("setup", Msg("setup.heroes"), (field,), rule="G-003")


def _gadgets_page(draft: Setup, box: Box) -> Prompt | None:
    belts = [(i, name) for i, name in enumerate(draft.heroes) if hero_sheet(name, box).belt]
    gadgets = [card for card in box.cards if card.gadget]
    if not belts or not gadgets:
        return None
    choices = tuple(
        Choice(f"{i}|{card.name}", msg("setup.gadget", who=name, card=card.name, n=card.weight))
        for i, name in belts
        for card in gadgets
    )
    field = Field(
        "gadgets",
        "choices",
        Msg("field.gadgets"),
        choices,
        low=0,
        high=len(choices),
        default=list(draft.gadgets),
        optional=True,
        rule="G-014",
    )
    return Prompt("setup", Msg("setup.gadgets"), (field,), rule="G-014")


def _allies_pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """Return a page for each Command skill: one tile of its type, or none (p.13-14)."""
    return tuple(
        page
        for i, name in enumerate(draft.heroes)
        for skill in COMMANDS
        if COMMANDS[skill] in commands(hero_sheet(name, box))
        if (page := _allies_page(draft, box, i, skill))
    )


def _allies_page(draft: Setup, box: Box, index: int, skill: str) -> Prompt | None:
    choices = tuple(
        Choice(f"{index}|{tile.name}", tile.name)
        for tile in box.tiles
        if tile.side == "hero" and tile.kind == COMMANDS[skill]
    )
    if not choices:
        return None
    offered = [each.value for each in choices]
    field = Field(
        "allies",
        "choice",
        msg("setup.ally", who=draft.heroes[index], skill=skill),
        choices,
        default=next((pick for pick in draft.allies if pick in offered), ""),
        optional=True,
        rule="G-015",
    )
    fixed = {"hero": index, "skill": skill}
    return Prompt("setup", Msg("setup.allies"), (field,), fixed, "G-015")


def _variants_page(draft: Setup) -> Prompt:
    variants = Field(
        "variants",
        "choices",
        Msg("field.variants"),
        tuple(Choice(v, Msg(f"variant.{v}")) for v in VARIANTS),
        low=0,
        high=len(VARIANTS),
        default=list(draft.variants),
        optional=True,
        rule="G-184",
    )
    depth = Field(
        "depth",
        "choice",
        Msg("field.depth"),
        (
            Choice("quick", Msg("depth.quick"), Msg("setup.quick")),
            Choice("full", Msg("depth.full"), Msg("setup.full")),
        ),
        default=draft.depth,
    )
    return Prompt("setup", Msg("setup.variants"), (variants, depth), rule="G-184")


WORDS: Catalogue = {
    "house.hero.reserve": _("A hero's cubes in the reserve"),
    "house.hero.fatigue": _("A hero's cubes in fatigue"),
    "house.hero.wounds": _("A hero's wounds"),
    "house.hero.total": _("All of a hero's cubes"),
    "house.post.reserve": _("The villain's cubes in the reserve"),
    "house.post.total": _("All of the villain's cubes"),
    "house.points": _("Reinforcement points"),
    "moment.hero": _("when a hero is neutralized"),
    "moment.tile": _("when a tile of the river turns over"),
    "moment.turn": _("at the start of each round"),
    "moment.heroes": _("at the start of the heroes' turn"),
    "moment.villain": _("at the start of the villain's turn"),
    "moment.once": _("once a round, when someone chooses to"),
    "field.house_since": _("From round"),
    "check.mission": _("Lay out {title}"),
    "check.mission_unread": _("Lay out your mission's map"),
    "check.hero": _n(
        "{who}: {reserve} cube in the reserve, {fatigue} in fatigue",
        "{who}: {reserve} cubes in the reserve, {fatigue} in fatigue",
        by="reserve",
    ),
    "check.cards": _("{who} begins with {cards}"),
    "check.villain": _n(
        "Villain: {reserve} cube in the reserve, {fatigue} in fatigue, recovery {recovery}",
        "Villain: {reserve} cubes in the reserve, {fatigue} in fatigue, recovery {recovery}",
        by="reserve",
    ),
    "check.hero_unread": _n(
        "{who}: {n} cube; the mission's page says how many begin in fatigue",
        "{who}: {n} cubes; the mission's page says how many begin in fatigue",
    ),
    "check.villain_unread": _("Villain: cubes and recovery as on the mission's page"),
    "check.river_unread": _("River as on the mission's page: {tiles}"),
    "check.river": _("River from the left: {tiles}"),
    "note.fatigue-cut": _n(
        "{who} has only {total} cube: it begins in fatigue, not {n}",
        "{who} has only {total} cubes: all begin in fatigue, not {n}",
        by="total",
    ),
    "check.absent": _("None of these miniatures is on the map yet: {tiles}"),
    "check.uncounted": _("As many miniatures as the mission's map shows: {tiles}"),
    "check.minis": _("{n} × {tile} on the map"),
    "check.life": _("Life point marker of {tile} at {n}"),
    "check.reinforcements": _("Active reinforcement tokens in {areas}"),
    "check.inactive": _("Inactive reinforcement tokens in {areas}"),
    "check.cubes": _n(
        "That takes {n} cube, but the box has {box}: check the numbers",
        "That takes {n} cubes, but the box has {box}: check the numbers",
    ),
    "check.marker": _("Round marker on the hourglass, initiative: {side}"),
    "setup.mission": _("Which mission?"),
    "setup.mission_hint": _n("{n} hero, rounds: {rounds}", "{n} heroes, rounds: {rounds}"),
    "note.unread": _n(
        "No one has entered this mission: it lasts {n} round, as the setup says",
        "No one has entered this mission: it lasts {n} rounds, as the setup says",
    ),
    "setup.unread_hint": _n(
        "{n} hero; its numbers are asked next", "{n} heroes; its numbers are asked next"
    ),
    "setup.later_hint": _n("{n} hero", "{n} heroes"),
    "help.setup.later": _("Sidekick asks for the mission's missing numbers as you play."),
    "setup.unlisted": _("Another mission"),
    "setup.own": _("Your mission"),
    "setup.unread": _n(
        "{rounds} round, initiative: {side}, and the river in no order",
        "{rounds} rounds, initiative: {side}, and the river in no order",
        by="rounds",
    ),
    "setup.own_mission": _("Another mission: enter its numbers"),
    "setup.numbers": _("The mission's numbers"),
    "setup.place": _("Place {n}"),
    "setup.empty": _("Empty"),
    "setup.heroes": _("Which heroes?"),
    "setup.slot": _("Hero {n}: {names}"),
    "setup.gadgets": _("Bat-Gadgets in the utility belts"),
    "setup.gadget": _("{who}: {card} (size {n})"),
    "setup.allies": _("Allies from Command skills"),
    "setup.ally": _("{who}: {skill}"),
    "setup.variants": _("Difficulty, quick or full"),
    "setup.quick": _("cubes, stances, wounds, river, rounds"),
    "setup.full": _("dice, weapons and every action guided too"),
    "setup.empty_belt": _("{who} carries no Bat-Gadget; the belt takes {n}"),
}
