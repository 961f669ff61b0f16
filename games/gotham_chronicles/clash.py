"""Attacks counted, defended and resolved, and the free actions behind them (p.40, 47-49)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import Defend, FollowUp, Shield
from games.gotham_chronicles.cards import barred, chosen, used_up
from games.gotham_chronicles.energy import pay, spent, wound_hero
from games.gotham_chronicles.fights import enemy, exists, hindering, pool_name, told
from games.gotham_chronicles.guards import side_only
from games.gotham_chronicles.river import hurt_miniature, life_left
from games.gotham_chronicles.rolls import buy_rerolls, pool
from games.gotham_chronicles.skills import has_trait, level, owner_of, skill_of, summed, usable
from games.gotham_chronicles.state import (
    Attack,
    Hero,
    Roll,
    State,
    hero_of,
    name_of,
    side_of,
    tile_of,
    with_hero,
    with_tile,
)
from games.messages import Msg
from games.referee import Call

FREE_COUNTERS = ("counterattack", "retaliation")
ALLY_DIE = "orange"


def count(state: State, attack: Attack, symbols: int, free: bool, call: Call) -> State:
    """Symbols, automatic successes, then hindering, shackles and smoke, never below 0."""
    found = symbols + attack.plus + (1 if free else 0)
    booster = "Martial Arts" if attack.kind == "melee" else "Marksman"
    if found:
        found += summed(attack.skills, booster)
    found = max(0, max(0, found - attack.less) - attack.smoke)
    call.note(
        "successes",
        cites.SUCCESSES if not attack.less else cites.RANGED_HINDERING,
        who=name_of(state, attack.who),
        n=found,
        symbols=symbols,
        less=attack.less + attack.smoke,
    )
    state, found = _shielded(state, attack, found, call)
    attack = replace(attack, successes=found, stage="defence")
    return offer_defence(replace(state, open=attack), attack, call)


def _shielded(state: State, attack: Attack, n: int, call: Call) -> tuple[State, int]:
    """Sacrifice: successes leave the attack and become wounds of the one who declared it."""
    if not attack.shield:
        return state, n
    taken = min(skill_of(state, attack.shield, "Sacrifice"), n)
    return suffer(state, attack.shield, taken, call, onto="shielded"), n - taken


def shield(state: State, action: Shield, call: Call) -> State:
    """An ally of the target shields it; to be said before the roll."""
    attack = state.open
    if not isinstance(attack, Attack) or attack.stage != "roll" or attack.roll.rolled:
        call.impossible("E_NO_ATTACK", cites.PRIORITY)
    side = side_of(state, attack.target)
    side_only(state, side, call, cites.PRIORITY)
    known = exists(state, action.who)
    if not known or action.who == attack.target or side_of(state, action.who) != side:
        call.impossible("E_NO_SKILL", cites.PRIORITY, skill="Sacrifice")
    if not skill_of(state, action.who, "Sacrifice"):
        call.impossible("E_NO_SKILL", cites.PRIORITY, skill="Sacrifice")
    who, target = name_of(state, action.who), name_of(state, attack.target)
    call.note("shields", cites.PRIORITY, who=who, target=target)
    return replace(state, open=replace(attack, shield=action.who))


def offer_defence(state: State, attack: Attack, call: Call) -> State:
    """Wait for the target's cubes, unless it can neither spend nor roll anything."""
    if not attack.successes:
        call.note("no-effect", cites.ATTACK_WOUNDS, target=name_of(state, attack.target))
        return after(state, attack, call)
    if defence_room(state, attack.target) or defence_dice(state, attack.target):
        return state
    return defend(state, Defend(), call, asked=False)


def defence_room(state: State, target: str) -> int:
    """How many cubes the target may spend on its defence."""
    index = hero_of(target)
    if index is not None:
        return state.heroes[index].room("defence")
    if side_of(state, target) == "villain":
        return state.post.room("defence")
    tile = state.tile(tile_of(target)[0])
    return 0 if tile is None or tile.owner is None else state.heroes[tile.owner].room("thought")


def defence_dice(state: State, target: str) -> bool:
    """Whether the target rolls something without spending."""
    index = hero_of(target)
    if index is None:
        return False
    hero = state.heroes[index]
    lines = [line for card in hero.cards if not barred(hero, card) for line in card.lines]
    return bool(hero.sheet.automatic) or any(line.use == "defence" for line in lines)


def defend(state: State, action: Defend, call: Call, asked: bool = True) -> State:
    """The target's cubes and dice; mandatory, but cubes are not (p.47)."""
    attack = state.open
    if not isinstance(attack, Attack) or attack.stage != "defence":
        call.impossible("E_NO_ATTACK", cites.DEFENCE)
    if asked:
        side_only(state, side_of(state, attack.target), call, cites.DEFENCE)
    call.within(Msg("field.cubes"), action.cubes, 0, 20, cites.DEFENCE_CUBES)
    told(call, guard=action.guard, support=action.support, paid=action.paid)
    state, roll, plus, cards = _defence_pool(state, attack, action, call)
    call.note(
        "defends" if roll.dice else "defends-bare",
        cites.DEFENCE_CUBES,
        who=name_of(state, attack.target),
        n=action.cubes,
        dice=pool_name(tuple(die.colour for die in roll.dice)),
        cubes=_defence_cubes(state, attack.target, action.cubes),
    )
    attack = replace(attack, stage="defend", defence=roll, defence_plus=plus + action.guard)
    attack = replace(attack, cards=(*attack.cards, *cards))
    state = replace(state, open=attack)
    if action.symbols is not None:
        call.within(
            Msg("field.symbols"), action.symbols, 0, 4 * len(roll.dice), cites.DEFENCE_TOTAL
        )
        state, _ = buy_rerolls(state, attack.target, action.paid, call)
        return resolve(state, attack, action.symbols, call)
    if not roll.dice:
        return resolve(state, attack, 0, call)
    return state


def _defence_cubes(state: State, target: str, n: int) -> tuple[tuple[int, str, str, int], ...]:
    index = hero_of(target)
    if index is not None:
        return spent(index, "defence", n)
    tile = state.tile(tile_of(target)[0])
    if tile and tile.owner is not None:
        return spent(tile.owner, "thought", n)
    return spent(state.villain, "defence", n)


def _defence_pool(
    state: State, attack: Attack, action: Defend, call: Call
) -> tuple[State, Roll, int, tuple[str, ...]]:
    target, index = attack.target, hero_of(attack.target)
    against = "Impenetrable Defense" if attack.kind == "melee" else "Untouchable"
    if index is None:
        state, dice = _tile_cubes(state, target, action.cubes, call)
        plus = tile_defence(state, target, against)
        return state, pool(state, target, dice, bonus=action.support), plus, ()
    hero = state.heroes[index]
    lines = chosen(hero, action.cards, "defence", ("object", "tool", "melee", "ranged"), call)
    state = pay(state, index, "defence", action.cubes, call, cites.DEFENCE_CUBES)
    space = hero.sheet.defence
    dice = [space.die] * action.cubes + ([hero.sheet.automatic] if hero.sheet.automatic else [])
    dice += [die for _, line in lines for die in line.dice]
    arrows = [space.die] * (action.cubes if space.arrow else 0)
    arrows += [hero.sheet.automatic] if hero.sheet.automatic_arrow else []
    arrows += [arrow for _, line in lines for arrow in line.arrows]
    lent = tuple(skill for _, line in lines for skill in line.skills)
    plus = summed((*usable(hero), *lent), against) + sum(line.successes for _, line in lines)
    roll = pool(state, target, dice, arrows, action.support)
    return state, roll, plus - hero.shackles, tuple(card.name for card, _ in lines)


def tile_defence(state: State, target: str, against: str) -> int:
    """Automatic successes of a tile's miniature, its skills and shackles counted."""
    tile = state.tile(tile_of(target)[0])
    return tile.sheet.defence + level(tile, against) - tile.shackles if tile else 0


def _tile_cubes(state: State, target: str, n: int, call: Call) -> tuple[State, list[str]]:
    tile = state.tile(tile_of(target)[0])
    if side_of(state, target) == "villain":
        return pay(state, state.villain, "defence", n, call, cites.DEFENCE_CUBES), (
            [state.post.die] * n
        )
    if tile is None or tile.owner is None:
        call.within(Msg("field.cubes"), n, 0, 0, cites.DEFENCE_CUBES)
        return state, []
    return pay(state, tile.owner, "thought", n, call, cites.DEFENCE_CUBES), [ALLY_DIE] * n


def resolve(state: State, attack: Attack, symbols: int, call: Call) -> State:
    """Attack successes above the defence become wounds (p.48)."""
    defence = max(0, symbols + attack.defence_plus)
    n = max(0, attack.successes - defence)
    call.note(
        "defence",
        cites.DEFENCE_TOTAL,
        who=name_of(state, attack.target),
        attack=attack.successes,
        n=defence,
        wounds=n,
    )
    index = hero_of(attack.target)
    if index is not None:
        state = used_up(state, index, attack.cards, call)
    if n and attack.shackle:
        return after(_shackled(state, attack, call), attack, call)
    target_life = wounds_needed(state, attack.target)
    state, wounds, needed = _wounded(state, attack, n, call)
    felled = bool(wounds) and wounds >= target_life
    if not felled or index is not None:
        state = _laid_down(state, attack, wounds, call)
    attack = replace(attack, remaining=max(0, n - needed) if felled else 0, felled=felled)
    return after(state, attack, call)


def _wounded(state: State, attack: Attack, n: int, call: Call) -> tuple[State, int, int]:
    """The wounds suffered and how many of the attack's successes they needed."""
    extra = summed(attack.skills, "Poison") + summed(attack.skills, "Electricity")
    extra = extra if n else 0
    harmless = has_trait(owner_of(state, attack.who), "Harmless")
    needed = max(0, wounds_needed(state, attack.target) - extra)
    wounds = (0 if harmless else n) + extra
    if extra:
        call.note("extra-wounds", cites.PRIORITY, n=extra)
    return suffer(state, attack.target, wounds, call), wounds, needed


def wounds_needed(state: State, who: str) -> int:
    """How many wounds neutralize a fighter."""
    index = hero_of(who)
    if index is None:
        return life_left(state, *tile_of(who))
    hero = state.heroes[index]
    return hero.sheet.total - hero.wounds


def suffer(state: State, who: str, n: int, call: Call, onto: str = "") -> State:
    """Wounds of any fighter."""
    if n <= 0:
        return state
    index = hero_of(who)
    if index is not None:
        return wound_hero(state, index, n, call, onto=onto)
    name, mini = tile_of(who)
    return hurt_miniature(state, name, mini, n, call)


def _shackled(state: State, attack: Attack, call: Call) -> State:
    n = summed(attack.skills, "Shackle")
    call.note("shackled", cites.PRIORITY, who=name_of(state, attack.target), n=n)
    index = hero_of(attack.target)
    if index is not None:
        return with_hero(state, index, shackles=state.heroes[index].shackles + n)
    name = tile_of(attack.target)[0]
    tile = state.tile(name)
    return with_tile(state, name, shackles=(tile.shackles if tile else 0) + n)


def _laid_down(state: State, attack: Attack, wounds: int, call: Call) -> State:
    threshold = summed(attack.skills, "Immobilization")
    index = hero_of(attack.target)
    if not threshold or wounds < threshold:
        return state
    call.note("laid-down", cites.PRIORITY, who=name_of(state, attack.target))
    if index is not None:
        return with_hero(state, index, laid="down")
    name, mini = tile_of(attack.target)
    tile = state.tile(name)
    return state if tile is None else with_tile(state, name, laid=(*tile.laid, mini or 1))


# -- afterwards ----------------------------------------------------------------------------


def after(state: State, attack: Attack, call: Call) -> State:
    """Wait while a free action is possible, else the attack is over."""
    attack = replace(attack, stage="after")
    state = replace(state, open=attack)
    return state if follow_ups(state) else close(state, call)


def standing(state: State, who: str) -> bool:
    """Whether a fighter is still on the map and not neutralized."""
    index = hero_of(who)
    if index is not None:
        return not state.heroes[index].neutralized
    tile = state.tile(tile_of(who)[0])
    return tile is not None and tile.on_map > 0


def follow_ups(state: State) -> tuple[tuple[str, str, int], ...]:
    """Free actions possible now: (kind, who takes it, level) (p.56)."""
    attack = state.open
    if not isinstance(attack, Attack) or attack.stage != "after":
        return ()
    found: list[tuple[str, str, int]] = []
    if attack.free not in FREE_COUNTERS and not attack.felled:
        answer = "counterattack" if attack.kind == "melee" else "retaliation"
        n = skill_of(state, attack.target, answer.capitalize())
        alive = standing(state, attack.target) and standing(state, attack.who)
        if n and alive and _armed(state, attack, answer):
            found.append((answer, attack.target, n))
    found += _chains(state, attack)
    return tuple(found)


def _armed(state: State, attack: Attack, answer: str) -> bool:
    index = hero_of(attack.target)
    if answer != "retaliation" or index is None:
        return True
    hero = state.heroes[index]
    return any(
        card.kind == "ranged" and not card.once and not barred(hero, card) for card in hero.cards
    )


def _chains(state: State, attack: Attack) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    kind = "circular" if attack.kind == "melee" else "burst"
    skill = "Circular Strike" if attack.kind == "melee" else "Burst"
    most = summed(attack.skills, skill)
    if attack.remaining and attack.free in ("", kind) and attack.chain < most:
        found.append((kind, attack.who, attack.remaining))
    combo = summed(attack.skills, "Combo")
    if combo and attack.kind == "melee" and not attack.free and attack.felled:
        found.append(("combo", attack.who, combo))
    return found


def follow(state: State, action: FollowUp, call: Call) -> State:
    """A free action: counterattack, retaliation, combo, circular strike or burst."""
    attack = state.open
    offered = {kind: (who, n) for kind, who, n in follow_ups(state)}
    if not isinstance(attack, Attack) or action.kind not in offered:
        call.impossible("E_NO_FREE_ACTION", cites.FREE_ACTION)
    who, n = offered[action.kind]
    told(call, enemies=action.enemies, allies=action.allies, smoke=action.smoke)
    side_only(state, side_of(state, who), call, cites.FREE_ACTION)
    target = attack.who if action.kind in FREE_COUNTERS else action.target
    enemy(state, side_of(state, who), target, call)
    call.note(
        "follow",
        cites.FREE_ACTION,
        who=name_of(state, who),
        kind=Msg(f"follow.{action.kind}"),
        target=name_of(state, target),
        n=n,
    )
    if action.kind in ("circular", "burst"):
        passed = replace(
            attack,
            target=target,
            stage="defence",
            free=action.kind,
            successes=n,
            remaining=0,
            felled=False,
            chain=attack.chain + 1,
            defence=Roll(),
        )
        return offer_defence(replace(state, open=passed), passed, call)
    return _free_attack(state, attack, action, who, target, n, call)


def _free_attack(
    state: State,
    attack: Attack,
    action: FollowUp,
    who: str,
    target: str,
    n: int,
    call: Call,
) -> State:
    state = close(state, call)
    owner = owner_of(state, who)
    skills = usable(owner) if isinstance(owner, Hero) else owner.sheet.skills
    colour = combo_colour(state, who) if action.kind == "combo" else "yellow"
    fresh = Attack(
        attack.kind,
        who,
        target,
        free=action.kind,
        roll=pool(state, who, [colour] * n),
        skills=skills,
        less=owner.shackles + hindering(skills, attack.kind, action.enemies, action.allies),
        smoke=action.smoke if attack.kind == "ranged" else 0,
    )
    return replace(state, open=fresh)


def combo_colour(state: State, who: str) -> str:
    """The colour of Combo's dice: that of the own melee characteristic."""
    owner = owner_of(state, who)
    if isinstance(owner, Hero):
        return owner.sheet.melee.die
    option = owner.sheet.melee.options[0] if owner.sheet.melee.options else None
    return option.dice[-1] if option else "yellow"


def close(state: State, call: Call) -> State:
    """The attack is over; one-time weapons leave the game."""
    attack = state.open
    state = replace(state, open=None)
    if not isinstance(attack, Attack):
        return state
    index = hero_of(attack.who)
    if index is not None:
        state = used_up(state, index, attack.cards, call)
    return state


def finish(state: State, call: Call) -> State:
    """Free actions are declined."""
    attack = state.open
    if not isinstance(attack, Attack) or attack.stage != "after":
        call.impossible("E_NO_ATTACK", cites.FREE_ACTION)
    kinds = tuple(Msg(f"follow.{kind}") for kind, _, _ in follow_ups(state))
    call.note("declined", cites.FREE_ACTION, kinds=kinds)
    return close(state, call)
