"""Banned networks in memory, so that no request has to ask the database for them."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from companion.operations.models import Ban

OPERATORS = "/operator/"
"""Where the operator works: a ban stops no one there, so that no one locks themselves out."""
SENTENCE = "This server's operator has banned your network."

_banned: frozenset[str] = frozenset()


def refresh(connection: BaseDatabaseWrapper = connection) -> None:
    """Read the bans again; the health check does it every second, over its own connection."""
    global _banned
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT network FROM "{Ban._meta.db_table}"')
        _banned = frozenset(network for (network,) in cursor.fetchall())


def stops(home: str, path: str) -> bool:
    """Return whether requests of this network are not to be answered."""
    return bool(_banned) and not path.startswith(OPERATORS) and _within(home, _banned)


@lru_cache(maxsize=4096)
def _within(home: str, banned: frozenset[str]) -> bool:
    try:
        own = ipaddress.ip_network(home)
    except ValueError:
        return False
    wide = map(ipaddress.ip_network, banned)
    return any(
        own.version == each.version and own.subnet_of(each)  # type: ignore[arg-type]
        for each in wide
    )
