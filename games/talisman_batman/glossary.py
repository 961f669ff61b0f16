"""The game's words in both languages: one code, one thing.

``TERMS`` feeds the catalogues; ``SPACES`` and ``CARDS`` also recognise what a player types
in either language, so that "Posterunek strażnika" and "Guard Post" are the same space.
"""

from __future__ import annotations

import unicodedata

Term = tuple[str, str, str]
"""(code, English, Polish)."""

SPACES: tuple[Term, ...] = (
    ("space.guard-post", "Guard Post", "Posterunek strażnika"),
    ("space.office", "Office", "Biuro"),
    ("space.darkroom", "Darkroom", "Ciemnia"),
    ("space.morgue", "Morgue", "Kostnica"),
    ("space.open-cell", "Open Cell", "Otwarta cela"),
    ("space.infirmary", "Infirmary", "Izba chorych"),
    ("space.falcone", "Carmine Falcone's Cell", "Cela Carmine'a Falcone'a"),
    ("space.security-door", "Security Door", "Zabezpieczone drzwi"),
    ("space.tower-entrance", "Tower Entrance", "Wejście na wieżę"),
    ("space.anteroom", "Control Room anteroom", "Przedsionek Pokoju kontrolnego"),
    ("space.control-room", "Control Room", "Pokój kontrolny"),
)

CARDS: tuple[Term, ...] = (
    ("card.baseball-bat", "Baseball Bat", "Kij bejsbolowy"),
    ("card.jokers-flower", "Joker's Flower", "Kwiat z butonierki Jokera"),
    ("card.killer-croc", "Killer Croc", "Killer Croc"),
    ("card.medic", "Medic", "Medyczka"),
    ("card.police-radio", "Police Radio", "Radio policyjne"),
    ("card.loot-bag", "Loot Bag", "Torba na łupy"),
    ("card.lock-picks", "Lock Picks", "Wytrychy"),
    ("card.guard-keys", "Guard Keys", "Klucze strażnika"),
    ("card.security-key", "Security Key card", "Karta dostępu"),
    ("card.spoiler", "Spoiler", "Spoiler"),
)

WORDS: tuple[Term, ...] = (
    ("term.villain", "Villain", "Łotr"),
    ("term.villains", "Villains", "Łotry"),
    ("term.batman", "Batman", "Batman"),
    ("term.strength", "Strength", "Siła"),
    ("term.cunning", "Cunning", "Spryt"),
    ("term.life", "Life", "Życie"),
    ("term.fate", "Fate", "Los"),
    ("term.coins", "Coins", "Monety"),
    ("term.alignment", "Alignment", "Charakter"),
    ("term.righteous", "Righteous", "Praworządny"),
    ("term.indifferent", "Indifferent", "Neutralny"),
    ("term.chaotic", "Chaotic", "Chaotyczny"),
    ("term.object", "Object", "Przedmiot"),
    ("term.objects", "Objects", "Przedmioty"),
    ("term.legendary", "Legendary Object", "Legendarny przedmiot"),
    ("term.weapon", "Weapon", "Broń"),
    ("term.armour", "Armour", "Pancerz"),
    ("term.follower", "Follower", "Sprzymierzeniec"),
    ("term.followers", "Followers", "Sprzymierzeńcy"),
    ("term.enemy", "Enemy", "Wróg"),
    ("term.event", "Event", "Wydarzenie"),
    ("term.stranger", "Stranger", "Nieznajomy"),
    ("term.place", "Place", "Miejsce"),
    ("term.feat", "Feat", "Podstęp"),
    ("term.feats", "Feats", "Podstępy"),
    ("term.trophy", "Trophy", "Niegodziwość"),
    ("term.trophies", "Trophies", "Niegodziwości"),
    ("term.purchase", "Purchase card", "karta Ekwipunku"),
    ("term.encounter", "Encounter", "Spotkanie"),
    ("term.combat", "Combat", "Walka"),
    ("term.tie", "Tie", "Remis"),
    ("term.evade", "Evading", "Wymykanie się"),
    ("term.ditch", "Ditching", "Porzucanie"),
    ("term.insane", "Insane", "Niepoczytalny"),
    ("term.lost-turn", "Lost turn", "Strata tury"),
    ("term.inheritance", "Inheritance", "Dziedziczenie"),
    ("term.bloodbath", "Bloodbath", "Krwawa łaźnia"),
    ("term.job", "Job", "Zadanie"),
    ("term.guard", "Guard", "Strażnik"),
    ("floor.1", "First Floor", "Pierwsze piętro"),
    ("floor.2", "Second Floor", "Drugie piętro"),
    ("floor.3", "Tower", "Wieża"),
)

TERMS: tuple[Term, ...] = (*WORDS, *SPACES, *CARDS)


def fold(text: str) -> str:
    """``text`` without case, diacritics and spare spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def slug(text: str) -> str:
    """A name as one word, to find it by."""
    return "-".join("".join(c if c.isalnum() else " " for c in fold(text)).split())


def _names(terms: tuple[Term, ...]) -> dict[str, str]:
    return {
        fold(name): code.split(".", 1)[1]
        for code, english, polish in terms
        for name in (code.split(".", 1)[1], english, polish)
    }


_SPACE_NAMES = {**_names(SPACES), "falcone's cell": "falcone", "cela falcone'a": "falcone"}
_CARD_NAMES = _names(CARDS)
KNOWN_SPACES = frozenset(_SPACE_NAMES.values())
KNOWN_CARDS = frozenset(_CARD_NAMES.values())


def space_key(text: str) -> str:
    """The key of a space typed in either language; an unknown name is kept, trimmed."""
    return _SPACE_NAMES.get(fold(text), " ".join(text.split()))


def card_key(text: str) -> str:
    """The key of a card typed in either language; an unknown name is kept, trimmed."""
    return _CARD_NAMES.get(fold(text), " ".join(text.split()))
