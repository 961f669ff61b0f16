"""What every title is held to in a browser, for those that ship; see ``companion.conformance``."""

import pytest

from companion.conformance.suite.test_journeys import *  # noqa: F403

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]
