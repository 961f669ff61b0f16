"""A play in the middle of a turn survives an upgrade of the rules, or says what no longer fits."""

import msgspec
import pytest
from django.test import Client

from companion.plays import ledger, upgrade
from companion.plays.models import Entry, Play
from companion.plays.pages.drawing import engine
from games import registry
from tests.sample_game import Acorns, Roll

HTMX = {"HTTP_HX_REQUEST": "true"}


class Newer(Acorns):
    """The next release: another version that folds the old logs alike."""

    title = msgspec.structs.replace(Acorns.title, rules_version=2)


class Stricter(Newer):
    """A release that has learnt that no die shows a 6."""

    def rule(self, t, action):
        if isinstance(action, Roll) and action.face == 6:
            t.refuse("E_FULL", "N-01", who="Nobody")
        super().rule(t, action)


@pytest.fixture
def play(cast):
    for n, face in enumerate((3, 6, 4)):
        ledger.record(cast.play.pk, {"do": "roll", "face": face}, key=f"k{n}")
    return cast.play


@pytest.fixture
def release(monkeypatch):
    """Install another release of Acorns."""

    def install(kind):
        monkeypatch.setitem(registry.TITLES, "acorns", f"{kind.__module__}:{kind.__name__}")
        registry.referee.cache_clear()

    yield install
    registry.referee.cache_clear()


@pytest.fixture
def undrawable(monkeypatch):
    """Store boards of the earlier release that today's rules cannot show."""
    monkeypatch.setattr(upgrade, "drawable", lambda referee, text: None)


def stores(play):
    return Acorns().decode_state(Play.objects.get(pk=play.pk).state).stores


def test_running_play_goes_on_by_newer_rules(cast, play, release):
    release(Newer)
    assert cast.host.get(cast.at).status_code == 200
    play.refresh_from_db()
    assert (play.rules_version, stores(play), play.revision) == (2, (7, 6), 3)
    data = {"do": "roll", "face": 5, "revision": 3, "key": "x"}
    assert cast.host.post(f"{cast.at}act", data, **HTMX).status_code == 200
    assert Entry.objects.get(seq=4).rules_version == 2
    cast.host.post(f"{cast.at}back", {"seq": 1, "revision": 4, "key": "b"}, **HTMX)
    assert stores(play) == (3, 0)


def test_undecodable_board_is_left_as_written(cast, play, release, undrawable):
    before = Play.objects.get(pk=play.pk).state
    release(Stricter)
    for client in (cast.host, cast.player):
        answer = client.get(cast.at)
        assert answer.status_code == 409
        assert "Entry 2 no longer fits" in answer.content.decode()
    after = Play.objects.get(pk=play.pk)
    assert (after.state, after.rules_version) == (before, 1)
    assert b'"face": 6' in cast.player.get(f"{cast.at}upgrade").content


def test_misfit_is_said_in_titles_own_words(cast, play, release, undrawable, monkeypatch):
    monkeypatch.setattr(engine, "pgettext", lambda voice, text: f"<{voice}> {text}")
    engine.speaker_for.cache_clear()
    engine._own.cache_clear()
    release(Stricter)
    try:
        assert "&lt;acorns&gt; " in cast.host.get(cast.at).content.decode()
    finally:
        engine._own.cache_clear()


def test_host_goes_on_without_misfit_as_log_says(cast, play, release, undrawable):
    release(Stricter)
    assert cast.player.post(f"{cast.at}upgrade").status_code == 403
    assert Client().post(f"{cast.at}upgrade").status_code == 302
    assert cast.host.post(f"{cast.at}upgrade").status_code == 302
    assert cast.host.get(cast.at).status_code == 200
    assert stores(play) == (3, 4)
    assert "Continued under newer rules" in cast.host.get(f"{cast.at}log").content.decode()
    assert Entry.objects.filter(seq=2, action__face=6).exists()
    upgraded = Entry.objects.get(kind="correct").action
    assert (upgraded["kind"], upgraded["seq"], upgraded["lost"]) == ("upgrade", 2, [2])


def test_newer_rules_holding_for_all_entries_lose_none(play, release):
    release(Newer)
    upgrade.go_on_without(play.pk, key="u")
    upgrade.go_on_without(play.pk, key="v")
    upgraded = Entry.objects.get(kind="correct").action
    assert (upgraded["seq"], upgraded["lost"], upgraded["last"]) == (0, [], 7)
    assert stores(play) == (7, 6)


def test_script_is_told_which_entry_does_not_fit(cast, play, release, undrawable):
    release(Stricter)
    answer = cast.host.get(f"/api/plays/{cast.play.code}")
    assert (answer.status_code, answer.json()["entry"]) == (409, 2)
