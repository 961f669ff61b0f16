"""Combat with Enemies and between villains, Fate, Life and its protection."""

import pytest

from games.talisman_batman.state import Batman, Card, Setup
from tests.games.talisman_batman.table import REFEREE, SAY, Table, a, begun, box, sheet

BAT = Card("baseball-bat", strength=1, combat=True, weapon=True)
AXE = Card("Axe", strength=2, combat=True, weapon=True)
VEST = Card("Vest", armour=True)
RADIO = Card("police-radio", forbids=("chaotic",))
KEY = Card("security-key", key=True)


def meeting(*enemies, symbols=3, **villain):
    """The first villain on a space, drawing these Enemies."""
    table = begun().set(0, **villain).at("encounter").do(a.Space(symbols))
    for name, attribute, value, number in enemies:
        table.do(a.Draw(name, "enemy", attribute, value, number))
    return table.do(a.NoDraw()) if len(enemies) < symbols else table


def joker(fate=3):
    """The example of page 10."""
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box())
    feats = table.feats(0, "Skradanie się", "Szał")
    table.set(0, strength=3, cunning=5, fate=fate, space="open-cell")
    table.give(0, BAT)
    table.at("encounter").do(a.Space(), a.Draw("Spoiler"))
    return table, feats


def test_the_example_of_the_rulebook():
    table, (_, frenzy) = joker()
    assert table.phase == "fight"
    table.do(a.UseFeat(0, frenzy, extra=5))
    board = REFEREE.board(table.state, 0)
    assert (board.fight.left_base, board.fight.right_base) == (9, 6)
    table.do(a.Strike((3, 6)))
    assert table.phase == "fate"
    assert "The Joker 12, Spoiler 12" in table.log()
    assert REFEREE.prompts(table.state)[0].do == "reroll"
    table.do(a.Reroll(0, 5))
    assert "The Joker 14, Spoiler 12" in table.log()
    villain = table.villain()
    assert (villain.fate, len(villain.feats), table.state.feat_discard) == (2, 1, 1)
    assert [(c.name, c.attribute, c.value) for c in villain.trophies] == [
        ("spoiler", "strength", 6)
    ]
    assert (table.phase, table.state.active) == ("take", 0)


def test_the_referee_knows_what_the_feat_of_the_example_adds():
    table, (_, frenzy) = joker()
    offers = [p for p in REFEREE.prompts_for(table.state, 0) if p.do == "feat-use"]
    hints = [c.hint for c in offers[0].fields[0].choices]
    assert (hints[0], SAY(hints[1])) == ("", "Strength +5")
    table.do(a.UseFeat(0, frenzy))
    assert REFEREE.board(table.state, 0).fight.left_base == 9


def test_the_example_without_fate_is_a_tie_that_ends_the_turn():
    table, (_, frenzy) = joker(fate=0)
    table.do(a.UseFeat(0, frenzy, extra=5), a.Strike((3, 6)))
    assert (table.phase, table.villain().life) == ("end", 4)
    assert [c.name for s in table.state.spots for c in s.cards] == ["spoiler"]
    table.refused(a.Reroll(0, 5), "T-PHASE")


def test_enemies_with_one_number_and_attribute_fight_together():
    table = meeting(("A", "strength", 4, 2), ("B", "strength", 3, 2), strength=4)
    table.give(0, BAT)
    table.do(a.Boost(0, (table.villain().objects[0].id,)), a.Strike((5, 2)))
    assert [c.value for c in table.villain().trophies] == [4, 3]


def test_losing_to_several_enemies_costs_one_life():
    table = meeting(("A", "strength", 4, 2), ("B", "strength", 3, 2), strength=4)
    table.give(0, BAT)
    table.do(a.Boost(0, (table.villain().objects[0].id,)), a.Strike((3, 2)), a.Keep(0))
    assert (table.villain().life, table.phase) == (3, "end")
    assert len(table.state.spots[0].cards) == 2


def test_strength_and_cunning_never_combine_and_numbers_order_the_fights():
    table = meeting(("C", "cunning", 1, 3), ("A", "strength", 1, 2), ("B", "cunning", 1, 2))
    names = []
    while table.phase == "fight":
        names.append(REFEREE.board(table.state, None).fight.right)
        table.do(a.Strike((6, 1)))
    assert names == [("A",), ("B",), ("C",)]


def test_cards_of_one_number_come_in_the_order_they_were_drawn():
    table = begun().at("encounter").do(a.Space(2))
    table.do(a.Draw("Doctor", "stranger", number=3), a.Draw("Riot", "event", number=3))
    riot, doctor = (c.id for c in reversed(table.state.spots[0].cards))
    table.refused(a.Resolve(riot), "T-FIRST")
    table.do(a.Resolve(doctor, stays=True), a.Resolve(riot))
    assert [c.name for c in table.state.spots[0].cards] == ["Doctor"]
    assert table.state.discards[0] == 1


def test_only_enough_cards_are_drawn():
    for lying, draws in ((1, 1), (3, 0), (0, 2)):
        table = begun().set(0, space="Ward")
        for n in range(lying):
            table.at("end").give(0, Card(f"Thing {n}"))
        table.at("end")
        if lying:
            ids = tuple(c.id for c in table.villain().objects)
            table.do(a.Leave(0, ids))
        table.at("encounter").do(a.Space(2))
        assert table.state.turn.to_draw == draws


def test_a_card_placed_elsewhere_does_not_touch_its_drawer():
    table = begun().set(0, space="Ward").at("encounter").do(a.Space(1))
    table.do(a.Draw("Nightwing", "enemy", "strength", 5, elsewhere="Biuro"))
    assert [(s.space, s.cards[0].name) for s in table.state.spots] == [("office", "Nightwing")]
    assert table.phase == "take"


def test_two_weapons_are_one_too_many_unless_an_ability_says_otherwise():
    table = meeting(("A", "strength", 5, 2))
    bat, axe = table.give(0, BAT, AXE)
    table.refused(a.Boost(0, (bat, axe)), "T-E10")
    table.do(a.Boost(0, (axe,)))
    assert REFEREE.board(table.state, 0).fight.left_base == 5
    ivy = begun("Poison Ivy", "Bane", own_box=box(sheet("Poison Ivy", weapons=0)))
    (bat,) = ivy.give(0, BAT)
    ivy.at("encounter").do(a.Space(1), a.Draw("A", "enemy", "strength", 1))
    assert REFEREE.board(ivy.state, 0).fight.left_base == 3
    ivy.refused(a.Boost(0, (bat,)), "T-E10")


def test_the_best_weapon_is_suggested():
    table = begun()
    table.give(0, BAT, AXE)
    table.at("encounter").do(a.Space(1), a.Draw("A", "enemy", "strength", 1))
    assert REFEREE.board(table.state, 0).fight.left_base == 5


def test_boosts_after_the_roll_come_too_late():
    table, (sneak, _) = joker()
    table.do(a.Strike((1, 1)))
    assert table.phase == "fate"
    table.refused(a.Boost(0, (), 3), "T-E09")
    table.refused(a.UseFeat(0, sneak, extra=4), "T-E09")


def test_an_insane_villain_fights_with_one_and_no_boosts():
    table = begun()
    table.give(0, AXE)
    table.do(a.GoInsane(0)).at("encounter")
    table.do(a.Space(1), a.Draw("A", "enemy", "strength", 2))
    assert REFEREE.board(table.state, 0).fight.left_base == 1
    table.refused(a.Boost(0, (table.villain().objects[0].id,)), "T-E23")
    table.do(a.Strike((6, 4)))
    assert len(table.villain().trophies) == 1


def test_fate_touches_nobody_elses_die():
    table = meeting(("A", "strength", 5, 2)).do(a.Strike((1, 3)))
    table.refused(a.Reroll(1, 6), "T-E07")
    table.do(a.Reroll(0, 2))
    assert table.villain().life == 3


def test_fate_is_offered_only_where_it_can_matter():
    assert meeting(("A", "strength", 3, 2)).do(a.Strike((4, 3))).phase == "take"
    assert meeting(("A", "strength", 9, 2)).do(a.Strike((1, 3))).phase == "end"
    assert meeting(("A", "strength", 3, 2)).do(a.Strike((3, 3))).phase == "fate"


def test_the_offer_states_what_each_face_would_bring():
    table = meeting(("A", "strength", 4, 2)).do(a.Strike((2, 2)))
    offer = REFEREE.prompts(table.state)[0]
    assert offer.do == "reroll"
    assert SAY(offer.help) == "Rolling again: win on 4 to 6, tie on 3 and lose on 1 to 2"


def test_a_fight_takes_at_most_eight_taps():
    """Own die, the other's die, send; Fate, the new die, send."""
    table = meeting(("A", "strength", 5, 2))
    taps = 0
    for do, action in (("strike", a.Strike((1, 2))), ("reroll", a.Reroll(0, 6))):
        prompt = next(p for p in REFEREE.prompts(table.state) if p.do == do)
        open_fields = [f for f in prompt.fields if f.default is None]
        taps += sum(len(f.dice) or 1 for f in open_fields) + 1
        table.do(action)
    assert taps <= 8
    assert table.phase == "take"


def test_evading_leaves_the_enemy_and_goes_on_but_not_in_the_tower():
    table = meeting(("A", "strength", 9, 2))
    (feat,) = table.feats(0, "Sneak")
    table.do(a.Evade(0, feat))
    assert (table.phase, table.villain().life, table.villain().trophies) == ("take", 4, ())
    assert len(table.state.spots[0].cards) == 1
    assert table.state.feat_discard == 1
    tower = meeting(("A", "strength", 9, 2), floor=3)
    tower.refused(a.Evade(0), "T-E12")


def test_one_evasion_avoids_one_of_several_enemies():
    table = meeting(("A", "strength", 4, 2), ("B", "strength", 3, 2))
    table.refused(a.Evade(0), "T-WHICH")
    first = table.state.fight.enemies[0]
    table.do(a.Evade(0, enemy=first))
    assert table.state.fight.value == 3
    table.do(a.Strike((6, 1)))
    assert [c.name for c in table.villain().trophies] == ["B"]
    everyone = begun(setup=Setup(preset="custom", readings=("evadeAll",))).at("encounter")
    everyone.do(a.Space(2), a.Draw("A", "enemy", "strength", 4, 2))
    everyone.do(a.Draw("B", "enemy", "strength", 3, 2), a.Evade(0))
    assert everyone.phase == "take"


def test_an_enemy_made_by_an_event_can_be_evaded_and_leaves_no_trophy():
    table = begun().at("encounter").do(a.Space(0), a.Ambush("Guards", "strength", 2))
    table.do(a.Strike((6, 1)))
    assert (table.phase, table.villain().trophies) == ("take", ())
    table.do(a.Ambush("Guards", "strength", 9), a.Evade(0))
    assert table.phase == "take"
    table.do(a.Ambush("Guards", "strength", 9), a.Strike((1, 6)))
    assert (table.phase, table.villain().life) == ("end", 3)


# -- protection --------------------------------------------------------------------------


def test_armour_saves_the_life_only_in_strength_fights():
    table = meeting(("A", "strength", 9, 2))
    (vest,) = table.give(0, VEST)
    table.do(a.Strike((1, 6)))
    assert table.phase == "loss"
    table.do(a.Save(0, vest))
    assert (table.villain().life, table.phase) == (4, "end")
    other = meeting(("A", "cunning", 9, 2))
    (vest,) = other.give(0, VEST)
    other.do(a.Strike((1, 6)))
    assert (other.villain().life, other.phase) == (3, "end")
    other.refused(a.Save(0, vest), "T-E11")


def test_the_life_may_be_lost_all_the_same():
    table = meeting(("A", "strength", 9, 2))
    table.give(0, VEST)
    table.do(a.Strike((1, 6)))
    table.refused(a.Suffer(0), "T-NOT-YOURS", 1)
    table.do(a.Suffer(0))
    assert table.villain().life == 3


# -- villain against villain -------------------------------------------------------------


def duel(first=4, second=5, **facts):
    table = begun(own_box=box(sheet("Bane", first, **facts), sheet("Scarecrow", second)))
    return table.at("encounter")


def test_fate_between_villains_goes_attacker_first():
    table = duel().set(0, fate=1).set(1, fate=1)
    table.do(a.Attack(1), a.Strike((3, 4)))
    table.refused(a.Reroll(1, 5), "T-ORDER")
    table.do(a.Reroll(0, 6), actor=0)
    table.do(a.Reroll(1, 5), actor=1)
    assert "tie" in table.log()
    assert table.phase == "end"
    assert [v.fate for v in table.state.villains] == [0, 0]


def test_an_attacker_who_passed_cannot_reconsider():
    table = duel(5, 5).do(a.Attack(1), a.Strike((3, 4)), a.Keep(0))
    assert table.phase == "reward"
    table = duel(5, 5).do(a.Attack(1), a.Strike((4, 3)), a.Keep(0))
    assert table.phase == "fate"
    table.refused(a.Reroll(0, 6), "T-E35", 0)
    table.do(a.Keep(1))
    assert table.phase == "reward"


def test_an_attacker_who_is_ahead_is_not_asked_but_may_roll_again_first():
    table = duel(5, 5).do(a.Attack(1), a.Strike((4, 3)))
    asked = [(p.do, p.fixed["seat"]) for p in REFEREE.prompts(table.state) if p.expected]
    assert asked == [("reroll", 1), ("keep", 1)]
    also = [p.fixed["seat"] for p in REFEREE.prompts(table.state) if p.do == "reroll"]
    assert also == [1, 0]
    table.do(a.Reroll(0, 6), actor=0)
    table.refused(a.Reroll(0, 6), "T-E06", 0)
    table.do(a.Keep(1), actor=1)
    assert table.phase == "reward"
    alone = duel(5, 5).set(1, fate=0).do(a.Attack(1), a.Strike((4, 3)))
    assert alone.phase == "reward"


def test_the_defender_may_win_and_takes_what_is_there():
    table = duel().set(0, coins=0, fate=0).set(1, fate=0)
    one, _ = table.give(0, Card("One"), Card("Two"))
    table.do(a.Attack(1), a.Strike((3, 4)))
    table.refused(a.Reward("coin"), "T-E31")
    table.refused(a.Reward("object", 999), "T-E31")
    table.refused(a.Reward("life"), "T-NOT-YOURS", 0)
    table.do(a.Reward("object", one), actor=1)
    assert [c.name for c in table.villain(1).objects] == ["One"]
    assert table.phase == "end"


@pytest.mark.parametrize("what", ["life", "coin", "nothing"])
def test_other_rewards(what):
    table = duel(9).set(0, fate=0).set(1, fate=0)
    table.do(a.Attack(1), a.Strike((3, 4)), a.Reward(what))
    loser = table.villain(1)
    assert (loser.life, loser.coins) == {"life": (3, 1), "coin": (4, 0), "nothing": (4, 1)}[what]
    assert (table.phase, table.state.active) == ("end", 0)


def test_the_joker_attacks_with_cunning_and_armour_does_not_help():
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box()).at("encounter")
    table.feats(0)
    table.feats(1)
    (vest,) = table.give(1, VEST)
    table.set(0, fate=0).set(1, fate=0)
    table.do(a.Attack(1, "cunning"), a.Strike((6, 1)), a.Reward("life"))
    assert table.villain(1).life == 4
    table.refused(a.Save(1, vest), "T-E11")


def test_only_some_attack_with_cunning():
    duel().refused(a.Attack(1, "cunning"), "T-E14")


def test_a_villain_elsewhere_cannot_be_attacked():
    table = duel().set(1, space="office")
    table.refused(a.Attack(1), "T-ALONE")
    table.set(1, space="")
    table.refused(a.Attack(0), "T-SELF")
    table.asked(a.Attack(1), "SAME_SPACE")
    table.refused(a.Attack(1), "T-E13", SAME_SPACE="no")
    table.do(a.Attack(1), SAME_SPACE="yes")
    assert table.villain(0).space == table.villain(1).space


def test_the_defender_may_evade_even_in_the_tower_and_the_encounter_is_spent():
    table = duel().set(0, floor=3, space="S").set(1, floor=3, space="S")
    (feat,) = table.feats(1, "Sneak")
    table.do(a.Attack(1))
    table.refused(a.Evade(0), "T-E12")
    table.do(a.Evade(1, feat))
    assert table.phase == "end"
    kind = begun(setup=Setup(preset="custom", readings=("evadedAttackAllowsSpace",)))
    kind.at("encounter").do(a.Attack(1), a.Evade(1))
    assert kind.phase == "encounter"


def test_after_meeting_a_villain_the_space_is_closed():
    table = duel().do(a.Ability(1))
    assert table.phase == "end"
    table.refused(a.Take(coins=1), "T-E15")


def test_the_winner_cannot_take_what_the_alignment_forbids():
    table = duel(9, alignment="chaotic").set(0, fate=0).set(1, fate=0)
    radio, other = table.give(1, RADIO, Card("Rope"))
    table.do(a.Attack(1), a.Strike((3, 4)))
    table.refused(a.Reward("object", radio), "T-E17")
    offers = [p for p in REFEREE.prompts(table.state) if p.fixed.get("what") == "object"]
    assert [c.value for c in offers[0].fields[0].choices] == [other]


def test_a_key_card_can_be_won_unless_the_table_reads_it_as_no_object():
    table = duel(9).set(0, fate=0).set(1, fate=0)
    (key,) = table.give(1, KEY)
    table.do(a.Attack(1), a.Strike((3, 4)), a.Reward("object", key))
    assert table.villain().objects[0].key
    strict = begun("Bane", "Scarecrow", setup=Setup(preset="custom", readings=("keyIsObject",)))
    strict.set(0, strength=9, fate=0).set(1, fate=0).at("encounter")
    (key,) = strict.give(1, KEY)
    strict.do(a.Attack(1), a.Strike((3, 4)))
    strict.refused(a.Reward("object", key), "T-E31")


def test_a_fifth_object_won_blocks_the_turn_until_one_is_left():
    table = duel(9).set(0, fate=0).set(1, fate=0)
    table.give(0, *(Card(f"Own {n}") for n in range(4)))
    (fifth,) = table.give(1, Card("Prize"))
    table.do(a.Attack(1), a.Strike((3, 4)), a.Reward("object", fifth))
    table.refused(a.EndTurn(), "T-E16")
    ask = REFEREE.prompts(table.state)[0]
    assert (ask.do, ask.fields[0].low, ask.actors) == ("leave", 1, (0,))
    table.do(a.Leave(0, (fifth,)), a.EndTurn())
    assert [c.name for c in table.state.spots[0].cards] == ["Prize"]


def test_killing_the_loser_gives_nothing_more():
    table = duel(9).set(0, fate=0).set(1, fate=0, life=1)
    table.give(1, Card("Rope"))
    table.do(a.Attack(1), a.Strike((3, 4)), a.Reward("life"))
    assert table.villain(1).status == "waiting"
    assert [c.name for c in table.villain(1).estate.objects] == ["Rope"]
    assert table.phase == "end"


def test_an_attacker_killed_by_the_defender_ends_the_turn():
    table = duel(1).set(0, fate=0, life=1).set(1, fate=0)
    table.do(a.Attack(1), a.Strike((1, 6)), a.Reward("life"))
    assert table.villain(0).status == "waiting"
    assert (table.state.active, table.phase) == (1, "move")


def test_a_table_of_two_phones_each_boost_their_own():
    table = duel().do(a.Attack(1))
    assert isinstance(table, Table)
    table.refused(a.Boost(1, (), 2), "T-NOT-YOURS", 0)
    table.do(a.Boost(1, (), 2), actor=1)
    assert REFEREE.board(table.state, None).fight.right_base == 7


def test_a_fight_whose_last_fate_goes_by_hand_is_not_stuck():
    table = begun().set(0, strength=3, fate=1)
    table.at("encounter").do(a.Space(1), a.Draw("Dredge", "enemy", "strength", 6))
    table.do(a.Strike((3, 3)))
    table.do(a.Change(0, "fate", -1))
    offered = [prompt.do for prompt in REFEREE.prompts(table.state) if prompt.expected]
    assert offered == ["keep"]
    table.do(a.Keep(0))
    assert (table.phase, table.villain().life) == ("end", 3)


def test_feats_and_abilities_may_take_points_away():
    table = meeting(("A", "strength", 4, 2), strength=4)
    table.do(a.Boost(0, (), -3))
    assert REFEREE.board(table.state, None).fight.left_base == 1
    table.refused(a.Boost(0, (), -31), "E_RANGE")
    table.refused(a.Boost(0, (), 31), "E_RANGE")
    boost = next(p for p in REFEREE.prompts(table.state) if p.do == "boost")
    (extra,) = [field for field in boost.fields if field.name == "extra"]
    assert (extra.default, extra.choices[0].value, extra.choices[0].label) == (-3, -10, "-10")
    table.do(a.Strike((6, 3)))
    assert table.villain().trophies == ()
    (feat,) = table.feats(0, "Hex")
    other = meeting(("A", "strength", 4, 2), strength=4)
    (feat,) = other.feats(0, "Hex")
    other.do(a.UseFeat(0, feat, -2))
    assert REFEREE.board(other.state, None).fight.left_base == 2
    other.refused(a.UseFeat(0, feat, 31), "E_RANGE")


def test_a_card_may_weaken_its_owner_for_good():
    table = begun().do(a.EnterCard("Chains", "object", strength=-2), a.Gain(0, "Chains"))
    table.at("encounter").do(a.Space(1), a.Draw("A", "enemy", "strength", 1))
    assert REFEREE.board(table.state, None).fight.left_base == 1
    card = REFEREE.board(table.state, None).standings[0].objects[0]
    assert SAY(card.worth) == "Strength -2"
    table.refused(a.EnterCard("Chains", "object", strength=-10), "E_RANGE")


def test_frenzy_in_somebody_elses_fight_adds_nothing():
    table = begun("Bane", "Scarecrow", "Clayface").set(2, cunning=6)
    (frenzy,) = table.feats(2, "Frenzy")
    table.at("encounter").do(a.Space(1), a.Draw("A", "enemy", "strength", 5))
    before = table.state.fight
    table.refused(a.UseFeat(2, frenzy, 4), "T-NO-FIGHT")
    table.do(a.UseFeat(2, frenzy))
    assert table.state.fight == before
    assert table.villain(2).feats == ()


def test_a_feat_that_saves_the_life_is_used_up():
    table = meeting(("Thug", "strength", 12, 2), symbols=1, fate=0)
    (feat,) = table.feats(0, "Luck")
    table.do(a.Strike((1, 6)))
    assert table.phase == "loss"
    table.do(a.Save(0, feat=feat))
    assert (table.villain().feats, table.state.feat_discard, table.villain().life) == ((), 1, 4)


def test_the_dice_of_a_fight_belong_to_who_threw_them():
    def thrown(table):
        dice = REFEREE.rolled(table.state, a.Strike((3, 5)))
        return [(die.face, die.purpose, die.part) for die in dice]

    alone = meeting(("Spoiler", "strength", 6, 2), symbols=1)
    assert thrown(alone) == [("3", "attack", 0), ("5", "attack", None)]
    duel = begun().at("encounter").do(a.Attack(1))
    assert thrown(duel) == [("3", "attack", 0), ("5", "attack", 1)]
    assert thrown(begun()) == []


def test_before_it_is_known_how_batman_is_fought_no_feat_helps():
    own = box(sheet("Bane", 3, 4), batman=Batman("morgue", 1, 8, 7))
    table = begun(own_box=own).set(0, space="morgue", floor=1)
    table.feats(0, "Luck")
    table.at("batman-target").do(a.BatmanTarget(0))
    uses = [prompt for prompt in REFEREE.prompts(table.state) if prompt.do == "feat-use"]
    assert (table.phase, uses) == ("stand", [])
    table.do(a.Stand("strength"))
    uses = [prompt for prompt in REFEREE.prompts(table.state) if prompt.do == "feat-use"]
    assert [prompt.group for prompt in uses] == ["now"]
