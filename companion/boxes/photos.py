"""Photos of things of a copy, next to its facts: for its own group, never part of what is shared.

A photo is drawn again from its pixels, small: nothing else that the phone wrote into its file
(place, time, model) is kept. The database holds it, because hosts share no disk.
"""

from __future__ import annotations

import warnings
from base64 import b64encode
from collections.abc import Collection, Iterable
from io import BytesIO
from threading import Lock
from typing import IO, Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from companion.boxes import comparing
from companion.boxes.models import Box, Photo

EDGE, QUALITY = 1280, 75
"""Pixels of the longer side of a kept photo."""
LARGEST = 20_000_000
"""Bytes of a file from a camera."""
FORMATS = ("JPEG", "PNG", "WEBP")
PIXELS, WHOLE = 64_000_000, 16_000_000
"""Pixels of a photo that is made smaller while it is read, and of one that is read as a whole."""
KEPT, BYTES = 120, 24_000_000
"""Photos of a group's copies, and their bytes."""
ROOM = 2_000_000_000
"""Bytes of all photos of a server."""

_one = Lock()
"""Held while a photo is read: it takes memory, so photos wait for each other."""


class PhotoRefusedError(Exception):
    """The photo is not kept; the message says why."""


def shrink(file: IO[bytes]) -> bytes:
    """Return a photo as a small JPEG with nothing but its pixels; raise ``PhotoRefusedError``."""
    with _one, warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            with Image.open(file, formats=FORMATS) as photo:
                return _drawn_again(photo)
        except PhotoRefusedError:
            raise
        except Exception as error:
            # Pillow raises whatever a broken file leads to: SyntaxError, struct.error, ValueError.
            text = _("This isn't a photo Sidekick can open. Take a JPEG, PNG or WebP picture.")
            raise PhotoRefusedError(text) from error


def _drawn_again(photo: Image.Image) -> bytes:
    progressive = photo.info.get("progressive") or photo.info.get("progression")
    most = PIXELS if photo.format == "JPEG" and not progressive else WHOLE
    if photo.width * photo.height > most:
        text = _("This photo has too many pixels. Take one with the camera's usual settings.")
        raise PhotoRefusedError(text)
    photo.thumbnail((EDGE, EDGE))
    upright = ImageOps.exif_transpose(photo).convert("RGBA")
    clean = Image.new("RGB", upright.size, "white")
    clean.paste(upright, mask=upright.getchannel("A"))
    out = BytesIO()
    clean.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def keep(box: Box, key: str, file: IO[bytes], size: int) -> Photo:
    """Keep a photo of a thing, in the place of the one before; raise ``PhotoRefusedError``."""
    if key not in comparing.known(comparing.decoded(box)):
        raise PhotoRefusedError(_("This copy has no such fact."))
    if size > LARGEST:
        text = _("That file is too large: the limit is {n} MB.")
        raise PhotoRefusedError(text.format(n=LARGEST // 10**6))
    _ensure_room(box, key, 0)
    jpeg = shrink(file)
    with transaction.atomic():
        Box.objects.select_for_update().get(pk=box.pk)
        _ensure_room(box, key, len(jpeg))
        box.photos.filter(key=key).delete()
        return Photo.objects.create(box=box, key=key, jpeg=jpeg, size=len(jpeg))


def _ensure_room(box: Box, key: str, size: int) -> None:
    same = Q(owner=box.owner) | Q(crews__in=box.crews.all())
    others = Photo.objects.exclude(box=box, key=key)
    group = others.filter(box__in=Box.objects.filter(same).values("pk"))
    held = group.aggregate(n=Count("pk"), size=Sum("size"))
    if held["n"] >= KEPT or (held["size"] or 0) + size > BYTES:
        raise PhotoRefusedError(_("Your group has no room for more photos. Delete some first."))
    whole = others.aggregate(size=Sum("size"))["size"] or 0
    if whole + size > ROOM:
        raise PhotoRefusedError(_("This server has no room for more photos."))


def of(box: Box) -> dict[str, int]:
    """Return the number of each photo of a copy by the key of its thing."""
    return dict(box.photos.values_list("key", "pk"))


def seen_by(device: str, account: int | None) -> QuerySet[Box]:
    """Return the copies whose photos a phone or an account sees: its own, and its crews'."""
    people = Q(owner=device or "-") | Q(crews__people__devices__key=device or "-")
    if account is not None:
        people |= Q(crews__people__user=account)
    return Box.objects.filter(people).distinct()


def follow(box: Box, before: Collection[str], after: Collection[str]) -> None:
    """Leave a photo with its thing when the thing gets another name."""
    gone = [key for key in before if key not in after]
    new = [key for key in after if key not in before]
    if len(gone) == len(new) == 1 and gone[0].partition("/")[0] == new[0].partition("/")[0]:
        box.photos.filter(key=gone[0]).update(key=new[0])


def forget(owners: Iterable[str]) -> None:
    """Delete the photos of all copies of these phones."""
    Photo.objects.filter(box__owner__in=list(owners)).delete()


def export(owners: Iterable[str]) -> list[dict[str, Any]]:
    """Return the photos of all copies of these phones, as plain data."""
    found = Photo.objects.filter(box__owner__in=list(owners)).select_related("box")
    return [
        {
            "title": photo.box.title,
            "copy": photo.box.name,
            "thing": photo.key,
            "taken": photo.at.isoformat(),
            "jpeg": b64encode(bytes(photo.jpeg)).decode(),
        }
        for photo in found.order_by("pk")
    ]
