"""The browser suite of ``companion.conformance`` for the titles that ship."""

import pytest

from companion.conformance.suite.test_journeys import *  # noqa: F403

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]
