"""Judging the taps of a fault run (``faults``): none is slow but during a kill.

A tap may take a second on a machine that is the run's own. Where other programs take a part of its
cores, the run has less of it, and a tap may take as much longer. One in twenty may meet a stall of
the machine, if that is soon over: a part of a run has some two hundred taps, and one stall holds
up all tables that tap just then.
"""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.hardening.greedy import SLOWEST
from tests.hardening.services import Blow
from tests.hardening.uploads import Seen

RECOVERY = 3.0
"""Seconds after a blow in which a process starts again, or is connected to again."""
LEAST = 0.25
"""The part of the machine a run has to have: with less, a tap may take no longer still."""
FEW, STALL = 0.05, 3
"""The part of the taps that may meet a stall, and how many times as long they may take."""
KILLS, QUIET = "during kills", "between kills"


class Tap(NamedTuple):
    """One entry sent by a table that makes no trouble, until it was answered for good."""

    begun: float
    took: float


class Phase(NamedTuple):
    """A part of the run without kills, in which others make one kind of trouble."""

    what: str
    begun: float
    ended: float


class Machine(threading.Thread):
    """Load of other programs than those that descend from ``roots`` on the machine's cores."""

    def __init__(self, roots: Callable[[], Iterable[int]]) -> None:
        super().__init__(daemon=True)
        self.roots = roots
        self.samples: list[tuple[float, float]] = []
        """Moments, and the seconds of the cores that others have taken until then."""

    def run(self) -> None:
        while True:
            self.samples.append((time.monotonic(), worked(self.roots())))
            time.sleep(1)

    def others(self, begun: float, ended: float) -> float:
        """Return the part of all cores that others took between two moments."""
        first = max(0, bisect(self.samples, (begun,)) - 1)
        (a, before), (b, after) = self.samples[first], self.samples[_next(self.samples, ended)]
        return max(0.0, after - before) / (max(1.0, b - a) * (os.cpu_count() or 1))


def _next(samples: Sequence[tuple[float, float]], moment: float) -> int:
    return min(len(samples) - 1, bisect(samples, (moment,)))


def worked(roots: Iterable[int]) -> float:
    """Return seconds the cores have worked, but for these processes and their descendants."""
    _, *times = Path("/proc/stat").read_text().splitlines()[0].split()
    user, nice, system, _, _, *rest = (int(each) for each in times[:8])
    parents, own = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(path.parent.name)
        # With what children have used that are gone by now.
        parents[pid], own[pid] = int(fields[1]), sum(int(each) for each in fields[11:15])
    ours = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    ticks = user + nice + system + sum(rest) - sum(own.get(pid, 0) for pid in ours)
    return ticks / os.sysconf("SC_CLK_TCK")


def judged(
    taps: Iterable[Tap],
    phases: Sequence[Phase],
    blows: Sequence[Blow],
    others: Callable[[float, float], float] = lambda begun, ended: 0.0,
) -> tuple[list[str], list[str]]:
    """Return how long taps took in each part of a run, as lines to read, and what was too slow."""
    seconds: dict[str, list[float]] = defaultdict(list)
    slow: dict[str, list[tuple[Tap, float]]] = defaultdict(list)
    for tap in taps:
        what = _part(tap, phases, blows)
        seconds[what].append(tap.took)
        if tap.took > SLOWEST:
            left = max(LEAST, 1 - others(tap.begun, tap.begun + tap.took))
            if tap.took > SLOWEST / left:
                slow[what].append((tap, tap.took * left))
    said = [
        f"taps {what}: {Seen(seconds[what]).said()}, {len(slow[what])} too slow"
        for what in sorted(seconds)
    ]
    said += [
        f"others took {others(each.begun, each.ended):.0%} of the machine {each.what}"
        for each in phases
    ]
    wrong = []
    for what in (QUIET, *(each.what for each in phases)):
        many = len(slow[what]) > FEW * len(seconds[what])
        if many or any(took > STALL * SLOWEST for _, took in slow[what]):
            wrong.append(f"{what}: {_told([tap for tap, _ in slow[what]])}")
        if not seconds[what]:
            wrong.append(f"{what}: nobody tapped")
    return said, wrong


def _told(slow: list[Tap]) -> str:
    begun = sorted(tap.begun for tap in slow)
    most = max(tap.took for tap in slow)
    return f"{len(slow)} taps over 1 s within {begun[-1] - begun[0]:.0f} s, up to {most:.1f} s"


def _part(tap: Tap, phases: Sequence[Phase], blows: Sequence[Blow]) -> str:
    """Return the part of the run a tap belongs to; one that meets a kill belongs to the kills."""
    answered = tap.begun + tap.took
    if any(tap.begun < each.ended + RECOVERY and answered > each.begun for each in blows):
        return KILLS
    return next((each.what for each in phases if each.begun <= tap.begun < each.ended), QUIET)
