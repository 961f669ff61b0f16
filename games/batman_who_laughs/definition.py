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
    Option("villains", "number", "difficulty", "easier", 6, 0, 6),
    Option("boss_damage", "number", "difficulty", "easier", 0, 0, 9),
    Option("extra_spaces", "number", "difficulty", "easier", 0, 0, 12),
    Option(
        "boss_jump_before_reveal",
        "flag",
        "readings",
        "jump_early",
        False,
    ),
    Option(
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
    Option(
        "token_counts_as_assign",
        "flag",
        "readings",
        "token_assign",
        False,
    ),
)

TURN = (
    Step("deploy", "1"),
    Step("doom_die", "2"),
    Step("boss_die", "2", kind="figure_die"),
    Step("kinds", "2"),
    Step("crown", "2"),
    Step("kinds", "2"),
    Step("attack", "2"),
    Step("villains", "2"),
    Step("heroes", "3"),
    Step("recruit"),
    Step("hit"),
    Step("dice"),
    Step("track"),
    Step("spaces", "4"),
    Step("defeated"),
    Step("test"),
    Step("refill", "4"),
    Step("next"),
)

DEFINITION = Definition(
    title=Title(
        slug="batman-who-laughs",
        name="The Batman Who Laughs Rising",
        min_players=1,
        max_players=4,
        minutes=60,
        book=Book("The Batman Who Laughs Rising", 12),
        art="grin",
        family="rising",
    ),
    symbols=SYMBOLS,
    dice=(
        Stock("red", Msg("colour.red")),
        Stock("purple", Msg("colour.purple")),
        Stock("blue", Msg("colour.blue")),
        Stock("green", Msg("colour.green")),
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
