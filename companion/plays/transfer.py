"""A running table goes to another Sidekick, which fetches it: offered, taken, arrived or not.

The table is closed here in the moment its log is given out, so that no tap is lost between two
Sidekicks; it goes on here if it does not arrive there. What a title keeps secret is not given out.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from companion.plays import ledger, playlog, store, visibility
from companion.plays.models import Handover, Play, Seat
from companion.plays.playlog import Playlog


class NotOfferedError(Exception):
    """The address is unknown, used or too old."""


@store.in_turn
def offer(seat: Seat) -> Handover:
    """Make a new one-time address for the host's table; the one before is no longer valid."""
    play = store.locked(seat.play_id)
    seat = ledger.still(play, seat)
    play.handovers.filter(taker="").delete()
    return Handover.objects.create(play=play, seat=seat)


def offered(play: Play) -> Handover | None:
    """Return the address that is good for this table now, used or not."""
    fresh = timezone.now() - Handover.FRESH
    return play.handovers.filter(made_at__gt=fresh, done=False).order_by("pk").last()


def find(code: str) -> Handover:
    """Return an offer by the code in its address, fresh or on its way; raise
    ``NotOfferedError``.
    """
    found = Handover.objects.filter(code=code.upper()).select_related("play", "seat").first()
    if found is None or found.done or not (found.fresh or found.taker):
        raise NotOfferedError
    return found


@store.in_turn
def take(code: str, taker: str) -> Playlog:
    """Close the table and give its log to the first who asks; raises ``NotOfferedError``.

    Asked again by the same taker it is the same log, unless the table was taken up again here.
    """
    play = store.locked(find(code).play_id)
    on_offer = find(code)
    seat = on_offer.seat
    if on_offer.taker:
        _same(on_offer, taker)
        if not play.abandoned:
            raise NotOfferedError
    elif play.over or seat.gone or seat.role != Seat.Role.HOST or not visibility.everything(play):
        raise NotOfferedError
    else:
        on_offer.taker, on_offer.revision = _fingerprint(taker), play.revision
        on_offer.save(update_fields=["taker", "revision"])
    doc = playlog.export(play)
    entries = doc.entries[: on_offer.revision]
    ledger.abandon(play.pk, seat=seat)
    return msgspec.structs.replace(doc, entries=entries, abandoned=False)


@store.in_turn
def arrived(code: str, taker: str, to: dict[str, str]) -> None:
    """Mark the transfer as complete, and show every phone the way to follow."""
    play = store.locked(find(code).play_id)
    on_offer = find(code)
    _same(on_offer, taker)
    if not play.abandoned:
        raise NotOfferedError
    on_offer.done = True
    on_offer.save(update_fields=["done"])
    store.point(play, to)
    ledger.say_seat(play, on_offer.seat, "moved", (), ())


@store.in_turn
def failed(code: str, taker: str) -> None:
    """Mark the transfer as failed: the table stays open here and can be offered again."""
    play = store.locked(find(code).play_id)
    on_offer = find(code)
    _same(on_offer, taker)
    ledger.abandon(play.pk, closed=False, seat=on_offer.seat)
    on_offer.delete()


def _same(on_offer: Handover, taker: str) -> None:
    if not constant_time_compare(on_offer.taker, _fingerprint(taker)):
        raise NotOfferedError


def _fingerprint(taker: str) -> str:
    return sha256(taker.encode()).hexdigest()
