"""Every fall and ending on a blank copy is called, if its questions are answered."""

import pytest

from tests.hardening import called


@pytest.mark.parametrize("slug", called.TITLES)
def test_every_loss_is_called_on_blank_copy(slug):
    found = called.play(slug, 25)
    assert not found.missed, str(found)
    assert found.called == found.losses > 5
    assert found.falls > 40


@pytest.mark.parametrize("slug", called.TITLES)
def test_no_turn_asks_twice_about_spaces(slug):
    found = called.play(slug, 8, seed=50)
    assert found.questions.total() > 20
    assert found.most == 1


@pytest.mark.parametrize("slug", called.TITLES)
def test_tables_begun_earlier_keep_their_questions(slug):
    assert called.play(slug, 8, seed=50, edition=5).most > 1
