"""``manage.py backup FILE`` writes the whole database; ``--whole`` adds the secret key, and
``--restore`` puts back what the file has."""

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
        parser.add_argument("--whole", action="store_true", help="write the secret key, too")

    def handle(self, *args: Any, file: Path, restore: bool, whole: bool, **options: Any) -> None:
        try:
            if restore:
                self.restore(file)
            elif whole:
                backups.backup_whole(file)
                self.stdout.write(f"Wrote {file.name}: the data and the secret key.")
                self.stdout.write("Anyone who has this file can take any seat. Keep it safe.")
            else:
                backups.backup(file)
                self.stdout.write(f"Wrote {file.name}: the data without the secret key.")
        except backups.BackupError as error:
            raise CommandError(str(error)) from error

    def restore(self, file: Path) -> None:
        """Say whether phones keep their seats."""
        if backups.restore_any(file):
            self.stdout.write(f"Restored the data and the secret key from {file.name}.")
            self.stdout.write("Start every process of Sidekick again, so that they use the key.")
        else:
            self.stdout.write(f"Restored the data from {file.name}.")
            self.stdout.write("The file has no secret key: phones keep their seats only here.")
