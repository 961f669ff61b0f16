"""Tests that strangers' tries are bounded at every address; someone with a seat is never held up by
them."""

import http.client
import json
import re
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.checks import run_checks
from django.test import Client, RequestFactory

from companion import gatekeeper
from companion.operations import limits
from companion.plays import transfer
from companion.plays.models import Play
from companion.plays.pages import errors
from companion.stats import jobs
from companion.stats.models import Job
from tests.hardening.requests import addresses

pytestmark = pytest.mark.any_database

GUESSED = [route for route in addresses() if set(re.findall(r":(\w+)>", route)) - gatekeeper.PUBLIC]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
WRONG = {
    "code": "NOSUCH",
    "share": "no-such-share",
    "key": "no-such-key",
    "invitation": "no-such",
    "ticket": "NOSUCH",
    "gift": "no-such-gift",
}


def filled(route, **parts):
    """Return an address with these parts in it; titles, rules and numbers are plausible."""
    known = {"slug": "acorns", "rule": "N-01", "where": "undo", **parts}
    return "/" + re.sub(r"<(\w+):(\w+)>", lambda m: known.get(m[2], "0"), route)


def used_up(monkeypatch, what, amount=3):
    monkeypatch.setitem(limits.LIMITS, what, (amount, limits.LIMITS[what][1]))


def test_every_code_part_of_addresses_is_tried_here():
    parts = {name for route in addresses() for name in re.findall(r":(\w+)>", route)}
    assert parts - gatekeeper.PUBLIC == set(WRONG)
    assert len(GUESSED) > 50


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("route", GUESSED)
def test_guessing_is_limited_at_every_address_taking_code(db, acorns, route, method, monkeypatch):
    used_up(monkeypatch, "guessing")
    guesser, answers = Client(), []
    for _ in range(4):
        answer = getattr(guesser, method)(filled(route, **WRONG), follow=True)
        answers.append(answer.status_code)
    # A method the address does not know is answered before any code is looked at.
    assert answers[-1] == 429 or set(answers) == {405}, answers


def test_typed_code_always_leads_to_guarded_door(cast):
    for code in (cast.play.code, "NOSUCH"):
        answer = cast.stranger.get("/join/", {"code": f" {code.lower()} "})
        assert answer["Location"] == f"/j/{code}/"
    assert cast.stranger.get("/join/", {"code": "../x"}).status_code == 404


def test_who_sits_is_unhindered_by_same_homes_guesses(cast, group):
    guesser = Client()
    while guesser.get("/j/NOSUCH/").status_code != 429:
        pass
    assert guesser.get(f"/j/{cast.play.code}/").status_code == 429
    assert guesser.get(f"/tv/{cast.play.code}/").status_code == 429
    for client, at in ((cast.host, cast.at), (cast.player, cast.at)):
        assert client.get(at).status_code == 200
        assert client.get(f"{at}people").status_code == 200
    assert cast.spectator.get(cast.watched_at).status_code == 200
    assert cast.host.get(f"/tv/{cast.play.code}/").status_code == 200
    rolled = cast.host.post(f"{cast.at}act", {"do": "roll", "face": 3}, HTTP_HX_REQUEST="true")
    assert rolled.status_code == 200
    assert group.phones["Bo"].get(f"/c/{group.crew.key}/").status_code == 200
    token = cast.host.cookies[f"seat-{cast.play.code}"].value
    bearer = {"Authorization": f"Bearer {token}"}
    assert guesser.get(f"/api/plays/{cast.play.code}", headers=bearer).status_code == 200
    assert Client(REMOTE_ADDR="10.0.0.9").get(f"/j/{cast.play.code}/").status_code == 200


def test_known_phones_open_files_and_tables_despite_guesses(cast, group):
    shared = group.finished().share
    ticket = transfer.offer(cast.play.seats.get(name="Ana")).code
    packed = jobs.slice_of(jobs.begin(Job.Kind.ARCHIVE, f"{group.crew.key}@0-0", "en"))
    drawn = jobs.begin(Job.Kind.PICTURE, f"{cast.play.share}@0-wide", "en")
    welcome = [
        (cast.host, f"/m/{ticket}/"),
        (cast.player, f"/m/{ticket.lower()}/"),
        (cast.spectator, f"/m/{ticket}/"),
        (cast.host, f"/made/{drawn.key}/"),
        (group.phones["Bo"], f"/made/{packed.key}/"),
        (group.phones["Bo"], f"/made/{packed.key}/file"),
        (group.phones["Di"], f"/p/{shared}/"),
    ]
    guesser = Client()
    while guesser.get("/m/NOSUCH/").status_code != 429:
        pass
    for _, at in welcome:
        assert guesser.get(at).status_code == 429
    assert {client.get(at).status_code for client, at in welcome} == {200}


def test_guessing_codes_blocks_no_account_or_new_table(db, acorns):
    guesser = Client()
    while guesser.get("/j/NOSUCH/").status_code != 429:
        pass
    assert guesser.post("/account/", {"username": "zoe", "password": "x"}).status_code == 422
    assert guesser.post("/g/acorns/", {"players": 2}).status_code == 302
    assert guesser.post("/import/").status_code == 422


def test_phone_with_freed_seat_uses_nobodys_guesses(cast):
    bo = cast.play.seats.get(name="Bo")
    bo.gone, bo.epoch = True, 1
    bo.save()
    for _ in range(limits.LIMITS["guessing"][0] + 5):
        cast.player.get(f"{cast.at}board", HTTP_HX_REQUEST="true")
    assert Client().get(f"/j/{cast.play.code}/").status_code == 200


@pytest.mark.parametrize("page", ["", "board", "act", "undo", "people", "playlog.json", "setup/"])
def test_wrong_code_and_strangers_look_alike_at_table(cast, page):
    def told(code, how):
        answer = getattr(cast.stranger, how)(f"/t/{code}/{page}")
        text = answer.content.decode() + answer.get("Location", "")
        return answer.status_code, TOKEN.sub("", text).replace(code, "CODE")

    for how in ("get", "post"):
        assert told(cast.play.code, how) == told("NOSUCH", how)
        assert told(cast.play.watch_code, how) == told("NOSUCHCODE", how)


def test_running_plays_link_and_strange_crew_look_missing(cast, group):
    def told(path):
        answer = Client().get(path)
        return answer.status_code, TOKEN.sub("", answer.content.decode()).replace(path, "PATH")

    assert told(f"/p/{cast.play.share}/") == told("/p/no-such-play/")
    assert told(f"/c/{group.crew.key}/") == told("/c/no-such-crew/")


def test_one_seats_entries_are_limited_others_play_on(cast, monkeypatch):
    used_up(monkeypatch, "acting")
    token = cast.host.cookies[f"seat-{cast.play.code}"].value
    bearer = {"Authorization": f"Bearer {token}"}
    for _ in range(3):
        assert cast.host.post(f"{cast.at}undo").status_code != 429
    api = f"/api/plays/{cast.play.code}/actions"
    refused = Client().post(api, {}, content_type="application/json", headers=bearer)
    assert refused.status_code == 429
    assert refused.json() == {"error": "Too many attempts. Try again in a minute."}
    assert 0 < int(refused["Retry-After"]) <= 60
    assert cast.host.get(cast.at).status_code == 200
    assert cast.player.post(f"{cast.at}undo").status_code != 429


@pytest.mark.parametrize(
    ("seconds", "said"), [(600, "Try again in 10 minutes."), (30, "Try again in a minute.")]
)
def test_who_is_turned_away_reads_for_how_long(db, acorns, monkeypatch, seconds, said):
    monkeypatch.setitem(limits.LIMITS, "creating", (1, seconds))
    pages = [Client().post("/g/acorns/", {"players": 2}) for _ in range(2)]
    assert [page.status_code for page in pages] == [302, 429]
    assert said in pages[1].content.decode()
    assert 0 < int(pages[1]["Retry-After"]) <= seconds


def test_script_is_told_whatever_went_wrong_in_json(client, db, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "creating", (1, 60))
    made = {"title": "animated-dice", "players": 2, "sample": True}
    told = [client.post("/api/plays", made, content_type="application/json") for _ in range(2)]
    assert [each.status_code for each in told] == [201, 429]
    told += [client.get("/api/plays/AAAAAA?n=%00"), client.get("/api/nothing/of/the/kind")]
    assert [each.status_code for each in told[1:]] == [429, 400, 404]
    for each in told[1:]:
        assert each.json().keys() == {"error"}
    request = RequestFactory().get("/api/plays")
    assert json.loads(errors.server_error(request).content).keys() == {"error"}


def test_taking_seats_is_limited_per_network(cast, monkeypatch):
    used_up(monkeypatch, "joining")
    at = f"/j/{cast.play.code}/"
    statuses = [Client().post(at, {"name": f"P{n}"}).status_code for n in range(5)]
    assert statuses == [302, 302, 302, 429, 429]
    assert cast.play.seats.count() == 6


def test_making_tables_is_limited_per_network(db, acorns, monkeypatch):
    used_up(monkeypatch, "creating")
    phone = Client()
    statuses = [phone.post("/g/acorns/", {"players": 2}).status_code for _ in range(5)]
    assert statuses == [302, 302, 302, 429, 429]
    answer = phone.post("/api/plays", {"title": "acorns"}, content_type="application/json")
    assert answer.status_code == 429
    assert 3000 < int(answer["Retry-After"]) <= 3600
    assert phone.get("/g/acorns/").status_code == 200
    assert Play.objects.count() == 3


def test_searching_is_limited_and_a_seat_searches_on(cast, monkeypatch):
    used_up(monkeypatch, "searching", 2)
    phone = Client()
    assert [phone.get("/rules/acorns/?q=crow").status_code for _ in range(3)] == [200, 200, 429]
    assert phone.get("/rules/acorns/").status_code == 200
    assert cast.player.get(f"{cast.at}rules?q=crow").status_code == 200


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "who"),
    [
        (0, "10.0.0.1", "6.6.6.6", "10.0.0.1"),
        (1, "10.0.0.1", "6.6.6.6, 198.51.100.7", "198.51.100.7"),
        (2, "10.0.0.1", "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (2, "10.0.0.1", "6.6.6.6", "10.0.0.1"),
        (1, "10.0.0.1", "", "10.0.0.1"),
        (1, "10.0.0.1", "unknown", "10.0.0.1"),
        (0, "2001:db8:1:2:3::4", "", "2001:db8:1:2::/64"),
        (1, "::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        (0, "::ffff:198.51.100.7", "", "198.51.100.7"),
        (0, "fe80::1%eth0", "", "fe80::/64"),
        (0, "", "", ""),
    ],
)
def test_only_our_own_proxies_say_who_asks(settings, proxies, peer, forwarded, who):
    settings.PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)
    assert limits.address(request) == who


def test_made_up_forwarding_line_gives_no_new_tries(db):
    guesser = Client()
    statuses = [
        guesser.get("/j/NOSUCH/", headers={"X-Forwarded-For": f"10.1.1.{n}"}).status_code
        for n in range(30)
    ]
    assert statuses[-1] == 429


def test_tls_without_a_counted_proxy_is_warned_of(settings):
    def warned():
        return "sidekick.W002" in {each.id for each in run_checks(include_deployment_checks=True)}

    settings.HTTPS, settings.PROXIES = True, 0
    assert warned()
    settings.PROXIES = 1
    assert not warned()


def test_processes_count_together_through_redis_alone_without(redis_server, monkeypatch):
    used_up(monkeypatch, "guessing")
    one, other = limits.Counts(redis_server.url), limits.Counts(redis_server.url)
    assert [each.take("guessing", "home") for each in (one, other, one, other)] == [
        True,
        True,
        True,
        False,
    ]
    assert other.spent("guessing", "home")
    assert 500 < other.left("guessing", "home") <= 600
    redis_server.stop()
    try:
        assert one.take("guessing", "home")
    finally:
        redis_server.start()


@pytest.mark.parametrize("proxies", [0, 1])
def test_real_server_believes_no_peer_about_its_client(site, settings, proxies):
    settings.PROXIES = proxies
    where = urlsplit(site).netloc
    statuses = []
    for n in range(limits.LIMITS["guessing"][0] + 2):
        connection = http.client.HTTPConnection(where, timeout=20)
        connection.putrequest("GET", "/j/NOSUCH/")
        # What the client wrote itself, and in a line of its own what the proxy added.
        connection.putheader("X-Forwarded-For", f"10.1.1.{n}")
        connection.putheader("X-Forwarded-For", "198.51.100.7")
        # WSGI cannot tell this one from the other; proxies let it pass.
        connection.putheader("X_Forwarded_For", f"10.2.2.{n}")
        connection.endheaders()
        statuses.append(connection.getresponse().status)
        connection.close()
    assert statuses[-1] == 429


def test_reading_is_limited_by_the_work_it_makes(cast, monkeypatch):
    used_up(monkeypatch, "looking", 1)
    answers = [cast.stranger.get("/rules/acorns/").status_code for _ in range(2)]
    assert answers == [200, 429]
    assert cast.stranger.get("/").status_code == 429
    assert cast.stranger.get(f"/p/{cast.play.share}/").status_code == 429
    assert Client(REMOTE_ADDR="10.0.0.9").get("/rules/acorns/").status_code == 200


def test_readers_of_a_network_hold_up_nobody_seated(cast, monkeypatch):
    used_up(monkeypatch, "looking", 1)
    while cast.stranger.get("/rules/acorns/").status_code != 429:
        pass
    for page in (cast.at, f"{cast.at}board", f"{cast.at}log", f"/tv/{cast.play.code}/"):
        assert cast.host.get(page).status_code == 200
    assert cast.host.get("/rules/acorns/").status_code == 200
    assert cast.player.get(f"{cast.at}playlog.json").status_code == 200
    # What a seat reads beside its boards has an end as well, its own.
    assert cast.host.get("/rules/acorns/").status_code == 429
    assert cast.host.get(cast.at).status_code == 200


def test_pieces_of_a_long_answer_are_paid_for(monkeypatch):
    paid = []
    monkeypatch.setattr(gatekeeper, "pay", lambda payer, begun: paid.append(payer))
    pieces = gatekeeper.metered(iter([b"a", b"b"]), "10.0.0.9")
    assert list(pieces) == [b"a", b"b"]
    assert paid == ["10.0.0.9"] * 3


@pytest.mark.parametrize(("event", "times"), [(False, 1), (True, 10)])
def test_setting_for_event_multiplies_what_network_may_do(settings, monkeypatch, event, times):
    settings.JOINS, settings.EVENT = 7, event
    usual = dict(limits.LIMITS)
    monkeypatch.setattr(limits, "LIMITS", dict(usual))
    apps.get_app_config("operations").ready()
    assert limits.LIMITS["joining"] == (7 * times, 3600)
    for what in ("guessing", "creating", "searching", "looking"):
        amount, seconds = usual[what]
        assert limits.LIMITS[what] == (amount * times, seconds)
    for what in ("signing-in", "account", "uploading", "acting"):
        assert limits.LIMITS[what] == usual[what]
