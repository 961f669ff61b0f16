"""Tests that searches without a result are kept as words and a count, so that a rule can be
written."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from companion.rulings import misses
from companion.rulings.models import Miss

pytestmark = pytest.mark.each_database


def rows():
    return [(m.title, m.language, m.words, m.times) for m in Miss.objects.all()]


def said(*options):
    out = StringIO()
    call_command("misses", *options, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("Xylophone  Quest", "xylophone quest"),
        ("Ksylofon żółty", "ksylofon zolty"),
        ("call me 0601 234 567", "call me"),
        ("ann@example.org", ""),
        ("https://example.org/xylophone", ""),
        ("a b c", ""),
        ("🦇 '; DROP -- %", "drop"),
        ("x" * 500, ""),
        (" ".join(f"word{'abcdefgh'[n]}" for n in range(8)), "worda wordb wordc wordd worde wordf"),
    ],
)
def test_only_a_few_plain_words_are_kept(query, kept):
    assert misses.plain(query) == kept


def test_fruitless_search_is_counted_by_title_and_language(db, acorns):
    phone = Client()
    for query in ("Xylophone", "xylophone ", "crow"):
        assert phone.get("/rules/acorns/", {"q": query}).status_code == 200
    phone.get("/rules/acorns/", {"q": "xylophone"}, headers={"Accept-Language": "pl"})
    assert rows() == [("acorns", "en", "xylophone", 2), ("acorns", "pl", "xylophone", 1)]
    kept = {field.name for field in Miss._meta.get_fields()}
    assert kept == {"id", "title", "language", "words", "times", "last"}


def test_what_is_still_being_typed_is_not_kept(cast):
    for address in (f"{cast.at}rules", "/rules/acorns/"):
        text = cast.host.get(f"{address}?q=xylo&part=hits").content.decode()
        assert rows() == []
        assert f"{address}?q=xylo&amp;part=hits&amp;settled=1" in text
    cast.host.get(f"{cast.at}rules?q=xylophone&part=hits&settled=1")
    assert rows() == [("acorns", "en", "xylophone", 1)]


@pytest.mark.patient
def test_finding_nothing_leads_somewhere(cast):
    text = cast.host.get(f"{cast.at}rules?q=xylophone").content.decode()
    assert "No rule found" in text
    assert f"{cast.at}rules?q=xylophone&amp;all=1" in text
    assert 'href="/rules/acorns/"' in text
    everywhere = cast.host.get(f"{cast.at}rules?q=xylophone&all=1").content.decode()
    assert "Search all games" not in everywhere


def test_the_rarest_and_oldest_make_room(db, monkeypatch):
    monkeypatch.setattr(misses, "MOST", 5)
    monkeypatch.setattr(misses, "ROOM", 2)
    Miss.objects.create(
        title="acorns", language="en", words="often", times=9, last=date(2020, 1, 1)
    )
    for word in ("one", "two", "three", "four", "five"):
        misses.keep("acorns", "en", f"{word}word")
    words = set(Miss.objects.values_list("words", flat=True))
    assert words == {"often", "threeword", "fourword", "fiveword"}


def test_command_prints_most_frequent_first_omitting_singles(db, acorns):
    for word, times in (("kazoo", 2), ("ocarina", 3), ("theremin", 1)):
        for _ in range(times):
            misses.keep("acorns", "en", word)
    lines = said().splitlines()
    assert [line.split()[-1] for line in lines] == ["ocarina", "kazoo"]
    assert lines[0].split()[0] == "3"
    assert "theremin" in said("--least", "1")
    assert said("--lines", "1").count("\n") == 1
    assert "Every search found something" in said("--language", "pl")
    assert "Forgot 3" in said("--forget")
    assert rows() == []
