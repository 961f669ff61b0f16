"""Every way a table cannot be is named by the invariants, and the nearest possible one is not."""

import pytest
from msgspec.structs import replace

from games import registry
from games.rising.state import BonusToken, HeroDie


@pytest.fixture(params=["batman-who-laughs", "fire-nation"])
def referee(request):
    return registry.referee(request.param)


@pytest.fixture
def state(referee):
    """Return two teams that have not dealt yet."""
    box = referee.sample_box()
    setup = replace(referee.setup_default(2, box), depth="full")
    return referee.begin(setup, box).state


@pytest.fixture
def named(referee, state):
    """Return the codes of what is wrong once these fields of the state are changed."""

    def check(**fields):
        return [defect.code for defect in referee.check(replace(state, **fields))]

    return check


def test_a_table_as_set_up_has_no_defect(named):
    assert named() == []


def test_damage_lies_between_zero_and_card_capacity(referee, state, named):
    first, *others = state.pieces
    capacity = referee.table(state).capacity(first)
    assert capacity
    for damage, wrong in ((-1, True), (0, False), (capacity, False), (capacity + 1, True)):
        pieces = (replace(first, damage=damage), *others)
        assert (named(pieces=pieces) == ["damage"]) == wrong, damage


def test_card_nobody_has_told_about_takes_any_damage(referee, state, named):
    first, *others = state.pieces
    unknown = replace(first, card="", damage=9)
    assert referee.table(state).capacity(unknown) == 0
    assert named(pieces=(unknown, *others)) == []


def test_every_card_lies_in_one_place(state, named):
    first, second = state.teams
    assert named(teams=(replace(first, row=()), second)) == ["zones"]
    assert named(teams=(first, replace(second, row=(*second.row, *first.row)))) == ["zones"]
    assert named(slots=((state.pieces[0].id, "", ""), *state.slots[1:])) == ["zones"]
    assert named(battles=(state.pieces[0].id, "", "")) == ["zones"]
    moved = (state.pieces[0].id, "", "")
    assert named(teams=(replace(first, row=()), second), slots=(moved, *state.slots[1:])) == []


def test_no_card_is_on_the_table_twice(state, named):
    first, second, *others = state.pieces
    double = replace(second, card=first.card)
    assert "twice" in named(pieces=(first, double, *others))
    unnamed = (replace(first, card=""), replace(second, card=""), *others)
    assert "twice" not in named(pieces=unnamed)


def test_tokens_are_neither_lost_nor_made(state, named):
    first, second = state.teams
    held = replace(first, tokens=(BonusToken("", 0),))
    assert named(supply=state.supply - 1) == ["tokens"]
    assert named(supply=state.supply + 1) == ["tokens"]
    assert named(supply=state.supply - 1, discard=1) == []
    assert named(supply=state.supply - 1, teams=(held, second)) == []
    assert named(supply=state.supply - 2, teams=(held, second), discard=1) == []
    assert named(supply=state.supply + 1, discard=-1) == ["tokens"]
    assert named(supply=-1, discard=state.supply + 1) == ["tokens"]


@pytest.mark.parametrize(
    ("place", "target", "wrong"),
    [
        ("pool", "", False),
        ("given", "", False),
        ("laid", "p1", False),
        ("stays", "p1", False),
        ("pool", "p1", True),
        ("given", "p1", True),
        ("laid", "", True),
        ("stays", "", True),
        ("nowhere", "", True),
    ],
)
def test_die_lies_in_pool_or_on_something(state, named, place, target, wrong):
    die = HeroDie("d1", state.stock[0].colour, place=place, target=target)
    turn = replace(state.turn, dice=(die,))
    assert (named(turn=turn) == ["dice"]) == wrong
    assert (named(kept=(die,)) == ["dice"]) == wrong


def test_no_die_doubles_and_no_colour_exceeds_stock(state, named):
    colour, count = state.stock[0].colour, state.stock[0].count
    dice = tuple(HeroDie(f"d{n}", colour) for n in range(count + 1))
    assert named(turn=replace(state.turn, dice=dice[:count])) == []
    assert named(turn=replace(state.turn, dice=dice)) == ["stock"]
    assert named(turn=replace(state.turn, dice=dice[:count]), kept=dice[count:]) == ["stock"]
    assert named(turn=replace(state.turn, dice=dice[:1]), kept=dice[:1]) == ["dice"]
    uncounted = (replace(state.stock[0], count=0), *state.stock[1:])
    assert named(turn=replace(state.turn, dice=dice), stock=uncounted) == []


def test_tracks_end_where_they_end(referee, state, named):
    length = referee.table(state).length()
    for doom, wrong in ((-1, True), (0, False), (length, False), (length + 1, True)):
        assert ("doom" in named(doom=doom)) == wrong, doom
    steps = len(state.steps)
    for progress, wrong in ((-1, True), (0, False), (steps, False), (steps + 1, True)):
        assert (named(progress=progress) == ["progress"]) == wrong, progress


def test_waiting_cards_lie_on_deck_once_and_unheld(state, named):
    released = tuple(replace(each, holding=False) for each in state.sections)
    assert named(waiting=(0,), sections=released) == []
    assert named(waiting=(0,), sections=released, deck=1) == []
    assert named(waiting=(0,), sections=released, deck=0) == ["deck"]
    assert named(waiting=(0, 0), sections=released) == ["waiting"]
    held = (replace(released[0], holding=True), *released[1:])
    assert named(waiting=(0,), sections=held) == ["waiting"]


def test_pointers_point_at_something(state, named):
    turn = state.turn
    for fields, wrong in (
        ({"active": 1}, False),
        ({"active": 2}, True),
        ({"active": -1}, True),
        ({"facing": 2}, False),
        ({"facing": 3}, True),
        ({"facing": -1}, True),
        ({"turn": replace(turn, location=-1)}, False),
        ({"turn": replace(turn, location=2)}, False),
        ({"turn": replace(turn, location=3)}, True),
        ({"defeated": -1}, True),
        ({"number": 0}, True),
        ({"number": 1, "defeated": 0}, False),
    ):
        assert (named(**fields) == ["position"]) == wrong, fields


def test_game_is_over_exactly_when_it_has_ending(named):
    assert named(endings=("loss",)) == ["over"]
    assert named(step="over") == ["over"]
    assert named(step="over", endings=("loss",)) == []
