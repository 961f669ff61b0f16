"""The suite of ``companion.conformance`` for the titles that ship."""

import pytest

from companion.conformance.suite.test_look import *  # noqa: F403
from companion.conformance.suite.test_rules import *  # noqa: F403
from companion.conformance.suite.test_table import *  # noqa: F403
from companion.conformance.suite.test_words import *  # noqa: F403
from tests import probes


@pytest.fixture
def probe(held):
    return probes.probe(held)
