import logging
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

from django.apps import AppConfig
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _
from prometheus_client.core import GaugeMetricFamily

from games import registry

log = logging.getLogger(__name__)


class PlaysConfig(AppConfig):
    name = "companion.plays"
    verbose_name = _("Tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        metrics = import_module("companion.operations.metrics")
        metrics.READ_AT_SCRAPES.append(self.running)
        registry.guard(import_module("companion.plays.budget").guarded)
        for slug, why in import_module("companion.checks").refused():
            log.warning("The title %r is not offered. %s", slug, why)

    def running(self) -> Iterator[GaugeMetricFamily]:
        """Yield the number of plays without an end, if the database answers."""
        with suppress(DatabaseError):
            # Those without an end have an index of their own.
            running = self.get_model("Play")._default_manager.filter(ended_at__isnull=True).count()
            yield GaugeMetricFamily("sidekick_plays_running", "Plays without an end", running)
