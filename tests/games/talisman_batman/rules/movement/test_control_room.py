"""The Control Room: no one gets in past the key and Batman, whatever moves the villain (p. 13)."""

import pytest

from games.talisman_batman.state import EncounterCard
from tests.games.talisman_batman.table import SAY, a, begun


@pytest.mark.parametrize("seat", [0, 1])
def test_control_room_is_closed_without_key(seat):
    table = begun()
    refusal = table.refused(a.Send(seat, "Control Room"), "T-E26")
    way = "Choose another way, or first enter the card you hold: “Get an Object or Follower”"
    assert SAY(refusal.remedy) == way
    mad = begun().set(0, insane=2)
    mad.refused(a.InsaneMove("Control Room"), "T-E26")
    forced = begun().do(a.Roll(3, forced=True))
    forced.refused(a.MoveFigure("Control Room"), "T-E26")


@pytest.mark.parametrize(
    "enters", [a.Send(0, "Control Room"), a.InsaneMove("Control Room")], ids=("sent", "insane")
)
def test_control_room_takes_key_and_calls_batman(enters):
    table = begun().set(0, insane=2)
    table.give(0, EncounterCard("security-key", key=True))
    table.do(enters)
    assert (table.state.fight.kind, table.state.batman.space) == ("control", "control-room")
    assert (table.villain().objects, table.state.key_pool) == ((), 4)


def test_villain_sent_off_turn_fights_batman_next_turn():
    table = begun()
    table.give(1, EncounterCard("security-key", key=True))
    table.do(a.Send(1, "Control Room"))
    assert (table.state.batman.space, table.state.fight) == ("control-room", None)
    table.at("end").do(a.EndTurn())
    assert (table.state.active, table.state.fight.kind) == (1, "control")


def test_overruled_key_lets_villain_into_control_room():
    table = begun().do(a.Send(0, "Control Room"), **{"override:T-E26": "the card says so"})
    assert table.villain().space == "control-room"
    assert (table.state.fight.kind, table.state.batman.space) == ("control", "control-room")
    assert "in-control" in table.said()


def test_insane_move_without_name_leaves_the_space():
    """Unnamed is never the same as unnamed: no card of the last space is met again."""
    table = begun().set(0, space="?9", insane=2).do(a.LayCard("Spoiler"))
    table.do(a.InsaneMove(), a.Space(0))
    assert table.villain().space not in ("", "?9")
    assert (table.state.fight, table.phase) == (None, "take")
