"""Invariants and trackers: what must always hold, and every number the table may set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.counting import Clue, CountCheck, explains
from games.gotham_chronicles.box.sheets import EVENT_WARNING, RIVER_POSITIONS, SPACES, belted
from games.gotham_chronicles.rules.common.energy import (
    HERO_ZONES,
    POST_ZONES,
    counts_of,
    space_name,
    who_of,
    with_counts,
)
from games.gotham_chronicles.rules.end import ghosts, settled
from games.gotham_chronicles.rules.villain.river import width
from games.gotham_chronicles.state import (
    POST_SPACES,
    VILLAIN,
    State,
    Tile,
    with_hero,
    with_post,
    with_tile,
)
from games.gotham_chronicles.table import (
    SHACKLES_IN_BOX,
    Table,
    arrived,
    fighter,
    name_of,
    shackles_left,
    with_mini,
)
from games.messages import msg
from games.referee import Adjust, Defect, Figure, Note, Tracker

PLACES = (("on_map", "map"), ("pool", "pool"), ("aside", "aside"), ("removed", "box"))


def check(state: State) -> tuple[Defect, ...]:
    """Return all broken invariants."""
    found: list[Defect] = []
    for index in range(len(state.heroes)):
        found += _hero(state, index)
    found += _post(state)
    for tile in state.tiles:
        found += _tile(tile)
    return *found, *_river(state), *_table(state)


def _hero(state: State, index: int) -> list[Defect]:
    hero = state.heroes[index]
    name, total = hero.sheet.name, hero.sheet.total
    found = _zones(state, index, total)
    for space, n in zip(SPACES, hero.spaces, strict=True):
        if n > hero.sheet.limit(space):
            found.append(Defect("limit", {"who": name, "space": space_name(space), "n": n}))
    if hero.encumbrance > hero.sheet.encumbrance_limit:
        found.append(Defect("load", {"who": name, "n": hero.encumbrance}))
    if (size := belted(hero.cards)) > (hero.sheet.belt or 0):
        found.append(Defect("belt", {"who": name, "n": size}))
    return found


def _zones(state: State, part: int, total: int) -> list[Defect]:
    counts = counts_of(state, part)
    found = []
    if sum(counts) != total:
        facts = {"who": who_of(state, part), "n": sum(counts), "total": total}
        found.append(Defect("cubes", facts))
    if min(counts) < 0:
        found.append(Defect("negative", {"who": who_of(state, part)}))
    return found


def _post(state: State) -> list[Defect]:
    post = state.post
    found = _zones(state, state.villain, post.total)
    for space in POST_SPACES:
        if post.on(space) > post.limit(space):
            facts = {"who": VILLAIN, "space": space_name(space), "n": post.on(space)}
            found.append(Defect("limit", facts))
    if not 0 <= post.activations <= 2:
        found.append(Defect("activations", {"n": post.activations}))
    return found


def _tile(tile: Tile) -> list[Defect]:
    found = []
    counts = (tile.on_map, tile.pool, tile.aside, tile.removed)
    if sum(counts) != tile.quantity or min(counts) < 0:
        found.append(Defect("minis", {"tile": tile.name, "n": sum(counts)}))
    numbers = {mini.number for mini in tile.minis}
    if len(numbers) < tile.on_map or not all(
        1 <= mini.life <= tile.sheet.life and mini.number > 0 for mini in tile.minis
    ):
        found.append(Defect("lives", {"tile": tile.name}))
    if tile.down and tile.on_map:
        found.append(Defect("turned", {"tile": tile.name}))
    return found


def _river(state: State) -> tuple[Defect, ...]:
    found = []
    if width(state) > RIVER_POSITIONS:
        found.append(Defect("river-width", {"n": width(state)}))
    if state.river.count(EVENT_WARNING) != 1:
        found.append(Defect("event-tile", {"n": state.river.count(EVENT_WARNING)}))
    lying = {tile.name for tile in state.tiles if tile.place == "river"}
    if lying != set(state.river) or len(set(state.river)) != len(state.river):
        found.append(Defect("river", {"tiles": tuple(sorted(lying ^ set(state.river)))}))
    event = state.tile(EVENT_WARNING)
    if event and (event.down or event.place == "box"):
        found.append(Defect("event-tile", {"n": 0}))
    return tuple(found)


def _table(state: State) -> tuple[Defect, ...]:
    found = []
    if not 0 <= state.round <= state.rounds:
        found.append(Defect("round", {"n": state.round}))
    found += [
        Defect("counter", {"counter": c.name})
        for c in state.counters
        if not c.low <= c.value <= c.high
    ]
    borne = sum(hero.shackles for hero in state.heroes)
    borne += sum(mini.shackles for tile in state.tiles for mini in tile.minis)
    if borne > SHACKLES_IN_BOX:
        found.append(Defect("shackles", {"n": borne}))
    found += [Defect("ghost", {"who": name_of(state, who)}) for who in ghosts(state)]
    return tuple(found)


# -- trackers ------------------------------------------------------------------------------


def trackers(state: State) -> tuple[Tracker, ...]:
    """Return every number of the table. Setting a zone of cubes takes from or gives to fatigue
    (fatigue itself: the reserve), so that the cubes stay complete."""
    found = [Tracker("round", msg("tracker.round"), state.round, 0, state.rounds, "G-019")]
    for index, hero in enumerate(state.heroes):
        found += _cubes(state, index, f"hero.{index}", HERO_ZONES, hero.sheet.total)
        name = msg("tracker.shackles", who=hero.sheet.name)
        most = hero.shackles + shackles_left(state)
        found.append(Tracker(f"hero.{index}.shackles", name, hero.shackles, 0, most))
    found += _cubes(state, state.villain, "post", POST_ZONES, state.post.total)
    used = msg("tracker.activations")
    found.append(Tracker("post.activations", used, state.post.activations, 0, 2, "G-084"))
    for tile in state.tiles:
        found += _tile_trackers(state, tile)
    found += [
        Tracker(f"counter.{c.name}", c.name, c.value, c.low, c.high, "G-001")
        for c in state.counters
    ]
    points = msg("tracker.points")
    return *found, Tracker("points", points, state.points, 0, 40, "G-095")


def _cubes(
    state: State, part: int, prefix: str, zones: tuple[str, ...], total: int
) -> list[Tracker]:
    who = who_of(state, part)
    rule = "G-069" if part == state.villain else "G-037"
    found = []
    for zone, n in zip(zones, counts_of(state, part), strict=True):
        high = total
        if zone not in ("reserve", "fatigue", "wounds"):
            villain = part == state.villain
            high = (state.post if villain else state.heroes[part].sheet).limit(zone)
        label = msg("tracker.cubes", who=who, zone=space_name(zone))
        found.append(Tracker(f"{prefix}.{zone}", label, n, 0, max(high, n), rule))
    label = msg("tracker.total", who=who)
    return [*found, Tracker(f"{prefix}.total", label, total, 1, 46, rule)]


def _tile_trackers(state: State, tile: Tile) -> list[Tracker]:
    if tile.sheet.kind == "event" or tile.place == "box":
        return []
    found = []
    for field, place in PLACES:
        label = msg("tracker.minis", tile=tile.name, place=msg(f"place.{place}"))
        n: int = getattr(tile, field)
        found.append(Tracker(f"tile.{tile.name}.{field}", label, n, 0, 20, "G-100"))
    for mini in tile.minis:
        facts = {"tile": tile.name, "mini": mini.number}
        if tile.sheet.life > 1:
            name, most = f"tile.{tile.name}.life.{mini.number}", tile.sheet.life
            label = msg("tracker.life", **facts)
            found.append(Tracker(name, label, mini.life, 1, most, "G-149"))
        if mini.shackles:
            name = f"tile.{tile.name}.shackles.{mini.number}"
            most = mini.shackles + shackles_left(state)
            label = msg("tracker.mini_shackles", **facts)
            found.append(Tracker(name, label, mini.shackles, 0, most))
    return found


def set_tracker(state: State, name: str, value: int) -> State:
    """Return the state with one number set; cubes and miniatures stay complete, and a figure that
    left ends its action.
    """
    t = Table(_set(state, name, value))
    settled(t)
    return t.state


def _set(state: State, name: str, value: int) -> State:
    kind, _, rest = name.partition(".")
    match kind:
        case "round":
            return replace(state, round=value)
        case "points":
            return replace(state, points=value)
        case "counter":
            counters = tuple(
                replace(c, value=value) if c.name == rest else c for c in state.counters
            )
            return replace(state, counters=counters)
        case "hero":
            index, _, zone = rest.partition(".")
            return _set_hero(state, int(index), zone, value)
        case "post" if rest == "activations":
            return with_post(state, activations=value)
        case "post":
            left = tuple(each for each in state.left if each != name)
            return _set_zone(replace(state, left=left), state.villain, POST_ZONES, rest, value)
    return _set_tile(state, rest, value)


def _set_hero(state: State, index: int, zone: str, value: int) -> State:
    if zone == "shackles":
        return with_hero(state, index, shackles=value)
    return _set_zone(state, index, HERO_ZONES, zone, value)


def _set_zone(state: State, part: int, zones: tuple[str, ...], zone: str, value: int) -> State:
    counts = dict(zip(zones, counts_of(state, part), strict=True))
    if zone == "total":
        counts["fatigue"] += value - sum(counts.values())
        state = _with_total(state, part, value)
    else:
        missing = value - counts[zone]
        counts[zone] = value
        first = "reserve" if zone == "fatigue" else "fatigue"
        if missing < 0:
            counts[first] -= missing
        for each in _givers(counts, zone, first) if missing > 0 else ():
            taken = min(missing, counts[each])
            counts[each] -= taken
            missing -= taken
    return with_counts(state, part, tuple(counts.values()))


def _givers(counts: dict[str, int], zone: str, first: str) -> list[str]:
    """Return the zones that give cubes to one set by hand: for wounds as in play (p.49), fatigue,
    the fullest spaces, the reserve; for the others ``first``, what is free, and then the rest."""
    spaces = [each for each in counts if each in (*SPACES, *POST_SPACES)]
    fullest = sorted(spaces, key=lambda each: -counts[each])
    free = [each for each in ("fatigue", "reserve", "wounds") if each in counts]
    if zone == "wounds":
        free.remove("reserve")
        fullest.append("reserve")
    return [each for each in (first, *free, *fullest) if each != zone]


def _with_total(state: State, part: int, total: int) -> State:
    if part == state.villain:
        return with_post(state, total=total)
    sheet = replace(state.heroes[part].sheet, total=total)
    return with_hero(state, part, sheet=sheet)


def _set_tile(state: State, rest: str, value: int) -> State:
    for mark in ("life", "shackles"):
        named, dot, number = rest.rpartition(f".{mark}.")
        if dot:
            return with_mini(state, fighter("tile", named, int(number)), **{mark: value})
    name, _, field = rest.rpartition(".")
    tile = state.tile(name)
    if tile is None:
        return state
    before: int = getattr(tile, field)
    state = with_tile(state, name, quantity=tile.quantity + value - before)
    if field != "on_map":
        return with_tile(state, name, **{field: value})
    minis = arrived(tile, value - before) if value > before else tile.minis[:value]
    return with_tile(state, name, minis=minis, down=tile.down and not value, counted=True)


def count_check(
    state: State, log: Sequence[tuple[Any, Sequence[Note]]], where: str, counted: int
) -> CountCheck:
    """Compare one zone with the table.

    ``where`` is a tracker's name (``hero.0.reserve``, ``post.defence``), or ``hero.0`` and
    ``post`` for all cubes outside the wounds, as lie on a tablet at a glance. Raises
    ``ValueError`` for another name. ``log`` are the live entries in order, oldest first.
    """
    part, zones = zones_of(state, where)
    names = POST_ZONES if part == state.villain else HERO_ZONES
    counts = dict(zip(names, counts_of(state, part), strict=True))
    expected = sum(counts[zone] for zone in zones)
    missing = counted - expected
    clues = []
    for index, (action, notes) in reversed(list(enumerate(log))):
        for note in reversed(notes):
            change = change_of(note, part, zones) or adjusted(action, note, where)
            how = explains(change, missing)
            if how:
                clues.append(Clue(index, change, how))
    return CountCheck(where, expected, counted, tuple(clues))


def tablets(state: State) -> tuple[Tracker, ...]:
    """Return all cubes outside the wounds of each tablet and of the command post, as they lie
    there."""
    found = []
    for part in range(state.villain + 1):
        post = part == state.villain
        name = "post" if post else f"hero.{part}"
        _, zones = zones_of(state, name)
        counts = dict(zip(POST_ZONES if post else HERO_ZONES, counts_of(state, part), strict=True))
        total = sum(counts[zone] for zone in zones)
        label = msg("count.post") if post else msg("count.hero", who=state.heroes[part].sheet.name)
        found.append(Tracker(name, label, total, 0, sum(counts.values())))
    return tuple(found)


def zones_of(state: State, where: str) -> tuple[int, tuple[str, ...]]:
    """Return the part and the zones a name means."""
    kind, _, rest = where.partition(".")
    names: tuple[str, ...]
    if kind == "post":
        part, zone, names = state.villain, rest, POST_ZONES
    elif kind == "hero" and (head := rest.partition("."))[0].isdigit():
        part, zone, names = int(head[0]), head[2], HERO_ZONES
    else:
        raise ValueError(where)
    if part > state.villain or (zone and zone not in names):
        raise ValueError(where)
    if zone:
        return part, (zone,)
    spaces = POST_SPACES if part == state.villain else SPACES
    return part, ("reserve", "fatigue", *spaces)


def change_of(note: Note, part: int, zones: tuple[str, ...]) -> int:
    """Return what a note's cubes did to the zones; 0 if nothing."""
    change = 0
    for moved in note.facts.get("cubes", ()):
        who, source, target, n = moved
        if who == part:
            change += n * (target in zones) - n * (source in zones)
    return change


def adjusted(action: Any, note: Note, where: str) -> int:
    """Return what an adjustment of the very same number did to it."""
    if not isinstance(action, Adjust) or action.tracker != where or "after" not in note.facts:
        return 0
    return int(note.facts["after"]) - int(note.facts["before"])


def figures(state: State) -> tuple[Figure, ...]:
    """Return each hero's wounds, the villain's cubes in reserve, miniatures, the mission's
    counts."""
    wounds = tuple(
        Figure(
            f"wounds.{index}",
            msg("figure.wounds", who=hero.sheet.name),
            hero.wounds,
            index,
        )
        for index, hero in enumerate(state.heroes)
    )
    villains = [tile for tile in state.tiles if tile.side == "villain"]
    return (
        *wounds,
        Figure("reserve", msg("figure.reserve"), state.post.reserve, state.villain),
        Figure("on_map", msg("figure.on_map"), sum(t.on_map for t in villains), state.villain),
        *(Figure(f"count.{c.name}", c.name, c.value) for c in state.counters),
    )
