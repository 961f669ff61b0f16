"""A person who is deleted takes their name out of figures and files; everyone else's stay."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.crews.models import Crew
from companion.stats import apps, tallies
from companion.stats.models import Faces, Job, Place, Record, Tally
from tests.stats.conftest import make_group

pytestmark = pytest.mark.each_database


def made(kind, about):
    return Job.objects.create(kind=kind, about=about).about


def test_files_holding_name_go_with_it_others_stay(group):
    own = group.finished()
    other = group.finished(names="Bo Di")
    counted_only = group.finished(names="Bo Di")
    Place.objects.filter(record__play=counted_only, part=0).update(person=group.people["Ana"])
    for about in (f"{own.share}@3", f"{other.share}@3", f"{counted_only.share}@3"):
        made(Job.Kind.PICTURE, about)
    made(Job.Kind.ARCHIVE, f"{group.crew.key}@9")
    elsewhere = made(Job.Kind.ARCHIVE, "another@9")
    group.people["Ana"].delete()
    assert set(Job.objects.values_list("about", flat=True)) == {f"{other.share}@3", elsewhere}


def test_sums_and_places_of_the_gone_are_nobodys(group):
    group.finished()
    ana, bo = group.people["Ana"].pk, group.people["Bo"].pk
    crews_own = group.crew.tallies.filter(who=0).count()
    group.people["Ana"].delete()
    assert not Tally.objects.filter(who=ana).exists()
    assert not Faces.objects.filter(who=ana).exists()
    assert Tally.objects.filter(who=bo).exists()
    assert Faces.objects.filter(who=bo).exists()
    assert group.crew.tallies.filter(who=0).count() == crews_own
    assert [(p.person_id, p.name) for p in Place.objects.order_by("part")] == [
        (None, ""),
        (bo, "Bo"),
    ]


def test_play_changing_crews_locks_both_in_id_order(group):
    other = make_group()
    play = group.finished()
    play.crew = other.crew
    play.save()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        tallies.count(play.pk)
    locks = [q["sql"] for q in asked if "crews_crew" in q["sql"] and "ORDER BY" in q["sql"]]
    assert len(locks) == 1
    assert f"({group.crew.pk}, {other.crew.pk})" in locks[0]
    assert not group.crew.tallies.exclude(plays=0).exists()
    assert other.crew.tallies.get(book="clean", kind="all").plays == 1


def test_play_of_no_crew_adds_to_nobody(group):
    play = group.finished()
    play.crew = None
    play.save()
    assert tallies.count(play.pk).crew_id is None
    assert not Tally.objects.exclude(plays=0).exists()
    assert tallies.count(play.pk + 1) is None
    assert Record.objects.count() == 1


def test_recounted_crew_is_locked_and_alone_in_it(group):
    other = make_group()
    group.finished()
    other.finished()
    before = tallies.stored(other.crew)
    Tally.objects.filter(crew=group.crew).update(plays=99)
    tallies.recount(group.crew)
    assert group.crew.tallies.get(kind="all").plays == 1
    assert tallies.stored(other.crew) == before
    with pytest.raises(Crew.DoesNotExist):
        tallies.recount(Crew(pk=10**6))


def test_game_that_ends_is_counted_and_house_tidied(monkeypatch):
    from companion.operations import workers
    from companion.stats import tasks

    asked = []
    monkeypatch.setattr(workers, "later", lambda *given: asked.append(given))
    monkeypatch.setattr(tasks, "tidy_today", lambda: asked.append("tidied"))
    apps._count(None, 7)
    assert asked == [(tasks.count_play, 7), "tidied"]
