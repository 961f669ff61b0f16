"""Miniatures, tiles and markers that a mission or a card moves."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import RIVER_POSITIONS
from games.gotham_chronicles.rules.common.forms import (
    TABLE,
    by_most,
    characters,
    choice,
    tile_choices,
)
from games.gotham_chronicles.rules.villain.river import arrive, width
from games.gotham_chronicles.rules.wounds import neutralize_tile
from games.gotham_chronicles.state import Attack, Move, State, Task, Tile
from games.gotham_chronicles.table import (
    Act,
    Table,
    fighter,
    hero_at,
    hero_of,
    known_tile,
    on_the_map,
    shackles_left,
    tile_of,
    which,
    with_shackles,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt

MINI_PLACES = ("map", "pool", "aside", "box")
MINI_FIELDS = {"map": "on_map", "pool": "pool", "aside": "aside", "box": "removed"}
MARKS = ("shackles", "laid", "friend")


class Mark(Act, tag="mark"):
    """Set a state the table sees: shackles of a fighter, lying down, the imaginary friend."""

    named = _("Set markers")
    by_hand = True

    hero: int
    what: str
    value: int = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer how many shackles, and a tap for each of the others."""
        left = shackles_left(t.state)
        for index, hero in enumerate(t.state.heroes):
            facts = {"who": hero.sheet.name}
            most = hero.shackles + left
            value = cls.field("value", low=0, high=most, default=hero.shackles)
            label = msg("prompt.mark", **facts)
            yield cls._prompt(label, {"hero": index, "what": "shackles"}, value)
            for what, there in (("laid", bool(hero.laid)), ("friend", hero.friend)):
                code = "prompt.mark_off" if there else "prompt.mark_on"
                label = msg(code, what=Msg(f"mark.{what}"), **facts)
                yield cls._prompt(label, {"hero": index, "what": what, "value": int(not there)})

    @classmethod
    def _prompt(cls, label: Msg, fixed: dict[str, int | str], *fields: Field) -> Prompt:
        return cls.prompt(label, *fields, fixed=fixed, rule="G-026", group=TABLE)

    def apply(self, t: Table) -> None:
        hero = hero_at(t, self.hero)
        if self.what not in MARKS:
            t.refuse_impossible("E_NO_SPACE", "G-032", space=self.what)
        most = hero.shackles + shackles_left(t.state) if self.what == "shackles" else 1
        t.require_range(Msg("field.value"), self.value, 0, most)
        value: object = self.value
        if self.what == "laid":
            value = "down" if self.value else ""
        elif self.what == "friend":
            value = bool(self.value)
        what = Msg(f"mark.{self.what}")
        t.note("mark", "G-026", who=hero.sheet.name, what=what, value=self.value)
        t.put_hero(self.hero, **{self.what: value})


class UnShackle(Act, tag="shackles"):
    """The shackle tokens of a tile's miniature on the table."""

    named = _("Set shackles")
    by_hand = True

    tile: str
    value: int = 0
    mini: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer as many as there are for each; without tokens left only tiles that have some."""
        left = shackles_left(t.state)
        there = tuple(tile for tile in characters(t.state) if tile.on_map)
        held = [min(mini.shackles for mini in tile.minis) for tile in there]
        there = tuple(tile for tile, n in zip(there, held, strict=True) if n or left)
        if there:
            most = min(n for n in held if n or left) + left
            fields = (choice("tile", tile_choices(there)), cls.field("value", low=0, high=most))
            yield cls.prompt("", *fields, rule="G-026", group=TABLE)

    def apply(self, t: Table) -> None:
        """Shackle; ``mini`` is 0 where nothing tells them apart."""
        tile = known_tile(t, self.tile)
        on_the_map(t, tile, "G-026")
        mini = tile.mini(self.mini) if self.mini else which(t, tile, "G-026")
        if mini is None:
            t.refuse_impossible("E_NO_MINIATURE", "G-026", tile=f"{tile.name} #{self.mini}")
        most = mini.shackles + shackles_left(t.state)
        t.require_range(Msg("mark.shackles"), self.value, 0, most)
        shown = f"{tile.name} #{mini.number}" if tile.on_map > 1 else tile.name
        t.note("mark", "G-026", who=shown, what=Msg("mark.shackles"), value=self.value)
        t.state = with_shackles(t.state, fighter("tile", tile.name, mini.number), self.value)


class MoveMinis(Act, tag="minis"):
    """Move miniatures of a tile from one place to another: map, pool, aside or box."""

    named = _("Move miniatures of a tile")
    by_hand = True

    tile: str
    take: str
    put: str
    count: int = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer to move from each place where a tile has some, to any other."""
        for tile in characters(t.state):
            for place in MINI_PLACES:
                if n := minis_in(tile, place):
                    others = (other for other in MINI_PLACES if other != place)
                    yield cls.prompt(
                        msg("prompt.minis", tile=tile.name, place=Msg(f"place.{place}")),
                        choice("put", tuple(Choice(put, Msg(f"place.{put}")) for put in others)),
                        cls.field("count", low=1, high=n),
                        fixed={"tile": tile.name, "take": place},
                        rule="G-100",
                        group=TABLE,
                    )

    def apply(self, t: Table) -> None:
        """Move miniatures by an event or a mission rule."""
        tile = known_tile(t, self.tile)
        if self.take not in MINI_PLACES or self.put not in MINI_PLACES:
            t.refuse_impossible("E_NO_SPACE", "G-100", space=f"{self.take} → {self.put}")
        have = minis_in(tile, self.take)
        t.require_range(Msg("field.count"), self.count, 1, have, "G-100")
        if self.take == self.put:
            t.refuse_impossible("E_NO_SPACE", "G-100", space=self.put)
        t.note(
            "minis",
            "G-100",
            n=self.count,
            tile=tile.name,
            take=Msg(f"place.{self.take}"),
            put=Msg(f"place.{self.put}"),
        )
        if self.take == "map":
            _left(t, tile, self.count)
        else:
            t.put_tile(tile.name, **{MINI_FIELDS[self.take]: have - self.count})
        if self.put == "map":
            t.state = arrive(t.state, tile.name, self.count)
            return
        there = minis_in(t.state.tile(tile.name) or tile, self.put)
        t.put_tile(tile.name, **{MINI_FIELDS[self.put]: there + self.count})


class PlaceTile(Act, tag="tile-place"):
    """A mission puts a set-aside tile into the river, or removes one."""

    named = _("Bring a tile in or take it out")
    by_hand = True

    tile: str
    put: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        room = RIVER_POSITIONS - width(t.state)
        tiles = characters(t.state)
        waiting = tuple(e for e in tiles if e.place == "aside" and e.sheet.width <= room)
        lying = tuple(each for each in tiles if each.place == "river")
        for put, label, some in (("river", "tile_in", waiting), ("aside", "tile_out", lying)):
            if some:
                yield cls.prompt(
                    Msg(f"prompt.{label}"),
                    choice("tile", tile_choices(some)),
                    fixed={"put": put},
                    rule="G-008",
                    group=TABLE,
                )

    def apply(self, t: Table) -> None:
        tile = known_tile(t, self.tile)
        fixed = tile.place == "ally" or tile.sheet.kind == "event"
        if self.put not in ("river", "aside") or self.put == tile.place or fixed:
            t.refuse_impossible("E_NO_SPACE", "G-008", space=self.put)
        t.note("tile-placed", "G-008", tile=tile.name, put=Msg(f"place.{self.put}"))
        if self.put == "aside":
            t.put(river=tuple(name for name in t.state.river if name != tile.name))
            t.put_tile(tile.name, place="aside")
            return
        if width(t.state) + tile.sheet.width > RIVER_POSITIONS:
            t.refuse_impossible("E_RIVER_FULL", "G-008", tile=tile.name)
        t.put_tile(tile.name, place="river")
        t.put(river=(*t.state.river, tile.name))


class ReplaceTile(Act, tag="tile-form"):
    """A mission swaps a character for its other form, at that form's place and life."""

    named = _("Swap the form of a character")
    by_hand = True

    tile: str
    form: str
    life: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        tiles = characters(t.state)
        swapped = tuple(each for each in tiles if each.place != "aside")
        lying = (each.sheet.width for each in swapped if each.name in t.state.river)
        widest = RIVER_POSITIONS - width(t.state) + min(lying, default=RIVER_POSITIONS)
        aside = (each for each in tiles if each.place == "aside" and not each.on_map)
        forms = tuple(each for each in aside if each.sheet.width <= widest)
        lives = [form.sheet.life for form in forms]
        for life, some in by_most(zip(tile_choices(forms), lives, strict=True)) if swapped else ():
            yield cls.prompt(
                "",
                choice("tile", tile_choices(swapped)),
                choice("form", some),
                cls.field("life", low=0, high=life),
                rule="G-010",
                group=TABLE,
            )

    def apply(self, t: Table) -> None:
        """Replace the tile in the river and on the map by another form of the same character."""
        old = known_tile(t, self.tile)
        form = known_tile(t, self.form)
        if form.name == old.name or form.place != "aside" or form.on_map:
            t.refuse_impossible("E_NOT_ASIDE", "G-010", tile=form.name)
        wider = form.sheet.width - old.sheet.width
        if old.name in t.state.river and width(t.state) + wider > RIVER_POSITIONS:
            t.refuse_impossible("E_RIVER_FULL", "G-008", tile=form.name)
        life = self.life or form.sheet.life
        t.require_range(Msg("field.life"), life, 1, form.sheet.life, "G-010")
        t.note("form", "G-010", tile=old.name, form=form.name, life=life)
        t.put(river=tuple(form.name if name == old.name else name for name in t.state.river))
        aside = old.aside + old.on_map
        t.put_tile(old.name, place="aside", owner=None, activated=False, minis=(), aside=aside)
        waiting = max(0, form.aside - old.on_map)
        t.put_tile(
            form.name,
            place=old.place,
            owner=old.owner,
            activated=old.activated,
            down=old.down,
            minis=tuple(replace(mini, life=life) for mini in old.minis),
            aside=waiting,
            quantity=old.on_map + form.pool + waiting + form.removed,
        )
        t.state = renamed(t.state, old.name, form.name)


def minis_in(tile: Tile, place: str) -> int:
    """Return how many miniatures of a tile are in a place."""
    found: int = getattr(tile, MINI_FIELDS[place])
    return found


def _left(t: Table, tile: Tile, n: int) -> None:
    """Remove that many from the map; ask which of them where that makes a difference."""
    staying = tile.minis if n < tile.on_map else ()
    while len(staying) > tile.on_map - n:
        nth = tile.on_map - len(staying) + 1
        going = which(t, tile, "G-100", staying, nth)
        staying = tuple(mini for mini in staying if mini != going)
    t.put_tile(tile.name, minis=staying)
    if not staying:
        neutralize_tile(t, tile.name)


def renamed(state: State, old: str, form: str) -> State:
    """Move the same miniatures to another tile: whatever they had begun goes on."""

    def now(who: str) -> str:
        named = hero_of(who) is None and who and tile_of(who)[0] == old
        return fighter("tile", form, tile_of(who)[1]) if named else who

    match state.open:
        case Attack() as attack:
            names = {key: now(getattr(attack, key)) for key in ("who", "target", "shield")}
            state = replace(state, open=replace(attack, **names))
        case Move() as move:
            state = replace(state, open=replace(move, who=now(move.who)))
        case Task() as task:
            state = replace(state, open=replace(task, who=now(task.who), frees=now(task.frees)))
    if state.peril:
        victims = tuple(replace(each, who=now(each.who)) for each in state.peril.victims)
        waiting = tuple((now(who), n) for who, n in state.peril.waiting)
        state = replace(state, peril=replace(state.peril, victims=victims, waiting=waiting))
    if state.resolving == old:
        state = replace(state, resolving=form)
    if state.activation and state.activation.tile == old:
        state = replace(state, activation=replace(state.activation, tile=form, left=0))
    return state


WORDS: Catalogue = {
    "note.minis": _("{n} × {tile}: {take} → {put}"),
    "note.tile-placed": _("{tile}: {put}"),
    "note.form": _("{tile} becomes {form} with {life} life"),
    "note.mark": _("{who}: {what} {value}"),
    "refusal.E_NOT_ASIDE": _("{tile} is not set aside"),
    "mark.shackles": _("Shackles"),
    "mark.friend": _("Imaginary friend"),
    "prompt.mark": _("{who}'s shackles"),
    "prompt.mark_on": _("{who}: {what}"),
    "prompt.mark_off": _("{who}, no longer: {what}"),
    "prompt.minis": _("Move miniatures of {tile}: {place} →"),
    "prompt.shackles": _("Shackles of a miniature"),
    "prompt.tile_in": _("Bring a tile into the river"),
    "prompt.tile_out": _("Set a tile of the river aside"),
    "prompt.tile-form": _("A character changes form"),
}
