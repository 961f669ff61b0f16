"""Another Sidekick, asked over the network: which addresses, how much, how long.

Only what a person typed or scanned is asked, and only the addresses that hand a table over. No one
reaches by us what they could not reach themselves: from this machine everything, from a home
network such networks and the internet, from the internet the internet.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO
from urllib.parse import urlencode, urlsplit

PATIENCE = 5.0
"""Seconds for a connection, and for each answer on it to go on."""
WHOLE = 30.0
"""Seconds for the whole of an answer."""
PIECE = 64 * 1024

HERE, HOME, WORLD = range(3)
"""How far away a network is; a request from afar reaches nothing nearer."""

HOMES = tuple(
    ipaddress.ip_network(each)
    for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")
)
"""Private networks (RFC 1918, 4193) and what providers and tunnels lend (RFC 6598). Not 169.254/16:
hosts of virtual machines answer there."""

TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 as networks without it write it (NAT64); it is as far away as what is written in it."""
TUNNELS = tuple(
    ipaddress.ip_network(each)
    for each in ("::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10")
)
"""Addresses that look like the internet's and may lead into a home: IPv4-compatible ones, local
NAT64, Teredo, 6to4 and site-local ones."""

HANDS_OVER = re.compile(r"/m/([A-Z0-9]{10})/?", re.IGNORECASE)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class UnreachableError(Exception):
    """The remote Sidekick can't be reached. The reason is withheld so that it can't be used to scan
    networks.
    """


@dataclass(frozen=True)
class TransferAddress:
    """The one-time address of a table at another Sidekick."""

    scheme: str
    host: str
    port: int
    ticket: str

    @property
    def shown(self) -> str:
        """Host and port as a person knows them."""
        return netloc(self.scheme, self.host, self.port)


def netloc(scheme: str, host: str, port: int) -> str:
    named = f"[{host}]" if ":" in host else host
    return named if port == default_port(scheme) else f"{named}:{port}"


def default_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def place(text: str) -> TransferAddress | None:
    """Return the address a person typed, with or without its scheme; ``None`` for any other."""
    text = text.strip()
    parts = split(text)
    found = HANDS_OVER.fullmatch(parts[3]) if parts else None
    return TransferAddress(*parts[:3], ticket=found[1].upper()) if parts and found else None


def base(text: str) -> str:
    """Return the front door of another Sidekick as a person typed it; empty for what is none."""
    parts = split(text.strip())
    return f"{parts[0]}://{netloc(*parts[:3])}/" if parts else ""


def split(text: str) -> tuple[str, str, int, str] | None:
    """Return scheme, host, port and path of a web address without anything else in it."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname or "", parts.port or default_port(parts.scheme)
    except ValueError:
        return None
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    named = re.fullmatch(r"[a-z0-9.:-]{1,253}", host)
    if parts.scheme not in {"http", "https"} or not plain or not named:
        return None
    return parts.scheme, host, port, parts.path or "/"


def away(network: Network | Address) -> int | None:
    """Classify an address as local, home network or internet; ``None`` if it is not unicast."""
    first = network.network_address if isinstance(network, Network) else network
    if isinstance(first, ipaddress.IPv6Address):
        first = first.ipv4_mapped or _translated(first) or first
    if first.is_loopback:
        return HERE
    if any(first in tunnel for tunnel in TUNNELS if tunnel.version == first.version):
        return None
    if any(first in home for home in HOMES if home.version == first.version):
        return HOME
    return WORLD if first.is_global and not first.is_multicast else None


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that a network's own translator (RFC 6052) reaches by this one."""
    return ipaddress.IPv4Address(address.packed[-4:]) if address in TRANSLATED else None


def reach(asker: str) -> int:
    """Return from how far away someone asks; ``asker`` is an address or a network."""
    try:
        found = away(ipaddress.ip_network(asker, strict=False))
    except ValueError:
        found = None
    return WORLD if found is None else found


def _machine(place: TransferAddress, from_: int) -> str:
    """Return the address of the machine, looked up once; raise ``UnreachableError`` for one not
    allowed."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise UnreachableError from error
    for *_, where in found:
        distance = away(ipaddress.ip_address(str(where[0]).partition("%")[0]))
        if distance is not None and distance >= from_:
            return str(where[0])
    raise UnreachableError


@contextmanager
def ask(place: TransferAddress, from_: int, **said: str) -> Iterator[IO[bytes]]:
    """Provide the answer to a form sent there, for a client that asks from that far away; no
    redirect is followed.

    Raises ``UnreachableError`` for every other answer than 200.
    """
    address = _machine(place, from_)
    line = http.client.HTTPConnection(address, place.port, timeout=PATIENCE)
    try:
        line.connect()
        if place.scheme == "https":
            # The name is the person's, the address the one that was looked at.
            context = ssl.create_default_context()
            if away(ipaddress.ip_address(address.partition("%")[0])) != WORLD:
                # A home's own certificate is known to its phones alone; plain HTTP says no more.
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            line.sock = context.wrap_socket(line.sock, server_hostname=place.host)
        head = {"Host": place.shown, "Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", f"/m/{place.ticket}/", urlencode(said), head)
        answer = line.getresponse()
        if answer.status != 200:
            raise UnreachableError
        yield answer
    except (OSError, ssl.SSLError, http.client.HTTPException) as error:
        raise UnreachableError from error
    finally:
        line.close()


def pieces(answer: IO[bytes], most: int) -> Iterator[bytes]:
    """Yield an answer piece by piece; raise ``UnreachableError`` where it is too much or too
    slow.
    """
    end, size = time.monotonic() + WHOLE, 0
    while data := answer.read(PIECE):
        size += len(data)
        if size > most or time.monotonic() > end:
            raise UnreachableError
        yield data
