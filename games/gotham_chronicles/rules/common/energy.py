"""Energy cubes: spending, sweeping, recovering, wounds of heroes (p.18-21, 29, 49).

Every note about cubes carries the fact ``cubes``: (part, from, to, how many), so that a
difference on the table can be traced.
"""

from __future__ import annotations

from itertools import product

from games.gotham_chronicles.box.sheets import SPACES
from games.gotham_chronicles.rules.common.skills import barred, level, summed
from games.gotham_chronicles.state import (
    POST_SPACES,
    THE_VILLAIN,
    VILLAIN,
    Hero,
    State,
    with_hero,
    with_post,
    with_spaces,
)
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.referee import Choice

HERO_ZONES = ("reserve", "fatigue", "wounds", *SPACES)
POST_ZONES = ("reserve", "fatigue", *POST_SPACES)

Cubes = tuple[int, str, str, int]
REGENERATION = "Regeneration"


def space_name(space: str) -> Msg:
    """Return a zone or space as a term of the catalogue."""
    return Msg(f"space.{space}")


def pay(t: Table, part: int, space: str, n: int, rule: str = "") -> None:
    """Move cubes from the reserve of a hero or the villain to a space, all or none."""
    if part == t.state.villain:
        if space not in POST_SPACES:
            t.refuse_impossible("E_NO_SPACE", "G-069", space=space_name(space))
        holder: Hero | None = None
        reserve, on, limit = (
            t.state.post.reserve,
            t.state.post.on(space),
            t.state.post.limit(space),
        )
    else:
        holder = t.state.heroes[part]
        reserve, on, limit = holder.reserve, holder.on(space), holder.sheet.limit(space)
    if n > reserve:
        t.refuse_impossible(
            "E_NO_RESERVE",
            rule or "G-037",
            remedy=msg("remedy.fewer", n=reserve),
            who=who_acts(t.state, part),
            n=n,
            reserve=reserve,
        )
    if on + n > limit:
        t.refuse(
            "E_LIMIT",
            "G-179",
            remedy=msg("remedy.fewer", n=max(0, limit - on)),
            space=space_name(space),
            now=on,
            asked=n,
            limit=limit,
        )
    if holder is None:
        if space == "reroll" and t.state.post.reroll_limit is None:
            t.warn("REROLL_LIMIT", "G-070")
        t.put_post(reserve=reserve - n, **{space: on + n})
        return
    spaces = with_spaces(holder, **{space: on + n})
    t.put_hero(part, reserve=reserve - n, spaces=spaces)


def who_of(state: State, part: int) -> Msg | str:
    """Return the name of a part."""
    return VILLAIN if part == state.villain else state.heroes[part].sheet.name


def who_acts(state: State, part: int) -> Msg | str:
    """Return the name of a part as the subject of a sentence."""
    return THE_VILLAIN if part == state.villain else state.heroes[part].sheet.name


def spent(part: int, space: str, n: int) -> tuple[Cubes, ...]:
    """Return the movement of cubes ``pay`` made, for its note."""
    return ((part, "reserve", space, n),) if n else ()


def sweep_heroes(t: Table, rule: str) -> None:
    """Move all cubes on all hero spaces to fatigue (p.20-21)."""
    for index, hero in enumerate(t.state.heroes):
        n = sum(hero.spaces)
        if n:
            moved = tuple(
                (index, space, "fatigue", on)
                for space, on in zip(SPACES, hero.spaces, strict=True)
                if on
            )
            t.note("sweep", rule, who=hero.sheet.name, n=n, cubes=moved)
            t.put_hero(index, fatigue=hero.fatigue + n, spaces=(0,) * len(SPACES))


def recover_hero(t: Table, index: int, n: int) -> None:
    """Recover ``n`` cubes: fatigue to reserve, and as many as are missing there wound to fatigue
    (p.21)."""
    hero = t.state.heroes[index]
    fresh = min(n, hero.fatigue)
    healed = min(n - fresh, hero.wounds)
    if not fresh + healed:
        return
    moved: tuple[Cubes, ...] = ((index, "fatigue", "reserve", fresh),) if fresh else ()
    moved += ((index, "wounds", "fatigue", healed),) if healed else ()
    code = "recover-both" if healed else "recover"
    t.note(code, "G-046", who=hero.sheet.name, n=fresh, healed=healed, cubes=moved)
    after = with_hero(
        t.state,
        index,
        reserve=hero.reserve + fresh,
        fatigue=hero.fatigue - fresh + healed,
        wounds=hero.wounds - healed,
    )
    if hero.neutralized:
        t.note("back", "G-151", who=hero.sheet.name)
    t.state = after


def heal(t: Table, index: int, n: int, rule: str) -> None:
    """Move wounds to fatigue, as Regeneration does."""
    hero = t.state.heroes[index]
    n = min(n, hero.wounds)
    if not n:
        return
    cubes = ((index, "wounds", "fatigue", n),)
    t.note("heal", rule, who=hero.sheet.name, n=n, cubes=cubes)
    t.put_hero(index, wounds=hero.wounds - n, fatigue=hero.fatigue + n)


def sweep_post(t: Table) -> None:
    """Sweep spaces to fatigue, then recover that many to reserve, the villain's step 1 (p.29)."""
    post, part = t.state.post, t.state.villain
    moved = tuple((part, space, "fatigue", post.on(space)) for space in POST_SPACES)
    swept = sum(n for *_, n in moved)
    fatigue = post.fatigue + swept
    fresh = min(post.recovery, fatigue)
    t.note(
        "villain-recovers",
        "G-081",
        swept=swept,
        n=fresh,
        cubes=(*(m for m in moved if m[3]), (part, "fatigue", "reserve", fresh)),
    )
    t.put_post(
        reserve=post.reserve + fresh,
        fatigue=fatigue - fresh,
        movement=0,
        defence=0,
        reroll=0,
        activations=0,
    )


def fullest_first(spaces: tuple[int, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spaces in the order the proposal takes their cubes, one name per cube."""
    left, found = list(spaces), []
    while any(left):
        at = max(range(len(left)), key=lambda i: left[i])
        left[at] -= 1
        found.append(names[at])
    return tuple(found)


def ways_to_take(spaces: tuple[int, ...], n: int) -> tuple[tuple[int, ...], ...]:
    """Return all ways to take ``n`` cubes from spaces, the fullest spaces first."""
    ways = [way for way in product(*(range(min(on, n) + 1) for on in spaces)) if sum(way) == n]
    return tuple(sorted(ways, key=lambda way: _evenness(spaces, way)))


def _evenness(spaces: tuple[int, ...], way: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    left = (on - take for on, take in zip(spaces, way, strict=True))
    return sum(on * on for on in left), tuple(-take for take in way)


def way_code(way: tuple[int, ...], names: tuple[str, ...] = SPACES) -> str:
    """Return a way of taking cubes as the value of a choice."""
    return "+".join(f"{name}:{k}" for name, k in zip(names, way, strict=True) if k)


def way_label(way: tuple[int, ...], names: tuple[str, ...] = SPACES) -> Msg:
    """Return a way of taking cubes as the table reads it."""
    taken = tuple(
        msg("term.from", n=k, space=space_name(s)) for s, k in zip(names, way, strict=True) if k
    )
    return msg("term.sources", sources=taken)


def stance_recovery(t: Table, index: int) -> int:
    """Return how many cubes the hero's new stance recovers, the variant's extra cube included.

    Each hero whose number is open is asked about by a question of its own.
    """
    n = _printed(t.state.heroes[index])
    if n is None:
        hero = t.state.heroes[index]
        nth = sum(_printed(each) is None for each in t.state.heroes[: index + 1])
        numbers = tuple(Choice(str(k), str(k)) for k in range(hero.sheet.total + 1))
        code = "RECOVERY" if nth == 1 else f"RECOVERY_{nth}"
        n = int(t.ask(code, "G-046", options=numbers, who=hero.sheet.name))
    return n + (1 if t.state.has("E1") else 0)


def _printed(hero: Hero) -> int | None:
    """Return what the screen prints for the stance chosen; ``None`` for an X."""
    return hero.sheet.active if hero.choosing == "active" else hero.sheet.resting


def regeneration(hero: Hero, overruled: bool = False, card: str = "") -> int:
    """Return how many wounds the hero may turn into fatigue before recovery, with a one-time card.

    None while neutralized, unless the table ``overruled`` that.
    """
    own = summed(hero.sheet.skills, REGENERATION) if overruled else level(hero, REGENERATION)
    own = 0 if "regeneration" in hero.used else own
    return min(own + healing_cards(hero).get(card, 0), hero.wounds)


def healing_cards(hero: Hero) -> dict[str, int]:
    """Return one-time cards that help while stances are chosen, with their Regeneration
    (p.22-23)."""
    levels = {
        card.name: max((summed(line.skills, REGENERATION) for line in card.lines), default=0)
        for card in hero.cards
        if card.once and not barred(hero, card)
    }
    return {name: n for name, n in levels.items() if n}


def counts_of(state: State, part: int) -> tuple[int, ...]:
    """Return the cubes of a tablet or the post in the order of its zones."""
    if part == state.villain:
        post = state.post
        return post.reserve, post.fatigue, post.movement, post.defence, post.reroll
    hero = state.heroes[part]
    return hero.reserve, hero.fatigue, hero.wounds, *hero.spaces


def with_counts(state: State, part: int, counts: tuple[int, ...]) -> State:
    """Return the state with all cubes of a part laid as counted."""
    if part == state.villain:
        return with_post(state, **dict(zip(POST_ZONES, counts, strict=True)))
    hero = state.heroes[part]
    spaces = with_spaces(hero, **dict(zip(SPACES, counts[3:], strict=True)))
    reserve, fatigue, wounds = counts[:3]
    return with_hero(state, part, reserve=reserve, fatigue=fatigue, wounds=wounds, spaces=spaces)


def room_on(state: State, part: int, zone: str) -> int:
    """Return how many more cubes a zone or space takes; only spaces have a limit."""
    if zone not in SPACES:
        return sum(counts_of(state, part))
    if part == state.villain:
        return max(0, state.post.limit(zone) - state.post.on(zone))
    hero = state.heroes[part]
    return max(0, hero.sheet.limit(zone) - hero.on(zone))
