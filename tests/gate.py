"""A gate in front of a service: it passes everything on, or hangs, or is shut."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress


class Gate:
    """A port of loopback that leads to another one as long as it is open."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self._hanging = False
        self._pairs: list[socket.socket] = []
        self._listening: socket.socket | None = None
        self.port = 0
        self.open()

    def open(self) -> None:
        """Let everything through, also what has waited."""
        self._hanging = False
        if self._listening is None:
            self._listening = socket.create_server(("127.0.0.1", self.port))
            self.port = self._listening.getsockname()[1]
            threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def hang(self) -> None:
        """Take connections and everything sent, and pass nothing on."""
        self.open()
        self._hanging = True

    def shut(self) -> None:
        """Cut all connections and refuse new ones."""
        if self._listening is not None:
            self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
            self._listening = None
        pairs, self._pairs = self._pairs, []
        for each in pairs:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                inside, _ = listening.accept()
                threading.Thread(target=self._join, args=(inside,), daemon=True).start()

    def _join(self, inside: socket.socket) -> None:
        self._pairs.append(inside)
        self._wait()
        with suppress(OSError):
            outside = socket.create_connection(self.target)
            self._pairs.append(outside)
            threading.Thread(target=self._carry, args=(outside, inside), daemon=True).start()
            self._carry(inside, outside)

    def _carry(self, giver: socket.socket, taker: socket.socket) -> None:
        with suppress(OSError):
            while data := giver.recv(65536):
                self._wait()
                taker.sendall(data)
        for each in (giver, taker):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _wait(self) -> None:
        while self._hanging:
            time.sleep(0.05)
