"""``manage.py backup FILE`` writes the whole database; ``--restore`` puts it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.operations import backups


class Command(BaseCommand):
    help = "Write the whole database to one file, or put it back from one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--restore", action="store_true", help="read the file instead")

    def handle(self, *args: Any, file: Path, restore: bool, **options: Any) -> None:
        try:
            (backups.restore if restore else backups.backup)(file)
        except backups.BackupFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{'Restored from' if restore else 'Wrote'} {file.name}.")
