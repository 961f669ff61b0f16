"""Short notations in which sheets are typed and shipped.

Die: ``W Y O R B``, ``*`` after it for a free reroll. Dice: ``2W+Y*``. Characteristic:
options joined by ``or``, each with ``xN`` for its multiplier, ``-`` for crossed out.
Skills: ``Combo 1(4), Luck 2`` (threshold in brackets). Bonus table: ``0:2 4:1 6:0``.
Card lines, joined by ``;``: ``ranged: Y* +1 Electricity 2``. All raise ``ValueError``
with the piece that could not be read.
"""

from __future__ import annotations

import re
from sys import intern

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import (
    ALL_HEROES,
    COLOURS,
    MOMENTS,
    ROLLED,
    BonusLine,
    Condition,
    CounterSheet,
    DiceOption,
    Limit,
    MissionEffect,
    ReinforcementArea,
    RiverTile,
    ScreenSpace,
    Skill,
    Slot,
    Start,
    TileTrait,
    WarningEvent,
)
from games.gotham_chronicles.rules.common.skills import TRAITS

LETTERS = dict(zip("WYORB", COLOURS, strict=True))
COLOUR_LETTER = {colour: letter for letter, colour in LETTERS.items()}
STEPS = ("upkeep", "H2", "H5", "V2", "V4")


def die(text: str) -> tuple[str, bool]:
    """Return a colour and whether the arrow is there."""
    match = re.fullmatch(r"([WYORB])(\*|↻)?", text.strip().upper())
    if not match:
        raise ValueError(text)
    return LETTERS[match[1]], bool(match[2])


def space(text: str, limit: int) -> ScreenSpace:
    """Return an action or defence space."""
    colour, arrow = die(text)
    return ScreenSpace(limit, colour, arrow)


def dice(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the dice of a pool and its free rerolls by colour."""
    pool: list[str] = []
    arrows: list[str] = []
    for piece in text.split("+"):
        match = re.fullmatch(r"([1-9]?)\s*([WYORBwyorb])(\*|↻)?", piece.strip())
        if not match:
            raise ValueError(piece)
        count, colour = int(match[1] or 1), LETTERS[match[2].upper()]
        pool += [colour] * count
        arrows += [colour] * (count if match[3] else 0)
    return tuple(pool), tuple(arrows)


def ability(text: str) -> TileTrait:
    """Return a characteristic of a tile."""
    text = text.strip()
    if not text:
        return TileTrait()
    if text == "-":
        return TileTrait(forbidden=True)
    return TileTrait(tuple(option(piece) for piece in re.split(r"\s+or\s+", text)))


def option(text: str) -> DiceOption:
    """Return one set of dice with its multiplier."""
    match = re.fullmatch(r"(.*?)(?:\s*[x×]([1-9]))?", text.strip())
    if not match:
        raise ValueError(text)
    pool, arrows = dice(match[1])
    return DiceOption(pool, arrows, int(match[2] or 1))


def skills(text: str) -> tuple[Skill, ...]:
    """Return a list of skills."""
    return tuple(skill(piece) for piece in text.split(",") if piece.strip())


def skill(text: str) -> Skill:
    """Return one skill with level and threshold."""
    match = re.fullmatch(r"\s*([A-Za-z' -]+?)\s+([1-9])\s*(?:\(([0-9])\))?\s*", text)
    if not match:
        raise ValueError(text)
    return Skill(match[1], int(match[2]), int(match[3]) if match[3] else None)


def bonuses(text: str) -> tuple[tuple[int, int], ...]:
    """Return an encumbrance table: starts at 0, rises, and its bonus never rises (p.19)."""
    rows = [piece.split(":") for piece in text.split()]
    if not rows or any(len(row) != 2 for row in rows):
        raise ValueError(text)
    table = tuple((number(start), number(bonus)) for start, bonus in rows)
    starts, gains = [s for s, _ in table], [b for _, b in table]
    if starts[0] or sorted(set(starts)) != starts or sorted(gains, reverse=True) != gains:
        raise ValueError(text)
    return table


def card_lines(text: str) -> tuple[BonusLine, ...]:
    """Return the bonus lines of a card."""
    return tuple(card_line(piece) for piece in text.split(";") if piece.strip())


def card_line(text: str) -> BonusLine:
    """Return one bonus line: usage, then dice, automatic successes, skills and traits by commas."""
    use, colon, rest = text.partition(":")
    use = use.strip().lower()
    if not colon or use not in (*ROLLED, "movement", "defence", "any"):
        raise ValueError(text)
    line = BonusLine(use)
    for piece in filter(None, (part.strip() for part in rest.split(","))):
        line = _with_bonus(line, piece)
    return line


def _with_bonus(line: BonusLine, piece: str) -> BonusLine:
    plus = re.fullmatch(r"\+([1-9])", piece)
    if plus:
        return replace(line, successes=line.successes + int(plus[1]))
    if piece in TRAITS:
        return replace(line, traits=(*line.traits, piece))
    if re.fullmatch(r"[\dWYORB*↻+ ]+", piece):
        pool, arrows = dice(piece)
        return replace(line, dice=(*line.dice, *pool), arrows=(*line.arrows, *arrows))
    return replace(line, skills=(*line.skills, skill(piece)))


def rows(text: str) -> list[list[str]]:
    """Return the entries of a list, one per line or between semicolons, each split at its bars."""
    lines = [line for line in text.replace(";", "\n").splitlines() if line.strip()]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def slot(cells: list[str]) -> Slot:
    """Read a slot: ``Batman = 5 / Renee Montoya + Service Gun | 3 | Crowbar``.

    Choices, each with its own fatigue and cards; then fatigue and cards of the chosen hero.
    """
    cells = [*cells, "", ""]
    starts = tuple(start(piece) for piece in cells[0].split("/") if piece.strip())
    cards = tuple(name.strip() for name in cells[2].split(",") if name.strip())
    own = tuple(each for each in starts if each.fatigue is not None or each.cards)
    return Slot(tuple(each.hero for each in starts), number(cells[1] or "0"), cards, own)


def start(text: str) -> Start:
    """Read a start, ``Renee Montoya = 5 + Service Gun``: a hero, cubes in fatigue, cards."""
    first, *cards = (piece.strip() for piece in text.split("+"))
    hero, equals, fatigue = first.partition("=")
    if not hero.strip() or not all(cards):
        raise ValueError(text)
    return Start(hero.strip(), number(fatigue) if equals else None, tuple(cards))


def place(cells: list[str]) -> RiverTile:
    """Read a place, ``Brutes with Chains | 2 | 1``: tile, miniatures on the map (``?``: asked), in
    the pool."""
    cells = [*cells, *["0"] * (3 - len(cells))]
    asked = cells[1] == "?"
    return RiverTile(
        cells[0], 0 if asked else number(cells[1]), number(cells[2]), counted=not asked
    )


def place_aside(cells: list[str]) -> RiverTile:
    """Read ``Bane (Venom Injected) | 1``: a tile set aside and its miniatures."""
    return RiverTile(cells[0], aside=number(cells[1]) if len(cells) > 1 else 1)


def event(cells: list[str]) -> WarningEvent:
    """Read an event, ``Alarm | 4``: name, reinforcement points."""
    return WarningEvent(cells[0], number(cells[1]) if len(cells) > 1 else 0)


def reinforcement(cells: list[str]) -> ReinforcementArea:
    """Read ``Roof | inactive``: area, which side of its token is up (active if not said)."""
    side = cells[1] if len(cells) > 1 else "active"
    if side not in ("active", "inactive"):
        raise ValueError(" | ".join(cells))
    return ReinforcementArea(cells[0], side == "active")


def effect(cells: list[str]) -> MissionEffect:
    """Read an effect, ``upkeep | the tide rises | 2 4``: step, text, rounds (all if none are
    named)."""
    if cells[0] not in STEPS or len(cells) < 2:
        raise ValueError(" | ".join(cells))
    when = tuple(map(number, cells[2].split())) if len(cells) > 2 else ()
    return MissionEffect(cells[0], cells[1], when)


def counter(cells: list[str]) -> CounterSheet:
    """Read a counter, ``Bombs | 0 | 5``: name, value, highest value."""
    value = number(cells[1]) if len(cells) > 1 else 0
    return CounterSheet(cells[0], value, 0, number(cells[2]) if len(cells) > 2 else 20)


def condition(cells: list[str]) -> Condition:
    """Read a condition, ``villain | any | three bombs are primed | Bombs >= 3, Bane falls``.

    Side; moment, with the rounds if only some count (``H5 3 4``); text; what is needed.
    """
    moment = cells[1].split() if len(cells) > 2 else []
    if not moment or cells[0] not in ("heroes", "villain") or moment[0] not in MOMENTS:
        raise ValueError(" | ".join(cells))
    rounds = tuple(map(number, moment[1:]))
    # A default is left out of what is stored only where it is the very same text.
    side, when = intern(cells[0]), intern(moment[0])
    found = Condition(cells[2], side, when, rounds=rounds)  # type: ignore[arg-type]
    for piece in cells[3].split(",") if len(cells) > 3 and cells[3] else ():
        found = _needing(found, piece.strip())
    return found


def _needing(found: Condition, piece: str) -> Condition:
    heroes = re.fullmatch(r"(all|[1-9]) heroes? falls?", piece)
    if heroes:
        n = ALL_HEROES if heroes[1] == "all" else int(heroes[1])
        return replace(found, heroes_fall=n)
    if piece.endswith(" falls"):
        return replace(found, falls=(*found.falls, piece.removesuffix(" falls").strip()))
    match = re.fullmatch(r"(.+?)\s*(>=|<=)\s*(\d{1,2})", piece)
    if not match:
        raise ValueError(piece)
    low, high = (int(match[3]), None) if match[2] == ">=" else (None, int(match[3]))
    if found.counter:
        return replace(found, also=(*found.also, Limit(match[1], low, high)))
    return replace(found, counter=match[1], at_least=low, at_most=high)


def number(text: str) -> int:
    """Return a whole number from 0 to 99."""
    if not re.fullmatch(r"\s*[0-9]{1,2}\s*", text):
        raise ValueError(text)
    return int(text)


def write_dice(pool: tuple[str, ...], arrows: tuple[str, ...]) -> str:
    """Return a pool in the notation ``dice`` reads."""
    left = list(arrows)
    pieces: list[str] = []
    for colour in pool:
        letter = COLOUR_LETTER[colour]
        if colour in left:
            left.remove(colour)
            letter += "*"
        pieces.append(letter)
    counted = {piece: pieces.count(piece) for piece in pieces}
    return "+".join(f"{n if n > 1 else ''}{piece}" for piece, n in counted.items())


def write_ability(found: TileTrait) -> str:
    """Return a characteristic in the notation ``ability`` reads."""
    if found.forbidden:
        return "-"
    return " or ".join(
        write_dice(each.dice, each.arrows) + (f" x{each.times}" if each.times > 1 else "")
        for each in found.options
    )


def write_skills(found: tuple[Skill, ...]) -> str:
    """Write skills in the notation ``skills`` reads."""
    return ", ".join(
        f"{each.name} {each.level}" + ("" if each.threshold is None else f"({each.threshold})")
        for each in found
    )


def write_bonuses(table: tuple[tuple[int, int], ...]) -> str:
    """Return an encumbrance table in the notation ``bonuses`` reads."""
    return " ".join(f"{start}:{bonus}" for start, bonus in table)


def write_space(found: ScreenSpace) -> str:
    """Return the die of a space in the notation ``die`` reads."""
    return write_die(found.die, found.arrow)


def write_die(colour: str, arrow: bool) -> str:
    """Return a die in the notation ``die`` reads, empty for none."""
    return COLOUR_LETTER[colour] + ("*" if arrow else "") if colour else ""


def write_lines(found: tuple[BonusLine, ...]) -> str:
    """Write card lines in the notation ``card_lines`` reads."""
    return "; ".join(
        f"{line.use}: "
        + ", ".join(
            filter(
                None,
                (
                    write_dice(line.dice, line.arrows) if line.dice else "",
                    f"+{line.successes}" if line.successes else "",
                    write_skills(line.skills),
                    ", ".join(line.traits),
                ),
            )
        )
        for line in found
    )
