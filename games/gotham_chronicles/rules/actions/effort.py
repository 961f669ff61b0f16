"""What attacks, manipulation and thought share: cubes, cards, menace around, support (p.37-46)."""

from __future__ import annotations

from games.gotham_chronicles import cites
from games.gotham_chronicles.box.sheets import Skill
from games.gotham_chronicles.fighters import fighter
from games.gotham_chronicles.rules.common.energy import pay
from games.gotham_chronicles.rules.common.forms import MOST_MENACE, fighters, flag, number
from games.gotham_chronicles.rules.common.guards import awake
from games.gotham_chronicles.rules.common.minis import shackles_on
from games.gotham_chronicles.rules.common.skills import barred, level, skill_of, summed, usable
from games.gotham_chronicles.rules.heroes.equipment import lines_for
from games.gotham_chronicles.rules.rolls import pool_name
from games.gotham_chronicles.rules.wounds import wound_hero
from games.gotham_chronicles.state import Hero, State, Tile
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.referee import Choice, Field

ATTACKS = ("melee", "ranged")


def spend_on(t: Table, index: int, space: str, cubes: int, push: bool) -> None:
    """The cubes of an action: at least one, or the wounds of Pushing Limits instead."""
    pushed = skill_of(t.state, fighter("hero", index), "Pushing Limits") if push else 0
    if push and not pushed:
        t.impossible("E_NO_SKILL", cites.FREE_ACTION, skill="Pushing Limits")
    rule = cites.MELEE_CUBES if space in ATTACKS else cites.COMPLEX
    t.within(Msg("field.cubes"), cubes, 0 if pushed else 1, 20, rule)
    if pushed:
        hero = t.state.heroes[index]
        if "pushing" in hero.used:
            t.forbid("E_ONCE_PER_ROUND", cites.PRIORITY, what="Pushing Limits")
        t.put_hero(index, used=(*hero.used, "pushing"))
        wound_hero(t, index, pushed, onto="pushed")
        awake(t, t.state.heroes[index])
    pay(t, index, space, cubes, rule)


def hindering(skills: tuple[Skill, ...], kind: str, enemies: int, allies: int) -> int:
    """Successes lost to enemies around; never in melee, never below zero (p.38, 40)."""
    if kind == "melee":
        return 0
    return max(0, enemies - allies - summed(skills, "Nerves of Steel"))


def payable_cubes(hero: Hero, space: str) -> bool:
    pushing = any(s.name == "Pushing Limits" for s in usable(hero)) and "pushing" not in hero.used
    return hero.room(space) > 0 or pushing


def cubes_field(hero: Hero, space: str) -> tuple[Field, ...]:
    """Cubes for an action, and Pushing Limits if the hero has it left."""
    pushing = any(s.name == "Pushing Limits" for s in usable(hero)) and "pushing" not in hero.used
    low = 0 if pushing else 1
    default = 1 if hero.room(space) else 0
    fields: tuple[Field, ...] = (
        number("cubes", low, hero.room(space), default, cites.ONE_CUBE_ONE_DIE),
    )
    return (*fields, flag("push", cites.PRIORITY)) if pushing else fields


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
        str(each.value) for each in fighters(state, side) if shackles_on(state, str(each.value))
    )
