"""A card the box does not know is asked about by taps; what was typed is not typed again."""

from typing import Any

from games.talisman_batman.state import Box
from tests.games.talisman_batman.table import REFEREE, Table, a, begun

NEW = a.DrawEncounter("Dredge")


def drawing() -> Table:
    return begun().do(a.Roll(3), a.MoveFigure(), a.Space(1), actor=0)


def test_an_event_takes_one_tap():
    table = drawing()
    question = table.asked(NEW, "CARD_KIND")
    assert question.options[0].value == "enemy"
    table.do(NEW, CARD_KIND="event")
    assert [card.kind for card in table.state.spots[0].cards] == ["event"]
    table.do(a.Resolve(table.state.spots[0].cards[0].id))
    assert any(card.name == "Dredge" for card in table.state.library)


def test_enemy_takes_three_and_is_fought_at_once():
    table = drawing()
    table.asked(NEW, "CARD_ATTRIBUTE", CARD_KIND="enemy")
    table.asked(NEW, "CARD_VALUE", CARD_KIND="enemy", CARD_ATTRIBUTE="cunning")
    table.do(NEW, actor=0, CARD_KIND="enemy", CARD_ATTRIBUTE="cunning", CARD_VALUE="7")
    fight = table.state.fight
    assert fight is not None
    assert (fight.attribute, fight.value) == ("cunning", 7)
    assert [(fact.of, fact.by) for fact in table.state.facts] == [("card-dredge", 0)]


def test_the_box_remembers_what_was_told_by_taps():
    table = drawing()
    answers = {"CARD_KIND": "enemy", "CARD_ATTRIBUTE": "strength", "CARD_VALUE": "5"}
    table.do(NEW, **answers)
    own: Any = REFEREE.remember(table.box, NEW, table.state)
    assert isinstance(own, Box)
    (card,) = [card for card in own.cards if card.name == "Dredge"]
    assert (card.id, card.kind, card.value) == (0, "enemy", 5)
    assert [fact.of for fact in own.facts] == ["card-dredge"]
    later = begun(own_box=own).do(a.Roll(3), a.MoveFigure(), a.Space(1), a.DrawEncounter("dredge"))
    assert later.state.fight is not None
    again = REFEREE.remember(own, a.DrawEncounter("Dredge"), later.state)
    assert again == own


def test_the_form_still_takes_it_all_at_once():
    table = drawing().do(a.DrawEncounter("Dredge", "enemy", "strength", 15, 3))
    assert table.state.fight is not None
    assert table.state.fight.value == 15
    table = drawing().do(a.EnterCard("Dredge", "place"), NEW)
    assert table.phase == "cards"
