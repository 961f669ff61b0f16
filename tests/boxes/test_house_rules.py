"""A house rule is entered on the page of a copy, travels with it and is switched for a table."""

from __future__ import annotations

from django.test import Client

from companion.boxes import comparing
from companion.boxes.models import Box
from companion.plays.models import Play
from tests.boxes.test_share_copy import SLUG, gift, ours

__all__ = ["ours"]

RULE = {"do": "house.define", "name": "A gift", "moment": "setup", "number": "tokens", "n": "1"}


def entered(phone, box, **more):
    answer = phone.post(f"/boxes/{box.pk}/", {**RULE, "since": "1", "flags": "apart", **more})
    assert answer.status_code == 302, answer.content.decode()
    box.refresh_from_db()
    return comparing.decoded(box).house_rules


def test_page_of_a_copy_enters_a_house_rule(ours):
    phone, box = ours
    (rule,) = entered(phone, box)
    assert (rule.name, rule.number, rule.n, rule.apart) == ("A gift", "tokens", 1, False)
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    assert "House rule: A gift" in page


def test_page_of_copy_leads_to_its_house_rules(ours):
    phone, box = ours
    entered(phone, box)
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    assert page.index('href="#house"') < page.index("What this copy knows")
    section = page[page.index('id="house"') : page.index('id="forms"')]
    assert "House rule: A gift" in section
    assert section.count('value="house.define"') == page.count('value="house.define"') == 2


def test_house_rule_travels_with_code_of_copy(ours):
    phone, box = ours
    entered(phone, box)
    Client().post(gift(phone, box))
    (new,) = Box.objects.exclude(pk=box.pk)
    assert [each.name for each in comparing.decoded(new).house_rules] == ["A gift"]


def test_table_of_copy_starts_with_its_house_rules(ours):
    phone, box = ours
    entered(phone, box, apart="on")
    before = set(Play.objects.values_list("pk", flat=True))
    phone.post(f"/g/{SLUG}/", {"players": 2, "box": box.pk})
    (play,) = Play.objects.exclude(pk__in=before)
    assert play.setup["house_rules"] == ["A gift"]
