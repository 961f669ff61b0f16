"""Reading rights in a play: the one place that every output of a table asks.

A title's secrets belong to their seat while the game can continue. A game that is over might be
resumed, so its secrets are public only some time after its end; from then on it can't be resumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.plays.models import Play, Seat
from games import registry
from games.referee import Note

SETTLES = timedelta(hours=1)
"""After this long no one takes back an ending made by mistake."""


def secret(play: Play) -> bool:
    """Return whether the play's title has secrets; one we do not know may have."""
    return play.title not in registry.TITLES or registry.referee(play.title).title.secrets


def settled(play: Play) -> bool:
    """Return whether a game with secrets is over for good: all may be read, nothing goes on."""
    ended = play.ended_at
    return secret(play) and ended is not None and timezone.now() - ended >= SETTLES


def everything(play: Play) -> bool:
    """Return whether the whole log may be read by those who may read about the play at all."""
    return not secret(play) or settled(play)


def whole(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return those of these plays whose whole log may be read."""
    secretive = [each.title.slug for each in registry.referees() if each.title.secrets]
    going_on = Q(ended_at=None) | Q(ended_at__gt=timezone.now() - SETTLES)
    return plays.exclude(Q(title__in=secretive) & going_on)


def why_no_playlog(play: Play, seat: Seat) -> str:
    """Return why this seat does not get the play as a file; empty if it does."""
    if not everything(play):
        return _("This game has secrets: the playlog is available one hour after it ends.")
    if seat.role == Seat.Role.SPECTATOR and not play.over:
        return _("Spectators can read the playlog once the game is over.")
    return ""


def parts(play: Play, seat: Seat | None, free: Iterable[int], held: Iterable[Seat]) -> list[int]:
    """Return the sides whose secrets a phone may see: its own or, if it has none, those never
    claimed.

    ``free`` are the parts that no phone plays of the play's seats, ``held``. The secrets of a freed
    or waiting seat are hidden from anyone who enters for it.
    """
    if seat is None or seat.role == Seat.Role.SPECTATOR:
        return []
    if seat.parts:
        return [int(index) for index in seat.parts]
    unclaimed = set(free)
    if secret(play):
        for absent in (each for each in held if each.gone or not each.claimed):
            unclaimed -= set(absent.parts)
    return sorted(unclaimed)


def public(play: Play, notes: Sequence[Note]) -> list[Note]:
    """Return what anyone may read in these notes."""
    if everything(play):
        return list(notes)
    return [
        note if note.owner is None else replace(note, code=note.hidden, facts={})
        for note in notes
        if note.owner is None or note.hidden
    ]
