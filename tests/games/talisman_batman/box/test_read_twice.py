"""Tests that what one player typed in is compared with the card by another; then it wears a
badge."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.messages import Msg
from games.referee import Refusal
from games.talisman_batman.state import Batman, Box, EnteredFact, Setup
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun, box, sheet

DREDGE = a.DrawEncounter("Dredge", "enemy", "strength", 6, 2)
CARD = "card-dredge"


def met() -> Table:
    """Return a table where seat 0 has drawn an Enemy the box did not know, and lost to it."""
    table = begun()
    table.do(a.Roll(3), a.MoveFigure(), a.Space(1), actor=0)
    return table.do(DREDGE, actor=0)


def looks(table: Table, viewer: int | None) -> list[Any]:
    offered = REFEREE.prompts_for(table.state, viewer)
    return [prompt for prompt in offered if prompt.do == "checked"]


def cards(table: Table) -> list[Any]:
    board = REFEREE.board(table.state, 1)
    lying = [thing for spot in board.lying for thing in spot.cards]
    return [*lying, *board.pending, *(t for s in board.standings for t in s.trophies)]


def test_everybody_else_is_asked_about_entered_card():
    table = met()
    assert looks(table, 0) == []
    (asked,) = looks(table, 1)
    assert asked.actors == (1,)
    assert asked.fixed == {"fact": CARD}
    assert "Dredge" in SAY(asked.label)
    assert "Strength 6" in SAY(asked.label)
    assert "Encounter number 2" in SAY(asked.label)


def test_fight_wears_badge_once_its_card_is_checked():
    table = met()
    assert not REFEREE.board(table.state, None).fight.checked
    table.do(a.Check(CARD, "so"), actor=1)
    assert REFEREE.board(table.state, None).fight.checked


@pytest.mark.parametrize("kind", ["object", "follower", "event", "place"])
def test_nobody_rechecks_drawn_card_without_typed_points(kind):
    table = begun()
    table.do(a.Roll(3), a.MoveFigure(), a.Space(1), actor=0)
    table.do(a.DrawEncounter("Lantern", kind), actor=0)
    assert [fact.of for fact in table.state.facts if fact.of == "card-lantern"] == []
    assert [
        prompt.fixed for prompt in looks(table, 1) if prompt.fixed["fact"] == "card-lantern"
    ] == []


def test_second_player_says_so_and_card_wears_badge():
    table = met()
    assert [thing.checked for thing in cards(table)] == [False]
    table.do(a.Check(CARD, "so"), actor=1)
    assert [thing.checked for thing in cards(table)] == [True]
    assert looks(table, 1) == []
    assert "Dredge" in table.log()
    table.refused(a.Check(CARD, "so"), "T-CHECKED", actor=1)


def test_who_entered_it_cannot_check_it():
    table = met()
    refusal = table.refused(a.Check(CARD, "so"), "T-SAME-EYES", actor=0)
    assert refusal.remedy is not None
    assert [thing.checked for thing in cards(table)] == [False]


@pytest.mark.parametrize("nobody", [None, -1, 5])
def test_anybody_checks_what_phone_playing_nobody_entered(nobody):
    table = begun()
    table.do(a.EnterCard("Dredge", "enemy", "strength", 6, 2), actor=nobody)
    table.do(a.Roll(3), a.MoveFigure(), a.Space(1), DREDGE, actor=0)
    table.do(a.Check(CARD, "so"), actor=nobody)
    assert [thing.checked for thing in cards(table)] == [True]


def test_nothing_unheard_of_can_be_checked():
    table = met()
    table.refused(a.Check("card-nobody", "so"), "T-NO-FACT", actor=1)


def test_doubt_asks_card_again_and_log_keeps_both():
    table = met().do(a.Check(CARD, "otherwise"), actor=1)
    offered = [p for p in REFEREE.prompts(table.state) if p.do == "card"]
    (again,) = offered
    assert again.tone == "check"
    assert {f.name: f.default for f in again.fields}["value"] == 6
    table.do(a.EnterCard("Dredge", "enemy", "strength", 7, 2), actor=1)
    assert "Strength 6" in table.log()
    assert "Strength 7" in table.log()
    assert [SAY(thing.worth) for thing in cards(table)] == ["Strength 7"]
    assert looks(table, 1) == []
    (asked,) = looks(table, 0)
    table.do(a.Check(asked.fixed["fact"], "so"), actor=0)
    assert [thing.checked for thing in cards(table)] == [True]


def test_entering_checked_card_anew_takes_badge_off():
    table = met().do(a.Check(CARD, "so"), actor=1)
    table.do(a.EnterCard("Dredge", "enemy", "strength", 5, 2), actor=1)
    assert [thing.checked for thing in cards(table)] == [False]


@pytest.mark.parametrize("rolled", [False, True])
@pytest.mark.parametrize(("value", "life", "trophies"), [(9, 3, 0), (2, 4, 1)])
def test_misread_enemy_is_fought_with_its_real_number(rolled, value, life, trophies):
    table = met().set(0, fate=2)
    dice = a.Strike((4, 3))
    if rolled:
        table.do(dice, actor=0)
        assert table.phase == "fate"
    right = a.EnterCard("Dredge", "enemy", value=value, number=2)
    table.do(a.Check(CARD, "otherwise"), right, actor=1)
    if not rolled:
        table.do(dice, actor=0)
    assert (table.villain().life, len(table.villain().trophies)) == (life, trophies)


def test_enemy_turning_out_with_cunning_is_fought_anew():
    table = met().do(a.Check(CARD, "otherwise"), actor=1)
    table.do(a.EnterCard("Dredge", "enemy", "cunning", 2, 2), actor=1)
    fight = table.state.fight
    assert fight is not None
    assert (fight.attribute, fight.value, table.phase) == ("cunning", 2, "fight")


def test_a_trophy_is_worth_what_its_card_says():
    table = met().do(a.Strike((6, 1)), actor=0)
    table.do(a.Check(CARD, "otherwise"), actor=1)
    table.do(a.EnterCard("Dredge", "enemy", "strength", 5, 2), actor=1)
    assert [card.value for card in table.villain(0).trophies] == [5]


def entered_sheet() -> Table:
    """Return a table where seat 0 has typed in its villain card, which the box did not know."""
    own = REFEREE.blank_box()
    table = Table(Setup(2, villains=("Bane", "The Joker")), own)
    numbers = a.EnterNumbers("bane", 5, 2, 2, 4, "indifferent", "morgue")
    table.do(numbers, actor=0)
    return table.do(a.Ready(0, "strength"), a.Ready(1))


def test_villain_card_misread_moves_dials_by_difference():
    table = entered_sheet()
    (asked,) = looks(table, 1)
    assert "Strength 5" in SAY(asked.label)
    right = a.EnterNumbers("bane", 4, 3, 3, 5, "chaotic", "morgue")
    table.refused(right, "T-SHEET", actor=1)
    table.do(a.Check("villain-bane", "otherwise"), actor=1).do(right, actor=1)
    bane = table.villain(0)
    assert (bane.strength, bane.cunning, bane.fate, bane.life) == (5, 3, 3, 5)
    assert bane.alignment == "chaotic"
    assert "Strength 5" in table.log()
    table.do(a.Check("villain-bane", "so"), actor=0)
    assert REFEREE.board(table.state, 1).standings[0].checked


def test_what_the_rulebook_says_needs_no_second_look():
    table = entered_sheet()
    assert all("Joker" not in SAY(prompt.label) for prompt in looks(table, 0))


def test_box_keeps_badge_for_next_evening():
    own: Any = box(sheet("Bane"), sheet("Scarecrow"))
    for action in (DREDGE, a.Check(CARD, "so")):
        own = REFEREE.learn(own, action)
        assert isinstance(own, Box)
    table = begun(own_box=own).do(a.Roll(3), a.MoveFigure(), a.Space(1), a.DrawEncounter("Dredge"))
    assert [thing.checked for thing in cards(table)] == [True]
    unread = REFEREE.learn(own, a.EnterCard("Dredge", "enemy", "strength", 5, 2))
    assert isinstance(unread, Box)
    table = begun(own_box=unread).do(
        a.Roll(3), a.MoveFigure(), a.Space(1), a.DrawEncounter("Dredge")
    )
    assert [thing.checked for thing in cards(table)] == [False]
    assert looks(table, 0)


def test_box_page_says_which_villain_cards_are_checked():
    own: Any = REFEREE.blank_box()
    for action in (
        a.EnterNumbers("bane", 5, 2, 2, 4, "indifferent", "morgue"),
        a.Check("villain-bane", "so"),
        a.EnterNumbers("clayface", 5, 2, 2, 4, "indifferent", "morgue"),
    ):
        own = REFEREE.learn(own, action)
    helps = {p.fixed.get("villain"): p.help for p in REFEREE.box_pages(own) if p.do == "numbers"}
    assert helps["bane"] == Msg("help.sheet-checked")
    assert helps["clayface"] == Msg("help.sheet-done")
    assert helps["scarecrow"] == Msg("help.sheet-open")


def test_box_learns_of_no_look_at_unknown_things():
    assert isinstance(REFEREE.learn(REFEREE.blank_box(), a.Check(CARD, "so")), Refusal)


@pytest.mark.parametrize("numbers", [(8, 8), (9, 7)])
def test_batmans_card_is_read_twice_too(numbers):
    table = begun().do(a.EnterBatman(*numbers), actor=1)
    (asked,) = looks(table, 0)
    assert f"Cunning {numbers[1]}" in SAY(asked.label)
    assert not REFEREE.board(table.state, 0).batman_checked
    table.do(a.Check("batman", "so"), actor=0)
    assert REFEREE.board(table.state, 0).batman_checked


def test_what_card_really_says_counts_wherever_it_is():
    table = begun().at("end")
    for name, kind in (("Net", "object"), ("Thug", "follower")):
        table.do(a.Gain(0, name, kind), a.Gain(1, name, kind))
    table.do(a.LeaveGoods(0, (table.villain().objects[0].id,)))
    table.do(a.EnterCard("net", "object", strength=2), a.EnterCard("Thug", "follower", cunning=1))
    assert [c.strength for c in table.villain(1).objects] == [2]
    assert [c.cunning for v in table.state.villains for c in v.followers] == [1, 1]
    assert [c.strength for spot in table.state.spots for c in spot.cards] == [2]
    assert [c.name for c in table.villain(1).objects] == ["net"]


def test_card_turning_out_forbidden_is_dropped_at_once():
    table = begun().do(a.Gain(0, "Radio", "object"))
    table.do(a.EnterCard("Radio", "object", forbids=("indifferent",)))
    assert table.villain().objects == ()
    assert "forbidden" in table.said()


def test_stock_counted_mid_game_excludes_cards_in_play():
    table = begun("Bane", "Scarecrow").at("end")
    table.do(a.Gain(0, "Rope", "object", "purchase"), a.Gain(1, "Rope", "object", "purchase"))
    table.do(a.Gain(1, "Net", "object", "purchase"))
    table.do(a.LeaveGoods(0, (table.villain().objects[0].id,)))
    table.do(a.EnterStock("rope", 5))
    (stock,) = table.state.stock
    assert (stock.left, stock.total) == (3, 5)
    table.do(a.EnterStock("Rope", 1))
    assert [(s.left, s.total) for s in table.state.stock] == [(0, 1)]
    table.refused(a.Gain(0, "Rope", "object", "purchase"), "T-E29")


def test_dial_read_mid_game_caps_only_later_gains():
    table = begun().set(0, strength=6).do(a.EnterDial(5))
    table.do(a.Change(0, "strength", 1))
    assert (table.villain().strength, table.said()) == (6, ["gain", "capped"])
    table.do(a.Change(1, "strength", 5))
    assert table.villain(1).strength == 5


def test_batmans_numbers_read_mid_fight_count_afterwards():
    table = begun().set(0, space="Ward", floor=2, fate=2)
    table.state = replace(table.state, batman=Batman("Ward", 2, 9, 9))
    table.at("batman-target").do(a.BatmanTarget(0), a.Stand("strength"))
    table.do(a.EnterBatman(4, 9))
    assert table.state.fight.value == 4
    table.do(a.Strike((1, 2)))
    assert table.phase == "fate"
    table.do(a.EnterBatman(1, 9))
    assert (table.phase, table.state.fight.value) == ("escape", 1)


def test_nobody_out_of_game_is_asked_about_card():
    table = begun("Bane", "Scarecrow", "Clayface").do(a.EnterCard("Net", "object"), actor=0)
    table.do(a.Gain(0, "Net"))
    asked = [p.actors for p in REFEREE.prompts(table.state) if p.do == "checked"]
    assert asked == [(1, 2)]
    table.set(1, status="out", life=0)
    asked = [p.actors for p in REFEREE.prompts(table.state) if p.do == "checked"]
    assert asked == [(2,)]
    table.set(2, status="out", life=0)
    assert not [p for p in REFEREE.prompts(table.state) if p.do == "checked"]


def test_dead_villains_card_is_not_asked_for_again():
    own = box(sheet("Bane"))
    table = Table(Setup(2, villains=("Bane", "Scarecrow")), own)
    table.do(a.Ready(0), a.Ready(1))
    fact = EnteredFact("villain-bane", doubted=True)
    table.state = replace(table.state, facts=(fact,))
    assert [p.do for p in REFEREE.prompts(table.state) if p.do == "numbers"] == ["numbers"]
    table.do(a.Change(0, "life", -9))
    assert not [p for p in REFEREE.prompts(table.state) if p.do == "numbers"]


def test_each_player_enters_the_own_villain_card():
    table = Table(Setup(2, villains=("Bane", "Scarecrow")), REFEREE.blank_box())
    numbers = a.EnterNumbers("bane", 4, 2, 2, 4, "chaotic")
    table.refused(numbers, "T-NOT-YOURS", 1)
    table.do(numbers, actor=0)
