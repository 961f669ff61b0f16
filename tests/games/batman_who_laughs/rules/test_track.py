"""The Dark Knights Track: counters, sections, the crown."""

from tests.games.batman_who_laughs.table import LAUGHS, RED_DEATH, table, to_heroes, with_lines
from tests.games.rising.text import Game, a


def test_overflow_fills_next_section_while_card_waits():
    game = table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3"))
    game.do(a.Deploy(1)).do(a.DoomRoll(2))
    assert game.referee.table(game.state).fills()[:2] == (4, 1)
    assert "doom.pending" in game.codes()
    game.do(a.FigureRoll("stay")).do(a.Results())
    assert (game.state.waiting, game.state.deck, game.state.newest) == ((0,), 28, 0)
    assert game.state.sections[0].revealed
    assert game.state.step == "deploy"


def test_counters_removed_in_time_keep_card_on_track():
    game = table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3"))
    to_heroes(game, 1, 1).do(a.ShiftDoom(-1)).do(a.Results())
    assert (game.state.waiting, game.state.newest, game.state.doom) == ((), -1, 3)
    assert game.state.sections[0].holding


def test_section_that_fills_again_releases_nothing_second_time():
    game = table(with_lines("track 4o 4 4 4 4 4 b4 -4 | 3"), newest=0)
    to_heroes(game, 1, 1).do(a.Results())
    assert (game.state.waiting, game.state.newest, game.state.deck) == ((), 0, 27)


def test_the_crown_with_nothing_revealed_does_nothing():
    game = table().do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("left+ring"))
    assert game.state.facing == 1
    assert [note.rule for note in game.notes if note.code == "note.crown.none"] == ["A-22"]
    assert (game.damage("H3"), game.damage("H4")) == (1, 1)


def test_only_the_newest_ability_answers_the_crown():
    text = with_lines("track 4o 4o 4 4 4 4 b4 -4 | 8")
    game = table(text, newest=1).do(a.DefineSection("orange-brown", 2, "All take 1", True))
    game.do(a.DefineEffect("orange-brown.2", "damage", who="teams"))
    game.do(a.DefineEffect("orange-brown.1", "damage", n=3, who="teams"))
    game.do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("left+ring"))
    assert (game.damage("Batman"), game.damage("Wonder Woman")) == (1, 1)
    assert [note.rule for note in game.notes if note.code == "note.crown"] == ["A-23"]


def test_crown_comes_before_attack_and_attack_before_villains():
    text = with_lines("track 4o 4 4 4 4 4 b4 -4 | 4")
    game = table(text, newest=0).do(a.DefineEffect("orange-brown.1", "damage", who="team"))
    game.do(a.Deploy(2)).do(a.DoomRoll(0)).do(a.FigureRoll("right+ring"))
    codes = [code for code in game.codes() if code in ("crown", "attack", "villain.acts")]
    assert codes == ["crown", "attack", "villain.acts"]


def test_ability_answers_no_crown_on_turn_section_fills():
    game = table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3"))
    game.do(a.Deploy(1)).do(a.DoomRoll(1)).do(a.FigureRoll("left+ring"))
    assert "crown.none" in game.codes()


def test_later_card_tops_two_sections_of_one_turn():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "0: #The Red Death 0/3 2J+1W, +H1 3/4, +H2 3/4")
    game = table(with_lines(*rows), (RED_DEATH,)).do(a.Deploy(1)).do(a.DoomRoll(2))
    game.do(a.FigureRoll("right"))
    assert game.state.step == "villains"
    game.do(a.DoomRoll(3)).do(a.Results())
    assert (game.state.doom, game.state.waiting, game.state.newest) == (8, (0, 1), 1)
    assert game.state.step == "refill"
    game.do(a.Refill(1))
    assert game.state.waiting == (0,)
    game.do(a.Refill(2))
    kinds = [each.kind for each in game.state.pieces[-2:]]
    assert (game.state.waiting, kinds) == ((), ["knight", "knight"])


def test_the_reveal_of_the_boss_card():
    game = table(with_lines("track 4o 4o 4o 4o 4o 4o b4 -4 | 27"), newest=5)
    to_heroes(game, 2, 1)
    assert game.refused(a.Results((), (), ("boss",))) == ("E_BOSS_HIDDEN", "A-56")
    game.do(a.Results(), BOSS_ABILITY="no")
    assert (game.state.boss_revealed, game.state.waiting, game.state.deck) == (True, (), 27)
    assert game.state.newest == 5
    to_heroes(game, 0, 0, "right")
    assert game.referee.table(game.state).reach()[-1] == "boss"


def test_boss_section_opens_its_ability_where_printed():
    text = with_lines("track 4o 4o 4o 4o 4o 4o b4 -4 | 27")
    game = table(text, newest=5).do(a.DefineSection("orange-brown", 7, "He laughs", True))
    to_heroes(game, 2, 1).do(a.Results())
    assert game.state.newest == 6


def test_full_track_loses_only_at_end_of_turn():
    full = with_lines("track 4o 4o 4o 4o 4o 4o b4o -4 | 31")
    game = table(full).do(a.Deploy(1)).do(a.DoomRoll(3))
    assert (game.state.doom, game.outcome) == (32, None)
    assert "doom.full.loss" in game.codes()
    game.do(a.FigureRoll("stay"))
    saved = Game(LAUGHS, game.state).do(a.ShiftDoom(-1)).do(a.Results())
    assert saved.outcome is None
    game.do(a.Results())
    assert (game.outcome.condition, game.outcome.rule) == ("track", "A-68")


def test_extra_spaces_lengthen_the_track():
    setup = LAUGHS.setup_default(2, LAUGHS.sample_box())
    longer = LAUGHS.decode_setup({"players": 2, "villains": 6, "extra_spaces": 3})
    assert setup.extra_spaces == 0
    state = LAUGHS.begin(longer, LAUGHS.blank_box()).state
    assert LAUGHS.table(state).length() == 35


def test_counter_is_taken_from_most_advanced_section():
    game = to_heroes(table(with_lines("track 4 4 4 4 4 4 b4 -4 | 5")), 1)
    game.do(a.ShiftDoom(-1))
    assert game.referee.table(game.state).fills()[:2] == (4, 0)
    game.do(a.Results())
    assert (game.state.waiting, game.state.newest) == ((0,), 0)


def test_section_one_short_at_end_releases_nothing():
    game = to_heroes(table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3")), 1, 2)
    game.do(a.ShiftDoom(-2)).do(a.Results())
    assert (game.state.doom, game.state.waiting, game.state.newest) == (3, (), -1)


def test_newest_ability_stays_though_section_empties_and_refills():
    game = table(with_lines("track 4o 4o 4 4 4 4 b4 -4 | 8"), newest=1)
    to_heroes(game, 1).do(a.ShiftDoom(-5)).do(a.Results())
    assert (game.state.newest, game.state.doom) == (1, 3)
    to_heroes(game, 1, 5).do(a.Results())
    assert (game.state.newest, game.state.waiting, game.state.deck) == (1, (), 27)


def test_removal_token_of_another_team_undoes_full_track():
    rows = (
        "track 4o 4o 4o 4o 4o 4o b4o -4 | 31",
        "Ana: +Wonder Woman 0/5 | tokens counters",
    )
    game = to_heroes(table(with_lines(*rows), supply=29), 1, 3)
    game.do(a.UseToken(1, "counters"), actor=1).do(a.Results())
    assert (game.state.doom, game.outcome) == (31, None)


def test_extra_spaces_give_one_more_breath():
    rows = with_lines("track 4o 4o 4o 4o 4o 4o b4o -7 | 31")
    game = to_heroes(table(rows), 1, 3).do(a.Results())
    assert (game.state.doom, game.outcome) == (34, None)


def test_first_crown_after_release_answers_with_uncovered_ability():
    text = with_lines("track 4 4 4 4 4 4 b4 -4 | 3")
    game = table(text).do(a.DefineSection("orange-brown", 1, "Team takes 1", True))
    game.do(a.DefineEffect("orange-brown.1", "damage", who="team"))
    game.do(a.Deploy(1)).do(a.DoomRoll(1)).do(a.FigureRoll("stay+ring"))
    assert "crown.none" in game.codes()
    game.do(a.Results()).do(a.Deploy(1)).do(a.DoomRoll(0)).do(a.FigureRoll("stay+ring"))
    assert game.damage("Wonder Woman") == 1


def test_without_the_ring_no_track_ability_acts():
    text = with_lines("track 4o 4 4 4 4 4 b4 -4 | 4")
    game = table(text, newest=0).do(a.DefineEffect("orange-brown.1", "damage", who="teams"))
    to_heroes(game, 0, 0, "stay")
    assert "crown" not in game.codes()
    assert game.damage("Wonder Woman") == 0


def test_red_death_rerolls_track_die_not_figure_die():
    rows = ("0: #The Red Death 0/3 2J+1W, +H1 0/4, +H2 0/4",)
    game = table(with_lines(*rows), (RED_DEATH,)).do(a.Deploy(1)).do(a.DoomRoll(1))
    game.do(a.FigureRoll("right"))
    assert [each.do for each in LAUGHS.prompts(game.state) if each.expected] == ["doom"]
    assert game.refused(a.FigureRoll("left"))[0] == "E_PHASE"
    game.do(a.DoomRoll(2))
    assert (game.state.doom, game.state.step, game.state.facing) == (3, "heroes", 0)
