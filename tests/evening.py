"""One evening over HTTP, as phones have it: found a crew, play to the end, read it up, pack it.

Knows nothing but addresses and pages, so that any running Sidekick can be asked:
``python -m tests.evening http://127.0.0.1:8000``.
"""

from __future__ import annotations

import gzip
import html
import http.cookiejar
import json
import random
import re
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
TITLE = "animated-dice"
PATIENCE = 30.0
"""Seconds the figures and the file of a crew may take."""


@dataclass(frozen=True)
class Evening:
    """Outcome of an evening: the crew's address, the table's code and token, the last state."""

    crew: str
    code: str
    token: str
    table: dict[str, Any]


class Phone:
    """A browser without script: cookies, forms, redirects."""

    def __init__(self, base: str, trust: ssl.SSLContext | None = None) -> None:
        self.base = base.rstrip("/")
        self.jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), urllib.request.HTTPSHandler(context=trust)
        ).open

    def get(self, path: str) -> tuple[str, bytes]:
        """Return where a page was found in the end, and the page."""
        return self._ask(urllib.request.Request(self.base + path))

    def send(self, path: str, form: str = "", **fields: object) -> tuple[str, bytes]:
        """Post a form of the page ``form`` (of the same address, if none is named)."""
        _, page = self.get(form or path)
        found = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found, f"no form on {form or path}"
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": found[1].decode()})
        request = urllib.request.Request(self.base + path, data.encode())
        request.add_header("Referer", self.base + path)
        return self._ask(request)

    def hear(self, page: bytes) -> None:
        """Check that the stream of a table's page says something."""
        found = re.search(rb'data-live="(/live/[^"]+)"', page)
        assert found, "the page names no stream"
        request = urllib.request.Request(self.base + html.unescape(found[1].decode()))
        with self._open(request, timeout=PATIENCE) as stream:
            assert stream.readline().startswith(b"retry"), "the stream says nothing"

    def call(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Call as a script; return the status and the decoded answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data)
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with self._open(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def _ask(self, request: urllib.request.Request) -> tuple[str, bytes]:
        with self._open(request, timeout=PATIENCE) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read()


@lru_cache
def example() -> dict[str, Any]:
    """Return the example of the API page, as a module."""
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text(), re.DOTALL)
    found: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, "docs/api.md", "exec"), found)
    return found


def found(phone: Phone) -> str:
    """Found a new crew; return its address."""
    at, _ = phone.send("/crews/", name="The Cellar", me="Ana")
    return re.sub(r"people/$", "", at)


def sit_down(phone: Phone, crew: str) -> tuple[str, str]:
    """Open a table of the crew and a script's seat at it; return code and token."""
    code = lay(phone, crew)
    return code, seat(phone, code, "Bo", 0, 1)


def lay(phone: Phone, crew: str) -> str:
    """Open a table of the crew for two; return its code."""
    at, page = phone.send(f"{crew}start/{TITLE}/", players=2)
    phone.hear(page)
    return at.strip("/").partition("/")[2]


def seat(phone: Phone, code: str, name: str, *parts: int) -> str:
    """Take a script's seat at a table; return its token."""
    status, joined = phone.call(f"/api/plays/{code}/join", {"name": name, "parts": parts})
    assert status == 201, joined
    return str(joined["token"])


def expected(table: Any) -> list[Any]:
    """Return what this seat is asked for now."""
    return [each for each in table["prompts"] if each.get("expected") and each.get("mine")]


def turn(phone: Phone, code: str, token: str, table: Any, rng: random.Random) -> Any:
    """Do one expected action with random values; return the table afterwards."""
    choose = example()["choose"]
    prompt = rng.choice(expected(table))
    values = {field["name"]: choose(field, rng) for field in prompt.get("fields", [])}
    action = {"do": prompt["do"], **prompt.get("fixed", {}), **values}
    revision = table["revision"]
    sent = {"action": action, "revision": revision, "key": f"{revision}-{rng.random()}"}
    at = f"/api/plays/{code}/actions"
    status, answer = phone.call(at, sent, token)
    if answer.get("kind") == "question":
        sent["answers"] = {answer["code"]: answer["options"][0]}
        status, answer = phone.call(at, sent, token)
    assert status in {200, 409, 422}, (status, answer)
    return answer if status == 200 else phone.call(f"/api/plays/{code}", None, token)[1]


def play(phone: Phone, code: str, token: str, seed: int = 1) -> Any:
    """Play random turns until the referee calls the end."""
    rng = random.Random(seed)
    _, table = phone.call(f"/api/plays/{code}", None, token)
    while table["outcome"] is None:
        table = turn(phone, code, token, table, rng)
    return table


def play_together(phones: dict[str, Phone], code: str, seed: int = 1) -> Any:
    """Play random turns by phones that hold a part each, by their tokens, until the end is called.

    Whoever is asked enters; every phone then shows the same revision.
    """
    rng = random.Random(seed)
    while True:
        tables = {
            token: phone.call(f"/api/plays/{code}", None, token)[1]
            for token, phone in phones.items()
        }
        revisions = {table["revision"] for table in tables.values()}
        assert len(revisions) == 1, revisions
        asked = [token for token, table in tables.items() if expected(table)]
        if not asked:
            return next(iter(tables.values()))
        turn(phones[asked[0]], code, asked[0], tables[asked[0]], rng)


def counted(phone: Phone, crew: str) -> int:
    """Return how many seats of finished plays the crew's book holds."""
    return phone.get(f"{crew}seats.csv")[1].decode().strip().count("\n")


def pack(phone: Phone, crew: str) -> list[Any]:
    """Return the lines of the crew's archive."""
    job, _ = phone.send(f"{crew}pack", form=crew)
    wait(lambda: b"/file" in phone.get(job)[1], "the crew was not packed")
    return [json.loads(line) for line in gzip.decompress(phone.get(f"{job}file")[1]).splitlines()]


def wait(condition: Any, sentence: str, seconds: float = PATIENCE) -> None:
    """Wait until ``condition()`` is true; fails with ``sentence``."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, sentence
        time.sleep(0.2)


def spend(phone: Phone) -> Evening:
    """Spend the whole evening; fail where something is not as it should be."""
    crew = found(phone)
    code, token = sit_down(phone, crew)
    table = play(phone, code, token)
    assert table["outcome"]["result"] == "won", table["outcome"]
    wait(lambda: counted(phone, crew) == 2, "the evening was not counted")
    plays = [line for line in pack(phone, crew) if line.get("playlog") or line.get("entries")]
    assert len(plays) == 1, "the archive does not hold the evening"
    return Evening(crew, code, token, table)


if __name__ == "__main__":
    begun = time.monotonic()
    spent = spend(Phone(sys.argv[1]))
    print(
        f"{spent.table['revision']} entries played, counted and packed"
        f" in {time.monotonic() - begun:.0f} s"
    )
