"""Plays logged elsewhere go in slice by slice: no one sees half of them."""

import pytest

from companion.stats import tallies
from companion.stats.imports import looking, taking
from companion.stats.models import Record
from companion.uploads import reading
from companion.uploads.models import Upload
from tests.sending import read_all
from tests.stats.conftest import heists
from tests.stats.elsewhere import bg, file, form_of, looked, taken, whole

pytestmark = pytest.mark.django_db


def one_slice(upload):
    """Do what a reader does with its turn; a slice is over after one piece."""
    reading.go_on(upload.pk, slice_=0.0)
    Upload.objects.filter(pk=upload.pk).update(lease=None)


@pytest.mark.each_database
def test_nobody_sees_play_before_all_plays_are_in(group, ana, at, monkeypatch):
    monkeypatch.setattr(taking, "BATCH", 1)
    monkeypatch.setattr(looking, "BATCH", 1)
    where = looked(ana, at)
    before = whole(group.crew)
    progress = ana.post(where, form_of(ana.get(where)))["Location"]
    upload = Upload.objects.get(kind="taking")
    one_slice(upload)
    assert Record.objects.filter(imported__isnull=False).count() == 1
    assert whole(group.crew) == before
    assert not group.crew.records.exists()
    assert "The plays go into the book" in ana.get(progress).content.decode()
    ana.post(f"{progress}cancel")
    read_all()
    assert not Record.objects.exists()
    assert "Stopped. Nothing was kept." in ana.get(progress).content.decode()
    assert "3 plays from" in taken(ana, where).content.decode()


@pytest.mark.each_database
def test_reader_goes_on_after_another_dies_anywhere(group, ana, at, monkeypatch):
    monkeypatch.setattr(taking, "BATCH", 1)
    monkeypatch.setattr(looking, "BATCH", 1)
    where = looked(ana, at)
    ana.post(where, form_of(ana.get(where)))
    upload = Upload.objects.get(kind="taking")
    for _turn in range(4):
        one_slice(upload)
    sums = tallies.apply

    def dies(*args):
        sums(*args)
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(tallies, "apply", dies)
        with pytest.raises(SystemExit):
            one_slice(upload)
    Upload.objects.filter(pk=upload.pk).update(lease=None)
    assert not group.crew.records.exists()
    assert not group.crew.tallies.exists()
    read_all()
    assert group.crew.records.count() == 4
    assert group.crew.people.filter(name="Zoe").count() == 1
    counted = whole(group.crew)
    tallies.recount(group.crew)
    assert whole(group.crew) == counted


def test_same_plays_in_two_simultaneous_files_count_once(group, ana, at, monkeypatch):
    first, second = looked(ana, at), looked(ana, at)
    monkeypatch.setattr(taking, "BATCH", 3)
    ana.post(first, form_of(ana.get(first)))
    for _turn in range(2):
        one_slice(Upload.objects.get(kind="taking"))
    assert Record.objects.count() == 4
    Upload.objects.update(stage=Upload.Stage.DONE)
    taken(ana, second)
    Upload.objects.filter(pk=Upload.objects.filter(kind="taking").earliest("pk").pk).update(
        stage=Upload.Stage.READING
    )
    read_all()
    assert group.crew.records.count() == 3
    assert Upload.objects.filter(kind="taking").earliest("pk").stage == Upload.Stage.FAILED
    assert Record.objects.filter(crew=None).count() == 0


def test_what_stayed_out_is_counted_over_all_slices(group, ana, at, monkeypatch):
    monkeypatch.setattr(taking, "BATCH", 1)
    plays = []
    for n in range(2):
        play = heists(group, 4, 9, target=7)
        day = f"{Record.objects.get(play=play).started_at:%Y-%m-%d %H:59:59}"
        plays += [bg(f"A{n}", date=day), bg(f"C{n}", game=3)]
    text = taken(ana, looked(ana, at, file(*plays, bg("A9")))).content.decode()
    assert "1 play from" in text
    assert "2 were skipped: the book already has games like them" in text
    assert "2 plays of other games were skipped" in text
