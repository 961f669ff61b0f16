"""Bodies of files: kept on the disk, given on as they came, and never in anyone's way."""

import asyncio
import errno

import pytest
from django.conf import settings as configured

from companion import request_bodies
from companion.asgi import Site
from tests.serving import in_a_loop

FILE = {"method": "POST", "path": "/import/", "headers": []}


def chunks(*parts, then=None):
    """Return a sender of these parts; ``then`` is what it does instead of coming to an end."""
    left = list(parts)

    async def receive():
        if left:
            part = left.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(left) or bool(then)}
        return await then()

    return receive


async def hang_up():
    return {"type": "http.disconnect"}


async def say_nothing():
    await asyncio.sleep(60)


def test_file_larger_than_other_bodies_comes_through_intact(settings):
    parts = [bytes([n % 251]) * 100_000 for n in range(30)]

    async def go():
        body = await request_bodies.read(FILE, chunks(*parts))
        assert len(request_bodies._large) == 1
        assert body.opened().read() == b"".join(parts)
        assert body.size == 3_000_000
        body.free()

    in_a_loop(go())
    assert not request_bodies._large
    with pytest.raises(request_bodies.BodyTooLargeError):
        in_a_loop(request_bodies.read({**FILE, "path": "/t/X/act"}, chunks(*parts)))


def test_file_may_not_be_larger_than_is_allowed(settings):
    settings.UPLOAD_LIMIT = 10_000
    with pytest.raises(request_bodies.BodyTooLargeError):
        in_a_loop(request_bodies.read(FILE, chunks(b"x" * 30_000)))
    assert not request_bodies._large


@pytest.mark.parametrize("then", [hang_up, say_nothing])
def test_sender_who_stops_in_middle_frees_place(monkeypatch, then):
    monkeypatch.setattr(request_bodies, "PATIENCE", 0.2)
    with pytest.raises(request_bodies.ClientDisconnectedError):
        in_a_loop(request_bodies.read(FILE, chunks(b"x", then=then)))
    assert not request_bodies._large


def test_only_few_enter_at_once_while_next_waits(monkeypatch):
    monkeypatch.setattr(request_bodies, "LOOK", 0.01)

    async def go():
        homes = [
            {**FILE, "client": (f"10.0.0.{n}", 1)} for n in range(request_bodies.LARGE_AT_ONCE)
        ]
        held = [await request_bodies.read(home, chunks(b"x")) for home in homes]
        waiting = asyncio.create_task(request_bodies.read(FILE, chunks(b"late")))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        ordinary = await request_bodies.read({**FILE, "path": "/t/X/act"}, chunks(b"tap"))
        assert ordinary.opened().read() == b"tap"
        held[0].free()
        late = await waiting
        assert late.opened().read() == b"late"
        for each in (*held[1:], late):
            each.free()

    in_a_loop(go())
    assert not request_bodies._large


def test_slow_files_of_one_network_delay_no_other(monkeypatch):
    monkeypatch.setattr(request_bodies, "LOOK", 0.01)

    async def go():
        slow = [
            asyncio.create_task(request_bodies.read(FILE, chunks(b"x", then=say_nothing)))
            for _ in range(request_bodies.LARGE_AT_ONCE)
        ]
        await asyncio.sleep(0.1)
        elsewhere = {**FILE, "client": ("10.0.0.9", 1)}
        body = await asyncio.wait_for(request_bodies.read(elsewhere, chunks(b"x")), 1)
        body.free()
        for each in slow:
            each.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    in_a_loop(go())
    assert not request_bodies._large


def test_files_wait_among_data_where_site_may_write():
    assert configured.VAR in configured.FILE_UPLOAD_TEMP_DIR.parents
    assert configured.FILE_UPLOAD_TEMP_DIR.is_dir()


def test_full_disk_is_said_and_frees_the_place(monkeypatch):
    class Full:
        def __init__(self, *given, **named):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return False

        def write(self, data):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(request_bodies, "SpooledTemporaryFile", Full)
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/import/", "headers": []}
    in_a_loop(Site.page(None, scope, chunks(b"x" * 10), send))
    assert sent[0]["status"] == 507
    assert b"no room" in sent[1]["body"]
    assert not request_bodies._large
