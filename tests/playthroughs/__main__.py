"""Play every golden game again by the rules of today, and write down what it shows and asks."""

from __future__ import annotations

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from companion.plays import playlog  # noqa: E402
from games import registry  # noqa: E402
from tests import offers  # noqa: E402
from tests.golden import files, named, read, write  # noqa: E402


def main(slugs: list[str]) -> int:
    broken = 0
    for path in files():
        if slugs and path.parent.name not in slugs:
            continue
        try:
            text = write(read(path))
        except playlog.Broken as error:
            broken += 1
            print(f"{named(path)}: {error}; record it again: python -m tests.record")
            continue
        if text != path.read_text():
            path.write_text(text)
            print(f"{named(path)}: rewritten")
    for slug in slugs or registry.TITLES:
        if not broken and (text := offers.write(slug)) != offers.kept(slug):
            offers.path(slug).write_text(text)
            print(f"offers of {slug}: rewritten")
    return broken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
