"""Rolls a card or space asks for: any dice, one Fate token for one of them (p. 4)."""

from games.talisman_batman.state import FalconeJob
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun


def offered(table, do="card-reroll"):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


def test_one_fate_token_rerolls_one_die():
    table = begun().do(a.CardRoll(0, (2, 5, 0)))
    assert table.log() == "Bane rolls 7: 2 and 5"
    assert table.state.thrown.dice == (2, 5)
    (prompt,) = offered(table)
    assert prompt.actors == (0,)
    assert SAY(prompt.label) == "Roll of 2 and 5: spend Fate (3 left)"
    assert [c.value for c in prompt.fields[0].choices] == [1, 2]
    table.do(a.CardReroll(0, 6, 2))
    assert (table.state.thrown.dice, table.villain().fate) == ((2, 6), 2)
    assert table.log() == "Bane spends Fate: 5 becomes 6"
    assert not offered(table)
    table.refused(a.CardReroll(0, 6, 1), "T-E06")
    table.do(a.CardRoll(0, (3,)), a.CardReroll(0, 4))
    assert table.villain().fate == 1


def test_only_roller_spends_fate_on_what_was_rolled():
    table = begun()
    table.refused(a.CardReroll(0, 6), "T-NO-ROLL")
    table.do(a.CardRoll(1, (3, 4)))
    table.refused(a.CardReroll(0, 6), "T-E07")
    table.refused(a.CardReroll(1, 6), "T-NOT-YOURS", 0)
    table.refused(a.CardReroll(1, 7), "T-E03")
    table.refused(a.CardReroll(1, 6, 3), "E_RANGE")
    table.refused(a.CardReroll(1, 6, 0), "E_RANGE")
    table.set(1, fate=0).refused(a.CardReroll(1, 6), "T-E08")
    assert not offered(table)
    table.refused(a.CardRoll(0, (1,)), "T-NOT-YOURS", 1)


def test_a_roll_is_of_one_to_six_dice():
    table = begun()
    table.refused(a.CardRoll(0, (0, 0)), "E_RANGE")
    table.refused(a.CardRoll(0, (1,) * 7), "E_RANGE")
    table.refused(a.CardRoll(0, (9,)), "T-E03")
    table.do(a.CardRoll(0, (1,) * 6))


def test_fate_for_a_roll_nobody_entered_is_refused():
    table = begun()
    assert table.refused(a.SpendFate(0), "T-NO-ROLL").remedy.code == "remedy.roll"
    assert not offered(table, "spend-fate")


def test_roll_ends_with_turn_and_with_its_villain():
    table = begun().do(a.CardRoll(0, (2,))).at("end").do(a.EndTurn())
    assert table.state.thrown is None
    dead = begun().do(a.CardRoll(1, (2,)), a.Change(1, "life", -9))
    assert dead.state.thrown is None


def test_falcones_die_can_reroll_while_job_is_open():
    table = begun().set(0, space="falcone", floor=2).at("take", here="space")
    table.do(a.TakeJob(3, "Two coins"), a.CardReroll(0, 5))
    assert table.villain().job == FalconeJob(5)
    assert table.said() == ["reroll", "job"]
    done = begun().set(0, space="falcone", floor=2).at("take", here="space")
    done.do(a.TakeJob(3), a.JobDone(0))
    done.refused(a.CardReroll(0, 5), "T-NO-ROLL")
    done.refused(a.TakeJob(2), "T-HIRED")
    assert not offered(done, "job")


def test_roll_asked_by_card_outlasts_finished_job():
    table = begun().set(0, space="falcone", floor=2).at("take", here="space")
    table.do(a.TakeJob(3), a.CardRoll(0, (2,)), a.JobDone(0), a.CardReroll(0, 5))
    assert table.state.thrown.dice == (5,)


def test_jobs_are_given_in_falcones_cell_only():
    table = begun().set(0, space="infirmary", floor=2).at("take", here="space")
    table.refused(a.TakeJob(3), "T-NOT-FALCONE")
    downstairs = begun().set(0, space="?9", floor=1).at("take", here="space")
    downstairs.refused(a.TakeJob(3), "T-NOT-FALCONE")
    unnamed = begun().set(0, space="?9", floor=2).set(1, space="?9", floor=2)
    unnamed.at("take", here="space").do(a.TakeJob(3))
    assert [v.space for v in unnamed.state.villains] == ["falcone", "falcone"]


def test_the_ledger_counts_dice_of_cards():
    table = begun()
    rolled = REFEREE.rolled(table.state, a.CardRoll(1, (2, 0, 6)))
    assert [(each.face, each.purpose, each.part) for each in rolled] == [
        ("2", "card", 1),
        ("6", "card", 1),
    ]
    (again,) = REFEREE.rolled(table.state, a.CardReroll(1, 4))
    assert (again.face, again.purpose) == ("4", "reroll")
