from typing import Any

from django.apps import AppConfig


class CrewsConfig(AppConfig):
    name = "companion.crews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from companion.plays.signals import play_ended

        # Connected before the figures are, so that they find everybody named.
        play_ended.connect(_name_everybody, dispatch_uid="crews")


def _name_everybody(sender: Any, play_id: int, **kwargs: Any) -> None:
    from companion.crews import people
    from companion.plays.models import Play

    play = Play.objects.filter(pk=play_id, crew__isnull=False).first()
    if play is not None and play.over:
        people.name_seats(play)
