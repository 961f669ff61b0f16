"""The sums kept ready are those one gets by reading all logs again."""

import contextlib
import threading
import time
from collections import Counter

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.crews import people
from companion.crews.models import Crew
from companion.plays import ledger, replay
from companion.plays.answers import GameOverError
from companion.plays.models import Entry, Play
from companion.stats import tallies, tasks
from companion.stats.models import Faces, Place, Record, Tally
from games import registry
from games.referee import Ruling
from tests.stats.conftest import make_group, roll

pytestmark = pytest.mark.each_database


def recount(crew):
    """Return what the crew's logs say, read with nothing but the referee: plays, wins, faces."""
    plays, wins, faces = Counter(), Counter(), Counter()
    for play in crew.plays.all():
        referee = registry.referee(play.title)
        entries = {entry.seq: entry for entry in play.entries.filter(kind=Entry.Kind.ACTION)}
        chain, cursor = [], play.head
        while cursor:
            chain.append(entries[cursor])
            cursor = entries[cursor].parent
        state = referee.begin(
            referee.decode_setup(play.setup), referee.decode_box({"colour": "brown"})
        ).state
        rolled, overruled = [], False
        for entry in reversed(chain):
            action = referee.decode_action(entry.action)
            rolled += [(state.active, die.face) for die in referee.rolled(state, action)]
            overruled |= any(key.startswith("override:") for key in entry.answers)
            ruling = referee.apply(state, action, entry.actor, entry.answers)
            assert isinstance(ruling, Ruling)
            state = ruling.state
        outcome = referee.outcome(state)
        if outcome is None and not play.abandoned:
            continue
        book = "abandoned" if outcome is None else "ruled" if overruled else "clean"
        plays[book] += 1
        held = {part: seat.person_id for seat in play.seats.all() for part in seat.parts}
        for who in {who for who in held.values() if who}:
            plays[book, who] += 1
            parts = {part for part, holder in held.items() if holder == who}
            if book != "abandoned" and parts & set(outcome.winners):
                wins[book, who] += 1
        for part, face in rolled:
            faces[0, face] += 1
            if held.get(part):
                faces[held[part], face] += 1
    return plays, wins, faces


def kept(crew):
    """Return the same three from the stored sums."""
    plays, wins, faces = Counter(), Counter(), Counter()
    for tally in crew.tallies.filter(plays__gt=0):
        if tally.kind == "all":
            plays[tally.book] += tally.plays
        if tally.kind == "person" and tally.title == "":
            plays[tally.book, tally.who] += tally.plays
            if tally.won:
                wins[tally.book, tally.who] += tally.won
    for row in crew.faces.filter(n__gt=0):
        faces[row.who, row.face] += row.n
    return plays, wins, faces


def anew(crew):
    """Return the stored sums after counting all from the records."""
    tallies.recount(crew)
    return tallies.stored(crew)


deeds = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "start",
                "roll",
                "roll",
                "roll",
                "undo",
                "overrule",
                "abandon",
                "reopen",
                "count",
                "count",
                "put",
                "forget",
                "merge",
                "move",
            ]
        ),
        st.integers(0, 5),
    ),
    max_size=40,
)


@pytest.mark.django_db
@given(deeds)
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_the_sums_equal_a_recount_from_the_logs(acorns, deeds):
    with transaction.atomic():
        group = make_group()
        other = make_group()
        for number, (deed, n) in enumerate(deeds):
            do(group, other, deed, n, number)
        for play in Play.objects.all():
            tallies.count(play.pk)
            tallies.count(play.pk)
        for crew in (group.crew, other.crew):
            assert kept(crew) == recount(crew)
            assert tallies.stored(crew) == anew(crew)
        transaction.set_rollback(True)


def do(group, other, deed, n, number):
    """Do one thing that may happen to a crew's plays, in any order."""
    plays = list(Play.objects.order_by("pk"))
    play = plays[n % len(plays)] if plays else None
    guests = list(people.guests(group.crew))
    if deed == "start" or play is None:
        group.play(6, players=2, goal=10, names=("Ana Bo", "Bo Di", "Gus Ana")[n % 3])
    elif deed == "roll" and not play.over:
        roll(play, n + 1)
    elif deed == "undo" and play.head and not play.abandoned:
        ledger.undo(play.pk, key=f"undo{number}")
    elif deed == "overrule" and not play.over:
        active = replay.state_at(play, play.head).active
        ledger.record(
            play.pk,
            {"do": "roll", "face": 5},
            key=f"over{number}",
            actor=1 - active,
            answers={"override:E_NOT_ACTIVE": "so we said"},
        )
    elif deed in ("abandon", "reopen"):
        with contextlib.suppress(GameOverError):
            ledger.abandon(play.pk, closed=deed == "abandon")
    elif deed == "count":
        tallies.count(play.pk)
    elif deed == "put" and play.crew_id == group.crew.pk:
        people.put(play, n % 2, group.people["Ana"], None)
    elif deed == "merge" and guests and group.people["Ana"].pk:
        group.people.pop(guests[0].name, None)
        people.merge(guests[0], group.people["Ana"])
    elif deed == "forget" and guests:
        group.people.pop(guests[0].name, None)
        people.forget(guests[0])
    elif deed == "move":
        play.crew = other.crew if play.crew_id == group.crew.pk else group.crew
        play.save(update_fields=["crew"])
        play.seats.update(person=None)


def test_ended_game_cannot_be_closed_and_stays_won(group):
    play = group.finished()
    with pytest.raises(GameOverError):
        ledger.abandon(play.pk)
    tallies.count(play.pk)
    assert (Record.objects.get().result, Record.objects.get().book) == ("won", "clean")


def test_counting_twice_is_counting_once(group):
    play = group.finished()
    before = tallies.stored(group.crew)
    for _ in range(3):
        tallies.count(play.pk)
    assert tallies.stored(group.crew) == before
    assert Record.objects.count() == 1
    assert Place.objects.count() == 2


def test_play_changed_meanwhile_is_read_again(group, monkeypatch):
    play, of_play = group.finished(), tallies.records.of_play

    def meanwhile(found):
        made = of_play(found)
        if found.revision == play.revision:
            ledger.undo(play.pk, key="u")
        return made

    play.refresh_from_db()
    monkeypatch.setattr(tallies.records, "of_play", meanwhile)
    assert tallies.count(play.pk) is None
    assert not Record.objects.exists()


@pytest.mark.parametrize("crew", [True, False])
def test_play_counted_twice_at_once_counts_once(group, monkeypatch, crew):
    play, of_play, first = group.play(6, 4, 4), tallies.records.of_play, [True]
    if not crew:
        Play.objects.filter(pk=play.pk).update(crew=None)
        play.seats.update(person=None)

    def meanwhile(found):
        made = of_play(found)
        if first:
            first.clear()
            tallies.count(play.pk)
        return made

    monkeypatch.setattr(tallies.records, "of_play", meanwhile)
    assert tallies.count(play.pk)
    assert Record.objects.count() == 1


def test_taps_of_a_play_wait_for_no_sums(transactional_db, group):
    """The crew is locked by another count; the play's own row stays free."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one lock for all")
    play = group.play(6, 4, 4)
    with transaction.atomic():
        list(Crew.objects.select_for_update())
        counting = threading.Thread(target=counted_apart, args=(play.pk,))
        counting.start()
        wait_for_a_lock()
        list(Play.objects.select_for_update(nowait=True).filter(pk=play.pk))
    counting.join(10)
    assert Record.objects.get(play=play)


def counted_apart(pk):
    tallies.count(pk)
    connection.close()


def wait_for_a_lock():
    query = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    for _ in range(500):
        with connection.cursor() as cursor:
            cursor.execute(query)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("no count waits for the crew")


def test_game_taken_up_again_leaves_the_sums(group):
    play = group.finished()
    ledger.undo(play.pk, key="u")
    tallies.count(play.pk)
    assert not Record.objects.exists()
    assert not group.crew.tallies.exclude(plays=0).exists()
    assert not group.crew.faces.exclude(n=0).exists()


def test_a_count_that_dies_has_changed_nothing(group, monkeypatch):
    play = group.finished()
    before = tallies.stored(group.crew)
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.1", "value": 7}, key="a")

    def die(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(tallies, "apply", die)
        with pytest.raises(KeyboardInterrupt):
            tallies.count(play.pk)
    assert tallies.stored(group.crew) == before
    assert Record.objects.get().adjusted == 0
    tallies.count(play.pk)
    assert Record.objects.get().adjusted == 1


@pytest.mark.django_db(transaction=True)
def test_last_entry_of_game_counts_it_unasked(acorns):
    group = make_group()
    group.play(6, 4, 4)
    assert Record.objects.get().result == "won"
    assert group.crew.tallies.get(book="clean", kind="all").plays == 1


@pytest.mark.django_db(transaction=True)
def test_seat_without_person_becomes_namesake_or_guest(acorns):
    group = make_group()
    play = group.play(6, 4, 4, names="bo Zoe")
    seats = {seat.name: seat.person for seat in play.seats.all()}
    assert seats["bo"] == group.people["Bo"]
    assert seats["Zoe"] in people.guests(group.crew)
    assert Place.objects.get(name="Zoe").person == seats["Zoe"]


def test_tidying_closes_forgotten_tables_and_counts_missed_ones(group):
    from datetime import timedelta

    from django.utils import timezone

    forgotten, fresh = group.play(3), group.play(2)
    missed = group.play(6, 4, 4)
    long_ago = timezone.now() - timedelta(days=91)
    Play.objects.filter(pk=forgotten.pk).update(updated_at=long_ago)
    assert tasks.tidy().items() >= {"closed": 1, "counted": 2}.items()
    assert tasks.tidy().items() >= {"closed": 0, "counted": 0}.items()
    forgotten.refresh_from_db()
    fresh.refresh_from_db()
    assert (forgotten.abandoned, fresh.abandoned) == (True, False)
    assert Record.objects.get(play=missed).result == "won"


def test_table_announces_closing_two_months_before(cast):
    from datetime import timedelta

    from django.utils import timezone

    assert "It closes on" not in cast.host.get(cast.at).content.decode()
    Play.objects.update(updated_at=timezone.now() - timedelta(days=61))
    assert "It closes on" in cast.host.get(cast.at).content.decode()


def test_sums_of_nobody_are_not_left_behind(group):
    group.finished(names="Gus Bo")
    gus = group.people["Gus"].pk
    people.forget(group.people["Gus"])
    assert not Tally.objects.filter(who=gus).exists()
    assert not Faces.objects.filter(who=gus).exists()


def test_play_ending_during_recount_is_counted_once(transactional_db, acorns):
    group = make_group()
    group.finished(6, 2, 5)
    second = group.finished(4, 3, 6)
    Record.objects.filter(play=second).delete()
    tallies.recount(group.crew)
    all_records, read, done = tallies._each, threading.Event(), threading.Event()

    def slowly(crew):
        yield from all_records(crew)
        read.set()
        done.wait(1)

    def count():
        read.wait(10)
        try:
            tallies.count(second.pk)
        finally:
            done.set()
            connection.close()

    other = threading.Thread(target=count)
    other.start()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tallies, "_each", slowly)
        tallies.recount(group.crew)
    other.join()
    counted = tallies.stored(group.crew)
    assert group.crew.tallies.get(book="clean", kind="all").plays == 2
    tallies.recount(group.crew)
    assert tallies.stored(group.crew) == counted
