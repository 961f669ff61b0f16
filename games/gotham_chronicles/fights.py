"""Attacks declared: target, cubes, weapons, the pool (p.37-40)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import HeroAttack, MiniAttack
from games.gotham_chronicles.cards import chosen
from games.gotham_chronicles.energy import pay, spent, wound_hero
from games.gotham_chronicles.guards import awake, can_act, nothing_open, side_only
from games.gotham_chronicles.rolls import pool
from games.gotham_chronicles.sheets import ROLLED, Card, Line, Option, Skill
from games.gotham_chronicles.skills import (
    ON_CARDS_NOT_ADDED,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.state import (
    Activation,
    Attack,
    Hero,
    State,
    Tile,
    fighter,
    hero_of,
    name_of,
    side_of,
    tile_of,
    with_hero,
)
from games.gotham_chronicles.villain import activating, side_of_activation
from games.messages import Msg, msg
from games.referee import Call, Choice

ATTACKS = ("melee", "ranged")
MOST = 30
SAME, OVER_FULL, REACH, SIGHT, LOWER, NONE = (
    "same",
    "over_full",
    "reach",
    "sight",
    "lower",
    "none",
)


# -- heroes --------------------------------------------------------------------------------


def hero_attack(state: State, action: HeroAttack, call: Call) -> State:
    """A hero attacks with cubes, a weapon and what skills add (p.37-40)."""
    hero = can_act(state, action.hero, call, cites.MELEE)
    who = fighter("hero", action.hero)
    kind = attack_kind(action.kind, call)
    told(call, enemies=action.enemies, allies=action.allies, smoke=action.smoke)
    told(call, support=action.support)
    enemy(state, "heroes", action.target, call)
    cards = weapons(hero, action.weapons, kind, call)
    state = spend_on(state, action.hero, kind, action.cubes, action.push, call)
    skills = attack_skills(hero, cards)
    where = aim(state, kind, action.target, skills, call)
    n = action.cubes + (skill_of(state, who, "Pushing Limits") if action.push else 0)
    space = hero.sheet.space(kind)
    dice = [space.die] * n + [die for _, line in cards for die in line.dice]
    dice += extra_dice(hero, kind, where)
    arrows = [space.die] * (n if space.arrow else 0)
    arrows += [arrow for _, line in cards for arrow in line.arrows]
    attack = Attack(
        kind,
        who,
        action.target,
        roll=pool(state, who, dice, arrows, bonus_rerolls(skills, where) + action.support),
        skills=skills,
        plus=sum(line.successes for _, line in cards) + sneak(skills, where, call),
        less=hero.shackles + hindering(skills, kind, action.enemies, action.allies),
        smoke=action.smoke if kind == "ranged" else 0,
        shackle=_shackles(action.shackle, skills, bool(cards), call),
        cards=tuple(card.name for card, _ in cards),
    )
    declared(state, attack, call, spent(action.hero, kind, action.cubes))
    return replace(state, open=attack)


def _shackles(asked: bool, skills: tuple[Skill, ...], armed: bool, call: Call) -> bool:
    """Whether tokens replace the wounds: the skill is needed, and hands free of weapons."""
    if asked and not summed(skills, "Shackle"):
        call.impossible("E_NO_SKILL", cites.PRIORITY, skill="Shackle")
    if asked and armed:
        call.forbid("E_SHACKLE_WEAPON", cites.PRIORITY, remedy=msg("remedy.no_weapon"))
    return asked


def told(call: Call, **numbers: int) -> None:
    """Refuse numbers of the board that no board shows."""
    for name, n in numbers.items():
        call.within(Msg(f"field.{name}"), n, 0, MOST, cites.INDEXES)


def attack_kind(kind: str, call: Call) -> str:
    """Melee or ranged; refuses anything else."""
    if kind not in ATTACKS:
        call.impossible("E_NO_SPACE", cites.MELEE, space=kind)
    return kind


def spend_on(state: State, index: int, space: str, cubes: int, push: bool, call: Call) -> State:
    """The cubes of an action: at least one, or the wounds of Pushing Limits instead."""
    level = skill_of(state, fighter("hero", index), "Pushing Limits") if push else 0
    if push and not level:
        call.impossible("E_NO_SKILL", cites.FREE_ACTION, skill="Pushing Limits")
    rule = cites.MELEE_CUBES if space in ATTACKS else cites.COMPLEX
    call.within(Msg("field.cubes"), cubes, 0 if level else 1, 20, rule)
    if level:
        hero = state.heroes[index]
        if "pushing" in hero.used:
            call.forbid("E_ONCE_PER_ROUND", cites.PRIORITY, what="Pushing Limits")
        state = with_hero(state, index, used=(*hero.used, "pushing"))
        state = wound_hero(state, index, level, call, onto="pushed")
        awake(state.heroes[index], call)
    return pay(state, index, space, cubes, call, rule)


def weapons(
    hero: Hero, picks: tuple[str, ...], kind: str, call: Call
) -> tuple[tuple[Card, Line], ...]:
    """The weapon lines used: at most one card in melee, exactly one for ranged (p.25)."""
    cards = chosen(hero, picks, kind, (kind,), call)
    if kind == "ranged" and not cards:
        call.forbid("E_NO_RANGED_WEAPON", cites.RANGED_WEAPON, who=hero.sheet.name)
    both_hands = summed(usable(hero), "Ambidextry")
    most = 2 if both_hands and all(card.weight <= both_hands for card, _ in cards) else 1
    if len(cards) > most:
        rule = cites.MELEE_WEAPON if kind == "melee" else cites.RANGED_WEAPON
        call.forbid("E_ONE_WEAPON", rule, n=most)
    return cards


def attack_skills(hero: Hero, cards: tuple[tuple[Card, Line], ...]) -> tuple[Skill, ...]:
    """Own usable skills and those of the weapon lines used."""
    lent = tuple(
        skill for _, line in cards for skill in line.skills if skill.name not in ON_CARDS_NOT_ADDED
    )
    return usable(hero) + lent


# -- miniatures ----------------------------------------------------------------------------


def mini_attack(state: State, action: MiniAttack, call: Call) -> State:
    """The miniature acting attacks with one option of its tile (p.31, 37-40)."""
    kind = attack_kind(action.kind, call)
    told(call, enemies=action.enemies, allies=action.allies, smoke=action.smoke)
    told(call, support=action.support)
    state, option, tile, who = use_option(state, kind, action.option, call)
    skills = tile.sheet.skills
    enemy(state, side_of(state, who), action.target, call)
    where = aim(state, kind, action.target, skills, call)
    dice = [*option.dice, *extra_dice(tile, kind, where, tile_of(who)[1])]
    attack = Attack(
        kind,
        who,
        action.target,
        roll=pool(state, who, dice, option.arrows, bonus_rerolls(skills, where) + action.support),
        skills=skills,
        plus=sneak(skills, where, call),
        less=tile.shackles + hindering(skills, kind, action.enemies, action.allies),
        smoke=action.smoke if kind == "ranged" else 0,
        shackle=_shackles(action.shackle, tile.sheet.skills, False, call),
    )
    declared(state, attack, call)
    return replace(state, open=attack)


def use_option(state: State, kind: str, number: int, call: Call) -> tuple[State, Option, Tile, str]:
    """One use of a characteristic by the miniature acting: option, multiplier (p.27, 31)."""
    active = activating(state, call)
    side_only(state, side_of_activation(state), call, cites.ONE_ACTION)
    nothing_open(state, call)
    tile = state.tile(active.tile)
    if tile is None or kind not in ROLLED:
        call.impossible("E_NO_SPACE", cites.ONE_ACTION, space=kind)
    ability = tile.sheet.ability(kind)
    name = Msg(f"space.{kind}")
    if ability.forbidden:
        call.forbid("E_FORBIDDEN_ACTION", cites.CROSSED, tile=tile.name, kind=name)
    if not ability.options:
        call.impossible("E_NO_CHARACTERISTIC", cites.NO_SYMBOL, tile=tile.name, kind=name)
    call.within(Msg("field.option"), number, 0, len(ability.options) - 1, cites.OPTIONS)
    option = ability.options[number]
    active = one_use(active, kind, number, option.times, call)
    who = fighter("tile", tile.name, active.mini)
    return replace(state, activation=active), option, tile, who


def one_use(active: Activation, kind: str, number: int, times: int, call: Call) -> Activation:
    """The activation after one more use of its single action."""
    if active.closed:
        call.forbid("E_ACTION_OVER", cites.MINIATURE_STEPS, tile=active.tile)
    if not active.action:
        return replace(active, action=kind, option=number, left=times - 1)
    if (active.action, active.option) != (kind, number):
        call.forbid("E_OPTION_FIXED", cites.ONE_ACTION, kind=Msg(f"space.{active.action}"))
    if active.left <= 0:
        call.forbid("E_MULTIPLIER", cites.MULTIPLIER, tile=active.tile, n=times)
    return replace(active, left=max(0, active.left - 1))


# -- both ----------------------------------------------------------------------------------


def enemy(state: State, side: str, target: str, call: Call) -> None:
    """A target must be an enemy on the map and no neutralized hero (p.37, 49)."""
    known = exists(state, target)
    if not known:
        call.impossible("E_NO_TARGET", cites.ENEMY, target=target)
    if side_of(state, target) not in {"heroes", "villain"} - {side}:
        call.forbid("E_NOT_ENEMY", cites.ENEMY, target=name_of(state, target))
    index = hero_of(target)
    if index is not None and state.heroes[index].neutralized:
        call.forbid(
            "E_TARGET_NEUTRALIZED",
            cites.NEUTRALIZED,
            remedy=msg("remedy.target"),
            target=name_of(state, target),
        )


def exists(state: State, who: str) -> bool:
    """Whether a fighter's name means somebody in play."""
    kind, _, rest = who.partition(":")
    if kind == "hero":
        return rest.isdigit() and int(rest) < len(state.heroes)
    if kind != "tile" or not rest.rpartition(":")[2].isdigit():
        return False
    name, mini = tile_of(who)
    tile = state.tile(name)
    return tile is not None and tile.on_map > 0 and mini <= tile.on_map


def aim(state: State, kind: str, target: str, skills: tuple[Skill, ...], call: Call) -> str:
    """Where the target stands, asked of the table; refuses one out of reach or sight."""
    name = name_of(state, target)
    if kind == "melee":
        options = [SAME, OVER_FULL, *([REACH] if summed(skills, "Reach") else []), NONE]
        where = call.ask("MELEE_TARGET", cites.MELEE_TARGET, options=_answers(options), target=name)
        if where == NONE:
            call.forbid("E_OUT_OF_REACH", cites.MELEE_TARGET, target=name)
    else:
        options = [SIGHT, LOWER, SAME, NONE]
        where = call.ask("SIGHT", cites.RANGED_TARGET, options=_answers(options), target=name)
        if where == NONE:
            call.forbid("E_NO_SIGHT", cites.RANGED_TARGET, target=name)
    guards = skill_of(state, target, "Protected")
    if guards and call.ask("PROTECTED", cites.PRIORITY, target=name, n=guards) == "yes":
        call.forbid("E_PROTECTED", cites.PRIORITY, target=name)
    return where


def _answers(values: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, Msg(f"answer.{value}")) for value in values)


def extra_dice(owner: Hero | Tile, kind: str, where: str, mini: int = 0) -> list[str]:
    """Dice of skills and of elevation; cards lend neither (p.39)."""
    dice = ["white"] * berserk(owner, mini) if kind == "melee" else []
    dice += ["yellow"] if kind == "ranged" and where == LOWER else []
    return dice + ["yellow"] * owner.friend


def berserk(owner: Hero | Tile, mini: int = 0) -> int:
    """White dice of Berserk: once half of the cubes are wounds, or half of the life is lost."""
    if isinstance(owner, Hero):
        skills, hurt = usable(owner), 2 * owner.wounds >= owner.sheet.total
    else:
        life = owner.lives[max(0, mini - 1)] if owner.lives else owner.sheet.life
        skills, hurt = owner.sheet.skills, 2 * (owner.sheet.life - life) >= owner.sheet.life
    return summed(skills, "Berserk") if hurt else 0


def bonus_rerolls(skills: tuple[Skill, ...], where: str) -> int:
    """Rerolls of Point Blank; Luck is added to every pool."""
    return summed(skills, "Point Blank") if where == SAME else 0


def sneak(skills: tuple[Skill, ...], where: str, call: Call) -> int:
    """Successes of Sneak Attack, if allies menace the area at least as much as enemies."""
    level = summed(skills, "Sneak Attack")
    if level and where == SAME and call.ask("SNEAK", cites.PRIORITY) == "yes":
        return level
    return 0


def hindering(skills: tuple[Skill, ...], kind: str, enemies: int, allies: int) -> int:
    """Successes lost to enemies around; never in melee, never below zero (p.38, 40)."""
    if kind == "melee":
        return 0
    return max(0, enemies - allies - summed(skills, "Nerves of Steel"))


def declared(
    state: State, attack: Attack, call: Call, cubes: tuple[tuple[int, str, str, int], ...] = ()
) -> None:
    """The note of an attack and its pool."""
    call.note(
        "attack",
        cites.MELEE if attack.kind == "melee" else cites.RANGED,
        who=name_of(state, attack.who),
        target=name_of(state, attack.target),
        kind=Msg(f"space.{attack.kind}"),
        dice=pool_name(tuple(die.colour for die in attack.roll.dice)),
        cubes=cubes,
    )


def pool_name(colours: tuple[str, ...]) -> tuple[Msg, ...]:
    """A pool as the table reads it: how many of each colour."""
    return tuple(
        msg("term.dice", n=colours.count(colour), colour=Msg(f"colour.{colour}"))
        for colour in dict.fromkeys(colours)
    )
