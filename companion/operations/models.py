"""Networks that an operator keeps away, and names that someone has reported."""

from __future__ import annotations

import ipaddress

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


def is_network(text: str) -> None:
    """Refuse text that is neither an address nor a network; raise ``ValidationError``."""
    try:
        ipaddress.ip_network(text)
    except ValueError as error:
        raise ValidationError(gettext("Enter an address or a network.")) from error


class Ban(models.Model):
    """A network whose requests are not answered, as an address or with a prefix length."""

    network = models.CharField(
        _("network"), max_length=64, unique=True, validators=[is_network], help_text="192.0.2.0/24"
    )
    reason = models.CharField(_("reason"), max_length=200, default="", blank=True)
    at = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("banned network")
        verbose_name_plural = _("banned networks")
        ordering = ["network"]

    def __str__(self) -> str:
        return self.network


class Report(models.Model):
    """A name that someone at a table, or a reader of its story, has reported; once each.

    ``row`` is the number of a seat, or of the table whose story it is.
    """

    class Kind(models.TextChoices):
        SEAT = "seat", _("seat")
        TABLE = "table", _("table")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    row = models.PositiveBigIntegerField(_("row"))
    at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("reported name")
        verbose_name_plural = _("reported names")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "row"], name="reported_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.row}"
