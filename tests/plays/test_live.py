"""The doorbell over real connections: streams, limits, Redis dying and coming back."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from companion.asgi import Site
from companion.bridge import Bridge
from companion.http import home_of
from companion.plays import live
from tests.serving import in_a_loop, served, until

CODE = "ABC234"
OWN = f"{live.CHANNEL}:{CODE}"


class Ear:
    """One phone listening: the lines of an event stream as they come."""

    def __init__(self, base: str, path: str, method: str = "GET") -> None:
        self.connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=5)
        self.connection.request(method, path)
        self.answer = self.connection.getresponse()

    def line(self) -> str:
        """Return the next line that is not empty."""
        while not (line := self.answer.fp.readline().decode().strip()):
            pass
        return line

    def event(self) -> str:
        """Return the next line that is no chunk size, retry or comment line."""
        while not (line := self.line()).startswith("data:"):
            pass
        return line

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture
def base() -> Iterator[str]:
    with served(Site()) as address:
        yield address
    until(lambda: not len(live.hub), "streams were left open")


@pytest.fixture
def listen(base: str) -> Iterator[Callable[[], Ear]]:
    ears: list[Ear] = []

    def start() -> Ear:
        before = len(live.hub)
        ears.append(Ear(base, live.url(CODE)))
        until(lambda: len(live.hub) > before, "the stream did not open")
        return ears[-1]

    yield start
    for ear in ears:
        ear.close()


def test_a_listening_phone_hears_the_new_revision(listen):
    ear = listen()
    live.announce(CODE, 7)
    assert ear.event() == "data: 7"
    live.announce(CODE, 8)
    assert ear.event() == "data: 8"


def test_stream_is_neither_stored_nor_held_back(listen):
    ear = listen()
    assert ear.answer.status == 200
    assert ear.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert ear.answer.headers["Cache-Control"] == "no-store"
    assert ear.answer.headers["X-Accel-Buffering"] == "no"
    assert any(line.startswith("retry: ") for line in (ear.line(), ear.line()))


def test_phones_at_table_hear_and_other_tables_not(base, listen):
    ears = [listen(), listen()]
    other = Ear(base, live.url("XYZ789"))
    until(lambda: len(live.hub) == 3, "the stream did not open")
    live.announce(CODE, 3)
    assert [ear.event() for ear in ears] == ["data: 3", "data: 3"]
    live.announce("XYZ789", 1)
    assert other.event() == "data: 1"
    other.close()


def test_a_slow_phone_hears_only_the_newest_revision():
    async def scenario() -> list[bytes]:
        listener = live.Hub().join(CODE, 1)
        for revision in (1, 2, 5, 4):
            listener.ring(revision)
        return [await listener.wait(1), await listener.wait(0.01)]

    assert in_a_loop(scenario()) == [live.event("5"), b""]


def test_phone_hears_of_seats_before_the_first_entry():
    async def scenario() -> list[bytes]:
        listener = live.Hub().join(CODE, 1)
        listener.ring(0)
        return [await listener.wait(1), await listener.wait(0.01)]

    assert in_a_loop(scenario()) == [live.event("0"), b""]


def test_slow_phone_hears_number_instead_of_two_boards():
    async def scenario() -> list[bytes]:
        listener = live.Hub().join(CODE, 1)
        heard = []
        listener.offer(4, b"board 4")
        heard.append(await listener.wait(1))
        listener.offer(5, b"board 5")
        listener.offer(6, b"board 6")
        heard.append(await listener.wait(1))
        listener.offer(7, b"board 7")
        listener.foretell(b"chances")
        return [*heard, await listener.wait(1), await listener.wait(0.01)]

    assert in_a_loop(scenario()) == [b"board 4", live.event("6"), b"board 7chances", b""]


def test_seated_phones_are_not_rung_for_expected_boards():
    async def scenario() -> list[bytes]:
        hub, phone = live.Hub(), live.SeatedPhone(1, 1, 0, "ABC234", "en")
        seated, watching = hub.join(CODE, 4, "1", phone), hub.join(CODE, 4, "2")
        hub.expect(CODE, 5)
        hub.ring(CODE, 5)
        heard = [await watching.wait(1), await seated.wait(0.01)]
        hub.ring(CODE, 5)
        return [*heard, await seated.wait(1)]

    assert in_a_loop(scenario()) == [live.event("5"), b"", live.event("5")]


async def heard_over(phone: live.SeatedPhone | None, accepts: bytes, events: list[bytes]):
    """Return the headers of a stream, and its bytes for each of ``events``."""
    sent: asyncio.Queue[dict] = asyncio.Queue()
    headers = [(b"accept-encoding", accepts)] if accepts else []
    scope = {"method": "GET", "path": live.url(CODE), "headers": headers, "client": ("::1", 1)}
    listening = asyncio.create_task(live.stream(scope, asyncio.Event().wait, sent.put, phone))
    start = dict((await sent.get())["headers"])
    bodies = [(await sent.get())["body"]]
    for event in events:
        live.hub.tell([*live.hub._listeners[CODE]], lambda each, told=event: each.foretell(told))
        bodies.append((await sent.get())["body"])
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    return start, bodies


def test_seats_stream_packs_every_event_readable_at_once():
    board = live.event("", *(f"Hero {n * n} takes {n % 7} damage" for n in range(200)))
    start, bodies = in_a_loop(
        heard_over(live.SeatedPhone(1, 1, 0, CODE, "en"), b"deflate, gzip, br", [board, board])
    )
    assert start[b"content-encoding"] == b"gzip"
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    read = [unpack.decompress(body) for body in bodies]
    assert read[0].startswith(b"retry: ")
    assert read[1:] == [board, board]
    assert len(bodies[2]) * 5 < len(bodies[1]) < len(board) / 3


def test_stream_that_rests_forgets_and_stays_readable(monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT", 0.02)
    board = live.event("", *(f"Hero {n * n} takes {n % 7} damage" for n in range(200)))

    async def scenario() -> list[bytes]:
        sent: asyncio.Queue[dict] = asyncio.Queue()
        listener = live.Listener()
        telling = asyncio.create_task(live._tell(listener, sent.put, packed=True))
        bodies = []
        await sent.get()
        while len(bodies) < 2 * live.RESTS:
            if len(bodies) in (1, live.RESTS + 3):
                listener.foretell(board)
            bodies.append((await sent.get())["body"])
        listener.close()
        await telling
        return bodies

    bodies = in_a_loop(scenario())
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    read = b"".join(map(unpack.decompress, bodies))
    assert read.count(board) == 2
    first, second = sorted(map(len, bodies))[-2:]
    assert first > second * 0.8


@pytest.mark.parametrize(
    ("phone", "accepts"),
    [
        (None, b"gzip"),
        (live.SeatedPhone(1, 1, 0, CODE, "en"), b""),
        (live.SeatedPhone(1, 1, 0, CODE, "en"), b"gzip;q=0, br"),
    ],
)
def test_stream_of_numbers_or_not_unpackable_is_plain(phone, accepts):
    start, bodies = in_a_loop(heard_over(phone, accepts, [b"data: 5\n\n"]))
    assert b"content-encoding" not in start
    assert bodies[0].startswith(b"retry: ")
    assert bodies[1:] == [b"data: 5\n\n"]


def test_streams_cut_together_open_again_apart():
    heard = [in_a_loop(heard_over(None, b"", []))[1] for _ in range(20)]
    waits = {int(bodies[0].removeprefix(b"retry: ")) for bodies in heard}
    assert len(waits) > 5
    assert live.RETRY[0] <= min(waits) <= max(waits) <= live.RETRY[1]


def test_a_silent_stream_is_kept_open_by_comments(monkeypatch, listen):
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    ear = listen()
    until(lambda: ear.line() == ": still here", "no sign of life")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", f"/live/{CODE}/forged", 404),
        ("GET", f"/live/{CODE}", 404),
        ("GET", "/live/", 404),
        ("GET", f"/live/XYZ789/{live.url(CODE).rpartition('/')[2]}", 404),
        ("GET", "/live/%C5%BC/%C5%BC", 404),
        ("POST", live.url(CODE), 405),
    ],
)
def test_stream_is_for_those_shown_its_address(base, method, path, status):
    ear = Ear(base, path, method)
    assert ear.answer.status == status
    assert ear.answer.read().decode().endswith(".")
    assert not len(live.hub)


def test_streams_are_bounded_and_closed_one_makes_room(settings, base, listen):
    settings.LIVE_STREAMS = 4
    first, _ = listen(), listen()
    third = Ear(base, live.url(CODE))
    assert third.answer.status == 503
    assert "polls instead" in third.answer.read().decode()
    first.close()
    until(lambda: len(live.hub) == 1, "a closed stream kept its place")
    assert listen().answer.status == 200


def test_one_table_and_network_leave_room_for_others():
    async def scenario() -> list[bool]:
        hub = live.Hub()
        link = [hub.join(CODE, 8, f"10.0.0.{n}") for n in range(6)]
        home = [hub.join(f"TABLE{n}", 8, "10.0.0.9") for n in range(6)]
        return [bool(each) for each in (*link, *home, hub.join("OTHER", 9, "10.0.0.10"))]

    assert in_a_loop(scenario()) == [True] * 4 + [False] * 2 + [True] * 4 + [False] * 2 + [True]


def test_only_so_many_streams_have_room():
    """Each of another table and another network; where one is all there is, it is one's."""

    async def scenario(limit: int) -> list[bool]:
        hub = live.Hub()
        return [bool(hub.join(f"TABLE{n}", limit, f"10.0.0.{n}")) for n in range(4)]

    rooms = [in_a_loop(scenario(limit)) for limit in range(4)]
    assert rooms == [[n < limit for n in range(4)] for limit in range(4)]


def test_a_network_that_leaves_has_its_room_again():
    async def scenario() -> bool:
        hub = live.Hub()
        for _ in range(5):
            hub.leave(CODE, hub.join(CODE, 2, "10.0.0.1"), "10.0.0.1")
        return not hub._homes and not len(hub)

    assert in_a_loop(scenario())


def test_who_stays_is_rung_when_another_leaves():
    async def scenario() -> tuple[bytes, list[bool]]:
        hub = live.Hub()
        goes, stays = hub.join(CODE, 4, "10.0.0.1"), hub.join(CODE, 4, "10.0.0.1")
        hub.leave(CODE, goes, "10.0.0.1")
        hub.ring(CODE, 5)
        heard = await stays.wait(1)
        more = [bool(hub.join(table, 4, "10.0.0.1")) for table in (CODE, "OTHER")]
        return heard, more

    assert in_a_loop(scenario()) == (live.event("5"), [True, False])


def test_stream_counts_for_client_trusted_proxy_names(settings):
    scope = {"client": ("10.0.0.1", 5), "headers": [(b"x-forwarded-for", b"6.6.6.6, 198.51.100.7")]}
    assert home_of(scope) == "10.0.0.1"
    settings.PROXIES = 1
    assert home_of(scope) == "198.51.100.7"


def test_started_server_leaves_loaded_code_uncollected(base):
    assert gc.get_freeze_count() > 10_000, "loaded code"


def test_stopping_server_does_not_wait_for_phones():
    with served(Site()) as address:
        ear = Ear(address, live.url(CODE))
        until(lambda: len(live.hub) == 1, "the stream did not open")
        stopping = time.monotonic()
    assert time.monotonic() - stopping < 1.5
    assert not len(live.hub)
    ear.close()


# -- requests of every size -------------------------------------------------------------------


def echo(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [json.dumps([len(body), environ.get("HTTP_TRANSFER_ENCODING")]).encode()]


@pytest.fixture
def echoing() -> Iterator[str]:
    site = Site()
    site.pages = Bridge(echo, 1)
    with served(site) as address:
        yield address


def post(base: str, body: bytes, *, chunked: bool) -> tuple[int, str]:
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=10)
    pieces = iter([body[i : i + 50_000] for i in range(0, len(body), 50_000)])
    connection.request("POST", "/", pieces if chunked else body, encode_chunked=chunked)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_five_megabytes_gets_one_sentence(echoing, chunked):
    status, sentence = post(echoing, b"x" * 5_000_000, chunked=chunked)
    assert status == 413
    assert sentence == "That is too large: at most 1000 kB can be sent here."


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [0, 1, 1_000_000])
def test_body_within_limit_reaches_page_whole(echoing, size, chunked):
    assert post(echoing, b"x" * size, chunked=chunked) == (200, f"[{size}, null]")


def test_an_endless_body_is_cut_off(echoing):
    connection = http.client.HTTPConnection(urlsplit(echoing).netloc, timeout=10)
    endless = (b"x" * 500_000 for _ in range(1_000))
    with pytest.raises(OSError):
        connection.request("POST", "/", endless, encode_chunked=True)


# -- several processes ------------------------------------------------------------------------


@pytest.fixture
def through_redis(settings, redis_server) -> Iterator[str]:
    settings.REDIS_URL = redis_server.url
    with served(Site()) as address:
        until(lambda: redis_server.listeners(live.CHANNEL) == 1, "nobody follows Redis")
        yield address


@contextmanager
def hearing(base: str) -> Iterator[Ear]:
    ear = Ear(base, live.url(CODE))
    until(lambda: len(live.hub) == 1, "the stream did not open")
    yield ear
    ear.close()


def test_a_phone_hears_what_another_process_announces(through_redis, redis_server):
    with hearing(through_redis) as ear:
        live.RedisBell(redis_server.url, live.Hub()).announce(CODE, 4)
        assert ear.event() == "data: 4"
        live.announce(CODE, 5)
        assert ear.event() == "data: 5"


def test_a_process_follows_only_its_own_tables(through_redis, redis_server, monkeypatch):
    monkeypatch.setattr(live, "SWEEP", 0.2)
    with hearing(through_redis) as ear:
        ear.line()
        # Redis has confirmed the table before the stream says its first word.
        assert redis_server.listeners(OWN) == 1
        assert redis_server.publish(f"{live.CHANNEL}:OTHER2", "OTHER2 3") == 0
    until(lambda: redis_server.listeners(OWN) == 0, "a table without phones is still followed")


def test_a_release_before_is_still_heard(through_redis, redis_server):
    with hearing(through_redis) as ear:
        assert redis_server.publish(live.CHANNEL, f"{CODE} 4") == 1
        assert ear.event() == "data: 4"


def test_phones_hear_their_own_process_before_redis_confirms(redis_server):
    async def announced() -> bytes:
        hub = live.Hub()
        listener = hub.join(CODE, 10)
        assert listener
        live.RedisBell(redis_server.url, hub).announce(CODE, 4)
        return await listener.wait(2)

    assert asyncio.run(announced()) == b"data: 4\n\n"


def test_a_dead_redis_costs_only_freshness(through_redis, redis_server, monkeypatch):
    monkeypatch.setattr(live, "REDIS_REST", 0.5)
    with hearing(through_redis) as ear:
        redis_server.stop()
        started = time.monotonic()
        live.announce(CODE, 6)
        assert ear.event() == "data: 6"
        live.announce(CODE, 7)
        assert ear.event() == "data: 7"
        assert time.monotonic() - started < 2
        redis_server.start()
        until(lambda: redis_server.listeners(OWN) == 1, "nobody came back to Redis")
        time.sleep(0.5)
        live.RedisBell(redis_server.url, live.Hub()).announce(CODE, 8)
        assert ear.event() == "data: 8"


def test_wrong_redis_address_does_not_fail_action(settings):
    settings.REDIS_URL = "nonsense://"
    live.announce(CODE, 9)
