"""Tests of what files of other programs hold, field by field."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.stats.imports import from_bgstats, from_csv, matching, past
from companion.uploads.kinds import BrokenFileError
from games import registry
from tests.stats.elsewhere import bg, file


def test_bg_stats_play_is_read_field_by_field():
    score = {
        "playerRefId": 1,
        "score": "10+5-3",
        "winner": True,
        "rank": 1,
        "startPlayer": True,
        "seatOrder": 3,
        "role": "Joker／Clown",
        "metaData": "{}",
    }
    npc = {"playerRefId": 2, "winner": False, "metaData": '{"isNpc":1}'}
    row = bg("x", rounds=7, board="Hard／Night", comments=" Close. ", playerScores=[score, npc])
    (play,) = from_bgstats.read(file(row).decode()).plays
    (seat,) = play.seats
    assert (seat.name, seat.score, seat.rank, seat.role, seat.first) == (
        "Ana",
        12,
        1,
        "Joker, Clown",
        True,
    )
    assert (play.key, play.rounds, play.minutes, play.variant, play.note) == (
        "X",
        7,
        35,
        "Hard, Night",
        "Close.",
    )
    assert play.at == datetime(2024, 5, 2, 19, 40, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "field", "read"),
    [
        ({"playDate": None, "date": "2024-05-02"}, "at", datetime(2024, 5, 2, 12, tzinfo=UTC)),
        ({"durationMin": None, "duration": 50}, "minutes", 50),
        ({"durationMin": 0, "duration": 50}, "minutes", None),
        ({"durationMin": 1}, "minutes", 1),
        ({"durationMin": 99_999}, "minutes", 99_999),
        ({"durationMin": 100_000}, "minutes", None),
        ({"rounds": 1}, "rounds", 1),
        ({"rounds": -1}, "rounds", 0),
        ({"rounds": 99_999}, "rounds", 99_999),
        ({"rounds": 100_000}, "rounds", 0),
        ({"board": "b" * 90}, "variant", "b" * 80),
        ({"comments": "c" * 1100}, "note", "c" * 1000),
        ({"uuid": "k" * 70}, "key", "K" * 64),
    ],
)
def test_field_of_play_has_stand_in_and_bounds(told, field, read):
    (play,) = from_bgstats.read(file(bg("x") | told).decode()).plays
    assert getattr(play, field) == read


@pytest.mark.parametrize(
    ("told", "field", "read"),
    [
        ({"rank": 0}, "rank", None),
        ({"rank": past.PEOPLE}, "rank", past.PEOPLE),
        ({"rank": past.PEOPLE + 1}, "rank", None),
        ({"role": "r" * 90}, "role", "r" * 80),
        ({"startPlayer": None}, "first", False),
        ({"score": None}, "score", None),
        ({"metaData": "{"}, "name", "Ana"),
        ({"metaData": "[1]"}, "name", "Ana"),
        ({"metaData": '{"isNpc": 0}'}, "name", "Ana"),
    ],
)
def test_a_field_of_somebody_who_played_has_bounds(told, field, read):
    row = bg("x", playerScores=[{"playerRefId": 1, **told}])
    ((seat,),) = (play.seats for play in from_bgstats.read(file(row).decode()).plays)
    assert getattr(seat, field) == read


def test_play_without_key_gets_one_from_contents():
    keys = [
        from_bgstats.read(file(bg("", **more)).decode()).plays[0].key
        for more in ({}, {}, {"rounds": 3})
    ]
    assert keys[0] == keys[1] != keys[2]
    assert keys[0]


def test_table_with_line_per_seat_reads_polish_too():
    text = (
        "Gra;Data;Gracz;Wygrał;Wynik;Uwagi\r\n"
        'Talisman: Batman;2.05.2024;Ana;tak;;"było ""blisko"""\r\n'
        "Talisman: Batman;2.05.2024;Łukasz;nie;;\r\n"
        "Talisman: Batman;2.05.2024;Ana;;;\r\n"
    )
    first, second = from_csv.read(text).plays
    assert [(s.name, s.winner) for s in first.seats] == [("Ana", True), ("Łukasz", False)]
    assert first.note == 'było "blisko"'
    assert first.at == datetime(2024, 5, 2, 12, tzinfo=UTC)
    assert [s.winner for s in second.seats] == [None]


def test_table_with_line_for_each_play_holds_lists():
    text = (
        "date,game,players,winners,scores\n"
        '2024-05-02,Dice,"Ana, Bo, Cy",Bo,"3; 9; 4"\n'
        "2024-05-03,Rising,Ana; Bo,lost,\n"
    )
    dice, rising = from_csv.read(text).plays
    assert [(s.name, s.winner, s.score) for s in dice.seats] == [
        ("Ana", False, 3),
        ("Bo", True, 9),
        ("Cy", False, 4),
    ]
    assert rising.together is False


def on_one_line(players, scores):
    return from_csv.read(f'date,game,players,scores\n2024-05-02,Dice,"{players}","{scores}"\n')


@pytest.mark.parametrize(
    ("players", "scores", "read"),
    [
        ("Ana", "7", [7]),
        ("Ana; Bo", "3; 9", [3, 9]),
        ("Ana; Bo", "9", [None, None]),
        ("Ana; Bo", "", [None, None]),
    ],
)
def test_points_on_one_line_are_read_if_complete(players, scores, read):
    (play,) = on_one_line(players, scores).plays
    assert [seat.score for seat in play.seats] == read


@pytest.mark.parametrize(("scores", "n"), [("3; 9", 2), ("3; 9; 4; 5", 4)])
def test_mismatch_of_scores_and_players_is_named(scores, n):
    found = on_one_line("Ana; Bo; Cy", scores)
    assert found.problems == [("Line 2", f"names and scores differ in number: 3 and {n}")]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("2024-05-02,Dice,,yes,1", "it doesn't name a player"),
        ("2024-05-02,,Ana,yes,1", "it doesn't name a game"),
        ("05/02/2024,Dice,Ana,yes,1", "“05/02/2024” is not a date"),
        ("2999-05-02,Dice,Ana,yes,1", "it can't have been played on 2999-05-02"),
        ("2024-05-02,Dice,Ana,maybe,1", "“maybe” is neither yes nor no"),
        ("2024-05-02,Dice,Ana,yes,lots", "“lots” is not a number of points"),
        ("2024-05-02,Dice,Ana,yes,1,2", "it has more columns than the header"),
    ],
)
def test_a_bad_line_of_a_table_is_named(row, why):
    good = "2024-05-01,Dice,Bo,no,2"
    found = from_csv.read(f"date,game,player,winner,score\n{good}\n\n{row}\n{good}\n")
    ((where, what),) = found.problems
    assert where == "Line 4"
    assert why in what
    assert len(found.plays) == 2


def test_evening_listed_twice_stays_two_plays_when_reread():
    text = "date,game,player,winner\n" + "2024-05-01,Dice,Bo,yes\n" * 2
    keys = [play.key for play in from_csv.read(text).plays]
    assert len(set(keys)) == 2
    assert keys == [play.key for play in from_csv.read(text).plays]


def test_too_many_plays_for_one_file_are_said(monkeypatch):
    monkeypatch.setattr(past, "MOST", 1)
    with pytest.raises(BrokenFileError, match="At most 1 play can"):
        from_bgstats.read(file(bg("a"), bg("b")).decode())
    with pytest.raises(BrokenFileError, match="At most 1 play can"):
        from_csv.read("date,game,player\n2024-05-01,Dice,Bo\n2024-05-02,Dice,Bo\n")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("The Batman Who Laughs Rising", "batman-who-laughs"),
        ("Talisman: Batman – Super-Villains Edition", "talisman-batman"),
        ("Talisman: Batman - edycja superłotrów", "talisman-batman"),
        ("batman gotham city chronicles", "gotham-chronicles"),
        ("Talisman", ""),
    ],
)
def test_games_are_known_however_a_shop_writes_them(name, slug):
    assert matching.title_of(name) == slug


def test_game_is_known_by_number_under_any_name():
    slug = "gotham-chronicles"
    assert matching.title_of("BGCC", registry.referee(slug).title.bgg) == slug
    assert matching.title_of("BGCC", 0) == ""


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("4+5", 9), ("-3", -3), ("7.0", 7), ("", None), ("7.5", None), ("1e9", None)],
)
def test_scores_are_whole_numbers_or_sums_of_some(text, value):
    assert past.number(text) == value


def row_of(**cells):
    """Return a line a seat, of Ana alone, with these cells besides."""
    cells = {"game": "Chess", "date": "2024-05-02", "player": "Ana"} | cells
    (play,) = from_csv.read(",".join(cells) + "\n" + ",".join(cells.values()) + "\n").plays
    return play


@pytest.mark.parametrize(
    ("cells", "field", "read"),
    [
        ({"minutes": "0"}, "minutes", None),
        ({"minutes": "1"}, "minutes", 1),
        ({"minutes": "99999"}, "minutes", 99_999),
        ({"rounds": ""}, "rounds", 0),
        ({"rounds": "0"}, "rounds", 0),
        ({"variant": "v" * 90}, "variant", "v" * 80),
        ({"note": "n" * 1100}, "note", "n" * 1000),
        ({"note": "'=1"}, "note", "=1"),
        ({"note": "'twas"}, "note", "'twas"),
        ({"note": "x=1"}, "note", "x=1"),
    ],
)
def test_a_cell_about_a_play_has_bounds(cells, field, read):
    assert getattr(row_of(**cells), field) == read


@pytest.mark.parametrize(
    ("cells", "field", "read"),
    [
        ({"rank": "0"}, "rank", None),
        ({"rank": "1"}, "rank", 1),
        ({"role": "r" * 90}, "role", "r" * 80),
        ({"winner": ""}, "winner", None),
        ({"winner": "no"}, "winner", False),
        ({"start_player": ""}, "first", False),
        ({"start_player": "yes"}, "first", True),
        ({"score": ""}, "score", None),
        ({"score": "0"}, "score", 0),
    ],
)
def test_a_cell_about_somebody_who_played_has_bounds(cells, field, read):
    (seat,) = row_of(**cells).seats
    assert getattr(seat, field) == read


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"minutes": "-1"}, "“-1” is not a number"),
        ({"minutes": "100000"}, "“100000” is not a number"),
        ({"rounds": "x" * 50}, f"“{'x' * 40}” is not a number"),
        ({"winner": "y" * 50}, f"“{'y' * 40}” is neither yes nor no"),
        ({"score": "z" * 50}, f"“{'z' * 40}” is not a number of points"),
        ({"date": "d" * 50}, f"“{'d' * 40}” is not a date; write it as 2026-05-02 or 02.05.2026"),
        ({"date": ""}, "it has no date"),
        ({"date": "1899-12-31"}, "it can't have been played on 1899-12-31"),
    ],
)
def test_meaningless_cell_is_quoted_to_forty_letters_only(cells, said):
    cells = {"game": "Chess", "date": "2024-05-02", "player": "Ana"} | cells
    found = from_csv.read(",".join(cells) + "\n" + ",".join(cells.values()) + "\n")
    assert (found.plays, found.problems) == ([], [("Line 2", said)])


def test_play_lies_between_1900_and_tomorrow():
    assert past.moment("1900-01-01").year == 1900
    now = datetime.now(UTC)
    assert past.moment((now + timedelta(hours=23)).isoformat()) > now
    with pytest.raises(past.ImportLineError):
        past.moment((now + timedelta(hours=25)).isoformat())


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2024-05-02", 12),
        ("2.5.2024", 12),
        ("2024-05-02T19", 19),
        ("2024-05-02 19:40", 19),
        ("2024-05-02T19:40+02:00", 17),
    ],
)
def test_day_alone_means_noon_and_time_is_kept(text, hour):
    assert (past.moment(text).day, past.moment(text).hour) == (2, hour)


def test_table_seats_and_point_sizes_are_limited():
    seats = [past.PastSeat("Ana")] * (past.PEOPLE + 1)
    assert len(past.seated(seats[:-1])) == past.PEOPLE
    for too in (seats, []):
        with pytest.raises(past.ImportLineError):
            past.seated(too)
    assert past.number("999999999+1") == past.LARGEST
    assert past.number("-999999999-1") == -past.LARGEST
    assert past.number("999999999+2") is None


def test_similar_evening_matches_nearby_in_time_only_once():
    at = datetime(2024, 5, 2, 12, tzinfo=UTC)
    who = {"Ana": 1, "Guest": None}
    for away, same in ((matching.NEAR, False), (matching.NEAR - timedelta(seconds=1), True)):
        known = {("acorns", frozenset({1})): [at]}
        played = past.Past("k", "Acorns", at + away, (past.PastSeat("Ana"),))
        assert matching.alike(played, "acorns", who, known) is same
        assert not matching.alike(played, "acorns", who, known)
    strangers = past.Past("k", "Acorns", at, (past.PastSeat("Guest"),))
    assert not matching.alike(strangers, "acorns", who, {("acorns", frozenset()): [at]})
