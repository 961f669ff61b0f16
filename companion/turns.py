"""Page threads by urgency: requests a table waits for go first, then the longest waiting.

Every request has an urgency. What a table waits for has threads of its own, of which one is left to
taps. Waiting requests take turns by network, and those of a network by table, so that no one waits
for everything others have asked for; the taps of one table go one after the other, as they would
wait for each other anyway. What is drawn after answers is a network of its own. The queue is
limited; the rest are asked to come again.
"""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from enum import IntEnum
from typing import Any

from companion.operations import metrics

TAPS = re.compile(r"/t/[^/]+/(?!repair|upgrade)\w+|/api/plays/[^/]+/(?!join)\w+")
"""Addresses where a table is changed."""
BOARDS = re.compile(r"/t/[^/]+/(?!repair|upgrade|playlog)\w*|/(tv|api/plays)/[^/]+/?|/static/.+")
"""Addresses where phones look at their table, and what their first page needs."""
TABLE = re.compile(r"/(?:t|tv|api/plays)/([^/]+)")
"""Addresses of one table, with its code."""
LOGS = re.compile(r"/(p|made)/.+|/t/[^/]+/(repair|upgrade|playlog).*")
"""Addresses whose work grows with a log."""


class Urgency(IntEnum):
    """Urgency of a request, the most urgent first."""

    TAP, BOARD, PAGE, LOG = range(4)


LANES = ((Urgency.TAP, Urgency.BOARD), (Urgency.PAGE, Urgency.LOG))
"""What a table waits for, and what it does not: each has threads of its own, and the less urgent of
a lane never takes the last one. More than two that compute hinder each other and every tap."""
LANE = {how: lane for lane in LANES for how in lane}
"""The lane of each urgency."""
ROOM = (400, 400, 100, 40)
"""Requests of an urgency that may wait."""
SHARE = (400, 400, 50, 8)
"""Those of one network among them."""
WAIT = (20.0, 5.0, 20.0, 30.0)
"""Seconds a request of an urgency may wait to be begun."""
HANDOVER = 0.002
"""Seconds a thread computes while others wait to: a tap waits so long after each of its statements
for every page that is being made meanwhile. Python's own five cost taps half a second."""


class CrowdedError(Exception):
    """Error while too many requests are waiting."""


def urgency(method: str, path: str) -> Urgency:
    """Return how urgent a request is."""
    if method == "POST":
        return Urgency.TAP if TAPS.fullmatch(path) else Urgency.PAGE
    if BOARDS.fullmatch(path):
        return Urgency.BOARD
    return Urgency.LOG if LOGS.fullmatch(path) else Urgency.PAGE


def table(path: str) -> str:
    """Return the code of the table a request is for; empty for any other."""
    found = TABLE.match(path)
    return found[1].upper() if found else ""


AFTER = "after answers"
"""The network that all work after answers counts for."""


class _Present(threading.local):
    """Work that the answer of a thread leaves to be done after it."""

    after: dict[str, Callable[[Later], None]] | None = None


_present = _Present()


def afterwards(name: str, work: Callable[[Later], None]) -> bool:
    """Have ``work`` called once this thread's answer is away, the last one of a name; it is given
    the means to have more done in turn. False in a thread that makes no answer."""
    if _present.after is None:
        return False
    _present.after[name] = work
    return True


def leaves(name: str) -> bool:
    """Return whether this thread's answer leaves something of that name to be done."""
    return name in (_present.after or ())


Later = Callable[[Callable[[], Any]], Any]
"""Has work done in a turn of a board's urgency."""
Who = tuple[str, str]
"""A network and the table it is at, if at any."""
Waiting = tuple[Future[Any], Callable[[], Any]]
Tables = OrderedDict[str, deque[Waiting]]


def one_by_one(how: Urgency, table: str) -> bool:
    """Return whether work waits for the work before it: taps for those of their table."""
    return how is Urgency.TAP and bool(table)


class Turns:
    """A few threads, and those who wait for one of them; ``counted`` in the metrics or not."""

    def __init__(self, threads: int, *, counted: bool = False) -> None:
        self._share = max(1, threads // len(LANES))
        self._caps = [most for _ in LANES for most in (self._share, max(1, self._share - 1))]
        self._running = [0] * len(Urgency)
        self._waiting: list[OrderedDict[str, Tables]] = [OrderedDict() for _ in Urgency]
        self._held: dict[Who, deque[Waiting]] = {}
        """What waits for work that is under way."""
        self._asked: list[Counter[str]] = [Counter() for _ in Urgency]
        """How much of each network waits."""
        self._room = [0] * len(Urgency)
        self._gauges = [
            [gauge.labels(how.name.lower()) for gauge in (metrics.BUSY, metrics.WAITING)]
            for how in (Urgency if counted else ())
        ]
        self._ready = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"pages_{n}", daemon=True)
            for n in range(threads)
        ]

    def submit(
        self,
        how: Urgency,
        home: str,
        work: Callable[[], Any],
        *,
        table: str = "",
        always: bool = False,
    ) -> Future[Any]:
        """Have ``work`` done in its turn; raises ``CrowdedError``, unless it ``always`` waits."""
        with self._ready:
            waits = self._asked[how][home]
            if not always and (self._room[how] >= ROOM[how] or waits >= SHARE[how]):
                raise CrowdedError
            future = self._queue(how, (home, table), work)
            self._start()
            self._ready.notify()
        return future

    def _queue(self, how: Urgency, who: Who, work: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        home, table = who
        held = self._held.get(who) if one_by_one(how, table) else None
        if held is None:
            tables = self._waiting[how].setdefault(home, OrderedDict())
            held = tables.setdefault(table, deque())
        held.append((future, work))
        self._room[how] += 1
        self._asked[how][home] += 1
        self._count(how)
        return future

    def close(self) -> None:
        """Take no more work; what is under way ends by itself."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    def _start(self) -> None:
        """Start the threads with the first request: a server forks before."""
        if self._threads[0].ident is None:
            sys.setswitchinterval(HANDOVER)
            for thread in self._threads:
                thread.start()
            if self._gauges:
                for how in Urgency:
                    metrics.THREADS.labels(how.name.lower()).set(self._caps[how])

    def _work(self) -> None:
        while (found := self._next()) is not None:
            how, who, (future, work) = found
            _present.after = {}
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)
            left, _present.after = [*_present.after.values()], None
            # Whatever the work has left behind is not kept until the next request.
            del found, future, work
            with self._ready:
                self._running[how] -= 1
                home, table = who
                if one_by_one(how, table) and (queue := self._held.pop(who, None)):
                    self._waiting[how].setdefault(home, OrderedDict())[table] = queue
                self._count(how)
            while left:
                left.pop()(self._later)

    def _later(self, work: Callable[[], Any]) -> None:
        # This thread looks for work next: no other is woken for it.
        with self._ready:
            self._queue(Urgency.BOARD, (AFTER, ""), work)

    def _next(self) -> tuple[Urgency, Who, Waiting] | None:
        """Wait for the next work this thread may begin; nothing once closed."""
        with self._ready:
            while not self._closed:
                for how in Urgency:
                    if self._waiting[how] and self._may_begin(how):
                        self._running[how] += 1
                        who, found = self._take(how)
                        self._count(how)
                        if any(self._waiting):
                            # Another thread may have something to begin as well.
                            self._ready.notify()
                        return how, who, found
                self._ready.wait()
        return None

    def _count(self, how: Urgency) -> None:
        if self._gauges:
            for gauge, now in zip(self._gauges[how], (self._running, self._room), strict=True):
                gauge.set(now[how])

    def _may_begin(self, how: Urgency) -> bool:
        together = sum(self._running[each] for each in LANE[how])
        return together < self._share and self._running[how] < self._caps[how]

    def _take(self, how: Urgency) -> tuple[Who, Waiting]:
        """Return the next in turn: the networks one after the other, each with its tables in
        turn."""
        home, tables = self._waiting[how].popitem(last=False)
        table, queue = tables.popitem(last=False)
        found = queue.popleft()
        if one_by_one(how, table):
            self._held[home, table] = queue
        elif queue:
            tables[table] = queue
        if tables:
            self._waiting[how][home] = tables
        self._room[how] -= 1
        self._asked[how][home] -= 1
        if not self._asked[how][home]:
            del self._asked[how][home]
        return (home, table), found
