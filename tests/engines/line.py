"""A line between browsers and a site that a test cuts and joins again."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType


class Line:
    """Line that passes on what comes to a port of its own; ``cut`` ends everything that is under
    way."""

    def __init__(self, to: int) -> None:
        self.to, self.whole, self.open = to, True, True
        self.ends: set[socket.socket] = set()
        self.heard = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.heard.getsockname()[1]}"

    def __enter__(self) -> Line:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.open = False
        self.cut()
        self.heard.close()

    def cut(self) -> None:
        self.whole = False
        for one in list(self.ends):
            end(one)

    def join(self) -> None:
        self.whole = True

    def _listen(self) -> None:
        while self.open:
            with suppress(OSError):
                near, _ = self.heard.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.to))
                for one, other in ((near, far), (far, near)):
                    self.ends.add(one)
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                other.sendall(said)
        for each in (one, other):
            self.ends.discard(each)
            end(each)


def end(one: socket.socket) -> None:
    """Close a connection, also for who waits on it."""
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
