"""House rulings: how a crew answered a disputed point, once. And what no search found."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class HouseRuling(models.Model):
    """One answer, attached to a clarification. ``value`` is what it sets the entry's setting to."""

    crew = models.ForeignKey("crews.Crew", on_delete=models.CASCADE, related_name="rulings")
    title = models.CharField(max_length=40)
    entry = models.CharField(max_length=20)
    reading = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    by = models.CharField(max_length=40)
    value = models.JSONField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["title", "entry"]
        constraints = [
            models.UniqueConstraint(fields=["crew", "title", "entry"], name="one_ruling_per_entry")
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.reading}"


class Miss(models.Model):
    """Words that found no rule of a title, how often, and the last day; never whose they were."""

    title = models.CharField(max_length=40)
    language = models.CharField(max_length=8)
    words = models.CharField(max_length=150)
    times = models.PositiveIntegerField(default=1)
    last = models.DateField()

    class Meta:
        ordering = ["-times", "words"]
        verbose_name_plural = "misses"
        constraints = [
            models.UniqueConstraint(
                fields=["title", "language", "words"], name="one_miss_per_words"
            )
        ]

    def __str__(self) -> str:
        return f"{self.words} ({self.title}, {self.language})"
