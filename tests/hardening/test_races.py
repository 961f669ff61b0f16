"""The short form of the seat races; the long one is a command."""

from tests.hardening.races import run


def test_freed_seat_stays_freed_despite_requests_under_way(transactional_db, acorns):
    assert run(12) == []
