"""The end of a turn, line by line, in both depths."""

from games.referee import SetDepth
from tests.games.fire_nation.table import battle_table, done, in_full, line, table, to_heroes
from tests.games.rising.text import a


def test_turn_end_consequences_are_lines_in_book_order():
    text = line("0: !June 1/2 1F, +H1 2/4 1W, +H2 4/4")
    game = in_full(table(text, progress=0), "F", "W", "A", "E", location=0, card="left0")
    game.do(a.Assign(game.dice("F"), game.id("June"))).do(a.Assign(game.dice("W"), game.id("H1")))
    game.do(a.Assign(game.dice("A"), "progress")).do(a.Finish(), W_DICE_LEFT="anyway")
    told = [(note.code.removeprefix("note."), note.rule) for note in game.notes]
    assert told == [
        ("results.rh", "B-46"),
        ("recruit.end", "B-47"),
        ("recruit.healed", "B-47"),
        ("damage", "B-48"),
        ("token.draw", "B-49"),
        ("progress", "B-42"),
        ("dice.back", "B-52"),
        ("team.back", "B-53"),
        ("villain.defeated", "B-54"),
        ("hero.defeated", "B-55"),
    ]


def test_both_depths_end_the_same_turn_alike():
    text = line("0: !June 0/2 1F, +H1 2/4 1W, +H2 4/4", line("track -10 | 2"))
    full = in_full(table(text), "F", "W", "A", "F", location=0, card="left1")
    quick = to_heroes(table(text), 0, "left1")
    june, hero = full.id("June"), full.id("H1")
    full.do(a.Assign(full.dice("F", "F"), june)).do(a.Assign(full.dice("W"), hero))
    full.do(a.Assign(full.dice("A"), "progress")).do(a.Finish(left=(hero,)))
    quick.do(a.Results(left=(hero,), hits=(f"{june}:2",), advance=True))
    done(full).do(SetDepth("quick"))
    assert full.state == done(quick).state
    assert (full.state.number, full.state.progress) == (2, 1)


def test_the_second_part_ends_alike_in_both_depths():
    full = in_full(battle_table(), "F", "F", "A", "A", location=2, card="stay2")
    quick = to_heroes(battle_table(), 2, "stay2")
    battle = full.id("Wulong Forest")
    full.do(a.Assign(full.dice("F", "F"), battle)).do(a.Finish(), W_DICE_LEFT="anyway")
    quick.do(a.Results(hits=(f"{battle}:2",)))
    for game in (full, quick):
        done(game.do(a.Reward(battle)))
    assert full.do(SetDepth("quick")).state == quick.state
