"""Troublemakers on the network while the fault run's tables play (``faults``).

Someone sends costly files, someone steals, someone never finishes a request, someone tries
codes, and one table has thousands of entries. Each says what was wrong with how it was answered.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Protocol

from companion import slow_clients
from tests.hardening import greedy
from tests.hardening.guesses import DOORS, LETTERS, Home
from tests.hardening.slow import BODY, HEAD, dawdle, hung_up
from tests.hardening.uploads import Client, costly_archive

PLAYS, ENTRIES = 40, 100
"""What one file of the sender holds: some seconds of a reader's time."""
SLOW = 150
FORM = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
FIELDS = "application/x-www-form-urlencoded"
SECRET = "Zebra Feint"
REFUSED = (0, 302, 401, 403, 404, 405, 409, 422, 429)
"""How a thief is answered; 0 is a connection that was lost."""


class Site(Protocol):
    """Knowledge of a troublemaker about the services under fire."""

    port: int

    def excused(self, moment: float) -> bool: ...


class Troublemaker(threading.Thread):
    """Someone who makes trouble until told to stop."""

    def __init__(self, site: Site, until: float) -> None:
        super().__init__(daemon=True)
        self.site, self.until = site, until
        self.rng = random.Random(0)
        self.wrong: list[str] = []
        self.seen: Counter[str] = Counter()

    def run(self) -> None:
        try:
            self.trouble()
        except Exception as error:
            self.wrong.append(f"{type(self).__name__}: {error!r}")

    def trouble(self) -> None:
        raise NotImplementedError

    def going(self) -> bool:
        return time.monotonic() < self.until

    def ask(
        self, client: Client, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, str, bytes]:
        """Send one request and return its answer; status 0 when the connection is lost."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            answer = client.ask(method, path, data, **headers)
        except (OSError, http.client.HTTPException):
            return 0, "", b""
        # Whoever makes trouble may be asked to come again.
        wrong = answer[0] >= 500 and answer[0] != 503
        if wrong and not self.site.excused(time.monotonic()):
            self.wrong.append(f"{type(self).__name__}: {answer[0]} for {method} {path}")
        return answer

    def insist(self, client: Client, method: str, path: str, *rest: Any, **headers: str) -> Any:
        """Send the same request until someone answers it for good; return status and JSON."""
        for _ in range(240):
            status, _, text = self.ask(client, method, path, *rest, **headers)
            if 200 <= status < 500:
                return status, json.loads(text)
            time.sleep(0.25)
        raise AssertionError(f"no answer for {path}")


class Guesser(Troublemaker):
    """Someone in the tables' own network who tries codes at every door."""

    def __init__(self, site: Site, until: float) -> None:
        super().__init__(site, until)
        self.codes: set[str] = set()
        self.statuses: Counter[int] = Counter()

    def trouble(self) -> None:
        home = Home(f"http://127.0.0.1:{self.site.port}")
        while self.going():
            time.sleep(0.1)
            method, door = self.rng.choice(DOORS)
            code = "".join(self.rng.choices(LETTERS, k=self.rng.choice((6, 10))))
            self.codes.add(code)
            try:
                body = {} if method == "POST" else None
                status = home.ask(method, door.format(code), body)[0]
            except (OSError, http.client.HTTPException):
                continue
            self.statuses[status] += 1
            if 200 <= status < 300:
                self.wrong.append(f"a guess was answered {status}")
        self.seen["guesses stopped with 429"] = self.statuses[429]
        if not self.statuses[429]:
            self.wrong.append("nobody stopped the guesses")


class Sender(Troublemaker):
    """Someone who sends one costly archive after the other, and stops every third."""

    def __init__(self, site: Site, until: float) -> None:
        super().__init__(site, until)
        self.file = costly_archive(PLAYS, ENTRIES)
        self.accepted: list[str] = []

    def trouble(self) -> None:
        while self.going():
            self.seen["files sent"] += 1
            client = Client(self.site.port, f"127.0.1.{self.seen['files sent'] % 200 + 1}")
            try:
                status, place, _ = client.upload("/crews/import/", self.file)
            except (OSError, http.client.HTTPException, AssertionError):
                time.sleep(1)
                continue
            if status == 302:
                self.accepted.append(place.split("/")[-2])
                self.follow(client, place, stop=len(self.accepted) % 3 == 0)

    def follow(self, client: Client, place: str, stop: bool) -> None:
        """Look at the file's page until it is over."""
        while self.going():
            time.sleep(1)
            status, onward, page = self.ask(client, "GET", place)
            if status == 302:
                self.seen["files read to their end"] += 1
                return self.look_about(client, onward)
            if status == 200 and b"hx-get" not in page:
                self.seen["files stopped"] += 1
                return None
            if stop and (found := FORM.search(page)):
                form = b"csrfmiddlewaretoken=" + found[1]
                self.ask(client, "POST", f"{place}cancel", form, Content_Type=FIELDS)
        return None

    def look_about(self, client: Client, door: str) -> None:
        """Join the crew that has come of a file by its invitation, and open its pages."""
        _, _, page = self.ask(client, "GET", door)
        if found := FORM.search(page):
            form = b"name=Sender&csrfmiddlewaretoken=" + found[1]
            _, crew, _ = self.ask(client, "POST", door, form, Content_Type=FIELDS)
            for page_of_it in ("", "plays/", "people/"):
                self.ask(client, "GET", f"{crew}{page_of_it}")
            self.seen["invitations followed"] += bool(crew)


class Readers(Troublemaker):
    """Strangers who read long logs without a pause, and a process of their own to do it in."""

    def __init__(self, site: Site, begin: float, until: float, at: dict[str, str]) -> None:
        super().__init__(site, until)
        self.begin, self.at = begin, at

    def trouble(self) -> None:
        with ProcessPoolExecutor(1, get_context("spawn")) as apart:
            apart.submit(int).result()
            time.sleep(max(0.0, self.begin - time.monotonic()))
            seconds = self.until - time.monotonic()
            read = apart.submit(greedy.one_by_one, self.site.port, self.at, seconds).result()
        self.seen.update({f"readers answered {status}": n for status, n in read.items()})
        if not read["200"]:
            self.wrong.append("nobody read anything")


class Dawdler(Troublemaker):
    """Many connections on which a request is begun; bodies come by a byte now and then."""

    def trouble(self) -> None:
        clients: list[socket.socket] = []
        while self.going():
            clients = list(self.waited_for(clients))
            try:
                for n in range(SLOW - len(clients)):
                    clients.append(dawdle(self.site.port, HEAD if n % 2 else BODY))
            except OSError:
                continue
        end = time.monotonic() + slow_clients.HEAD_SECONDS + slow_clients.BODY_SECONDS + 10
        while clients and time.monotonic() < end:
            clients = list(self.waited_for(clients))
        if clients:
            self.wrong.append(f"{len(clients)} half-sent requests are still waited for")

    def waited_for(self, clients: list[socket.socket]) -> Iterator[socket.socket]:
        """Yield those the server has not hung up on, each with one byte more."""
        time.sleep(0.5)
        for client in clients:
            if not hung_up(client):
                try:
                    client.send(b"x")
                    yield client
                    continue
                except OSError:
                    pass
            self.seen["slow connections hung up on"] += 1
            client.close()


class Thief(Troublemaker):
    """Someone with a seat but no part, who is after another's seat and what it has drawn."""

    SETTING_UP = ("villain", "ready")

    def __init__(self, site: Site, until: float) -> None:
        super().__init__(site, until)
        self.phone = Client(site.port, "127.0.2.1")
        self.code = ""
        self.tokens: dict[str, str] = {}

    def trouble(self) -> None:
        self.lay_out()
        at = f"/api/plays/{self.code}"
        draw = {"do": "feat-draw", "seat": 1, "name": SECRET}
        status, _ = self.api("POST", f"{at}/actions", "Bo", action=draw, key="feat")
        assert status == 200, status
        self.phone.cookies[f"seat-{self.code}"] = self.tokens["Cy"]
        while self.going():
            self.steal()
            time.sleep(0.3)
        own = self.api("GET", at, "Bo")[1]
        if own["seat"]["parts"] != [1] or SECRET not in json.dumps(own):
            self.wrong.append(f"the seat that was robbed: {own['seat']}")

    def api(self, method: str, path: str, who: str, **body: Any) -> Any:
        token = f"Bearer {self.tokens.get(who, '')}"
        client = Client(self.site.port, "127.0.2.1")
        sent = body if method == "POST" else None
        return self.insist(client, method, path, sent, Authorization=token)

    def lay_out(self) -> None:
        """Lay out a table of three up to its first turn: Ana, Bo with the second part, Cy with
        none."""
        new = {"title": "talisman-batman", "players": 3, "sample": True, "name": "Ana"}
        _, shown = self.api("POST", "/api/plays", "", **new)
        self.code, self.tokens["Ana"] = shown["code"], shown["token"]
        at = f"/api/plays/{self.code}"
        for name, parts in (("Bo", [1]), ("Cy", [])):
            _, joined = self.api("POST", f"{at}/join", "", name=name, parts=parts)
            self.tokens[name] = joined["token"]
        for n in range(20):
            prompt = next(each for each in shown["prompts"] if each.get("expected"))
            if prompt["do"] not in self.SETTING_UP:
                return
            values = {each["name"]: self.value(each) for each in prompt.get("fields", [])}
            action = {"do": prompt["do"], **prompt.get("fixed", {}), **values}
            # The host enters what is for the part that no one plays.
            who = "Bo" if action.get("seat") == 1 else "Ana"
            _, answer = self.api("POST", f"{at}/actions", who, action=action, key=f"start-{n}")
            shown = answer if "prompts" in answer else shown

    def value(self, spec: Any) -> Any:
        if spec["kind"] == "number":
            return spec["low"]
        return self.rng.choice(spec["choices"])["value"]

    def steal(self) -> None:
        """Try once; whatever comes back must neither give the seat away nor name the secret."""
        at, api = f"/t/{self.code}/", f"/api/plays/{self.code}"
        what = self.rng.choice(("read", "read", "page", "sit", "forge", "guess"))
        if what == "read":
            pages = ("", "board", "also", "log", "people", "more", "count", "playlog.json")
            path = at + self.rng.choice((*pages, "upgrade", "repair/1", "rules?q=feat"))
            self.look("GET", path, (*REFUSED, 200))
        elif what == "page":
            page, fields = self.rng.choice(
                (
                    ("revoke", "seat=1"),
                    ("release", "seat=1"),
                    ("host", "seat=2"),
                    ("codes", ""),
                    ("close", ""),
                    ("move", ""),
                    ("seat", "name=Cy&parts=1"),
                )
            )
            self.post(at + page, fields, kept=page == "seat")
        elif what == "sit":
            body = json.dumps({"name": "Bo", "parts": [1]}).encode()
            self.look("POST", f"{api}/join", REFUSED, body)
        elif what == "forge":
            token = self.tokens["Bo"][:-4] + "".join(self.rng.choices(LETTERS, k=4))
            self.look("GET", api, REFUSED, None, f"Bearer {token}")
        else:
            share = "".join(self.rng.choices(LETTERS, k=16))
            self.look("GET", f"/p/{share}/playlog.json", REFUSED)

    def post(self, path: str, fields: str, kept: bool) -> None:
        """Send a form of the table; ``kept`` says that the page may answer with itself."""
        _, _, page = self.ask(self.phone, "GET", f"/t/{self.code}/people")
        if found := FORM.search(page):
            body = f"csrfmiddlewaretoken={found[1].decode()}&{fields}".encode()
            allowed = (*REFUSED, 200) if kept else REFUSED
            self.look("POST", path, allowed, body, kind=FIELDS)

    def look(
        self,
        method: str,
        path: str,
        allowed: tuple[int, ...],
        body: bytes | None = None,
        bearer: str = "",
        kind: str = "application/json",
    ) -> None:
        self.seen["thefts tried"] += 1
        client = self.phone if not bearer else Client(self.site.port, "127.0.2.1")
        headers = {"Content_Type": kind, **({"Authorization": bearer} if bearer else {})}
        status, _, text = self.ask(client, method, path, body, **headers)
        if status not in allowed and status < 500:
            self.wrong.append(f"a thief was answered {status} at {method} {path}")
        if SECRET.encode() in text:
            self.wrong.append(f"a thief read the secret at {method} {path}")
