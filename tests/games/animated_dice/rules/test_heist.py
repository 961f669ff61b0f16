"""Single turns, after the worked scenarios of the rules and what their gaps suggest."""

import pytest

from games.animated_dice.box import Box, VillainToken
from games.animated_dice.rules.roll import Draw, Roll
from games.animated_dice.rules.score import StopHeist, TurnTotal
from games.animated_dice.rules.villains import Return
from games.referee import Refusal, Ruling
from tests.games.animated_dice.table import GAME, action, codes, dice, done, heist, refused, start


def points(villain: str, text: str, **options) -> int:
    """Return what a heist brings; the turn must be over."""
    state = heist(start(villain, "joker" if villain != "joker" else "cat", **options), text)
    assert len(state.sheet) == 1, state.turn
    return state.sheet[0].points


def ended(villain: str, text: str) -> str:
    return heist(start(villain, "joker" if villain != "joker" else "cat"), text).sheet[0].how


SHORT_CUP = "G:LLL | G:LL B:L | B:AL Y:B"
"""Ten dice nearly gone: one yellow left in the cup, a blue Alarm on the table."""


@pytest.mark.parametrize(
    ("villain", "text", "expected"),
    [
        ("cat", "G:LL B:L | stop", 4),
        ("nobody", "Y:B B:BB", 0),
        ("nobody", "G:LL B:L | stop", 3),
        ("nobody", "G:AAA | stop", 0),
        ("cat", "B:LL Y:B | G:B Y:B B:L", 0),
        ("ivy", "Y:B B:BB | G:LLL | stop", 3),
        ("ivy", "B:BBB | G:LLL | stop", 3),
        ("ivy", "Y:BB B:B | G:LBL", 0),
        ("ivy", "Y:BB G:B", 0),
        ("riddler", "G:LLLL | keep | stop", 4),
        ("riddler", "G:LL B:AA | return 0 1 2 3 | stop", 0),
        ("riddler", "G:BB B:BL | keep", 0),
        ("cat", f"{SHORT_CUP} | B:A Y:L", 12),
        ("nobody", f"{SHORT_CUP} | B:A Y:B", 8),
        ("nobody", f"{SHORT_CUP} | B:B Y:B", 0),
        ("joker", f"{SHORT_CUP} | B:B Y:B", 2),
        ("joker", f"{SHORT_CUP} | B:A Y:L", 11),
        ("nobody", "G:LLL | G:LL B:L | B:AA Y:B | B:AA Y:A | stop", 6),
        ("nobody", "G:LLL | G:LL B:L | B:AA Y:B | B:AA Y:A | B:LL Y:L", 9),
        ("joker", "Y:A B:L G:L | stop", 3),
        ("joker", "Y:B B:B G:B", 1),
        ("joker", "G:LLL | stop", 3),
        ("cat", "B:AL G:L | stop", 3),
        ("nobody", "G:LLL | G:LL B:L | B:LL Y:L | Y:B", 9),
        ("nobody", "G:LLL | G:LL B:L | B:LL Y:L | Y:L", 10),
        ("cat", "G:LLL | G:LL B:L | B:LL Y:L | Y:L", 13),
        ("joker", "G:LLL | G:LL B:L | B:LL Y:L | Y:L", 12),
    ],
)
def test_a_heist_brings(villain, text, expected):
    assert points(villain, text) == expected


def test_ivy_dodges_one_blue_batman_and_second_counts():
    state = heist(start("ivy", "joker"), "B:B G:LL | B:B G:LB")
    assert (state.turn.out, sum(state.turn.batman), state.turn.phase) == ((0, 1, 0), 2, "decide")


def test_ivys_dodged_die_stays_out_until_turn_ends():
    state = heist(start("ivy", "joker"), "B:B G:LL")
    assert (state.turn.cup, state.turn.in_play) == ((2, 2, 3), (0, 0, 2))
    assert heist(state, "stop").turn.cup == (2, 3, 5)


def test_ivys_dodged_die_can_bring_end_of_cup():
    text = "B:B G:LL | G:LLL | B:LL Y:L | Y:A"
    assert (points("ivy", text), ended("ivy", text)) == (9, "empty")


def test_riddler_gives_two_dice_back_before_bust_check():
    state = heist(start("riddler", "joker"), "Y:BB B:B G:L | return 0 1")
    assert (sum(state.turn.batman), state.turn.cup) == (1, (2, 2, 4))
    assert len(GAME.prompts(state)[0].fields[0].dice) == 3


def test_riddler_busts_first_where_table_reads_it_so():
    assert points("riddler", "Y:BB B:B G:L", return_before_bust=False) == 0
    state = heist(start("riddler", "joker", return_before_bust=False), "Y:B B:B G:LL")
    assert state.turn.phase == "return"


def test_riddler_returns_one_alarm_and_rerolls_the_other():
    state = heist(start("riddler", "joker"), "G:LLAA | return 2")
    assert (state.turn.cup, state.turn.alarms) == ((2, 3, 2), (0, 0, 1))
    assert [bool(row.colour) for row in GAME.prompts(state)[0].fields[0].dice] == [
        True,
        False,
        False,
    ]


def test_the_riddler_re_rolls_four_alarms_as_four():
    state = heist(start("riddler", "joker"), "G:AAAA | keep")
    assert refused(state, "G:AAA") == "E_DICE_COUNT"
    again = heist(state, "G:AAAA")
    assert (again.turn.alarms, again.turn.cup) == ((0, 0, 4), (2, 3, 1))
    assert heist(again, "G:LLLL | stop").sheet[0].points == 4


def test_the_riddler_rolls_three_after_returning_everything():
    state = heist(start("riddler", "joker"), "G:LL B:AA | return 0 1 2 3")
    assert state.turn.cup == (2, 3, 5)
    assert refused(state, "G:LLLL") == "E_DICE_COUNT"
    assert heist(state, "G:LLL | stop").sheet[0].points == 3


def test_riddler_decides_what_goes_back_first():
    state = heist(start("riddler", "joker"), "G:LL B:AA")
    assert refused(state, "stop") == "E_RETURN_FIRST"
    assert refused(state, "B:AA G:L") == "E_RETURN_FIRST"
    assert refused(state, "return 4") == "E_RETURN_DIE"
    assert refused(state, Return((1, 1))) == "E_RETURN_DIE"
    kept = heist(state, "keep")
    assert refused(kept, "return 0") == "E_RETURN"


def test_only_the_first_roll_gives_dice_back():
    state = heist(start("riddler", "joker"), "G:LL B:AA | keep | B:AA G:L")
    assert state.turn.phase == "decide"
    assert refused(heist(start("joker", "cat"), "G:LLL"), "return 0") == "E_RETURN"


@pytest.mark.parametrize(
    ("villain", "before", "step", "code", "rule"),
    [
        ("nobody", "", "G:LL", "E_DICE_COUNT", "D-009"),
        ("joker", "", "G:LLLL", "E_DICE_COUNT", "D-009"),
        ("riddler", "", "G:LLL", "E_DICE_COUNT", "D-034"),
        ("nobody", "", "Y:LLL", "E_CUP", "D-017"),
        ("nobody", "", "stop", "E_STOP_EARLY", "D-016"),
        ("nobody", "G:AL B:L", "Y:L B:LL", "E_ALARM_MISSING", "D-017"),
        ("nobody", "G:AAA", "G:AA B:L", "E_ALARM_MISSING", "D-017"),
        ("nobody", "G:AAA", "G:AA", "E_DICE_COUNT", "D-018"),
        ("nobody", "Y:LL G:L", "Y:L G:LL", "E_CUP", "D-017"),
        ("nobody", SHORT_CUP, "B:A Y:L G:L", "E_DICE_COUNT", "D-021"),
    ],
)
def test_a_step_is_refused_and_changes_nothing(villain, before, step, code, rule):
    state = start(villain, "cat")
    state = heist(state, before) if before else state
    stored = GAME.encode_state(state)
    answer = GAME.apply(state, action(step))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.rule) == (code, rule)
    assert answer.remedy is not None
    assert GAME.encode_state(state) == stored


def test_what_no_die_shows_is_impossible():
    state = start("nobody", "cat")
    for face in ("red-loot", "gray-star", "gray", ""):
        answer = GAME.apply(state, Roll((face, "gray-loot", "gray-loot")))
        assert (answer.code, answer.overridable) == ("E_FACE", False)


def test_drawn_dice_must_be_rolled():
    state = done(start("nobody", "cat", depth="full"), Draw(("gray", "gray", "blue")))
    assert (state.turn.phase, state.turn.cup) == ("drawn", (2, 2, 3))
    assert refused(state, "stop") == "E_STOP_DRAWN"
    assert refused(state, Draw(("gray", "gray", "blue"))) == "E_DRAWN_TWICE"
    assert refused(state, "G:LLL") == "E_NOT_DRAWN"
    dice = GAME.apply(state, Roll(("gray-loot",) * 3)).facts["dice"]
    assert [(each.code, each.facts["n"]) for each in dice] == [
        ("dice.left.blue", 1),
        ("dice.left.gray", 2),
    ]
    assert heist(state, "G:LL B:L | stop").sheet[0].points == 3


def test_drawing_follows_what_the_cup_holds():
    state = start("nobody", "cat", depth="full")
    assert refused(state, Draw(("yellow",) * 3)) == "E_CUP"
    assert refused(state, Draw(("gray",))) == "E_DRAW_COUNT"
    assert refused(state, Draw(("red", "gray", "gray"))) == "E_FACE"
    assert refused(heist(state, "G:AAA"), Draw(("gray",))) == "E_NOTHING_TO_DRAW"


def test_both_depths_write_the_same_state():
    quick = heist(start("cat", "joker"), "G:LA B:L | G:L Y:B B:A")
    full = start("cat", "joker")
    full = done(full, Draw(("gray", "gray", "blue")), Roll(dice("G:LA B:L")))
    full = done(full, Draw(("yellow", "blue")), Roll(dice("G:L Y:B B:A")))
    assert full == quick


def test_empty_cup_waits_for_player_where_read_so():
    state = start("nobody", "cat", empty_cup_ends=False)
    state = heist(state, f"{SHORT_CUP} | B:A Y:B")
    assert state.turn.phase == "decide"
    assert heist(state, "stop").sheet[0].points == 7
    assert done(state, Roll(())).sheet[0].points == 8
    assert refused(state, Draw(("gray",))) == "E_NOTHING_TO_DRAW"


def test_the_log_says_what_happened_in_order():
    state = heist(start("ivy", "joker"), "B:B G:LL")
    assert codes(state, "Y:BB B:B") == [
        "note.roll",
        "note.bust",
        "note.score",
        "note.next",
    ]
    assert codes(start("ivy", "joker"), "Y:B B:BB") == ["note.roll", "note.dodge"]
    joker = heist(start("joker", "cat"), SHORT_CUP)
    assert codes(joker, "B:B Y:B")[1:4] == ["note.bust", "note.bonus", "note.score"]


def test_whole_turn_can_be_told_by_its_result():
    state = done(start("joker", "cat"), TurnTotal(2, busted=True), TurnTotal(13))
    assert state.totals == (2, 13)
    assert refused(state, TurnTotal(13)) == "E_RANGE"
    assert refused(state, TurnTotal(3, busted=True)) == "E_RANGE"
    assert refused(done(state, TurnTotal(0)), TurnTotal(1, busted=True)) == "E_RANGE"


def test_the_table_may_overrule_the_number_of_dice():
    state = start("nobody", "cat")
    ruling = GAME.apply(state, Roll(dice("G:LL")), None, {"override:E_DICE_COUNT": "one fell"})
    assert isinstance(ruling, Ruling)
    assert ruling.state.turn.cup == (2, 3, 3)
    assert ruling.notes[-1].code == "note.override"


def test_an_overruled_alarm_stays_where_it_is():
    state = heist(start("nobody", "cat"), "G:AL B:L")
    answers = {"override:E_ALARM_MISSING": "forgotten"}
    after = GAME.apply(state, Roll(dice("Y:L B:LL")), None, answers).state
    assert after.turn.alarms == (0, 0, 1)
    assert GAME.check(after) == ()


def test_nobody_acts_for_the_villain_on_turn():
    state = start("cat", "joker")
    assert refused(state, "G:LLL", actor=1) == "E_NOT_ACTIVE"
    assert refused(state, StopHeist(), actor=1) == "E_NOT_ACTIVE"
    assert refused(state, TurnTotal(3), actor=1) == "E_NOT_ACTIVE"
    riddler = heist(start("riddler", "joker"), "G:LL B:AA")
    assert refused(riddler, "return 0", actor=1) == "E_NOT_ACTIVE"
    assert isinstance(GAME.apply(state, Roll(dice("G:LLL")), 0), Ruling)


def test_a_fifth_villain_plays_by_its_switches():
    promo = VillainToken(
        "promo", "Promo", dodge_colour="gray", dodges=2, per_loot=(2, 0, 0), paid_on_bust=True
    )
    state = start("nobody", "cat", box=Box(promo=promo))
    assert heist(state, "G:BBL | G:B Y:LB | stop").sheet[0].points == 4
    assert heist(state, "Y:L B:BB | Y:L G:B B:B").sheet[0].points == 4


def test_order_of_abilities_holds_for_mixed_villain():
    promo = VillainToken("promo", "Promo", first=4, returns=True, dodge_colour="blue", dodges=1)
    state = heist(start("nobody", "cat", box=Box(promo=promo)), "B:BBB Y:B | return 3")
    assert (sum(state.turn.batman), state.turn.out) == (2, (0, 1, 0))
