"""Random legal and illegal input against The Batman Who Laughs Rising."""

import pytest
from hypothesis import HealthCheck, Phase, settings

from games.batman_who_laughs import BatmanWhoLaughs
from tests.games.rising.machine import Machine


class Laughs(Machine):
    referee = BatmanWhoLaughs()


TestLaughs = pytest.mark.patient(Laughs.TestCase)
TestLaughs.settings = settings(
    max_examples=25,
    stateful_step_count=50,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
