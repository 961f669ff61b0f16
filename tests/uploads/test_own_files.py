"""Tests that Sidekick takes in again what it gives out: through the page, and it is the same."""

import gzip
import json
from random import Random

import pytest
from django.test import Client

from companion.boxes.models import Box
from companion.crews.models import Crew, Person
from companion.plays import ledger, playlog, repair, seating
from companion.plays.answers import ChangeRejectedError
from companion.plays.models import Entry, Play, Seat, Snapshot
from companion.stats import tallies
from games import registry
from games.referee import MalformedError, Ruling
from tests.sample_game import Setup
from tests.sending import sent
from tests.stats.test_exports import contents, packed

pytestmark = pytest.mark.django_db

LONG = 6_500
WAYS = ("adjust", "undo", "redo", "back", "repair", "close", "ahead", "wish")


def random_play(rng, people=()):
    """Return a table of Acorns at which everything that can be done to a log was done."""
    play = ledger.begin("acorns", Setup(2, rng.choice((20, 50))))
    seats = [
        Seat.objects.create(play=play, name=name, role=role, parts=parts, person=person)
        for (name, role, parts), person in zip(
            (("Ana", "host", [0]), ("Bo", "player", [1]), ("Cy", "spectator", [])),
            [*people, None, None, None],
            strict=False,
        )
    ]
    for n in range(rng.randint(1, 40)):
        one_thing(play, seats, rng, f"k{n}")
    return Play.objects.get(pk=play.pk)


def one_thing(play, seats, rng, key):
    play.refresh_from_db()
    how = {"key": key, "seat": rng.choice(seats[:2])}
    what = rng.choice(("roll",) * 4 + WAYS)
    action = {"do": "roll", "face": rng.randint(1, 6)}
    try:
        if what == "roll":
            ledger.record(play.pk, action, answers={"CROW": rng.choice(("yes", "no"))}, **how)
        elif what == "adjust":
            tracker = {"tracker": "store.0", "value": rng.randint(0, 9), "reason": "we counted 🦇"}
            ledger.record(play.pk, {"do": "adjust", **tracker}, **how)
        elif what == "back":
            ledger.go_back(play.pk, rng.randint(0, play.revision), **how)
        elif what == "repair":
            kind = rng.choice(("replace", "insert", "remove"))
            change = repair.LogChange(kind, rng.randint(0, play.revision), action, {"CROW": "no"})
            repair.carry_out(play.pk, change, **how)
        elif what == "ahead":
            seating.look_ahead(how["seat"], Play.Ahead(rng.choice(Play.Ahead.values)))
        elif what == "wish":
            ledger.answer_ask(play.pk, rng.random() < 0.5, **how)
        elif what == "close":
            ledger.abandon(play.pk, closed=not play.abandoned, seat=how["seat"])
        else:
            getattr(ledger, what)(play.pk, **how)
    except (ChangeRejectedError, MalformedError):
        return


def everything(play):
    """Return a play with its log, its seats and its snapshots, without the numbers of its rows."""
    drop = {"id", "code", "watch_code", "share", "box_id", "updated_at", "_state", "crew_id"}
    columns = {k: v for k, v in Play.objects.get(pk=play.pk).__dict__.items() if k not in drop}
    columns.pop("bell", None)
    gone = {"id", "play_id", "seat_id", "key", "_state"}
    places = {seat.pk: n for n, seat in enumerate(play.seats.all())}
    log = [
        {**{k: v for k, v in e.__dict__.items() if k not in gone}, "seat": places.get(e.seat_id)}
        for e in play.entries.all()
    ]
    for line in log:
        if line["kind"] == Entry.Kind.ASK:
            line["action"] = {**line["action"], "of": [places[pk] for pk in line["action"]["of"]]}
    seats = list(play.seats.values_list("name", "role", "parts"))
    snapshots = dict(play.snapshots.values_list("seq", "state"))
    return columns, log, seats, {seq: snapshots[seq] for seq in sorted(snapshots) if not seq}


@pytest.mark.parametrize("seed", range(12))
def test_every_play_goes_out_and_in_again_unchanged(acorns, seed):
    play = random_play(Random(seed))
    text = playlog.encode(playlog.export(play))
    answer = sent(Client(), "/import/", text)
    assert answer.status_code == 302, answer.content.decode()
    twin = Play.objects.exclude(pk=play.pk).get()
    assert everything(twin) == everything(play)
    assert json.loads(playlog.encode(playlog.export(twin))) == json.loads(text)


@pytest.mark.parametrize("slug", sorted(registry.TITLES))
def test_every_title_goes_out_and_in_again(slug):
    referee = registry.referee(slug)
    setup = referee.setup_default(referee.title.max_players, referee.sample_box())
    play = ledger.begin(slug, setup, sample=True)
    Seat.objects.create(play=play, name="Ana", role="host")
    for n, tracker in enumerate(referee.trackers(referee.decode_state(play.state))):
        value = tracker.value + (1 if tracker.value < tracker.high else -1)
        action = {"do": "adjust", "tracker": tracker.name, "value": value}
        ledger.record(play.pk, action, key=f"k{n}")
    play.refresh_from_db()
    answer = sent(Client(), "/import/", playlog.encode(playlog.export(play)))
    assert answer.status_code == 302, answer.content.decode()
    assert everything(Play.objects.exclude(pk=play.pk).get()) == everything(play)


@pytest.mark.patient
def test_log_of_thousands_of_entries_goes_in_again(acorns):
    """More than a megabyte: bodies of other pages end there."""
    play = ledger.begin(acorns, Setup(2, 50))
    referee = registry.referee(acorns)
    state, entries = referee.decode_state(play.state), []
    for n in range(1, LONG + 1):
        action = {"do": "adjust", "tracker": "store.0", "value": n % 2 + 1}
        ruling = referee.apply(state, referee.decode_action(action))
        assert isinstance(ruling, Ruling)
        state = ruling.state
        entries.append(
            Entry(
                play=play,
                seq=n,
                kind="action",
                parent=n - 1,
                ordinal=n,
                action=action,
                key=f"k{n}",
                rules_version=1,
            )
        )
    Entry.objects.bulk_create(entries)
    Snapshot.objects.create(play=play, seq=LONG, state=referee.encode_state(state))
    numbers = {"revision": LONG, "head": LONG, "ordinal": LONG}
    Play.objects.filter(pk=play.pk).update(state=referee.encode_state(state), **numbers)
    play.refresh_from_db()
    text = playlog.encode(playlog.export(play))
    assert len(text) > 1_000_000
    answer = sent(Client(), "/import/", text)
    assert answer.status_code == 302, answer.content.decode()
    twin = Play.objects.exclude(pk=play.pk).get()
    assert (twin.state, twin.revision) == (play.state, LONG)


@pytest.mark.parametrize("seed", range(4))
def test_every_crew_goes_out_and_in_again_unchanged(acorns, seed):
    rng = Random(seed)
    crew = Crew.objects.create(name="Tuesday 🦇")
    people = [Person.objects.create(crew=crew, name=name) for name in ("Ana", "Bo")]
    box = Box.objects.create(title=acorns, name="Nest", owner="x", facts='{"colour":"teal"}')
    crew.boxes.add(box)
    crew.rulings.create(title=acorns, entry="N-02", reading="No crow", by="Ana")
    for _ in range(rng.randint(1, 4)):
        play = random_play(rng, people)
        here = {"crew": crew, "box": rng.choice((box, None))}
        Play.objects.filter(pk=play.pk).update(**here, rulings=[])
    before = contents(crew)
    file = packed(crew)
    Play.objects.all().delete()
    Box.objects.all().delete()
    crew.delete()
    answer = sent(Client(), "/crews/import/", file)
    assert answer.status_code == 302, answer.content.decode()
    again = Crew.objects.get()
    assert contents(again) == before
    for play in again.plays.all():
        tallies.count(play.pk)
    lines = gzip.decompress(packed(again)).splitlines()
    assert len(lines) == len(gzip.decompress(file).splitlines())
