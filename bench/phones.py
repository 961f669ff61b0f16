"""Part c: from the tap to the page of another phone, with few phones at the table and many.

Two phones are real browsers, one of which taps. The first few light phones play, as at a real
table, and the others watch. Every one of them fetches its board when it hears of a revision.
"""

from __future__ import annotations

import os
from pathlib import Path

from bench import browser, games
from bench.figures import figures
from bench.fleet import LightPhone, listening, until
from bench.games import Game
from bench.part import Served, server
from bench.record import Row
from companion.plays import live, seats
from companion.plays.models import Seat
from tests import golden, services

GAME = golden.at("batman-who-laughs/won")
PLAYED = 50
"""Entries of it that have been played; the taps take them back one by one."""

SIZES = (4, 50, 200)
PLAYING = 4
TAPS = 15
IDLE = 400
"""Phones that only listen, for the memory each takes; one table has half of a server's streams."""
SOON = 1000.0
"""Milliseconds within which every phone is to show what was tapped."""


def measure() -> list[Row]:
    """Measure taps with each number of phones, and the memory of a phone that does nothing."""
    os.environ["LIVE_STREAMS"] = str(2 * IDLE)
    game = games.begin(GAME, 2, PLAYED)
    rows = []
    if services.chromium() is None:
        rows.append(Row("taps", "not measured: no Chromium found; set CHROMIUM"))
    else:
        with server() as served, browser.chromium() as running:
            for size in SIZES:
                rows += _taps(served, running, game, size)
    return [*rows, _memory(game)]


def _taps(served: Served, running: browser.Browser, game: Game, size: int) -> list[Row]:
    light = phones(served.port, game, size - 2)
    whole: list[float] = []

    def everybody(revision: int, tapped: float) -> None:
        until(lambda: all(revision in phone.shown for phone in light), 30)
        last = max((phone.shown[revision] for phone in light), default=0.0)
        whole.append(last * 1000 - tapped)

    with listening(light):
        own, far = browser.tap_to_screen(running, served.base, game, TAPS, everybody)
    soon = sum(each <= SOON for each in far.times)
    return [
        Row(f"{size} phones: the phone that taps", str(own)),
        Row(
            f"{size} phones: the other phone's page",
            f"{far}; {soon} of {TAPS} within a second",
            "within a second",
        ),
        Row(f"{size} phones: the last light phone's board", str(figures(whole)), "within a second"),
    ]


def phones(port: int, game: Game, count: int) -> list[LightPhone]:
    """Return light phones with a seat each; those beyond ``PLAYING`` at the table watch."""
    play = game.play
    made = []
    for n in range(count):
        role = Seat.Role.PLAYER if n < PLAYING - 2 else Seat.Role.SPECTATOR
        seat = Seat.objects.create(play=play, name=f"P{n}", role=role)
        cookie = {seats.cookie_name(seat.address): seats.token(seat)}
        heard = live.url(play.bell, seat.address, "en")
        made.append(LightPhone(port, f"/t/{seat.address}/", cookie, heard))
    return made


def _memory(game: Game) -> Row:
    """Return what the server process grows by while ``IDLE`` streams are open."""
    with server() as served:
        with listening(phones(served.port, game, 20), looks=False):
            before = _resident(served.pid)
        with listening(phones(served.port, game, IDLE), looks=False):
            grown = _resident(served.pid) - before
    return Row("memory for an idle phone", f"{grown / IDLE:.0f} KB of the server")


def _resident(pid: int) -> int:
    """Return kilobytes of memory a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
