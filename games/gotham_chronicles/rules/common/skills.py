"""Skills and traits: what is usable now and at which level (p.19, 23)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.box.sheets import BonusLine, EquipmentCard, Skill
from games.gotham_chronicles.state import Hero, State, Tile
from games.gotham_chronicles.table import hero_of, tile_of

ELITE_COMMAND, HENCHMAN_COMMAND = "Elite Command", "Henchman Command"
COMMANDS = {ELITE_COMMAND: "elite", HENCHMAN_COMMAND: "henchman"}
KNOWN = (
    "Ambidextry",
    "Attraction",
    "Berserk",
    "Blast",
    "Body Guard",
    "Burst",
    "Circular Strike",
    "Combo",
    "Counterattack",
    ELITE_COMMAND,
    HENCHMAN_COMMAND,
    "Electricity",
    "Elusive",
    "Flame",
    "Frost",
    "Grenade",
    "Hacking",
    "Horror",
    "Imaginary Friend",
    "Immobilization",
    "Impenetrable Defense",
    "Investigation",
    "Lock Picking",
    "Luck",
    "Marksman",
    "Martial Arts",
    "Misfortune",
    "Mobility",
    "Munitions Specialist",
    "Nerves of Steel",
    "Parkour",
    "Point Blank",
    "Poison",
    "Protected",
    "Pushing Limits",
    "Reach",
    "Regeneration",
    "Retaliation",
    "Sacrifice",
    "Scream",
    "Shackle",
    "Smoke Grenade",
    "Sneak Attack",
    "Support",
    "Tactician",
    "Toxic Gas",
    "Untouchable",
    "Wall Breaker",
)
TRAITS = ("Moral Code", "Gas Immunity", "Harmless", "Reduced Mobility", "Fly")
ON_CARDS_NOT_ADDED = (ELITE_COMMAND, HENCHMAN_COMMAND)
NAMED_BY_MISSIONS = ("Munitions Specialist", "Lock Picking", "Investigation", "Hacking")


def summed(skills: tuple[Skill, ...], name: str) -> int:
    """Return the level of a skill in a list; equal skills add up."""
    return sum(skill.level for skill in skills if skill.name == name)


def usable(hero: Hero) -> tuple[Skill, ...]:
    """Return the skills of the screen that work at the load carried now; none while neutralized."""
    if hero.neutralized:
        return ()
    return tuple(
        skill
        for skill in hero.sheet.skills
        if skill.threshold is None or hero.encumbrance < skill.threshold
    )


def barred(hero: Hero, card: EquipmentCard) -> bool:
    """Return whether this hero may not use a card's bonuses now (p.22)."""
    named = bool(card.hero) and card.hero != hero.sheet.name
    return hero.neutralized or named or (card.lethal and "Moral Code" in hero.sheet.traits)


def lending(
    hero: Hero, uses: tuple[str, ...] = ("any",), picked: tuple[str, ...] = ()
) -> tuple[BonusLine, ...]:
    """Return the lines of tools and objects that help by themselves, no card name twice (p.23).

    A line of the cards ``picked`` for an action is in use.
    """
    found: dict[str, BonusLine] = {}
    for card in hero.cards:
        lines = [line for line in card.lines if line.use in uses]
        idle = card.once or card.name in picked or barred(hero, card)
        if lines and not idle and card.kind in ("tool", "object"):
            found.setdefault(card.name, lines[0])
    return tuple(found.values())


def level(owner: Hero | Tile, name: str, uses: tuple[str, ...] = ("any",)) -> int:
    """Return the level at which a hero or a tile has a skill now, 0 if it has not."""
    if isinstance(owner, Tile):
        return summed(owner.sheet.skills, name)
    return summed((*usable(owner), *granted(lending(owner, uses))), name)


def granted(lines: Iterable[BonusLine]) -> tuple[Skill, ...]:
    """Return the skills card lines add to those of a screen, Command left out (p.23)."""
    return tuple(
        skill for line in lines for skill in line.skills if skill.name not in ON_CARDS_NOT_ADDED
    )


def printed(owner: Hero | Tile, name: str) -> bool:
    """Return whether the skill is on the own screen or tile; cards give no immunity (p.54)."""
    return any(skill.name == name for skill in owner.sheet.skills)


def has_trait(owner: Hero | Tile, name: str) -> bool:
    """Return whether a trait is on the sheet or lent by a card."""
    if name in owner.sheet.traits:
        return True
    return isinstance(owner, Hero) and any(name in line.traits for line in lending(owner))


def owner_of(state: State, who: str) -> Hero | Tile:
    """Return the tablet or tile of a fighter; raise ``KeyError`` for no one."""
    index = hero_of(who)
    if index is not None:
        return state.heroes[index]
    tile = state.tile(tile_of(who)[0])
    if tile is None:
        raise KeyError(who)
    return tile


def skill_of(state: State, who: str, name: str) -> int:
    """Return the level at which a fighter has a skill now."""
    return level(owner_of(state, who), name)


def gas_immune(owner: Hero | Tile) -> bool:
    """Return the skill on the own sheet, or the trait from anywhere."""
    return printed(owner, "Toxic Gas") or has_trait(owner, "Gas Immunity")
