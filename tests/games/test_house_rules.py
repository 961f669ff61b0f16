"""House rules of a group: entered once in its copy, switched per table, carried out, said."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from games import registry
from games.house_rules import DefineHouseRule, HouseRule, apart, forms
from games.referee import Refusal, Ruling
from tests.games.rising.text import a

REFEREE = registry.referee("batman-who-laughs")
GIFT = HouseRule("A gift", number="tokens", n=1)
DAWN = HouseRule("Dawn", "turn", "tokens", 1, since=2, apart=False)
NOTE = HouseRule("Silence", "turn", text="No one speaks")


def begun(*rules: HouseRule, off: str = "") -> Ruling:
    box = replace(REFEREE.sample_box(), house_rules=rules)
    setup = REFEREE.setup_default(2, box)
    chosen = tuple(name for name in setup.house_rules if name != off)
    setup = REFEREE.draw(replace(setup, house_rules=chosen), box, lambda n: 0)
    ruling = REFEREE.begin(setup, box)
    assert isinstance(ruling, Ruling)
    return ruling


def tokens(state) -> list[int]:
    return [len(team.tokens) for team in state.teams]


def codes(ruling: Ruling) -> list[str]:
    return [note.code for note in ruling.notes if note.code.startswith("note.house")]


def turn_later(state) -> Ruling:
    heroes = [each.name for each in state.library if each.kind == "hero"]
    lying = {each.card for each in state.pieces}
    nine = tuple(each for each in heroes if each not in lying)[:9]
    actions = (a.Deal(nine), a.Deploy((state.facing + 1) % 3), a.DoomRoll(0))
    for action in (*actions, a.FigureRoll("stay"), a.Results()):
        ruling = REFEREE.apply(state, action)
        assert isinstance(ruling, Ruling), ruling
        state = ruling.state
    return ruling


def test_number_changes_for_every_side_at_setup():
    ruling = begun(GIFT)
    assert tokens(ruling.state) == [1, 1]
    assert codes(ruling) == ["note.house", "note.house.number", "note.house.number"]
    assert REFEREE.check(ruling.state) == ()


def test_rule_switched_off_changes_nothing():
    ruling = begun(GIFT, off="A gift")
    assert (tokens(ruling.state), codes(ruling)) == ([0, 0], [])


def test_number_changes_for_active_side_each_turn():
    first = begun(DAWN)
    assert (tokens(first.state), codes(first)) == ([0, 0], [])
    later = turn_later(first.state)
    assert later.state.number == 2
    assert tokens(later.state) == [0, 1]
    assert codes(later) == ["note.house", "note.house.number"]


def test_number_stops_at_its_bound():
    ruling = begun(HouseRule("All", number="doom", n=-5))
    assert ruling.state.doom == 0
    assert codes(ruling) == ["note.house"]


def test_note_is_shown_and_silences_forecasts():
    ruling = begun(NOTE)
    assert codes(ruling) == ["note.house.note"]
    assert not REFEREE.can_see_forecasts(ruling.state, 0)
    assert REFEREE.can_see_forecasts(begun(DAWN).state, 0)


def test_games_are_kept_apart_only_if_wished():
    assert apart(begun(GIFT).state)
    assert not apart(begun(DAWN).state)


def test_copy_learns_changes_and_forgets_a_rule():
    box = REFEREE.blank_box()
    box = REFEREE.learn(box, DefineHouseRule("A gift", number="tokens", apart=True))
    assert box.house_rules == (GIFT,)
    box = REFEREE.learn(box, DefineHouseRule("A gift", number="tokens", n=2, apart=True))
    assert [each.n for each in box.house_rules] == [2]
    assert [form.fixed for form in forms(REFEREE, box)] == [{}, {"name": "A gift"}]
    again = REFEREE.decode_box(msgspec.to_builtins(box))
    assert again == box
    assert REFEREE.learn(box, DefineHouseRule("A gift", gone=True)).house_rules == ()


def test_rule_that_only_reminds_is_learned():
    """A text alone is enough, and a rule that is gone needs nothing else."""
    box = REFEREE.learn(REFEREE.blank_box(), DefineHouseRule("A", text="No one speaks"))
    assert [each.text for each in box.house_rules] == ["No one speaks"]
    assert REFEREE.learn(box, DefineHouseRule("A", gone=True)).house_rules == ()


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (DefineHouseRule(" ", number="tokens"), "E_HOUSE_NAME"),
        (DefineHouseRule("A"), "E_HOUSE_EMPTY"),
        (DefineHouseRule("A", number="tokens", n=77), "E_RANGE"),
        (DefineHouseRule("A", number="facing"), "E_MALFORMED"),
        (DefineHouseRule("A", moment="dusk", number="doom"), "E_MALFORMED"),
        (DefineHouseRule("A", "turn", "damage"), "E_HOUSE_CHOICE"),
    ],
)
def test_rule_nobody_could_play_is_refused(action, code):
    refused = REFEREE.learn(REFEREE.blank_box(), action)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_running_game_refuses_a_new_rule():
    refused = REFEREE.apply(begun().state, DefineHouseRule("A", text="b"))
    assert isinstance(refused, Refusal)
    assert refused.code == "E_HOUSE_LATE"


def test_setup_page_switches_the_rules_of_the_copy():
    box = replace(REFEREE.sample_box(), house_rules=(GIFT, NOTE))
    page = REFEREE.setup_pages(REFEREE.setup_default(2, box), box)[-1]
    (field,) = page.fields
    assert [each.value for each in field.choices] == ["A gift", "Silence"]
    assert field.default == ("A gift", "Silence")
