"""Manipulation and thought, automatic and complex, and the skills they carry (p.41-46)."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import (
    Automatic,
    Command,
    HeroTask,
    MiniTask,
    Tactician,
    Throw,
)
from games.gotham_chronicles.cards import carried, chosen, no_gadget, thrown, used_up
from games.gotham_chronicles.energy import pay, spent
from games.gotham_chronicles.fights import (
    exists,
    hindering,
    one_use,
    pool_name,
    spend_on,
    told,
    use_option,
)
from games.gotham_chronicles.guards import awake, can_act, nothing_open, side_only
from games.gotham_chronicles.rolls import pool
from games.gotham_chronicles.sheets import Skill
from games.gotham_chronicles.skills import (
    NAMED_BY_MISSIONS,
    level,
    owner_of,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.state import (
    Activation,
    Move,
    State,
    Task,
    Tile,
    fighter,
    hero_of,
    name_of,
    side_of,
    tile_of,
    with_hero,
    with_tile,
)
from games.gotham_chronicles.villain import activating, side_of_activation
from games.messages import Msg, msg
from games.referee import Call

KINDS = ("manipulation", "thought")
ONCE_PER_ROUND = ("Scream", "Blast")
FREE_OF_CUBES = ("Scream",)


def known_kind(kind: str, call: Call) -> str:
    """Manipulation or thought; refuses anything else."""
    if kind not in KINDS:
        call.impossible("E_NO_SPACE", cites.COMPLEX, space=kind)
    return kind


# -- complex -------------------------------------------------------------------------------


def hero_task(state: State, action: HeroTask, call: Call) -> State:
    """A complex manipulation or thought of a hero (p.42, 45)."""
    can_act(state, action.hero, call, cites.COMPLEX)
    kind = known_kind(action.kind, call)
    return _hero_roll(state, action, kind, action.what, action.difficulty, call)


def throw(state: State, action: Throw, call: Call) -> State:
    """Throwing a card: the distance is the difficulty, its weight costs successes (p.24)."""
    hero = can_act(state, action.hero, call, cites.THROW)
    card = carried(hero, action.card, call, cites.THROW)
    no_gadget(card, call)
    as_task = HeroTask(
        action.hero,
        "manipulation",
        action.distance,
        action.cubes,
        card.name,
        tools=action.tools,
        enemies=action.enemies,
        allies=action.allies,
        push=action.push,
    )
    state = _hero_roll(state, as_task, "manipulation", card.name, action.distance, call)
    task = state.open
    if not isinstance(task, Task):
        return state
    task = replace(task, less=task.less + card.weight, thrown=card.name, area=action.area)
    return replace(state, open=task)


def _hero_roll(
    state: State, action: HeroTask, kind: str, what: str, difficulty: int, call: Call
) -> State:
    hero = state.heroes[action.hero]
    who = fighter("hero", action.hero)
    difficulty = _shackles(state, who, kind, action.frees, call) or difficulty
    call.within(Msg("field.difficulty"), difficulty, 0, 20, cites.COMPLEX)
    told(call, enemies=action.enemies, allies=action.allies, support=action.support)
    lines = chosen(hero, action.tools, kind, ("tool",), call)
    named = _named(action.skill, call)
    state = spend_on(state, action.hero, kind, action.cubes, action.push, call)
    n = action.cubes + (skill_of(state, who, "Pushing Limits") if action.push else 0)
    space = hero.sheet.space(kind)
    skills = usable(hero) + tuple(skill for _, line in lines for skill in line.skills)
    dice = [space.die] * n + [die for _, line in lines for die in line.dice]
    arrows = [space.die] * (n if space.arrow else 0)
    arrows += [arrow for _, line in lines for arrow in line.arrows]
    task = Task(
        kind,
        who,
        what,
        difficulty,
        pool(state, who, [*dice, *["yellow"] * hero.friend], arrows, action.support),
        plus=sum(line.successes for _, line in lines) + summed(skills, named),
        less=hero.shackles + hindering(skills, kind, action.enemies, action.allies),
        cards=tuple(card.name for card, _ in lines),
        frees=action.frees,
    )
    _declared(state, task, call, spent(action.hero, kind, action.cubes))
    return replace(state, open=task)


def mini_task(state: State, action: MiniTask, call: Call) -> State:
    """A complex manipulation or thought of the miniature acting."""
    kind = known_kind(action.kind, call)
    call.within(Msg("field.difficulty"), action.difficulty, 0, 20, cites.COMPLEX)
    told(call, enemies=action.enemies, allies=action.allies, support=action.support)
    state, option, tile, who = use_option(state, kind, action.option, call)
    difficulty = _shackles(state, who, kind, action.frees, call) or action.difficulty
    skills: tuple[Skill, ...] = tile.sheet.skills
    dice = [*option.dice, *["yellow"] * tile.friend]
    task = Task(
        kind,
        who,
        action.what,
        difficulty,
        pool(state, who, dice, option.arrows, action.support),
        plus=summed(skills, _named(action.skill, call)),
        less=tile.shackles + hindering(skills, kind, action.enemies, action.allies),
        frees=action.frees,
    )
    _declared(state, task, call)
    return replace(state, open=task)


def _named(skill: str, call: Call) -> str:
    """A skill the mission lets add successes, or none."""
    if skill and skill not in NAMED_BY_MISSIONS:
        call.impossible("E_NO_SKILL", cites.COMPLEX, skill=skill)
    return skill


def _shackles(state: State, who: str, kind: str, bearer: str, call: Call) -> int:
    """The tokens to be taken off the fighter or an ally in its area, 0 if that is not the aim."""
    if not bearer:
        return 0
    mates = exists(state, bearer) and side_of(state, bearer) == side_of(state, who)
    tokens = owner_of(state, bearer).shackles if mates else 0
    if not tokens or kind != "manipulation":
        call.impossible("E_NO_TARGET", cites.COMPLEX, target=bearer)
    if bearer != who:
        other = name_of(state, bearer)
        if call.ask("SAME_AREA", cites.COMPLEX, who=name_of(state, who), other=other) == "no":
            call.forbid("E_OUT_OF_REACH", cites.COMPLEX, target=other)
    return tokens


def _freed(state: State, bearer: str, call: Call) -> State:
    call.note("unshackled", cites.COMPLEX, who=name_of(state, bearer))
    index = hero_of(bearer)
    if index is not None:
        return with_hero(state, index, shackles=0)
    return with_tile(state, tile_of(bearer)[0], shackles=0)


def _declared(
    state: State, task: Task, call: Call, cubes: tuple[tuple[int, str, str, int], ...] = ()
) -> None:
    call.note(
        "task",
        cites.COMPLEX if task.kind == "manipulation" else cites.COMPLEX_THOUGHT,
        who=name_of(state, task.who),
        kind=Msg(f"space.{task.kind}"),
        n=task.difficulty,
        dice=pool_name(tuple(die.colour for die in task.roll.dice)),
        cubes=cubes,
    )


def count(state: State, task: Task, symbols: int, free: bool, call: Call) -> State:
    """Successes against the difficulty (p.42-43)."""
    found = max(0, symbols + task.plus + (1 if free else 0) - task.less)
    reached = found >= task.difficulty
    call.note(
        "task-done" if reached else "task-failed",
        cites.COMPLEX if reached else cites.FAILED,
        who=name_of(state, task.who),
        n=found,
        difficulty=task.difficulty,
        what=task.what,
    )
    state = replace(state, open=None)
    if reached and task.frees:
        state = _freed(state, task.frees, call)
    index = hero_of(task.who)
    if index is None:
        return state
    state = used_up(state, index, task.cards, call)
    if task.thrown:
        short = task.area if reached else ""
        call.note(
            "thrown" if reached else "thrown-short",
            cites.THROW if reached else cites.SHORT_THROW,
            card=task.thrown,
            n=min(found, task.difficulty),
        )
        state = thrown(state, index, task.thrown, short, call)
    return state


# -- automatic -----------------------------------------------------------------------------


def automatic(state: State, action: Automatic, call: Call) -> State:
    """One cube, no roll, one single thing (p.41, 44)."""
    kind = known_kind(action.kind, call)
    rule = cites.AUTOMATIC if kind == "manipulation" else cites.AUTOMATIC_THOUGHT
    if action.hero is None:
        return _mini_automatic(state, kind, action.what, rule, call)
    hero = can_act(state, action.hero, call, rule)
    if action.what in ONCE_PER_ROUND:
        if not level(hero, action.what):
            call.impossible("E_NO_SKILL", rule, skill=action.what)
        if action.what in hero.used:
            call.forbid("E_ONCE_PER_ROUND", rule, what=action.what)
        state = with_hero(state, action.hero, used=(*hero.used, action.what))
    price = 0 if action.what in FREE_OF_CUBES else 1
    state = pay(state, action.hero, kind, price, call, rule)
    call.note(
        "automatic",
        rule,
        who=hero.sheet.name,
        kind=Msg(f"space.{kind}"),
        what=action.what or "–",
        cubes=spent(action.hero, kind, price),
    )
    return state


def _mini_automatic(state: State, kind: str, what: str, rule: str, call: Call) -> State:
    active = activating(state, call)
    side_only(state, side_of_activation(state), call, rule)
    nothing_open(state, call)
    tile = state.tile(active.tile)
    if tile is None:
        return state
    ability = tile.sheet.ability(kind)
    name = Msg(f"space.{kind}")
    if ability.forbidden:
        call.forbid("E_FORBIDDEN_ACTION", cites.CROSSED, tile=tile.name, kind=name)
    if not ability.options and not level(tile, what):
        call.forbid("E_NO_CHARACTERISTIC", cites.NO_SYMBOL, tile=tile.name, kind=name)
    times = ability.options[0].times if ability.options else 1
    active = one_use(active, kind, 0, times, call)
    call.note("automatic", rule, who=f"{tile.name} #{active.mini}", kind=name, what=what or "–")
    return replace(state, activation=active)


def command(state: State, action: Command, call: Call) -> State:
    """A hero's thought activates the tile beside the tablet, once per round."""
    hero = can_act(state, action.hero, call, cites.AUTOMATIC_THOUGHT)
    tile = state.tile(action.tile)
    if tile is None or tile.place != "ally" or tile.owner != action.hero:
        call.impossible("E_NOT_IN_RIVER", cites.COMMAND_TILE, tile=action.tile)
    if tile.down or not tile.on_map:
        call.forbid("E_NO_MINIATURE", cites.ALLY_NEUTRALIZED, tile=tile.name)
    if tile.activated:
        call.forbid("E_ONCE_PER_ROUND", cites.COMMAND_LEVEL, what=tile.name)
    state = pay(state, action.hero, "thought", 1, call, cites.AUTOMATIC_THOUGHT)
    call.note(
        "command",
        cites.AUTOMATIC_THOUGHT,
        who=hero.sheet.name,
        tile=tile.name,
        cubes=spent(action.hero, "thought", 1),
    )
    state = with_tile(state, tile.name, activated=True)
    return replace(state, activation=Activation(tile.name))


def tactician(state: State, action: Tactician, call: Call) -> State:
    """Move points for an ally, to be used at once; each ally once per round."""
    if action.hero is None:
        who = _mini_tactician(state, call)
        state = _mini_automatic(state, "thought", "Tactician", cites.AUTOMATIC_THOUGHT, call)
    else:
        can_act(state, action.hero, call, cites.AUTOMATIC_THOUGHT)
        who = fighter("hero", action.hero)
    points = skill_of(state, who, "Tactician")
    if not points:
        call.impossible("E_NO_SKILL", cites.AUTOMATIC_THOUGHT, skill="Tactician")
    known = exists(state, action.ally) and action.ally != who
    if not known or side_of(state, action.ally) != side_of(state, who):
        call.impossible("E_NO_TARGET", cites.ENEMY, target=action.ally)
    _may_be_moved(state, action.ally, call)
    if action.ally in state.moved_by_tactician:
        what = name_of(state, action.ally)
        call.forbid("E_ONCE_PER_ROUND", cites.AUTOMATIC_THOUGHT, what=what)
    if action.hero is not None:
        state = pay(state, action.hero, "thought", 1, call, cites.AUTOMATIC_THOUGHT)
    state, bonus = _tactician_bonus(state, action.ally)
    call.note(
        "tactician",
        cites.AUTOMATIC_THOUGHT,
        who=name_of(state, who),
        ally=name_of(state, action.ally),
        n=points + bonus,
        cubes=() if action.hero is None else spent(action.hero, "thought", 1),
    )
    moved = (*state.moved_by_tactician, action.ally)
    move = Move(action.ally, points + bonus, bonus, buys=False)
    return replace(state, open=move, moved_by_tactician=moved)


def _mini_tactician(state: State, call: Call) -> str:
    active = activating(state, call)
    return fighter("tile", active.tile, active.mini)


def _may_be_moved(state: State, ally: str, call: Call) -> None:
    """Only an active hero moves on given points; a resting one takes no action (p.21)."""
    index = hero_of(ally)
    if index is None:
        return
    hero = state.heroes[index]
    awake(hero, call)
    if hero.stance != "active":
        call.forbid("E_RESTING", cites.RESTING, remedy=msg("remedy.resting"), who=hero.sheet.name)


def _tactician_bonus(state: State, ally: str) -> tuple[State, int]:
    """The first movement bonus: an active hero's if still due, a tile's always."""
    index = hero_of(ally)
    if index is None:
        tile = owner_of(state, ally)
        return state, tile.sheet.bonus if isinstance(tile, Tile) else 0
    hero = state.heroes[index]
    if hero.moved or hero.stance != "active":
        return state, 0
    return with_hero(state, index, moved=True), hero.bonus
