"""Guided actions a hero or the miniature acting may begin now (full depth)."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.cards import barred, lines_for
from games.gotham_chronicles.fights import ATTACKS, pool_name
from games.gotham_chronicles.forms import (
    MORE,
    NOW,
    choice,
    fighters,
    flag,
    number,
    picks,
    text,
    unsaid,
)
from games.gotham_chronicles.moves import KINDS as MOVE_KINDS
from games.gotham_chronicles.sheets import Ability
from games.gotham_chronicles.skills import (
    NAMED_BY_MISSIONS,
    has_trait,
    level,
    skill_of,
    usable,
)
from games.gotham_chronicles.state import Hero, State, Tile, fighter
from games.gotham_chronicles.tasks import KINDS as TASK_KINDS
from games.gotham_chronicles.villain import side_of_activation
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt

MOST_DIFFICULT = 8
MOST_MENACE = 12


def hero_actions(state: State, index: int) -> tuple[Prompt, ...]:
    """Everything an active hero may begin."""
    hero = state.heroes[index]
    free = state.phase == "H4" and not (state.open or state.peril or state.activation)
    if not free or hero.neutralized:
        return ()
    if hero.stance != "active":
        return moves(state, fighter("hero", index)) if _rests_moving(state, hero) else ()
    found = [_attack(state, index, kind) for kind in ATTACKS]
    found += moves(state, fighter("hero", index))
    found += [_task(state, index, kind) for kind in TASK_KINDS]
    found += [_automatic(state, index, kind) for kind in TASK_KINDS]
    found.append(_throw(state, index))
    found += _leading(state, index)
    return tuple(prompt for prompt in found if prompt)


def _rests_moving(state: State, hero: Hero) -> bool:
    return state.has("E2") and hero.stance == "resting" and bool(not hero.moved or hero.kept)


def _payable(hero: Hero, space: str) -> bool:
    pushing = any(s.name == "Pushing Limits" for s in usable(hero)) and "pushing" not in hero.used
    return hero.room(space) > 0 or pushing


def _cubes(hero: Hero, space: str) -> tuple[Field, ...]:
    """Cubes for an action, and Pushing Limits if the hero has it left."""
    pushing = any(s.name == "Pushing Limits" for s in usable(hero)) and "pushing" not in hero.used
    low = 0 if pushing else 1
    default = 1 if hero.room(space) else 0
    fields: tuple[Field, ...] = (
        number("cubes", low, hero.room(space), default, cites.ONE_CUBE_ONE_DIE),
    )
    return (*fields, flag("push", cites.PRIORITY)) if pushing else fields


def _attack(state: State, index: int, kind: str) -> Prompt | None:
    hero = state.heroes[index]
    targets = fighters(state, "villain")
    weapons = usable_lines(hero, kind, (kind,))
    if not targets or not _payable(hero, kind) or (kind == "ranged" and not weapons):
        return None
    rule = cites.MELEE if kind == "melee" else cites.RANGED
    fields = [choice("target", targets, cites.MELEE_TARGET), *_cubes(hero, kind)]
    if weapons:
        fields.append(_weapon_field(weapons, kind))
    fields += [*around(state, kind), *_support(state, "heroes")]
    if level(hero, "Shackle"):
        fields.append(flag("shackle"))
    return Prompt(
        "attack",
        msg(f"prompt.attack_{kind}", who=hero.sheet.name),
        tuple(fields),
        {"hero": index, "kind": kind},
        rule,
        actors=(index,),
        group=NOW,
        tone=kind,
    )


def _weapon_field(weapons: tuple[Choice, ...], kind: str) -> Field:
    ranged = kind == "ranged"
    return Field(
        "weapons",
        "choices",
        Msg("field.weapons"),
        weapons,
        low=1 if ranged else 0,
        high=min(2, len(weapons)),
        default=[weapons[0].value],
        optional=not ranged,
        rule=cites.RANGED_WEAPON if ranged else cites.MELEE_WEAPON,
    )


def usable_lines(hero: Hero, use: str, kinds: tuple[str, ...]) -> tuple[Choice, ...]:
    """Card lines that may be used now; several lines of a card are told apart."""
    found: list[Choice] = []
    for card in hero.cards:
        lines = lines_for(card, use)
        if card.kind not in kinds or barred(hero, card):
            continue
        for number_, line in lines:
            value = card.name if len(lines) == 1 else f"{card.name}|{number_}"
            found.append(Choice(value, card.name, msg("hint.dice", dice=pool_name(line.dice))))
    return tuple({each.value: each for each in found}.values())


def around(state: State, kind: str) -> tuple[Field, ...]:
    """Menace in the own area, and smoke if any lies on the map; never in melee."""
    if kind == "melee":
        return ()
    rule = cites.RANGED_HINDERING if kind == "ranged" else cites.COMPLEX_HINDERING
    fields: tuple[Field, ...] = (
        number("enemies", 0, MOST_MENACE, 0, rule),
        number("allies", 0, MOST_MENACE, 0, rule),
    )
    smoke = sum(token.kind == "smoke" for token in state.tokens)
    if kind == "ranged" and smoke:
        fields = (*fields, number("smoke", 0, smoke, 0, cites.SMOKE))
    return fields


def _support(state: State, side: str) -> tuple[Field, ...]:
    """Bonus rerolls an ally with Support may lend."""
    owners: list[Hero | Tile] = [*state.heroes] if side == "heroes" else []
    wanted = "hero" if side == "heroes" else "villain"
    owners += [tile for tile in state.tiles if tile.side == wanted and tile.on_map]
    most = max((level(owner, "Support") for owner in owners), default=0)
    return (number("support", 0, most, 0, cites.BONUS_REROLL),) if most else ()


def _task(state: State, index: int, kind: str) -> Prompt | None:
    hero = state.heroes[index]
    if not _payable(hero, kind):
        return None
    fields = [number("difficulty", 0, MOST_DIFFICULT, 2, cites.COMPLEX), *_cubes(hero, kind)]
    tools = usable_lines(hero, kind, ("tool",))
    if tools:
        fields.append(picks("tools", tools, len(tools), cites.TOOLS))
    known = [s for s in NAMED_BY_MISSIONS if skill_of(state, fighter("hero", index), s)]
    if known:
        named = tuple(Choice(name, name) for name in known)
        fields.append(choice("skill", named, cites.COMPLEX, optional=True))
    fields += [*around(state, kind), *_support(state, "heroes"), text("what")]
    return Prompt(
        "task",
        msg(f"prompt.task_{kind}", who=hero.sheet.name),
        tuple(fields),
        {"hero": index, "kind": kind},
        cites.COMPLEX if kind == "manipulation" else cites.COMPLEX_THOUGHT,
        actors=(index,),
        group=NOW,
        tone=kind,
    )


def _automatic(state: State, index: int, kind: str) -> Prompt | None:
    hero = state.heroes[index]
    if not hero.room(kind):
        return None
    skills = ("Attraction", "Scream", "Blast", "Grenade") if kind == "manipulation" else ()
    suggest = tuple(name for name in skills if level(hero, name))
    return Prompt(
        "auto",
        msg(f"prompt.auto_{kind}", who=hero.sheet.name),
        (text("what", 60, suggest=suggest),),
        {"hero": index, "kind": kind},
        cites.AUTOMATIC if kind == "manipulation" else cites.AUTOMATIC_THOUGHT,
        actors=(index,),
        group=MORE,
        tone=kind,
    )


def _throw(state: State, index: int) -> Prompt | None:
    hero = state.heroes[index]
    names = dict.fromkeys(card.name for card in hero.cards if not card.gadget)
    loose = tuple(Choice(name, name) for name in names)
    if not loose or not _payable(hero, "manipulation"):
        return None
    fields = (
        choice("card", loose, cites.THROW),
        number("distance", 1, 10, 1, cites.THROW),
        *_cubes(hero, "manipulation"),
        *around(state, "manipulation"),
        text("area", 30),
    )
    return Prompt(
        "throw",
        msg("prompt.throw", who=hero.sheet.name),
        fields,
        {"hero": index},
        cites.THROW,
        actors=(index,),
        group=MORE,
    )


def _leading(state: State, index: int) -> list[Prompt]:
    """Command tiles and Tactician."""
    hero = state.heroes[index]
    if not hero.room("thought"):
        return []
    found = [
        Prompt(
            "command",
            msg("prompt.command", who=hero.sheet.name, tile=tile.name),
            fixed={"hero": index, "tile": tile.name},
            rule=cites.AUTOMATIC_THOUGHT,
            actors=(index,),
            group=NOW,
            tone="thought",
        )
        for tile in state.tiles
        if tile.owner == index and tile.place == "ally" and tile.on_map and not tile.activated
    ]
    points = level(hero, "Tactician")
    allies = tuple(
        each
        for each in fighters(state, "heroes")
        if each.value != fighter("hero", index) and each.value not in state.moved_by_tactician
    )
    if points and allies:
        found.append(
            Prompt(
                "tactician",
                msg("prompt.tactician", who=hero.sheet.name, n=points),
                (choice("ally", allies),),
                {"hero": index},
                cites.AUTOMATIC_THOUGHT,
                actors=(index,),
                group=MORE,
                tone="thought",
            )
        )
    return found


# -- movement ------------------------------------------------------------------------------


def moves(state: State, who: str, pool: int | None = None) -> tuple[Prompt, ...]:
    """One move, a hero's first opens the action: the plain one in a tap, others by a form."""
    hero = who.startswith("hero:")
    owner: Hero | Tile | None = (
        state.heroes[int(who[5:])] if hero else state.tile(who[5:].rpartition(":")[0])
    )
    name = owner.sheet.name if owner else ""
    fixed: dict[str, int | str] = {"hero": int(who[5:])} if hero else {}
    left = msg("term.points", n=pool) if pool is not None else ""
    plain = Prompt(
        "move",
        msg("prompt.move_plain", who=name),
        fixed={**fixed, "kind": "adjacent"},
        rule=cites.MOVE_COST,
        help=left,
        actors=leaders(state, who),
        group=NOW,
        tone="movement",
    )
    other = Prompt(
        "move",
        msg("prompt.move", who=name),
        _move_fields(state, owner),
        fixed,
        cites.MOVE_COST,
        help=left,
        actors=leaders(state, who),
        group=NOW,
        tone="movement",
    )
    return plain, other


def _move_fields(state: State, owner: Hero | Tile | None) -> tuple[Field, ...]:
    kinds = tuple(Choice(kind, Msg(f"kind.{kind}")) for kind in _kinds(owner))
    fields = [choice("kind", kinds, cites.MOVE_TYPES)]
    if len(kinds) > 1:
        fields.append(number("level", 0, 6, 0, cites.MOVE_TYPES))
    fields += [
        number("enemies", 0, MOST_MENACE, 0, cites.MOVE_HINDERING, "enemy_sizes"),
        number("allies", 0, MOST_MENACE, 0, cites.MOVE_HINDERING, "ally_sizes"),
        number("difficult", 0, 6, 0, cites.DIFFICULT),
        number("danger", 0, 6, 0, cites.ENTER_DANGER),
    ]
    for kind in ("frost", "flame", "gas"):
        there = sum(token.kind == kind for token in state.tokens)
        if there:
            rule = cites.DIFFICULT if kind == "frost" else cites.DANGER
            fields.append(number(kind, 0, there, 0, rule))
    if any(level(tile, "Horror") for tile in state.tiles if tile.on_map):
        fields.append(number("horror", 0, 6, 0, cites.MOVE_COST))
    if isinstance(owner, Hero) and level(owner, "Pushing Limits") and "pushing" not in owner.used:
        fields.append(flag("push"))
    fields += [
        unsaid("present", 0, 30, cites.OCCUPATION),
        unsaid("limit", 0, 30, cites.OCCUPATION),
        unsaid("buy", 0, 12, cites.BUY_POINTS),
    ]
    return tuple(fields)


def _kinds(owner: Hero | Tile | None) -> tuple[str, ...]:
    if owner is None or has_trait(owner, "Reduced Mobility"):
        return MOVE_KINDS[:1]
    return MOVE_KINDS if level(owner, "Wall Breaker") else MOVE_KINDS[:-1]


def leaders(state: State, who: str) -> tuple[int, ...]:
    """Who speaks for a fighter."""
    if who.startswith("hero:"):
        return (int(who[5:]),)
    tile = state.tile(who[5:].rpartition(":")[0])
    if tile is not None and tile.owner is not None:
        return (tile.owner,)
    return (state.villain,)


# -- miniatures ----------------------------------------------------------------------------


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
    fields += [*around(state, kind), *_support(state, side)]
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
