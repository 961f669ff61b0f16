"""Cards on spaces and in other hands: placed, moved, removed, stolen, bought, shuffled."""

import pytest
from msgspec.structs import replace

from games.referee import Ruling
from games.talisman_batman.state import EncounterCard, PurchaseStock, Spot
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun, box

ROPE, RADIO = EncounterCard("Rope"), EncounterCard("police-radio", forbids=("chaotic",))
ALLY = EncounterCard("Thug", "follower")


def lies(table):
    return {
        spot.space: [(card.name, card.floor) for card in spot.cards] for spot in table.state.spots
    }


def offered(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


def test_card_comes_to_lie_where_said():
    table = begun().do(a.LayCard("Rope", kind="object"))
    assert lies(table) == {"morgue": [("Rope", 1)]}
    assert table.log() == "Rope is here now"
    table.do(a.LayCard("Rope", "Falcone's Cell"))
    assert lies(table)["falcone"] == [("Rope", 2)]
    assert "Carmine Falcone's Cell" in table.log()
    table.refused(a.LayCard(" "), "T-NAME")
    assert table.asked(a.LayCard("Robin", "Office"), "CARD_KIND").rule == "T-058"


def test_unnamed_place_is_found_only_on_own_floor():
    table = begun().set(0, space="?1", floor=2).at("encounter")
    below, here = (
        Spot("?7", 1, (EncounterCard("Rope", id=70),)),
        Spot("?8", 2, (EncounterCard("Vest", id=80),)),
    )
    table.state = replace(table.state, spots=(below, here))
    (space,) = offered(table, "space")
    found = next(field for field in space.fields if field.name == "found")
    assert [choice.value for choice in found.choices] == ["", "?8"]
    assert (found.optional, found.default) == (True, "")
    table.refused(a.Space(0, "?7"), "T-NO-CARD")
    table.do(a.Space(0, "?8"))
    assert table.villain().space == "?8"


def test_security_key_card_laid_down_comes_from_pool():
    table = begun().do(a.LayCard("Security Key card", "Office"))
    assert table.state.key_pool == 3


def test_a_lying_card_is_moved_and_removed():
    table = begun().do(a.LayCard("Spoiler", "Office"))
    (card,) = table.state.spots[0].cards
    table.refused(a.ShiftCard(card.id, "Biuro"), "T-THERE")
    table.refused(a.ShiftCard(card.id, ""), "T-NAME")
    table.refused(a.ShiftCard(99, "Morgue"), "T-NO-CARD")
    table.do(a.ShiftCard(card.id, "Falcone's Cell"))
    assert lies(table) == {"falcone": [("spoiler", 1)]}
    assert table.state.spots[0].floor == 2
    table.do(a.ClearCard(card.id))
    assert (lies(table), table.state.discards) == ({}, (1, 0, 0))
    table.refused(a.ClearCard(card.id), "T-NO-CARD")


def test_purchase_cards_removed_from_board_return_to_deck():
    own = box(stock=(PurchaseStock("Rope", 2, 2),))
    table = begun(own_box=own).do(a.Gain(0, "Rope", "object", "purchase"))
    (card,) = table.villain().objects
    table.at("end").do(a.LeaveGoods(0, (card.id,)), a.ClearCard(card.id))
    assert table.state.stock == (PurchaseStock("Rope", 2, 2),)


def test_what_lies_on_board_stays_there_during_fight():
    table = begun().do(a.LayCard("Vest", "office", "object"))
    (vest,) = table.state.spots[0].cards
    table.at("encounter").do(a.Space(1), a.DrawEncounter("Spoiler"))
    for action in (
        a.ClearCard(vest.id),
        a.ShiftCard(vest.id, "Morgue"),
        a.LayCard("Spoiler"),
    ):
        table.refused(action, "T-FIGHT")
    (clear,) = offered(table, "clear")
    assert vest.id not in {choice.value for choice in clear.fields[0].choices}
    assert not offered(table, "shift")
    assert not offered(table, "lay")


def against(*values):
    """Return a table about to roll against Enemies of these values, all with one number."""
    table = begun().at("encounter").do(a.Space(3))
    for n, value in enumerate(values):
        table.do(a.DrawEncounter(f"Enemy {n}", "enemy", "strength", value, 2))
    return table.do(a.NoDraw()) if table.phase == "cards" else table


def test_destroyed_enemy_leaves_before_the_dice():
    table = against(4, 3, 2)
    one, *_others = table.state.spots[0].cards
    table.do(a.ClearCard(one.id))
    assert (table.phase, table.state.fight.value) == ("fight", 5)
    assert (table.villain().trophies, table.state.discards) == ((), (1, 0, 0))
    for card in table.state.spots[0].cards:
        table.do(a.ClearCard(card.id))
    assert (table.phase, table.state.fight) == ("take", None)


def test_no_move_is_offered_where_all_cards_lie():
    table = begun().do(a.LayCard("Rope", to="office", kind="object"))

    def spaces():
        return {each.value for p in offered(table, "shift") for each in p.fields[1].choices}

    assert "office" not in spaces()
    table.do(a.LayCard("Hat", to="darkroom", kind="object"))
    assert {"office", "darkroom"} <= spaces()


def test_ending_the_turn_names_what_stays_lying():
    """The box beside it is ticked from the start: who does not tap it is told what stays."""
    table = begun().do(a.LayCard("Rope", kind="object")).at("take", here="space")
    table.state = replace(
        table.state, spots=(replace(table.state.spots[0], coins=2),), coin_pool=26
    )
    labels = [SAY(prompt.label) for do in ("done", "end") for prompt in offered(table, do)]
    assert labels == [
        "To the end of the turn, leaving Rope and 2 coins here",
        "End the turn and leave Rope and 2 coins here",
    ]
    table.do(a.EndTurn())
    assert "Left on the space: Rope and 2 coins" in table.log()
    bare = begun().at("take", here="space")
    assert [SAY(each.label) for each in offered(bare, "end")] == ["End the turn"]


def test_rolled_enemy_is_no_longer_destroyed():
    table = against(2, 1, 1)
    card = table.state.spots[0].cards[0]
    table.do(a.Strike((1, 2)))
    assert table.phase == "fate"
    table.refused(a.ClearCard(card.id), "T-FIGHT")


def test_card_laid_at_encounter_must_be_dealt_with():
    table = begun().at("encounter").do(a.Space(1), a.DrawEncounter("Alarm", "event"))
    table.do(a.LayCard("Spoiler"))
    event, _enemy = table.state.spots[0].cards
    table.do(a.Resolve(event.id))
    assert table.state.fight is not None


def test_cards_change_hands_only_where_owning_is_allowed():
    table = begun("Bane", "The Joker", "Scarecrow")
    table.set(1, alignment="chaotic")
    rope, radio, ally = table.give(0, ROPE, RADIO, ALLY)
    table.refused(a.HandOver(0, radio, 1), "T-E17")
    table.refused(a.HandOver(0, rope, 0), "T-SELF")
    table.refused(a.HandOver(1, rope, 0), "T-NO-CARD")
    table.do(a.HandOver(0, rope, 1), a.HandOver(0, ally, 1), a.HandOver(0, radio, 2))
    assert [c.name for c in table.villain(1).goods] == ["Rope", "Thug"]
    assert [c.name for c in table.villain(2).goods] == ["police-radio"]
    assert table.villain().goods == ()
    assert table.log() == "Scarecrow gets Police Radio from Bane"


def test_fifth_object_handed_over_has_to_be_settled():
    table = begun()
    table.give(1, *(EncounterCard(f"Thing {n}") for n in range(4)))
    (rope,) = table.give(0, ROPE)
    table.do(a.HandOver(0, rope, 1))
    assert "owes-objects" in table.said()


def test_only_hands_that_may_take_card_are_offered():
    table = begun("Bane", "The Joker")
    table.set(1, alignment="chaotic")
    table.give(0, RADIO)
    assert offered(table, "hand-over") == []
    (rope,) = table.give(0, ROPE)
    (prompt,) = offered(table, "hand-over")
    assert [c.value for c in prompt.fields[0].choices] == [rope]


def test_a_price_is_paid_to_the_supply():
    table = begun().set(0, coins=3).do(a.Gain(0, "Rope", "object", price=2))
    assert (table.villain().coins, table.state.coin_pool) == (1, 28)
    assert table.said() == ["pays", "gets"]
    refusal = table.refused(a.Gain(0, "Net", "object", price=2), "T-POOR")
    assert SAY(refusal.message) == "Bane has only 1 coin"
    table.refused(a.Gain(0, "Net", "object", price=-1), "E_RANGE")
    table.do(a.Gain(0, source="key", price=1))
    assert [c.key for c in table.villain().objects] == [False, True]


@pytest.mark.parametrize("coins", [(0, 0), (2, 5)])
def test_nobody_is_asked_for_a_price_without_coins(coins):
    table = begun().set(0, coins=coins[0]).set(1, coins=coins[1])
    found, *buying = offered(table, "gain")
    assert "price" not in {field.name for field in found.fields}
    prices = {each.fixed["seat"]: each.fields[-1].high for each in buying}
    assert prices == {seat: n for seat, n in enumerate(coins) if n}


def test_deck_that_runs_out_is_remade_of_discards():
    table = begun().at("cards", here="space", to_draw=2)
    table.refused(a.Shuffle(), "T-NO-DISCARDS")
    assert [p.do for p in REFEREE.prompts(table.state) if p.do in ("shuffle", "no-draw")] == [
        "no-draw"
    ]
    table.state = replace(table.state, discards=(3, 4, 5))
    assert [p.do for p in REFEREE.prompts(table.state) if p.do in ("shuffle", "no-draw")] == [
        "shuffle"
    ]
    table.refused(a.NoDraw(), "T-SHUFFLE")
    table.refused(a.Shuffle(), "E_NOT_ACTIVE", 1)
    table.do(a.Shuffle())
    assert table.state.discards == (0, 4, 5)
    assert table.log() == "First Floor: 3 discarded cards are shuffled into a new deck"
    assert isinstance(table.ask(a.NoDraw()), Ruling)
    table.at("cards", to_draw=0).refused(a.Shuffle(), "T-DRAWN")
    table.at("take").refused(a.Shuffle(), "T-PHASE")


def test_the_draw_says_from_which_deck():
    table = begun().set(0, space="falcone", floor=2).at("cards", here="space", to_draw=1)
    (known, _new) = offered(table, "draw")
    assert SAY(known.help).endswith(": Second Floor")
