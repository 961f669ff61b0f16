"""Plays a group logged elsewhere: looked at, taken in once, counted."""

import csv
import io
import json
from datetime import timedelta

import pytest

from companion.crews.models import Person
from companion.stats import queries, recent, tallies
from companion.stats.exports import csvs
from companion.stats.models import Import, Place, Record, StagedPlay
from companion.uploads.models import Upload
from tests.sending import send
from tests.stats.conftest import heists
from tests.stats.elsewhere import DICE, FILE, RISING, bg, field, file, looked, sent_as, taken, whole

pytestmark = pytest.mark.django_db


def test_preview_matches_by_name_and_changes_nothing(group, ana, at):
    group.finished()
    before = whole(group.crew)
    page = ana.get(looked(ana, at))
    assert page.status_code == 200
    told = page.context["questions"].choices
    assert told.games == {DICE: "animated-dice", RISING: "batman-who-laughs", "Catan": "*"}
    assert told.people == {
        "Ana": str(group.people["Ana"].pk),
        "bo": str(group.people["Bo"].pk),
        "Zoe": "new",
    }
    text = page.content.decode()
    assert "4 new plays." in text
    assert "Games that Sidekick doesn't referee" in " ".join(text.split())
    assert whole(group.crew) == before
    assert not Record.objects.exclude(source_id="").exists()


def test_bad_play_is_named_and_others_are_taken(group, ana, at):
    bad = bg("B1", date="soon")
    where = looked(ana, at, file(bg("A1"), bad, bg("B2", game=9), bg("B3", scores=[(7, "", True)])))
    text = ana.get(where).content.decode()
    assert "3 lines can't be read" in text
    assert "<b>Play 2</b>: “soon” is not a date" in text
    assert "<b>Play 3</b>: its game is not in the file" in text
    assert "<b>Play 4</b>: a player in it isn&#x27;t in the file" in text
    assert "1 play from" in taken(ana, where).content.decode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "The file is empty."),
        (b"{", "It is not a JSON file"),
        (b'{"plays": 3}', "It has no list of plays"),
        (b'{"plays": []}', "There are no plays in it."),
        (b"what;ever\n1;2\n", "missing: game, date, player"),
        (b"game,date,player\nTalisman,never,Ana\n", "Line 2: “never” is not a date"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "It contains a character that"),
        (b'{"plays": [{"uuid": "\\u0000"}]}', "It contains a character that"),
    ],
)
def test_unreadable_file_says_why_and_leaves_nothing(group, ana, at, content, why):
    answer = sent_as(ana, at, content or b" ", "x.csv")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert why in text
    assert f'href="{at}"' in text
    assert not Import.objects.exists()
    assert not StagedPlay.objects.exists()


def test_only_who_keeps_the_crew_brings_plays(group, at):
    assert send(group.phones["Bo"], at, FILE).status_code == 403
    assert send(group.stranger, at, FILE).status_code == 403
    assert not Upload.objects.exists()
    assert at not in group.phones["Bo"].get(f"/c/{group.crew.key}/").content.decode()


def test_imported_plays_stand_in_every_list_and_sum(group, ana, at):
    page = taken(ana, looked(ana, at))
    text = page.content.decode()
    assert "3 plays from BGStatsExport.json added to the book" in text
    assert "1 play of another game was skipped" in text
    crew = group.crew
    sums = crew.tallies.get(book="clean", kind="all")
    assert (sums.plays, sums.minutes, sums.timed) == (3, 105, 3)
    dice = crew.tallies.get(kind="person", title="animated-dice", who=group.people["Ana"].pk)
    assert (dice.plays, dice.won, dice.decided, dice.score, dice.scored) == (2, 1, 2, 17, 2)
    zoe = Person.objects.get(crew=crew, name="Zoe")
    assert crew.tallies.get(kind="person", title="", who=zoe.pk).won == 1
    rising = Record.objects.get(source_id="A3")
    assert (rising.result, rising.margin) == ("won", None)
    first = Record.objects.get(source_id="A1")
    assert (first.margin, first.ended_at - first.started_at) == (3, timedelta(minutes=35))
    assert [p.winner for p in rising.places.all()] == [True, True]
    key = crew.key
    for path in ("", "plays/", "g/animated-dice/", "g/batman-who-laughs/", f"who/{zoe.pk}/"):
        assert ana.get(f"/c/{key}/{path}").status_code == 200, path
    text = ana.get(f"/c/{key}/plays/").content.decode()
    assert f"/c/{key}/past/{rising.pk}/" in text
    assert (
        "Zoe" in ana.get(f"/c/{key}/past/{Record.objects.get(source_id='A2').pk}/").content.decode()
    )


def test_sums_of_taken_plays_are_those_of_recount(group, ana, at):
    group.finished()
    taken(ana, looked(ana, at))
    counted = whole(group.crew)
    tallies.recount(group.crew)
    assert whole(group.crew) == counted


def test_bringing_a_file_again_changes_nothing(group, ana, at):
    taken(ana, looked(ana, at), others="*")
    before = whole(group.crew)
    where = looked(ana, at)
    assert "All of its plays are already in the book" in ana.get(where).content.decode()
    assert "0 plays from" in taken(ana, where).content.decode()
    assert whole(group.crew) == before
    assert Record.objects.filter(crew=group.crew).count() == 4


def test_play_standing_twice_in_file_is_taken_once(group, ana, at):
    taken(ana, looked(ana, at, file(bg("A1"), bg("A1"))))
    assert Record.objects.filter(crew=group.crew).count() == 1


def test_our_own_plays_are_recognized_coming_back(group, ana, at):
    heists(group, 4, 9, target=7)
    back = ana.get(f"/c/{group.crew.key}/plays.bgsplay")
    where = looked(ana, at, b"".join(back))
    assert "All of its plays are already in the book" in ana.get(where).content.decode()
    table = ana.get(f"/c/{group.crew.key}/seats.csv")
    where = looked(ana, at, b"".join(table), "x.csv")
    assert "All of its plays are already in the book" in ana.get(where).content.decode()


def test_evening_logged_twice_counts_once_unless_both_wanted(group, ana, at):
    play = heists(group, 4, 9, target=7)
    day = Record.objects.get(play=play).started_at.strftime("%Y-%m-%d %H:59:59")
    content = file(bg("A1", date=day))
    page = taken(ana, looked(ana, at, content))
    assert "1 was skipped: the book already has a game like it" in page.content.decode()
    assert Record.objects.filter(crew=group.crew).count() == 1
    assert "1 play from" in taken(ana, looked(ana, at, content), alike="on").content.decode()
    assert Record.objects.filter(crew=group.crew).count() == 2


def test_book_record_matches_only_one_play_of_evening(group, ana, at):
    play = heists(group, 4, 9, target=7)
    start = Record.objects.get(play=play).started_at
    days = [f"{start - timedelta(hours=h):%Y-%m-%d %H:%M:%S}" for h in (1, 3, 24)]
    taken(ana, looked(ana, at, file(*(bg(f"A{n}", date=day) for n, day in enumerate(days)))))
    brought = Record.objects.filter(imported__isnull=False).values_list("source_id", flat=True)
    assert sorted(brought) == ["A1", "A2"]


def test_names_and_games_can_be_put_right(group, ana, at):
    where = looked(ana, at)
    page = ana.get(where)
    changes = {
        field(page, "Zoe"): str(group.people["Di"].pk),
        field(page, "bo"): "nobody",
        field(page, RISING): "",
    }
    taken(ana, where, **changes)
    assert group.crew.people.count() == 4
    assert group.crew.tallies.get(kind="person", title="", who=group.people["Di"].pk).won == 1
    assert not group.crew.tallies.filter(who=group.people["Bo"].pk).exists()
    assert not Record.objects.filter(title="batman-who-laughs").exists()
    nobody = Place.objects.get(record__source_id="A1", score=9)
    assert (nobody.person, nobody.name) == (None, "bo")


def test_game_chosen_later_asks_who_its_people_are(group, ana, at):
    content = file(bg("A1"), bg("C1", game=3, scores=[(3, "", True)]))
    where = looked(ana, at, content)
    page = ana.get(where)
    assert "Zoe" in [f.label for f in page.context["questions"].people]
    Import.objects.update(choices={"games": {DICE: "animated-dice"}})
    page = ana.get(where)
    assert "Zoe" not in [f.label for f in page.context["questions"].people]
    again = taken(ana, where, **{field(page, "Catan"): "talisman-batman"})
    assert again.status_code == 422
    assert "There are more people in it" in again.content.decode()
    assert not Record.objects.filter(crew=group.crew).exists()
    taken(ana, where)
    assert Record.objects.get(source_id="C1").title == "talisman-batman"


def test_nothing_chosen_is_said_and_nothing_lost(group, ana, at):
    where = looked(ana, at, file(bg("C1", game=3)))
    answer = taken(ana, where)
    assert answer.status_code == 422
    assert "You haven&#x27;t chosen a game" in answer.content.decode()
    assert StagedPlay.objects.count() == 1


def test_rivals_without_winner_neither_won_nor_lost(group, ana, at):
    content = file(bg("A1", scores=[(1, "", False), (2, "", False)]))
    taken(ana, looked(ana, at, content))
    record = Record.objects.get(source_id="A1")
    assert (record.result, {p.winner for p in record.places.all()}) == ("ended", {None})


def test_plays_marked_as_uncounted_stay_out(group, ana, at):
    where = looked(ana, at, file(bg("A1"), bg("A2", ignored=True)))
    assert "1 is flagged there as abandoned or not counted" in ana.get(where).content.decode()
    taken(ana, where)
    assert Record.objects.filter(crew=group.crew).count() == 1


def test_table_from_windows_or_excel_keeps_its_letters(group, ana, at):
    for n, code in enumerate(("cp1250", "utf-16", "utf-8-sig")):
        text = f"data;gra;gracz\r\n2024-05-0{n + 1};{DICE};Żółć\r\n"
        taken(ana, looked(ana, at, text.encode(code), "gry.csv"))
    assert Place.objects.filter(person__name="Żółć").count() == 3
    assert group.crew.people.filter(name="Żółć").count() == 1


def test_other_games_are_kept_under_their_names(group, ana, at):
    rows = [
        bg("O1", game=3, rating=8, comments="a\nb", scores=[(1, "12+3", True), (3, "7", False)]),
        bg("O2", game=4, scores=[(1, "", True), (3, "", True)]),
        bg("O3", game=4, date="2024-08-02 19:40:11", scores=[(1, "", False), (3, "", False)]),
    ]
    rows[0]["playerScores"][0] |= {"role": "Red／Blue", "newPlayer": True, "startPlayer": True}
    document = json.loads(file(*rows, games={3: "Catan", 4: "Pandemic"}))
    document["games"][0] |= {"bggId": 13, "noPoints": False, "highestWins": True}
    document["games"][1] |= {"bggId": 30549, "cooperative": True}
    taken(ana, looked(ana, at, json.dumps(document).encode()), others="*")
    catan, pandemic, _lost = Record.objects.order_by("title", "started_at")
    assert (catan.title, catan.result, pandemic.result) == ("Catan", "won", "won")
    page = ana.get(f"/c/{group.crew.key}/").content.decode()
    assert "Catan" in page
    assert "?title=Pandemic" in page
    own = ana.get(f"/c/{group.crew.key}/other/?title=Catan")
    told = " ".join(own.content.decode().split())
    assert ("Ana", 1, "15.0", 15, 15) in own.context["points"].rows
    assert [row.name for row in own.context["newest"]] == ["Catan"]
    assert "first game" in told
    assert "Sidekick doesn't referee this game" in told
    for left_out in ("/start", "/luck/", "/dice", "step/"):
        assert left_out not in told[told.index("<main") : told.index("</main")]
    for unknown in ("Chess", "animated-dice", ""):
        assert ana.get(f"/c/{group.crew.key}/other/?title={unknown}").status_code == 404
    (zoe,) = recent.head_to_head(group.people["Ana"])
    assert (zoe.ahead, zoe.together, zoe.won) == (1, 2, 1)
    listed = ana.get(f"/c/{group.crew.key}/plays/?title=Catan")
    assert [row.winners for row in listed.context["rows"]] == ["Ana won"]
    assert ana.get(f"/c/{group.crew.key}/past/{catan.pk}/").status_code == 200
    answer = ana.get(f"/c/{group.crew.key}/plays.bgsplay")
    back = json.loads(b"".join(answer.streaming_content))
    plays = {play["uuid"]: play for play in back["plays"]}
    for sent in rows:
        got = plays[sent["uuid"]]
        refs = ("gameRefId", "playerRefId", "playerScores")
        assert {k: v for k, v in sent.items() if k not in refs}.items() <= got.items()
        for was, now in zip(sent["playerScores"], got["playerScores"], strict=True):
            assert {k: v for k, v in was.items() if k not in refs}.items() <= now.items()
    games = {game["name"]: game for game in back["games"]}
    assert (games["Catan"]["bggId"], games["Pandemic"]["cooperative"]) == (13, True)


def test_own_spreadsheet_keeps_reason_rules_and_team(group, ana, at):
    text = "\r\n".join(
        [
            ",".join(csvs.SEATS),
            "abc,fire-nation,4,hard,2024-05-02T19:00:00Z,30,3,lost,ruin,1,Ana,Aang,Water,1,0,,,0,0,Home",
            "abc,fire-nation,4,hard,2024-05-02T19:00:00Z,30,3,lost,ruin,2,Bo,Toph,Earth,0,0,,,0,0,Home",
        ]
    )
    taken(ana, looked(ana, at, text.encode(), "plays.csv"))
    answer = ana.get(f"/c/{group.crew.key}/seats.csv")
    back = [*csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode()))]
    sent = [*csv.DictReader(io.StringIO(text))]
    same = ("rules_version", "end_reason", "team", "role", "rounds", "location", "start_player")
    assert [[row[name] for name in same] for row in back] == [
        [row[name] for name in same] for row in sent
    ]


def test_h_index_counts_games_played_that_often():
    assert queries.h_index([5, 3, 3, 1]) == 3
    assert queries.h_index([]) == 0
    assert queries.h_index([1, 1]) == 1
