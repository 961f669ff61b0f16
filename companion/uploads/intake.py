"""Receive a file: refuse at once if it is too large or there are too many, else store it to be
read.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import IO, Any

from django.apps import apps
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.operations import limits
from companion.uploads import keeper, kinds
from companion.uploads.models import Upload, UploadPart

PART = 256 * 1024
"""Bytes of a file written in one transaction."""
AT_ONCE, SMALL_AT_ONCE = 8, 100
"""Large files that wait or are read, and small ones: of strangers, and of crews; half of them from
one neighborhood."""
SETTLED = timedelta(days=1)
"""The age of a crew whose phones are no strangers'; founding one takes a second."""
SMALL = 1_000_000
"""Files up to this many bytes are never limited as large ones: a playlog, a moving table."""
KEPT, ARRIVED = timedelta(days=1), timedelta(hours=1)
"""How long it can be looked up what became of a file; when one that never came is dropped."""


class UploadRefusedError(Exception):
    """The file is not taken; the message says why."""


def take(
    kind: str, file: IO[bytes], size: int, *, owner: str, address: str, **notebook: Any
) -> Upload:
    """Keep a file, and have it read; raises ``UploadRefusedError``."""
    largest = kinds.reader(kind).largest()
    if size > largest:
        raise UploadRefusedError(
            _("That file is too large: the limit is {n} MB.").format(n=largest // 10**6)
        )
    upload = _admit(kind, owner, address, size=size, notebook=notebook)
    keep(upload, file)
    transaction.on_commit(keeper.start)
    return upload


def fetch(kind: str, *, owner: str, address: str, **notebook: Any) -> Upload:
    """Have a reader fetch and read a table from elsewhere; raises ``UploadRefusedError``."""
    stage = Upload.Stage.READING
    upload = _admit(kind, owner, address, stage=stage, notebook=notebook)
    transaction.on_commit(keeper.start)
    return upload


def _admit(kind: str, owner: str, address: str, **columns: Any) -> Upload:
    """Return room for one more; raise ``UploadRefusedError`` where there is none."""
    sweep()
    waiting = Upload.objects.exclude(stage__in=Upload.OVER)
    if waiting.filter(Q(owner=owner) | Q(address=address)).exists():
        raise UploadRefusedError(
            _(
                "Another file from this phone or network is still being imported. Please "
                "wait until it's done."
            )
        )
    small = columns.get("size", 0) <= SMALL
    alike = waiting.filter(size__lte=SMALL) if small else waiting.filter(size__gt=SMALL)
    most = SMALL_AT_ONCE if small else AT_ONCE
    # Counted apart, so that strangers never take the places of a crew that plays here.
    devices = apps.get_model("crews", "Device")._default_manager
    members = devices.filter(person__crew__made_at__lt=timezone.now() - SETTLED)
    if members.filter(key=owner).exists():
        alike = alike.filter(owner__in=members.values("key"))
    else:
        alike = alike.exclude(owner__in=members.values("key"))
    places = [limits.neighborhood(each) for each in alike.values_list("address", flat=True)]
    if len(places) >= most or places.count(limits.neighborhood(address)) >= most // 2:
        raise UploadRefusedError(
            _("Too many files are being imported right now. Try again in a few minutes.")
        )
    language = get_language()
    return Upload.objects.create(
        kind=kind, owner=owner, address=address, language=language, **columns
    )


def keep(upload: Upload, file: IO[bytes]) -> None:
    """Write the bytes of a file, a part at a time, and have it wait to be read."""
    write(upload, iter(lambda: file.read(PART), b""))
    upload.stage = Upload.Stage.READING
    upload.save(update_fields=["stage"])


def write(upload: Upload, pieces: Iterable[bytes]) -> None:
    """Write the bytes of a file as they come."""
    for n, data in enumerate(pieces):
        UploadPart.objects.create(upload=upload, n=n, data=data)


def sweep() -> None:
    """Drop what is over for long, and files that never came to their end."""
    now = timezone.now()
    Upload.objects.filter(stage__in=Upload.OVER, made_at__lt=now - KEPT).delete()
    Upload.objects.filter(stage=Upload.Stage.ARRIVING, made_at__lt=now - ARRIVED).delete()
