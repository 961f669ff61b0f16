"""The thief: everyone at and around a table reads every answer there is, after one secret.

``python -m tests.hardening.thief`` says how many answers were read by whom. The secret is the
name of a Feat that Bo has drawn at a running table of Talisman.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

import msgspec
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from companion import cookies
from companion.boxes.models import Box
from companion.conformance import chance
from companion.crews.models import Crew, Device, Person
from companion.operations import limits
from companion.plays import ledger, seats
from companion.plays.answers import Recorded
from companion.plays.models import Entry, Handover, Play, Seat
from companion.plays.pages import box_travelling as travelling
from games import registry
from tests.hardening.requests import addresses
from tests.streaming import Stream, streaming

SECRET = "Zebra Feint"
"""Of short words: pages put hyphens into long ones."""
SLUG = "talisman-batman"
SEATS = {
    "Ana": (Seat.Role.HOST, [0]),
    "Bo": (Seat.Role.PLAYER, [1]),
    "Cy": (Seat.Role.PLAYER, [2]),
    "Di": (Seat.Role.SPECTATOR, []),
    "Eve": (Seat.Role.PLAYER, []),
}
BODY = {
    "do": "end",
    "repair": "remove",
    "seq": "0",
    "seat": "2",
    "parts": "1",
    "part": "1",
    "name": "X",
    "agreed": "no",
    "closed": "yes",
    "what": "take",
    "taker": "somebody with a mask",
    "me": "X",
    "who": "1",
    "players": "3",
}
"""One body that every form of the site finds something in."""


@dataclass
class Robbed:
    """The table with the secret, and a phone for everyone around it."""

    play: Play
    crew: Crew
    phones: dict[str, Client] = field(default_factory=dict)

    def filled(self, route: str) -> list[str]:
        """Return an address with everything in it that this table has to put there."""
        entries = [0, self.play.revision]
        fits: dict[str, list[Any]] = {
            "code": [self.play.code, self.play.watch_code],
            "share": [self.play.share],
            "key": [self.crew.key],
            "invitation": [self.crew.invitation],
            "slug": [SLUG],
            "rule": ["T-106"],
            "where": ["undo"],
            "n": [entries[-1]],
            "seq": entries,
            "pk": [1],
            "photo": [1],
            "shape": ["wide", "tall"],
            "ticket": [on_offer.code for on_offer in self.play.handovers.all()],
            "gift": [travelling.gift(self.play.box)] if self.play.box else [],
        }
        paths = ["/" + route]
        for part in re.findall(r"<\w+:\w+>", route):
            values = fits[part[1:-1].partition(":")[2]]
            paths = [path.replace(part, str(value)) for path in paths for value in values]
        return paths


def set_up() -> Robbed:
    """Return a table of a crew where Bo has drawn a Feat."""
    referee = registry.referee(SLUG)
    crew = Crew.objects.create(name="The Cellar")
    facts = referee.sample_box()
    text = msgspec.json.encode(facts).decode()
    box = Box.objects.create(title=SLUG, name="Ours", owner=crew.key, facts=text)
    crew.boxes.add(box)
    play = ledger.begin(SLUG, referee.setup_default(3, facts), box=box)
    assert isinstance(play, Play)
    play.crew = crew
    play.save()
    robbed = Robbed(play, crew)
    for name, (role, parts) in SEATS.items():
        robbed.phones[name] = _seated(
            Seat.objects.create(play=play, name=name, role=role, parts=parts)
        )
    robbed.phones["Fay"] = _member(Person.objects.create(crew=crew, name="Fay", keeper=True))
    other = Crew.objects.create(name="Elsewhere")
    robbed.phones["Gil"] = _member(Person.objects.create(crew=other, name="Gil", keeper=True))
    robbed.phones["a stranger"] = Client()
    _lay_out(play)
    _draw(play)
    # No host is offered this; someone may have got hold of one all the same.
    Handover.objects.create(play=play, seat=play.seats.get(role=Seat.Role.HOST))
    play.refresh_from_db()
    return robbed


def _seated(seat: Seat) -> Client:
    client = Client()
    client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    return client


def _member(person: Person) -> Client:
    Device.objects.create(person=person, key=f"phone-{person.pk}")
    answer = HttpResponse()
    cookies.mark_device(answer, f"phone-{person.pk}")
    client = Client()
    client.cookies[cookies.DEVICE_COOKIE] = answer.cookies[cookies.DEVICE_COOKIE].value
    return client


def _lay_out(play: Play) -> None:
    """Lay out everything up to the first turn."""
    referee, rng = registry.referee(SLUG), Random(1)
    for n in range(12):
        state = referee.decode_state(Play.objects.get(pk=play.pk).state)
        prompt = next(p for p in referee.prompts(state) if p.expected)
        if prompt.do not in ("villain", "ready"):
            return
        ledger.record(play.pk, chance.action(prompt, rng), key=f"start-{n}")


def _draw(play: Play) -> None:
    draw = {"do": "feat-draw", "seat": 1, "name": SECRET}
    bo = play.seats.get(name="Bo")
    done = ledger.record(play.pk, draw, key="feat", seat=bo, actor=1)
    assert isinstance(done, Recorded), done


def answers(robbed: Robbed, name: str) -> Iterator[tuple[str, bytes, bool]]:
    """Yield every answer someone can get, and whether all were told in the log how it was got.

    What a post changes is taken back before the next.
    """
    client = robbed.phones[name]
    seat = robbed.play.seats.filter(name=name).first()
    script = {"Authorization": f"Bearer {seats.token(seat)}"} if seat else {}
    # A seated phone that scans a new code has its seat under that one, too.
    client.get(f"/j/{robbed.play.code}/")
    for route in addresses():
        for path in robbed.filled(route):
            limits.counts("").clear()
            headers = script if path.startswith("/api/") else {}
            yield f"GET {path}", read(client.get(path, headers=headers)), False
            with _taken_back():
                posted = read(client.post(path, BODY, follow=True, headers=headers))
                newer = robbed.play.entries.filter(seq__gt=robbed.play.revision)
                overt = newer.filter(kind=Entry.Kind.SEAT).exists()
            yield f"POST {path}", posted, overt


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def read(answer: Any) -> bytes:
    """Return all a phone is sent, packed or not, headers and all."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"\x1f\x8b"):
        body = gzip.decompress(body)
    return bytes(body) + repr(dict(answer.headers)).encode()


def streamed(robbed: Robbed) -> dict[str, bytes]:
    """Return what the streams of everyone's phones bring, in every language, while Bo undoes the
    Feat and redoes it."""
    at = f"/t/{robbed.play.code}/"
    with streaming() as streams:
        owners = []
        for seat in robbed.play.seats.filter(name__in=robbed.phones):
            for language, _ in settings.LANGUAGES:
                robbed.phones[seat.name].get(
                    f"/t/{seat.address}/", headers={"Accept-Language": language}
                )
                owners.append(seat.name)
                streams.append(Stream(seat, language))
        for what in ("undo", "redo"):
            headers = {"HX-Request": "true", "Accept-Language": "en"}
            robbed.phones["Bo"].post(f"{at}{what}", {"key": what}, headers=headers)
            streams.drawn()
        found: dict[str, bytes] = {}
        for name, stream in zip(owners, streams, strict=True):
            texts = [text for each in stream.boards for text in each] + stream.chances
            found[name] = found.get(name, b"") + "".join(texts).encode()
    return found


def found(robbed: Robbed, name: str) -> tuple[list[str], int]:
    """Return where the secret was sent to someone in silence, and how many answers were read."""
    seen, where = 0, []
    for path, body, overt in answers(robbed, name):
        seen += 1
        if SECRET.encode() in body and not overt:
            where.append(path)
    return where, seen


def main() -> None:
    from django.test.utils import get_runner, setup_test_environment

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        robbed = set_up()
        told = set()
        for name in robbed.phones:
            where, seen = found(robbed, name)
            told |= {name} if where else set()
            print(f"{name:12} read {seen} answers, {len(where)} of them held the secret")
        brought = streamed(robbed)
        told |= {name for name, text in brought.items() if SECRET.encode() in text}
        print(f"{sum(map(len, brought.values())):,} bytes came over {len(brought)} streams")
        assert told == {"Bo"}, told
    finally:
        runner.teardown_databases(databases)


if __name__ == "__main__":
    main()
