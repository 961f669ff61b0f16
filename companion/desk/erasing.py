"""Deletion of a person everywhere: in all their crews, in texts of those crews, with the account.

``people.forget`` takes a person out of one crew. An operator who is asked to delete someone also
has to find the same person's other crews, and the name where others have typed it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from companion.boxes.models import Box
from companion.crews import accounts, people
from companion.crews.models import Crew, Person
from companion.plays import store
from companion.plays.models import Play
from companion.rulings.models import HouseRuling
from companion.stats.models import DieName, Import, Job, Place, Record
from companion.uploads.models import Upload

Change = Callable[[str], str]


@store.in_turn
def erase(person: Person) -> int:
    """Delete everyone who is this person by phone or account; return how many that were.

    The games stay, without the name. An operator's account stays.
    """
    keys = list(person.devices.values_list("key", flat=True))
    who = Q(pk=person.pk) | Q(devices__key__in=keys)
    if person.user_id is not None:
        who |= Q(user=person.user_id)
    same = list(Person.objects.filter(who).select_related("crew", "user").distinct())
    for each in same:
        change = _without({each.name, *each.seats.values_list("name", flat=True)})
        copies = list(each.crew.boxes.values_list("pk", flat=True))
        plays = list(Play.objects.filter(crew=each.crew_id).values_list("pk", flat=True))
        people.forget(each)
        _clean(each.crew, plays, copies, keys, change)
    Upload.objects.filter(owner__in=keys, stage__in=Upload.OVER).delete()
    for user in {each.user for each in same if each.user and not each.user.is_staff}:
        _delete_account(user)
    return len(same)


def _without(known: Iterable[str]) -> Change:
    """Return what replaces each of these names, as a word of its own, in any case."""
    longest = sorted(filter(None, known), key=len, reverse=True)
    found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
    someone = _("Someone")
    return lambda text: found.sub(someone, text)


def _clean(
    crew: Crew, plays: list[int], copies: list[int], keys: list[str], change: Change
) -> None:
    """Take a name out of everything that people of a crew have typed or imported."""
    records = Record.objects.filter(Q(crew=crew.pk) | Q(play__in=plays))
    boxes = Box.objects.filter(Q(pk__in=copies) | Q(owner__in=keys))
    _rewrite(Crew.objects.filter(pk=crew.pk), ("name",), change)
    _rewrite(HouseRuling.objects.filter(crew=crew.pk), ("reading", "reason", "by"), change)
    _rewrite(DieName.objects.filter(crew=crew.pk), ("name",), change)
    _rewrite(Import.objects.filter(crew=crew.pk), ("file", "found", "choices"), change)
    _rewrite(Play.objects.filter(pk__in=plays), ("location",), change)
    _rewrite(records, ("note", "raw", "location"), change)
    _rewrite(Place.objects.filter(record__in=records, person=None), ("name",), change)
    _rewrite(boxes, ("name",), change)
    Job.objects.filter(kind=Job.Kind.ARCHIVE, about__startswith=f"{crew.key}@").delete()


def _rewrite(rows: QuerySet[Any], columns: tuple[str, ...], change: Change) -> None:
    for row in rows.only("pk", *columns).iterator(chunk_size=500):
        _rewrite_row(row, columns, change)


def _rewrite_row(row: Model, columns: tuple[str, ...], change: Change) -> None:
    fresh = {name: _through(getattr(row, name), change) for name in columns}
    if any(fresh[name] != getattr(row, name) for name in columns):
        type(row)._base_manager.filter(pk=row.pk).update(**fresh)


def _through(value: Any, change: Change) -> Any:
    """Return a value with every text in it changed, keys included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_through(each, change) for each in value]
    if isinstance(value, dict):
        return {change(name): _through(each, change) for name, each in value.items()}
    return value


def _delete_account(user: User) -> None:
    accounts.end_sessions(user.pk)
    user.delete()
