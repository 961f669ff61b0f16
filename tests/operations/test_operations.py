"""Health, metrics, logs and limits: what the person behind the server relies on."""

import io
import json
import logging
import re

from django.test import Client

from companion.operations import limits, views


def test_a_healthy_server_says_so(db):
    assert Client().get("/healthz").json() == {"database": "ok"}
    assert Client().get("/readyz").json() == {"database": "ok", "migrations": "ok"}


def test_a_dead_redis_makes_it_unready_but_not_unhealthy(db, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (503, "failed")
    assert Client().get("/healthz").status_code == 200


def test_a_dead_database_is_unhealthy_and_never_a_500(db, monkeypatch):
    def broken():
        raise OSError("gone")

    monkeypatch.setattr(views, "_database", broken)
    assert Client().get("/healthz").status_code == 503


def test_metrics_count_requests_by_route_and_stay_private(cast, settings):
    cast.host.get(cast.at)
    text = Client().get("/metrics").content.decode()
    assert 'sidekick_requests_total{method="GET",route="t/<slug:code>/",status="200"}' in text
    assert re.search(r"^sidekick_plays_running 1(\.0)?$", text, re.MULTILINE)
    assert cast.play.code not in text
    settings.HTTPS = True
    settings.METRICS_TOKEN = "let me in"
    https = {"secure": True}
    assert Client().get("/metrics", **https).status_code == 404
    wrong = {"Authorization": "Bearer wrong"}
    assert Client().get("/metrics", headers=wrong, **https).status_code == 404
    right = {"Authorization": "Bearer let me in"}
    assert Client().get("/metrics", headers=right, **https).status_code == 200


def test_a_request_is_one_json_line_with_its_ids_and_no_secrets(cast, monkeypatch):
    out = io.StringIO()
    (console,) = [each for each in logging.getLogger().handlers if each.name == "console"]
    monkeypatch.setattr(console, "stream", out)
    logger = logging.getLogger("sidekick.request")
    logger.setLevel(logging.INFO)
    answer = cast.host.get(cast.at)
    logger.setLevel(logging.NOTSET)
    (line,) = out.getvalue().splitlines()
    entry = json.loads(line)
    assert entry["play"] == cast.play.pk
    assert entry["request_id"] == answer["X-Request-ID"]
    assert entry["route"] == "t/<slug:code>/"
    assert cast.play.code not in line
    assert "Ana" not in line


def test_guessing_codes_is_limited_and_playing_is_not(cast):
    guesser = Client()
    statuses = [guesser.get(f"/j/NOSUC{n}/").status_code for n in range(30)]
    tries = limits.LIMITS["join"][0]
    assert statuses[:tries] == [404] * tries
    assert set(statuses[tries:]) == {429}
    assert guesser.get(f"/j/{cast.play.code}/").status_code == 429
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert elsewhere.get(f"/j/{cast.play.code}/").status_code == 200


def test_making_tables_is_limited_per_address(db, acorns, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "create", (3, 3600))
    phone = Client()
    statuses = [phone.post("/g/acorns/", {"players": 2}).status_code for _ in range(5)]
    assert statuses == [302, 302, 302, 429, 429]
    body = {"title": "acorns"}
    answer = phone.post("/api/plays", body, content_type="application/json")
    assert (answer.status_code, answer["Retry-After"]) == (429, "3600")
    assert phone.get("/g/acorns/").status_code == 200


def test_searching_is_limited_per_address(db, acorns, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "search", (2, 60))
    phone = Client()
    assert [phone.get("/rules/acorns/?q=crow").status_code for _ in range(3)] == [200, 200, 429]
    assert phone.get("/rules/acorns/").status_code == 200
