"""Tests that unknown Objects and Followers are asked for once, when a fight needs it."""

from msgspec.structs import replace

from games.referee import Ruling
from games.talisman_batman.state import Setup
from games.talisman_batman.state.derived import base, known_card
from tests.games.talisman_batman.table import REFEREE, a, begun, box


def fighting(*gains, edition=2):
    """Return a table in a fight against the Guard, after these cards came to the first villain."""
    t = begun(setup=Setup(edition=edition))
    for gain in gains:
        t.do(gain)
    t.do(a.Roll(4), a.Guard(4))
    return t


def asked(t):
    return [each for each in REFEREE.prompts(t.state) if each.do == "adds"]


def score(t):
    return base(t.state, t.state.fight.me, "strength")


ROPE, DOG = a.Gain(0, "Rope", "object"), a.Gain(0, "Old dog", "follower")


def test_unknown_cards_are_asked_for_in_one_form():
    t = fighting(ROPE, DOG)
    (form,) = asked(t)
    assert form.expected
    (field,) = form.fields
    assert field.rows == ("Rope", "Old dog")
    before = score(t)
    t.do(a.EnterBonuses(form.fixed["cards"], ("strength-2-fight", "")))
    assert score(t) == before + 2
    assert not asked(t)


def test_fight_goes_on_without_an_answer():
    t = fighting(ROPE)
    t.do(a.Strike((1,)))
    assert not asked(t)


def test_answer_stays_in_copy_and_is_final():
    t = fighting(ROPE)
    action = a.EnterBonuses(asked(t)[0].fixed["cards"], ("",))
    ruling = REFEREE.apply(t.state, action)
    assert isinstance(ruling, Ruling)
    known = REFEREE.remember(box(), action, ruling.state)
    assert next(card for card in known.cards if card.name == "Rope").told
    again = begun(setup=Setup(edition=2), own_box=replace(box(), cards=known.cards))
    again.do(ROPE, a.Roll(4), a.Guard(4))
    assert not asked(again)


def test_card_without_name_is_read_out_alone():
    t = begun(setup=Setup(edition=2))
    t.do(a.Roll(2), a.MoveFigure("Ward", symbols=1), a.DrawEncounter(shows="object"))
    card = t.state.spots[0].cards[0]
    t.do(a.TakeGoods((card.id,)), a.EndTurn(), a.Roll(2), a.MoveFigure("Cell", symbols=0))
    t.do(a.EndTurn(), a.Roll(4), a.Guard(4))
    before = score(t)
    t.do(a.EnterBonuses((card.id,), ("strength-3-weapon",)))
    (own,) = t.villain().objects
    assert (own.weapon, own.combat, score(t)) == (True, True, before + 3)
    assert known_card(t.state, "") is None


def test_armour_that_was_read_out_saves_a_life():
    t = fighting(ROPE)
    t.do(a.EnterBonuses(asked(t)[0].fixed["cards"], ("armour",)), a.Strike((1,)))
    t.do(a.SpendNoFate(0)) if t.phase == "fate" else None
    assert t.phase == "loss"


def test_both_villains_of_a_fight_are_asked_together():
    t = begun(setup=Setup(edition=2))
    t.do(ROPE, a.Gain(1, "Net", "object"))
    t.set(0, space="ward").set(1, space="ward").at("encounter")
    t.do(a.AttackVillain(1))
    (form,) = asked(t)
    assert form.actors is None
    assert form.fields[0].rows == ("Rope", "Net")


def test_cards_of_the_rulebook_are_not_asked():
    assert not asked(fighting(a.Gain(0, "Lock Picks"), a.Gain(0, source="key")))
    assert not asked(fighting())


def test_table_begun_before_is_not_asked():
    assert not asked(fighting(ROPE, edition=1))


def test_other_answers_are_refused():
    t = fighting(ROPE)
    cards = asked(t)[0].fixed["cards"]
    t.refused(a.EnterBonuses(cards, ("strength-9-fight",)), "E_MALFORMED")
    t.refused(a.EnterBonuses(cards, ()), "T-NO-CARD")
    t.refused(a.EnterBonuses((99,), ("",)), "T-NO-CARD")
