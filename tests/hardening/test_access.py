"""Tests of who gets what at every address: strangers nothing, spectators a look, players their
own."""

import pytest
from django.test import Client

from companion.boxes.models import Box, Photo
from companion.crews.models import Crew
from companion.operations import limits
from companion.plays.models import Play, Seat
from tests.hardening.requests import addresses

OPEN = {
    "",
    "join/",
    "import/",
    "import/from",
    "m/<slug:ticket>/",
    "boxes/",
    "boxes/import/",
    "boxes/from/<str:gift>/",
    "healthz",
    "readyz",
    "metrics",
    "sw.js",
    "robots.txt",
    "privacy/",
    "terms/",
    "manifest.webmanifest",
    "g/<slug:slug>/",
    "j/<slug:code>/",
    "w/<slug:code>/",
    "rules/<slug:slug>/",
    "rules/<slug:slug>/<slug:rule>/",
    "api/plays",
    "crews/",
    "i18n/setlang/",
}
"""Addresses that answer anyone; what they show is public or the visitor's own."""

HOST_ONLY = ("setup/", "codes", "host", "revoke", "release", "close", "move", "handover", "delete")
LOOK = (
    "",
    "board",
    "also",
    "ahead",
    "ways",
    "hands",
    "log",
    "people",
    "more",
    "rules",
    "ask",
    "count",
    "whatif",
)
CHANGE = (
    "act",
    "undo",
    "redo",
    "back",
    "wish",
    "repair/0",
    "seat",
    "stand",
    "nudge",
    "task",
    "coach",
    "again",
    "ahead",
    "report",
)


def at_a_table():
    prefix = "t/<slug:code>/"
    return sorted(a.removeprefix(prefix) for a in addresses() if a.startswith(prefix))


def test_every_address_of_table_is_in_this_matrix():
    known = {*HOST_ONLY, *LOOK, *CHANGE, "playlog.json", "upgrade", "lay"} - {"repair/0"} | {
        "repair/<int:seq>"
    }
    assert set(at_a_table()) == known


@pytest.mark.parametrize("page", [*HOST_ONLY, *LOOK, *CHANGE, "playlog.json", "lay"])
def test_a_stranger_gets_nothing_of_a_table(cast, page):
    for address in (cast.at, cast.watched_at):
        seen = cast.stranger.get(address + page)
        assert seen.status_code in (302, 403)
        assert "Squirrel" not in seen.content.decode()
        assert cast.stranger.post(address + page).status_code == 403
    assert Play.objects.get(pk=cast.play.pk).revision == 0


@pytest.mark.parametrize("page", [*HOST_ONLY, *CHANGE])
def test_a_spectator_changes_nothing(cast, page):
    assert cast.spectator.post(cast.watched_at + page, {"seat": 1}).status_code == 403
    assert cast.spectator.get(cast.at + page).status_code in (302, 403)
    assert Play.objects.get(pk=cast.play.pk).revision == 0


@pytest.mark.parametrize("page", HOST_ONLY)
def test_what_is_the_hosts_is_not_a_players(cast, page):
    bo = Seat.objects.get(name="Bo")
    assert cast.player.post(cast.at + page, {"seat": bo.pk}).status_code == 403
    assert not Play.objects.get(pk=cast.play.pk).abandoned


@pytest.mark.parametrize("page", LOOK)
def test_everybody_seated_looks(cast, page):
    assert cast.host.get(cast.at + page).status_code == 200
    assert cast.player.get(cast.at + page).status_code == 200
    assert cast.spectator.get(cast.watched_at + page).status_code == 200


def test_a_seat_at_one_table_opens_no_other(cast, acorns):
    from companion.plays import ledger
    from tests.sample_game import Setup

    other = ledger.begin(acorns, Setup())
    for page in (*LOOK, *CHANGE, *HOST_ONLY):
        limits.counts("").clear()
        answer = cast.host.post(f"/t/{other.code}/{page}")
        assert answer.status_code == 403, page


@pytest.fixture
def crews(db):
    """Return two crews, each with its keeper's phone and a box."""
    phones = []
    for name in ("Friday", "Sunday"):
        phone = Client()
        phone.post("/crews/", {"name": name, "me": name})
        phone.post("/g/batman-who-laughs/", {"players": 2})
        phones.append(phone)
    return phones, list(Crew.objects.order_by("pk"))


def crew_addresses():
    return sorted(address for address in addresses() if address.startswith("c/<slug:key>/"))


def test_strangers_and_other_crews_read_or_change_nothing(crews):
    (_, sunday), (friday, _) = crews
    assert len(crew_addresses()) > 10
    for address in crew_addresses():
        path = "/" + (
            address.replace("<slug:key>", friday.key)
            .replace("<slug:slug>", "batman-who-laughs")
            .replace("<slug:rule>", "A-Q05")
        )
        if "<" in path:
            path = path.partition("<")[0] + "1" + path.rpartition(">")[2]
        limits.counts("").clear()
        for who in (sunday, Client()):
            for answer in (who.get(path), who.post(path, {"reading": "x", "name": "x"})):
                assert answer.status_code in (403, 404, 405), path
                assert "Friday" not in answer.content.decode(), path
    friday.refresh_from_db()
    assert friday.name == "Friday"
    assert friday.people.count() == 1


def test_a_box_is_nobody_elses(crews):
    (friday, sunday), _ = crews
    mine = next(
        box for box in Box.objects.all() if friday.get(f"/boxes/{box.pk}/").status_code == 200
    )
    for path in (f"/boxes/{mine.pk}/{page}" for page in ("", "export.json", "give/")):
        for who in (sunday, Client()):
            assert who.get(path).status_code == 404
            assert who.post(path, {"name": "stolen"}).status_code in (404, 405)
    mine.refresh_from_db()
    assert mine.name != "stolen"


@pytest.mark.parametrize("crewed", [False, True], ids=["own", "crew's"])
def test_photos_are_for_the_copys_group_alone(crews, crewed):
    (friday, sunday), (crew, _) = crews
    mine = next(
        box for box in Box.objects.all() if friday.get(f"/boxes/{box.pk}/").status_code == 200
    )
    if crewed:
        crew.boxes.add(mine)
    kept = Photo.objects.create(box=mine, key="cards/Batman", jpeg=b"card", size=4)
    theirs = Box.objects.exclude(pk=mine.pk).get()
    photos = {address for address in addresses() if address.startswith("boxes/<int:pk>/photos")}
    assert len(photos) == 2
    for box in (mine, theirs):
        for address in sorted(photos):
            path = "/" + address.replace("<int:pk>", str(box.pk))
            path = path.replace("<int:photo>", str(kept.pk))
            if box == mine:
                assert friday.get(path).status_code == 200
            for who in (Client(), sunday) if box == mine else (Client(), friday):
                assert who.get(path).status_code == 404, path
                sent = {"delete": kept.pk, "key": kept.key}
                assert who.post(path, sent).status_code in (404, 405), path
    assert sunday.get(f"/boxes/{theirs.pk}/photos/{kept.pk}.jpg").status_code == 404
    assert Photo.objects.filter(pk=kept.pk).exists()


FILES = ("playlog.json", "seats.csv", "dice.csv", "play.bgsplay", "picture-wide.png")
STORY = ("", "records/", "luck/", "log/", "turning/", "step/0/", *FILES)


def test_every_address_of_story_is_in_this_matrix():
    prefix = "p/<slug:share>/"
    known = {page.replace("/0/", "/<int:n>/").replace("wide", "<slug:shape>") for page in STORY} | {
        "keep",
        "who",
        "where",
        "report",
    }
    assert {a.removeprefix(prefix) for a in addresses() if a.startswith(prefix)} == known


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_only_crew_member_says_where_play_is(crews, cast, over):
    (friday, sunday), (crew, _) = crews
    at = f"/p/{cast.play.share}/where"
    for who in (friday, cast.host, Client()):
        assert who.post(at, {"location": "Mine"}).status_code == 404
    Play.objects.filter(pk=cast.play.pk).update(crew=crew, abandoned=over)
    for who in (sunday, cast.player, cast.spectator, cast.stranger, Client()):
        assert who.post(at, {"location": "Mine"}).status_code == 404
        assert who.get(at).status_code == 405
    assert Play.objects.get(pk=cast.play.pk).location == ""
    assert friday.post(at, {"location": "Ours"}).status_code == 302
    assert Play.objects.get(pk=cast.play.pk).location == "Ours"


@pytest.mark.parametrize("page", STORY)
def test_a_running_play_tells_no_story(cast, page):
    share = Play.objects.get(pk=cast.play.pk).share
    answer = Client().get(f"/p/{share}/{page}")
    assert answer.status_code in (403, 404, 409)
    assert "Squirrel" not in answer.content.decode()
