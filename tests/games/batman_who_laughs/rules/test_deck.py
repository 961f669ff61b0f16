"""New cards, and the Dark Knights among them."""

from games.rising.box import CardFacts
from tests.games.batman_who_laughs.table import LAUGHS, table, to_heroes, with_lines
from tests.games.rising.text import a


def test_dark_knight_tops_deck_exactly_while_one_waits():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "2: -, -, !Court of Owls 0/2 1P+2D")
    knight = CardFacts("The Merciless", "knight", 3, known=True)
    hero = CardFacts("Robin", "hero", 3, known=True)
    game = to_heroes(table(with_lines(*rows), (knight, hero)), 1, 1).do(a.Results())
    assert game.refused(a.Refill(6, "Robin")) == ("E_DECK_TOP", "A-61")
    game.do(a.Refill(7, "The Merciless"))
    assert game.refused(a.Refill(6, "The Drowned"))[0] == "E_DUPLICATE_CARD"
    game.do(a.Refill(6, "Robin"))
    assert game.state.step == "deploy"


def test_newly_named_waiting_knight_counts_as_dark_knight():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "2: -, +Constantine 0/4 1P+2J, -")
    game = to_heroes(table(with_lines(*rows)), 1, 1).do(a.Results())
    game.do(a.Refill(6, "The Devastator"))
    assert LAUGHS.table(game.state).kind(game.id("The Devastator")) == "knight"


def test_released_knight_waits_while_no_place_is_empty():
    game = to_heroes(table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3")), 1, 2).do(a.Results())
    assert (game.state.step, game.state.waiting, game.state.deck) == ("deploy", (0,), 28)
    to_heroes(game, 2).do(a.Results((game.id("Plastic Man"),)))
    names = {c.value for c in LAUGHS.prompts(game.state)[0].fields[0].choices}
    assert "The Drowned" not in names
    game.do(a.Refill(6))
    assert LAUGHS.table(game.state).kind(game.state.slots[2][0]) == "knight"
