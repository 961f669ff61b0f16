"""Attacks declared: target, cubes, weapons, the pool (p.37-40)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import Skill
from games.gotham_chronicles.rules.actions.defence import Defend, count, defend
from games.gotham_chronicles.rules.common.costs import (
    ATTACKS,
    aimed,
    around,
    cubes_field,
    ending_move,
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
from games.gotham_chronicles.rules.common.forms import (
    NOW,
    Menace,
    Paid,
    Smoke,
    Support,
    fighters,
)
from games.gotham_chronicles.rules.common.skills import (
    granted,
    lending,
    level,
    skill_of,
    summed,
    usable,
)
from games.gotham_chronicles.rules.common.whole import dice_of, entered, shieldable, whole_roll
from games.gotham_chronicles.rules.heroes.equipment import lines_for
from games.gotham_chronicles.rules.rolls import pool, pool_name
from games.gotham_chronicles.rules.villain.activation import (
    acting,
    acting_one,
    activating,
    next_in_line,
    side_of_activation,
    use_option,
    uses,
)
from games.gotham_chronicles.rules.wounds import life_left
from games.gotham_chronicles.state import Attack, Hero, State, Tile
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
from games.referee import Choice, Field, Prompt

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
    tokens along the line of sight, ``support`` an ally's bonus rerolls. ``sneak`` says whether
    Sneak Attack counts. With ``symbols`` the whole roll is entered at once, including ``paid``
    rerolls; ``bare`` if the target puts no cube on its defense.
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
    sneak: bool | None = None
    symbols: int | None = None
    paid: Paid = 0
    bare: bool = False

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.depth != "full":
            return
        targets = fighters(t.state, "villain")
        for index, hero in enumerate(t.state.heroes):
            able = targets and t.allows(can_act, t, index, "G-120")
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
                    *_sneaking(level(hero, "Sneak Attack", ("any", kind))),
                    *([cls.field("shackle")] if level(hero, "Shackle") else []),
                    *_rolled_at_once(cls, t.state, fighter("hero", index), _most(hero, kind)),
                    fixed={"hero": index, "kind": kind},
                    rule="G-120" if kind == "melee" else "G-126",
                    help=ending_move(t.state, fighter("hero", index)),
                    actors=(index,),
                    group=NOW,
                    tone=kind,
                )

    def apply(self, t: Table) -> None:
        """Attack with cubes, a weapon and what skills add (p.37-40)."""
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
            plus=sum(line.successes for line in lines) + sneak(t, skills, where, self.sneak),
            less=hero.shackles + hindering(skills, kind, self.enemies, self.allies),
            smoke=self.smoke if kind == "ranged" else 0,
            shackle=_shackles(t, self.shackle, skills, bool(cards)),
            cards=tuple(card.name for card, _ in cards),
        )
        declared(t, attack, spent(self.hero, kind, self.cubes))
        fought(t, attack, where, self.enemies, self.allies)
        _begun(t, attack, self)


class MiniAttack(Act, tag="strike"):
    """The miniature acting attacks with an option of its tile; ``symbols`` as for a hero.

    ``next``: one that hasn't acted yet, if nothing distinguishes those, begins with the attack.
    """

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
    sneak: bool | None = None
    symbols: int | None = None
    paid: Paid = 0
    bare: bool = False
    next: bool = False

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer with the miniature acting, or with the next one."""
        yield from cls._with(t, {})
        if t.allows(next_in_line, t):
            yield from cls._with(Table(t.after(next_in_line, t)), {"next": True})

    @classmethod
    def _with(cls, t: Table, more: dict[str, bool]) -> Iterable[Prompt]:
        side = side_of_activation(t.state)
        may = [(kind, tile) for kind in ATTACKS if (tile := acting(t, kind)) is not None]
        targets = fighters(t.state, "heroes" if side == "villain" else "villain") if may else ()
        for kind, tile in may if targets else ():
            several = more and len(tile.minis) > 1
            who = msg("term.next_mini", tile=tile.name) if several else tile.name
            fields, fixed = uses(t, kind)
            places = _answers(_places(kind, tile.sheet.skills))
            yield cls.prompt(
                msg(f"prompt.attack_{kind}", who=who),
                *aimed(t.state, kind, acting_one(t), targets, places),
                *fields,
                *around(cls, t.state, kind, acting_one(t)),
                *support(cls, t.state, side),
                *_sneaking(level(tile, "Sneak Attack")),
                *([cls.field("shackle")] if level(tile, "Shackle") else []),
                *_rolled_at_once(cls, t.state, acting_one(t), _most_of(t.state, tile, kind)),
                fixed={**fixed, **more},
                rule="G-094",
                help=ending_move(t.state, acting_one(t)),
                expected=True,
                actors=leaders(t.state, fighter("tile", tile.name)),
                group=NOW,
                tone=kind,
                shortcut=bool(more),
            )

    def apply(self, t: Table) -> None:
        """Attack with one option of its tile (p.31, 37-40)."""
        if self.next:
            next_in_line(t)
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
            plus=sneak(t, skills, where, self.sneak),
            less=shackles_on(t.state, who) + hindering(skills, kind, self.enemies, self.allies),
            smoke=self.smoke if kind == "ranged" else 0,
            shackle=_shackles(t, self.shackle, skills, False),
        )
        declared(t, attack)
        fought(t, attack, where, self.enemies, self.allies)
        _begun(t, attack, self)


def _rolled_at_once(act: type[Act], state: State, who: str, dice: int) -> tuple[Field, ...]:
    """Return the fields for a roll that is entered with the attack: no one may step in before it.

    Against a side that can still put cubes on its miniatures' defense, also that it doesn't.
    """
    side = "villain" if led_by(state, who) == "heroes" else "heroes"
    if shieldable(state, side):
        return ()
    fields = whole_roll(act, state, who, dice)
    if side == "villain" and state.post.room("defence"):
        fields = (*fields, act.field("bare", default=True, rule="G-141"))
    return fields


def _sneaking(n: int) -> tuple[Field, ...]:
    """Return the field that says whether Sneak Attack counts, if the attacker has it."""
    label = msg("field.sneak", n=n)
    return (Field("sneak", "flag", label, default=True, rule="G-026", optional=True),) if n else ()


def _most(hero: Hero, kind: str) -> int:
    """Return the most dice a hero's attack can have."""
    lent = dice_of(lending(hero, ("any", kind)))
    held = dice_of(line for card in hero.cards for _, line in lines_for(card, kind))
    return (
        hero.room(kind)
        + lent
        + held
        + len(extra_dice(hero, kind, LOWER))
        + level(hero, "Pushing Limits")
    )


def _most_of(state: State, tile: Tile, kind: str) -> int:
    """Return the most dice an attack of a tile's miniature can have."""
    sets = (len(option.dice) for option in tile.sheet.ability(kind).options)
    return max(sets, default=0) + len(extra_dice(tile, kind, LOWER, 0))


def _begun(t: Table, attack: Attack, action: HeroAttack | MiniAttack) -> None:
    """Wait for the attack's dice, or count those entered with it."""
    t.put(open=attack)
    if action.symbols is None:
        return
    entered(t, attack.roll, attack.who, action.symbols, action.paid)
    count(t, attack, action.symbols, False)
    waiting = t.state.open
    if not action.bare or not isinstance(waiting, Attack) or waiting.stage != "defence":
        return
    if hero_of(waiting.target) is None:
        t.put(undefended=replace(t.state, undefended=None))
        defend(t, waiting, Defend())


def _shackles(t: Table, asked: bool, skills: tuple[Skill, ...], armed: bool) -> bool:
    """Return whether tokens replace the wounds: the skill is needed, and hands free of weapons."""
    if asked and not summed(skills, "Shackle"):
        t.refuse_impossible("E_NO_SKILL", "G-026", skill="Shackle")
    if asked and armed:
        t.refuse("E_SHACKLE_WEAPON", "G-026", remedy=msg("remedy.no_weapon"))
    return asked


def attack_kind(t: Table, kind: str) -> str:
    """Return melee or ranged; refuse anything else."""
    if kind not in ATTACKS:
        t.refuse_impossible("E_NO_SPACE", "G-120", space=kind)
    return kind


def enemy(t: Table, side: str, target: str) -> None:
    """Refuse a target that is no enemy on the map, or a neutralized hero (p.37, 49)."""
    if side_of(t.state, target) not in {"heroes", "villain"} - {side}:
        t.refuse("E_NOT_ENEMY", "G-177", target=name_of(t.state, target))
    index = hero_of(target)
    if index is not None and t.state.heroes[index].neutralized:
        t.refuse(
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
        t.refuse("E_OUT_OF_REACH", "G-121", remedy=msg("remedy.target"), target=name)
    elif where == NONE:
        t.refuse("E_NO_SIGHT", "G-127", remedy=msg("remedy.target"), target=name)
    guards = skill_of(t.state, target, "Protected")
    if guards and t.ask("PROTECTED", "G-026", target=name, n=guards) == "yes":
        t.refuse("E_PROTECTED", "G-026", remedy=msg("remedy.target"), target=name)
    return where


def _places(kind: str, skills: tuple[Skill, ...]) -> list[str]:
    """Return the places where a target may be, the usual one first."""
    if kind == "melee":
        return [SAME, OVER_FULL, *([REACH] if summed(skills, "Reach") else [])]
    return [SIGHT, LOWER, SAME]


def _answers(values: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, Msg(f"answer.{value}")) for value in values)


def extra_dice(owner: Hero | Tile, kind: str, where: str, life: int = 0) -> list[str]:
    """Return dice of skills and of elevation; cards lend neither (p.39)."""
    dice = ["white"] * berserk(owner, life) if kind == "melee" else []
    dice += ["yellow"] if kind == "ranged" and where == LOWER else []
    return dice + ["yellow"] * owner.friend


def berserk(owner: Hero | Tile, life: int = 0) -> int:
    """Return white dice of Berserk: once half of the cubes are wounds, or half of the life is lost.

    ``life`` is what the miniature of a tile has left.
    """
    if isinstance(owner, Hero):
        hurt = 2 * owner.wounds >= owner.sheet.total
    else:
        hurt = 2 * (owner.sheet.life - life) >= owner.sheet.life
    return level(owner, "Berserk", ("any", "melee")) if hurt else 0


def bonus_rerolls(skills: tuple[Skill, ...], where: str) -> int:
    """Return the rerolls of Point Blank; Luck is added to every pool."""
    return summed(skills, "Point Blank") if where == SAME else 0


def sneak(t: Table, skills: tuple[Skill, ...], where: str, told: bool | None = None) -> int:
    """Return successes of Sneak Attack, if allies menace the area at least as much as enemies, as
    ``told`` or asked."""
    n = summed(skills, "Sneak Attack")
    if not n or where != SAME:
        return 0
    counts = t.ask("SNEAK", "G-026") == "yes" if told is None else told
    return n if counts else 0


def declared(t: Table, attack: Attack, cubes: tuple[tuple[int, str, str, int], ...] = ()) -> None:
    """Note an attack and its pool."""
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
    "coach.attack": _(
        "Tap a space of a hero's tablet, then the target. One cube goes from the reserve to the"
        " space; tap the space again to spend one more."
    ),
    "field.sneak": _("+{n} Sneak Attack"),
    "field.bare": _("The villain adds no cube"),
    "term.next_mini": _("{tile}, next one"),
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
        "{target}: are there {n} or more allies in its area that aren't protected themselves?"
    ),
    "question.SNEAK": _("Is the allied menace in the area at least as high as the enemy menace?"),
    "answer.same": _("In the same area"),
    "answer.over_full": _("Adjacent, in sight, too full to enter"),
    "answer.reach": _("Further away, within Reach and in sight"),
    "answer.sight": _("In sight"),
    "answer.lower": _("In sight and lower"),
    "answer.none": _("No"),
}
