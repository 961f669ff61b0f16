"""BG Stats: the createPlay link for one play, and ``.bgsplay`` files for any number.

Times are UTC, flags are always written out, ids are stable: sending a play again updates it.
No number of BoardGameGeek is sent unless it is certain.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from companion.plays import faults
from companion.plays.pages.table import speaker_for
from companion.stats import words
from companion.stats.models import Place, Record
from games import registry
from games.messages import Speaker
from games.referee import AnyReferee, Referee

SOURCE = "Sidekick"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
ABOUT = "This is a Play file that can be read by Board Game Stats."
JOINED = "／"
Debuts = Mapping[tuple[int | None, str], datetime]
"""When a person (by key) first played a title."""
NOBODY: Debuts = {}
SPACE = uuid.UUID("5d3f6a0e-6a0f-5f0c-9a52-1f6f2a4f6b11")


@dataclass(frozen=True)
class Player:
    """Someone who played, once, whatever they held; ``seat`` counts from 1 around the table."""

    id: str
    name: str
    seat: int
    winner: bool
    first: bool
    new: bool
    role: str
    team: str
    score: int | None
    rank: int | None


def uid(kind: str, key: str) -> str:
    """Return the same id for the same thing, whenever and wherever it is exported."""
    return str(uuid.uuid5(SPACE, f"{kind}/{key}")).upper()


def link(record: Record, places: Sequence[Place]) -> str:
    """Return the link that opens BG Stats with this play filled in."""
    return LINK + quote(msgspec.json.encode(create_play(record, places)).decode(), safe="")


def create_play(record: Record, places: Sequence[Place]) -> dict[str, Any]:
    """Return the document behind the link."""
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(record),
        "playDate": stamp(record.started_at),
        "board": board(record),
        "comments": comments(record),
        "game": _game(record),
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.id,
                "startPlayer": player.first,
                "winner": player.winner,
                **_given(score=player.score, rank=player.rank),
                **_given(role=player.role or None, team=player.team or None),
            }
            for player in players(record, places)
        ],
    }
    if record.minutes is not None:
        data["durationMin"] = record.minutes
    if record.location:
        data["location"] = record.location
    return data


def play_file(plays: Iterable[tuple[Record, Sequence[Place]]], debuts: Debuts) -> Iterator[bytes]:
    """Yield a ``.bgsplay`` file, play by play; what they point to (games, people, locations)
    follows.

    ``debuts`` is when each person first played a title (``queries.debuts``).
    """
    games: dict[str, int] = {}
    locations: dict[str, int] = {}
    people: dict[str, tuple[int, str]] = {}
    told: dict[str, dict[str, Any]] = {}
    yield b'{"about":' + msgspec.json.encode(ABOUT) + b',"plays":['
    between = b"\n"
    for record, places in plays:
        game = games.setdefault(record.title, len(games) + 1)
        sat = players(record, places, debuts)
        told[record.title] = told.get(record.title) or (record.raw or {}).get("game", {})
        for player in sat:
            people.setdefault(player.id, (len(people) + 1, player.name))
        where = None
        if record.location:
            where = locations.setdefault(record.location, len(locations) + 1)
        data = _as_told(record, places, _play(record, sat, game, people, where), people)
        yield between + msgspec.json.encode(data)
        between = b",\n"
    rest = {
        "games": [_game_row(slug, number, told[slug]) for slug, number in games.items()],
        "locations": [
            {"id": number, "uuid": uid("location", name), "name": name}
            for name, number in locations.items()
        ],
        "players": [
            {"id": number, "uuid": key, "name": name, "isAnonymous": False}
            for key, (number, name) in people.items()
        ],
        "userInfo": {"meRefId": 1},
    }
    yield b"]," + msgspec.json.encode(rest)[1:]


def _play(
    record: Record,
    sat: Sequence[Player],
    game: int,
    people: dict[str, tuple[int, str]],
    location: int | None,
) -> dict[str, Any]:
    return {
        "uuid": play_id(record),
        "gameRefId": game,
        "playDate": stamp(record.started_at),
        "playDateYmd": int(f"{record.started_at.astimezone(UTC):%Y%m%d}"),
        "entryDate": stamp(record.ended_at),
        "modificationDate": stamp(record.ended_at),
        "rounds": record.turns,
        "board": board(record),
        "comments": comments(record),
        "ignored": False,
        "manualWinner": not any(player.score is not None for player in sat),
        "usesTeams": any(player.team for player in sat),
        **_given(durationMin=record.minutes, locationRefId=location),
        "playerScores": [
            {
                "playerRefId": people[player.id][0],
                "score": "" if player.score is None else str(player.score),
                "winner": player.winner,
                "startPlayer": player.first,
                "newPlayer": player.new,
                "seatOrder": player.seat,
                "role": player.role,
                "metaData": "{}",
                **_given(rank=player.rank or None, team=player.team or None),
            }
            for player in sat
        ],
    }


def _as_told(
    record: Record,
    places: Sequence[Place],
    data: dict[str, Any],
    people: Mapping[str, tuple[int, str]],
) -> dict[str, Any]:
    """Return a play that came from BG Stats with the fields it had there: sums, several roles and
    comments as they were written."""
    raw = record.raw or {}
    rows = raw.get("seats", ())
    if "play" not in raw or len(rows) != len(places):
        return data
    known = {row["playerRefId"]: row for row in data["playerScores"]}
    scores = []
    for place, row in zip(places, rows, strict=True):
        number = people[person_id(record, place)][0]
        scores.append({**known[number], **row, "playerRefId": number})
    return {**data, **raw["play"], "playerScores": scores}


def _given(**fields: int | str | None) -> dict[str, int | str]:
    """Return fields that are known; the others are left out."""
    return {name: value for name, value in fields.items() if value is not None}


def _game(record: Record) -> dict[str, Any]:
    title = words.title_of(record.title)
    data: dict[str, Any] = {
        "name": words.title_name(record.title),
        "sourceGameId": record.title,
        "highestWins": True,
        "noPoints": not keeps_score(record.title),
    }
    if title and title.bgg:
        data["bggId"] = title.bgg
    return data


def _game_row(slug: str, number: int, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game; one that came in a file as that file has it."""
    title = words.title_of(slug)
    data = {
        "id": number,
        "uuid": uid("game", slug),
        "name": words.title_name(slug),
        "bggId": title.bgg if title else 0,
        "cooperative": bool(title and title.cooperative),
        "highestWins": True,
        "noPoints": not keeps_score(slug),
        "usesTeams": has_teams(slug),
    }
    return {**data, **told}


def keeps_score(slug: str) -> bool:
    """Return whether a title is won by points, as a game that isn't ours may be."""
    title = words.title_of(slug)
    return title is None or title.points


def has_teams(slug: str) -> bool:
    """Return whether a title has teams that play against each other."""
    return slug in registry.TITLES and type(registry.referee(slug)).team is not Referee.team


def players(record: Record, places: Sequence[Place], debuts: Debuts = NOBODY) -> list[Player]:
    """List everyone once, in seat order: BG Stats has one line per person in a play.

    Several sides of a person share one field, written like its files write lists.
    """
    teams = teams_of(record)
    held: dict[str, list[Place]] = {}
    for place in places:
        held.setdefault(person_id(record, place), []).append(place)
    points = keeps_score(record.title)
    return [
        Player(
            key,
            who(own[0]),
            seat,
            any(place.winner for place in own),
            any(place.first for place in own),
            debuts.get((own[0].person_id, record.title)) == record.started_at,
            _list(place.role for place in own),
            _list(teams.get(place.part, "") for place in own),
            max((p.score for p in own if p.score is not None), default=None) if points else None,
            min((p.rank for p in own if p.rank is not None), default=None),
        )
        for seat, (key, own) in enumerate(held.items(), 1)
    ]


def _list(texts: Iterable[str]) -> str:
    return JOINED.join(dict.fromkeys(text for text in texts if text))


def teams_of(record: Record) -> dict[int, str]:
    """Return the team of each part, where the title has several and its state can be read."""
    if record.play is None or not has_teams(record.title):
        return {}
    referee = registry.referee(record.title)
    text = record.play.state
    return faults.attempt(record.title, "team", lambda: _teams(referee, text), {})


def _teams(referee: AnyReferee, text: str) -> dict[int, str]:
    state, speaker = referee.decode_state(text), Speaker(referee.catalogue())
    return {
        part.index: speaker.say(referee.team(state, part.index)) for part in referee.parts(state)
    }


def who(place: Place) -> str:
    """Return the player's name, or the side's if there is none."""
    return (place.person.name if place.person else place.name) or place.role or "?"


def play_id(record: Record) -> str:
    """Return the play's own id; one that was kept elsewhere has it from there."""
    return uid("play", record.play.share) if record.play else record.source_id


def person_id(record: Record, place: Place) -> str:
    """Return the person's own id; without a person one that is stable for this seat of this
    play."""
    if place.person:
        return uid("person", str(place.person.uid))
    return uid("seat", f"{record.known_as}/{place.part}/{place.name}")


def board(record: Record) -> str:
    """Return the set-up's name, as BG Stats calls a variant or scenario."""
    if record.title not in registry.TITLES:
        return record.variant
    return words.label(record.variant_label, speaker_for(record.title))


def comments(record: Record) -> str:
    """Return a short line: the ending, and what was not by the book."""
    ending = words.ending(record.play) if record.play else record.note
    stop = "" if ending.endswith((".", "!", "?")) else "."
    parts = [f"{ending}{stop}"] if ending else []
    if record.overruled:
        parts.append(f"House rulings: {record.overruled}.")
    if record.adjusted:
        parts.append(f"Adjusted: {record.adjusted}.")
    return " ".join(parts)


def stamp(time: datetime) -> str:
    """Return a time as BG Stats wants it: UTC, no letters."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
