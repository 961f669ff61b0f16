"""A third title of the family, told by a definition alone.

The sketch has the shape of an older sister: six stones of five counters, ten Villains of whom
seven must fall, one card per roll, tokens that wait a turn. Its words are borrowed.
"""

import pytest

from games.batman_who_laughs import BatmanWhoLaughs
from games.batman_who_laughs.definition import DEFINITION as LAUGHS
from games.fire_nation import FireNation
from games.fire_nation.definition import DEFINITION as FIRE
from games.messages import Msg
from games.referee import Rulebook, Title
from games.rising.box import Box, CardFacts, DieFacts, SectionFacts, TeamFacts, TrackFacts
from games.rising.definition import (
    Definition,
    DiceStock,
    Doom,
    Driver,
    Goal,
    Supply,
    Symbol,
    Tokens,
)
from tests.games.rising.player import Player
from tests.games.rising.text import Game, Text, a

SYMBOLS = tuple(Symbol(code, Msg(f"symbol.{code}")) for code in "WJDP")

STONES = Definition(
    title=Title("stones", "Stones Rising", 2, 4, 60, Rulebook("Stones Rising", 12)),
    symbols=SYMBOLS,
    dice=tuple(
        DiceStock(colour, Msg(f"colour.{colour}"), 4) for colour in ("red", "blue", "green")
    ),
    dice_total=12,
    solo_teams=(2,),
    supply=Supply(heroes=32, villains=10),
    doom=Doom("counters", "loss", ("",), tuple(SectionFacts(5) for _ in range(6))),
    driver=Driver("dice", 3, ("stone-die", "titan-die")),
    goal=Goal("villains", needed=7),
    tokens=Tokens(30, LAUGHS.tokens.kinds, rewards=("hit", "ability"), same_turn=False),
    turn=tuple(step for step in LAUGHS.turn if step.name not in ("crown", "track")),
    options=tuple(o for o in LAUGHS.options if o.name == "villains"),
    rules=LAUGHS.rules,
    checklist=("supplies", "figure", "teams", "deck", "first"),
    sets_per_turn=1,
    cards_per_roll=1,
)


class Stones(BatmanWhoLaughs):
    title = STONES.title
    definition = STONES

    def sample_box(self) -> Box:
        heroes = tuple(
            CardFacts(f"Hero {n}", "hero", 4, ((1, 1, 0, 0),), known=True) for n in range(1, 33)
        )
        villains = tuple(
            CardFacts(f"Villain {n}", "villain", 1, ((0, 0, 1, 1),), known=True)
            for n in range(1, 11)
        )
        teams = tuple(
            TeamFacts(f"Team {n}", f"Hero {n}", dice=("red", "red", "blue", "green"))
            for n in range(1, 5)
        )
        dice = tuple(DieFacts(stock.colour, 4) for stock in STONES.dice)
        track = TrackFacts("", STONES.doom.placeholder, True)
        return Box("Sketch", True, (*heroes, *villains), teams, dice, (track,))


SISTER = Stones()

TABLE = """
    turn 1: Team 1, facing 0
    track -5 -5 -5 -5 -5 -5 | 28
    0: !V1 0/1 1W, +H1 0/4 2J, -
    1: -, -, -
    2: -, -, -
    Team 1 [red red blue green]: +Hero 1 0/4
    Team 2 [red red blue green]: +Hero 2 0/4
    deck 0, lost 0, supply 30, discard 0
"""


def table(**changes) -> Game:
    return Game(SISTER, Text(SISTER).read(TABLE, **changes))


def test_a_definition_alone_carries_whole_games():
    ends = set()
    for seed in range(12):
        luck = (0.15, 0.7)[seed % 2]
        player = Player(SISTER, SISTER.sample_box(), 2, "quick", seed, luck, hero_limit=32)
        assert player.play().condition in ("won", "track", "heroes", "team")
        ends.add(player.state.endings[0])
    assert {"won", "track"} <= ends


def test_sister_wins_by_villains_and_loses_by_stones():
    game = table(beaten=6).do(a.Deploy(0)).do(a.DoomRoll(2)).do(a.FigureRoll("stay"))
    lost = Game(SISTER, game.state).do(a.Results())
    assert lost.outcome.condition == "track"
    game.do(a.Results(hits=(game.id("V1"),)))
    assert (game.outcome.condition, game.outcome.also) == ("won", ("track",))


def test_sister_puts_one_rolls_dice_on_one_card():
    game = table(depth="full").do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("left"))
    game.do(a.Roll(("W", "J", "J", "P"))).do(a.Assign(game.dice("J"), game.id("H1")))
    assert game.refused(a.Assign(game.dice("W"), game.id("V1")))[0] == "E_ONE_CARD"
    game.do(a.Assign(game.dice("J"), game.id("H1"))).do(a.Roll(("W", "P")))
    game.do(a.Assign(game.dice("W"), game.id("V1")))


DIFFERENCES = {
    "ally_from": (0, 4),
    "sets_per_turn": (1, 0),
    "ordered": (False, True),
    "reactions": (False, True),
    "progress": (0, 5),
    "aid": (False, True),
    "dice_stay": (False, True),
    "ban_icon": (False, True),
    "solo_teams": ((2,), (2, 3, 4, 5)),
    "dice_total": (15, 16),
}


@pytest.mark.parametrize("line", DIFFERENCES)
def test_the_titles_differ_by_lines_of_their_definitions(line):
    assert (getattr(LAUGHS, line), getattr(FIRE, line)) == DIFFERENCES[line]


def test_the_engine_never_asks_which_title_it_plays():
    from pathlib import Path

    engine = Path(__file__).parents[3] / "games" / "rising"
    words = ("batman", "avatar", "slug", "fire_nation", "ozai", "laughs")
    found = [
        (path.name, word)
        for path in engine.rglob("*.py")
        for word in words
        if word in path.read_text().lower()
    ]
    assert found == []


def test_both_titles_share_one_referee():
    for title in (BatmanWhoLaughs, FireNation):
        own = set(vars(title)) - {"__module__", "__doc__", "__abstractmethods__", "_abc_impl"}
        own -= {"__parameters__", "__orig_bases__"}
        # Made from the definition.
        own -= {"rules", "Action", "house_numbers"}
        assert own == {
            "title",
            "definition",
            "messages",
            "highlights",
            "clarifications",
            "blank_box",
            "sample_box",
        }
