"""Tests that a figure off the rings is shown next to them and gets its place by a tap."""

from games.talisman_batman.board.map import off_the_rings
from games.talisman_batman.rules.movement.places import unplaced
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet


def on_a_new_board():
    """Return two villains on a First Floor of 24 spaces; only the first one's place is known."""
    sheets = (sheet("Bane", start=""), sheet("Scarecrow", start=""))
    t = begun(own_box=box(*sheets))
    return t.do(a.Roll(4), a.CountRing(1, 24), a.PlaceSpace("1-20"))


def forms(t):
    return {p.fixed["seat"]: p for p in REFEREE.prompts(t.state) if p.do == "located"}


def test_figure_off_the_ring_is_shown_and_offered():
    t = on_a_new_board()
    assert unplaced(t.state) == (1,)
    assert [each.name for each in off_the_rings(t.state)] == ["Scarecrow"]
    assert list(forms(t)) == [1]


def test_tap_puts_the_figure_on_its_place():
    t = on_a_new_board().do(a.Locate(1, "1-7"))
    assert t.villain(1).space == "1-7"
    assert not off_the_rings(t.state)
    assert not forms(t)
    assert t.said() == ["placed"]


def test_named_space_takes_its_place():
    t = on_a_new_board().set(1, space="Kitchen")
    t.do(a.Locate(1, "1-7"))
    assert t.state.plan.first[6] == "Kitchen"
    t.refused(a.Locate(1, "1-8"), "T-NO-PLACE")


def test_nothing_is_shown_beside_a_ring_nobody_counted():
    t = begun(own_box=box(sheet("Bane", start=""), sheet("Scarecrow", start="")))
    assert not off_the_rings(t.state)
    assert not forms(t)


def test_mover_is_asked_by_the_move_alone():
    t = begun(own_box=box(sheet("Bane", start=""), sheet("Scarecrow", start="")))
    t.do(a.Roll(4), a.CountRing(1, 24))
    assert 0 not in forms(t)
