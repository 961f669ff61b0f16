"""A banned network gets nothing from the server but the desk."""

import urllib.error
import urllib.request

import pytest

from companion import asgi
from companion.operations import bans, health
from companion.operations.models import Ban
from tests.desk.conftest import command
from tests.serving import served, until

pytestmark = pytest.mark.django_db(transaction=True)


def status(address):
    try:
        return urllib.request.urlopen(address).status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture(autouse=True)
def no_bans():
    yield
    bans._banned = frozenset()


def test_ban_of_another_process_holds_within_seconds(monkeypatch):
    monkeypatch.setattr(health, "EVERY", 0.1)
    command("operator", "olga")
    with served(asgi.Site()) as base:
        assert status(f"{base}/") == 200
        Ban.objects.create(network="127.0.0.0/8")
        until(lambda: status(f"{base}/") == 403, "the network is banned")
        assert status(f"{base}/live/nothing") == 403
        assert status(f"{base}/operator/login/") == 200
        Ban.objects.all().delete()
        until(lambda: status(f"{base}/") == 200, "the ban is lifted")
