from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    name = "companion.operations"
    verbose_name = _("Bans and reports")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from companion.operations import limits, metrics

        connection_created.connect(metrics.time_statements)
        limits.LIMITS["joining"] = (settings.JOINS, 3600)
        if settings.EVENT:
            for what in limits.SHARED:
                amount, seconds = limits.LIMITS[what]
                limits.LIMITS[what] = (amount * limits.EVENT, seconds)
