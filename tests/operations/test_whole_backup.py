"""A whole backup: restored on another machine it lets every phone go on at its seat."""

import stat
import tarfile

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from companion import checks
from companion import settings as site
from companion.operations import backups, health, workers
from companion.plays import ledger, seats
from companion.plays.models import Seat
from tests.sample_game import Setup

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def machine(settings, tmp_path, monkeypatch):
    """Move to a machine with a key and a folder of its own; gives a way to do so again."""
    monkeypatch.delenv("SECRET_KEY", raising=False)

    def move(name, key):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        settings.VAR = folder
        monkeypatch.setattr(site, "VAR", folder)
        (folder / "secret_key").write_text(key)
        restart()

    def restart():
        settings.SECRET_KEY = site.secret_key()
        settings.SECRET_KEY_FALLBACKS = site.former_keys()
        seats._claim.cache_clear()

    move.restart = restart
    yield move
    seats._claim.cache_clear()


@pytest.fixture
def phone(acorns, machine):
    """Return a phone with a seat, from the machine that the backup is made on."""
    machine("old", "the key of the old machine")
    play = ledger.begin(acorns, Setup())
    seat = Seat.objects.create(play=play, name="Ana", role="host")
    client = Client()
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {seats.token(seat)}"
    return client, f"/api/plays/{play.code}"


def test_restored_whole_backup_keeps_every_seat(phone, machine, tmp_path, capsys):
    client, at = phone
    file = tmp_path / "night.sidekick"
    call_command("backup", str(file), "--whole")
    assert "the data and the secret key" in capsys.readouterr().out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    machine("new", "the key of the new machine")
    assert client.get(at).status_code == 401
    call_command("backup", str(file), "--restore")
    machine.restart()
    assert client.get(at).status_code == 200
    assert (tmp_path / "new/secret_key").read_text() == "the key of the old machine"


def test_restored_key_is_accepted_beside_the_environment_s(phone, machine, tmp_path, monkeypatch):
    client, at = phone
    file = tmp_path / "night.sidekick"
    call_command("backup", str(file), "--whole", verbosity=0)
    machine("new", "unused")
    monkeypatch.setenv("SECRET_KEY", "the key of the environment")
    machine.restart()
    call_command("backup", str(file), "--restore", verbosity=0)
    machine.restart()
    assert client.get(at).status_code == 200
    assert site.former_keys() == ["the key of the old machine"]


def test_plain_backup_says_that_the_key_is_missing(phone, tmp_path, capsys):
    file = tmp_path / "night.sidekick"
    call_command("backup", str(file))
    assert "without the secret key" in capsys.readouterr().out
    call_command("backup", str(file), "--restore")
    assert "no secret key" in capsys.readouterr().out
    assert not tarfile.is_tarfile(file)


def test_archive_of_others_is_refused(phone, tmp_path):
    client, at = phone
    (tmp_path / "data").write_text("mine")
    with tarfile.open(tmp_path / "other.tar", "w") as packed:
        packed.add(tmp_path / "data", "data")
    with pytest.raises(CommandError, match="no backup of Sidekick"):
        call_command("backup", str(tmp_path / "other.tar"), "--restore")
    assert client.get(at).status_code == 200


def test_former_keys_come_from_the_environment(monkeypatch, machine):
    machine("old", "key")
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", "one,,two")
    assert site.former_keys() == ["one", "two"]


def test_two_hosts_without_a_shared_key_are_found(redis_server, settings):
    settings.REDIS_URL = redis_server.url
    redis_server.forget(workers.KEY)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "one", []
    assert health.look()["key"] == "ok"
    settings.SECRET_KEY = "two"
    parts = health.look()
    assert parts["key"] == "another process signs with another key"
    assert health.status(parts, health.NEEDED) == 503
    assert health.status({**parts, "boards": "ok"}, health.VITAL) == 200
    assert [each.id for each in checks.the_key_is_shared()] == ["sidekick.W005"]
    settings.SECRET_KEY_FALLBACKS = ["one"]
    assert health.look()["key"] == "ok"
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "one", []
    assert health.look()["key"] != "ok"
    redis_server.forget(workers.KEY)
    assert not list(checks.the_key_is_shared())


def test_whole_backup_holds_data_and_keys_alone(phone, tmp_path):
    file = tmp_path / "night.sidekick"
    backups.backup_whole(file)
    with tarfile.open(file) as packed:
        assert sorted(packed.getnames()) == ["data", "secret_keys"]
