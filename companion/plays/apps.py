import logging
from importlib import import_module

from django.apps import AppConfig

from games import registry

log = logging.getLogger(__name__)


class PlaysConfig(AppConfig):
    name = "companion.plays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        registry.guard(import_module("companion.plays.budget").guarded)
        for slug, why in import_module("companion.checks").refused():
            log.warning("The title %r is not offered. %s", slug, why)
