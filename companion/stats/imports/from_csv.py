"""Spreadsheets (CSV): a row per seat, as they are given out here, or a row per play with lists.

Columns are known by the usual words for them, in English and in Polish, in any order.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from companion.stats import words
from companion.stats.exports import bgstats, csvs
from companion.stats.imports import past
from companion.stats.imports.past import File, ImportLineError, Past, PastSeat
from companion.uploads.kinds import BrokenFileError

COLUMNS = {
    "id": "session_id play_id id",
    "game": "game title gra tytuł",
    "date": "date started_utc play_date playdate played day data kiedy dzień",
    "minutes": "minutes duration length time minuty czas długość",
    "rounds": "rounds turns rundy tury",
    "variant": "variant scenario board mission wariant scenariusz misja plansza",
    "outcome": "outcome result rezultat",
    "player": "player name person gracz imię osoba",
    "players": "players people gracze osoby",
    "role": "role character hero rola postać bohater",
    "first": "start_player first_player zaczyna pierwszy",
    "winner": "winner winners won win zwycięzca zwycięzcy wygrał wygrana",
    "score": "score scores points wynik wyniki punkty",
    "rank": "rank place position miejsce",
    "note": "note notes comment comments uwagi komentarz",
    "reason": "end_reason",
    "rules": "rules_version",
    "team": "team",
    "location": "location venue where gdzie lokalizacja",
}
_YES = "1 yes y true x won win winner tak t prawda wygrana wygrał wygrała wygrali ✓ ✔"
_NO = "0 no n false lost loss lose nie f fałsz przegrana przegrał przegrała przegrali -"
KNOWN = {word: column for column, names in COLUMNS.items() for word in names.split()}
YES, NO = frozenset(_YES.split()), frozenset(_NO.split())
OWN = {"session_id", "rules_version", "end_reason"}
"""Columns that only files from here have."""
Row = Mapping[str, str]


@dataclass(frozen=True)
class CsvRow:
    """A row with the number of its line."""

    n: int
    cells: Row

    def says(self, column: str) -> str:
        return self.cells.get(column, "")


def read(text: str) -> File:
    """Return every play of the file; raise ``BrokenFileError`` where its columns are not known."""
    rows = _rows(text)
    head = [cell.strip().casefold().replace(" ", "_") for cell in next(rows, (0, []))[1]]
    columns = [KNOWN.get(cell, "") for cell in head]
    _check(columns)
    own = set(head) >= OWN
    found, seen = File("CSV"), Counter[str]()
    for lines in _plays(_lines(rows, columns, found), own):
        try:
            if lines[0].says("outcome").casefold() == "abandoned":
                found.uncounted += 1
                continue
            played = msgspec.structs.replace(_play(lines), raw=_raw(lines) if own else None)
            same = f"{lines[0].says('id')}/{played.identity}"
            seen[same] += 1
            key = _key(lines[0], own) or bgstats.uid("past", f"{same}/{seen[same]}")
            found.plays.append(msgspec.structs.replace(played, key=key))
        except ImportLineError as error:
            found.problems.append((_("Line {n}").format(n=lines[0].n), str(error)))
        if len(found.plays) > past.MOST:
            raise BrokenFileError(past.too_many())
    return found


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield rows that hold anything, with the line each begins at."""
    first = text.partition("\n")[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise BrokenFileError(
            _("Can't read line {n}: {what}").format(n=line, what=error)
        ) from error


def _check(columns: Sequence[str]) -> None:
    missing = [
        name
        for name, ways in {
            _("game"): {"game"},
            _("date"): {"date"},
            _("player"): {"player", "players"},
        }.items()
        if not ways & set(columns)
    ]
    if missing:
        text = _("The first line must name the columns; missing: {names}.")
        raise BrokenFileError(text.format(names=", ".join(missing)))


def _lines(
    rows: Iterator[tuple[int, list[str]]], columns: Sequence[str], found: File
) -> Iterator[CsvRow]:
    for n, row in rows:
        if len(row) > len(columns):
            found.problems.append(
                (_("Line {n}").format(n=n), _("it has more columns than the header"))
            )
            continue
        cells: dict[str, str] = {}
        for column, cell in zip(columns, row, strict=False):
            cells.setdefault(column, _plain(cell))
        yield CsvRow(n, cells)


def _plain(cell: str) -> str:
    """Return a cell without the apostrophe that keeps a spreadsheet from running it."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(csvs.FORMULA) else cell


def _plays(lines: Iterator[CsvRow], own: bool) -> Iterator[list[CsvRow]]:
    """Yield the lines of one play together: those with one id, or on end of one game and date.

    That someone plays twice begins the next, but for files from here: a person may hold two
    parts, and ids tell plays apart.
    """
    together: list[CsvRow] = []
    for line in lines:
        same = together and all(
            line.says(each) == together[0].says(each) for each in ("id", "game", "date", "variant")
        )
        again = not own and line.says("player") in {each.says("player") for each in together}
        if together and (not same or again):
            yield together
            together = []
        together.append(line)
    if together:
        yield together


def _key(line: CsvRow, own: bool) -> str:
    """Return the play's own id, where the file gives it one that means something here."""
    told = line.says("id")
    if not own or not told:
        return ""
    return told if re.fullmatch(r"[0-9A-F-]{36}", told) else bgstats.uid("play", told)


def _play(lines: Sequence[CsvRow]) -> Past:
    head = lines[0]
    game = head.says("game")
    if not game:
        raise ImportLineError(_("it doesn't name a game"))
    at = past.moment(head.says("date").removesuffix("Z"))
    seats, together = _listed(head) if head.says("players") else _each(lines)
    return Past(
        "",
        words.title_name(game),
        at,
        past.seated(seats),
        _count(head, "minutes") or None,
        _count(head, "rounds") or 0,
        head.says("variant")[:80],
        head.says("note")[:1000],
        together,
        past.location(head.says("location")),
    )


def _raw(lines: Sequence[CsvRow]) -> dict[str, Any]:
    """Return what a file from here says that a play without a log has no column for."""
    told = {name: lines[0].says(name)[:80] for name in ("reason", "rules")}
    return {**told, "teams": [line.says("team")[:80] for line in lines]}


def _each(lines: Sequence[CsvRow]) -> tuple[list[PastSeat], bool | None]:
    """Return a seat a line. Where someone is marked as winner, others have not won."""
    told = [_said(line.says("winner")) for line in lines]
    anybody = any(told)
    seats = []
    for line, won in zip(lines, told, strict=True):
        name = past.name(line.says("player"))
        if not name:
            raise ImportLineError(_("it doesn't name a player"))
        winner = False if won is None and anybody else won
        seats.append(
            PastSeat(
                name,
                winner,
                _score(line.says("score")),
                _count(line, "rank") or None,
                line.says("role")[:80],
                bool(_said(line.says("first"))),
            )
        )
    return seats, _ended(lines[0])


def _listed(line: CsvRow) -> tuple[list[PastSeat], bool | None]:
    """Return the seats of a play that has one line: names, winners and points in lists of one
    order."""
    names = [name for each in _split(line.says("players")) if (name := past.name(each))]
    told = line.says("winner")
    scores = _split(line.says("score"))
    if len(scores) > 1 and len(scores) != len(names):
        raise ImportLineError(
            _("names and scores differ in number: {a} and {b}").format(a=len(names), b=len(scores))
        )
    if told.casefold() in YES | NO:
        return [PastSeat(name) for name in names], _said(told)
    won = {past.name(each).casefold() for each in _split(told)}
    if unknown := won - {name.casefold() for name in names}:
        raise ImportLineError(
            _("“{name}” won but isn't listed as a player").format(name=min(unknown))
        )
    return [
        PastSeat(
            name,
            name.casefold() in won if won else None,
            _score(scores[i]) if len(scores) == len(names) else None,
        )
        for i, name in enumerate(names)
    ], _ended(line)


def _split(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[;,|/+&]", text) if part.strip()]


def _ended(line: CsvRow) -> bool | None:
    """Return how it ended for all, where a column says so; a game of rivals may just have ended."""
    told = line.says("outcome").casefold()
    return told in YES if told in YES | NO else None


def _said(text: str) -> bool | None:
    """Return yes, no, or nothing said; raise ``ImportLineError``."""
    told = text.casefold()
    if not told:
        return None
    if told not in YES | NO:
        raise ImportLineError(_("“{text}” is neither yes nor no").format(text=text[:40]))
    return told in YES


def _score(text: str) -> int | None:
    if not text:
        return None
    found = past.number(text)
    if found is None:
        raise ImportLineError(_("“{text}” is not a number of points").format(text=text[:40]))
    return found


def _count(line: CsvRow, column: str) -> int | None:
    text = line.says(column)
    if not text:
        return None
    found = past.number(text)
    if found is None or not 0 <= found < 10**5:
        raise ImportLineError(_("“{text}” is not a number").format(text=text[:40]))
    return found
