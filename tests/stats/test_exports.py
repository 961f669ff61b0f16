"""Tests of what leaves the house, and whether it comes back the same."""

import csv
import gzip
import io
import json
from typing import Literal
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from django.db import connection
from django.test import Client

from companion.boxes.models import Box
from companion.crews.models import Crew, Person
from companion.plays import ledger, playlog
from companion.plays.models import Play
from companion.stats import history, jobs, tallies
from companion.stats.exports import bgg, bgstats, csvs
from companion.stats.imports import unpacking
from companion.stats.models import DieName, Job, Place, Record
from companion.uploads.kinds import BrokenFileError
from tests.sample_game import Setup
from tests.sending import sent
from tests.stats.conftest import heists, roll

# -- the documented fields of BG Stats ---------------------------------------------------------


class LinkGame(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    sourceGameId: str  # noqa: N815
    highestWins: bool  # noqa: N815
    noPoints: bool  # noqa: N815
    bggId: int | msgspec.UnsetType = msgspec.UNSET  # noqa: N815


class LinkPlayer(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    sourcePlayerId: str  # noqa: N815
    winner: bool
    startPlayer: bool  # noqa: N815
    rank: int | msgspec.UnsetType = msgspec.UNSET
    score: float | msgspec.UnsetType = msgspec.UNSET
    role: str | msgspec.UnsetType = msgspec.UNSET
    team: str | msgspec.UnsetType = msgspec.UNSET


Stamp = msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")


class Link(msgspec.Struct, forbid_unknown_fields=True):
    sourceName: Literal["Sidekick"]  # noqa: N815
    sourcePlayId: str  # noqa: N815
    playDate: str  # noqa: N815
    game: LinkGame
    players: list[LinkPlayer]
    durationMin: int | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    board: str | msgspec.UnsetType = msgspec.UNSET
    comments: str | msgspec.UnsetType = msgspec.UNSET
    location: str | msgspec.UnsetType = msgspec.UNSET


class FileGame(msgspec.Struct, forbid_unknown_fields=True):
    id: int
    uuid: str
    name: str
    bggId: int  # noqa: N815
    cooperative: bool
    highestWins: bool  # noqa: N815
    noPoints: bool  # noqa: N815
    usesTeams: bool  # noqa: N815


class FilePlayer(msgspec.Struct, forbid_unknown_fields=True):
    id: int
    uuid: str
    name: str
    isAnonymous: bool  # noqa: N815


class FileLocation(msgspec.Struct, forbid_unknown_fields=True):
    id: int
    uuid: str
    name: str


class FileScore(msgspec.Struct, forbid_unknown_fields=True):
    playerRefId: int  # noqa: N815
    score: str
    winner: bool
    startPlayer: bool  # noqa: N815
    newPlayer: bool  # noqa: N815
    seatOrder: int  # noqa: N815
    role: str
    metaData: str  # noqa: N815
    rank: int = 0
    team: str = ""


class FilePlay(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    uuid: str
    gameRefId: int  # noqa: N815
    locationRefId: int | None = None  # noqa: N815
    playDate: str  # noqa: N815
    playDateYmd: int  # noqa: N815
    entryDate: str  # noqa: N815
    modificationDate: str  # noqa: N815
    rounds: int
    board: str
    comments: str
    ignored: bool
    manualWinner: bool  # noqa: N815
    usesTeams: bool  # noqa: N815
    playerScores: list[FileScore]  # noqa: N815
    durationMin: int = 0  # noqa: N815


class Me(msgspec.Struct, forbid_unknown_fields=True):
    meRefId: int  # noqa: N815


class PlayFile(msgspec.Struct, forbid_unknown_fields=True):
    about: str
    games: list[FileGame]
    locations: list[FileLocation]
    players: list[FilePlayer]
    plays: list[FilePlay]
    userInfo: Me  # noqa: N815


def counted(play):
    record = tallies.count(play.pk)
    return record, list(record.places.select_related("person"))


def text(pieces):
    return b"".join(pieces).decode()


def linked(play):
    address = urlsplit(bgstats.link(*counted(play)))
    assert (address.scheme, address.netloc, address.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    return msgspec.json.decode(parse_qs(address.query)["data"][0], type=Link)


def test_link_holds_documented_fields_and_nothing_else(group):
    play = group.play(6, 4, 4)
    link = linked(play)
    assert msgspec.convert(link.playDate, type=__import__("typing").Annotated[str, Stamp])
    assert [(p.name, p.winner, p.startPlayer, p.role) for p in link.players] == [
        ("Ana", True, True, "Squirrel 1"),
        ("Bo", False, False, "Squirrel 2"),
    ]
    assert "full store" in link.comments


def test_link_holds_scores_of_game_won_by_points(group):
    link = linked(heists(group, 4, 9, target=7))
    scores = {player.name: (player.score, player.rank, player.winner) for player in link.players}
    assert scores == {"Ana": (4, 2, False), "Bo": (9, 1, True)}
    assert (link.game.noPoints, link.board) == (False, "7")


def test_sending_a_play_again_updates_it(group):
    play = group.play(6, 4, 4)
    assert linked(play).sourcePlayId == linked(play).sourcePlayId
    other = group.play(6, 4, 4)
    assert linked(other).sourcePlayId != linked(play).sourcePlayId
    assert linked(other).players[0].sourcePlayerId == linked(play).players[0].sourcePlayerId


def test_together_all_win_or_none_without_points(group, monkeypatch):
    from games import registry

    title = registry.referee("acorns").title
    monkeypatch.setattr(
        type(registry.referee("acorns")),
        "title",
        msgspec.structs.replace(title, cooperative=True),
    )
    link = linked(group.play(6, 4, 4))
    assert link.game.noPoints
    assert {player.winner for player in link.players} == {True}
    assert all(player.score is msgspec.UNSET for player in link.players)


def test_times_are_utc_whatever_the_table_lived_in(group, settings):
    settings.TIME_ZONE = "Asia/Tokyo"
    play = group.play(6, 4, 4)
    record, places = counted(play)
    assert bgstats.create_play(record, places)["playDate"] == (
        record.started_at.strftime("%Y-%m-%d %H:%M:%S")
    )


def test_file_refers_to_its_own_games_and_people(group):
    plays = [counted(group.play(6, 4, 4)), counted(group.play(2, 6, 3, 4, names="Di Ana"))]
    file = msgspec.json.decode(b"".join(bgstats.play_file(plays, {})), type=PlayFile)
    names = {player.id: player.name for player in file.players}
    assert sorted(names.values()) == ["Ana", "Bo", "Di"]
    assert [names[score.playerRefId] for score in file.plays[1].playerScores] == ["Di", "Ana"]
    assert {play.gameRefId for play in file.plays} == {game.id for game in file.games} == {1}
    assert len({play.uuid for play in file.plays}) == 2


def test_one_row_per_seat_reads_back(group):
    group.people["Bo"].name = "=cmd|' /C calc'!A0"
    group.people["Bo"].save()
    record, places = counted(group.play(6, 4, 4))
    rows = list(csv.DictReader(io.StringIO(text(csvs.seats([(record, places)])))))
    assert [(row["seat"], row["role"], row["winner"]) for row in rows] == [
        ("1", "Squirrel 1", "1"),
        ("2", "Squirrel 2", "0"),
    ]
    assert rows[0]["session_id"] == record.play.share
    assert rows[0]["started_utc"].endswith("Z")
    assert rows[1]["player"].startswith("'=")
    assert tuple(rows[0]) == csvs.SEATS


def test_every_die_has_a_row(group):
    play = group.play(6, 1, 4)
    rows = list(csv.DictReader(io.StringIO(text(csvs.dice(history.read(play))))))
    assert [(row["n"], row["seat"], row["face"]) for row in rows] == [
        ("1", "1", "6"),
        ("2", "2", "1"),
        ("3", "1", "4"),
    ]


def test_block_to_copy_says_all_asking_no_password(group):
    block = bgg.block(*counted(group.play(6, 4, 4)))
    assert "- Ana: starting position 1, Squirrel 1, won" in block
    assert "Length: " in block
    assert "password" not in block.lower()


def test_the_playlog_of_a_play_page_plays_again(group):
    play = group.finished()
    log = group.stranger.get(f"/p/{play.share}/playlog.json").content
    assert playlog.replay(playlog.decode(log)).outcome.winners == (0,)


# -- a whole crew ------------------------------------------------------------------------------


def packed(crew):
    """Return the crew's archive, made in slices like on the page."""
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{crew.key}@now")
    while not job.finished:
        job = jobs.slice_of(job)
    return b"".join(bytes(data) for data in job.pieces.values_list("data", flat=True))


def contents(crew):
    """Return everything a crew is, without the ids of its rows."""
    return {
        "name": crew.name,
        "made": crew.made_at,
        "people": sorted((str(p.uid), p.name, p.keeper, p.joined_at) for p in crew.people.all()),
        "boxes": sorted((b.title, b.name, b.facts, b.updated_at) for b in crew.boxes.all()),
        "dice": list(DieName.objects.filter(crew=crew).values_list("title", "die", "name")),
        "rulings": list(crew.rulings.values_list("title", "entry", "reading", "value", "by")),
        "plays": [a_play(play) for play in crew.plays.order_by("pk")],
    }


def a_play(play):
    return {
        "share": play.share,
        "times": (play.created_at, play.updated_at, play.ended_at),
        "box": play.box and play.box.facts,
        "rulings": play.rulings,
        "state": play.state,
        "log": playlog.encode(playlog.export(play)),
        "notes": list(play.entries.values_list("notes", flat=True)),
        "seats": [
            (s.name, s.role, s.parts, s.gone, s.joined_at, s.person and str(s.person.uid))
            for s in play.seats.all()
        ],
    }


def a_crew_with_everything(group):
    box = Box.objects.create(title="acorns", name="Nest", owner="x", facts='{"colour":"teal"}')
    group.crew.boxes.add(box)
    DieName.objects.create(crew=group.crew, title="acorns", die="d6", name="Old Nut")
    group.crew.rulings.create(title="acorns", entry="N-02", reading="No crow", by="Ana")
    play = group.finished()
    play.box, play.rulings = box, [{"entry": "N-02", "reading": "No crow", "value": None}]
    play.save()
    running = group.play(3, names="Di Gus")
    ledger.undo(running.pk, key="u")
    abandoned = group.play(5)
    ledger.abandon(abandoned.pk)
    roll(running, 2)
    for each in group.crew.plays.all():
        tallies.count(each.pk)


def test_archive_brings_whole_crew_into_empty_sidekick(group):
    a_crew_with_everything(group)
    before, sums = contents(group.crew), tallies.stored(group.crew)
    file = packed(group.crew)
    Play.objects.all().delete()
    Box.objects.all().delete()
    group.crew.delete()
    crew = unpacking.load(io.BytesIO(file))
    assert contents(crew) == before
    for play in crew.plays.all():
        tallies.count(play.pk)
    assert without_ids(tallies.stored(crew)) == without_ids(sums)


def without_ids(stored):
    """Return sums of people under new ids: the same rows, whoever they are filed under."""
    return {
        "tallies": sorted((*row[:4], bool(row[4]), *row[5:]) for row in stored["tallies"]),
        "faces": sorted((bool(row[0]), *row[1:]) for row in stored["faces"]),
    }


def test_a_crew_is_not_brought_twice(group):
    file = packed(group.crew)
    with pytest.raises(BrokenFileError, match="already"):
        unpacking.load(io.BytesIO(file))
    assert Crew.objects.count() == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: b"nonsense",
        lambda lines: gzip.compress(b"{}\n"),
        lambda lines: gzip.compress(b""),
        lambda lines: gzip.compress(b"\n".join([*lines[:1], b'{"share": 1}'])),
        lambda lines: gzip.compress(b"\n".join([*lines, lines[1][:-1] + b',"playlog":null}'])),
        lambda lines: gzip.compress(b"\n".join(lines).replace(b'"face":6', b'"face":9')),
        lambda lines: gzip.compress(b"\n".join(lines))[:-20],
    ],
)
def test_a_broken_archive_is_named_and_writes_nothing(group, spoil):
    group.finished()
    lines = gzip.decompress(packed(group.crew)).splitlines()
    Play.objects.all().delete()
    group.crew.delete()
    phone = Client()
    answer = sent(phone, "/crews/import/", spoil(lines))
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.content.decode()
    assert not Crew.objects.exists()
    assert not Play.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_an_archive_is_read(acorns, monkeypatch):
    crew = Crew.objects.create(name="Tuesday")
    for _ in range(3):
        play = ledger.begin(acorns, Setup(2, 20))
        Play.objects.filter(pk=play.pk).update(crew=crew)
    file = packed(crew)
    Play.objects.all().delete()
    crew.delete()
    inside = []
    replay = playlog.replay

    def watched(doc, step):
        inside.append(connection.in_atomic_block)
        return replay(doc, step)

    monkeypatch.setattr(playlog, "replay", watched)
    assert unpacking.load(io.BytesIO(file)).plays.count() == 3
    assert inside == [False, False, False]


def test_page_packs_crew_and_another_sidekick_unpacks_it(group, django_capture_on_commit_callbacks):
    group.finished()
    with django_capture_on_commit_callbacks(execute=True):
        at = group.phones["Ana"].post(f"/c/{group.crew.key}/pack")["Location"]
    assert group.phones["Ana"].get(at).status_code == 200
    answer = group.phones["Ana"].get(f"{at}file")
    file = b"".join(answer.streaming_content)
    Play.objects.all().delete()
    group.crew.delete()
    door = sent(Client(), "/crews/import/", file)["Location"]
    page = Client().get(door).content.decode()
    assert "I am Ana" in page
    assert Record.objects.count() <= 1
    assert Place.objects.count() <= 2


def test_files_of_crew_are_what_they_say(group):
    group.finished()
    base = f"/c/{group.crew.key}/"
    file = group.phones["Ana"].get(f"{base}plays.bgsplay")
    assert len(json.loads(text(file))["plays"]) == 1
    rows = text(group.phones["Ana"].get(f"{base}seats.csv"))
    assert rows.count("\r\n") == 3
