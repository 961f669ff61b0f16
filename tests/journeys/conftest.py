"""The table two phones sit at in the journeys."""

from __future__ import annotations

import pytest

from companion.plays import ledger
from tests.sample_game import Setup


@pytest.fixture
def table(acorns, seated):
    """Return Ana's phone, which hosts a fresh table of Acorns, and Bo's, the second squirrel."""
    play = ledger.begin(acorns, Setup(2, 20))
    return seated(play, "Ana", role="host"), seated(play, "Bo", 1)
