"""The end is said to each phone as its own: also to one that entered for a side no one took."""

from __future__ import annotations

import pytest

from tests import golden
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("parts", [(0,), ()])
def test_everybody_at_a_cooperative_table_lost_alike(parts):
    name = "batman-who-laughs/lost-team"
    entries = golden.read(golden.at(name)).entries
    _, ana = begun(name, len(entries), parts)
    assert "You lost" in ana.html
