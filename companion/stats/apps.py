from typing import Any

from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "companion.stats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import pre_delete

        from companion.crews.models import Person
        from companion.crews.signals import merged
        from companion.operations import workers
        from companion.plays.signals import play_ended

        play_ended.connect(_count, dispatch_uid="stats")
        merged.connect(_follow, dispatch_uid="stats")
        workers.chores.append("companion.stats.tasks.catch_up")
        pre_delete.connect(_drop_sums, sender=Person, dispatch_uid="stats")


def _count(sender: Any, play_id: int, **kwargs: Any) -> None:
    from companion.operations.workers import later
    from companion.stats import tasks

    later(tasks.count_play, play_id)
    tasks.tidy_today()


def _follow(sender: Any, guest: Any, into: Any, **kwargs: Any) -> None:
    from companion.stats.imports import taking

    taking.followed(guest, into)


def _drop_sums(sender: Any, instance: Any, **kwargs: Any) -> None:
    """Delete a deleted person's own sums, and whatever file holds their name; the crew's sums
    stay."""
    from django.db.models import Q

    from companion.plays.models import Play
    from companion.stats.models import Faces, Import, Job, Place, Tally

    named = Q(kind=Job.Kind.ARCHIVE, about__startswith=f"{instance.crew.key}@")
    sat = Q(seats__person=instance) | Q(record__places__person=instance)
    for share in Play.objects.filter(sat).values_list("share", flat=True).distinct():
        named |= Q(kind=Job.Kind.PICTURE, about__startswith=f"{share}@")
    Job.objects.filter(named).delete()
    Tally.objects.filter(crew=instance.crew_id, who=instance.pk).delete()
    Faces.objects.filter(crew=instance.crew_id, who=instance.pk).delete()
    Place.objects.filter(person=instance).update(person=None, name="")
    # A file that waits to be taken in is full of names.
    Import.objects.filter(crew=instance.crew_id, stage=Import.Stage.LOOKED).delete()
