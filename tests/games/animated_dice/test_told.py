"""Tests of what every entry says and by which rule, and what every form asks between which
bounds."""

import pytest
from msgspec.structs import replace

from games.animated_dice.box import VILLAINS, Box, VillainToken
from games.animated_dice.box.forms import CountDice, DefineFaces, DefineVillain
from games.animated_dice.rules import setup as setups
from games.animated_dice.rules.roll import Draw, Roll, roll_rule
from games.animated_dice.rules.score import TurnTotal
from games.animated_dice.rules.setup import Setup
from games.animated_dice.state import Turn
from games.messages import Msg, Speaker
from games.referee import Adjust, Refusal
from tests.games.animated_dice.table import GAME, PLAIN, action, dice, done, heist, refused, start

SPEAKER = Speaker(GAME.catalogue())


def told(state, *steps):
    """Return code, rule and sentence of every note of these steps."""
    said = []
    for step in steps:
        ruling = GAME.apply(state, action(step) if isinstance(step, str) else step)
        for note in ruling.notes:
            sentence = SPEAKER.say(Msg(note.code, note.facts))
            said.append((note.code.removeprefix("note."), note.rule, sentence))
        state = ruling.state
    return said


# -- sentences -----------------------------------------------------------------------------------


def test_turn_is_told_from_roll_to_empty_cup():
    assert told(start("ivy", "joker"), "B:B G:LL", "G:LLL", "B:LL Y:L", "Y:A") == [
        ("roll", "D-009", "Poison Ivy rolls blue Batman, gray Loot and gray Loot"),
        ("dodge", "D-031", "Poison Ivy dodges 1 blue Batman"),
        ("roll", "D-017", "Poison Ivy rolls gray Loot, gray Loot and gray Loot"),
        ("roll", "D-017", "Poison Ivy rolls blue Loot, blue Loot and yellow Loot"),
        ("roll", "D-021", "Poison Ivy rolls yellow Alarm"),
        ("empty", "D-022", "The cup is empty: 1 Alarm becomes Loot"),
        ("score", "D-016", "Poison Ivy scores 9 points: 9 in all"),
        ("next", "D-007", "All dice go back in the cup: The Joker is next"),
    ]


def test_joker_is_paid_for_bust_with_empty_cup():
    state = heist(start("joker", "cat"), "G:LLL | G:LL B:L | B:AL Y:B")
    assert told(state, "B:B Y:B")[1:] == [
        ("bust", "D-023", "The Joker busts with 3 Batman symbols"),
        ("bonus", "D-027", "The Joker gets a bonus of 2"),
        ("score", "D-016", "The Joker scores 2 points: 2 in all"),
        ("next", "D-007", "All dice go back in the cup: Catwoman is next"),
    ]
    early = told(start("joker", "cat"), "Y:B B:B G:B")
    by_rule = [(code, rule) for code, rule, _said in early[1:3]]
    assert by_rule == [("bust", "D-014"), ("bonus", "D-027")]


def test_returning_all_some_and_none_are_told_apart():
    first = start("riddler", "joker")
    assert told(first, "G:LL B:AA", "return 0 1 2 3", "G:AAA", "G:ABB", "stop") == [
        ("roll", "D-034", "The Riddler rolls gray Loot, gray Loot, blue Alarm and blue Alarm"),
        ("return", "D-038", "The Riddler returns gray Loot, gray Loot, blue Alarm and blue Alarm"),
        ("roll", "D-017", "The Riddler rolls gray Alarm, gray Alarm and gray Alarm"),
        ("roll", "D-018", "The Riddler rolls gray Alarm, gray Batman and gray Batman"),
        ("stop", "D-016", "The Riddler stops"),
        ("score", "D-016", "The Riddler scores 0 points: 0 in all"),
        ("next", "D-007", "All dice go back in the cup: The Joker is next"),
    ]
    assert told(first, "G:LL B:AA", "keep")[1:] == [("keep", "D-035", "The Riddler keeps all dice")]
    assert told(first, "G:LL B:AA", "return 2 0")[1:] == [
        ("return", "D-035", "The Riddler returns gray Loot and blue Alarm")
    ]


def test_reached_target_ends_game_with_the_round():
    colours = Draw(("gray", "blue", "blue"))
    state = start("cat", "joker", target=5, depth="full")
    assert told(state, colours, "G:L B:LL", "stop", TurnTotal(0, busted=True)) == [
        ("draw", "D-008", "Catwoman draws gray, blue and blue"),
        ("roll", "D-009", "Catwoman rolls gray Loot, blue Loot and blue Loot"),
        ("stop", "D-016", "Catwoman stops"),
        ("bonus", "D-028", "Catwoman gets a bonus of 2"),
        ("score", "D-016", "Catwoman scores 5 points: 5 in all"),
        ("final", "D-039", "Catwoman reaches 5: finish the round, then the game is over"),
        ("next", "D-007", "All dice go back in the cup: The Joker is next"),
        ("total_bust", "D-043", "The Joker reports a bust worth 0"),
        ("score", "D-016", "The Joker scores 0 points: 0 in all"),
        ("won", "D-039", "Catwoman wins"),
    ]
    last = told(start("nobody", "ivy", target=10), TurnTotal(1), TurnTotal(10))
    assert last[-2:] == [
        ("final_now", "D-040", "Poison Ivy reaches 10 on the last turn of the round"),
        ("won", "D-039", "Poison Ivy wins"),
    ]


def test_tiebreakers_are_told_turn_by_turn():
    tied = done(start("nobody", "ivy", target=10), TurnTotal(10))
    assert told(tied, *map(TurnTotal, (10, 1, 1, 1, 0))) == [
        ("total", "D-043", "Poison Ivy reports a turn of 10"),
        ("score", "D-016", "Poison Ivy scores 10 points: 10 in all"),
        ("tie", "D-041", "Nobody and Poison Ivy are tied: one tiebreaker turn each"),
        ("next", "D-007", "All dice go back in the cup: Nobody is next"),
        ("total", "D-043", "Nobody reports a turn of 1"),
        ("score_tie", "D-041", "Nobody scores 1 point in the tiebreaker"),
        ("next", "D-007", "All dice go back in the cup: Poison Ivy is next"),
        ("total", "D-043", "Poison Ivy reports a turn of 1"),
        ("score_tie", "D-041", "Poison Ivy scores 1 point in the tiebreaker"),
        ("tie_again", "D-041", "Nobody and Poison Ivy are still tied: tiebreaker 2"),
        ("next", "D-007", "All dice go back in the cup: Nobody is next"),
        ("total", "D-043", "Nobody reports a turn of 1"),
        ("score_tie", "D-041", "Nobody scores 1 point in the tiebreaker"),
        ("next", "D-007", "All dice go back in the cup: Poison Ivy is next"),
        ("total", "D-043", "Poison Ivy reports a turn of 0"),
        ("score_tie", "D-041", "Poison Ivy scores 0 points in the tiebreaker"),
        ("won", "D-041", "Nobody wins"),
    ]


def test_going_on_is_told_where_empty_cup_waits():
    state = start("nobody", "cat", empty_cup_ends=False)
    state = heist(state, "G:LLL | G:LL B:L | B:AL Y:B | B:A Y:B")
    codes = [(code, rule) for code, rule, _said in told(state, Roll(()))]
    assert codes[:3] == [("go_on", "D-022"), ("empty", "D-022"), ("score", "D-016")]


def test_what_a_box_is_taught_is_told():
    state = start("nobody", "cat")
    said = [
        (code, rule)
        for code, rule, _said in told(
            state, DefineFaces("blue", 1, 2, 3), CountDice(3, 3, 4), DefineVillain("Freeze")
        )
    ]
    assert said == [("define", "D-010"), ("count", "D-Q13"), ("villain", "D-006")]
    (begin,) = GAME.begin(Setup(2, ("joker", "catwoman"), first=1), PLAIN).notes
    assert (begin.code, begin.rule) == ("note.begin", "D-003")
    assert begin.facts == {"who": "Catwoman", "target": 30}


# -- forms ---------------------------------------------------------------------------------------


def fields(prompt):
    return [
        (f.name, f.low, f.high, f.default, f.optional, [c.value for c in f.choices])
        for f in prompt.fields
    ]


def test_wizard_asks_between_bounds_of_box():
    players, villains, table = GAME.setup_pages(GAME.setup_default(3, PLAIN), PLAIN)
    assert [page.rule for page in (players, villains, table)] == ["D-002", "D-004", "D-006"]
    slugs = [*(each.slug for each in VILLAINS), "promo"]
    assert fields(players) == [("players", 2, len(slugs), 3, False, [])]
    assert fields(villains) == [
        ("villains", None, None, tuple(slugs[:3]), False, slugs),
        ("first", None, None, 0, False, [0, 1, 2]),
    ]
    assert [row.facts["n"] for row in villains.fields[0].rows] == [1, 2, 3]
    assert fields(table) == [
        ("depth", None, None, "quick", False, ["quick", "full"]),
        ("advice", None, None, "off", False, ["off", "own", "all"]),
        ("target", 5, 99, 30, False, []),
        ("return_before_bust", None, None, True, True, []),
        ("empty_cup_ends", None, None, True, True, []),
    ]


def test_every_printed_villain_has_sentence_for_its_ability():
    spoken = GAME.catalogue()
    assert [each.slug for each in VILLAINS if f"ability.{each.slug}" not in spoken] == []


def test_wizard_keeps_what_still_fits_and_fills_rest():
    players = setups.players_field(Setup(len(VILLAINS) + 1), Box())
    assert (players.high, players.default) == (len(VILLAINS), len(VILLAINS))
    draft = Setup(3, ("riddler",), first=2)
    drawn, first = setups.villains_fields(draft, Box())
    assert drawn.default == ("riddler", "joker", "catwoman")
    assert first.default == 2
    assert setups.villains_fields(replace(draft, first=3), Box())[1].default == 0
    assert setups.table_fields(Setup(target=0))[2].default == 30


@pytest.mark.parametrize("target", [5, 99])
def test_target_may_be_its_lowest_or_its_highest(target):
    assert start("cat", "joker", target=target).target == target


@pytest.mark.parametrize("target", [4, 100])
def test_the_target_ends_at_its_bounds(target):
    answer = GAME.begin(Setup(2, ("joker", "catwoman"), target=target), PLAIN)
    assert (answer.code, answer.rule) == ("E_RANGE", "D-039")


def test_the_first_player_sits_at_the_table():
    assert start("cat", "joker", first=1).turn.part == 1
    for first in (-1, 2):
        answer = GAME.begin(Setup(2, ("joker", "catwoman"), first=first), PLAIN)
        assert (answer.code, answer.rule) == ("E_RANGE", "D-003")


def test_box_forms_ask_between_what_dice_can_show():
    *colours, count, villain, _house = GAME.box_pages(PLAIN)
    splits = [
        f"{loot}-{batman}-{6 - loot - batman}"
        for loot in range(1, 5)
        for batman in range(1, 6 - loot)
    ]
    assert [fields(page) for page in colours] == [
        [("faces", None, None, now, False, splits)] for now in ("1-3-2", "2-2-2", "3-1-2")
    ]
    assert all(not isinstance(learn(page, split), Refusal) for page in colours for split in splits)
    assert [page.fixed for page in colours] == [
        {"colour": colour} for colour in ("yellow", "blue", "gray")
    ]
    assert fields(count) == [
        ("yellow", 1, 8, 2, False, []),
        ("blue", 1, 8, 3, False, []),
        ("gray", 1, 8, 5, False, []),
    ]
    none = ["", "yellow", "blue", "gray"]
    expected = [
        ("name", None, 40, "Nobody", False, []),
        ("first", 1, 5, 3, False, []),
        ("returns", None, None, False, True, []),
        ("dodge_colour", None, None, "", True, none),
        ("dodges", 0, 3, 0, False, []),
        ("loot_colour", None, None, "", True, none),
        ("per_loot", 0, 3, 0, False, []),
        ("per_set", 0, 3, 0, False, []),
        ("paid_on_bust", None, None, False, True, []),
        ("note", None, 200, "", True, []),
    ]
    assert [each for each in expected if each not in fields(villain)] == []


def learn(page, split):
    return GAME.learn(PLAIN, GAME.decode_action({"do": page.do, **page.fixed, "faces": split}))


def test_a_taught_villain_is_shown_again_as_taught():
    taught = DefineVillain("Freeze", 5, True, "gray", 3, "blue", 3, 3, True, note="  cold  ")
    promo = GAME.learn(Box(), taught).promo
    assert promo == VillainToken(
        "promo", "Freeze", 5, True, "gray", 3, (0, 3, 0), 3, True, note="cold"
    )
    page = next(p for p in GAME.box_pages(Box(promo=promo)) if p.do == "villain.define")
    shown = {field.name: field.default for field in page.fields}
    taught = {
        "name": "Freeze",
        "first": 5,
        "returns": True,
        "dodge_colour": "gray",
        "dodges": 3,
        "loot_colour": "blue",
        "per_loot": 3,
        "per_set": 3,
        "paid_on_bust": True,
        "note": "cold",
    }
    assert shown == shown | taught
    sentence = [page.help.code for page in GAME.box_pages(Box(counted=(True, False, True)))[:3]]
    assert sentence == ["help.counted", "help.assumed", "help.counted"]


@pytest.mark.parametrize("name", ["first", "dodges", "per_loot", "per_set"])
def test_switch_of_villain_ends_at_its_bounds(name):
    high = 5 if name == "first" else 3
    low = 1 if name == "first" else 0
    for value, fits in ((low, True), (high, True), (low - 1, False), (high + 1, False)):
        answer = GAME.learn(Box(), DefineVillain("Freeze", **{name: value}))
        assert isinstance(answer, Box) == fits, value


def test_long_name_and_long_note_are_cut():
    promo = GAME.learn(Box(), DefineVillain("F" * 50, note="n" * 300)).promo
    assert (len(promo.name), len(promo.note)) == (40, 200)


def test_the_sample_rookie_is_paid_for_yellow_loot():
    promo = GAME.sample_box().promo
    assert (promo.slug, promo.per_loot, promo.first) == ("promo", (1, 0, 0), 3)


def test_only_other_villains_are_taught_anew_mid_turn():
    state = heist(start("cat", "nobody"), "G:LLL")
    assert done(state, DefineVillain("Freeze")).villains[1].name == "Freeze"
    drawn = done(start("cat", "nobody", depth="full"), Draw(("gray", "gray", "gray")))
    assert refused(drawn, CountDice(3, 3, 4)) == "E_MID_TURN"
    assert refused(heist(start("nobody", "cat"), "G:LLL"), DefineVillain("X")) == "E_MID_TURN"


def test_the_optional_prompts_wait_behind_the_step():
    state = start("cat", "joker", advice="all")
    shown = [(p.do, p.group, p.expected, p.actors) for p in GAME.prompts(state)]
    assert shown == [
        ("roll", "now", True, (0,)),
        *[("total", "more", False, (0,))] * 2,
        *[("dice.define", "table", False, None)] * 3,
        ("odds", "table", False, None),
    ]
    _roll, total, bust, *_define, odds = GAME.prompts(state)
    assert fields(total) == [("points", 0, 13, 0, False, [])]
    assert (fields(bust), bust.fixed) == ([], {"points": 0, "busted": True})
    assert fields(odds) == [("advice", None, None, "all", False, ["off", "own", "all"])]


def test_bust_of_villain_paid_anyway_asks_for_points():
    bust = GAME.prompts(start("joker", "cat"))[2]
    assert (bust.do, bust.fixed) == ("total", {"busted": True})
    assert fields(bust) == [("points", 0, 2, 0, False, [])]


def test_full_draw_names_colours_that_are_left():
    state = start("cat", "joker", depth="full")
    state = done(state, Draw(("yellow", "yellow", "gray")), Roll(dice("Y:LL G:A")))
    draw = GAME.prompts(state)[0]
    assert (draw.do, draw.group, draw.actors, draw.rule) == ("draw", "now", (0,), "D-017")
    assert [row.id for row in draw.fields[0].dice] == ["new-0", "new-1"]
    left = {c.value: c.hint.facts["n"] for c in draw.fields[0].dice[0].faces}
    assert left == {"blue": 3, "gray": 4}
    assert SPEAKER.say(draw.help) == "In the cup: 3 blue and 4 gray"


# -- corrections ---------------------------------------------------------------------------------


def test_piles_range_from_nothing_to_what_cup_gives():
    state = heist(start("ivy", "joker"), "B:B G:LA")
    shown = {t.name: (t.value, t.low, t.high) for t in GAME.trackers(state)}
    assert (shown.pop("score.0"), shown.pop("score.1")) == ((0, 0, 200), (0, 0, 200))
    piles = {
        pile: tuple(shown.pop(f"{pile}.{colour}") for colour in ("yellow", "blue", "gray"))
        for pile in ("loot", "batman", "alarms", "out")
    }
    assert piles == {
        "loot": ((0, 0, 2), (0, 0, 2), (1, 0, 4)),
        "batman": ((0, 0, 2), (0, 0, 2), (0, 0, 3)),
        "alarms": ((0, 0, 2), (0, 0, 2), (1, 0, 4)),
        "out": ((0, 0, 2), (1, 0, 3), (0, 0, 3)),
    }
    assert not shown
    joker = heist(start("joker", "ivy"), "G:LLL")
    assert not [t for t in GAME.trackers(joker) if t.name.startswith("out")]


def test_turn_on_sheet_is_corrected_up_to_maximum():
    state = done(start("cat", "joker", target=10), TurnTotal(13), TurnTotal(12))
    cells = {t.name: (t.value, t.low, t.high) for t in GAME.trackers(state) if "heist" in t.name}
    assert cells == {"heist.0": (13, 0, 13), "heist.1": (12, 0, 12)}
    tied = done(start("nobody", "ivy", target=10), TurnTotal(10), TurnTotal(10), TurnTotal(4))
    labels = [(t.label.code, t.label.facts["n"]) for t in GAME.trackers(tied)[2:5]]
    assert labels == [("tracker.cell", 1), ("tracker.cell", 1), ("tracker.tie", 1)]


def test_only_correction_that_moves_turn_deals_heist_anew():
    state = heist(done(start("cat", "joker"), TurnTotal(4)), "G:LLL")
    assert done(state, Adjust("score.0", 9)).turn == state.turn
    tied = done(
        start("nobody", "ivy", "riddler", target=10), TurnTotal(10), TurnTotal(10), TurnTotal(10)
    )
    begun = heist(tied, "G:LLA")
    moved = done(begun, Adjust("score.0", 9))
    assert (moved.turn.part, moved.turn.rolls, moved.turn.cup) == (1, 0, (2, 3, 5))


def defects(state, **turn):
    return [(d.code, d.facts) for d in GAME.check(replace(state, turn=replace(state.turn, **turn)))]


def test_each_way_a_table_cannot_be_is_named():
    state = heist(start("joker", "ivy"), "Y:BB G:L")
    assert defects(state) == []
    assert [code for code, _facts in defects(state, cup=(0, 3, 5))] == ["dice"]
    assert defects(state, cup=(0, 3, 3))[0][1] | {"colour": 0} == {"colour": 0, "n": 4, "total": 5}
    assert defects(state, cup=(1, 3, 4), batman=(1, 0, 0)) == []
    assert defects(state, cup=(1, 3, 4), out=(1, 0, 0), batman=(0, 0, 0)) == []
    assert defects(state, loot=(0, -1, 1), cup=(0, 4, 4)) == [("negative", {"what": "loot"})]
    assert defects(state, cup=(0, 3, 3), batman=(2, 0, 1)) == [("bust", {"n": 3})]
    dry = {"cup": (0, 0, 0), "loot": (0, 3, 5)}
    assert defects(state, **dry) == [("dry", {})]
    assert defects(replace(state, empty_cup_ends=False), **dry) == []
    assert defects(state, part=1)[-1] == ("turn", {"who": "Poison Ivy"})
    poor = replace(state, carried=(0, -1))
    assert [(d.code, d.facts) for d in GAME.check(poor)] == [
        ("points", {"who": "Poison Ivy", "n": -1})
    ]


def test_next_roll_is_three_with_alarms_or_rest():
    assert Turn(0, (0, 1, 1), rolls=1).to_draw(VillainToken("x", "X")) == 2
    assert Turn(0, (2, 3, 5)).to_draw(VillainToken("x", "X", first=5)) == 5
    assert Turn(0, (2, 3, 1), alarms=(0, 0, 4), rolls=1).to_draw(VillainToken("x", "X")) == 0
    rules = {
        (2, 3, 1): ((0, 0, 4), "D-037"),
        (0, 1, 1): ((1, 0, 0), "D-017"),
        (0, 1, 0): ((1, 0, 0), "D-021"),
    }
    for cup, (alarms, rule) in rules.items():
        assert roll_rule(VillainToken("x", "X"), Turn(0, cup, alarms=alarms, rolls=1)) == rule
