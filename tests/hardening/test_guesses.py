"""The short form of the guesser; the long one is a command."""

import pytest

from tests.hardening.guesses import run


@pytest.mark.patient
def test_guesser_is_stopped_while_table_beside_plays_on(site, acorns):
    seen = run(site, 120, acorns)
    assert seen[429] > 60
    assert 200 not in seen
