"""A guesser in the same home as a table, over HTTP, against a real server on loopback.

``python -m tests.hardening.guesses 2000`` tries so many wrong codes at every kind of door. Nothing
may be found, the guesser must be told to stop soon, and all the while the table's own phones play
on and sign-in stays open.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sys
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
DOORS = (
    ("GET", "/j/{}/"),
    ("POST", "/j/{}/"),
    ("GET", "/w/{}/"),
    ("GET", "/tv/{}/"),
    ("GET", "/t/{}/"),
    ("GET", "/api/plays/{}"),
    ("POST", "/api/plays/{}/join"),
    ("POST", "/api/plays/{}/actions"),
    ("POST", "/api/plays/{}/undo"),
    ("GET", "/crews/join/{}/"),
    ("GET", "/p/{}/"),
    ("GET", "/m/{}/"),
    ("POST", "/m/{}/"),
    ("GET", "/made/{}/"),
    ("GET", "/made/{}/file"),
)
HARMLESS = {302, 401, 403, 404, 429}


class Home:
    """Phones and scripts of one network, all talking to the site at ``base``."""

    def __init__(self, base: str) -> None:
        self.netloc = urlsplit(base).netloc

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        connection = http.client.HTTPConnection(self.netloc, timeout=20)
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        fits = answer.headers.get("Content-Type") == "application/json"
        return answer.status, json.loads(text) if fits else text

    def guess(self, rng: random.Random) -> int:
        """Send one wrong code to some door."""
        method, door = rng.choice(DOORS)
        code = "".join(rng.choices(LETTERS, k=rng.choice((6, 10))))
        return self.ask(method, door.format(code), {} if method == "POST" else None)[0]


def run(base: str, times: int, title: str = "animated-dice") -> Counter[int]:
    """Guess ``times`` codes beside a table that plays; how the guesses were answered."""
    home, rng = Home(base), random.Random(0)
    status, table = home.ask("POST", "/api/plays", {"title": title, "players": 2, "sample": True})
    assert status == 201, table
    at, token = f"/api/plays/{table['code']}", table["token"]
    seen: Counter[int] = Counter()
    for n in range(times):
        answered = home.guess(rng)
        # Django asks for a token of its own before it looks at anything else.
        assert answered in HARMLESS, answered
        seen[answered] += 1
        if n % 20 == 0:
            assert home.ask("GET", at, token=token)[0] == 200
            assert home.ask("POST", f"{at}/undo", {}, token)[0] == 409
    assert home.ask("GET", "/account/")[0] == 200
    assert home.ask("POST", "/api/plays", {"title": title, "sample": True})[0] == 201
    return seen


def main(times: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    from companion.asgi import Site
    from tests.serving import served

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        with served(Site()) as base:
            seen = run(base, times)
        told = ", ".join(f"{status}: {n}" for status, n in sorted(seen.items()))
        print(f"{times} guesses, none let in, the table played on ({told})")
        assert seen[429] > times / 2
    finally:
        runner.teardown_databases(databases)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
