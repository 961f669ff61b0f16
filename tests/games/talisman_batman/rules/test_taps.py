"""A turn needs no more taps than it has decisions."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.state import Card, Setup
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun

SHOWS = {"strength-4": ("strength", 4), "cunning-12": ("cunning", 12)}


def apart(**plan) -> Table:
    """The first turn on the sample board, the other villain upstairs; the die shows 3."""
    table = begun("Bane", "Scarecrow", own_box=REFEREE.sample_box())
    table.set(1, space="Demo 2-1", floor=2)
    table.state = replace(table.state, plan=replace(table.state.plan, **plan))
    return table.do(a.Roll(3))


def here(table: Table) -> Table:
    """As ``apart``, on a space of two cards that is about to be encountered."""
    return table.at("encounter").do(a.Space(2))


def offer(table: Table, do: str):
    return next(p for p in REFEREE.prompts(table.state) if p.do == do)


# -- from the move into the encounter ------------------------------------------------------


def test_the_quietest_turn_is_the_die_the_space_and_the_end():
    table = apart(symbols=(("Demo 1-4", 0),))
    assert offer(table, "move").fixed["symbols"] == -1
    table.do(a.Move("Demo 1-4", symbols=-1))
    assert table.phase == "take"
    table.do(a.EndTurn())
    assert table.state.active == 1


def test_a_space_that_shows_cards_asks_for_them_at_once():
    table = apart(symbols=(("Demo 1-4", 2),)).do(a.Move("Demo 1-4", symbols=-1))
    assert (table.phase, table.state.turn.to_draw) == ("cards", 2)


def test_a_space_nobody_knows_asks_how_many_cards_it_shows():
    table = apart(symbols=()).do(a.Move("Demo 1-4", symbols=-1))
    assert table.phase == "encounter"
    table.do(a.Space(0))
    assert table.state.plan.symbols == (("Demo 1-4", 0),)
    box = replace(table.box, plan=replace(table.box.plan, symbols=(("office", 2),)))
    learned = REFEREE.remember(box, a.Space(0), table.state).plan
    assert dict(learned.symbols) == {"office": 2, "Demo 1-4": 0}


def test_where_somebody_stands_the_encounter_is_chosen():
    table = apart(symbols=(("Demo 1-4", 0),)).set(1, space="Demo 1-4", floor=1)
    assert table.do(a.Move("Demo 1-4", symbols=-1)).phase == "encounter"
    table = apart(symbols=(("Demo 1-4", 0),)).set(1, space="?9", floor=1)
    assert table.do(a.Move("Demo 1-4", symbols=-1)).phase == "encounter"


def test_without_a_plan_the_number_of_cards_says_that_the_move_is_over():
    table = apart(first=()).set(1, space="?9", floor=1)
    shows = next(f for f in offer(table, "move").fields if f.name == "symbols")
    assert [SAY(choice.label) for choice in shows.choices] == [
        "0 cards",
        "1 card",
        "2 cards",
        "3 cards",
        "Meet a villain there",
    ]
    table.do(a.Move(symbols=1))
    assert (table.phase, table.state.turn.to_draw) == ("cards", 1)
    other = apart(first=()).do(a.Move(symbols=-2))
    assert other.phase == "encounter"
    other = apart(first=())
    other.refused(a.Move(symbols=4), "E_RANGE")


def test_an_encounter_that_leaves_a_choice_is_not_begun():
    """Batman moves first; who waits to go up decides; some tables leave things before."""
    batman = begun(own_box=REFEREE.sample_box()).do(a.Roll(1), a.Move(symbols=0))
    assert batman.phase == "batman-roll"
    waiting = apart(first=()).set(0, guard_passed=True, space="guard-post")
    waiting.at("path", roll=3, forced=True).do(a.Move("guard-post", 1, symbols=0))
    assert waiting.phase == "encounter"
    ditching = begun(setup=Setup(ditch_first=True)).set(0, coins=1)
    assert ditching.do(a.Roll(3), a.Move(symbols=0)).phase == "encounter"
    searching = begun(setup=Setup(readings=("lockPicksReplaceEncounter",)))
    searching.give(0, Card("lock-picks"))
    assert searching.do(a.Roll(3), a.Move(symbols=0)).phase == "encounter"


# -- what a card shows -----------------------------------------------------------------


@pytest.mark.parametrize("shows", SHOWS)
def test_a_new_enemy_is_one_tap_without_a_name(shows):
    table = apart(first=()).do(a.Move(symbols=1), a.Draw(shows=shows))
    fight = table.state.fight
    assert (table.phase, fight.attribute, fight.value) == ("fight", *SHOWS[shows])
    assert "draws a card: Enemy" in table.log()
    assert table.state.library == REFEREE.sample_box().cards


def test_a_new_enemy_with_a_name_is_known_from_then_on():
    table = apart(first=()).do(a.Move(symbols=1), a.Draw("Hush", shows="strength-4"))
    (hush,) = (card for card in table.state.library if card.name == "Hush")
    assert (hush.kind, hush.attribute, hush.value) == ("enemy", "strength", 4)
    box = REFEREE.remember(table.box, a.Draw("Hush", shows="strength-4"), table.state)
    assert hush in box.cards
    nameless = REFEREE.remember(table.box, a.Draw(shows="strength-4"), table.state)
    assert nameless.cards == table.box.cards


def test_an_event_is_carried_out_at_once_in_quick_depth_only():
    table = here(apart())
    table.do(a.Draw(shows="event"))
    assert (table.state.turn.to_draw, table.state.discards[0]) == (1, 1)
    full = here(apart())
    full.state = replace(full.state, depth="full")
    full.do(a.Draw(shows="event"))
    assert [card.kind for spot in full.state.spots for card in spot.cards] == ["event"]


def test_an_object_found_may_stay_without_a_name():
    table = here(apart()).do(a.Draw(shows="object"), a.NoDraw())
    assert table.phase == "take"
    table.do(a.Take(tuple(card.id for spot in table.state.spots for card in spot.cards)))
    assert [card.name for card in table.villain().objects] == [""]


def test_what_no_card_shows_is_refused():
    table = here(apart())
    for nonsense in ("strength-13", "strength", "key", "strength-x"):
        table.refused(a.Draw(shows=nonsense), "E_MALFORMED")
    table.refused(a.Draw(), "T-NAME")
