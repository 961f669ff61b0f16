"""Tables of Fire Nation Rising as text, and how tests play on them.

Prices and spaces the rulebook shows only as pictures are invented for these tests.
"""

from games.fire_nation import FireNation
from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts, DieFacts, PriceStep
from tests.games.rising.text import Game, Text, a

FIRE = FireNation()

JUNE = CardFacts(
    "June", effects=(AbilityEffect("damage", who="rightmost", count=2, each=True),), known=True
)

TY_LEE = CardFacts("Ty Lee", effects=(AbilityEffect("block"),), known=True)

YUE = CardFacts("Yue", effects=(AbilityEffect("token", when="progress"),), known=True)

WATCHER = CardFacts("Watcher", effects=(AbilityEffect("token", when="near"),), known=True)

ECLIPSED = CardFacts("V3", known=True, icon="yes")

BATTLES = tuple(
    CardFacts(name, "battle", prices=((0, 0, 0, 1),), known=True)
    for name in ("Ba Sing Se", "Fire Nation Palace", "Wulong Forest")
)

STEPS = (
    PriceStep("symbols", (1, 0, 0, 0)),
    PriceStep("hit"),
    PriceStep("tokens", n=2),
    PriceStep("dice", n=2),
    PriceStep("recruit", type="Water"),
)

TABLE = """
    turn 1: Aang, facing 0
    track -10 | 0
    0: !June 0/2 2F, +H1 0/4 2A, +H2 0/4
    1: !Ty Lee 0/2 1E+1F, +H3 0/4, +H4 0/3
    2: +H5 0/4 1W, +H6 0/4, !V3 0/3 2E
    Aang [red red blue green]: +Aang 0/5, +Arnook 0/3
    Katara [blue blue green yellow]: +Katara 0/5
    deck 39, lost 0, supply 30, discard 0
"""

BATTLE_TABLE = """
    turn 1: Aang, facing 0
    track -10 | 0
    0: +H7 0/4 2A, +H1 0/4 2A, +H2 0/4, =Ba Sing Se 0/2 1F
    1: !June 1/2 1F, +H3 0/4, +H4 0/3, =Fire Nation Palace 0/2 1F
    2: +H5 0/4 1W, +H6 0/4, +H8 0/4, =Wulong Forest 0/2 1F
    Aang [red red blue green]: +Aang 0/5, +Arnook 0/3
    Katara [blue blue green yellow]: +Katara 0/5
    deck 39, lost 0, supply 30, discard 0
"""


def table(text=TABLE, cards=(JUNE, TY_LEE, ECLIPSED), **changes) -> Game:
    cards = (*cards, *BATTLES)
    changes = {"steps": STEPS, **changes}
    stock = tuple(DieFacts(each.colour, each.count) for each in FIRE.definition.dice)
    return Game(FIRE, Text(FIRE).read(text, cards, stock=stock, **changes))


def battle_table(text=BATTLE_TABLE, cards=(JUNE,), **changes) -> Game:
    """Return a table of the second part, begun on the turn before."""
    changes = {"event": 1, "event_side": "progress", "number": 2, **changes}
    return table(text, cards, **changes)


def line(new: str, text=TABLE) -> str:
    """Return the table with the one line that begins the same replaced."""
    key = new.split(":")[0].split(" ")[0]
    old = [each.strip() for each in text.strip().splitlines()]
    at = next(i for i, each in enumerate(old) if each.startswith(key))
    return "\n".join((*old[:at], new, *old[at + 1 :]))


def rows(game: Game) -> list[list[str]]:
    """Return the rows of all teams by card name, left to right."""
    names = {each.id: each.card for each in game.state.pieces}
    return [[names[each] for each in team.row] for team in game.state.teams]


def to_heroes(game: Game, location=2, card="stay0") -> Game:
    return game.do(a.Deploy(location)).do(a.DriverCard(card))


def in_full(game: Game, *faces: str, location=2, card="right0") -> Game:
    game.do(SetDepth("full"))
    return to_heroes(game, location, card).do(a.Roll(faces))


def done(game: Game) -> Game:
    """End the turn without consolation and with unnamed new cards."""
    if game.state.step == "aid":
        game.do(a.Aid(False))
    while game.state.step == "refill":
        waiting = game.state.turn.judging
        places = game.referee.table(game.state).empty()
        game.do(a.Icon(waiting[0], False) if waiting else a.Refill(places[0]))
    return game


NAMES = tuple(each.name for each in BATTLES)


def tokens(game: Game, team: int = 0) -> int:
    return len(game.state.teams[team].tokens)


def at_the_event(game: Game, location=2, card="right0") -> Game:
    to_heroes(game, location, card).do(a.Results())
    assert game.state.step == "event"
    return game
