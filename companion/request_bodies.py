"""Bodies of requests, read to their end before a page thread is taken.

An ordinary one is small and stays in memory. Where files are taken in, a body may be of the size
of a file and goes to the disk; only a few of these come in at the same time, and none for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings

from companion.http import Receive, Scope, home_of
from companion.requests import PACKED

DRAIN = 20
"""How many times the allowed size is read and dropped, so that the sender sees the answer."""
LARGE_AT_ONCE = 8
"""Files on their way in or being taken over at the same moment, per process, one of each network;
others wait."""
LOOK = 0.2
"""Seconds between two looks at whether it is one's turn."""
PATIENCE = 600
"""Seconds a file may take to come in, its turn included."""
MEMORY = 1_000_000
"""Bytes of a file that are held in memory; a larger one goes to the disk."""
ENVELOPE = 10_000
"""Bytes of a form around its file."""

_large: set[str] = set()


class BodyTooLargeError(Exception):
    """The body is larger than what is taken there; carries that limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class NoRoomError(Exception):
    """The disk has no room for the body."""


class ClientDisconnectedError(Exception):
    """The sender hung up in the middle of its body, or was too slow."""


class Body:
    """A complete request body; call ``free`` to release its memory or file."""

    def __init__(
        self,
        size: int,
        data: bytes,
        file: IO[bytes] | None = None,
        free: Callable[[], Any] = lambda: None,
    ) -> None:
        self.size, self._data, self._file, self.free = size, data, file, free

    def opened(self) -> IO[bytes]:
        """Return the body from its beginning; a page's thread reads it."""
        return self._file or BytesIO(self._data)

    def again(self) -> Body:
        """Open the body for a second reader; a file is not given twice."""
        return Body(0, b"") if self._file else Body(self.size, self._data)


async def read(scope: Scope, receive: Receive) -> Body:
    """Return the request's body; raise ``BodyTooLargeError``, ``NoRoomError`` or
    ``ClientDisconnectedError``.
    """
    if scope["method"] == "POST" and PACKED.fullmatch(scope["path"]):
        return await _read_file(receive, home_of(scope))
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    chunks: list[bytes] = []
    size = await _take(receive, limit, limit * DRAIN, chunks.append)
    return Body(size, b"".join(chunks))


async def _read_file(receive: Receive, home: str) -> Body:
    limit = settings.UPLOAD_LIMIT + ENVELOPE
    with ExitStack() as stack:
        try:
            async with asyncio.timeout(PATIENCE):
                while home in _large or len(_large) >= LARGE_AT_ONCE:
                    await asyncio.sleep(LOOK)
                _large.add(home)
                stack.callback(_large.discard, home)
                kept = stack.enter_context(
                    SpooledTemporaryFile(MEMORY, dir=str(settings.FILE_UPLOAD_TEMP_DIR))
                )
                size = await _take(receive, limit, limit, kept.write)
        except TimeoutError as error:
            raise ClientDisconnectedError from error
        except OSError as error:
            raise NoRoomError from error
        kept.seek(0)
        return Body(size, b"", kept, stack.pop_all().close)


async def _take(receive: Receive, limit: int, dropped: int, keep: Callable[[bytes], Any]) -> int:
    """Hand every chunk to ``keep``; what is beyond ``limit`` is dropped, up to ``dropped``."""
    size = 0
    more = True
    while more and size <= dropped:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnectedError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= limit:
            keep(chunk)
        more = message.get("more_body", False)
    if size > limit:
        raise BodyTooLargeError(limit)
    return size
