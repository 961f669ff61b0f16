"""Skills and traits: what is usable now and at which level (p.19, 23)."""

from __future__ import annotations

from games.gotham_chronicles.sheets import Skill
from games.gotham_chronicles.state import Hero, State, Tile, hero_of, tile_of

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
    """The level of a skill in a list; equal skills add up."""
    return sum(skill.level for skill in skills if skill.name == name)


def usable(hero: Hero) -> tuple[Skill, ...]:
    """The skills of a hero that work at the load carried now; none while neutralized.

    Lines of tools and objects that apply at any time lend their skills (p.23).
    """
    if hero.neutralized:
        return ()
    own = tuple(
        skill
        for skill in hero.sheet.skills
        if skill.threshold is None or hero.encumbrance < skill.threshold
    )
    return own + lent(hero)


def lent(hero: Hero) -> tuple[Skill, ...]:
    """Skills a carried card lends at any time, each card's first such line, no name twice."""
    found: dict[str, tuple[Skill, ...]] = {}
    for card in hero.cards:
        barred = card.once or (card.hero and card.hero != hero.sheet.name)
        barred = barred or (card.lethal and "Moral Code" in hero.sheet.traits)
        always = [line for line in card.lines if line.use == "any"]
        if always and not barred and card.kind in ("tool", "object"):
            found.setdefault(card.name, always[0].skills)
    return tuple(
        skill
        for skills in found.values()
        for skill in skills
        if skill.name not in ON_CARDS_NOT_ADDED
    )


def level(owner: Hero | Tile, name: str) -> int:
    """The level at which a hero or a tile has a skill now, 0 if it has not."""
    skills = usable(owner) if isinstance(owner, Hero) else owner.sheet.skills
    return summed(skills, name)


def traits(owner: Hero | Tile) -> tuple[str, ...]:
    """The traits of a hero or tile."""
    return owner.sheet.traits


def owner_of(state: State, who: str) -> Hero | Tile:
    """The tablet or tile of a fighter; raises ``KeyError`` for nobody."""
    index = hero_of(who)
    if index is not None:
        return state.heroes[index]
    tile = state.tile(tile_of(who)[0])
    if tile is None:
        raise KeyError(who)
    return tile


def skill_of(state: State, who: str, name: str) -> int:
    """The level at which a fighter has a skill now."""
    return level(owner_of(state, who), name)
