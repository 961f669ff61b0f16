"""Combat between villains: Fate in its order, evasion, what the winner takes."""

import pytest

from games.talisman_batman.state import EncounterCard, FalconeJob, Setup
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun, box, sheet

VEST = EncounterCard("Vest", armour=True)
RADIO = EncounterCard("police-radio", forbids=("chaotic",))
KEY = EncounterCard("security-key", key=True)


def duel(first=4, second=5, **facts):
    table = begun(own_box=box(sheet("Bane", first, **facts), sheet("Scarecrow", second)))
    return table.at("encounter")


def test_fate_between_villains_goes_attacker_first():
    table = duel().set(0, fate=1).set(1, fate=1)
    table.do(a.AttackVillain(1), a.Strike((3, 4)))
    table.refused(a.RerollByFate(1, 5), "T-ORDER")
    table.do(a.RerollByFate(0, 6), actor=0)
    table.do(a.RerollByFate(1, 5), actor=1)
    assert "tie" in table.log()
    assert table.phase == "end"
    assert [v.fate for v in table.state.villains] == [0, 0]


def test_an_attacker_who_passed_cannot_reconsider():
    table = duel(5, 5).do(a.AttackVillain(1), a.Strike((3, 4)), a.SpendNoFate(0))
    assert table.phase == "reward"
    table = duel(5, 5).do(a.AttackVillain(1), a.Strike((4, 3)), a.SpendNoFate(0))
    assert table.phase == "fate"
    table.refused(a.RerollByFate(0, 6), "T-E35", 0)
    table.do(a.RerollByFate(1, 6), actor=1)
    assert (table.phase, table.state.fight.winner) == ("reward", 1)


def asked(table):
    return [(p.do, p.fixed["seat"]) for p in REFEREE.prompts(table.state) if p.group == "now"]


def test_leading_attacker_decides_before_defender():
    table = duel(5, 5).do(a.AttackVillain(1), a.Strike((4, 3)))
    assert asked(table) == [("reroll", 0), ("keep", 0)]
    table.refused(a.RerollByFate(1, 6), "T-ORDER", 1)
    table.refused(a.SpendNoFate(1), "T-ORDER", 1)
    table.do(a.RerollByFate(0, 5), actor=0)
    assert asked(table) == [("reroll", 1), ("keep", 1)]
    table.refused(a.RerollByFate(0, 6), "T-E06", 0)
    table.do(a.SpendNoFate(1), actor=1)
    assert table.phase == "reward"


@pytest.mark.parametrize("fates", [(3, 0), (0, 0)])
def test_nobody_decides_when_no_die_could_matter(fates):
    table = duel(5, 5).set(0, fate=fates[0]).set(1, fate=fates[1])
    assert table.do(a.AttackVillain(1), a.Strike((4, 3))).phase == "reward"


@pytest.mark.parametrize(("die", "fate"), [(6, 3), (4, 0)])
def test_skipped_attacker_gets_no_later_choice(die, fate):
    """Neither the best die nor an empty hand leaves a choice, and a token gained opens none."""
    table = duel(5, 5).set(0, fate=fate).do(a.AttackVillain(1), a.Strike((die, die - 1)))
    assert asked(table) == [("reroll", 1), ("keep", 1)]
    table.set(0, fate=3)
    assert asked(table) == [("reroll", 1), ("keep", 1)]
    table.refused(a.RerollByFate(0, 6), "T-E35", 0)


def test_every_phone_sees_who_has_decided_about_fate():
    table = duel(5, 5).do(a.AttackVillain(1), a.Strike((4, 3)))

    def told():
        boards = (REFEREE.board(table.state, viewer) for viewer in (0, 1, None))
        (said,) = {tuple((s.state, SAY(s.text)) for s in board.fight.fate) for board in boards}
        return said

    rolled, wins = ("done", "Both dice are rolled"), ("next", "The higher total wins")
    now, then = ("now", "Bane decides now: reroll?"), ("next", "Then Scarecrow decides")
    assert told() == (rolled, now, then, wins)
    table.do(a.SpendNoFate(0))
    kept, theirs = ("done", "Bane has decided: the 4 stays"), "Scarecrow decides now: reroll?"
    assert told() == (rolled, kept, ("now", theirs), wins)


def test_defender_sees_that_attacker_rerolled():
    table = duel(5, 5).do(a.AttackVillain(1), a.Strike((4, 3)), a.RerollByFate(0, 5))
    steps = REFEREE.board(table.state, 1).fight.fate
    assert SAY(steps[1].text) == "Bane has decided: rerolled, now 5"


def test_defender_may_win_and_take_what_is_there():
    table = duel().set(0, coins=0, fate=0).set(1, fate=0)
    one, _ = table.give(0, EncounterCard("One"), EncounterCard("Two"))
    table.do(a.AttackVillain(1), a.Strike((3, 4)))
    table.refused(a.TakePrize("coin"), "T-E31")
    table.refused(a.TakePrize("object", 999), "T-E31")
    table.refused(a.TakePrize("life"), "T-NOT-YOURS", 0)
    table.do(a.TakePrize("object", one), actor=1)
    assert [c.name for c in table.villain(1).objects] == ["One"]
    assert table.phase == "end"


@pytest.mark.parametrize("what", ["life", "coin", "nothing"])
def test_other_rewards(what):
    table = duel(9).set(0, fate=0).set(1, fate=0)
    table.do(a.AttackVillain(1), a.Strike((3, 4)), a.TakePrize(what))
    loser = table.villain(1)
    assert (loser.life, loser.coins) == {"life": (3, 1), "coin": (4, 0), "nothing": (4, 1)}[what]
    assert (table.phase, table.state.active) == ("end", 0)


def rewards(table):
    """Return which rewards are offered, and whether each ends the turn."""
    offered = (p for p in REFEREE.prompts(table.state) if p.do == "reward")
    return {p.fixed["what"]: bool(p.fixed.get("end")) for p in offered}


def beaten(**facts):
    """Return the table after Bane has beaten Scarecrow, with nothing to do besides."""
    table = duel(9).set(0, fate=0, **facts).set(1, fate=0)
    table.feats(0)
    return table.do(a.AttackVillain(1), a.Strike((3, 4)))


@pytest.mark.parametrize("what", ["life", "coin", "nothing"])
def test_reward_ends_turn_with_nothing_left(what):
    table = beaten()
    assert rewards(table) == {"life": True, "coin": True, "nothing": True}
    table.do(a.TakePrize(what, end=True), actor=0)
    assert (table.phase, table.state.active) == ("move", 1)
    other = beaten().do(a.TakePrize(what), a.EndTurn())
    assert table.state == other.state


TROPHY = EncounterCard("Thug", "enemy", id=990, value=9)


@pytest.mark.parametrize("facts", [{"trophies": (TROPHY,)}, {"job": FalconeJob(3)}])
def test_reward_leaves_turn_open_with_more_to_do(facts):
    table = beaten(**facts)
    assert not any(rewards(table).values())
    table.refused(a.TakePrize("life", end=True), "T-PHASE")


def test_last_life_taken_leaves_turn_open():
    table = duel(9).set(0, fate=0).set(1, fate=0, life=1)
    table.feats(0)
    table.do(a.AttackVillain(1), a.Strike((3, 4)))
    assert rewards(table)["life"] is False
    assert rewards(table)["nothing"] is True


def test_defenders_reward_leaves_turn_open():
    table = duel().set(0, fate=0).set(1, fate=0)
    table.feats(0)
    table.do(a.AttackVillain(1), a.Strike((3, 4)))
    assert not any(rewards(table).values())
    table.refused(a.TakePrize("nothing", end=True), "T-PHASE", 1)


def test_joker_attacks_with_cunning_and_armour_is_useless():
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box()).at("encounter")
    table.feats(0)
    table.feats(1)
    (vest,) = table.give(1, VEST)
    table.set(0, fate=0).set(1, fate=0)
    table.do(a.AttackVillain(1, "cunning"), a.Strike((6, 1)), a.TakePrize("life"))
    assert table.villain(1).life == 4
    table.refused(a.Save(1, vest), "T-E11")


def test_only_some_attack_with_cunning():
    duel().refused(a.AttackVillain(1, "cunning"), "T-E14")


def test_a_villain_elsewhere_cannot_be_attacked():
    table = duel().set(1, space="office")
    table.refused(a.AttackVillain(1), "T-ALONE")
    table.set(1, space="")
    table.refused(a.AttackVillain(0), "T-SELF")
    table.asked(a.AttackVillain(1), "SAME_SPACE")
    table.refused(a.AttackVillain(1), "T-E13", SAME_SPACE="no")
    table.do(a.AttackVillain(1), SAME_SPACE="yes")
    assert table.villain(0).space == table.villain(1).space


def test_defender_may_evade_even_in_tower_spending_encounter():
    table = duel().set(0, floor=3, space="S").set(1, floor=3, space="S")
    (feat,) = table.feats(1, "Sneak")
    table.do(a.AttackVillain(1))
    table.refused(a.Evade(0), "T-E12")
    table.do(a.Evade(1, feat))
    assert table.phase == "end"
    kind = begun(setup=Setup(preset="custom", readings=("evadedAttackAllowsSpace",)))
    kind.at("encounter").do(a.AttackVillain(1), a.Evade(1))
    assert kind.phase == "encounter"


def test_after_meeting_a_villain_the_space_is_closed():
    table = duel().do(a.UseAbility(1))
    assert table.phase == "end"
    table.refused(a.TakeGoods(coins=1), "T-E15")


def test_the_winner_cannot_take_what_the_alignment_forbids():
    table = duel(9, alignment="chaotic").set(0, fate=0).set(1, fate=0)
    radio, other = table.give(1, RADIO, EncounterCard("Rope"))
    table.do(a.AttackVillain(1), a.Strike((3, 4)))
    table.refused(a.TakePrize("object", radio), "T-E17")
    offers = [p for p in REFEREE.prompts(table.state) if p.fixed.get("what") == "object"]
    assert [c.value for c in offers[0].fields[0].choices] == [other]


def test_key_card_is_winnable_unless_ruled_no_object():
    table = duel(9).set(0, fate=0).set(1, fate=0)
    (key,) = table.give(1, KEY)
    table.do(a.AttackVillain(1), a.Strike((3, 4)), a.TakePrize("object", key))
    assert table.villain().objects[0].key
    strict = begun("Bane", "Scarecrow", setup=Setup(preset="custom", readings=("keyIsObject",)))
    strict.set(0, strength=9, fate=0).set(1, fate=0).at("encounter")
    (key,) = strict.give(1, KEY)
    strict.do(a.AttackVillain(1), a.Strike((3, 4)))
    strict.refused(a.TakePrize("object", key), "T-E31")


def test_fifth_won_object_blocks_turn_until_leaving_one():
    table = duel(9).set(0, fate=0).set(1, fate=0)
    table.give(0, *(EncounterCard(f"Own {n}") for n in range(4)))
    (fifth,) = table.give(1, EncounterCard("Prize"))
    table.do(a.AttackVillain(1), a.Strike((3, 4)), a.TakePrize("object", fifth))
    table.refused(a.EndTurn(), "T-E16")
    ask = REFEREE.prompts(table.state)[0]
    assert (ask.do, ask.fields[0].low, ask.actors) == ("leave", 1, (0,))
    table.do(a.LeaveGoods(0, (fifth,)), a.EndTurn())
    assert [c.name for c in table.state.spots[0].cards] == ["Prize"]


def test_killing_the_loser_gives_nothing_more():
    table = duel(9).set(0, fate=0).set(1, fate=0, life=1)
    table.give(1, EncounterCard("Rope"))
    table.do(a.AttackVillain(1), a.Strike((3, 4)), a.TakePrize("life"))
    assert table.villain(1).status == "waiting"
    assert [c.name for c in table.villain(1).estate.objects] == ["Rope"]
    assert table.phase == "end"


def test_attacker_killed_by_defender_ends_turn():
    table = duel(1).set(0, fate=0, life=1).set(1, fate=0)
    table.do(a.AttackVillain(1), a.Strike((1, 6)), a.TakePrize("life"))
    assert table.villain(0).status == "waiting"
    assert (table.state.active, table.phase) == (1, "move")


def test_table_of_two_phones_each_boost_their_own():
    table = duel().do(a.AttackVillain(1))
    assert isinstance(table, Table)
    table.refused(a.Boost(1, (), 2), "T-NOT-YOURS", 0)
    table.do(a.Boost(1, (), 2), actor=1)
    assert REFEREE.board(table.state, None).fight.right_base == 7
