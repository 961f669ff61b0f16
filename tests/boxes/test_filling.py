"""The list for the sofa: one thing after the other, and what is unconfirmed counts apart."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.boxes import comparing, facts_text
from companion.boxes.models import Box
from companion.plays.pages import box_filling
from companion.plays.pages.table import speaker_for
from games import registry
from tests.boxes.test_known import SHIPPED, copy_of

RISING = "batman-who-laughs"


def text(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.parametrize("slug", SHIPPED)
def test_each_gap_has_a_page_and_a_form(db, slug):
    phone, box = copy_of(slug)
    steps = box_filling.gaps(box, comparing.decoded(box))
    assert steps
    for n in {0, len(steps) // 2, len(steps) - 1}:
        page = phone.get(f"/boxes/{box.pk}/fill/", {"n": n})
        assert f"{len(steps) - n} left" in text(page)
        assert 'method="post"' in text(page)
    assert "you skipped" in text(phone.get(f"/boxes/{box.pk}/fill/", {"n": len(steps)}))
    assert Client().get(f"/boxes/{box.pk}/fill/").status_code == 404


def test_one_tap_answers_and_brings_the_next_question(db):
    phone, box = copy_of(RISING)
    at = f"/boxes/{box.pk}/fill/?n=0"
    before = text(phone.get(at))
    assert "How many damage spaces does Batman have?" in before
    assert '<button class="tile" name="capacity" value="5">' in before
    answer = phone.post(at, {"do": "card.define", "name": "Batman", "capacity": "5"})
    after = text(phone.get(answer["Location"]))
    assert "Saved." in after
    assert "How many damage spaces does Batman have?" not in after
    assert "What is printed on Batman" in after
    assert comparing.known(comparing.decoded(Box.objects.get()))["cards/Batman"].value.capacity == 5


def test_refused_answer_keeps_its_place_in_the_list(db):
    phone, box = copy_of(RISING)
    answer = phone.post(f"/boxes/{box.pk}/fill/?n=2", {"do": "card.define", "name": ""})
    assert answer.status_code == 422
    assert 'href="?n=3"' in text(answer)


def test_new_card_is_asked_until_all_are_entered(db):
    phone, box = copy_of(RISING)
    forms = [gap.form for gap in box_filling.gaps(box, comparing.decoded(box)) if gap.form]
    (n,) = [i for i, form in enumerate(forms) if form.fixed == {"kind": "hero"}]
    told = {"do": "card.define", "kind": "hero", "name": "Nobody", "capacity": "3"}
    phone.post(f"/boxes/{box.pk}/fill/?n={n}", told)
    box.refresh_from_db()
    card = comparing.known(comparing.decoded(box))["cards/Nobody"].value
    assert (card.kind, card.capacity) == ("hero", 3)


@pytest.mark.parametrize("slug", SHIPPED)
def test_filling_a_gap_removes_it(slug):
    referee = registry.referee(slug)
    assert len(referee.gaps(referee.sample_box())) <= len(referee.gaps(referee.blank_box()))


def test_unconfirmed_fact_is_confirmed_by_one_tap(db):
    phone, box = copy_of("gotham-chronicles")
    steps = box_filling.gaps(box, comparing.decoded(box))
    n = next(i for i, gap in enumerate(steps) if gap.fact)
    key = steps[n].fact.key
    page = text(phone.get(f"/boxes/{box.pk}/fill/?n={n}"))
    assert "is that so?" in page
    answer = phone.post(f"/boxes/{box.pk}/looked", {"key": key, "n": n})
    assert answer["Location"].endswith(f"/fill/?n={n}&saved=1")
    box.refresh_from_db()
    assert key in comparing.entered(box)


def test_unconfirmed_things_are_counted_apart(db):
    phone, box = copy_of("gotham-chronicles")
    referee, facts = registry.referee(box.title), comparing.decoded(box)
    sure = facts_text.sure(box.title, facts, comparing.entered(box))
    screens = facts_text.meters(referee, facts, sure, speaker_for(box.title))[0]
    assert (screens["known"], screens["unconfirmed"]) == (0, 25)
    known = facts_text.known_of(box, facts)
    assert known.unconfirmed > known.percent
    page = text(phone.get(f"/boxes/{box.pk}/"))
    assert f"{known.unconfirmed} % more is unconfirmed" in page
    key = f"heroes/{facts.heroes[0].name}"
    phone.post(f"/boxes/{box.pk}/looked", {"key": key})
    assert "1 of 25" in text(phone.get(f"/boxes/{box.pk}/"))


def test_entering_what_others_say_makes_it_ours(db):
    phone, box = copy_of(RISING)
    facts = comparing.decoded(box)
    card = next(card for card in facts.cards if card.confidence.startswith("PUB"))
    brought = replace(card, capacity=4)
    key = f"cards/{card.name}"
    box.sources = {key: [{"took": comparing.digest(comparing.plain(brought)), "other": None}]}
    box.keep(comparing.put(facts, comparing.CopyFact("cards", card.name, brought)))
    assert key not in comparing.entered(box)
    told = {"do": "card.define", "name": card.name, "capacity": "4"}
    phone.post(f"/boxes/{box.pk}/fill/", told)
    box.refresh_from_db()
    assert key in comparing.entered(box)
