"""Whole games from the set-up to the end, said in actions only, replayed from storage."""

import msgspec
import pytest

from games.referee import Ruling
from games.talisman_batman.state import Setup
from tests.games.talisman_batman.state.random_play import plain
from tests.games.talisman_batman.table import REFEREE, Table, a, box, sheet

STRONG = box(
    sheet("Bane", 8, 2, start="Kostnica"),
    sheet("Scarecrow", 2, 6, start="Biuro", feats=1),
    sheet("Clayface", 5, 5, start="Izba chorych"),
)


class Recorded(Table):
    """A table that keeps what was said, to be played again."""

    def __init__(self, setup):
        super().__init__(setup, STRONG)
        self.setup, self.entries, self.told = setup, [], list(self.notes)

    def do(self, *actions, actor=None, **answers):
        for action in actions:
            super().do(action, actor=actor, **answers)
            self.entries.append((plain(action), actor, answers))
            self.told += self.notes
        return self


def arrived(**facts):
    """Return Bane and Scarecrow on their start spaces."""
    table = Recorded(Setup(2, "custom", **facts))
    table.do(a.PickVillain(0, "Bane"), a.PickVillain(1, "Scarecrow"))
    return table.do(a.Ready(0, "strength"), a.Ready(1, "cunning"))


def idle(table):
    """Let the other villain walk and meet nothing."""
    return table.do(a.Roll(2), a.MoveFigure(), a.Space(0), a.EndTurn())


def to_the_tower(table):
    """Return a game where Bane beats the Guard, works for Falcone and opens the Door."""
    table.do(a.Roll(4), a.Guard(2), a.Strike((3,)), a.MoveFigure("Cela Carmine'a Falcone'a"))
    table.do(a.Space(), a.TakeJob(4, "Two coins"), a.EndTurn())
    idle(table).do(a.Roll(2), a.MoveFigure("Corridor"), a.Space(1), a.DrawEncounter("Spoiler"))
    table.do(a.Strike((4, 1)), a.Change(0, "coins", 1), a.Change(0, "coins", -2), a.JobDone(0))
    table.do(a.Done(), a.Trade((table.villain().trophies[0].id,)), a.EndTurn())
    idle(table).do(a.Roll(5), a.Door(), a.DoorResult(True), a.EndTurn())
    return idle(table)


def to_the_control_room(table):
    to_the_tower(table).do(
        a.Roll(4), a.MoveFigure("Stairs", direction="up"), a.Space(0), a.EndTurn()
    )
    return idle(table).do(a.Roll(6), a.MoveFigure("Przedsionek Pokoju kontrolnego", direction="up"))


def victory():
    return to_the_control_room(arrived()).do(a.Stand("strength"), a.Strike((5, 1)))


def tie_and_second_fight():
    table = to_the_control_room(arrived()).do(
        a.Stand("strength"), a.Strike((3, 1)), a.SpendNoFate(0)
    )
    idle(table.do(a.EndTurn()))
    return table.do(a.Stand("strength"), a.Strike((1, 1)), a.RerollByFate(0, 6))


def killed(table):
    """Return a game where Bane dies of Robin in four turns."""
    table.do(a.Gain(0, "Rope"), a.Gain(0, "Medyczka", "follower"))
    for turn in range(4):
        table.do(a.Roll(3), a.MoveFigure("Ward"), a.Space(2 if turn else 1))
        if not turn:
            table.do(a.DrawEncounter("Robin", "enemy", "cunning", 9))
        table.do(a.NoDraw()) if table.state.turn.to_draw else None
        if table.phase == "cards":
            table.do(a.Meet())
        table.do(a.Strike((1, 6)))
        if table.state.active == 0:
            table.do(a.EndTurn())
        idle(table)
    return table


def successor(table):
    """Return a game where Clayface comes next, and wins as Bane would have."""
    table.do(a.PickVillain(0, "Clayface"), a.Ready(0, "strength"))
    if table.phase == "inherit":
        table.do(a.Inherit())
    table.do(a.Change(0, "strength", 6), a.Gain(0, source="key"))
    table.do(a.Roll(4), a.Guard(1), a.Strike((6,)), a.MoveFigure("zabezpieczone drzwi"))
    table.do(a.Space(), a.EndTurn())
    idle(table).do(a.Roll(5), a.Door(), a.DoorResult(True), a.EndTurn())
    idle(table).do(a.Roll(6), a.MoveFigure("anteroom", direction="up"))
    return table.do(a.Stand("strength"), a.Strike((6, 1)))


def death_with_inheritance():
    return successor(killed(arrived()))


def death_without_inheritance():
    return successor(killed(arrived(inheritance=False)))


def bloodbath():
    table = Recorded(Setup(3, "custom", bloodbath=True))
    for seat, name in enumerate(("Bane", "Scarecrow", "Clayface")):
        table.do(a.PickVillain(seat, name))
    for seat in range(3):
        table.do(a.Ready(seat))
    table.do(a.Change(1, "life", -3), a.Change(2, "life", -3))
    for target, move in ((1, "Biuro"), (2, "Izba chorych")):
        table.do(a.Roll(6), a.MoveFigure(move), a.AttackVillain(target), a.Strike((6, 1)))
        while table.phase == "fate":
            table.do(a.SpendNoFate(table.state.fight.foe.seat))
        table.do(a.TakePrize("life"))
        if table.phase == "loss":
            table.do(a.Suffer(target))
        if REFEREE.outcome(table.state) is None:
            table.do(a.EndTurn())
            table.do(a.Roll(3), a.MoveFigure("Izba chorych"), a.Space(0), a.EndTurn())
    return table


GAMES = {
    victory: ("control", 0),
    tie_and_second_fight: ("control", 0),
    death_with_inheritance: ("control", 0),
    death_without_inheritance: ("control", 0),
    bloodbath: ("last", 0),
}


@pytest.fixture(params=GAMES, ids=lambda game: game.__name__)
def game(request):
    return request.param


def test_the_game_ends_as_it_should(game):
    table = game()
    outcome = REFEREE.outcome(table.state)
    assert (outcome.condition, outcome.winners[0]) == GAMES[game]
    assert SAID[game] <= {note.code.removeprefix("note.") for note in table.told}


SAID = {
    victory: {"guard-passed", "job-done", "trades", "door-open", "enters-control", "victory"},
    tie_and_second_fight: {"control-tie", "reroll", "victory"},
    death_with_inheritance: {"killed", "estate", "inherits", "draw-villain", "victory"},
    death_without_inheritance: {"killed", "scattered", "draw-villain", "victory"},
    bloodbath: {"killed", "eliminated", "last"},
}


def test_a_replay_from_storage_gives_the_same_end(game):
    table = game()
    state = REFEREE.begin(table.setup, STRONG).state
    stored = msgspec.json.decode(msgspec.json.encode(table.entries))
    for data, actor, answers in stored:
        ruling = REFEREE.apply(state, REFEREE.decode_action(data), actor, answers)
        assert isinstance(ruling, Ruling)
        state = REFEREE.decode_state(REFEREE.encode_state(ruling.state))
    assert state == table.state


def test_the_heir_owns_what_the_dead_left():
    table = killed(arrived()).do(a.PickVillain(0, "Clayface"), a.Ready(0), a.Inherit())
    villain = table.villain()
    assert ([c.name for c in villain.objects], [c.name for c in villain.followers]) == (
        ["Rope"],
        ["medic"],
    )
    assert villain.coins == 2
    other = killed(arrived(inheritance=False))
    other.do(a.PickVillain(0, "Clayface"), a.Ready(0))
    assert other.villain().objects == ()


def test_polish_and_english_names_mean_same_spaces():
    table = arrived()
    table.do(a.Roll(2), a.MoveFigure("posterunek strażnika"))
    assert table.villain().space == "guard-post"
    table.do(a.Space(), a.DrawEncounter("Wytrychy", "object"))
    assert REFEREE.board(table.state, None).lying[0].cards[0].name.code == "card.lock-picks"
