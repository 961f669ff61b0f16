"""Chances called before a roll, against what the roll then brought, over random turns.

``python -m tests.hardening.calibration 100000 [SLUG …]`` plays until so many rolls have been
foretold, title by title, and prints how often what was called 30 % has happened. Each table met is
foretold once and then thrown at ``THROWN`` times over. Of each throw one claim is held against
what came, drawn blindly, among the dangers where there are any, so that the error of a row is that
of so many independent throws. The dice are thrown here, side by side, and not by the forecast. It
fails if a row strays further than one row in ten thousand would by chance, or if something
impossible came.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from msgspec.structs import replace

from companion.conformance import chance
from companion.conformance.walks import played
from games import registry
from games.odds.risk_reduction import asked
from games.odds.roll_forecast import STEPS, Forecast, ForecastUnavailableError, forecast
from games.referee import Action, AnyReferee, DiceRoll, Ruling
from tests.positions import recorded

STRAY = 4.0
"""Standard deviations that no row strays by chance."""
MOST = 2
"""More of one figure than this is no claim anyone reads."""
NEVER = 0.1
"""How often what cannot come is among the claims."""
THROWN = 100
"""Throws at each table that has been foretold."""
PIECE = 5000
"""So many rolls are given to a core at once."""
BARREN = 40
"""Entries without a roll that can be foretold, after which a table is cleared."""


class Row(msgspec.Struct):
    """Claims of about one chance: how many, what they add up to, how often it happened."""

    claims: int = 0
    called: float = 0.0
    spread: float = 0.0
    happened: int = 0

    @property
    def off(self) -> float:
        """The distance of what happened from what was called, in standard deviations."""
        gap = self.happened - self.called
        return gap / sqrt(self.spread) if self.spread else (gap and STRAY * 2)


Rows = dict[int, Row]
"""By tenths: 0 for what cannot come, 1 for up to 10 %, …, 11 for what is certain."""


class Claim(NamedTuple):
    """That a figure changes by so much or more (or that the game ends, ``=`` and how)."""

    name: str
    least: int
    likely: Fraction
    danger: bool


def calibrated(slug: str, turns: int, seed: int = 0, thrown_at: int = THROWN) -> Rows:
    """Return that many rolls of random games, and what became of one claim about each."""
    referee, rng = registry.referee(slug), Random(seed)
    rows: Rows = defaultdict(Row)
    last, every, may = None, [], []
    for n, (found, happened) in enumerate(rolls(referee, rng, thrown_at), 1):
        if found is not last:
            last, every, may = found, *(_claims(referee, found, never) for never in (True, False))
        claim = rng.choice(every if rng.random() < NEVER else may)
        likely = claim.likely
        row = rows[0 if not likely else 11 if likely == 1 else 1 + min(9, int(likely * 10))]
        row.claims += 1
        row.called += float(likely)
        row.spread += float(likely * (1 - likely))
        row.happened += happened.get(claim.name, 0) >= claim.least
        if n == turns:
            break
    return rows


def _claims(referee: AnyReferee, found: Forecast, never: bool) -> list[Claim]:
    """Return what is called of a roll: the dangers that may come, else all that may; what cannot
    come only if ``never``."""
    ends = ("lost", "won", "ended")
    every = [Claim(f"={how}", 1, found.ends(how), how == "lost") for how in ends]
    for name, stake in referee.risk_figures.items():
        levels = range(1, (MOST if stake.counts else 1) + 1)
        every += [Claim(name, n, found.chance(name, n), stake.danger) for n in levels]
    may = [claim for claim in every if claim.likely]
    dangers = [claim for claim in may if claim.danger]
    return every if never or not may else dangers or may


def rolls(
    referee: AnyReferee, rng: Random, thrown_at: int = 1
) -> Iterator[tuple[Forecast, dict[str, int]]]:
    """Yield rolls met in random games that could be foretold to their end, and what they brought,
    each thrown that many times before the game goes on from the last of them."""
    told = known(referee)
    met = [replace(state, **told) for _, state in recorded(referee.title.slug)]
    met = [state for state in met if asked(referee, state)]
    state: Any = None
    barren = 0
    while True:
        if state is None or barren > BARREN or not referee.prompts(state):
            # Random play seldom gets as far as dice or a deck that all is known of.
            state, barren = rng.choice(met) if met else chance.begun(referee, rng), 0
        roll = asked(referee, state)
        found = _foretold(referee, state, roll[1]) if roll else None
        after = None
        for _ in range(thrown_at):
            if roll is None or found is None:
                break
            after, happened = thrown(referee, state, roll[1], rng)
            if after is None:
                break
            yield found, happened
            barren = 0
        if after is None:
            ruling = played(referee, state, rng)[1]
            after, barren = ruling.state if ruling else None, barren + 1
        state = after


def known(referee: AnyReferee) -> dict[str, Any]:
    """Add faces that recorded games did not know of, so that their rolls can be foretold."""
    if referee.title.slug == "batman-who-laughs":
        return {"driver_dice": referee.sample_box().driver_dice}
    if referee.title.slug == "gotham-chronicles":
        return {"faces": ((0, 0, 1, 1, 2, 3),) * 5}
    return {}


def _foretold(referee: AnyReferee, state: Any, throw: DiceRoll) -> Forecast | None:
    try:
        found = forecast(referee, state, throw)
    except ForecastUnavailableError:
        return None
    return None if found.open else found


def thrown(
    referee: AnyReferee, state: Any, throw: DiceRoll, rng: Random
) -> tuple[Any, dict[str, int]]:
    """Return the table once the dice have fallen and all that follows has happened, and what it
    brought; no table where it could not be entered."""
    happened: dict[str, int] = defaultdict(int)
    step: Any = throw
    for _ in range(STEPS):
        action = _entered(referee, step, rng) if isinstance(step, DiceRoll) else step
        ruling, _answers = chance.answered(referee, state, msgspec.to_builtins(action), None, rng)
        if not isinstance(ruling, Ruling):
            return None, happened
        for name, n in referee.figure_changes(state, ruling).items():
            happened[name] += n
        state = ruling.state
        if (outcome := referee.outcome(state)) is not None:
            happened[f"={outcome.result}"] = 1
            break
        step = referee.next_step(state)
        if not isinstance(step, DiceRoll | Action):
            break
    return state, happened


def _entered(referee: AnyReferee, throw: DiceRoll, rng: Random) -> Any:
    """Return the dice as they lie, each thrown on its own, those of a cup drawn before."""
    cup = [die for die, n in throw.cup for _ in range(n)]
    dice = [*throw.dice, *rng.sample(cup, throw.drawn)]
    shown = [rng.choice([face for face, n in die for _ in range(n)]) for die in dice]
    told = {"do": throw.do, **throw.fixed, throw.field: shown[0] if throw.single else shown}
    return msgspec.convert(told, referee.Action)


def wrong(rows: Rows) -> list[int]:
    """Return the rows that no honest forecast would show."""
    return [tenth for tenth, row in rows.items() if abs(row.off) > STRAY]


def lines(rows: Rows) -> Iterator[tuple[str, str]]:
    """Yield each row in words: what was called, and what came."""
    for _tenth, row in sorted(rows.items()):
        called, came = 100 * row.called / row.claims, 100 * row.happened / row.claims
        error = 196 * sqrt(row.spread) / row.claims
        yield f"called {called:.1f} %", f"{came:.1f} % ± {error:.1f} of {row.claims:,}"


def measured(slug: str, turns: int) -> Rows:
    """Return that many rolls, shared by the cores there are."""
    pieces = [min(PIECE, turns - begun) for begun in range(0, turns, PIECE)]
    with ProcessPoolExecutor(os.cpu_count()) as cores:
        found = cores.map(calibrated, [slug] * len(pieces), pieces, range(len(pieces)))
        return together(found)


def together(parts: Iterable[Rows]) -> Rows:
    """Return the rows of several runs as one."""
    rows: Rows = defaultdict(Row)
    for part in parts:
        for tenth, each in part.items():
            row = rows[tenth]
            row.claims += each.claims
            row.called += each.called
            row.spread += each.spread
            row.happened += each.happened
    return rows


def main(turns: int, slugs: list[str]) -> int:
    broken = 0
    for slug in slugs or list(registry.TITLES):
        started = time.perf_counter()
        rows = measured(slug, turns)
        print(f"{slug}: {turns} rolls in {time.perf_counter() - started:.0f} s", flush=True)
        for called, came in lines(rows):
            print(f"  {called}: happened {came}", flush=True)
        broken += len(wrong(rows))
    return broken


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:])))
