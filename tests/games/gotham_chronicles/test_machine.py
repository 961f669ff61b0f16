"""A state machine on the invariants: whatever is legal keeps cubes, river and miniatures right."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games.gotham_chronicles.box.sheets import EVENT_WARNING, SPACES
from games.gotham_chronicles.rules.villain.river import places, width
from games.gotham_chronicles.state import POST_SPACES
from games.referee import Adjust, Question, Ruling
from tests.games.gotham_chronicles.table import GAME, a

BOX = GAME.sample_box()
TILES = ("Dockers (sample)", "Gunners (sample)", "Enforcers (sample)", "The Foreman (sample)")
ZONES = ("reserve", "fatigue", "wounds", *SPACES)
tiles, heroes = st.sampled_from(TILES), st.integers(0, 1)


class Evening(RuleBasedStateMachine):
    """Two heroes against the sample mission, in any order the rules let through."""

    def __init__(self) -> None:
        super().__init__()
        self.state = GAME.begin(GAME.setup_default(3, BOX), BOX).state
        self.totals = [hero.sheet.total for hero in self.state.heroes]
        self.boxed = 0

    def do(self, action: object) -> bool:
        answers: dict[str, str] = {}
        while isinstance(ruling := GAME.apply(self.state, action, None, answers), Question):
            answers[ruling.code] = str(ruling.options[0].value)
        if isinstance(ruling, Ruling):
            self.state = ruling.state
        return isinstance(ruling, Ruling)

    @rule(stance=st.sampled_from(("active", "resting")))
    def go_on(self, stance: str) -> None:
        if self.state.phase == "H3":
            for index in (0, 1):
                self.do(a.Stance(index, stance)) or self.do(a.Stance(index, "resting"))
        for effect in self.state.pending:
            self.do(a.ResolveEffect(effect))
        self.do(a.Next())

    @rule(hero=heroes, space=st.sampled_from(SPACES), cubes=st.integers(1, 4))
    def spend(self, hero: int, space: str, cubes: int) -> None:
        room = self.state.heroes[hero].room(space)
        if self.do(a.Spend(hero, space, cubes)):
            assert cubes <= room

    @rule(space=st.sampled_from(POST_SPACES), cubes=st.integers(1, 4))
    def spend_post(self, space: str, cubes: int) -> None:
        room = self.state.post.room(space)
        if self.do(a.SpendPost(space, cubes)):
            assert cubes <= room

    @rule(hero=heroes, n=st.integers(1, 6))
    def wound(self, hero: int, n: int) -> None:
        before = self.state.heroes[hero]
        assert self.do(a.Wound(hero, n))
        after = self.state.heroes[hero]
        assert after.wounds == min(before.sheet.total, before.wounds + n)
        if before.fatigue >= n:
            assert (after.spaces, after.reserve) == (before.spaces, before.reserve)
        if after.reserve < before.reserve:
            assert sum(after.spaces) == after.fatigue == 0

    @rule(hero=heroes, take=st.sampled_from(ZONES), put=st.sampled_from(ZONES))
    def transfer(self, hero: int, take: str, put: str) -> None:
        self.do(a.Transfer(hero, take, put))

    @rule(tile=tiles, n=st.integers(1, 3))
    def hurt(self, tile: str, n: int) -> None:
        last = self.state.tile(tile).on_map == 1
        minis = self.state.tile(tile).minis
        if self.do(a.Hurt(tile, n)) and last and n >= minis[0].life:
            assert self.state.tile(tile).down
            assert self.state.river[-1] == tile

    @precondition(lambda self: self.state.phase == "V3")
    @rule(tile=st.sampled_from((*TILES, EVENT_WARNING)))
    def activate(self, tile: str) -> None:
        before = self.state.post
        if self.do(a.Activate(tile)):
            paid = before.reserve - self.state.post.reserve
            assert self.state.post.fatigue == before.fatigue + paid
            assert self.state.river[-1] == tile

    @rule(tile=tiles)
    def reinforce(self, tile: str) -> None:
        self.do(a.TriggerEvent("Another van"))
        where = places(self.state).get(tile)
        if self.do(a.Reinforce(tile)):
            assert places(self.state).get(tile) == where
            assert not self.state.tile(tile).down

    @rule(tile=tiles)
    def dredge(self, tile: str) -> None:
        self.boxed += 2 * self.do(a.Dredge(tile))

    @rule(tile=tiles)
    def demobilize(self, tile: str) -> None:
        self.boxed += 2 * self.do(a.Demobilize(tile))

    @rule(tile=tiles, take=st.sampled_from(("map", "pool")), n=st.integers(1, 2))
    def minis(self, tile: str, take: str, n: int) -> None:
        self.do(a.MoveMinis(tile, take, "aside", n))

    @rule(hero=heroes, zone=st.sampled_from(ZONES), value=st.integers(0, 6))
    def adjust(self, hero: int, zone: str, value: int) -> None:
        if self.do(Adjust(f"hero.{hero}.{zone}", value, "counted")):
            tracker = {t.name: t.value for t in GAME.trackers(self.state)}
            assert tracker[f"hero.{hero}.{zone}"] == value

    @invariant()
    def everything_counts(self) -> None:
        assert GAME.check(self.state) == ()

    @invariant()
    def no_cube_is_lost(self) -> None:
        for hero, total in zip(self.state.heroes, self.totals, strict=True):
            assert hero.reserve + hero.fatigue + hero.wounds + sum(hero.spaces) == total
            assert all(
                0 <= n <= hero.sheet.limit(space)
                for space, n in zip(SPACES, hero.spaces, strict=True)
            )
            assert hero.neutralized == (hero.wounds == total)
        post = self.state.post
        assert post.reserve + post.fatigue + post.movement + post.defence + post.reroll == (
            9 - self.boxed
        )

    @invariant()
    def the_river_is_packed(self) -> None:
        at = places(self.state)
        assert sorted(at.values()) == list(range(width(self.state)))
        assert EVENT_WARNING in at


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
