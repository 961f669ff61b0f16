"""Tests of what a crew's pages ask the book: which rows, how many, in which order."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.crews.models import Person
from companion.plays import ledger
from companion.plays.models import Play
from companion.stats import queries, tallies
from companion.stats.models import DieName, Place, Record, Tally
from tests.sample_game import Setup

pytestmark = pytest.mark.each_database

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def entered(group, n=0, **fields):
    """Record in the crew's book, ``n`` days after the first."""
    play = ledger.begin("acorns", Setup(2, 10))
    told = {"title": "acorns", "result": "won", "book": "clean", **fields}
    return Record.objects.create(
        play=play,
        crew=group.crew,
        revision=1,
        started_at=DAY,
        ended_at=DAY + timedelta(days=n),
        **told,
    )


def tally(group, kind, **fields):
    told = {"book": "clean", "title": "acorns", "key": "", "plays": 1, **fields}
    return Tally.objects.create(crew=group.crew, kind=kind, **told)


def test_sums_name_most_played_first_and_none_empty(group):
    for key, plays in (("b", 2), ("a", 2), ("c", 5), ("d", 0), ("e", -1)):
        tally(group, "role", key=key, plays=plays)
    tally(group, "role", key="x", book="ruled")
    tally(group, "ending", key="y")
    assert [each.key for each in queries.sums(group.crew, "clean", "role")] == ["c", "a", "b"]
    assert queries.sums(group.crew, "clean", "role", title="chess") == []


def test_table_of_sums_ends_after_its_most_rows(group):
    for n in range(queries.MOST + 2):
        tally(group, "role", key=f"{n:03}")
    assert len(queries.sums(group.crew, "clean", "role")) == queries.MOST == 40


def test_rate_is_of_decided_plays_with_its_interval(group):
    shown = queries.rate("Ana", Tally(plays=9, won=3, decided=4), "n", "l")
    assert (shown.label, shown.won, shown.of, shown.share) == ("Ana", 3, 4, 75.0)
    assert (shown.low, shown.high, shown.note, shown.link) == (30.1, 95.4, "n", "l")
    assert queries.rate("Ana", Tally(plays=9, won=0, decided=0)) is None


def test_the_surest_best_stands_first():
    sure, lucky, never = (Tally(won=w, decided=d) for w, d in ((30, 40), (1, 1), (0, 0)))
    found = queries.rates([("lucky", lucky), ("never", never), ("sure", sure)])
    assert [rate.label for rate in found] == ["sure", "lucky"]


def test_usual_length_is_of_timed_plays():
    assert queries.average(Tally(plays=9, minutes=300, timed=4)) == "1 h 15 min"
    assert queries.average(Tally(plays=9, minutes=0, timed=0)) == "–"


def test_books_without_a_play_are_not_named(group):
    for book, plays in (("clean", 3), ("ruled", 0), ("abandoned", 1)):
        tally(group, "all", book=book, title="", plays=plays)
    tally(group, "title", book="ruled", plays=4)
    assert queries.books(group.crew) == {"clean": 3, "abandoned": 1}


def test_newest_years_months_are_drawn_even_without_play(group):
    assert queries.months(group.crew, "clean") is None
    for key, plays in (("2024-01", 9), ("2025-03", 8), ("2026-01", 1), ("2026-02", 4)):
        tally(group, "month", key=key, title="", plays=plays)
    tally(group, "month", key="2026-03", title="", book="ruled", plays=7)
    chart = queries.months(group.crew, "clean")
    assert list(chart.names) == [
        "2025-03",
        "2025-04",
        "2025-05",
        "2025-06",
        "2025-07",
        "2025-08",
        "2025-09",
        "2025-10",
        "2025-11",
        "2025-12",
        "2026-01",
        "2026-02",
    ]
    assert [list(line.values) for line in chart.lines] == [[8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4]]


def test_one_month_alone_is_no_chart(group):
    tally(group, "month", key="2026-01", title="", plays=3)
    assert queries.months(group.crew, "clean") is None


def test_last_plays_are_newest_eight_of_every_book(group):
    found = [entered(group, n, book=("clean", "ruled")[n % 2]) for n in range(10)]
    entered(group, 20, title="animated-dice")
    newest = queries.newest(group.crew, title="acorns")
    assert [record.pk for record in newest] == [record.pk for record in found[:1:-1]]
    assert queries.newest(group.crew)[0].title == "animated-dice"


def test_a_record_is_said_with_names_and_length(group):
    (record,) = queries.with_names([entered(group, minutes=61, variant_label='"Ten"')])
    assert (record.name, record.said, record.variant_name, record.length) == (
        "Acorns",
        "Won",
        "Ten",
        "1 h 1 min",
    )
    gone = queries.with_names([entered(group, title="chess", variant_label='"Ten"')])[0]
    assert (gone.name, gone.variant_name, gone.length) == ("chess", "Ten", "–")


def test_five_narrowest_wins_put_newer_equals_first(group):
    margins = [3, 1, 2, 1, 0, 9]
    found = [entered(group, n, margin=margin) for n, margin in enumerate(margins)]
    entered(group, 9, margin=None)
    entered(group, 9, margin=0, result="lost")
    entered(group, 9, margin=0, book="ruled")
    closest = queries.closest(group.crew, "clean")
    assert [record.pk for record in closest] == [found[n].pk for n in (4, 3, 1, 2, 0)]
    assert queries.closest(group.crew, "clean", title="chess") == []


def test_crew_streak_is_per_title_ignoring_abandoned_plays(group):
    for n, result in enumerate(["won", "lost", "won", "won", "abandoned", "won"]):
        entered(group, n, result=result)
    entered(group, 7, title="chess", result="lost")
    assert queries.crew_streak(group.crew, "acorns") == queries.Streak(3, 3)


def test_persons_streak_leaves_out_what_nobody_can_say(group):
    ana = group.people["Ana"]
    for n, winner in enumerate([True, True, False, None, True]):
        record = entered(group, n)
        Place.objects.create(
            record=record, part=0, person=ana, winner=winner, ended_at=record.ended_at
        )
        Place.objects.create(
            record=record, part=1, person=group.people["Bo"], winner=False, ended_at=record.ended_at
        )
    assert queries.person_streak(ana) == queries.Streak(1, 2)


def test_streaks_are_looked_for_among_newest_plays_only(group, monkeypatch):
    monkeypatch.setattr(queries, "STREAK", 3)
    for n, result in enumerate(["won", "won", "won", "won", "lost", "won"]):
        record = entered(group, n, result=result)
        Place.objects.create(
            record=record,
            part=0,
            person=group.people["Ana"],
            winner=result == "won",
            ended_at=record.ended_at,
        )
    assert queries.crew_streak(group.crew, "acorns") == queries.Streak(1, 1)
    assert queries.person_streak(group.people["Ana"]) == queries.Streak(1, 1)


def test_people_stand_by_play_count_without_strangers(group):
    ana, bo = group.people["Ana"], group.people["Bo"]
    tally(group, "person", title="", who=ana.pk, plays=2)
    tally(group, "person", title="", who=bo.pk, plays=5)
    tally(group, "person", title="", who=group.people["Di"].pk, plays=0)
    tally(group, "person", title="", who=Person.objects.latest("pk").pk + 1, plays=7)
    tally(group, "person", title="acorns", who=ana.pk, plays=1)
    assert [(who, t.plays) for who, t in queries.people(group.crew, "clean")] == [(bo, 5), (ana, 2)]
    assert [who for who, _t in queries.people(group.crew, "clean", "acorns")] == [ana]
    assert queries.people(group.crew, "ruled") == []


def test_endings_are_kept_apart_by_their_result(group):
    for key, plays in (("won:full", 4), ("lost:empty", 2), ("won:odd", 1)):
        tally(group, "ending", key=key, plays=plays)
    found = queries.endings(group.crew, "clean", "acorns")
    shown = {
        result: [(bar.label, bar.value) for bar in bars.bars] for result, bars in found.items()
    }
    assert shown == {
        "won": [("A store is full", 4), ("outcome.odd", 1)],
        "lost": [("outcome.empty", 2)],
    }
    assert {result: bars.title for result, bars in found.items()} == {"won": "Won", "lost": "Lost"}


def test_dice_of_crew_and_of_one_person(group):
    group.finished(6, 4, 4)
    DieName.objects.create(crew=group.crew, title="acorns", die="d6", name="Old Nut")
    (all_,) = queries.dice(group.crew)
    assert (all_.title, all_.slug, all_.die, all_.name, all_.thrown) == (
        "Acorns",
        "acorns",
        "d6",
        "Old Nut",
        3,
    )
    shown = [(bar.label, bar.value, bar.note) for bar in all_.bars.bars]
    assert shown == [(str(n), {4: 2, 6: 1}.get(n, 0), "0.5") for n in range(1, 7)]
    assert all_.luck.verdict == "few"
    (mine,) = queries.dice(group.crew, group.people["Bo"].pk)
    assert [bar.label for bar in mine.bars.bars if bar.value] == ["4"]
    assert mine.thrown == 1
    assert queries.dice(group.crew, group.people["Di"].pk) == []


COIN = {"coin": {"heads": 1, "tails": 1}}


def test_die_with_known_faces_is_compared_with_them():
    row = queries.ledger_row("acorns", "coin", {"heads": 3}, COIN)
    assert row.name == "coin"
    assert [(bar.label, bar.value, bar.note) for bar in row.bars.bars] == [
        ("heads", 3, "1.5"),
        ("tails", 0, "1.5"),
    ]


def test_die_with_another_face_is_only_counted():
    row = queries.ledger_row("acorns", "coin", {"heads": 3, "edge": 9}, COIN)
    assert row.luck is None
    assert [(bar.label, bar.value) for bar in row.bars.bars] == [("heads", 3), ("edge", 9)]


def test_table_no_longer_readable_knows_no_dice(group):
    play = group.finished()
    assert queries.die_tables(None, "no-such-title", play) == {}
    assert queries.die_tables(None, "acorns", None) == {}
    known = queries.die_tables(None, "acorns", play)
    assert list(known) == ["d6"]
    assert queries.die_tables(group.crew, "acorns") == known
    Play.objects.filter(pk=play.pk).update(state="{}")
    assert queries.die_tables(group.crew, "acorns") == {}


# -- what one play adds ----------------------------------------------------------------------------


def kept(group, **which):
    found = group.crew.tallies.filter(plays__gt=0, **which).order_by("kind", "title", "key", "who")
    return [(t.kind, t.title, t.key, t.who, t.plays, t.won, t.decided, t.scored) for t in found]


def test_a_play_answers_every_question_it_can(group):
    play = group.finished(6, 4, 4)
    ana, bo = group.people["Ana"].pk, group.people["Bo"].pk
    month = f"{play.ended_at:%Y-%m}"
    assert sorted(kept(group)) == sorted(
        [
            ("all", "", "", 0, 1, 1, 1, 0),
            ("title", "acorns", "", 0, 1, 1, 1, 0),
            ("month", "", month, 0, 1, 1, 1, 0),
            ("players", "acorns", "2", 0, 1, 1, 1, 0),
            ("ending", "acorns", "won:full", 0, 1, 1, 1, 0),
            ("role", "acorns", "Squirrel 1", 0, 1, 1, 1, 0),
            ("role", "acorns", "Squirrel 1", ana, 1, 1, 1, 0),
            ("role", "acorns", "Squirrel 2", 0, 1, 0, 1, 0),
            ("role", "acorns", "Squirrel 2", bo, 1, 0, 1, 0),
            ("person", "", "", ana, 1, 1, 1, 0),
            ("person", "acorns", "", ana, 1, 1, 1, 0),
            ("person", "", "", bo, 1, 0, 1, 0),
            ("person", "acorns", "", bo, 1, 0, 1, 0),
        ]
    )


def test_an_abandoned_play_decides_nothing(group):
    play = group.play(6)
    ledger.abandon(play.pk)
    tallies.count(play.pk)
    assert {row[5:7] for row in kept(group, kind="all")} == {(0, 0)}
    assert {row[5:7] for row in kept(group, kind="person")} == {(0, 0)}


@pytest.mark.parametrize(
    ("own", "best"),
    [
        ([(False, 9), (True, 2)], 1),
        ([(None, 9), (False, 2)], 1),
        ([(True, 2), (True, 7)], 1),
        ([(True, None), (True, 0), (True, -1)], 0),
        ([(False, None), (False, 1)], 1),
    ],
)
def test_best_of_several_parts_in_one_hand_counts(own, best):
    places = [Place(person_id=1, part=n, winner=w, score=s) for n, (w, s) in enumerate(own)]
    places.append(Place(person_id=2, part=9, winner=True, score=99))
    assert tallies._best(places, 1).part == best


def test_what_one_record_adds_is_row_of_numbers():
    assert tallies._values(Record(minutes=None), None) == (1, 0, 0, 0, 0, 0, 0)
    assert tallies._values(Record(minutes=0), False, 0) == (1, 0, 1, 0, 1, 0, 1)
    assert tallies._values(Record(minutes=61), True, -3) == (1, 1, 1, 61, 1, -3, 1)


def test_a_recount_reads_the_records_in_batches(group, monkeypatch):
    for _ in range(5):
        group.finished()
    before = tallies.stored(group.crew)
    monkeypatch.setattr(tallies, "BATCH", 2)
    tallies.recount(group.crew)
    assert tallies.stored(group.crew) == before


def test_a_person_with_two_parts_plays_once(group):
    play = group.play(6, 4, 4)
    play.seats.update(person=group.people["Ana"])
    tallies.count(play.pk)
    ana = group.people["Ana"].pk
    assert [row[4:6] for row in kept(group, kind="person", who=ana)] == [(1, 1), (1, 1)]
    assert group.crew.faces.filter(who=ana).count() == 2
