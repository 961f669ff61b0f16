"""Cost of a crew's pages with a few plays and with very many.

``python -m bench.crew_pages --plays 1000000`` gives one crew that many; with ``--crews 10000`` it
keeps its hundred, and so many crews of a hundred are added beside it (PostgreSQL). It is measured
in a database of its own, which is dropped afterwards: PostgreSQL where one answers
(``DATABASE_URL`` names it), else SQLite.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from bench.figures import Figures, figures, ratio

FEW = 100
MOST = 1.5
"""How much more a page may cost with many plays."""
ROUNDS = 40
WARM = 5
REAL = 40

Times = dict[str, list[float]]


def main(words: Sequence[str] | None = None) -> int:
    """Print both sizes side by side; 1 if a page costs more than ``MOST`` times as much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=20_000)
    parser.add_argument("--crews", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--title", default="animated-dice")
    asked = parser.parse_args(words)
    _configure()
    from django.db import connection

    name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        plays = FEW * asked.crews if asked.crews > 1 else asked.plays
        who = f"{asked.crews:,} crews" if asked.crews > 1 else "one crew"
        print(f"Pages of a crew, {FEW} plays here and {plays:,} of {who}, {connection.vendor}")
        if asked.crews > 1:
            pages = among(asked.crews, asked.rounds, asked.title)
        else:
            pages = both_sizes(asked.plays, asked.rounds, asked.title)
        return int(not compare(pages, plays))
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _configure() -> None:
    """Set up settings and a database to measure in."""
    if not os.environ.get("DATABASE_URL"):
        with suppress(ImportError):
            from tests import services

            if found := services.postgresql():
                os.environ["DATABASE_URL"] = found
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django
    from django.conf import settings

    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = f"sidekick_bench_{os.getpid()}"
    django.setup()


def compare(pages: dict[str, tuple[Figures, Figures]], plays: int) -> bool:
    """Print what each page costs at both sizes; whether they cost about the same."""
    print(f"  {'page':<10}{FEW:>12,}{plays:>14,}   (median ms; aim ≤ {MOST} at p50 and p95)")
    for page, (few, many) in pages.items():
        told = ratio(many, few)
        print(f"  {page:<10}{few.at(50):>12.1f}{many.at(50):>14.1f}   {told}", flush=True)
    return all(
        many.at(percent) <= MOST * few.at(percent)
        for few, many in pages.values()
        for percent in (50, 95)
    )


def both_sizes(plays: int, rounds: int, title: str) -> dict[str, tuple[Figures, Figures]]:
    """Fill a crew twice, look at its pages each time; what each page took in milliseconds."""
    from django.db import connections

    from bench import plausible

    crew = plausible.crew_of("The Cellar")
    plausible.fill(crew, FEW, titles=[title], real=REAL)
    (few,) = look(_pages(crew, title), rounds, connections["default"])
    started = time.monotonic()
    plausible.fill(crew, plays - FEW, titles=[title], real=REAL, seed=2)
    print(f"  {plays - FEW:,} plays made and counted in {time.monotonic() - started:.0f} s")
    (many,) = look(_pages(crew, title), rounds, connections["default"])
    return _pairs(few, many)


def among(crews: int, rounds: int, title: str) -> dict[str, tuple[Figures, Figures]]:
    """Return the pages of one crew alone in a database, and of its twin among so many of its size.

    Each page is asked for here and there in turn: what else the machine does slows both.
    """
    from django.db import connections

    from bench import clones, plausible

    here = connections["default"]
    crew = plausible.crew_of("The Cellar")
    plausible.fill(crew, FEW, titles=[title], real=REAL)
    pages = _pages(crew, title)
    here.close()
    here.creation.clone_test_db("alone", verbosity=0)
    alone = type(here.copy())(here.creation.get_test_db_clone_settings("alone"), here.alias)
    try:
        with alone.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        started = time.monotonic()
        clones.clone(crews - 1)
        print(f"  {crews - 1:,} crews beside it in {time.monotonic() - started:.0f} s", flush=True)
        return _pairs(*look(pages, rounds, alone, here))
    finally:
        alone.close()
        connections[here.alias] = here
        here.creation.destroy_test_db(suffix="alone", verbosity=0)


def _pairs(few: Times, many: Times) -> dict[str, tuple[Figures, Figures]]:
    def told(times: list[float]) -> Figures:
        return figures(1000 * spent for spent in times)

    return {page: (told(few[page]), told(many[page])) for page in few}


def _pages(crew: Any, title: str) -> dict[str, str]:
    """Return the addresses of a crew's pages, which ``phone`` may read from now on."""
    from companion.crews.models import Device

    person = crew.people.order_by("pk").first()
    Device.objects.get_or_create(person=person, key="bench")
    at = f"/c/{crew.key}/"
    newest = crew.records.select_related("play").order_by("-ended_at").first()
    return {
        "crew": at,
        "title": f"{at}g/{title}/",
        "person": f"{at}who/{person.pk}/",
        "dice": f"{at}dice/",
        "plays": f"{at}plays/",
        "one play": f"/p/{newest.play.share}/",
    }


def look(pages: dict[str, str], rounds: int, *databases: Any) -> list[Times]:
    """Return for each connection the seconds each page takes through it, one after the other in
    turn."""
    from django.db import connections
    from django.test import Client

    from companion import cookies

    phone = Client()
    phone.cookies[cookies.DEVICE_COOKIE] = _device("bench")
    spent: list[Times] = [{name: [] for name in pages} for _ in databases]
    for n in range(rounds + WARM):
        for name, path in pages.items():
            for times, database in list(zip(spent, databases, strict=True))[:: -1 if n % 2 else 1]:
                connections[database.alias] = database
                took = _timed(lambda path=path: phone.get(path))
                if n >= WARM:
                    times[name].append(took)
    return spent


def _timed(get: Callable[[], Any]) -> float:
    started = time.perf_counter()
    answer = get()
    spent = time.perf_counter() - started
    assert answer.status_code == 200, answer.content[:400]
    return spent


def _device(value: str) -> str:
    from django.core import signing

    from companion import cookies

    return signing.dumps(value, salt=cookies.DEVICE_COOKIE)


if __name__ == "__main__":
    raise SystemExit(main())
