"""Day by day: forgotten tables are closed, missed evenings counted; files come in portions."""

import csv
import io
import json
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from companion.asgi import Site
from companion.operations import workers
from companion.plays import ledger
from companion.plays.models import Play
from companion.stats import jobs, play_pages, tallies, tasks, turning, views
from companion.stats.models import Job, Record
from tests import golden
from tests.serving import served, until
from tests.stats.evenings import Evenings

pytestmark = pytest.mark.each_database


def aged(play, **days):
    """Return the play with these times so many days ago."""
    Play.objects.filter(pk=play.pk).update(
        **{name: timezone.now() - timedelta(days=n) for name, n in days.items()}
    )
    return play


@pytest.mark.parametrize(("days", "closed"), [(89, False), (91, True)])
def test_table_untouched_for_three_months_is_closed(group, days, closed):
    play = aged(group.play(3), updated_at=days)
    tasks.tidy()
    play.refresh_from_db()
    assert play.abandoned is closed


def test_tidying_handles_limited_number_and_rest_next_day(group, monkeypatch):
    monkeypatch.setattr(tasks, "FORGOTTEN", 1)
    for _ in range(2):
        aged(group.play(3), updated_at=91)
    for _ in range(2):
        group.play(6, 4, 4)
    said = [tasks.tidy() for _ in range(6)]
    assert [each["closed"] for each in said] == [1, 1, 0, 0, 0, 0]
    assert [each["counted"] for each in said] == [1, 1, 1, 1, 0, 0]


def test_worker_tidies_everything_at_once(group, settings, monkeypatch):
    monkeypatch.setattr(tasks, "FORGOTTEN", 1)
    for _ in range(2):
        aged(group.play(3), updated_at=91)
        group.play(6, 4, 4)
    settings.CELERY_TASK_ALWAYS_EAGER = False
    said = tasks.tidy()
    assert (said["closed"], said["counted"]) == (2, 4)


@pytest.mark.parametrize(("days", "counted"), [(29, 1), (31, 0)])
def test_what_was_missed_is_noticed_for_a_month(group, days, counted):
    aged(group.play(6, 4, 4), updated_at=days)
    assert tasks.tidy()["counted"] == counted


def test_old_count_is_remade_but_good_one_kept(group):
    play = group.finished()
    assert tasks.tidy()["counted"] == 0
    Record.objects.filter(play=play).update(revision=1)
    assert tasks.tidy()["counted"] == 1
    assert Record.objects.get(play=play).revision == play.revision


def test_tidying_is_done_once_a_day(db, monkeypatch):
    asked = []
    monkeypatch.setattr(tasks, "later", asked.append)
    for _ in range(3):
        tasks.tidy_today()
    assert asked == [tasks.tidy]


# -- chores ----


def test_chores_count_one_missed_evening_at_a_time(group):
    plays = [group.play(6, 4, 4) for _ in range(2)]
    Record.objects.all().delete()
    assert [tasks.catch_up() for _ in range(3)] == [True, True, False]
    assert set(Record.objects.values_list("play", flat=True)) == {play.pk for play in plays}


def test_evening_that_fails_holds_up_no_other(group, monkeypatch):
    bad, good = (group.play(6, 4, 4) for _ in range(2))
    Record.objects.all().delete()
    aged(bad, ended_at=-1)
    count = tallies.count
    tried = []

    def fail(pk):
        tried.append(pk)
        return 1 / 0 if pk == bad.pk else count(pk)

    monkeypatch.setattr(tallies, "count", fail)
    for _ in range(4):
        tasks.catch_up()
    assert tried == [bad.pk, good.pk]


def test_chores_reckon_turning_point_no_one_asked_for(db, monkeypatch):
    monkeypatch.setattr(turning, "PLAYOUTS", 3)
    evening = Evenings(monkeypatch, 1)
    path = next(path for path in golden.files() if golden.title(path) == "animated-dice")
    play = evening.play(evening.crew("The Cellar"), path)
    assert Record.objects.get(play=play).turning is None
    rounds = 0
    while tasks.catch_up():
        rounds += 1
    assert rounds > 1
    assert Record.objects.get(play=play).turning is not None
    assert not Job.objects.filter(kind=Job.Kind.TURNING, finished=False).exists()


def test_server_alone_does_chores_between_pages(monkeypatch):
    done = []

    def chores():
        done.append(threading.current_thread().name)
        return len(done) < 3

    monkeypatch.setattr(workers, "do_chores", chores)
    monkeypatch.setattr(workers, "EVERY", 0.1)
    with served(Site()):
        until(lambda: len(done) > 2, "no chore was done twice")
    assert threading.main_thread().name not in done


# -- portions --------------------------------------------------------------------------------------


def shares(group):
    file = group.phones["Ana"].get(f"/c/{group.crew.key}/seats.csv")
    rows = csv.DictReader(io.StringIO(b"".join(file).decode()))
    return [row["session_id"] for row in rows]


def test_a_spreadsheet_holds_every_play_the_newest_first(group, monkeypatch):
    monkeypatch.setattr(views, "AT_ONCE", 1)
    old, new = group.finished(), group.finished()
    aged(old, ended_at=2)
    tallies.count(old.pk)
    assert shares(group) == [new.share] * 2 + [old.share] * 2


def test_abandoned_play_is_in_spreadsheet_not_bg_stats(group):
    left = group.play(5)
    ledger.abandon(left.pk)
    tallies.count(left.pk)
    done = group.finished()
    assert set(shares(group)) == {left.share, done.share}
    file = group.phones["Ana"].get(f"/c/{group.crew.key}/plays.bgsplay")
    assert len(json.loads(b"".join(file))["plays"]) == 1
    assert file["Content-Disposition"] == 'attachment; filename="sidekick.bgsplay"'
    alone = group.stranger.get(f"/p/{left.share}/play.bgsplay")
    assert alone.status_code in (404, 409)


def test_crew_that_has_played_on_is_packed_anew(group):
    path = f"/c/{group.crew.key}/pack"
    group.finished()
    first = group.phones["Ana"].post(path)["Location"]
    assert group.phones["Ana"].post(path)["Location"] == first
    newer = group.play(3)
    Play.objects.filter(pk=newer.pk).update(updated_at=timezone.now() + timedelta(seconds=5))
    assert group.phones["Ana"].post(path)["Location"] != first


def test_the_progress_page_shows_how_far_it_is(group, monkeypatch):
    monkeypatch.setattr(jobs, "help_along", lambda job: job)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1", done=3, total=8)
    page = group.stranger.get(f"/made/{job.key}/").content.decode()
    assert 'value="3"' in page
    assert 'max="8"' in page
    part = group.stranger.get(f"/made/{job.key}/", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert group.stranger.get(f"/made/{job.key}/file").status_code == 404


# -- the pages of one play -------------------------------------------------------------------------


def test_play_files_are_named_after_title_and_beginning(group):
    play = group.finished()
    name = f"acorns-{play.created_at:%Y%m%d-%H%M}"
    for path, kind, end in (
        ("playlog.json", "application/json", ".json"),
        ("seats.csv", "text/csv; charset=utf-8", "-seats.csv"),
        ("dice.csv", "text/csv; charset=utf-8", "-dice.csv"),
    ):
        answer = group.stranger.get(f"/p/{play.share}/{path}")
        assert answer["Content-Type"] == kind
        assert answer["Content-Disposition"] == f'attachment; filename="{name}{end}"'


def test_opening_page_counts_play_before_job_runs(group):
    play = group.play(6, 4, 4)
    assert not Record.objects.exists()
    record, places = play_pages.record_of(play)
    assert (record.revision, len(places)) == (play.revision, 2)
    assert play_pages.record_of(play)[0].pk == record.pk
    Record.objects.filter(pk=record.pk).update(revision=1)
    assert play_pages.record_of(play)[0].revision == play.revision


def test_story_is_kept_until_play_or_language_changes(group, monkeypatch):
    told = []
    monkeypatch.setattr(
        play_pages.story, "tell", lambda play, speaker: told.append(play.revision) or "story"
    )
    play = group.finished()
    for _ in range(2):
        assert play_pages._story(play) == "story"
    assert told == [play.revision]
    play.revision += 1
    play_pages._story(play)
    assert len(told) == 2
    monkeypatch.setattr(play_pages, "LONG", play.ordinal)
    play_pages._story(play)
    assert len(told) == 2
    monkeypatch.setattr(play_pages, "LONG", play.ordinal - 1)
    assert play_pages._story(play).long


def test_evenings_dice_add_up_over_all_parts(group):
    play = group.finished()
    record = Record(
        dice=[[0, "d6", "6", 2], [1, "d6", "6", 1], [1, "d6", "3", 4], [0, "c", "h", 1]]
    )
    found = {die.die: die for die in play_pages._dice(play, record)}
    assert (found["d6"].thrown, found["c"].thrown) == (7, 1)
    assert {bar.label: bar.value for bar in found["d6"].bars.bars}["6"] == 3


@pytest.mark.parametrize(
    ("after", "first"), [("", 1), ("2", 3), ("x", 1), ("9999999999", 1), ("999999999", None)]
)
def test_the_whole_log_goes_on_after_an_entry(group, after, first):
    play = group.finished()
    page = group.stranger.get(f"/p/{play.share}/log/", {"after": after}).content.decode()
    said = ["Squirrel 1 rolled 6", "Squirrel 2 rolled 4", "Squirrel 1 rolled 4"]
    seen = [text in page for text in said]
    assert seen == [first is not None and n >= first for n in (1, 2, 3)]
