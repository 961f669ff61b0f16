"""Tables of The Batman Who Laughs Rising as text, and how tests play on them.

Prices and spaces the rulebook shows only as pictures are invented for these tests.
"""

from games.batman_who_laughs import BatmanWhoLaughs
from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts, DieFacts
from tests.games.rising.text import Game, Text, a

LAUGHS = BatmanWhoLaughs()

DROWNED = CardFacts("The Drowned", effects=(AbilityEffect("damage", who="team"),), known=True)

RED_DEATH = CardFacts("The Red Death", effects=(AbilityEffect("doom_roll"),), known=True)

ROBIN = CardFacts("Robin", cost=(0, 0, 1, 0), effects=(AbilityEffect("token"),), known=True)

CHANGER = CardFacts("Cyborg", effects=(AbilityEffect("face", symbol="W"),), known=True)

HEALER = CardFacts(
    "Zatanna", cost=(1, 0, 0, 0), effects=(AbilityEffect("heal", who="choice"),), known=True
)

PAYER = CardFacts("Raven", pays=1, effects=(AbilityEffect("token"),), known=True)

TABLE = """
    turn 1: Ben, facing 2
    track 4 4 4 4 4 4 b4 -4 | 0
    0: #The Drowned 0/3 2J+1W, +H1 0/4, +H2 1/4
    1: +H3 0/4, +H4 0/3, !Evil Robins 0/2 2W
    2: +Plastic Man 0/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D
    Ben [red red red purple]: +Batman 0/5
    Ana [blue blue blue green]: +Wonder Woman 0/5
    boss 0/5
    deck 27, lost 0, supply 30, discard 0
"""


def table(text=TABLE, cards=(DROWNED,), **changes) -> Game:
    return Game(LAUGHS, Text(LAUGHS).read(text, cards, **changes))


def with_lines(*lines, text=TABLE) -> str:
    """Return the table with some of its lines replaced, found by how they begin."""
    old = text.strip().splitlines()
    for line in lines:
        key = line.split(" ")[0] if line[0] in "tdb" else line.split(":")[0].split(" [")[0]
        at = next(i for i, each in enumerate(old) if each.strip().startswith(key))
        old[at] = line
    return "\n".join(old)


def board(game: Game) -> list[str]:
    return Text(LAUGHS).write(game.state).splitlines()


def to_heroes(game: Game, location=2, n=0, face="stay") -> Game:
    return game.do(a.Deploy(location)).do(a.DoomRoll(n)).do(a.FigureRoll(face))


def in_full(game: Game, *faces: str, **where) -> Game:
    """Return the table in full depth after the first roll."""
    game.do(SetDepth("full"))
    return to_heroes(game, **where).do(a.Roll(faces))


EVERYONE = CardFacts("Evil Robins", effects=(AbilityEffect("damage", who="teams"),), known=True)

STOCK = {"stock": tuple(DieFacts(each) for each in ("red", "purple", "blue", "green"))}


def tokens(game: Game, team: int = 0) -> int:
    return len(game.state.teams[team].tokens)


def game_piece(name: str) -> str:
    return table().id(name)
