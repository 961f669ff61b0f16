"""The command line ``sidekick``: what the site can be asked to do from a shell.

In a checkout ``manage.py`` is the same.
"""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, get_commands, load_command_class
from django.db import OperationalError

from companion.release import release

WINDOWS = (
    "Sidekick does not run on Windows itself. Install WSL (wsl --install) and start Sidekick in "
    "there; docs/home.md says what phones need to reach it."
)


class Sidekick(ManagementUtility):
    """Django's command line, which tells of the site's own commands first."""

    def __init__(self, argv: list[str]) -> None:
        super().__init__(argv)
        if self.prog_name == "python -m django":
            self.prog_name = "python -m companion"

    def main_help_text(self, commands_only: bool = False) -> str:
        if commands_only:
            return super().main_help_text(commands_only)
        found = get_commands()
        ours = {name: app for name, app in sorted(found.items()) if app.startswith("companion.")}
        width = max(map(len, ours))
        lines = [
            f"  {name:{width}}  {load_command_class(app, name).help}" for name, app in ours.items()
        ]
        others = " ".join(sorted(found.keys() - ours.keys()))
        return "\n".join(
            (
                f"Usage: {self.prog_name} COMMAND [options]",
                "",
                *lines,
                "",
                f"'{self.prog_name} help COMMAND' says more about one. There are also Django's:",
                others,
            )
        )


def main(argv: list[str] | None = None) -> None:
    """Run one command; report a mistake in the settings as a sentence."""
    if sys.platform == "win32":
        sys.exit(WINDOWS)
    if (argv or sys.argv)[1:] in (["--version"], ["version"]):
        print(f"Sidekick {release()}")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    try:
        Sidekick(argv or sys.argv).execute()
    except ImproperlyConfigured as error:
        sys.exit(f"Sidekick cannot start: {error}")
    except OperationalError as error:
        sys.exit(f"Sidekick cannot use its database: {' '.join(str(error).split())}")


if __name__ == "__main__":
    main()
