"""Combat with Enemies, Fate, Life and its protection."""

import pytest

from games.talisman_batman.state import Batman, EncounterCard, Setup
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun, box, sheet

BAT = EncounterCard("baseball-bat", strength=1, combat=True, weapon=True)
AXE = EncounterCard("Axe", strength=2, combat=True, weapon=True)
VEST = EncounterCard("Vest", armour=True)


def meeting(*enemies, symbols=3, **villain):
    """Return the first villain on a space, drawing these Enemies."""
    table = begun().set(0, **villain).at("encounter").do(a.Space(symbols))
    for name, attribute, value, number in enemies:
        table.do(a.DrawEncounter(name, "enemy", attribute, value, number))
    return table.do(a.NoDraw()) if len(enemies) < symbols else table


def joker(fate=3):
    """Return the example of page 10."""
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box())
    feats = table.feats(0, "Skradanie się", "Szał")
    table.set(0, strength=3, cunning=5, fate=fate, space="open-cell")
    table.give(0, BAT)
    table.at("encounter").do(a.Space(), a.DrawEncounter("Spoiler"))
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
    table.do(a.RerollByFate(0, 5))
    assert "The Joker 14, Spoiler 12" in table.log()
    villain = table.villain()
    assert (villain.fate, len(villain.feats), table.state.feat_discard) == (2, 1, 1)
    assert [(c.name, c.attribute, c.value) for c in villain.trophies] == [
        ("spoiler", "strength", 6)
    ]
    assert (table.phase, table.state.active) == ("take", 0)


def test_referee_knows_what_examples_feat_adds():
    table, (_, frenzy) = joker()
    offers = [p for p in REFEREE.prompts_for(table.state, 0) if p.do == "feat-use"]
    hints = [c.hint for c in offers[0].fields[0].choices]
    assert (hints[0], SAY(hints[1])) == ("", "Strength +5")
    table.do(a.UseFeat(0, frenzy))
    assert REFEREE.board(table.state, 0).fight.left_base == 9


def test_example_without_fate_ties_and_ends_turn():
    table, (_, frenzy) = joker(fate=0)
    table.do(a.UseFeat(0, frenzy, extra=5), a.Strike((3, 6)))
    assert (table.phase, table.villain().life) == ("end", 4)
    assert [c.name for s in table.state.spots for c in s.cards] == ["spoiler"]
    table.refused(a.RerollByFate(0, 5), "T-PHASE")


def test_enemies_with_one_number_and_attribute_fight_together():
    table = meeting(("A", "strength", 4, 2), ("B", "strength", 3, 2), strength=4)
    table.give(0, BAT)
    table.do(a.Boost(0, (table.villain().objects[0].id,)), a.Strike((5, 2)))
    assert [c.value for c in table.villain().trophies] == [4, 3]


@pytest.mark.parametrize(
    ("told", "attribute", "said"),
    [
        ({}, "strength", True),
        ({"note": "Climbs"}, "strength", False),
        ({"cunning_attack": True}, "strength", False),
        ({}, "cunning", False),
    ],
)
def test_lost_life_says_that_nobody_entered_the_abilities(told, attribute, said):
    table = meeting(("A", attribute, 9, 2), sheet=sheet("Bane", **told))
    table.do(a.Strike((1, 6)))
    assert table.villain().life == 3
    assert ("untold" in table.said()) is said


def test_losing_to_several_enemies_costs_one_life():
    table = meeting(("A", "strength", 4, 2), ("B", "strength", 3, 2), strength=4)
    table.give(0, BAT)
    table.do(a.Boost(0, (table.villain().objects[0].id,)), a.Strike((3, 2)), a.SpendNoFate(0))
    assert (table.villain().life, table.phase) == (3, "end")
    assert len(table.state.spots[0].cards) == 2


def test_strength_and_cunning_fight_separately_in_number_order():
    table = meeting(("C", "cunning", 1, 3), ("A", "strength", 1, 2), ("B", "cunning", 1, 2))
    names = []
    while table.phase == "fight":
        names.append(REFEREE.board(table.state, None).fight.right)
        table.do(a.Strike((6, 1)))
    assert names == [("A",), ("B",), ("C",)]


def test_cards_of_one_number_come_in_draw_order():
    table = begun().at("encounter").do(a.Space(2))
    table.do(
        a.DrawEncounter("Doctor", "stranger", number=3), a.DrawEncounter("Riot", "event", number=3)
    )
    riot, doctor = (c.id for c in reversed(table.state.spots[0].cards))
    table.refused(a.Resolve(riot), "T-FIRST")
    table.do(a.Resolve(doctor, stays=True), a.Resolve(riot))
    assert [c.name for c in table.state.spots[0].cards] == ["Doctor"]
    assert table.state.discards[0] == 1


def test_only_enough_cards_are_drawn():
    for lying, draws in ((1, 1), (3, 0), (0, 2)):
        table = begun().set(0, space="Ward")
        for n in range(lying):
            table.at("end").give(0, EncounterCard(f"Thing {n}"))
        table.at("end")
        if lying:
            ids = tuple(c.id for c in table.villain().objects)
            table.do(a.LeaveGoods(0, ids))
        table.at("encounter").do(a.Space(2))
        assert table.state.turn.to_draw == draws


def test_card_placed_elsewhere_does_not_touch_drawer():
    table = begun().set(0, space="Ward").at("encounter").do(a.Space(1))
    table.do(a.DrawEncounter("Nightwing", "enemy", "strength", 5, elsewhere="Biuro"))
    assert [(s.space, s.cards[0].name) for s in table.state.spots] == [("office", "Nightwing")]
    assert table.phase == "take"


def test_two_weapons_are_too_many_unless_ability_allows():
    table = meeting(("A", "strength", 5, 2))
    bat, axe = table.give(0, BAT, AXE)
    table.refused(a.Boost(0, (bat, axe)), "T-E10")
    table.do(a.Boost(0, (axe,)))
    assert REFEREE.board(table.state, 0).fight.left_base == 5
    ivy = begun("Poison Ivy", "Bane", own_box=box(sheet("Poison Ivy", weapons=0)))
    (bat,) = ivy.give(0, BAT)
    ivy.at("encounter").do(a.Space(1), a.DrawEncounter("A", "enemy", "strength", 1))
    assert REFEREE.board(ivy.state, 0).fight.left_base == 3
    ivy.refused(a.Boost(0, (bat,)), "T-E10")


def test_the_best_weapon_is_suggested():
    table = begun()
    table.give(0, BAT, AXE)
    table.at("encounter").do(a.Space(1), a.DrawEncounter("A", "enemy", "strength", 1))
    assert REFEREE.board(table.state, 0).fight.left_base == 5


def test_boosts_after_the_roll_come_too_late():
    table, (sneak, _) = joker()
    table.do(a.Strike((1, 1)))
    assert table.phase == "fate"
    table.refused(a.Boost(0, (), 3), "T-E09")
    table.refused(a.UseFeat(0, sneak, extra=4), "T-E09")


def test_insane_villain_fights_with_one_and_no_boosts():
    table = begun()
    table.give(0, AXE)
    table.do(a.GoInsane(0)).at("encounter")
    table.do(a.Space(1), a.DrawEncounter("A", "enemy", "strength", 2))
    assert REFEREE.board(table.state, 0).fight.left_base == 1
    table.refused(a.Boost(0, (table.villain().objects[0].id,)), "T-E23")
    table.do(a.Strike((6, 4)))
    assert len(table.villain().trophies) == 1


def test_fate_touches_nobody_elses_die():
    table = meeting(("A", "strength", 5, 2)).do(a.Strike((1, 3)))
    table.refused(a.RerollByFate(1, 6), "T-E07")
    table.do(a.RerollByFate(0, 2))
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
    for do, action in (("strike", a.Strike((1, 2))), ("reroll", a.RerollByFate(0, 6))):
        prompt = next(p for p in REFEREE.prompts(table.state) if p.do == do)
        open_fields = [f for f in prompt.fields if f.default is None]
        taps += sum(len(f.dice) or 1 for f in open_fields) + 1
        table.do(action)
    assert taps <= 8
    assert table.phase == "take"


def test_evading_leaves_enemy_except_in_tower():
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
    everyone.do(a.Space(2), a.DrawEncounter("A", "enemy", "strength", 4, 2))
    everyone.do(a.DrawEncounter("B", "enemy", "strength", 3, 2), a.Evade(0))
    assert everyone.phase == "take"


def test_event_enemy_is_evadable_and_leaves_no_trophy():
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


def test_fight_losing_last_fate_by_hand_goes_on():
    table = begun().set(0, strength=3, fate=1)
    table.at("encounter").do(a.Space(1), a.DrawEncounter("Dredge", "enemy", "strength", 6))
    table.do(a.Strike((3, 3)))
    table.do(a.Change(0, "fate", -1))
    offered = [prompt.do for prompt in REFEREE.prompts(table.state) if prompt.expected]
    assert offered == ["keep"]
    table.do(a.SpendNoFate(0))
    assert (table.phase, table.villain().life) == ("end", 3)


def test_feats_and_abilities_may_take_points_away():
    table = meeting(("A", "strength", 4, 2), strength=4)
    table.do(a.Boost(0, (), -3))
    assert REFEREE.board(table.state, None).fight.left_base == 1
    table.refused(a.Boost(0, (), -31), "E_RANGE")
    table.refused(a.Boost(0, (), 31), "E_RANGE")
    boost = next(p for p in REFEREE.prompts(table.state) if p.do == "boost")
    (extra,) = [field for field in boost.fields if field.name == "extra"]
    assert (extra.default, extra.choices[0].value, extra.choices[0].label) == (-3, -6, "-6")
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
    table.at("encounter").do(a.Space(1), a.DrawEncounter("A", "enemy", "strength", 1))
    assert REFEREE.board(table.state, None).fight.left_base == 1
    card = REFEREE.board(table.state, None).standings[0].objects[0]
    assert SAY(card.worth) == "Strength -2"
    table.refused(a.EnterCard("Chains", "object", strength=-10), "E_RANGE")


def test_frenzy_in_somebody_elses_fight_adds_nothing():
    table = begun("Bane", "Scarecrow", "Clayface").set(2, cunning=6)
    (frenzy,) = table.feats(2, "Frenzy")
    table.at("encounter").do(a.Space(1), a.DrawEncounter("A", "enemy", "strength", 5))
    before = table.state.fight
    table.refused(a.UseFeat(2, frenzy, 4), "T-NO-FIGHT")
    table.do(a.UseFeat(2, frenzy))
    assert table.state.fight == before
    assert table.villain(2).feats == ()


def test_feat_saving_life_is_used_up():
    table = meeting(("Thug", "strength", 12, 2), symbols=1, fate=0)
    (feat,) = table.feats(0, "Luck")
    table.do(a.Strike((1, 6)))
    assert table.phase == "loss"
    table.do(a.Save(0, feat=feat))
    assert (table.villain().feats, table.state.feat_discard, table.villain().life) == ((), 1, 4)


def test_fight_dice_belong_to_who_threw_them():
    def thrown(table):
        dice = REFEREE.rolled(table.state, a.Strike((3, 5)))
        return [(die.face, die.purpose, die.part) for die in dice]

    alone = meeting(("Spoiler", "strength", 6, 2), symbols=1)
    assert thrown(alone) == [("3", "attack", 0), ("5", "attack", None)]
    duel = begun().at("encounter").do(a.AttackVillain(1))
    assert thrown(duel) == [("3", "attack", 0), ("5", "attack", 1)]
    assert thrown(begun()) == []


def test_no_feat_helps_before_batman_fight_is_chosen():
    own = box(sheet("Bane", 3, 4), batman=Batman("morgue", 1, 8, 7))
    table = begun(own_box=own).set(0, space="morgue", floor=1)
    table.feats(0, "Luck")
    table.at("batman-target").do(a.BatmanTarget(0))
    uses = [prompt for prompt in REFEREE.prompts(table.state) if prompt.do == "feat-use"]
    assert (table.phase, uses) == ("stand", [])
    table.do(a.Stand("strength"))
    uses = [prompt for prompt in REFEREE.prompts(table.state) if prompt.do == "feat-use"]
    assert [prompt.group for prompt in uses] == ["now"]


@pytest.mark.parametrize(
    ("dice", "asked"), [((6, 3), False), ((5, 2), True), ((3, 2), True), ((3, 4), False)]
)
def test_fate_is_asked_only_where_rethrow_could_help(dice, asked):
    table = meeting(("Spoiler", "strength", 6, 2), symbols=1).do(a.Strike(dice))
    assert (table.phase == "fate") is asked
