"""A fighter: a hero, or a miniature with its tile, by one name."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games import actions
from games.gotham_chronicles.box.sheets import MOST_MINIS
from games.gotham_chronicles.state import (
    THE_VILLAIN,
    Given,
    Hero,
    Mini,
    Move,
    State,
    Tile,
    with_hero,
    with_post,
    with_tile,
)
from games.messages import Msg, msg
from games.referee import Choice


def fighter(kind: str, key: object, mini: int = 0) -> str:
    """Return a fighter's name: ``hero:0``, or ``tile:Bane:1`` for miniature 1 of a tile.

    0 is any miniature of the tile, if nothing distinguishes them.
    """
    return f"hero:{key}" if kind == "hero" else f"tile:{key}:{mini}"


@lru_cache(maxsize=1024)
def hero_of(who: str) -> int | None:
    """Return the index of a fighting hero, ``None`` for a miniature with a tile."""
    return int(who[5:]) if who.startswith("hero:") else None


@lru_cache(maxsize=1024)
def tile_of(who: str) -> tuple[str, int]:
    """Return the tile and the number of a fighting miniature."""
    name, _, mini = who[5:].rpartition(":")
    return name, int(mini)


def name_of(state: State, who: str) -> str:
    """Return what the table calls a fighter."""
    index = hero_of(who)
    if index is not None:
        return state.heroes[index].sheet.name
    name, number = tile_of(who)
    tile = state.tile(name)
    return f"{name} #{number}" if number and tile and tile.told_apart else name


def side_of(state: State, who: str) -> str:
    """Return the side of a fighter: heroes, villain or neutral."""
    if hero_of(who) is not None:
        return "heroes"
    tile = state.tile(tile_of(who)[0])
    return {"hero": "heroes", "villain": "villain"}.get(tile.side if tile else "", "neutral")


def led_by(state: State, who: str) -> str:
    """Return the side that plays a fighter, by its tile; "" for a neutral without one."""
    tile = state.tile(tile_of(who)[0]) if hero_of(who) is None else None
    if tile is not None and tile.place in ("ally", "river"):
        return "heroes" if tile.place == "ally" else "villain"
    side = side_of(state, who)
    return "" if side == "neutral" else side


def enemy_of(state: State, who: str) -> str:
    """Return the side that plays against a fighter; the heroes where no one plays it."""
    return "villain" if led_by(state, who) == "heroes" else "heroes"


def mini_of(state: State, who: str) -> Mini | None:
    """Return the miniature a fighter is; ``None`` for a hero and for one that left the map."""
    if hero_of(who) is not None:
        return None
    name, number = tile_of(who)
    tile = state.tile(name)
    return tile.mini(number) if tile else None


def with_mini(state: State, who: str, **changes: Any) -> State:
    """Return the state with one miniature on the map changed."""
    name, number = tile_of(who)
    tile = state.tile(name)
    if tile is None:
        return state
    minis = (replace(mini, **changes) if mini.number == number else mini for mini in tile.minis)
    return with_tile(state, name, minis=tuple(minis))


class Table(actions.Table[State]):
    """The table one action is about (see ``games/actions.py``)."""

    def put_hero(self, index: int, **changes: Any) -> None:
        """Set fields of a hero's tablet."""
        self.state = with_hero(self.state, index, **changes)

    def put_post(self, **changes: Any) -> None:
        """Set fields of the command post."""
        self.state = with_post(self.state, **changes)

    def put_tile(self, name: str, **changes: Any) -> None:
        """Set fields of a character tile."""
        self.state = with_tile(self.state, name, **changes)

    def put_mini(self, who: str, **changes: Any) -> None:
        """Set fields of a miniature on the map."""
        self.state = with_mini(self.state, who, **changes)


class Act(actions.Act[Table]):
    """Base of the actions that stand in a chapter (``rules/``)."""


SIDES = ("heroes", "villain")


def side_only(t: Table, side: str, rule: str = "G-023") -> None:
    """Refuse the other side; any hero player may act for the heroes, anyone for no one."""
    if not side or t.actor is None or (t.actor == t.state.villain) == (side == "villain"):
        return
    active = THE_VILLAIN if side == "villain" else Msg("term.heroes")
    t.refuse("E_NOT_ACTIVE", rule, remedy=msg("remedy.ask_active", active=active), active=active)


def in_phase(t: Table, phases: tuple[str, ...], rule: str) -> None:
    """Refuse outside the steps a command belongs to."""
    if t.state.phase not in phases:
        t.refuse(
            "E_PHASE",
            rule,
            remedy=msg("remedy.phase", phases=tuple(Msg(f"phase.{p}") for p in phases)),
            phase=Msg(f"phase.{t.state.phase}"),
        )


def nothing_open(t: Table, rule: str = "G-022") -> None:
    """Refuse while an action is unfinished."""
    if t.state.open is not None or t.state.peril is not None:
        what = Msg(f"open.{type(t.state.open).__name__.lower()}" if t.state.open else "open.peril")
        t.refuse_impossible("E_ACTION_OPEN", rule, remedy=msg("remedy.finish"), what=what)


def end_own_move(t: Table, who: str) -> None:
    """End the movement of a fighter that takes another action; refuse while anything else is
    unfinished (p.34)."""
    move = t.state.open
    if isinstance(move, Move) and move.who == who and not t.state.peril:
        stop(t)
    nothing_open(t)


def stop(t: Table) -> None:
    """Drop points that are left, but for the bonus points variants keep (p.34, 58)."""
    move = t.state.open
    if not isinstance(move, Move):
        return
    t.put(open=None)
    index, kept, active = hero_of(move.who), min(move.pool, move.bonus), t.state.activation
    own = active and not active.closed and move.who == fighter("tile", active.tile, active.mini)
    if index is not None and t.state.has("E3"):
        t.put_hero(index, kept=kept)
    elif active and own and t.state.has("H3"):
        t.put(activation=replace(active, bonus=kept))
    else:
        kept = 0
    lost = move.pool - kept
    t.note("move-over", "G-107", who=name_of(t.state, move.who), n=lost, kept=kept)


def no_activation(t: Table) -> None:
    """Refuse while a tile is being resolved."""
    if t.state.activation is not None:
        t.refuse_impossible(
            "E_ACTION_OPEN",
            "G-089",
            remedy=msg("remedy.finish"),
            what=Msg("open.activation"),
        )


def hero_at(t: Table, index: int) -> Hero:
    """Return a hero by part index; refuse any other number."""
    t.require_range(Msg("term.hero"), index, 0, len(t.state.heroes) - 1, "G-002")
    return t.state.heroes[index]


def can_act(t: Table, index: int, rule: str) -> Hero:
    """Return a hero who may take an action now: step H4, active, not neutralized, nothing open.

    What the mission has given to the hero is used up with it; a movement of the hero is over.
    """
    hero = hero_at(t, index)
    side_only(t, "heroes", rule)
    if given(t.state, index) and not t.state.peril:
        t.put(open=None)
        awake(t, hero)
        return hero
    in_phase(t, ("H4",), rule)
    end_own_move(t, fighter("hero", index))
    no_activation(t)
    hero = t.state.heroes[index]
    awake(t, hero)
    if hero.stance != "active":
        t.refuse("E_RESTING", "G-049", remedy=msg("remedy.resting"), who=hero.sheet.name)
    return hero


def given(state: State, index: int) -> bool:
    """Return whether the mission lets this hero act now."""
    return state.open == Given(fighter("hero", index))


def awake(t: Table, hero: Hero) -> None:
    """Refuse a neutralized hero."""
    if hero.neutralized:
        t.refuse(
            "E_NEUTRALIZED",
            "G-150",
            remedy=msg("remedy.neutralized"),
            who=hero.sheet.name,
        )


def unentered(tile: Tile) -> bool:
    """Return whether no one knows if a tile of the river has miniatures on the map."""
    return tile.place == "river" and not (tile.on_map or tile.counted or tile.down)


def counted(t: Table, tile: Tile, rule: str) -> Tile:
    """Return a tile with its miniatures on the map; the table counts them once where no one has."""
    if not unentered(tile):
        return tile
    options = tuple(Choice(n, str(n)) for n in range(1, MOST_MINIS + 1))
    n = int(t.ask("MINIS", rule, options=options, tile=tile.name))
    t.put_tile(tile.name, minis=arrived(tile, n), quantity=tile.quantity + n, counted=True)
    return known_tile(t, tile.name)


def on_the_map(t: Table, tile: Tile, rule: str) -> None:
    """Refuse a tile without miniatures on the map."""
    if not tile.on_map:
        t.refuse_impossible("E_NO_MINIATURE", rule, tile=tile.name)


def known_tile(t: Table, name: str) -> Tile:
    """Return a tile in play anywhere; refuse any other name."""
    tile = t.state.tile(name)
    if tile is None or tile.place == "box":
        t.refuse_impossible("E_NOT_IN_RIVER", "G-100", tile=name)
    return tile


SHACKLES_IN_BOX = 12
MOST_ASKED = 40
"""The number of miniatures of one tile that one action may name."""


def shackles_on(state: State, who: str) -> int:
    """Return the shackle tokens a fighter bears."""
    index = hero_of(who)
    if index is not None:
        return state.heroes[index].shackles
    mini = mini_of(state, who)
    return mini.shackles if mini else 0


def with_shackles(state: State, who: str, n: int) -> State:
    """Return the state with this number of shackle tokens on a fighter."""
    index = hero_of(who)
    if index is not None:
        return with_hero(state, index, shackles=n)
    return with_mini(state, who, shackles=n)


def shackles_left(state: State) -> int:
    """Return the shackle tokens still in the box."""
    used = sum(hero.shackles for hero in state.heroes)
    used += sum(mini.shackles for tile in state.tiles for mini in tile.minis)
    return max(0, SHACKLES_IN_BOX - used)


def present(state: State, who: str) -> bool:
    """Return whether a fighter can still act and be acted upon: on the map and not neutralized."""
    index = hero_of(who)
    if index is not None:
        return not state.heroes[index].neutralized
    return mini_of(state, who) is not None


def arrived(tile: Tile, n: int = 1) -> tuple[Mini, ...]:
    """Return the tile's miniatures with ``n`` more, each whole and with a number no one there
    has."""
    taken = {mini.number for mini in tile.minis}
    free = [number for number in range(1, len(taken) + n + 1) if number not in taken]
    fresh = tuple(Mini(number, tile.sheet.life) for number in free[:n])
    return tuple(sorted((*tile.minis, *fresh), key=lambda mini: mini.number))


# -- which one -----------------------------------------------------------------------------


Groups = tuple[tuple[Mini, ...], ...]


def groups(state: State, tile: Tile, among: tuple[Mini, ...] | None = None) -> Groups:
    """Return the miniatures of a tile, those together that nothing on the table tells apart."""
    acting = state.activation.mini if _active(state, tile) and state.activation else 0
    found: dict[tuple[Mini, bool], tuple[Mini, ...]] = {}
    for mini in tile.minis if among is None else among:
        key = (replace(mini, number=0), mini.number == acting)
        found[key] = (*found.get(key, ()), mini)
    return tuple(found.values())


def _active(state: State, tile: Tile) -> bool:
    return state.activation is not None and state.activation.tile == tile.name


def on_map(tile: Tile, n: int) -> Msg:
    """Return how many are on the map; of a tile no one has counted, how many at least."""
    return msg("hint.on_map" if tile.counted else "hint.at_least", n=n)


def hint(state: State, tile: Tile, mini: Mini, among: Groups | None = None) -> Msg:
    """Return what tells a miniature from the others; of one like the others, how many there are.

    ``among`` are the groups of its tile, where the caller has them.
    """
    marks: list[Msg] = []
    if tile.sheet.life > 1:
        marks.append(msg("hint.life", n=mini.life, life=tile.sheet.life))
    if mini.shackles:
        marks.append(msg("hint.shackles", n=mini.shackles))
    marks += [Msg("mark.laid")] * mini.laid
    marks += [Msg("hint.guided")] * mini.guided
    if _active(state, tile):
        acting = state.activation is not None and state.activation.mini == mini.number
        marks += [Msg("hint.acting")] * acting + [Msg("hint.acted")] * mini.acted
    among = groups(state, tile) if among is None else among
    alike = next(len(group) for group in among if mini in group)
    if alike > 1 or not marks:
        marks.insert(0, on_map(tile, alike))
    return msg("hint.mini", marks=tuple(marks))


def choices(state: State, tile: Tile, among: tuple[Mini, ...] | None = None) -> tuple[Choice, ...]:
    """List one choice, by number, for each distinguishable miniature."""
    return tuple(
        Choice(group[0].number, f"#{group[0].number}", hint(state, tile, group[0]))
        for group in groups(state, tile, among)
    )


def which(
    t: Table, tile: Tile, rule: str, among: tuple[Mini, ...] | None = None, nth: int = 1
) -> Mini:
    """Return the miniature meant where none was named: asked wherever it makes a difference."""
    options = choices(t.state, tile, among)
    if not options:
        t.refuse_impossible("E_NO_MINIATURE", rule, tile=tile.name)
    number = str(options[0].value)
    if len(options) > 1:
        code = "WHICH_MINI" if nth == 1 else f"WHICH_MINI_{nth}"
        number = t.ask(code, rule, options=options, tile=tile.name)
    return next(mini for mini in tile.minis if str(mini.number) == number)


def somebody(t: Table, who: str, rule: str = "G-177") -> str:
    """Return the fighter meant by a name, a miniature with its own number; refuse who is not
    there."""
    kind, _, rest = who.partition(":")
    name, _, number = rest.rpartition(":")
    tile = t.state.tile(name) if kind == "tile" and number.isdecimal() else None
    if kind == "hero" and rest.isdecimal() and (int(rest) < len(t.state.heroes)):
        return who
    if tile is None or not (tile.minis if number == "0" else tile.mini(int(number))):
        t.refuse_impossible("E_NO_TARGET", rule, target=name or who)
    if number == "0":
        return fighter("tile", name, which(t, tile, rule).number)
    return who


def leaders(state: State, who: str) -> tuple[int, ...]:
    """Return who speaks for a fighter: its own player, its side, or everyone for a neutral."""
    index = hero_of(who)
    tile = state.tile(tile_of(who)[0]) if index is None else None
    if index is None and tile is not None:
        index = tile.owner
    if index is not None:
        return (index,)
    sides = {"heroes": state.hero_parts, "villain": (state.villain,)}
    return sides.get(led_by(state, who), (*state.hero_parts, state.villain))


def lying(state: State) -> tuple[Tile, ...]:
    """Return the tiles of the river that have miniatures, in the order of the mission."""
    return tuple(t for t in state.tiles if t.place == "river" and t.sheet.kind != "event")


def uncounted(state: State) -> tuple[Tile, ...]:
    """Return the tiles of the river whose miniatures no one has counted."""
    return tuple(tile for tile in lying(state) if not tile.counted)
