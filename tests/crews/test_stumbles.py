"""Rules that refused the crew, read again before its next game of the title."""

import pytest

from companion.plays import stumbles
from companion.plays.models import Play

pytestmark = pytest.mark.each_database


def begun(group, name="Ana"):
    """Return a table of Acorns this person has started from the crew's page."""
    at = f"/c/{group.crew.key}/start/acorns/"
    assert group.phones[name].post(at, {"players": "2", "who": ""}).status_code == 302
    return Play.objects.latest("pk")


def enter(group, play, face, key):
    at = f"/t/{play.code}/act"
    data = {"do": "roll", "face": face, "revision": play.revision, "key": key}
    return group.phones["Ana"].post(at, data).status_code


def start_page(group):
    return group.phones["Bo"].get(f"/c/{group.crew.key}/start/acorns/").content.decode()


def test_refused_entry_is_counted_with_its_rule(group):
    play = begun(group)
    assert [enter(group, play, face, f"k{face}") for face in (9, 8)] == [422, 422]
    assert [(each.rule, each.times) for each in play.stumbles.all()] == [("N-01", 2)]


def test_next_start_shows_rules_of_last_game(group):
    play = begun(group)
    assert "stumbled" not in start_page(group)
    enter(group, play, 9, "k1")
    Play.objects.filter(pk=play.pk).update(revision=1)
    page = start_page(group)
    assert "1 rule you stumbled over last time" in page
    assert "/rules/acorns/N-01/" in page


def test_table_without_an_entry_hides_no_older_game(group):
    play = begun(group)
    enter(group, play, 9, "k1")
    Play.objects.filter(pk=play.pk).update(revision=1)
    begun(group)
    assert [entry.id for entry in stumbles.last(group.crew, "acorns")] == ["N-01"]


def test_reminders_are_switched_off_and_on_again(group):
    play = begun(group)
    enter(group, play, 9, "k1")
    Play.objects.filter(pk=play.pk).update(revision=1)
    at = f"/c/{group.crew.key}/people/reminders"
    answer = group.phones["Bo"].post(at, {"to": "acorns"})
    assert answer.url == f"/c/{group.crew.key}/start/acorns/"
    assert "stumbled" not in start_page(group)
    assert group.phones["Bo"].post(at, {"on": "yes"}).url.endswith("/people/")
    assert "stumbled" in start_page(group)
