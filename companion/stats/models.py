"""Records of finished plays: one each, and the counts kept ready for the pages."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string

from companion.crews.models import Crew, Person
from companion.plays.models import LOCATION, Play


class Import(models.Model):
    """Plays a crew logged elsewhere, from one file: previewed first, then imported.

    ``found`` are the file's sums (``imports.matching.Found``), ``choices`` the matches of its games
    and people, ``guests`` the ids of people it created. While it is ``looked`` its plays are
    ``StagedPlay`` rows, afterwards they are records.
    """

    class Stage(models.TextChoices):
        LOOKED = "looked"
        TAKEN = "taken"

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="imports")
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    file = models.CharField(max_length=80, default="")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.LOOKED)
    found: models.JSONField[Any, Any] = models.JSONField(default=dict)
    choices: models.JSONField[Any, Any] = models.JSONField(default=dict)
    guests: models.JSONField[Any, Any] = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.file or f"import {self.pk}"


class StagedPlay(models.Model):
    """A play of a file that no one has taken in yet; ``data`` is an ``imports.past.Past``.

    ``here`` means that the book has it.
    """

    imported = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="staged")
    n = models.PositiveIntegerField()
    here = models.BooleanField(default=False)
    data: models.JSONField[Any, Any] = models.JSONField()

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["imported", "n"], name="staged_once")]

    def __str__(self) -> str:
        return f"{self.imported} {self.n}"


class Record(models.Model):
    """A finished play in figures, as of its ``revision``.

    One that was kept elsewhere has no ``play``: it was ``imported`` and is known by
    ``source_id``, whatever file it comes in; ``note`` is what someone wrote about it there.

    ``raw`` is what its file says beyond these columns; its title, if Sidekick doesn't referee it,
    is the game's name.

    ``variant`` is the set-up's key and ``variant_label`` its ``Msg`` or text as JSON. ``dice``
    lists ``[part or -1, die, face, times]``. ``margin`` is how close the ending was: points
    between first and second, or steps from the limit that would have ended it the other way.
    ``minutes`` leaves out breaks; ``None`` where the log has no times. ``luck`` lists ``[part or
    -1, rolls, gain, spread]`` in thousandths of a share once someone has looked at it, ``None``
    before. ``turning`` lists ``[point, won, undecided, played]`` of the games played on from the
    end of every turn; empty where they come to no end, ``None`` before they are played.
    ``figures`` holds how many great moments there were, by word, and what the figures of the whole
    table stood at in the end, by name; ``None`` where the log was counted before they were kept.
    ``clocks`` says where the time went, as ``companion.stats.clocks`` writes it; ``None`` likewise.
    """

    class Result(models.TextChoices):
        WON = "won"
        LOST = "lost"
        ENDED = "ended"
        ABANDONED = "abandoned"

    class Book(models.TextChoices):
        """Plays that are never added up with each other."""

        CLEAN = "clean"
        RULED = "ruled"
        ABANDONED = "abandoned"

    play = models.OneToOneField(Play, null=True, on_delete=models.CASCADE, related_name="record")
    imported = models.ForeignKey(
        Import, null=True, on_delete=models.CASCADE, related_name="records"
    )
    source_id = models.CharField(max_length=64, default="", db_default="")
    note = models.TextField(default="", db_default="")
    raw: models.JSONField[Any, Any] = models.JSONField(null=True)
    location = models.CharField(max_length=LOCATION, default="", db_default="")
    crew = models.ForeignKey(Crew, null=True, on_delete=models.SET_NULL, related_name="records")
    revision = models.PositiveIntegerField()
    title = models.CharField(max_length=40)
    variant = models.CharField(max_length=80, default="")
    variant_label = models.TextField(default='""')
    result = models.CharField(max_length=10, choices=Result.choices)
    book = models.CharField(max_length=10, choices=Book.choices)
    condition = models.CharField(max_length=60, default="")
    players = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveIntegerField(null=True)
    turns = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    undone = models.PositiveIntegerField(default=0)
    adjusted = models.PositiveIntegerField(default=0)
    overruled = models.PositiveIntegerField(default=0)
    margin = models.IntegerField(null=True)
    dice = models.JSONField(default=list)
    luck = models.JSONField(null=True)
    turning = models.JSONField(null=True)
    figures = models.JSONField(null=True)
    clocks: models.JSONField[Any, Any] = models.JSONField(null=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["crew", "source_id"],
                condition=~models.Q(source_id=""),
                name="record_of_source_once",
            )
        ]
        indexes = [
            models.Index(fields=["crew", "-ended_at"], name="record_newest"),
            models.Index(fields=["crew", "title", "-ended_at"], name="record_newest_of_title"),
            models.Index(
                fields=["crew", "book", "result", "margin", "-ended_at"], name="record_closest"
            ),
            models.Index(
                fields=["crew", "title", "book", "result", "margin", "-ended_at"],
                name="record_closest_of_title",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play or self.source_id} {self.result}"

    @property
    def known_as(self) -> str:
        """The name files call this play by: the address of its page, or its id where it was
        kept."""
        return self.play.share if self.play else self.source_id


class Place(models.Model):
    """One part of a finished play, and who played it (``part`` -1: someone without one).

    ``winner`` is ``None`` where no one can say; ``ended_at`` repeats the record's.
    """

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="places")
    part = models.SmallIntegerField()
    role = models.CharField(max_length=80, default="")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="places")
    name = models.CharField(max_length=40, default="")
    winner = models.BooleanField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    first = models.BooleanField(default=False)
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["part", "pk"]
        indexes = [models.Index(fields=["person", "-ended_at"], name="place_newest")]

    def __str__(self) -> str:
        return self.role or self.name


class Tally(models.Model):
    """Sums over the plays of a crew that share a book, a kind of question and its key.

    ``who`` is the person's id or 0. ``decided`` counts those of ``plays`` where it is known
    who won; ``minutes`` sums over ``timed`` plays and ``score`` over ``scored`` ones.
    """

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="tallies")
    book = models.CharField(max_length=10)
    kind = models.CharField(max_length=10)
    title = models.CharField(max_length=40)
    key = models.CharField(max_length=100)
    who = models.PositiveBigIntegerField(default=0)
    label = models.TextField(default='""')
    plays = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    decided = models.IntegerField(default=0)
    minutes = models.BigIntegerField(default=0)
    timed = models.IntegerField(default=0)
    score = models.BigIntegerField(default=0)
    scored = models.IntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["crew", "book", "kind", "title", "key", "who"], name="tally_once"
            )
        ]
        indexes = [models.Index(fields=["crew", "who", "kind"], name="tally_of_person")]

    def __str__(self) -> str:
        return f"{self.kind} {self.title} {self.key}"


class Faces(models.Model):
    """Count of one face of one type of a crew's dice in one person's hand (``who`` 0: all)."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="faces")
    who = models.PositiveBigIntegerField(default=0)
    title = models.CharField(max_length=40)
    die = models.CharField(max_length=60)
    face = models.CharField(max_length=60)
    n = models.IntegerField(default=0)

    class Meta:
        verbose_name_plural = "faces"
        constraints = [
            models.UniqueConstraint(
                fields=["crew", "who", "title", "die", "face"], name="faces_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.die} {self.face}"


class DieName(models.Model):
    """Name a crew calls one of its physical dice."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="die_names")
    title = models.CharField(max_length=40)
    die = models.CharField(max_length=60)
    name = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["crew", "title", "die"], name="die_once")]

    def __str__(self) -> str:
        return self.name


def make_job_key() -> str:
    return get_random_string(16)


class Job(models.Model):
    """A file being made in slices: ``done`` of ``total``; the slices so far are its pieces.

    ``about`` names the play or crew, ``cursor`` where the next slice goes on.
    """

    class Kind(models.TextChoices):
        ARCHIVE = "archive"
        PICTURE = "picture"
        TURNING = "turning"

    key = models.CharField(max_length=20, unique=True, default=make_job_key)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    about = models.CharField(max_length=40)
    cursor = models.BigIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    failed = models.CharField(max_length=200, default="")
    language = models.CharField(max_length=10, default="en")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["kind", "about"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def of(self) -> str:
        """The share link of the play, or the key of the crew."""
        return self.about.partition("@")[0]


class Piece(models.Model):
    """The bytes one slice of a job has made."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="pieces")
    n = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["job", "n"], name="piece_once")]

    def __str__(self) -> str:
        return f"{self.job} {self.n}"
