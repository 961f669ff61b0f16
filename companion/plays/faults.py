"""A title that errs: its fault is named in the server's log, and takes no more than itself."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import Error as DatabaseError

from companion.plays.answers import ChangeRejectedError, SeatReleasedError, StaleRevisionError
from games import registry
from games.referee import MalformedError

T = TypeVar("T")
U = TypeVar("U")

NOT_ITS_OWN = (DatabaseError, registry.UnknownTitleError)
"""Errors that say nothing about the title; others answer them."""
RAISED = (Exception, SystemExit)
"""Everything a title may raise: a ``SystemExit`` in a page thread would end the server."""
KEPT = 500
"""Faults that one process remembers, so that a broken board does not fill the log."""

log = logging.getLogger("sidekick.title")
_named: set[tuple[str, str, str]] = set()


class FaultyTitleError(Exception):
    """A title raised while an entry was checked, so nothing was written.

    ``what`` names the part of the title; ``tried`` is the action that led there, as a playlog says
    it, where it was one.
    """

    def __init__(self, title: str, what: str) -> None:
        super().__init__(f"{title}: {what}")
        self.title, self.what = title, what
        self.play_id: int | None = None
        self.tried: Mapping[str, Any] | None = None


def attempt(
    title: str, what: str, call: Callable[[], T], otherwise: U, *passing: type[Exception]
) -> T | U:
    """Return what ``call`` into a title gives, or ``otherwise`` where it raises anything but what
    is ``passing``."""
    try:
        return call()
    except NOT_ITS_OWN:
        raise
    except RAISED as error:
        if isinstance(error, passing):
            raise
        name(title, what, error)
        return otherwise


def name(title: str, what: str, error: BaseException) -> bool:
    """Name a fault in the server's log, once for each place; return whether it is a new one."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    key = (title, what, f"{type(error).__name__} {place}")
    if key in _named:
        return False
    if len(_named) >= KEPT:
        _named.clear()
    _named.add(key)
    log.error("The title %s fails: %s", title, what, exc_info=error)
    return True


@contextmanager
def entering(title: str, what: str) -> Iterator[None]:
    """Make ``FaultyTitleError`` of whatever the title raises inside."""
    try:
        yield
    except (
        ChangeRejectedError,
        StaleRevisionError,
        SeatReleasedError,
        MalformedError,
        FaultyTitleError,
        *NOT_ITS_OWN,
    ):
        raise
    except RAISED as error:
        raise FaultyTitleError(title, what) from error
