"""Who may do what, and what is offered when: every action, every wrong hand, every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import get_args

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.box.sheets import (
    CUBES_IN_BOX,
    EVENT_SHEET,
    EVENT_WARNING,
    RIVER_POSITIONS,
    Box,
    Place,
    PostSheet,
)
from games.gotham_chronicles.rules.danger import SUPPLY, WALLS_IN_BOX
from games.gotham_chronicles.rules.villain.reinforcement import REINFORCEMENTS_IN_BOX
from games.gotham_chronicles.state import VARIANTS, State
from games.referee import Adjust, Prompt, Refusal, Ruling, SetDepth
from tests import chance
from tests.games.gotham_chronicles.table import GAME

SEEDS, MOST_SEEDS, STEPS = 10, 40, 130
MANY = (
    "Attraction 1, Tactician 1, Sacrifice 1, Luck 1, Blast 1, Frost 1, Flame 1, Grenade 1, "
    "Body Guard 1"
)
TABLE_VERBS = {
    "count", "cubes", "hurt", "mark", "minis", "next", "reinforcement", "recount", "shackles",
    "tile-place", "token", "victory", "wall", "wound",
}  # fmt: skip
"""What the table may always set right as long as the mission runs, and going on."""


def gifted() -> Box:
    """The sample box with skills on everybody, so that every rule comes up."""
    box = GAME.sample_box()
    return replace(
        box,
        heroes=tuple(replace(h, skills=(*h.skills, *skills(MANY))) for h in box.heroes),
        tiles=tuple(
            replace(t, life=max(2, t.life), skills=(*t.skills, *skills(f"{MANY}, Misfortune 1")))
            for t in box.tiles
        ),
        missions=tuple(replace(m, set_aside=(Place("Form", aside=1),)) for m in box.missions),
    )


@cache
def positions() -> tuple[State, ...]:
    """States of random games in both depths, so many that every action is offered in one."""
    found: list[State] = []
    missing = tags()
    for seed in range(MOST_SEEDS):
        if seed >= SEEDS and not missing:
            break
        for state in walk(seed):
            found.append(state)
            missing -= {prompt.do for prompt in GAME.prompts(state)} if missing else set()
    return tuple(found)


def walk(seed: int) -> Iterator[State]:
    luck, box = Random(seed), gifted()
    setup = replace(
        GAME.setup_default(4 if seed % 2 else 3, box),
        gadgets=("0|Throwing Stars (sample)",),
        allies=("1|Beat Officers (sample)",),
        variants=tuple(v for v in VARIANTS if luck.random() < 0.5),
        depth="quick" if seed % 4 == 0 else "full",
    )
    ruling = GAME.begin(setup, box)
    assert isinstance(ruling, Ruling), ruling
    state = ruling.state
    for _ in range(STEPS):
        yield state
        prompts = GAME.prompts(state)
        if not prompts:
            return
        likely = [p for p in prompts if p.group in ("now", "more") and p.do != "victory"]
        due = [p for p in prompts if p.expected]
        prompt = luck.choice(due if due and luck.random() < 0.6 else likely or prompts)
        actor = luck.choice(prompt.actors) if prompt.actors else None
        answer, _ = chance.answered(GAME, state, chance.action(prompt, luck), actor, luck)
        state = answer.state if isinstance(answer, Ruling) else state


def wrong(state: State, prompt: Prompt) -> tuple[int, ...]:
    """The parts of the other side; any hero's player may act for the heroes."""
    if prompt.actors is None:
        return ()
    villain = state.villain in prompt.actors
    return state.hero_parts if villain else (state.villain,)


def test_what_is_offered_to_one_side_is_refused_to_the_other():
    luck, let_through, seen = Random(1), Counter(), Counter()
    for state in positions()[::4]:
        for prompt in GAME.prompts(state):
            for actor in wrong(state, prompt):
                answer, _ = chance.answered(GAME, state, chance.action(prompt, luck), actor, luck)
                seen[prompt.do] += 1
                if not isinstance(answer, Refusal):
                    let_through[prompt.do] += 1
    assert not let_through, let_through
    assert len(seen) > 30


def tags() -> set[str]:
    types = get_args(GAME.Action)
    kinds = [kind for kind in types if not kind.teaches and kind not in (Adjust, SetDepth)]
    return {kind.__struct_config__.tag for kind in kinds}


def test_every_action_is_seen_offered_and_seen_absent():
    offered: Counter[str] = Counter()
    for state in positions():
        offered.update({prompt.do for prompt in GAME.prompts(state)})
    never = tags() - {*offered}
    always = {do for do in tags() if offered[do] == len(positions())}
    assert never == set()
    assert always <= TABLE_VERBS, always


# -- corrections in the middle -------------------------------------------------------------


def middles() -> list[tuple[State, str]]:
    """Some states with everything that can be under way, each with its name."""
    found: list[tuple[State, str]] = []
    seen: Counter[str] = Counter()
    for state in positions():
        what = "peril" if state.peril else type(state.open).__name__ if state.open else ""
        seen[what] += 1
        if seen[what] % 12 == 1:
            found.append((state, what))
    return found


def test_a_number_set_right_in_the_middle_of_anything_leaves_a_game_that_goes_on():
    luck = Random(2)
    tried: Counter[str] = Counter()
    for state, what in middles():
        trackers = GAME.trackers(state)
        for tracker in luck.sample(trackers, len(trackers) // 3):
            value = luck.choice((tracker.low, tracker.high))
            ruling = GAME.apply(state, Adjust(tracker.name, value, "counted"))
            if not isinstance(ruling, Ruling):
                continue
            tried[what] += 1
            assert GAME.check(ruling.state) == ()
            GAME.board(ruling.state, None)
            prompts = GAME.prompts(ruling.state)
            assert ruling.state.ended or prompts
            taps = [p for p in prompts if not p.fields and p.tone == "next"]
            for prompt in taps:
                actor = prompt.actors[0] if prompt.actors else None
                data = {"do": prompt.do, **prompt.fixed}
                answer, _ = chance.answered(GAME, ruling.state, data, actor, luck)
                assert isinstance(answer, Ruling), (tracker.name, value, data, answer)
    assert {"Attack", "Move", "Task", "peril", "Brought", ""} == {*tried}


# -- what the box ships as confirmed -------------------------------------------------------


def test_what_the_rulebook_confirms_is_shipped_as_it_says():
    """Pages 6, 7, 11, 26, 47 and 56: limits, dice and the contents of the box."""
    assert GAME.blank_box() == Box(
        post=PostSheet((1, 2, 3, 4, 5, 6, 7, 8), 3, 1, 4, "orange", None)
    )
    assert (RIVER_POSITIONS, CUBES_IN_BOX) == (8, 46)
    assert SUPPLY == {"flame": 8, "gas": 8, "frost": 8, "smoke": 6}
    assert (REINFORCEMENTS_IN_BOX, WALLS_IN_BOX) == (6, 6)
    assert (EVENT_SHEET.name, EVENT_SHEET.kind, EVENT_SHEET.width) == (EVENT_WARNING, "event", 1)
    assert GAME.blank_box().faces == ()
