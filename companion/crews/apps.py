from django.apps import AppConfig


class CrewsConfig(AppConfig):
    name = "companion.crews"
    default_auto_field = "django.db.models.BigAutoField"
