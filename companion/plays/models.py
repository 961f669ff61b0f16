"""One play of one game: its seats, its append-only log, and the newest state as a cache."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from companion import names

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0/O and 1/I: a code is read aloud across a table."""


def make_code() -> str:
    """Return six letters, about 30 bits: enough for a table that lives one evening.

    Among a million plays one code in 900 is taken, so it is looked up before it is given.
    """
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
        if not Play.objects.filter(code=code).exists():
            return code


WATCH_LETTERS = 10


def make_watch_code() -> str:
    """Return ten letters for the link that only looks; unlike a join code it may be shared
    widely."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(WATCH_LETTERS))


def bell(pk: int | None) -> str:
    """Return the channel of a play's live stream. No play is made for it: that looks up a code,
    and a stream asks no database."""
    return salted_hmac("bell", str(pk)).hexdigest()[:20]


WARNED_AFTER, CLOSED_AFTER = timedelta(days=60), timedelta(days=90)
"""A table no one touches says so on its page, and is closed a month later."""


CODES_LINGER = timedelta(hours=12)
"""How long the codes of a table that is over still open it: the evening, not the year."""


def make_share() -> str:
    """Return the address of a finished play's page, which anyone who is given it may read.

    Letters and digits alone: a spreadsheet takes a hyphen in front for a formula.
    """
    return get_random_string(16)


STAYING = ("ask", "decline", "close", "open", "seat")
"""Kinds of entries after which the newest live action is the same as before."""

FORMAT = 3
"""What this release writes into a play; raise it when an older release can't read that."""


LOCATION = 80
"""Letters of the name of where a game is played."""


class Play(models.Model):
    """One session of one game.

    ``rules_version`` and ``format`` are those of the release that wrote it last.

    ``revision`` counts log entries of every kind; ``head`` is the seq of the newest live
    action (0: nothing yet) and ``future`` the undone ones that redo brings back, last first.
    ``rulings`` are the house rulings it was started with. ``state`` is the fold of the live
    actions, kept so that nothing has to be folded to play. ``former`` are the codes it had
    before: they seat no one, but who sits here already finds the table by them. ``freed``
    counts how often a seat was taken from a phone. ``ahead`` is how much of what a roll may bring
    is said before it. ``laid`` are the
    lines of the checklist that someone has ticked, ``rematch`` is the game the same people began
    after this one. ``moved`` are the addresses (to ``join`` and to ``watch``) at another Sidekick
    where it goes on. The page of a ``hidden`` one opens for no one: an operator has hidden it.
    """

    class Ahead(models.TextChoices):
        NOTHING = "nothing"
        DANGERS = "dangers"
        EVERYTHING = "everything"

    code = models.CharField(_("code"), max_length=6, unique=True, default=make_code)
    former = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    watch_code = models.CharField(
        _("code to watch"), max_length=10, unique=True, default=make_watch_code
    )
    share = models.CharField(
        _("address of its page"), max_length=16, unique=True, default=make_share
    )
    crew = models.ForeignKey(
        "crews.Crew",
        null=True,
        on_delete=models.SET_NULL,
        related_name="plays",
        verbose_name=_("crew"),
    )
    title = models.CharField(_("game"), max_length=40)
    rules_version = models.PositiveIntegerField()
    format = models.PositiveIntegerField(default=FORMAT, db_default=1)
    box = models.ForeignKey("boxes.Box", null=True, on_delete=models.SET_NULL, related_name="plays")
    sample = models.BooleanField(default=False)
    location = models.CharField(_("location"), max_length=LOCATION, default="", db_default="")
    hidden = models.BooleanField(_("page hidden"), default=False, db_default=False)
    rematch = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch_of"
    )
    setup = models.JSONField()
    laid = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    rulings = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    facts = models.TextField()
    state = models.TextField()
    step = models.CharField(max_length=80, default="")
    revision = models.PositiveIntegerField(_("revision"), default=0)
    head = models.PositiveIntegerField(default=0)
    ordinal = models.PositiveIntegerField(default=0)
    future = models.JSONField(default=list)
    outcome = models.JSONField(null=True)
    abandoned = models.BooleanField(_("closed early"), default=False)
    moved: models.JSONField[Any, Any] = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField())
    )
    freed = models.PositiveIntegerField(default=0, db_default=0)
    ahead = models.CharField(
        max_length=10, choices=Ahead.choices, default=Ahead.DANGERS, db_default="dangers"
    )
    created_at = models.DateTimeField(_("begun"), default=timezone.now)
    updated_at = models.DateTimeField(_("last used"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["updated_at"]),
            models.Index(fields=["crew", "-updated_at"], name="play_of_crew"),
            models.Index(
                fields=["crew", "-updated_at"],
                condition=models.Q(ended_at__isnull=True),
                name="play_running",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.pk}"

    @property
    def open_to_strangers(self) -> bool:
        """True while the codes still let anyone in: they die some hours after their table."""
        return self.ended_at is None or timezone.now() - self.ended_at < CODES_LINGER

    @property
    def bell(self) -> str:
        """The channel of the live stream; unlike the codes it stays for good."""
        return bell(self.pk)

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.abandoned

    @property
    def closes_at(self) -> datetime | None:
        """The time when this table will be closed, once that is announced; an entry postpones
        it."""
        if self.over or timezone.now() - self.updated_at < WARNED_AFTER:
            return None
        return self.updated_at + CLOSED_AFTER


class Seat(models.Model):
    """One phone (or person) at a table. ``epoch`` rises when its token is revoked.

    An unclaimed seat waits for its phone: it came with a table moved here, or its old phone is out
    of the game. Anyone with the joining code may claim it. ``earlier`` is where its person sat at
    the table that this one is the rematch of. Before the turn ``coached`` each step is explained to
    this phone. One that has taken a ``task`` shows nothing else; "" shows everything.
    """

    class Role(models.TextChoices):
        HOST = "host", _("host")
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")

    class Task(models.TextChoices):
        DICE = "dice", _("Dice")
        VILLAIN = "villain", _("Villains")
        COUNTERS = "counters", _("Counters")

    play = models.ForeignKey(
        Play, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    name = models.CharField(_("name"), max_length=names.LENGTH)
    person = models.ForeignKey(
        "crews.Person",
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        verbose_name=_("person"),
    )
    earlier = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="later")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.PLAYER)
    parts = models.JSONField(default=list)
    epoch = models.PositiveIntegerField(default=0)
    coached = models.PositiveIntegerField(default=0, db_default=0)
    task = models.CharField(
        max_length=10, choices=Task.choices, default="", db_default="", blank=True
    )
    gone = models.BooleanField(default=False)
    claimed = models.BooleanField(default=True, db_default=True)
    joined_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """The code in this seat's URLs; a spectator never learns the one that joins."""
        play = self.play
        return play.watch_code if self.role == self.Role.SPECTATOR else play.code


class Handover(models.Model):
    """A table on offer to another Sidekick, which fetches it from a one-time address.

    The first to ask is the ``taker``, known by a secret of its own, and gets the log up to
    ``revision``, again if its connection broke; ``done`` once the table is there.
    """

    FRESH = timedelta(minutes=15)
    """How long the address is good for."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="handovers")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    code = models.CharField(max_length=10, unique=True, default=make_watch_code)
    taker = models.CharField(max_length=64, default="")
    revision = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.play} on offer"

    @property
    def fresh(self) -> bool:
        return timezone.now() - self.made_at < self.FRESH


class Entry(models.Model):
    """One line of the log, never changed and never deleted.

    An ``action`` entry's ``parent`` is the live entry it was made on; the chain of parents
    from ``Play.head`` is the live log. ``ordinal`` is its place in that chain. ``undo`` and
    ``redo`` entries move the head and name the new one in ``parent``. A ``correct`` entry
    moves the head to where the log was repaired; the actions after it are the repaired ones.
    An ``ask`` proposes to go back beyond what others did; it holds until the next entry.
    An ``adopt`` entry keeps the board as an earlier release left it, where the log before it can't
    be replayed; its state is the snapshot of the same number.
    ``close`` and ``open`` say that the table was left without an ending, or taken up again;
    ``seat`` says who took, gave or lost a seat.
    """

    class Kind(models.TextChoices):
        ACTION = "action"
        UNDO = "undo"
        REDO = "redo"
        CORRECT = "correct"
        ADOPT = "adopt"
        ASK = "ask"
        DECLINE = "decline"
        CLOSE = "close"
        OPEN = "open"
        SEAT = "seat"

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    parent = models.PositiveIntegerField()
    ordinal = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    actor = models.IntegerField(null=True)
    action: models.JSONField[Any, Any] = models.JSONField(null=True)
    answers = models.JSONField(default=dict)
    notes = models.JSONField(default=list)
    step = models.CharField(max_length=80, default="")
    key = models.CharField(max_length=64)
    rules_version = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["play", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["play", "key"], name="entry_key_once"),
        ]
        # Undo looks for the newest repair, which most logs do not have.
        indexes = [models.Index(fields=["play", "kind", "seq"], name="entry_of_kind")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def adjusted(self) -> bool:
        """True if it corrects what was miscounted; what changed in play was counted well."""
        action = self.action or {}
        return action.get("do") == "adjust" and not action.get("played")


class Snapshot(models.Model):
    """The state right after one live action (``seq`` 0: right after set-up)."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "seq"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"after {self.seq}"


class Stumble(models.Model):
    """A rule that refused entries of a play, and how often."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="stumbles")
    rule = models.CharField(max_length=20)
    times = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-times", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["play", "rule"], name="one_stumble_per_rule")
        ]

    def __str__(self) -> str:
        return f"{self.rule}: {self.times}"
