"""Tests of how well a copy is known: its page counts it, the end of a game says what was
learned."""

from __future__ import annotations

import re

import msgspec
import pytest
from django.test import Client
from msgspec.structs import replace

from companion.boxes import comparing, library
from companion.boxes.models import Box
from companion.plays import ledger
from companion.plays.models import Play
from companion.plays.moments import PlayMoment
from games import registry
from games.messages import Msg
from games.referee import Meter, Outcome
from tests.sample_game import Acorns, Setup

SHIPPED = [referee.title.slug for referee in registry.referees()]


def copy_of(slug: str) -> tuple[Client, Box]:
    phone = Client()
    phone.post(f"/g/{slug}/", {"players": 2, "starter": "on"})
    return phone, Box.objects.get()


@pytest.mark.parametrize("slug", SHIPPED)
def test_copy_is_never_known_beyond_its_size(slug):
    referee = registry.referee(slug)
    blank = referee.blank_box()
    for box in (referee.Box(), blank, referee.starter(blank), referee.sample_box()):
        meters = referee.meters(box)
        assert meters
        for each in meters:
            assert 0 <= each.known <= each.known + each.partly <= each.of, each


def test_card_entered_whole_moves_its_meter_on_page(db):
    phone, box = copy_of("fire-nation")
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    assert "0 of 40" in page
    facts = comparing.decoded(box)
    card = replace(facts.cards[0], capacity=3, prices=((1, 0, 0, 0),), known=True)
    box.keep(replace(facts, cards=(card, *facts.cards[1:])))
    assert "1 of 40" in phone.get(f"/boxes/{box.pk}/").content.decode()


def test_game_end_says_what_was_learned_of_copy(db, acorns, monkeypatch):
    monkeypatch.setattr(
        Acorns,
        "meters",
        lambda self, box: (Meter(Msg("field.colour"), int(box.colour == "blue"), 4),),
    )
    phone = Client()
    phone.post(f"/g/{acorns}/", {"players": 2, "name": "Ana"})
    play = Play.objects.get()
    assert play.box is not None
    ledger.record(play.pk, {"do": "paint", "colour": "blue"}, key="k1")
    assert "learned tonight" not in phone.get(f"/t/{play.code}/").content.decode()
    win = {"do": "adjust", "tracker": "store.0", "value": 20}
    ledger.record(play.pk, win, key="k2", seen=1)
    page = phone.get(f"/t/{play.code}/").content.decode()
    assert "1 thing learned tonight" in page
    assert "your copy is 25 % known" in page
    story = phone.get(f"/p/{play.share}/").content.decode()
    assert re.search(r"thing learned about the copy</dt>\s*<dd>\s*1\b", story)
    assert "25 %" in story


LEARNED: dict[str, dict[str, object]] = {
    "batman-who-laughs": {"do": "card.define", "name": "Robin", "kind": "hero", "capacity": 4},
    "fire-nation": {"do": "card.define", "name": "Zuko", "kind": "hero", "capacity": 4},
    "animated-dice": {"do": "dice.count", "yellow": 3, "blue": 3, "gray": 4},
    "gotham-chronicles": {"do": "post.define", "reroll": 2},
    "talisman-batman": {
        "do": "numbers",
        "villain": "bane",
        "strength": 5,
        "cunning": 2,
        "fate": 3,
        "life": 4,
        "alignment": "chaotic",
    },
}
"""A fact of each title that a table enters during a game."""


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_end_says_what_was_learned(db, slug, monkeypatch):
    referee = registry.referee(slug)
    facts = {"who": "Ana", "n": 3, "side": "Ana", "round": 7, "condition": "late", "teams": "All"}
    condition = next(name for name in referee.catalogue() if name.startswith("outcome."))
    ended = Outcome("ended", condition.partition(".")[2], "", facts={**facts, "limit": 3})
    monkeypatch.setattr(PlayMoment, "outcome", property(lambda self: ended))
    phone, box = copy_of(slug)
    learned = referee.learn(comparing.decoded(box), referee.decode_action(LEARNED[slug]))
    library.learn(box, learned)
    Play.objects.update(outcome=msgspec.to_builtins(ended))
    page = phone.get(f"/t/{Play.objects.get().code}/").content.decode()
    (said,) = re.findall(r"1 thing learned tonight[^<]*", page)
    more = r", \d+ % more is unconfirmed" if slug == "gotham-chronicles" else ""
    assert re.fullmatch(rf"1 thing learned tonight · your copy is \d+ % known{more}", said.strip())


def test_copy_keeps_what_setup_was_asked_for(db, acorns, monkeypatch):
    box = Box.objects.create(title=acorns, name="Ours", owner="o", facts='{"colour": "red"}')
    told = {40: "green", 50: "blue"}
    monkeypatch.setattr(
        Acorns, "settled", lambda self, setup, facts: replace(facts, colour=told[setup.goal])
    )
    play = ledger.begin(acorns, Setup(2, 40), box=box)
    assert Box.objects.get().facts == '{"colour":"green"}'
    ledger.set_up_again(play.pk, Setup(2, 50))
    assert Box.objects.get().facts == '{"colour":"blue"}'


def test_many_forms_of_one_kind_are_folded(db):
    phone, box = copy_of("fire-nation")
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    folds = re.findall(r'<details class="panel forms"( open)?>\s*<summary>\s*([^<]*?)\s*<', page)
    names = ["Faces of the Hero dice", "Team cards", "What is printed on a card"]
    assert folds == [("", name) for name in names]
    refused = {"do": "card.define", "prompt": "p-card-define-Aang", "name": "Aang", "kind": "?"}
    page = phone.post(f"/boxes/{box.pk}/", refused).content.decode()
    assert page.count('<details class="panel forms" open>') == 1


def test_effects_of_cards_are_words(db):
    phone, box = copy_of("fire-nation")
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    assert "Effects: Damage 1 the rightmost 2 On every team<" in page
    assert "unknown)" not in page.partition("Enter or correct</h2>")[0]


def test_unknown_kind_is_one_choice_of_form(db):
    phone, box = copy_of("fire-nation")
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    form = page.partition('id="p-card-define-Aang"')[2].partition("</form>")[0]
    assert re.findall(r'name="kind"[^>]* value="([^"]*)"', form).count("") == 1
