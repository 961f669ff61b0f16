"""Can I …? At most eight answers, each a tap; every reason once; in every title."""

from __future__ import annotations

import re

import pytest

from companion.plays.pages.forms import action_types
from companion.plays.pages.table import Table
from companion.rulings.ask import MOST, can_i
from games.registry import TITLES, referee
from tests import golden
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", TITLES)
def test_few_answers_nothing_twice_and_no_codes(slug):
    path = max(
        (each for each in golden.files() if each.parent.name == slug),
        key=lambda each: len(golden.read(each).entries),
    )
    play, _ = begun(golden.named(path), len(golden.read(path).entries) // 2, (0,))
    seat = play.seats.get()
    seat.play = play
    possible, others, reasons = can_i(Table(play, seat))
    labels = [view.label for view in possible]
    denied = [label for reason in reasons for label in reason.labels]
    assert len(labels) <= MOST
    by_hand = [action_types(referee(slug).Action)[view.do].by_hand for view in possible]
    assert by_hand[:1] in ([], [False])
    assert len({*labels, *denied}) == len(labels) + len(denied)
    assert len({(reason.why, reason.remedy) for reason in reasons}) == len(reasons)
    said = [*labels, *denied, *(r.why for r in reasons), *(t for o in others for t in o.labels)]
    assert not [text for text in said if re.search(r"\\b[A-Z]+_[A-Z]+|action\\.|prompt\\.", text)]


def test_an_answer_is_tapped_where_it_stands(cast):
    page = cast.host.get(f"{cast.at}ask").content.decode()
    assert page.count('name="do" value="roll"') == 1


def test_reasons_nobody_knows_come_last(cast):
    cast.host.post(f"{cast.at}act", {"do": "adjust", "tracker": "store.0", "value": 20})
    page = cast.host.get(f"{cast.at}ask").content.decode()
    last = page.find("There is nothing to do that with now")
    assert last == -1 or last > page.find("The game is over")
