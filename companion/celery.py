"""Background jobs: in process by default, on Redis when ``REDIS_URL`` is set."""

import os
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, heartbeat_sent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

app = Celery("companion")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@heartbeat_sent.connect  # type: ignore[untyped-decorator]
def _beat(**signal: Any) -> None:
    """Start the heartbeat; imported late, because the settings have to be there before anything of
    the site is."""
    from companion.operations import workers

    workers.beat()


@before_task_publish.connect  # type: ignore[untyped-decorator]
def _stamp(headers: dict[str, Any], **signal: Any) -> None:
    from companion.operations import workers

    workers.stamp(headers)
