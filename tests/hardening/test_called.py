"""Every fall and ending on a blank copy is called, if its questions are answered."""

import pytest

from tests.hardening import called


@pytest.mark.parametrize("slug", called.TITLES)
def test_every_loss_is_called_on_blank_copy(slug):
    found = called.play(slug, 25)
    assert not found.missed, str(found)
    assert found.called == found.losses > 5
    assert found.falls > 40
