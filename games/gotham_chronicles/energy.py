"""Energy cubes: spending, sweeping, recovering, wounds of heroes (p.18-21, 29, 49).

Every note about cubes carries the fact ``cubes``: (part, from, to, how many), so that a
difference on the table can be traced.
"""

from __future__ import annotations

from itertools import product

from games.gotham_chronicles import cites
from games.gotham_chronicles.sheets import SPACES
from games.gotham_chronicles.skills import level, summed
from games.gotham_chronicles.state import (
    POST_SPACES,
    VILLAIN,
    Hero,
    State,
    with_hero,
    with_post,
    with_spaces,
)
from games.messages import Msg, msg
from games.referee import Call, Choice

Cubes = tuple[int, str, str, int]
WAYS_AT_MOST = 8
"""So many ways to take cubes are asked at once; of more, one cube at a time."""


def space_name(space: str) -> Msg:
    """A zone or space as a term of the catalogue."""
    return Msg(f"space.{space}")


def pay(state: State, part: int, space: str, n: int, call: Call, rule: str = "") -> State:
    """Move cubes from the reserve of a hero or the villain to a space, all or none."""
    if part == state.villain:
        if space not in POST_SPACES:
            call.impossible("E_NO_SPACE", cites.VILLAIN_ZONES, space=space_name(space))
        holder: Hero | None = None
        reserve, on, limit = state.post.reserve, state.post.on(space), state.post.limit(space)
    else:
        holder = state.heroes[part]
        reserve, on, limit = holder.reserve, holder.on(space), holder.sheet.limit(space)
    if n > reserve:
        call.impossible(
            "E_NO_RESERVE",
            rule or cites.ZONES,
            remedy=msg("remedy.fewer", n=reserve),
            who=who_of(state, part),
            n=n,
            reserve=reserve,
        )
    if on + n > limit:
        call.forbid(
            "E_LIMIT",
            cites.EXERTION,
            remedy=msg("remedy.fewer", n=max(0, limit - on)),
            space=space_name(space),
            now=on,
            asked=n,
            limit=limit,
        )
    if holder is None:
        if space == "reroll" and state.post.reroll_limit is None:
            call.warn("REROLL_LIMIT", cites.VILLAIN_LIMIT)
        return with_post(state, reserve=reserve - n, **{space: on + n})
    spaces = with_spaces(holder, **{space: on + n})
    return with_hero(state, part, reserve=reserve - n, spaces=spaces)


def who_of(state: State, part: int) -> str:
    """The name of a part."""
    return VILLAIN if part == state.villain else state.heroes[part].sheet.name


def spent(part: int, space: str, n: int) -> tuple[Cubes, ...]:
    """The movement of cubes ``pay`` made, for its note."""
    return ((part, "reserve", space, n),) if n else ()


def sweep_heroes(state: State, call: Call, rule: str) -> State:
    """All cubes on all hero spaces go to fatigue (p.20-21)."""
    for index, hero in enumerate(state.heroes):
        n = sum(hero.spaces)
        if n:
            moved = tuple(
                (index, space, "fatigue", on)
                for space, on in zip(SPACES, hero.spaces, strict=True)
                if on
            )
            call.note("sweep", rule, who=hero.sheet.name, n=n, cubes=moved)
            state = with_hero(state, index, fatigue=hero.fatigue + n, spaces=(0,) * len(SPACES))
    return state


def recover_hero(state: State, index: int, n: int, call: Call) -> State:
    """Recover ``n`` cubes: fatigue to reserve, what is missing there wound to fatigue (p.21)."""
    hero = state.heroes[index]
    fresh = min(n, hero.fatigue)
    healed = min(n - fresh, hero.wounds)
    if not fresh + healed:
        return state
    moved: tuple[Cubes, ...] = ((index, "fatigue", "reserve", fresh),) if fresh else ()
    moved += ((index, "wounds", "fatigue", healed),) if healed else ()
    code = "recover-both" if healed else "recover"
    call.note(code, cites.RECOVERY, who=hero.sheet.name, n=fresh, healed=healed, cubes=moved)
    back = hero.neutralized and healed
    after = with_hero(
        state,
        index,
        reserve=hero.reserve + fresh,
        fatigue=hero.fatigue - fresh + healed,
        wounds=hero.wounds - healed,
    )
    if back:
        call.note("back", cites.BACK, who=hero.sheet.name)
    return after


def heal(state: State, index: int, n: int, call: Call, rule: str) -> State:
    """Wound to fatigue, as Regeneration does."""
    hero = state.heroes[index]
    n = min(n, hero.wounds)
    if not n:
        return state
    cubes = ((index, "wounds", "fatigue", n),)
    call.note("heal", rule, who=hero.sheet.name, n=n, cubes=cubes)
    return with_hero(state, index, wounds=hero.wounds - n, fatigue=hero.fatigue + n)


def sweep_post(state: State, call: Call) -> State:
    """The villain's step 1: spaces to fatigue, then the recovery value to reserve (p.29)."""
    post, part = state.post, state.villain
    moved = tuple((part, space, "fatigue", post.on(space)) for space in POST_SPACES)
    swept = sum(n for *_, n in moved)
    fatigue = post.fatigue + swept
    fresh = min(post.recovery, fatigue)
    call.note(
        "villain-recovers",
        cites.VILLAIN_SWEEP,
        swept=swept,
        n=fresh,
        cubes=(*(m for m in moved if m[3]), (part, "fatigue", "reserve", fresh)),
    )
    return with_post(
        state,
        reserve=post.reserve + fresh,
        fatigue=fatigue - fresh,
        movement=0,
        defence=0,
        reroll=0,
        activations=0,
    )


def wound_hero(
    state: State,
    index: int,
    n: int,
    call: Call,
    sources: tuple[str, ...] = (),
    rule: str = cites.WOUND_ORDER,
    onto: str = "",
) -> State:
    """Wounds of a hero: fatigue, then spaces as the player picks, then reserve (p.49).

    ``sources`` names a space per cube after fatigue; without it the table is asked where
    there is a choice. Excess wounds are ignored. ``onto`` names the wounds' note.
    """
    hero = state.heroes[index]
    n = min(n, hero.sheet.total - hero.wounds)
    if n <= 0:
        return state
    tired = min(n, hero.fatigue)
    rest = n - tired
    from_spaces = min(rest, sum(hero.spaces))
    picked = _picked(hero, from_spaces, sources, call)
    fresh = rest - from_spaces
    spaces = tuple(on - take for on, take in zip(hero.spaces, picked, strict=True))
    moved: list[Cubes] = [(index, "fatigue", "wounds", tired)] if tired else []
    moved += [
        (index, space, "wounds", take) for space, take in zip(SPACES, picked, strict=True) if take
    ]
    moved += [(index, "reserve", "wounds", fresh)] if fresh else []
    call.note(
        onto or "wounds",
        rule,
        who=hero.sheet.name,
        n=n,
        sources=tuple(msg("term.from", n=k, space=space_name(zone)) for _, zone, _, k in moved),
        cubes=tuple(moved),
    )
    after = with_hero(
        state,
        index,
        fatigue=hero.fatigue - tired,
        spaces=spaces,
        reserve=hero.reserve - fresh,
        wounds=hero.wounds + n,
    )
    if after.heroes[index].neutralized:
        call.note("hero-neutralized", cites.NEUTRALIZED, who=hero.sheet.name)
    return after


def _picked(hero: Hero, n: int, sources: tuple[str, ...], call: Call) -> tuple[int, ...]:
    """How many cubes each space gives; asks when the player has a real choice."""
    if sources:
        return _named(hero, n, sources, call)
    taken, cube = (0,) * len(SPACES), 1
    while True:
        left = tuple(on - take for on, take in zip(hero.spaces, taken, strict=True))
        ways = ways_to_take(left, n - sum(taken))
        if len(ways) == 1:
            return _together(taken, ways[0])
        code = "WOUND_FROM" if cube == 1 else f"WOUND_FROM_{cube}"
        facts = {"who": hero.sheet.name, "n": n - sum(taken)}
        answer = call.ask(code, cites.WOUND_ORDER, options=_shown(left, ways), **facts)
        if answer not in SPACES:
            return _together(taken, next(way for way in ways if way_code(way) == answer))
        taken = _together(taken, tuple(int(space == answer) for space in SPACES))
        cube += 1


def _together(taken: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(taken, more, strict=True))


def _shown(left: tuple[int, ...], ways: tuple[tuple[int, ...], ...]) -> tuple[Choice, ...]:
    """Every way if a thumb finds it, else the proposal and where the next cube comes from."""
    if len(ways) <= WAYS_AT_MOST:
        return tuple(Choice(way_code(way), way_label(way)) for way in ways)
    spaces = tuple(space for space, on in zip(SPACES, left, strict=True) if on)
    return (
        Choice(way_code(ways[0]), way_label(ways[0])),
        *(Choice(space, msg("term.next_from", space=space_name(space))) for space in spaces),
    )


def _named(hero: Hero, n: int, sources: tuple[str, ...], call: Call) -> tuple[int, ...]:
    left = list(hero.spaces)
    for source in sources[:n]:
        if source not in SPACES or not left[SPACES.index(source)]:
            call.impossible(
                "E_WOUND_ORDER",
                cites.WOUND_ORDER,
                remedy=msg("remedy.wound_order"),
                space=space_name(source),
                n=n,
            )
        left[SPACES.index(source)] -= 1
    missing = n - len(sources[:n])
    for _ in range(missing):
        left[max(range(len(left)), key=lambda i: left[i])] -= 1
    return tuple(on - now for on, now in zip(hero.spaces, left, strict=True))


def fullest_first(spaces: tuple[int, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """The spaces in the order the proposal takes their cubes, one name per cube."""
    left, found = list(spaces), []
    while any(left):
        at = max(range(len(left)), key=lambda i: left[i])
        left[at] -= 1
        found.append(names[at])
    return tuple(found)


def ways_to_take(spaces: tuple[int, ...], n: int) -> tuple[tuple[int, ...], ...]:
    """All ways to take ``n`` cubes from spaces, the fullest spaces first."""
    ways = [way for way in product(*(range(min(on, n) + 1) for on in spaces)) if sum(way) == n]
    return tuple(sorted(ways, key=lambda way: _evenness(spaces, way)))


def _evenness(spaces: tuple[int, ...], way: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    left = sorted((on - take for on, take in zip(spaces, way, strict=True)), reverse=True)
    return sum(on * on for on in left), tuple(-take for take in way)


def way_code(way: tuple[int, ...], names: tuple[str, ...] = SPACES) -> str:
    """A way of taking cubes as the value of a choice."""
    return "+".join(f"{name}:{k}" for name, k in zip(names, way, strict=True) if k)


def way_label(way: tuple[int, ...], names: tuple[str, ...] = SPACES) -> Msg:
    """A way of taking cubes as the table reads it."""
    taken = tuple(
        msg("term.from", n=k, space=space_name(s)) for s, k in zip(names, way, strict=True) if k
    )
    return msg("term.sources", sources=taken)


def stance_recovery(state: State, index: int, call: Call) -> int:
    """How many cubes the hero's new stance recovers, the variant's extra cube included."""
    hero = state.heroes[index]
    n = hero.sheet.active if hero.stance == "active" else hero.sheet.resting
    if n is None:
        numbers = tuple(Choice(str(k), str(k)) for k in range(hero.sheet.total + 1))
        n = int(call.ask("RECOVERY", cites.RECOVERY, options=numbers, who=hero.sheet.name))
    return n + (1 if state.has("E1") else 0)


def regeneration(hero: Hero, overruled: bool = False) -> int:
    """How many wounds the hero may turn into fatigue before recovery.

    None while neutralized, unless the table ``overruled`` that.
    """
    if "regeneration" in hero.used:
        return 0
    known = summed(hero.sheet.skills, "Regeneration") if overruled else level(hero, "Regeneration")
    return min(known, hero.wounds)
