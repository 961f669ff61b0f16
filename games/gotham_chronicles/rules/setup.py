"""The first state: the mission's numbers and the sheets of the box laid out (p.8-14)."""

from __future__ import annotations

from msgspec.structs import replace

from games import house_rules
from games.actions import inputs
from games.gotham_chronicles.box.page import unfilled
from games.gotham_chronicles.box.sheets import (
    CUBES,
    CUBES_IN_BOX,
    EVENT_WARNING,
    MOST_MINIS,
    PAGE,
    RIVER_POSITIONS,
    Box,
    HeroSheet,
    MissionSheet,
    RiverTile,
    Setup,
    Slot,
    TileSheet,
    belted,
    card_sheet,
    hero_sheet,
    mission_sheet,
    tile_sheet,
)
from games.gotham_chronicles.rules.common.skills import COMMANDS
from games.gotham_chronicles.state import VARIANTS, Counter, DroppedCard, Hero, Post, State, Tile
from games.gotham_chronicles.table import arrived
from games.messages import Msg, msg
from games.referee import RulingContext

EDITION = 4
ASKED = 3
"""The first edition whose tables are asked for a mission's page line by line."""
MOST_HEROES = 3
UNTITLED = "–"
"""A mission no one has named."""


def mission_of(setup: Setup, box: Box) -> MissionSheet:
    """Return the mission chosen, or one made of the numbers typed in."""
    found = mission_sheet(setup.mission, box)
    if found and found.unread and at_table(setup, box):
        return _counted(unfilled(found), setup.minis)
    if found:
        return _counted(_read(found, setup) if found.unread else found, setup.minis)
    river = setup.river or (EVENT_WARNING,)
    asked = at_table(setup, box)
    if asked and EVENT_WARNING not in river:
        river = (*river, EVENT_WARNING)
    fatigue = None if asked else setup.hero_fatigue
    typed = MissionSheet(
        setup.mission or setup.title.strip() or UNTITLED,
        setup.rounds,
        "villain" if setup.initiative == "villain" else "heroes",
        tuple(Slot((), fatigue) for _ in setup.heroes) or (Slot(),),
        setup.reserve,
        setup.fatigue,
        setup.recovery,
        river=tuple(
            RiverTile(name, int(name != EVENT_WARNING), counted=name == EVENT_WARNING)
            for name in river
            if name
        ),
        unread=asked,
    )
    return _counted(typed, setup.minis)


def _read(mission: MissionSheet, setup: Setup) -> MissionSheet:
    """Return a mission known by its heroes and tiles alone, with the numbers of its page
    (p.10-13)."""
    places = {place.tile: place for place in mission.river}
    order = tuple(name for name in setup.river if name in places)
    return replace(
        mission,
        rounds=setup.rounds,
        initiative="villain" if setup.initiative == "villain" else "heroes",
        slots=tuple(replace(slot, fatigue=setup.hero_fatigue) for slot in mission.slots),
        reserve=setup.reserve,
        fatigue=setup.fatigue,
        recovery=setup.recovery,
        river=tuple(places[name] for name in order) or mission.river,
    )


NUMBERS = ("rounds", "initiative", "hero_fatigue", "reserve", "fatigue", "recovery")
"""What only the page of a mission says; its river is the rest."""


def unread(setup: Setup, box: Box) -> bool:
    """Return whether no one has entered the numbers on the mission's page, but left what was
    proposed."""
    found = mission_sheet(setup.mission, box)
    if found is None or not found.unread:
        return found is None
    if setup.edition >= ASKED:
        return _as_proposed(setup)
    river = tuple(name for name in setup.river if name)
    return _as_proposed(setup) and river in ((), tuple(place.tile for place in found.river))


def _as_proposed(setup: Setup) -> bool:
    return all(getattr(setup, name) == getattr(Setup(), name) for name in NUMBERS)


def at_table(setup: Setup, box: Box) -> bool:
    """Return whether the table is asked for the numbers of the mission's page when they matter."""
    return setup.edition >= ASKED and _as_proposed(setup) and unread(setup, box)


def open_lines(setup: Setup, box: Box) -> tuple[str, ...]:
    """List the lines of the mission's page to be asked for: of each hero's cubes, and the others'
    names."""
    if setup.edition < ASKED:
        return ()
    mission = mission_of(setup, box)
    slots = zip(setup.heroes, mission.slots, strict=False)
    cubes = (f"{CUBES}.{n}" for n, (who, it) in enumerate(slots) if it.start(who).fatigue is None)
    lines = (line for line in PAGE if line not in mission.read and at_table(setup, box))
    return (*lines, *cubes)


def settled(setup: Setup, box: Box) -> Box:
    """Return the box with what was read off a mission's page and its map for this game."""
    found = mission_sheet(setup.mission, box)
    if found is None:
        return _with_own(setup, box)
    played = mission_of(setup, box)
    mission = found if unread(setup, box) else replace(played, unread=False)
    unknown = uncounted(mission_of(replace(setup, minis=()), box))
    if setup.minis and len(setup.minis) == len(unknown):
        told = {place.tile: place.on_map for place in played.river}
        river = tuple(
            replace(place, on_map=told.get(place.tile, place.on_map), counted=True)
            for place in mission.river
        )
        mission = replace(mission, river=river)
    if mission == found:
        return box
    kept = tuple(mission if each is found else each for each in box.missions)
    return replace(box, missions=kept)


def _with_own(setup: Setup, box: Box) -> Box:
    """Return the box with a mission of the group's own, of which its name and tiles are known."""
    title = setup.title.strip()
    if not title or setup.mission or not at_table(setup, box) or mission_sheet(title, box):
        return box
    return replace(box, missions=(*box.missions, replace(mission_of(setup, box), source="group")))


def uncounted(mission: MissionSheet) -> tuple[str, ...]:
    """Return the tiles of the river whose miniatures on the map no one has counted."""
    return tuple(place.tile for place in mission.river if not place.counted)


def _counted(mission: MissionSheet, minis: tuple[int, ...]) -> MissionSheet:
    """Return the mission with the miniatures the table has counted on its setup page."""
    told = dict(zip(uncounted(mission), minis, strict=False))
    river = tuple(
        replace(place, on_map=told[place.tile], counted=True) if place.tile in told else place
        for place in mission.river
    )
    return replace(mission, river=river)


def start(setup: Setup, box: Box, call: RulingContext) -> State:
    """Return the table before the first upkeep; refuse heroes, belts and tiles that do not fit."""
    for name, field in inputs(Setup).items():
        if field.kind == "number":
            call.require_offered(field, getattr(setup, name), "G-001")
    for n in setup.minis:
        call.require_range(Msg("field.minis"), n, 0, MOST_MINIS, "G-001")
    mission = mission_of(setup, box)
    _right_heroes(setup, mission, call)
    heroes = tuple(
        _hero(index, name, slot, setup, box, call)
        for index, (name, slot) in enumerate(zip(setup.heroes, mission.slots, strict=True))
    )
    tiles = _tiles(mission, box, call)
    tiles += _allies(setup, mission, box, call)
    _gadgets_once(setup, box, call)
    call.note("begin", "G-001", title=mission.title, heroes=tuple(h.sheet.name for h in heroes))
    if unread(setup, box) and not at_table(setup, box):
        call.note("unread", "G-018", n=mission.rounds)
    return State(
        mission.title,
        mission.rounds,
        mission.initiative,
        heroes,
        _post(mission, box),
        tiles,
        tuple(place.tile for place in mission.river),
        mission.events,
        mission.effects,
        mission.conditions,
        tuple(Counter(c.name, c.value, c.low, c.high) for c in mission.counters),
        ground=tuple(DroppedCard(card_sheet(name, box)) for name in mission.ground),
        variants=tuple(v for v in VARIANTS if v in setup.variants),
        faces=box.faces,
        depth=setup.depth if setup.depth in ("quick", "full") else "quick",
        reinforcements=mission.reinforcements,
        edition=setup.edition,
        house_rules=house_rules.in_force(box.house_rules, setup.house_rules),
        unread=open_lines(setup, box),
    )


def _post(mission: MissionSheet, box: Box) -> Post:
    return Post(
        mission.reserve + mission.fatigue,
        mission.reserve,
        mission.fatigue,
        mission.recovery,
        movement_limit=box.post.movement,
        defence_limit=mission.defence if mission.defence == 3 else box.post.defence,
        reroll_limit=box.post.reroll,
        points=box.post.points,
        die=box.post.die,
        costs=box.post.costs,
    )


def _right_heroes(setup: Setup, mission: MissionSheet, call: RulingContext) -> None:
    wanted, chosen = len(mission.slots), len(setup.heroes)
    if not 1 <= chosen <= MOST_HEROES or chosen != wanted:
        call.refuse_impossible("E_HERO_COUNT", "G-002", n=wanted, chosen=chosen)
    for name, slot in zip(setup.heroes, mission.slots, strict=True):
        if slot.heroes and name not in slot.heroes:
            call.refuse_impossible("E_HERO_LIST", "G-003", who=name, names=slot.heroes)
    if len(set(setup.heroes)) != chosen:
        call.refuse_impossible("E_HERO_LIST", "G-003", who=setup.heroes[0], names=("–",))


def _hero(index: int, name: str, slot: Slot, setup: Setup, box: Box, call: RulingContext) -> Hero:
    sheet = hero_sheet(name, box)
    picked = [p.partition("|")[2] for p in setup.gadgets if p.partition("|")[0] == str(index)]
    gadgets = tuple(card_sheet(card, box) for card in picked)
    for card in gadgets:
        if not card.gadget:
            call.refuse_impossible("E_NO_GADGET", "G-014", about="gadgets", card=card.name)
    size = belted(gadgets)
    if size > (sheet.belt or 0):
        call.refuse("E_BELT", "G-014", who=name, size=size, belt=sheet.belt or 0)
    start = slot.start(name)
    cards = tuple(card_sheet(card, box) for card in start.cards)
    fatigue = min(start.fatigue or 0, sheet.total)
    if fatigue < (start.fatigue or 0):
        call.note("fatigue-cut", "G-004", who=name, n=start.fatigue, total=sheet.total)
    hero = Hero(
        sheet,
        sheet.total - fatigue,
        fatigue,
        cards=(*cards, *gadgets),
        friend=any(skill.name == "Imaginary Friend" for skill in sheet.skills),
        free_success="E4" in setup.variants,
    )
    if hero.encumbrance > sheet.encumbrance_limit:
        call.refuse_impossible(
            "E_ENCUMBRANCE",
            "G-040",
            who=name,
            load=hero.encumbrance,
            limit=sheet.encumbrance_limit,
        )
    return hero


def _gadgets_once(setup: Setup, box: Box, call: RulingContext) -> None:
    """Refuse a physical gadget that serves twice; the box may hold several copies."""
    picked = [pick.partition("|")[2] for pick in setup.gadgets]
    for name in set(picked):
        copies = sum(card.copies for card in box.cards if card.name == name)
        if picked.count(name) > max(1, copies):
            call.refuse("E_GADGET_TWICE", "G-014", card=name)


def _tiles(mission: MissionSheet, box: Box, call: RulingContext) -> tuple[Tile, ...]:
    names = [p.tile for p in (*mission.river, *mission.set_aside)]
    if len(set(names)) != len(names) or EVENT_WARNING not in [p.tile for p in mission.river]:
        call.refuse_impossible("E_RIVER", "G-008")
    tiles = tuple(
        [_tile(place, tile_sheet(place.tile, box), "river") for place in mission.river]
        + [_tile(place, tile_sheet(place.tile, box), "aside") for place in mission.set_aside]
    )
    used = sum(tile.sheet.width for tile in tiles if tile.place == "river")
    if used > RIVER_POSITIONS:
        call.refuse_impossible("E_RIVER_FULL", "G-008", tile=names[-1])
    return tiles


def _tile(place: RiverTile, sheet: TileSheet, where: str) -> Tile:
    return Tile(
        sheet,
        "river" if where == "river" else "aside",
        place.down,
        arrived(Tile(sheet), place.on_map),
        place.pool,
        place.aside,
        quantity=place.on_map + place.pool + place.aside,
        counted=place.counted,
    )


def _allies(setup: Setup, mission: MissionSheet, box: Box, call: RulingContext) -> tuple[Tile, ...]:
    needed = {place.tile for place in (*mission.river, *mission.set_aside)}
    found: list[Tile] = []
    for pick in setup.allies:
        number, _, name = pick.partition("|")
        owner = int(number) if number.isdigit() else -1
        call.require_range(Msg("term.hero"), owner, 0, len(setup.heroes) - 1, "G-015")
        sheet = tile_sheet(name, box)
        levels = commands(hero_sheet(setup.heroes[owner], box))
        if sheet.side != "hero" or sheet.kind not in levels:
            call.refuse("E_TILE_TYPE", "G-015", tile=name)
        if any((tile.owner, tile.sheet.kind) == (owner, sheet.kind) for tile in found):
            call.refuse("E_ONE_TILE", "G-015", who=setup.heroes[owner], tile=name)
        if name in needed:
            call.refuse("E_TILE_TAKEN", "G-015", tile=name)
        needed.add(name)
        n = levels.get(sheet.kind, 1)
        led = arrived(Tile(sheet), n)
        found.append(Tile(sheet, "ally", minis=led, quantity=n, owner=owner))
        call.note("allies", "G-016", who=setup.heroes[owner], n=n, tile=name)
    return tuple(found)


def checklist(state: State) -> tuple[Msg, ...]:
    """List the things to lay out, in the order of the rulebook's setup."""
    titled = state.title != UNTITLED
    lines = [msg("check.mission", title=state.title) if titled else Msg("check.mission_unread")]
    lines += [
        msg("check.hero_unread", who=h.sheet.name, n=h.sheet.total)
        if f"{CUBES}.{n}" in state.unread
        else msg("check.hero", who=h.sheet.name, reserve=h.reserve, fatigue=h.fatigue)
        for n, h in enumerate(state.heroes)
    ]
    lines += [
        msg("check.cards", who=h.sheet.name, cards=tuple(card.name for card in h.cards))
        for h in state.heroes
        if h.cards
    ]
    post = state.post
    numbers = {"reserve": post.reserve, "fatigue": post.fatigue, "recovery": post.recovery}
    known = not set(numbers) & set(state.unread)
    lines.append(msg("check.villain", **numbers) if known else Msg("check.villain_unread"))
    lines.append(_river(state))
    lines += [
        msg("check.minis", n=tile.on_map, tile=tile.name) for tile in state.tiles if tile.on_map
    ]
    absent = [t for t in state.tiles if not t.quantity and t.sheet.kind != "event"]
    for known, code in ((True, "check.absent"), (False, "check.uncounted")):
        names = tuple(tile.name for tile in absent if tile.counted == known)
        lines += [msg(code, tiles=names)] if names else []
    tracked = [tile for tile in state.tiles if tile.minis and tile.sheet.life > 1]
    lines += [msg("check.life", tile=tile.name, n=tile.sheet.life) for tile in tracked]
    for active, code in ((True, "check.reinforcements"), (False, "check.inactive")):
        areas = tuple(token.area for token in state.reinforcements if token.active == active)
        lines += [msg(code, areas=areas)] if areas else []
    if "first" not in state.unread:
        lines.append(msg("check.marker", side=Msg(f"side.{state.initiative}")))
    heroes = sum(hero.sheet.total for hero in state.heroes)
    cubes = heroes + post.total + sum(tile.on_map for tile in tracked)
    if cubes > CUBES_IN_BOX:
        lines.append(msg("check.cubes", n=cubes, box=CUBES_IN_BOX))
    return tuple(lines)


def _river(state: State) -> Msg:
    code = "check.river_unread" if "river" in state.unread else "check.river"
    return msg(code, tiles=state.river)


PICTURES = {
    "check.mission": ("book", ""),
    "check.mission_unread": ("book", ""),
    "check.hero": ("hero", "reserve"),
    "check.cards": ("token", "cards"),
    "check.hero_unread": ("hero", "n"),
    "check.villain": ("boss", "reserve"),
    "check.villain_unread": ("boss", ""),
    "check.river": ("battle", "tiles"),
    "check.river_unread": ("battle", "tiles"),
    "check.minis": ("villain", "n"),
    "check.absent": ("warn", "tiles"),
    "check.uncounted": ("warn", "tiles"),
    "check.life": ("warn", "n"),
    "check.reinforcements": ("token", "areas"),
    "check.inactive": ("token", "areas"),
    "check.marker": ("crown", ""),
    "check.cubes": ("warn", "n"),
}


def commands(sheet: HeroSheet) -> dict[str, int]:
    """Return the tile types a hero's Command skills allow, with their levels."""
    return {COMMANDS[s.name]: s.level for s in sheet.skills if s.name in COMMANDS}


def setup_default(players: int, box: Box) -> Setup:
    """Return a mission of the box for that many hero players if there is one, else free numbers."""
    wanted = max(1, min(MOST_HEROES, players - 1))
    read = [m for m in box.missions if not m.unread]
    house = house_rules.every(box)
    fitting = [m for m in read if len(m.slots) == wanted] or read
    if not fitting:
        known = [hero.name for hero in box.heroes]
        heroes = tuple([*known, *unnamed(wanted)][:wanted])
        return Setup(heroes=heroes, edition=EDITION, house_rules=house)
    first = _first_heroes(fitting[0], box)
    return Setup(fitting[0].title, first, edition=EDITION, house_rules=house)


def proposed(setup: Setup, box: Box) -> Setup:
    """Return the set-up, with the first heroes of a mission's lists where those chosen do not
    fit."""
    mission = mission_sheet(setup.mission, box)
    if mission is None or len(setup.heroes) == len(mission.slots):
        return setup
    return replace(setup, heroes=_first_heroes(mission, box))


def unnamed(n: int) -> list[str]:
    """Return names of heroes no one has entered."""
    return [f"Hero {i + 1}" for i in range(n)]


def _first_heroes(mission: MissionSheet, box: Box) -> tuple[str, ...]:
    chosen: list[str] = []
    for number, slot in enumerate(mission.slots, 1):
        offered = slot.heroes or tuple(hero.name for hero in box.heroes) or (f"Hero {number}",)
        free = [name for name in offered if name not in chosen]
        chosen.append(free[0] if free else f"Hero {number}")
    return tuple(chosen)
