"""The server process: where it listens, whom it waits for and how long, how it stops."""

from __future__ import annotations

import asyncio
import errno
import gc
import multiprocessing
import os
import resource
import secrets
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import Any

import uvicorn
from django.conf import settings
from uvicorn.supervisors import Multiprocess

from companion.certificates import Home
from companion.http_redirect import PlainDoor
from companion.network import is_address
from companion.slow_clients import AT_ONCE, PatientProtocol

GRACE = 2
"""Seconds for running requests to finish when the server stops."""
KEPT = 75
"""Seconds a connection stays open between requests: longer than people think about a turn."""
ONE_SITE = "SIDEKICK_ONE_SITE"
"""Environment variable with a secret that all processes of one server share until it stops."""
OPEN_FILES = 65_536
"""File descriptors asked for; each connection takes one."""


class CannotListenError(Exception):
    """The address cannot be listened on; the message says why and what to do."""


class Server(uvicorn.Server):
    """A uvicorn server that has the site end its live streams first, so that stopping is prompt."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if end := getattr(self.config.loaded_app, "end_streams", None):
            end()
        await super().shutdown(sockets)


class SecondServer(Server):
    """A second server; only the first one receives the signal to stop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def config(
    application: object = "companion.asgi:application", workers: int = 1, **more: Any
) -> uvicorn.Config:
    """Return how the site is served, in one process or in several."""
    return uvicorn.Config(
        application,  # type: ignore[arg-type]
        http=PatientProtocol,
        ws="none",
        workers=workers,
        backlog=AT_ONCE,
        access_log=False,
        # Whom a proxy names is read in one place (SIDEKICK_PROXIES), not believed of any peer.
        proxy_headers=False,
        log_level="warning",
        server_header=False,
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=GRACE,
        **{"lifespan": "on", **more},
    )


def run(listening: Sequence[socket.socket], workers: int = 1) -> None:
    """Serve until stopped."""
    allow_connections()
    os.environ.setdefault(ONE_SITE, secrets.token_hex(16))
    served = config(workers=workers)
    if workers > 1:
        Multiprocess(served, sockets=list(listening)).run()
    else:
        # uvicorn raises the signal again once it has stopped in good order.
        with suppress(KeyboardInterrupt):
            Server(served).run(sockets=list(listening))


def run_at_home(
    plain: Sequence[socket.socket], secure: Sequence[socket.socket], home: Home
) -> None:
    """Serve HTTPS until stopped, and redirect from HTTP."""
    allow_connections()
    files: dict[str, Any] = {"ssl_certfile": str(home.certificate), "ssl_keyfile": str(home.key)}
    secured = config(**files)
    secured.load()
    home.context = secured.ssl
    site = Server(secured)
    door = SecondServer(
        config(PlainDoor(secured.loaded_app, secure[0].getsockname()[1]), lifespan="off")
    )

    async def both() -> None:
        opened = asyncio.create_task(door.serve(sockets=list(plain)))
        await site.serve(sockets=list(secure))
        door.should_exit = True
        await opened

    with suppress(KeyboardInterrupt):
        asyncio.run(both())


def spare_collector() -> None:
    """Let the collector of cycles skip what is loaded, which stays, and look at the rest less.

    A board or a forecast makes thousands of objects without cycles: looking for some took up to a
    quarter of its time. Fifty thousand objects that may wait are a few megabytes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def allow_connections() -> None:
    """Raise the number of open files to what the system lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def end_with_parent() -> None:
    """Stop serving when the process that started this one is gone, however it went.

    A killed parent would leave its children listening, and the next start no port to listen on.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket for ``host``: an address of this machine, or a name phones know it by.

    A name (and an empty host) listens on every address. Connections are refused until the server
    takes them, so that a proxy turns to another one meanwhile. Raises ``CannotListenError``.
    """
    address = host if is_address(host) else "0.0.0.0"
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # asyncio sends small pieces at once only where the protocol is named; else a page waits 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise CannotListenError(_why(error, address, port)) from error
    listening.set_inheritable(True)
    return listening


def listen_everywhere(host: str, port: int) -> list[socket.socket]:
    """Return sockets for ``host``; by IPv6 as well where no address was chosen and the machine has
    it.

    One socket each, so that a phone's IPv4 address stays what it is.
    """
    everywhere = not is_address(host) or host in ("0.0.0.0", "::")
    listening = [listen("" if everywhere else host, port)]
    if everywhere:
        with suppress(OSError):
            sixth = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            sixth.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sixth.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sixth.bind(("::", listening[0].getsockname()[1]))
            sixth.set_inheritable(True)
            listening.append(sixth)
    return listening


def _why(error: Exception, address: str, port: int) -> str:
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return (
                f"Port {port} is taken by another program (perhaps by another Sidekick). "
                f"Stop that one, or choose another port: {_on_port(port + 1)}"
            )
        case errno.EACCES:
            return f"Port {port} is not allowed for this user. Try: {_on_port(8000)}"
        case errno.EADDRNOTAVAIL:
            return (
                f"{address} is not an address of this machine. Leave the host out, or choose "
                f"one of its own addresses."
            )
    return f"Cannot listen on {address} port {port}: {error}"


def _on_port(port: int) -> str:
    return f"sidekick play --port {port}" if settings.INSTALLED else f"make play PORT={port}"
