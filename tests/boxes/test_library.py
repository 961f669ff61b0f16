"""The library of a server: copies offered by groups, counted fact by fact, taken as unconfirmed."""

from __future__ import annotations

import re

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from companion.boxes import comparing, facts_text, library
from companion.boxes.models import Box, Offer, Reading, Vote
from companion.crews import people
from companion.crews.models import Crew
from companion.plays.models import Play
from games import registry
from tests.boxes.test_share_copy import SLUG, first, knows, owned


def text(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def offering(**members):
    """Return a phone that offers its copy, with these members of the first card entered."""
    phone, box = owned()
    key = knows(box, **members)
    phone.post(f"/boxes/{box.pk}/share", {"does": "offer"})
    return phone, box, key


def groups(key):
    return list(
        Reading.objects.filter(key=key).order_by("-groups").values_list("groups", flat=True)
    )


@pytest.mark.django_db
class TestOffer:
    def test_offer_holds_only_what_was_entered(self):
        phone, box, key = offering(capacity=4)
        assert groups(key) == [1]
        assert Vote.objects.count() == 1
        assert "Withdraw this copy" in text(phone.get(f"/boxes/{box.pk}/"))
        assert Client().post(f"/boxes/{box.pk}/share", {"does": "offer"}).status_code == 404

    def test_free_text_and_names_stay_with_the_group(self):
        told = {"ability": "Ask Anna", "ruling": "Anna says no", "reward": "Anna", "capacity": 4}
        _, _, key = offering(**told)
        value = Reading.objects.get(key=key).value
        assert value["capacity"] == 4
        assert "Anna" not in str(value)

    def test_long_or_invisible_names_are_not_offered(self):
        _, box, _ = offering(capacity=4)
        facts = comparing.decoded(box)
        for name in ("x" * 61, "Rob\u202ein"):
            card = replace(facts.cards[0], name=name)
            facts = replace(facts, cards=(*facts.cards, card))
        box.refresh_from_db()
        library.learn(box, facts)
        assert Reading.objects.count() == 1

    def test_withdrawing_takes_the_count_back(self):
        phone, box, key = offering(capacity=4)
        offering(capacity=4)
        assert groups(key) == [2]
        phone.post(f"/boxes/{box.pk}/share", {"does": "withdraw"})
        assert groups(key) == [1]
        assert Offer.objects.count() == 1

    def test_group_counts_once_with_several_copies(self):
        offered = [offering(capacity=4) for _ in range(3)]
        _, _, key = offered[0]
        assert groups(key) == [3]
        crew = Crew.objects.create(name="Friday")
        crew.boxes.add(offered[0][1], offered[1][1])
        assert groups(key) == [2]
        other = Crew.objects.create(name="Second name of the same people")
        other.boxes.add(offered[0][1])
        assert groups(key) == [2]

    def test_deleted_crew_leaves_its_copies_counted(self):
        phone, box, key = offering(capacity=4)
        phone.post("/crews/", {"name": "Friday", "me": "Ana"})
        crew = Crew.objects.get()
        crew.boxes.add(box)
        assert Vote.objects.get().group == f"crew-{crew.pk}"
        people.forget(crew.people.get())
        assert not Crew.objects.exists()
        assert Vote.objects.get().group.startswith("phone-")
        assert groups(key) == [1]

    def test_entering_more_is_offered_at_once(self):
        phone, box, key = offering(capacity=4)
        name = key.removeprefix("cards/")
        phone.post(f"/boxes/{box.pk}/fill/", {"do": "card.define", "name": name, "capacity": "5"})
        assert Reading.objects.get().value["capacity"] == 5

    def test_too_many_offers_are_refused(self, monkeypatch):
        monkeypatch.setattr(library, "OFFERS", 1)
        offering(capacity=4)
        phone, box = owned()
        answer = phone.post(f"/boxes/{box.pk}/share", {"does": "offer"})
        assert answer.status_code == 409
        assert Offer.objects.count() == 1


@pytest.mark.django_db
class TestOperator:
    def test_operator_takes_an_offer_out_for_good(self, capsys):
        phone, box, key = offering(capacity=4)
        one = Offer.objects.get()
        call_command("library", show=one.pk)
        assert key in capsys.readouterr().out
        call_command("library", remove=one.pk)
        assert "taken out" in capsys.readouterr().out
        assert groups(key) == []
        assert phone.post(f"/boxes/{box.pk}/share", {"does": "offer"}).status_code == 409
        phone.post(f"/boxes/{box.pk}/share", {"does": "withdraw"})
        assert Offer.objects.get().removed
        assert "operator of this server" in text(phone.get(f"/boxes/{box.pk}/"))
        call_command("library", restore=one.pk)
        assert groups(key) == [1]

    def test_unknown_offer_is_an_error(self):
        with pytest.raises(CommandError, match="no offer 7"):
            call_command("library", remove=7)


@pytest.mark.django_db
class TestNewcomer:
    def test_start_page_offers_what_most_groups_say(self):
        assert "What most groups say" not in text(Client().get(f"/g/{SLUG}/"))
        _, _, key = offering(capacity=5)
        for _ in range(2):
            offering(capacity=4)
        phone = Client()
        assert "from 3 copies on this server" in text(phone.get(f"/g/{SLUG}/"))
        assert "Start from them" in text(phone.get("/boxes/"))
        phone.post(f"/g/{SLUG}/", {"players": 2, "box": "library"})
        play = Play.objects.get(box__name="Copy from other groups")
        box = play.box
        assert first(box).capacity == 4
        assert first(box).confidence == "GRP"
        assert key not in comparing.entered(box)
        page = text(phone.get(f"/boxes/{box.pk}/"))
        assert "2 groups" in page
        assert "1 group says" in page

    def test_taken_facts_are_no_votes_until_confirmed(self):
        _, _, key = offering(capacity=4)
        phone = Client()
        phone.post(f"/g/{SLUG}/", {"players": 2, "box": "library"})
        box = Box.objects.get(name="Copy from other groups")
        phone.post(f"/boxes/{box.pk}/share", {"does": "offer"})
        assert groups(key) == [1]
        phone.post(f"/boxes/{box.pk}/looked", {"key": key})
        assert groups(key) == [2]

    def test_disagreement_shows_both_readings_and_takes_either(self):
        phone, box, key = offering(capacity=5)
        for _ in range(2):
            offering(capacity=4)
        page = text(phone.get(f"/boxes/{box.pk}/"))
        assert "2 groups say" in page
        said = Reading.objects.get(key=key, groups=2).said
        phone.post(f"/boxes/{box.pk}/looked", {"key": key, "says": said})
        assert first(box).capacity == 4
        assert groups(key) == [3]

    def test_one_tap_takes_what_three_groups_agree_on(self):
        for _ in range(3):
            _, _, key = offering(capacity=4)
        phone, box = owned()
        assert "Take the entry that 3 or more groups agree on" in text(
            phone.get(f"/boxes/{box.pk}/")
        )
        phone.post(f"/boxes/{box.pk}/share", {"does": "agreed"})
        assert first(box).capacity == 4
        box.refresh_from_db()
        assert key not in comparing.entered(box)

    def test_own_free_text_survives_a_taken_reading(self):
        _, _, key = offering(capacity=4)
        phone, box = owned()
        knows(box, ruling="ours")
        phone.post(
            f"/boxes/{box.pk}/looked", {"key": key, "says": Reading.objects.get(key=key).said}
        )
        assert (first(box).capacity, first(box).ruling) == (4, "ours")


@pytest.mark.django_db
@pytest.mark.parametrize("slug", list(registry.TITLES))
def test_every_title_offers_and_takes_its_sample_box(slug):
    referee = registry.referee(slug)
    box = Box.objects.create(title=slug, name="A", owner="a", facts="{}")
    library.learn(box, referee.sample_box())
    library.offer(box)
    new = library.start(slug, "b", "B")
    facts = comparing.decoded(new)
    assert len(comparing.entered(box)) - Reading.objects.count() in (0, 3)
    keys = set(Reading.objects.values_list("key", flat=True))
    assert keys
    assert keys <= comparing.known(facts).keys()
    assert not keys & set(comparing.entered(new))
    sure = facts_text.sure(slug, facts, comparing.entered(new))
    assert facts_text.counted(referee, facts, sure).percent <= (
        facts_text.known_of(box, comparing.decoded(box)).percent
    )


def test_talisman_asks_for_taken_cards_at_the_table(db):
    box = Box.objects.create(title="talisman-batman", name="A", owner="a", facts="{}")
    library.learn(box, registry.referee("talisman-batman").sample_box())
    library.offer(box)
    new = library.start("talisman-batman", "b", "B")
    referee, facts = registry.referee("talisman-batman"), comparing.decoded(new)
    assert "sheets/Bane" in referee.doubts(facts)
    checked = tuple(replace(each, checked=True) for each in facts.facts)
    library.learn(new, replace(facts, facts=checked))
    assert "sheets/Bane" in comparing.entered(new)


def test_more_offers_cost_copy_page_no_extra_queries(db):
    phone, box, _ = offering(capacity=4)

    def statements():
        with CaptureQueriesContext(connection) as seen:
            phone.get(f"/boxes/{box.pk}/")
        return len(seen)

    few = statements()
    for n in range(5):
        offering(capacity=1 + n)
    assert statements() == few
