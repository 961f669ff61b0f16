"""A host deletes a table that is over and no crew's."""

import pytest

from companion.crews.models import Crew
from companion.plays.models import Entry, Play, Seat

pytestmark = pytest.mark.each_database


def test_running_table_is_not_deleted(cast):
    assert cast.host.post(f"{cast.at}delete").status_code == 409
    assert Play.objects.filter(pk=cast.play.pk).exists()


def test_host_deletes_table_that_is_over(cast):
    cast.host.post(f"{cast.at}close")
    assert "Delete this table" in cast.host.get(f"{cast.at}more").content.decode()
    assert "Delete this table" not in cast.player.get(f"{cast.at}more").content.decode()
    assert cast.player.post(f"{cast.at}delete").status_code == 403
    answer = cast.host.post(f"{cast.at}delete", follow=True)
    assert "The table is deleted." in answer.content.decode()
    for model in (Play, Entry, Seat):
        assert not model.objects.exists()
    assert cast.player.get(cast.at).status_code in (302, 403, 404)


def test_host_cannot_delete_table_of_crew(cast):
    cast.host.post(f"{cast.at}close")
    Play.objects.filter(pk=cast.play.pk).update(crew=Crew.objects.create(name="Fridays"))
    assert "Delete this table" not in cast.host.get(f"{cast.at}more").content.decode()
    assert cast.host.post(f"{cast.at}delete").status_code == 409
    assert Play.objects.filter(pk=cast.play.pk).exists()
