"""System checks: configuration mistakes, each with an id and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import redis
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.db import DatabaseError, connection
from django.utils.translation import gettext, ngettext

from companion import environment
from companion.operations import workers
from games import registry
from games.messages import COMMON, Speaker


def processes() -> int:
    """Return how many server processes are asked for (``WEB_CONCURRENCY``, 1 if it is unset)."""
    return environment.number("WEB_CONCURRENCY", 1, least=1, most=512)


def lacking(workers: int) -> list[str]:
    """List what this configuration lacks for running several processes."""
    if workers < 2:
        return []
    needs = []
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        needs.append("PostgreSQL (DATABASE_URL)")
    if not settings.REDIS_URL:
        needs.append("Redis (REDIS_URL)")
    return needs


@register
def several_processes(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report E001: SQLite and the in-process bell serve one process only."""
    if needs := lacking(processes()):
        yield Error(
            f"{processes()} server processes need {' and '.join(needs)}.",
            hint="Set what is missing, or unset WEB_CONCURRENCY.",
            id="sidekick.E001",
        )


@register
def immediate_transactions(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report E002: deferred SQLite transactions lose writes to "database is locked"."""
    database = settings.DATABASES["default"]
    options = database.get("OPTIONS", {})
    if (
        database["ENGINE"].endswith("sqlite3")
        and options.get("transaction_mode", "").upper() != "IMMEDIATE"
    ):
        yield Error(
            "SQLite must begin transactions as IMMEDIATE.",
            hint='Set OPTIONS["transaction_mode"] = "IMMEDIATE" in DATABASES.',
            id="sidekick.E002",
        )


@register
def hosts_are_named(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report W001: with "*" any web page may talk to the table under a name of its own."""
    if "*" in settings.ALLOWED_HOSTS:
        yield Warning(
            'ALLOWED_HOSTS holds "*".',
            hint="Name the hosts in SIDEKICK_HOSTS instead.",
            id="sidekick.W001",
        )


@register(deploy=True)
def proxies_are_counted(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report W002: with TLS there is a proxy in front; uncounted, all phones look like one."""
    if settings.HTTPS and not settings.PROXIES:
        yield Warning(
            "SIDEKICK_HTTPS is set, but SIDEKICK_PROXIES says that no proxy stands in front.",
            hint="Set SIDEKICK_PROXIES to the number of your own proxies a request passes, or "
            "limits are counted for the proxy instead of for each client.",
            id="sidekick.W002",
        )


@register(deploy=True)
def a_worker_runs(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report W003: with Redis, jobs are left to workers; without one nothing is counted or
    packed."""
    if workers.missing():
        yield Warning(
            "REDIS_URL is set, and no worker has been heard of on that Redis.",
            hint="Start one (celery -A companion worker), or unset REDIS_URL.",
            id="sidekick.W003",
        )


@register(deploy=True)
def the_key_is_shared(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report W005: what one process signs another one does not accept, so phones lose their
    seats."""
    with suppress(redis.RedisError):
        if settings.REDIS_URL and not workers.key_is_shared(claim=False):
            yield Warning(
                "The processes on this Redis sign with another SECRET_KEY.",
                hint="Set the same SECRET_KEY everywhere; put the one before into "
                "SECRET_KEY_FALLBACKS.",
                id="sidekick.W005",
            )


@register(deploy=True)
def statements_are_bounded(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report W006: behind a pooler a page sets no limits itself, and this pooler sets none."""
    if not settings.POOLED:
        return
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        if cursor.fetchone() == ("0",):
            yield Warning(
                "DATABASE_POOLED is set, and the pooler lets a page's statement run for ever.",
                hint="Set the limits in the pooler's connect_query: docs/scale.md has it.",
                id="sidekick.W006",
            )


@register
def titles_agree(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report E003: a title of the registry cannot be loaded, or is listed under another's slug."""
    for slug in registry.TITLES:
        try:
            found = registry.referee(slug).title.slug
        except Exception as error:
            yield Error(f"The title {slug!r} cannot be loaded: {error}", id="sidekick.E003")
            continue
        if found != slug:
            yield Error(f"The title {slug!r} calls itself {found!r}.", id="sidekick.E003")


def refused() -> list[tuple[str, str]]:
    """Return the installed titles that cannot be played here: the slug, and why in a sentence."""
    speaker = Speaker(COMMON, gettext, ngettext)
    return [(each.slug, speaker.say(each.why)) for each in registry.REFUSED]


@register
def titles_fit(**kwargs: Any) -> Iterable[CheckMessage]:
    """Report W004: an installed title is not offered."""
    for slug, why in refused():
        yield Warning(
            f"The title {slug!r} is not offered. {why}",
            hint="Install a release of it that fits, or remove its package.",
            id="sidekick.W004",
        )
