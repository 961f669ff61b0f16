"""Tests of what an offer sends, and what its choices say of themselves."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.rules import fields
from games.talisman_batman.state import Batman, EncounterCard, Plan, Setup, Spot
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun, box, sheet
from tests.games.talisman_batman.test_notes import (
    LINES,
    PICKS,
    ROPE,
    batman,
    duel,
    dying,
    feats,
    meeting,
    table,
)


def offered(made, do, **fixed):
    """Return the prompts of the table that do so, with these values fixed."""
    return [
        prompt
        for prompt in REFEREE.prompts(made.state)
        if prompt.do == do and fixed.items() <= prompt.fixed.items()
    ]


def hints(made, do, field):
    """Return what each choice of a field says beside its name, in the first prompt that has it."""
    fields = [f for prompt in offered(made, do) for f in prompt.fields if f.name == field]
    return {SAY(choice.label): choice.hint and SAY(choice.hint) for choice in fields[0].choices}


CLUB = EncounterCard("Club", strength=2, combat=True)
THUG = EncounterCard("Thug", "enemy", value=7)
CROC = EncounterCard("killer-croc", "follower")
CLUB_SAYS = {"Club": "Strength +2"}


@pytest.mark.parametrize(
    ("prepare", "do", "field", "said"),
    [
        (lambda: table(CLUB, *[ROPE] * 3).do(a.Gain(0, "Net")), "leave", "cards", CLUB_SAYS),
        (lambda: table(CLUB, phase="end"), "leave", "cards", CLUB_SAYS),
        (lambda: table(CLUB, CROC), "sell", "cards", CLUB_SAYS),
        (lambda: duel(CLUB), "boost", "cards", CLUB_SAYS),
        (lambda: table(THUG, phase="end"), "trade", "cards", {"Thug": "Strength 7"}),
    ],
)
def test_cards_to_choose_from_say_their_worth(prepare, do, field, said):
    shown = hints(prepare(), do, field)
    assert {name: shown[name] for name in said} == said


def test_an_inheritance_says_what_each_card_is_worth():
    heir = dying()
    heir.give(0, CLUB)
    heir.do(a.Change(0, "life", -1)).at("end").do(a.EndTurn()).at("end").do(a.EndTurn())
    heir.do(a.PickVillain(0, "Poison Ivy"), a.Ready(0))
    assert hints(heir, "inherit", "leave") == {"Rope": "", **CLUB_SAYS}


def test_what_lies_here_says_what_it_is_worth():
    made = table().do(a.EnterCard("Club", "object", strength=2), a.LayCard("Club"))
    assert hints(made.at("take", here="space"), "take", "cards") == CLUB_SAYS


def test_card_moving_figure_is_roll_of_its_own():
    forced = [prompt.fixed.get("forced", False) for prompt in offered(table(), "roll")]
    assert forced == [False, True]


def test_control_room_makes_batman_twelve_whatever_his_card():
    made = table()
    for space, floor, numbers in (("Ward", 2, (5, 6)), ("control-room", 3, (12, 12))):
        made.state = replace(made.state, batman=Batman(space, floor, 5, 6, LINES))
        board = REFEREE.board(made.state, None)
        assert (board.batman_strength, board.batman_cunning) == numbers


@pytest.mark.parametrize(
    ("villain", "moves", "searches"),
    [
        ({}, (), True),
        ({}, (a.Roll(3),), True),
        ({}, (a.Roll(3, forced=True),), False),
        ({"insane": 2}, (), False),
    ],
)
def test_desk_search_precedes_own_but_not_ordered_move(villain, moves, searches):
    made = table(PICKS, space="office", **villain).do(*moves)
    assert bool(offered(made, "search")) == searches


def test_batman_on_unnamed_space_asks_about_placed_villain():
    made = batman(phase="batman-path", space="Ward").at("batman-path", batman_roll=3)
    asked = made.asked(a.BatmanMove("", 2), "BATMAN_MEETS")
    assert [option.value for option in asked.options] == ["none", "0"]
    made.do(a.BatmanMove("Hall", 2))
    assert made.phase == "encounter"


def test_who_turned_back_leaves_tower_without_direction():
    made = table(space="tower-entrance", floor=3, turning_back=True).do(a.Roll(3))
    assert made.do(a.MoveFigure("Ward", 2)).villain().floor == 2
    ahead = table(space="S1", floor=3).do(a.Roll(3))
    ahead.refused(a.MoveFigure("Ward", 2), "T-TURN")


def test_villain_numbers_are_set_within_card_and_dials():
    made = table(coins=0, life=3)
    shown = {each.name: (each.low, each.high) for each in REFEREE.trackers(made.state)}
    assert {name: span for name, span in shown.items() if name.endswith(".0")} == {
        "strength.0": (3, 30),
        "cunning.0": (3, 30),
        "life.0": (1, 6),
        "fate.0": (0, 5),
        "coins.0": (0, 30),
        "insane.0": (0, 3),
        "lost_turns.0": (0, 9),
    }
    assert shown["feat_deck"] == (0, 24)


@pytest.mark.parametrize(("dice", "winner"), [((3, 2), 0), ((2, 3), 1)])
def test_fight_between_villains_is_won_by_one_point(dice, winner):
    made = duel().do(a.Strike(dice))
    assert (made.phase, made.state.fight.winner, made.state.fight.loser) == (
        "reward",
        winner,
        1 - winner,
    )


@pytest.mark.parametrize("missing", ["strength", "cunning", "life", "alignment"])
def test_villain_card_is_known_with_numbers_and_alignment(missing):
    known = sheet("Bane")
    assert known.complete
    assert not replace(known, **{missing: type(getattr(known, missing))()}).complete


def test_a_feat_is_named_in_forty_characters():
    made = feats("")
    (prompt,) = offered(made, "feat-name")
    assert [(f.name, f.high) for f in prompt.fields if f.kind == "text"] == [("name", 40)]


def test_feat_nobody_named_is_used_without_name():
    made = feats("")
    assert made.do(a.UseFeat(0, made.ids[0])).log() == "Bane uses a Feat"


def test_desk_is_searchable_but_unoffered_between_cards():
    made = table(PICKS, space="office", phase="encounter").do(a.Space(1))
    assert made.phase == "cards"
    assert offered(made, "search") == []
    assert made.do(a.Search()).said() == ["searched"]


def test_batmans_card_is_asked_of_everybody():
    made = table(space="Ward", floor=2).at("batman-card")
    (prompt,) = offered(made, "batman-card")
    assert (prompt.expected, prompt.actors, prompt.rule) == (True, None, "T-052")


def test_drawing_nothing_is_expected_only_at_unknown_count():
    counted = table(phase="encounter").do(a.Space(1))
    unknown = table(phase="encounter", space="Ward").do(a.Space())
    shown = [
        (p.label.code, p.expected) for made in (counted, unknown) for p in offered(made, "no-draw")
    ]
    assert shown == [("prompt.no-draw", False), ("prompt.no-more", True)]


@pytest.mark.parametrize(("kind", "first"), [("event", False), ("place", True)])
def test_card_carried_out_goes_or_stays_likelier_first(kind, first):
    made = table(phase="encounter").do(a.Space(1), a.DrawEncounter("Alarm", kind))
    shown = [(p.fixed["stays"], p.label.code) for p in offered(made, "resolve")]
    both = [(False, "prompt.resolve"), (True, "prompt.resolve-stays")]
    assert shown == (both[::-1] if first else both)


def test_only_enemies_drawn_first_time_are_read_twice():
    for name, kind, asked in (("Dredge", "enemy", 1), ("Net", "event", 0)):
        made = table(phase="encounter").do(a.Space(1))
        made.do(a.DrawEncounter(name, kind, "strength", 6, 2), actor=0)
        assert len(offered(made, "checked")) == asked


def test_card_of_departed_villain_is_not_compared():
    made = Table(Setup(2, villains=("Bane", "Scarecrow")), REFEREE.blank_box())
    made.do(a.EnterNumbers("bane", 4, 2, 2, 4, "chaotic"), actor=0)
    made.do(a.Check("villain-bane", "otherwise"), actor=1)
    made.set(0, status="out", life=0, sheet=sheet("Clayface"))
    refusal = made.ask(a.Check("villain-bane", "so"), 1)
    assert refusal.code == "T-NO-FACT"


TOWER = Plan(first=("guard-post", "A1"), tower=("tower-entrance", "S1", "S2", "anteroom"))
"""A plan that ends at the Security Door."""


def test_steps_down_tower_are_checked_within_plan():
    own = replace(box(), plan=TOWER)
    made = table(own=own, space="S2", floor=3, turning_back=True)
    made.state = replace(made.state, depth="full")
    made.do(a.Roll(1))
    made.refused(a.MoveFigure("tower-entrance", direction="down"), "T-E05")
    made.do(a.MoveFigure("S1", direction="down"))
    outside = table(own=own, space="S1", floor=3)
    outside.state = replace(outside.state, depth="full")
    assert outside.do(a.Roll(6), a.MoveFigure("Ward", 2, "down")).villain().floor == 2


@pytest.mark.parametrize(
    ("where", "searches"),
    [
        ({"space": "office", "floor": 2}, True),
        ({"space": "", "floor": 1}, True),
        ({"space": "", "floor": 2}, False),
        ({"space": "Ward", "floor": 1}, False),
    ],
)
def test_desk_is_looked_for_where_it_may_be(where, searches):
    assert bool(offered(table(PICKS, **where), "search")) == searches


def test_all_door_dice_but_first_may_be_none():
    (prompt,) = offered(table(floor=2).do(a.Roll(3), a.Door()), "door-dice")
    (field,) = prompt.fields
    faces = [[choice.value for choice in row.faces] for row in field.dice]
    assert faces == [[1, 2, 3, 4, 5, 6], *[[1, 2, 3, 4, 5, 6, 0]] * (len(faces) - 1)]


def test_no_card_is_resolved_while_draws_remain():
    made = table(phase="encounter").do(a.Space(2), a.DrawEncounter("Alarm", "event"))
    assert offered(made, "resolve") == []
    assert offered(made.do(a.DrawEncounter("Riot", "event")), "resolve")


@pytest.mark.parametrize(
    ("goods", "coins", "inputs"),
    [
        ((), 0, []),
        ((ROPE,), 0, [["cards"]]),
        ((), 1, [["coins"]]),
        ((ROPE,), 1, [["cards", "coins"], ["coins"]]),
    ],
)
def test_anything_may_be_left_at_turn_end(goods, coins, inputs):
    found = offered(table(*goods, phase="end", coins=coins), "leave")
    assert [[field.name for field in prompt.fields] for prompt in found] == inputs


def test_life_may_be_saved_by_feat_alone():
    made = meeting(value=9).set(0, sheet=sheet("Bane", 3, 6, life=4), cunning=6)
    made.feats(0, "Sneak")
    made.do(a.Strike((1, 6)))
    assert made.phase == "loss"
    plain = meeting(value=9).do(a.Strike((1, 6)))
    assert (plain.phase, plain.villain().life) == ("end", 3)


def test_enemy_card_without_ownable_kind_is_not_taken():
    made = table().do(a.EnterCard("Robin", "enemy", "strength", 4, 2))
    assert made.ask(a.Gain(0, "Robin", "enemy")).code == "T-KIND"


def test_unnamed_and_other_floor_places_are_not_suggested():
    made = begun().set(0, space="?7", floor=1).set(1, space="attic", floor=2)
    spots = (Spot("?8", 1, coins=1), Spot("cellar", 1, coins=1), Spot("roof", 3, coins=1))
    state = replace(made.state, spots=spots)
    first, second = ({c.value for c in fields.spaces(state, (n,))} for n in (1, 2))
    assert {each for each in first | second if each.startswith("?")} == set()
    assert ("cellar" in first, "attic" in first, "roof" in first) == (True, False, False)
    assert ("cellar" in second, "attic" in second) == (False, True)
