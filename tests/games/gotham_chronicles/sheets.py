"""Sheets as the rulebook's examples show them."""

from games.gotham_chronicles.box.notation import ability, bonuses, card_lines, skills, space
from games.gotham_chronicles.box.sheets import EquipmentCard, HeroSheet, TileSheet

BATMAN = HeroSheet(
    "Batman",
    11,
    2,
    6,
    melee=space("R", 3),
    ranged=space("O", 3),
    manipulation=space("O", 3),
    thought=space("R", 4),
    defence=space("O", 5),
    automatic="orange",
    bonuses=bonuses("0:2 4:1 6:0"),
    belt=4,
    skills=skills("Mobility 1(3), Parkour 1(3)"),
    traits=("Moral Code",),
)
GORDON = HeroSheet(
    "Commissioner Gordon",
    9,
    2,
    5,
    melee=space("O", 4),
    ranged=space("O", 5),
    manipulation=space("Y", 4),
    thought=space("Y", 6),
    defence=space("Y*", 4),
    reroll=5,
    bonuses=bonuses("0:2 5:1 6:0"),
    skills=skills("Retaliation 2(5)"),
)
RENEE = HeroSheet(
    "Renee Montoya",
    9,
    2,
    6,
    melee=space("O*", 4),
    bonuses=bonuses("0:2 3:1 5:0"),
    skills=skills("Henchman Command 3"),
)
THUGS = TileSheet(
    "Thugs with Crowbar",
    reinforcement=1,
    melee=ability("2Y*"),
    thought=ability("W*+Y"),
    skills=skills("Elusive 1"),
)
BRUTES = TileSheet(
    "Brutes with Chains", "elite", defence=2, reinforcement=2, melee=ability("2W+Y x2")
)
CROC = TileSheet(
    "Killer Croc",
    "leader",
    life=6,
    defence=3,
    bonus=3,
    size=2,
    menace=2,
    melee=ability("Y*+B* or Y+Y* x4"),
)
BANE = TileSheet("Bane", "leader", life=6, defence=2, melee=ability("2O"))
BANE_VENOM = TileSheet("Bane (Venom Injected)", "leader", life=6, size=2, melee=ability("2B"))
PLANTS = TileSheet(
    "Carnivorous Plants",
    "elite",
    bonus=0,
    ranged=ability("-"),
    melee=ability("W+O x2"),
    skills=skills("Poison 1, Attraction 2"),
    traits=("Reduced Mobility",),
)
DEADSHOT = TileSheet("Deadshot", "leader", life=5, ranged=ability("Y*+O*+R* or Y+Y* x3"))
HARLEY = TileSheet("Harley Quinn", "leader", life=4, manipulation=ability("O+O*"))
FREEZE = TileSheet("Mr. Freeze", "leader", life=4, skills=skills("Frost 1, Grenade 2"))
OFFICERS = TileSheet("GCPD Officers", "henchman", "hero", melee=ability("Y+O"))
SWAT = TileSheet("SWAT", "elite", "hero", ranged=ability("2W+Y"))
CITIZENS = TileSheet("Citizens", side="neutral", size=0, menace=0)

MEDIKIT = EquipmentCard("Medikit", "tool", 1, once=True, lines=card_lines("any: Regeneration 2"))
VEST = EquipmentCard("Bulletproof Vest", "object", 2, lines=card_lines("defence: O"))
TONFA = EquipmentCard("Tonfa", "melee", 1, lines=card_lines("melee: Y"))
GUN = EquipmentCard("Submachine Gun", "ranged", 4, lethal=True, lines=card_lines("ranged: R"))
CROWBAR = EquipmentCard("Crowbar", "melee", 1, lines=card_lines("melee: O"))
CLAWS = EquipmentCard("Claws", "melee", 0, hero="Catwoman", lines=card_lines("melee: Y"))
HACKING = EquipmentCard("Hacking Equipment", "tool", 0, lines=card_lines("thought: Hacking 1"))
BATARANGS = EquipmentCard("Batarangs", "ranged", 1, True, lines=card_lines("ranged: Y*"))
EXPLOSIVE = EquipmentCard("Explosive Batarang", "ranged", 1, True, lines=card_lines("ranged: R"))
BATCAPE = EquipmentCard("Batcape", "tool", 2, True, lines=card_lines("movement: Parkour 1"))
FREEZING = EquipmentCard("Freezing Grenade", "tool", 1, True, lines=card_lines("any: Frost 1"))
PISTOL = EquipmentCard(
    "Two-line Pistol", "ranged", 1, lines=card_lines("ranged: R; ranged: Y*, +1")
)
