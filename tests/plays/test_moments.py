"""Values derived from a state, for all phones of all tables."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace

from companion.plays.moments import PlayMoment
from games import registry


def test_table_reckoned_for_long_keeps_no_other_waiting(monkeypatch):
    begun, told = Event(), Event()

    def parts(state):
        if state == "long":
            begun.set()
            assert told.wait(10)
        return (state,)

    monkeypatch.setattr(
        registry, "referee", lambda _: SimpleNamespace(decode_state=str, parts=parts)
    )
    long, other = PlayMoment("acorns", "long"), PlayMoment("acorns", "other")
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: long.parts)
        assert begun.wait(10)
        second = pool.submit(lambda: other.parts)
        try:
            assert second.result(5) == ("other",)
        finally:
            told.set()
        assert first.result(5) == ("long",)
