"""BG Stats: ``.bgsplay`` files and its whole export (JSON), play by play.

Fields are those its files hold; where older ones call a field otherwise, that is read too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from companion.stats.exports import bgstats
from companion.stats.imports import past
from companion.stats.imports.past import File, ImportLineError, Past, PastSeat
from companion.uploads.kinds import BrokenFileError

Id = int | str


class BgThing(msgspec.Struct, rename="camel"):
    """A game, a person or a location, as plays refer to it."""

    id: Id
    name: str = ""
    bgg_id: int | None = None
    is_anonymous: bool | None = None
    cooperative: bool | None = None
    highest_wins: bool | None = None
    no_points: bool | None = None
    uses_teams: bool | None = None


class BgScore(msgspec.Struct, rename="camel"):
    player_ref_id: Id
    score: str | float | None = None
    winner: bool | None = None
    rank: int | None = None
    start_player: bool | None = None
    role: str | None = None
    meta_data: str | None = None


class BgRow(msgspec.Struct, rename="camel"):
    game_ref_id: Id
    player_scores: list[BgScore] = []
    uuid: str | None = None
    play_date: str | None = None
    date: str | None = None
    duration_min: int | None = None
    duration: int | None = None
    rounds: int | None = None
    board: str | None = None
    comments: str | None = None
    ignored: bool | None = None
    location_ref_id: Id | None = None


def read(text: str) -> File:
    """Return every play of the file; raise ``BrokenFileError`` where it is none of BG Stats'."""
    try:
        document: Any = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BrokenFileError(_("It is not a JSON file: {what}").format(what=error)) from error
    if not isinstance(document, dict) or not isinstance(document.get("plays"), list):
        raise BrokenFileError(_("It has no list of plays like a BG Stats file has."))
    if len(document["plays"]) > past.MOST:
        raise BrokenFileError(past.too_many())
    games, people = _things(document.get("games")), _things(document.get("players"))
    locations = _things(document.get("locations"))
    found = File("BG Stats")
    found.numbers = {game.name: game.bgg_id for game in games.values() if game.bgg_id}
    for n, raw in enumerate(document["plays"], 1):
        try:
            row = _converted(raw)
            if row.ignored:
                found.uncounted += 1
            else:
                played = _play(row, games, people, locations)
                kept = _raw(raw, games[row.game_ref_id])
                found.plays.append(msgspec.structs.replace(played, raw=kept))
        except ImportLineError as error:
            found.problems.append((_("Play {n}").format(n=n), str(error)))
    return found


def _things(rows: object) -> dict[Id, BgThing]:
    found = {}
    for raw in rows if isinstance(rows, list) else ():
        try:
            thing = msgspec.convert(raw, BgThing, strict=False)
        except msgspec.ValidationError:
            # Who refers to it is told so.
            continue
        found[thing.id] = thing
    return found


def _converted(raw: object) -> BgRow:
    try:
        return msgspec.convert(raw, BgRow, strict=False)
    except msgspec.ValidationError as error:
        where = str(error).rpartition("`$")[2].strip(".`") or "play"
        raise ImportLineError(_("“{field}” is missing or invalid").format(field=where)) from None


def _play(
    row: BgRow,
    games: Mapping[Id, BgThing],
    people: Mapping[Id, BgThing],
    locations: Mapping[Id, BgThing],
) -> Past:
    game = games.get(row.game_ref_id)
    if game is None or not game.name.strip():
        raise ImportLineError(_("its game is not in the file"))
    at = past.moment(row.play_date or row.date or "")
    seats = [_seat(each, people) for each in row.player_scores if not _by_the_game(each)]
    minutes = row.duration_min if row.duration_min is not None else row.duration
    played = Past(
        "",
        game.name.strip(),
        at,
        past.seated(seats),
        minutes if minutes and 0 < minutes < 10**5 else None,
        row.rounds if row.rounds and 0 < row.rounds < 10**5 else 0,
        _listed(row.board)[:80],
        (row.comments or "").strip()[:1000],
        location=_location(row, locations),
    )
    key = (row.uuid or "").strip().upper()[:64] or bgstats.uid("past", played.identity)
    return msgspec.structs.replace(played, key=key)


REFERENCES = frozenset({"uuid", "gameRefId", "locationRefId", "playerRefId", "playerScores"})
"""Fields that mean something in their own file only, or are kept elsewhere."""
FIELDS, TEXT = 40, 4000
"""Fields kept of one thing, and letters of one field."""


def _raw(raw: dict[str, Any], game: BgThing) -> dict[str, Any]:
    """Return what the file says of a play, for files that are written of it later."""
    sat = [(msgspec.convert(row, BgScore, strict=False), row) for row in raw["playerScores"]]
    rows = [row for read, row in sat if not _by_the_game(read)]
    told = {
        "name": game.name.strip()[:TEXT],
        "bggId": game.bgg_id,
        "cooperative": game.cooperative,
        "highestWins": game.highest_wins,
        "noPoints": game.no_points,
        "usesTeams": game.uses_teams,
    }
    about = {name: value for name, value in told.items() if value is not None}
    return {"game": about, "play": _plain(raw), "seats": [_plain(row) for row in rows]}


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    kept = {
        name: value[:TEXT] if isinstance(value, str) else value
        for name, value in fields.items()
        if name not in REFERENCES and len(name) <= FIELDS
        if isinstance(value, str | int | float | bool)
    }
    return dict(list(kept.items())[:FIELDS])


def _location(row: BgRow, locations: Mapping[Id, BgThing]) -> str:
    """Return where it was; what earlier releases of ours wrote for every play is no place."""
    found = locations.get(row.location_ref_id) if row.location_ref_id is not None else None
    name = past.location(found.name) if found else ""
    return "" if name == bgstats.SOURCE else name


def _seat(row: BgScore, people: Mapping[Id, BgThing]) -> PastSeat:
    who = people.get(row.player_ref_id)
    name = past.name(who.name) if who else ""
    if not name:
        raise ImportLineError(_("a player in it isn't in the file"))
    return PastSeat(
        name,
        row.winner,
        past.number(row.score),
        row.rank if row.rank and 0 < row.rank <= past.PEOPLE else None,
        _listed(row.role)[:80],
        bool(row.start_player),
        not (who and who.is_anonymous),
    )


def _by_the_game(row: BgScore) -> bool:
    """Return whether a side was played by the game itself and by no person."""
    try:
        more: Any = msgspec.json.decode(row.meta_data or "{}")
    except msgspec.DecodeError:
        return False
    return isinstance(more, dict) and bool(more.get("isNpc"))


def _listed(text: str | None) -> str:
    """Split several values that are in one field with a wide stroke between them."""
    return ", ".join(part.strip() for part in (text or "").split(bgstats.JOINED) if part.strip())
