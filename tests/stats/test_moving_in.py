"""A book of three hundred plays moves in from BG Stats, is read here, and goes out again."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from companion.stats.models import Record
from tests.stats.elsewhere import DICE, RISING, looked, taken

pytestmark = pytest.mark.django_db

PEOPLE = ("Ana", "bo", "Di", "Zoë Ćwikła", "Wawrzyniec", "Anonymous player")
PLACES = ("Home", "Ola's flat", "Klub „Pod Kostką”")
GAMES = {
    DICE: (30, {"cooperative": False, "noPoints": False}),
    RISING: (24, {"cooperative": True, "noPoints": True}),
    "Catan": (60, {"cooperative": False, "noPoints": False}),
    "Pandemic: Fall of Rome": (41, {"cooperative": True, "noPoints": True}),
    "Żółwie: wyścig — edycja jubileuszowa": (9, {"cooperative": False, "noPoints": False}),
    "Brass: Birmingham": (80, {"cooperative": False, "noPoints": False}),
    "6 nimmt!": (55, {"cooperative": False, "noPoints": False, "highestWins": False}),
    "Azul": (1, {"cooperative": False, "noPoints": False}),
}
"""How often each game is played, and what BG Stats knows of it."""
BOARDS = {"Catan": ("", "Seafarers"), RISING: ("Purple", ""), "Brass: Birmingham": ("",)}
ROLES = {"Pandemic: Fall of Rome": ("Consul", "Vestal／Mercator", "Praefectus Classis")}
COMMENTS = ("", "Tight!  Two\nlines", "„Ostatni raz” – said Bo", "won on the last card, 3 + 4")
H_INDEX = 7
"""Seven games were played seven times at least, and an eighth only once."""


def book():
    """Return a whole export as the app writes it."""
    rng = Random(41)
    titles = [name for name, (times, _about) in GAMES.items() for _ in range(times)]
    rng.shuffle(titles)
    at = datetime(2021, 3, 6, 18, 30, tzinfo=UTC)
    plays = []
    for name in titles:
        at += timedelta(days=rng.randint(1, 10), minutes=rng.randint(0, 300))
        plays.append(play(rng, name, at))
    return {
        "about": "BG Stats",
        "games": [
            {
                "id": n,
                "uuid": uuid(rng),
                "name": name,
                "bggId": 1000 + n,
                "highestWins": True,
                "usesTeams": False,
                **about,
            }
            for n, (name, (_times, about)) in enumerate(GAMES.items(), 1)
        ],
        "players": [
            {"id": n, "uuid": uuid(rng), "name": name, "isAnonymous": n == len(PEOPLE)}
            for n, name in enumerate(PEOPLE, 1)
        ],
        "locations": [
            {"id": n, "uuid": uuid(rng), "name": name} for n, name in enumerate(PLACES, 1)
        ],
        "plays": plays,
        "userInfo": {"meRefId": 1},
    }


def uuid(rng):
    return str(UUID(int=rng.getrandbits(128), version=4)).upper()


def play(rng, name, at):
    about = GAMES[name][1]
    who = rng.sample(range(1, len(PEOPLE) + 1), rng.randint(2, 5))
    together, won = about["cooperative"], rng.random() < 0.5
    points = [rng.randint(3, 12) + rng.randint(0, 9) for _ in who]
    best = (max if about.get("highestWins", True) else min)(points)
    stamp = f"{at:%Y-%m-%d %H:%M:%S}"
    told = {
        "uuid": uuid(rng),
        "gameRefId": list(GAMES).index(name) + 1,
        "playDate": stamp,
        "playDateYmd": int(f"{at:%Y%m%d}"),
        "entryDate": stamp,
        "modificationDate": stamp,
        "durationMin": rng.choice((0, 25, 48, 95, 210)),
        "rounds": rng.choice((0, 0, 6)),
        "board": rng.choice(BOARDS.get(name, ("",))),
        "comments": rng.choice(COMMENTS),
        "ignored": False,
        "manualWinner": together,
        "usesTeams": False,
        "rating": rng.choice((0, 8)),
        "playerScores": [
            {
                "playerRefId": person,
                "score": "" if together else written(rng, score),
                "winner": won if together else score == best,
                "startPlayer": not n,
                "newPlayer": False,
                "seatOrder": n + 1,
                "role": rng.choice(ROLES.get(name, ("",))),
                "rank": 0,
                "metaData": "{}",
            }
            for n, (person, score) in enumerate(zip(who, points, strict=True))
        ],
    }
    if rng.random() < 0.8:
        told["locationRefId"] = rng.randint(1, len(PLACES))
    return told


def written(rng, score):
    """Return points as someone adds them up, or their sum."""
    first = rng.randint(1, score - 1)
    return rng.choice((str(score), f"{first}+{score - first}"))


def named(document):
    """Return every play by its id, with names for what it refers to."""
    games, people, locations = (
        {each["id"]: each for each in document[kind]} for kind in ("games", "players", "locations")
    )
    found = {}
    for row in document["plays"]:
        fields = {k: v for k, v in row.items() if k not in {"gameRefId", "locationRefId"}}
        game = games[row["gameRefId"]]
        fields["game"] = {k: v for k, v in game.items() if k not in {"id", "uuid"}}
        fields["location"] = locations.get(row.get("locationRefId"), {}).get("name")
        fields["playerScores"] = [
            {**score, "playerRefId": people[score["playerRefId"]]["name"]}
            for score in row["playerScores"]
        ]
        found[row["uuid"]] = fields
    return found


@pytest.fixture
def moved(group, ana, at):
    document = book()
    content = json.dumps(document, ensure_ascii=False).encode()
    page = taken(ana, looked(ana, at, content), others="*")
    assert "300 plays from" in page.content.decode()
    return document


def test_places_and_first_games_of_three_hundred_plays(group, ana, moved):
    crew = f"/c/{group.crew.key}/"
    facts = dict(ana.get(crew).context["facts"])
    assert (facts["plays"], facts["h-index"]) == (300, H_INDEX)
    told = named(moved)
    kept = Counter(Record.objects.values_list("location", flat=True))
    assert kept == Counter(each["location"] or "" for each in told.values())
    met, records = set(), {each.source_id: each for each in Record.objects.all()}
    for key, row in list(told.items())[:40]:
        who = {score["playerRefId"] for score in row["playerScores"]} - {"Anonymous player"}
        fresh = {name for name in who if (name, row["game"]["name"]) not in met}
        met |= {(name, row["game"]["name"]) for name in fresh}
        page = ana.get(f"{crew}past/{records[key].pk}/").content.decode()
        assert page.count("first game") == len(fresh)


def test_three_hundred_plays_go_back_as_they_came(group, ana, moved):
    page = " ".join(ana.get(f"/c/{group.crew.key}/").content.decode().split())
    assert "under the names people have here" in page
    sent = json.loads(b"".join(ana.get(f"/c/{group.crew.key}/plays.bgsplay")))
    before, after = named(moved), named(sent)
    assert before.keys() == after.keys()
    for key, told in before.items():
        assert after[key] == renamed(told)


def renamed(told):
    """Return a play under the names people have here, as the page says it goes back."""
    scores = [
        {**score, "playerRefId": score["playerRefId"].replace("bo", "Bo")}
        for score in told["playerScores"]
    ]
    return {**told, "playerScores": scores}
