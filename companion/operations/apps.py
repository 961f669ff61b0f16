from django.apps import AppConfig
from django.conf import settings


class OperationsConfig(AppConfig):
    name = "companion.operations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from companion.operations import limits

        limits.LIMITS["joining"] = (settings.JOINS, 3600)
