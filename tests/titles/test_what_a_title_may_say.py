"""Tests of what titles asked of the contract: sides that are people, steps, no box, refusals,
numbers."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from companion.conformance import chance, walks
from companion.plays import ledger, seats
from companion.plays.models import Play, Seat
from companion.plays.pages import forms
from companion.plays.pages.drawing.hyphens import SOFT_HYPHEN
from companion.plays.pages.table import speaker_for
from games import registry
from games.actions import inputs
from games.messages import COMMON, Speaker
from games.referee import Field, Refusal, Ruling, Tracker
from tests.sample_game import Acorns, Setup
from tests.titles.variants import Alone, Fives, People, Picky

VARIANTS = {"people": People, "alone": Alone, "picky": Picky}


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    for slug, kind in VARIANTS.items():
        monkeypatch.setitem(registry.TITLES, slug, f"tests.titles.variants:{kind.__name__}")


def table(slug, *names):
    """Return a table with a seat for each name, and their phones."""
    play = ledger.begin(slug, Setup(2, 20))
    phones = []
    for part, name in enumerate(names):
        role = Seat.Role.PLAYER if part else Seat.Role.HOST
        seat = Seat.objects.create(play=play, name=name, role=role, parts=[part])
        phone = Client()
        phone.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        phones.append(phone)
    return play, phones


def rolls(play, part, face):
    seat = play.seats.order_by("pk")[part]
    ledger.record(play.pk, {"do": "roll", "face": face}, key=f"{part}{face}", seat=seat, actor=part)


def body(phone, at):
    return phone.get(at).content.decode().replace(SOFT_HYPHEN, "")


# -- a side that is a person --------------------------------------------------------------------


@pytest.mark.django_db
def test_side_that_is_person_is_called_by_name():
    play, (ana, bo) = table("people", "Ana", "Bo")
    rolls(play, 0, 4)
    at = f"/t/{play.code}/"
    for phone, page in ((ana, at), (bo, at), (bo, f"{at}log"), (bo, f"/tv/{play.watch_code}/")):
        text = body(phone, page)
        assert "Ana rolled 4" in text, page
        assert "Squirrel" not in text, page
    assert "Acorns of Bo" in body(ana, at)
    answer = bo.get(f"/api/plays/{play.code}").json()
    assert [part["name"] for part in answer["parts"]] == ["Ana", "Bo"]
    assert answer["last"][0] == "Ana rolled 4"


@pytest.mark.django_db
def test_side_nobody_plays_yet_keeps_its_name():
    first, (ana, _) = table("people", "Ana", "Bo")
    body(ana, f"/t/{first.code}/")
    second, (cy,) = table("people", "Cy")
    text = body(cy, f"/t/{second.code}/")
    assert "Acorns of Cy" in text
    assert "Acorns of Squirrel 2" in text
    assert not re.search(r"\b(Ana|Bo)\b", text)


@pytest.mark.django_db
def test_impersonal_side_is_called_as_before(acorns):
    play, (ana, _) = table(acorns, "Ana", "Bo")
    rolls(play, 0, 4)
    assert "Squirrel 1 rolled 4" in body(ana, f"/t/{play.code}/")


# -- steps ----------------------------------------------------------------------------------------


def test_number_between_two_steps_is_refused_with_both():
    goal = inputs(Fives)["goal"]
    assert (goal.low, goal.high, goal.step) == (5, 50, 5)
    refused = Picky().begin(Fives(2, 23), Picky().blank_box())
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.about) == ("E_STEP", "goal")
    say = Speaker(Picky().catalogue()).say
    assert say(refused.message) == "Goal goes up in steps of 5; 23 is in between"
    assert say(refused.remedy) == "Enter 20 or 25"
    assert isinstance(Picky().begin(Fives(2, 30), Picky().blank_box()), Ruling)


def test_set_up_number_outside_bounds_is_refused():
    refused = Picky().begin(Fives(2, 500), Picky().blank_box())
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.about) == ("E_RANGE", "goal")


def test_stepped_field_is_typed_and_tapped_in_steps():
    speaker = Speaker(COMMON)
    wide = Field("points", "number", "Points", low=0, high=1000, step=50)
    widget = forms.form_field(wide, speaker).widget
    assert (widget.attrs["min"], widget.attrs["step"]) == (0, 50)
    few = forms.Prompt("bank", "Bank", (Field("n", "number", "N", low=50, high=300, step=50),))
    view = forms.PromptView(few, speaker)
    assert view.style == "buttons"
    assert [each["value"] for each in view.buttons] == [50, 100, 150, 200, 250, 300]
    assert {chance.value(wide, chance.Random(n)) % 50 for n in range(30)} == {0}


@pytest.mark.django_db
def test_number_kept_in_steps_is_corrected_in_steps(monkeypatch, acorns):
    by_two = (Tracker("store.0", "Acorns", 4, 0, 20, "N-01", step=2),)
    monkeypatch.setattr(Acorns, "trackers", lambda self, state: by_two)
    play, (ana,) = table(acorns, "Ana")
    text = body(ana, f"/t/{play.code}/count?where=store.0&counted=6")
    assert 'step="2"' in text
    assert 'aria-label="2 more"' in text
    assert "counted=8" in text
    assert "Just set it to 6" in text
    assert "Just set it to 7" not in body(ana, f"/t/{play.code}/count?where=store.0&counted=7")
    done = ledger.record(play.pk, {"do": "adjust", "tracker": "store.0", "value": 7}, key="a")
    assert (done.code, done.facts["step"]) == ("E_STEP", 2)


# -- no box, one depth --------------------------------------------------------------------------


@pytest.mark.django_db
def test_title_without_box_and_with_one_depth_plays(client):
    start = body(client, "/g/alone/")
    assert "Which copy" not in start
    assert 'name="depth"' not in start
    answer = client.post("/g/alone/", {"players": 2, "name": "Ana"})
    code = answer["Location"].split("/")[2]
    play = Play.objects.get()
    for at in ("", "setup/", "more", "people", "rules", "log"):
        assert client.get(f"/t/{code}/{at}").status_code == 200, at
    text = body(client, f"/t/{code}/more")
    assert "Enter at most more or at least less" not in text
    for page in client.get("/boxes/"), client.get(f"/boxes/{play.box_id}/"):
        assert page.status_code == 200
    made = client.post(
        "/api/plays", {"title": "alone", "players": 2, "setup": {"goal": 25}}, "application/json"
    )
    assert made.status_code == 201, made.content
    assert "depth" not in {prompt["do"] for prompt in made.json()["prompts"]}


def test_laws_hold_without_box_and_with_one_depth():
    assert not [each.sentence for each in walks.search(Alone(), None, 120, seed=3)]


# -- refusals at set-up ---------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "typed", "why"),
    [
        ("picky", "25", "An odd goal is not for 2 squirrels"),
        ("picky", "23", "Goal goes up in steps of 5; 23 is in between. Enter 20 or 25"),
        ("picky", "500", "Goal must be from 5 to 50, not 500"),
        ("picky", "many", "Enter a whole number."),
    ],
)
def test_refused_set_up_keeps_everything_typed(slug, typed, why):
    play, (ana,) = table(slug, "Ana")
    answer = ana.post(f"/t/{play.code}/setup/", {"players": "2", "goal": typed})
    text = answer.content.decode()
    assert answer.status_code == 422
    field = re.search(r'name="goal".*?(?=name="|foot-sheet)', text, re.DOTALL)[0]
    assert why in field
    assert text.count(why) == 1, "said twice"
    assert f'value="{typed}"' in text
    play.refresh_from_db()
    assert registry.referee(slug).decode_setup(play.setup).goal == 20


@pytest.mark.django_db
def test_api_says_which_set_up_member_is_refused(client):
    asked = {"title": "picky", "players": 2, "setup": {"goal": 25}}
    answer = client.post("/api/plays", asked, "application/json")
    assert answer.status_code == 422
    told = answer.json()
    assert (told["code"], told["about"]) == ("E_ODD", "goal")
    assert told["error"] == "An odd goal is not for 2 squirrels"


# -- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["9999", "12,500", "-1,250,000", "1.5"]),
        ("pl", ["9999", "12 500", "-1 250 000", "1,5"]),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(acorns, language, said):
    with override(language):
        word = speaker_for(acorns).word
        assert [word(n).replace("\xa0", " ") for n in (9999, 12500, -1250000, "1.5")] == said
