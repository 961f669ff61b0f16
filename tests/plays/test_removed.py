"""A title that was removed: its tables can be read, and nothing they are asked is a 500."""

import re
from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from companion import cookies
from companion.boxes.models import Box
from companion.crews.models import Crew
from companion.operations import limits
from companion.plays import ledger
from companion.plays.models import Play
from companion.plays.pages import removed
from games import registry
from tests.hardening.requests import addresses


@pytest.fixture
def remove(monkeypatch):
    """Take a title off the list, as a start without its package does."""

    def off(slug):
        monkeypatch.delitem(registry.TITLES, slug)
        registry.referee.cache_clear()

    yield off
    registry.referee.cache_clear()


@pytest.fixture
def played(cast):
    seat = cast.play.seats.get(name="Ana")
    for n, face in enumerate((4, 3)):
        data = {"do": "roll", "face": face}
        ledger.record(cast.play.pk, data, key=f"k{n}", seat=seat, actor=n)
    ledger.record(cast.play.pk, {"do": "find", "squirrel": 1}, key="k2", seat=seat)
    cast.play.refresh_from_db()
    return cast


def test_its_tables_are_read_as_logs(played, remove):
    Play.objects.update(abandoned=True, ended_at=timezone.now())
    remove("acorns")
    big = f"/tv/{played.play.watch_code}/"
    for who, at in (
        (played.host, played.at),
        (played.host, f"{played.at}log"),
        (played.spectator, played.watched_at),
        (played.stranger, big),
        (played.stranger, f"/p/{played.play.share}/"),
    ):
        page = who.get(at)
        assert page.status_code == 200, at
        text = page.content.decode()
        assert "no longer has that game" in text
        assert "Roll: Squirrel 1, 4" in text
        assert "Find: Squirrel 2" in text


def headlines(phone, address):
    """Return what the log says, newest first, with what was taken back in brackets."""
    page = phone.get(address).content.decode()
    found = re.findall(r'class="entry( undone)?">.*?<strong>(.*?)</strong>', page, re.DOTALL)
    return [f"[{text}]" if undone else text for undone, text in found]


def test_only_what_was_taken_back_is_marked(played, remove):
    ledger.undo(played.play.pk, key="u")
    remove("acorns")
    undo, *entries = headlines(played.host, played.at)
    assert not undo.startswith("[")
    assert entries == ["[Find: Squirrel 2]", "Roll: Squirrel 2, 3", "Roll: Squirrel 1, 4"]


def test_a_long_log_is_read_in_pages(played, remove, monkeypatch):
    monkeypatch.setattr(removed, "PAGE", 2)
    remove("acorns")
    assert headlines(played.host, played.at) == ["Find: Squirrel 2", "Roll: Squirrel 2, 3"]
    assert 'href="?before=2"' in played.host.get(played.at).content.decode()
    assert headlines(played.host, f"{played.at}?before=2") == ["Roll: Squirrel 1, 4"]
    assert 'href="?before' not in played.host.get(f"{played.at}?before=2").content.decode()
    assert 'href="?before' not in played.host.get(f"{played.at}?before=3").content.decode()


def test_secret_entry_and_closed_table_are_called_so(played, remove):
    notes = [{"code": "note.hidden", "owner": 0}]
    play = played.play
    play.entries.filter(seq=2).update(notes=notes)
    assert played.host.post(f"{played.at}close").status_code == 302
    remove("acorns")
    closed, _find, secret, _roll = headlines(played.player, played.at)
    assert (closed, secret) == ("Ended the table without a result", "A secret")


def test_nothing_can_be_entered_but_log_is_keepable(played, remove):
    remove("acorns")
    refused = played.host.post(f"{played.at}act", {"do": "roll", "face": 2, "revision": 3})
    assert refused.status_code == 410
    assert Play.objects.get(pk=played.play.pk).revision == 3
    address = played.play.code
    assert "it may contain secrets" in played.host.get(played.at).content.decode()
    assert played.host.get(f"/t/{address}/upgrade").status_code == 403
    long_ago = timezone.now() - timedelta(hours=2)
    Play.objects.update(abandoned=True, ended_at=long_ago)
    assert "Save the log" in played.player.get(played.at).content.decode()
    saved = played.host.get(f"/t/{address}/upgrade")
    assert saved["Content-Disposition"].startswith("attachment")
    assert len(saved.json()["entries"]) == 3


def test_installed_again_it_goes_on(played, remove, monkeypatch):
    remove("acorns")
    assert "no longer has that game" in played.host.get(played.at).content.decode()
    monkeypatch.setitem(registry.TITLES, "acorns", "tests.sample_game:Acorns")
    assert "no longer has that game" not in played.host.get(played.at).content.decode()
    played.host.post(f"{played.at}undo", {"revision": 3, "key": "k9"})
    assert Play.objects.get().revision == 4


@pytest.mark.patient
def test_no_address_breaks(played, remove):
    """Every address there is, by all who may know it; an exception fails this test."""
    owner = "a-phone"
    crew_phone = Client()
    crew_phone.post("/crews/", {"name": "Friday", "me": "Ana"})
    crew = Crew.objects.get()
    play = played.play
    Play.objects.filter(pk=play.pk).update(crew=crew)
    box = Box.objects.create(title="acorns", name="Ours", owner=owner, facts="{}")
    remove("acorns")
    for phone in (played.host, crew_phone):
        phone.cookies[cookies.DEVICE_COOKIE] = signing.dumps(owner, salt=cookies.DEVICE_COOKIE)
    assert played.host.get(f"/boxes/{box.pk}/").status_code == 410
    codes = {
        "code": [play.code, play.watch_code],
        "share": [play.share],
        "key": [crew.key],
        "slug": ["acorns"],
        "rule": ["N-01"],
    }
    for route in addresses():
        for path in filled(route, codes, box.pk):
            for who in (played.host, played.player, crew_phone, played.stranger):
                for ask in (who.get, who.post):
                    limits.counts("").clear()
                    assert ask(f"/{path}").status_code < 500, path


def filled(route, codes, number):
    """Return an address with everything this table is known by in its place."""
    paths = [route]
    for name, known in codes.items():
        paths = [
            path.replace(f"<slug:{name}>", value).replace(f"<str:{name}>", value)
            for path in paths
            for value in known
        ]
    for kind in ("<int:pk>", "<int:seq>", "<int:n>"):
        paths = [path.replace(kind, str(number)) for path in paths]
    return {path.replace("<slug:where>", "actions") for path in paths}
