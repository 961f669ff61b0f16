from typing import Any

from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "companion.stats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import pre_delete

        from companion.crews.models import Person
        from companion.crews.signals import merged, renamed
        from companion.operations import workers
        from companion.plays.models import Play
        from companion.plays.signals import play_ended

        play_ended.connect(_count, dispatch_uid="stats")
        merged.connect(_follow, dispatch_uid="stats")
        renamed.connect(_drop_files, dispatch_uid="stats")
        workers.chores.append("companion.stats.tasks.catch_up")
        pre_delete.connect(_drop_sums, sender=Person, dispatch_uid="stats")
        pre_delete.connect(_take_out, sender=Play, dispatch_uid="stats-play")


def _count(sender: Any, play_id: int, **kwargs: Any) -> None:
    from companion.operations.workers import later
    from companion.stats import tasks

    later(tasks.count_play, play_id)
    tasks.tidy_today()


def _follow(sender: Any, guest: Any, into: Any, **kwargs: Any) -> None:
    from companion.stats.imports import taking

    taking.followed(guest, into)


def _take_out(sender: Any, instance: Any, **kwargs: Any) -> None:
    """Take a play that is deleted out of its crew's sums, and delete the files made of it."""
    from companion.stats import tallies
    from companion.stats.models import Job

    tallies.take_out(instance)
    Job.objects.filter(about__startswith=f"{instance.share}@").delete()


def _drop_files(sender: Any, person: Any, **kwargs: Any) -> None:
    """Delete whatever file holds a person's name."""
    from django.db.models import Q

    from companion.plays.models import Play
    from companion.stats.models import Job

    named = Q(kind=Job.Kind.ARCHIVE, about__startswith=f"{person.crew.key}@")
    sat = Q(seats__person=person) | Q(record__places__person=person)
    for share in Play.objects.filter(sat).values_list("share", flat=True).distinct():
        named |= Q(kind=Job.Kind.PICTURE, about__startswith=f"{share}@")
    Job.objects.filter(named).delete()


def _drop_sums(sender: Any, instance: Any, **kwargs: Any) -> None:
    """Delete a deleted person's own sums, and whatever file holds their name; the crew's sums
    stay."""
    from companion.stats.models import Faces, Import, Place, Tally

    _drop_files(sender, instance)
    Tally.objects.filter(crew=instance.crew_id, who=instance.pk).delete()
    Faces.objects.filter(crew=instance.crew_id, who=instance.pk).delete()
    Place.objects.filter(person=instance).update(person=None, name="")
    # A file that waits to be taken in is full of names.
    Import.objects.filter(crew=instance.crew_id, stage=Import.Stage.LOOKED).delete()
