"""Tests of who plays a tile, wherever it has come from, and what is left of what it had begun."""

import pytest
from msgspec.structs import replace

from companion.conformance import chance
from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.state import Brought, Grant, Tile
from games.gotham_chronicles.table import arrived, leaders, with_tile
from games.referee import Prompt, SetDepth
from tests.games.gotham_chronicles.sheets import BATMAN, OFFICERS, SWAT, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table

VILLAIN = 1


def river(tile) -> At:
    at = table((BATMAN,), ((tile, 2),), depth="full")
    at.to("V3")
    return at


def filled(prompt: Prompt) -> dict[str, object]:
    """Return a prompt with the first of what each field lists."""
    data = dict(prompt.fixed)
    for field in prompt.fields:
        first = field.choices[0].value if field.choices else field.low or ""
        data[field.name] = [first] if field.kind == "choices" else first
    return data


def accepted(at: At, do: str) -> None:
    """Check that everyone a prompt is for may do it."""
    prompts = [prompt for prompt in GAME.prompts(at.state) if prompt.do == do]
    assert prompts
    for prompt in prompts:
        for actor in prompt.actors or (None,):
            said = GAME.apply(
                at.state, chance.offered(GAME, {"do": do, **filled(prompt)}), actor, {}
            )
            assert getattr(said, "code", "") != "E_NOT_ACTIVE", (do, actor)


@pytest.mark.parametrize("do", ["waive", "explosion"])
def test_tile_skill_is_decided_by_who_plays_it(do):
    """Officers in the river fight for the villain, whatever side their tile is of."""
    officers = replace(OFFICERS, skills=skills("Blast 1"))
    at = river(officers)
    at.state = replace(at.state, open=Brought((Grant("explosion", f"tile:{officers.name}:1", 1),)))
    accepted(at, do)


def test_misfortune_belongs_to_who_plays_against_the_tile():
    """Officers in the river fight for the villain, whatever side their tile is of."""
    jinxed = replace(THUGS, skills=skills("Misfortune 1"))
    at = table((BATMAN,), ((OFFICERS, 1), (jinxed, 1)), depth="full")
    at.heroes_act()
    at.do(a.Explode(1, (f"tile:{OFFICERS.name}:1",)))
    assert at.state.peril.roll.forced == 0
    at.do(a.Abandon())
    at.do(a.DefineTile(OFFICERS.name, skills="Misfortune 1"))
    at.do(a.Explode(1, ("hero:0",)), a.RollFaces((1,)))
    (forced,) = [prompt for prompt in GAME.prompts(at.state) if prompt.do == "misfortune"]
    assert (at.state.peril.roll.forced, forced.actors) == (1, (VILLAIN,))


def test_tile_token_is_placed_by_who_plays_it():
    at = river(OFFICERS)
    at.state = replace(at.state, open=Brought((Grant("flame", f"tile:{OFFICERS.name}:1", 1),)))
    prompt = next(p for p in GAME.prompts(at.state) if p.do == "token" and p.expected)
    assert prompt.actors == (VILLAIN,)
    assert prompt.fixed["part"] == VILLAIN
    accepted(at, "token")


def test_tile_that_was_ally_is_villains_in_river():
    """Its form led it for a hero; in the river no one does (p.26, 30)."""
    at = table((BATMAN,), ((THUGS, 2),), depth="full")
    at.lead(OFFICERS)
    at.state = replace(at.state, tiles=(*at.state.tiles, Tile(SWAT, "aside")))
    at.do(a.ReplaceTile(OFFICERS.name, SWAT.name), a.PlaceTile(OFFICERS.name, "river"))
    at.state = with_tile(at.state, OFFICERS.name, aside=0, minis=arrived(at.tile(OFFICERS.name), 2))
    at.to("V3")
    at.post(reserve=8)
    at.do(a.Activate(OFFICERS.name), actor=VILLAIN)
    assert leaders(at.state, f"tile:{OFFICERS.name}:1") == (VILLAIN,)
    accepted(at, "mini")
    accepted(at, "activation-end")


def test_skill_of_who_left_brings_nothing_any_more():
    """A fighter who is gone uses no skill; danger that rises in an area is no one's (p.49)."""
    at = river(THUGS)
    rises = Grant("rise", "", 1)
    at.state = replace(at.state, open=Brought((rises, Grant("flame", f"tile:{THUGS.name}:1", 1))))
    at.do(a.Hurt(THUGS.name, 1, 1))
    assert at.state.open == Brought((rises,))
    assert "stops" in at.notes


def test_tile_acts_on_table_when_who_acted_leaves():
    """At quick depth a tile none of whose miniatures has begun is resolved by its players."""
    at = river(THUGS)
    at.post(reserve=8)
    at.do(a.Activate(THUGS.name), a.StartMini(), a.EndMini(), SetDepth("quick"))
    assert at.state.activation
    at.do(a.Hurt(THUGS.name, 1, 1))
    before = at.state
    at.do(SetDepth("full"), SetDepth("quick"))
    assert at.state == before
