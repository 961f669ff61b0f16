"""Movement: compulsory, one direction, half in the Tower, the Guard, keys, the Door."""

from msgspec.structs import replace

from games.referee import Adjust, Ruling
from games.talisman_batman.state import EncounterCard, Plan, PurchaseStock, Setup
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet

KEYS = EncounterCard("guard-keys", purchase=True)
PICKS = EncounterCard("lock-picks", purchase=True)
KEY = EncounterCard("security-key", key=True)
ARMOUR = EncounterCard("Vest", armour=True)

PLAN = Plan(
    first=("guard-post", "A1", "A2", "A3", "A4", "A5", "A6", "A7"),
    second=("B0", "B1", "B2", "security-door", "B4", "B5"),
    tower=("tower-entrance", "S1", "S2", "anteroom", "control-room"),
    links=(("guard-post", "B0"), ("A4", "B2")),
)


def full(space, floor=1, **changes):
    """Return a table in full depth with the plan above, the first villain on a space."""
    table = begun(own_box=replace(box(), plan=PLAN))
    table.state = replace(table.state, depth="full")
    return table.set(0, space=space, floor=floor, **changes)


def test_others_wait_and_move_comes_first():
    table = begun()
    table.refused(a.Roll(4), "E_NOT_ACTIVE", 1)
    table.refused(a.EndTurn(), "T-E02")
    table.refused(a.Roll(7), "T-E03")
    table.do(a.Roll(4), actor=0)
    table.refused(a.EndTurn(), "T-E02")


def test_fate_rerolls_movement_die_once_new_face_counts():
    table = begun().do(a.Roll(1), a.RerollByFate(0, 4))
    assert table.villain().fate == 2
    table.refused(a.RerollByFate(0, 5), "T-E06")
    table.do(a.MoveFigure())
    assert table.phase == "encounter"
    other = begun().do(a.Roll(3), a.RerollByFate(0, 1), a.MoveFigure())
    assert other.phase == "batman-roll"


def test_reroll_needs_fate_and_own_die():
    table = begun().set(0, fate=0).do(a.Roll(3))
    table.refused(a.RerollByFate(0, 5), "T-E08")
    table = begun().do(a.Roll(3))
    table.refused(a.RerollByFate(1, 5), "T-E07")


def test_an_insane_villain_does_not_roll():
    table = begun().do(a.GoInsane(0))
    table.refused(a.Roll(1), "T-E23")
    table.do(a.InsaneMove("Ciemnia"))
    assert (table.phase, table.villain().space) == ("encounter", "darkroom")
    begun().refused(a.InsaneMove(), "T-SANE")


def test_unnamed_move_meets_no_card_left_behind():
    """Unnamed is never the same as unnamed: the Enemy of the last space stays there."""
    table = begun().set(0, space="?1").do(a.LayCard("Spoiler"), a.Roll(3), a.MoveFigure())
    assert table.villain().space != "?1"
    table.do(a.Space(0))
    assert (table.state.fight, table.phase) == (None, "take")


def test_a_forced_move_still_rolls_for_batman():
    table = begun().do(a.Roll(1, forced=True), a.MoveFigure("Anywhere", 2))
    assert table.phase == "batman-roll"
    assert table.villain().floor == 2


def offered(table, **fixed):
    """Return the ends of the first move prompt with these fixed values."""
    found = next(
        p
        for p in REFEREE.prompts(table.state)
        if p.do == "move" and all(p.fixed.get(k) == v for k, v in fixed.items())
    )
    return {c.value for c in found.fields[0].choices}


def test_full_depth_offers_two_ends_refusing_other_distances():
    table = full("A1").do(a.Roll(3))
    assert offered(table) == {"A4", "A6"}
    refusal = table.refused(a.MoveFigure("A3"), "T-E05")
    assert refusal.facts["n"] == 3
    table.do(a.MoveFigure("A4"))


def test_a_direction_binds():
    table = full("A2").do(a.Roll(3))
    assert offered(table) == {"A5", "A7"}
    table.refused(a.MoveFigure("A5", direction="anticlockwise"), "T-E04")
    table.do(a.MoveFigure("A5", direction="clockwise"))


def test_quick_depth_warns_where_the_plan_disagrees():
    table = full("A2")
    table.state = replace(table.state, depth="quick")
    table.do(a.Roll(3))
    assert table.asked(a.MoveFigure("A6"), "STEPS").weight == "warn"
    table.do(a.MoveFigure("A6"), STEPS="anyway")
    assert table.villain().space == "A6"


def test_somewhere_else_is_offered_in_quick_depth_alone():
    for depth, labels in (("quick", ["move", "move-else"]), ("full", ["move"])):
        table = full("A2")
        table.state = replace(table.state, depth=depth)
        table.do(a.Roll(3))
        asked = [p for p in REFEREE.prompts(table.state) if p.do == "move"]
        assert [p.label.code for p in asked] == [f"prompt.{label}" for label in labels]
        assert [p.expected for p in asked] == [label == "move" for label in labels]


def test_the_tower_halves_the_roll_rounding_up():
    for roll, space in ((1, "S1"), (2, "S1"), (3, "S2"), (4, "S2"), (5, "anteroom")):
        table = full("tower-entrance", 3).do(a.Roll(roll))
        assert offered(table, direction="up") == {space}
    table = full("tower-entrance", 3).do(a.Roll(1), a.MoveFigure("S1", direction="up"))
    assert table.phase == "batman-roll"


def test_way_back_from_control_room_leads_down():
    table = full("control-room", 3, turning_back=True)
    turn = replace(table.state.turn, phase="path", roll=1)
    table.state = replace(table.state, turn=turn)
    assert offered(table, direction="down") == {"anteroom"}
    assert isinstance(table.ask(a.MoveFigure("anteroom", direction="down")), Ruling)


def test_turning_back_is_final_until_the_entrance():
    table = full("S2", 3).do(a.Roll(2), a.TurnBack())
    table.refused(a.TurnBack(), "T-E27")
    table.refused(a.MoveFigure("anteroom", direction="up"), "T-E27")
    table.do(a.MoveFigure("S1", direction="down"))
    assert table.villain().turning_back
    table.refused(a.Space(), "T-TURNING")
    table.do(a.SkipEncounter(), a.EndTurn()).at("end").do(a.EndTurn(), a.Roll(2))
    table.do(a.MoveFigure("tower-entrance", direction="down"))
    assert not table.villain().turning_back


def test_leaving_the_tower_through_the_door_is_free():
    table = full("S1", 3).do(a.Roll(5), a.MoveFigure("B4", direction="down"))
    assert (table.villain().floor, table.villain().space) == (2, "B4")
    assert not table.villain().turning_back
    quick = begun().set(0, floor=3, space="").do(a.Roll(4))
    quick.refused(a.MoveFigure("Corridor", 2), "T-TURN")
    quick.do(a.MoveFigure("Corridor", 2, "down"))
    assert quick.villain().floor == 2


def test_coming_down_from_the_second_floor_is_free():
    table = full("B1", 2).do(a.Roll(4))
    assert {"A2", "A6"} <= offered(table)
    table.do(a.MoveFigure("A2"))
    assert (table.villain().floor, table.phase) == (1, "encounter")


def test_going_up_without_guard_or_keys_is_refused():
    table = begun().do(a.Roll(4))
    table.refused(a.MoveFigure("X", 2), "T-GUARD")
    table = begun().set(0, floor=2, space="Y").do(a.Roll(4))
    table.refused(a.MoveFigure("tower-entrance"), "T-DOOR")


def test_tie_with_guard_ends_turn_there_without_loss():
    table = begun(own_box=box(sheet("Bane", 4))).do(a.Roll(5), a.Guard(3), a.Strike((5,)))
    table.do(a.SpendNoFate(0))
    assert (table.phase, table.villain().life, table.villain().space) == ("end", 4, "guard-post")


def test_losing_to_guard_ends_turn_even_with_armour():
    table = begun(own_box=box(sheet("Bane", 3)))
    bat, vest = table.give(
        0, EncounterCard("baseball-bat", strength=1, combat=True, weapon=True), ARMOUR
    )
    table.do(a.Roll(5), a.Guard(5), a.Strike((4,)), a.SpendNoFate(0))
    assert table.phase == "loss"
    saved = table.do(a.Save(0, vest))
    assert (saved.phase, saved.villain().life) == ("end", 4)
    assert table.villain().objects[0].id == bat


def test_beating_guard_spends_rest_upstairs_in_either_direction():
    table = full("A2")
    table.set(0, strength=6).do(a.Roll(4), a.Guard(), a.Strike((4,)))
    assert (table.phase, table.state.turn.left) == ("up", 2)
    table.refused(a.MoveFigure("A1", 1), "T-UP")
    assert offered(table) == {"B1", "B5"}
    table.do(a.MoveFigure("B5"))
    assert (table.villain().floor, table.phase) == (2, "encounter")


def test_unreachable_guard_cannot_be_fought_in_full_depth():
    table = full("A4").do(a.Roll(2))
    table.refused(a.Guard(), "T-FAR")


def test_past_guard_without_steps_next_move_goes_up():
    table = full("A2").set(0, strength=8).do(a.Roll(2), a.Guard(), a.Strike((2,)))
    assert table.villain().guard_passed
    assert table.phase == "encounter"
    table.do(a.SkipEncounter(), a.EndTurn()).at("end").do(a.EndTurn())
    table.do(a.Roll(3))
    table.refused(a.Guard(), "T-UP")
    table.refused(a.MoveFigure("A3"), "T-UP")
    table.do(a.MoveFigure("B2"))
    assert not table.villain().guard_passed


def test_drawing_at_guard_post_gives_up_way_up():
    table = full("A2").set(0, strength=8).do(a.Roll(2), a.Guard(), a.Strike((2,)))
    table.do(a.Space())
    assert not table.villain().guard_passed
    assert table.state.turn.to_draw == 1
    table.refused(a.Guard(), "T-E24")


def test_one_that_ends_at_guard_still_moves_batman():
    table = full("A1").do(a.Roll(1), a.Guard(), a.Strike((1,)), a.SpendNoFate(0))
    assert table.phase == "batman-roll"
    table.do(a.BatmanRoll(2), a.BatmanMove("B5"))
    assert table.phase == "end"
    other = begun(setup=Setup(preset="custom", readings=("batmanAfterGuardLoss",)))
    assert other.do(a.Roll(1), a.Guard(1), a.Strike((1,)), a.SpendNoFate(0)).phase == "end"


def test_guard_may_be_tried_immediately_from_guard_post():
    table = full("guard-post").set(0, strength=8).do(a.Roll(3), a.Guard(), a.Strike((3,)))
    assert (table.phase, table.state.turn.left) == ("up", 3)
    strict = begun(setup=Setup(preset="custom", readings=("guardFromStart",)))
    strict.set(0, space="guard-post").do(a.Roll(3)).refused(a.Guard(), "T-GUARD-START")


def test_guard_keys_cross_over_instead_of_the_roll():
    table = full("A4")
    table.state = replace(table.state, stock=(PurchaseStock("guard-keys", 0, 1),))
    table.give(0, KEYS)
    table.do(a.UseKeys())
    assert (table.villain().space, table.villain().floor) == ("B2", 2)
    assert table.state.stock[0].left == 1
    assert table.phase == "encounter"
    table.refused(a.Roll(3), "T-PHASE")
    table.refused(a.SkipEncounter(), "T-MUST")
    assert begun().refused(a.UseKeys(), "T-NO-KEYS").remedy is not None


def test_full_depth_guard_keys_lead_to_opposite_space():
    table = full("A4")
    table.give(0, KEYS)
    table.refused(a.UseKeys("B5"), "T-OPPOSITE")


def test_lock_picks_find_guard_keys_while_stock_lasts():
    table = full("darkroom")
    table.give(0, PICKS)
    table.state = replace(table.state, stock=(PurchaseStock("guard-keys", 0, 1),))
    table.refused(a.Search(), "T-E29")
    table.state = replace(table.state, stock=(PurchaseStock("guard-keys", 1, 1),))
    table.do(a.Search())
    assert [c.name for c in table.villain().objects] == ["lock-picks", "guard-keys"]
    assert table.state.stock[0].left == 0
    table.refused(a.Search(), "T-SEARCHED")


def test_desks_are_in_two_rooms_only():
    table = begun()
    table.refused(a.Search(), "T-NO-PICKS")
    table.give(0, PICKS)
    table.refused(a.Search(), "T-DESK")
    table.set(0, space="")
    table.asked(a.Search(), "DESK")
    table.refused(a.Search(), "T-DESK", DESK="no")
    table.do(a.Search(), DESK="yes")


def test_security_door_opens_or_not_and_ends_turn():
    table = full("B1", 2).do(a.Roll(3), a.Door(), a.DoorResult(True))
    assert (table.villain().space, table.villain().floor) == ("tower-entrance", 3)
    assert table.phase == "end"
    table = full("B1", 2).do(a.Roll(2), a.Door(), a.DoorResult(False))
    assert (table.villain().space, table.phase) == ("security-door", "end")
    full("B0", 2).do(a.Roll(1)).refused(a.Door(), "T-FAR")
    begun().do(a.Roll(1)).refused(a.Door(), "T-NOT-SECOND")


def test_one_fate_token_for_dice_of_door():
    table = full("B1", 2).do(a.Roll(3), a.Door(), a.SpendFate(0))
    assert table.villain().fate == 2
    table.refused(a.SpendFate(0), "T-E06")


def test_an_open_job_blocks_the_door():
    table = full("falcone", 2).at("take", here="space").do(a.TakeJob(3, "Bring two coins"))
    table.refused(a.TakeJob(2), "T-E28")
    table.at("path", roll=3)
    table.refused(a.Door(), "T-E25")
    table.do(a.JobDone(0))
    assert [c.key for c in table.villain().objects] == [True]
    assert table.state.key_pool == 3
    table.do(a.Door())


def test_job_done_with_no_key_left_pays_nothing():
    table = begun()
    table.give(1, KEY, KEY, KEY, KEY)
    table.set(0, space="falcone", floor=2).at("take", here="space").do(a.TakeJob(1))
    table.do(a.JobDone(0))
    assert table.villain().job is None
    assert table.villain().objects == ()


def test_anteroom_turns_back_unless_key_leads_on():
    table = full("S2", 3).do(a.Roll(6))
    table.refused(a.MoveFigure("control-room", direction="up"), "T-E26")
    table.do(a.MoveFigure("anteroom", direction="up"))
    assert (table.villain().turning_back, table.villain().space) == (True, "anteroom")
    table = full("S2", 3)
    table.give(0, KEY)
    table.do(a.Roll(6), a.MoveFigure("anteroom", direction="up"))
    assert (table.phase, table.villain().space) == ("stand", "control-room")
    assert table.state.key_pool == 4
    assert table.state.batman.space == "control-room"


def test_adjusting_keeps_the_invariants():
    table = begun()
    assert table.ask(Adjust("coins.0", 9)).state.coin_pool == 20
    table.refused(Adjust("life.0", 0), "E_RANGE")
    table.refused(Adjust("strength.0", 1), "E_RANGE")
    table.refused(Adjust("fate.0", 9), "E_RANGE")
    table.set(0, coins=20)
    table.refused(Adjust("coins.1", 20), "E_INVARIANT")


def at_the_door(**villain):
    return begun().set(0, floor=2, space="falcone", **villain).do(a.Roll(2), a.Door())


def test_door_dice_enter_ledger_and_decide_nothing():
    table = at_the_door(fate=1)
    thrown = a.DoorDice((3, 5))
    assert [(die.face, die.purpose, die.part) for die in REFEREE.rolled(table.state, thrown)] == [
        ("3", "door", 0),
        ("5", "door", 0),
    ]
    table.do(thrown)
    assert table.phase == "door"
    assert "8" in table.log()
    table.refused(thrown, "T-DOOR-DICE")
    table.do(a.SpendFate(0), a.DoorDice((6, 0)), a.DoorResult(True))
    assert table.villain().space == "tower-entrance"


def test_one_door_die_is_enough_none_is_not():
    table = at_the_door()
    table.refused(a.DoorDice((0, 0)), "E_RANGE")
    table.refused(a.DoorDice((7,)), "T-E03")
    assert len(REFEREE.rolled(table.state, a.DoorDice((4, 0)))) == 1
    table.do(a.DoorDice((4, 0)), a.DoorResult(False))
    assert table.villain().space == "security-door"


def test_door_takes_one_tap_whoever_keeps_no_ledger():
    table = at_the_door()
    offered = [p for p in REFEREE.prompts(table.state) if p.group == "now"]
    assert [(p.do, p.fields) for p in offered if p.expected][:2] == [("door-result", ())] * 2


def test_falcones_die_goes_into_the_ledger():
    table = begun().set(0, floor=2, space="falcone").at("take", here="space")
    (die,) = REFEREE.rolled(table.state, a.TakeJob(4))
    assert (die.face, die.purpose, die.part) == ("4", "job", 0)


def test_desk_is_searched_only_while_guard_keys_remain():
    for left, offered in ((0, False), (1, True)):
        table = begun(own_box=box(stock=(PurchaseStock("guard-keys", left, 2),))).set(
            0, space="office"
        )
        table.state = replace(table.state, stock=(PurchaseStock("guard-keys", left, 2),))
        table.give(0, PICKS)
        found = [p for p in REFEREE.prompts(table.state) if p.do == "search"]
        assert bool(found) is offered


def test_tie_with_guard_stops_villain_but_not_batman():
    table = begun(own_box=replace(box(sheet("Bane", 5)), plan=PLAN)).set(0, space="A1", fate=0)
    table.do(a.Roll(1), a.Guard(1), a.Strike((4,)))
    assert (table.phase, table.villain().space) == ("batman-roll", "guard-post")


def test_who_turned_back_does_not_turn_back_again():
    table = full("S2", 3).do(a.Roll(1), a.MoveFigure("S1", direction="down"))
    assert "turns-back" in table.said()
    table.at("path", roll=1).do(a.MoveFigure("tower-entrance", direction="down"))
    assert "turns-back" not in table.said()
