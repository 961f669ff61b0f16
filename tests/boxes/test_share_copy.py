"""A box goes to another group: what differs is shown, both readings are kept, groups confirm."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec.structs import replace

from companion.boxes import comparing, facts_text, library
from companion.boxes.models import Box
from companion.plays.pages.table import speaker_for
from games import registry

SLUG = "fire-nation"


@pytest.fixture
def ours(db):
    """Return a phone and its copy, of which nothing was entered."""
    return owned()


def owned():
    phone = Client()
    before = set(Box.objects.values_list("pk", flat=True))
    phone.post(f"/g/{SLUG}/", {"players": 2, "starter": "on"})
    return phone, Box.objects.exclude(pk__in=before).get()


def knows(box, **members):
    """Enter members of the first card, as a group does."""
    box.refresh_from_db()
    facts = comparing.decoded(box)
    card = replace(facts.cards[0], **members)
    box.keep(comparing.put(facts, comparing.CopyFact("cards", card.name, card)))
    return f"cards/{card.name}"


def first(box):
    box.refresh_from_db()
    return comparing.decoded(box).cards[0]


def gift(phone, box):
    page = phone.get(f"/boxes/{box.pk}/give/").content.decode()
    found = re.search(r"/boxes/from/[^/\"]+/", page)
    assert found
    return found[0]


def test_somebody_without_copy_gets_one_that_looks_unconfirmed(ours):
    phone, box = ours
    knows(box, capacity=4)
    box.name = "Anna's shelf"
    box.save()
    other = Client()
    at = gift(phone, box)
    page = other.get(at).content.decode()
    assert "Anna" not in page
    answer = other.post(at, {"into": "new"})
    new = Box.objects.exclude(pk=box.pk).get()
    assert first(new).capacity == 4
    assert "Anna" not in new.name
    shown = other.get(answer["Location"]).content.decode()
    assert "from another copy" in shown
    assert "The other copy says" not in shown
    assert phone.get(f"/boxes/{new.pk}/").status_code == 404


def test_differences_are_shown_and_both_readings_kept(ours):
    phone, box = ours
    key = knows(box, capacity=4)
    other, theirs = owned()
    knows(theirs, capacity=5)
    at = gift(phone, box)
    page = other.get(at).content.decode()
    assert re.search(r"<del>\s*5\s*</del>", page)
    assert re.search(r"<ins>\s*4\s*</ins>", page)
    other.post(at, {"into": theirs.pk})
    assert first(theirs).capacity == 5
    shown = other.get(f"/boxes/{theirs.pk}/").content.decode()
    assert "The other copy says" in shown
    assert not re.search(r"\bRB\b", re.sub(r"<[^>]*>", " ", shown))
    other.post(at, {"into": theirs.pk, "take": [key]})
    assert first(theirs).capacity == 4
    other.post(f"/boxes/{theirs.pk}/looked", {"key": key, "says": "other"})
    assert first(theirs).capacity == 5
    other.post(f"/boxes/{theirs.pk}/looked", {"key": key, "says": "other"})
    assert first(theirs).capacity == 4
    assert first(box).capacity == 4


def test_laid_in_fact_gives_way_entered_one_stands(ours):
    phone, box = ours
    key = knows(box, capacity=4)
    other, theirs = owned()
    assert re.search(rf'value="{key}"\s+checked', other.get(gift(phone, box)).content.decode())
    knows(theirs, capacity=6)
    assert not re.search(rf'value="{key}"\s+checked', other.get(gift(phone, box)).content.decode())


def test_three_groups_confirm_fact_but_copies_do_not(ours):
    phone, box = ours
    key = knows(box, capacity=4)

    def same():
        box.refresh_from_db()
        return library.voices(box, comparing.known(comparing.decoded(box)))[key].same

    at = gift(phone, box)
    for _ in range(3):
        other = Client()
        new = other.post(at, {"into": "new"})["Location"]
        other.post(f"{new}share", {"does": "offer"})
    assert same() == 1
    for confirmed in (2, 3):
        assert "confirmed by" not in phone.get(f"/boxes/{box.pk}/").content.decode()
        other, theirs = owned()
        knows(theirs, capacity=4)
        other.post(f"/boxes/{theirs.pk}/share", {"does": "offer"})
        assert same() == confirmed
    assert "confirmed by 3 groups" in phone.get(f"/boxes/{box.pk}/").content.decode()


def test_looking_at_laid_in_fact_makes_it_ours(ours):
    phone, box = ours
    card = first(box)
    key = f"cards/{card.name}"
    assert key not in comparing.entered(box)
    phone.post(f"/boxes/{box.pk}/looked", {"key": key})
    box.refresh_from_db()
    assert key in comparing.entered(box)
    assert Client().post(f"/boxes/{box.pk}/looked", {"key": key}).status_code == 404
    assert phone.post(f"/boxes/{box.pk}/looked", {"key": "cards/x"}).status_code == 422


def test_rulebook_facts_are_told_apart_from_published_ones(ours):
    phone, box = ours
    facts = comparing.decoded(box)
    book = next(card for card in facts.cards if card.confidence == "RB")
    published = next(card for card in facts.cards if card.confidence.startswith("PUB"))
    shelves = facts_text.shelves(box, speaker_for(SLUG))
    lines = {line["name"]: line for shelf in shelves for line in shelf["lines"]}
    assert lines[book.name]["printed"]
    assert lines[published.name]["open"]
    assert "printed in the rulebook" in phone.get(f"/boxes/{box.pk}/").content.decode()


@pytest.mark.parametrize("gift", ["x", "1", "MQ:1abc:forged"])
def test_nobody_makes_up_the_address_of_a_box(db, gift):
    assert Client().get(f"/boxes/from/{gift}/").status_code == 404


def test_code_of_box_is_good_for_day(ours, monkeypatch):
    phone, box = ours
    at = gift(phone, box)
    monkeypatch.setattr("companion.plays.pages.box_travelling.GOOD", -1)
    assert Client().get(at).status_code == 404


def test_file_brings_second_copy_that_can_be_compared(ours):
    phone, box = ours
    knows(box, capacity=4)
    text = phone.get(f"/boxes/{box.pk}/export.json").content
    assert "name" not in json.loads(text)
    other, _ = owned()
    answer = other.post("/boxes/import/", {"file": SimpleUploadedFile("box.json", text)})
    page = other.get(answer["Location"]).content.decode()
    assert "Compare with" in page
    at = re.search(r"/boxes/from/[^\"]+", page)
    assert at
    other.get(at[0])
    assert other.get(at[0]).status_code == 200


@pytest.mark.parametrize("slug", list(registry.TITLES))
def test_every_title_tells_what_its_sample_box_knows(db, slug):
    referee = registry.referee(slug)
    sample, new = referee.sample_box(), comparing.fresh(slug)
    for one in comparing.differences(new, sample, new):
        new = comparing.put(new, one.theirs)
    assert not comparing.differences(new, sample, comparing.fresh(slug))
    phone = Client()
    phone.post(f"/g/{slug}/", {"players": referee.title.min_players, "starter": "on"})
    box = Box.objects.get()
    box.keep(sample)
    page = phone.get(f"/boxes/{box.pk}/")
    assert page.status_code == 200
    assert Client().get(gift(phone, box)).status_code == 200
