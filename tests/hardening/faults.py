"""The fault run: tables play on while processes and services die under them.

``python -m tests.hardening.faults 600`` plays 20 tables for that many seconds against several
server processes, a worker, a PostgreSQL and a Redis of this run's own, all on loopback. Web
processes are killed every few seconds, PostgreSQL and Redis restarted twice each, the worker
killed once. All the while others make trouble (``troublemakers``), and one more table has
thousands of entries. Afterwards every acknowledged action must be in its log exactly once, every
log must replay to the stored state, every phone must be shown the final revision, every file that
was taken must have become one crew or none, and nothing that opens a table or a crew stands in the
site's own log.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.hardening import troublemakers as trouble
from tests.hardening.services import Services
from tests.hardening.troublemakers import Guesser, Sender, Thief, Troublemaker
from tests.hardening.uploads import Client, costly_log

TABLES, PHONES = 20, 3
REPEATED = STALE = UNDONE = 0.1
FULL, PAGE = 5_000, 200_000
"""Entries of the table with the full log, and bytes no page of it may have."""


@dataclass
class Phone:
    """One seat, and what the server has acknowledged to it."""

    token: str
    acknowledged: dict[str, int] = field(default_factory=dict)


class Table(threading.Thread):
    """One table of three phones that play at random until told to stop."""

    def __init__(self, services: Services, number: int, until: float, seen: Counter[str]) -> None:
        super().__init__(daemon=True, name=f"table {number}")
        self.services, self.until, self.seen = services, until, seen
        self.rng = random.Random(number)
        self.phones: list[Phone] = []
        self.code = ""
        self.faults: list[str] = []
        self.n = 0

    def call(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """One request, repeated as it is until somebody answers it for good."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        url = f"http://127.0.0.1:{self.services.port}{path}"
        for _ in range(400):
            try:
                request = urllib.request.Request(url, data, headers)
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    return error.code, json.load(error)
                if not self.services.excused(time.monotonic()):
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
        body = {"title": "animated-dice", "players": 3, "sample": True, "name": "P0"}
        _, shown = self.call("/api/plays", body)
        self.code = shown["code"]
        self.phones = [Phone(shown["token"])]
        for n in range(1, PHONES):
            _, joined = self.call(f"/api/plays/{self.code}/join", {"name": f"P{n}"})
            self.phones.append(Phone(joined["token"]))
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
        self.n += 1
        key = f"{self.code}-{self.n}"
        stale = self.rng.random() < STALE and shown["revision"] > 0
        revision = shown["revision"] - 1 if stale else shown["revision"]
        sent = {**body, "key": key, "revision": revision}
        path = f"/api/plays/{self.code}/{where}"
        status, answer = self.call(path, sent, phone.token)
        if answer.get("kind") == "question":
            sent["answers"] = {answer["code"]: answer["options"][0]}
            status, answer = self.call(path, sent, phone.token)
        self.seen[f"answered {status}"] += 1
        if status == 200:
            phone.acknowledged[key] = answer["entry"]
            if self.rng.random() < REPEATED:
                again, second = self.call(path, sent, phone.token)
                self.seen["repeated"] += 1
                if (again, second.get("entry"), second.get("fresh")) != (
                    200,
                    answer["entry"],
                    False,
                ):
                    self.faults.append(f"a repeated {where} was not the same entry")
            return answer
        _, fresh = self.call(f"/api/plays/{self.code}", None, phone.token)
        return fresh


class FullLog(Table):
    """A table that was brought as a file with thousands of entries, and plays on."""

    def _sit_down(self) -> Any:
        content = json.dumps(costly_log(FULL, "animated-dice", "score.0")).encode()
        for n in range(1, 60):
            self.client = Client(self.services.port, f"127.0.3.{n}")
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
        """One number set, then something that has the whole log at hand is looked at."""
        before = self.rng.randint(1, shown["revision"])
        page = self.rng.choice(("", "board", f"log?before={before}", "log", "playlog.json"))
        status, _, body = self.look(f"/t/{self.code}/{page}")
        self.seen["looks at a full log"] += 1
        if status != 200 or (len(body) > PAGE and page != "playlog.json"):
            self.faults.append(f"{page}: {status}, {len(body)} bytes")
        action = {"do": "adjust", "tracker": "score.0", "value": 2 + self.rng.randint(0, 40)}
        return self.post(phone, "actions", {"action": action}, shown)

    def look(self, path: str) -> tuple[int, str, bytes]:
        """A page, asked for until it is answered for good."""
        for _ in range(200):
            try:
                status, place, body = self.client.ask("GET", path)
                if status < 500:
                    return status, place, body
                if not self.services.excused(time.monotonic()):
                    self.faults.append(f"{status} for {path}")
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.25)
        raise AssertionError(f"no answer for {path}")


def verify(tables: list[Table], makers: list[Troublemaker], services: Services) -> list[str]:
    """Everything that was acknowledged is there once, and everything there replays."""
    os.environ.update(services.environment)
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    import django

    django.setup()
    from companion.plays import playlog, seats
    from companion.plays.models import Play
    from companion.plays.pages import forms

    wrong = [each for maker in makers for each in maker.wrong]
    for table in tables:
        wrong += [f"{table.code or table.name}: {fault}" for fault in table.faults]
        if not table.phones:
            wrong.append(f"{table.name} never sat down")
            continue
        play = Play.objects.get(code=table.code)
        keys = dict(play.entries.values_list("key", "seq"))
        for phone in table.phones:
            seat = seats.of_token(phone.token)
            assert seat is not None
            for key, seq in phone.acknowledged.items():
                if keys.get(forms.entry_key(seat.pk, key)) != seq:
                    wrong.append(f"{table.code}: entry {seq} was acknowledged and is not there")
            _, shown = table.call(f"/api/plays/{table.code}", None, phone.token)
            if shown["revision"] != play.revision:
                wrong.append(f"{table.code}: a phone shows {shown['revision']} of {play.revision}")
        if sorted(keys.values()) != list(range(1, play.revision + 1)):
            wrong.append(f"{table.code}: the log has gaps")
        done = playlog.replay(playlog.export(play))
        if done.referee.encode_state(done.state) != play.state:
            wrong.append(f"{table.code}: the log does not replay to the stored state")
    return [*wrong, *files_wrong(makers), *told_by_the_log(tables, makers, services)]


def files_wrong(makers: list[Troublemaker]) -> list[str]:
    """Of the files that were taken, those that are not one whole crew, or nothing at all."""
    from companion.crews.models import Crew
    from companion.uploads.models import Upload

    wrong = []
    accepted = {key for maker in makers if isinstance(maker, Sender) for key in maker.accepted}
    end = time.monotonic() + 400
    while under_way := Upload.objects.exclude(stage__in=Upload.OVER).exclude(stage="arriving"):
        if time.monotonic() > end:
            wrong += [f"{each} is {each.stage} after {each.spent} s" for each in under_way]
            break
        time.sleep(1)
    uploads = {each.key: each for each in Upload.objects.filter(kind="archive")}
    wrong += [f"a file that was taken is gone: {key}" for key in accepted - uploads.keys()]
    done = [each for each in uploads.values() if each.stage == Upload.Stage.DONE]
    wrong += [f"{each}: {each.problem}" for each in uploads.values() if each.problem]
    if {each.notebook["crew"] for each in done} != set(Crew.objects.values_list("pk", flat=True)):
        wrong.append(f"{len(done)} files have become {Crew.objects.count()} crews")
    for crew in Crew.objects.all():
        sizes = sorted({play.entries.filter(kind="action").count() for play in crew.plays.all()})
        if (crew.plays.count(), sizes) != (trouble.PLAYS, [trouble.ENTRIES]):
            wrong.append(f"crew {crew.pk} has {crew.plays.count()} plays of {sizes} entries")
    return wrong


def told_by_the_log(
    tables: list[Table], makers: list[Troublemaker], services: Services
) -> list[str]:
    """Whatever opens a table, a crew or a file and stands in the site's own log."""
    from companion.crews.models import Crew
    from companion.plays.models import Play
    from companion.uploads.models import Upload

    written = services.log.read_text(errors="replace")
    opens = {phone.token for table in tables for phone in table.phones} | {trouble.SECRET}
    # Nobody was ever told the codes of plays that came in with an archive.
    for codes in Play.objects.filter(crew=None).values_list("code", "watch_code", "share"):
        opens |= set(codes)
    for keys in Crew.objects.values_list("key", "invitation"):
        opens |= set(keys)
    opens |= set(Upload.objects.values_list("key", flat=True))
    wrong = [] if '"event": "request"' in written else ["the site wrote no log"]
    opens.discard("")  # A crew that is still being read has no invitation yet.
    wrong += [f"{each} stands in the site's log" for each in sorted(opens) if each in written]
    words = set(re.findall(r"[0-9A-Z]+", written))
    for maker in makers:
        if isinstance(maker, Thief):
            opens_too = [each for each in maker.tokens.values() if each in written]
            wrong += [f"{each} stands in the site's log" for each in opens_too]
        if isinstance(maker, Guesser):
            found = sorted(maker.codes & words)
            wrong += [f"the guess {each} stands in the site's log" for each in found]
    return wrong


def wait_for(condition: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so; whether it ever was is said by what follows."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)


def plan(seconds: float) -> list[tuple[float, str]]:
    """When which blow falls."""
    blows = [(at, "web process killed") for at in range(5, int(seconds) - 5, 7)]
    blows += [(seconds * share, "PostgreSQL restarted") for share in (0.3, 0.7)]
    blows += [(seconds * share, "Redis restarted") for share in (0.2, 0.55)]
    return sorted([*blows, (seconds * 0.45, "worker killed")])


def main(seconds: float) -> int:
    with tempfile.TemporaryDirectory(prefix="sidekick-faults-") as name:
        services = Services(Path(name))
        services.start()
        try:
            begun = time.monotonic()
            seen: Counter[str] = Counter()
            until = begun + seconds
            tables = [Table(services, n, until, seen) for n in range(TABLES)]
            tables.append(FullLog(services, TABLES, until, seen))
            for table in tables:
                table.start()
            # Whoever guesses uses up what strangers of the network may try: all sit down first.
            wait_for(lambda: all(len(each.phones) == PHONES for each in tables[:TABLES]), 60)
            kinds: list[type[Troublemaker]] = [Guesser, Sender, trouble.Dawdler, Thief]
            makers = [kind(services, until) for kind in kinds]
            for maker in makers:
                maker.start()
            for at, what in plan(seconds):
                time.sleep(max(0.0, begun + at - time.monotonic()))
                services.blow(what)
            for each in (*tables, *makers):
                each.join(timeout=240)
            for maker in makers:
                seen += maker.seen
            time.sleep(3)
            wrong = verify(tables, makers, services)
        finally:
            services.stop()
    acknowledged = sum(len(p.acknowledged) for t in tables for p in t.phones)
    for what, n in [*services.counts.most_common(), *seen.most_common()]:
        print(f"{n:6} {what}")
    print(f"{acknowledged:6} entries acknowledged on {len(tables)} tables, {len(wrong)} faults")
    for line in wrong[:20]:
        print("   ", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 120.0))
