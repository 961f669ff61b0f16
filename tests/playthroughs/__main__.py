"""Play every golden game again by the rules of today, and write down what it shows and asks, and
what came of the tries beside it. ``--search SLUG …`` looks for tries anew, ``--widen SLUG …`` for
more beside what scenarios ask, ``--notice SLUG …`` for more that notice changes no other does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from companion.plays import playlog  # noqa: E402
from games import registry  # noqa: E402
from tests import looked, noticing, offers, tried  # noqa: E402
from tests.golden import files, named, read, title, write  # noqa: E402


def main(slugs: list[str]) -> int:
    broken = 0
    for path in files():
        if slugs and title(path) not in slugs:
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
    for slug in () if broken else slugs or registry.TITLES:
        for page, text in (
            (offers, offers.write(slug)),
            (tried, tried.write(slug, tried.read(slug))),
            (looked, looked.write(slug)),
        ):
            if text != page.kept(slug):
                page.path(slug).write_text(text)
                print(f"{page.path(slug).stem} of {slug}: rewritten")
    return broken


def search(slugs: list[str], looked_for: Callable[[str], list[tried.Try]]) -> int:
    for slug in slugs or registry.TITLES:
        tried.path(slug).write_text(tried.write(slug, looked_for(slug)))
    return 0


if __name__ == "__main__":
    words = sys.argv[1:]
    ways = {"--search": tried.search, "--widen": noticing.widen, "--notice": noticing.notice}
    way = ways.get(words[0]) if words else None
    sys.exit(search(words[1:], way) if way else main(words))
