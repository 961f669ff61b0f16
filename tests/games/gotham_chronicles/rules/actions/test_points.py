"""Move points: what is missing, what is kept, who was given some."""

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, skills
from games.gotham_chronicles.box.sheets import TileSheet
from games.gotham_chronicles.state import Attack
from games.gotham_chronicles.table import with_mini
from tests.games.gotham_chronicles.sheets import (
    BATMAN,
    GORDON,
    OFFICERS,
    THUGS,
)
from tests.games.gotham_chronicles.table import GAME, At, a, act, moves_offered, table, walk


def test_move_too_dear_is_answered_with_missing_points():
    at = walk()
    at.lay(0, 1, 10)
    refusal = GAME.apply(at.state, a.MoveStep(0, enemies=5))
    assert (refusal.code, refusal.rule) == ("E_MOVE_POINTS", "G-117")
    assert refusal.facts == {"cost": 6, "pool": 2, "missing": 3}
    assert refusal.remedy.code == "remedy.nearer"
    refusal = GAME.apply(at.state, a.MoveStep(0, enemies=2, buy=0))
    assert refusal.facts == {"cost": 3, "pool": 2, "missing": 1}
    assert (refusal.remedy.code, refusal.remedy.facts) == ("remedy.buy", {"n": 1})
    at.do(a.MoveStep(0, enemies=2))
    assert at.on(0, "movement") == 1


def test_move_needs_points_or_cubes_to_be_offered():
    at = walk()
    at.lay(0, 0, 11)
    assert len(moves_offered(at)) == 2
    at.do(a.MoveStep(0), a.MoveStep(0))
    assert at.state.open is None
    assert moves_offered(at) == []
    at.lay(0, 1, 10)
    assert len(moves_offered(at)) == 2


def test_pushing_limits_moves_as_long_as_hero_stands():
    at = walk(replace(BATMAN, skills=skills("Pushing Limits 1"), bonuses=((0, 0),)))
    at.lay(0, 0, 11)
    (form,) = moves_offered(at)
    assert "push" in [field.name for field in form.fields]
    at.do(a.MoveStep(0, push=True))
    assert at.zones(0)[2] == 1
    at.hero(0, used=())
    at.lay(0, 0, 1, 10)
    assert moves_offered(at) == []


def test_movement_without_points_ends_and_attack_starts_immediately():
    """Page 34: the action ends when the pool is empty."""
    at = walk()
    at.do(a.MoveStep(0), a.MoveStep(0))
    assert at.notes[-1] == "move-over"
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:1"), MELEE_TARGET="same")
    assert isinstance(at.state.open, Attack)


def test_miniature_out_of_points_goes_on_with_cubes():
    at = act(replace(THUGS, bonus=1))
    at.do(a.MoveStep())
    assert (at.state.open, at.state.activation.ran_out) == (None, True)
    at.do(a.MoveStep(enemies=2))
    assert (at.state.post.movement, at.state.activation.closed) == (2, False)
    at.do(a.MiniAttack("melee", "hero:0"), MELEE_TARGET="same")
    at.do(a.Total(0), a.MoveStep())
    assert (at.state.post.movement, at.state.activation.closed) == (3, True)
    assert at.no(a.MoveStep()) == "E_MOVE_POINTS"
    assert moves_offered(at) == []


def test_danger_on_last_point_ends_movement_after_roll():
    at = walk()
    at.do(a.MoveStep(0), a.MoveStep(0, danger=1))
    assert at.state.open.pool == 0
    at.do(a.Total(1))
    assert (at.state.open, at.state.peril) == (None, None)


def test_roll_given_up_on_last_point_ends_movement():
    at = walk()
    at.do(a.MoveStep(0), a.MoveStep(0, danger=1), a.Abandon())
    assert (at.state.open, at.state.peril) == (None, None)


# -- points given and kept (p.58) ----------------------------------------------------------


def guided(hero, **setup) -> At:
    leader = replace(GORDON, name="Oracle", skills=skills("Tactician 2"))
    at = table((hero, leader), ((THUGS, 1),), depth="full", **setup)
    at.heroes_act()
    return at


def test_points_kept_before_a_tacticians_move_stay_kept():
    at = guided(BATMAN, variants=("E3",))
    at.do(a.MoveStep(0), a.EndMove())
    assert at.state.heroes[0].kept == 1
    at.do(a.Tactician("hero:0", 1), a.MoveStep())
    assert (at.state.open.pool, at.state.open.given) == (2, 1)
    at.do(a.EndMove())
    assert at.state.heroes[0].kept == 1
    at.do(a.MoveStep(0))
    assert (at.state.heroes[0].kept, at.on(0, "movement")) == (0, 0)


def test_tacticians_points_are_lost_but_bonus_is_kept():
    at = guided(BATMAN, variants=("E3",))
    at.do(a.Tactician("hero:0", 1), a.MoveStep(), a.EndMove())
    assert (at.state.heroes[0].kept, at.notes) == (2, ["move-over"])
    assert "1" in at.said[0]


def test_without_the_variant_nothing_is_kept():
    at = guided(BATMAN)
    at.do(a.MoveStep(0), a.EndMove(), a.Tactician("hero:0", 1), a.MoveStep(), a.EndMove())
    assert at.state.heroes[0].kept == 0


def test_tactician_moves_each_of_group_once_round():
    at = guided(BATMAN)
    at.lead(OFFICERS)
    for number in (1, 2):
        (prompt,) = [p for p in GAME.prompts(at.state) if p.do == "tactician"]
        groups = [c.value for c in prompt.fields[0].choices if "GCPD" in str(c.value)]
        assert groups == [f"tile:GCPD Officers:{number}"]
        at.do(a.Tactician("tile:GCPD Officers:0", 1), a.EndMove())
        assert at.mini("GCPD Officers", number).guided
    (prompt,) = [p for p in GAME.prompts(at.state) if p.do == "tactician"]
    assert [c.value for c in prompt.fields[0].choices] == ["hero:0"]
    assert at.no(a.Tactician("tile:GCPD Officers:1", 1)) == "E_ONCE_PER_ROUND"
    at.do(a.Tactician("hero:0", 1), a.EndMove())
    assert at.no(a.Tactician("hero:0", 1)) == "E_ONCE_PER_ROUND"
    at.do(a.Next(), a.Next(), a.Stance(0, "active"), a.Stance(1, "active"))
    at.do(a.Tactician("tile:GCPD Officers:1", 1))


def test_villains_tactician_is_offered_every_other_unmoved_miniature():
    boss = TileSheet("Boss", "leader", skills=skills("Tactician 2"), thought=ability("Y x2"))
    mute = replace(boss, name="Mute", thought=ability("-"))
    at = table((BATMAN,), ((boss, 1), (THUGS, 2), (mute, 1)), depth="full")
    at.to("V3")

    def offered() -> list[list[object]]:
        found = [p for p in GAME.prompts(at.state) if p.do == "tactician"]
        assert all(prompt.actors == (1,) for prompt in found)
        return [[choice.value for choice in prompt.fields[0].choices] for prompt in found]

    at.do(a.Activate("Boss"))
    assert offered() == [], "nobody acts yet"
    at.do(a.StartMini())
    assert offered() == [[f"tile:{THUGS.name}:1", "tile:Mute:1"]], "and no hero"
    at.do(a.Tactician(f"tile:{THUGS.name}:1"), a.EndMove())
    assert offered() == [[f"tile:{THUGS.name}:2", "tile:Mute:1"]]
    at.do(a.Tactician("tile:Mute:1"), a.EndMove())
    assert offered() == [], "twice and no more"
    at.do(a.EndMini(), a.Activate("Mute"), a.StartMini())
    assert offered() == [], "its thought is crossed out"


def test_tactician_lets_laid_miniature_stand_up_without_bonus():
    at = guided(BATMAN)
    at.lead(OFFICERS)
    at.state = with_mini(at.state, "tile:GCPD Officers:2", laid=True)
    at.do(a.Tactician("tile:GCPD Officers:2", 1))
    assert (at.state.open.pool, at.mini("GCPD Officers", 2).laid) == (2, False)
