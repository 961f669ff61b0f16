"""A rematch: the same people, seats, copy and options; who begins moves on."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _

from companion.plays import ledger, store
from companion.plays.answers import TableFullError
from companion.plays.models import Play, Seat
from games import registry
from games.referee import MalformedError, Refusal


def setup(play: Play) -> Any:
    """Return the set-up of the rematch of a play."""
    referee = registry.referee(play.title)
    return referee.again(referee.decode_setup(play.setup), referee.decode_state(play.state))


@store.in_turn
def rematch(seat: Seat) -> Seat | Refusal | None:
    """Return this seat's counterpart in the rematch, creating the rematch on first use.

    ``None`` if that seat was given away, the refusal if this copy cannot be set up for it. Raises
    ``MalformedError`` while the game goes on, and ``SeatReleasedError``.
    """
    play = store.locked(seat.play_id)
    seat = ledger.still(play, seat)
    if not play.over:
        raise MalformedError(_("This game isn't over yet."))
    if play.rematch_id is None:
        begun = _begin(play, seat)
        if begun is not None:
            return begun
    theirs = Seat.objects.filter(play=play.rematch, earlier=seat, gone=False, epoch=0)
    theirs.update(claimed=True)
    return theirs.select_related("play").first()


def _begin(play: Play, seat: Seat) -> Refusal | None:
    """Set the table again; whoever asked is its host, all others take up their seats."""
    new = ledger.begin(
        play.title,
        setup(play),
        box=play.box,
        sample=play.sample,
        crew=play.crew,
        rulings=play.rulings,
    )
    if isinstance(new, Refusal):
        return new
    for old in play.seats.filter(gone=False).exclude(role=Seat.Role.SPECTATOR):
        Seat.objects.create(
            play=new,
            name=old.name,
            person=old.person,
            role=Seat.Role.HOST if old.pk == seat.pk else Seat.Role.PLAYER,
            parts=old.parts,
            earlier=old,
            claimed=old.pk == seat.pk,
        )
    store.follow(play, new)
    # A log that is full tells no one; the rematch is there all the same.
    with suppress(TableFullError):
        ledger.say_seat(play, seat, "again", (), ())
    return None
