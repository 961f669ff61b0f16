"""Encounter numbers: asked when they matter, remembered, and taught in mid-fight."""

import pytest
from msgspec.structs import replace

from tests.games.talisman_batman.rules.combat.test_fighting import meeting
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun


def together(*cards):
    """Return Enemies without a number on a space of that many symbols."""
    table = begun().set(0, fate=0).at("encounter").do(a.Space(len(cards)))
    for name, attribute, value in cards:
        table.do(a.DrawEncounter(name, "enemy", attribute, value))
    return table


def asked_for(table):
    prompts = [p for p in REFEREE.prompts(table.state) if p.do == "number"]
    return [p.fixed["card"] for p in prompts if p.expected]


@pytest.mark.parametrize(
    ("numbers", "fights"),
    [((1, 1), [("A", "B")]), ((2, 1), [("B",), ("A",)]), ((1, 2), [("A",), ("B",)])],
)
def test_enemies_without_number_are_fought_as_table_reads(numbers, fights):
    table = together(("A", "strength", 1), ("B", "strength", 1))
    assert table.phase == "cards"
    one, two = asked_for(table)
    assert SAY(table.refused(a.Meet(), "T-NUMBER").message) == "Enter A's encounter number first"
    table.refused(a.NumberCard(one, 0), "E_RANGE")
    table.refused(a.NumberCard(one, 10), "E_RANGE")
    table.refused(a.NumberCard(99, 1), "T-NO-CARD")
    table.refused(a.NumberCard(one, 1), "E_NOT_ACTIVE", 1)
    table.do(a.NumberCard(one, numbers[0]))
    assert asked_for(table) == [two]
    table.do(a.NumberCard(two, numbers[1]))
    met = []
    while table.phase == "fight":
        met.append(REFEREE.board(table.state, None).fight.right)
        table.do(a.Strike((6, 1)))
    assert met == fights


def test_a_lone_enemy_is_fought_without_its_number():
    assert together(("A", "strength", 1)).phase == "fight"
    mixed = (
        begun()
        .at("encounter")
        .do(a.Space(2), a.DrawEncounter("Alarm", "event"), a.DrawEncounter("Spoiler"))
    )
    assert not asked_for(mixed)


def test_the_number_of_a_card_is_remembered():
    table = begun().set(0, space="Ward", floor=2).at("encounter").do(a.Space(2))
    table.do(
        a.DrawEncounter("A", "enemy", "strength", 1),
        a.DrawEncounter("Spoiler", "enemy", "strength", 6),
    )
    unread = next(card for card in table.state.library if card.name == "A")
    one, two = asked_for(table)
    said = a.NumberCard(two, 4)
    table.do(a.NumberCard(one, 3), said)
    known = {card.name: card.number for card in table.state.library}
    assert (known["A"], known["spoiler"]) == (3, 4)
    assert replace(unread, number=3) in table.state.library
    box_after = REFEREE.remember(table.box, said, table.state)
    assert {card.name: card.number for card in box_after.cards}["spoiler"] == 4
    assert REFEREE.remember(table.box, a.NumberCard(99, 4), table.state) == table.box


def test_points_told_of_drawn_card_survive_number_entry():
    table = begun().set(0, space="Ward", floor=2).at("encounter").do(a.Space(2))
    table.do(a.DrawEncounter("Spoiler", value=9), a.DrawEncounter("A", "enemy", "strength", 1))
    for card in asked_for(table):
        table.do(a.NumberCard(card, 2))
    assert table.state.fight.value == 10


def alike(table):
    """Return which numbers are asked of several Enemies at once: how many, and of which card."""
    prompts = [p for p in REFEREE.prompts(table.state) if p.do == "number"]
    return [(p.label.facts["n"], p.fixed["card"]) for p in prompts if p.fixed.get("alike")]


def test_nameless_enemies_alike_take_one_answer():
    table = begun().set(0, space="Ward", floor=2).at("encounter").do(a.Space(3))
    table.do(*(a.DrawEncounter(shows="strength-2") for _ in range(3)))
    ((n, first),) = alike(table)
    assert (n, asked_for(table)) == (3, [first])
    table.do(a.NumberCard(first, 4, alike=True))
    assert (table.phase, table.state.fight.value) == ("fight", 6)


def test_nameless_enemies_alike_may_differ():
    table = begun().set(0, space="Ward", floor=2).at("encounter").do(a.Space(3))
    table.do(*(a.DrawEncounter(shows="strength-2") for _ in range(3)))
    ((_, first),) = alike(table)
    table.do(a.NumberCard(first, 4))
    ((n, second),) = alike(table)
    assert (n, second != first) == (2, True)
    table.do(a.NumberCard(second, 1, alike=True))
    assert (table.phase, table.state.fight.value) == ("fight", 4)


def test_nameless_enemies_are_asked_by_their_points():
    table = begun().set(0, space="Ward", floor=2).at("encounter").do(a.Space(2))
    table.do(a.DrawEncounter(shows="strength-4"), a.DrawEncounter(shows="cunning-6"))
    labels = [SAY(p.label) for p in REFEREE.prompts(table.state) if p.do == "number"]
    assert [("4" in labels[0]), ("6" in labels[1])] == [True, True]
    assert not alike(table)


def test_number_of_a_nameless_enemy_is_its_own():
    table = begun().set(0, space="Ward", floor=2).at("encounter").do(a.Space(2))
    table.do(a.DrawEncounter(shows="strength-4"), a.DrawEncounter(shows="strength-6"))
    one, two = asked_for(table)
    table.do(a.NumberCard(one, 3))
    assert asked_for(table) == [two]
    table.do(a.NumberCard(two, 2))
    assert (table.state.fight.enemies, table.state.fight.value) == ((two,), 6)
    assert not any(card.name == "" for card in table.state.library)


def test_number_taught_mid_fight_parts_or_joins_enemies():
    parted = meeting(("A", "strength", 1, 2), ("B", "strength", 1, 2))
    assert REFEREE.board(parted.state, None).fight.right == ("A", "B")
    parted.do(a.EnterCard("A", "enemy", value=1, number=3))
    assert REFEREE.board(parted.state, None).fight.right == ("B",)
    joined = meeting(("A", "strength", 1, 2), ("B", "strength", 1, 3))
    assert REFEREE.board(joined.state, None).fight.right == ("A",)
    joined.do(a.EnterCard("B", "enemy", value=1, number=2))
    assert REFEREE.board(joined.state, None).fight.right == ("A", "B")
    unknown = meeting(("A", "strength", 1, 2), ("B", "strength", 1, 2))
    unknown.do(a.EnterCard("A", "enemy", value=1))
    assert (unknown.phase, len(asked_for(unknown))) == ("cards", 1)


@pytest.mark.parametrize("value", [11, 12])
def test_enemies_of_eleven_and_twelve_take_one_tap(value):
    table = begun().at("encounter").do(a.Space(1))
    asked = table.asked(a.DrawEncounter("Nobody knows"), "CARD_KIND")
    assert asked.options[0].value == "enemy"
    answers = {"CARD_KIND": "enemy", "CARD_ATTRIBUTE": "cunning"}
    strengths = table.asked(a.DrawEncounter("Nobody knows"), "CARD_VALUE", **answers)
    assert [o.value for o in strengths.options] == list(range(1, 13))
    table.do(a.DrawEncounter("Nobody knows"), CARD_VALUE=str(value), **answers)
    assert (table.state.fight.value, table.state.fight.attribute) == (value, "cunning")
