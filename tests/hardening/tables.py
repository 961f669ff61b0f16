"""The tables of the fault run (``faults``): what they enter, what they were told, how long it took.

Most are innocent of all that happens around them. One has thousands of entries, one is played by a
crowd that never pauses, and one by the rules of a title that raises.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.hardening.judging import Phase, Tap
from tests.hardening.troublemakers import Site
from tests.hardening.uploads import Client, costly_log

PHONES, CROWD = 3, 24
REPEATED = STALE = UNDONE = 0.1
FULL, PAGE = 5_000, 200_000
"""Entries of the table with the full log, and bytes no page of it may have."""
OURS = "our fault, nothing was entered"
"""How an entry is answered that its title made impossible."""


@dataclass
class Phone:
    """One seat, and what the server has acknowledged to it."""

    token: str
    acknowledged: dict[str, int] = field(default_factory=dict)


class Table(threading.Thread):
    """One table of three phones that play at random until told to stop."""

    game, seats, innocent = "animated-dice", PHONES, True
    taken: tuple[int, ...] = ()
    """Statuses of the server's own trouble that this table takes for an answer."""

    def __init__(self, site: Site, number: int, until: float, seen: Counter[str]) -> None:
        super().__init__(daemon=True, name=f"table {number}")
        self.site, self.until, self.seen = site, until, seen
        self.rng = random.Random(number)
        self.phones: list[Phone] = []
        self.client = Client(site.port)
        self.code = ""
        self.faults: list[str] = []
        self.taps: list[Tap] = []
        self.numbers = count(1)

    def call(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Send one request, repeated as it is until someone answers it for good."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        url = f"http://127.0.0.1:{self.site.port}{path}"
        for _ in range(400):
            try:
                request = urllib.request.Request(url, data, headers)
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                told = error.read()
                if error.code < 500 or error.code in self.taken or OURS.encode() in told:
                    return error.code, json.loads(told)
                if not self.site.excused(time.monotonic()):
                    self.faults.append(f"{error.code} for {path}")
                self.seen[f"answered {error.code} during a blow"] += 1
            except TimeoutError:
                self.seen["not answered within ten seconds and repeated"] += 1
            except (OSError, ValueError, http.client.HTTPException):
                self.seen["connection lost and request repeated"] += 1
            time.sleep(0.25)
        raise AssertionError(f"no answer for {path}")

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.faults.append(repr(error))

    def _sit_down(self) -> Any:
        body = {"title": self.game, "players": 3, "sample": True, "name": "P0"}
        _, shown = self.call("/api/plays", body)
        self.code = shown["code"]
        self.phones = [Phone(shown["token"])]
        for n in range(1, self.seats):
            _, joined = self.call(f"/api/plays/{self.code}/join", {"name": f"P{n}"})
            self.phones.append(Phone(joined["token"]))
        self.client.cookies[f"seat-{self.code}"] = self.phones[0].token
        return shown

    def _play(self) -> None:
        shown = self._sit_down()
        while time.monotonic() < self.until:
            if shown["outcome"] is not None:
                shown = self.post(self.phones[0], "back", {"seq": 0}, shown)
            elif self.rng.random() < UNDONE:
                shown = self.post(self.rng.choice(self.phones), "undo", {}, shown)
            else:
                shown = self.act(self.rng.choice(self.phones), shown)
            time.sleep(self.rng.uniform(0.2, 1.0))

    def act(self, phone: Phone, shown: Any) -> Any:
        prompt = self.rng.choice([each for each in shown["prompts"] if each.get("expected")])
        values = {each["name"]: self.value(each) for each in prompt.get("fields", [])}
        action = {"do": prompt["do"], **prompt.get("fixed", {}), **values}
        return self.post(phone, "actions", {"action": action}, shown)

    def value(self, spec: Any) -> Any:
        if spec["kind"] == "dice":
            return [self.rng.choice(die["faces"])["value"] for die in spec["dice"]]
        if spec["kind"] == "choices":
            return [each["value"] for each in spec["choices"][: spec.get("high") or 1]]
        if spec["kind"] == "number":
            return self.rng.randint(spec["low"], spec["high"])
        return self.rng.choice(spec["choices"])["value"]

    def post(self, phone: Phone, where: str, body: dict[str, Any], shown: Any) -> Any:
        """Send, sometimes twice and sometimes too late; remember what was acknowledged."""
        key = f"{self.code}-{next(self.numbers)}"
        stale = self.rng.random() < STALE and shown["revision"] > 0
        revision = shown["revision"] - 1 if stale else shown["revision"]
        sent = {**body, "key": key, "revision": revision}
        path = f"/api/plays/{self.code}/{where}"
        status, answer = self.tap(path, sent, phone)
        if answer.get("kind") == "question":
            sent["answers"] = {answer["code"]: answer["options"][0]}
            status, answer = self.tap(path, sent, phone)
        self.seen[f"answered {status}"] += 1
        if status == 200:
            phone.acknowledged[key] = answer["entry"]
            if self.rng.random() < REPEATED:
                again, second = self.call(path, sent, phone.token)
                self.seen["repeated"] += 1
                same = (again, second.get("entry"), second.get("fresh"))
                if again not in self.taken and same != (200, answer["entry"], False):
                    self.faults.append(f"a repeated {where} was not the same entry")
            return answer
        if status >= 500 and self.innocent:
            self.faults.append(f"{status} for {path}")
        _, fresh = self.call(f"/api/plays/{self.code}", None, phone.token)
        return fresh

    def tap(self, path: str, sent: Any, phone: Phone) -> tuple[int, Any]:
        begun = time.monotonic()
        answered = self.call(path, sent, phone.token)
        self.taps.append(Tap(begun, time.monotonic() - begun))
        return answered

    def look(self, path: str, *taken: int) -> tuple[int, str, bytes]:
        """Get a page, asked for until it is answered for good, or as it may be as well."""
        for _ in range(200):
            try:
                status, place, body = self.client.ask("GET", path)
                if status < 500 or status in taken:
                    return status, place, body
                if not self.site.excused(time.monotonic()):
                    self.faults.append(f"{status} for {path}")
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.25)
        raise AssertionError(f"no answer for {path}")


class FullLog(Table):
    """A table that was brought as a file with thousands of entries, and plays on."""

    def _sit_down(self) -> Any:
        content = json.dumps(costly_log(FULL, "animated-dice", "score.0")).encode()
        for n in range(1, 60):
            self.client = Client(self.site.port, f"127.0.3.{n}")
            try:
                status, place, _ = self.client.upload("/import/", content)
            except (OSError, http.client.HTTPException, AssertionError):
                status = 0
            if status == 302:
                break
            time.sleep(1)
        while place.startswith("/reading/"):
            time.sleep(0.5)
            status, onward, page = self.look(place)
            assert status in (200, 302), page
            place = onward or place
        self.code = place.split("/")[2]
        self.phones = [Phone(self.client.cookies[f"seat-{self.code}"])]
        return self.call(f"/api/plays/{self.code}", None, self.phones[0].token)[1]

    def act(self, phone: Phone, shown: Any) -> Any:
        """Set one number, then look at something that has the whole log at hand."""
        before = self.rng.randint(1, shown["revision"])
        page = self.rng.choice(("", "board", f"log?before={before}", "log", "playlog.json"))
        # Where others read long logs, even this one's playlog has to wait.
        busy = (503,) if page == "playlog.json" else ()
        status, _, body = self.look(f"/t/{self.code}/{page}", *busy)
        self.seen["looks at a full log"] += 1
        if status not in (200, *busy) or (len(body) > PAGE and page != "playlog.json"):
            self.faults.append(f"{page}: {status}, {len(body)} bytes")
        action = {"do": "adjust", "tracker": "score.0", "value": 2 + self.rng.randint(0, 40)}
        return self.post(phone, "actions", {"action": action}, shown)


class Raised(Table):
    """A table of an installed title that raises now and then, and is drawn all the same."""

    game, innocent = "raising", False
    WHOLE = 3.0
    """Seconds in which its title is whole, and then is not."""

    def __init__(self, folder: Path, *rest: Any) -> None:
        super().__init__(*rest)
        self.folder = folder

    def act(self, phone: Phone, shown: Any) -> Any:
        """Act: whatever raises now, every page is there; an entry is taken whole or not at all."""
        turns, broken = divmod(int(time.monotonic() / self.WHOLE), 2)
        for n, what in enumerate(("prompts", "board", "outcome", "find")):
            if broken and turns % 4 == n:
                (self.folder / what).touch()
            else:
                (self.folder / what).unlink(missing_ok=True)
        at = f"/t/{self.code}/"
        for path in (at, *(at + each for each in ("board", "log", "people", "count", "rules"))):
            status, _, _ = self.look(path)
            if status != 200:
                self.faults.append(f"a table whose title raises: {status} for {path}")
        if any(each.get("expected") for each in shown["prompts"]):
            return super().act(phone, shown)
        action = {"do": "adjust", "tracker": "store.0", "value": self.rng.randint(0, 9)}
        return self.post(phone, "actions", {"action": action}, shown)


class Crowd(Table):
    """A table with many phones; in its phase each looks and taps without a pause.

    It may well be asked to come again.
    """

    seats, innocent, taken = CROWD, False, (503,)

    def __init__(self, phase: Phase, *rest: Any) -> None:
        super().__init__(*rest)
        self.phase = phase

    def _play(self) -> None:
        self._sit_down()
        time.sleep(max(0.0, self.phase.begun - time.monotonic()))
        members = [threading.Thread(target=self._press, args=(each,)) for each in self.phones]
        for each in members:
            each.start()
        for each in members:
            each.join()

    def _press(self, phone: Phone) -> None:
        try:
            while time.monotonic() < self.phase.ended:
                status, shown = self.call(f"/api/plays/{self.code}", None, phone.token)
                if status != 200:
                    continue
                self.look(f"/t/{self.code}/board", *self.taken)
                action = {"do": "adjust", "tracker": "score.0", "value": self.rng.randint(1, 40)}
                self.post(phone, "actions", {"action": action}, shown)
                self.seen["taps of the crowd"] += 1
        except Exception as error:
            self.faults.append(repr(error))
