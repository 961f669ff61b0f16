"""Identity in a crew: the people behind this phone, the seats behind a person, claims and
goodbyes."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from companion import cookies
from companion.boxes import library, photos
from companion.crews.models import Crew, Device, Person, make_invitation
from companion.crews.signals import merged, renamed
from companion.plays import ledger, store
from companion.plays.models import Play, Seat
from companion.plays.signals import tell_ended


def of_request(request: HttpRequest) -> models.QuerySet[Person]:
    """Return the people this phone or this account is, one per crew."""
    who = Q(pk__in=())
    if device := cookies.device(request):
        who |= Q(devices__key=device)
    if request.user.is_authenticated:
        who |= Q(user=request.user)
    return Person.objects.filter(who).select_related("crew").order_by("crew__name", "pk").distinct()


def in_crew(request: HttpRequest, crew: Crew) -> Person | None:
    """Return who this phone is in a crew; ``None`` for a stranger."""
    return of_request(request).filter(crew=crew).first()


def give_phone(request: HttpRequest, response: HttpResponse, person: Person) -> None:
    """Make this phone (and the account signed in on it) the person's."""
    device = cookies.device(request) or secrets.token_urlsafe(16)
    Device.objects.get_or_create(person=person, key=device)
    cookies.mark_device(response, device)
    if request.user.is_authenticated and person.user_id is None:
        person.user = request.user
        person.save(update_fields=["user"])


@store.in_turn
def lose_phones(person: Person, keep: str = "") -> None:
    """Take a person's phones out of the crew, all but ``keep``; a lost one opens nothing then.

    It knew the joining link, so there is a new one. Without a phone that stays, the account's
    link ends too: the lost phone may be signed in.
    """
    person.devices.exclude(key=keep).delete()
    if not keep:
        Person.objects.filter(pk=person.pk).update(user=None)
    crew = Crew.objects.select_for_update().get(pk=person.crew_id)
    if crew.invitation:
        crew.invitation = make_invitation()
        crew.save(update_fields=["invitation"])


def found(name: str, me: str) -> Person:
    """Found a new crew with its first person, who keeps it."""
    with transaction.atomic():
        crew = Crew.objects.create(name=name)
        return Person.objects.create(crew=crew, name=me, keeper=True)


def guests(crew: Crew) -> models.QuerySet[Person]:
    """Return people no one has claimed yet: no phone and no account."""
    return crew.people.filter(user=None, devices=None)


def sat(play: Play, seat: Seat | None) -> bool:
    """Return whether a seat was played from before the end; latecomers were not there.

    The host counts in any case: a table that was brought here has no one older.
    """
    if seat is None or seat.gone or seat.role == Seat.Role.SPECTATOR:
        return False
    host = seat.role == Seat.Role.HOST
    return host or play.ended_at is None or seat.joined_at <= play.ended_at


def last_seat(person: Person) -> Seat | None:
    """Return where someone sat in the last game that is over, if no one plays its rematch any
    more."""
    mine = person.seats.filter(gone=False, play__ended_at__isnull=False)
    last = mine.exclude(role=Seat.Role.SPECTATOR).select_related("play__rematch")
    seat = last.order_by("-play__ended_at").first()
    rematch = seat.play.rematch if seat else None
    return None if rematch is not None and rematch.over else seat


def may_name(play: Play, me: Person, seat: Seat | None) -> bool:
    """Return whether someone may say who played what: they sat there, or they keep the crew's
    book."""
    if me.keeper or sat(play, seat):
        return True
    return any(sat(play, own) for own in play.seats.filter(person=me))


@store.in_turn
def keep(play: Play, me: Person, seat: Seat) -> bool:
    """Put a play into the book of ``me``'s crew, which the log then says.

    ``seat`` is where ``me`` sat. ``False`` if another crew has it.
    """
    play = store.locked(play.pk)
    ledger.still(play, seat)
    if play.crew_id is not None:
        return play.crew_id == me.crew_id
    store.keep_for(play, me.crew)
    play.seats.exclude(person=None).exclude(person__crew=me.crew).update(person=None)
    Seat.objects.filter(pk=seat.pk).update(person=me)
    name_seats(play)
    ledger.say_seat(play, seat, "kept", (), ())
    return True


def name_seats(play: Play) -> None:
    """Give every player's seat a person: the one of that name, or a guest to be claimed."""
    crew = play.crew
    assert crew is not None
    known = {person.name.casefold(): person for person in crew.people.all()}
    taken = set(play.seats.exclude(person=None).values_list("person", flat=True))
    for seat in play.seats.filter(person=None, gone=False).exclude(role=Seat.Role.SPECTATOR):
        person = known.get(seat.name.casefold())
        if person is None or person.pk in taken:
            person = Person.objects.create(crew=crew, name=seat.name)
        taken.add(person.pk)
        seat.person = person
        seat.save(update_fields=["person"])


@store.in_turn
def put(play: Play, part: int, person: Person, by: Seat | None) -> None:
    """Set who played a side, whatever phone it was entered on; the log shows who set it."""
    play = store.locked(play.pk)
    for seat in play.seats.exclude(role=Seat.Role.SPECTATOR):
        if part in seat.parts:
            seat.parts = [index for index in seat.parts if index != part]
            seat.save(update_fields=["parts"])
    held = play.seats.filter(person=person).exclude(role=Seat.Role.SPECTATOR).first()
    seat = held or Seat(play=play, person=person, name=person.name)
    seat.parts = sorted({*seat.parts, part})
    seat.save(update_fields=["parts"] if seat.pk else None)
    ledger.say_seat(play, by, "played", [part], [seat])
    tell_ended(play.pk)


@store.in_turn
def merge(guest: Person, into: Person) -> None:
    """Merge two entries of one person; all plays are ``into``'s afterwards."""
    touched = _plays_of(guest)
    merged.send(sender=Person, guest=guest, into=into)
    guest.seats.update(person=into)
    guest.devices.exclude(key__in=into.devices.values("key")).update(person=into)
    _delete(guest)
    for pk in touched:
        tell_ended(pk)


@store.in_turn
def rename(person: Person, name: str) -> None:
    """Give a person another name, also where they sat and in what they ruled."""
    person.crew.rulings.filter(by=person.name).update(by=name)
    person.seats.update(name=name)
    renamed.send(sender=Person, person=person)
    Person.objects.filter(pk=person.pk).update(name=name)
    for pk in _plays_of(person):
        tell_ended(pk)


@store.in_turn
def forget(person: Person) -> None:
    """Delete a person: name, phones, account link, photos; the plays stay without the name.

    With its last person who has a phone or an account, a crew goes: no one could open it.
    """
    touched = _plays_of(person)
    photos.forget(person.devices.values_list("key", flat=True))
    person.seats.update(name=_("Someone"), person=None, gone=True)
    crew = person.crew
    crew.rulings.filter(by=person.name).update(by=_("Someone"))
    _delete(person)
    if person.keeper and not crew.people.filter(keeper=True).exists():
        heir = crew.people.exclude(devices=None, user=None).first()
        if heir is not None:
            heir.keeper = True
            heir.save(update_fields=["keeper"])
    if not crew.people.exclude(devices=None, user=None).exists():
        copies = list(crew.boxes.all())
        Crew.objects.filter(pk=crew.pk).delete()
        library.regroup(copies)
    for pk in touched:
        tell_ended(pk)


def _plays_of(person: Person) -> list[int]:
    plays = Play.objects.filter(seats__person=person)
    return list(plays.distinct().values_list("pk", flat=True))


def _delete(person: Person) -> None:
    # Not person.delete(): that forgets the number, which a second try has to know.
    Person.objects.filter(pk=person.pk).delete()


def export(person: Person) -> dict[str, Any]:
    """Return everything kept about a person, as plain data."""
    held = person.seats.select_related("play").order_by("play__created_at")
    return {
        "schema": "sidekick.person/1",
        "name": person.name,
        "id": str(person.uid),
        "crew": person.crew.name,
        "joined": person.joined_at.isoformat(),
        "account": person.user.get_username() if person.user else None,
        "phones": person.devices.count(),
        "seats": [
            {
                "play": seat.play.share,
                "title": seat.play.title,
                "name": seat.name,
                "parts": seat.parts,
                "started": seat.play.created_at.isoformat(),
                "outcome": seat.play.outcome,
            }
            for seat in held
        ],
        "photos": photos.export(person.devices.values_list("key", flat=True)),
    }
