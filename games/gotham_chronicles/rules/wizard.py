"""Setting up: the pages of the wizard and its default (p.8-14)."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    RIVER_POSITIONS,
    Box,
    MissionSheet,
    Setup,
)
from games.gotham_chronicles.rules.common.skills import COMMANDS
from games.gotham_chronicles.rules.setup import (
    MOST_HEROES,
    MOST_MINIS,
    commands,
    hero_sheet,
    mission_of,
    uncounted,
)
from games.gotham_chronicles.state import VARIANTS
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt


def setup_default(players: int, box: Box) -> Setup:
    """A mission of the box for that many hero players if there is one, else free numbers."""
    wanted = max(1, min(MOST_HEROES, players - 1))
    fitting = [m for m in box.missions if len(m.slots) == wanted] or list(box.missions)
    if not fitting:
        known = [hero.name for hero in box.heroes]
        return Setup(heroes=tuple([*known, *_unnamed(wanted)][:wanted]))
    return Setup(mission=fitting[0].title, heroes=_first_heroes(fitting[0], box))


def _unnamed(n: int) -> list[str]:
    return [f"Hero {i + 1}" for i in range(n)]


def _first_heroes(mission: MissionSheet, box: Box) -> tuple[str, ...]:
    chosen: list[str] = []
    for number, slot in enumerate(mission.slots, 1):
        offered = slot.heroes or tuple(hero.name for hero in box.heroes) or (f"Hero {number}",)
        free = [name for name in offered if name not in chosen]
        chosen.append(free[0] if free else f"Hero {number}")
    return tuple(chosen)


# -- the wizard's pages --------------------------------------------------------------------


def setup_pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """Mission; numbers nobody has entered yet; heroes; gadgets and allies; variants."""
    pages = [_mission_page(draft, box)]
    if not any(m.title == draft.mission for m in box.missions):
        pages.append(_numbers_page(draft, box))
    pages += [page for page in (_minis_page(draft, box),) if page]
    pages.append(_heroes_page(draft, box))
    pages += [page for page in (_gadgets_page(draft, box),) if page]
    return *pages, *_allies_pages(draft, box), _variants_page(draft)


def _mission_page(draft: Setup, box: Box) -> Prompt:
    choices = tuple(
        Choice(m.title, m.title, msg("setup.mission_hint", n=len(m.slots), rounds=m.rounds))
        for m in box.missions
    )
    own = Choice("", Msg("setup.own_mission"))
    field = Field(
        "mission",
        "choice",
        Msg("field.mission"),
        (*choices, own),
        default=draft.mission,
        rule=cites.MISSION,
    )
    return Prompt("setup", Msg("setup.mission"), (field,), rule=cites.MISSION)


def _numbers_page(draft: Setup, box: Box) -> Prompt:
    sides = (Choice("heroes", Msg("side.heroes")), Choice("villain", Msg("side.villain")))
    tiles = tuple(Choice(t.name, t.name) for t in box.tiles if t.side != "hero")
    spots = (Choice("", Msg("setup.empty")), Choice(EVENT_WARNING, EVENT_WARNING), *tiles)
    rows = tuple(msg("setup.place", n=n + 1) for n in range(RIVER_POSITIONS))
    river = (*draft.river, EVENT_WARNING, *("",) * RIVER_POSITIONS)
    river = (*draft.river, *("",) * RIVER_POSITIONS) if draft.river else river
    fields = (
        _number("rounds", draft.rounds, 1, 15, cites.ROUND),
        Field(
            "initiative",
            "choice",
            Msg("field.initiative"),
            sides,
            default=draft.initiative,
            rule=cites.INITIATIVE,
        ),
        _number("hero_fatigue", draft.hero_fatigue, 0, 12, cites.HERO_START),
        _number("reserve", draft.reserve, 0, 40, cites.VILLAIN_START),
        _number("fatigue", draft.fatigue, 0, 40, cites.VILLAIN_START),
        Field(
            "recovery",
            "choice",
            Msg("field.recovery"),
            (Choice(3, "3"), Choice(5, "5")),
            default=draft.recovery,
            rule=cites.RECOVERY_TILE,
        ),
        Field(
            "river",
            "sequence",
            Msg("field.river"),
            spots,
            rows=rows,
            default=list(river[:RIVER_POSITIONS]),
            rule=cites.RIVER_START,
        ),
    )
    return Prompt("setup", Msg("setup.numbers"), fields, rule=cites.MISSION)


def _number(name: str, value: int, low: int, high: int, rule: str) -> Field:
    return Field(name, "number", Msg(f"field.{name}"), low=low, high=high, default=value, rule=rule)


def _minis_page(draft: Setup, box: Box) -> Prompt | None:
    """How many miniatures stand on the map, where the mission's sheet does not say it."""
    tiles = uncounted(mission_of(draft, box))
    if not tiles:
        return None
    field = Field(
        "minis",
        "sequence",
        Msg("field.minis"),
        tuple(Choice(n, str(n)) for n in range(MOST_MINIS + 1)),
        rows=tiles,
        default=[*draft.minis, *(0,) * len(tiles)][: len(tiles)],
        rule=cites.RIVER_START,
    )
    return Prompt("setup", Msg("setup.minis"), (field,), rule=cites.RIVER_START)


def _heroes_page(draft: Setup, box: Box) -> Prompt:
    mission = mission_of(draft, box)
    known = tuple(Choice(hero.name, hero.name) for hero in box.heroes)
    rows = tuple(
        msg("setup.slot", n=n, names=slot.heroes or ("–",))
        for n, slot in enumerate(mission.slots, 1)
    )
    named = {str(choice.value) for choice in known}
    offered = dict.fromkeys(name for slot in mission.slots for name in slot.heroes)
    extra = tuple(Choice(name, name) for name in offered if name not in named)
    blank = tuple(Choice(name, name) for name in _unnamed(MOST_HEROES))
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
        rule=cites.HERO_LISTS,
    )
    return Prompt("setup", Msg("setup.heroes"), (field,), rule=cites.HERO_LISTS)


def _gadgets_page(draft: Setup, box: Box) -> Prompt | None:
    belts = [
        (i, name)
        for i, name in enumerate(draft.heroes)
        if (sheet := hero_sheet(name, box)).belt is not None and sheet.belt
    ]
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
        rule=cites.BELT,
    )
    return Prompt("setup", Msg("setup.gadgets"), (field,), rule=cites.BELT)


def _allies_pages(draft: Setup, box: Box) -> tuple[Prompt, ...]:
    """A page for each Command skill: one tile of its type, or none (p.13-14)."""
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
        rule=cites.COMMAND_TILE,
    )
    fixed = {"hero": index, "skill": skill}
    return Prompt("setup", Msg("setup.allies"), (field,), fixed, cites.COMMAND_TILE)


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
        rule=cites.EASIER,
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
    return Prompt("setup", Msg("setup.variants"), (variants, depth), rule=cites.EASIER)
