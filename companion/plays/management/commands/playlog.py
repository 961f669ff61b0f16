"""``manage.py playlog FILE…``: replay recorded games and print how they end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.plays import playlog
from companion.uploads.kinds import BrokenFileError
from games import registry


class Command(BaseCommand):
    help = "Replay playlogs and print outcome and final state as JSON, one line each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", help="playlog files, - for standard input")
        parser.add_argument("--load", action="store_true", help="also write them as plays")
        parser.add_argument(
            "--document",
            nargs="?",
            const="",
            metavar="SLUG",
            help="print the page about the format, or about a title's part of it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["document"] is not None:
            self.stdout.write(_page(options["document"]), ending="")
            return
        broken = 0
        for name in options["files"]:
            text = sys.stdin.buffer.read() if name == "-" else _read(name)
            try:
                doc = playlog.decode(text)
                done = playlog.replay(doc)
                line: dict[str, Any] = {
                    "file": name,
                    "title": doc.title,
                    "entries": len(doc.entries),
                    "outcome": done.outcome,
                    "state": playlog.whole(done.state),
                }
                if options["load"]:
                    line["code"] = playlog.load(doc).code
            except BrokenFileError as error:
                broken += 1
                line = {"file": name, "error": str(error)}
            self.stdout.write(msgspec.json.encode(line).decode())
        if broken:
            raise CommandError(f"{broken} of {len(options['files'])} playlogs did not replay")


def _page(slug: str) -> str:
    from companion.plays.management import playlog_document

    if not slug:
        return playlog_document.page()
    known = {referee.title.slug: referee for referee in registry.referees()}
    if slug not in known:
        raise CommandError(f"There is no title {slug}; there are {', '.join(known)}.")
    return playlog_document.title_page(known[slug])


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(str(error)) from error
