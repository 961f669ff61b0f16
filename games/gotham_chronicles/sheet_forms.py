"""Forms that enter or correct sheets, blank in the box, filled with what is known."""

from __future__ import annotations

from typing import Any

from games.gotham_chronicles import cites, notation
from games.gotham_chronicles.forms import TABLE, flag
from games.gotham_chronicles.sheets import (
    COLOURS,
    ROLLED,
    Box,
    Card,
    HeroSheet,
    PostSheet,
    TileSheet,
)
from games.gotham_chronicles.skills import TRAITS
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt

DICE = tuple(letter + arrow for letter in "WYORB" for arrow in ("", "*"))
CARD_KINDS = ("object", "tool", "melee", "ranged")
TILE_KINDS = ("leader", "elite", "henchman")
SIDES = ("villain", "hero", "neutral")
FACES = ("first", "second", "third", "fourth", "fifth", "sixth")
HERO_SPACES = (*ROLLED, "defence")


def _text(name: str, value: str, high: int = 200, example: str = "") -> Field:
    return Field(
        name,
        "text",
        Msg(f"field.{name}"),
        high=high,
        default=value,
        optional=True,
        help=msg("help.example", example=example) if example else "",
    )


def _name(value: str, suggest: tuple[str, ...] = ()) -> Field:
    choices = tuple(Choice(each, each) for each in suggest)
    return Field("name", "text", Msg("field.name"), choices, high=60, default=value)


def _number(name: str, value: int | None, low: int, high: int, rule: str = "") -> Field:
    return Field(
        name,
        "number",
        Msg(f"field.{name}"),
        low=low,
        high=high,
        default=value,
        optional=value is None,
        rule=rule,
    )


def _pick(name: str, values: tuple[str, ...], value: str, prefix: str = "") -> Field:
    choices = tuple(Choice(v, Msg(f"{prefix}.{v}") if prefix else v) for v in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value)


def _traits(value: tuple[str, ...]) -> Field:
    choices = tuple(Choice(trait, trait) for trait in TRAITS)
    return Field(
        "traits",
        "choices",
        Msg("field.traits"),
        choices,
        low=0,
        high=len(TRAITS),
        default=list(value),
        optional=True,
    )


def hero_form(sheet: HeroSheet, known: tuple[str, ...] = ()) -> Prompt:
    """A hero screen."""
    fields = [
        _name(sheet.name, known),
        _number("total", sheet.total, 1, 20, cites.HERO_START),
        Field(
            "active", "number", Msg("field.active"), low=0, high=12, default=sheet.active,
            optional=True, rule=cites.RECOVERY,
        ),
        _number("resting", sheet.resting, 0, 12, cites.RECOVERY),
    ]  # fmt: skip
    for name in HERO_SPACES:
        space = sheet.space(name)
        fields.append(_pick(name, DICE, notation.write_space(space)))
        fields.append(_number(f"{name}_limit", space.limit, 0, 12, cites.HERO_LIMIT))
    automatic = notation.write_die(sheet.automatic, sheet.automatic_arrow)
    dice = tuple(Choice(die, die) for die in DICE)
    fields += [
        _number("movement_limit", sheet.movement, 0, 12, cites.HERO_LIMIT),
        _number("points", sheet.points, 1, 4, cites.BUY_POINTS),
        _number("reroll_limit", sheet.reroll, 0, 12, cites.HERO_LIMIT),
        Field(
            "automatic", "choice", Msg("field.automatic"), dice, default=automatic,
            optional=True, rule=cites.AUTOMATIC_DIE,
        ),
        _text("bonuses", notation.write_bonuses(sheet.bonuses), 60, "0:2 4:1 6:0"),
        Field("belt", "number", Msg("field.belt"), low=0, high=12, default=sheet.belt,
              optional=True, rule=cites.BELT),
        _number("size", sheet.size, 0, 9, cites.INDEXES),
        _number("menace", sheet.menace, 0, 9, cites.INDEXES),
        _text("skills", notation.write_skills(sheet.skills), 300, "Combo 1(4), Luck 2"),
        _traits(sheet.traits),
    ]  # fmt: skip
    return Prompt(
        "hero.define",
        msg("prompt.hero.define", who=sheet.name or Msg("term.new")),
        tuple(fields),
        rule=cites.SPACES,
        help=_badge(sheet.source),
        group=TABLE,
    )


def tile_form(sheet: TileSheet, known: tuple[str, ...] = ()) -> Prompt:
    """A character tile."""
    fields = [
        _name(sheet.name, known),
        _pick("kind", TILE_KINDS, sheet.kind, "tile"),
        _pick("side", SIDES, sheet.side, "tile_side"),
        _number("life", sheet.life, 1, 12, cites.LIFE_START),
        _number("defence", sheet.defence, 0, 6, cites.DEFENCE_TOTAL),
        _number("bonus", sheet.bonus, 0, 9, cites.MINIATURE_BONUS),
        _number("size", sheet.size, 0, 9, cites.INDEXES),
        _number("menace", sheet.menace, 0, 9, cites.INDEXES),
        Field(
            "reinforcement", "number", Msg("field.reinforcement"), low=1, high=9,
            default=sheet.reinforcement, optional=True, rule=cites.REINFORCEMENT,
        ),
        _number("width", sheet.width, 1, 2, cites.DOUBLE_TILE),
        _number("indicator", sheet.indicator, 0, 1, cites.DOUBLE_TILE),
    ]  # fmt: skip
    fields += [
        _text(kind, notation.write_ability(sheet.ability(kind)), 60, "2Y* or W+O x3")
        for kind in ROLLED
    ]
    fields.append(_text("skills", notation.write_skills(sheet.skills), 300, "Elusive 1"))
    fields.append(_traits(sheet.traits))
    return Prompt(
        "tile.define",
        msg("prompt.tile.define", tile=sheet.name or Msg("term.new")),
        tuple(fields),
        rule=cites.TILE_TYPES,
        help=_badge(sheet.source),
        group=TABLE,
    )


def _badge(source: str) -> Msg | str:
    return Msg(f"source.{source}") if source else ""


def card_form(sheet: Card, area: bool = False) -> Prompt:
    """A card; during a play also where a copy of it lies."""
    fields = [
        _name(sheet.name),
        _pick("kind", CARD_KINDS, sheet.kind, "card"),
        _number("weight", sheet.weight, 0, 9, cites.ENCUMBRANCE),
        flag("gadget", cites.GADGETS, sheet.gadget),
        _text("hero", sheet.hero, 60),
        flag("lethal", cites.LETHAL, sheet.lethal),
        flag("once", cites.ONE_TIME, sheet.once),
        _text("lines", notation.write_lines(sheet.lines), 200, "ranged: Y*, +1; any: Hacking 1"),
    ]
    if area:
        fields.append(_text("area", "", 30))
    return Prompt(
        "card.define",
        Msg("prompt.card.define"),
        tuple(fields),
        rule=cites.LINES,
        help=_badge(sheet.source),
        group=TABLE,
    )


def post_form(sheet: PostSheet) -> Prompt:
    """The command post's tiles."""
    fields = (
        _number("movement", sheet.movement, 1, 9, cites.VILLAIN_LIMIT),
        _number("points", sheet.points, 1, 4, cites.BUY_POINTS),
        _number("defence", sheet.defence, 1, 9, cites.DEFENCE_TILE),
        _pick("die", tuple("WYORB"), notation.write_die(sheet.die, False)),
        _number("reroll", sheet.reroll or 0, 0, 9, cites.VILLAIN_LIMIT),
        _text("costs", " ".join(map(str, sheet.costs)), 40, "1 2 3 4 5 6 7 8"),
    )
    return Prompt(
        "post.define", Msg("prompt.post.define"), fields, rule=cites.VILLAIN_ZONES, group=TABLE
    )


def faces_form(faces: tuple[tuple[int, ...], ...], colour: str) -> Prompt:
    """Six faces of one colour, read off the die."""
    known = dict(zip(COLOURS, faces, strict=False)).get(colour, ())
    shown = (*known, *(0,) * (6 - len(known)))
    numbers = tuple(
        _number(name, n, 0, 4, cites.DICE) for name, n in zip(FACES, shown, strict=True)
    )
    return Prompt(
        "dice.define",
        msg("prompt.dice.define", colour=Msg(f"colour.{colour}")),
        numbers,
        {"colour": colour},
        cites.DICE,
        group=TABLE,
    )


def mission_form() -> Prompt:
    """A mission; several entries of a list are separated by semicolons."""
    sides = ("heroes", "villain")
    fields = (
        Field("title", "text", Msg("field.title"), high=60),
        _number("rounds", 7, 1, 15, cites.ROUND),
        _pick("initiative", sides, "heroes", "side"),
        _text("slots", "", 400, "Batman / Batwoman | 5 | Crowbar; Catwoman | 3"),
        _number("reserve", 8, 0, 40, cites.VILLAIN_START),
        _number("fatigue", 2, 0, 40, cites.VILLAIN_START),
        _number("recovery", 5, 0, 9, cites.RECOVERY_TILE),
        _number("defence", 4, 3, 4, cites.DEFENCE_TILE),
        _text("river", "", 600, "Bane | 1; Thugs with Crowbar | 4 | 1; Event Warning"),
        _text("aside", "", 300, "Bane (Venom Injected) | 1"),
        _text("events", "", 300, "Alarm | 4; Lights out"),
        _text("effects", "", 400, "upkeep | the tide rises | 2 4"),
        _text("conditions", "", 400, "villain | any | three bombs | Bombs >= 3"),
        _text("counters", "", 300, "Bombs | 0 | 5"),
        _text("ground", "", 300, "Medikit; Crowbar"),
        _text("reinforcements", "", 300, "Docks; Roof | inactive"),
    )
    return Prompt(
        "mission.define",
        Msg("prompt.mission.define"),
        fields,
        rule=cites.MISSION,
        group=TABLE,
    )


def rule_form() -> Prompt:
    """A line the mission turns out to have."""
    kinds = ("counter", "event", "effect", "condition")
    fields = (
        _pick("what", kinds, "counter", "rule"),
        Field("line", "text", Msg("field.line"), high=200, help=Msg("help.rule_line")),
    )
    return Prompt("mission.add", Msg("prompt.mission.add"), fields, rule=cites.MISSION, group=TABLE)


def starter_prompt() -> Prompt:
    """The optional set of unconfirmed sheets."""
    return Prompt(
        "starter.load",
        Msg("prompt.starter.load"),
        rule=cites.MISSION,
        help=Msg("help.starter"),
        group=TABLE,
    )


OWN = ("", "group", "rulebook")


def box_pages(box: Box) -> tuple[Prompt, ...]:
    """Blank forms for what is new, filled ones for what the group typed itself."""
    heroes = tuple(hero.name for hero in box.heroes)
    tiles = tuple(tile.name for tile in box.tiles)
    pages: list[Any] = [
        hero_form(HeroSheet(""), heroes),
        *(hero_form(sheet) for sheet in box.heroes if sheet.source in OWN),
        tile_form(TileSheet(""), tiles),
        *(tile_form(sheet) for sheet in box.tiles if sheet.source in OWN),
        card_form(Card("")),
        post_form(box.post),
        mission_form(),
        *(faces_form(box.faces, colour) for colour in COLOURS),
        starter_prompt(),
    ]
    return tuple(pages)
