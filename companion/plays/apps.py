from importlib import import_module

from django.apps import AppConfig


class PlaysConfig(AppConfig):
    name = "companion.plays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("companion.checks")
