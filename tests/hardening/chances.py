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
p50 and p95.
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
from companion.conformance import chance
from companion.plays import forecast_text
from games import house_rules, registry
from games.gotham_chronicles.box.sheets import Skill
from games.house_rules import HouseRule
from games.odds.probability import percent
from games.odds.risk_reduction import asked
from games.rising.box import AbilityEffect
from tests.hardening.all_ways import Table, TooManyError
from tests.hardening.calibration import known
from tests.hardening.dice_ways import table_of
from tests.positions import recorded

POSITIONS = 200
COUNTS = (
    *("tables", "chances", "conditions", "silent", "without rerolls", "with whole defences alone"),
    *("too many ways", "disagreements"),
)
VERBS = ("damage", "heal", "doom", "token", "lose_token", "block", "turn", "die", "doom_roll")
TARGETS = ("location", "next", "team", "teams", "most", "least", "villains", "choice", "self")
"""What effects of Rising do, and to whom, among them what only the table can point at."""
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


def varied(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table with switches, faces, effects of cards or house rules made at random."""
    made = {
        "talisman-batman": _read_otherwise,
        "gotham-chronicles": _skilled,
        "animated-dice": _other_faces,
    }
    if rng.random() < 0.3:
        return _ruled_at_home(referee, state, rng)
    return made.get(referee.title.slug, _taught)(referee, state, rng)


def _ruled_at_home(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table with a rule of the group: a number at some moment, or a mere note."""
    moments = [each for each in referee.house_moments if each not in ("setup", "once")]
    numbers = (*referee.house_numbers, *referee.house_choices)
    number = rng.choice(numbers) if rng.random() < 0.7 else ""
    rule = HouseRule("Ours", rng.choice(moments), number, rng.choice((-1, 1, 2)), "No one speaks")
    return replace(state, house_rules=(replace(rule, text="") if number else rule,))


def _read_otherwise(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Talisman with some readings of its rules and some taught texts."""
    every = sorted({each.setting for each in referee.clarifications.values() if each.setting})
    readings = tuple(rng.sample(every, rng.randrange(len(every))))
    lessons = tuple(each for each in state.lessons if rng.random() < 0.5)
    return replace(state, options=replace(state.options, readings=readings), lessons=lessons)


def _skilled(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Gotham with other faces, or other skills of its tiles and heroes."""
    if rng.random() < 0.5:
        faces = tuple(tuple(sorted(rng.choices(range(4), k=6))) for _ in range(5))
        return replace(state, faces=faces)
    sheets = [each.sheet for each in (*state.tiles, *state.heroes)]
    known = sorted({skill.name for sheet in sheets for skill in sheet.skills})

    def other(owner: Any) -> Any:
        names = rng.sample([*known, "Unheard-of"], min(3, len(known)))
        skills = tuple(Skill(name, rng.randint(1, 3)) for name in names)
        changed = rng.random() < 0.5
        return replace(owner, sheet=replace(owner.sheet, skills=skills)) if changed else owner

    heroes, tiles = tuple(map(other, state.heroes)), tuple(map(other, state.tiles))
    return replace(state, heroes=heroes, tiles=tiles)


def _other_faces(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of the dice game with other yellow dice and other readings."""
    loot, batman = rng.randint(1, 3), rng.randint(1, 2)
    odd = type(state.faces[0])(loot, batman, 6 - loot - batman)
    switches = {"return_before_bust": rng.random() < 0.5, "empty_cup_ends": rng.random() < 0.5}
    return replace(state, faces=(odd, *state.faces[1:]), **switches)


def _taught(referee: Any, state: Any, rng: Random) -> Any:
    """Return a table of Rising whose villains have other effects, or some that no one knows."""

    def other(card: Any) -> Any:
        if card.kind == "hero" or rng.random() < 0.4:
            return card
        effects = tuple(
            AbilityEffect(rng.choice(VERBS), rng.randint(1, 2), rng.choice(TARGETS))
            for _ in range(rng.randint(0, 2))
        )
        return replace(card, effects=effects, known=rng.random() < 0.7)

    return replace(state, library=tuple(map(other, state.library)))


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


def main(wanted: int, slugs: list[str]) -> int:
    broken = 0
    for slug in slugs or list(registry.TITLES):
        taken: list[float] = []
        counts = compared(slug, wanted, taken)
        broken += counts["disagreements"]
        print(f"{slug}: " + ", ".join(f"{counts[name]} {name}" for name in COUNTS), flush=True)
        if taken:
            times = figures(taken)
            slow = f" (aim: p95 ≤ {MOST_MS} ms)" if times.at(95) > MOST_MS else ""
            print(f"{slug}: a forecast takes {times}{slow}", flush=True)
    return int(broken > 0)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:] if each.isdigit()]
    named = [each for each in sys.argv[1:] if not each.isdigit()]
    sys.exit(main(numbers[0] if numbers else POSITIONS, named))
