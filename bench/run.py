"""``make bench``: ratios of one run on this machine, against a bare Django view beside it."""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.client import Phone
    from bench.tables import Bench

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

LONG = 5_000
SHORT = 10
WARM = 20


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--title", default="batman-who-laughs")
    words.add_argument("--rounds", type=int, default=300)
    words.add_argument("--taps", type=int, default=20)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="sidekick-bench-") as folder:
        os.environ["SIDEKICK_VAR"] = folder
        prepare()
        measure(asked.title, asked.rounds, asked.taps)
        from bench import odds

        odds.measure()


def prepare() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def measure(title: str, rounds: int, taps: int) -> None:
    from bench import tables
    from bench.models import Counter

    print(f"{title}: writing logs of {SHORT} and {LONG:,} entries ...", flush=True)
    short, long = tables.table(title, SHORT), tables.table(title, LONG)
    counter = Counter.objects.create(text=short.play.state[:2_000])
    with server() as port:
        over_http(port, short, long, counter.pk, rounds)
        in_browser(f"http://127.0.0.1:{port}", short, taps)


@contextmanager
def server() -> Iterator[int]:
    """The measured server in a process of its own; gives its port."""
    command = [sys.executable, "-m", "bench.server"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10)


def over_http(port: int, short: Bench, long: Bench, counter: int, rounds: int) -> None:
    """Bare view, short log and long log in turn, so that all meet the same weather."""
    from bench.client import Phone
    from bench.figures import figures, ratio, row

    tables = (short, long, short)
    phones = [Phone(port, **table.cookie) for table in tables]
    for phone, table in zip(phones, tables, strict=True):
        phone.get(table.at)
    size = len(act(phones[0], short)[1])
    posts = {
        "bare": lambda: phones[2].post(f"/bench/bare/{counter}", bare_fields(size))[0],
        "short": lambda: act(phones[0], short)[0],
        "long": lambda: act(phones[1], long)[0],
    }
    times: dict[str, list[float]] = {name: [] for name in posts}
    for n in range(rounds + WARM):
        names = list(posts)
        # Another one first each time: what comes after which costs something too.
        for name in names[n % 3 :] + names[: n % 3]:
            spent = posts[name]()
            if n >= WARM:
                times[name].append(spent)
    found = {name: figures(each) for name, each in times.items()}
    print(f"\nOne action over HTTP, answered with {size:,} bytes of page")
    row("bare Django view, page of that size", found["bare"])
    row(f"action, log of {SHORT}", found["short"])
    row(f"action, log of {LONG:,}", found["long"])
    ratio("action / bare view", found["short"], found["bare"], "≤ 2")
    ratio("long log / short log", found["long"], found["short"], "≤ 1.1")
    act(phones[0], short)
    print(f"  the answer on the wire (gzip)       {phones[0].wire:7,} bytes, aim ≤ 5,000")


def bare_fields(size: int) -> dict[str, object]:
    return {"text": secrets.token_hex(100), "size": size}


def act(phone: Phone, table: Bench) -> tuple[float, str]:
    return phone.post(f"{table.at}act", {**table.action(), "key": secrets.token_hex(8)})


def in_browser(base: str, table: Bench, taps: int) -> None:
    from bench import browser
    from bench.figures import row
    from tests import needs

    if needs.chromium() is None:
        print("\nFirst load and taps were not measured: no Chromium found; set CHROMIUM.")
        return
    with browser.chromium() as running:
        sizes = browser.first_load(running, base, table)
        own, far = browser.tap_to_screen(running, base, table, taps)
    print(f"\nFirst load of a table: {sum(sizes.values()):,} bytes on the wire in {len(sizes)} "
          "answers, headers included, aim ≤ 60,000")  # fmt: skip
    for path, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        print(f"  {size:7,}  {path}")
    print("\nFrom the tap to the changed page")
    row("on the same phone", own)
    row("on the other phone", far)


if __name__ == "__main__":
    main()
