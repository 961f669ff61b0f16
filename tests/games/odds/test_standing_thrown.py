"""Tests of where rolls stood among what could have come, and what was foretold of them, against
dice thrown here side by side, at twenty tables a title."""

from collections import Counter
from functools import cache, partial
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean

import msgspec
import pytest
from msgspec.structs import replace

from companion.conformance import chance
from companion.conformance.walks import played
from games import registry
from games.odds.risk_reduction import asked
from games.odds.roll_forecast import STEPS, ForecastUnavailableError, forecast
from games.odds.roll_luck import ENDING, standing
from games.referee import Action, DiceRoll, Ruling
from tests.hardening.calibration import _entered, known
from tests.positions import recorded

TABLES = 20
THROWS = 60
AGAIN = 40


def tables(referee, rng):
    """Yield tables of recorded games, and of random ones that go on from them, whose roll is
    known."""
    met = [replace(state, **known(referee)) for _, state in recorded(referee.title.slug)]
    met = [counted(state) for state in met if asked(referee, state)]
    rng.shuffle(met)
    seen = set()
    for state in met * 40:
        for _ in range(30):
            roll = asked(referee, state)
            key = referee.encode_state(state)
            if roll and key not in seen:
                seen.add(key)
                yield state, roll[1]
                break
            ruling = played(referee, state, rng)[1] if referee.prompts(state) else None
            if ruling is None:
                break
            state = ruling.state


def counted(state):
    return replace(state, counted=(True,) * 3) if hasattr(state, "counted") else state


def carried(referee, state, action, rng):
    """Return what one entry brought, followed as far as it goes by itself, and whether dice
    followed."""
    brought, more = Counter(), False
    for _ in range(STEPS):
        data = msgspec.to_builtins(action)
        ruling, _answers = chance.answered(referee, state, data, None, rng)
        if not isinstance(ruling, Ruling):
            return None, more
        for name, n in referee.figure_changes(state, ruling).items():
            brought[name] += n
        state = ruling.state
        if outcome := referee.outcome(state):
            brought[f"={outcome.result}"] += 1
            break
        follows = referee.next_step(state)
        if isinstance(follows, DiceRoll):
            action, more = _entered(referee, follows, rng), True
        elif isinstance(follows, Action):
            action = follows
        else:
            break
    return brought, more


def worth(referee, state, action):
    """Return how good it is for the roller, on average where more dice follow: the same ones for
    each action, so that what is equally good is found to be so."""
    found = []
    for seed in range(AGAIN):
        brought, more = carried(referee, state, action, Random(seed))
        if brought is None:
            return None
        ends = brought["=won"] - brought["=lost"] if referee.title.cooperative else 0
        figures = {name: n for name, n in brought.items() if not name.startswith("=")}
        found.append(float(ENDING * ends + referee.utility(state, figures)))
        if not more:
            break
    return mean(found)


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_a_roll_stands_where_thrown_dice_put_it(slug):
    referee, rng = registry.referee(slug), Random(2)
    checked, gaps = 0, []
    for state, throw in islice(tables(referee, rng), 400):
        action = _entered(referee, throw, rng)
        said = standing(referee, state, action)
        # Few dice fall the same way again and again, and are worth the same then.
        worths = cache(partial(worth, referee, state))
        came = worths(action) if said else None
        if said is None or came is None:
            continue
        others = [worths(_entered(referee, throw, rng)) for _ in range(THROWS)]
        if None in others:
            continue
        share = mean((each < came) + (each == came) / 2 for each in others)
        error = sqrt(0.25 / THROWS)
        assert abs(share - float(said.share)) < 5 * error, (throw, share, said)
        gaps.append(share - float(said.share))
        checked += 1
        if checked == TABLES:
            break
    assert checked == TABLES
    assert abs(mean(gaps)) < 0.06


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_chance_said_of_roll_matches_thrown_dice(slug):
    """All figures at all levels and every ending, table by table."""
    referee, rng = registry.referee(slug), Random(8)
    checked, far, claims = 0, 0, 0
    for state, throw in islice(tables(referee, rng), 400):
        try:
            found = forecast(referee, state, throw)
        except ForecastUnavailableError:
            continue
        if found.open:
            continue
        brought = [
            carried(referee, state, _entered(referee, throw, rng), rng)[0] for _ in range(THROWS)
        ]
        if None in brought:
            continue
        said = {(f"={how}", 1): found.ends(how) for how in ("lost", "won", "ended")}
        for name, stake in referee.risk_figures.items():
            levels = range(1, found.most(name) + 1) if stake.counts else (1,)
            said |= {(name, n): found.chance(name, n) for n in levels}
        for (name, n), likely in said.items():
            share = mean(each[name] >= n for each in brought)
            error = sqrt(float(likely * (1 - likely)) / THROWS)
            # What is rare comes in whole throws.
            seldom = 3 / THROWS if error else 0
            assert abs(share - float(likely)) <= 4.5 * error + seldom + 1e-9, (
                name,
                n,
                likely,
                share,
            )
            claims += 0 < likely < 1
            far += abs(share - float(likely)) > 2 * error and 0 < likely < 1
        checked += 1
        if checked == TABLES:
            break
    assert checked == TABLES
    assert far <= 2 + claims // 8
