"""Requests to a site behind a proxy with TLS; ``tests.deployed`` runs them on the same machine.

``python -m tests.visits whole https://sidekick.example.org``
"""

from __future__ import annotations

import http.client
import json
import random
import re
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from tests import evening
from tests.evening import Phone, wait


def whole(base: str) -> None:
    """Play an evening, and everything a proxy can spoil."""
    wait(lambda: ready(base), "the proxy does not lead to a site that is ready", 60)
    phone = Phone(base)
    redirected(base)
    spent = evening.spend(phone)
    assert len(phone.jar) >= 3
    assert all(cookie.secure for cookie in phone.jar), "a cookie would travel in the clear"
    unbuffered(phone, spent.crew)
    limited_by_client(base)


def ready(base: str) -> bool:
    try:
        with urllib.request.urlopen(f"{base}/readyz", timeout=5) as answer:
            parts = json.load(answer)
    except OSError:
        return False
    return {parts[name] for name in parts if name != "release"} == {"ok"}


def redirected(base: str) -> None:
    """Check that plain HTTP leads to TLS; there it is asked to stay."""
    name = urlsplit(base).hostname or ""
    plain = http.client.HTTPConnection(name, 80, timeout=5)
    plain.request("GET", "/")
    answer = plain.getresponse()
    assert answer.status in {301, 308}, answer.status
    assert (answer.getheader("Location") or "").startswith("https://")
    with urllib.request.urlopen(base, timeout=5) as page:
        assert "max-age" in page.headers["Strict-Transport-Security"]
        assert page.headers["X-Request-ID"]


def unbuffered(phone: Phone, crew: str) -> None:
    """Check that what one phone does is heard on another's stream while the stream goes on."""
    code, token = evening.sit_down(phone, crew)
    _, page = phone.get(f"/t/{code}/")
    at = re.search(rb'"(/live/[^"]+)"', page)
    assert at
    heard = threading.Event()
    opened = threading.Event()

    def listen() -> None:
        with urllib.request.urlopen(phone.base + at[1].decode(), timeout=20) as stream:
            for line in stream:
                opened.set()
                if line.startswith(b"data: "):
                    heard.set()
                    return

    threading.Thread(target=listen, daemon=True).start()
    assert opened.wait(5), "the stream is held back by the proxy"
    _, table = phone.call(f"/api/plays/{code}", None, token)
    rng = random.Random(3)
    while table["revision"] < 1:
        table = evening.turn(phone, code, token, table, rng)
    assert heard.wait(5), "a tap is not heard through the proxy"


def limited_by_client(base: str) -> None:
    """Check that whoever guesses codes is stopped, under whatever name; the next address is not."""
    guesser, other = (f"127.0.{random.randint(1, 250)}.{n}" for n in (1, 2))
    guesses = [status_from(base, guesser, f"/j/QQQQ{n:02}/", f"10.0.0.{n}") for n in range(60)]
    assert guesses[0] == 404, guesses
    assert guesses[-1] == 429, guesses
    assert status_from(base, other, "/j/QQQQ99/") == 404


def status_from(base: str, source: str, path: str, pretends: str = "") -> int:
    """Return the status a client of this address gets, who may pretend to speak for another."""
    parts = urlsplit(base)
    line = http.client.HTTPSConnection(
        parts.hostname or "",
        443,
        timeout=5,
        source_address=(source, 0),
        context=ssl.create_default_context(),
    )
    line.request("GET", path, headers={"X-Forwarded-For": pretends} if pretends else {})
    status = line.getresponse().status
    line.close()
    return status


def sits(base: str) -> None:
    """Found a crew and sit down at a table of it; print its code."""
    phone = Phone(base)
    print(evening.sit_down(phone, evening.found(phone))[0])


def operates(base: str, password: str, code: str) -> None:
    """Sign in at the desk with a code from paper, which opens it once, and find a reported name."""
    desk, phone = Phone(base), Phone(base)
    assert b"example.org" in phone.get("/privacy/")[1]
    evening.sit_down(phone, evening.found(phone))
    papers = {"username": "olga", "password": password, "otp_token": code}
    at, page = desk.send("/operator/login/?next=/operator/state/", **papers)
    assert at == "/operator/state/", page.decode()
    assert b"database" in page
    assert b"olga" in desk.get("/operator/admin/logentry/")[1]
    again = Phone(base)
    assert again.send("/operator/login/", **papers)[0] == "/operator/login/", "a code opens twice"


def recovers(base: str) -> None:
    """Lose a password and set a new one with the code the account came with, once."""
    phone, password, fresh = Phone(base), "a quiet evening", "another quiet evening"
    named = {"username": f"wanda{random.randint(0, 10**9)}"}
    _, page = phone.send("/account/new/", **named, password1=password, password2=password)
    given = re.search(rb"recovery code is ([a-z0-9]+)", page)
    assert given, "an account came without a recovery code"
    asked = {**named, "code": given[1].decode(), "new_password1": fresh, "new_password2": fresh}
    at, page = Phone(base).send("/account/recover/", **asked)
    assert (at, b"recovery code is" in page) == ("/crews/", True)
    assert Phone(base).send("/account/", **named, password=fresh)[0] == "/crews/"
    assert refused(base, "/account/recover/", **asked), "a recovery code opens twice"
    assert refused(base, "/account/", **named, password=password), "the lost password still opens"


def refused(base: str, path: str, **form: str) -> bool:
    """Return whether a form comes back with an error."""
    try:
        Phone(base).send(path, **form)
    except urllib.error.HTTPError as error:
        return error.code == 422
    return False


def plays_on(base: str, seconds: float = 25) -> None:
    """Tap twice a second whatever happens; nothing acknowledged may be lost or counted twice."""
    phone, rng = Phone(base), random.Random(4)
    code, token = evening.sit_down(phone, evening.found(phone))
    end, last, repeated = time.monotonic() + seconds, 0, 0
    table: Any = phone.call(f"/api/plays/{code}", None, token)[1]
    while time.monotonic() < end:
        begun = time.monotonic()
        try:
            table = evening.turn(phone, code, token, table, rng)
            if table["outcome"] is not None:
                body = {"seq": 0, "revision": table["revision"], "key": str(begun)}
                table = phone.call(f"/api/plays/{code}/back", body, token)[1]
        except (OSError, ValueError, KeyError, AssertionError, http.client.HTTPException):
            repeated += 1
            time.sleep(0.2)
            continue
        assert table["revision"] >= last, "an acknowledged entry is gone"
        last = table["revision"]
        assert time.monotonic() - begun < 10, "a tap took too long"
        time.sleep(0.3)
    assert last > 15, f"only {last} entries in {seconds} s"
    print(f"{last} entries while processes died, {repeated} tries repeated", flush=True)


if __name__ == "__main__":
    visits = (whole, plays_on, sits, operates, recovers)
    {each.__name__: each for each in visits}[sys.argv[1]](*sys.argv[2:])
