"""Tests of what pages and forms get: prompts, board, box, trackers, wizard, words."""

import re
from pathlib import Path

import msgspec
import pytest
from django.test import Client
from msgspec.structs import replace

import games.animated_dice as package
from companion.plays import ledger
from companion.plays.answers import Recorded
from companion.plays.models import Play
from games.animated_dice.box import VILLAINS, Box, DieFaces
from games.animated_dice.box.forms import CountDice, DefineFaces, DefineVillain
from games.animated_dice.rules.advice import ShowOdds
from games.animated_dice.rules.roll import Draw, Roll
from games.animated_dice.rules.score import StopHeist, TurnTotal
from games.messages import Msg, Speaker
from games.referee import Adjust, Prompt, Refusal, Rolled, SetDepth
from tests.games.animated_dice.table import GAME, PLAIN, dice, done, heist, refused, start

SPEAKER = Speaker(GAME.catalogue())


def prompt(state, do: str) -> Prompt:
    return next(p for p in GAME.prompts(state) if p.do == do)


# -- prompts ---------------------------------------------------------------------------------


def test_ordinary_roll_is_one_prompt_with_three_dice():
    state = start("cat", "joker")
    first = GAME.prompts(state)[0]
    (field,) = first.fields
    assert (first.do, first.expected, first.actors, first.group) == ("roll", True, (0,), "now")
    assert (field.kind, field.name, len(field.dice)) == ("dice", "faces", 3)
    assert all(len(row.faces) == 9 and not row.colour for row in field.dice)
    assert SPEAKER.say(first.help) == "In the cup: 2 yellow, 3 blue and 5 gray"


def test_keypad_knows_alarms_and_dice_left_in_cup():
    state = heist(start("cat", "joker"), "Y:LL G:A")
    again, *new = GAME.prompts(state)[0].fields[0].dice
    assert (again.colour, [c.value for c in again.faces]) == (
        "gray",
        ["gray-loot", "gray-batman", "gray-alarm"],
    )
    assert len(new) == 2
    assert {c.tone: c.hint.facts["n"] for c in new[0].faces} == {"blue": 3, "gray": 4}


def test_the_keypad_offers_only_what_is_left():
    state = heist(start("cat", "joker"), "G:LLL | G:LL B:L | B:AL Y:B")
    blue, yellow = GAME.prompts(state)[0].fields[0].dice
    assert blue.colour == "blue"
    assert {c.tone for c in yellow.faces} == {"yellow"}


def test_stopping_is_one_tap_and_tells_gain():
    state = heist(start("cat", "joker"), "G:LL B:L")
    stop = prompt(state, "stop")
    assert (stop.fields, stop.fixed, SPEAKER.say(stop.label)) == (
        (),
        {},
        "Stop and score 4 (bonus 1)",
    )


def test_full_depth_draws_before_it_rolls():
    state = done(start("cat", "joker"), SetDepth("full"))
    assert [p.do for p in GAME.prompts(state) if p.expected] == ["draw"]
    state = done(state, Draw(("gray", "blue", "blue")))
    (roll,) = (p for p in GAME.prompts(state) if p.expected)
    assert [row.colour for row in roll.fields[0].dice] == ["blue", "blue", "gray"]
    alarms = heist(start("cat", "joker", depth="full"), "G:AAA")
    assert [p.do for p in GAME.prompts(alarms) if p.expected] == ["roll", "stop"]


def test_depth_may_change_between_drawing_and_rolling():
    state = done(start("cat", "joker", depth="full"), Draw(("gray", "blue", "blue")))
    state = done(state, SetDepth("quick"))
    assert [row.colour for row in GAME.prompts(state)[0].fields[0].dice] == ["blue", "blue", "gray"]


def test_riddler_keeps_or_returns_all_in_one_tap():
    state = heist(start("riddler", "joker"), "G:LL B:AA")
    some, none, every = (p for p in GAME.prompts(state) if p.expected)
    assert (some.fields[0].kind, none.fixed, every.fixed) == (
        "choices",
        {"dice": ()},
        {"dice": (0, 1, 2, 3)},
    )


def test_empty_cup_offers_going_on_without_dice():
    state = heist(
        start("nobody", "cat", empty_cup_ends=False), "G:LLL | G:LL B:L | B:AL Y:B | B:A Y:B"
    )
    go_on = prompt(state, "roll")
    assert (go_on.fields, go_on.fixed) == ((), {"faces": ()})


def test_every_prompt_cites_entry_and_makes_action():
    for state in (start("cat", "joker"), heist(start("riddler", "ivy"), "G:LL B:AA")):
        for each in GAME.prompts(state):
            assert not each.rule or each.rule in GAME.clarifications
            assert each.group in ("now", "more", "table")
            tags = {a.__struct_config__.tag for a in GAME.Action.__args__}
            assert each.do in tags


# -- board -----------------------------------------------------------------------------------


def test_the_board_shows_the_heist_as_dice():
    state = heist(start("ivy", "joker"), "B:B G:LA | G:L Y:B B:L")
    turn = GAME.board(state, 0).turn
    assert [d.colour for d in turn.loot.dice] == ["blue", "gray", "gray"]
    assert [(d.colour, d.symbol) for d in turn.out.dice] == [("blue", "batman")]
    assert [(line.left, line.total) for line in turn.cup] == [(1, 2), (1, 3), (3, 5)]
    assert (turn.risk, turn.banked, turn.spare, turn.power_used) == (3, 0, 1, True)
    assert turn.slots == (True, False, False)


def test_the_board_keeps_the_sheet_of_all_rounds():
    state = done(
        start("cat", "joker", "ivy"), TurnTotal(4), TurnTotal(12), TurnTotal(5), TurnTotal(0, True)
    )
    view = GAME.board(state, None)
    assert [[c.points for c in line.cells] for line in view.lines] == [[4, 0], [12, 0], [5, 0]]
    assert [[c.now for c in line.cells] for line in view.lines][1] == [False, True]
    assert [line.total for line in view.lines] == [4, 12, 5]
    assert [line.rank for line in view.lines] == [3, 1, 2]
    assert (view.round, view.rounds, view.next) == (2, (1, 2), "Poison Ivy")
    assert view.lines[1].path == "0,100 150,60"


def test_the_board_says_last_round_and_tiebreaker():
    state = done(start("nobody", "ivy", target=10), TurnTotal(10))
    view = GAME.board(state, None)
    assert (view.banner.code, view.last, view.next) == ("banner.last", True, "")
    view = GAME.board(done(state, TurnTotal(10)), None)
    assert (view.banner.code, view.ties, view.next) == ("banner.tie", (1,), "Poison Ivy")
    over = GAME.board(done(state, TurnTotal(9)), None)
    assert (over.turn, over.banner) == (None, None)


@pytest.mark.parametrize(
    ("advice", "seen"), [("off", (False, False)), ("own", (True, False)), ("all", (True, True))]
)
def test_odds_are_shown_as_the_table_wishes(advice, seen):
    state = done(start("cat", "joker", advice="off"), ShowOdds("all"))
    state = replace(state, advice=advice)
    assert tuple(bool(GAME.board(state, viewer).odds) for viewer in (0, 1)) == seen


def test_the_power_of_each_villain_is_said():
    said = {
        "joker": heist(start("joker", "cat"), "Y:L B:B G:A"),
        "catwoman": heist(start("cat", "joker"), "B:LL G:L"),
        "dodge_ready": start("ivy", "cat"),
        "dodge_used": heist(start("ivy", "cat"), "B:B G:LL"),
        "return_ready": start("riddler", "cat"),
        "return_now": heist(start("riddler", "cat"), "G:LLLL"),
        "return_used": heist(start("riddler", "cat"), "G:LLLL | keep"),
        "none": start("nobody", "cat"),
    }
    for code, state in said.items():
        assert GAME.board(state, None).turn.power.code == f"power.{code}"


def test_a_board_is_plain_data():
    for state in (start("cat", "joker"), heist(start("ivy", "joker"), "B:B G:LA")):
        assert msgspec.json.encode(GAME.board(state, 0))


# -- rolls for the ledger --------------------------------------------------------------------


def test_every_die_of_a_roll_is_reported():
    state = heist(start("cat", "joker"), "G:LL B:A")
    assert GAME.rolled(state, Roll(dice("B:A Y:L G:B"))) == (
        Rolled("blue", "alarm", "roll 2", 0),
        Rolled("yellow", "loot", "roll 2", 0),
        Rolled("gray", "batman", "roll 2", 0),
    )
    assert GAME.rolled(state, StopHeist()) == ()


# -- the box ---------------------------------------------------------------------------------


def test_counted_faces_are_remembered_and_used():
    state = start("cat", "joker")
    action = DefineFaces("gray", 4, 1, 1)
    state = done(state, action)
    assert (state.faces[2], state.counted) == (DieFaces(4, 1, 1), (False, False, True))
    box = GAME.remember(Box(), action, state)
    assert (box.faces[2], box.counted) == (DieFaces(4, 1, 1), (False, False, True))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (DefineFaces("yellow", 1, 3, 1), "E_FACES"),
        (DefineFaces("yellow", 3, 3, 0), "E_FACES"),
        (DefineFaces("yellow", -1, 5, 2), "E_FACES"),
        (DefineFaces("red", 2, 2, 2), "E_FACE"),
        (CountDice(2, 3, 4), "E_DICE"),
        (CountDice(0, 5, 5), "E_DICE"),
        (DefineVillain(" "), "E_NAME"),
        (DefineVillain("Freeze", first=9), "E_RANGE"),
        (DefineVillain("Freeze", dodge_colour="ice"), "E_FACE"),
        (DefineVillain("Freeze", per_set=-1), "E_RANGE"),
    ],
)
def test_a_box_no_dice_can_fill_is_refused(action, code):
    answer = GAME.learn(Box(), action)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.overridable) == (code, False)
    assert refused(start("cat", "joker"), action) == code


def test_a_fifth_villain_is_made_of_switches():
    action = DefineVillain("Freeze", dodge_colour="gray", dodges=1, loot_colour="blue", per_loot=2)
    box = GAME.learn(Box(), action)
    assert (box.promo.name, box.promo.per_loot, box.promo.dodges) == ("Freeze", (0, 2, 0), 1)
    assert box.villains() == (*VILLAINS, box.promo)
    state = start("nobody", "cat", box=box)
    again = done(state, DefineVillain("Mister Freeze", first=4))
    assert (again.villain.name, again.villain.first) == ("Mister Freeze", 4)
    assert refused(heist(state, "G:LLL"), DefineVillain("Late")) == "E_MID_TURN"


def test_a_dodge_without_a_colour_is_none():
    box = GAME.learn(Box(), DefineVillain("Freeze", dodges=2))
    assert (box.promo.dodges, box.promo.dodge_colour) == (0, "")


def test_dice_are_counted_between_turns_only():
    state = done(start("cat", "joker"), CountDice(3, 3, 4))
    assert (state.dice, state.turn.cup) == ((3, 3, 4), (3, 3, 4))
    assert refused(heist(state, "G:LLL"), CountDice(2, 3, 5)) == "E_MID_TURN"
    assert GAME.learn(Box(), CountDice(3, 3, 4)).dice == (3, 3, 4)


def test_box_pages_offer_what_can_be_taught():
    pages = GAME.box_pages(PLAIN)
    assert [p.do for p in pages] == ["dice.define"] * 3 + [
        "dice.count",
        "villain.define",
        "house.define",
    ]
    for page in pages:
        data = {"do": page.do, **page.fixed}
        data |= {field.name: field.default for field in page.fields}
        if page.do == "house.define":
            data |= {"name": "Hush", "text": "Whisper"}
        action = GAME.decode_action(data)
        assert type(action).teaches
        assert not isinstance(GAME.learn(PLAIN, action), Refusal)


def test_blank_box_is_assumed_and_sample_is_marked():
    assert GAME.blank_box() == Box()
    assert not any(GAME.blank_box().counted)
    assert GAME.sample_box().sample
    assert GAME.learn(Box(), StopHeist()) == Box()


# -- set-up, trackers, words -----------------------------------------------------------------


def test_the_wizard_fills_a_set_up():
    draft = GAME.setup_default(3, PLAIN)
    pages = GAME.setup_pages(draft, PLAIN)
    data = {field.name: field.default for page in pages for field in page.fields}
    setup = GAME.decode_setup(data)
    assert setup == draft
    assert GAME.begin(setup, PLAIN).state.villains == VILLAINS[:3]


def test_the_checklist_names_dice_tokens_and_order():
    said = [SPEAKER.say(each) for each in GAME.checklist(start("cat", "joker", first=1))]
    assert said == [
        "All ten dice go in the cup: 2 yellow, 3 blue, 5 gray",
        "Tokens face up: Catwoman and The Joker",
        "Playing order, to the left: The Joker and Catwoman",
    ]


def test_a_pile_is_corrected_out_of_the_cup():
    state = heist(start("cat", "joker"), "G:LL B:L")
    state = done(state, Adjust("loot.gray", 1, "was blue"), Adjust("loot.blue", 2))
    assert (state.turn.loot, state.turn.cup) == ((0, 2, 1), (2, 1, 4))
    assert heist(state, "stop").sheet[0].points == 5


def test_a_correction_never_makes_a_bust():
    state = heist(start("cat", "joker"), "Y:BB G:L")
    assert refused(state, Adjust("batman.gray", 1)) == "E_INVARIANT"
    assert refused(state, Adjust("loot.gray", 6)) == "E_RANGE"
    assert refused(start("cat", "joker"), Adjust("loot.gray", 1)) == "E_UNKNOWN_TRACKER"


def test_score_is_corrected_whole_or_by_turn():
    state = done(start("cat", "joker"), TurnTotal(4), TurnTotal(7))
    assert done(state, Adjust("score.0", 9)).totals == (9, 7)
    assert done(state, Adjust("heist.1", 2)).totals == (4, 2)


def test_a_state_survives_storage_and_stays_small():
    state = start("cat", "joker", "ivy", "riddler")
    for _ in range(10):
        state = done(state, TurnTotal(2), TurnTotal(2), TurnTotal(2), TurnTotal(2))
    state = heist(state, "G:LL B:L | stop | Y:LB G:A")
    stored = GAME.encode_state(state)
    assert GAME.decode_state(stored) == state
    assert len(stored) < 5000


def test_every_code_in_the_rules_has_a_sentence():
    source = "".join(p.read_text() for p in Path(package.__file__).parent.rglob("*.py"))
    said = GAME.catalogue()
    for code in re.findall(r'call\.note\(\s*"(\w+)"', source):
        assert f"note.{code}" in said
    for code in re.findall(r'"(E_\w+)"', source):
        assert f"refusal.{code}" in said
    for code in re.findall(r'(?:msg|Msg)\(\s*"([a-z_.]+)"', source):
        assert code in said, code
    for rule in re.findall(r'"(D-\w+)"', source):
        assert rule in GAME.clarifications


def test_no_note_or_refusal_lacks_a_fact():
    state = heist(start("ivy", "joker"), "B:B G:LA")
    for step in ("G:LL Y:B", "G:B Y:BB", "stop"):
        action = StopHeist() if step == "stop" else Roll(dice(step))
        for note in GAME.apply(state, action).notes:
            assert "{" not in SPEAKER.say(Msg(note.code, note.facts))
    for action in (
        Roll(()),
        Roll(dice("G:L")),
        Draw(("gray",)),
        TurnTotal(99),
        Roll(("x", "y", "z")),
    ):
        answer = GAME.apply(state, action)
        assert "{" not in SPEAKER.say(answer.message) + SPEAKER.say(answer.remedy)


def test_next_villain_has_polish_name_on_polish_phone(db):
    host = Client(headers={"accept-language": "pl"})
    host.post("/g/animated-dice/", {"players": 2, "box": "own"})
    play = Play.objects.get()
    for n, do in enumerate(({"do": "roll", "faces": ["gray-loot"] * 3}, {"do": "stop"})):
        assert isinstance(ledger.record(play.pk, do, key=str(n), actor=0), Recorded)
    shown = host.get(f"/t/{play.code}/").content.decode().replace("\xad", "")
    assert "potem Joker" in shown
    assert "potem The Joker" not in shown
