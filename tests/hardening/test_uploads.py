"""The short run of the costly files; the long one is a command."""

import pytest

from tests.hardening import uploads
from tests.serving import free_port


@pytest.mark.patient
def test_taps_are_answered_while_costly_files_come_in():
    said, failed = uploads.run(free_port(), peace=3, attack=12)
    assert not failed, failed
    assert sum("302" in line for line in said) == len(uploads.nasty()), said
