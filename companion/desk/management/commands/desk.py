"""``manage.py desk``: the acts of the operator's desk from a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Model, Q

from companion.crews.models import Crew, Person
from companion.desk import acts, state
from companion.operations.models import Ban, Report
from companion.plays.models import Play, Seat
from companion.uploads.models import Upload

SHOWN = 50
"""Rows of a kind that are listed."""

FOUND_BY: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "table": (Play, ("code", "watch_code", "share")),
    "seat": (Seat, ("name",)),
    "crew": (Crew, ("name", "key")),
    "person": (Person, ("name", "user__username")),
    "upload": (Upload, ("key", "address")),
    "account": (User, ("username",)),
    "network": (Ban, ("network",)),
    "report": (Report, ("kind",)),
}
"""What there is, and the columns it is found by."""

ACTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "close": ("table", acts.close),
    "hide": ("table", acts.hide),
    "show": ("table", lambda by, play: acts.hide(by, play, False)),
    "delete-table": ("table", acts.delete_table),
    "delete-person": ("person", acts.delete_person),
    "delete-upload": ("upload", acts.delete_upload),
    "rename-crew": ("crew", acts.rename),
    "rename-person": ("person", acts.rename),
    "rename-seat": ("seat", acts.rename),
    "new-link": ("crew", acts.renew_link),
    "ban-account": ("account", acts.bar),
    "let-in": ("account", lambda by, account: acts.bar(by, account, True)),
    "lift": ("network", acts.lift),
    "settle": ("report", acts.settle),
}
"""Each act, with what it is done to."""


class Command(BaseCommand):
    help = "Find tables, crews, people and uploads; close, hide, rename, ban, delete."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["find", "state", "log", "ban", *ACTS])
        parser.add_argument("what", nargs="?", default="", help="words, or a number that find says")
        parser.add_argument("name", nargs="?", help="the new name")
        parser.add_argument("--by", metavar="NAME", help="the operator, if there are several")

    def handle(self, *args: Any, **options: Any) -> None:
        act, what = options["act"], options["what"]
        if act in ("find", "state", "log"):
            for line in {"find": find, "state": _state, "log": _log}[act](what):
                self.stdout.write(line)
            return
        by = _operator(options["by"])
        try:
            said = self._act(by, act, what, options["name"])
        except (acts.ActRefusedError, ValidationError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(said) if said is not None else "Done.")

    def _act(self, by: User, act: str, what: str, name: str | None) -> Any:
        if act == "ban":
            return acts.ban(by, Ban(network=what, reason=name or ""))
        kind, do = ACTS[act]
        if act.startswith("rename") and not name:
            raise CommandError("Enter the new name, too.")
        return do(by, _the(kind, what), *([name] if name else []))


def find(words: str) -> Iterator[str]:
    """Yield a line for everything that has these words in its name, code or address."""
    for kind, (model, columns) in FOUND_BY.items():
        asked = Q()
        for column in columns:
            asked |= Q(**{f"{column}__icontains": words})
        for row in model._base_manager.filter(asked).order_by("pk")[:SHOWN]:
            yield f"{kind} {row.pk}: {_about(row)}"


def _about(row: Any) -> str:
    """Return what tells a row from others of its name."""
    if isinstance(row, Seat):
        return f"{row.name}, at table {row.play_id} {row.play.code}"
    if isinstance(row, Person):
        return f"{row.name}, of crew {row.crew_id} {row.crew.key}"
    if isinstance(row, Report):
        return f"{row}: {', '.join(acts.reported(row))}"
    if isinstance(row, Play):
        return f"{row.code}, {row.title}, last used {row.updated_at:%Y-%m-%d}"
    return str(row)


def _the(kind: str, what: str) -> Model:
    """Return the one row of a kind: by its number, or by a code that is its alone."""
    model, columns = FOUND_BY[kind]
    asked = Q(pk=int(what)) if what.isdecimal() else Q()
    for column in () if what.isdecimal() else columns:
        asked |= Q(**{f"{column}__iexact": what})
    found = list(model._base_manager.filter(asked).distinct()[:2]) if what else []
    if len(found) != 1:
        several = "several; take a number of" if found else "no such"
        raise CommandError(f"There is {several} {kind}: sidekick desk find {what}")
    return found[0]


def _operator(name: str | None) -> User:
    staff = User.objects.filter(is_staff=True, is_active=True)
    found = list(staff.filter(username=name) if name else staff[:2])
    if len(found) != 1:
        raise CommandError("Say --by which operator; sidekick operator NAME makes one.")
    return found[0]


def _state(_words: str) -> Iterator[str]:
    for heading, lines in state.look().items():
        yield heading
        for line in lines:
            yield f"  {line.what}  {line.how}{'' if line.well else '  !'}"


def _log(words: str) -> Iterator[str]:
    entries = LogEntry.objects.select_related("user").filter(change_message__icontains=words)
    for entry in entries.order_by("-pk")[:SHOWN]:
        at = f"{entry.action_time:%Y-%m-%d %H:%M}"
        yield f"{at}  {entry.user}  {entry.change_message}: {entry.object_repr}"
