"""Nothing is granted or lost in silence: whatever changes on the table, a note has told it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.conformance import chance
from games.gotham_chronicles.box.sheets import SPACES
from games.gotham_chronicles.rules.common.energy import HERO_ZONES, POST_ZONES, counts_of
from games.gotham_chronicles.state import POST_SPACES, VARIANTS, State
from games.messages import Msg
from games.referee import Note, Ruling
from tests.games.gotham_chronicles.table import GAME

SEEDS, STEPS = 30, 160
WHOLE = ("recount", "adjust", "sheet")
"""Notes of corrections, which say that all cubes were laid anew."""


def silent(before: State, after: State, notes: tuple[Note, ...]) -> Iterator[str]:
    """Yield what has changed without a note that says so."""
    said = Said(notes)
    if not said.any("recount", "adjust", "sheet"):
        yield from _cubes(before, after, notes)
    for index, (was, now) in enumerate(zip(before.heroes, after.heroes, strict=True)):
        yield from _hero(index, was, now, said)
    yield from _post(before.post, after.post, said)
    for was in before.tiles:
        now = after.tile(was.name)
        yield from _tile(was, now, said) if now else (f"tile {was.name}",)
    yield from _table(before, after, said)


class Said:
    """The notes of a ruling: their codes, and every text in their facts."""

    def __init__(self, notes: tuple[Note, ...]) -> None:
        self.codes = {note.code.removeprefix("note.") for note in notes}
        self.notes = notes

    def any(self, *codes: str) -> bool:
        return not self.codes.isdisjoint(codes)

    def of(self, name: str, *codes: str) -> bool:
        """Return whether a note (of these codes, if any are named) speaks of this name."""
        return any(
            name in text
            for note in self.notes
            if not codes or note.code.removeprefix("note.") in codes
            for text in _texts(note.facts)
        )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Msg):
        yield from _texts(value.facts)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def _cubes(before: State, after: State, notes: tuple[Note, ...]) -> Iterator[str]:
    """Check every single cube: what the notes move is what has moved."""
    told: Counter[tuple[int, str]] = Counter()
    for note in notes:
        for part, source, target, n in note.facts.get("cubes", ()):
            told[part, source] -= n
            told[part, target] += n
    for part in range(before.villain + 1):
        zones = POST_ZONES if part == before.villain else HERO_ZONES
        was, now = counts_of(before, part), counts_of(after, part)
        for zone, old, new in zip(zones, was, now, strict=True):
            if new - old != told[part, zone]:
                yield f"cubes {zone}: {new - old}, told {told[part, zone]}"


def _hero(index: int, was: Any, now: Any, said: Said) -> Iterator[str]:
    name = was.sheet.name
    if was.stance != now.stance and not said.of(name, "stance") and not said.any("phase"):
        yield "stance"
    for card in {card.name for card in (*was.cards, *now.cards)}:
        held = [sum(c.name == card for c in each.cards) for each in (was, now)]
        if held[0] != held[1] and not said.of(card):
            yield f"card {card}"
    codes = {
        "shackles": ("shackled", "unshackled", "mark", "adjust"),
        "friend": ("mark",),
        "free_success": ("free-success",),
        "laid": ("laid-down", "mark", "stance", "round", "stands-up"),
        "moved": ("moved", "moved.plain", "tactician", "round"),
    }
    for field, notes in codes.items():
        if getattr(was, field) != getattr(now, field) and not said.any(*notes):
            yield f"hero.{field}"
    for right in {*now.used} - {*was.used}:
        if not said.any("automatic", "pushed", "heal", "tactician", "command"):
            yield f"used {right}"
    if was.kept != now.kept and not said.any(
        "moved", "moved.plain", "move-over", "tactician", "kept-lost"
    ):
        yield "kept"


def _post(was: Any, now: Any, said: Said) -> Iterator[str]:
    codes = {
        "activations": ("activate", "villain-recovers", "adjust"),
        "demobilized": ("demobilized",),
        "total": ("cubes-boxed", "adjust"),
        "free_reroll": ("reroll", "free-reroll", "heroes-turn", "villains-turn"),
    }
    for field, notes in codes.items():
        if getattr(was, field) != getattr(now, field) and not said.any(*notes):
            yield f"post.{field}"
    for space in POST_SPACES:
        if was.limit(space) != now.limit(space) and not said.any("sheet", "adjust", "cubes-boxed"):
            yield f"post.{space}_limit"


def _tile(was: Any, now: Any, said: Said) -> Iterator[str]:
    name = was.name
    for field in ("place", "down", "on_map", "pool", "aside", "removed"):
        if getattr(was, field) != getattr(now, field) and not said.of(name):
            yield f"tile.{field}"
    old = {mini.number: mini for mini in was.minis}
    for mini in now.minis:
        before = old.get(mini.number)
        if before is None:
            continue
        if before.life != mini.life and not (said.of(name, "life", "sheet") or said.any("adjust")):
            yield "life"
        if before.shackles != mini.shackles and not said.any(
            "shackled", "unshackled", "mark", "adjust"
        ):
            yield "shackles"
        if before.laid != mini.laid and not said.any("laid-down", "mini", "tactician", "stands-up"):
            yield "laid"
    if was.activated != now.activated and not said.any("command", "round"):
        yield "tile.activated"


def _table(before: State, after: State, said: Said) -> Iterator[str]:
    codes = {
        "round": ("round", "adjust"),
        "phase": ("phase", "heroes-turn", "villains-turn", "round", "last-round"),
        "counters": ("count", "adjust", "rule-added"),
        "tokens": ("token", "token-gone", "token-turned"),
        "gone": ("card-gone",),
        "points": (
            "event",
            "event-over",
            "reinforced",
            "reinforced-at",
            "reinforced-beside",
            "adjust",
        ),
        "event_open": ("activate", "event", "event-over"),
        "reinforcements": ("reinforcement-token",),
        "walls": ("wall-broken", "wall-gone"),
        "ended": ("ended",),
        "faces": ("sheet", "die-read"),
        "events": ("rule-added",),
        "effects": ("rule-added",),
        "conditions": ("rule-added",),
    }
    for field, notes in codes.items():
        if getattr(before, field) != getattr(after, field) and not said.any(*notes):
            yield field
    lying = {each.card.name for each in {*before.ground} ^ {*after.ground}}
    yield from (f"ground {card}" for card in lying if not said.of(card))
    moved = len(before.river) == len(after.river) and before.river != after.river
    if moved and not said.any("to-the-end", "tile-neutralized", "form"):
        yield "river"
    if before.open is not None and after.open is None and not said.codes:
        yield "open"
    over = before.activation and not after.activation
    if over and not said.any("activation-over", "mini-done", "dredged", "demobilized"):
        yield "activation"


def table(seed: int, depth: str) -> State:
    """Return a table of the sample box with gadgets, allies and some variants."""
    luck, box = Random(seed), GAME.sample_box()
    setup = replace(
        GAME.setup_default(luck.randint(2, 4), box),
        gadgets=("0|Throwing Stars (sample)",),
        variants=tuple(v for v in VARIANTS if luck.random() < 0.5),
        depth=depth,
    )
    return GAME.begin(setup, box).state


@pytest.mark.patient
@pytest.mark.parametrize("depth", ["quick", "full"])
def test_every_change_is_told(depth):
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        state, luck = table(seed, depth), Random(seed)
        for _ in range(STEPS):
            prompts = GAME.prompts(state)
            if not prompts:
                break
            likely = [prompt for prompt in prompts if prompt.group in ("now", "more")]
            prompt = luck.choice(likely if luck.random() < 0.8 else prompts)
            actor = luck.choice(prompt.actors) if prompt.actors else None
            data = chance.action(prompt, luck)
            ruling, _ = chance.answered(GAME, state, data, actor, luck)
            if isinstance(ruling, Ruling):
                for what in silent(state, ruling.state, ruling.notes):
                    found[f"{prompt.do}: {what}"] += 1
                state = ruling.state
    assert not found, found.most_common()


def test_a_cube_that_moves_untold_is_seen():
    """The law itself: it notices a cube, a card and a life that no note mentions."""
    state = table(1, "full")
    post = replace(state.post, reserve=state.post.reserve - 1, fatigue=state.post.fatigue + 1)
    assert list(silent(state, replace(state, post=post), ())) == [
        "cubes reserve: -1, told 0",
        "cubes fatigue: 1, told 0",
    ]
    hero = next(i for i, hero in enumerate(state.heroes) if hero.cards)
    bare = tuple(replace(h, cards=()) if i == hero else h for i, h in enumerate(state.heroes))
    assert any("card" in what for what in silent(state, replace(state, heroes=bare), ()))
    assert len(SPACES) == len(HERO_ZONES) - 3
