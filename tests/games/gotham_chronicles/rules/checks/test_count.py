"""Count the cubes on the table: which entries could explain a difference."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.rules.checks import count_check
from games.referee import Adjust
from tests.games.gotham_chronicles.sheets import BATMAN
from tests.games.gotham_chronicles.table import GAME, a, table


@pytest.fixture
def evening():
    """Return a log of a round and a half: spends of 2 and 1, a wound of 2."""
    at = table((BATMAN,), fatigue=5)
    log = []
    for action in (
        a.Next(),
        a.Stance(0, "active"),
        a.Spend(0, "melee", 2),
        a.Spend(0, "defence", 1),
        a.Next(),
        a.Wound(0, 2),
    ):
        ruling = GAME.apply(at.state, action)
        log.append((action, ruling.notes))
        at.state = ruling.state
    return at, log


def explained(at, log, where, counted):
    return [(clue.index, clue.how) for clue in count_check(at.state, log, where, counted).clues]


def test_the_right_count_needs_no_clue(evening):
    at, log = evening
    check = count_check(at.state, log, "hero.0.reserve", 5)
    assert (check.expected, check.difference, check.clues) == (5, 0, ())


def test_two_surplus_cubes_point_to_forgotten_action(evening):
    """Newest first: only the spend of two was forgotten whole; the other explains a part."""
    at, log = evening
    assert explained(at, log, "hero.0.reserve", 7) == [
        (3, "contributes"),
        (2, "missed"),
        (1, "doubled"),
    ]


def test_one_missing_cube_suggests_doubled_or_partial_action(evening):
    at, log = evening
    assert explained(at, log, "hero.0.reserve", 4) == [(3, "doubled"), (1, "partly")]


def test_wounds_are_traced_like_everything_else(evening):
    at, log = evening
    assert explained(at, log, "hero.0.wounds", 0) == [(5, "missed")]
    assert explained(at, log, "hero.0.wounds", 1) == [(5, "partly")]
    assert explained(at, log, "hero.0.wounds", 4) == [(5, "doubled")]


def test_whole_tablet_glance_sees_only_what_became_wound(evening):
    at, log = evening
    assert explained(at, log, "hero.0", 11) == [(5, "missed")]


def test_the_command_post_is_counted_too(evening):
    at, log = evening
    check = count_check(at.state, log, "post.fatigue", 1)
    assert [(clue.index, clue.how) for clue in check.clues] == [(4, "partly")]


def test_an_adjustment_is_a_clue_as_well(evening):
    at, log = evening
    action = Adjust("hero.0.reserve", 6, "found one")
    ruling = GAME.apply(at.state, action)
    at.state = ruling.state
    log = [*log, (action, ruling.notes)]
    assert explained(at, log, "hero.0.reserve", 5)[0] == (6, "missed")


@pytest.mark.parametrize("where", ["hero.9", "hero.0.pocket", "post.wounds", "door", "hero.x"])
def test_unknown_places_are_named(evening, where):
    at, log = evening
    with pytest.raises(ValueError):
        count_check(at.state, log, where, 3)


def test_every_action_that_moves_cubes_says_so():
    """What the notes tell adds up to what the state shows, through random play."""
    from random import Random

    from games.gotham_chronicles.rules.checks import change_of
    from games.gotham_chronicles.rules.common.energy import HERO_ZONES, POST_ZONES, counts_of
    from games.referee import Refusal
    from tests.games.gotham_chronicles.test_random_play import BOX, chosen, play

    for seed in range(12):
        luck = Random(seed)
        state = GAME.begin(GAME.setup_default(3, BOX), BOX).state
        state = replace(state, depth="full" if seed % 2 else "quick")
        for _ in range(60):
            prompts = [p for p in GAME.prompts(state) if "define" not in p.do and p.do != "recount"]
            if not prompts:
                break
            action = chosen(luck.choice(prompts), luck)
            ruling = play(state, action, luck)
            if isinstance(ruling, Refusal):
                continue
            for part in range(state.villain + 1):
                zones = POST_ZONES if part == state.villain else HERO_ZONES
                before, after = counts_of(state, part), counts_of(ruling.state, part)
                for zone, was, now in zip(zones, before, after, strict=True):
                    told = sum(change_of(note, part, (zone,)) for note in ruling.notes)
                    assert told == now - was, (action, zone, ruling.notes)
            state = ruling.state
