"""BG Stats: the createPlay link for one play, and ``.bgsplay`` files for some.

Times are UTC, flags are always written out, ids are stable: sending a play again updates it.
No number of BoardGameGeek is sent unless it is certain.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from companion.plays.pages.table import speaker_for
from companion.stats import words
from companion.stats.models import Place, Record
from games import registry

SOURCE = "Sidekick"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
ABOUT = "This is a Play file that can be read by Board Game Stats."
BGG_IDS = {"gotham-chronicles": 222514}
JOINED = "／"
SPACE = uuid.UUID("5d3f6a0e-6a0f-5f0c-9a52-1f6f2a4f6b11")


def uid(kind: str, key: str) -> str:
    """The same id for the same thing, whenever and wherever it is exported."""
    return str(uuid.uuid5(SPACE, f"{kind}/{key}")).upper()


def link(record: Record, places: Sequence[Place]) -> str:
    """The link that opens BG Stats with this play filled in."""
    return LINK + quote(msgspec.json.encode(create_play(record, places)).decode(), safe="")


def create_play(record: Record, places: Sequence[Place]) -> dict[str, Any]:
    """The document behind the link."""
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": uid("play", record.play.share),
        "playDate": stamp(record.started_at),
        "board": board(record),
        "comments": comments(record),
        "game": _game(record),
        "players": [
            {
                "name": who(place),
                "sourcePlayerId": person_id(record, place),
                "startPlayer": place.first,
                "winner": bool(place.winner),
                **_score(record, place),
                **({"role": place.role} if place.role else {}),
            }
            for place in places
        ],
    }
    if record.minutes is not None:
        data["durationMin"] = record.minutes
    return data


def play_file(plays: Sequence[tuple[Record, Sequence[Place]]]) -> bytes:
    """A ``.bgsplay`` file: games, people and one place, and the plays that point to them."""
    games: dict[str, int] = {}
    people: dict[str, tuple[int, str]] = {}
    rows = []
    for record, places in plays:
        game = games.setdefault(record.title, len(games) + 1)
        for place in places:
            people.setdefault(person_id(record, place), (len(people) + 1, who(place)))
        rows.append(_play(record, places, game, people))
    document = {
        "about": ABOUT,
        "games": [_game_row(slug, number) for slug, number in games.items()],
        "locations": [{"id": 1, "uuid": uid("location", SOURCE), "name": SOURCE}],
        "players": [
            {"id": number, "uuid": key, "name": name, "isAnonymous": False}
            for key, (number, name) in people.items()
        ],
        "plays": rows,
        "userInfo": {"meRefId": 1},
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _play(
    record: Record,
    places: Sequence[Place],
    game: int,
    people: dict[str, tuple[int, str]],
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "uuid": uid("play", record.play.share),
        "gameRefId": game,
        "locationRefId": 1,
        "playDate": stamp(record.started_at),
        "playDateYmd": int(f"{record.started_at.astimezone(UTC):%Y%m%d}"),
        "entryDate": stamp(record.ended_at),
        "modificationDate": stamp(record.ended_at),
        "rounds": record.turns,
        "board": board(record),
        "comments": comments(record),
        "ignored": False,
        "manualWinner": not _points(record, places),
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": people[person_id(record, place)][0],
                "score": "" if place.score is None else str(place.score),
                "winner": bool(place.winner),
                "startPlayer": place.first,
                "newPlayer": False,
                "seatOrder": place.part + 1,
                "role": place.role,
                "metaData": "{}",
                **({"rank": place.rank} if place.rank else {}),
            }
            for place in places
        ],
    }
    if record.minutes is not None:
        data["durationMin"] = record.minutes
    return data


def _game(record: Record) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": words.title_name(record.title),
        "sourceGameId": record.title,
        "highestWins": True,
        "noPoints": not keeps_score(record.title),
    }
    if record.title in BGG_IDS:
        data["bggId"] = BGG_IDS[record.title]
    return data


def _game_row(slug: str, number: int) -> dict[str, Any]:
    title = words.title_of(slug)
    return {
        "id": number,
        "uuid": uid("game", slug),
        "name": words.title_name(slug),
        "bggId": BGG_IDS.get(slug, 0),
        "cooperative": bool(title and title.cooperative),
        "highestWins": True,
        "noPoints": not keeps_score(slug),
        "usesTeams": False,
    }


def keeps_score(slug: str) -> bool:
    """Whether a title is won by points; a cooperative one never is."""
    title = words.title_of(slug)
    return bool(title) and not title.cooperative  # type: ignore[union-attr]


def _points(record: Record, places: Sequence[Place]) -> bool:
    return keeps_score(record.title) and any(place.score is not None for place in places)


def _score(record: Record, place: Place) -> dict[str, Any]:
    if not keeps_score(record.title):
        return {}
    data: dict[str, Any] = {}
    if place.score is not None:
        data["score"] = place.score
    if place.rank is not None:
        data["rank"] = place.rank
    return data


def who(place: Place) -> str:
    """The name of whoever played; the part's where nobody was named."""
    return (place.person.name if place.person else place.name) or place.role or "?"


def person_id(record: Record, place: Place) -> str:
    """The person's own id; without a person one that is stable for this seat of this play."""
    if place.person:
        return uid("person", str(place.person.uid))
    return uid("seat", f"{record.play.share}/{place.part}/{place.name}")


def board(record: Record) -> str:
    """The set-up's name, as BG Stats calls a variant or scenario."""
    if record.title not in registry.TITLES:
        return record.variant
    return words.label(record.variant_label, speaker_for(record.title))


def comments(record: Record) -> str:
    """A short line: the ending, and what was not by the book."""
    ending = words.ending(record.play)
    parts = [f"{ending}."] if ending else []
    if record.overruled:
        parts.append(f"House rulings: {record.overruled}.")
    if record.adjusted:
        parts.append(f"Adjusted: {record.adjusted}.")
    return " ".join(parts)


def stamp(time: datetime) -> str:
    """A time as BG Stats wants it: UTC, no letters."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
