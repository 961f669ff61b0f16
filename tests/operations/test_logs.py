"""Tests that the log of a request names its route and its id, and nothing that opens anything."""

import io
import json
import logging

import pytest
from django.test import Client

from companion.crews.models import Crew
from companion.operations import limits
from companion.plays.models import Play
from companion.plays.pages import gate
from companion.stats.models import Job
from tests.hardening.requests import addresses
from tests.operations.test_limits import filled

pytestmark = pytest.mark.any_database


@pytest.fixture
def said(monkeypatch):
    """Return everything the site has written to its log, as text."""
    out = io.StringIO()
    (console,) = [each for each in logging.getLogger().handlers if each.name == "console"]
    monkeypatch.setattr(console, "stream", out)
    monkeypatch.setattr(logging.getLogger(), "level", logging.INFO)
    monkeypatch.setattr(logging.getLogger("sidekick.request"), "level", logging.INFO)
    return out.getvalue


def secrets_of(cast, group):
    play = Play.objects.get(pk=cast.play.pk)
    tokens = [cookie.value for each in (cast.host, cast.player) for cookie in each.cookies.values()]
    crew = Crew.objects.get(pk=group.crew.pk)
    return [play.code, play.watch_code, play.share, crew.key, crew.invitation, "WRONG2", *tokens]


@pytest.mark.patient
def test_no_address_leaves_code_or_invitation_in_log(cast, group, said):
    codes = {"share": cast.play.share, "key": group.crew.key, "invitation": group.crew.invitation}
    everybody = (cast.stranger, cast.player, group.phones["Ana"])
    for route in addresses():
        for code in (cast.play.code, cast.play.watch_code, "WRONG2"):
            path = filled(route, code=code, **codes)
            for client in everybody if code == cast.play.code else (cast.stranger,):
                limits.counts("").clear()
                client.get(path, {"code": "WRONG2"})
                client.put(path)
            if "<code>" not in route:
                break
    text = said()
    assert len(text.splitlines()) > 200
    assert "Not Found" in text
    for secret in secrets_of(cast, group):
        assert secret not in text, secret
    assert all(json.loads(line)["request_id"] for line in text.splitlines())


def test_page_too_old_to_trust_leaves_no_code(cast, said):
    strict = Client(enforce_csrf_checks=True)
    came_from = {"Referer": f"https://elsewhere{cast.at}people?code={cast.play.code}"}
    for secure in (False, True):
        answer = strict.post(f"{cast.at}act", headers=came_from, secure=secure)
        assert answer.status_code == 403
    assert "Forbidden" in said()
    assert cast.play.code not in said()


def test_exception_is_told_without_codes_of_its_request(cast, said, monkeypatch):
    def broken(code, *kinds):
        raise RuntimeError(f"what to do with {code}, {code.lower()} and /j/{code}/?")

    monkeypatch.setattr(gate, "find", broken)
    client = Client(raise_request_exception=False)
    assert client.get(f"/j/{cast.play.code}/").status_code == 500
    assert "what to do with" in said()
    assert cast.play.code not in said()
    assert cast.play.code.lower() not in said()


def test_logged_plays_and_jobs_open_nothing(cast, db):
    job = Job.objects.create(kind=Job.Kind.PICTURE, about=f"{cast.play.share}@3")
    assert cast.play.share not in str(job)
    assert cast.play.code not in str(cast.play)


def test_foreign_host_is_logged_without_traceback(db, said):
    assert Client().get("/", HTTP_HOST="evil.example").status_code == 400
    lines = [json.loads(line) for line in said().splitlines()]
    about = [line for line in lines if line["logger"] == "django.security.DisallowedHost"]
    assert [line["level"] for line in about] == ["warning"]
    assert "exception" not in about[0]
