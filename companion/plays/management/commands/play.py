"""``manage.py play``: bring the data up to date and serve the table on this network."""

from __future__ import annotations

import fcntl
import io
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from companion import checks, network, serve
from companion.certificates import NAMES, Home, NotAtHomeError
from companion.network import is_address, outgoing_address
from companion.operations import backups
from companion.plays import seating

EVERYWHERE = ("", "0.0.0.0", "::")
"""Hosts that name no address: the table is wherever this machine is."""
HERE = ("127.0.0.1", "localhost")
"""Where this machine itself opens the table."""
SECURE = 443
"""HTTPS is this many ports above plain HTTP: 8443 and 8000, about what people expect."""


class Command(BaseCommand):
    help = "Migrate, collect the static files and serve the table on this network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="", help="address to listen on, or this machine's name"
        )
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--https", action="store_true", help="serve by HTTPS, with a certificate of our own"
        )
        parser.add_argument("--workers", type=int, default=checks.processes())

    def handle(
        self, *args: Any, host: str, port: int, workers: int, https: bool = False, **options: Any
    ) -> None:
        with self.alone():
            if https:
                self.at_home(host, port, workers)
            else:
                self.serve(host, port, workers)
        self.stdout.write("Good night. The table is kept; start again to go on.")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder of the data against a second server that could not share it with us.

        Two that have PostgreSQL and Redis between them may serve from one folder.
        """
        shared = fcntl.LOCK_EX if checks.lacking(2) else fcntl.LOCK_SH
        with ExitStack() as held:
            try:
                held.enter_context(backups.serving(shared))
            except BlockingIOError as error:
                raise CommandError(
                    f"Another Sidekick serves the tables in {settings.VAR} already. Stop that "
                    "one, or choose another folder with SIDEKICK_VAR."
                ) from error
            yield

    def serve(self, host: str, port: int, workers: int) -> None:
        """Serve by HTTP, in one process or in several."""
        if needs := checks.lacking(workers):
            raise CommandError(f"{workers} server processes need {' and '.join(needs)}.")
        try:
            listening = serve.listen_everywhere(host, port)
        except serve.CannotListenError as error:
            raise CommandError(str(error)) from error
        self.bring_up_to_date()
        called = self.advertised(host)
        self.announce(called, port)
        with self.looking_out(host, called, port):
            serve.run(listening, workers)

    def at_home(self, host: str, port: int, workers: int) -> None:
        """Serve by HTTPS; by HTTP only the page on which phones come to trust it."""
        if workers > 1:
            raise CommandError("HTTPS at home is for one process; a server has a proxy for it.")
        home, called = Home(settings.HOME_CERTIFICATES), self.advertised(host)
        try:
            home.prepare(*dict.fromkeys((called, *HERE)))
        except NotAtHomeError as error:
            raise CommandError(
                f"{called} is no address of a home network: a certificate of our own vouches only "
                f"for private addresses and names that end in .{', .'.join(NAMES)}."
            ) from error
        try:
            plain = serve.listen_everywhere(host, port)
            secure = serve.listen_everywhere(host, port + SECURE)
        except serve.CannotListenError as error:
            raise CommandError(str(error)) from error
        settings.HOME_PORTS = (port, port + SECURE)
        settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
        self.bring_up_to_date()
        self.announce(called, port)
        self.stdout.write(
            "HTTPS: each phone is shown once how to trust this home's certificate. Its SHA-256:\n"
            f"    {home.fingerprint}\n"
        )
        self.stdout.flush()
        with self.looking_out(host, called, port, home):
            serve.run_at_home(plain, secure, home)

    def looking_out(
        self, host: str, called: str, port: int, home: Home | None = None
    ) -> AbstractContextManager[object]:
        """Show phones the way again whenever this machine gets another address."""
        if host not in EVERYWHERE:
            return nullcontext()

        def moved(new: str, old: str) -> None:
            self.stdout.write("\nThis machine has another address now.")
            if network.is_own(old):
                self.stdout.write(f"The one before, {old}, still works.")
            else:
                seating.await_phones()
                connections.close_all()
                self.stdout.write("Everybody scans once more; each seat waits for its phone.")
            if home:
                self.vouch_again(home, new, old)
            self.announce(new, port)

        return network.Lookout(called, moved)

    def vouch_again(self, home: Home, new: str, old: str) -> None:
        """Have a certificate for the new address, and say where there can be none."""
        try:
            home.prepare(*dict.fromkeys((new, old, *HERE)))
        except NotAtHomeError:
            self.stdout.write(
                f"{new} is no address of a home network, so phones can't trust it. Use the address "
                "before, or start again without HTTPS."
            )

    def bring_up_to_date(self) -> None:
        """Migrate and collect static files, one process of this machine at a time."""
        with (settings.VAR / "starting").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            self.save_before_migrating()
            call_command("migrate", verbosity=0)
            call_command("collectstatic", verbosity=0, interactive=False)

    def save_before_migrating(self) -> None:
        """Make a backup, where a home's tables are about to be changed."""
        try:
            saved = backups.before_migrating()
        except (backups.BackupError, DatabaseError, OSError) as error:
            raise CommandError(
                f"The tables of this release need a backup first, and none can be made ({error}). "
                f"Make room in {settings.VAR}, then start again. Nothing was changed."
            ) from error
        if saved:
            self.stdout.write(f"The tables are updated. The backup from before is {saved}")

    def advertised(self, host: str) -> str:
        """Return the name phones type; it is let through the host check, also in other
        processes."""
        if host in EVERYWHERE:
            return outgoing_address() or "127.0.0.1"
        known = [*os.environ.get("SIDEKICK_HOSTS", "").split(","), host]
        os.environ["SIDEKICK_HOSTS"] = ",".join(filter(None, known))
        settings.ALLOWED_HOSTS.append(network.as_host(host))
        return host

    def announce(self, host: str, port: int) -> None:
        """Print the address, and as a code to scan where a phone can reach it."""
        url = f"http://{network.as_host(host)}:{port}/"
        if host == "localhost" or (is_address(host) and host.startswith(("127.", "::1"))):
            self.stdout.write(
                "\nOnly this computer can open the table (no network, or the host chosen says so)."
            )
        else:
            self.stdout.write("\nScan with any phone on this network, or open the address:\n")
            unicode = "utf" in (getattr(self.stdout, "encoding", None) or "").lower()
            drawn = io.StringIO()
            segno.make(url, error="m").terminal(out=drawn, compact=unicode)
            self.stdout.write(drawn.getvalue())
        self.stdout.write(self.style.SUCCESS(f"\n    {url}\n"))
        self.stdout.write(f"Ctrl-C stops the server; nothing is lost: {settings.VAR} keeps it.\n")
        self.stdout.flush()
