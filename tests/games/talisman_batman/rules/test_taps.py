"""A turn needs no more taps than it has decisions."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.state import EncounterCard, Setup
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun

SHOWS = {"strength-4": ("strength", 4), "cunning-12": ("cunning", 12)}


def apart(**plan) -> Table:
    """Return the first turn on the sample board, the other villain upstairs; the die shows 3."""
    table = begun("Bane", "Scarecrow", own_box=REFEREE.sample_box())
    table.set(1, space="Demo 2-1", floor=2)
    table.state = replace(table.state, plan=replace(table.state.plan, **plan))
    return table.do(a.Roll(3))


def here(table: Table) -> Table:
    """Return a table like ``apart``, on a space of two cards that is about to be encountered."""
    return table.at("encounter").do(a.Space(2))


def offer(table: Table, do: str):
    return next(p for p in REFEREE.prompts(table.state) if p.do == do)


# -- from the move into the encounter ------------------------------------------------------


def test_quietest_turn_is_die_space_and_end():
    table = apart(symbols=(("Demo 1-4", 0),))
    assert offer(table, "move").fixed["symbols"] == -1
    table.do(a.MoveFigure("Demo 1-4", symbols=-1))
    assert table.phase == "take"
    table.do(a.EndTurn())
    assert table.state.active == 1


def test_space_showing_cards_asks_for_them_at_once():
    table = apart(symbols=(("Demo 1-4", 2),)).do(a.MoveFigure("Demo 1-4", symbols=-1))
    assert (table.phase, table.state.turn.to_draw) == ("cards", 2)


def test_unknown_space_asks_how_many_cards_it_shows():
    table = apart(symbols=()).do(a.MoveFigure("Demo 1-4", symbols=-1))
    assert table.phase == "encounter"
    table.do(a.Space(0))
    assert table.state.plan.symbols == (("Demo 1-4", 0),)
    box = replace(table.box, plan=replace(table.box.plan, symbols=(("office", 2),)))
    learned = REFEREE.remember(box, a.Space(0), table.state).plan
    assert dict(learned.symbols) == {"office": 2, "Demo 1-4": 0}


def climbing(at: int, **changes) -> tuple[Table, tuple[str, ...]]:
    """Return a villain's turn in the Tower of the sample board, and the Tower's spaces."""
    table = begun(own_box=REFEREE.sample_box())
    tower = table.state.plan.tower
    symbols = tuple((space, 2) for space in tower)
    table.state = replace(table.state, plan=replace(table.state.plan, symbols=symbols))
    return table.set(0, space=tower[at], floor=3, **changes), tower


def test_known_tower_space_is_encountered_at_once():
    table, tower = climbing(0)
    table.do(a.Roll(2))
    assert offer(table, "move").fixed["symbols"] == -1
    table.do(a.MoveFigure(tower[1], direction="up", symbols=-1))
    assert (table.phase, table.state.turn.to_draw) == ("cards", 2)


def test_way_down_the_tower_meets_nothing():
    table, tower = climbing(3, turning_back=True)
    table.do(a.Roll(2))
    assert offer(table, "move").fixed["symbols"] == -1
    table.do(a.MoveFigure(tower[2], direction="down", symbols=-1))
    assert table.phase == "end"
    table, tower = climbing(3, turning_back=True)
    table.set(1, space=tower[2], floor=3).do(a.Roll(2))
    table.do(a.MoveFigure(tower[2], direction="down", symbols=-1))
    assert table.phase == "encounter"


def test_insane_villain_encounters_known_space_at_once():
    table, _ = climbing(0, insane=2)
    table.state = replace(table.state, plan=replace(table.state.plan, symbols=(("office", 1),)))
    assert offer(table, "insane-move").fixed["symbols"] == -1
    table.do(a.InsaneMove("office", 1, symbols=-1))
    assert table.phase == "cards"


def test_where_somebody_stands_the_encounter_is_chosen():
    table = apart(symbols=(("Demo 1-4", 0),)).set(1, space="Demo 1-4", floor=1)
    assert table.do(a.MoveFigure("Demo 1-4", symbols=-1)).phase == "encounter"
    table = apart(symbols=(("Demo 1-4", 0),)).set(1, space="?9", floor=1)
    assert table.do(a.MoveFigure("Demo 1-4", symbols=-1)).phase == "encounter"


def test_number_of_cards_ends_move_without_plan():
    table = apart(first=()).set(1, space="?9", floor=1)
    shows = next(f for f in offer(table, "move").fields if f.name == "symbols")
    assert [SAY(choice.label) for choice in shows.choices] == [
        "Its own text",
        "1 card",
        "2 cards",
        "3 cards",
        "Meet a villain there",
    ]
    table.do(a.MoveFigure(symbols=1))
    assert (table.phase, table.state.turn.to_draw) == ("cards", 1)
    other = apart(first=()).do(a.MoveFigure(symbols=-2))
    assert other.phase == "encounter"
    other = apart(first=())
    other.refused(a.MoveFigure(symbols=4), "E_RANGE")


def test_encounter_leaving_a_choice_is_not_begun():
    """Batman moves first; who waits to go up decides; some tables leave things before."""
    batman = begun(own_box=REFEREE.sample_box()).do(a.Roll(1), a.MoveFigure(symbols=0))
    assert batman.phase == "batman-roll"
    waiting = apart(first=()).set(0, guard_passed=True, space="guard-post")
    waiting.at("path", roll=3, forced=True).do(a.MoveFigure("guard-post", 1, symbols=0))
    assert waiting.phase == "encounter"
    ditching = begun(setup=Setup(ditch_first=True)).set(0, coins=1)
    assert ditching.do(a.Roll(3), a.MoveFigure(symbols=0)).phase == "encounter"
    searching = begun(setup=Setup(readings=("lockPicksReplaceEncounter",)))
    searching.give(0, EncounterCard("lock-picks"))
    assert searching.do(a.Roll(3), a.MoveFigure(symbols=0)).phase == "encounter"


def test_symbols_entered_with_move_are_not_asked_again():
    table = begun(setup=Setup(ditch_first=True)).set(0, coins=1)
    table.do(a.Roll(3), a.MoveFigure("Yard", symbols=2))
    (space,) = (each for each in REFEREE.prompts(table.state) if each.do == "space")
    assert "symbols" not in [field.name for field in space.fields]
    assert table.do(a.Space()).state.turn.to_draw == 2


def test_card_symbols_are_asked_again_on_another_space():
    table = begun(setup=Setup(ditch_first=True)).set(0, coins=1)
    table.do(a.Roll(3), a.MoveFigure("Yard", symbols=2), a.Send(0, "Cell", 1))
    (space,) = (each for each in REFEREE.prompts(table.state) if each.do == "space")
    assert "symbols" in [field.name for field in space.fields]


# -- what a card shows -----------------------------------------------------------------


@pytest.mark.parametrize("shows", SHOWS)
def test_new_enemy_is_one_tap_without_name(shows):
    table = apart(first=()).do(a.MoveFigure(symbols=1), a.DrawEncounter(shows=shows))
    fight = table.state.fight
    assert (table.phase, fight.attribute, fight.value) == ("fight", *SHOWS[shows])
    assert "draws a card: Enemy" in table.log()
    assert table.state.library == REFEREE.sample_box().cards


def test_new_enemy_with_name_is_known_afterwards():
    table = apart(first=()).do(a.MoveFigure(symbols=1), a.DrawEncounter("Hush", shows="strength-4"))
    (hush,) = (card for card in table.state.library if card.name == "Hush")
    assert (hush.kind, hush.attribute, hush.value) == ("enemy", "strength", 4)
    box = REFEREE.remember(table.box, a.DrawEncounter("Hush", shows="strength-4"), table.state)
    assert hush in box.cards
    nameless = REFEREE.remember(table.box, a.DrawEncounter(shows="strength-4"), table.state)
    assert nameless.cards == table.box.cards


def test_event_happens_at_once_in_quick_depth_only():
    table = here(apart())
    table.do(a.DrawEncounter(shows="event"))
    assert (table.state.turn.to_draw, table.state.discards[0]) == (1, 1)
    full = here(apart())
    full.state = replace(full.state, depth="full")
    full.do(a.DrawEncounter(shows="event"))
    assert [card.kind for spot in full.state.spots for card in spot.cards] == ["event"]


def test_an_object_found_may_stay_without_a_name():
    table = here(apart()).do(a.DrawEncounter(shows="object"), a.NoDraw())
    assert table.phase == "take"
    table.do(a.TakeGoods(tuple(card.id for spot in table.state.spots for card in spot.cards)))
    assert [card.name for card in table.villain().objects] == [""]


def test_what_no_card_shows_is_refused():
    table = here(apart())
    for nonsense in ("strength-13", "strength", "key", "strength-x"):
        table.refused(a.DrawEncounter(shows=nonsense), "E_MALFORMED")
    table.refused(a.DrawEncounter(), "T-NAME")


# -- nothing is asked twice ------------------------------------------------------------------


def strolls(symbols, known=()):
    """Return a move that rolled a 1: Batman goes before the space is encountered."""
    table = begun("Bane", "Scarecrow", own_box=REFEREE.sample_box())
    table.set(1, space="Demo 2-1", floor=2)
    table.state = replace(table.state, plan=replace(table.state.plan, symbols=known))
    table.do(a.Roll(1), a.MoveFigure("Demo 1-2", symbols=symbols), a.BatmanRoll(2))
    return table.do(a.BatmanMove("Demo 2-5"))


def test_cards_said_with_the_move_outlast_batman():
    table = strolls(1)
    assert (table.phase, table.state.turn.to_draw) == ("cards", 1)


def test_known_space_needs_no_tap_after_batman():
    assert strolls(-1, (("Demo 1-2", 0),)).phase == "take"
