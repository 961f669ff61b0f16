"""Plain verbs of the table: cubes, wounds, miniatures, counters, tokens, the end.

They are all a quick game needs, and in a full game what unknown cards act through.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import (
    Count,
    Declare,
    Hurt,
    Mark,
    MoveMinis,
    PlaceTile,
    Recount,
    ReplaceTile,
    Spend,
    SpendPost,
    Transfer,
    UnShackle,
    Wound,
)
from games.gotham_chronicles.energy import pay, space_name, spent, who_of, wound_hero
from games.gotham_chronicles.guards import (
    SIDES,
    awake,
    hero_at,
    in_phase,
    nothing_open,
    on_the_map,
    side_only,
)
from games.gotham_chronicles.river import (
    bring,
    hurt_miniature,
    known_tile,
    neutralize_tile,
    width,
)
from games.gotham_chronicles.sheets import ACTION_SPACES, RIVER_POSITIONS, SPACES, Condition
from games.gotham_chronicles.state import (
    HERO_PHASES,
    POST_SPACES,
    VILLAIN_PHASES,
    Ending,
    State,
    with_hero,
    with_post,
    with_spaces,
    with_tile,
)
from games.messages import Msg, msg
from games.referee import Call

HERO_ZONES = ("reserve", "fatigue", "wounds", *SPACES)
POST_ZONES = ("reserve", "fatigue", *POST_SPACES)
MINI_PLACES = ("map", "pool", "aside", "box")
MINI_FIELDS = {"map": "on_map", "pool": "pool", "aside": "aside", "box": "removed"}
IN_TURNS = (*HERO_PHASES, *VILLAIN_PHASES, "upkeep")
MARKS = ("shackles", "laid", "friend")


def spend(state: State, action: Spend, call: Call) -> State:
    """Cubes of a hero, as far as the step, the stance and the limits allow."""
    hero_at(state, action.hero, call)
    side_only(state, "heroes", call, cites.SPACES)
    _space_known(action.space, SPACES, call)
    _hero_may(state, action.hero, action.space, call)
    return _spent(state, action.hero, action.space, action.cubes, call)


def spend_post(state: State, action: SpendPost, call: Call) -> State:
    """Cubes of the villain; movement only in his own turn."""
    side_only(state, "villain", call, cites.VILLAIN_ZONES)
    _space_known(action.space, POST_SPACES, call)
    phases = ("V3",) if action.space == "movement" else IN_TURNS
    in_phase(state, phases, call, cites.VILLAIN_ZONES)
    return _spent(state, state.villain, action.space, action.cubes, call)


def _space_known(space: str, spaces: tuple[str, ...], call: Call) -> None:
    if space not in spaces:
        call.impossible("E_NO_SPACE", cites.SPACES, space=space)


def _spent(state: State, part: int, space: str, cubes: int, call: Call) -> State:
    call.within(Msg("field.cubes"), cubes, 1, 20, cites.ZONES)
    state = pay(state, part, space, cubes, call)
    call.note(
        "spend",
        cites.SPACES if space in ACTION_SPACES else cites.DEFENCE_SPACE,
        who=who_of(state, part),
        n=cubes,
        space=space_name(space),
        cubes=spent(part, space, cubes),
    )
    return state


def _hero_may(state: State, index: int, space: str, call: Call) -> None:
    hero = state.heroes[index]
    awake(hero, call)
    leads = any(t.owner == index and t.place == "ally" and t.on_map for t in state.tiles)
    if space not in ACTION_SPACES or (space == "thought" and leads and state.phase != "H4"):
        in_phase(state, IN_TURNS, call, cites.OTHER_TURN)
        return
    in_phase(state, ("H4",), call, cites.OTHER_TURN)
    nothing_open(state, call)
    if hero.stance != "active":
        call.forbid("E_RESTING", cites.RESTING, remedy=msg("remedy.resting"), who=hero.sheet.name)


def wound(state: State, action: Wound, call: Call) -> State:
    """Wounds of a hero from anything."""
    hero = hero_at(state, action.hero, call)
    call.within(Msg("field.wounds"), action.wounds, 1, 40, cites.WOUND_ORDER)
    if hero.neutralized:
        call.note("no-effect", cites.EXCESS_WOUNDS, target=hero.sheet.name)
    named = tuple(filter(None, action.sources))
    return wound_hero(state, action.hero, action.wounds, call, named)


def hurt(state: State, action: Hurt, call: Call) -> State:
    """Wounds of a miniature from anything."""
    tile = known_tile(state, action.tile, call)
    on_the_map(tile, call, cites.VILLAIN_WOUNDS)
    call.within(Msg("field.wounds"), action.wounds, 1, 40, cites.VILLAIN_WOUNDS)
    call.within(Msg("field.mini"), action.mini, 0, tile.on_map, cites.VILLAIN_WOUNDS)
    return hurt_miniature(state, action.tile, action.mini, action.wounds, call)


def transfer(state: State, action: Transfer, call: Call) -> State:
    """Cubes between zones, as a card or the mission says."""
    call.within(Msg("term.part"), action.part, 0, state.villain, cites.ZONES)
    zones = POST_ZONES if action.part == state.villain else HERO_ZONES
    counts = counts_of(state, action.part)
    if action.take not in zones or action.put not in zones or action.take == action.put:
        call.impossible("E_NO_SPACE", cites.ZONES, space=f"{action.take} → {action.put}")
    have = counts[zones.index(action.take)]
    call.within(Msg("field.cubes"), action.cubes, 1, have, cites.ZONES)
    moved = {action.take: -action.cubes, action.put: action.cubes}
    counts = tuple(n + moved.get(zone, 0) for n, zone in zip(counts, zones, strict=True))
    _limits(state, action.part, counts, call)
    call.note(
        "transfer",
        cites.ZONES,
        who=who_of(state, action.part),
        n=action.cubes,
        take=space_name(action.take),
        put=space_name(action.put),
        cubes=((action.part, action.take, action.put, action.cubes),),
    )
    return with_counts(state, action.part, counts)


def recount(state: State, action: Recount, call: Call) -> State:
    """The cubes as they lie on the table; all of them must be there."""
    call.within(Msg("term.part"), action.part, 0, state.villain, cites.ZONES)
    zones = POST_ZONES if action.part == state.villain else HERO_ZONES
    before = counts_of(state, action.part)
    if len(action.counts) != len(zones) or any(n < 0 for n in action.counts):
        call.impossible("E_SUM", cites.ZONES, total=sum(before), counted=len(action.counts))
    if sum(action.counts) != sum(before):
        call.impossible(
            "E_SUM",
            cites.ZONES,
            remedy=msg("remedy.sum", n=sum(before) - sum(action.counts)),
            total=sum(before),
            counted=sum(action.counts),
        )
    _limits(state, action.part, action.counts, call)
    changed = tuple(
        (action.part, "?" if now > was else zone, zone if now > was else "?", abs(now - was))
        for zone, was, now in zip(zones, before, action.counts, strict=True)
        if was != now
    )
    call.note("recount", cites.ZONES, who=who_of(state, action.part), cubes=changed)
    return with_counts(state, action.part, action.counts)


def _limits(state: State, part: int, counts: tuple[int, ...], call: Call) -> None:
    villain = part == state.villain
    names = POST_SPACES if villain else SPACES
    for space, n in zip(names, counts[-len(names) :], strict=True):
        limit = state.post.limit(space) if villain else state.heroes[part].sheet.limit(space)
        if n > limit:
            call.forbid(
                "E_LIMIT",
                cites.EXERTION,
                remedy=msg("remedy.fewer", n=limit),
                space=space_name(space),
                now=n,
                asked=n,
                limit=limit,
            )


def counts_of(state: State, part: int) -> tuple[int, ...]:
    """The cubes of a tablet or the post in the order of its zones."""
    if part == state.villain:
        post = state.post
        return (post.reserve, post.fatigue, post.movement, post.defence, post.reroll)
    hero = state.heroes[part]
    return (hero.reserve, hero.fatigue, hero.wounds, *hero.spaces)


def with_counts(state: State, part: int, counts: tuple[int, ...]) -> State:
    """The state with all cubes of a part laid as counted."""
    if part == state.villain:
        return with_post(state, **dict(zip(POST_ZONES, counts, strict=True)))
    hero = state.heroes[part]
    spaces = with_spaces(hero, **dict(zip(SPACES, counts[3:], strict=True)))
    reserve, fatigue, wounds = counts[:3]
    return with_hero(state, part, reserve=reserve, fatigue=fatigue, wounds=wounds, spaces=spaces)


# -- miniatures ----------------------------------------------------------------------------


def move_minis(state: State, action: MoveMinis, call: Call) -> State:
    """Miniatures change place by an event or a mission rule."""
    tile = known_tile(state, action.tile, call)
    if action.take not in MINI_PLACES or action.put not in MINI_PLACES:
        call.impossible("E_NO_SPACE", cites.POOL, space=f"{action.take} → {action.put}")
    have: int = getattr(tile, MINI_FIELDS[action.take])
    call.within(Msg("field.count"), action.count, 1, have, cites.POOL)
    if action.take == action.put:
        call.impossible("E_NO_SPACE", cites.POOL, space=action.put)
    call.note(
        "minis",
        cites.POOL,
        n=action.count,
        tile=tile.name,
        take=Msg(f"place.{action.take}"),
        put=Msg(f"place.{action.put}"),
    )
    state = with_tile(state, tile.name, **{MINI_FIELDS[action.take]: have - action.count})
    if action.take == "map":
        state = _left(state, tile.name, action.count, call)
    if action.put == "map":
        return bring(state, tile.name, action.count)
    after = state.tile(tile.name) or tile
    there: int = getattr(after, MINI_FIELDS[action.put])
    return with_tile(state, tile.name, **{MINI_FIELDS[action.put]: there + action.count})


def _left(state: State, name: str, n: int, call: Call) -> State:
    tile = state.tile(name)
    if tile is None:
        return state
    state = with_tile(
        state,
        name,
        lives=tile.lives[: max(0, len(tile.lives) - n)],
        laid=tuple(mini for mini in tile.laid if mini <= tile.on_map),
    )
    if state.activation and state.activation.tile == name:
        state = replace(state, activation=None)
    return state if tile.on_map else neutralize_tile(state, name, call)


def place_tile(state: State, action: PlaceTile, call: Call) -> State:
    """A mission brings a tile into the river or sets it aside."""
    tile = known_tile(state, action.tile, call)
    if action.put not in ("river", "aside") or action.put == tile.place:
        call.impossible("E_NO_SPACE", cites.RIVER_START, space=action.put)
    call.note("tile-placed", cites.RIVER_START, tile=tile.name, put=Msg(f"place.{action.put}"))
    if action.put == "aside":
        river = tuple(name for name in state.river if name != tile.name)
        return with_tile(replace(state, river=river), tile.name, place="aside")
    if width(state) + tile.sheet.width > RIVER_POSITIONS:
        call.impossible("E_RIVER_FULL", cites.RIVER_START, tile=tile.name)
    state = with_tile(state, tile.name, place="river")
    return replace(state, river=(*state.river, tile.name))


def replace_tile(state: State, action: ReplaceTile, call: Call) -> State:
    """Another form of the same character takes its place in the river and on the map."""
    old = known_tile(state, action.tile, call)
    form = known_tile(state, action.form, call)
    if form.name == old.name or form.place != "aside":
        call.impossible("E_NOT_ASIDE", cites.LIFE_FORMS, tile=form.name)
    life = action.life or form.sheet.life
    call.within(Msg("field.life"), life, 1, form.sheet.life, cites.LIFE_FORMS)
    call.note("form", cites.LIFE_FORMS, tile=old.name, form=form.name, life=life)
    river = tuple(form.name if name == old.name else name for name in state.river)
    state = replace(state, river=river)
    state = with_tile(
        state, old.name, place="aside", on_map=0, aside=old.aside + old.on_map, lives=()
    )
    waiting = max(0, form.aside - old.on_map)
    return with_tile(
        state,
        form.name,
        place=old.place,
        down=old.down,
        on_map=old.on_map,
        aside=waiting,
        quantity=old.on_map + form.pool + waiting + form.removed,
        lives=(life,) * old.on_map if form.sheet.life > 1 else (),
    )


# -- mission -------------------------------------------------------------------------------


def count(state: State, action: Count, call: Call) -> State:
    """A mission counter changes; a condition it fulfils is put to the table."""
    counter = next((c for c in state.counters if c.name == action.counter), None)
    if counter is None:
        call.impossible("E_NO_COUNTER", cites.MISSION, counter=action.counter)
    value = counter.value + action.by
    call.within(counter.name, value, counter.low, counter.high, cites.MISSION)
    call.note("count", cites.MISSION, counter=counter.name, before=counter.value, after=value)
    counters = tuple(replace(c, value=value) if c == counter else c for c in state.counters)
    due = [c for c in state.conditions if c.when == "any" and c.counter == counter.name]
    after = replace(state, counters=counters)
    for condition in due:
        fresh = holds(after, condition) and not holds(state, condition)
        if fresh and call.ask("VICTORY", cites.GAME_END, condition=condition.text) == "yes":
            return _ended(after, condition.side, condition.text, call)
    return after


def holds(state: State, condition: Condition) -> bool:
    """Whether a counted condition is true now; an uncounted one is for the table."""
    value = next((c.value for c in state.counters if c.name == condition.counter), None)
    if value is None:
        return False
    low, high = condition.at_least, condition.at_most
    return (low is None or value >= low) and (high is None or value <= high)


def declare(state: State, action: Declare, call: Call) -> State:
    """The table agrees who has won."""
    known = next((c for c in state.conditions if c.text == action.condition), None)
    winner = known.side if known else action.winner
    if winner not in SIDES:
        call.impossible("E_NO_WINNER", cites.WINNER)
    if known and known.when == "end" and state.phase != "end":
        call.forbid("E_TOO_EARLY", cites.GAME_END, condition=known.text)
    return _ended(state, winner, action.condition, call)


def _ended(state: State, winner: str, condition: str, call: Call) -> State:
    call.note("ended", cites.GAME_END, side=Msg(f"side.{winner}"), condition=condition)
    ending = Ending("heroes" if winner == "heroes" else "villain", condition)
    return replace(state, ended=ending)


def mark(state: State, action: Mark, call: Call) -> State:
    """A marker beside a tablet."""
    hero = hero_at(state, action.hero, call)
    if action.what not in MARKS:
        call.impossible("E_NO_SPACE", cites.SPACES, space=action.what)
    call.within(Msg("field.value"), action.value, 0, 12 if action.what == "shackles" else 1)
    value: object = action.value
    if action.what == "laid":
        value = "down" if action.value else ""
    elif action.what == "friend":
        value = bool(action.value)
    call.note(
        "mark",
        cites.PRIORITY,
        who=hero.sheet.name,
        what=Msg(f"mark.{action.what}"),
        value=action.value,
    )
    return with_hero(state, action.hero, **{action.what: value})


def shackle_tile(state: State, action: UnShackle, call: Call) -> State:
    """Shackle tokens on a tile's miniature."""
    tile = known_tile(state, action.tile, call)
    call.within(Msg("mark.shackles"), action.value, 0, 12)
    call.note("mark", cites.PRIORITY, who=tile.name, what=Msg("mark.shackles"), value=action.value)
    return with_tile(state, tile.name, shackles=action.value)
