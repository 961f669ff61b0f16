"""The day and the location of an evening: on every page, in every file, kept by imports."""

import json
from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from companion.crews.models import Crew
from companion.plays.models import Play
from companion.stats import queries, tallies
from companion.stats.exports import bgg, bgstats
from companion.stats.imports.past import Past, PastSeat
from companion.stats.models import Record
from tests.sample_game import Acorns
from tests.stats.conftest import heists
from tests.stats.elsewhere import bg, file, looked, taken, whole

pytestmark = pytest.mark.django_db
LATE = datetime(2026, 5, 31, 22, 30, tzinfo=UTC)


def past_midnight(group):
    """Return a game from half past ten on the last of May to half past one in June."""
    play = group.finished()
    play.entries.update(at=LATE)
    Play.objects.filter(pk=play.pk).update(created_at=LATE, ended_at=LATE + timedelta(hours=3))
    tallies.count(play.pk)
    return play


def shown(group, path):
    answer = group.phones["Ana"].get(f"/c/{group.crew.key}/{path}")
    assert answer.status_code == 200
    return answer


def test_game_past_midnight_belongs_to_its_first_day(group, acorns):
    play = past_midnight(group)
    assert "May 31, 2026" in shown(group, "plays/").content.decode()
    assert shown(group, "plays/?until=2026-05-31").context["rows"][0].play == play
    assert not shown(group, "plays/?since=2026-06-01").context["rows"]
    assert group.crew.tallies.get(kind="month", plays=1).key == "2026-05"


def test_month_counts_in_the_zone_of_the_table(group, acorns):
    with timezone.override("Europe/Warsaw"):
        past_midnight(group)
    assert group.crew.tallies.get(kind="month", plays=1).key == "2026-06"


def test_months_counted_by_the_end_are_counted_again(group, acorns):
    past_midnight(group)
    right = whole(group.crew)
    group.crew.tallies.filter(kind="month", plays=1).update(key="2026-04", won=0)
    import_module("companion.stats.migrations.0009_months").recount(apps, None)
    assert whole(group.crew) == right


def test_next_game_is_where_the_last_one_was(group, acorns):
    play = group.finished()
    ana, at = group.phones["Ana"], f"/p/{play.share}/where"
    assert ana.post(at, {"location": "  The\u202e  cellar "}).status_code == 302
    assert Record.objects.get(play=play).location == "The cellar"
    assert "The cellar" in shown(group, "plays/").content.decode()
    assert 'value="The cellar"' in shown(group, "start/acorns/").content.decode()
    assert group.finished().location == "", "a table that nobody began in the crew"


def test_start_page_keeps_where_the_table_is(group, acorns):
    form = {"players": "2", "who": str(group.people["Bo"].pk), "faces": "yes", "then": "table"}
    start = f"/c/{group.crew.key}/start/acorns/"
    assert group.phones["Ana"].post(start, {**form, "location": "Bo's"}).status_code == 302
    assert Play.objects.get().location == "Bo's"
    assert group.phones["Ana"].post(start, form).status_code == 302
    assert Play.objects.latest("pk").location == "Bo's"


def test_location_survives_a_recount(group, acorns):
    play = group.finished()
    group.phones["Ana"].post(f"/p/{play.share}/where", {"location": "Home"})
    assert tallies.count(play.pk).location == "Home"


def test_stranger_moves_no_game(group, acorns):
    play = group.finished()
    at = f"/p/{play.share}/where"
    assert group.stranger.post(at, {"location": "Mine"}).status_code == 404
    assert Play.objects.get(pk=play.pk).location == ""


def test_list_is_narrowed_by_location_and_setup(group, acorns):
    here, there = group.finished(), group.finished(goal=8)
    Record.objects.filter(play=here).update(location="Home")
    Record.objects.filter(play=there).update(
        location="Club", variant="hard", variant_label='"Hard"'
    )
    tallies.recount(group.crew)
    page = shown(group, "plays/?title=acorns&location=Club")
    assert [record.play for record in page.context["rows"]] == [there]
    assert page.context["locations"] == ["Club", "Home"]
    assert [r.play for r in shown(group, "plays/?title=acorns&setup=hard").context["rows"]] == [
        there
    ]
    assert ("hard", "Hard") in page.context["setups"]
    assert "location=Club" in page.context["asked"].older("now")


def test_files_name_the_location(group, acorns):
    play = heists(group, 9, 2, target=7)
    Record.objects.filter(play=play).update(location="The cellar")
    record = Record.objects.get(play=play)
    places = list(record.places.select_related("person"))
    assert bgstats.create_play(record, places)["location"] == "The cellar"
    assert "Location: The cellar" in bgg.block(record, places)
    sent = json.loads(b"".join(bgstats.play_file([(record, places)], {})))
    assert [each["name"] for each in sent["locations"]] == ["The cellar"]
    assert sent["plays"][0]["locationRefId"] == sent["locations"][0]["id"]


def test_file_without_locations_invents_none(group, acorns):
    record = Record.objects.get(play=heists(group, 9, 2, target=7))
    places = list(record.places.select_related("person"))
    assert "location" not in bgstats.create_play(record, places)
    sent = json.loads(b"".join(bgstats.play_file([(record, places)], {})))
    assert sent["locations"] == []
    assert "locationRefId" not in sent["plays"][0]


def test_first_game_of_a_person_is_marked(group, acorns):
    first, second = heists(group, 9, 2, target=7), heists(group, 9, 2, target=7)
    pages = [
        group.phones["Ana"].get(f"/p/{play.share}/").content.decode() for play in (first, second)
    ]
    assert ["first game" in text for text in pages] == [True, False]
    answer = group.phones["Ana"].get(f"/c/{group.crew.key}/plays.bgsplay")
    sent = json.loads(b"".join(answer))
    assert [[s["newPlayer"] for s in p["playerScores"]] for p in sent["plays"]] == [
        [False, False],
        [True, True],
    ]


def test_imports_keep_where_a_game_was(group, ana, at):
    plays = json.loads(file(bg("A1", locationRefId=7), bg("A2", locationRefId=8), bg("A3")))
    plays["locations"] = [{"id": 7, "name": " Ola's flat "}, {"id": 8, "name": "Sidekick"}]
    taken(ana, looked(ana, at, json.dumps(plays).encode()))
    kept = dict(Record.objects.values_list("source_id", "location"))
    assert kept == {"A1": "Ola's flat", "A2": "", "A3": ""}


def test_member_sets_where_an_imported_game_was(group, ana, at):
    taken(ana, looked(ana, at, file(bg("A1"))))
    record = Record.objects.get()
    past = f"/c/{group.crew.key}/past/{record.pk}/"
    assert group.phones["Bo"].post(past, {"location": "Club"}).status_code == 302
    assert "Club" in group.phones["Bo"].get(past).content.decode()
    assert group.stranger.post(past, {"location": "x"}).status_code in (302, 403, 404)
    assert Record.objects.get().location == "Club"


def test_game_without_id_is_known_again_after_upgrade():
    at = datetime(2026, 5, 2, 19, tzinfo=UTC)
    seats = (PastSeat("Ana", True, 10),)
    played = Past("", "Catan", at, seats, 60, 0, "Seafarers", "cold", location="Home")
    assert played.identity == (
        "Past(key='', game='Catan', "
        "at=datetime.datetime(2026, 5, 2, 19, 0, tzinfo=datetime.timezone.utc), "
        "seats=(PastSeat(name='Ana', winner=True, score=10, rank=None, role='', first=False, "
        "named=True),), minutes=60, rounds=0, variant='Seafarers', note='cold', together=None)"
    )


def test_usual_length_is_the_median(group, acorns):
    for minutes in (60, 70, 500):
        Record.objects.filter(play=group.finished()).update(minutes=minutes)
    assert queries.median_length(group.crew, "clean") == "1 h 10 min"
    assert queries.median_length(Crew.objects.create(name="Empty"), "clean") == "–"
    assert Acorns.title.slug == "acorns"
