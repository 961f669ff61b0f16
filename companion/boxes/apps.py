from django.apps import AppConfig


class BoxesConfig(AppConfig):
    name = "companion.boxes"
    default_auto_field = "django.db.models.BigAutoField"
