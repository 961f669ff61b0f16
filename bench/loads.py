"""Part d: bytes of the first load, and of the answers to every action of recorded games."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from bench import browser, games
from bench.figures import figures
from bench.inside import Phone
from bench.part import server
from bench.record import Row
from games import registry
from tests import services

LOAD, ANSWER = 45_000, 5_000
LINE = 120
PLAYED = 10
"""Entries of the game that a new phone comes to."""


def measure() -> list[Row]:
    """Measure the first load, which needs a browser, and an answer, which is what one more tap
    brings, as gzip."""
    rows = []
    for slug in registry.TITLES:
        sizes = figures(size for path in games.of(slug) for size in answers(path))
        text = f"median {sizes.at(50):,.0f}, heaviest {sizes.times[-1]:,.0f} of {len(sizes.times)}"
        rows.append(Row(f"answer to an action, {slug}", text, f"heaviest ≤ {ANSWER:,}"))
    if services.chromium() is None:
        return [*rows, Row("first load", "not measured: no Chromium found; set CHROMIUM")]
    with server() as served, browser.chromium() as running:
        heaviest = 0
        for slug in registry.TITLES:
            game = games.begin(games.of(slug)[0], 1, PLAYED)
            loaded = browser.first_load(running, served.base, game)
            what = f"first load, headers included, {slug}"
            figure = f"{sum(loaded.values()):,} in {len(loaded)} answers"
            rows.append(Row(what, figure, f"≤ {LOAD:,}"))
            heaviest = max(heaviest, sum(loaded.values()))
    first = Row("first load, the heaviest title's", f"{heaviest:,} bytes", f"≤ {LOAD:,}", True)
    return [*rows, first, longest_line()]


def longest_line() -> Row:
    """Return the longest line of a template."""
    lines = (
        line
        for folder in settings.TEMPLATES[0]["DIRS"]
        for path in Path(folder).rglob("*.*")
        for line in path.read_text().splitlines()
    )
    longest = max(map(len, lines))
    return Row("longest line of a template", f"{longest} characters", f"≤ {LINE}", True)


def answers(path: Path) -> list[int]:
    """Return bytes of each answer to the phone that enters a recorded game."""
    game = games.begin(path, 1)
    phone = Phone(game.at, game.places[0].cookie)
    phone.open()
    return [phone.act(games.form(line)).wire for line in game.lines]
