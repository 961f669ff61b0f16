"""The rulebook's own example and the edge cases around it, on text tables.

Prices and spaces the rulebook shows only as pictures are invented for these tests.
"""

import pytest
from msgspec.structs import replace

from games.batman_who_laughs import BatmanWhoLaughs
from games.referee import Adjust, SetDepth
from games.rising import actions as a
from games.rising.facts import CardFacts, Effect
from tests.games.rising.text import Game, Text

LAUGHS = BatmanWhoLaughs()

DROWNED = CardFacts("The Drowned", effects=(Effect("damage", who="team"),), known=True)
RED_DEATH = CardFacts("The Red Death", effects=(Effect("doom_roll"),), known=True)
ROBIN = CardFacts("Robin", cost=(0, 0, 1, 0), effects=(Effect("token"),), known=True)
CHANGER = CardFacts("Cyborg", effects=(Effect("face", symbol="W"),), known=True)
HEALER = CardFacts(
    "Zatanna", cost=(1, 0, 0, 0), effects=(Effect("heal", who="choice"),), known=True
)
PAYER = CardFacts("Raven", pays=1, effects=(Effect("token"),), known=True)

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
    """The table with some of its lines replaced, found by how they begin."""
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
    """The table in full depth after the first roll."""
    game.do(SetDepth("full"))
    return to_heroes(game, **where).do(a.Roll(faces))


# -- A-T01, whole turns --------------------------------------------------------------------


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


def test_the_same_turn_in_quick_depth_gives_the_same_table():
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


# -- the track -----------------------------------------------------------------------------


def test_overflow_fills_the_next_section_and_the_card_waits_on_the_deck():
    game = table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3"))
    game.do(a.Deploy(1)).do(a.DoomRoll(2))
    assert game.referee.table(game.state).fills()[:2] == (4, 1)
    assert "doom.pending" in game.codes()
    game.do(a.FigureRoll("stay")).do(a.Results())
    assert (game.state.waiting, game.state.deck, game.state.newest) == ((0,), 28, 0)
    assert game.state.sections[0].revealed
    assert game.state.step == "deploy"


def test_counters_taken_off_in_time_keep_the_card_on_the_track():
    game = table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3"))
    to_heroes(game, 1, 1).do(a.ShiftDoom(-1)).do(a.Results())
    assert (game.state.waiting, game.state.newest, game.state.doom) == ((), -1, 3)
    assert game.state.sections[0].holding


def test_a_section_that_fills_again_releases_nothing_a_second_time():
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
    assert game.refused(a.Show(1)) == ("E_OLD_ABILITY", "A-23")
    game.do(a.Deploy(0)).do(a.DoomRoll(0)).do(a.FigureRoll("left+ring"))
    assert (game.damage("Batman"), game.damage("Wonder Woman")) == (1, 1)


def test_the_crown_comes_before_the_attack_and_the_attack_before_the_villains():
    text = with_lines("track 4o 4 4 4 4 4 b4 -4 | 4")
    game = table(text, newest=0).do(a.DefineEffect("orange-brown.1", "damage", who="team"))
    game.do(a.Deploy(2)).do(a.DoomRoll(0)).do(a.FigureRoll("right+ring"))
    codes = [code for code in game.codes() if code in ("crown", "attack", "villain.acts")]
    assert codes == ["crown", "attack", "villain.acts"]


def test_an_ability_cannot_answer_the_crown_on_the_turn_its_section_fills():
    game = table(with_lines("track 4 4 4 4 4 4 b4 -4 | 3"))
    game.do(a.Deploy(1)).do(a.DoomRoll(1)).do(a.FigureRoll("left+ring"))
    assert "crown.none" in game.codes()


def test_two_sections_in_one_turn_and_the_later_card_is_on_top():
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
    game.do(a.Results())
    assert (game.state.boss_revealed, game.state.waiting, game.state.deck) == (True, (), 27)
    assert game.state.newest == 5
    to_heroes(game, 0, 0, "right")
    assert game.referee.table(game.state).reach()[-1] == "boss"


def test_the_boss_section_opens_its_ability_where_one_is_printed():
    text = with_lines("track 4o 4o 4o 4o 4o 4o b4 -4 | 27")
    game = table(text, newest=5).do(a.DefineSection("orange-brown", 7, "He laughs", True))
    to_heroes(game, 2, 1).do(a.Results())
    assert game.state.newest == 6


def test_a_full_track_loses_only_at_the_end_of_the_turn():
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


# -- damage, defeat and the end ------------------------------------------------------------


def test_damage_beyond_capacity_is_lost_and_the_full_hero_leaves_at_the_end():
    game = to_heroes(table(with_lines("1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W")), 0, 0, "left")
    assert "damage.lost" in game.codes()
    assert game.damage("H4") == 3
    game.do(a.Results())
    assert game.state.defeated == 1
    assert game.state.step == "refill"
    assert game.refused(a.Refill(0)) == ("E_RANGE_PLACE", "A-48")
    game.do(a.Refill(4, "Robin"))
    assert board(game)[3] == "1: +H3 1/4, ?Robin 0/*, !Evil Robins 0/2"


def test_a_full_hero_that_is_recruited_is_saved():
    game = to_heroes(table(with_lines("2: +Plastic Man 3/4 3W, -, -")), 2)
    assert game.damage("Plastic Man") == 4
    game.do(a.Results((game.id("Plastic Man"),)))
    assert game.damage("Plastic Man") == 0
    assert game.state.defeated == 0
    assert len(game.state.teams[0].row) == 2


@pytest.mark.parametrize(("healed", "lost"), [(True, False), (False, True)])
def test_the_last_hero_is_saved_by_an_old_token_of_another_team(healed, lost):
    rows = ("Ben [red red red purple]: +Batman 4/5", "Ana: +Wonder Woman 0/5 | tokens heal")
    game = to_heroes(table(with_lines(*rows), supply=29))
    assert game.damage("Batman") == 5
    if healed:
        game.do(a.UseToken(1, "heal", game.id("Batman")), actor=1)
    game.do(a.Results())
    assert bool(game.outcome) == lost
    assert not lost or (game.outcome.condition, game.outcome.rule) == ("team", "A-70")


def test_recruiting_saves_a_team_whose_last_hero_falls():
    game = to_heroes(table(with_lines("Ben [red red red purple]: +Batman 4/5")))
    game.do(a.Results((game.id("Plastic Man"),)))
    assert game.outcome is None
    assert game.state.defeated == 1


def test_eleven_heroes_lost_at_once():
    rows = (
        "deck 27, lost 8, supply 30, discard 0",
        "1: +H3 0/4, +H4 3/3, !Evil Robins 0/2 2W",
        "Ben [red red red purple]: +Batman 0/5, +Robin 3/3",
        "Ana: +Wonder Woman 0/5, +Cyborg 2/2",
    )
    game = to_heroes(table(with_lines(*rows)), 0).do(a.Results())
    assert game.state.defeated == 11
    assert (game.outcome.condition, game.outcome.facts["n"]) == ("heroes", 11)


def test_solo_loses_when_the_team_not_on_turn_is_wiped_out():
    everyone = CardFacts("Evil Robins", effects=(Effect("damage", who="teams"),), known=True)
    game = table(with_lines("Ana: +Wonder Woman 4/5"), (everyone,))
    game.state = replace(game.state, setup=replace(game.state.setup, players=1))
    to_heroes(game, 0, 0, "left").do(a.Results(), actor=1)
    assert game.outcome.condition == "team"
    assert game.outcome.facts["teams"] == ("Ana",)


def test_a_win_beats_every_loss():
    rows = (
        "track 4o 4o 4o 4o 4o 4o b4o -4 | 32",
        "Ben [red red red purple]: +Batman 4/5",
        "boss 4/5",
        "deck 27, lost 9, supply 30, discard 0",
    )
    game = to_heroes(table(with_lines(*rows), boss_revealed=True)).do(a.Results((), (), ("boss",)))
    assert (game.outcome.result, game.outcome.rule) == ("won", "A-67")
    assert game.outcome.also == ("track", "heroes", "team")
    assert game.outcome.winners == (0, 1)
    assert game.refused(a.Deploy(0))[0] == "E_OVER"


def test_the_attack_hits_the_active_team_where_it_stands():
    game = to_heroes(table(cards=()), 0, 0, "right")
    assert [game.damage(name) for name in ("H1", "H2", "Batman", "Wonder Woman")] == [1, 2, 1, 0]


def test_an_empty_deck_leaves_places_open_until_a_dark_knight_comes():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "deck 0, lost 0, supply 30, discard 0")
    game = to_heroes(table(with_lines(*rows)))
    plastic = game.id("Plastic Man")
    game.do(a.Results((plastic,)))
    assert plastic in game.state.teams[0].row
    assert (game.state.step, game.state.slots[2][0]) == ("deploy", "")
    to_heroes(game, 1, 1).do(a.Results())
    assert game.state.step == "refill"
    game.do(a.Refill(6))
    assert LAUGHS.table(game.state).kind(game.state.slots[2][0]) == "knight"


def test_a_dark_knight_dealt_where_he_looks_does_not_act_before_the_next_turn():
    rows = ("track 4 4 4 4 4 4 b4 -4 | 3", "2: -, +Constantine 0/4 1P+2J, -")
    game = to_heroes(table(with_lines(*rows)), 1, 1).do(a.Results())
    game.do(a.Refill(6))
    assert "villain.acts" not in game.codes()
    assert game.refused(a.Refill(8, "The Batman Who Laughs"))[0] == "E_DUPLICATE_CARD"


# -- Hero dice -----------------------------------------------------------------------------


def test_one_damage_by_dice_a_turn():
    game = in_full(table(), "P", "2D", "P", "W")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("P", "2D"), owls))
    assert game.refused(a.Assign(game.dice("P"), owls)) == ("E_VILLAIN_ONCE", "A-43")
    game.do(a.Damage(owls))
    assert game.damage("Court of Owls") == 1
    assert "token.draw" in game.codes()


def test_roll_again_needs_a_die_laid_or_given_up():
    game = in_full(table(), "W", "J", "J", "P")
    assert game.refused(a.Roll(("W",) * 4)) == ("E_MUST_ASSIGN", "A-33")
    game.do(a.GiveUp(game.dice("J")[0]))
    assert game.refused(a.Roll(("W",) * 4))[0] == "E_FACES"
    game.do(a.Roll(("W", "W", "W")))


def test_an_ability_is_used_once_a_turn():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Robin 0/3",)
    game = in_full(table(with_lines(*rows), (ROBIN,)), "D", "D", "W", "P")
    robin = game.id("Robin")
    game.do(a.Ability(robin, game.dice("D")))
    assert len(game.state.teams[0].tokens) == 1
    assert game.refused(a.Ability(robin, game.dice("D"))) == ("E_ONCE", "A-38")
    game.do(a.Roll(("W", "W", "W")))


def test_a_face_change_takes_single_and_double_of_its_symbol():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Cyborg 0/3",)
    game = in_full(table(with_lines(*rows), (CHANGER,)), "2W", "J", "P", "P")
    cyborg = game.id("Cyborg")
    assert game.refused(a.ChangeFace(cyborg, game.dice("J")[0], "W")) == ("E_SYMBOL", "A-54")
    game.do(a.ChangeFace(cyborg, game.dice("2W")[0], "W"))
    assert game.refused(a.ChangeFace(cyborg, game.dice("W")[0], "P")) == ("E_ONCE", "A-38")


@pytest.mark.parametrize(
    ("faces", "target", "code", "rule"),
    [
        ("J", "Plastic Man", "E_SYMBOL", "A-36"),
        ("W", "H1", "E_LOCATION", "A-15"),
        ("D", "boss", "E_BOSS_HIDDEN", "A-56"),
    ],
)
def test_dice_go_only_where_they_are_asked_for(faces, target, code, rule):
    game = in_full(table(), faces, faces, faces, faces)
    piece = "boss" if target == "boss" else game.id(target)
    assert game.refused(a.Assign(game.dice(faces), piece)) == (code, rule)


def test_a_satisfied_hero_takes_no_more_and_a_double_may_overpay():
    game = in_full(table(), "2W", "2W", "W", "J")
    plastic = game.id("Plastic Man")
    game.do(a.Assign(game.dice("2W", "2W"), plastic))
    assert game.refused(a.Assign(game.dice("W"), plastic)) == ("E_SATISFIED", "A-Q16")


def test_a_laid_die_stays_where_it_is():
    game = in_full(table(), "2W", "W", "J", "J")
    plastic, constantine = game.id("Plastic Man"), game.id("Constantine")
    double, single = game.dice("2W") + game.dice("W")
    game.do(a.Assign((double,), plastic))
    assert game.refused(a.Assign((double,), constantine)) == ("E_SPLIT", "A-Q14")
    assert game.refused(a.Assign((double,), plastic)) == ("E_LOCKED", "A-Q14")
    assert game.refused(a.GiveUp(double), W_FREED="anyway")[0] == "E_LOCKED"
    game.do(a.Assign((single,), plastic))


def test_a_table_that_overrules_it_moves_a_laid_die_as_a_whole():
    game = in_full(table(), "2J", "J", "W", "P")
    constantine, plastic = game.id("Constantine"), game.id("Plastic Man")
    double, single, wild, _other = (die.id for die in game.state.turn.dice)
    game.do(a.Assign((double,), constantine)).do(a.Assign((wild,), plastic))
    on = {"override_E_LOCKED": "a card says so", "override_E_SYMBOL": "a card says so"}
    game.do(a.Assign((wild,), constantine), **on)
    split = {"override_E_SPLIT": "a card says so", "override_E_SYMBOL": "a card says so"}
    game.do(a.Assign((double,), plastic), **split)
    assert game.codes().count("override") == 2
    lying = {die.id: (die.place, die.target) for die in game.state.turn.dice}
    assert lying[double] == ("laid", plastic)
    assert lying[wild] == ("laid", constantine)
    assert lying[single] == ("pool", "")


def test_the_boss_takes_three_of_one_symbol_and_never_power():
    game = in_full(table(boss_revealed=True), "2D", "D", "P", "W")
    assert game.refused(a.Assign(game.dice("W"), "boss")) == ("E_SYMBOL", "A-59")
    game.do(a.Assign(game.dice("2D", "P"), "boss"))
    assert not LAUGHS.board(game.state, None).boss.complete
    game.do(a.Assign(game.dice("D"), "boss"))
    assert LAUGHS.board(game.state, None).boss.complete
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert next(each.damage for each in game.state.pieces if each.id == "boss") == 1
    assert len(game.state.teams[0].tokens) == 1


def test_the_boss_is_hit_only_where_he_looks():
    game = in_full(table(boss_revealed=True), "D", "D", "D", "W", location=0)
    assert game.refused(a.Assign(game.dice("D"), "boss")) == ("E_BOSS_AWAY", "A-57")
    game.do(a.Jump(game.dice("W")[0]))
    assert game.state.turn.location == 2
    game.do(a.Assign(game.dice("D", "D", "D"), "boss")).do(a.Finish())
    assert game.damage("The Batman Who Laughs") == 1


def test_dice_laid_before_a_jump_still_count_at_the_old_location():
    rows = ("0: #The Drowned 0/3 2J+1W, +H1 1/4 2W, +H2 1/4",)
    game = in_full(table(with_lines(*rows), boss_revealed=True), "2W", "J", "J", "P", location=0)
    game.do(a.Assign(game.dice("2W"), game.id("H1"))).do(a.Jump(game.dice("J")[0]))
    assert game.refused(a.Assign(game.dice("J"), game.id("H2")))[0] == "E_LOCATION"
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.id("H1") in game.state.teams[0].row


def test_jumping_before_the_reveal_is_asked_unless_the_table_allows_it():
    game = in_full(table(), "W", "W", "W", "W", location=0)
    die = game.dice("W")[0]
    assert game.asked(a.Jump(die)) == ("JUMP_EARLY", "ask")
    refusal = game.answer(a.Jump(die), None, {"JUMP_EARLY": "no"})
    assert (refusal.code, refusal.rule) == ("E_BOSS_HIDDEN", "A-Q05")
    game.do(a.Jump(die), JUMP_EARLY="yes")
    assert game.state.turn.location == 2


def test_a_full_hero_cannot_pay_with_damage():
    rows = ("Ben [red red red purple]: +Batman 0/5, +Raven 3/3",)
    game = to_heroes(table(with_lines(*rows), (PAYER,)), 1)
    assert game.refused(a.Ability(game.id("Raven"))) == ("E_FULL", "A-50")


def test_a_full_villain_only_warns():
    rows = ("2: +Plastic Man 0/4 3W, +Constantine 0/4 1P+2J, !Court of Owls 2/2 1P+2D",)
    game = in_full(table(with_lines(*rows)), "P", "2D", "W", "W")
    owls = game.id("Court of Owls")
    assert game.asked(a.Assign(game.dice("P"), owls)) == ("W_NO_ROOM", "warn")
    game.do(a.Assign(game.dice("P", "2D"), owls), W_NO_ROOM="anyway")
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert game.state.teams[0].tokens == ()


def test_ability_damage_does_not_use_up_the_hit_by_dice():
    game = to_heroes(table())
    owls = game.id("Court of Owls")
    game.do(a.Damage(owls)).do(a.Results((), (), (owls,)))
    assert "villain.defeated" in game.codes()
    assert len(game.state.teams[0].tokens) == 2


def test_a_card_of_unknown_price_is_asked_about_and_told_complete_at_the_end():
    rows = ("2: +Plastic Man 0/4, +Constantine 0/4 1P+2J, !Court of Owls 0/2",)
    game = in_full(table(with_lines(*rows)), "W", "2W", "J", "J")
    plastic = game.id("Plastic Man")
    lay = a.Assign(game.dice("W", "2W"), plastic)
    assert game.asked(lay) == ("PRICE", "ask")
    refusal = game.answer(lay, None, {"PRICE": "no"})
    assert (refusal.code, refusal.rule) == ("E_SYMBOL", "A-36")
    game.do(lay, PRICE="yes")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("J"), owls), PRICE="yes")
    game.do(a.Finish(complete=(plastic,)), W_DICE_LEFT="anyway")
    assert plastic in game.state.teams[0].row
    assert game.damage("Court of Owls") == 0


# -- tokens --------------------------------------------------------------------------------


def test_an_empty_supply_is_refilled_from_the_discards():
    game = table(with_lines("deck 27, lost 0, supply 0, discard 6"), supply=0)
    game.state = Text(LAUGHS).read(
        with_lines(
            "Ana: +Wonder Woman 0/5 | tokens " + "heal " * 24,
            "deck 27, lost 0, supply 0, discard 6",
        )
    )
    to_heroes(game).do(a.Results((), (), (game.id("Court of Owls"),)))
    assert "token.flip" in game.codes()
    assert (game.state.supply, game.state.discard) == (5, 0)


def test_no_token_is_left_at_all():
    text = with_lines(
        "Ana: +Wonder Woman 0/5 | tokens " + "heal " * 30, "deck 27, lost 0, supply 0, discard 0"
    )
    game = to_heroes(table(text)).do(a.Results((), (), ("p9",)))
    assert "token.none" in game.codes()


def test_a_fresh_token_waits_for_the_next_turn():
    game = to_heroes(table()).do(a.DrawToken(0))
    use = a.UseToken(0, "counters")
    assert game.refused(use) == ("E_TOKEN_FRESH", "A-63")
    game.do(a.Results())
    assert game.refused(use) == ("E_TOKEN_PHASE", "A-Q10")
    to_heroes(game, 0, 3).do(use)
    assert (game.state.doom, game.state.discard) == (2, 1)


def test_a_symbol_token_completes_a_card_but_is_no_assigned_die():
    rows = ("Ana: +Wonder Woman 0/5 | tokens symbol-W",)
    game = in_full(table(with_lines(*rows), supply=29), "2W", "J", "J", "J")
    plastic = game.id("Plastic Man")
    game.do(a.UseToken(1, "symbol-W", plastic))
    assert game.refused(a.Roll(("W",) * 4)) == ("E_MUST_ASSIGN", "A-33")
    game.do(a.Assign(game.dice("2W"), plastic)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert plastic in game.state.teams[0].row


# -- set-up --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "villains", "deck", "side"),
    [
        (1, 6, 36, "orange-brown"),
        (2, 6, 36, "orange-brown"),
        (3, 6, 35, "purple"),
        (4, 4, 32, "purple"),
    ],
)
def test_deck_numbers_at_set_up(players, villains, deck, side):
    setup = LAUGHS.decode_setup({"players": players, "villains": villains})
    game = Game(LAUGHS, LAUGHS.begin(setup, LAUGHS.blank_box()).state)
    assert (game.state.deck, game.state.setup.side) == (deck, side)
    game.do(a.Deal(("",) * 9))
    assert game.state.deck == deck - 9


def test_out_of_turn_and_out_of_order_are_refused():
    game = table()
    assert game.refused(a.Deploy(0), actor=1) == ("E_NOT_ACTIVE", "A-13")
    assert game.refused(a.FigureRoll("left"))[0] == "E_PHASE"
    game.do(a.Deploy(0), actor=0)
    assert game.refused(a.DoomRoll(9)) == ("E_RANGE", "A-17")
    game.do(a.DoomRoll(2))
    assert game.refused(a.DoomRoll(2))[0] == "E_PHASE"


def test_the_token_may_still_be_moved_until_the_first_die_is_entered():
    game = table().do(a.Deploy(0)).do(a.Deploy(1))
    assert game.state.turn.location == 1
    game.do(a.DoomRoll(1))
    assert game.refused(a.Deploy(0)) == ("E_DEPLOYED", "A-14")
    assert game.do(Adjust("facing", 1, "bumped")).state.facing == 0
