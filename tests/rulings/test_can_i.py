"""Can I …? At most eight answers, each a tap; every reason once; in every title."""

from __future__ import annotations

import re

import pytest

from companion.plays.pages.forms import action_types
from companion.plays.pages.table import Table
from companion.rulings.ask import MOST, can_i
from games.registry import TITLES, referee
from tests import greatness
from tests.plays.test_peaks import NAMES

pytestmark = pytest.mark.django_db


CODE = re.compile(r"\b[A-Z]+_[A-Z]+\b|\b(action|prompt|note|refusal|term|step)\.\w|\{|\}")
POSITIONS = 40
"""Tables of a title, spread over its recorded games, that are asked from every side."""


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_few_answers_nothing_twice_and_no_codes(slug):
    steps = [*greatness.recorded(slug)]
    kinds = action_types(referee(slug).Action)
    tables = {}
    for step in steps[:: max(1, len(steps) // POSITIONS)]:
        parts = len(step.referee.parts(step.state))
        play = tables.setdefault(parts, greatness.seated(slug, parts, NAMES))
        greatness.placed(play, step)
        play.refresh_from_db()
        for seat in play.seats.order_by("pk"):
            seat.play = play
            possible, others, reasons = can_i(Table(play, seat))
            labels = [view.label for view in possible]
            denied = [label for reason in reasons for label in reason.labels]
            told = [label for each in others for label in each.labels]
            assert len(labels) <= MOST
            order = [(not view.expected, kinds[view.do].by_hand) for view in possible]
            assert order == sorted(order)
            assert len({*labels, *denied}) == len(labels) + len(denied)
            assert not {*told} & {*denied}
            assert len({(reason.why, reason.remedy) for reason in reasons}) == len(reasons)
            said = [*labels, *denied, *told, *(f"{r.why} {r.remedy}" for r in reasons)]
            assert not [text for text in said if CODE.search(text)]


def test_an_answer_is_tapped_where_it_stands(cast):
    page = cast.host.get(f"{cast.at}ask").content.decode()
    assert page.count('name="do" value="roll"') == 1


def test_reasons_nobody_knows_come_last(cast):
    cast.host.post(f"{cast.at}act", {"do": "adjust", "tracker": "store.0", "value": 20})
    page = cast.host.get(f"{cast.at}ask").content.decode()
    last = page.find("There is nothing you can use that on now")
    assert last == -1 or last > page.find("The game is over")
