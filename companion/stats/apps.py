from typing import Any

from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "companion.stats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import pre_delete

        from companion.crews.models import Person
        from companion.plays.signals import play_ended

        play_ended.connect(_count, dispatch_uid="stats")
        pre_delete.connect(_drop_sums, sender=Person, dispatch_uid="stats")


def _count(sender: Any, play_id: int, **kwargs: Any) -> None:
    from companion.stats import tasks

    tasks.count_play.delay_on_commit(play_id)
    tasks.tidy_today()


def _drop_sums(sender: Any, instance: Any, **kwargs: Any) -> None:
    """A person who is deleted takes their own sums along; the crew's stay."""
    from companion.stats.models import Faces, Place, Tally

    Tally.objects.filter(crew=instance.crew_id, who=instance.pk).delete()
    Faces.objects.filter(crew=instance.crew_id, who=instance.pk).delete()
    Place.objects.filter(person=instance).update(person=None, name="")
