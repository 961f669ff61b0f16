"""Batman: his move after a 1, his fights, his list, the Control Room."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.state import Batman, EncounterCard, Plan, Setup, Spot
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet

LINES = ("one", "two", "three", "four", "five", "six")
BATMAN = Batman("B0", 2, 8, 7, LINES)
PLAN = Plan(
    first=("guard-post", "A1", "A2", "A3"),
    second=("B0", "B1", "B2", "B3", "B4", "security-door", "B6", "B7"),
    tower=("tower-entrance", "S1", "anteroom", "control-room"),
    links=(("guard-post", "B0"), ("A2", "B4")),
)
ROLLED = "batman-roll"


def rolled_one(*names, readings=(), **places):
    """Return a table where the first villain has rolled a 1 and moved; Batman's roll comes next."""
    setup = Setup(preset="custom", readings=readings)
    own = replace(box(), batman=BATMAN, plan=PLAN)
    table = begun(*(names or ("Bane", "Scarecrow", "Clayface")), setup=setup, own_box=own)
    for seat, space in enumerate(places.get("at", ())):
        table.set(seat, space=space, floor=2)
    return table.do(a.Roll(1), a.MoveFigure("B2"), STEPS="anyway")


def test_mover_must_choose_among_those_standing_there():
    table = rolled_one(at=("B1", "B5", "B5"))
    table.set(1, space="B3").set(2, space="B3")
    table.do(a.BatmanRoll(3))
    table.do(a.BatmanMove("B3"))
    assert table.phase == "batman-target"
    table.refused(a.Space(), "T-PHASE")
    table.refused(a.BatmanTarget(0), "T-E13")
    table.refused(a.BatmanTarget(1), "E_NOT_ACTIVE", 2)
    table.do(a.BatmanTarget(2))
    table.refused(a.Stand("strength"), "T-NOT-YOURS", 0)
    table.do(a.Stand("cunning"), actor=2)
    table.refused(a.Evade(2), "T-E12")
    table.do(a.Strike((1, 6)))
    assert table.villain(2).life == 3
    assert table.state.batman.space == "B3"
    assert (table.phase, table.state.active) == ("encounter", 0)


def test_nobody_has_to_fight_once_all_have_left():
    table = rolled_one(at=("B1", "B5", "B5")).set(1, space="B3").set(2, space="B3")
    table.do(a.BatmanRoll(3), a.BatmanMove("B3"), a.Send(1, "B6"))
    assert table.phase == "batman-target"
    table.do(a.Send(2, "B6"))
    assert (table.phase, table.state.fight) == ("encounter", None)


def test_the_own_villain_alone_has_to_fight():
    table = rolled_one(at=("B1", "X", "X"))
    table.do(a.BatmanRoll(2), a.BatmanMove("B2"))
    assert (table.phase, table.state.fight.me.seat) == ("stand", 0)


def test_second_one_moves_batman_only_one_space():
    table = rolled_one(at=("B1", "X", "X")).do(a.BatmanRoll(1), a.BatmanMove("B1"))
    assert (table.phase, table.state.batman.space) == ("encounter", "B1")


def test_batman_changes_floor_only_with_his_first_step():
    table = rolled_one(at=("B1", "X", "X")).do(a.BatmanRoll(3))
    table.refused(a.BatmanMove("Somewhere", 1, crossing=3), "T-E33")
    table.do(a.BatmanMove("A2"))
    assert table.state.batman.floor == 1


def test_batmans_floor_is_asked_once():
    table = begun().at("batman-path", batman_roll=3)
    prompts = [each for each in REFEREE.prompts(table.state) if each.do == "batman-move"]
    assert [[field.name for field in each.fields] for each in prompts] == [["to", "floor"]]
    table.do(a.BatmanMove("Somewhere", 1))
    assert table.state.batman.floor == 1


def test_full_depth_checks_batmans_steps():
    table = rolled_one(at=("B1", "X", "X"))
    table.state = replace(table.state, depth="full")
    table.do(a.BatmanRoll(3))
    table.refused(a.BatmanMove("B6"), "T-E05")
    ends = {c.value for c in REFEREE.prompts(table.state)[0].fields[0].choices}
    assert ends == {"B3", "security-door", "A2"}


def test_fate_rerolls_batmans_steps_unless_table_says_no():
    table = rolled_one(at=("B1", "X", "X")).do(a.BatmanRoll(3), a.RerollByFate(0, 2))
    assert (table.villain().fate, table.state.turn.batman_roll) == (2, 2)
    table.refused(a.RerollByFate(0, 1), "T-E06")
    strict = rolled_one(at=("B1", "X", "X"), readings=("fateOnBatmanRoll",))
    strict.do(a.BatmanRoll(3)).refused(a.RerollByFate(0, 2), "T-E07")


def test_win_escapes_by_list_and_fate_rerolls_die():
    table = rolled_one(at=("B1", "X", "X")).set(0, strength=5)
    table.do(a.BatmanRoll(2), a.BatmanMove("B2"), a.Stand("strength"), a.Strike((6, 2)))
    table.do(a.Escape(2))
    assert "two" in table.log()
    table.do(a.RerollByFate(0, 5))
    assert "five" in table.log()
    table.refused(a.RerollByFate(0, 1), "T-E06")
    table.do(a.Change(0, "coins", -1), a.Escaped())
    assert table.phase == "encounter"
    assert table.villain().trophies == ()


def test_tie_does_nothing_and_loss_ends_no_turn():
    table = rolled_one(at=("B1", "X", "X")).set(0, fate=0)
    table.do(a.BatmanRoll(2), a.BatmanMove("B2"), a.Stand("strength"), a.Strike((6, 1)))
    assert (table.villain().life, table.phase) == (4, "encounter")
    strict = rolled_one(at=("B1", "X", "X"), readings=("batmanLossEndsTurn",)).set(0, fate=0)
    strict.do(a.BatmanRoll(2), a.BatmanMove("B2"), a.Stand("strength"), a.Strike((1, 6)))
    assert strict.phase == "end"


def test_first_fight_asks_and_remembers_batmans_card():
    own = replace(box(), plan=PLAN)
    table = begun("Bane", "Scarecrow", own_box=own).set(0, space="B1", floor=2)
    table.do(a.Roll(1), a.MoveFigure("B2"), a.BatmanRoll(2), a.BatmanMove("B2"))
    assert REFEREE.prompts(table.state)[0].do == "batman-card"
    card = a.EnterBatman(8, 9)
    table.do(card, a.Stand("cunning"))
    assert table.state.fight.value == 9
    assert REFEREE.remember(own, card, table.state).batman.cunning == 9
    line = a.BatmanLine(3, "Lose a coin")
    assert REFEREE.remember(own, line, table.state).batman.lines[2] == "Lose a coin"


def test_unwritten_line_may_be_noted_when_rolled():
    table = rolled_one(at=("B1", "X", "X")).set(0, strength=5)
    table.state = replace(table.state, batman=replace(BATMAN, lines=()))
    table.do(a.BatmanRoll(2), a.BatmanMove("B2"), a.Stand("strength"), a.Strike((6, 2)))
    table.do(a.Escape(2))
    asked = {p.do: (p.expected, p.fixed) for p in REFEREE.prompts(table.state) if p.group == "now"}
    assert asked["batman-line"] == (False, {"die": 2})
    assert asked["escaped"][0]
    table.do(a.BatmanLine(2, "Lose a coin"))
    assert "batman-line" not in {p.do for p in REFEREE.prompts(table.state) if p.group == "now"}


def test_turn_is_over_when_batman_kills_its_owner():
    table = rolled_one(at=("B1", "X", "X")).set(0, fate=0, life=1)
    table.do(a.BatmanRoll(2), a.BatmanMove("B2"), a.Stand("strength"), a.Strike((1, 6)))
    assert (table.villain().status, table.state.active, table.phase) == ("waiting", 1, "move")


def test_table_says_who_stands_where_app_cannot_know():
    table = begun("Bane", "Scarecrow").set(0, floor=2, space="").set(1, floor=2, space="")
    table.do(a.Roll(1), a.MoveFigure(), a.BatmanRoll(4))
    question = table.asked(a.BatmanMove(), "BATMAN_MEETS")
    assert [o.value for o in question.options] == ["none", "0", "1"]
    nobody = table.ask(a.BatmanMove(), BATMAN_MEETS="none").state
    assert nobody.turn.phase == "encounter"
    table.do(a.BatmanMove(), BATMAN_MEETS="1")
    assert (table.phase, table.state.fight.me.seat) == ("batman-card", 1)


@pytest.mark.parametrize(
    ("stands", "to", "both"), [("B3", "", "B3"), ("?70", "", "?70"), ("?70", "B3", "B3")]
)
def test_batman_stands_where_the_villain_he_meets_stands(stands, to, both):
    table = begun("Bane", "Scarecrow").set(0, space="Ward", floor=2).set(1, floor=2, space=stands)
    rope = Spot(stands, 2, (EncounterCard("Rope", id=70),))
    table.state = replace(table.state, spots=(rope,))
    table.at("batman-path", batman_roll=4).do(a.BatmanMove(to, 2), BATMAN_MEETS="1")
    assert (table.state.batman.space, table.villain(1).space) == (both, both)
    assert [spot.space for spot in table.state.spots] == [both]


def test_unplaced_villains_stand_each_on_their_own_space():
    table = begun("Bane", "Scarecrow", "Clayface").set(1, floor=2, space="")
    table.set(2, floor=2, space="").at("batman-path", batman_roll=4)
    table.do(a.BatmanMove("B3", 2), BATMAN_MEETS="1")
    assert [villain.space for villain in table.state.villains] == ["morgue", "B3", ""]


def test_walking_onto_batman_is_safe_unless_table_disagrees():
    setup = Setup(preset="custom")
    own = replace(box(), batman=BATMAN, plan=PLAN)
    table = begun(setup=setup, own_box=own).set(0, space="B2", floor=2).do(a.Roll(2))
    assert table.do(a.MoveFigure("B0")).phase == "encounter"
    strict = begun(setup=replace(setup, readings=("walkIntoBatman",)), own_box=own)
    strict.set(0, space="B2", floor=2).do(a.Roll(2))
    assert strict.ask(a.MoveFigure("B4")).state.turn.phase == "encounter"
    assert strict.do(a.MoveFigure("B0")).phase == "stand"


# -- the Control Room --------------------------------------------------------------------


def at_the_top(strength=6, bonus=4, **facts):
    """Return a table where the first villain reaches the anteroom with a key."""
    setup = Setup(preset="custom", readings=facts.get("readings", ()))
    own = replace(box(sheet("Bane", strength)), batman=BATMAN, plan=PLAN)
    table = begun("Bane", "Scarecrow", setup=setup, own_box=own).set(0, space="S1", floor=3)
    table.give(0, EncounterCard("security-key", key=True), EncounterCard("Crown", strength=bonus))
    return table.do(a.Roll(facts.get("roll", 2)), a.MoveFigure("anteroom", direction="up"))


def test_beating_batman_in_control_room_wins_at_once():
    table = at_the_top().do(a.Stand("strength"), a.Strike((5, 2)))
    outcome = REFEREE.outcome(table.state)
    assert (outcome.condition, outcome.winners, outcome.rule) == ("control", (0,), "T-143")
    assert "15" in table.log()
    assert "14" in table.log()
    assert REFEREE.prompts(table.state) == ()
    assert table.refused(a.EndTurn(), "E_OVER")


def test_tie_stays_and_fights_again_without_roll():
    table = at_the_top().set(0, fate=0).do(a.Stand("strength"), a.Strike((4, 2)))
    assert (table.villain().in_control_room, table.villain().life, table.phase) == (True, 4, "end")
    table.do(a.EndTurn()).at("end").do(a.EndTurn())
    assert table.phase == "stand"
    table.refused(a.Roll(1), "T-PHASE")
    table.do(a.Stand("strength"), a.Strike((6, 1)))
    assert table.state.winner == 0


def test_loss_leads_back_to_door_and_costs_life():
    table = at_the_top().set(0, fate=0).do(a.Stand("strength"), a.Strike((1, 6)))
    villain = table.villain()
    assert (villain.space, villain.floor, villain.life) == ("security-door", 2, 3)
    assert (table.phase, villain.in_control_room) == ("end", False)
    free = at_the_top(readings=("controlRoomLossCostsLife",)).set(0, fate=0)
    assert free.do(a.Stand("strength"), a.Strike((1, 6))).villain().life == 4


def test_nobody_evades_in_the_control_room():
    table = at_the_top().do(a.Stand("cunning"))
    table.refused(a.Evade(0), "T-E12")
    assert table.state.fight.value == 12


def test_dying_in_the_control_room_ends_the_turn():
    table = at_the_top().set(0, fate=0, life=1).do(a.Stand("strength"), a.Strike((1, 6)))
    assert (table.villain().status, table.state.active) == ("waiting", 1)


def test_batman_rolled_into_control_room_can_be_beaten():
    table = at_the_top().set(0, fate=0).do(a.Stand("strength"), a.Strike((4, 2)), a.EndTurn())
    table.state = replace(table.state, batman=Batman("S1", 3, 8, 7, LINES))
    table.do(a.Roll(1), a.MoveFigure("A1"), a.BatmanRoll(2), a.BatmanMove("control-room"))
    assert (table.state.fight.me.seat, table.state.fight.value) == (0, 12)
    table.do(a.Stand("strength"), a.Strike((6, 1)))
    assert table.state.winner == 0


def test_one_into_anteroom_fights_before_moving_batman():
    table = at_the_top(roll=1).set(0, fate=0).do(a.Stand("strength"), a.Strike((4, 2)))
    assert table.phase == "batman-roll"
    table.do(a.BatmanRoll(1), a.BatmanMove("anteroom"))
    assert table.phase == "end"


@pytest.mark.parametrize("reading", [(), ("batmanLossEndsTurn",)])
@pytest.mark.parametrize("victim", [0, 1])
def test_batman_tie_goes_on_unless_table_ends_turn(reading, victim):
    table = rolled_one(readings=reading, at=("B1", "X", "X")).set(victim, space="B3", fate=0)
    table.do(a.BatmanRoll(3), a.BatmanMove("B3"), a.Stand("strength"), a.Strike((6, 1)))
    ended = bool(reading) and victim == 0
    assert ("batman-tie" in table.said(), "tie" in table.said()) == (not ended, ended)
    assert table.phase == ("end" if ended else "encounter")
    assert table.villain(victim).life == 4
    rules = {note.code: note.rule for note in table.notes}
    assert rules.get("note.batman-tie", "T-Q56") == "T-Q56"


def off_turn(*readings, **facts):
    """Return a table where Batman attacks the second villain, who waits in the Control Room in the
    first's turn."""
    setup = Setup(preset="custom", readings=readings)
    table = begun("Bane", "Scarecrow", setup=setup)
    facts = {"fate": 0, "in_control_room": True, **facts}
    table.set(1, space="control-room", floor=3, **facts)
    table.state = replace(table.state, batman=Batman("control-room", 3, 8, 8, LINES))
    return table.at("batman-target").do(a.BatmanTarget(1), a.Stand("cunning"))


def test_off_turn_control_room_loss_leads_to_door():
    table = off_turn().do(a.Strike((1, 6)))
    assert (table.villain(1).space, table.villain(1).floor) == ("security-door", 2)
    assert (table.villain(1).life, table.villain(1).in_control_room) == (3, False)
    assert "control-lost" in table.said()
    assert (table.phase, table.state.active) == ("encounter", 0)
    spared = off_turn("controlRoomLossCostsLife").do(a.Strike((1, 6)))
    assert (spared.villain(1).life, spared.villain(1).space) == (4, "security-door")


def test_off_turn_tie_keeps_villain_in_control_room():
    table = off_turn(cunning=9, in_control_room=False).do(a.Strike((4, 1)))
    assert (table.villain(1).space, table.villain(1).in_control_room) == ("control-room", True)
    assert table.said()[-1] == "control-tie"
    assert (table.phase, table.state.active) == ("encounter", 0)


@pytest.mark.parametrize(
    ("dice", "phase"), [((6, 1), "escape"), ((4, 1), "encounter"), ((1, 6), "encounter")]
)
def test_control_room_may_be_any_space_off_turn(dice, phase):
    table = off_turn("offTurnControlWin", cunning=9).do(a.Strike(dice))
    assert (table.phase, table.state.winner) == (phase, None)
    assert table.villain(1).space == "control-room"
    assert table.villain(1).life == (3 if dice == (1, 6) else 4)


def test_whoever_batman_kills_off_turn_stays_dead():
    table = off_turn(life=1).do(a.Strike((1, 6)))
    assert table.villain(1).status == "waiting"
    assert "control-lost" not in table.said()
    assert (table.phase, table.state.active) == ("encounter", 0)


def test_batman_goes_on_from_end_of_tower():
    table = rolled_one(at=("B1", "X", "X"))
    table.state = replace(table.state, batman=Batman("control-room", 3, 8, 7, LINES))
    table.do(a.BatmanRoll(6), a.BatmanMove("tower-entrance"))
    assert table.state.batman.space == "tower-entrance"
