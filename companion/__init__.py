"""The site: HTTP, people, storage, time."""

from companion.celery import app as celery_app

__all__ = ["celery_app"]
