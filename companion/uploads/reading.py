"""Reading one file, in a process of its own with limits of its own.

A reader works for a slice of time and leaves the rest to the next one, so that no one's file
waits for the whole of someone else's.
"""

from __future__ import annotations

import io
import logging
import resource
import signal
import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import OperationalError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from companion.uploads import kinds
from companion.uploads.kinds import BrokenFileError
from companion.uploads.models import Upload, UploadPart

log = logging.getLogger(__name__)

SLICE = 15.0
"""Seconds a reader works before it is the next file's turn."""
PIECE = 40
"""Seconds of processor one play may take; a page that shows it pays nearly as much."""
WHOLE = 3600
"""Seconds of processor one file may take."""
MEMORY = 2 * 2**30
"""Bytes of address space of a reader."""
LEASE = timedelta(seconds=90)
LOOK = 0.5
"""Seconds between two looks at whether to stop, and two notes of how far it is."""


class ReadingStoppedError(Exception):
    """The sender cancelled the file, or another reader has it."""


class ReadingPausedError(Exception):
    """The slice is over; the next reader goes on."""


class PlayTooLongError(Exception):
    """One play took all the time it may take."""


class Work:
    """A file being read: its bytes, its notebook, and the clock."""

    def __init__(self, upload: Upload, slice_: float = SLICE) -> None:
        self.upload = upload
        self.notebook: dict[str, Any] = upload.notebook
        self._mine = Upload.objects.filter(pk=upload.pk, turn=upload.turn)
        self._slice, self._ends = slice_, 0.0
        self._looked = 0.0

    def file(self) -> io.BufferedReader:
        """Return the bytes, from the beginning."""
        return io.BufferedReader(Parts(self.upload.pk), 2**16)

    def keep(self, **more: Any) -> None:
        """Write the notebook with what is new in it; inside the transaction it belongs to."""
        notebook = {**self.notebook, **more}
        changes = {"notebook": notebook, "deaths": 0}
        if not self._mine.filter(stage=self.upload.stage, stop=False).update(**changes):
            raise ReadingStoppedError
        self.notebook = notebook

    def step(self, done: int = 0, total: int = 0) -> None:
        """Say how far it is, if there is more to say than that someone is at it; raises
        ``ReadingStoppedError`` once no one wants it any more."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked = now
        changes: dict[str, Any] = {"done": done, "total": total} if total else {}
        wanted = self._mine.filter(stage=self.upload.stage)
        if self.upload.stage == Upload.Stage.READING:
            wanted = wanted.filter(stop=False)
        else:
            changes["deaths"] = 0
        if not wanted.update(lease=timezone.now() + LEASE, **changes):
            raise ReadingStoppedError

    def pause(self) -> None:
        """Raise ``ReadingPausedError`` before a piece when it is the next file's turn.

        The slice begins with the first piece, which is always done: finding the place to go on
        from takes its time in a large file.
        """
        now = time.monotonic()
        self._ends = self._ends or now + self._slice
        if now > self._ends:
            raise ReadingPausedError
        limit_time()

    def finish(self, **more: Any) -> None:
        """Finish the file, inside the transaction that makes its last piece visible."""
        self.keep(**more)
        self._mine.update(stage=Upload.Stage.DONE)


class Parts(io.RawIOBase):
    """The bytes of an upload, fetched part by part; ``tell`` is how many were given out."""

    def __init__(self, upload_id: int) -> None:
        self._upload_id, self._n, self._at = upload_id, 0, 0
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            found = UploadPart.objects.filter(upload=self._upload_id, n=self._n)
            data = found.values_list("data", flat=True).first()
            if data is None:
                return 0
            self._n += 1
            self._rest = memoryview(bytes(data))
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        self._at += size
        return size


def go_on(upload_id: int, slice_: float = SLICE) -> Upload:
    """Work on a file for a slice of time; return its new state."""
    upload = Upload.objects.get(pk=upload_id)
    with translation.override(upload.language):
        if upload.stage == Upload.Stage.READING:
            _read(upload, slice_)
            upload.refresh_from_db()
        if upload.stage == Upload.Stage.UNDOING:
            _undo(upload)
    upload.refresh_from_db()
    if upload.over:
        for n in range(upload.parts.count()):
            UploadPart.objects.filter(upload=upload, n=n).delete()
        Upload.objects.filter(pk=upload.pk).update(address="")
    return upload


def _read(upload: Upload, slice_: float) -> None:
    problem = ""
    try:
        if upload.spent > WHOLE:
            raise BrokenFileError(_("It takes too long to import."))
        if not upload.stop:
            kinds.reader(upload.kind).read(Work(upload, slice_))
            return
    except ReadingPausedError:
        return
    except OperationalError:
        raise
    except ReadingStoppedError:
        pass
    except (MemoryError, RecursionError):
        problem = _("It contains more than can be imported at once.")
    except PlayTooLongError:
        problem = _("One of its games takes too long to replay.")
    except BrokenFileError as error:
        problem = str(error)
    except Exception as error:
        # Whatever else is wrong with somebody's file is said, and none of it stays.
        log.exception("%s cannot be read", upload)
        problem = _("It is inconsistent ({what}).").format(what=type(error).__name__)
    mine = Upload.objects.filter(pk=upload.pk, turn=upload.turn, stage=Upload.Stage.READING)
    mine.update(stage=Upload.Stage.UNDOING, problem=shown(problem))


def shown(problem: str) -> str:
    """Return what is wrong with a file, as a page can say it."""
    return problem.encode("utf-8", "replace").decode().replace("\x00", "")[:500]


def _undo(upload: Upload) -> None:
    limit_time()
    kinds.reader(upload.kind).undo(Work(upload))
    final = Upload.Stage.FAILED if upload.problem else Upload.Stage.CANCELLED
    # Where another file is chosen is still known.
    kept = {"back": upload.notebook["back"]} if "back" in upload.notebook else {}
    Upload.objects.filter(pk=upload.pk, turn=upload.turn).update(stage=final, notebook=kept)


# -- limits of the process ---------------------------------------------------------------------


def limit_memory() -> None:
    """Allow no more memory than ``MEMORY``, where the system can hold a process to it."""
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def mind_the_time() -> None:
    """Have ``PlayTooLongError`` raised where a piece takes longer than ``limit_time`` has
    allowed.
    """

    def stop(number: int, frame: object) -> None:
        raise PlayTooLongError

    signal.signal(signal.SIGXCPU, stop)
    limit_time()


def limit_time() -> None:
    """Allow another ``PIECE`` of the processor from here on; nothing where no one minds the
    time."""
    if not callable(signal.getsignal(signal.SIGXCPU)):
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + PIECE, hard))
