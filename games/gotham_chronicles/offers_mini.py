"""What the miniature acting may do, and who acts next (full depth)."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.fights import ATTACKS, pool_name
from games.gotham_chronicles.forms import (
    MORE,
    MOST_DIFFICULT,
    NOW,
    choice,
    fighters,
    flag,
    number,
    text,
)
from games.gotham_chronicles.offers_act import around, shackled, support
from games.gotham_chronicles.offers_move import leaders, moves
from games.gotham_chronicles.sheets import Ability
from games.gotham_chronicles.skills import NAMED_BY_MISSIONS, level, owner_of
from games.gotham_chronicles.state import State, Tile, fighter, name_of
from games.gotham_chronicles.tasks import KINDS as TASK_KINDS
from games.gotham_chronicles.villain import side_of_activation
from games.messages import msg
from games.referee import Choice, Field, Prompt


def activation(state: State) -> tuple[Prompt, ...]:
    """Designate a miniature, let it act, go on to the next, which finishes the one before."""
    active = state.activation
    tile = state.tile(active.tile) if active else None
    if active is None or tile is None or state.open or state.peril:
        return ()
    actors = leaders(state, fighter("tile", tile.name))
    found = _mini_actions(state, tile, actors) if active.mini else []
    done = (*active.done, active.mini)
    waiting = tuple(n for n in range(1, tile.on_map + 1) if n not in done)
    if waiting:
        expected = not active.mini or active.closed
        found.append(_next_mini(tile, actors, waiting, expected))
        found.append(_plain("activation-end", tile, actors, False))
    elif active.mini:
        found.append(_plain("mini-end", tile, actors, active.closed))
    else:
        found.append(_plain("activation-end", tile, actors, True))
    return tuple(found)


def _plain(do: str, tile: Tile, actors: tuple[int, ...], expected: bool) -> Prompt:
    return Prompt(
        do,
        msg(f"prompt.{do}", tile=tile.name),
        rule=cites.WHICH_MINIATURES,
        expected=expected,
        actors=actors,
        group=NOW,
        tone="next",
    )


def _next_mini(
    tile: Tile, actors: tuple[int, ...], waiting: tuple[int, ...], expected: bool
) -> Prompt:
    fields: tuple[Field, ...] = ()
    if len(tile.lives) > 1:
        fields = (choice("mini", tuple(Choice(n, f"#{n}") for n in waiting)),)
    label = msg("prompt.mini", tile=tile.name)
    rule = cites.WHICH_MINIATURES
    return Prompt("mini", label, fields, rule=rule, expected=expected, actors=actors, group=NOW)


def _mini_actions(state: State, tile: Tile, actors: tuple[int, ...]) -> list[Prompt]:
    active = state.activation
    found: list[Prompt] = []
    if active is None or active.closed:
        return found
    who = fighter("tile", tile.name, active.mini)
    side = side_of_activation(state)
    for kind in (*ATTACKS, *TASK_KINDS):
        if active.action and (active.action != kind or active.left <= 0):
            continue
        ability = tile.sheet.ability(kind)
        if kind in TASK_KINDS and not active.action and not ability.forbidden:
            found.append(_mini_auto(tile, kind, actors))
        if ability.options:
            prompt = _mini_action(state, tile, kind, ability, side, actors)
            found += [prompt] if prompt else []
        if ability.options and kind == "manipulation":
            bearers = shackled(state, "villain" if side == "villain" else "heroes")
            found += [_mini_freeing(state, tile, ability, side, actors, who) for who in bearers]
    return [*found, *moves(state, who)]


def _options(state: State, ability: Ability) -> tuple[Choice, ...]:
    """The sets of dice to choose from; only the one chosen before once it is."""
    active = state.activation
    chosen = active.option if active is not None and active.action else None
    return tuple(
        Choice(
            i,
            msg("hint.times", dice=pool_name(option.dice), n=option.times)
            if option.times > 1
            else msg("hint.dice", dice=pool_name(option.dice)),
        )
        for i, option in enumerate(ability.options)
        if chosen in (None, i)
    )


def _mini_action(
    state: State, tile: Tile, kind: str, ability: Ability, side: str, actors: tuple[int, ...]
) -> Prompt | None:
    attack = kind in ATTACKS
    options = _options(state, ability)
    fixed: dict[str, str | int] = {"kind": kind}
    fields: list[Field] = []
    if len(options) > 1:
        fields.append(choice("option", options, cites.OPTIONS))
    else:
        fixed["option"] = int(options[0].value)
    if attack:
        targets = fighters(state, "heroes" if side == "villain" else "villain")
        if not targets:
            return None
        fields.insert(0, choice("target", targets, cites.MELEE_TARGET))
    else:
        fields.insert(0, number("difficulty", 0, MOST_DIFFICULT, 2, cites.COMPLEX))
        known = [name for name in NAMED_BY_MISSIONS if level(tile, name)]
        if known:
            named = tuple(Choice(n, n) for n in known)
            fields.append(choice("skill", named, cites.COMPLEX, optional=True))
    fields += [*around(state, kind), *support(state, side)]
    if attack and level(tile, "Shackle"):
        fields.append(flag("shackle"))
    code = f"prompt.attack_{kind}" if attack else f"prompt.task_{kind}"
    return Prompt(
        "strike" if attack else "effort",
        msg(code, who=tile.name),
        tuple(fields),
        fixed,
        cites.ONE_ACTION,
        expected=True,
        actors=actors,
        group=NOW,
        tone=kind,
    )


def _mini_freeing(
    state: State, tile: Tile, ability: Ability, side: str, actors: tuple[int, ...], bearer: str
) -> Prompt:
    options = _options(state, ability)
    tokens = owner_of(state, bearer).shackles
    fixed: dict[str, str | int] = {"kind": "manipulation", "difficulty": tokens, "frees": bearer}
    fields: list[Field] = []
    if len(options) > 1:
        fields.append(choice("option", options, cites.OPTIONS))
    else:
        fixed["option"] = int(options[0].value)
    if level(tile, "Lock Picking"):
        named = (Choice("Lock Picking", "Lock Picking"),)
        fields.append(choice("skill", named, cites.COMPLEX, optional=True))
    return Prompt(
        "effort",
        msg("prompt.task_free", who=tile.name, other=name_of(state, bearer), n=tokens),
        (*fields, *around(state, "manipulation"), *support(state, side)),
        fixed,
        cites.COMPLEX,
        actors=actors,
        group=NOW,
        tone="manipulation",
    )


def _mini_auto(tile: Tile, kind: str, actors: tuple[int, ...]) -> Prompt:
    skills = tuple(skill.name for skill in tile.sheet.skills)
    return Prompt(
        "auto",
        msg(f"prompt.auto_{kind}", who=tile.name),
        (text("what", 60, suggest=skills),),
        {"kind": kind},
        cites.NO_SYMBOL,
        actors=actors,
        group=MORE,
        tone=kind,
    )
