"""Wounds and neutralization, of heroes and of miniatures (p.49)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.box.sheets import SPACES
from games.gotham_chronicles.rules.common.energy import (
    Cubes,
    space_name,
    way_code,
    way_label,
    ways_to_take,
)
from games.gotham_chronicles.rules.common.forms import (
    MORE,
    NOW,
    Wounds,
    characters,
    choice,
    sources,
    tile_choices,
)
from games.gotham_chronicles.rules.villain.river import to_the_end
from games.gotham_chronicles.state import Hero, State, with_hero
from games.gotham_chronicles.table import (
    Act,
    Table,
    counted,
    fighter,
    hero_at,
    hero_of,
    known_tile,
    mini_of,
    name_of,
    on_the_map,
    tile_of,
    unentered,
    which,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Prompt

WAYS_AT_MOST = 8
"""The number of ways to take cubes asked at once; with more, one cube at a time."""


class Wound(Act, tag="wound"):
    """A hero suffers wounds; ``sources`` names a space per cube that fatigue cannot give."""

    named = _("Suffer wounds")
    by_hand = True

    hero: int
    wounds: Wounds = 1
    sources: tuple[str, ...] = ()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        quick = t.state.depth == "quick" and bool(t.state.side)
        for index, hero in enumerate(t.state.heroes):
            if hero.neutralized:
                continue
            most = hero.sheet.total - hero.wounds
            yield cls.prompt(
                msg("prompt.wound", who=hero.sheet.name),
                cls.field("wounds", high=max(1, most), rule="G-147"),
                *sources(hero.spaces, SPACES, sum(hero.spaces) - 1, "G-147"),
                fixed={"hero": index},
                rule="G-147",
                group=NOW if quick else MORE,
                tone="danger",
            )

    def apply(self, t: Table) -> None:
        """Wound a fighter, from anything (p.49)."""
        hero = hero_at(t, self.hero)
        self.bounded(t, "G-147")
        if hero.neutralized:
            t.note("no-effect", "G-148", target=hero.sheet.name)
        wound_hero(t, self.hero, self.wounds, tuple(filter(None, self.sources)))


class Hurt(Act, tag="hurt"):
    """A miniature with a tile suffers wounds; ``mini`` is its number, 0 for any of them."""

    named = _("Wound a miniature")
    by_hand = True

    tile: str
    wounds: Wounds = 1
    mini: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        there = tuple(tile for tile in characters(t.state) if tile.on_map or unentered(tile))
        if not there:
            return
        fields = [choice("tile", tile_choices(there), "G-149")]
        life = max(tile.sheet.life for tile in there)
        if life > 1:
            fields.append(cls.field("wounds", high=life, rule="G-149"))
        quick = t.state.depth == "quick" and bool(t.state.side)
        yield cls.prompt(
            Msg("prompt.hurt"),
            *fields,
            rule="G-149",
            group=NOW if quick else MORE,
            tone="danger",
        )

    def apply(self, t: Table) -> None:
        """Hurt a fighter, from anything (p.49)."""
        tile = counted(t, known_tile(t, self.tile), "G-149")
        on_the_map(t, tile, "G-149")
        self.bounded(t, "G-149")
        mini = tile.mini(self.mini) if self.mini else which(t, tile, "G-149")
        if mini is None:
            t.refuse_impossible("E_NO_MINIATURE", "G-149", tile=f"{tile.name} #{self.mini}")
        hurt_miniature(t, fighter("tile", tile.name, mini.number), self.wounds)


def suffer(t: Table, who: str, n: int, onto: str = "") -> None:
    """Deal wounds to any fighter."""
    if n <= 0:
        return
    index = hero_of(who)
    if index is not None:
        wound_hero(t, index, n, onto=onto)
        return
    hurt_miniature(t, who, n)


def wounds_needed(state: State, who: str) -> int:
    """Return how many wounds neutralize a fighter."""
    index = hero_of(who)
    if index is None:
        return life_left(state, who)
    hero = state.heroes[index]
    return hero.sheet.total - hero.wounds


def wound_hero(
    t: Table,
    index: int,
    n: int,
    sources: tuple[str, ...] = (),
    rule: str = "G-147",
    onto: str = "",
) -> None:
    """Wound a hero: fatigue, then spaces as the player picks, then reserve (p.49).

    ``sources`` names a space per cube after fatigue; without it the table is asked where
    there is a choice. Excess wounds are ignored. ``onto`` names the wounds' note.
    """
    hero = t.state.heroes[index]
    left = hero.sheet.total - hero.wounds
    ignored, n = max(0, n - left), min(n, left)
    if n <= 0:
        return
    _take(t, index, n, sources, rule, onto)
    if ignored:
        t.note("excess", "G-148", who=hero.sheet.name, n=ignored)
    if t.state.heroes[index].neutralized:
        t.note("hero-neutralized", "G-150", who=hero.sheet.name)


def _take(t: Table, index: int, n: int, sources: tuple[str, ...], rule: str, onto: str) -> None:
    """Turn that many cubes of a hero into wounds; there are as many."""
    hero = t.state.heroes[index]
    tired = min(n, hero.fatigue)
    rest = n - tired
    from_spaces = min(rest, sum(hero.spaces))
    picked = _picked(t, hero, from_spaces, sources)
    fresh = rest - from_spaces
    moved = _to_wounds(index, tired, picked, fresh)
    t.note(
        onto or "wounds",
        rule,
        who=hero.sheet.name,
        n=n,
        sources=tuple(msg("term.from", n=k, space=space_name(zone)) for _, zone, _, k in moved),
        cubes=moved,
    )
    t.state = with_hero(
        t.state,
        index,
        fatigue=hero.fatigue - tired,
        spaces=tuple(on - take for on, take in zip(hero.spaces, picked, strict=True)),
        reserve=hero.reserve - fresh,
        wounds=hero.wounds + n,
    )


def _to_wounds(index: int, tired: int, picked: tuple[int, ...], fresh: int) -> tuple[Cubes, ...]:
    """Return the cubes that go to the wounds, by where each comes from, in the order of p.49."""
    taken = (("fatigue", tired), *zip(SPACES, picked, strict=True), ("reserve", fresh))
    return tuple((index, space, "wounds", n) for space, n in taken if n)


def _picked(t: Table, hero: Hero, n: int, sources: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many cubes each space gives; ask when the player has a real choice.

    Questions are numbered on from those about heroes who were wounded in the same action.
    """
    if sources:
        return _named(t, hero, n, sources)
    taken, cube = (0,) * len(SPACES), 1 + _chosen_before(t)
    while True:
        left = tuple(on - take for on, take in zip(hero.spaces, taken, strict=True))
        ways = ways_to_take(left, n - sum(taken))
        if len(ways) == 1:
            return _together(taken, ways[0])
        code = "WOUND_FROM" if cube == 1 else f"WOUND_FROM_{cube}"
        facts = {"who": hero.sheet.name, "n": n - sum(taken)}
        answer = t.ask(code, "G-147", options=_shown(left, ways), **facts)
        if answer not in SPACES:
            return _together(taken, next(way for way in ways if way_code(way) == answer))
        taken = _together(taken, tuple(int(space == answer) for space in SPACES))
        cube += 1


def _chosen_before(t: Table) -> int:
    """Return how many cubes have gone from spaces to wounds in this action."""
    moved = (each for note in t.notes for each in note.facts.get("cubes", ()))
    return sum(n for _, zone, to, n in moved if to == "wounds" and zone in SPACES)


def _together(taken: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(taken, more, strict=True))


def _shown(left: tuple[int, ...], ways: tuple[tuple[int, ...], ...]) -> tuple[Choice, ...]:
    """Return every way if a thumb finds it, else the proposal and where the next cube comes
    from."""
    if len(ways) <= WAYS_AT_MOST:
        return tuple(Choice(way_code(way), way_label(way)) for way in ways)
    spaces = tuple(space for space, on in zip(SPACES, left, strict=True) if on)
    return (
        Choice(way_code(ways[0]), way_label(ways[0])),
        *(Choice(space, msg("term.next_from", space=space_name(space))) for space in spaces),
    )


def _named(t: Table, hero: Hero, n: int, sources: tuple[str, ...]) -> tuple[int, ...]:
    left = list(hero.spaces)
    for source in sources[:n]:
        if source not in SPACES or not left[SPACES.index(source)]:
            t.refuse_impossible(
                "E_WOUND_ORDER",
                "G-147",
                remedy=msg("remedy.wound_order"),
                space=space_name(source),
                n=n,
            )
        left[SPACES.index(source)] -= 1
    missing = n - len(sources[:n])
    for _cube in range(missing):
        left[max(range(len(left)), key=lambda i: left[i])] -= 1
    return tuple(on - now for on, now in zip(hero.spaces, left, strict=True))


def life_left(state: State, who: str) -> int:
    """Return the life points of a miniature; 0 of one that is gone."""
    mini = mini_of(state, who)
    return mini.life if mini else 0


def hurt_miniature(t: Table, who: str, n: int) -> None:
    """Wound a miniature: its life goes down, at 0 it leaves (p.49)."""
    (name, number), mini, tile = (
        tile_of(who),
        mini_of(t.state, who),
        t.state.tile(tile_of(who)[0]),
    )
    if tile is None or mini is None or n <= 0:
        return
    if tile.sheet.life == 1:
        remove_miniature(t, name, number)
        return
    after = max(0, mini.life - n)
    t.note("life", "G-149", tile=name_of(t.state, who), before=mini.life, after=after)
    if after == 0:
        remove_miniature(t, name, number)
        return
    t.put_mini(who, life=after)


def remove_miniature(t: Table, name: str, number: int) -> None:
    """Remove a neutralized miniature from the map; its tile turns over with the last (p.49).

    Villains wait in the character pool. Allies and neutrals are out of the game.
    """
    tile = t.state.tile(name)
    if tile is None:
        return
    minis = tuple(mini for mini in tile.minis if mini.number != number)
    if tile.side == "villain":
        t.note("to-pool", "G-152", tile=name, n=tile.pool + 1)
        t.put_tile(name, minis=minis, pool=tile.pool + 1)
    else:
        code = "ally-neutralized" if tile.side == "hero" else "neutral-neutralized"
        t.note(code, "G-154", tile=name)
        t.put_tile(name, minis=minis, removed=tile.removed + 1)
    if not minis:
        neutralize_tile(t, name)


def told(t: Table, before: State) -> None:
    """Log who was neutralized by a number set by hand; the tile turns over as in play."""
    for index, hero in enumerate(before.heroes):
        if t.state.heroes[index].neutralized and not hero.neutralized:
            t.note("hero-neutralized", "G-150", who=hero.sheet.name)
    for tile in before.tiles:
        now = t.state.tile(tile.name)
        if tile.on_map and now and not now.on_map and not now.down:
            neutralize_tile(t, tile.name)


def neutralize_tile(t: Table, name: str) -> None:
    """Turn the tile over; in the river it goes to the right end at once (p.49)."""
    t.put_tile(name, down=True)
    if name in t.state.river:
        t.note("tile-neutralized", "G-153", tile=name)
        t.state = to_the_end(t.state, name)
        return
    t.note("tile-turned", "G-154", tile=name)


WORDS: Catalogue = {
    "question.MINIS": _("How many miniatures of {tile} are on the map, including this one?"),
    "note.hero-neutralized": _("{who} is neutralized"),
    "note.to-pool": _(
        "{tile}: a miniature is neutralized and goes to the character pool ({n} there)"
    ),
    "note.ally-neutralized": _("{tile}: an ally is neutralized and leaves for good"),
    "note.neutral-neutralized": _("{tile}: a miniature is neutralized and leaves for good"),
    "note.tile-neutralized": _("{tile} turns over and goes to the end of the river"),
    "note.tile-turned": _("{tile} turns over and cannot be led any more"),
    "note.excess": _("{who} has nothing left to wound: {n} more ignored"),
    "refusal.E_WOUND_ORDER": _(
        "{space} can't take this wound: fatigue first, then spaces, then reserve"
    ),
    "remedy.wound_order": _("Choose spaces with cubes on them"),
    "question.WOUND_FROM": _("{who}: which cubes become wounds?"),
    "term.next_from": _("Next cube from {space}"),
    "prompt.wound": _("{who} suffers wounds"),
    "prompt.hurt": _("A miniature suffers wounds"),
}
