"""Chances quoted before a roll, against every face of every die and every answer on offer.

``python -m tests.hardening.chances 200 [SLUG …]`` takes so many tables that wait for a roll, title
by title, and plays each to the end of the roll in all ways: the dice face by face, and whoever may
answer with everything the table is offered. Nothing of the forecast is used for that, only rulings
and offers. What is quoted without a condition must be what comes where everyone passes; a quoted
condition must lie between the least and the most that answers can make of it; and where they can
make a difference, one must be named. Every second table has switches, faces or house rules made at
random; where a title does not understand them it has to be silent. Where the ways of a table are
too many, rerolls are left out, then parts of a defence, then the table: all of that is counted. It
prints every disagreement and
fails if there is one; and of each title how much processor time what is said before a roll takes,
and where a title has it what dice in hand may still reach, p50 and p95.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from time import process_time
from typing import Any, NamedTuple

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from msgspec.structs import replace

from bench.figures import figures
from companion import serve
from companion.conformance import chance
from companion.plays import forecast_text, moments
from games import house_rules, registry
from games.odds.probability import percent
from games.odds.risk_reduction import asked
from games.referee import Referee
from tests.hardening.all_ways import Table, TooManyError
from tests.hardening.calibration import known
from tests.hardening.dice_ways import table_of
from tests.hardening.variants import varied
from tests.positions import recorded

POSITIONS = 200
COUNTS = (
    *("tables", "chances", "conditions", "silent", "without rerolls", "with whole defences alone"),
    *("too many ways", "disagreements"),
)
MOST_MS = 150
"""Milliseconds of a core that 19 of 20 forecasts may take."""


class Judged(NamedTuple):
    """Chances quoted about one table, and what was wrong with them."""

    lines: int
    conditions: int
    left: tuple[str, ...]
    wrong: tuple[str, ...]


LESS = ((), ("without rerolls",), ("without rerolls", "with whole defences alone"))
"""What is left out where there are too many ways, more and more of it."""
NOTHING = Judged(0, 0, (), ())
SILENT = Judged(0, 0, ("silent",), ())
DECEIVED = Judged(0, 0, (), ("chances are said under a house rule that is not understood",))


def positions(slug: str, seed: int = 0) -> Iterator[Any]:
    """Yield tables that wait for a roll, none twice: recorded ones, then ones on from those."""
    referee, rng, seen = registry.referee(slug), Random(seed), set()
    told = known(referee)
    met = [replace(state, **told) for _, state in recorded(slug)]
    rng.shuffle(met)
    met = [varied(referee, state, rng) if n % 2 else state for n, state in enumerate(met)]

    def fresh(state: Any) -> bool:
        text = referee.encode_state(state)
        new = text not in seen and asked(referee, state) is not None
        seen.add(text)
        return new

    yield from filter(fresh, met)
    while True:
        state = rng.choice(met)
        for _ in range(30):
            state = chance.onward(referee, state, rng)
            if state is None or referee.outcome(state) is not None:
                break
            if fresh(state):
                yield state


def hoping(slug: str, seed: int = 0) -> Iterator[Any]:
    """Yield tables, none twice, at which dice in hand may still reach something."""
    referee, rng, seen = registry.referee(slug), Random(seed), set()
    met = [replace(state, **known(referee)) for _, state in recorded(slug)]
    while type(referee).prospects is not Referee.prospects:
        state = rng.choice(met)
        for _ in range(30):
            state = chance.onward(referee, state, rng)
            if state is None or referee.outcome(state) is not None:
                break
            text = referee.encode_state(state)
            if text not in seen and forecast_text.hopes(slug, moments.of(slug, text)):
                seen.add(text)
                yield state


def judged(slug: str, state: Any, taken: list[float] | None = None) -> Judged | None:
    """Return what is wrong with the chances quoted at a table; ``taken`` gets the milliseconds
    they took."""
    referee = registry.referee(slug)
    if not house_rules.understood(state):
        shown = referee.can_see_forecasts(state, None)
        return DECEIVED if shown else SILENT
    found = _timed(slug, referee.encode_state(state), taken)
    if found.error or found.late or not found.chances:
        return NOTHING
    for left in LESS:
        table = table_of(referee, referee.view(state, None))
        table.rerolls, table.between = not left, len(left) < 2
        try:
            wrong = tuple(_wrong(table, found))
        except TooManyError:
            continue
        conditions = sum(len(each.again) for each in found.chances)
        return Judged(len(found.chances), conditions, left, wrong)
    return None


def _timed(slug: str, text: str, taken: list[float] | None) -> forecast_text.Foresight:
    """Return a forecast that no one has kept."""
    begun = process_time()
    found = forecast_text._of.__wrapped__(slug, text)
    if taken is not None:
        taken.append((process_time() - begun) * 1000)
    return found


def _wrong(table: Table, found: forecast_text.Foresight) -> Iterator[str]:
    left = percent(share) if (share := table.left()) else ""
    if left != found.open and not found.error:
        yield f"{found.open or 0} % said to be the table's alone, and {left or 0} % are"
    if table.open():
        # What only the table knows is named with its share, and nothing claimed of it.
        return
    for line in found.chances:
        goal = table.goal(line.text)
        alone = table.chance(goal, "nobody", most=True)
        least, most = (table.chance(goal, "everybody", most=each) for each in (False, True))
        name = f"{line.text.code} {line.text.facts}"
        if line.percent != percent(alone):
            yield f"{name}: {line.percent} % said, {percent(alone)} % where everybody passes"
        for labels, n in line.again:
            what = " + ".join(label.code for label in labels)
            if "again." in what and not table.rerolls:
                continue
            if not _number(percent(least)) <= _number(n) <= _number(percent(most)):
                yield f"{name}: {n} % {what}, outside {percent(least)}–{percent(most)} %"
        for side in ("own", "against"):
            end = table.chance(goal, side, most=table.sought(line.text) == (side == "own"))
            gap = end - alone
            named = any((_number(n) - 100 * alone) * gap > 0 for _, n in line.again)
            if percent(end) != percent(alone) and not named and not found.alone:
                yield f"{name}: {percent(end)} % by answers ({side}), and nothing said of them"


def _number(text: str) -> Fraction:
    return Fraction({"<1": "0.5", ">99": "99.5"}.get(text, text))


def compared(slug: str, wanted: int, taken: list[float] | None = None) -> Counter[str]:
    """Return counts of what was compared, and print what disagrees."""
    counts: Counter[str] = Counter()
    for state in islice(positions(slug), wanted * 5):
        result = judged(slug, state, taken)
        if result is None:
            counts["too many ways"] += 1
            continue
        counts["tables"] += bool(result.lines)
        counts["chances"] += result.lines
        counts["conditions"] += result.conditions
        counts.update(result.left if result.lines or result is SILENT else ())
        counts["disagreements"] += len(result.wrong)
        for each in result.wrong:
            print(f"  {slug}: {each}", flush=True)
        if counts["tables"] == wanted:
            break
    return counts


def _told(what: str, taken: list[float]) -> None:
    if taken:
        times = figures(taken)
        slow = f" (aim: p95 ≤ {MOST_MS} ms)" if times.at(95) > MOST_MS else ""
        print(f"{what} {times}{slow}", flush=True)


def main(wanted: int, slugs: list[str]) -> int:
    serve.spare_collector()
    broken = 0
    for slug in slugs or list(registry.TITLES):
        taken: list[float] = []
        counts = compared(slug, wanted, taken)
        broken += counts["disagreements"]
        print(f"{slug}: " + ", ".join(f"{counts[name]} {name}" for name in COUNTS), flush=True)
        _told(f"{slug}: a forecast takes", taken)
        reached: list[float] = []
        referee = registry.referee(slug)
        for state in islice(hoping(slug), wanted):
            _timed(slug, referee.encode_state(state), reached)
        _told(f"{slug}: what dice may still reach takes", reached)
    return int(broken > 0)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:] if each.isdigit()]
    named = [each for each in sys.argv[1:] if not each.isdigit()]
    sys.exit(main(numbers[0] if numbers else POSITIONS, named))
