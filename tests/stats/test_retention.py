"""Retention: the daily job deletes what is due, and nothing else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from companion.crews.models import BrowserSession as Session
from companion.plays.models import Play, Seat
from companion.stats import tasks
from companion.stats.models import Job, Place
from companion.uploads.models import Upload

pytestmark = pytest.mark.each_database


def ago(days):
    return timezone.now() - timedelta(days=days)


def over(group, days, crew=False):
    """Return a game that ended so many days ago, by default in no crew's book."""
    play = group.finished()
    changed = {} if crew else {"crew": None}
    Play.objects.filter(pk=play.pk).update(ended_at=ago(days), **changed)
    return play


def names(play):
    return set(Seat.objects.filter(play=play).values_list("name", flat=True))


def test_by_default_games_stay_for_ever(group):
    play = over(group, 5000)
    tasks.tidy()
    assert names(play) == {"Ana", "Bo"}


def test_games_of_no_crew_go_after_their_days(group, settings):
    settings.KEEP_PLAYS = 30
    old, young, kept = over(group, 31), over(group, 29), over(group, 31, crew=True)
    running = group.play(3)
    Play.objects.filter(pk=running.pk).update(crew=None, created_at=ago(40))
    assert tasks.tidy()["plays"] == 1
    assert set(Play.objects.all()) == {young, kept, running}
    assert not Seat.objects.filter(play=old.pk).exists()


def test_names_go_before_their_games(group, settings):
    settings.KEEP_NAMES = 7
    old, young, kept = over(group, 8), over(group, 6), over(group, 8, crew=True)
    tasks.tidy()
    assert names(old) == {"Someone"}
    assert set(Place.objects.filter(record__play=old).values_list("name", flat=True)) == {""}
    assert names(young) == names(kept) == {"Ana", "Bo"}
    assert tasks.tidy()["names"] == 0


def test_sessions_files_and_uploads_go(db):
    Session.objects.create(session_key="old", session_data="", expire_date=ago(1))
    Session.objects.create(session_key="new", session_data="", expire_date=ago(-1))
    for about, days in (("old", 8), ("new", 6)):
        Job.objects.create(kind="archive", about=about, made_at=ago(days))
    for owner, stage, days in (("old", "done", 31), ("new", "done", 29), ("busy", "reading", 31)):
        Upload.objects.create(kind="crew", owner=owner, stage=stage, made_at=ago(days))
    tasks.tidy()
    assert [each.session_key for each in Session.objects.all()] == ["new"]
    assert [each.about for each in Job.objects.all()] == ["new"]
    assert [each.owner for each in Upload.objects.all()] == ["new", "busy"]


def test_page_deletes_few_games_and_worker_all(group, settings, monkeypatch):
    monkeypatch.setattr("companion.stats.retention.AT_ONCE", 1)
    settings.KEEP_PLAYS = 30
    for _ in range(3):
        over(group, 31)
    assert tasks.tidy()["plays"] == 1
    settings.CELERY_TASK_ALWAYS_EAGER = False
    assert tasks.tidy()["plays"] == 2
