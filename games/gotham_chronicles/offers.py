"""Everything the table may do now, the expected step first."""

from __future__ import annotations

from dataclasses import dataclass

from games.gotham_chronicles import (
    cites,
    offers_act,
    offers_hero,
    offers_mini,
    offers_open,
    offers_villain,
    sheet_forms,
)
from games.gotham_chronicles.areas import SIDES_UP, SUPPLY
from games.gotham_chronicles.forms import (
    MORE,
    NOW,
    TABLE,
    characters,
    choice,
    number,
    parts,
    text,
    tile_choices,
    zones,
)
from games.gotham_chronicles.rounds import CHOOSER
from games.gotham_chronicles.sheets import COLOURS, Card, PostSheet
from games.gotham_chronicles.state import State
from games.gotham_chronicles.table import MINI_PLACES, counts_of, holds
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt


def prompts(state: State) -> tuple[Prompt, ...]:
    """The single list of buttons: what the step waits for, then the rest by group."""
    if state.ended:
        return ()
    found = [*_step(state), *_mission(state), *_verbs(state), *_sheets(state)]
    return tuple(sorted(found, key=lambda prompt: not prompt.expected))


def side_actors(state: State, side: str) -> tuple[int, ...]:
    """The parts of a side."""
    return state.hero_parts if side == "heroes" else (state.villain,)


def _step(state: State) -> list[Prompt]:
    found = _effects(state)
    if state.phase == "H3":
        found += offers_hero.stances(state)
    found += [*offers_open.opened(state), *offers_mini.activation(state)]
    for index in range(len(state.heroes)):
        if state.depth == "full":
            found += offers_act.hero_actions(state, index)
        found += offers_hero.cubes(state, index)
    found += [*offers_villain.tiles(state), *offers_villain.events(state)]
    found += [*offers_villain.post(state), *offers_villain.leaving(state)]
    for index, hero in enumerate(state.heroes):
        if not hero.neutralized:
            found.append(offers_hero.wounds(state, index))
        found += offers_hero.cards(state, index)
    found += offers_villain.hurts(state)
    if state.depth == "full":
        found += offers_open.explosions(state)
    return [*found, *_next(state)]


def _effects(state: State) -> list[Prompt]:
    actors = side_actors(state, CHOOSER.get(state.phase, state.initiative))
    return [
        Prompt(
            "effect",
            msg("prompt.effect", effect=effect),
            fixed={"text": effect},
            rule=cites.UPKEEP,
            expected=True,
            actors=actors,
            group=NOW,
        )
        for effect in dict.fromkeys(state.pending)
    ]


def _next(state: State) -> list[Prompt]:
    if state.phase in ("end", "H3") or state.pending or state.open or state.peril:
        return []
    if state.activation:
        return []
    label = {"setup": "prompt.start", "H4": "prompt.heroes_done", "V3": "prompt.villain_done"}
    busy = offers_villain.tiles(state) or offers_villain.events(state)
    waits = state.phase in ("setup", "H4") or (state.phase == "V3" and not busy)
    actors = side_actors(state, state.side) if state.side else None
    return [
        Prompt(
            "next",
            Msg(label.get(state.phase, "prompt.next")),
            rule=cites.HEROES_DONE if state.phase == "H4" else cites.ROUND,
            expected=waits,
            actors=actors,
            group=NOW,
            tone="next",
        )
    ]


def _mission(state: State) -> list[Prompt]:
    found = [
        Prompt(
            "count",
            msg("prompt.count_up" if by > 0 else "prompt.count_down", counter=counter.name),
            fixed={"counter": counter.name, "by": by},
            rule=cites.MISSION,
            group=NOW if by > 0 else MORE,
        )
        for counter in state.counters
        for by in (1, -1)
        if counter.low <= counter.value + by <= counter.high
    ]
    end = state.phase == "end"
    for condition in state.conditions:
        if condition.when == "any" or end:
            label = msg(
                "prompt.victory", side=Msg(f"side.{condition.side}"), condition=condition.text
            )
            found.append(
                Prompt(
                    "victory",
                    label,
                    fixed={"condition": condition.text},
                    rule=cites.WINNER,
                    expected=end and (not condition.counter or holds(state, condition)),
                    group=NOW if end else TABLE,
                )
            )
    sides = (Choice("heroes", Msg("side.heroes")), Choice("villain", Msg("side.villain")))
    fields = (choice("winner", sides, cites.WINNER), text("condition", 80, "–"))
    found.append(
        Prompt(
            "victory",
            Msg("prompt.other_victory"),
            fields,
            rule=cites.GAME_END,
            expected=end and not state.conditions,
            group=NOW if end else TABLE,
        )
    )
    return found


@dataclass(frozen=True)
class _Verb:
    do: str
    fields: tuple[Field, ...]
    rule: str
    group: str = TABLE


def _verbs(state: State) -> list[Prompt]:
    """Verbs unknown cards and missions act through."""
    found: list[Prompt] = []
    for index in range(len(state.heroes)):
        found += offers_hero.verbs(state, index)
    for part in parts(state):
        where = zones(state, int(part.value))
        fields = (choice("take", where), choice("put", where[1:]), number("cubes", 1, 12))
        found.append(
            Prompt(
                "cubes",
                msg("prompt.cubes", who=part.label),
                fields,
                {"part": part.value},
                cites.ZONES,
                group=TABLE,
            )
        )
    found += _walls(state)
    verbs = [*_mini_verbs(state), *_token_verbs(state)]
    return found + [
        Prompt(verb.do, Msg(f"prompt.{verb.do}"), verb.fields, rule=verb.rule, group=verb.group)
        for verb in verbs
    ]


def _mini_verbs(state: State) -> list[_Verb]:
    tiles = characters(state)
    if not tiles:
        return []
    where = tuple(Choice(place, Msg(f"place.{place}")) for place in MINI_PLACES)
    tile = choice("tile", tile_choices(tiles))
    found = [
        _Verb(
            "minis",
            (tile, choice("take", where), choice("put", where[1:]), number("count", 1, 12)),
            cites.POOL,
        ),
        _Verb("shackles", (tile, number("value", 0, 12)), cites.PRIORITY),
        _Verb(
            "tile-place",
            (tile, choice("put", (Choice("river", Msg("place.river")), where[2]))),
            cites.RIVER_START,
        ),
    ]
    forms = tile_choices(tuple(t for t in tiles if t.place == "aside"))
    if forms:
        swap = (tile, choice("form", forms), number("life", 0, 12))
        found.append(_Verb("tile-form", swap, cites.LIFE_FORMS))
    return found


def _token_verbs(state: State) -> list[_Verb]:
    kinds = tuple(Choice(kind, Msg(f"token.{kind}")) for kind in SUPPLY)
    areas = tuple(dict.fromkeys(token.area for token in state.tokens))
    found = [
        _Verb(
            "token",
            (
                choice("kind", kinds, cites.FIELD_TOKENS),
                text("area", 30, suggest=areas),
                number("tokens", 1, 4),
                Field(
                    "part",
                    "choice",
                    Msg("field.part"),
                    parts(state),
                    default=state.villain if state.side == "villain" else 0,
                ),
            ),
            cites.FIELD_TOKENS,
        )
    ]
    found.append(_reinforcement_verb(state))
    if state.tokens:
        there = tuple(
            Choice(kind, Msg(f"token.{kind}"))
            for kind in dict.fromkeys(token.kind for token in state.tokens)
        )
        where = tuple(Choice(area, area or "–") for area in areas)
        found.append(
            _Verb(
                "token-remove",
                (choice("kind", there), choice("area", where)),
                cites.FIELD_TOKENS,
            )
        )
    return found


def _reinforcement_verb(state: State) -> _Verb:
    known = tuple(Choice(token.area, token.area) for token in state.reinforcements)
    sides = tuple(Choice(side, Msg(f"reinforcement.{side}")) for side in SIDES_UP)
    area = Field("area", "text", Msg("field.area"), known, high=30)
    return _Verb("reinforcement", (area, choice("side", sides)), cites.REINFORCEMENT_AREA)


def _walls(state: State) -> list[Prompt]:
    """Broken-wall tokens laid and taken away."""
    found = [
        Prompt(
            "wall",
            Msg("prompt.wall_broken"),
            (text("between"),),
            {"there": True},
            cites.WALLS,
            group=TABLE,
        )
    ]
    if state.walls:
        choices = tuple(Choice(wall, wall or "–") for wall in dict.fromkeys(state.walls))
        found.append(
            Prompt(
                "wall",
                Msg("prompt.wall_gone"),
                (choice("between", choices),),
                {"there": False},
                cites.WALLS,
                group=TABLE,
            )
        )
    return found


def _sheets(state: State) -> list[Prompt]:
    """Corrections of what was read off a component, with a line in the log."""
    post = state.post
    shown = PostSheet(
        post.costs,
        post.movement_limit,
        post.points,
        post.defence_limit,
        post.die,
        post.reroll_limit,
    )
    return [
        *(sheet_forms.hero_form(hero.sheet) for hero in state.heroes),
        *(sheet_forms.tile_form(tile.sheet) for tile in characters(state)),
        sheet_forms.post_form(shown),
        sheet_forms.card_form(Card(""), area=True),
        *(sheet_forms.faces_form(state.faces, colour) for colour in COLOURS),
        sheet_forms.rule_form(),
        *_recounts(state),
    ]


def _recounts(state: State) -> list[Prompt]:
    """All cubes of a part as counted on the table."""
    found = []
    for part in parts(state):
        index = int(part.value)
        labels = zones(state, index)
        numbers = tuple(Choice(n, str(n)) for n in range(sum(counts_of(state, index)) + 1))
        field = Field(
            "counts",
            "sequence",
            Msg("field.counts"),
            numbers,
            rows=tuple(zone.label for zone in labels),
            default=list(counts_of(state, index)),
            rule=cites.ZONES,
        )
        found.append(
            Prompt(
                "recount",
                msg("prompt.recount", who=part.label),
                (field,),
                {"part": index},
                cites.ZONES,
                group=TABLE,
            )
        )
    return found
