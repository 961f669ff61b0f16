"""Names of this machine on the network the phones are in."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable

EVERY = 5.0
"""Seconds between two looks at the own address."""


def is_address(host: str) -> bool:
    """Return whether ``host`` is an IP address and not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def outgoing_address() -> str | None:
    """Return the address under which other machines of this network see this one; IPv4 before
    IPv6."""
    return _outgoing(socket.AF_INET, "192.0.2.1") or _outgoing(socket.AF_INET6, "2001:db8::1")


def _outgoing(family: socket.AddressFamily, anybody: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket sends nothing; it only picks the outgoing address.
            probe.connect((anybody, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def is_own(address: str) -> bool:
    """Return whether this machine still has an address."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


def as_host(address: str) -> str:
    """Return an address as it is written where a name could be."""
    return f"[{address}]" if ":" in address else address


class Lookout:
    """A thread that calls ``moved(new, old)`` when phones see this machine at another address."""

    def __init__(self, address: str, moved: Callable[[str, str], None]) -> None:
        self.address, self._moved = address, moved
        self._stop = threading.Event()

    def __enter__(self) -> Lookout:
        threading.Thread(target=self._run, name="lookout", daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()

    def look(self) -> None:
        """Look once; no network at all is no new address."""
        found = outgoing_address()
        if found and found != self.address:
            before, self.address = self.address, found
            self._moved(found, before)

    def _run(self) -> None:
        while not self._stop.wait(EVERY):
            self.look()
