"""Tests of what the villains may bring, against every die or card told to the table one after the
other."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from games.batman_who_laughs import BatmanWhoLaughs
from games.fire_nation import FireNation
from games.odds.roll_forecast import forecast
from games.referee import Open, Question, Refusal, Ruling
from games.rising.box import AbilityEffect
from games.rising.state import Pending
from tests.games.rising.text import a
from tests.positions import recorded

LAUGHS, FIRE = BatmanWhoLaughs(), FireNation()
DECK = tuple(
    f"{way}{n}"
    for way, cards in (("left", "012"), ("right", "00112"), ("stay", "0011122"))
    for n in cards
)
DICE = LAUGHS.sample_box().driver_dice
NUMBERS, TURNS = (each.faces for each in DICE)


def tables(referee, step):
    """Return recorded tables before the villains act, many of them, with all faces known."""
    found = [
        (where, replace(state, driver_dice=DICE, driver_deck=DECK if referee is FIRE else ()))
        for where, state in recorded(referee.title.slug)
        if state.step == step
    ]
    return found[:: 2 if referee is LAUGHS else 4]


def told(referee, state, *actions):
    for action in actions:
        answer = referee.apply(state, action)
        if not isinstance(answer, Ruling):
            assert isinstance(answer, Question | Refusal)
            return None
        state = answer.state
    return state


def damage(referee, state):
    """Return the counters on Heroes of teams and the room left, from the numbers a table could
    set."""
    numbers = {each.name: each for each in referee.trackers(state)}
    found = {}
    for team in state.teams:
        for hero in team.row:
            number = numbers[f"damage.{hero}"]
            found[hero] = number.value, number.high
    return found


def full(referee, state):
    known = {each.name: each.capacity for each in state.library}
    pieces = {each.id: each for each in state.pieces}

    def fallen(hero):
        capacity = pieces[hero].capacity or known.get(pieces[hero].card, 0)
        return bool(capacity) and pieces[hero].damage >= capacity

    return [[hero for hero in team.row if fallen(hero)] for team in state.teams], fallen


def figures(referee, before, after):
    """Return what has changed between two tables, by the numbers on them."""
    old, new = damage(referee, before), damage(referee, after)
    fell = {hero for row in full(referee, after)[0] for hero in row}
    fell -= {hero for row in full(referee, before)[0] for hero in row}
    return {
        "hurt": sum(n for n, _ in new.values()) - sum(n for n, _ in old.values()),
        "full": len(fell),
        "struck": after.facing == after.turn.location,
        "over": lost(referee, after) and not lost(referee, before),
    }


def lost(referee, state):
    rows, fallen = full(referee, state)
    kinds = {each.name: each.kind for each in state.library}
    heroes = [each.id for each in state.pieces if (kinds.get(each.card) or each.kind) == "hero"]
    track = sum(section.facts.size for section in state.sections)
    return (
        any(len(row) == len(team.row) for row, team in zip(rows, state.teams, strict=True))
        or state.defeated + sum(map(fallen, heroes)) >= state.setup.hero_limit
        or (referee is LAUGHS and state.doom >= track)
    )


def simulated(referee, state, actions):
    """Return how often each figure is what, of all ways one after the other; and how often the
    table alone could say how it goes on."""
    found, stuck = Counter(), Fraction(0)
    ends = [(told(referee, state, *each), Fraction(1, len(actions))) for each in actions]
    for after, share in ends:
        if after is not None and any(each.do == "doom" for each in referee.prompts(after)):
            # An ability has the track die rolled again.
            again = [told(referee, after, a.DoomRoll(int(n))) for n in NUMBERS]
            ends += [(each, share / len(again)) for each in again]
        elif after is None or after.step != "heroes":
            stuck += share
        else:
            for name, n in figures(referee, state, after).items():
                for least in range(1, int(n) + 1):
                    found[name, least] += share
    return found, stuck


def drawn(state):
    left = Counter(DECK) - Counter(state.drawn)
    return [(a.DriverCard(card),) for card in (left.elements() if left else DECK)]


def both_dice(state):
    return [(a.DoomRoll(int(n)), a.FigureRoll(face)) for n in NUMBERS for face in TURNS]


def figure_die(state):
    return [(a.FigureRoll(face),) for face in TURNS]


@pytest.mark.patient
@pytest.mark.parametrize(
    ("referee", "step", "ways"),
    [
        (LAUGHS, "doom_die", both_dice),
        (LAUGHS, "boss_die", figure_die),
        (FIRE, "fire_card", drawn),
    ],
)
def test_villains_bring_what_every_way_in_turn_brings(referee, step, ways):
    checked = 0
    for where, state in tables(referee, step):
        (throw,) = referee.possible_rolls(state)
        found = forecast(referee, state, throw)
        expected, stuck = simulated(referee, state, ways(state))
        assert found.error == 0
        assert found.open == stuck, where
        if stuck:
            continue
        checked += 1
        for name in ("hurt", "full", "struck", "over"):
            for least in range(1, found.most(name) + 2):
                assert found.chance(name, least) == expected[name, least], (where, name)
    assert checked >= 20


def test_track_fills_as_often_as_die_says():
    """Where no villain counts on the track as well, that is the die alone."""
    found = set()
    for where, state in tables(LAUGHS, "doom_die"):
        size = state.sections[0].facts.size
        state = replace(state, doom=size - 2)
        ends = [told(LAUGHS, state, *each) for each in both_dice(state)]
        assert None not in ends, where
        if any(each.do == "doom" for end in ends for each in LAUGHS.prompts(end)):
            continue  # An ability has the die rolled again.
        (throw,) = LAUGHS.possible_rolls(state)
        chance = forecast(LAUGHS, state, throw).chance("section")
        assert chance == Fraction(sum(end.doom >= size for end in ends), len(ends)), where
        found.add(chance)
    assert len(found) > 1
    assert min(found) == Fraction(sum(int(n) >= 2 for n in NUMBERS), 6)


def test_nothing_is_said_of_unknown_dice_and_decks():
    _, state = tables(LAUGHS, "doom_die")[0]
    assert LAUGHS.possible_rolls(replace(state, driver_dice=())) == ()
    (number, _turns) = DICE
    half = replace(state, driver_dice=(number,))
    assert forecast(LAUGHS, half, LAUGHS.possible_rolls(half)[0]).open == 1
    _, state = tables(FIRE, "fire_card")[0]
    assert FIRE.possible_rolls(replace(state, driver_deck=())) == ()


def test_die_of_unconfirmed_ability_is_not_foreseen():
    """It may do something else: the table is asked what it does, and the die is not offered."""
    _, state = tables(LAUGHS, "doom_die")[0]
    effects = (AbilityEffect("doom_roll"),)

    def waits(unknown):
        turn = replace(state.turn, pending=(Pending("p1", effects, unknown),))
        return replace(state, step="villains", turn=turn)

    assert [throw.do for throw in LAUGHS.possible_rolls(waits(False))] == ["doom"]
    assert LAUGHS.possible_rolls(waits(True)) == ()
    assert "doom" not in {prompt.do for prompt in LAUGHS.prompts(waits(True))}
    assert LAUGHS.next_step(waits(True)) == Open()


def test_a_deck_is_shuffled_before_its_first_card():
    _, state = tables(FIRE, "fire_card")[0]
    (throw,) = FIRE.possible_rolls(replace(state, drawn=DECK))
    assert sum(n for _, n in throw.dice[0]) == 15


def test_villains_dice_faces_are_told_once_per_copy():
    box = LAUGHS.blank_box()
    assert not box.driver_dice
    taught = LAUGHS.learn(box, a.DefineDriver("dark-knights", NUMBERS))
    taught = LAUGHS.learn(taught, a.DefineDriver("batman-who-laughs", TURNS))
    assert [each.faces for each in taught.driver_dice] == [NUMBERS, TURNS]
    for wrong in (
        a.DefineDriver("dark-knights", TURNS),
        a.DefineDriver("dark-knights", NUMBERS[:5]),
        a.DefineDriver("dark-knights", ("7",) * 6),
        a.DefineDriver("nobody", NUMBERS),
    ):
        assert isinstance(LAUGHS.learn(box, wrong), Refusal), wrong
    forms = [each for each in LAUGHS.box_pages(taught) if each.do == "driver.define"]
    assert [each.fields[0].default for each in forms] == [NUMBERS, TURNS]
    assert not [each for each in FIRE.box_pages(FIRE.blank_box()) if each.do == "driver.define"]


def test_play_uses_faces_at_once_and_ledger_knows():
    _, state = tables(LAUGHS, "doom_die")[0]
    state = replace(state, driver_dice=())
    state = told(LAUGHS, state, a.DefineDriver("dark-knights", NUMBERS))
    assert LAUGHS.possible_rolls(state)
    assert LAUGHS.dice(state)["dark-knights"] == {"0": 1, "1": 3, "2": 1, "3": 1}
