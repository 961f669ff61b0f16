"""Files are read beside the pages: in slices, taken up again, taken back, within limits."""

import gzip
import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.http import Http404, HttpRequest
from django.test import Client
from django.utils import timezone

from companion.boxes.models import Box
from companion.crews.models import Crew, Person
from companion.operations import limits
from companion.plays import ledger, playlog, store
from companion.plays.models import Entry, Play, Seat
from companion.stats.imports import unpacking
from companion.uploads import intake, keeper, kinds, reading
from companion.uploads.models import Upload, UploadPart
from tests.sample_game import Setup
from tests.sending import read_all, send, sent, stored
from tests.stats.conftest import phone_of
from tests.stats.test_exports import packed

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

PLAYS = 4


@pytest.fixture
def log(cast):
    for n, face in enumerate((3, 5)):
        ledger.record(cast.play.pk, {"do": "roll", "face": face}, key=f"k{n}")
    return playlog.encode(playlog.export(Play.objects.get(pk=cast.play.pk)))


@pytest.fixture
def archive(acorns):
    """Return a crew of four plays in a file; nothing of it is left here."""
    crew = Crew.objects.create(name="Tuesday")
    ana = Person.objects.create(crew=crew, name="Ana", keeper=True)
    crew.boxes.add(Box.objects.create(title="acorns", name="Nest", owner="x", facts="{}"))
    for n in range(PLAYS):
        play = ledger.begin(acorns, Setup(2, 20))
        ledger.record(play.pk, {"do": "roll", "face": 2}, key=f"k{n}")
        Play.objects.filter(pk=play.pk).update(crew=crew)
        Seat.objects.create(play=play, name="Ana", person=ana, parts=[0])
    file = packed(crew)
    wipe()
    return file


def wipe():
    Play.objects.all().delete()
    Box.objects.all().delete()
    Crew.objects.all().delete()


def one_slice(upload):
    """Do what a reader does with its turn; a slice is over after one piece."""
    upload = reading.go_on(upload.pk, slice_=0.0)
    Upload.objects.filter(pk=upload.pk).update(lease=None)
    return upload


# -- the page -----------------------------------------------------------------------------------


def test_kept_file_page_says_how_far_it_is(cast, log):
    answer = send(cast.stranger, "/import/", log)
    assert answer.status_code == 302
    page = cast.stranger.get(answer["Location"]).content.decode()
    assert "Import starts in a moment" in page
    assert "hx-get" in page
    assert "http-equiv" in page
    read_all()
    polled = cast.stranger.get(answer["Location"], headers={"HX-Request": "true"})
    assert polled["HX-Redirect"] == answer["Location"]
    table = cast.stranger.get(answer["Location"])
    assert cast.stranger.get(table["Location"]).status_code == 200
    assert not UploadPart.objects.exists()


def test_only_phone_that_sent_file_sees_its_page(cast, log):
    at = send(cast.stranger, "/import/", log)["Location"]
    assert cast.host.get(at).status_code == 404
    assert cast.host.post(f"{at}cancel").status_code == 404


def test_sender_sees_file_whatever_their_network_tried(cast, log):
    at = send(cast.stranger, "/import/", log)["Location"]
    for _ in range(limits.LIMITS["guessing"][0]):
        limits.take("guessing", "127.0.0.1")
    assert Client().get(at).status_code == 429
    assert cast.stranger.get(at).status_code == 200


def test_page_gives_no_seat_sender_has_lost(cast, log):
    at = send(cast.stranger, "/import/", log)["Location"]
    read_all()
    play = Play.objects.exclude(pk=cast.play.pk).get()
    play.seats.filter(name="Ana").update(epoch=1)
    play.seats.filter(name="Bo").update(role=Seat.Role.HOST)
    assert not cast.stranger.get(at).cookies


def test_one_file_after_other_is_taken_from_phone(cast, log):
    first = send(cast.stranger, "/import/", log)
    second = send(cast.stranger, "/import/", log)
    assert second.status_code == 422
    assert "still being imported" in second.content.decode()
    for page in ("/import/", "/crews/import/"):
        assert f'href="{first["Location"]}"' in cast.stranger.get(page).content.decode()
        assert "/reading/" not in cast.host.get(page).content.decode()
    read_all()
    assert sent(cast.stranger, "/import/", log).status_code == 302


def test_large_files_of_others_delay_no_small_one(cast, log, monkeypatch):
    monkeypatch.setattr(intake, "SMALL", len(log))
    for n in range(intake.AT_ONCE):
        stored("playlog", log + b" ", address=str(n))
    answer = send(cast.stranger, "/import/", log + b" ")
    assert answer.status_code == 422
    assert "Too many files" in answer.content.decode()
    assert send(cast.stranger, "/import/", log).status_code == 302


def test_large_files_of_strangers_hold_up_no_crew(cast, log, monkeypatch):
    monkeypatch.setattr(intake, "SMALL", len(log))
    for n in range(intake.AT_ONCE):
        stored("playlog", log + b" ", address=f"10.0.{n}.1")
    crew = Crew.objects.create(name="Tuesday")
    ana = phone_of(Person.objects.create(crew=crew, name="Ana"))
    assert send(ana, "/import/", log + b" ").status_code == 422
    Crew.objects.update(made_at=timezone.now() - intake.SETTLED)
    assert send(ana, "/import/", log + b" ").status_code == 302
    # What crews send takes no place of others either.
    Upload.objects.filter(owner="somebody").first().delete()
    assert send(Client(REMOTE_ADDR="10.1.0.1"), "/import/", log + b" ").status_code == 302


@pytest.mark.parametrize("home", ["10.0.0.{}", "2001:db8:1:{}::/64"])
def test_one_neighborhood_takes_half_of_the_places(cast, log, monkeypatch, home):
    monkeypatch.setattr(intake, "SMALL", len(log))
    for n in range(1, intake.AT_ONCE // 2 + 1):
        stored("playlog", log + b" ", address=home.format(n))
    near = Client(REMOTE_ADDR=home.format(9).replace("/64", ""))
    assert send(near, "/import/", log + b" ").status_code == 422
    assert send(cast.stranger, "/import/", log + b" ").status_code == 302


def test_only_so_many_files_wait_at_once(cast, log, monkeypatch):
    monkeypatch.setattr(intake, "SMALL_AT_ONCE", 8)
    for n in range(8):
        stored("playlog", log, address=str(n))
    answer = send(cast.stranger, "/import/", log)
    assert answer.status_code == 422
    assert "Too many files" in answer.content.decode()


def test_file_size_limit_depends_on_its_contents(settings):
    settings.UPLOAD_LIMIT = 10**8
    assert {kind: kinds.reader(kind).largest() for kind in ("playlog", "plays", "archive")} == {
        "playlog": 32_000_000,
        "plays": 32_000_000,
        "archive": 10**8,
    }


def test_file_that_is_too_large_is_not_kept(cast, settings):
    settings.UPLOAD_LIMIT = 1000
    answer = send(cast.stranger, "/crews/import/", b"x" * 1001)
    assert answer.status_code == 422
    assert "too large" in answer.content.decode()
    assert not Upload.objects.exists()


def test_file_never_reaching_its_end_is_dropped(db):
    late = Upload.objects.create(kind="playlog", owner="x")
    old = Upload.objects.create(kind="playlog", owner="y", stage=Upload.Stage.DONE)
    Upload.objects.update(made_at=timezone.now() - timedelta(days=2))
    kept = Upload.objects.create(kind="playlog", owner="z")
    intake.sweep()
    assert {late.pk, old.pk, kept.pk} & {*Upload.objects.values_list("pk", flat=True)} == {kept.pk}


# -- slices, stops, deaths ----------------------------------------------------------------------


def test_archive_read_in_slices_is_seen_once_whole(archive):
    upload = stored("archive", archive)
    for lines in range(1, PLAYS + 1):
        upload = one_slice(upload)
        assert upload.notebook.get("lines") == lines, upload.problem
        assert Crew.objects.get().invitation == ""
        assert Play.objects.count() == lines - 1
    upload = one_slice(upload)
    assert upload.stage == Upload.Stage.DONE
    assert Crew.objects.get().invitation
    assert [seat.person.name for seat in Seat.objects.all()] == ["Ana"] * PLAYS


def test_reader_dying_mid_play_leaves_none_of_it(archive, monkeypatch):
    upload = one_slice(one_slice(stored("archive", archive)))

    def die(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(unpacking, "_seat", die)
        with pytest.raises(KeyboardInterrupt):
            one_slice(upload)
    assert Play.objects.count() == 1
    while not upload.over:
        upload = one_slice(upload)
    assert Crew.objects.get().plays.count() == PLAYS


def test_file_nobody_wants_any_more_is_taken_back(cast, archive):
    at = send(cast.stranger, "/crews/import/", archive)["Location"]
    before = Play.objects.count()
    upload = Upload.objects.get()
    for _ in range(3):
        upload = one_slice(upload)
    assert Play.objects.count() == before + 2
    assert cast.stranger.post(f"{at}cancel").status_code == 302
    assert "Undoing the import" in cast.stranger.get(at).content.decode()
    read_all()
    assert "Stopped. Nothing was kept." in cast.stranger.get(at).content.decode()
    assert Play.objects.count() == before
    assert not Crew.objects.exists()
    assert not Person.objects.exists()
    assert not Box.objects.exists()


def test_taking_back_goes_on_where_a_reader_died(archive, monkeypatch):
    upload = stored("archive", gzip.compress(gzip.decompress(archive) + b"nonsense"))
    remove, calls = store.remove, []

    def dying(pk):
        calls.append(pk)
        if len(calls) == 3:
            raise KeyboardInterrupt
        remove(pk)

    with monkeypatch.context() as patched:
        patched.setattr(store, "remove", dying)
        with pytest.raises(KeyboardInterrupt):
            reading.go_on(upload.pk)
    assert 0 < Play.objects.count() < PLAYS
    upload = reading.go_on(upload.pk)
    assert upload.stage == Upload.Stage.FAILED
    assert not Play.objects.exists()
    assert not Crew.objects.exists()


def test_a_reader_thought_dead_writes_nothing_any_more(archive):
    upload = stored("archive", archive)
    work = reading.Work(Upload.objects.get(pk=upload.pk))
    Upload.objects.filter(pk=upload.pk).update(turn=5)
    with pytest.raises(reading.ReadingStoppedError):
        unpacking.read(work)
    assert not Crew.objects.exists()


def test_the_file_that_waited_longest_is_next(acorns, log, settings):
    settings.UPLOAD_READERS = 1
    first, second = stored("playlog", log), stored("playlog", log)
    assert keeper.claim() == first
    assert keeper.claim() is None, "one is being read"
    Upload.objects.update(lease=timezone.now() - timedelta(seconds=1))
    assert keeper.claim() == second
    Upload.objects.update(lease=None)
    assert keeper.claim() == first


def test_file_killing_reader_after_reader_is_given_up(acorns, log, settings, monkeypatch):
    settings.UPLOAD_READERS = 1
    monkeypatch.setattr(keeper, "run", lambda upload: True)
    upload = stored("playlog", log)
    for _ in range(keeper.DEATHS):
        assert keeper.attend()
    upload.refresh_from_db()
    assert upload.stage == Upload.Stage.UNDOING
    upload = reading.go_on(upload.pk)
    assert (upload.stage, upload.problem) == (Upload.Stage.FAILED, "It can't be opened here.")


@pytest.mark.parametrize("wanted", [True, False])
def test_half_written_long_log_is_rewritten_or_removed(cast, log, monkeypatch, wanted):
    """It takes many short transactions, and a reader may die between two of them."""
    monkeypatch.setattr(store, "BATCH", 1)
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 1)
    upload = stored("playlog", log)
    create, calls = Entry.objects.bulk_create, []

    def dying(rows):
        calls.append(rows)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return create(rows)

    with monkeypatch.context() as patched:
        patched.setattr(Entry.objects, "bulk_create", dying)
        with pytest.raises(KeyboardInterrupt):
            reading.go_on(upload.pk)
    half = Play.objects.exclude(pk=cast.play.pk).get()
    assert half.entries.count() == 1
    Upload.objects.update(stop=not wanted)
    upload = reading.go_on(upload.pk)
    left = Play.objects.exclude(pk=cast.play.pk)
    assert not left.filter(pk=half.pk).exists()
    assert [play.entries.count() for play in left] == ([2] if wanted else [])
    assert upload.stage == (Upload.Stage.DONE if wanted else Upload.Stage.CANCELLED)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError, "more than can be imported at once"),
        (RecursionError, "more than can be imported at once"),
        (reading.PlayTooLongError, "takes too long"),
        (ZeroDivisionError, "is inconsistent (ZeroDivisionError)"),
    ],
)
def test_what_goes_wrong_with_a_file_is_said(log, monkeypatch, error, said):
    def wrong(*args):
        raise error

    monkeypatch.setattr(playlog, "replay", wrong)
    upload = reading.go_on(stored("playlog", log).pk)
    assert upload.stage == Upload.Stage.FAILED
    assert said in upload.problem


def test_small_file_unpacking_to_huge_one_is_stopped(acorns, monkeypatch):
    monkeypatch.setattr(unpacking, "LINE", 10_000)
    monkeypatch.setattr(unpacking, "WHOLE", 50_000)
    for content in (b"x" * 20_000, b'{"name": "a"}\n' * 10_000):
        upload = reading.go_on(stored("archive", gzip.compress(content)).pk)
        assert upload.stage == Upload.Stage.FAILED
        assert "larger than a crew can be" in upload.problem or "line 1" in upload.problem


def test_the_command_reads_an_archive_of_any_size(archive, settings, tmp_path):
    settings.UPLOAD_LIMIT = 10
    file = tmp_path / "crew.jsonl.gz"
    file.write_bytes(archive)
    call_command("crew", "--load", str(file), verbosity=0)
    assert Crew.objects.get().plays.count() == PLAYS
    assert not Upload.objects.exists()


# -- what is read is what was written -----------------------------------------------------------


def test_wish_names_same_people_at_other_table(cast):
    bo = cast.play.seats.get(name="Bo")
    ana = cast.play.seats.get(name="Ana")
    for n in range(3):
        ledger.record(cast.play.pk, {"do": "roll", "face": 2}, key=f"k{n}", seat=bo)
    asked = ledger.go_back(cast.play.pk, 0, key="ask", seat=ana).entry
    assert asked.action["of"] == [bo.pk]
    text = playlog.encode(playlog.export(Play.objects.get(pk=cast.play.pk)))
    assert json.loads(text)["entries"][-1]["change"] == {"of": [1]}
    twin = playlog.load(playlog.decode(text))
    (names,) = (
        twin.seats.filter(pk__in=ledger.who_answers(twin.entries.last())).values_list("name"),
    )
    assert list(names) == [("Bo",)]


def test_archive_that_brought_no_crew_leads_to_none(db):
    crew = Crew.objects.create(name="Cellar", invitation="invited")
    for notebook in ({}, {"crew": None}, {"crew": crew.pk + 1}):
        with pytest.raises(Http404):
            unpacking.answer(HttpRequest(), notebook)
    assert unpacking.answer(HttpRequest(), {"crew": crew.pk}).status_code == 302
