"""Cases at the edges of a mission: who is asked, what is out of sight, what is not there yet."""

from msgspec.structs import replace

from games.gotham_chronicles.box.cards import DefineDieFaces
from games.gotham_chronicles.box.missions import AddRule
from games.gotham_chronicles.box.notation import counter, skills
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    MOST_CONDITIONS,
    BonusLine,
    EquipmentCard,
    Setup,
)
from games.gotham_chronicles.rules.setup import mission_of
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, GUN, THUGS
from tests.games.gotham_chronicles.table import GAME, SEEN, a, fight, table

KNOWN = ((0, 0, 1, 1, 1, 2), (0, 1, 1, 1, 2, 2), (1, 1, 2, 2, 2, 3), (0, 0, 1, 1, 2, 2), (0,) * 6)


def test_other_hero_is_asked_before_card_changes_hands():
    """Page 45: both heroes have to agree; who acts has agreed by acting."""
    for action, other in ((a.Give(0, 1, GUN.name), 1), (a.TakeCard(1, 0, GUN.name), 0)):
        at = table((BATMAN, GORDON), ((THUGS, 2),), (GUN,), ((GUN.name,), ()), depth="full")
        at.heroes_act()
        question = at.ask(action, SAME_AREA="yes")
        assert (question.code, question.consent) == ("CONSENT", other)


def test_sneak_attack_adds_nothing_at_distance():
    at = fight(replace(GORDON, skills=skills("Sneak Attack 2")), THUGS, 2, (GUN,))
    shot = a.HeroAttack(0, "ranged", f"tile:{THUGS.name}:1", 1, (GUN.name,))
    at.do(shot, **SEEN)
    assert at.state.open.plus == 0


def test_board_shows_smoke_and_hindering_as_one_number():
    at = fight(GORDON, THUGS, 2, (GUN,))
    shot = a.HeroAttack(0, "ranged", f"tile:{THUGS.name}:1", 1, (GUN.name,), enemies=2, smoke=1)
    at.do(shot, **SEEN)
    taken = at.state.open.less
    assert taken > 0
    assert GAME.board(at.state, 0)["open"]["less"] == taken + 1


def test_a_full_space_has_no_chances_to_show():
    at = fight(BATMAN, THUGS)
    at.state = replace(at.state, faces=KNOWN)
    limit = at.state.heroes[0].room("melee")
    at.do(a.Spend(0, "melee", limit))
    shown = [space["name"] for space in GAME.board(at.state, 0)["heroes"][0]["odds"]]
    assert shown == ["ranged", "manipulation", "thought"]


def test_mission_of_numbers_brings_one_miniature_per_tile():
    setup = Setup("Ours", ("Batman",), river=(THUGS.name, EVENT_WARNING, ""))
    drawn = mission_of(setup, GAME.blank_box()).river
    assert [(place.tile, place.on_map) for place in drawn] == [(THUGS.name, 1), (EVENT_WARNING, 0)]


def test_counter_begins_at_nothing_unless_it_is_said():
    sheet = counter(["Bombs"])
    assert (sheet.value, sheet.low, sheet.high) == (0, 0, 20)


def test_one_colour_after_other_is_read_off_dice():
    faces = DefineDieFaces("red", 1, 1, 1, 2, 2, 3).faces(())
    assert [bool(each) for each in faces].count(True) == 1
    both = DefineDieFaces("white", 0, 0, 0, 0, 1, 1).faces(faces)
    assert sorted(filter(None, both)) == [(0, 0, 0, 0, 1, 1), (1, 1, 1, 2, 2, 3)]


def test_a_tool_helps_only_where_it_says_so():
    """Page 22: the lines of a card say which actions they are for."""
    tool = EquipmentCard("Lens", "tool", 1, lines=(BonusLine("thought", ("yellow",)),))
    at = fight(BATMAN, THUGS, 2, (tool,))
    assert at.no(a.HeroTask(0, "manipulation", 1, 1, tools=(tool.name,))) == "E_LINE"
    at.do(a.HeroTask(0, "thought", 1, 1, tools=(tool.name,)))


def test_guard_may_be_left_out_of_defence():
    guard = replace(GORDON, skills=skills("Body Guard 1"))
    at = table((BATMAN, guard), ((CROC, 1),), depth="full")
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(CROC.name), a.StartMini())
    at.do(a.MiniAttack("melee", "hero:0", 1), MELEE_TARGET="same")
    at.do(a.Total(2))
    (defend,) = (p for p in GAME.prompts(at.state) if p.do == "defend")
    bounds = {f.name: (f.low, f.high, f.default) for f in defend.fields}
    assert bounds["guard"] == (0, 1, 0)


def test_hero_not_at_table_does_not_move():
    at = table((BATMAN,), ((THUGS, 1),), depth="full", variants=("E2",))
    at.heroes_act("resting")
    for nobody in (1, 9, -1):
        assert at.no(a.MoveStep(nobody)) == "E_RANGE"


def test_chosen_stance_leaves_only_reactions_until_all_choose():
    """Page 21: until the last hero has a stance only reactions are paid for."""
    at = table((BATMAN, GORDON), ((THUGS, 1),), depth="quick")
    at.heroes_act()
    at.to("H3")
    at.do(a.Stance(1, "active"))
    spaces = {
        p.fixed["hero"]: [choice.value for choice in p.fields[0].choices]
        for p in GAME.prompts(at.state)
        if p.do == "spend"
    }
    assert "melee" in spaces[0]
    assert spaces[1] == ["defence", "reroll"]
    assert at.no(a.Spend(1, "melee", 1)) == "E_PHASE"


def test_mission_full_of_conditions_is_offered_no_more():
    for conditions, more in ((MOST_CONDITIONS - 1, True), (MOST_CONDITIONS, False)):
        listed = {form.fixed["what"] for form in AddRule.forms(conditions)}
        assert ("condition" in listed) == more
        assert {"counter", "event", "effect"} <= listed
