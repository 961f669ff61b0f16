"""Every note the referee can make is made in a scenario that asks for it by name."""

import ast
from pathlib import Path

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    MissionSheet,
    ReinforcementArea,
    RiverTile,
    Setup,
    Slot,
    WarningEvent,
)
from games.gotham_chronicles.state import DroppedCard, Token
from tests.games.gotham_chronicles.sheets import (
    BATMAN,
    CROC,
    GORDON,
    HACKING,
    OFFICERS,
    RENEE,
    THUGS,
    TONFA,
    VEST,
)
from tests.games.gotham_chronicles.table import GAME, At, a, table

THUG, CROCS = f"tile:{THUGS.name}:1", f"tile:{CROC.name}:1"
NEAR = {"MELEE_TARGET": "same"}


def acting(*heroes, tile=THUGS, n=2, **how) -> At:
    at = table(heroes or (BATMAN,), ((tile, n),), depth="full", **how)
    at.heroes_act()
    return at


def skilled(sheet, text: str):
    return replace(sheet, skills=skills(text))


def says(at: At, *codes: str) -> None:
    assert set(codes) <= set(at.notes), (codes, at.notes)


def test_the_round_is_told_step_by_step():
    box = GAME.sample_box()
    begun = GAME.begin(GAME.setup_default(3, box), box)
    assert [note.code.removeprefix("note.") for note in begun.notes] == ["begin"]
    blank = GAME.blank_box()
    earlier = replace(GAME.setup_default(3, blank), edition=2)
    begun = GAME.begin(earlier, blank)
    assert [note.code.removeprefix("note.") for note in begun.notes] == ["begin", "unread"]
    at = table((BATMAN, GORDON), depth="quick")
    at.do(a.Next())
    says(at, "round", "heroes-turn", "phase")
    at.lay(0, 5, 1, 5)
    at.do(a.Stance(0, "active"), a.Stance(1, "active"))
    says(at, "recover-both")
    at.do(a.Spend(0, "melee", 2))
    says(at, "spend")
    at.do(a.Next())
    says(at, "heroes-done", "sweep", "villains-turn", "villain-recovers")
    at.to("V3")
    at.state = replace(at.state, round=at.state.rounds)
    at.do(a.Next())
    says(at, "villain-done", "last-round")
    at.do(a.Declare("we are tired", "villain"))
    says(at, "ended")


def test_cubes_wounds_and_marks_are_told():
    at = acting(skilled(BATMAN, "Pushing Limits 1"))
    at.do(a.Transfer(0, "reserve", "fatigue", 2))
    says(at, "transfer")
    at.do(a.HeroAttack(0, "melee", THUG, 1, push=True), **NEAR)
    says(at, "pushed", "attack")
    at.do(a.RollFaces((0, 0)))
    says(at, "rolled")
    at.do(a.Keep())
    says(at, "successes", "no-effect")
    at.do(a.Wound(0, 40))
    says(at, "wounds", "excess", "hero-neutralized")
    at.do(a.Mark(0, "shackles", 2))
    says(at, "mark")


def test_miniatures_and_tiles_that_go_are_told():
    at = acting(tile=THUGS, n=1)
    at.do(a.Hurt(THUGS.name))
    says(at, "to-pool", "tile-neutralized")
    led = led_by(RENEE)
    led.do(a.Command(0, OFFICERS.name))
    says(led, "command")
    led.do(a.StartMini(), a.EndMini())
    says(led, "mini-done")
    for number in (1, 2, 3):
        led.do(a.Hurt(OFFICERS.name, mini=number))
    says(led, "ally-neutralized", "tile-turned")
    at.do(a.PlaceTile(THUGS.name, "aside"))
    says(at, "tile-placed")


def led_by(hero) -> At:
    mission = MissionSheet(
        "Led",
        slots=(Slot((hero.name,)),),
        river=(RiverTile(THUGS.name, 1), RiverTile(EVENT_WARNING)),
    )
    setup = Setup("Led", (hero.name,), allies=(f"0|{OFFICERS.name}",), depth="full")
    at = At(GAME.begin(setup, Box((hero,), (THUGS, OFFICERS), (), (mission,))).state)
    at.heroes_act()
    return at


def test_tokens_and_walls_are_told():
    at = acting()
    at.do(a.LayReinforcement("dock"))
    says(at, "reinforcement-token")
    at.do(a.BreakWall("a/b"), a.BreakWall("a/b", False))
    says(at, "wall-gone")
    at.do(a.PlaceToken("smoke", "dock"), a.RemoveToken("smoke", "dock"))
    says(at, "token-gone")
    at.state = replace(at.state, tokens=(Token("smoke", "roof", "villain"),))
    at.do(a.Next())
    says(at, "token-turned")


def test_the_villains_turn_is_told():
    at = acting(tile=THUGS, n=2)
    at.to("V3")
    at.post(reserve=12)
    events = (WarningEvent("Alarm", 3),)
    token = (ReinforcementArea("dock"),)
    at.state = replace(at.state, events=events, reinforcements=token)
    at.do(a.Hurt(THUGS.name), a.Activate("Event Warning"))
    says(at, "activate", "to-the-end")
    at.do(a.TriggerEvent("Alarm"), a.Reinforce(THUGS.name, "dock"))
    says(at, "reinforced-at")
    at.do(a.EndEvent())
    says(at, "event-over")
    at.do(a.Hurt(THUGS.name), a.Demobilize(THUGS.name))
    says(at, "demobilized", "dredged", "cubes-boxed")
    quick = table((BATMAN,), ((THUGS, 2),))
    quick.to("V3")
    quick.do(a.Hurt(THUGS.name))
    quick.state = replace(quick.state, points=2)
    quick.do(a.Reinforce(THUGS.name))
    says(quick, "reinforced")
    quick.do(a.Next())
    says(quick, "event-over")


def test_cards_are_told():
    kit = replace(HACKING, once=True)
    at = table((BATMAN, GORDON), cards=(TONFA, VEST), depth="full")
    at.heroes_act()
    at.hero(0, cards=(TONFA, kit))
    at.do(a.Give(0, 1, "Tonfa"), SAME_AREA="yes", CONSENT="yes")
    says(at, "passed")
    at.do(a.DropCards(1, "Tonfa", "dock"))
    says(at, "dropped")
    at.do(a.GetCard(1, "Tonfa"))
    says(at, "gained")
    at.do(a.UseCard(0, kit.name))
    says(at, "used", "card-gone")
    at.do(a.Throw(1, "Tonfa", 1, 2), a.Total(4))
    says(at, "counted", "thrown")
    assert at.state.ground == (DroppedCard(TONFA),)


def test_attack_and_defence_are_told():
    at = acting(BATMAN, skilled(GORDON, "Sacrifice 1"), tile=CROC, n=1, variants=("E4",))
    at.to("V3")
    at.post(reserve=9)
    at.do(a.Activate(CROC.name), a.StartMini(), a.MiniAttack("melee", "hero:0"), **NEAR)
    at.do(a.Shield("hero:1"))
    says(at, "shields")
    at.do(a.Total(2))
    says(at, "shielded")
    at.do(a.Defend(1), a.RollFaces((1, 0)))
    says(at, "rolled")
    at = acting(skilled(GORDON, "Shackle 1, Circular Strike 1"), tile=THUGS, variants=("E4",))
    at.do(a.HeroAttack(0, "melee", THUG, 2), **NEAR)
    at.do(a.Total(3, 0, True))
    says(at, "free-success", "successes")
    at.do(a.Defend())
    says(at, "defends-bare", "defence")
    at.do(a.FinishAttack())
    says(at, "declined")
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:2", 1, shackle=True), a.Total(3), **NEAR)
    at.do(a.Defend())
    says(at, "counted", "shackled")


def test_being_laid_down_and_standing_up_are_told():
    laying = skilled(BATMAN, "Immobilization 1")
    at = acting(laying, tile=CROC, n=1)
    at.do(a.HeroAttack(0, "melee", CROCS, 3), a.Total(5), **NEAR)
    at.do(a.Defend(0))
    says(at, "laid-down")
    at.to("V3")
    at.post(reserve=9)
    at.do(a.Activate(CROC.name), a.StartMini())
    says(at, "mini", "stands-up")
    hero = table((BATMAN,))
    hero.to("H3")
    hero.hero(0, laid="down")
    hero.do(a.Stance(0, "active"))
    says(hero, "stands-up")
    led = acting(skilled(GORDON, "Tactician 1"), BATMAN)
    led.do(a.Tactician("hero:1", 0))
    says(led, "tactician")


def test_moves_and_danger_on_way_are_told():
    at = acting(BATMAN, variants=("E3",))
    at.do(a.MoveStep(0, danger=1))
    says(at, "moved.plain", "must-roll")
    at.do(a.Total(1))
    says(at, "rolled-wounds")
    at.do(a.EndMove())
    says(at, "move-over")
    assert at.state.heroes[0].kept == 1
    at.do(a.Next())
    says(at, "kept-lost")


def test_move_names_the_parts_of_its_price():
    at = acting(BATMAN)
    at.do(a.MoveStep(0))
    says(at, "moved.plain")
    assert at.said[0].endswith("pays 1 to move, 1 point left")
    at.do(a.MoveStep(0, enemies=1))
    says(at, "moved")
    assert "(1 for the move and 1 hindering)" in at.said[0]


def test_a_task_tells_what_was_added():
    at = acting(skilled(GORDON, "Hacking 2"))
    at.do(a.HeroTask(0, "thought", 3, 1, skill="Hacking"), a.Total(1))
    assert at.notes == ["total", "counted", "task-done"]
    assert "+2" in at.said[1]


def test_total_names_paid_rerolls():
    at = acting(BATMAN)
    at.do(a.HeroTask(0, "thought", 3, 1), a.Total(1, paid=1))
    says(at, "total-rerolled")
    assert at.said[0].endswith("rolls a total of 1 after 1 paid reroll")


def test_a_counterattack_is_told():
    at = acting(tile=skilled(CROC, "Counterattack 1"), n=1)
    at.do(a.HeroAttack(0, "melee", CROCS, 1), a.Total(1), **NEAR)
    at.do(a.Defend(0), a.FollowUp("counterattack"))
    says(at, "follow")


def test_no_note_is_left_out():
    """A note no one asks for by name could vanish unseen."""
    asked: set[str] = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        if path.name != "test_silence.py":
            tree = ast.walk(ast.parse(path.read_text()))
            asked |= {node.value for node in tree if isinstance(node, ast.Constant)}
    assert {
        code.removeprefix("note.") for code in GAME.messages if code.startswith("note.")
    } - asked == set()
