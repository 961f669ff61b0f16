"""A pytest session that loads everything once and forks for each change that is tried.

``python -m pytest -p tests.forked_session TESTS`` collects as ever, sets the database up, and then
does what it is asked for, line by line, on the pipes named by ``SIDEKICK_TRYING``: first it runs
every test under coverage, then it tries changes. A fork gives the functions of one file the code of
another text, runs the tests it was told and ends with what they said. Starting pytest and Django
anew for every change takes many times as long.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from coverage import Coverage

MISSED, NOTICED, ANEW, FAULT, LATE = range(5)
"""What a fork says: no test failed, one did, only a new process can tell, the fork failed, or it
said nothing in time."""
PATIENCE = 300
"""Seconds after which a fork is given up: it waits for what the change took away, or the machine
has too much else to do. Nothing is known of such a change."""

_coverage: Coverage | None = None


def pytest_load_initial_conftests() -> None:
    # From before the first import: what runs only then can't be changed in a fork.
    global _coverage
    _coverage = Coverage(source=["games", "companion"], data_file=None, config_file=False)
    _coverage.start()
    _coverage.switch_context("import")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer, instead of running what was collected, until no one asks any more."""
    asked, answers = map(int, os.environ["SIDEKICK_TRYING"].split(","))
    if _coverage is not None:
        _coverage.switch_context("before")
    _database(session.items)
    session.testsfailed = 0
    with os.fdopen(asked) as requests, os.fdopen(answers, "w") as out:
        for line in requests:
            request = json.loads(line)
            answer = _measured(session) if request is None else _tried(session, request)
            print(json.dumps(answer), file=out, flush=True)
    return True


def _database(items: list[pytest.Item]) -> None:
    """Have the test database made by a test that wants it, then let go of it."""
    from django.db import connections

    wanting = [item for item in items if item.get_closest_marker("database")]
    if len(items) > 1 and wanting:
        other = next(item for item in items if item is not wanting[0])
        wanting[0].ihook.pytest_runtest_protocol(item=wanting[0], nextitem=other)
    connections.close_all()


def _forked(seconds: float, patience: float, work: Callable[[], int]) -> int:
    """Return the exit code of this work in a fork with a database of its own.

    It may compute for so many seconds, then it has noticed; after ``patience`` it is given up.
    """
    from django.db import connection

    made = Path(str(connection.settings_dict["NAME"]))
    own = made.with_name(f"{made.name}-fork")
    if made.exists():
        shutil.copy(made, own)
    child = os.fork()
    if child == 0:
        code = FAULT
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
            connection.settings_dict["NAME"] = str(own)
            code = work()
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
            raise
        finally:
            os._exit(code)
    code = _waited(child, patience)
    for left in own.parent.glob(f"{own.name}*"):
        left.unlink()
    return code


def _waited(child: int, patience: float) -> int:
    late = time.monotonic() + patience
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > late:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return LATE
        time.sleep(0.01)
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else NOTICED


def _run(items: list[pytest.Item], everything: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Run these tests in turn; the session's own fixtures are never torn down in between.

    Each works out anew what functions keep: else only the first would execute their lines.
    """
    kept = [
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper)
        and each.__module__.partition(".")[0] in {"games", "companion"}
    ]
    # What ran before may have left a module set up that is not theirs.
    everything[0].session._setupstate.teardown_exact(items[0])
    for item, following in zip(items, [*items[1:], None], strict=True):
        for each in kept:
            each.cache_clear()
        other = following or next((each for each in everything if each is not item), None)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=other)
        yield item


def _measured(session: pytest.Session) -> dict[str, Any]:
    """Run every test: the lines each executes, its seconds of work, and which fail as it is."""
    assert _coverage is not None
    data = Path(f".measured-{os.getpid()}")

    def work() -> int:
        assert _coverage is not None
        seconds: dict[str, float] = {}
        failing: list[str] = []
        lines: dict[str, dict[int, list[str]]] = {}
        _coverage.switch_context(session.items[0].nodeid)
        began = time.process_time()
        for n, item in enumerate(_run(session.items, session.items), 1):
            seconds[item.nodeid] = time.process_time() - began
            if session.testsfailed:
                failing.append(item.nodeid)
                session.testsfailed = 0
            if n < len(session.items):
                _coverage.switch_context(session.items[n].nodeid)
            began = time.process_time()
        _coverage.stop()
        found = _coverage.get_data()
        for file in found.measured_files():
            lines[str(Path(file).relative_to(Path.cwd()))] = found.contexts_by_lineno(file)
        data.write_text(json.dumps({"lines": lines, "seconds": seconds, "failing": failing}))
        return MISSED

    _forked(7200, 7200, work)
    _coverage.stop()
    answer: dict[str, Any] = json.loads(data.read_text())
    data.unlink()
    return answer


def _tried(session: pytest.Session, request: dict[str, Any]) -> int:
    """Return whether these tests notice when the file's functions have the code of the changed
    text."""
    wanted = request["tests"]
    by_id = {item.nodeid: item for item in session.items}

    def work() -> int:
        path = Path.cwd() / request["path"]
        if not given(str(path), request["was"], request["now"]):
            return ANEW
        path.write_text(request["now"])  # What a test starts as a process reads the file.
        try:
            for _ in _run([by_id[each] for each in wanted], session.items):
                if session.testsfailed:
                    return NOTICED
        except KeyboardInterrupt:
            return NOTICED  # Some tests let one die of it, and now it got away.
        return MISSED

    code = _forked(request["seconds"], PATIENCE, work)
    (Path.cwd() / request["path"]).write_text(request["was"])
    return code


def given(path: str, was: str, now: str) -> bool:
    """Give each loaded function of this file the code it has in the text ``now``.

    False when that can't be done: nothing of it is loaded, or it would close over other names.
    """
    pairs = dict(_pairs(compile(was, path, "exec"), compile(now, path, "exec")))
    changed = False
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            new = pairs.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if new is None:
                continue
            if new.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = new
            changed = True
    return changed


def _pairs(was: CodeType, now: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Name and line of each function as it was, and its code now."""
    old, new = _inner(was), _inner(now)
    if [code.co_name for code in old] != [code.co_name for code in new]:
        return  # Within one function, a lambda is gone: whoever makes it anew has the new code.
    for before, after in zip(old, new, strict=True):
        yield (before.co_qualname, before.co_firstlineno), after
        yield from _pairs(before, after)


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]
