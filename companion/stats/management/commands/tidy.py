"""``manage.py tidy``: what the server does by itself once a day, now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from companion.stats import tasks


class Command(BaseCommand):
    help = "Close tables no one uses, and delete what has been kept long enough."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, n in tasks.tidy().items():
            self.stdout.write(f"{what}: {n}")
