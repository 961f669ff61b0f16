"""One evening of every title goes out, and a reader that knows only the formats reads it back."""

import csv
import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.stats.exports import bgstats
from companion.stats.models import Record
from games import registry
from tests import golden
from tests.stats.conftest import phone_of
from tests.stats.evenings import Evenings

POINTS = {"animated-dice"}
TEAMS = {"gotham-chronicles"}
TOGETHER = {"batman-who-laughs", "fire-nation"}
ONE_EACH = {golden.title(path): path for path in golden.files()}


@pytest.fixture(params=sorted(ONE_EACH))
def evening(request, db, monkeypatch):
    """Return a play of one title with two people more than parts where that can be, and its
    crew."""
    played = Evenings(monkeypatch, 7)
    crew = played.crew("The Cellar")
    play = played.play(crew, ONE_EACH[request.param])
    played.now += played.now - played.now.replace(hour=0)
    return request.param, crew, play


def read_file(data):
    """Return a ``.bgsplay`` file with its references followed: what BG Stats would show."""
    document = json.loads(data)
    games = {game["id"]: game for game in document["games"]}
    people = {player["id"]: player for player in document["players"]}
    places = {place["id"]: place for place in document["locations"]}
    assert set(document) == {"about", "games", "players", "locations", "plays", "userInfo"}
    assert document["userInfo"]["meRefId"] in people
    for play in document["plays"]:
        yield (
            games[play["gameRefId"]],
            places.get(play.get("locationRefId")),
            play,
            [(people[score["playerRefId"]], score) for score in play["playerScores"]],
        )


def expected(play):
    """Yield who held what and won, from the outcome and the seats alone."""
    outcome, together = play.outcome, play.title in TOGETHER
    winners = set(outcome.get("winners", ()))
    for seat in play.seats.order_by("pk"):
        won = outcome["result"] == "won" if together else bool(winners & set(seat.parts))
        mine = [s for s in outcome.get("scores", ()) if s["part"] in seat.parts]
        points = [s["score"] for s in mine if s.get("score") is not None]
        yield seat.name, won, max(points, default=None)


def test_the_file_says_who_played_won_and_scored(evening):
    slug, crew, play = evening
    answer = phone_of(crew.people.get(name="Ana")).get(f"/c/{crew.key}/plays.bgsplay")
    ((game, place, row, scores),) = read_file(b"".join(answer))
    assert (game["noPoints"], game["usesTeams"], game["cooperative"]) == (
        slug not in POINTS,
        slug in TEAMS,
        slug in TOGETHER,
    )
    assert (row["usesTeams"], row["manualWinner"]) == (slug in TEAMS, slug not in POINTS)
    assert game["bggId"] == registry.referee(slug).title.bgg
    assert place is None
    told = {who["name"]: (s["winner"], s["score"]) for who, s in scores}
    assert told == {
        name: (won, str(points) if slug in POINTS else "") for name, won, points in expected(play)
    }
    assert [s["seatOrder"] for _who, s in scores] == list(range(1, len(scores) + 1))
    assert len({who["uuid"] for who, _s in scores}) == len(scores)
    if slug in TOGETHER:
        assert len({s["winner"] for _who, s in scores}) == 1
        assert not any("rank" in s for _who, s in scores)
    for _who, score in scores:
        teams = set(score.get("team", "").split("／")) - {""}
        assert teams <= {"Heroes", "Villain"}
        assert bool(teams) == (slug in TEAMS)
        assert not score["winner"] or score.get("rank", 1) == 1


def test_the_link_fills_in_the_same_play(evening):
    slug, _crew, play = evening
    record = Record.objects.get(play=play)
    places = list(record.places.select_related("person"))
    address = bgstats.link(record, places)
    data = json.loads(parse_qs(urlsplit(address).query)["data"][0])
    told = {p["name"]: (p["winner"], p.get("score")) for p in data["players"]}
    assert told == {
        name: (won, points if slug in POINTS else None) for name, won, points in expected(play)
    }
    assert data["game"]["noPoints"] == (slug not in POINTS)
    assert isinstance(data["game"].get("bggId", 0), int)
    assert [any(p.get("team") for p in data["players"])] == [slug in TEAMS]
    assert all({"winner", "startPlayer"} <= set(p) for p in data["players"])
    assert sum(p["startPlayer"] for p in data["players"]) <= 1


def test_the_table_holds_every_part_with_its_team(evening):
    slug, crew, play = evening
    answer = phone_of(crew.people.get(name="Ana")).get(f"/c/{crew.key}/seats.csv")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    parts = {row["seat"] for row in rows if row["seat"]}
    assert parts == {str(n + 1) for seat in play.seats.all() for n in seat.parts}
    assert {row["session_id"] for row in rows} == {play.share}
    assert all(bool(row["team"]) == (slug in TEAMS) for row in rows)
    winners = {row["player"] for row in rows if row["winner"] == "1"}
    assert winners == {name for name, won, _points in expected(play) if won}
