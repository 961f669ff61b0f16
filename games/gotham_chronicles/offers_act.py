"""Guided actions a hero may begin now (full depth)."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.cards import barred, lines_for
from games.gotham_chronicles.fights import ATTACKS, pool_name
from games.gotham_chronicles.forms import (
    MORE,
    MOST_DIFFICULT,
    MOST_MENACE,
    NOW,
    choice,
    fighters,
    flag,
    number,
    picks,
    text,
)
from games.gotham_chronicles.offers_move import moves
from games.gotham_chronicles.skills import (
    NAMED_BY_MISSIONS,
    level,
    owner_of,
    skill_of,
    usable,
)
from games.gotham_chronicles.state import Hero, State, Tile, fighter, name_of
from games.gotham_chronicles.tasks import KINDS as TASK_KINDS
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt


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
    found += [_task(state, index, "manipulation", bearer) for bearer in shackled(state, "heroes")]
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
    fields += [*around(state, kind), *support(state, "heroes")]
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
    there = Msg("help.enemies_ranged" if kind == "ranged" else "help.enemies")
    fields: tuple[Field, ...] = (
        number("enemies", 0, MOST_MENACE, 0, rule, help=there),
        number("allies", 0, MOST_MENACE, 0, rule),
    )
    smoke = sum(token.kind == "smoke" for token in state.tokens)
    if kind == "ranged" and smoke:
        fields = (*fields, number("smoke", 0, smoke, 0, cites.SMOKE))
    return fields


def support(state: State, side: str) -> tuple[Field, ...]:
    """Bonus rerolls an ally with Support may lend."""
    owners: list[Hero | Tile] = [*state.heroes] if side == "heroes" else []
    wanted = "hero" if side == "heroes" else "villain"
    owners += [tile for tile in state.tiles if tile.side == wanted and tile.on_map]
    most = max((level(owner, "Support") for owner in owners), default=0)
    return (number("support", 0, most, 0, cites.BONUS_REROLL),) if most else ()


def shackled(state: State, side: str) -> tuple[str, ...]:
    """The fighters of a side whose shackles somebody may take off."""
    return tuple(
        str(each.value)
        for each in fighters(state, side)
        if owner_of(state, str(each.value)).shackles
    )


def _task(state: State, index: int, kind: str, frees: str = "") -> Prompt | None:
    hero = state.heroes[index]
    if not _payable(hero, kind):
        return None
    fields = [*_cubes(hero, kind)]
    fixed: dict[str, str | int] = {"hero": index, "kind": kind}
    label = msg(f"prompt.task_{kind}", who=hero.sheet.name)
    if frees:
        tokens = owner_of(state, frees).shackles
        fixed |= {"difficulty": tokens, "frees": frees}
        label = msg("prompt.task_free", who=hero.sheet.name, other=name_of(state, frees), n=tokens)
    else:
        fields.insert(0, number("difficulty", 0, MOST_DIFFICULT, 2, cites.COMPLEX))
    tools = usable_lines(hero, kind, ("tool",))
    if tools:
        fields.append(picks("tools", tools, len(tools), cites.TOOLS))
    known = [s for s in NAMED_BY_MISSIONS if skill_of(state, fighter("hero", index), s)]
    if known:
        named = tuple(Choice(name, name) for name in known)
        fields.append(choice("skill", named, cites.COMPLEX, optional=True))
    fields += [*around(state, kind), *support(state, "heroes")]
    if not frees:
        fields.append(text("what"))
    return Prompt(
        "task",
        label,
        tuple(fields),
        fixed,
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


def _moves_on_points(state: State, who: str) -> bool:
    owner = owner_of(state, who)
    return isinstance(owner, Tile) or owner.stance == "active"


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
        if each.value != fighter("hero", index)
        and each.value not in state.moved_by_tactician
        and _moves_on_points(state, str(each.value))
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
