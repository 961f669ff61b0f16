"""The bench measures what it says: real actions on a real position of every title."""

import pytest
from django.test import Client

from bench import record, tables
from bench.figures import figures, ratio
from games import registry


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_title_has_a_position_whose_number_goes_back_and_forth(db, slug):
    made = tables.table(slug, 12)
    assert made.play.revision >= 12
    phone = Client(headers={"hx-request": "true"})
    phone.cookies.load(made.cookie)
    for n in range(3):
        answer = phone.post(f"{made.at}act", {**made.action(), "key": f"k{n}"})
        assert answer.status_code == 200
        assert f'data-revision="{made.play.revision + n + 1}"' in answer.content.decode()


def test_a_ratio_is_of_medians_and_of_the_slow_ends():
    upper, lower = figures([4.0] * 19 + [30.0]), figures([2.0] * 19 + [10.0])
    assert ratio(upper, lower) == "p50 2.00 ×, p95 3.00 × (n 20)"


def test_the_record_is_a_table_with_its_aims():
    rows = [record.Row("answer", "4,444", "≤ 5,000"), record.Row("memory", "13 KB")]
    assert record.lines(rows) == "| answer | 4,444 | ≤ 5,000 |\n| memory | 13 KB |  |"
