"""The short run of the referees' fuzz; the long one is a command."""

import pytest

from games import registry
from tests.hardening.referees import run


@pytest.mark.parametrize("slug", registry.TITLES)
def test_random_actions_break_nothing(slug):
    seen = run(registry.referee(slug), 3_000, seed=42)
    assert seen["Ruling"] > 300
    assert seen["Refusal"] > 100
