"""Whole turns: the rulebook's own example, and every line of a turn's end."""

from msgspec.structs import replace

from games.referee import SetDepth
from games.rising.box import AbilityEffect, CardFacts
from tests.games.batman_who_laughs.table import (
    DROWNED,
    LAUGHS,
    board,
    in_full,
    table,
    to_heroes,
    tokens,
    with_lines,
)
from tests.games.rising.text import Game, Text, a


def test_the_rulebook_example_in_full_depth():
    game = in_full(table(), "W", "W", "P", "J", n=1, face="right")
    assert board(game)[2] == "0: #The Drowned 0/3, +H1 1/4, +H2 2/4"
    assert game.damage("Batman") == 1
    plastic, owls = game.id("Plastic Man"), game.id("Court of Owls")
    game.do(a.Assign(game.dice("W", "W"), plastic))
    game.do(a.Roll(("J", "P"))).do(a.Assign(game.dice("P"), owls))
    game.do(a.Roll(("2D",))).do(a.Assign(game.dice("2D"), owls))
    game.do(a.Finish())
    assert board(game) == [
        "turn 2: Ana, facing 0",
        "track 4 4 4 4 4 4 b4 -4 | 1",
        "0: #The Drowned 0/3, +H1 1/4, +H2 2/4",
        "1: +H3 0/4, +H4 0/3, !Evil Robins 0/2",
        "2: +Plastic Man 0/4, +Constantine 0/4, !Court of Owls 1/2",
        "Ben: +Batman 1/5",
        "Ana: +Wonder Woman 0/5",
        "deck 27, lost 0, supply 29, discard 0",
    ]
    assert [token.turn for token in game.state.teams[0].tokens] == [1]
    assert game.outcome is None


def test_same_turn_in_quick_depth_gives_same_table():
    full = in_full(table(), "W", "P", "2D", "J", n=1, face="right")
    owls = full.id("Court of Owls")
    full.do(a.Assign(full.dice("P", "2D"), owls)).do(a.GiveUp(full.dice("W")[0]), W_FREED="anyway")
    full.do(a.GiveUp(full.dice("J")[0]), W_FREED="anyway").do(a.Finish()).do(SetDepth("quick"))
    quick = to_heroes(table(), n=1, face="right").do(a.Results((), (), (owls,)))
    assert full.state == quick.state


def test_a_quick_turn_takes_six_answers():
    game = table()
    taps = [a.Deploy(2), a.DoomRoll(1), a.FigureRoll("stay")]
    taps.append(a.Results((game.id("Plastic Man"),), (), (game.id("Court of Owls"),)))
    taps.append(a.Refill(6, ""))
    for tap in taps:
        game.do(tap)
    assert (game.state.number, game.state.step) == (2, "deploy")


def test_turn_end_consequences_are_lines_in_book_order():
    rows = (
        "track 4 4 4 4 4 4 b4 -4 | 4",
        "1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W",
        "2: +Plastic Man 1/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 1/2 1P+2D",
    )
    game = in_full(table(with_lines(*rows)), "2W", "W", "2D", "P", face="right")
    game.do(a.Assign(game.dice("2W", "W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("2D", "P"), game.id("Court of Owls"))).do(a.Finish())
    told = [(note.code.removeprefix("note."), note.rule) for note in game.notes]
    assert told == [
        ("results.rh", "A-39"),
        ("recruit", "A-40"),
        ("recruit.healed", "A-40"),
        ("damage", "A-41"),
        ("token.draw", "A-42"),
        ("dice.back", "A-44"),
        ("track.release", "A-44"),
        ("track.ability", "A-45"),
        ("villain.defeated", "A-47"),
        ("hero.defeated", "A-47"),
    ]
    game.do(a.Refill(4))
    assert game.codes() == ["refill.knight"]
    game.do(a.Refill(6)).do(a.Refill(8))
    assert game.codes() == ["refill", "turn"]


def test_both_depths_end_the_same_turn_alike():
    rows = (
        "track 4 4 4 4 4 4 b4 -4 | 3",
        "1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W",
        "2: +Plastic Man 1/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 0/2 1P+2D",
        "Ana: +Wonder Woman 1/5 | tokens heal counters",
    )
    full = in_full(table(with_lines(*rows), supply=28), "2W", "W", "2D", "P", n=2, face="right")
    quick = to_heroes(table(with_lines(*rows), supply=28), n=2, face="right")
    plastic, owls, batman = (full.id(each) for each in ("Plastic Man", "Court of Owls", "Batman"))
    for game in (full, quick):
        game.do(a.UseToken(1, "heal", batman), actor=1)
    full.do(a.Assign(full.dice("2W", "W"), plastic)).do(a.Assign(full.dice("2D", "P"), owls))
    full.do(a.Finish()).do(a.Refill(4)).do(a.Refill(6)).do(SetDepth("quick"))
    quick.do(a.Results((plastic,), (), (owls,))).do(a.Refill(4)).do(a.Refill(6))
    assert full.state == quick.state
    assert full.state.number == 2


def test_solo_alternates_two_teams_from_one_phone():
    setup = LAUGHS.decode_setup({"players": 1, "villains": 6})
    game = Game(LAUGHS, LAUGHS.begin(setup, LAUGHS.sample_box()).state).do(a.Deal(("",) * 9))
    assert (len(game.state.teams), game.state.setup.side) == (2, "orange-brown")
    game.state = Text(LAUGHS).read(with_lines("boss 0/5"))
    game.state = replace(game.state, setup=replace(game.state.setup, players=1))
    to_heroes(game).do(a.Results(), actor=1)
    assert game.state.active == 1
    game.do(a.Deploy(0), actor=0).do(a.DoomRoll(0)).do(a.FigureRoll("stay")).do(a.Results())
    assert (game.state.active, game.state.number) == (0, 3)
    assert DROWNED.name in {each.card for each in game.state.pieces}


def test_unknown_cards_are_asked_about_before_crown_strikes():
    text = with_lines("track 4o 4 4 4 4 4 b4 -4 | 4", "2: ?, ?, !Court of Owls 0/2 1P+2D")
    game = table(text, newest=0).do(a.DefineEffect("orange-brown.1", "damage", who="location"))
    game.do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("stay+ring"))
    first, second = game.state.slots[2][:2]
    assert game.state.step == "kinds"
    game.do(a.Kinds((first, second), (first,)))
    dealt = [LAUGHS.table(game.state).piece(each).damage for each in (first, second)]
    assert dealt == [2, 0]


def test_ability_possibly_striking_unknown_card_goes_by_hand():
    far = CardFacts("Court of Owls", effects=(AbilityEffect("damage", who="next"),), known=True)
    game = to_heroes(table(with_lines("0: ?, +H1 0/4, +H2 1/4"), (far,)), 1, 0, "stay")
    assert (game.state.step, game.damage("H1")) == ("villains", 0)
    game.do(a.VillainDone(game.id("Court of Owls")))
    assert game.state.step == "heroes"
    sure = to_heroes(table(with_lines("0: +H9 0/4, +H1 0/4, +H2 1/4"), (far,)), 1, 0, "stay")
    assert (sure.state.step, sure.damage("H1")) == ("heroes", 1)


def test_ability_against_type_nobody_entered_goes_by_hand():
    picky = CardFacts(
        "Court of Owls", effects=(AbilityEffect("damage", who="team", type="Bat"),), known=True
    )
    game = to_heroes(table(cards=(picky,)), 1, 0, "stay")
    assert game.state.step == "villains"
    bat = CardFacts("Batman", type="Bat", known=True)
    assert to_heroes(table(cards=(picky, bat)), 1, 0, "stay").damage("Batman") == 1


def test_no_ability_hurts_boss_before_he_is_revealed():
    game = to_heroes(table(with_lines("Ben: +Batman 1/5")))
    assert game.refused(a.Damage("boss")) == ("E_BOSS_HIDDEN", "A-56")
    assert game.refused(a.MoveDamage(game.id("Batman"), "boss")) == ("E_BOSS_HIDDEN", "A-56")
    shown = to_heroes(table(boss_revealed=True)).do(a.Damage("boss"))
    assert (shown.damage("The Batman Who Laughs"), tokens(shown)) == (1, 1)
