"""The river: its costs, the villain's activations and events, dredging, demobilizing (p.26-32)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.gotham_chronicles.box.sheets import EVENT_WARNING
from games.gotham_chronicles.rules.common.energy import way_code, way_label, ways_to_take
from games.gotham_chronicles.rules.common.forms import (
    MORE,
    NOW,
    Text,
    characters,
    choice,
    sources,
    tile_choices,
)
from games.gotham_chronicles.rules.villain.activation import begun
from games.gotham_chronicles.state import POST_SPACES, VILLAIN_PHASES, Post, State, Tile, with_tile
from games.gotham_chronicles.table import (
    Act,
    Table,
    arrived,
    in_phase,
    no_activation,
    nothing_open,
    side_only,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

ACTIVATIONS = 2
DREDGE_PRICE = 2


class Activate(Act, tag="activate"):
    """The villain pays for a tile of the river and activates it."""

    named = _("Activate a tile")

    tile: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-084")
        in_phase(t, ("V3",), "G-084")
        nothing_open(t)
        no_activation(t)
        if t.state.post.activations >= ACTIVATIONS:
            t.refuse("E_ACTIVATIONS_USED", "G-084", n=t.state.post.activations)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        down = {tile.name for tile in t.state.tiles if tile.down}
        choices = tuple(
            Choice(name, name, msg("hint.cost", n=cost(t.state, name)), "down" * (name in down))
            for name in payable(t.state)
        )
        if choices:
            yield cls.prompt(
                msg("prompt.activate", n=ACTIVATIONS - t.state.post.activations),
                choice("tile", choices, "G-086"),
                rule="G-084",
                expected=True,
                actors=(t.state.villain,),
                group=NOW,
            )

    def apply(self, t: Table) -> None:
        """Move the tile to the end of the river and begin its resolution (p.29-30)."""
        post = t.state.post
        tile = in_river(t, self.tile)
        price = cost(t.state, tile.name)
        if price > post.reserve and t.state.assumes("reserve"):
            more = price - post.reserve
            t.note("assumed-more", "G-086", n=more)
            t.put_post(total=post.total + more, reserve=price)
            post = t.state.post
        if price > post.reserve:
            t.refuse_impossible(
                "E_TILE_COST",
                "G-086",
                remedy=msg("remedy.cheaper"),
                tile=tile.name,
                cost=price,
                reserve=post.reserve,
            )
        cubes = ((t.state.villain, "reserve", "fatigue", price),) if price else ()
        t.note("activate", "G-086", tile=tile.name, n=price, cubes=cubes)
        t.put_post(
            reserve=post.reserve - price,
            fatigue=post.fatigue + price,
            activations=post.activations + 1,
        )
        t.state = to_the_end(t.state, tile.name)
        without_event(t)
        t.note("to-the-end", "G-087", tile=tile.name)
        _begin(t, tile)


class TriggerEvent(Act, tag="event"):
    """One event of the mission happens; ``points`` are reinforcement points it gives."""

    named = _("Trigger an event")

    name: Text = "–"
    points: Annotated[int, Range(0, 20, rule="G-095")] = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-090")
        if not t.state.event_open:
            t.refuse("E_NO_EVENT", "G-080", remedy=msg("remedy.event_tile"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        actors = (t.state.villain,)
        for event in t.state.events:
            yield cls.prompt(
                msg("prompt.event", event=event.name, n=event.points),
                fixed={"name": event.name},
                rule="G-090",
                expected=True,
                actors=actors,
                group=NOW,
            )
        yield cls.prompt(
            Msg("prompt.other_event" if t.state.events else "prompt.first_event"),
            cls.field("name", label=Msg("field.event_name"), default="", optional=True),
            cls.field("points", label=Msg("field.reinforcement")),
            rule="G-090",
            expected=not t.state.events,
            actors=actors,
            group=MORE if t.state.events else NOW,
        )

    def apply(self, t: Table) -> None:
        """Trigger exactly one event per activation of the event tile (p.30)."""
        known = next((event for event in t.state.events if event.name == self.name), None)
        points = self.points or (known.points if known else 0)
        self.bounded(t)
        t.note("event", "G-090", event=self.name, n=points)
        t.put(event_open=False, points=points)


class EndEvent(Act, tag="event-end"):
    """The event is over; unspent points are lost."""

    named = _("End the event")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-095")
        if not eventful(t.state):
            t.refuse_impossible("E_NO_EVENT", "G-090")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        label, actors = Msg("prompt.event_end"), (t.state.villain,)
        yield cls.prompt(label, rule="G-095", actors=actors, group=NOW)

    def apply(self, t: Table) -> None:
        without_event(t)


class Dredge(Act, tag="dredge"):
    """A neutralized tile leaves the river for two cubes; ``sources`` name paying spaces."""

    named = _("Dredge a tile")

    tile: str
    sources: tuple[str, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-101")
        in_phase(t, VILLAIN_PHASES, "G-101")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer it at any moment of the villain's turn."""
        turned = tuple(each for each in characters(t.state) if each.down and _there(t, each))
        if turned and t.state.post.total >= DREDGE_PRICE:
            yield cls.prompt(
                Msg("prompt.dredge"),
                choice("tile", tile_choices(turned), "G-101"),
                *_payers(t.state.post),
                rule="G-101",
                actors=(t.state.villain,),
                group=MORE,
            )

    def apply(self, t: Table) -> None:
        """Remove a neutralized tile from the game for two cubes (p.32)."""
        tile = in_river(t, self.tile)
        if not tile.down:
            remedy = msg("remedy.neutralized_tile")
            t.refuse("E_NOT_NEUTRALIZED", "G-101", remedy=remedy, tile=tile.name)
        if tile.name == EVENT_WARNING:
            t.refuse_impossible("E_TILE_TYPE", "G-080", tile=tile.name)
        dredge(t, tile.name, self.sources)


class Demobilize(Act, tag="demobilize"):
    """Give up an elite or henchman tile, once per game, and dredge it at once."""

    named = _("Demobilize a tile")

    tile: str
    sources: tuple[str, ...] = ()

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-104")
        in_phase(t, VILLAIN_PHASES, "G-104")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        post = t.state.post
        givable = tuple(
            each
            for each in characters(t.state)
            if _there(t, each) and not each.down and each.sheet.kind in GIVEN_UP
        )
        if givable and not post.demobilized and post.total >= DREDGE_PRICE:
            yield cls.prompt(
                Msg("prompt.demobilize"),
                choice("tile", tile_choices(givable), "G-104"),
                *_payers(post),
                rule="G-104",
                actors=(t.state.villain,),
                group=MORE,
                tone="danger",
            )

    def apply(self, t: Table) -> None:
        """Give up an elite or henchman tile, once per game (p.32)."""
        tile = in_river(t, self.tile)
        if t.state.post.demobilized:
            t.refuse("E_ONCE_PER_GAME", "G-104")
        if tile.sheet.kind not in GIVEN_UP:
            t.refuse("E_TILE_TYPE", "G-078", tile=tile.name)
        if tile.name == EVENT_WARNING:
            t.refuse_impossible("E_TILE_TYPE", "G-080", tile=tile.name)
        if tile.down:
            t.refuse("E_ALREADY_NEUTRALIZED", "G-101", tile=tile.name)
        t.note("demobilized", "G-104", tile=tile.name, n=tile.on_map)
        t.put_post(demobilized=True)
        dredge(t, tile.name, self.sources)


GIVEN_UP = ("elite", "henchman")


def payable(state: State) -> tuple[str, ...]:
    """Return tiles the reserve can pay for, once an event in progress is over."""
    if state.post.activations >= ACTIVATIONS or eventful(state):
        return ()
    most = max(state.post.costs) if state.assumes("reserve") else state.post.reserve
    return tuple(name for name in state.river if cost(state, name) <= most)


def eventful(state: State) -> bool:
    """Return whether an event is due or has points left."""
    return state.event_open or bool(state.points)


def _there(t: Table, tile: Tile) -> bool:
    return tile.name in t.state.river


def _payers(post: Post) -> tuple[Field, ...]:
    """Return the spaces that give the cubes that fatigue does not (p.32)."""
    spaces = tuple(post.on(space) for space in POST_SPACES)
    due = DREDGE_PRICE - post.fatigue
    return sources(spaces, POST_SPACES, due, "G-102", proposed=True)


def _begin(t: Table, tile: Tile) -> None:
    t.put(resolving="")
    if tile.name == EVENT_WARNING:
        t.put(event_open=True)
        return
    if tile.down:
        t.note("nothing-happens", "G-088", tile=tile.name)
        return
    if not tile.on_map and tile.counted:
        return
    if t.state.depth == "full" and tile.on_map:
        t.state = begun(t.state, tile.name)
    else:
        t.put(resolving=tile.name)


def without_event(t: Table) -> None:
    """Return the state with no event in progress; points left are lost, and the log shows it
    (p.32).
    """
    if not t.state.points and not t.state.event_open:
        return
    t.note("event-over", "G-095", n=t.state.points)
    t.put(points=0, event_open=False)


def places(state: State) -> dict[str, int]:
    """Return the first position (0 to 7) of each tile, tiles packed to the left."""
    found: dict[str, int] = {}
    at = 0
    for name in state.river:
        found[name] = at
        tile = state.tile(name)
        at += tile.sheet.width if tile else 1
    return found


def width(state: State) -> int:
    """Return how many positions the river fills."""
    return sum(tile.sheet.width for tile in state.tiles if tile.name in state.river)


def cost(state: State, name: str) -> int:
    """Return the tile's cost at its place in the river; raises ``KeyError`` if it isn't there."""
    at = places(state)[name]
    tile = state.tile(name)
    if tile and tile.sheet.width == 2:
        at += tile.sheet.indicator
    price = state.post.costs[min(at, len(state.post.costs) - 1)]
    cheaper = name == EVENT_WARNING and state.has("H1")
    return max(0, price - 1) if cheaper else price


def to_the_end(state: State, name: str) -> State:
    """Return the tile at the right end, the others packed left."""
    return replace(state, river=(*(n for n in state.river if n != name), name))


def in_river(t: Table, name: str) -> Tile:
    """Return a tile of the river; refuse any other name."""
    tile = t.state.tile(name)
    if tile is None or name not in t.state.river:
        t.refuse_impossible("E_NOT_IN_RIVER", "G-084", tile=name)
    return tile


def arrive(state: State, name: str, n: int = 1) -> State:
    """Bring miniatures to the map with full life; a turned tile turns up in its place."""
    tile = state.tile(name)
    return state if tile is None else with_tile(state, name, minis=arrived(tile, n), down=False)


def dredge(t: Table, name: str, sources: tuple[str, ...]) -> None:
    """Remove two cubes from the game, and put tile and miniatures in the box (p.32)."""
    t.note("dredged", "G-101", tile=name)
    pay_to_box(t, sources)
    tile = t.state.tile(name)
    if tile is None:
        return
    lost = tile.on_map + tile.pool + tile.aside
    t.put_tile(name, place="box", minis=(), pool=0, aside=0, removed=tile.removed + lost)
    t.put(river=tuple(n for n in t.state.river if n != name))


def pay_to_box(t: Table, sources: tuple[str, ...]) -> None:
    """Pay the price of dredging: fatigue, then spaces in any mix, then reserve (p.32)."""
    post, price = t.state.post, DREDGE_PRICE
    if post.fatigue + post.reserve + sum(post.on(s) for s in POST_SPACES) < price:
        t.refuse_impossible("E_NO_RESERVE_DREDGE", "G-102", n=price)
    taken = {"fatigue": min(price, post.fatigue)}
    rest = price - taken["fatigue"]
    on_spaces = tuple(post.on(space) for space in POST_SPACES)
    way = _way(t, on_spaces, min(rest, sum(on_spaces)), sources)
    taken.update(zip(POST_SPACES, way, strict=True))
    taken["reserve"] = rest - sum(way)
    cubes = tuple((t.state.villain, zone, "box", n) for zone, n in taken.items() if n)
    t.note("cubes-boxed", "G-102", n=price, cubes=cubes)
    t.put_post(
        total=post.total - price, **{zone: getattr(post, zone) - n for zone, n in taken.items()}
    )


def _way(t: Table, on_spaces: tuple[int, ...], n: int, sources: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many cubes each space gives; ask where the villain has a choice."""
    sources = tuple(filter(None, sources))
    if sources:
        way = tuple(sources.count(space) for space in POST_SPACES)
        fits = all(k <= on for k, on in zip(way, on_spaces, strict=True))
        if sum(way) != n or len(sources) != n or not fits:
            t.refuse_impossible("E_DREDGE_ORDER", "G-102", remedy=msg("remedy.dredge_order"))
        return way
    ways = ways_to_take(on_spaces, n)
    if len(ways) == 1:
        return ways[0]
    options = tuple(Choice(way_code(way, POST_SPACES), way_label(way, POST_SPACES)) for way in ways)
    answer = t.ask("DREDGE_FROM", "G-102", options=options, n=n)
    return next(way for way in ways if way_code(way, POST_SPACES) == answer)


WORDS: Catalogue = {
    "note.activate": _("{tile} is activated for {n}"),
    "note.assumed-more": _n(
        "The villain has {n} cube more in the reserve than assumed",
        "The villain has {n} cubes more in the reserve than assumed",
    ),
    "note.to-the-end": _("{tile} moves to the end of the river"),
    "note.nothing-happens": _("{tile} is neutralized: nothing else happens"),
    "note.event": _n(
        "Event: {event}, {n} reinforcement point", "Event: {event}, {n} reinforcement points"
    ),
    "note.event-over": _n(
        "The event is over, {n} point is lost", "The event is over, {n} points are lost"
    ),
    "note.dredged": _("{tile} is dredged from the river"),
    "note.cubes-boxed": _n(
        "The villain returns {n} cube to the box", "The villain returns {n} cubes to the box"
    ),
    "note.demobilized": _n(
        "{tile} is demobilized, {n} miniature leaves the map",
        "{tile} is demobilized, {n} miniatures leave the map",
    ),
    "refusal.E_NO_RESERVE_DREDGE": _n(
        "The villain does not have {n} cube left", "The villain does not have {n} cubes left"
    ),
    "refusal.E_DREDGE_ORDER": _("Dredging takes cubes from fatigue, then spaces, then reserve"),
    "refusal.E_ACTIVATIONS_USED": _n(
        "{n} tile has already been activated", "{n} tiles have already been activated"
    ),
    "refusal.E_TILE_COST": _("{tile} costs {cost}; the reserve has {reserve}"),
    "refusal.E_NO_EVENT": _("The event tile brings no event now"),
    "refusal.E_NOT_NEUTRALIZED": _("{tile} is not neutralized"),
    "refusal.E_ALREADY_NEUTRALIZED": _(
        "{tile} is neutralized: dredge it, there is no limit on that"
    ),
    "refusal.E_ONCE_PER_GAME": _("You can do that once per game"),
    "remedy.dredge_order": _("Choose movement, defense or reroll, one per cube"),
    "remedy.cheaper": _("Choose a tile further left"),
    "remedy.event_tile": _("Activate the event tile first"),
    "remedy.neutralized_tile": _("Demobilize it, or wait until its last miniature is gone"),
    "question.DREDGE_FROM": _("Which cubes pay for dredging?"),
    "hint.cost": _("costs {n}"),
    "prompt.activate": _("Activate a tile ({n} left)"),
    "prompt.event": _n("Event: {event} ({n} point)", "Event: {event} ({n} points)"),
    "prompt.first_event": _("Enter the event"),
    "prompt.other_event": _("Another event"),
    "field.event_name": _("Its name, if you like"),
    "field.reinforcement": _("Reinforcement points it gives"),
    "prompt.event_end": _("The event is over"),
    "prompt.dredge": _("Dredge a neutralized tile"),
    "prompt.demobilize": _("Demobilize a tile (once per game)"),
}
