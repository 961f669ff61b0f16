"""What files of other programs hold, field by field."""

from datetime import UTC, datetime

import pytest

from companion.stats.imports import from_bgstats, from_csv, matching, past
from companion.uploads.kinds import Broken
from games import registry
from tests.stats.elsewhere import bg, file


def test_a_play_of_bg_stats_is_read_field_by_field():
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
def test_a_field_of_a_play_has_a_stand_in_and_bounds(told, field, read):
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


def test_a_play_without_a_key_has_one_made_of_what_it_holds():
    keys = [
        from_bgstats.read(file(bg("", **more)).decode()).plays[0].key
        for more in ({}, {}, {"rounds": 3})
    ]
    assert keys[0] == keys[1] != keys[2]
    assert keys[0]


def test_a_table_with_a_line_for_each_seat_is_read_in_polish_too():
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


def test_a_table_with_a_line_for_each_play_holds_lists():
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


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("2024-05-02,Dice,,yes,1", "it names no player"),
        ("2024-05-02,,Ana,yes,1", "it names no game"),
        ("05/02/2024,Dice,Ana,yes,1", "“05/02/2024” is no date"),
        ("2999-05-02,Dice,Ana,yes,1", "2999-05-02 cannot be when it was played"),
        ("2024-05-02,Dice,Ana,maybe,1", "“maybe” says neither yes nor no"),
        ("2024-05-02,Dice,Ana,yes,lots", "“lots” is no number of points"),
        ("2024-05-02,Dice,Ana,yes,1,2", "it has more cells than the first line"),
    ],
)
def test_a_bad_line_of_a_table_is_named(row, why):
    good = "2024-05-01,Dice,Bo,no,2"
    found = from_csv.read(f"date,game,player,winner,score\n{good}\n\n{row}\n{good}\n")
    ((where, what),) = found.problems
    assert where == "Line 4"
    assert why in what
    assert len(found.plays) == 2


def test_the_same_evening_twice_in_a_table_is_two_plays_however_often_it_is_read():
    text = "date,game,player,winner\n" + "2024-05-01,Dice,Bo,yes\n" * 2
    keys = [play.key for play in from_csv.read(text).plays]
    assert len(set(keys)) == 2
    assert keys == [play.key for play in from_csv.read(text).plays]


def test_too_many_plays_for_one_file_are_said(monkeypatch):
    monkeypatch.setattr(past, "MOST", 1)
    with pytest.raises(Broken, match="At most 1 plays"):
        from_bgstats.read(file(bg("a"), bg("b")).decode())
    with pytest.raises(Broken, match="At most 1 plays"):
        from_csv.read("date,game,player\n2024-05-01,Dice,Bo\n2024-05-02,Dice,Bo\n")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("The Batman Who Laughs Rising", "batman-who-laughs"),
        ("Talisman: Batman – Super-Villains Edition", "talisman-batman"),
        ("batman gotham city chronicles", "gotham-chronicles"),
        ("Talisman", ""),
    ],
)
def test_games_are_known_however_a_shop_writes_them(name, slug):
    assert matching.title_of(name) == slug


def test_a_game_is_known_by_its_number_under_any_name():
    slug = "gotham-chronicles"
    assert matching.title_of("BGCC", registry.referee(slug).title.bgg) == slug
    assert matching.title_of("BGCC", 0) == ""


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("4+5", 9), ("-3", -3), ("7.0", 7), ("", None), ("7.5", None), ("1e9", None)],
)
def test_scores_are_whole_numbers_or_sums_of_some(text, value):
    assert past.number(text) == value
