"""Background work: leave a job to the workers, and find out whether there are any.

A worker leaves a sign in Redis with every heartbeat; the sign fades soon after the last one. Where
there is no Redis, jobs run in the request that asks for them and no worker is missed.

``chores`` are jobs no one asks for. The heartbeats of the workers are their clock; without Redis
the server does them itself, between its pages.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, ParamSpec, Protocol, TypeVar

import redis
from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError as Away
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

SIGN = "sidekick:worker"
QUEUED = "sidekick_queued"
"""The header of a job that says when it was queued, in seconds since 1970."""
KEY, CLAIMED = "sidekick:key", 60
"""Whose secret key the processes on one Redis use, and for how many seconds it is theirs."""
FADES = 6
"""Seconds after its last beat for which a worker counts as alive; it beats every two."""
EVERY = 30
"""Seconds between two rounds of chores."""
DUE, DONE = "sidekick:chores", "sidekick:beat"
"""Whether a round has been left to the workers, and whether one was finished lately."""
PATIENCE = 0.5
"""Seconds a page waits for Redis to say how it is."""

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)

log = logging.getLogger(__name__)


class BackgroundTask(Protocol[P, R_co]):
    """A piece of work that may be called here or left to the workers."""

    name: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    def delay(self, *args: P.args, **kwargs: P.kwargs) -> object:
        """Leave it to the workers, now."""

    def apply_async(self, args: Sequence[object], *, countdown: float) -> object:
        """Leave it to the workers, ``countdown`` seconds from now."""


def task(work: Callable[P, R_co]) -> BackgroundTask[P, R_co]:
    """Make a function a task; a worker that finds the database away tries it again."""
    options = {"autoretry_for": (Away,), "retry_backoff": True, "max_retries": 5}
    made: BackgroundTask[P, R_co] = shared_task(**options)(work)
    return made


@lru_cache(maxsize=1)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


chores: list[str] = []
"""Tasks that look for work again and again, by the names of their functions; each returns whether
more is left."""


def _chores() -> list[BackgroundTask[[], bool]]:
    return [import_string(name) for name in chores]


def beat() -> None:
    """Say that a worker is alive, and have the chores done when they are due; called by Celery with
    every heartbeat."""
    with suppress(redis.RedisError):
        client = _client(settings.REDIS_URL)
        client.set(SIGN, int(time.time()), ex=FADES)
        # One round at a time, however many workers beat.
        if client.set(DUE, 1, nx=True, ex=EVERY):
            for chore in _chores():
                send(chore)


def due(name: str, seconds: int) -> bool:
    """Return whether it is for this process to do what the site does once in ``seconds``; the
    others are told no. Without Redis there are no others."""
    if not settings.REDIS_URL:
        return bool(cache.add(f"due-{name}", True, seconds))
    with suppress(redis.RedisError):
        return bool(_client(settings.REDIS_URL).set(f"{DUE}:{name}", 1, nx=True, ex=seconds))
    return False


def done() -> None:
    """Note that a round of chores was finished, where others look after it."""
    if settings.REDIS_URL:
        with suppress(redis.RedisError):
            _client(settings.REDIS_URL).set(DONE, int(time.time()), ex=3 * EVERY)


def beats() -> bool:
    """Return whether chores were finished lately; raise ``redis.RedisError`` without Redis."""
    return bool(_client(settings.REDIS_URL).exists(DONE))


def do_chores() -> bool:
    """Do one round of chores here; return whether more is left."""
    left = [chore() for chore in _chores()]
    return any(left)


def redis_answers() -> bool:
    """Return whether Redis is there; raise ``redis.RedisError`` where it does not answer."""
    return bool(_client(settings.REDIS_URL).ping())


def key_is_shared(*, claim: bool = True) -> bool:
    """Return whether this process signs with the key that the others on this Redis use.

    The first to run ``claim``s it for a minute at a time. A key that is among our former ones gives
    way to ours. Raises ``redis.RedisError`` where Redis does not answer.
    """
    own, *former = (
        _fingerprint(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )
    client = _client(settings.REDIS_URL)
    if claim:
        client.set(KEY, own, nx=True, ex=CLAIMED)
    held = client.get(KEY)
    found = held.decode() if isinstance(held, bytes) else own
    if claim and found in {own, *former}:
        client.set(KEY, own, ex=CLAIMED)
    return found in {own, *former}


def _fingerprint(key: str) -> str:
    """Return a mark that tells one secret key from another and gives neither away."""
    return salted_hmac("sidekick.key", "", secret=key, algorithm="sha256").hexdigest()[:16]


def waiting() -> int | None:
    """Return how many jobs wait for a worker; ``None`` where nothing is known of a queue."""
    if not settings.REDIS_URL:
        return None
    try:
        client = _client(settings.REDIS_URL)
        return sum(int(client.llen(queue)) for queue in settings.JOB_QUEUES)
    except redis.RedisError:
        return None


def oldest() -> float | None:
    """Return the seconds since the oldest of the next jobs was queued, 0 if none waits; ``None`` as
    ``waiting``.

    Of a job queued by an earlier release nothing is known; it counts as new.
    """
    if not settings.REDIS_URL:
        return None
    try:
        # Redis hands out the last one first.
        client = _client(settings.REDIS_URL)
        found: list[Any] = [client.lindex(queue, -1) for queue in settings.JOB_QUEUES]
    except redis.RedisError:
        return None
    queued = [json.loads(each)["headers"].get(QUEUED) or time.time() for each in found if each]
    return max(time.time() - min(queued), 0.0) if queued else 0.0


def stamp(headers: dict[str, Any]) -> None:
    """Note in a job's headers when it was queued; called by Celery before it queues one."""
    headers[QUEUED] = time.time()


def alive() -> bool:
    """Return whether a worker has been heard of lately; raise ``redis.RedisError`` without
    Redis."""
    return bool(_client(settings.REDIS_URL).exists(SIGN))


def missing() -> bool:
    """Return whether jobs would wait in vain: a Redis is set, and it or every worker is away."""
    if not settings.REDIS_URL:
        return False
    try:
        return not alive()
    except redis.RedisError:
        return True


def later(task: BackgroundTask[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Have a task done once this transaction is committed; an absent queue fails no page."""
    transaction.on_commit(partial(send, task, *args, **kwargs))


def leave(task: BackgroundTask[P, object], *args: object) -> None:
    """Leave to another worker what this one cannot do."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        task.apply_async(args, countdown=FADES)


def send(task: BackgroundTask[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Leave a task to the workers; an absent queue is logged and fails no one."""
    try:
        task.delay(*args, **kwargs)
    except OperationalError:
        log.warning("The queue does not answer; %s waits for the next occasion", task.name)
