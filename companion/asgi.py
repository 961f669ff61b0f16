"""ASGI entry: stream and health answered natively, every page through Django's WSGI handler.

Pages run in a few long-lived threads, so database connections last and a request hops once
(``bridge``), the urgent ones first (``turns``); under Django's own ASGI handler the same pages cost
about twice as much. A page that waits for a database which is away, or too long for its turn, is
given up: its thread may hang, the client does not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from contextlib import suppress
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created
from django.dispatch import receiver

# A process that begins here (one of several, another server) has not set Django up, and what is
# imported next needs its models.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
if not apps.ready:
    django.setup()

from companion import network, request_bodies, serve, warm_types
from companion.bridge import Answer, Bridge
from companion.http import Receive, Scope, Send, home_of, plain
from companion.operations import bans, health, workers
from companion.operations.writers import writers
from companion.plays import live, seats
from companion.plays.pages import canary, errors
from companion.release import release
from companion.turns import WAIT, CrowdedError, Urgency, urgency

log = logging.getLogger(__name__)

PAGE_THREADS = 4
BOUNDS = "SET lock_timeout = '2s'; SET statement_timeout = '10s'"
"""What a page may ask of PostgreSQL; workers and commands may take their time."""
PATIENCE = 2.0
"""Seconds a page may wait for a database that is away."""
MATTERS = {"/healthz": health.VITAL, "/readyz": health.NEEDED}


class Site:
    """The whole site as one ASGI application."""

    def __init__(self) -> None:
        pages: Any = get_wsgi_application()
        warm_types.learn()
        self.pages = Bridge(pages, PAGE_THREADS, counted=True)
        self.apologies = Bridge(pages, 1)
        self._hanging: set[asyncio.Future[Any]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live_on(receive, send)
        elif scope["type"] == "http":
            know_own_address(scope)
            if bans.stops(home_of(scope), scope["path"]):
                await plain(send, 403, bans.SENTENCE)
                return
            if scope["path"].startswith("/live/"):
                await live.stream(scope, receive, send, seats.listening(scope))
            elif scope["path"] in MATTERS:
                await tell(scope, send)
            else:
                await self.page(scope, receive, send)

    def end_streams(self) -> None:
        """End the live streams, which would keep the server from stopping."""
        live.hub.close()

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body before a thread is taken, then let Django answer."""
        try:
            body = await request_bodies.read(scope, receive)
        except request_bodies.BodyTooLargeError as error:
            limit = error.limit // 1000
            sentence = f"That is too large: at most {limit} kB can be sent here."
            await plain(send, 413, sentence)
        except request_bodies.NoRoomError:
            log.error("the disk has no room for what is sent here")
            sentence = "This server has no room left for that file. Nothing was kept."
            await plain(send, 507, sentence)
        except request_bodies.ClientDisconnectedError:
            pass
        else:
            await self.in_time(scope, body, receive, send)

    async def in_time(
        self, scope: Scope, body: request_bodies.Body, receive: Receive, send: Send
    ) -> None:
        """Answer with the page; or, where it waits too long or for a database that is away, with
        one that says so."""
        try:
            answer = self.pages.ask(scope, body, send, home_of(scope))
        except CrowdedError:
            await self.apologize(scope, body.again(), send, errors.BUSY)
            body.free()
            return
        page = answer.page
        page.add_done_callback(lambda _: body.free())
        if why := await self._given_up(answer, WAIT[urgency(scope["method"], scope["path"])]):
            answer.given_up = True
            self._hanging.add(page)
            page.add_done_callback(self._over)
            await self.apologize(scope, body.again(), send, why)
        else:
            await answer.deliver(receive)

    async def _given_up(self, answer: Answer, wait: float) -> str:
        """Wait for a page; says why where it is given up."""
        patience, end = PATIENCE, time.monotonic() + wait
        while not answer.page.done():
            try:
                await asyncio.wait({answer.page}, timeout=patience)
            except asyncio.CancelledError:
                answer.page.cancel()
                raise
            patience = 0.25
            if answer.page.done():
                break
            if health.watch.database_away():
                return errors.AWAY
            if time.monotonic() > end and answer.waiting.cancel():
                return errors.BUSY
        return ""

    async def apologize(
        self, scope: Scope, body: request_bodies.Body, send: Send, why: str
    ) -> None:
        """Say that it is not the time for this page; in plain words where that is asked often."""
        try:
            await self.apologies.ask(scope, body, send, **{errors.INSTEAD: why}).deliver()
        except CrowdedError:
            await plain(send, 503, "Too much is going on at once right now. Try again.")

    async def sing(self) -> None:
        """Have a board drawn again and again, in a turn as a phone's."""
        while True:
            health.canary.ask()
            with suppress(Exception):
                drawn = self.pages.turns.submit(Urgency.BOARD, "canary", canary.draw)
                await asyncio.wrap_future(drawn)
                health.canary.drawn()
            await asyncio.sleep(health.SINGS)

    async def keep_house(self) -> None:
        """Do the chores of a site without workers, each in a turn of its own; the rest of the time
        belongs to pages."""
        pause: float = workers.EVERY
        while not settings.REDIS_URL:
            await asyncio.sleep(pause)
            began, more = time.monotonic(), False
            try:
                done = self.pages.turns.submit(Urgency.LOG, "house", workers.do_chores)
                more = await asyncio.wrap_future(done)
            except Exception:
                log.warning("The chores wait for the next occasion", exc_info=True)
            pause = max(1.0, 4 * (time.monotonic() - began)) if more else workers.EVERY

    def _over(self, page: asyncio.Future[Any]) -> None:
        self._hanging.discard(page)
        if not page.cancelled():
            page.exception()

    async def live_on(self, receive: Receive, send: Send) -> None:
        """Watch over the server while it runs, have files read, follow the other processes."""
        from companion.uploads import keeper  # its models are there once Django is set up

        await receive()
        health.watch.start()
        serve.end_with_parent()
        running = (live.follow_others(), self.sing(), self.keep_house())
        beside = [asyncio.create_task(each) for each in running]
        keeper.wake()
        serve.spare_collector()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        keeper.close()
        for each in beside:
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each
        health.watch.stop()
        self.pages.close()
        self.apologies.close()
        await send({"type": "lifespan.shutdown.complete"})


@receiver(connection_created)
def _bound(connection: Any, **signal: Any) -> None:
    if connection.vendor == "postgresql":
        # Through a pooler others would get the connection with our bounds; it sets its own.
        if not settings.POOLED:
            with connection.cursor() as cursor:
                cursor.execute(BOUNDS)
    elif writers not in connection.execute_wrappers:
        connection.execute_wrappers.append(writers)


def know_own_address(scope: Scope) -> None:
    """Answer under the address that a connection has come in by.

    It is this machine's own, even if the machine has it only since a minute ago (DHCP, a cable, a
    VPN); a name that someone else points here is still refused.
    """
    address = (scope.get("server") or ("",))[0]
    host = network.as_host(address)
    if host not in settings.ALLOWED_HOSTS and network.is_address(address):
        settings.ALLOWED_HOSTS.append(host)


async def tell(scope: Scope, send: Send) -> None:
    """Answer health checks from the last check, without a page thread."""
    parts = health.watch.parts()
    told = {**parts, "release": release()}
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    status = health.status(parts, MATTERS[scope["path"]])
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


application = Site()
