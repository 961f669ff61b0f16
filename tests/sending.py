"""Sending a file to be read, and reading it here and now instead of beside the server."""

from __future__ import annotations

import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.uploads import keeper, reading
from companion.uploads.models import Upload


def send(client: Client, path: str, content: bytes, name: str = "file") -> Any:
    """Return the answer to a file that was sent."""
    return client.post(path, {"file": SimpleUploadedFile(name, content)})


def read_all() -> None:
    """Read whatever waits, to its end."""
    while upload := _next():
        reading.go_on(upload.pk)
        Upload.objects.filter(pk=upload.pk).update(lease=None)


def _next() -> Upload | None:
    from django.test import override_settings

    with override_settings(UPLOAD_READERS=1):
        return keeper.claim()


def sent(client: Client, path: str, content: bytes) -> Any:
    """Return what is answered in the end to a file that was sent and read."""
    answer = send(client, path, content)
    if answer.status_code != 302:
        return answer
    read_all()
    return client.get(answer["Location"])


def stored(kind: str, content: bytes, **columns: Any) -> Upload:
    """Return a file that waits to be read."""
    from companion.uploads import intake

    upload = Upload.objects.create(kind=kind, owner="somebody", size=len(content), **columns)
    intake.keep(upload, io.BytesIO(content))
    return upload
