"""Play every golden game again by the rules of today, and write down what it shows and asks, and
what came of the tries beside it. ``--search SLUG …`` looks for new tries."""

from __future__ import annotations

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from companion.plays import playlog  # noqa: E402
from games import registry  # noqa: E402
from tests import action_snapshots, board_fingerprints, offers  # noqa: E402
from tests.golden import files, named, read, title, write  # noqa: E402


def main(slugs: list[str]) -> int:
    broken = 0
    for path in files():
        if slugs and title(path) not in slugs:
            continue
        try:
            text = write(read(path))
        except playlog.BrokenFileError as error:
            broken += 1
            print(f"{named(path)}: {error}; record it again: python -m tests.record")
            continue
        if text != path.read_text():
            path.write_text(text)
            print(f"{named(path)}: rewritten")
    for slug in () if broken else slugs or registry.TITLES:
        for page, text in (
            (offers, offers.write(slug)),
            (action_snapshots, action_snapshots.write(slug, action_snapshots.read(slug))),
            (board_fingerprints, board_fingerprints.write(slug)),
        ):
            if text != page.kept(slug):
                page.path(slug).write_text(text)
                print(f"{page.path(slug).stem} of {slug}: rewritten")
    return broken


def search(slugs: list[str]) -> int:
    for slug in slugs or registry.TITLES:
        found = action_snapshots.search(slug)
        action_snapshots.path(slug).write_text(action_snapshots.write(slug, found))
    return 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(search(words[1:]) if words[:1] == ["--search"] else main(words))
