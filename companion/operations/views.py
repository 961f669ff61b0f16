"""Health, readiness and metrics, for whoever looks after the server."""

from __future__ import annotations

from typing import Any

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from companion.operations.metrics import REGISTRY


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 while this process answers and its database does."""
    return _report({"database": _database})


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """200 when this process should get traffic: migrated, and Redis answers if it is used."""
    checks: dict[str, Any] = {"database": _database, "migrations": _migrated}
    if settings.REDIS_URL:
        checks["redis"] = _redis
    return _report(checks)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus metrics for this machine, or for who sends ``METRICS_TOKEN`` as bearer."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    here = request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"} and not settings.HTTPS
    if not (here or (token and constant_time_compare(given, token))):
        return HttpResponse(status=404)
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _report(checks: dict[str, Any]) -> HttpResponse:
    states = {}
    for name, check in checks.items():
        try:
            states[name] = "ok" if check() else "failed"
        except Exception:
            states[name] = "failed"
    healthy = set(states.values()) == {"ok"}
    return JsonResponse(states, status=200 if healthy else 503)


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def _redis() -> bool:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1) as server:
        return bool(server.ping())


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
