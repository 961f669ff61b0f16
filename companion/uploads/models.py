"""Files that someone sent to be read: where each has got to, and its bytes until it is read."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _


def make_upload_key() -> str:
    return get_random_string(16)


class Upload(models.Model):
    """One file on its way into the database.

    A process that reads it holds the ``lease``; ``turn`` counts who had it, so that one that was
    thought dead can write nothing any more. ``notebook`` is what the reader has to know to go on
    where the last one stopped, and in the end what has come of the file. ``deaths`` are readers
    that died since there was any progress, ``spent`` the seconds of work so far.
    """

    class Stage(models.TextChoices):
        ARRIVING = "arriving", _("arriving")
        READING = "reading", _("reading")
        UNDOING = "undoing", _("undoing")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    UNDER_WAY = (Stage.READING, Stage.UNDOING)
    OVER = (Stage.DONE, Stage.FAILED, Stage.CANCELLED)

    key = models.CharField(_("key"), max_length=20, unique=True, default=make_upload_key)
    kind = models.CharField(_("kind"), max_length=20)
    owner = models.CharField(max_length=64, db_index=True)
    address = models.CharField(_("network"), max_length=64, default="")
    language = models.CharField(max_length=10, default="en")
    size = models.PositiveBigIntegerField(_("size"), default=0)
    stage = models.CharField(
        _("stage"), max_length=10, choices=Stage.choices, default=Stage.ARRIVING
    )
    stop = models.BooleanField(default=False)
    lease = models.DateTimeField(null=True)
    turn = models.PositiveIntegerField(default=0)
    served_at = models.DateTimeField(default=timezone.now)
    deaths = models.PositiveSmallIntegerField(default=0)
    spent = models.PositiveIntegerField(default=0)
    done = models.PositiveBigIntegerField(_("done"), default=0)
    total = models.PositiveBigIntegerField(_("in all"), default=0)
    notebook: models.JSONField[Any, Any] = models.JSONField(default=dict)
    problem = models.CharField(_("problem"), max_length=500, default="")
    made_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def over(self) -> bool:
        return self.stage in self.OVER

    @property
    def percent(self) -> int:
        return min(100, 100 * self.done // self.total) if self.total else 0


class UploadPart(models.Model):
    """A stretch of a file's bytes; they go once the file is read."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="parts")
    n = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["upload", "n"], name="upload_part_once")]

    def __str__(self) -> str:
        return f"{self.upload} {self.n}"
