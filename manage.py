"""The command line of a checkout. ``make play`` sets everything up and starts the server."""

import sys


def main() -> None:
    try:
        from companion.__main__ import main as command
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is not installed here. Start with: make play")
    command()


if __name__ == "__main__":
    main()
