"""Attacks declared: target, cubes, weapons, the pool (p.37-40)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.box.sheets import Skill
from games.gotham_chronicles.rules.common.costs import (
    ATTACKS,
    aimed,
    around,
    cubes_field,
    fought,
    hindering,
    payable_cubes,
    spend_on,
    support,
    supported,
    usable_lines,
    weapon_field,
    weapons,
)
from games.gotham_chronicles.rules.common.energy import spent
from games.gotham_chronicles.rules.common.forms import NOW, Menace, Smoke, Support, fighters
from games.gotham_chronicles.rules.common.skills import (
    granted,
    lending,
    level,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.rules.rolls import pool, pool_name
from games.gotham_chronicles.rules.villain.activation import (
    acting,
    acting_one,
    activating,
    side_of_activation,
    use_option,
    uses,
)
from games.gotham_chronicles.rules.wounds import life_left
from games.gotham_chronicles.state import Attack, Hero, Tile
from games.gotham_chronicles.table import (
    Act,
    Table,
    can_act,
    fighter,
    hero_of,
    leaders,
    led_by,
    name_of,
    shackles_on,
    side_of,
    somebody,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Prompt

SAME, OVER_FULL, REACH, SIGHT, LOWER, NONE = (
    "same",
    "over_full",
    "reach",
    "sight",
    "lower",
    "none",
)


class HeroAttack(Act, tag="attack"):
    """A hero attacks: cubes, weapon lines (``"name"`` or ``"name|line"``), board facts.

    ``enemies`` and ``allies`` are the menaces in the attacker's own area, ``smoke`` the
    tokens along the line of sight, ``support`` an ally's bonus rerolls.
    """

    named = _("Attack with a hero")

    hero: int
    kind: str
    target: str
    cubes: int = 1
    weapons: tuple[str, ...] = ()
    enemies: Menace = 0
    allies: Menace = 0
    smoke: Smoke = 0
    support: Support = 0
    push: bool = False
    shackle: bool = False
    where: str = ""

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        if t.state.depth != "full":
            return
        targets = fighters(t.state, "villain")
        for index, hero in enumerate(t.state.heroes):
            able = targets and t.may(can_act, t, index, "G-120")
            for kind in ATTACKS if able else ():
                armed = usable_lines(hero, kind, (kind,))
                if not payable_cubes(hero, kind) or (kind == "ranged" and not armed):
                    continue
                places = _answers(_places(kind, usable(hero)))
                yield cls.prompt(
                    msg(f"prompt.attack_{kind}", who=hero.sheet.name),
                    *aimed(t.state, kind, fighter("hero", index), targets, places),
                    *cubes_field(cls, hero, kind),
                    *([weapon_field(armed, kind, hero)] if armed else []),
                    *around(cls, t.state, kind, fighter("hero", index)),
                    *support(cls, t.state, "heroes"),
                    *([cls.field("shackle")] if level(hero, "Shackle") else []),
                    fixed={"hero": index, "kind": kind},
                    rule="G-120" if kind == "melee" else "G-126",
                    actors=(index,),
                    group=NOW,
                    tone=kind,
                )

    def happen(self, t: Table) -> None:
        """With cubes, a weapon and what skills add (p.37-40)."""
        hero = can_act(t, self.hero, "G-120")
        who = fighter("hero", self.hero)
        kind = attack_kind(t, self.kind)
        self.bounded(t)
        target = somebody(t, self.target)
        enemy(t, "heroes", target)
        supported(t, "heroes", self.support)
        cards = weapons(t, hero, self.weapons, kind)
        spend_on(t, self.hero, kind, self.cubes, self.push)
        lines = (*(line for _, line in cards), *lending(hero, ("any", kind)))
        skills = usable(hero) + granted(lines)
        where = aim(t, kind, target, skills, self.where)
        n = self.cubes + (skill_of(t.state, who, "Pushing Limits") if self.push else 0)
        space = hero.sheet.space(kind)
        dice = [space.die] * n + [die for line in lines for die in line.dice]
        dice += extra_dice(hero, kind, where)
        arrows = [space.die] * (n if space.arrow else 0)
        arrows += [arrow for line in lines for arrow in line.arrows]
        attack = Attack(
            kind,
            who,
            target,
            roll=pool(t.state, who, dice, arrows, bonus_rerolls(skills, where) + self.support),
            skills=skills,
            plus=sum(line.successes for line in lines) + sneak(t, skills, where),
            less=hero.shackles + hindering(skills, kind, self.enemies, self.allies),
            smoke=self.smoke if kind == "ranged" else 0,
            shackle=_shackles(t, self.shackle, skills, bool(cards)),
            cards=tuple(card.name for card, _ in cards),
        )
        declared(t, attack, spent(self.hero, kind, self.cubes))
        fought(t, attack, where, self.enemies, self.allies)
        t.put(open=attack)


class MiniAttack(Act, tag="strike"):
    """The miniature acting attacks with an option of its tile."""

    named = _("Attack with a miniature")

    kind: str
    target: str
    option: int = 0
    enemies: Menace = 0
    allies: Menace = 0
    smoke: Smoke = 0
    support: Support = 0
    shackle: bool = False
    where: str = ""

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        side = side_of_activation(t.state)
        targets = fighters(t.state, "heroes" if side == "villain" else "villain")
        for kind in ATTACKS if targets else ():
            tile = acting(t, kind)
            if tile is None:
                continue
            fields, fixed = uses(t, kind)
            places = _answers(_places(kind, tile.sheet.skills))
            yield cls.prompt(
                msg(f"prompt.attack_{kind}", who=tile.name),
                *aimed(t.state, kind, acting_one(t), targets, places),
                *fields,
                *around(cls, t.state, kind, acting_one(t)),
                *support(cls, t.state, side),
                *([cls.field("shackle")] if level(tile, "Shackle") else []),
                fixed=fixed,
                rule="G-094",
                expected=True,
                actors=leaders(t.state, fighter("tile", tile.name)),
                group=NOW,
                tone=kind,
            )

    def happen(self, t: Table) -> None:
        """With one option of its tile (p.31, 37-40)."""
        activating(t)
        kind = attack_kind(t, self.kind)
        self.bounded(t)
        option, tile, who = use_option(t, kind, self.option)
        skills = tile.sheet.skills
        target = somebody(t, self.target)
        enemy(t, led_by(t.state, who), target)
        supported(t, side_of_activation(t.state), self.support)
        where = aim(t, kind, target, skills, self.where)
        dice = [*option.dice, *extra_dice(tile, kind, where, life_left(t.state, who))]
        rerolls = bonus_rerolls(skills, where) + self.support
        attack = Attack(
            kind,
            who,
            target,
            roll=pool(t.state, who, dice, option.arrows, rerolls),
            skills=skills,
            plus=sneak(t, skills, where),
            less=shackles_on(t.state, who) + hindering(skills, kind, self.enemies, self.allies),
            smoke=self.smoke if kind == "ranged" else 0,
            shackle=_shackles(t, self.shackle, skills, False),
        )
        declared(t, attack)
        fought(t, attack, where, self.enemies, self.allies)
        t.put(open=attack)


def _shackles(t: Table, asked: bool, skills: tuple[Skill, ...], armed: bool) -> bool:
    """Whether tokens replace the wounds: the skill is needed, and hands free of weapons."""
    if asked and not summed(skills, "Shackle"):
        t.impossible("E_NO_SKILL", "G-026", skill="Shackle")
    if asked and armed:
        t.forbid("E_SHACKLE_WEAPON", "G-026", remedy=msg("remedy.no_weapon"))
    return asked


def attack_kind(t: Table, kind: str) -> str:
    """Melee or ranged; refuses anything else."""
    if kind not in ATTACKS:
        t.impossible("E_NO_SPACE", "G-120", space=kind)
    return kind


def enemy(t: Table, side: str, target: str) -> None:
    """A target must be an enemy on the map and no neutralized hero (p.37, 49)."""
    if side_of(t.state, target) not in {"heroes", "villain"} - {side}:
        t.forbid("E_NOT_ENEMY", "G-177", target=name_of(t.state, target))
    index = hero_of(target)
    if index is not None and t.state.heroes[index].neutralized:
        t.forbid(
            "E_TARGET_NEUTRALIZED",
            "G-150",
            remedy=msg("remedy.target"),
            target=name_of(t.state, target),
        )


def aim(t: Table, kind: str, target: str, skills: tuple[Skill, ...], told: str = "") -> str:
    """Return the target's area, as ``told`` or asked; refuses one out of reach or sight."""
    name = name_of(t.state, target)
    places = _places(kind, skills)
    if told in places:
        where = told
    elif kind == "melee":
        where = t.ask("MELEE_TARGET", "G-121", options=_answers([*places, NONE]), target=name)
    else:
        where = t.ask("SIGHT", "G-127", options=_answers([*places, NONE]), target=name)
    if where == NONE and kind == "melee":
        t.forbid("E_OUT_OF_REACH", "G-121", remedy=msg("remedy.target"), target=name)
    elif where == NONE:
        t.forbid("E_NO_SIGHT", "G-127", remedy=msg("remedy.target"), target=name)
    guards = skill_of(t.state, target, "Protected")
    if guards and t.ask("PROTECTED", "G-026", target=name, n=guards) == "yes":
        t.forbid("E_PROTECTED", "G-026", remedy=msg("remedy.target"), target=name)
    return where


def _places(kind: str, skills: tuple[Skill, ...]) -> list[str]:
    """Where a target may stand, the usual place first."""
    if kind == "melee":
        return [SAME, OVER_FULL, *([REACH] if summed(skills, "Reach") else [])]
    return [SIGHT, LOWER, SAME]


def _answers(values: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, Msg(f"answer.{value}")) for value in values)


def extra_dice(owner: Hero | Tile, kind: str, where: str, life: int = 0) -> list[str]:
    """Dice of skills and of elevation; cards lend neither (p.39)."""
    dice = ["white"] * berserk(owner, life) if kind == "melee" else []
    dice += ["yellow"] if kind == "ranged" and where == LOWER else []
    return dice + ["yellow"] * owner.friend


def berserk(owner: Hero | Tile, life: int = 0) -> int:
    """White dice of Berserk: once half of the cubes are wounds, or half of the life is lost.

    ``life`` is what the miniature of a tile has left.
    """
    if isinstance(owner, Hero):
        hurt = 2 * owner.wounds >= owner.sheet.total
    else:
        hurt = 2 * (owner.sheet.life - life) >= owner.sheet.life
    return level(owner, "Berserk", ("any", "melee")) if hurt else 0


def bonus_rerolls(skills: tuple[Skill, ...], where: str) -> int:
    """Rerolls of Point Blank; Luck is added to every pool."""
    return summed(skills, "Point Blank") if where == SAME else 0


def sneak(t: Table, skills: tuple[Skill, ...], where: str) -> int:
    """Successes of Sneak Attack, if allies menace the area at least as much as enemies."""
    n = summed(skills, "Sneak Attack")
    if n and where == SAME and (t.ask("SNEAK", "G-026") == "yes"):
        return n
    return 0


def declared(t: Table, attack: Attack, cubes: tuple[tuple[int, str, str, int], ...] = ()) -> None:
    """The note of an attack and its pool."""
    t.note(
        "attack",
        "G-120" if attack.kind == "melee" else "G-126",
        who=name_of(t.state, attack.who),
        target=name_of(t.state, attack.target),
        kind=Msg(f"space.{attack.kind}"),
        dice=pool_name(tuple(die.colour for die in attack.roll.dice)),
        cubes=cubes,
    )


WORDS: Catalogue = {
    "note.attack": _("{who} attacks {target} ({kind}) with {dice}"),
    "refusal.E_NOT_ENEMY": _("{target} is not an enemy"),
    "refusal.E_TARGET_NEUTRALIZED": _("{target} is neutralized and cannot be attacked"),
    "refusal.E_NO_SIGHT": _("There is no line of sight to {target}"),
    "refusal.E_PROTECTED": _("{target} is protected by others in the area"),
    "refusal.E_SHACKLE_WEAPON": _("Shackling needs no weapon"),
    "remedy.no_weapon": _("Leave the weapon out, or deal wounds instead"),
    "remedy.target": _("Choose another target"),
    "question.MELEE_TARGET": _("Where is {target}?"),
    "question.SIGHT": _("Is there line of sight to {target}?"),
    "question.PROTECTED": _(
        "Are there {n} or more of {target}'s allies in its area that aren't protected too?"
    ),
    "question.SNEAK": _("Is the allied menace in the area at least as high as the enemy menace?"),
    "answer.same": _("In the same area"),
    "answer.over_full": _("Adjacent, in sight, too full to enter"),
    "answer.reach": _("Further away, within Reach and in sight"),
    "answer.sight": _("In sight"),
    "answer.lower": _("In sight and lower"),
    "answer.none": _("No"),
}
