"""Seat races: a host frees a seat while its phone renames, acts and changes parts.

``python -m tests.hardening.races 200`` runs so many races. Whatever the phone had under way, the
freed seat opens nothing afterwards and the log takes nothing from it any more.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.db import connection
from django.test import Client

from companion.plays import ledger, seats
from companion.plays.models import Play, Seat
from tests.sample_game import Setup


def seated(play: Play, name: str, role: str, *parts: int) -> Client:
    seat = Seat.objects.create(play=play, name=name, role=role, parts=list(parts))
    client = Client()
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    return client


def at_once(*doings: Callable[[], object]) -> None:
    """Do all of it in threads of their own, from the same moment on."""
    start = threading.Barrier(len(doings))

    def run(do: Callable[[], object]) -> None:
        start.wait()
        try:
            do()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(do,)) for do in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def race(n: int) -> list[str]:
    """Run one race; return what of the freed seat lives on."""
    play = ledger.begin("acorns", Setup(2, 50))
    assert isinstance(play, Play)
    at = f"/t/{play.code}/"
    host, bo = seated(play, "Ana", "host", 0), seated(play, "Bo", "player", 1)
    host.post(f"{at}act", {"do": "roll", "face": 3})
    pk = play.seats.get(name="Bo").pk
    taps = {"do": "find", "squirrel": 1}
    at_once(
        lambda: host.post(f"{at}revoke", {"seat": pk}),
        lambda: bo.post(f"{at}seat", {"name": f"Bo {n}", "parts": "1"}),
        lambda: bo.post(f"{at}seat", {"name": "Bo", "parts": "0"}),
        lambda: bo.post(f"{at}act", taps),
    )
    return lives_on(play, pk, bo, at, taps)


def lives_on(play: Play, pk: int, phone: Client, at: str, taps: dict[str, object]) -> list[str]:
    seat = Seat.objects.get(pk=pk)
    play.refresh_from_db()
    wrong = [] if seat.gone and seat.epoch == 1 else ["the seat is back"]
    freed = play.entries.get(kind="seat", action__what="freed").seq
    if play.entries.filter(seat=seat, seq__gt=freed).exists():
        wrong.append("an entry after the seat was freed")
    if phone.get(at).status_code == 200 or phone.post(f"{at}act", taps).status_code == 200:
        wrong.append("its token opens the table")
    if phone.post(f"/j{at[2:]}", {"name": "Bo"}).status_code != 404:
        wrong.append("the old code seats it again")
    return wrong


def run(times: int) -> list[str]:
    return [wrong for n in range(times) for wrong in race(n)]


def main(times: int) -> None:
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    from games import registry

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    registry.TITLES["acorns"] = "tests.sample_game:Acorns"
    try:
        wrong = run(times)
        print(f"{times} races, {len(wrong)} lost")
        assert not wrong, wrong[:5]
    finally:
        runner.teardown_databases(databases)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
