"""Complex manipulation and thought, and throwing (p.24, 42-46)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.gotham_chronicles.box.sheets import Skill
from games.gotham_chronicles.rules.common.costs import (
    around,
    cubes_field,
    ending_move,
    hindering,
    menaced,
    payable_cubes,
    shackled,
    spend_on,
    support,
    supported,
    usable_lines,
)
from games.gotham_chronicles.rules.common.energy import spent
from games.gotham_chronicles.rules.common.forms import (
    MORE,
    NOW,
    Area,
    Difficulty,
    Menace,
    Paid,
    Support,
    Text,
    choice,
    picks,
)
from games.gotham_chronicles.rules.common.skills import (
    NAMED_BY_MISSIONS,
    granted,
    lending,
    level,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.rules.common.whole import dice_of, entered, whole_roll
from games.gotham_chronicles.rules.danger import explosion
from games.gotham_chronicles.rules.heroes.equipment import (
    carried,
    chosen,
    lines_for,
    no_gadget,
    thrown,
    used_up,
)
from games.gotham_chronicles.rules.rolls import pool, pool_name, signed
from games.gotham_chronicles.rules.villain.activation import (
    acting,
    acting_one,
    activating,
    side_of_activation,
    use_option,
    uses,
)
from games.gotham_chronicles.state import Hero, Task, Tile, Tried
from games.gotham_chronicles.table import (
    Act,
    Table,
    can_act,
    fighter,
    hero_of,
    leaders,
    name_of,
    shackles_on,
    side_of,
    somebody,
    with_shackles,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

KINDS = ("manipulation", "thought")
GRENADE = "Grenade"
USUAL = 8
"""The highest difficulty that is one tap; a higher one only shackles have."""


class HeroTask(Act, tag="task"):
    """A complex manipulation or thought of a hero.

    ``skill`` names a skill the mission lets add its level. ``frees`` is the fighter whose
    shackles come off; their number is the difficulty. With ``symbols`` the whole roll is entered
    at once, including ``paid`` rerolls.
    """

    named = _("Try a manipulation or thought")

    hero: int
    kind: str
    difficulty: Difficulty
    cubes: int = 1
    what: Text = ""
    skill: str = ""
    tools: tuple[str, ...] = ()
    enemies: Menace = 0
    allies: Menace = 0
    support: Support = 0
    push: bool = False
    frees: str = ""
    symbols: int | None = None
    paid: Paid = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t, "G-134"):
            for kind in KINDS:
                if payable_cubes(hero, kind):
                    label = msg(f"prompt.task_{kind}", who=hero.sheet.name)
                    yield cls._prompt(t, index, kind, label)
            if not payable_cubes(hero, "manipulation"):
                continue
            for bearer in shackled(t.state, "heroes"):
                n, other = shackles_on(t.state, bearer), name_of(t.state, bearer)
                label = msg("prompt.task_free", who=hero.sheet.name, other=other, n=n)
                yield cls._prompt(t, index, "manipulation", label, difficulty=n, frees=bearer)
            n = level(hero, GRENADE)
            if n:
                label = msg("prompt.grenade", who=hero.sheet.name, n=n)
                yield cls._prompt(t, index, "manipulation", label, what=GRENADE)

    @classmethod
    def _prompt(cls, t: Table, index: int, kind: str, label: Msg, **decided: str | int) -> Prompt:
        hero = t.state.heroes[index]
        tools = usable_lines(hero, kind, ("tool",))
        fields = [
            *([] if "difficulty" in decided else [cls.field("difficulty", high=USUAL, default=2)]),
            *cubes_field(cls, hero, kind),
            *([picks("tools", tools, len(tools), "G-135")] if tools else []),
            *([] if "what" in decided else _skill(hero)),
            *around(cls, t.state, kind, fighter("hero", index)),
            *support(cls, t.state, "heroes"),
            *([] if decided else [cls.field("what")]),
            *whole_roll(cls, t.state, fighter("hero", index), _most(hero, kind)),
        ]
        return cls.prompt(
            label,
            *fields,
            fixed={"hero": index, "kind": kind, **decided},
            rule="G-134" if kind == "manipulation" else "G-139",
            help=ending_move(t.state, fighter("hero", index)),
            actors=(index,),
            group=NOW,
            tone=kind,
        )

    def apply(self, t: Table) -> None:
        can_act(t, self.hero, "G-134")
        self.bounded(t)
        kind = known_kind(t, self.kind)
        supported(t, "heroes", self.support)
        _hero_roll(t, self, kind, self.what, self.difficulty)
        _at_once(t, self)


class MiniTask(Act, tag="effort"):
    """A complex manipulation or thought of the miniature acting; the rest as for a hero."""

    named = _("Try a task with a miniature")

    kind: str
    difficulty: Difficulty
    option: int = 0
    what: Text = ""
    skill: str = ""
    enemies: Menace = 0
    allies: Menace = 0
    support: Support = 0
    frees: str = ""
    symbols: int | None = None
    paid: Paid = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for kind in KINDS:
            tile = acting(t, kind)
            if tile is None:
                continue
            label = msg(f"prompt.task_{kind}", who=tile.name)
            yield cls._prompt(t, tile, kind, label, _skill(tile))
            if kind != "manipulation":
                continue
            n = level(tile, GRENADE)
            if n:
                label = msg("prompt.grenade", who=tile.name, n=n)
                yield cls._prompt(t, tile, kind, label, [], what=GRENADE)
            side = side_of_activation(t.state)
            for bearer in shackled(t.state, side):
                n, other = shackles_on(t.state, bearer), name_of(t.state, bearer)
                label = msg("prompt.task_free", who=tile.name, other=other, n=n)
                skill = _skill(tile, ("Lock Picking",))
                yield cls._prompt(t, tile, kind, label, skill, difficulty=n, frees=bearer)

    @classmethod
    def _prompt(
        cls, t: Table, tile: Tile, kind: str, label: Msg, skill: list[Field], **decided: str | int
    ) -> Prompt:
        frees = "frees" in decided
        fields, fixed = uses(t, kind)
        return cls.prompt(
            label,
            *([] if frees else [cls.field("difficulty", high=USUAL, default=2)]),
            *fields,
            *skill,
            *around(cls, t.state, kind, acting_one(t)),
            *support(cls, t.state, side_of_activation(t.state)),
            *whole_roll(cls, t.state, acting_one(t), _most_of(tile, kind)),
            fixed={**fixed, **decided},
            rule="G-134" if frees else "G-094",
            help=ending_move(t.state, acting_one(t)),
            expected=not frees,
            actors=leaders(t.state, fighter("tile", tile.name)),
            group=NOW,
            tone=kind,
        )

    def apply(self, t: Table) -> None:
        activating(t)
        kind = known_kind(t, self.kind)
        self.bounded(t)
        option, tile, who = use_option(t, kind, self.option)
        supported(t, side_of_activation(t.state), self.support)
        frees, tokens = _shackles(t, who, kind, self.frees)
        skills: tuple[Skill, ...] = tile.sheet.skills
        dice = [*option.dice, *["yellow"] * tile.friend]
        task = Task(
            kind,
            who,
            self.what,
            tokens or self.difficulty,
            pool(t.state, who, dice, option.arrows, self.support),
            plus=summed(skills, _named(t, self.skill)),
            less=shackles_on(t.state, who) + hindering(skills, kind, self.enemies, self.allies),
            frees=frees,
        )
        _declared(t, task)
        menaced(t, kind, who, self.enemies, self.allies)
        t.put(open=task)
        _at_once(t, self)


class Throw(Act, tag="throw"):
    """Throw a card: a complex manipulation with the distance as difficulty."""

    named = _("Throw a card")

    hero: int
    card: str
    distance: Annotated[int, Range(1, 10, rule="G-063")]
    cubes: int = 1
    area: Area = ""
    enemies: Menace = 0
    allies: Menace = 0
    tools: tuple[str, ...] = ()
    push: bool = False

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for index, hero in _able(t, "G-063"):
            names = dict.fromkeys(c.name for c in hero.cards if t.allows(no_gadget, t, c))
            loose = tuple(Choice(name, name) for name in names)
            if loose and payable_cubes(hero, "manipulation"):
                yield cls.prompt(
                    msg("prompt.throw", who=hero.sheet.name),
                    choice("card", loose, "G-063"),
                    cls.field("distance", default=1),
                    *cubes_field(cls, hero, "manipulation"),
                    *around(cls, t.state, "manipulation", fighter("hero", index)),
                    cls.field("area"),
                    fixed={"hero": index},
                    rule="G-063",
                    actors=(index,),
                    group=MORE,
                )

    def apply(self, t: Table) -> None:
        """Throw a card; its weight costs successes (p.24)."""
        hero = can_act(t, self.hero, "G-063")
        self.bounded(t)
        card = carried(t, hero, self.card, "G-063")
        no_gadget(t, card)
        as_task = HeroTask(
            self.hero,
            "manipulation",
            self.distance,
            self.cubes,
            card.name,
            tools=self.tools,
            enemies=self.enemies,
            allies=self.allies,
            push=self.push,
        )
        _hero_roll(t, as_task, "manipulation", card.name, self.distance)
        task = t.state.open
        if isinstance(task, Task):
            less = task.less + card.weight
            t.put(open=replace(task, less=less, thrown=card.name, area=self.area))


def _able(t: Table, rule: str) -> Iterable[tuple[int, Hero]]:
    """Yield the heroes who may act, in full depth."""
    for index, hero in enumerate(t.state.heroes):
        if t.state.depth == "full" and t.allows(can_act, t, index, rule):
            yield index, hero


def _skill(owner: Hero | Tile, among: tuple[str, ...] = NAMED_BY_MISSIONS) -> list[Field]:
    """Return a skill the mission may let add successes, of those the owner has."""
    known = tuple(Choice(name, name) for name in among if level(owner, name))
    return [choice("skill", known, "G-134", optional=True)] if known else []


def _most(hero: Hero, kind: str) -> int:
    """Return the most dice a hero's task can have."""
    lent = dice_of(lending(hero, ("any", kind)))
    held = dice_of(line for card in hero.cards for _, line in lines_for(card, kind))
    return hero.room(kind) + level(hero, "Pushing Limits") + lent + held + hero.friend


def _most_of(tile: Tile, kind: str) -> int:
    """Return the most dice a task of a tile's miniature can have."""
    sets = (len(option.dice) for option in tile.sheet.ability(kind).options)
    return max(sets, default=0) + tile.friend


def _at_once(t: Table, action: HeroTask | MiniTask) -> None:
    """Count the dice entered with the task, if they were."""
    task = t.state.open
    if action.symbols is not None and isinstance(task, Task):
        entered(t, task.roll, task.who, action.symbols, action.paid)
        count(t, task, action.symbols, False)


def known_kind(t: Table, kind: str) -> str:
    """Return manipulation or thought; refuse anything else."""
    if kind not in KINDS:
        t.refuse_impossible("E_NO_SPACE", "G-134", space=kind)
    return kind


def _hero_roll(t: Table, action: HeroTask, kind: str, what: str, difficulty: int) -> None:
    hero = t.state.heroes[action.hero]
    who = fighter("hero", action.hero)
    frees, tokens = _shackles(t, who, kind, action.frees)
    difficulty = tokens or difficulty
    cards = chosen(t, hero, action.tools, kind, ("tool",))
    names = tuple(card.name for card, _ in cards)
    lines = (*(line for _, line in cards), *lending(hero, picked=names))
    named = _named(t, action.skill)
    spend_on(t, action.hero, kind, action.cubes, action.push)
    n = action.cubes + (skill_of(t.state, who, "Pushing Limits") if action.push else 0)
    space = hero.sheet.space(kind)
    skills = usable(hero) + granted(lines)
    dice = [space.die] * n + [die for line in lines for die in line.dice]
    arrows = [space.die] * (n if space.arrow else 0)
    arrows += [arrow for line in lines for arrow in line.arrows]
    task = Task(
        kind,
        who,
        what,
        difficulty,
        pool(t.state, who, [*dice, *["yellow"] * hero.friend], arrows, action.support),
        plus=sum(line.successes for line in lines) + summed(skills, named),
        less=hero.shackles + hindering(skills, kind, action.enemies, action.allies),
        cards=names,
        frees=frees,
    )
    _declared(t, task, spent(action.hero, kind, action.cubes))
    menaced(t, kind, who, action.enemies, action.allies)
    t.put(open=task)


def _named(t: Table, skill: str) -> str:
    """Return a skill the mission lets add successes, or none."""
    if skill and skill not in NAMED_BY_MISSIONS:
        t.refuse_impossible("E_NO_SKILL", "G-134", skill=skill)
    return skill


def _shackles(t: Table, who: str, kind: str, bearer: str) -> tuple[str, int]:
    """Return who is freed, the fighter or an ally in its area, of how many tokens; no one of 0."""
    if not bearer:
        return "", 0
    bearer = somebody(t, bearer, "G-134")
    other = name_of(t.state, bearer)
    mates = side_of(t.state, bearer) == side_of(t.state, who)
    tokens = shackles_on(t.state, bearer) if mates else 0
    if not tokens or kind != "manipulation":
        t.refuse_impossible("E_NO_TARGET", "G-134", target=other)
    name = name_of(t.state, who)
    if bearer != who and t.ask("SAME_AREA", "G-134", who=name, other=other) == "no":
        t.refuse("E_OUT_OF_REACH", "G-134", target=other)
    return bearer, tokens


def _freed(t: Table, bearer: str) -> None:
    t.note("unshackled", "G-134", who=name_of(t.state, bearer))
    t.state = with_shackles(t.state, bearer, 0)


def _declared(t: Table, task: Task, cubes: tuple[tuple[int, str, str, int], ...] = ()) -> None:
    t.note(
        "task",
        "G-134" if task.kind == "manipulation" else "G-139",
        who=name_of(t.state, task.who),
        kind=Msg(f"space.{task.kind}"),
        n=task.difficulty,
        dice=pool_name(tuple(die.colour for die in task.roll.dice)),
        cubes=cubes,
    )


def count(t: Table, task: Task, symbols: int, free: bool) -> None:
    """Count successes against the difficulty (p.42-43)."""
    found = max(0, symbols + task.plus + (1 if free else 0) - task.less)
    reached = found >= task.difficulty
    by = task.plus + (1 if free else 0) - task.less
    if by:
        t.note("counted", "G-183", symbols=symbols, by=signed(by))
    t.note(
        "task-done" if reached else "task-failed",
        "G-134" if reached else "G-137",
        who=name_of(t.state, task.who),
        n=found,
        difficulty=task.difficulty,
        what=task.what or Msg("task.unnamed"),
    )
    who = name_of(t.state, task.who)
    t.put(open=None, answer=Tried(who, task.kind, found, task.difficulty))
    if reached and task.frees:
        _freed(t, task.frees)
    index = hero_of(task.who)
    if index is None:
        _thrown_grenade(t, task, found)
        return
    used_up(t, index, task.cards)
    if task.thrown:
        short = task.area if reached else ""
        t.note(
            "thrown" if reached else "thrown-short",
            "G-063" if reached else "G-064",
            card=task.thrown,
            n=min(found, task.difficulty),
        )
        thrown(t, index, task.thrown, short)
    _thrown_grenade(t, task, found)


def _thrown_grenade(t: Table, task: Task, found: int) -> None:
    """Explode a grenade where it was aimed at, or as many areas away as there are successes."""
    if task.what != GRENADE or not skill_of(t.state, task.who, GRENADE):
        return
    if found < task.difficulty:
        t.note("grenade-short", "G-176", n=found)
    explosion(t, task.who, GRENADE)


WORDS: Catalogue = {
    "note.grenade-short": _n(
        "The grenade falls {n} area away along the line of sight",
        "The grenade falls {n} areas away along the line of sight",
    ),
    "note.unshackled": _("{who} is no longer shackled"),
    "note.task": _("{who}: {kind} of difficulty {n} with {dice}"),
    "note.task-done": _("{who} succeeds at {what}: {n} of {difficulty} needed"),
    "note.task-failed": _("{who} fails at {what}: {n} of {difficulty} needed"),
    "task.unnamed": _("the task"),
    "note.thrown": _("{card} lands in the area aimed at"),
    "note.thrown-short": _n(
        "{card} falls {n} area away along the line of sight",
        "{card} falls {n} areas away along the line of sight",
    ),
    "prompt.throw": _("{who} throws a card"),
    "prompt.task_manipulation": _("{who}: complex manipulation"),
    "prompt.task_thought": _("{who}: complex thought"),
    "prompt.task_free": _("{who}: take the shackles off {other} (difficulty {n})"),
    "prompt.grenade": _("{who}: throw a grenade, level {n}"),
}
