"""A physical copy: the numbers its rulebook prints, and an invented one to try the title with."""

from __future__ import annotations

from msgspec.structs import replace

from games.talisman_batman.state import (
    SECOND,
    Alignment,
    Batman,
    Box,
    EncounterCard,
    Plan,
    PurchaseStock,
    VillainSheet,
)

NAMES = (
    "The Joker",
    "Harley Quinn",
    "The Joker's Daughter",
    "Bane",
    "Two-Face",
    "Clayface",
    "Poison Ivy",
    "Mr. Freeze",
    "The Penguin",
    "The Riddler",
    "Scarecrow",
    "Ra's al Ghul",
)


def blank() -> Box:
    """Return a new copy: the facts the rulebook prints (pp. 5, 7, 12), the rest to be entered."""
    facts = {
        "The Joker": VillainSheet(
            "The Joker",
            2,
            4,
            3,
            4,
            1,
            "chaotic",
            "morgue",
            feats=2,
            cunning_attack=True,
            always_feat=True,
        ),
        "Harley Quinn": VillainSheet(
            "Harley Quinn", start="morgue", feats=1, gear=("baseball-bat",), unconfirmed=True
        ),
        "Mr. Freeze": VillainSheet("Mr. Freeze", coins=5),
        "Poison Ivy": VillainSheet("Poison Ivy", weapons=0),
    }
    return Box(sheets=tuple(facts.get(name, VillainSheet(name)) for name in NAMES), cards=CARDS)


CARDS = (
    EncounterCard("baseball-bat", strength=1, combat=True, weapon=True, purchase=True),
    EncounterCard("jokers-flower", cunning=2, legendary=True),
    EncounterCard("killer-croc", "follower"),
    EncounterCard("medic", "follower"),
    EncounterCard("police-radio", forbids=("chaotic",)),
    EncounterCard("loot-bag"),
    EncounterCard("lock-picks", purchase=True),
    EncounterCard("guard-keys", purchase=True),
    EncounterCard("spoiler", "enemy", value=6),
)

INVENTED: tuple[tuple[str, int, int, int, int, Alignment], ...] = (
    ("Harley Quinn", 3, 3, 4, 4, "chaotic"),
    ("The Joker's Daughter", 3, 3, 3, 4, "chaotic"),
    ("Bane", 5, 2, 2, 5, "indifferent"),
    ("Two-Face", 3, 3, 3, 4, "indifferent"),
    ("Clayface", 4, 2, 2, 5, "chaotic"),
    ("Poison Ivy", 2, 4, 4, 4, "righteous"),
    ("Mr. Freeze", 3, 4, 2, 4, "indifferent"),
    ("The Penguin", 2, 4, 4, 4, "righteous"),
    ("The Riddler", 2, 5, 3, 4, "indifferent"),
    ("Scarecrow", 2, 4, 3, 4, "chaotic"),
    ("Ra's al Ghul", 4, 4, 2, 4, "righteous"),
)


def sample() -> Box:
    """Return an invented box to try the title with: numbers and spaces are made up."""
    box = blank()
    made_up = {name: (s, c, f, life, a) for name, s, c, f, life, a in INVENTED}
    sheets = tuple(
        _made_up(sheet, *made_up[sheet.name]) if sheet.name in made_up else sheet
        for sheet in box.sheets
    )
    lines = (
        "−1 Life · Życie",
        "Missed turn · Strata tury",
        "−1 coin · moneta",
        "→ Morgue · Kostnica",
        "–",
        "+1 Fate · Los",
    )
    return replace(
        box,
        sheets=sheets,
        batman=Batman("security-door", SECOND, 8, 8, lines),
        stock=(
            PurchaseStock("baseball-bat", 4, 4),
            PurchaseStock("lock-picks", 2, 2),
            PurchaseStock("guard-keys", 3, 3),
        ),
        plan=_sample_plan(),
        sample=True,
    )


def _made_up(
    sheet: VillainSheet, strength: int, cunning: int, fate: int, life: int, alignment: Alignment
) -> VillainSheet:
    return replace(
        sheet,
        strength=strength,
        cunning=cunning,
        fate=fate,
        life=life,
        alignment=alignment,
        start=sheet.start or "morgue",
        unconfirmed=True,
    )


FLOORS = (
    "guard-post, Demo 1-1, office, Demo 1-2, morgue, Demo 1-3, darkroom, Demo 1-4, open-cell, "
    "Demo 1-5, infirmary, Demo 1-6",
    "Demo 2-1, falcone, Demo 2-2, Demo 2-3, security-door, Demo 2-4, Demo 2-5, Demo 2-6",
    "tower-entrance, Demo 3-1, Demo 3-2, anteroom, control-room",
)
"""The spaces of the sample plan: both rings and the tower, in order."""

QUIET = "office, morgue, darkroom, infirmary, falcone, Demo 2-1, security-door"
BUSY = "Demo 1-4, Demo 2-2, Demo 2-6"
"""Spaces of its rings with no symbol and with two; the others have one."""


def _sample_plan() -> Plan:
    first, second, tower = (tuple(floor.split(", ")) for floor in FLOORS)
    links = (("guard-post", second[0]), ("office", second[2]), ("darkroom", second[5]))
    shown = {**dict.fromkeys((*first, *second), 1), **dict.fromkeys(QUIET.split(", "), 0)}
    shown |= {**dict.fromkeys(tower, 0), **dict.fromkeys(BUSY.split(", "), 2)}
    return Plan(first, second, tower, links, tuple(shown.items()))
