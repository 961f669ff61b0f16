"""Django's command line. ``make play`` sets everything up and starts the server."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Start with: make play")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
