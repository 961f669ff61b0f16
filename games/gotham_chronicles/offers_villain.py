"""What the villain may do now: tiles, events, reinforcements, dredging."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.forms import (
    MORE,
    NOW,
    characters,
    choice,
    number,
    sources,
    spaces,
    text,
    tile_choices,
)
from games.gotham_chronicles.reinforcement import active_areas
from games.gotham_chronicles.river import DREDGE_PRICE, cost
from games.gotham_chronicles.state import POST_SPACES, VILLAIN_PHASES, State
from games.gotham_chronicles.villain import ACTIVATIONS
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt


def tiles(state: State) -> tuple[Prompt, ...]:
    """Tiles the reserve can pay for, once an event in progress is over."""
    if state.phase != "V3" or state.activation or state.open or state.peril:
        return ()
    if state.post.activations >= ACTIVATIONS or state.event_open or state.points:
        return ()
    choices = tuple(
        Choice(
            name,
            name,
            msg("hint.cost", n=cost(state, name)),
            "down" if _down(state, name) else "",
        )
        for name in state.river
        if cost(state, name) <= state.post.reserve
    )
    if not choices:
        return ()
    field = choice("tile", choices, cites.PAY_TILE)
    label = msg("prompt.activate", n=ACTIVATIONS - state.post.activations)
    return (
        Prompt(
            "activate",
            label,
            (field,),
            rule=cites.ACTIVATIONS,
            expected=True,
            actors=(state.villain,),
            group=NOW,
        ),
    )


def _down(state: State, name: str) -> bool:
    tile = state.tile(name)
    return tile is not None and tile.down


def events(state: State) -> tuple[Prompt, ...]:
    """The event in progress and the points it gave."""
    actors = (state.villain,)
    found: list[Prompt] = []
    if state.event_open:
        found += [
            Prompt(
                "event",
                msg("prompt.event", event=event.name, n=event.points),
                fixed={"name": event.name},
                rule=cites.EVENT,
                expected=True,
                actors=actors,
                group=NOW,
            )
            for event in state.events
        ]
        free = (text("name", default="–"), number("points", 0, 20, 0, cites.REINFORCEMENT))
        found.append(
            Prompt(
                "event",
                Msg("prompt.other_event"),
                free,
                rule=cites.EVENT,
                expected=not state.events,
                actors=actors,
                group=MORE if state.events else NOW,
            )
        )
    if state.points or state.event_open:
        found += reinforcements(state)
        found.append(
            Prompt(
                "event-end",
                Msg("prompt.event_end"),
                rule=cites.REINFORCEMENT,
                actors=actors,
                group=NOW,
            )
        )
    return tuple(found)


def reinforcements(state: State) -> list[Prompt]:
    """Miniatures of the pool the points can bring back, in full depth area by area."""
    choices = tuple(
        Choice(tile.name, tile.name, msg("hint.reinforce", n=price, pool=tile.pool))
        for tile in characters(state)
        if tile.pool and (price := tile.sheet.reinforcement) is not None and price <= state.points
    )
    if not choices:
        return []
    tile = choice("tile", choices, cites.REINFORCEMENT)
    areas = active_areas(state) if state.depth == "full" else ()
    if not areas:
        return [_reinforce(state, "reinforce", (tile,), {})]
    here = tuple(Choice(area, area) for area in areas)
    sized = (
        tile,
        choice("area", here, cites.REINFORCEMENT_AREA),
        number("present", 0, 30, 0, cites.OCCUPATION),
        number("limit", 0, 30, 0, cites.OCCUPATION),
    )
    return [
        *(_reinforce(state, "reinforce_in", (tile,), {"area": area}) for area in areas),
        _reinforce(state, "reinforce_beside", (tile,), {"beside": True}, expected=False),
        _reinforce(state, "reinforce_sizes", sized, {}, expected=False, group=MORE),
    ]


def _reinforce(
    state: State,
    label: str,
    fields: tuple[Field, ...],
    fixed: dict[str, str | bool],
    expected: bool = True,
    group: str = NOW,
) -> Prompt:
    return Prompt(
        "reinforce",
        msg(f"prompt.{label}", n=state.points, area=fixed.get("area", "")),
        fields,
        fixed,
        cites.REINFORCEMENT_FULL if "beside" in fixed else cites.REINFORCEMENT,
        expected=expected,
        actors=(state.villain,),
        group=group,
    )


def post(state: State) -> tuple[Prompt, ...]:
    """Cubes to the villain's spaces."""
    names = POST_SPACES if state.phase == "V3" else ("defence", "reroll")
    choices = spaces(state, state.villain, names)
    if not state.side or not choices:
        return ()
    most = max(state.post.room(str(each.value)) for each in choices)
    fields: tuple[Field, ...] = (
        choice("space", choices, cites.VILLAIN_ZONES),
        number("cubes", 1, most, 1, cites.VILLAIN_LIMIT),
    )
    return (
        Prompt(
            "spend.post",
            msg("prompt.spend_villain", n=state.post.reserve),
            fields,
            rule=cites.VILLAIN_ZONES,
            actors=(state.villain,),
            group=NOW if state.depth == "quick" else MORE,
        ),
    )


def leaving(state: State) -> tuple[Prompt, ...]:
    """Dredging and the one demobilization, at any moment of the villain's turn."""
    if state.phase not in VILLAIN_PHASES:
        return ()
    actors = (state.villain,)
    turned = tuple(t for t in characters(state) if t.down and t.name in state.river)
    found = []
    post = state.post
    payers = sources(
        tuple(post.on(space) for space in POST_SPACES),
        POST_SPACES,
        DREDGE_PRICE - post.fatigue,
        cites.DREDGE_PAY,
        proposed=True,
    )
    if turned and post.total >= DREDGE_PRICE:
        field = choice("tile", tile_choices(turned), cites.DREDGE)
        found.append(
            Prompt(
                "dredge",
                Msg("prompt.dredge"),
                (field, *payers),
                rule=cites.DREDGE,
                actors=actors,
                group=MORE,
            )
        )
    givable = tuple(
        t
        for t in characters(state)
        if t.name in state.river and not t.down and t.sheet.kind in ("elite", "henchman")
    )
    if givable and not post.demobilized and post.total >= DREDGE_PRICE:
        field = choice("tile", tile_choices(givable), cites.DEMOBILIZE)
        found.append(
            Prompt(
                "demobilize",
                Msg("prompt.demobilize"),
                (field, *payers),
                rule=cites.DEMOBILIZE,
                actors=actors,
                group=MORE,
                tone="danger",
            )
        )
    return tuple(found)


def hurts(state: State) -> tuple[Prompt, ...]:
    """Wounds of a miniature from anything."""
    single = tuple(t for t in characters(state) if t.on_map)
    if not single:
        return ()
    most = max(1, *(tile.on_map for tile in single))
    life = max(tile.sheet.life for tile in single)
    fields: tuple[Field, ...] = (choice("tile", tile_choices(single), cites.VILLAIN_WOUNDS),)
    if life > 1:
        fields += (number("wounds", 1, life, 1, cites.VILLAIN_WOUNDS),)
    if any(len(tile.lives) > 1 for tile in single):
        fields += (number("mini", 0, most, 0, cites.LIFE_START),)
    quick = state.depth == "quick" and bool(state.side)
    return (
        Prompt(
            "hurt",
            Msg("prompt.hurt"),
            fields,
            rule=cites.VILLAIN_WOUNDS,
            group=NOW if quick else MORE,
            tone="danger",
        ),
    )
