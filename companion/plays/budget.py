"""The time and the size that a call into an installed title may take.

A thread cannot be ended from outside, but it can be made to raise: a watch looks ten times a
second at the calls under way, and raises ``BudgetOverrunError`` in the thread of one that has
worked for too long. The title is then off the list until the server starts again; its tables can be
read, all others go on. Titles that ship are held to their speed by their tests, and are called as
they are.
"""

from __future__ import annotations

import ctypes
import logging
import threading
import time
from collections.abc import Callable
from functools import wraps
from inspect import getattr_static, isfunction
from typing import Any, TypeVar

import msgspec

from games import registry
from games.referee import Referee, Ruling

T = TypeVar("T")

SECONDS = 1.0
"""Processor time that one call may take; the slowest of a title that ships takes a tenth."""
WAITED = 10.0
"""Seconds on the clock after which a call is ended whatever it did, on any machine."""
TICK = 0.1
SIZE = 2_000_000
"""Bytes of an answer of a title, written as JSON: more than any phone could show."""
SIZED = {"prompts", "prompts_for", "table_prompts", "board", "seen_by", "text", "pieces", "scene"}
ALWAYS = {"apply", "prompts", "learn", "rolled", "table_prompts"}
"""Methods that reach a title's own code also where they are inherited."""

log = logging.getLogger("sidekick.title")


class BudgetOverrunError(BaseException):
    """Exception raised in the thread of a call that takes too long; a title has no business
    catching it."""


class OversizeError(Exception):
    """An answer of a title that is too large to be kept or drawn."""


class BudgetedCall:
    """One call under way: whose it is, in which thread, and since when."""

    def __init__(self, slug: str) -> None:
        self.slug, self.thread = slug, threading.get_ident()
        self.begun = time.monotonic()
        self.worked: float | None = None
        """The thread's processor time when the watch first saw the call."""
        self.ended = False


class BudgetWatch:
    """Watch on the calls under way, which ends those that take too long."""

    def __init__(self) -> None:
        self._calls: set[BudgetedCall] = set()
        self._lock = threading.Lock()
        self._busy = threading.Event()
        self._thread: threading.Thread | None = None

    def enter(self, call: BudgetedCall) -> None:
        with self._lock:
            self._calls.add(call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="budget", daemon=True)
                self._thread.start()
        self._busy.set()

    def leave(self, call: BudgetedCall) -> None:
        """Forget a call; what was to be raised in it is not raised after it."""
        with self._lock:
            self._calls.discard(call)
            if call.ended:
                _spend()

    def _look(self) -> None:
        while self._busy.wait():
            time.sleep(TICK)
            with self._lock:
                late = {each.slug for each in self._calls if _late(each)}
                for each in self._calls:
                    # Once one call of a title is late, the others it holds up are not awaited.
                    if each.slug in late:
                        each.ended = True
                        _raise(each.thread)
                if not self._calls:
                    self._busy.clear()


def _late(call: BudgetedCall) -> bool:
    waited = time.monotonic() - call.begun
    worked = _worked(call.thread)
    if worked is None:
        return waited > WAITED
    if call.worked is None:
        call.worked = worked
    return worked - call.worked > SECONDS or waited > WAITED


def _worked(thread: int) -> float | None:
    """Return the processor time of a thread, where the system tells it of others."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return None


def _raise(thread: int) -> None:
    """Have a thread raise at its next step in Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(BudgetOverrunError)
    )


def _spend() -> None:
    """Raise in this thread here and now, so that nothing is raised after it.

    To take back what was to be raised leaves a sign up in Python 3.11 for good: every call then
    looks for work that is not there, and one that is profiled never returns.
    """
    try:
        _raise(threading.get_ident())
        while True:
            pass
    except BudgetOverrunError:
        return


watch = BudgetWatch()


def within(slug: str, call: Callable[[], T]) -> T:
    """Return what ``call`` into an installed title gives.

    Raises ``UnknownTitleError`` where it takes too long: the title is off the list from then on.
    """
    under_way = BudgetedCall(slug)
    try:
        try:
            watch.enter(under_way)
            answer = call()
        finally:
            watch.leave(under_way)
        if under_way.ended:
            # Something in the title has caught what was raised.
            raise BudgetOverrunError
        return answer
    except BudgetOverrunError:
        watch.leave(under_way)
        _off(slug, "overran")
        raise registry.UnknownTitleError(slug) from None
    except OversizeError:
        _off(slug, "overflowed")
        raise registry.UnknownTitleError(slug) from None
    except SystemExit as error:
        raise RuntimeError(f"{slug} wanted to end the server") from error


def _off(slug: str, why: str) -> None:
    registry.switch_off(slug, why)
    log.error("The title %s is switched off: it %s its budget", slug, why)


def guarded(slug: str, referee: Referee[Any, Any, Any]) -> Referee[Any, Any, Any]:
    """Return the referee of an installed title, with every call into it within its budget."""
    kind = type(referee)
    own = {}
    for name in dir(Referee):
        method = getattr(kind, name)
        if name.startswith("_") or not isfunction(method):
            continue
        if name in ALWAYS or method is not getattr(Referee, name):
            watched = _watched(slug, name, method)
            static = isinstance(getattr_static(kind, name), staticmethod)
            own[name] = staticmethod(watched) if static else watched
    made: Any = type(kind.__name__, (kind,), {**own, "__module__": kind.__module__})
    return made()  # type: ignore[no-any-return]


def _watched(slug: str, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def called(*args: Any, **named: Any) -> Any:
        return within(slug, lambda: _sized(name, method(*args, **named)))

    return called


def _sized(name: str, answer: Any) -> Any:
    """Return the answer, if it is not too large to be kept or drawn."""
    told = answer.notes if isinstance(answer, Ruling) else answer if name in SIZED else None
    if told is not None and len(msgspec.json.encode(told, enc_hook=repr)) > SIZE:
        raise OversizeError(name)
    return answer
