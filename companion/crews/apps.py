from typing import Any

from django.apps import AppConfig
from django.db.models.signals import m2m_changed
from django.utils.translation import gettext_lazy as _


class CrewsConfig(AppConfig):
    name = "companion.crews"
    verbose_name = _("Crews")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from companion.plays.signals import play_ended

        # Connected before the figures are, so that they find everyone named.
        play_ended.connect(_name_everybody, dispatch_uid="crews")
        through = self.get_model("crew_boxes")
        m2m_changed.connect(_count_for_their_crew, sender=through, dispatch_uid="crew-boxes")


def _name_everybody(sender: Any, play_id: int, **kwargs: Any) -> None:
    from companion.crews import people
    from companion.plays.models import Play

    play = Play.objects.filter(pk=play_id, crew__isnull=False).first()
    if play is not None and play.over:
        people.name_seats(play)


def _count_for_their_crew(sender: Any, action: str, pk_set: Any, **kwargs: Any) -> None:
    from companion.boxes import library
    from companion.boxes.models import Box

    if action in ("post_add", "post_remove") and not kwargs["reverse"]:
        library.regroup(Box.objects.filter(pk__in=pk_set, offer__isnull=False))
