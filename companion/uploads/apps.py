from django.apps import AppConfig


class UploadsConfig(AppConfig):
    name = "companion.uploads"
    default_auto_field = "django.db.models.BigAutoField"
