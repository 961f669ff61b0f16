"""Sentences of the site as its pages fill them where hardly anything has a name: a table no one
sits at, one person with two sides, a crew without games."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from django.utils import translation
from markupsafe import Markup

from companion.crews.models import Crew, Person
from companion.plays import ledger, seats
from companion.plays.models import Play, Seat
from companion.plays.pages.drawing import engine
from companion.stats import tallies
from tests import messages
from tests.sample_game import Setup
from tests.stats.conftest import phone_of
from tests.test_sentences import BROKEN, DOUBLED, TWICE

LANGUAGES = ("en", "pl")
HOST = ("", "people", "more", "log", "ways", "ahead", "whatif", "ask", "count", "rules")
STORY = ("", "luck/", "log/", "records/", "step/1/")
CREW = ("", "plays/", "dice/", "g/acorns/", "people/", "rulings/", "import/")


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Leave no text of this world in what the process keeps."""
    yield
    for each in gc.get_objects():
        if isinstance(each, type(lru_cache(len))):
            each.cache_clear()


class Filled(str):
    """A text of the site that remembers what it is filled with."""

    found: list[tuple[str, tuple[Any, ...]]] = []

    def __mod__(self, given: Any) -> str:
        done = str(self) % given
        self.found.append((done, tuple(given.values()) if isinstance(given, dict) else (given,)))
        return done

    def format(self, *given: Any, **named: Any) -> str:
        done = str(self).format(*given, **named)
        self.found.append((done, (*given, *named.values())))
        return done


def remember(patch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...]]]:
    """Have every text of the site remember what it is filled with; return what they will."""
    catalogue = messages.polish()[messages.PO]
    own = {
        text
        for entry in catalogue
        if entry.id
        for side in (entry.id, entry.string)
        for text in ([side] if isinstance(side, str) else side)
    }
    found: list[tuple[str, tuple[Any, ...]]] = []
    patch.setattr(Filled, "found", found)
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        plain = getattr(translation._trans, name)
        patch.setattr(translation._trans, name, lambda *a, plain=plain: Filled(plain(*a)))
    mod = Markup.__mod__

    def markup(self: Markup, given: Any) -> Any:
        done = mod(self, given)
        if str(self) in own and isinstance(given, dict):
            found.append((str(done), tuple(given.values())))
        return done

    patch.setattr(Markup, "__mod__", markup)
    engine.environment.cache_clear()
    return found


class Evening:
    """Tables and pages at which hardly anything has a name."""

    def __init__(self, slug: str) -> None:
        self.crew = Crew.objects.create(name="Cellar")
        self.ana = Person.objects.create(crew=self.crew, name="Ana", keeper=True)
        self.phone = phone_of(self.ana)
        self.fresh, self.over = (self._table(slug, goal) for goal in (40, 8))
        self.nobody = ledger.begin(slug, Setup(2, 8))
        for play in (self.over, self.nobody):
            for n, face in enumerate((6, 4, 4)):
                said = {"do": "roll", "face": face}
                ledger.record(play.pk, said, key=f"k{n}", answers={"CROW": "no"})
            tallies.count(play.pk)

    def _table(self, slug: str, goal: int) -> Play:
        """Return a table at which one person, whom the crew does not know, plays both sides."""
        play = ledger.begin(slug, Setup(2, goal))
        play.crew = self.crew
        play.save()
        seat = Seat.objects.create(play=play, name="Bo", role=Seat.Role.HOST, parts=[0, 1])
        self.phone.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        return play

    def addresses(self) -> Iterator[str]:
        yield from ("/", "/boxes/", "/crews/", "/g/acorns/", "/import/", "/account/")
        yield from (f"/t/{play.code}/{page}" for play in (self.fresh, self.over) for page in HOST)
        yield from (
            f"/p/{play.share}/{page}" for play in (self.over, self.nobody) for page in STORY
        )
        yield from (f"/c/{self.crew.key}/{page}" for page in CREW)
        yield f"/c/{self.crew.key}/who/{self.ana.pk}/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_fills_a_sentence_with_nothing(
    language: str, db: None, acorns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(acorns)
    evening.phone.cookies["django_language"] = language
    found = remember(monkeypatch)
    seen = {path: evening.phone.get(path).status_code for path in evening.addresses()}
    engine.environment.cache_clear()
    assert {path: status for path, status in seen.items() if status != 200} == {}
    assert len({text for text, _given in found}) > 60
    empty = {text for text, given in found if any(each in ("", None) for each in given)}
    assert sorted(empty) == []
    sentences = {text for text, _given in found if text.count(";") < 3}  # the others show a CSV
    laws = (BROKEN, DOUBLED, TWICE)
    assert sorted(text for text in sentences if any(law.search(text) for law in laws)) == []
