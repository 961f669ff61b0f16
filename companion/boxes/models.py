"""Copies: what a group typed in once about its physical copy of a game."""

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
        self.save(update_fields=["facts", "sources", "looked", "updated_at"])


class Offer(models.Model):
    """A copy that its group offers to everyone on this server. The operator can take it out
    (``removed``): then it says nothing, and its group can't offer it again."""

    box = models.OneToOneField(Box, on_delete=models.CASCADE, related_name="offer")
    title = models.CharField(max_length=40)
    removed = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["title", "removed"], name="offer_of_title")]

    def __str__(self) -> str:
        return f"an offer of {self.box}"


class Reading(models.Model):
    """A fact as some groups enter it, without how far it can be trusted, and how many they are.

    ``said`` is its digest (see ``comparing``).
    """

    title = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    said = models.CharField(max_length=16)
    value: models.JSONField[Any, Any] = models.JSONField()
    groups = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["title", "key", "said"], name="reading_once")
        ]
        indexes = [models.Index(fields=["title", "-groups", "id"], name="reading_most")]

    def __str__(self) -> str:
        return f"{self.key} ({self.title})"


class Vote(models.Model):
    """One offered copy that says a reading, for its group."""

    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="votes")
    reading = models.ForeignKey(Reading, on_delete=models.CASCADE, related_name="votes")
    group = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["offer", "reading"], name="vote_once")]
        indexes = [models.Index(fields=["group"], name="vote_of_group")]

    def __str__(self) -> str:
        return f"{self.group}: {self.reading}"


class Photo(models.Model):
    """A photo of one thing of a copy, for its own group only; ``key`` is that of the fact (see
    ``comparing``). A new photo is a new row, so an address always shows the same picture."""

    box = models.ForeignKey(Box, on_delete=models.CASCADE, related_name="photos")
    key = models.CharField(max_length=120)
    jpeg = models.BinaryField()
    size = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["box", "key"], name="photo_once")]

    def __str__(self) -> str:
        return f"{self.key} ({self.box_id})"
