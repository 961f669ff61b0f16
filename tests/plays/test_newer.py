"""A play that a later release has written: a process of an earlier one sends it elsewhere."""

import pytest

from companion.operations import workers
from companion.plays import ledger, upgrade
from companion.plays.answers import NewerReleaseError
from companion.plays.models import FORMAT, Play
from companion.stats import tasks
from tests.plays.test_upgrade import HTMX, play

__all__ = ["play"]


@pytest.fixture(params=[{"rules_version": 9}, {"format": FORMAT + 1}], ids=["rules", "format"])
def newer(play, request):
    """Return a table that went on under a later release, as it is in the database."""
    Play.objects.filter(pk=play.pk).update(**request.param)
    return Play.objects.values().get(pk=play.pk)


def untouched(newer):
    return Play.objects.values().get(pk=newer["id"]) == newer


def test_page_of_a_newer_play_waits_a_moment(cast, newer):
    for page in ("", "board", "log", "repair/1"):
        answer = cast.host.get(f"{cast.at}{page}")
        assert (answer.status_code, answer["Retry-After"]) == (503, "2"), page
    assert "Sidekick is being updated." in cast.host.get(cast.at).content.decode()
    assert untouched(newer)


def test_tap_on_newer_play_stays_on_phone(cast, newer):
    data = {"do": "roll", "face": 5, "revision": 3, "key": "x"}
    answer = cast.host.post(f"{cast.at}act", data, **HTMX)
    assert answer.status_code == 503
    assert "Sidekick-Answer" not in answer
    assert untouched(newer)


def test_script_is_told_to_retry_a_newer_play(cast, newer):
    answer = cast.host.get(f"/api/plays/{cast.play.code}")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "updated" in answer.json()["error"]


def test_no_change_is_written_to_a_newer_play(cast, newer):
    changes = (
        lambda: ledger.record(newer["id"], {"do": "roll", "face": 1}, key="a"),
        lambda: ledger.undo(newer["id"], key="b"),
        lambda: ledger.abandon(newer["id"]),
        lambda: upgrade.bring_up(newer["id"]),
        lambda: upgrade.go_on_without(newer["id"], key="c"),
    )
    for change in changes:
        with pytest.raises(NewerReleaseError):
            change()
    assert untouched(newer)


def test_worker_leaves_a_newer_play_to_another(newer, settings, monkeypatch):
    left = []
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(
        tasks.count_play, "apply_async", lambda args, countdown: left.append((args, countdown))
    )
    tasks.count_play(newer["id"])
    assert left == [((newer["id"],), workers.FADES)]


def test_tidying_passes_newer_plays(newer):
    Play.objects.filter(pk=newer["id"]).update(updated_at="2020-01-01T00:00Z")
    assert tasks.tidy()["closed"] == 1
    assert not Play.objects.get(pk=newer["id"]).abandoned


def test_every_entry_says_which_format_wrote_it(cast, play):
    Play.objects.filter(pk=play.pk).update(format=1)
    ledger.record(play.pk, {"do": "roll", "face": 2}, key="a")
    assert Play.objects.get(pk=play.pk).format == FORMAT
