"""A gaming group: its people, the phones and accounts that are theirs, its boxes."""

from __future__ import annotations

import uuid
from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _


def make_key() -> str:
    """Return the crew's place in addresses; knowing it opens nothing."""
    return get_random_string(12)


def make_invitation() -> str:
    """Return the code of the joining link; anyone who knows it can join."""
    return get_random_string(20)


class Crew(models.Model):
    """A group that plays together. An empty ``invitation`` means that no one new can join.

    ``reminded`` is true while a new game begins with the rules that refused most in the last one.
    """

    key = models.CharField(_("key"), max_length=12, unique=True, default=make_key)
    name = models.CharField(_("name"), max_length=60)
    invitation = models.CharField(max_length=20, default=make_invitation, db_index=True, blank=True)
    boxes = models.ManyToManyField("boxes.Box", related_name="crews")
    reminded = models.BooleanField(default=True, db_default=True)
    made_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("crew")
        verbose_name_plural = _("crews")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Someone of a crew. Without a device or an account it is a guest that may be claimed."""

    crew = models.ForeignKey(
        Crew, on_delete=models.CASCADE, related_name="people", verbose_name=_("crew")
    )
    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    name = models.CharField(_("name"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="people",
        verbose_name=_("account"),
    )
    keeper = models.BooleanField(_("manager"), default=False)
    joined_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Device(models.Model):
    """A phone that is this person's; ``key`` is the phone's own cookie value."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="devices")
    key = models.CharField(max_length=64, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="device_once")]

    def __str__(self) -> str:
        return f"a phone of {self.person}"


class Recovery(models.Model):
    """The hash of the code that opens an account whose password is lost, once."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery"
    )
    code = models.CharField(max_length=128)

    def __str__(self) -> str:
        return f"recovery of account {self.user_id}"


class BrowserSession(AbstractBaseSession):
    """A session of Django's, with the account that is signed in, so that all of an account's can be
    ended without reading everyone's."""

    account = models.IntegerField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Return the store that reads these rows."""
        found: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return found
