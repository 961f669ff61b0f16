"""Patience with clients: how long the server waits for one, and for how many at once.

uvicorn limits only how long an idle connection is kept. Here a request has to arrive: its head
within seconds, its body at the pace of a bad line, the answer taken off our hands. A connection
that keeps us waiting is closed, and when there are too many, the one that has done so longest, or
else the one that has been idle longest.
"""

from __future__ import annotations

import asyncio
import re
import resource
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""Seconds in which the head of a request, once begun or the connection made, has to be there."""
BODY_SECONDS = 20.0
"""Seconds a body may take in addition to its length's allowance."""
BODY_PACE = 10_000
"""Bytes a second below which a body is too slow."""
TAKEN_SECONDS = 30.0
"""Seconds in which a client has to take what was sent so far."""
AT_ONCE = 100
"""Connections taken in one go; their descriptors are in use before any of them can be closed."""
RESERVE = 150
"""File descriptors kept for everything that is no client."""


def connections_allowed() -> int:
    """Return how many clients this process has descriptors for."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 65_536 if soft == resource.RLIM_INFINITY else max(soft - RESERVE - AT_ONCE, 16)


class StrictConnection(h11.Connection):
    """Unambiguous HTTP/1.1: a proxy in front of us must see the same requests.

    h11 accepts a bare LF as the end of a line, and a length together with a transfer coding.
    """

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            head = re.split(rb"(?<=\n)\r?\n", self.trailing_data[0], maxsplit=1)[0]
            if re.search(rb"(?<!\r)\n", head):
                raise h11.RemoteProtocolError("a bare LF in the head")
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("a length beside a transfer coding")
        return event


class PatientProtocol(H11Protocol):
    """One connection of a client that may be slow, silent or hostile."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = StrictConnection(h11.SERVER)
        self._clock: asyncio.TimerHandle | None = None
        self._untaken: asyncio.TimerHandle | None = None
        self._waits_since = self._received = 0.0

    @property
    def kept_waiting(self) -> bool:
        """True while we are waiting for a request or the rest of one."""
        return self._clock is not None

    @property
    def idle(self) -> bool:
        """True if the client may ask once more, and has not begun to."""
        return self.timeout_keep_alive_task is not None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._waits_since = self.loop.time()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > connections_allowed():
            self._make_room()
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.conn.their_state
        self._received += len(data)
        super().data_received(data)
        now = self.conn.their_state
        if now not in {h11.IDLE, h11.SEND_BODY}:
            self._stop_clock()
        elif now is not before or self._clock is None:
            self._await_request()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._untaken is None:
            self._untaken = self.loop.call_later(TAKEN_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None
        super().resume_writing()

    def _await_request(self) -> None:
        """Start the clock for what the client has to send next."""
        self._stop_clock()
        self._waits_since, self._received = self.loop.time(), 0.0
        body = self.conn.their_state is h11.SEND_BODY
        self._clock = self.loop.call_later(BODY_SECONDS if body else HEAD_SECONDS, self._time_up)

    def _time_up(self) -> None:
        """Close the connection, unless its body comes fast enough, or it is we who do not read."""
        if self.flow.read_paused:
            self._await_request()
            return
        waited = self.loop.time() - self._waits_since
        earned = BODY_SECONDS + self._received / BODY_PACE
        if self.conn.their_state is h11.SEND_BODY and waited < earned:
            self._clock = self.loop.call_later(earned - waited, self._time_up)
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        self._stop_clock()
        self.transport.abort()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _make_room(self) -> None:
        """Close whoever has kept us waiting longest, or else been idle; without such, this one."""
        everybody: Any = self.connections
        ours = [each for each in everybody if isinstance(each, PatientProtocol)]
        free = [each for each in ours if each.kept_waiting] or [each for each in ours if each.idle]
        min(free, key=lambda each: each._waits_since, default=self)._hang_up()
