"""What this machine is called on the network the phones are in."""

from __future__ import annotations

import ipaddress
import socket


def is_address(host: str) -> bool:
    """Whether ``host`` is an IP address and not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def outgoing_address() -> str | None:
    """The address under which other machines of this network see this one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only picks the outgoing address.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
