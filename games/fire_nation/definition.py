"""Everything in which this title differs from its sisters."""

from __future__ import annotations

from games import clarifications
from games.messages import Msg
from games.referee import Choice, Rulebook, Title
from games.rising.box import SectionFacts
from games.rising.definition import (
    Definition,
    DiceStock,
    Doom,
    Driver,
    Goal,
    SetupOption,
    Supply,
    Symbol,
    TokenKind,
    Tokens,
    TurnStep,
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
    SetupOption("teams", "number", "players", "solo", 0, 0, 5),
    SetupOption("villains", "number", "difficulty", "villains_in", 10, 0, 13),
    SetupOption("battle_damage", "numbers", "difficulty", "battle_need", (2, 2, 2), 1, 3),
    SetupOption(
        "allies",
        "choice",
        "readings",
        "allies",
        "auto",
        choices=tuple(Choice(each, Msg(f"allies.{each}")) for each in ("auto", "yes", "no")),
    ),
    SetupOption(
        "black_sun_test",
        "choice",
        "readings",
        "event_test",
        "position",
        choices=tuple(Choice(each, Msg(f"sun.{each}")) for each in ("position", "reached")),
    ),
    SetupOption(
        "later_heroes_count",
        "flag",
        "readings",
        "later_heroes",
        True,
    ),
    SetupOption(
        "moved_damage_counts",
        "flag",
        "readings",
        "moved_damage",
        True,
    ),
    SetupOption(
        "remove_counts_as_assign",
        "flag",
        "readings",
        "remove_dice",
        True,
    ),
)

TURN = (
    TurnStep("deploy", "1"),
    TurnStep("fire_card", "2", kind="driver_card"),
    TurnStep("kinds", "2"),
    TurnStep("attack", "2"),
    TurnStep("villains", "2"),
    TurnStep("battle", "2"),
    TurnStep("heroes", "3"),
    TurnStep("recruit"),
    TurnStep("hit"),
    TurnStep("progress"),
    TurnStep("event", "4"),
    TurnStep("battles", "4"),
    TurnStep("aid", "4"),
    TurnStep("dice"),
    TurnStep("spaces", "5"),
    TurnStep("defeated"),
    TurnStep("test"),
    TurnStep("refill", "5"),
    TurnStep("test"),
    TurnStep("next"),
)

DEFINITION = Definition(
    title=Title(
        slug="fire-nation",
        name="Avatar: Fire Nation Rising",
        min_players=1,
        max_players=5,
        minutes=60,
        book=Rulebook("Avatar: Fire Nation Rising", 12),
        art="sun",
        family="rising",
    ),
    symbols=SYMBOLS,
    dice=(
        DiceStock("green", Msg("colour.green"), 5),
        DiceStock("blue", Msg("colour.blue"), 4),
        DiceStock("red", Msg("colour.red"), 4),
        DiceStock("yellow", Msg("colour.yellow"), 3),
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
