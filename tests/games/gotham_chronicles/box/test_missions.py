"""Tests of public facts about missions as pages print them."""

from __future__ import annotations

import re

from django.test import Client

from tests.games.gotham_chronicles.table import GAME, SPEAKER


def test_every_published_mission_is_named_in_english():
    for sheet in GAME.starter(GAME.blank_box()).missions:
        assert f"name.{sheet.title}" in GAME.catalogue(), sheet.title
    assert SPEAKER.say("Mission 2: Infection Mortelle") == "Mission 2: Deadly Infection"


def test_goals_and_counters_speak_the_phones_language(db):
    phone = Client(headers={"Accept-Language": "pl"})
    values = {"players": 2, "box": "own", "starter": "on"}
    table = phone.post("/g/gotham-chronicles/", values)["Location"].removesuffix("setup/")
    page = phone.get(table).content.decode()
    for word in ("Uzbrojono co najmniej dwie bomby", "Bomby", "Żeton 1", "Zatopić miasto"):
        assert word in page, word
    assert "Bombs" not in re.sub(r'data-number="[^"]*"|value="[^"]*"', "", page)
    assert "Misja 2: Śmiertelna infekcja" in phone.get(f"{table}setup/").content.decode()


def test_long_gadget_breaks_at_hyphen_on_setup_page(db):
    phone = Client()
    values = {"players": 2, "box": "own", "starter": "on"}
    page = phone.get(phone.post("/g/gotham-chronicles/", values)["Location"]).content.decode()
    label = re.search(r"Batman: (T\S+) Dart", page.replace("\N{SOFT HYPHEN}", "~"))
    assert label is not None
    assert "~" in label[1]
