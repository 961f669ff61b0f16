"""The acts of the desk from a shell, as an operator's script does them."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.test import Client

from companion.crews.models import Crew, Person
from companion.operations import bans
from companion.plays.models import Play, Seat
from companion.uploads.models import Upload
from tests.desk.conftest import command

pytestmark = pytest.mark.each_database


@pytest.fixture(autouse=True)
def olga(db):
    command("operator", "olga")
    yield
    bans._banned = frozenset()


def test_operator_finds_closes_hides_and_deletes_a_table(group):
    play = group.play(3, names="Zyta Bo")
    seat = play.seats.get(name="Zyta")
    assert f"seat {seat.pk}: Zyta, at table {play.pk} {play.code}" in command("desk", "find", "zyt")
    command("desk", "close", play.code)
    command("desk", "hide", play.code.lower())
    assert Play.objects.get(pk=play.pk).abandoned
    assert Play.objects.get(pk=play.pk).hidden
    command("desk", "rename-seat", str(seat.pk), "Zoe")
    assert Seat.objects.get(pk=seat.pk).name == "Zoe"
    with pytest.raises(CommandError, match="that name"):
        command("desk", "rename-seat", str(seat.pk), "bo")
    command("desk", "delete-table", str(play.pk))
    assert not Play.objects.filter(pk=play.pk).exists()
    acts = [line.split("  ")[2].partition(":")[0] for line in command("desk", "log").splitlines()]
    assert acts == ["deleted", "renamed", "hidden", "closed"]


def test_operator_recovers_a_crew_no_one_can_join(group):
    Crew.objects.filter(pk=group.crew.pk).update(invitation="")
    code = command("desk", "new-link", group.crew.key).strip()
    assert Client().get(f"/crews/join/{code}/").status_code == 200
    command("desk", "rename-crew", group.crew.key, "Upstairs")
    assert Crew.objects.get(pk=group.crew.pk).name == "Upstairs"


def test_operator_bans_and_lets_in(group):
    User.objects.create_user("mallory")
    command("desk", "ban-account", "mallory")
    assert not User.objects.get(username="mallory").is_active
    command("desk", "let-in", "mallory")
    assert User.objects.get(username="mallory").is_active
    command("desk", "ban", "192.0.2.0/24")
    assert bans.stops("192.0.2.1", "/")
    command("desk", "lift", "192.0.2.0/24")
    assert not bans.stops("192.0.2.1", "/")
    with pytest.raises(CommandError):
        command("desk", "ban", "nonsense")


def test_stopped_upload_is_read_no_further(db):
    done = Upload.objects.create(kind="crew", owner="a", stage="done")
    reading = Upload.objects.create(kind="crew", owner="b", stage="reading")
    for upload in (done, reading):
        command("desk", "delete-upload", str(upload.pk))
    assert not Upload.objects.filter(pk=done.pk).exists()
    assert Upload.objects.get(pk=reading.pk).stop


def test_act_asks_which_of_two(group):
    Person.objects.create(crew=group.crew, name="Ana")
    with pytest.raises(CommandError, match="several"):
        command("desk", "delete-person", "Ana")
    with pytest.raises(CommandError, match="no such table"):
        command("desk", "close", "NOSUCH")
    with pytest.raises(CommandError, match="new name"):
        command("desk", "rename-crew", group.crew.key)
    command("operator", "otto")
    with pytest.raises(CommandError, match="which operator"):
        command("desk", "new-link", group.crew.key)
    assert command("desk", "new-link", group.crew.key, "--by", "otto")


def test_state_is_printed(db):
    printed = command("desk", "state")
    assert "database  ok" in printed
    assert "Database, MB" in printed
