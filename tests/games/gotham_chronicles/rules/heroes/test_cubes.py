"""Cubes: stances and recovery, sweeps, limits, wounds in their order."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.box.sheets import EquipmentCard, PostSheet
from games.gotham_chronicles.state import with_tile
from games.referee import Adjust, Refusal, SetDepth
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, CROWBAR, GORDON, GUN, RENEE, THUGS
from tests.games.gotham_chronicles.table import GAME, SPEAKER, At, a, table

T9 = GORDON


@pytest.fixture
def at():
    return table((BATMAN,))


@pytest.mark.parametrize(
    ("cubes", "stance", "variants", "after"),
    [
        ((6, 5, 0), "active", (), (8, 3, 0)),
        ((4, 2, 5), "resting", (), (6, 4, 1)),
        ((11, 0, 0), "resting", (), (11, 0, 0)),
        ((6, 5, 0), "active", ("E1",), (9, 2, 0)),
        ((10, 0, 1), "active", (), (10, 1, 0)),
        ((0, 0, 11), "resting", (), (0, 6, 5)),
    ],
)
def test_recovery_takes_from_fatigue_then_heals_into_fatigue(cubes, stance, variants, after):
    at = table((BATMAN,), variants=variants)
    at.to("H3")
    at.lay(0, *cubes)
    at.do(a.Stance(0, stance))
    assert at.zones(0) == after
    assert at.state.phase == "H4"


def test_all_stances_are_chosen_before_anybody_recovers():
    at = table((BATMAN, GORDON), fatigue=5)
    at.to("H3")
    at.do(a.Stance(0, "active"))
    assert at.zones(0) == (6, 5, 0)
    at.do(a.Stance(0, "resting"))
    at.do(a.Stance(1, "active"))
    assert at.zones(0) == (11, 0, 0)
    assert [hero.stance for hero in at.state.heroes] == ["resting", "active"]


def test_neutralized_hero_has_to_rest_and_comes_back(at):
    at.to("H3")
    at.lay(0, 0, 0, 11)
    assert at.no(a.Stance(0, "active")) == "E_NEUTRALIZED_MUST_REST"
    assert at.no(a.Spend(0, "defence")) == "E_NEUTRALIZED"
    at.do(a.Stance(0, "resting"))
    assert not at.state.heroes[0].neutralized
    assert "back" in at.notes


def test_a_screen_that_leaves_recovery_open_asks():
    at = table((replace(BATMAN, active=None),), fatigue=5)
    at.to("H3")
    assert at.ask(a.Stance(0, "active")).code == "RECOVERY"
    at.do(a.Stance(0, "active"), RECOVERY="4")
    assert at.zones(0) == (10, 1, 0)


def test_nothing_is_asked_while_cubes_are_offered():
    """One hero's recovery is open; another, who chooses last, could act at once."""
    at = table((replace(BATMAN, active=None), GORDON), fatigue=5)
    at.to("H3")
    at.do(a.Stance(0, "active"))
    spending = [each for each in GAME.prompts(at.state) if each.do == "spend"]
    assert "melee" in [str(choice.value) for choice in spending[-1].fields[0].choices]
    assert at.ask(a.Spend(1, "melee", 1)).code == "RECOVERY"
    at.do(a.Spend(1, "melee", 1), RECOVERY="4")
    assert at.zones(0) == (10, 1, 0)


def test_each_open_recovery_is_asked_for_itself():
    at = table((replace(BATMAN, active=None), replace(GORDON, resting=None)), fatigue=5)
    at.to("H3")
    at.do(a.Stance(0, "active"))
    last = a.Stance(1, "resting")
    assert at.ask(last, RECOVERY="4").code == "RECOVERY_2"
    at.do(last, RECOVERY="4", RECOVERY_2="1")
    assert (at.zones(0), at.zones(1)) == ((10, 1, 0), (5, 4, 0))


def test_no_cubes_are_moved_from_where_none_are():
    """The last two of the post paid for a tile (p.32)."""
    at = table((BATMAN,), ((THUGS, 1),))
    at.post(reserve=0, fatigue=0)
    parts = {each.fixed["part"] for each in GAME.prompts(at.state) if each.do == "cubes"}
    assert parts == {0}


def test_regeneration_heals_before_recovery():
    from msgspec.structs import replace

    from games.gotham_chronicles.box.notation import skills

    at = table((replace(BATMAN, skills=skills("Regeneration 2")),))
    at.to("H3")
    at.lay(0, 6, 1, 4)
    at.do(a.Stance(0, "active", 2))
    assert at.zones(0) == (8, 1, 2)


def test_regeneration_sleeps_while_the_hero_is_neutralized():
    from msgspec.structs import replace

    from games.gotham_chronicles.box.notation import skills

    at = table((replace(BATMAN, skills=skills("Regeneration 2")),))
    at.to("H3")
    at.lay(0, 0, 0, 11)
    assert at.no(a.Stance(0, "resting", 2)) == "E_NEUTRALIZED"
    override = {"override:E_NEUTRALIZED": "house rule"}
    at.do(a.Stance(0, "resting", 2), **override)
    assert at.zones(0) == (2, 4, 5)


def test_spaces_take_cubes_up_to_their_limit(at):
    at.heroes_act()
    at.do(a.Spend(0, "melee", 3))
    assert (at.zones(0)[0], at.on(0, "melee")) == (8, 3)
    assert at.no(a.Spend(0, "melee")) == "E_LIMIT"
    assert at.no(a.Spend(0, "defence", 6)) == "E_LIMIT"
    at.do(a.Spend(0, "defence", 5))
    at.do(a.Spend(0, "thought", 3))
    assert at.no(a.Spend(0, "ranged")) == "E_NO_RESERVE"


def test_resting_hero_spends_only_on_defence_and_rerolls(at):
    at.heroes_act("resting")
    assert at.no(a.Spend(0, "movement")) == "E_RESTING"
    at.do(a.Spend(0, "defence"), a.Spend(0, "reroll"))


def test_only_the_own_side_spends_its_cubes():
    at = table((BATMAN, RENEE))
    at.heroes_act()
    assert at.no(a.Spend(0, "melee"), actor=2) == "E_NOT_ACTIVE"
    at.do(a.Spend(0, "melee"), actor=1)
    at.do(a.SpendPost("defence"), actor=2)
    assert at.no(a.SpendPost("movement"), actor=2) == "E_PHASE"


def test_table_may_overrule_limit_and_log_says_so(at):
    at.heroes_act()
    at.do(a.Spend(0, "melee", 3))
    ruling = GAME.apply(at.state, a.Spend(0, "melee"), 0, {"override:E_LIMIT": "mission rule"})
    assert ruling.state.heroes[0].on("melee") == 4
    assert ruling.notes[-1].code == "note.override"


def test_heroes_sweep_at_both_ends_of_their_turn():
    at = table((BATMAN,))
    at.do(a.Next(), a.Stance(0, "active"), a.Spend(0, "melee", 2), a.Spend(0, "defence"), a.Next())
    assert at.zones(0) == (8, 3, 0)
    assert at.state.phase == "V3"
    at.do(a.Spend(0, "defence", 2), actor=0)
    assert at.on(0, "defence") == 2
    at.do(a.Next())
    assert at.zones(0) == (6, 5, 0)
    assert at.state.phase == "H3"


def test_the_villain_sweeps_and_recovers_five():
    at = table((BATMAN,))
    at.post(reserve=1, fatigue=4, movement=1, defence=2, reroll=1, recovery=5)
    at.heroes_act()
    at.do(a.Next())
    post = at.state.post
    assert (post.reserve, post.fatigue) == (6, 3)
    assert (post.movement, post.defence, post.reroll) == (0, 0, 0)


def test_villain_cubes_stay_on_spaces_through_heroes_turn():
    at = table((BATMAN,))
    at.to("V3")
    at.do(a.SpendPost("movement", 3))
    assert at.no(a.SpendPost("movement")) == "E_LIMIT"
    at.do(a.Next(), a.Stance(0, "active"))
    assert at.state.post.movement == 3
    at.do(a.Next())
    assert at.state.post.movement == 0


def test_the_villain_recovers_what_fatigue_holds():
    at = table((BATMAN,))
    at.post(reserve=4, fatigue=1, recovery=5)
    at.heroes_act()
    at.do(a.Next())
    assert (at.state.post.reserve, at.state.post.fatigue) == (5, 0)


def test_wounds_come_from_fatigue_then_spaces_then_reserve():
    """Page 49: four wounds take one from fatigue, two from rerolls, one from the reserve."""
    at = table((T9,))
    at.to("V3")
    at.lay(0, 4, 1, 2, reroll=2)
    at.do(a.Wound(0, 4))
    assert at.zones(0) == (3, 0, 6)
    assert at.on(0, "reroll") == 0


def test_the_player_picks_among_the_spaces():
    at = table((GORDON,))
    at.heroes_act()
    at.lay(0, 6, 0, 0, melee=2, defence=1)
    assert at.no(a.Wound(0, 2, ("reserve",))) == "E_WOUND_ORDER"
    question = at.ask(a.Wound(0, 2))
    assert question.code == "WOUND_FROM"
    assert {o.value for o in question.options} == {"melee:2", "melee:1+defence:1"}
    at.do(a.Wound(0, 2), WOUND_FROM="melee:1+defence:1")
    assert (at.on(0, "melee"), at.on(0, "defence"), at.zones(0)) == (1, 0, (6, 0, 2))


def test_named_spaces_are_taken_as_named():
    at = table((GORDON,))
    at.heroes_act()
    at.lay(0, 6, 0, 0, melee=2, defence=1)
    at.do(a.Wound(0, 2, ("defence", "melee")))
    assert (at.on(0, "melee"), at.on(0, "defence"), at.zones(0)[2]) == (1, 0, 2)


def test_excess_wounds_are_ignored(at):
    at.to("V3")
    at.lay(0, 2, 3, 6)
    at.do(a.Wound(0, 9))
    assert at.zones(0) == (0, 0, 11)
    assert at.notes[-1] == "hero-neutralized"


def test_life_goes_down_and_the_last_point_neutralizes():
    at = table((BATMAN,), ((CROC, 1), (THUGS, 2)))
    at.heroes_act()
    at.do(a.Hurt("Killer Croc", 5))
    assert at.lives("Killer Croc") == (1,)
    at.do(a.Hurt("Killer Croc", 3))
    assert (at.tile("Killer Croc").pool, at.tile("Killer Croc").down) == (1, True)
    at.do(a.Hurt("Thugs with Crowbar", 2))
    assert at.tile("Thugs with Crowbar").on_map == 1
    assert at.no(a.Hurt("Killer Croc")) == "E_NO_MINIATURE"


def test_first_kill_counts_miniatures_no_one_counted():
    at = table((BATMAN,), ((THUGS, 0),), depth="quick")
    at.heroes_act()
    at.state = with_tile(at.state, THUGS.name, counted=False)
    offers = [each for each in GAME.prompts(at.state) if each.do == "hurt"]
    assert [each.value for each in offers[0].fields[0].choices] == [THUGS.name]
    assert at.ask(a.Hurt(THUGS.name)).code == "MINIS"
    at.do(a.Hurt(THUGS.name), MINIS="3")
    tile = at.tile(THUGS.name)
    assert (tile.on_map, tile.pool, tile.quantity, tile.counted) == (2, 1, 3, True)
    at.do(a.Hurt(THUGS.name), a.Hurt(THUGS.name))
    assert at.tile(THUGS.name).down


def test_a_recount_must_find_every_cube(at):
    at.heroes_act()
    assert at.no(a.Recount(0, (5, 5, 0, 0, 0, 0, 0, 0, 0, 0))) == "E_SUM"
    at.do(a.Recount(0, (5, 4, 0, 2, 0, 0, 0, 0, 0, 0)))
    assert (at.zones(0), at.on(0, "melee")) == ((5, 4, 0), 2)
    assert at.no(a.Recount(0, (2, 4, 0, 5, 0, 0, 0, 0, 0, 0))) == "E_LIMIT"


def test_cards_move_cubes_between_zones(at):
    at.heroes_act()
    at.lay(0, 5, 2, 4)
    at.do(a.Transfer(0, "wounds", "fatigue", 2))
    assert at.zones(0) == (5, 4, 2)
    assert at.no(a.Transfer(0, "wounds", "fatigue", 3)) == "E_RANGE"
    assert at.no(a.Transfer(0, "wounds", "wounds", 1)) == "E_NO_SPACE"


def test_every_tracker_is_adjustable_and_cubes_stay_complete():
    at = table((BATMAN, GORDON), ((CROC, 1), (THUGS, 3)), fatigue=3)
    at.heroes_act()
    for tracker in GAME.trackers(at.state):
        value = tracker.value + 1 if tracker.value < tracker.high else tracker.value - 1
        ruling = GAME.apply(at.state, Adjust(tracker.name, value, "counted"))
        if hasattr(ruling, "state"):
            assert GAME.check(ruling.state) == (), tracker
            after = {t.name: t.value for t in GAME.trackers(ruling.state)}
            assert after.get(tracker.name, 0) == value, tracker
        else:
            assert ruling.code in ("E_INVARIANT", "E_RANGE"), (tracker, ruling)


def test_an_adjustment_that_breaks_the_count_is_refused():
    at = table((BATMAN,))
    at.heroes_act()
    assert at.no(Adjust("hero.0.melee", 4, "four lie there")) == "E_RANGE"
    at.do(Adjust("hero.0.melee", 3, "three lie there"))
    assert (at.zones(0), at.on(0, "melee")) == ((8, 0, 0), 3)


def test_depth_changes_nothing_but_depth(at):
    at.heroes_act()
    at.do(SetDepth("full"), SetDepth("quick"))
    assert at.state.depth == "quick"


def test_villain_rerolls_without_a_known_limit_only_warn():
    at = table((BATMAN,), post=PostSheet())
    at.heroes_act()
    assert at.ask(a.SpendPost("reroll")).weight == "warn"
    at.do(a.SpendPost("reroll"), REROLL_LIMIT="anyway")
    assert at.state.post.reroll == 1


def test_no_more_cubes_are_offered_than_entry_takes():
    at = table((BATMAN,), post=PostSheet())
    at.to("H4")
    at.post(reserve=30, defence=4)
    cubes = offered(at, "spend.post")["cubes"]
    at.do(a.SpendPost("reroll", cubes.high), REROLL_LIMIT="anyway")
    assert at.state.post.reroll == cubes.high


def offered(at, do):
    """Return the open fields of the first prompt of a kind."""
    prompt = next(prompt for prompt in GAME.prompts(at.state) if prompt.do == do)
    return {field.name: field for field in prompt.fields}


def test_many_ways_are_asked_by_cube_with_proposal():
    at = table()
    at.heroes_act()
    at.lay(0, 1, melee=3, ranged=2, thought=2, movement=2, reroll=1)
    first = at.ask(a.Wound(0, 3))
    assert [option.value for option in first.options] == [
        "melee:2+ranged:1",
        "melee",
        "ranged",
        "thought",
        "movement",
        "reroll",
    ]
    second = at.ask(a.Wound(0, 3), WOUND_FROM="reroll")
    assert (second.code, second.facts["n"]) == ("WOUND_FROM_2", 2)
    at.do(a.Wound(0, 3), WOUND_FROM="reroll", WOUND_FROM_2="thought", WOUND_FROM_3="melee:1")
    assert [at.on(0, space) for space in ("melee", "thought", "reroll")] == [2, 1, 0]


def test_the_proposal_settles_all_cubes_at_once():
    at = table()
    at.heroes_act()
    at.lay(0, 1, melee=3, ranged=2, thought=2, movement=2, reroll=1)
    at.do(a.Wound(0, 3), WOUND_FROM="melee:2+ranged:1")
    assert [at.on(0, space) for space in ("melee", "ranged")] == [1, 1]


def test_wound_prompt_lists_spaces_only_where_choice_exists():
    at = table()
    at.heroes_act()
    at.lay(0, 9, melee=2)
    assert "sources" not in offered(at, "wound")
    at.lay(0, 7, melee=2, defence=2)
    field = offered(at, "wound")["sources"]
    assert ([choice.value for choice in field.choices], len(field.rows)) == (
        ["melee", "defence"],
        3,
    )
    at.do(a.Wound(0, 1, ("", "defence", "")))
    assert (at.on(0, "melee"), at.on(0, "defence")) == (2, 1)
    assert at.ask(a.Wound(0, 1, ("", "", ""))).code == "WOUND_FROM"


def test_last_choosing_hero_becomes_active_with_first_cube():
    """Page 21: all stances are known then, and it recovers before it spends."""
    at = table((BATMAN, GORDON))
    at.to("H3")
    assert at.no(a.Spend(0, "melee")) == "E_PHASE"
    at.do(a.Stance(1, "resting"))
    offered = {prompt.do for prompt in GAME.prompts(at.state) if prompt.fixed.get("hero") == 0}
    assert "spend" in offered
    at.do(a.Spend(0, "melee"))
    assert (at.state.phase, at.state.heroes[0].stance, at.on(0, "melee")) == ("H4", "active", 1)
    assert at.notes[0] == "stance"


def test_last_choosing_hero_is_offered_what_spaces_take():
    """A defence does not make it active, so that it recovers nothing first."""
    at = table((BATMAN, GORDON))
    at.lay(0, 1, 10)
    at.to("H3")
    at.do(a.Stance(1, "resting"))
    fields = offered(at, "spend")
    assert {"defence", "melee"} <= {each.value for each in fields["space"].choices}
    at.do(a.Spend(0, "defence", fields["cubes"].high))


def test_whoever_could_regenerate_chooses_the_stance_first():
    at = table((replace(BATMAN, skills=skills("Regeneration 1")),))
    at.to("H3")
    at.lay(0, 6, 3, wounds=2)
    assert at.no(a.Spend(0, "melee")) == "E_PHASE"


def test_too_high_count_says_by_how_much(at):
    remedies = []
    for counts in ((4, 0, 0, *(0,) * 7), (20, 0, 0, *(0,) * 7)):
        refusal = GAME.apply(at.state, a.Recount(0, counts))
        remedies.append(SPEAKER.say(refusal.remedy))
    assert remedies == ["Reserve 7 more", "Count again: 9 are too many"]


def test_wounds_by_hand_take_cubes_as_in_play(at):
    at.lay(0, 6, 2, melee=3)
    at.do(Adjust("hero.0.wounds", 4))
    assert (at.zones(0), at.on(0, "melee")) == ((6, 0, 4), 1)
    at.do(Adjust("hero.0.wounds", 11))
    assert at.notes == ["adjust", "hero-neutralized"]
    assert (at.zones(0), at.on(0, "melee")) == ((0, 0, 11), 0)


@pytest.mark.parametrize(
    ("cards", "offered"),
    [((), True), ((CROWBAR,), False), ((GUN,), True), ((EquipmentCard("Something"),), True)],
    ids=["nobody has entered a card", "no weapon that shoots", "one", "one nobody knows"],
)
def test_nobody_shoots_without_a_weapon(cards, offered):
    """Page 39, also where nothing but cubes is told."""
    at = table((GORDON, RENEE), ((THUGS, 1),), cards, (tuple(card.name for card in cards),))
    at.heroes_act()
    spending = next(each for each in GAME.prompts(at.state) if each.do == "spend")
    assert ("ranged" in [choice.value for choice in spending.fields[0].choices]) == offered
    if offered:
        at.do(a.Spend(0, "ranged", 1))
    else:
        assert at.no(a.Spend(0, "ranged", 1)) == "E_NO_RANGED_WEAPON"


def test_a_tile_paid_for_acts_at_either_depth():
    at = table((BATMAN,), ((THUGS, 2),))
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    paid = at.do(a.Activate(THUGS.name))
    at.do(SetDepth("full"))
    assert "mini" in {each.do for each in GAME.prompts(at.state)}
    assert at.do(SetDepth("quick")) == paid
    at.do(SetDepth("full"), a.StartMini(), SetDepth("quick"), SetDepth("full"))
    assert at.state.activation.mini == 1
    at.do(a.EndActivation(), SetDepth("quick"), SetDepth("full"))
    assert at.state.activation is None


def test_cubes_are_offered_from_holding_to_taking_zones():
    at = table((BATMAN,), ((THUGS, 1),))
    assert taken(at) == ["reserve"]
    assert "reserve" not in put_choices(at)
    at.lay(0, 6, 1, 1, melee=3)
    assert taken(at) == ["reserve", "fatigue", "wounds", "melee"]
    put = put_choices(at)
    assert (put[0], "melee" in put) == ("fatigue", False)


def put_choices(at: At) -> list[object]:
    """Return the zones that take cubes of the first hero's reserve."""
    fixed = {"part": 0, "take": "reserve"}
    prompts = GAME.prompts(at.state)
    put = (each.fields[0] for each in prompts if each.do == "cubes" and each.fixed == fixed)
    return [choice.value for field in put for choice in field.choices]


def taken(at: At) -> list[object]:
    """Return the zones that the first hero's cubes can be moved from."""
    prompts = (each for each in GAME.prompts(at.state) if each.do == "cubes")
    return [*dict.fromkeys(each.fixed["take"] for each in prompts if each.fixed["part"] == 0)]


def test_cubes_move_as_many_as_every_space_takes():
    at = table((BATMAN,), ((THUGS, 1),))
    at.lay(0, 7, 1, 1, melee=2)
    for prompt in GAME.prompts(at.state):
        if prompt.do == "cubes":
            put, cubes = prompt.fields
            for choice in put.choices:
                told = {"do": "cubes", **prompt.fixed, "put": choice.value, "cubes": cubes.high}
                ruling = GAME.apply(at.state, GAME.decode_action(told))
                assert not isinstance(ruling, Refusal), told
