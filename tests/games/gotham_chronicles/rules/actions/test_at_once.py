"""A roll entered together with its action, the defense that may still follow, and movements that an
action ends."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, skills
from games.gotham_chronicles.state import Attack
from games.messages import msg
from tests.games.gotham_chronicles.sheets import BATMAN, CROWBAR, GORDON, THUGS
from tests.games.gotham_chronicles.table import GAME, SAME, At, a, fight, raid, table

THUG = f"tile:{THUGS.name}:1"


def attack(**more):
    return a.HeroAttack(0, "melee", THUG, where="same", **more)


def fields(at: At, do: str) -> set[str]:
    return {f.name for p in GAME.prompts(at.state) if p.do == do for f in p.fields}


def test_attack_is_counted_with_its_successes():
    at = fight(BATMAN, THUGS)
    at.do(attack(symbols=3, bare=True), actor=0)
    assert (at.state.open, at.tile(THUGS.name).on_map) == (None, 1)
    assert at.on(0, "melee") == 1


def test_attack_waits_for_cubes_unless_told():
    at = fight(BATMAN, THUGS)
    at.do(attack(symbols=3), actor=0)
    assert isinstance(at.state.open, Attack)
    assert at.state.open.stage == "defence"
    assert at.state.undefended is None


def test_paid_rerolls_are_paid_with_the_attack():
    at = fight(BATMAN, THUGS)
    at.do(attack(symbols=1, paid=2, bare=True), actor=0)
    assert at.on(0, "reroll") == 2


def test_more_successes_than_dice_are_refused():
    at = fight(BATMAN, THUGS)
    assert at.no(attack(symbols=5, bare=True)) == "E_RANGE"
    assert at.on(0, "melee") == 0


def test_villain_defends_after_the_attack_was_counted():
    at = fight(BATMAN, THUGS)
    at.do(attack(symbols=3, bare=True), actor=0)
    at.do(a.DefendLate(), actor=at.state.villain)
    assert at.notes == ["defend-late"]
    assert at.tile(THUGS.name).on_map == 2
    assert isinstance(at.state.open, Attack)
    assert at.state.open.stage == "defence"
    at.do(a.Defend(2, symbols=6), actor=at.state.villain)
    assert (at.tile(THUGS.name).on_map, at.state.post.defence) == (2, 2)


def test_only_the_target_defends_late():
    at = fight(BATMAN, THUGS)
    at.do(attack(symbols=3, bare=True), actor=0)
    assert at.no(a.DefendLate(), actor=0) == "E_NOT_ACTIVE"


def test_late_defense_ends_with_the_next_entry():
    at = fight(BATMAN, THUGS)
    at.do(attack(symbols=3, bare=True), actor=0)
    at.do(a.MoveStep(0))
    assert at.no(a.DefendLate()) == "E_NO_ATTACK"


def test_late_defense_outlasts_reading_of_a_die():
    at = fight(BATMAN, THUGS, edition=3)
    at.do(attack(symbols=3, bare=True), actor=0)
    at.do(a.ReadDie("red", (0, 0, 0, 1, 1, 2)), a.DefendLate(), actor=at.state.villain)
    assert isinstance(at.state.open, Attack)
    assert at.state.faces[3] == (0, 0, 0, 1, 1, 2)


def test_sneak_attack_is_entered_with_the_attack():
    at = fight(replace(BATMAN, skills=skills("Sneak Attack 2")), THUGS)
    assert "sneak" in fields(at, "attack")
    assert at.ask(attack(symbols=1)).code == "SNEAK"
    at.do(attack(symbols=1, sneak=True))
    counted = at.state.open.successes
    other = fight(replace(BATMAN, skills=skills("Sneak Attack 2")), THUGS)
    other.do(attack(symbols=1, sneak=False))
    assert counted == other.state.open.successes + 2


def test_no_roll_at_once_if_ally_may_shield():
    at = fight(BATMAN, replace(THUGS, skills=skills("Sacrifice 1")))
    assert "symbols" not in fields(at, "attack")


def test_task_is_counted_with_its_successes():
    at = fight(BATMAN, THUGS)
    at.do(a.HeroTask(0, "manipulation", 2, symbols=2))
    assert at.state.open is None
    assert "task-done" in at.notes


def test_next_miniature_begins_with_its_attack():
    at = raid(replace(THUGS, melee=ability("Y")), n=3)
    strike = a.MiniAttack("melee", "hero:0", where="same", symbols=0)
    at.do(strike)
    assert at.state.activation.mini == 1
    at.do(replace(strike, next=True))
    assert (at.state.activation.mini, at.mini(THUGS.name, 1).acted) == (2, True)
    (offer,) = (p for p in GAME.prompts(at.state) if p.do == "strike")
    assert offer.fixed["next"] is True


def test_defense_proposes_cubes_of_last_one():
    at = raid(replace(THUGS, melee=ability("Y")), n=3)
    strike = a.MiniAttack("melee", "hero:0", where="same", symbols=2)
    proposed = []
    for action in (strike, replace(strike, next=True)):
        at.do(action)
        (offer,) = (p for p in GAME.prompts(at.state) if p.do == "defend")
        proposed.append(next(f.default for f in offer.fields if f.name == "cubes"))
        at.do(a.Defend(2, symbols=2))
    assert proposed == [0, 2]
    at.do(replace(strike, next=True))
    at.hero(0, reserve=0, fatigue=6, spaces=(0, 0, 0, 0, 4, 0, 0))
    (offer,) = (p for p in GAME.prompts(at.state) if p.do == "defend")
    assert {f.name: f.default for f in offer.fields}["cubes"] == 0


def test_next_miniature_waits_for_the_one_acting():
    at = raid(replace(THUGS, melee=ability("Y")), n=3)
    early = a.MiniAttack("melee", "hero:0", where="same", next=True)
    assert at.no(early) == "E_NO_ACTIVATION"


def test_paid_reroll_is_offered_next_to_keeping():
    at = fight(BATMAN, THUGS)
    at.do(attack(), a.RollFaces((0,)))
    ways = {p.fixed["way"]: p.group for p in GAME.prompts(at.state) if p.do == "reroll"}
    assert ways["paid"] == "now"


def test_attack_waits_for_other_heros_movement():
    at = table((BATMAN, GORDON), ((THUGS, 2),), depth="full")
    at.heroes_act()
    at.do(a.MoveStep(0))
    other = a.HeroAttack(1, "melee", "tile:Thugs with Crowbar:0")
    assert at.no(other, **SAME) == "E_ACTION_OPEN"


@pytest.mark.parametrize(
    "action",
    [
        a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:1", where="same", symbols=0),
        a.HeroTask(0, "thought", 2, symbols=0),
        a.Throw(0, "Crowbar", 1),
        a.Automatic("thought", 0),
    ],
)
def test_action_ends_own_movement_first(action):
    at = fight(BATMAN, THUGS, cards=(CROWBAR,))
    at.do(a.MoveStep(0))
    at.do(action)
    assert at.notes[0] == "move-over"
    assert at.no(a.EndMove()) in ("E_NO_MOVE", "E_ACTION_OPEN")


def test_attack_form_names_points_it_loses():
    at = fight(BATMAN, THUGS)
    at.do(a.MoveStep(0))
    forms = [p for p in GAME.prompts(at.state) if p.do in ("attack", "task")]
    assert {p.do for p in forms} == {"attack", "task"}
    assert all(p.help == msg("help.ends_move", n=1) for p in forms)


def test_miniatures_act_after_their_own_movement():
    at = raid(THUGS, n=2)
    strike = a.MiniAttack("melee", "hero:0", where="same", symbols=0)
    at.do(a.MoveStep(), strike)
    assert at.state.open is None
    at.do(a.MoveStep(kind="adjacent"), replace(strike, next=True))
    assert at.state.activation.mini == 2
    at.do(a.MoveStep(), a.EndMini())
    assert at.state.activation is None
