"""Limits, Feats, alignment, Insane, lost turns, death and what comes after."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.rules.villain.points import OVER_START
from games.talisman_batman.state import Batman, EncounterCard, PurchaseStock, Setup
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet

RADIO = EncounterCard("police-radio", forbids=("chaotic",))
ROPE = EncounterCard("Rope")
CROC = EncounterCard("killer-croc", "follower")


def pass_turn(table):
    """End the active villain's turn without doing anything more."""
    return table.at("end").do(a.EndTurn())


# -- points ------------------------------------------------------------------------------


def test_life_and_fate_stop_at_start_plus_two():
    table = begun().set(0, life=5, fate=4).do(a.Change(0, "life", 2), a.Change(0, "fate", 3))
    assert (table.villain().life, table.villain().fate) == (6, 5)


def test_an_empty_pool_gives_nothing():
    table = begun("Bane", "Scarecrow").set(0, fate=2, coins=0)
    table.state = replace(table.state, fate_pool=0, coin_pool=0)
    table.refused(a.Change(0, "fate", 3), "T-E29")
    table.refused(a.Change(0, "coins", 1), "T-E29")


@pytest.mark.parametrize(("what", "pool"), [("fate", "fate_pool"), ("coins", "coin_pool")])
def test_what_is_lost_goes_back_to_empty_pool(what, pool):
    table = begun("Bane", "Scarecrow")
    held = getattr(table.villain(), what)
    table.state = replace(table.state, **{pool: 0})
    after = table.ask(a.Change(0, what, -1)).state
    assert (getattr(after.villains[0], what), getattr(after, pool)) == (held - 1, 1)


def test_attributes_never_fall_below_the_start():
    table = begun().do(a.Change(0, "strength", 2), a.Change(0, "strength", -5))
    assert table.villain().strength == 3
    own = Setup(2, "custom", ("Bane", "Scarecrow"), readings=("floorIncludesBonus",))
    strict = begun("Bane", "Scarecrow", setup=own)
    strict.set(0, strength=4, raised="strength").do(a.Change(0, "strength", -1))
    assert strict.villain().strength == 4


def test_dials_have_a_top_once_it_is_known():
    table = begun().do(a.EnterDial(4), a.Change(0, "strength", 3))
    assert table.villain().strength == 4


# -- objects -----------------------------------------------------------------------------


def test_a_fifth_object_blocks_until_one_is_left():
    table = begun().at("take", here="space")
    table.give(0, *(EncounterCard(f"Own {n}") for n in range(4)))
    table.do(a.Gain(0, "Rope"))
    table.refused(a.EndTurn(), "T-E16")
    table.do(a.LeaveGoods(0, (table.villain().objects[0].id,)), a.EndTurn())


def test_loot_bag_raises_limit_and_followers_have_none():
    table = begun().do(a.EnterCard("Torba na łupy", "object", bag=6))
    for n in range(5):
        table.do(a.Gain(0, f"Own {n}", "follower"))
    table.do(a.Gain(0, "Loot Bag"), *(a.Gain(0, f"Thing {n}") for n in range(5)))
    assert table.state.owes == ()
    table.do(a.Gain(0, "Thing 6"))
    assert [o.what for o in table.state.owes] == ["objects"]


def test_a_chaotic_villain_cannot_own_the_radio():
    table = begun(own_box=box(sheet("Bane", alignment="chaotic")))
    table.refused(a.Gain(0, "Radio policyjne"), "T-E17")


def test_alignment_changes_once_a_turn_dropping_forbidden_things():
    table = begun()
    table.give(0, RADIO, ROPE)
    table.do(a.Align(0, "chaotic"))
    assert [c.name for c in table.villain().objects] == ["Rope"]
    assert [c.name for c in table.state.spots[0].cards] == ["police-radio"]
    table.refused(a.Align(0, "righteous"), "T-E18")
    assert REFEREE.board(table.state, None).standings[0].token
    pass_turn(table).do(a.Align(0, "indifferent"))
    assert not REFEREE.board(table.state, None).standings[0].token


def test_what_is_left_stays_left_this_turn():
    table = begun().at("take", here="space")
    (croc,) = table.give(0, CROC)
    table.do(a.LeaveGoods(0, (croc,), coins=1))
    table.refused(a.TakeGoods((croc,)), "T-E22")
    table.do(a.TakeGoods(coins=1), a.EndTurn())
    pass_turn(table).at("take", here="space").do(a.TakeGoods((croc,)))
    assert [c.name for c in table.villain().followers] == ["killer-croc"]


def test_nobody_leaves_things_because_of_too_many_feats():
    table = begun()
    (rope,) = table.give(0, ROPE)
    table.feats(0, "A", "B", "C")
    table.do(a.DrawFeat(0))
    assert [owe.what for owe in table.state.owes] == ["feats"]
    table.refused(a.LeaveGoods(0, (rope,)), "T-DITCH")


def test_things_are_left_last_or_first_with_variant():
    table = begun().at("encounter")
    (rope,) = table.give(0, ROPE)
    table.refused(a.LeaveGoods(0, (rope,)), "T-DITCH")
    early = begun(setup=Setup(ditch_first=True)).at("encounter")
    (rope,) = early.give(0, ROPE)
    early.do(a.LeaveGoods(0, (rope,)), a.Space(1))
    assert early.state.turn.to_draw == 0
    early.refused(a.TakeGoods((rope,)), "T-E22")


def test_purchase_cards_return_to_deck_others_to_discards():
    table = begun()
    table.state = replace(table.state, stock=(PurchaseStock("Crowbar", 1, 1),))
    table.do(a.Gain(0, "Crowbar", source="purchase"))
    table.refused(a.Gain(1, "Crowbar", source="purchase"), "T-E29")
    table.do(a.Gain(0, "Rope"))
    table.do(a.Discard(0, table.villain().objects[1].id))
    assert table.state.discards == (1, 0, 0)
    table.do(a.Discard(0, table.villain().objects[0].id))
    assert table.state.stock[0].left == 1


def test_key_cards_are_four_and_one_in_bloodbath():
    table = begun()
    for _ in range(4):
        table.do(a.Gain(0, source="key"))
    table.refused(a.Gain(1, "Karta dostępu"), "T-E29")
    table.do(a.Discard(0, table.villain().objects[0].id), a.Gain(1, "Karta dostępu"))
    one = begun(setup=Setup(bloodbath=True)).do(a.Gain(0, source="key"))
    one.refused(a.Gain(1, source="key"), "T-E29")


# -- feats -------------------------------------------------------------------------------


def test_the_feat_limit_follows_total_cunning():
    for cunning, limit in ((1, 0), (2, 0), (3, 1), (4, 2), (5, 2), (6, 3), (9, 3)):
        table = begun(own_box=box(sheet("Bane", 3, cunning)))
        assert REFEREE.board(table.state, None).standings[0].feat_limit == limit
    table = begun(own_box=box(sheet("Bane", 3, 2)))
    table.give(0, EncounterCard("jokers-flower", cunning=2))
    assert REFEREE.board(table.state, None).standings[0].feat_limit == 2
    table.give(0, EncounterCard("Lens", cunning=2, combat=True))
    assert REFEREE.board(table.state, None).standings[0].feat_limit == 2


def test_a_feat_within_the_limit_is_only_used():
    table = begun(own_box=box(sheet("Bane", 3, 4)))
    one, _ = table.feats(0, "Sneak", "Frenzy")
    table.refused(a.DiscardFeat(0, one), "T-E19")
    table.do(a.UseFeat(0, one))
    assert table.state.feat_discard == 1


def test_losing_cunning_makes_the_owner_choose():
    table = begun(own_box=box(sheet("Bane", 3, 3))).set(0, cunning=4)
    one, two = table.feats(0, "Sneak", "Frenzy")
    table.do(a.Change(0, "cunning", -1))
    assert REFEREE.prompts(table.state)[0].actors == (0,)
    assert REFEREE.prompts(table.state)[0].label.facts["n"] == 1
    table.refused(a.Roll(2), "T-FEATS")
    table.refused(a.DiscardFeat(0, one), "T-HAND", 1)
    table.do(a.DiscardFeat(0, two), actor=0)
    table.do(a.Roll(2))


def test_one_feat_in_foreign_turn_any_in_own():
    table = begun(own_box=box(sheet("Bane", 3, 6), sheet("Scarecrow", 3, 6)))
    mine = table.feats(0, "A", "B", "C")
    theirs = table.feats(1, "D", "E", "F")
    table.do(*(a.UseFeat(0, feat) for feat in mine), a.UseFeat(1, theirs[0]))
    table.refused(a.UseFeat(1, theirs[1]), "T-E20")
    pass_turn(table).do(a.UseFeat(1, theirs[1]), a.UseFeat(1, theirs[2]))


def test_joker_draws_when_last_feat_is_used():
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box())
    one, two = table.feats(0, "A", "B")
    table.do(a.UseFeat(0, one))
    assert len(table.villain().feats) == 1
    table.do(a.UseFeat(0, two))
    assert len(table.villain().feats) == 1


def test_feat_deck_is_reshuffled_when_it_runs_out():
    table = begun()
    table.state = replace(table.state, feat_deck=0, feat_discard=24)
    table.do(a.DrawFeat(0, "Sneak"))
    assert (table.state.feat_deck, table.state.feat_discard) == (23, 0)


# -- insane and lost turns ---------------------------------------------------------------


def test_insanity_lasts_three_own_turns_and_spares_dials():
    table = begun(own_box=box(sheet("Bane", 5, 4)))
    table.feats(0, "A", "B")
    table.do(a.GoInsane(0))
    assert table.villain().feats == ()
    pass_turn(table)
    assert table.villain().insane == 3
    for left in (2, 1, 0):
        pass_turn(table).do(a.InsaneMove("Ward")).at("take", here="space").do(a.Done())
        assert table.villain().insane == left
        table.do(a.EndTurn())
    assert table.villain().strength == 5


def test_insane_again_counts_anew_optionally_with_current_turn():
    table = begun().do(a.GoInsane(0)).set(0, insane=1).do(a.GoInsane(0))
    assert table.villain().insane == 3
    strict = begun(setup=Setup(preset="custom", readings=("insaneCountsCurrentTurn",)))
    strict.do(a.GoInsane(0)).at("take", here="space").do(a.Done())
    assert strict.villain().insane == 2


def test_insane_villains_keep_feats_if_table_says_so():
    strict = begun(setup=Setup(preset="custom", readings=("insaneKeepsFeats",)))
    strict.feats(0, "A")
    strict.do(a.GoInsane(0))
    assert len(strict.villain().feats) == 1


def test_current_turn_is_played_and_next_one_missed():
    table = begun().do(a.LoseTurn(0), a.Roll(3), a.MoveFigure("Ward"))
    pass_turn(pass_turn(table))
    assert table.state.active == 1
    pass_turn(table)
    assert (table.state.active, table.phase) == (0, "move")


def test_lost_turns_stack_and_count_for_the_insane():
    table = begun().do(a.LoseTurn(1), a.LoseTurn(1), a.GoInsane(1))
    pass_turn(pass_turn(table))
    assert (table.villain(1).lost_turns, table.villain(1).insane) == (0, 1)
    once = begun(setup=Setup(preset="custom", readings=("stackLostTurns", "skipTicksInsane")))
    once.do(a.LoseTurn(1), a.LoseTurn(1), a.GoInsane(1))
    pass_turn(once)
    assert (once.villain(1).lost_turns, once.villain(1).insane, once.state.active) == (0, 3, 0)


@pytest.mark.parametrize("what", ["life", "fate"])
def test_number_at_limit_gains_nothing_without_refusal(what):
    table = begun()
    most = getattr(table.villain().sheet, what) + OVER_START
    table.set(0, **{what: most}).do(a.Change(0, what, 1))
    assert (getattr(table.villain(), what), table.said()) == (most, ["gain", "capped"])


def test_life_lost_outside_fight_can_kill_too():
    table = begun().set(0, life=1).do(a.Roll(2), a.MoveFigure("Ward"), a.Space(0))
    table.do(a.Change(0, "life", -2))
    assert (table.villain().status, table.state.active) == ("waiting", 1)


def test_the_death_of_another_leaves_the_turn_alone():
    table = begun().set(1, life=1).do(a.Roll(2), a.Change(1, "life", -1))
    assert (table.villain(1).status, table.state.active, table.phase) == ("waiting", 0, "path")


def test_loot_bag_limit_is_asked_once_when_needed():
    table = begun().do(a.Gain(0, "Torba na łupy"), *(a.Gain(0, f"Thing {n}") for n in range(3)))
    assert not offered(table, "bag")
    table.do(a.Gain(0, "Thing 3"))
    (prompt, leave) = REFEREE.prompts(table.state)[:2]
    assert (prompt.do, prompt.actors, leave.do) == ("bag", None, "leave")
    for limit in (4, 13):
        table.refused(a.EnterBag(limit), "E_RANGE")
    asked = a.EnterBag(6)
    table.do(asked)
    assert (table.state.owes, table.villain().objects[0].bag) == ((), 6)
    assert not offered(table, "bag")
    assert {c.name: c.bag for c in REFEREE.learn(table.box, asked).cards}["loot-bag"] == 6
    table.do(a.Gain(1, "Loot Bag"))
    assert table.villain(1).objects[0].bag == 6
    table.do(a.Gain(0, "Thing 4"), a.Gain(0, "Thing 5"))
    assert (bool(offered(table, "leave")), offered(table, "bag")) == (True, [])


def test_the_highest_limit_of_several_loot_bags_counts():
    table = begun().do(a.EnterBag(6), a.Gain(0, "Loot Bag"), a.Gain(0, "Loot Bag"))
    table.do(*(a.Gain(0, f"Thing {n}") for n in range(4)))
    assert table.state.owes == ()
    table.do(a.Gain(0, "Thing 5"))
    assert table.state.owes != ()


def test_joker_has_feat_again_when_he_is_sane():
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box())
    table.do(a.GoInsane(0))
    assert table.villain().feats == ()
    table.set(0, insane=1).at("take", here="space", number=2).do(a.EndTurn())
    assert (table.villain().insane, len(table.villain().feats)) == (0, 1)
    assert table.said()[-2:] == ["feat-again", "feat-drawn"]


def test_joker_sane_after_dead_villains_turn_regains_feat():
    table = begun("Bane", "The Joker", own_box=REFEREE.sample_box()).do(a.GoInsane(1))
    table.set(1, insane=1, lost_turns=1).do(a.Change(0, "life", -9))
    joker = table.villain(1)
    assert (joker.insane, joker.lost_turns, len(joker.feats)) == (0, 0, 1)


def test_joker_without_feat_to_draw_goes_without():
    table = begun("The Joker", "Bane", own_box=REFEREE.sample_box())
    (last,) = table.feats(0, "A")
    table.state = replace(table.state, feat_deck=0, feat_discard=0)
    assert len(table.ask(a.UseFeat(0, last)).state.villains[0].feats) == 1
    empty = begun("The Joker", "Bane", own_box=REFEREE.sample_box())
    empty.feats(0)
    empty.state = replace(empty.state, feat_deck=0, feat_discard=0)
    assert empty.ask(a.Roll(3)).state.villains[0].feats == ()
    weak = begun("The Joker", "Bane", own_box=box(sheet("The Joker", 4, 2, always_feat=True)))
    weak.do(a.Roll(3))
    assert weak.villain().feats == ()


def offered(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


def last_life(**facts):
    """Return a table where the first of three villains has one Life left and no Fate."""
    return begun("Bane", "Scarecrow", "Clayface").set(0, life=1, fate=0, **facts)


def test_the_guard_can_kill():
    table = last_life().do(a.Roll(3), a.Guard(2), a.Strike((1,)))
    assert (table.villain().status, table.villain().space) == ("waiting", "guard-post")
    assert (table.state.active, table.phase, table.state.fight) == (1, "move", None)
    assert table.said() == ["scores", "lost", "untold", "lose", "killed", "estate", "turn"]


def test_the_guard_kills_before_batman_moves():
    table = last_life().do(a.Roll(1), a.Guard(1), a.Strike((1,)))
    assert (table.state.active, table.phase) == (1, "move")
    assert table.state.turn.batman_due is False


@pytest.mark.parametrize("saved", [False, True])
def test_control_room_can_kill_and_armour_can_save(saved):
    table = last_life(space="S1", floor=3)
    table.give(0, EncounterCard("security-key", key=True), EncounterCard("Vest", armour=True))
    table.do(a.Roll(3), a.MoveFigure("anteroom", direction="up"), a.Stand("strength"))
    table.do(a.Strike((1, 6)))
    assert table.phase == "loss"
    if saved:
        vest = next(card.id for card in table.villain().objects)
        table.do(a.Save(0, vest))
        assert table.said() == ["saved", "control-lost"]
        assert (table.villain().space, table.villain().life) == ("security-door", 1)
        return
    table.do(a.Suffer(0))
    assert (table.villain().status, table.state.active, table.phase) == ("waiting", 1, "move")
    assert "control-lost" not in table.said()
    assert table.villain().in_control_room is False


@pytest.mark.parametrize("victim", [0, 1])
def test_batman_can_kill_the_mover_or_another(victim):
    table = last_life().set(1, life=1, fate=0)
    for seat in (0, 1):
        table.set(seat, space="Ward" if seat == victim else "Cellar", floor=2)
    table.state = replace(table.state, batman=Batman("Ward", 2, 9, 9))
    table.at("batman-target").do(a.BatmanTarget(victim), a.Stand("cunning"), a.Strike((1, 6)))
    assert table.villain(victim).status == "waiting"
    turn_goes_on = victim == 1
    assert (table.state.active, table.phase) == ((0, "encounter") if turn_goes_on else (1, "move"))


def test_whoever_dies_ending_three_insane_turns_is_sane():
    table = last_life(insane=2).do(a.Change(0, "life", -1))
    assert (table.villain().insane, table.villain().estate.coins) == (0, 1)
