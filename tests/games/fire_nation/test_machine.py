"""Random legal and illegal input against Avatar: Fire Nation Rising."""

import pytest
from hypothesis import HealthCheck, Phase, settings

from games.fire_nation import FireNation
from tests.games.rising.machine import Machine


class Fire(Machine):
    referee = FireNation()


TestFire = pytest.mark.patient(Fire.TestCase)
TestFire.settings = settings(
    max_examples=25,
    stateful_step_count=50,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
