"""Everything in which this title differs from its sisters."""

from __future__ import annotations

from games import clarifications
from games.messages import Msg
from games.referee import Book, Choice, Title
from games.rising.box import SectionFacts
from games.rising.definition import (
    Definition,
    Doom,
    Driver,
    Goal,
    Option,
    Step,
    Stock,
    Supply,
    Symbol,
    TokenKind,
    Tokens,
)

ENTRIES = clarifications.load(__file__)

SYMBOLS = (
    Symbol("A", Msg("symbol.A")),
    Symbol("W", Msg("symbol.W")),
    Symbol("E", Msg("symbol.E")),
    Symbol("F", Msg("symbol.F")),
)

PLACEHOLDER = (SectionFacts(10),)
"""The Ruin Track; ten spaces until the group has counted."""

TOKENS = (
    *(TokenKind(f"extra-{each.code}", "symbol", symbol=each.code) for each in reversed(SYMBOLS)),
    TokenKind("die-red", "die", colour="red"),
    TokenKind("die-green", "die", colour="green"),
    TokenKind("die-blue", "die", colour="blue"),
    TokenKind("ruin", "doom"),
    TokenKind("heal-two", "heal", n=1, cards=2),
    TokenKind("heal-one", "heal", n=2),
    TokenKind("reroll", "reroll"),
)

OPTIONS = (
    Option("teams", "number", "players", "solo", 0, 0, 5),
    Option("villains", "number", "difficulty", "villains_in", 10, 0, 13),
    Option("battle_damage", "numbers", "difficulty", "battle_need", (2, 2, 2), 1, 3),
    Option(
        "allies",
        "choice",
        "readings",
        "allies",
        "auto",
        choices=tuple(Choice(each, Msg(f"allies.{each}")) for each in ("auto", "yes", "no")),
    ),
    Option(
        "black_sun_test",
        "choice",
        "readings",
        "event_test",
        "position",
        choices=tuple(Choice(each, Msg(f"sun.{each}")) for each in ("position", "reached")),
    ),
    Option(
        "later_heroes_count",
        "flag",
        "readings",
        "later_heroes",
        True,
    ),
    Option(
        "moved_damage_counts",
        "flag",
        "readings",
        "moved_damage",
        True,
    ),
    Option(
        "remove_counts_as_assign",
        "flag",
        "readings",
        "remove_dice",
        True,
    ),
)

TURN = (
    Step("deploy", "1"),
    Step("fire_card", "2", kind="driver_card"),
    Step("kinds", "2"),
    Step("attack", "2"),
    Step("villains", "2"),
    Step("battle", "2"),
    Step("heroes", "3"),
    Step("recruit"),
    Step("hit"),
    Step("progress"),
    Step("event", "4"),
    Step("battles", "4"),
    Step("aid", "4"),
    Step("dice"),
    Step("spaces", "5"),
    Step("defeated"),
    Step("test"),
    Step("refill", "5"),
    Step("test"),
    Step("next"),
)

DEFINITION = Definition(
    title=Title(
        slug="fire-nation",
        name="Avatar: Fire Nation Rising",
        min_players=1,
        max_players=5,
        minutes=60,
        book=Book("Avatar: Fire Nation Rising", 12),
        art="sun",
        family="rising",
    ),
    symbols=SYMBOLS,
    dice=(
        Stock("green", Msg("colour.green"), 5),
        Stock("blue", Msg("colour.blue"), 4),
        Stock("red", Msg("colour.red"), 4),
        Stock("yellow", Msg("colour.yellow"), 3),
    ),
    dice_total=16,
    solo_teams=(2, 3, 4, 5),
    supply=Supply(heroes=40, villains=13, battles=3, progress=10),
    doom=Doom("marker", "event", ("",), PLACEHOLDER),
    driver=Driver("deck", 2, ("fire-nation",), cards=15),
    goal=Goal("battles", guarded=True),
    tokens=Tokens(30, TOKENS, rewards=("hit", "ability", "battle", "move"), same_turn=True),
    turn=TURN,
    options=OPTIONS,
    rules=ENTRIES.topics,
    checklist=(
        "supplies",
        "figure",
        "tracks",
        "driver",
        "teams",
        "villains_out",
        "deck",
        "first",
    ),
    ally_from=4,
    ordered=True,
    reactions=True,
    progress=5,
    aid=True,
    dice_stay=True,
    ban_icon=True,
)
