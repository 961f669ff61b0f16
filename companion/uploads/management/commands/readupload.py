"""``manage.py readupload N``: one slice of reading an upload, under limits; for the server."""

from __future__ import annotations

import os
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from companion.uploads import reading

NICER = 10
"""Taps go first where both want the processor."""


class Command(BaseCommand):
    help = "Read a file that waits, for a while and within limits. The server starts this."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("upload", type=int)

    def handle(self, *args: Any, upload: int, **options: Any) -> None:
        # Ctrl-C is for the server, which stops its reader itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.nice(NICER)
        reading.limit_memory()
        reading.mind_the_time()
        reading.go_on(upload)
