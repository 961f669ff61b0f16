"""Acts of an operator, for the desk and the command line; each is noted in the audit log.

The audit log (Django's own ``LogEntry``) names rows by their number and never by a person's name,
so that it doesn't keep what an operator deletes.
"""

from __future__ import annotations

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion import names
from companion.crews import people
from companion.crews.models import Crew, Person, make_invitation
from companion.desk import erasing
from companion.operations import bans
from companion.operations.models import Ban, Report
from companion.plays import ledger, store
from companion.plays.answers import GameOverError, SecretsRevealedError
from companion.plays.models import Play, Seat
from companion.plays.signals import tell_ended
from companion.uploads import keeper
from companion.uploads.models import Upload

NOTES = {
    "closed": gettext_lazy("closed"),
    "hidden": gettext_lazy("hidden"),
    "shown": gettext_lazy("shown"),
    "renamed": gettext_lazy("renamed"),
    "new link": gettext_lazy("new link"),
    "banned": gettext_lazy("banned"),
    "lifted": gettext_lazy("lifted"),
    "let in": gettext_lazy("let in"),
    "settled": gettext_lazy("settled"),
    "deleted": gettext_lazy("deleted"),
    "deleted everywhere": gettext_lazy("deleted everywhere"),
}
"""Notes of the audit log, and what pages call them."""


class ActRefusedError(Exception):
    """An act that can't be done; the message says why."""


def note(by: User, thing: Model, what: str) -> None:
    """Note an act in the audit log."""
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(thing),
        object_id=str(thing.pk),
        object_repr=f"{thing._meta.model_name} {thing.pk}",
        action_flag=CHANGE,
        change_message=what,
    )


@transaction.atomic
def close(by: User, play: Play) -> None:
    """End a table without a result; raise ``ActRefusedError`` for a game that is over."""
    try:
        ledger.abandon(play.pk)
    except (GameOverError, SecretsRevealedError) as error:
        raise ActRefusedError(_("The game is over; there is nothing to close.")) from error
    note(by, play, "closed")


@transaction.atomic
def hide(by: User, play: Play, hidden: bool = True) -> None:
    """Close the page of a game to everyone, or open it again."""
    store.hide(play, hidden)
    note(by, play, "hidden" if hidden else "shown")


def allowed_name(thing: Crew | Person | Seat, name: str) -> str:
    """Return a name as it is kept; raise ``ActRefusedError`` for none, or one a table has."""
    cleaned = names.clean(name, 60 if isinstance(thing, Crew) else names.LENGTH)
    if not cleaned:
        raise ActRefusedError(_("Enter a name."))
    if isinstance(thing, Seat):
        others = thing.play.seats.exclude(pk=thing.pk).values_list("name", flat=True)
        if names.taken(cleaned, others):
            raise ActRefusedError(_("Someone else at this table has that name."))
    return cleaned


@transaction.atomic
def rename(by: User, thing: Crew | Person | Seat, name: str) -> None:
    """Give a crew, a person (with their seats) or a seat another name."""
    cleaned = allowed_name(thing, name)
    if isinstance(thing, Seat):
        Seat.objects.filter(pk=thing.pk).update(name=cleaned)
        tell_ended(thing.play_id)
    elif isinstance(thing, Person):
        people.rename(thing, cleaned)
    else:
        Crew.objects.filter(pk=thing.pk).update(name=cleaned)
    note(by, thing, "renamed")


@transaction.atomic
def renew_link(by: User, crew: Crew) -> str:
    """Make a new joining link for a crew and return its code; the old link stops working."""
    crew.invitation = make_invitation()
    crew.save(update_fields=["invitation"])
    note(by, crew, "new link")
    return crew.invitation


def ban(by: User, what: Ban) -> None:
    """Keep a network away, from now on; raise ``ValidationError`` for text that is none."""
    what.full_clean()
    with transaction.atomic():
        what.save()
        note(by, what, "banned")
    bans.refresh()


def lift(by: User, what: Ban) -> None:
    """Answer a network again."""
    with transaction.atomic():
        note(by, what, "lifted")
        what.delete()
    bans.refresh()


@transaction.atomic
def bar(by: User, account: User, active: bool = False) -> None:
    """Keep an account from signing in, and out of where it has; or let it in again."""
    if account == by:
        raise ActRefusedError(_("You can't ban yourself."))
    account.is_active = active
    account.save(update_fields=["is_active"])
    note(by, account, "let in" if active else "banned")


def reported(report: Report) -> list[str]:
    """Return the names a report is about; none where they are gone."""
    seats = Seat.objects.filter(pk=report.row)
    if report.kind == Report.Kind.TABLE:
        seats = Seat.objects.filter(play=report.row).order_by("pk")
    return list(seats.values_list("name", flat=True))


def settle(by: User, report: Report) -> None:
    """Take a report off the list."""
    note(by, report, "settled")
    report.delete()


def delete_table(by: User, play: Play) -> None:
    """Delete a game with its log, its record in a crew's book and its files."""
    note(by, play, "deleted")
    store.remove(play.pk)


def delete_upload(by: User, upload: Upload) -> None:
    """Stop reading a file, or delete one that is read."""
    note(by, upload, "deleted")
    if upload.over:
        upload.delete()
        return
    Upload.objects.filter(pk=upload.pk).update(stop=True)
    keeper.look_after(upload)


def delete_person(by: User, person: Person) -> int:
    """Delete a person everywhere; return in how many crews they were."""
    note(by, person, "deleted everywhere")
    return erasing.erase(person)
