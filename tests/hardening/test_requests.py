"""No request, however bad, ends in a server error; a stranger's changes nothing."""

import pytest

from companion.plays.models import Play
from tests.hardening.requests import addresses, run

SHORT = 800


@pytest.mark.patient
def test_bad_requests_of_strangers_and_spectators_change_nothing(cast):
    before = Play.objects.get(pk=cast.play.pk)
    codes = [cast.play.code, cast.play.watch_code]
    seen = run([cast.stranger, cast.spectator], codes, SHORT)
    after = Play.objects.get(pk=cast.play.pk)
    assert (after.state, after.revision) == (before.state, before.revision)
    assert {200, 302, 403, 404, 422} <= set(seen)


@pytest.mark.patient
def test_bad_requests_of_players_end_in_no_error(cast):
    run([cast.host, cast.player], [cast.play.code], SHORT, seed=1)


def test_every_address_is_tried():
    assert len(addresses()) > 40
    assert any(address.startswith("t/<slug:code>/act") for address in addresses())
