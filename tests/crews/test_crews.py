"""Founding, joining, claiming, keeping, leaving: no account needed, one possible."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from companion.boxes.models import Box
from companion.crews import people
from companion.crews.models import Crew, Device, Person
from companion.plays import seats
from companion.plays.models import Play, Seat
from companion.stats import tallies
from companion.stats.models import Place, Tally


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


def test_the_link_joins_and_a_second_visit_changes_nothing(group):
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
    assert "Nobody new can join" in page


def test_a_table_started_from_a_crew_is_in_its_book(group):
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


def test_a_shared_box_is_played_with_and_taken_back(group):
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
    assert "Into the book of The Cellar" in phone.get(f"/p/{play.share}/").content.decode()
    assert phone.post(path, {"crew": group.crew.key}).status_code == 302
    tallies.count(play.pk)
    play.refresh_from_db()
    assert play.crew == group.crew
    assert Place.objects.get(part=0).person == group.people["Ana"]
    assert "Zoe" in {guest.name for guest in people.guests(group.crew)}


def test_a_play_stays_in_the_book_it_is_in(group):
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
    assert group.phones["Di"].post(path, {"part": 7, "who": bo.pk}).status_code == 422
    assert group.phones["Di"].post(path, {"part": 1, "who": 999}).status_code == 404
    assert group.phones["Di"].post(path, {"part": 1, "who": bo.pk}).status_code == 302
    tallies.count(play.pk)
    assert Place.objects.get(part=1).person == bo


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


def test_names_are_changed_by_whom_they_belong_to(group):
    at = f"/c/{group.crew.key}/people/name"
    group.phones["Bo"].post(at, {"me": "Bodo", "name": "Hijacked"})
    group.crew.refresh_from_db()
    assert group.crew.name == "The Cellar"
    assert group.crew.people.filter(name="Bodo").exists()
    group.phones["Ana"].post(at, {"name": "The Vault"})
    group.crew.refresh_from_db()
    assert group.crew.name == "The Vault"


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
