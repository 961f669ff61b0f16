"""A table as a file and back, and what a page says when something of ours is broken."""

import json
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client
from psycopg.errors import DiskFull

from companion.boxes.models import Box
from companion.plays import ledger, seats
from companion.plays.answers import NewerReleaseError
from companion.plays.models import Play, Seat
from companion.plays.pages import errors, table
from tests.sending import sent

HTMX = {"HTTP_HX_REQUEST": "true"}


def downloaded(cast):
    return cast.host.get(f"{cast.at}playlog.json")


def brought(text, phone=None):
    """Return the table a document becomes, and the phone that brought it."""
    phone = phone or Client()
    answer = sent(phone, "/import/", text)
    assert answer.status_code == 302, answer.content.decode()
    play = Play.objects.order_by("-pk").first()
    assert answer["Location"] == f"/t/{play.code}/people"
    return play, phone


def test_table_file_is_named_after_title_and_beginning(cast):
    answer = downloaded(cast)
    name = f"acorns-{cast.play.created_at:%Y%m%d-%H%M}.json"
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'


def test_whoever_brings_table_hosts_it_and_others_wait(cast):
    play, phone = brought(downloaded(cast).content)
    assert [(s.name, s.role, s.claimed) for s in play.seats.all()] == [
        ("Ana", "host", True),
        ("Bo", "player", False),
        ("Cy", "spectator", False),
    ]
    assert phone.get(f"/t/{play.code}/more").status_code == 200
    box = play.box
    assert (box.name, box.title, box.facts) == ("From a playlog", "acorns", play.facts)


def test_table_of_sample_box_brings_no_box(cast):
    document = json.loads(downloaded(cast).content)
    play, _phone = brought(json.dumps({**document, "sample": True}).encode())
    assert (play.sample, play.box) == (True, None)
    assert not Box.objects.exists()


def test_a_table_without_a_host_gets_one(cast):
    document = json.loads(downloaded(cast).content)
    document["seats"] = document["seats"][1:2]
    play, phone = brought(json.dumps(document).encode())
    assert [(s.name, s.role) for s in play.seats.all()] == [("Bo", "player"), ("Host", "host")]
    assert phone.get(f"/t/{play.code}/").status_code == 200


@pytest.mark.parametrize("text", [b'{"a": "\x00"}', b'{"a": "\\u0000"}'])
def test_a_character_that_cannot_be_kept_is_named(db, text):
    answer = sent(Client(), "/import/", text)
    assert answer.status_code == 422
    assert "It contains a character that" in answer.content.decode()


def test_a_table_that_moves_is_closed_here(cast):
    answer = cast.host.post(f"{cast.at}move")
    assert json.loads(answer.content)["title"] == "acorns"
    cast.play.refresh_from_db()
    assert cast.play.abandoned
    again = cast.host.post(f"{cast.at}move")
    assert again.status_code == 409
    assert "This table is closed." in again.content.decode()


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_page_tries_again_while_database_is_away(cast, monkeypatch, error):
    def away(*given, **more):
        raise error("gone")

    phone = Client(raise_request_exception=False)
    phone.cookies = cast.host.cookies
    monkeypatch.setattr(table.TablePage, "context", away)
    answer = phone.get(cast.at)
    text = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer["Cache-Control"] == "no-store"
    assert "reach its database right now" in text
    assert 'http-equiv="refresh"' in text


@pytest.mark.parametrize("state", ["57014", "55P03", "40P01"])
def test_busy_database_is_not_said_to_be_away(rf, caplog, state):
    error = OperationalError("canceling statement")
    error.__cause__ = cause = Exception()
    cause.sqlstate = state
    answer = errors.database_away(rf.get("/"), error)
    text = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "The server is very busy" in text
    assert "reach its database" not in text
    assert "The database is busy" in caplog.text


@pytest.mark.parametrize(
    ("environ", "error", "said"),
    [
        ({errors.INSTEAD: errors.BUSY}, None, "The site is busy"),
        ({errors.INSTEAD: errors.AWAY}, None, "The database does not answer"),
        ({}, OperationalError("database is locked"), "The database is busy"),
        ({}, NewerReleaseError(), "A later release has written this table"),
    ],
)
def test_expected_503_logs_one_warning(cast, monkeypatch, caplog, environ, error, said):
    if error:
        monkeypatch.setattr(table.TablePage, "context", Mock(side_effect=error))
    assert cast.host.get(cast.at, **environ).status_code == 503
    assert [(each.levelname, each.getMessage()) for each in caplog.records] == [("WARNING", said)]


def test_a_locked_file_is_busy_too(rf):
    answer = errors.database_away(rf.get("/api/plays"), OperationalError("database is locked"))
    assert "The server is very busy" in json.loads(answer.content)["error"]


def test_what_was_sent_meanwhile_can_be_sent_again(rf):
    data = {"csrfmiddlewaretoken": "t", "do": "roll", "face": ["4", "5"]}
    request = rf.post("/t/ABCDEF/act", data)
    assert errors._sent(request) == [("do", "roll"), ("face", "4"), ("face", "5")]
    assert errors._sent(rf.get("/t/ABCDEF/", {"do": "roll"})) == []
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("a.json", b"{}")
    assert errors._sent(rf.post("/import/", {"file": file, "do": "x"})) == []


def test_page_that_sent_something_never_resends_by_itself(rf):
    posted = errors.database_away(rf.post("/t/ABCDEF/act", {"do": "roll"}))
    assert (posted.status_code, posted["Retry-After"]) == (503, "2")
    assert posted["Cache-Control"] == "no-store"
    text = posted.content.decode()
    assert 'http-equiv="refresh"' not in text
    assert 'name="do" value="roll"' in text
    assert 'http-equiv="refresh"' in errors.database_away(rf.get("/")).content.decode()


@pytest.mark.parametrize("text", ["no such table", "", "database is closed"])
def test_other_word_of_database_says_it_is_away(rf, text):
    for error in (OperationalError(text), InterfaceError(text)):
        assert "reach its database" in errors.database_away(rf.get("/"), error).content.decode()


def test_script_is_told_of_absent_database_in_json(rf, caplog):
    answer = errors.database_away(rf.get("/api/plays/ABCDEF"))
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/json")
    assert "reach its database" in json.loads(answer.content)["error"]
    assert "The database does not answer" in caplog.text


def test_any_other_fault_is_ours(cast, monkeypatch):
    def broken(*given, **more):
        raise RuntimeError("oops")

    phone = Client(raise_request_exception=False)
    phone.cookies = cast.host.cookies
    monkeypatch.setattr(table.TablePage, "context", broken)
    answer = phone.get(cast.at)
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()


# -- the log and who sits here ---------------------------------------------------------------------


def test_log_pages_tell_what_became_of_each_entry(cast, monkeypatch):
    from companion.plays.pages import log

    monkeypatch.setattr(log, "PAGE", 3)
    ana = Seat.objects.select_related("play").get(name="Ana")
    for n in range(3):
        data = {"do": "adjust", "tracker": "store.0", "value": n + 1}
        ledger.record(cast.play.pk, data, key=f"k{n}", seat=ana)
    over = {"override:E_NOT_ACTIVE": "so we said"}
    ledger.record(cast.play.pk, {"do": "roll", "face": 4}, key="o", actor=1, answers=over)
    ledger.undo(cast.play.pk, key="u")
    shown = []
    monkeypatch.setattr(
        log, "draw", lambda request, name, seen, **more: shown.append(more) or page(request)
    )
    cast.host.get(f"{cast.at}log")
    cast.host.get(f"{cast.at}log?before=3")
    cast.spectator.get(f"{cast.watched_at}log?before=x")
    first, second, _ = shown
    pages = [[line for turn in each["turns"] for line in turn["entries"]] for each in shown]
    assert [[line["seq"] for line in lines] for lines in pages] == [[5, 4, 3], [2, 1], [5, 4, 3]]
    assert (first["older"], second["older"]) == (3, 0)
    undo, rolled, adjusted = pages[0]
    assert (rolled["undone"], rolled["overruled"], rolled["adjusted"]) == (True, True, False)
    assert (adjusted["undone"], adjusted["overruled"], adjusted["adjusted"]) == (False, False, True)
    assert (undo["undone"], undo["who"], adjusted["who"]) == (False, "", "Ana")
    assert (rolled["headline"], rolled["rule"]) == ("Squirrel 1 rolled 4", "N-01")
    assert rolled["consequences"][-1] == "Overruled by the table: so we said"


def page(request):
    from django.http import HttpResponse

    return HttpResponse()


def test_people_drawer_knows_me_parts_and_ways_in(cast, monkeypatch):
    from companion.plays.pages import drawers

    shown = []
    monkeypatch.setattr(
        drawers, "draw", lambda request, name, seen, **more: shown.append(more) or page(request)
    )
    Seat.objects.create(play=cast.play, name="Gone", gone=True)
    for phone, at in (
        (cast.host, cast.at),
        (cast.player, cast.at),
        (cast.spectator, cast.watched_at),
    ):
        assert phone.get(f"{at}people").status_code == 200
    host, player, watcher = shown
    told = [(s["name"], s["role"], s["me"], s["parts"]) for s in player["seats"]]
    assert told == [
        ("Ana", "host", False, ["Squirrel 1"]),
        ("Bo", "player", True, ["Squirrel 2"]),
        ("Cy", "spectator", False, []),
    ]
    assert [each["is_host"] for each in shown] == [True, False, False]
    assert host["join_url"].endswith(f"/j/{cast.play.code}/")
    assert host["qr"].startswith("<svg")
    assert (watcher["join_url"], watcher["qr"]) == ("", "")
    assert watcher["tv_url"] == f"/tv/{cast.play.watch_code}/"
    assert watcher["watch_url"].endswith(f"/w/{cast.play.watch_code}/")


def test_cookies_name_the_tables_of_a_phone(rf):
    request = rf.get("/")
    request.COOKIES = {"seat-ABCDEF": "x", "device": "y", "seat-GHJKLM": "z"}
    assert seats.my_addresses(request) == ["ABCDEF", "GHJKLM"]


def full_disks():
    sqlite = OperationalError("database or disk is full")
    postgresql = OperationalError("could not extend file")
    postgresql.__cause__ = DiskFull()
    return sqlite, postgresql


@pytest.mark.parametrize("error", full_disks())
def test_full_disk_is_said_and_entry_kept(rf, error):
    answer = errors.database_away(rf.post("/t/ABCDEF/act", {"do": "roll"}), error)
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "disk is full" in page
    assert 'name="do" value="roll"' in page
