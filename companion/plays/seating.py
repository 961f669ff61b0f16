"""Seats: every change is made under the play's lock and is logged.

Nothing is logged before the first action, while the table is still being set up. A seat that was
freed stays freed, whatever its phone had under way: each change asks again, under the lock, whether
the seat still is this phone's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from companion import names
from companion.boxes.models import Box
from companion.plays import ledger, live, store, visibility
from companion.plays.answers import TableFullError
from companion.plays.models import Play, Seat
from games import registry
from games.referee import MalformedError, Refusal

if TYPE_CHECKING:
    from companion.crews.models import Person

Applied = Callable[[Any], tuple[Any, list[dict[str, Any]]]]
"""A set-up with house rulings applied to it, and what is to be kept of these."""

LATELY = timedelta(days=1)
"""How long ago a table may have been played at whose phones are still around it."""
MOST = 60
"""Players' seats at one table; more is nobody's game night."""


def open_table(
    slug: str,
    setup: Callable[[Any], Any],
    name: str,
    *,
    box: Box | None = None,
    sample: bool = False,
    person: Person | None = None,
    applied: Applied | None = None,
    others: Sequence[Person] = (),
) -> Seat | Refusal:
    """Create a table and its host's seat, both or neither; return the refusal if it is impossible.

    ``setup`` is checked against the box. A ``person``'s table goes into the book of their crew; for
    each of the ``others``, known or new, a seat waits, with a part where there is one each.
    """
    referee = registry.referee(slug)
    chosen = setup(ledger.facts_of(referee, box, sample))
    rulings: list[dict[str, Any]] = []
    if applied is not None:
        chosen, rulings = applied(chosen)
    crew = person.crew if person else None
    with transaction.atomic():
        play = ledger.begin(slug, chosen, box=box, sample=sample, crew=crew, rulings=rulings)
        if isinstance(play, Refusal):
            return play
        indexes = [part.index for part in referee.parts(referee.decode_state(play.state))]
        each_one = bool(others) and len(indexes) == 1 + len(others)
        for n, other in enumerate(others, 1):
            if other.pk is None:
                other.save()
            parts = [indexes[n]] if each_one else []
            Seat.objects.create(
                play=play, name=other.name, person=other, parts=parts, claimed=False
            )
        parts = indexes[:1] if each_one else []
        return Seat.objects.create(
            play=play, name=name, person=person, role=Seat.Role.HOST, parts=parts
        )


def await_phones() -> None:
    """Let the seats of tables that play wait for their phones, which keep a seat by an address.

    Each is taken up again with one tap; a phone that still has its own keeps that.
    """
    lately = timezone.now() - LATELY
    playing = Play.objects.filter(outcome__isnull=True, abandoned=False, updated_at__gt=lately)
    seats = Seat.objects.filter(play__in=playing, gone=False).exclude(role=Seat.Role.SPECTATOR)
    seats.update(claimed=False)


@store.in_turn
def sit_down(play_id: int, name: str, wanted: Sequence[Any]) -> Seat:
    """Return a new seat; raise ``MalformedError`` for secret parts of others, or a name that is
    taken.

    What others play is asked for: they or the host agree.
    """
    play = store.locked(play_id)
    if play.seats.filter(gone=False).count() >= MOST:
        raise MalformedError(_("This table is full."))
    _own_name(play, None, name)
    indexes = _known(play, wanted)
    taken = _taken(play, None, indexes)
    asked = _asked(play, indexes, taken)
    own = [index for index in indexes if index not in asked]
    seat = Seat.objects.create(play=play, name=name, parts=own)
    _say(play, seat, "sits", own, () if asked else taken)
    _wish(play, seat, asked, taken)
    return seat


@store.in_turn
def change(seat: Seat, name: str, wanted: Sequence[Any]) -> None:
    """Change the name or the parts; raise ``MalformedError`` as above and ``SeatReleasedError``.

    A host sits down anywhere; what others play anyone else asks for.
    """
    play = store.locked(seat.play_id)
    seat = ledger.still(play, seat)
    if name != seat.name:
        _own_name(play, seat, name)
    indexes = _known(play, wanted)
    gained = set(indexes) - set(seat.parts)
    taken = _taken(play, seat, gained)
    asked = [] if seat.role == Seat.Role.HOST else _asked(play, gained, taken)
    own = [index for index in indexes if index not in asked]
    Seat.objects.filter(pk=seat.pk).update(name=name, parts=own)
    if own != seat.parts:
        _say(play, seat, "plays", own, () if asked else taken)
    _wish(play, seat, asked, taken)
    transaction.on_commit(lambda: live.announce(play.bell, play.revision))


def coach(seat: Seat, on: bool) -> None:
    """Explain each step to this phone until everyone has had a turn from now on, or stop it."""
    referee = registry.referee(seat.play.title)
    state = referee.decode_state(seat.play.state)
    # A round that has not begun counts as the first one.
    until = max(referee.turn(state), 1) + referee.lesson(state)
    seat.coached = until if on else 0
    Seat.objects.filter(pk=seat.pk).update(coached=seat.coached)


@store.in_turn
def look_ahead(seat: Seat, how: Play.Ahead) -> None:
    """Choose the forecast level for the whole table; everyone sees who did.

    In a competitive game no one raises it alone: it is a request until another agrees.
    """
    play = store.locked(seat.play_id)
    seat = ledger.still(play, seat)
    if play.ahead == how:
        return
    if others := _rivals(play, seat, how):
        ledger.wish(play, seat, others, ahead=str(how))
    else:
        store.look_ahead(play, how)
        _say(play, seat, f"ahead-{how}", (), ())


def _rivals(play: Play, seat: Seat, how: Play.Ahead) -> list[int]:
    """Return the seats of which one must agree to a higher forecast level; none before the game
    starts.
    """
    levels = list(Play.Ahead)
    less = levels.index(how) < levels.index(Play.Ahead(play.ahead))
    if less or not play.revision or registry.referee(play.title).title.cooperative:
        return []
    others = play.seats.filter(gone=False, claimed=True).exclude(pk=seat.pk)
    return list(others.exclude(role=Seat.Role.SPECTATOR).values_list("pk", flat=True))


@store.in_turn
def hand_over(seat: Seat, heir_id: int) -> None:
    """Make another player the host; the old one stays as a player."""
    play = store.locked(seat.play_id)
    _host(play, seat)
    heir = _other(play, seat, heir_id)
    if heir is None or heir.role == Seat.Role.SPECTATOR:
        raise MalformedError(_("Choose a player to hand the table to."))
    play.seats.filter(pk=heir.pk).update(role=Seat.Role.HOST)
    play.seats.filter(pk=seat.pk).update(role=Seat.Role.PLAYER)
    _say(play, seat, "host", (), [heir])


@store.in_turn
def free(seat: Seat, other_id: int) -> None:
    """Take a seat from its phone for good, and change the code by which it could come back."""
    play = store.locked(seat.play_id)
    _host(play, seat)
    other = _other(play, seat, other_id)
    if other is None:
        raise MalformedError(_("Choose which seat to free."))
    play.seats.filter(pk=other.pk).update(gone=True, epoch=other.epoch + 1)
    watching = other.role == Seat.Role.SPECTATOR
    store.renew(play, code=not watching, watch_code=True)
    _say(play, seat, "freed", other.parts, [other])


@store.in_turn
def release(seat: Seat, other_id: int) -> None:
    """Let another phone take up a seat as it is: its old one is out of the game."""
    play = store.locked(seat.play_id)
    _host(play, seat)
    other = _other(play, seat, other_id)
    if other is None or other.role == Seat.Role.SPECTATOR:
        raise MalformedError(_("Choose which seat to free."))
    play.seats.filter(pk=other.pk).update(claimed=False, epoch=other.epoch + 1)
    store.renew(play)
    _say(play, seat, "released", other.parts, [other])


@store.in_turn
def take_up(play_id: int, seat_id: int) -> Seat | None:
    """Give a waiting seat as it is to the first phone to ask; ``None`` to any later one."""
    play = store.locked(play_id)
    waiting = play.seats.filter(pk=seat_id, claimed=False, gone=False)
    if not waiting.update(claimed=True):
        return None
    seat = play.seats.get(pk=seat_id)
    _say(play, seat, "claimed", seat.parts, ())
    seat.play = play
    return seat


@store.in_turn
def new_codes(seat: Seat, *, watching: bool) -> None:
    """Make another joining code, or another watching link; everyone seated stays."""
    play = store.locked(seat.play_id)
    _host(play, seat)
    store.renew(play, code=not watching, watch_code=watching)
    _say(play, seat, "link" if watching else "code", (), ())


@store.in_turn
def spectators(play_id: int) -> Seat:
    """Return the one seat of all who only look; a link that is opened often makes no row each
    time."""
    play = store.locked(play_id)
    look = play.seats.filter(role=Seat.Role.SPECTATOR, gone=False, claimed=True).first()
    if look is None:
        look = Seat.objects.create(play=play, name=_("Spectator"), role=Seat.Role.SPECTATOR)
    look.play = play
    return look


def _host(play: Play, seat: Seat) -> None:
    if ledger.still(play, seat).role != Seat.Role.HOST:
        raise MalformedError(_("Only the host of this table can do that."))


def _other(play: Play, seat: Seat, pk: int) -> Seat | None:
    return play.seats.filter(pk=pk, gone=False).exclude(pk=seat.pk).first()


def _own_name(play: Play, seat: Seat | None, name: str) -> None:
    """Refuse a name someone else at the table goes by: the log could not tell them apart."""
    others = play.seats.filter(gone=False).exclude(role=Seat.Role.SPECTATOR)
    if names.taken(name, (each.name for each in others if each != seat)):
        text = _("{name} is already at this table. Add a letter so the log can tell you apart.")
        raise MalformedError(text.format(name=name))


def _known(play: Play, wanted: Sequence[Any]) -> list[int]:
    referee = registry.referee(play.title)
    known = {
        str(part.index): part.index for part in referee.parts(referee.decode_state(play.state))
    }
    if unknown := [part for part in wanted if str(part) not in known]:
        raise MalformedError(_("There is no such seat: {what}").format(what=str(unknown[0])[:20]))
    return sorted({known[str(part)] for part in wanted})


def _taken(play: Play, seat: Seat | None, gained: Iterable[int]) -> list[Seat]:
    """Return the others who play one of these parts.

    In a game with secrets only the host may sit down beside them: whoever plays a part reads
    what only that part may know.
    """
    gained = set(gained)
    others = play.seats.filter(gone=False).exclude(role=Seat.Role.SPECTATOR)
    found = [each for each in others if gained & {*each.parts}]
    host = seat is not None and seat.role == Seat.Role.HOST
    if found and visibility.secret(play) and not host:
        text = _("{who} plays that side. {who} can give it up, or the host can take it over.")
        raise MalformedError(text.format(who=found[0].name))
    return found


def _asked(play: Play, gained: Iterable[int], taken: Iterable[Seat]) -> list[int]:
    """Return the parts of these whose players are asked first: at a game under way, by phones
    here."""
    held = {index for each in taken if each.claimed for index in each.parts}
    return sorted(held & set(gained)) if play.revision else []


def _wish(play: Play, seat: Seat, parts: list[int], taken: Iterable[Seat]) -> None:
    """Ask those who play these parts, or the host, whether the seat may play them as well."""
    if not parts:
        return
    hold = {each.pk for each in taken if {*each.parts} & {*parts}}
    hosts = play.seats.filter(gone=False, role=Seat.Role.HOST).values_list("pk", flat=True)
    try:
        ledger.wish(play, seat, {*hold, *hosts}, parts=parts)
    except TableFullError as error:
        raise MalformedError(_("This table is full.")) from error


def _say(play: Play, seat: Seat, what: str, parts: Iterable[int], of: Iterable[Seat]) -> None:
    if not play.revision:
        # Before the first entry no log tells it, but phones show who sits where.
        transaction.on_commit(lambda: live.announce(play.bell, 0))
        return
    try:
        ledger.say_seat(play, seat, what, parts, of)
    except TableFullError as error:
        # A host puts a table in order in any case; no one takes a part without a word.
        if what in ("sits", "plays", "claimed"):
            raise MalformedError(_("This table is full.")) from error
