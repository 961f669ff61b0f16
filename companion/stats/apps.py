from typing import Any

from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "companion.stats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from companion.plays.signals import play_ended

        play_ended.connect(_count, dispatch_uid="stats")


def _count(sender: Any, play_id: int, **kwargs: Any) -> None:
    from companion.stats import tasks

    tasks.count_play.delay_on_commit(play_id)
    tasks.tidy_today()
