"""A board that no one has entered gets known: sizes, places and names, each asked once."""

from msgspec.structs import replace

from games.talisman_batman.board.map import cells
from games.talisman_batman.state import FIRST, SECOND, TOWER, Batman, Plan, rings
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun, box, sheet

RING = rings.sized(Plan(), FIRST, 24)


def offers(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


def due(table):
    return [p.do for p in REFEREE.prompts(table.state) if p.expected and p.group == "now"]


def on_the_ring(*names, plan=RING, roll=4, **spaces):
    """Return a table that knows the size of the First Floor and these places, the die rolled."""
    for place, space in spaces.items():
        plan = rings.renamed(plan, f"1-{place[1:]}", space)
    table = begun("Bane", "Scarecrow", *names, own_box=replace(box(), plan=plan))
    return table.set(1, space="?9", floor=2).do(a.Roll(roll))


def near(table, space):
    return SAY(rings.label(table.state.plan, space, FIRST))


def learned(table, action):
    """Return the copy after a table has entered the last action, from a copy that knew nothing."""
    return REFEREE.remember(box(), action, table.state).plan


def test_unknown_floor_asks_for_its_size():
    table = begun().do(a.Roll(4))
    assert due(table) == ["ring-size"]
    assert not offers(table, "move")[0].expected
    table.do(a.CountRing(FIRST, 24))
    assert len(table.state.plan.first) == 24
    table.refused(a.CountRing(FIRST, 20), "T-NO-PLACE")


def test_size_is_kept_in_the_copy():
    table = begun().do(a.Roll(4), size := a.CountRing(FIRST, 24))
    assert learned(table, size).first == RING.first


def test_space_of_figure_is_tapped_once():
    table = on_the_ring()
    assert due(table) == ["place"]
    table.do(place := a.PlaceSpace("1-7"))
    assert table.state.plan.first[6] == "morgue"
    assert due(table) == ["move"]
    assert learned(table, place).first[6] == "morgue"
    table.refused(a.PlaceSpace("1-8"), "T-NO-PLACE")


def test_taken_place_is_refused():
    table = on_the_ring(p3="office")
    assert "office" not in {c.value for c in offers(table, "place")[0].fields[0].choices}
    table.refused(a.PlaceSpace("office"), "T-NO-PLACE")


def test_full_ring_does_not_ask_for_a_place():
    full = rings.with_ring(Plan(), FIRST, ("A", "B", "C", "D"))
    table = begun(own_box=replace(box(), plan=full)).do(a.Roll(2))
    assert due(table) == ["move"]


def test_move_has_two_unnamed_ends():
    table = on_the_ring(p1="morgue")
    (prompt,) = [p for p in offers(table, "move") if p.expected]
    assert [c.value for c in prompt.fields[0].choices] == ["1-5", "1-21"]
    assert [SAY(c.label) for c in prompt.fields[0].choices] == [
        "Clockwise",
        "Counterclockwise",
    ]


def test_figure_on_nameless_space_is_placed():
    table = on_the_ring().set(0, space="?3")
    table.do(a.PlaceSpace("1-2"))
    assert table.villain().space == "1-2"
    assert due(table) == ["move"]


def test_villain_start_is_kept_with_later_name():
    table = begun(own_box=replace(box(sheet("Bane", start="")), plan=RING)).do(a.Roll(4))
    table.set(1, space="?9", floor=2).do(place := a.PlaceSpace("1-3"))
    blank = REFEREE.blank_box()
    known = REFEREE.remember(blank, place, table.state)
    assert {s.name: s.start for s in known.sheets}["Bane"] == "1-3"
    table.set(0, space="1-3").at("encounter").do(space := a.Space(0, name="Kitchen"))
    assert table.villain().sheet.start == "Kitchen"
    known = REFEREE.remember(known, space, table.state)
    assert {s.name: s.start for s in known.sheets}["Bane"] == "Kitchen"
    assert known.plan.first[2] == "Kitchen"


def test_figure_starts_where_it_did_last_time():
    start = sheet("Bane", start="1-3")
    table = begun(own_box=replace(box(start), plan=RING)).do(a.Roll(4))
    assert (table.villain().space, due(table)) == ("1-3", ["move"])


def test_space_is_named_with_its_cards():
    table = on_the_ring(p1="morgue").do(a.MoveFigure("1-5", symbols=-1))
    (prompt,) = offers(table, "space")
    names, shown = prompt.fields
    assert "darkroom" in {c.value for c in names.choices}
    assert "morgue" not in {c.value for c in names.choices}
    assert [c.value for c in shown.choices] == [0, 1, 2, 3]
    table.do(space := a.Space(1, name="Darkroom"))
    assert (table.villain().space, table.state.turn.to_draw) == ("darkroom", 1)
    plan = learned(table, space)
    assert (plan.first[4], dict(plan.symbols)) == ("darkroom", {"darkroom": 1})


def test_name_can_wait_but_cards_are_kept():
    table = on_the_ring(p1="morgue").do(a.MoveFigure("1-5", symbols=-1), a.Space(2))
    assert (table.villain().space, dict(table.state.plan.symbols)) == ("1-5", {"1-5": 2})
    table.set(0, space="morgue").at("path", here="", to_draw=0)
    table.do(a.MoveFigure("1-5", symbols=-1))
    assert (table.phase, table.state.turn.to_draw) == ("cards", 2)


def test_name_on_another_floor_is_refused():
    table = on_the_ring(p1="morgue").do(a.MoveFigure("1-5", symbols=-1))
    table.refused(a.Space(1, name="Security Door"), "T-FLOOR")
    table.refused(a.Space(1, name="Morgue"), "T-NAMED")
    table.refused(a.Space(1, name="1-9"), "T-NAME")


def test_named_place_keeps_what_is_there():
    table = on_the_ring(p1="morgue")
    table.state = replace(table.state, batman=Batman("1-5", FIRST))
    table.do(a.MoveFigure("1-5", symbols=-1), a.Space(1, name="Kitchen"))
    assert table.state.batman.space == "Kitchen"
    assert "Kitchen" in table.state.plan.first


def test_known_space_is_two_taps():
    table = on_the_ring(p1="morgue", p5="office")
    plan = replace(table.state.plan, symbols=(("office", 0),))
    table.state = replace(table.state, plan=plan)
    table.do(a.MoveFigure("office", symbols=-1), a.EndTurn())
    assert table.state.active == 1


def test_guard_asks_steps_as_words():
    table = on_the_ring(p1="morgue", p2="office", p24="darkroom")
    (prompt,) = offers(table, "guard")
    (steps,) = prompt.fields
    assert [SAY(c.label) for c in steps.choices] == ["2 steps", "3 steps", "4 steps"]
    table.refused(a.Guard(1), "T-NOT-NEAR")


def test_guard_post_is_placed_where_only_one_fits():
    table = on_the_ring(p1="morgue", p4="office").do(guard := a.Guard(3))
    assert table.state.plan.first[21] == "guard-post"
    assert learned(table, guard).first[21] == "guard-post"


def test_guard_on_the_ring_asks_only_the_die():
    table = on_the_ring(p1="morgue", p4="guard-post")
    (prompt,) = offers(table, "guard")
    assert prompt.fields == ()
    assert prompt.fixed == {"used": 3}


def test_way_up_is_tapped_once():
    table = on_the_ring(p1="morgue", p4="guard-post").set(0, strength=8)
    table.do(a.Guard(3), a.Strike((6,)))
    table.do(a.CountRing(SECOND, 16))
    assert due(table) == ["place"]
    table.do(up := a.PlaceSpace("2-5"))
    assert table.state.plan.links == (("guard-post", "2-5"),)
    assert learned(table, up).links == (("guard-post", "2-5"),)
    assert [c.value for c in offers(table, "move")[0].fields[0].choices] == ["2-5"]


def test_tower_has_its_ends_at_once():
    tower = rings.sized(Plan(), TOWER, 6).tower
    assert tower == ("tower-entrance", "3-2", "3-3", "3-4", "anteroom", "control-room")
    table = begun(own_box=replace(box(), plan=rings.sized(Plan(), TOWER, 6)))
    table.set(0, space="tower-entrance", floor=3).do(a.Roll(3))
    assert due(table) == ["move"]
    assert near_tower(table) == ["2 above Tower Entrance"]


def near_tower(table):
    return [SAY(c.label) for c in offers(table, "move")[0].fields[0].choices]


def test_batman_is_placed_on_either_floor():
    table = on_the_ring(plan=rings.sized(RING, SECOND, 16))
    table.at("batman-path", batman_roll=2)
    (prompt,) = [p for p in offers(table, "place") if p.expected]
    assert SAY(prompt.label) == "Tap the space that Batman leaves"
    assert len(prompt.fields[0].choices) == 40
    table.do(place := a.PlaceSpace("1-5"))
    assert (table.state.batman.space, table.state.batman.floor) == ("1-5", FIRST)
    assert {e.value for e in offers(table, "batman-move")[0].fields[0].choices} >= {"1-3", "1-7"}
    known = REFEREE.remember(box(), place, table.state).batman
    assert (known.space, known.floor) == ("1-5", FIRST)


def test_batman_is_placed_before_his_first_move():
    table = begun(own_box=replace(box(), plan=rings.sized(Plan(), SECOND, 16)))
    table.at("batman-path", batman_roll=2)
    assert due(table) == ["place"]
    table.do(a.PlaceSpace("2-3"))
    (prompt,) = [p for p in offers(table, "batman-move") if p.expected]
    assert [c.value for c in prompt.fields[0].choices] == ["2-5", "2-1"]
    known = REFEREE.remember(box(), a.PlaceSpace("2-3"), table.state)
    assert known.batman.space == "2-3"


def test_floor_is_partly_known_while_places_lack_name():
    meter = next(
        m for m in REFEREE.meters(replace(box(), plan=RING)) if m.name.code == "meter.floors"
    )
    assert (meter.known, meter.partly) == (0, 1)


def test_board_draws_unnamed_places():
    table = on_the_ring(p1="morgue")
    drawn = cells(table.state)
    assert (len(drawn), [c.space for c in drawn if c.named]) == (24, ["morgue"])


def test_copy_joins_what_two_tables_saw():
    one, other = rings.renamed(RING, "1-2", "office"), rings.renamed(RING, "1-3", "Kitchen")
    both = rings.joined(one, other).first
    assert both[:4] == ("1-1", "office", "Kitchen", "1-4")
