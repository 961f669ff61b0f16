"""What a group typed in once about its physical copy of a game."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import models
from django.utils import timezone


class Box(models.Model):
    """One physical copy. ``facts`` is the title's own box document as JSON text.

    ``sources`` are the facts (see ``comparing``) in which another copy differed: when, whether
    its reading was taken, and the other one. ``looked`` are those that its group has looked at.
    """

    title = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    owner = models.CharField(max_length=64, db_index=True)
    facts = models.TextField()
    sources: models.JSONField[Any, Any] = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField())
    )
    looked: models.JSONField[Any, Any] = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField())
    )
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["title", "name"]
        verbose_name_plural = "boxes"

    def __str__(self) -> str:
        return f"{self.name} ({self.title})"

    def keep(self, facts: msgspec.Struct) -> None:
        """Write what the copy is known to hold now."""
        self.facts = msgspec.json.encode(facts).decode()
        self.updated_at = timezone.now()
        self.save(update_fields=["facts", "sources", "updated_at"])
