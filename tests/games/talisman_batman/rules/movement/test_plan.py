"""Tests that the plan decides where the board is known: floors, reach, the ends of every move."""

import pytest
from msgspec.structs import replace

from games.referee import Ruling
from games.talisman_batman.rules.fields import everywhere
from games.talisman_batman.rules.movement.plan import distance, symbols
from games.talisman_batman.state import Batman, EncounterCard, Plan, Spot
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun, box

PLAN = Plan(
    first=("guard-post", "A1", "A2", "A3", "A4", "A5", "A6", "A7"),
    second=("B0", "B1", "B2", "security-door", "B4", "B5", "B6", "B7"),
    tower=("tower-entrance", "S1", "S2", "anteroom", "control-room"),
    links=(("guard-post", "B0"), ("A4", "B4")),
)


def standing(space, floor, depth="quick", **changes):
    """Return a table with the plan above, the first villain on a space."""
    table = begun("Bane", "Scarecrow", "Clayface", own_box=replace(box(), plan=PLAN))
    table.state = replace(table.state, depth=depth)
    return table.set(0, space=space, floor=floor, **changes)


def offered(table, do, **fixed):
    found = [p for p in REFEREE.prompts(table.state) if p.do == do]
    return [p for p in found if fixed.items() <= p.fixed.items()]


def ends(prompt):
    (to,) = (field for field in prompt.fields if field.name == "to")
    return {choice.value for choice in to.choices}


BOTH = pytest.mark.parametrize("depth", ["quick", "full"])


@BOTH
@pytest.mark.parametrize(("roll", "near"), [(2, False), (3, True), (6, True)])
def test_door_is_offered_exactly_where_move_reaches_it(depth, roll, near):
    table = standing("B0", 2, depth).do(a.Roll(roll))
    assert bool(offered(table, "door")) is near
    if near:
        assert isinstance(table.ask(a.Door()), Ruling)
    else:
        assert table.refused(a.Door(), "T-FAR").facts == {"n": 3, "roll": roll}


@BOTH
@pytest.mark.parametrize(("left", "near"), [(3, False), (4, True)])
def test_steps_past_guard_count_on_way_to_door(depth, left, near):
    table = standing("guard-post", 1, depth)
    table.at("up", left=left, roll=6)
    assert bool(offered(table, "door")) is near
    waited = standing("guard-post", 1, depth, guard_passed=True).do(a.Roll(left))
    assert bool(offered(waited, "door")) is near
    if not near:
        assert table.refused(a.Door(), "T-FAR").facts == {"n": 4, "roll": 3}


def test_without_a_plan_the_door_may_be_near():
    table = begun().set(0, space="?9", floor=2).do(a.Roll(1))
    assert offered(table, "door")


@BOTH
def test_the_guard_out_of_reach_is_not_offered(depth):
    table = standing("A4", 1, depth).do(a.Roll(3))
    assert not offered(table, "guard")
    assert table.refused(a.Guard(3), "T-FAR").facts == {"n": 4, "roll": 3}
    near = standing("A4", 1, depth).do(a.Roll(5))
    assert [p.fixed for p in offered(near, "guard")] == [{"used": 4}]
    assert near.do(a.Guard(1)).state.turn.left == 1


@pytest.mark.parametrize("roll", range(1, 7))
def test_first_floor_is_offered_only_with_end_there(roll):
    table = standing("B4", 2).do(a.Roll(roll))
    assert not offered(table, "move", floor=1)
    (walk, _elsewhere) = offered(table, "move")
    reached = {"guard-post"} if roll == 5 else {"A1", "A7"} if roll == 6 else set()
    assert ends(walk) & set(PLAN.first) == reached


def test_way_down_is_asked_where_plan_lacks_it():
    own = replace(box(), plan=replace(PLAN, links=()))
    table = begun(own_box=own).set(0, space="B4", floor=2)
    table.state = replace(table.state, depth="full")
    table.do(a.Roll(4))
    (down,) = offered(table, "move", floor=1)
    for space in ends(down):
        assert isinstance(table.ask(a.MoveFigure(space, 1)), Ruling)


@pytest.mark.parametrize(
    "action",
    [
        a.Send(0, "Attic"),
        a.InsaneMove("Attic"),
        a.PlaceBatman("Attic", 1),
        a.LayCard("Spoiler", "Attic"),
    ],
    ids=("sent", "insane", "batman", "card"),
)
@pytest.mark.parametrize("depth", ["quick", "full"])
def test_space_on_no_ring_needs_a_second_tap(action, depth):
    table = standing("A1", 1, depth, insane=2)
    table.asked(action, "UNPLANNED")
    table.do(action, UNPLANNED="anyway")
    assert "open-cell" not in {each.value for each in everywhere(table.state)}


def test_move_off_the_ring_needs_a_second_tap():
    table = standing("A1", 1).do(a.Roll(2))
    table.asked(a.MoveFigure("Attic"), "STEPS")
    table.do(a.MoveFigure("Attic"), STEPS="anyway")
    assert table.villain().space == "Attic"


def test_plan_knows_floor_whatever_form_says():
    sent = standing("A1", 1).set(1, space="B1", floor=2).do(a.Send(0, "B1", 1))
    assert (sent.villain().space, sent.villain().floor) == ("B1", 2)
    sent.at("encounter")
    assert isinstance(sent.ask(a.AttackVillain(1)), Ruling)
    insane = standing("A1", 1, insane=2).do(a.InsaneMove("S1", 1))
    assert insane.villain().floor == 3
    batman = standing("A1", 1).do(a.PlaceBatman("S2", 1))
    assert batman.state.batman.floor == 3
    forced = standing("A1", 1).do(a.Roll(2, forced=True), a.MoveFigure("B2", 1))
    assert forced.villain().floor == 2
    elsewhere = standing("A1", 1).at("cards", here="space", to_draw=1)
    elsewhere.do(a.DrawEncounter("Robin", "enemy", "cunning", 4, elsewhere="B2"))
    assert [(s.space, s.floor) for s in elsewhere.state.spots] == [("B2", 2)]


def test_card_comes_from_deck_of_plans_floor():
    table = standing("A1", 1).do(a.Send(0, "B1", 1)).at("cards", here="space", to_draw=1)
    table.do(a.DrawEncounter("Alfred", "stranger"))
    table.do(a.Resolve(table.state.spots[0].cards[0].id))
    assert table.state.discards == (0, 1, 0)


def test_name_means_one_place_even_without_plan():
    table = begun().set(1, space="Laundry", floor=2).do(a.Send(0, "laundry".title(), 1))
    assert table.villain().floor == 2
    lying = begun().set(1, space="?7", floor=2)
    lying.state = replace(lying.state, spots=(Spot("Cellar", 3, (), 0),))
    assert lying.do(a.Send(0, "Cellar", 1)).villain().floor == 3
    alone = begun().set(0, space="Laundry", floor=1).do(a.Send(0, "Laundry", 2))
    assert alone.villain().floor == 2


@pytest.mark.parametrize("space", ["A4", "tower-entrance"])
def test_move_naming_its_floor_ends_on_no_other(space):
    table = standing("guard-post", 1, guard_passed=True).do(a.Roll(4))
    table.refused(a.MoveFigure(space, 2), "T-FLOOR")
    keys = standing("A4", 1)
    keys.give(0, EncounterCard("guard-keys", purchase=True))
    keys.refused(a.UseKeys(space), "T-FLOOR")


def test_suggestions_lie_on_the_floor_they_are_for():
    own = replace(box(), plan=replace(PLAN, first=(*PLAN.first, "infirmary")))
    table = begun(own_box=own).set(0, space="?9", floor=2).do(a.Roll(4))
    (walk,) = offered(table, "move", floor=1)
    assert "infirmary" in ends(walk)
    upstairs = next(p for p in offered(table, "move") if "floor" not in p.fixed)
    assert "infirmary" not in ends(upstairs)


@pytest.mark.parametrize(
    ("space", "roll", "stops"),
    [
        ("tower-entrance", 2, {"S2", "B2", "B4"}),
        ("S2", 1, {"anteroom", "S1"}),
        ("S2", 6, {"control-room", "tower-entrance"}),
        ("anteroom", 1, {"control-room", "S2"}),
        ("control-room", 3, {"S1"}),
        ("control-room", 6, {"tower-entrance"}),
    ],
)
def test_batman_leaves_where_he_stands_in_the_tower(space, roll, stops):
    table = standing("A1", 1).at("batman-path", batman_roll=roll)
    table.state = replace(table.state, batman=Batman(space, 3, 8, 8))
    (walk,) = offered(table, "batman-move")
    assert ends(walk) == stops
    assert space not in stops


@BOTH
def test_batman_does_not_stop_where_he_stands(depth):
    table = begun().set(0, space="?5", floor=2).at("batman-path", batman_roll=2)
    table.state = replace(table.state, depth=depth, batman=Batman("Ward", 2, 8, 8))
    table.refused(a.BatmanMove("Ward"), "T-STAYS")


def test_up_from_the_anteroom_leads_only_a_key():
    without = standing("anteroom", 3).do(a.Roll(3))
    assert not offered(without, "move", direction="up")
    table = standing("anteroom", 3)
    table.give(0, EncounterCard("security-key", key=True))
    (up,) = offered(table.do(a.Roll(3)), "move", direction="up")
    assert ends(up) == {"control-room"}
    assert table.do(a.MoveFigure("control-room", direction="up")).state.fight.kind == "control"


def test_batman_may_meet_villain_on_unnamed_place_too():
    table = standing("B3", 2).set(1, space="B2", floor=2).set(2, space="?9", floor=2)
    table.at("batman-path", batman_roll=2)
    table.state = replace(table.state, batman=Batman("B0", 2, 8, 8))
    asked = table.asked(a.BatmanMove("B2"), "BATMAN_MEETS")
    assert [o.value for o in asked.options] == ["1", "2"]
    assert table.ask(a.BatmanMove("B2"), None, BATMAN_MEETS="2").state.fight.me.seat == 2
    table.do(a.BatmanMove("B2"), BATMAN_MEETS="1")
    assert table.state.fight.me.seat == 1
    assert table.villain(2).space == "?9"


def test_floor_entered_mid_game_corrects_who_stands_there():
    table = begun().set(0, space="Ward", floor=1)
    table.state = replace(table.state, batman=Batman("Ward", 1, 8, 8))
    table.do(a.EnterRing(2, "Ward, falcone, Hall, security-door"))
    assert (table.villain().floor, table.state.batman.floor) == (2, 2)
    assert "on-floor" in table.said()


def test_cards_stay_when_floor_without_them_is_entered():
    table = begun()
    table.state = replace(table.state, spots=(Spot("Cellar", 3, (), 0), Spot("Ward", 1, (), 0)))
    table.do(a.EnterRing(2, "Ward, falcone, Hall, security-door"))
    assert [(spot.space, spot.floor) for spot in table.state.spots] == [("Cellar", 3), ("Ward", 2)]


def test_one_space_lies_on_one_floor():
    table = standing("A1", 1)
    table.refused(a.EnterRing(2, "A1, X, Y"), "T-FLOOR")
    table.refused(a.EnterRing(2, "Guard Post, X, Y"), "T-FLOOR")
    table.do(a.EnterRing(1, "A1, X, Y"))


def rings(table: Table) -> dict[int, tuple[str, list[str]]]:
    """Return what the form of each floor begins with, and what it suggests."""
    fields = {p.fixed["floor"]: p.fields[0] for p in offered(table, "ring")}
    return {
        floor: (SAY(field.default), [SAY(each.label) for each in field.choices])
        for floor, field in fields.items()
    }


def test_floor_spaces_are_entered_and_corrected_mid_game():
    table = begun()
    assert {floor: shown for floor, (shown, _) in rings(table).items()} == {1: "", 2: "", 3: ""}
    table.do(a.EnterRing(1, "Guard Post, A1, Morgue"))
    assert table.state.plan.first == ("guard-post", "A1", "morgue")
    shown = rings(table)
    assert (shown[1][0], shown[2][0]) == ("Guard Post, A1, Morgue", "")
    assert {"Guard Post", "Morgue"} <= set(shown[1][1])
    assert not {"Guard Post", "Morgue"} & set(shown[2][1])
    assert "Infirmary" in shown[2][1]


def test_spaces_of_every_board_show_as_many_cards():
    shown = {"guard-post": 1, "open-cell": 1, "falcone": 0, "security-door": 0, "anteroom": 0}
    assert {space: symbols(begun().state, space) for space in shown} == shown
    assert symbols(begun().state, "morgue") is None


@pytest.mark.parametrize(
    ("begun", "drawn"),
    [
        (lambda: standing("A4", 1), {}),
        (lambda: standing("A4", 1).do(a.Roll(2)), {"A5": 1, "A6": 2, "A3": 1, "A2": 2}),
        (lambda: standing("A4", 1).do(a.Roll(2, forced=True)), {}),
        (lambda: standing("guard-post", 1, guard_passed=True).do(a.Roll(2)), {}),
        (lambda: standing("S1", 3).do(a.Roll(2)), {}),
    ],
)
def test_only_move_round_floor_is_drawn_in_steps(begun, drawn):
    cells = REFEREE.board(begun().state, 0).cells
    assert {cell.space: cell.step for cell in cells if cell.step} == drawn


@pytest.mark.parametrize(
    ("floor", "space", "goal", "steps"),
    [
        (1, "A1", "A3", 2),
        (1, "A3", "A1", 2),
        (1, "A1", "A7", 2),
        (2, "B5", "B0", 3),
        (3, "tower-entrance", "control-room", 4),
        (3, "control-room", "tower-entrance", 4),
        (1, "A1", "B1", None),
        (2, "A1", "B1", None),
    ],
)
def test_distance_takes_nearer_way_round_except_in_tower(floor, space, goal, steps):
    assert distance(PLAN, floor, space, goal) == steps
