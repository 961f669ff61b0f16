"""One evening, whole, in every form in which it is handed to someone else."""

import csv
import io
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from companion.plays import ledger
from companion.plays.models import Entry, Play
from companion.stats import history, tallies
from companion.stats.exports import bgg, bgstats, csvs
from tests.stats.conftest import heists, roll

BEGAN = datetime(2026, 3, 1, 23, 50, tzinfo=UTC)


def rows_of(sent):
    """Return the rows of a spreadsheet that was sent in pieces."""
    return list(csv.DictReader(io.StringIO(b"".join(sent).decode())))


def counted(play, minutes):
    """Return the play's record, its entries made so many minutes after the beginning."""
    for entry, n in zip(play.entries.order_by("seq"), minutes, strict=True):
        Entry.objects.filter(pk=entry.pk).update(at=BEGAN + timedelta(minutes=n))
    ended = BEGAN + timedelta(minutes=minutes[-1])
    Play.objects.filter(pk=play.pk).update(created_at=BEGAN, ended_at=ended)
    record = tallies.count(play.pk)
    return record, list(record.places.select_related("person"))


@pytest.fixture
def heist(group):
    """Return a heist: Ana steals 4 and 9, Bo 2 and 1, from ten to midnight on."""
    play = heists(group, 4, 2, 9, 1, target=10)
    play.entries.filter(ordinal__in=(1, 3)).update(actor=0)
    play.entries.filter(ordinal__in=(2, 4)).update(actor=1)
    return counted(play, (0, 10, 20, 30))


@pytest.fixture
def squirrels(group):
    """Return Acorns with a guest no one knows; a number was corrected and a rule overruled."""
    play = group.play(6, names="Ana Zoe")
    seats = list(play.seats.order_by("pk"))
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.1", "value": 3}, key="a")
    over = {"override:E_NOT_ACTIVE": "so we said"}
    ledger.record(play.pk, {"do": "roll", "face": 2}, key="o", actor=0, answers=over)
    roll(play, 5, seats)
    play.refresh_from_db()
    assert play.over
    return counted(play, (0, 1, 2, 3))


def test_bg_stats_is_handed_the_whole_evening(heist, group):
    record, places = heist
    data = bgstats.create_play(record, places)
    people = {name: bgstats.uid("person", str(group.people[name].uid)) for name in ("Ana", "Bo")}
    assert data == {
        "sourceName": "Sidekick",
        "sourcePlayId": bgstats.uid("play", record.play.share),
        "playDate": "2026-03-01 23:50:00",
        "board": "10",
        "comments": data["comments"],
        "game": {
            "name": "Batman: The Animated Series Dice Game",
            "sourceGameId": "animated-dice",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": people["Ana"],
                "startPlayer": True,
                "winner": True,
                "score": 13,
                "rank": 1,
                "role": "The Joker",
            },
            {
                "name": "Bo",
                "sourcePlayerId": people["Bo"],
                "startPlayer": False,
                "winner": False,
                "score": 3,
                "rank": 2,
                "role": "Catwoman",
            },
        ],
        "durationMin": 30,
    }


def test_bg_stats_file_holds_games_people_and_plays(heist, squirrels, group):
    heist[0].location = "The cellar"
    debuts = {(group.people["Ana"].pk, "animated-dice"): heist[0].started_at}
    file = msgspec.json.decode(b"".join(bgstats.play_file([heist, squirrels], debuts)))
    assert file["about"] == "This is a Play file that can be read by Board Game Stats."
    assert file["userInfo"] == {"meRefId": 1}
    assert file["locations"] == [
        {"id": 1, "uuid": bgstats.uid("location", "The cellar"), "name": "The cellar"}
    ]
    kinds = {"bggId": 0, "cooperative": False, "highestWins": True, "usesTeams": False}
    assert file["games"] == [
        {
            "id": 1,
            "uuid": bgstats.uid("game", "animated-dice"),
            "name": "Batman: The Animated Series Dice Game",
            "noPoints": False,
            **kinds,
        },
        {
            "id": 2,
            "uuid": bgstats.uid("game", "acorns"),
            "name": "Acorns",
            "noPoints": True,
            **kinds,
        },
    ]
    assert [(p["id"], p["name"], p["isAnonymous"]) for p in file["players"]] == [
        (1, "Ana", False),
        (2, "Bo", False),
        (3, "Zoe", False),
    ]
    share = squirrels[0].play.share
    assert [p["uuid"] for p in file["players"]] == [
        bgstats.uid("person", str(group.people["Ana"].uid)),
        bgstats.uid("person", str(group.people["Bo"].uid)),
        bgstats.uid("seat", f"{share}/1/Zoe"),
    ]
    first, second = file["plays"]
    assert first == {
        "uuid": bgstats.uid("play", heist[0].play.share),
        "gameRefId": 1,
        "locationRefId": 1,
        "playDate": "2026-03-01 23:50:00",
        "playDateYmd": 20260301,
        "entryDate": "2026-03-02 00:20:00",
        "modificationDate": "2026-03-02 00:20:00",
        "rounds": 2,
        "board": "10",
        "comments": first["comments"],
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "playerScores": [
            score(
                1, 1, "The Joker", score="13", winner=True, startPlayer=True, newPlayer=True, rank=1
            ),
            score(2, 2, "Catwoman", score="3", rank=2),
        ],
        "durationMin": 30,
    }
    assert second["playerScores"] == [
        score(1, 1, "Squirrel 1", winner=True, startPlayer=True),
        score(3, 2, "Squirrel 2"),
    ]
    assert (second["gameRefId"], second["manualWinner"], second["durationMin"]) == (2, True, 3)


def score(person, seat, role, **told):
    plain = {"score": "", "winner": False, "startPlayer": False, "newPlayer": False}
    return plain | {"playerRefId": person, "seatOrder": seat, "role": role, "metaData": "{}"} | told


def test_a_length_nobody_knows_is_not_sent(heist):
    record, places = heist
    record.minutes = None
    assert "durationMin" not in bgstats.create_play(record, places)
    file = msgspec.json.decode(b"".join(bgstats.play_file([(record, places)], {})))
    assert "durationMin" not in file["plays"][0]
    assert "Length: ? min" in bgg.block(record, places)


def test_what_was_not_by_book_stands_in_comments(squirrels, heist):
    assert bgstats.comments(squirrels[0]) == (
        "Squirrel 1 has a full store. House rulings: 1. Adjusted: 1."
    )
    assert "Adjusted" not in bgstats.comments(heist[0])
    assert "House" not in bgstats.comments(heist[0])


def test_only_gotham_has_its_boardgamegeek_number(heist):
    record, places = heist
    record.title = "gotham-chronicles"
    assert bgstats.create_play(record, places)["game"] == {
        "name": "Batman: Gotham City Chronicles",
        "sourceGameId": "gotham-chronicles",
        "highestWins": True,
        "noPoints": True,
        "bggId": 222514,
    }
    file = msgspec.json.decode(b"".join(bgstats.play_file([(record, places)], {})))
    assert file["games"][0]["bggId"] == 222514


def test_nameless_player_is_called_by_part_or_mark(heist):
    _record, (ana, bo) = heist
    bo.person, bo.name = None, "Robert"
    assert [bgstats.who(place) for place in (ana, bo)] == ["Ana", "Robert"]
    bo.name = ""
    assert bgstats.who(bo) == "Catwoman"
    bo.role = ""
    assert bgstats.who(bo) == "?"


def test_gone_title_is_handed_over_under_known_names(heist):
    record, places = heist
    record.title = "chess"
    data = bgstats.create_play(record, places)
    assert (data["game"]["name"], data["game"]["noPoints"]) == ("chess", False)
    assert data["board"] == record.variant
    assert data["players"][0]["score"] == 13


def test_block_for_boardgamegeek_has_the_local_day(heist, squirrels, settings):
    settings.TIME_ZONE = "Pacific/Kiritimati"
    heist[0].started_at = datetime(2026, 3, 1, 23, tzinfo=UTC)
    assert "Date: 2026-03-02" in bgg.block(*heist)


def test_block_for_boardgamegeek_follows_order_of_its_form(heist, squirrels):
    ending = bgstats.comments(heist[0])
    assert bgg.block(*heist).splitlines() == [
        "Batman: The Animated Series Dice Game",
        "Date: 2026-03-01",
        "Length: 30 min",
        "- Ana: starting position 1, The Joker, score 13, won",
        "- Bo: starting position 2, Catwoman, score 3",
        f"Comments: Rounds: 2. 10 {ending}",
    ]
    told = bgg.block(*squirrels).splitlines()
    assert "Don't count win stats: yes" in told
    assert "Incomplete: yes" not in told
    record, places = squirrels
    record.result, record.overruled = "abandoned", 0
    places[1].part, places[1].role = -1, ""
    told = bgg.block(record, places).splitlines()
    assert "Incomplete: yes" in told
    assert "Don't count win stats: yes" not in told
    assert told[-2] == "- Zoe"


def test_spreadsheet_holds_whole_evening_seat_by_seat(heist, squirrels):
    rows = rows_of(csvs.seats([heist, squirrels]))
    assert rows[0] == {
        "session_id": heist[0].play.share,
        "game": "animated-dice",
        "rules_version": str(heist[0].play.rules_version),
        "variant": "10",
        "started_utc": "2026-03-01T23:50:00Z",
        "minutes": "30",
        "rounds": "2",
        "outcome": "won",
        "end_reason": heist[0].condition,
        "seat": "1",
        "player": "Ana",
        "role": "The Joker",
        "team": "",
        "start_player": "1",
        "winner": "1",
        "rank": "1",
        "score": "13",
        "house_rules": "0",
        "corrections": "0",
        "location": "",
    }
    last = rows[-1]
    assert (last["player"], last["seat"], last["winner"], last["start_player"]) == (
        "Zoe",
        "2",
        "0",
        "0",
    )
    assert (last["house_rules"], last["corrections"], last["score"]) == ("1", "1", "")
    _record, places = squirrels
    places[1].part, places[1].winner = -1, None
    (_ana, zoe) = rows_of(csvs.seats([squirrels]))
    assert (zoe["seat"], zoe["winner"]) == ("", "")


def test_die_row_says_when_who_and_what_for(squirrels):
    record, _places = squirrels
    rows = rows_of(csvs.dice(history.read(record.play)))
    assert rows[1] == {
        "session_id": record.play.share,
        "n": "2",
        "at_utc": "2026-03-01T23:52:00Z",
        "seat": rows[1]["seat"],
        "die_id": "d6.1",
        "die_type": "d6",
        "face": "2",
        "kept": "",
        "reroll_no": "",
        "purpose": "store",
    }
    assert [row["n"] for row in rows] == ["1", "2", "3"]
