"""Bad files by the thousand: playlogs, archives, boxes and rulings that were good once.

``python -m tests.hardening.requests 100000`` sends them among its requests. Whatever is taken in
has pages afterwards, and every one of them has to open.
"""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.boxes.models import Box
from companion.crews.models import Crew
from companion.operations import limits
from companion.plays import playlog, seats
from companion.plays.models import Play, Seat
from companion.uploads.models import Upload
from tests import old_logs
from tests.sending import read_all

NOW = "2026-01-03T20:00:00Z"
DEEP: Any = []
for _ in range(80):
    DEEP = [DEEP]
NASTY: tuple[Any, ...] = (
    2**31,
    2**63,
    2**70,
    -1,
    -(2**63),
    0,
    1,
    1.5,
    1e300,
    float("nan"),
    float("inf"),
    True,
    None,
    "",
    "/",
    "a/b",
    "..",
    " ",
    "0",
    "x" * 41,
    "x" * 5_000,
    "\ud800",
    "\x00",
    "é🦇",
    "%s{who}",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-14:00",
    "2026-01-03",
    "2026-01-03T20:00:00",
    "1969-12-31T23:59:59Z",
    [],
    {},
    [None],
    {"": {}},
    {"a": 1},
    DEEP,
    "action",
    "undo",
    "redo",
    "correct",
    "ask",
    "decline",
    "close",
    "open",
    "host",
    "upgrade",
)


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every value of a document, as the thing it is in and its key there."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in pairs:
        yield node, key
        if isinstance(value, dict | list):
            yield from places(value)


def mangled(good: Any, rng: Random) -> Any:
    """Return a document with something wrong in it, in one to three places."""
    bad = copy.deepcopy(good)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = list(places(bad))
        if not found:
            return bad
        # Rare places (a seat, a share) are as likely as the many numbers of a box.
        names = sorted({str(key) for _, key in found})
        name = rng.choice(names)
        inside, key = rng.choice([each for each in found if str(each[1]) == name])
        what = rng.random()
        if what < 0.6:
            inside[key] = copy.deepcopy(rng.choice(NASTY))
        elif what < 0.7:
            del inside[key]
        elif what < 0.8 and isinstance(inside, list):
            inside.append(copy.deepcopy(inside[key]))
        elif what < 0.9:
            other, where = rng.choice(found)
            inside[key] = copy.deepcopy(other[where])
        elif isinstance(inside, dict):
            inside[str(rng.choice(NASTY))[:50]] = rng.choice(NASTY)
    return bad


def entries() -> list[dict[str, Any]]:
    """Return a log with every kind of entry in it."""
    roll, crow = {"do": "roll", "face": 3}, {"do": "roll", "face": 1}
    at = {"at": NOW}
    change = {"kind": "replace", "seq": 2, "action": roll, "lost": [], "last": 8, "actor": None}
    return [
        {"n": 1, "kind": "action", "action": roll, "seat": 0, "actor": 0, **at},
        {"n": 2, "kind": "action", "action": roll, "seat": 1, "actor": 1, **at},
        {"n": 3, "kind": "undo", "to": 1, "seat": 0, **at},
        {"n": 4, "kind": "redo", "to": 2, **at},
        {"n": 5, "kind": "ask", "to": 1, "seat": 0, "change": {"of": [1]}, **at},
        {"n": 6, "kind": "decline", "to": 1, "seat": 1, **at},
        {"n": 7, "kind": "correct", "to": 1, "seat": 0, "change": change, **at},
        {"n": 8, "kind": "action", "action": crow, "answers": {"CROW": "no"}, "actor": 1, **at},
        {"n": 9, "kind": "close", "to": 8, "seat": 0, **at},
    ]


def log(abandoned: bool = True) -> dict[str, Any]:
    return {
        "schema": "sidekick.playlog/1",
        "title": "acorns",
        "rules_version": 1,
        "setup": {"players": 2, "goal": 20},
        "box": {"colour": "teal"},
        "seats": [
            {"name": "Ana", "role": "host", "parts": [0]},
            {"name": "Bo", "role": "player", "parts": [1]},
            {"name": "Cy", "role": "spectator", "parts": []},
        ],
        "entries": entries() if abandoned else entries()[:8],
        "started": NOW,
        "abandoned": abandoned,
    }


def archive(n: int) -> list[dict[str, Any]]:
    uids = [f"00000000-0000-4000-8000-{n:04d}{each:08d}" for each in range(3)]
    people = [
        {"uid": uid, "name": name, "keeper": name == "Ana", "joined_at": NOW}
        for uid, name in zip(uids, ("Ana", "Bo", "Gus"), strict=True)
    ]
    ruling = {"title": "acorns", "entry": "N-02", "reading": "No crow", "reason": "", "by": "Ana"}
    box = {"title": "acorns", "name": "Nest", "facts": {"colour": "red"}}
    head = {
        "schema": "sidekick.crew/1",
        "name": "Tuesday",
        "made_at": NOW,
        "people": people,
        "boxes": [{**box, "updated_at": NOW}],
        "dice": [{"title": "acorns", "die": "d6", "name": "Old Nut"}],
        "rulings": [{**ruling, "made_at": NOW, "value": None}],
    }
    seat = {"gone": False, "joined_at": NOW}
    times = {"created_at": NOW, "updated_at": NOW}
    plays = [
        {
            "share": f"share-{n}-{place}",
            **times,
            "ended_at": NOW if over else None,
            "seats": [{**seat, "person": uid} for uid in uids],
            "playlog": log(over),
            "box": 0,
            "rulings": [{"entry": "N-02", "reading": "No crow", "value": None}],
        }
        for place, over in enumerate((True, False))
    ]
    return [head, *plays]


BOX = {"schema": "sidekick.box/1", "title": "acorns", "name": "Nest", "facts": {"colour": "red"}}
RULINGS = {
    "schema": "sidekick.rulings/1",
    "rulings": [{"title": "acorns", "entry": "N-02", "reading": "No", "reason": "", "by": "Ana"}],
}


def encoded(document: Any) -> bytes:
    return json.dumps(document).encode()


class Site:
    """Someone who sends bad files, and looks at whatever has come of them."""

    def __init__(self, seed: int) -> None:
        Upload.objects.all().delete()
        self.rng = Random(seed)
        self.client = Client()
        self.n = 0
        self.taken = 0
        recorded = [old_logs.read(self.rng.choice(old_logs.files())) for _ in range(4)]
        self.logs = [json.loads(playlog.encode(each)) for each in recorded]

    def one(self) -> None:
        """Send one bad file and open every page there is afterwards."""
        self.n += 1
        cache.clear()
        limits.counts("").clear()
        kind = self.rng.choice(("playlog", "playlog", "archive", "archive", "box"))
        getattr(self, kind)()

    def send(self, path: str, content: bytes) -> Any:
        answer = self.client.post(path, {"file": SimpleUploadedFile("f", content)})
        self.must_answer(path, answer, content)
        return answer

    def must_answer(self, path: str, answer: Any, content: bytes) -> None:
        assert answer.status_code < 500, f"{path}: {answer.status_code} for {content[:3000]!r}"

    def read(self, path: str, content: bytes) -> Any:
        """Return what a file has become, or nothing; how it was answered is in order either way."""
        answer = self.send(path, content)
        if answer.status_code != 302:
            return None
        read_all()
        upload = Upload.objects.latest("pk")
        assert upload.over
        assert "is inconsistent" not in upload.problem, (upload.problem, content[:3000])
        answer = self.client.get(answer["Location"])
        self.must_answer(path, answer, content)
        return upload.notebook if upload.stage == Upload.Stage.DONE else None

    def playlog(self) -> None:
        good = self.rng.choice((log(), log(), log(False), *self.logs))
        content = encoded(mangled(good, self.rng))
        if taken := self.read("/import/", content):
            play = Play.objects.get(pk=taken["play"])
            self.look_at(play, content)
            play.delete()

    def archive(self) -> None:
        lines = archive(self.n)
        bad = self.rng.randrange(len(lines))
        lines[bad] = mangled(lines[bad], self.rng)
        content = gzip.compress(b"\n".join(map(encoded, lines)))
        if self.rng.random() < 0.1:
            cut = self.rng.randrange(len(content))
            content = content[:cut] + self.rng.randbytes(3) + content[cut + 3 :]
        if taken := self.read("/crews/import/", content):
            crew = Crew.objects.get(pk=taken["crew"])
            self.look_at_crew(crew, b"\n".join(map(encoded, lines)))
            crew.plays.all().delete()
            crew.delete()

    def box(self) -> None:
        content = encoded(mangled(BOX, self.rng))
        answer = self.send("/boxes/import/", content)
        if answer.status_code == 302:
            self.open(answer["Location"], content)
            self.open("/boxes/", content)
            Box.objects.all().delete()

    def open(self, path: str, content: bytes) -> None:
        self.taken += 1
        answer = self.client.get(path)
        self.must_answer(path, answer, content)
        getattr(answer, "streaming_content", None)

    def look_at(self, play: Play, content: bytes) -> None:
        play.refresh_from_db()
        seats_taken = list(play.seats.all())
        for seat in seats_taken and [self.rng.choice(seats_taken)]:
            seat.epoch, seat.play = 0, play
            Seat.objects.filter(pk=seat.pk).update(epoch=0, gone=False)
            self.client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
            at = f"/t/{seat.address}/"
            for page in ("", "log", "people", "more", "rules", "count", "playlog.json", "repair/1"):
                self.open(at + page, content)
            self.open(f"/tv/{seat.address}/", content)
            del self.client.cookies[seats.cookie_name(seat.address)]
        self.open(f"/j/{play.code}/", content)
        if play.over:
            pages = ("", "log/", "step/1/", "playlog.json", "seats.csv", "dice.csv", "play.bgsplay")
            for page in pages:
                self.open(f"/p/{play.share}/{page}", content)

    def look_at_crew(self, crew: Crew, content: bytes) -> None:
        from tests.stats.conftest import phone_of

        for play in crew.plays.all():
            self.look_at(play, content)
        person = crew.people.first()
        if person is None:
            return
        stranger, self.client = self.client, phone_of(person)
        base = f"/c/{crew.key}/"
        pages = ("", "plays/", "dice/", "g/acorns/", f"who/{person.pk}/", "people/", "rulings/")
        for page in (*pages, "start/acorns/", "seats.csv", "plays.bgsplay", "me.json"):
            self.open(base + page, content)
        self.must_answer("pack", self.client.post(f"{base}pack"), content)
        answer = self.send(f"{base}rulings/import", encoded(mangled(RULINGS, self.rng)))
        if answer.status_code == 302:
            self.open(f"{base}rulings/", content)
        self.client = stranger


def run(times: int, seed: int = 0) -> int:
    """Send so many bad files; fails on the first that is answered with an error of ours."""
    site = Site(seed)
    for _ in range(times):
        site.one()
    return site.taken
