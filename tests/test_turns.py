"""Page threads: the urgent first, the networks by turns, and only so many wait."""

import sys
import threading
from concurrent.futures import Future

import pytest

from companion import turns
from companion.turns import CrowdedError, Turns, Urgency, table, urgency
from tests.serving import until


class Held:
    """Work that is begun and waits to be let go."""

    def __init__(self, pool: Turns) -> None:
        self.pool, self.free = pool, threading.Event()
        self.begun: list[str] = []

    def ask(self, how: Urgency, home: str = "a", name: str = "", table: str = "") -> Future[None]:
        return self.pool.submit(how, home, lambda: self._work(name or how.name), table=table)

    def _work(self, name: str) -> None:
        self.begun.append(name)
        self.free.wait(10)


@pytest.fixture
def threads():
    pool = Turns(4)
    work = Held(pool)
    yield work
    work.free.set()
    pool.close()


@pytest.mark.parametrize(
    ("method", "path", "how"),
    [
        ("POST", "/t/ABCDEF/act", Urgency.TAP),
        ("POST", "/api/plays/ABCDEF/actions", Urgency.TAP),
        ("GET", "/t/ABCDEF/board", Urgency.BOARD),
        ("GET", "/t/ABCDEF/", Urgency.BOARD),
        ("GET", "/t/ABCDEF/log", Urgency.BOARD),
        ("GET", "/tv/ABCDEF/", Urgency.BOARD),
        ("GET", "/api/plays/ABCDEF", Urgency.BOARD),
        ("GET", "/static/js/live.js", Urgency.BOARD),
        ("GET", "/t/ABCDEF/playlog.json", Urgency.LOG),
        ("GET", "/p/abc/playlog.json", Urgency.LOG),
        ("GET", "/p/abc/", Urgency.LOG),
        ("GET", "/made/abc/file", Urgency.LOG),
        ("POST", "/t/ABCDEF/repair/3", Urgency.PAGE),
        ("POST", "/account/", Urgency.PAGE),
        ("POST", "/api/plays", Urgency.PAGE),
        ("POST", "/api/plays/ABCDEF/join", Urgency.PAGE),
        ("GET", "/rules/acorns/", Urgency.PAGE),
        ("GET", "/", Urgency.PAGE),
    ],
)
def test_every_request_has_an_urgency(method, path, how):
    assert urgency(method, path) is how


def test_work_wakes_one_thread_alone(threads, monkeypatch):
    threads.free.set()
    for _ in range(3):
        threads.ask(Urgency.TAP).result(5)
    woken, notify = [], threads.pool._ready.notify
    monkeypatch.setattr(threads.pool._ready, "notify", lambda n=1: woken.append(notify(n)))
    threads.ask(Urgency.TAP).result(5)
    until(lambda: not sum(threads.pool._running), "the thread that is done")
    assert len(woken) == 1


def test_what_answers_leave_takes_one_thread(threads):
    begun, free = [], threading.Event()

    def drawn(name):
        begun.append(name)
        free.wait(10)

    def leaving(name):
        turns.afterwards(name, lambda later: later(lambda: drawn(name)))

    threads.pool.submit(Urgency.TAP, "a", lambda: leaving("first"))
    until(lambda: begun == ["first"], "the first drawing")
    waiting = threads.pool._asked[Urgency.BOARD]
    for wait, name in enumerate(("second", "third"), 1):
        threads.pool.submit(Urgency.TAP, "a", lambda name=name: leaving(name))
        until(lambda wait=wait: waiting[turns.AFTER] == wait, "the others that wait")
    threads.free.set()
    threads.ask(Urgency.TAP).result(5)
    assert begun == ["first"]
    free.set()
    until(lambda: begun == ["first", "second", "third"], "what is left, in its order")


def test_logs_and_pages_leave_boards_and_taps_threads(threads):
    for how, most in ((Urgency.LOG, 1), (Urgency.PAGE, 1), (Urgency.BOARD, 1), (Urgency.TAP, 1)):
        for n in range(5):
            threads.ask(how, name=f"{how.name} {n}")
        until(lambda how=how, most=most: _begun(threads, how) == most, f"{most} of {how}")
        threading.Event().wait(0.05)
        assert _begun(threads, how) == most
    assert len(threads.begun) == 4


def test_two_taps_at_once_leave_pages_threads(threads):
    for n in range(8):
        threads.ask(Urgency.TAP, name=f"TAP {n}")
    until(lambda: len(threads.begun) == 2, "two taps")
    threads.ask(Urgency.PAGE)
    until(lambda: threads.begun[2:] == ["PAGE"], "the page")


def test_networks_take_turns_however_much_one_asks(threads):
    done = [threads.ask(Urgency.LOG, "greedy", f"greedy {n}") for n in range(4)]
    until(lambda: threads.begun, "the first is begun")
    done.append(threads.ask(Urgency.LOG, "other", "other"))
    threads.free.set()
    for each in done:
        each.result(5)
    assert threads.begun == ["greedy 0", "greedy 1", "other", "greedy 2", "greedy 3"]


def test_page_threads_give_way_quickly(threads):
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        threads.ask(Urgency.TAP)
        until(lambda: threads.begun, "the tap is begun")
        assert sys.getswitchinterval() == pytest.approx(0.002)
    finally:
        sys.setswitchinterval(before)


def test_taps_of_one_table_leave_other_tables_threads(threads):
    done = [threads.ask(Urgency.TAP, name=f"crowd {n}", table="CROWD") for n in range(8)]
    until(lambda: threads.begun, "the first is begun")
    done.append(threads.ask(Urgency.TAP, name="other", table="OTHER"))
    until(lambda: len(threads.begun) == 2, "the other table's tap")
    assert threads.begun == ["crowd 0", "other"]
    threads.free.set()
    for each in done:
        each.result(5)
    assert threads.begun[2:] == [f"crowd {n}" for n in range(1, 8)]


def test_tables_of_one_network_take_turns_at_boards(threads):
    done = [threads.ask(Urgency.BOARD, name=f"crowd {n}", table="CROWD") for n in range(6)]
    until(lambda: threads.begun, "the first is begun")
    done.append(threads.ask(Urgency.BOARD, name="other", table="OTHER"))
    threads.free.set()
    for each in done:
        each.result(5)
    assert threads.begun.index("other") < threads.begun.index("crowd 5")


def test_naming_many_tables_gives_network_no_more_turns(threads):
    names = [f"greedy {n}" for n in range(4)]
    done = [threads.ask(Urgency.LOG, "greedy", each, table=each) for each in names]
    until(lambda: threads.begun, "the first is begun")
    done.append(threads.ask(Urgency.LOG, "other", "other", table="OTHER"))
    threads.free.set()
    for each in done:
        each.result(5)
    assert threads.begun == ["greedy 0", "greedy 1", "other", "greedy 2", "greedy 3"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/t/ABCDEF/board", "ABCDEF"),
        ("/tv/abcdef/", "ABCDEF"),
        ("/api/plays/ABCDEF/actions", "ABCDEF"),
        ("/api/plays", ""),
        ("/static/t/ABCDEF", ""),
    ],
)
def test_request_is_of_the_table_in_its_address(path, code):
    assert table(path) == code


def test_waiting_is_limited_per_network_and_overall(threads, monkeypatch):
    monkeypatch.setattr(turns, "SHARE", (9, 9, 9, 2))
    monkeypatch.setattr(turns, "ROOM", (9, 9, 9, 3))
    threads.ask(Urgency.LOG, "first")
    until(lambda: threads.begun, "the first is begun")
    for home, code in (("a", "ONE"), ("a", "TWO"), ("b", "")):
        threads.ask(Urgency.LOG, home, table=code)
    for home in ("a", "b", "c"):
        with pytest.raises(CrowdedError):
            threads.ask(Urgency.LOG, home)
    threads.ask(Urgency.TAP, "a")


def test_what_is_cancelled_in_queue_is_never_begun(threads):
    first, second = threads.ask(Urgency.LOG, name="first"), threads.ask(Urgency.LOG, name="second")
    third = threads.ask(Urgency.LOG, name="third")
    until(lambda: threads.begun, "the first is begun")
    assert second.cancel()
    assert not first.cancel()
    threads.free.set()
    third.result(5)
    assert threads.begun == ["first", "third"]


def test_a_thread_outlives_work_that_fails(threads):
    for _ in range(8):
        with pytest.raises(ZeroDivisionError):
            threads.pool.submit(Urgency.LOG, "a", lambda: 1 // 0).result(5)
    threads.free.set()
    threads.ask(Urgency.LOG, name="after").result(5)
    assert threads.begun == ["after"]


def _begun(threads: Held, how: Urgency) -> int:
    return sum(name.startswith(how.name) for name in threads.begun)
