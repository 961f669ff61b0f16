"""A new title in a package of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Write a small game that is whole, to be turned into a title of your own."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="what it is called in addresses: fox-and-hens")
        parser.add_argument("--to", type=Path, default=Path(), help="the folder it is put into")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from companion.scaffold import writing
        except ModuleNotFoundError as error:
            need = "Writing titles needs what the tests need: pip install 'sidekick[test]'"
            raise CommandError(f"{need} ({error.name} is missing).") from error
        try:
            folder = writing.write(options["slug"], options["to"])
        except writing.NoTitleError as why:
            raise CommandError(str(why)) from why
        self.stdout.write(f"{folder} holds a title that can be played; go on with its README.")
