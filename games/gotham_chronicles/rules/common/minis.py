"""Miniatures on the map: which one is meant, what tells them apart, who is still there."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.fighters import fighter, hero_of, led_by, mini_of, tile_of, with_mini
from games.gotham_chronicles.state import Mini, State, Tile, with_hero
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.referee import Choice

SHACKLES_IN_BOX = 12
MOST_ASKED = 40
"""So many miniatures of one tile may be asked for in one action."""


def shackles_on(state: State, who: str) -> int:
    """The shackle tokens a fighter bears."""
    index = hero_of(who)
    if index is not None:
        return state.heroes[index].shackles
    mini = mini_of(state, who)
    return mini.shackles if mini else 0


def with_shackles(state: State, who: str, n: int) -> State:
    """The state with so many shackle tokens on a fighter."""
    index = hero_of(who)
    if index is not None:
        return with_hero(state, index, shackles=n)
    return with_mini(state, who, shackles=n)


def shackles_left(state: State) -> int:
    """The shackle tokens still in the box."""
    used = sum(hero.shackles for hero in state.heroes)
    used += sum(mini.shackles for tile in state.tiles for mini in tile.minis)
    return max(0, SHACKLES_IN_BOX - used)


def present(state: State, who: str) -> bool:
    """Whether a fighter can still act and be acted upon: on the map and not neutralized."""
    index = hero_of(who)
    if index is not None:
        return not state.heroes[index].neutralized
    return mini_of(state, who) is not None


def arrived(tile: Tile, n: int = 1) -> tuple[Mini, ...]:
    """The tile's miniatures with ``n`` more, each whole and with a number nobody there has."""
    taken = {mini.number for mini in tile.minis}
    free = [number for number in range(1, len(taken) + n + 1) if number not in taken]
    fresh = tuple(Mini(number, tile.sheet.life) for number in free[:n])
    return tuple(sorted((*tile.minis, *fresh), key=lambda mini: mini.number))


# -- which one -----------------------------------------------------------------------------


def groups(
    state: State, tile: Tile, among: tuple[Mini, ...] | None = None
) -> tuple[tuple[Mini, ...], ...]:
    """Miniatures of a tile, those together that nothing on the table tells apart."""
    acting = state.activation.mini if _active(state, tile) and state.activation else 0
    found: dict[tuple[Mini, bool], tuple[Mini, ...]] = {}
    for mini in tile.minis if among is None else among:
        key = (replace(mini, number=0), mini.number == acting)
        found[key] = (*found.get(key, ()), mini)
    return tuple(found.values())


def _active(state: State, tile: Tile) -> bool:
    return state.activation is not None and state.activation.tile == tile.name


def hint(state: State, tile: Tile, mini: Mini) -> Msg:
    """What tells a miniature from the others; of one like the others, how many there are."""
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
    alike = next(len(group) for group in groups(state, tile) if mini in group)
    if alike > 1 or not marks:
        marks.insert(0, msg("hint.on_map", n=alike))
    return msg("hint.mini", marks=tuple(marks))


def choices(state: State, tile: Tile, among: tuple[Mini, ...] | None = None) -> tuple[Choice, ...]:
    """One choice, by number, for each miniature that can be told from the others."""
    return tuple(
        Choice(group[0].number, f"#{group[0].number}", hint(state, tile, group[0]))
        for group in groups(state, tile, among)
    )


def which(
    t: Table, tile: Tile, rule: str, among: tuple[Mini, ...] | None = None, nth: int = 1
) -> Mini:
    """The miniature meant where none was named: asked wherever it makes a difference."""
    options = choices(t.state, tile, among)
    if not options:
        t.impossible("E_NO_MINIATURE", rule, tile=tile.name)
    number = str(options[0].value)
    if len(options) > 1:
        code = "WHICH_MINI" if nth == 1 else f"WHICH_MINI_{nth}"
        number = t.ask(code, rule, options=options, tile=tile.name)
    return next(mini for mini in tile.minis if str(mini.number) == number)


def somebody(t: Table, who: str, rule: str = cites.ENEMY) -> str:
    """The fighter meant by a name, a miniature with its own number; refuses who is not there."""
    kind, _, rest = who.partition(":")
    name, _, number = rest.rpartition(":")
    tile = t.state.tile(name) if kind == "tile" and number.isdecimal() else None
    if kind == "hero" and rest.isdecimal() and (int(rest) < len(t.state.heroes)):
        return who
    if tile is None or not (tile.minis if number == "0" else tile.mini(int(number))):
        t.impossible("E_NO_TARGET", rule, target=name or who)
    if number == "0":
        return fighter("tile", name, which(t, tile, rule).number)
    return who


def leaders(state: State, who: str) -> tuple[int, ...]:
    """Who speaks for a fighter: its own player, its side, or everybody for a neutral."""
    index = hero_of(who)
    tile = state.tile(tile_of(who)[0]) if index is None else None
    if index is None and tile is not None:
        index = tile.owner
    if index is not None:
        return (index,)
    sides = {"heroes": state.hero_parts, "villain": (state.villain,)}
    return sides.get(led_by(state, who), (*state.hero_parts, state.villain))
