"""A Celery worker for one test: its database, its broker, and a job it hangs in if asked to."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings

    settings.DATABASES["default"].update(json.loads(os.environ["SIDEKICK_TEST_DATABASE"]))
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.CELERY_BROKER_URL = settings.REDIS_URL = os.environ["SIDEKICK_TEST_BROKER"]
    # A job no one has acknowledged comes back this soon after its worker is gone.
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 1}
    django.setup()

    from companion.celery import app
    from games import registry

    registry.TITLES["acorns"] = "tests.sample_game:Acorns"
    if held := os.environ.get("SIDEKICK_TEST_HOLD"):
        hang(Path(held))
    app.worker_main(["worker", "--pool", "solo", "--loglevel", "ERROR", "--without-gossip"])


def hang(sign: Path) -> None:
    """Stop for good right before the sums are written, inside the transaction."""
    from companion.stats import tallies

    def wait(*arguments: object) -> None:
        sign.touch()
        time.sleep(600)

    tallies.apply = wait


if __name__ == "__main__":
    main()
