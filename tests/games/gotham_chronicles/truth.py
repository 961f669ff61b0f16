"""A table at a mission no one has read, and its page that only the players can see.

Two referees follow one random game in quick depth: the app's knows the starter set and what it has
asked for, the other one every number of the page. A fall or a last round that only the second one
sees has not been called. How a mission is won is no number: the table claims it.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from games.gotham_chronicles.box.page import OFFERED, UNKNOWN
from games.gotham_chronicles.box.sheets import Box, MissionSheet, Setup, Start, mission_sheet
from games.gotham_chronicles.rules.setup import EDITION, proposed
from games.gotham_chronicles.state import State
from games.referee import Field, Prompt
from tests.games.gotham_chronicles.table import GAME
from tests.hardening.called import Called, TwoReferees

ENTRIES = ("stance", "next", "activate", "spend", "wound", "hurt")
"""What these players enter: the cubes, the wounds and the tiles."""
HASTE = 0.5
"""How often the players wound a miniature in the first round, before its river is read."""
DECISIVE = ("mission.rounds",)
"""Questions whose answers end the game: at most one of them a turn."""


def printed(_slug: str, rng: Random) -> Box:
    """Return a copy with one mission as its page might have it, all else as the starter set."""
    box: Box = GAME.starter(GAME.blank_box())
    mission = rng.choice([each for each in box.missions if each.unread])
    river = [replace(place, on_map=rng.randint(1, 4), counted=True) for place in mission.river]
    river = [replace(each, on_map=0) if each.tile == "Event Warning" else each for each in river]
    rng.shuffle(river)
    read = replace(
        mission,
        rounds=rng.randint(3, 8),
        initiative=rng.choice(("heroes", "villain")),
        slots=tuple(
            replace(
                slot, fatigue=0, starts=tuple(Start(who, rng.randint(0, 6)) for who in slot.heroes)
            )
            for slot in mission.slots
        ),
        reserve=rng.choice(OFFERED["reserve"]),
        fatigue=rng.choice(OFFERED["fatigue"]),
        recovery=rng.choice(OFFERED["recovery"]),
        river=tuple(river),
        unread=False,
    )
    return replace(box, missions=(read,))


class Table(TwoReferees):
    """One random game on a copy."""

    longest = 900
    referee = GAME

    def __init__(
        self, _slug: str, copy: Box, box: Any, seed: int, called: Called, _edition: int = 0
    ) -> None:
        self.rng, self.seed, self.called = Random(seed), seed, called
        self.box: Box = box if box.missions else GAME.starter(box)
        (self.page,) = copy.missions
        self.setup = replace(proposed(Setup(self.page.title), copy), edition=EDITION)
        self.real = self.begun(self.setup, copy)
        self.app = self.begun(self.setup, self.box)
        self.asked = Counter[str]()
        self.falls = 0

    # -- what the players can read ---------------------------------------------------------

    def answer(self) -> dict[str, Any] | None:
        """Return what the players read off the page; ``None`` if the app waits for something
        else."""
        asked = {p.do: p for p in reversed(GAME.prompts(self.app)) if p.expected}
        if counts := asked.get("minis.count"):
            here = {place.tile: place.on_map for place in self.page.river}
            return {"do": counts.do, "minis": [here[str(row)] for row in counts.fields[0].rows]}
        if "mission.first" in asked:
            return {"do": "mission.first", "side": self.page.initiative}
        if cubes := asked.get("mission.cubes"):
            rows = cubes.fields[0].rows
            return {"do": cubes.do, "cubes": [self.tired(str(row)) for row in rows]}
        if post := asked.get("mission.post"):
            return {"do": post.do, **post.fixed, "n": getattr(self.page, post.fixed["what"])}
        if "mission.place" in asked:
            read = self.app.page
            tiles = (place.tile for place in self.page.river if place.tile not in read)
            return {"do": "mission.place", "tile": next(tiles)}
        if "mission.rounds" in asked:
            return {"do": "mission.rounds", "n": self.page.rounds}
        return None

    def tired(self, hero: str) -> int:
        """Return the cubes a hero begins with in fatigue, says the page."""
        slot = next(each for each in self.page.slots if hero in each.heroes)
        n = slot.start(hero).fatigue
        return UNKNOWN if n is None else n

    # -- one step ------------------------------------------------------------------------

    def step(self) -> bool:
        data = self.answer()
        if data is None and self.real.phase == "setup":
            self.real = self.ruled(self.real, {"do": "next"}) or self.real
            self.app = self.ruled(self.app, {"do": "next"}) or self.app
            return self.agree()
        if data is not None:
            return self.answered(data)
        for _try in range(60):
            data = self.filled(self.rng.choice(self.offers()))
            after = self.ruled(self.real, data)
            if after is not None:
                break
        else:
            return self.part("stuck")
        followed = self.ruled(self.app, data)
        if followed is None:
            return self.part(f"{data['do']} refused")
        self.real, self.app = after, followed
        return self.agree()

    def answered(self, data: dict[str, Any]) -> bool:
        """Answer a question of the app, as often as it asks."""
        self.called.asked += 1
        self.asked[f"{data['do']} {data.get('what') or data.get('tile') or ''}"] += 1
        if data["do"] in DECISIVE:
            turn = 4 * self.app.round + (self.app.side == "villain")
            self.called.questions[(self.seed, turn)] += 1
        after = self.ruled(self.app, data)
        if after is None:
            return self.part(f"{data['do']} refused")
        if data["do"] == "mission.first":
            self.real = self.ruled(self.real, {"do": "next"}) or self.real
        self.app = after
        return self.agree()

    def offers(self) -> list[Prompt]:
        found = [p for p in GAME.prompts(self.real) if p.do in ENTRIES and p.group != "table"]
        wounds = [p for p in found if p.do == "hurt"]
        if self.real.round == 1 and wounds and self.rng.random() < HASTE:
            return wounds
        return [p for p in found if p.expected] * 2 + found

    def filled(self, prompt: Prompt) -> dict[str, Any]:
        values = {each.name: self.value(each) for each in prompt.fields}
        return {"do": prompt.do, **prompt.fixed, **{k: v for k, v in values.items() if v != ""}}

    def value(self, field: Field) -> Any:
        if field.kind in ("sequence", "choices", "flag"):
            return field.default if field.default is not None else ""
        if field.kind == "number":
            return self.rng.randint(field.low or 0, min(field.high or 0, (field.low or 0) + 3))
        return self.rng.choice([each.value for each in field.choices]) if field.choices else ""

    # -- comparing -----------------------------------------------------------------------

    def agree(self) -> bool:
        """Compare both tables once the app has no more to ask before the next entry."""
        if self.answer() is not None:
            return True
        real, app = self.seen(self.real), self.seen(self.app)
        if apart := next((name for name in real if real[name] != app[name]), ""):
            return self.part(apart)
        falls = sum(hero.neutralized for hero in self.app.heroes)
        falls += sum(tile.down for tile in self.app.tiles)
        self.called.falls += max(0, falls - self.falls)
        self.falls = falls
        over = self.real.phase == "end"
        self.called.losses += over
        self.called.called += over and self.app.phase == "end"
        return not over

    def seen(self, state: State) -> dict[str, Any]:
        """Return what both tables have to show, once the villain's page has been read."""
        found: dict[str, Any] = {"round": state.round, "phase": state.phase}
        found["tiles"] = {tile.name: (tile.minis, tile.down) for tile in state.tiles}
        found["heroes"] = state.heroes
        if not {"reserve", "recovery", "fatigue", "river"} & set(self.app.unread):
            found |= {"post": state.post, "river": state.river}
        return found


def known(page: MissionSheet, box: Box, setup: Setup) -> tuple[int, int]:
    """Return how many lines of a page that came to the table the copy knows, and of how many."""
    own = mission_sheet(page.title, box)
    assert own is not None
    lines = [*("first", "reserve", "recovery", "fatigue", "river", "rounds")]
    found = [line in own.read or not own.unread for line in lines]
    heroes = zip(setup.heroes, own.slots, strict=True)
    found += [slot.start(who).fatigue is not None for who, slot in heroes]
    found += [place.counted for place in own.river if place.tile != "Event Warning"]
    return sum(found), len(found)
