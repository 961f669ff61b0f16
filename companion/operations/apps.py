from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "companion.operations"
    default_auto_field = "django.db.models.BigAutoField"
