"""The boss: revealed, hit, joined."""

from msgspec.structs import replace

from games.rising.box import AbilityEffect, CardFacts
from tests.games.batman_who_laughs.table import (
    LAUGHS,
    in_full,
    table,
    to_heroes,
    tokens,
    with_lines,
)
from tests.games.rising.text import a

BOSS = "The Batman Who Laughs"


def test_the_revealed_boss_acts_where_he_looks():
    boss = CardFacts(
        "The Batman Who Laughs",
        "boss",
        0,
        ((0, 0, 0, 3), (0, 0, 3, 0), (0, 3, 0, 0)),
        effects=(AbilityEffect("damage", who="team"),),
        known=True,
    )
    hidden = to_heroes(table(cards=(boss,)), 0, 0, "stay")
    shown = to_heroes(table(cards=(boss,), boss_revealed=True), 0, 0, "stay")
    assert (hidden.damage("Batman"), shown.damage("Batman")) == (0, 1)


def test_boss_takes_one_damage_from_dice_each_turn():
    rows = ("Ben [red red red purple]: +Batman 0/5",)
    game = in_full(table(with_lines(*rows), boss_revealed=True), "2D", "2D", "2P", "P")
    game.do(a.Assign(game.dice("2D", "2D"), "boss"))
    assert game.refused(a.Assign(game.dice("2P"), "boss"))[0] == "E_VILLAIN_ONCE"
    game.do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("The Batman Who Laughs"), tokens(game)) == (1, 1)


def test_mixed_symbols_lie_on_boss_and_do_nothing():
    game = in_full(table(boss_revealed=True), "2P", "J", "J", "W")
    game.do(a.Assign(game.dice("2P", "J", "J"), "boss")).do(a.Finish(), W_DICE_LEFT="anyway")
    assert (game.damage("The Batman Who Laughs"), tokens(game)) == (0, 0)


def test_power_leaves_boss_unhurt_and_rule_names_symbols():
    game = in_full(table(boss_revealed=True), "W", "W", "W", "W")
    assert game.refused(a.Assign(game.dice("W"), "boss")) == ("E_SYMBOL", "A-59")


def test_boss_hit_twice_in_quick_depth_is_refused():
    game = to_heroes(table(boss_revealed=True))
    assert game.refused(a.Results(hits=("boss:2",))) == ("E_VILLAIN_ONCE", "A-43")


def test_ability_may_let_dice_hurt_villain_twice():
    game = in_full(table(), "2D", "P", "P", "2D")
    owls = game.id("Court of Owls")
    game.do(a.Assign(game.dice("2D", "P"), owls)).do(a.ExtraSet(owls))
    game.do(a.Assign(game.dice("2D", "P"), owls)).do(a.Finish())
    assert ("villain.defeated" in game.codes(), tokens(game)) == (True, 2)


def test_a_smaller_meter_beats_the_boss_sooner():
    game = to_heroes(table(with_lines("boss 2/3"), boss_revealed=True))
    game.do(a.Results(hits=("boss",)))
    assert (game.outcome.condition, game.outcome.rule) == ("won", "A-67")


def test_options_beyond_bounds_or_printed_meter_are_refused():
    for change in ({"villains": 7}, {"extra_spaces": 13}, {"boss_damage": 10}, {"hero_limit": 0}):
        setup = LAUGHS.decode_setup({"players": 2, "villains": 6, **change})
        refusal = LAUGHS.begin(setup, LAUGHS.sample_box())
        assert (refusal.code, bool(refusal.rule), bool(refusal.remedy)) == ("E_RANGE", True, True)
    sample = LAUGHS.sample_box()
    printed = next(each.capacity for each in sample.cards if each.kind == "boss")
    setup = LAUGHS.decode_setup({"players": 2, "villains": 6, "boss_damage": printed + 1})
    assert LAUGHS.begin(setup, sample).code == "E_RANGE"


def test_jump_uses_up_die_and_triggers_nothing():
    game = in_full(table(boss_revealed=True), "W", "J", "J", "P", location=0)
    before = game.damage("Batman")
    game.do(a.Jump(game.dice("W")[0]))
    assert game.codes() == ["jump"]
    assert (game.state.turn.location, game.damage("Batman")) == (2, before)
    assert len(LAUGHS.table(game.state).pool()) == 3
    assert game.refused(a.Jump(game.dice("P")[0]))[0] == "E_THERE"
    game.do(a.Roll(("J", "J", "J")))


def test_laid_die_cannot_be_thrown_away_for_jump():
    rows = ("0: #The Drowned 0/3 2J+1W, +H1 0/4, +H2 1/4",)
    game = in_full(table(with_lines(*rows), boss_revealed=True), "W", "J", "J", "P", location=0)
    die = game.dice("W")
    game.do(a.Assign(die, game.id("The Drowned")))
    assert game.refused(a.Jump(die[0]))[0] == "E_LOCKED"


def test_quick_results_after_jump_count_at_location_left():
    rows = ("0: #The Drowned 0/3 2J+1W, +H1 1/4 2W, +H2 1/4",)
    game = to_heroes(table(with_lines(*rows), boss_revealed=True), 0).do(a.Jump())
    results = LAUGHS.prompts(game.state)[0]
    offered = {choice.value for field in results.fields for choice in field.choices}
    assert {game.id("H1"), "boss"} <= offered
    results = a.Results((game.id("H1"),), (), ("boss", game.id("The Drowned")))
    game.do(results, W_TOO_MUCH="anyway")
    assert game.id("H1") in game.state.teams[0].row
    assert (game.damage("The Batman Who Laughs"), game.damage("The Drowned")) == (1, 1)


def test_decided_win_asks_for_no_spaces():
    rows = ("Ben [red red red purple]: +Batman 2/*", "boss 4/5")
    boss = CardFacts(BOSS, "boss", 5, known=True)
    game = table(with_lines(*rows), boss_revealed=True, cards=(boss,))
    game.state = replace(game.state, setup=replace(game.state.setup, edition=8))
    to_heroes(game, 2, 0, "stay").do(a.Results((), (), ("boss",)))
    assert game.outcome.condition == "won"
