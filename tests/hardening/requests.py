"""Bad input by the thousand: every address, wrong types, sizes, encodings, forged tokens, and
files that were good once (``files``).

``python -m tests.hardening.requests 100000`` runs the long version.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from random import Random
from typing import Any

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver

from companion.plays.models import Play
from games.referee import AnyReferee, Refusal

TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "9" * 40,
    "²",
    "NaN",
    "null",
    "true",
    "{}",
    "[]",
    "é",
    "🦇" * 50,
    "'; DROP TABLE plays_play; --",
    '"><script>',
    "../../etc/passwd",
    "%s%s%n",
    "\x00",
    "\ud7ff",
    "x" * 5000,
    "on",
    "roll",
    "adjust",
    "depth",
    "replace",
    "remove",
    "insert",
    "A-14",
)
NAMES = (
    "do",
    "revision",
    "key",
    "prompt",
    "face",
    "squirrel",
    "colour",
    "tracker",
    "value",
    "reason",
    "depth",
    "players",
    "box",
    "name",
    "parts",
    "parts.0",
    "seat",
    "seq",
    "repair",
    "agreed",
    "code",
    "watch",
    "closed",
    "q",
    "all",
    "ids",
    "have",
    "before",
    "part",
    "answer:CROW",
    "language",
    "goal",
    "override:E_NOT_ACTIVE",
    "teams",
    "action",
    "answers",
    "title",
    "setup",
    "sample",
    "file",
)


FILES = 50
"""One bad file for so many requests: it takes as long, with the pages that follow from it."""


def addresses() -> list[str]:
    """Return every route of the site."""
    return [str(pattern.pattern) for pattern in _flat(get_resolver().url_patterns)]


def _flat(patterns: Any, prefix: str = "") -> Any:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            for each in _flat(pattern.url_patterns):
                each.pattern._route = str(pattern.pattern) + str(each.pattern)
                yield each
        else:
            yield pattern


def filled(route: str, codes: list[str], rng: Random) -> str:
    """Return a route with plausible or wild values for its parts."""
    path = ""
    for piece in route.replace(">", "<").split("<"):
        kind, _, name = piece.partition(":")
        if not name:
            path += piece
        elif kind == "int":
            path += str(rng.choice((0, 1, 2, 7, 10**12)))
        elif name == "code":
            path += rng.choice((*codes, "NOSUCH", "X" * 80))
        else:
            path += rng.choice(("acorns", "N-01", "undo", "redo", "back", "nonsense", *codes))
    return "/" + path


def _value(rng: Random) -> Any:
    return rng.choice((rng.choice(TEXTS), rng.randint(-5, 30), 2**70, None, [], {}, [1, "a"], True))


def one(client: Client, path: str, rng: Random) -> tuple[str, int]:
    """Send one bad request; what kind it was and how it was answered."""
    headers = {}
    if rng.random() < 0.3:
        headers["HX-Request"] = "true"
    if rng.random() < 0.2:
        headers["Authorization"] = "Bearer " + rng.choice(("", "forged", "a:b:c", "é"))
    if rng.random() < 0.2:
        headers["Accept-Language"] = rng.choice(("pl", "xx", "*", ";q=é", "en" * 500))
    fields = {rng.choice(NAMES): rng.choice(TEXTS) for _ in range(rng.randint(0, 6))}
    kind = rng.choice(("get", "form", "json", "junk", "file", "method"))
    if kind == "get":
        answer = client.get(path, fields, headers=headers)
    elif kind == "form":
        answer = client.post(path, fields, headers=headers)
    elif kind == "file":
        content = rng.choice((b"", b"{}", b"\xff\xfe", b"[" * 5000, json.dumps(fields).encode()))
        answer = client.post(
            path, {**fields, "file": SimpleUploadedFile("f", content)}, headers=headers
        )
    elif kind == "method":
        answer = client.generic(rng.choice(("PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")), path)
    else:
        body = {rng.choice(NAMES): _value(rng) for _ in range(rng.randint(0, 4))}
        text = json.dumps(body).encode() if kind == "json" else rng.randbytes(rng.randint(0, 200))
        answer = client.post(path, text, content_type="application/json", headers=headers)
    return kind, answer.status_code


def run(clients: list[Client], codes: list[str], times: int, seed: int = 0) -> Counter[int]:
    """Send ``times`` bad requests; fails on the first one answered with a server error."""
    from companion.operations import limits

    rng = Random(seed)
    routes = addresses()
    seen: Counter[int] = Counter()
    for n in range(times):
        if n % 50 == 0:
            limits.counts("").clear()
        path = filled(rng.choice(routes), codes, rng)
        state = rng.getstate()
        kind, status = one(rng.choice(clients), path, rng)
        assert status < 500 or path == "/readyz", f"{n}: {kind} {path} -> {status} {state[1][:2]}"
        seen[status] += 1
    return seen


def _sample(referee: AnyReferee) -> Play:
    """Return a play of a title with its sample box."""
    from companion.plays import ledger

    setup = referee.setup_default(referee.title.min_players, referee.sample_box())
    begun = ledger.begin(referee.title.slug, setup, sample=True)
    assert not isinstance(begun, Refusal)
    return begun


def main(times: int) -> None:
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    from companion.plays import seats
    from companion.plays.models import Seat
    from games import registry
    from tests.hardening import files

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    registry.TITLES["acorns"] = "tests.sample_game:Acorns"
    try:
        plays = [_sample(referee) for referee in registry.referees()]
        before = {play.pk: play.state for play in plays}
        codes = [code for play in plays for code in (play.code, play.watch_code)]
        watcher = Client(raise_request_exception=True)
        seat = Seat.objects.create(play=plays[0], name="Cy", role=Seat.Role.SPECTATOR)
        watcher.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        seen = run([Client(), watcher], codes, times)
        after = {play.pk: play.state for play in Play.objects.filter(pk__in=before)}
        assert after == before, "a stranger changed a play"
        sent = times // FILES
        opened = files.run(sent)
        total = sum(seen.values())
        answers = ", ".join(f"{status}: {n}" for status, n in sorted(seen.items()))
        print(
            f"{total} bad requests over {len(addresses())} addresses, no server error ({answers}); "
            f"{sent} bad files, {opened} pages of what was taken in"
        )
    finally:
        runner.teardown_databases(databases)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
