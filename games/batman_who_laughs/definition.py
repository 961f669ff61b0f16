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
    Symbol("W", Msg("symbol.W")),
    Symbol("J", Msg("symbol.J")),
    Symbol("D", Msg("symbol.D")),
    Symbol("P", Msg("symbol.P")),
)

PLACEHOLDER = (
    *(SectionFacts(4, "knight") for _ in range(6)),
    SectionFacts(4, "boss"),
    SectionFacts(4),
)
"""Six Dark Knights, the boss and a tail; four spaces each until the group has counted."""

TOKENS = (
    TokenKind("die", "die"),
    TokenKind("heal", "heal", open_amount=True),
    TokenKind("counters", "doom", open_amount=True),
    *(TokenKind(f"symbol-{each.code}", "symbol", symbol=each.code) for each in SYMBOLS),
)

OPTIONS = (
    SetupOption("villains", "number", "difficulty", "easier", 6, 0, 6),
    SetupOption("boss_damage", "number", "difficulty", "easier", 0, 0, 9),
    SetupOption("extra_spaces", "number", "difficulty", "easier", 0, 0, 12),
    SetupOption(
        "boss_jump_before_reveal",
        "flag",
        "readings",
        "jump_early",
        False,
    ),
    SetupOption(
        "token_window",
        "choice",
        "readings",
        "window",
        "step3",
        choices=(
            Choice("step3", Msg("token_window.step3")),
            Choice("turn", Msg("token_window.turn")),
        ),
    ),
    SetupOption(
        "token_counts_as_assign",
        "flag",
        "readings",
        "token_assign",
        False,
    ),
)

TURN = (
    TurnStep("deploy", "1"),
    TurnStep("doom_die", "2"),
    TurnStep("boss_die", "2", kind="figure_die"),
    TurnStep("kinds", "2"),
    TurnStep("crown", "2"),
    TurnStep("kinds", "2"),
    TurnStep("attack", "2"),
    TurnStep("villains", "2"),
    TurnStep("heroes", "3"),
    TurnStep("recruit"),
    TurnStep("hit"),
    TurnStep("dice"),
    TurnStep("track"),
    TurnStep("spaces", "4"),
    TurnStep("defeated"),
    TurnStep("test"),
    TurnStep("refill", "4"),
    TurnStep("next"),
)

DEFINITION = Definition(
    title=Title(
        slug="batman-who-laughs",
        name="The Batman Who Laughs Rising",
        min_players=1,
        max_players=4,
        minutes=60,
        book=Rulebook("The Batman Who Laughs Rising", 12),
        art="grin",
        family="rising",
    ),
    symbols=SYMBOLS,
    dice=(
        DiceStock("red", Msg("colour.red")),
        DiceStock("purple", Msg("colour.purple")),
        DiceStock("blue", Msg("colour.blue")),
        DiceStock("green", Msg("colour.green")),
    ),
    dice_total=15,
    solo_teams=(2,),
    supply=Supply(heroes=32, villains=6, knights=6, bosses=1),
    doom=Doom("counters", "loss", ("orange-brown", "purple"), PLACEHOLDER),
    driver=Driver("dice", 6, ("dark-knights", "batman-who-laughs"), ring=True),
    goal=Goal("boss", jump=True),
    tokens=Tokens(30, TOKENS, rewards=("hit", "ability", "move"), same_turn=False),
    turn=TURN,
    options=OPTIONS,
    rules=ENTRIES.topics,
    checklist=(
        "track",
        "knights",
        "extra",
        "supplies",
        "figure",
        "teams",
        "villains_out",
        "deck",
        "first",
    ),
    sets_per_turn=1,
)
