"""Founding, joining, claiming, keeping, leaving: no account needed, one possible."""

import json

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from companion import cookies
from companion.boxes.models import Box
from companion.crews import people
from companion.crews.models import Crew, Device, Person
from companion.operations import limits
from companion.plays import seats
from companion.plays.models import Play, Seat
from companion.stats import tallies
from companion.stats.models import Job, Piece, Place, Tally

pytestmark = pytest.mark.each_database


def found(phone, name="The Attic", me="Zoe"):
    answer = phone.post("/crews/", {"name": name, "me": me})
    assert answer.status_code == 302
    return Crew.objects.get(name=name)


def test_a_crew_is_founded_without_an_account(db, acorns):
    phone = Client()
    crew = found(phone)
    assert phone.get(f"/c/{crew.key}/").status_code == 200
    assert "The Attic" in phone.get("/crews/").content.decode()
    assert crew.people.get().keeper


@pytest.mark.parametrize("data", [{}, {"name": "X"}, {"me": "Zoe"}, {"name": " ", "me": " "}])
def test_a_crew_without_names_is_not_founded(db, data):
    assert Client().post("/crews/", data).status_code == 422
    assert not Crew.objects.exists()


def test_link_joins_and_second_visit_changes_nothing(group):
    phone, link = Client(), f"/crews/join/{group.crew.invitation}/"
    assert "I am Gus" in phone.get(link).content.decode()
    assert phone.post(link, {"name": "Zoe"})["Location"] == f"/c/{group.crew.key}/"
    assert phone.get(f"/c/{group.crew.key}/").status_code == 200
    phone.post(link, {"name": "Zoe again"})
    assert group.crew.people.count() == 5


def test_a_guest_claims_the_plays_so_far(group):
    group.finished(names="Gus Bo")
    phone, gus = Client(), group.people["Gus"]
    phone.post(f"/crews/join/{group.crew.invitation}/", {"guest": gus.pk})
    page = phone.get(f"/c/{group.crew.key}/who/{gus.pk}/").content.decode()
    assert "Squirrel 1" in page
    assert not people.guests(group.crew).exists()


@pytest.mark.parametrize("who", ["Bo", "nobody"])
def test_nobody_claims_a_person_who_has_a_phone(group, who):
    pk = group.people[who].pk if who in group.people else 999_999
    answer = Client().post(f"/crews/join/{group.crew.invitation}/", {"guest": pk})
    assert answer.status_code == 422


def test_a_new_link_makes_the_old_one_useless(group):
    old = group.crew.invitation
    at = f"/c/{group.crew.key}/people/link"
    assert group.phones["Bo"].post(at).status_code == 403
    assert group.phones["Ana"].post(at).status_code == 302
    assert Client().get(f"/crews/join/{old}/").status_code == 404
    group.crew.refresh_from_db()
    assert Client().get(f"/crews/join/{group.crew.invitation}/").status_code == 200
    group.phones["Ana"].post(at, {"close": "1"})
    group.crew.refresh_from_db()
    assert group.crew.invitation == ""
    page = group.phones["Ana"].get(f"/c/{group.crew.key}/people/").content.decode()
    assert "No one new can join" in page


def test_table_started_from_crew_is_in_its_book(group):
    at = f"/c/{group.crew.key}/start/acorns/"
    assert group.phones["Bo"].post(at, {"players": "9"}).status_code == 422
    assert group.phones["Bo"].post(at, {"players": "2"}).status_code == 302
    play = Play.objects.get()
    assert (play.crew, play.seats.get().person) == (group.crew, group.people["Bo"])
    assert group.crew.boxes.get().title == "acorns"
    assert (
        "Still on the table"
        in group.phones["Ana"].get(f"/c/{group.crew.key}/plays/").content.decode()
    )


def test_shared_box_is_played_with_and_taken_back(group):
    bo = group.people["Bo"]
    box = Box.objects.create(
        title="acorns", name="Bo's nest", owner=f"phone-{bo.pk}", facts='{"colour":"teal"}'
    )
    at = f"/c/{group.crew.key}/people/box"
    assert group.phones["Di"].post(at, {"box": box.pk}).status_code == 403
    group.phones["Bo"].post(at, {"box": box.pk})
    start = f"/c/{group.crew.key}/start/acorns/"
    assert "Bo&#x27;s nest" in group.phones["Di"].get(start).content.decode()
    group.phones["Di"].post(start, {"players": "2", "box": box.pk})
    assert Play.objects.get().box == box
    group.phones["Bo"].post(at, {"box": box.pk})
    assert not group.crew.boxes.exists()


def test_an_evening_is_put_into_the_book_afterwards(group):
    play = group.play(6, 4, 4, names="Ana Zoe")
    play.seats.update(person=None)
    play.crew = None
    play.save()
    host = play.seats.get(name="Ana")
    phone = group.phones["Ana"]
    path = f"/p/{play.share}/keep"
    assert phone.post(path, {"crew": group.crew.key}).status_code == 403
    phone.cookies[seats.cookie_name(play.code)] = seats.token(host)
    assert "Into The Cellar's book" in phone.get(f"/p/{play.share}/").content.decode()
    assert phone.post(path, {"crew": group.crew.key}).status_code == 302
    tallies.count(play.pk)
    play.refresh_from_db()
    assert play.crew == group.crew
    assert Place.objects.get(part=0).person == group.people["Ana"]
    assert "Zoe" in {guest.name for guest in people.guests(group.crew)}


def test_play_stays_in_book_it_is_in(group):
    play = group.finished()
    phone = group.phones["Ana"]
    phone.cookies[seats.cookie_name(play.code)] = seats.token(play.seats.get(name="Ana"))
    other = found(phone, "Another", "Ana")
    assert phone.post(f"/p/{play.share}/keep", {"crew": other.key}).status_code == 409


def test_the_crew_says_who_played_what(group):
    play = group.finished(names="Ana")
    path = f"/p/{play.share}/who"
    bo = group.people["Bo"]
    assert group.stranger.post(path, {"part": 1, "who": bo.pk}).status_code == 403
    assert group.phones["Di"].post(path, {"part": 1, "who": bo.pk}).status_code == 403
    ana = group.phones["Ana"]
    assert ana.post(path, {"part": 7, "who": bo.pk}).status_code == 422
    assert ana.post(path, {"part": 1, "who": 999}).status_code == 404
    assert ana.post(path, {"part": 1, "who": bo.pk}).status_code == 302
    tallies.count(play.pk)
    assert Place.objects.get(part=1).person == bo
    assert "Bo played Squirrel 2" in group.stranger.get(f"/p/{play.share}/log/").content.decode()


def test_only_who_sat_there_says_who_played_what(group):
    play = group.finished(names="Ana Di")
    path, bo = f"/p/{play.share}/who", group.people["Bo"]
    di = group.phones["Di"]
    assert di.post(path, {"part": 1, "who": bo.pk}).status_code == 302
    late = Seat.objects.create(play=play, name="Bo", person=bo)
    bos = group.phones["Bo"]
    bos.cookies[seats.cookie_name(play.code)] = seats.token(late)
    play.seats.exclude(pk=late.pk).filter(person=bo).update(person=None)
    assert bos.post(path, {"part": 1, "who": bo.pk}).status_code == 403


def test_nobody_changes_who_plays_what_while_table_runs(group):
    play = group.play(3)
    path, di = f"/p/{play.share}/who", group.people["Di"]
    for name, status in (("Ana", 409), ("Bo", 409), ("Di", 403)):
        answer = group.phones[name].post(path, {"part": 0, "who": di.pk})
        assert answer.status_code == status, name
    assert group.stranger.post(path, {"part": 0, "who": di.pk}).status_code == 404
    assert sorted(play.seats.values_list("name", "parts")) == [("Ana", [0]), ("Bo", [1])]


def test_sitting_down_after_end_enters_no_book(group):
    play = group.finished(names="Ana Zoe")
    Play.objects.update(crew=None)
    mia = Client()
    mine = found(mia, "Late crew", "Mia")
    assert mia.post(f"/j/{play.code}/", {"name": "Mia"}).status_code == 302
    path = f"/p/{play.share}/keep"
    assert mia.post(path, {"crew": mine.key}).status_code == 403
    assert "book of" not in mia.get(f"/p/{play.share}/").content.decode()
    assert Play.objects.get().crew is None


def test_two_entries_of_one_person_become_one(group):
    play = group.finished(names="Gus Bo")
    ana, gus = group.people["Ana"], group.people["Gus"]
    at = f"/c/{group.crew.key}/people/merge"
    data = {"guest": gus.pk, "into": ana.pk}
    assert group.phones["Bo"].post(at, data).status_code == 403
    assert group.phones["Ana"].post(at, {"guest": ana.pk, "into": gus.pk}).status_code == 404
    assert group.phones["Ana"].post(at, data).status_code == 302
    tallies.count(play.pk)
    assert not Person.objects.filter(pk=gus.pk).exists()
    assert Tally.objects.get(kind="person", title="", who=ana.pk, plays=1).won == 1


@pytest.fixture
def in_the_way(monkeypatch):
    """Have the last step of a change end once in a deadlock; it is named by the test."""

    def once(name):
        step, failed = getattr(people, name), []

        def fails_first(*given):
            if not failed:
                failed.append(name)
                cause = Exception()
                cause.sqlstate = "40P01"
                raise OperationalError from cause
            return step(*given)

        monkeypatch.setattr(people, name, fails_first)
        return failed

    return once


def test_merge_in_somebodys_way_is_begun_again(group, in_the_way):
    group.finished(names="Gus Bo")
    failed = in_the_way("tell_ended")
    people.merge(group.people["Gus"], group.people["Ana"])
    assert failed
    assert not Person.objects.filter(name="Gus").exists()
    assert Seat.objects.filter(person=group.people["Ana"]).count() == 1


def test_goodbye_in_somebodys_way_is_begun_again(group, in_the_way):
    group.finished()
    failed = in_the_way("tell_ended")
    people.forget(group.people["Ana"])
    assert failed
    assert not Person.objects.filter(name="Ana").exists()
    assert group.crew.people.get(keeper=True).name in {"Bo", "Di"}


def test_lost_phones_in_somebodys_way_are_still_removed(group, in_the_way):
    link = group.crew.invitation
    failed = in_the_way("make_invitation")
    people.lose_phones(group.people["Bo"])
    assert failed
    assert not group.people["Bo"].devices.exists()
    assert Crew.objects.get(pk=group.crew.pk).invitation != link


def test_everybody_takes_along_what_is_kept_about_them(group):
    group.finished()
    told = json.loads(group.phones["Bo"].get(f"/c/{group.crew.key}/me.json").content)
    assert (told["name"], told["phones"], len(told["seats"])) == ("Bo", 1, 1)
    assert told["seats"][0]["parts"] == [1]


def test_who_is_deleted_is_gone_from_every_page(group):
    play = group.finished()
    bo = group.people["Bo"]
    at = f"/c/{group.crew.key}/people/forget"
    assert group.phones["Di"].post(at, {"who": bo.pk}).status_code == 403
    assert group.phones["Bo"].post(at, {"who": bo.pk})["Location"] == "/crews/"
    tallies.count(play.pk)
    assert not Person.objects.filter(name="Bo").exists()
    assert not Device.objects.filter(key=f"phone-{bo.pk}").exists()
    assert not Seat.objects.filter(name="Bo").exists()
    assert not Place.objects.filter(name="Bo").exists()
    assert group.phones["Bo"].get(f"/c/{group.crew.key}/").status_code == 403
    for path in (f"/c/{group.crew.key}/", f"/p/{play.share}/", f"/p/{play.share}/playlog.json"):
        assert "Bo<" not in group.phones["Ana"].get(path).content.decode()


def test_a_crew_whose_keeper_leaves_has_another(group):
    group.phones["Ana"].post(f"/c/{group.crew.key}/people/forget", {"who": group.people["Ana"].pk})
    assert group.crew.people.get(keeper=True).name in {"Bo", "Di"}


def test_a_crew_goes_with_its_last_person(group):
    play = group.finished()
    for name in ("Bo", "Di", "Ana"):
        who = group.people[name]
        group.phones[name].post(f"/c/{group.crew.key}/people/forget", {"who": who.pk})
    assert not Crew.objects.exists()
    assert not Person.objects.exists()
    assert not Tally.objects.exists()
    play.refresh_from_db()
    tallies.count(play.pk)
    assert Play.objects.get().crew is None


def test_guessing_passwords_is_limited(db, settings):
    User.objects.create_user("zoe", password=SECRET)
    phone, answers = Client(), []
    while 429 not in answers and len(answers) < 200:
        answer = phone.post("/account/", {"username": "zoe", "password": f"guess {len(answers)}"})
        answers.append(answer.status_code)
    assert answers[-1] == 429


def test_passwords_of_one_account_are_limited_across_networks(group, settings):
    phone = group.phones["Bo"]
    phone.post("/account/new/", {"username": "bo", "password1": SECRET, "password2": SECRET})
    phone.post("/account/out/")
    statuses = [
        Client(REMOTE_ADDR=f"10.0.0.{n}")
        .post("/account/", {"username": name, "password": f"guess {n}"})
        .status_code
        for n, name in enumerate(("bo", " ｂｏ ") * 30)
    ]
    most = limits.LIMITS["account"][0]
    assert statuses == [422] * most + [429] * (60 - most)
    # A right password from a phone no one knows waits as well, or it could be guessed on.
    right = {"username": "bo", "password": SECRET}
    refused = Client(REMOTE_ADDR="10.0.1.1").post("/account/", right)
    assert (refused.status_code, int(refused["Retry-After"]) <= 300) == (429, True)
    assert "Too many attempts" in refused.content.decode()
    assert phone.post("/account/", right)["Location"] == "/crews/"
    other = {"username": "zoe", "password": "guess"}
    assert Client(REMOTE_ADDR="10.0.1.1").post("/account/", other).status_code == 422


def test_names_are_changed_by_whom_they_belong_to(group):
    at = f"/c/{group.crew.key}/people/name"
    group.phones["Bo"].post(at, {"me": "Bodo", "name": "Hijacked"})
    group.crew.refresh_from_db()
    assert group.crew.name == "The Cellar"
    assert group.crew.people.filter(name="Bodo").exists()
    group.phones["Ana"].post(at, {"name": "The Vault"})
    group.crew.refresh_from_db()
    assert group.crew.name == "The Vault"


def test_lost_phone_is_taken_out_for_good(group):
    at, bo = f"/c/{group.crew.key}/", group.people["Bo"]
    lost, other = group.phones["Bo"], phone_of_key(bo, "second")
    door = f"/crews/join/{group.crew.invitation}/"
    assert group.phones["Di"].post(f"{at}people/phones", {"who": bo.pk}).status_code == 403
    assert lost.get(at).status_code == 200
    assert other.post(f"{at}people/phones", {"who": bo.pk}).status_code == 302
    assert lost.get(at).status_code == 403
    assert lost.post(door, {"guest": bo.pk}).status_code == 404
    assert other.get(at).status_code == 200


def test_keeper_takes_out_somebodys_only_phone(group):
    at, bo = f"/c/{group.crew.key}/", group.people["Bo"]
    page = group.phones["Ana"].get(f"{at}people/").content.decode()
    assert "Remove Bo's phones" in page
    assert group.phones["Ana"].post(f"{at}people/phones", {"who": bo.pk}).status_code == 302
    assert group.phones["Bo"].get(at).status_code == 403
    group.crew.refresh_from_db()
    again = Client()
    again.post(f"/crews/join/{group.crew.invitation}/", {"guest": bo.pk})
    assert again.get(at).status_code == 200


def test_keeper_takes_out_lost_phone_still_signed_in(group):
    bo = group.people["Bo"]
    bo.user = User.objects.create_user("bo", password=SECRET)
    bo.save()
    at, signed_in = f"/c/{group.crew.key}/", Client()
    signed_in.post("/account/", {"username": "bo", "password": SECRET})
    assert signed_in.get(at).status_code == 200
    group.phones["Ana"].post(f"{at}people/phones", {"who": bo.pk})
    assert signed_in.get(at).status_code == 403


def test_closed_crew_stays_closed_when_phone_is_lost(group):
    Crew.objects.update(invitation="")
    bo = group.people["Bo"]
    at = f"/c/{group.crew.key}/people/phones"
    assert group.phones["Bo"].post(at, {"who": bo.pk}).status_code == 302
    assert Crew.objects.get().invitation == ""


def phone_of_key(person, key):
    """Return another phone of a person."""
    Device.objects.create(person=person, key=key)
    answer = HttpResponse()
    cookies.mark_device(answer, key)
    client = Client()
    client.cookies[cookies.DEVICE_COOKIE] = answer.cookies[cookies.DEVICE_COOKIE].value
    return client


# -- accounts ----------------------------------------------------------------------------------

SECRET = "correct horse battery"


def test_an_account_finds_the_crew_on_another_phone(db, acorns):
    phone, other = Client(), Client()
    crew = found(phone)
    made = {"username": "zoe", "password1": SECRET, "password2": SECRET}
    assert phone.post("/account/new/", made)["Location"] == "/crews/"
    signed = other.post("/account/", {"username": "zoe", "password": SECRET})
    assert signed["Location"] == "/crews/"
    assert other.get(f"/c/{crew.key}/").status_code == 200
    other.post("/account/out/")
    assert other.get(f"/c/{crew.key}/").status_code == 403
    assert phone.get(f"/c/{crew.key}/").status_code == 200


def test_a_deleted_account_leaves_the_phone_its_crew(db, acorns):
    phone = Client()
    crew = found(phone)
    phone.post("/account/new/", {"username": "zoe", "password1": SECRET, "password2": SECRET})
    phone.post("/account/delete/")
    assert not User.objects.exists()
    assert phone.get(f"/c/{crew.key}/").status_code == 200


@pytest.mark.parametrize("password", ["x", "zoezoe", "password1", "zoe-the-first", "8402617395"])
def test_password_that_is_soon_guessed_makes_no_account(db, password):
    made = {"username": "zoe-the-first", "password1": password, "password2": password}
    assert Client().post("/account/new/", made).status_code == 422
    assert not User.objects.exists()


def test_a_lost_phone_is_signed_out_too(db, acorns):
    first, second = Client(), Client()
    crew = found(first)
    made = {"username": "zoe", "password1": SECRET, "password2": SECRET}
    first.post("/account/new/", made)
    second.post("/account/", {"username": "zoe", "password": SECRET})
    assert second.get(f"/c/{crew.key}/").status_code == 200
    me = crew.people.get()
    first.post(f"/c/{crew.key}/people/phones", {"who": me.pk})
    assert first.get(f"/c/{crew.key}/").status_code == 200
    assert second.get(f"/c/{crew.key}/").status_code == 403


def test_a_wrong_password_opens_nothing(db):
    User.objects.create_user("zoe", password=SECRET)
    answer = Client().post("/account/", {"username": "zoe", "password": "guess"})
    assert answer.status_code == 422


def test_signing_in_leads_nowhere_else(db):
    User.objects.create_user("zoe", password=SECRET)
    data = {"username": "zoe", "password": SECRET, "next": "https://evil.example/"}
    assert Client().post("/account/", data)["Location"] == "/crews/"


def test_one_account_is_one_person_of_a_crew(group):
    phone = group.phones["Bo"]
    phone.post("/account/new/", {"username": "bo", "password1": SECRET, "password2": SECRET})
    di = group.phones["Di"]
    di.post("/account/", {"username": "bo", "password": SECRET})
    group.people["Di"].refresh_from_db()
    assert group.people["Di"].user is None


def test_more_people_than_game_is_for_start_nothing(group):
    at = f"/c/{group.crew.key}/start/animated-dice/"
    four = [str(person.pk) for name, person in group.people.items() if name != "Ana"]
    refused = group.phones["Ana"].post(at, {"faces": "yes", "who": four, "new": "X, Y"})
    assert refused.status_code == 422
    assert not group.crew.people.filter(name="X").exists()


def test_files_naming_somebody_go_when_they_are_deleted(group):
    """The archive of the crew and the pictures of its evenings are made anew without them."""
    play, other = group.finished(), group.finished(names="Di Gus")
    key = group.crew.key
    for kind, about in (
        (Job.Kind.ARCHIVE, f"{key}@1"),
        (Job.Kind.PICTURE, f"{play.share}@3"),
        (Job.Kind.PICTURE, f"{other.share}@3"),
        (Job.Kind.ARCHIVE, "another@1"),
    ):
        job = Job.objects.create(kind=kind, about=about, finished=True)
        job.pieces.create(n=0, data=b"Bo")
    people.forget(group.people["Bo"])
    left = {f"{other.share}@3", "another@1"}
    assert set(Job.objects.values_list("about", flat=True)) == left
    assert Piece.objects.count() == 2
