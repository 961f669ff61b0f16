"""Settings read from the environment; a wrong value is refused in a sentence that names it."""

from __future__ import annotations

import locale
import logging
import os
import re
from collections.abc import Sequence
from typing import NoReturn
from zoneinfo import ZoneInfo

import tzlocal
from django.core.exceptions import ImproperlyConfigured

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-f:.]+\]", re.ASCII | re.IGNORECASE)
MANY = 1_000_000


def refuse(name: str, wanted: str) -> NoReturn:
    """Raise the sentence for a setting that is not what it has to be."""
    raise ImproperlyConfigured(f"{name} has to be {wanted}, not {os.environ.get(name, '')!r}.")


def text(name: str, default: str = "") -> str:
    """Return a setting as it is written; an empty one counts as unset."""
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    """Return whether a setting is switched on."""
    value = text(name, NO[0]).lower()
    if value not in YES + NO:
        refuse(name, "1 or 0")
    return value in YES


def number(name: str, default: int, least: int = 0, most: int = MANY) -> int:
    """Return a whole number within bounds."""
    value = text(name, str(default))
    if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
        refuse(name, f"a whole number from {least} to {most}")
    return int(value)


def log_level(name: str) -> str:
    """Return a level of Python's logging, however it is written."""
    levels = logging.getLevelNamesMapping()
    value = text(name, "WARNING").upper()
    if value not in levels:
        refuse(name, f"one of {', '.join(sorted(levels, key=lambda each: levels[each]))}")
    return value


def hosts(name: str) -> Sequence[str]:
    """Return names and addresses, separated by commas."""
    found = [each.strip() for each in text(name).split(",")]
    found = [f"[{each}]" if each.count(":") > 1 and "[" not in each else each for each in found]
    if not all(HOST.fullmatch(each) for each in found if each):
        refuse(name, "names without http:// and port, separated by commas")
    return [each for each in found if each]


def time_zone() -> str:
    """Return the time zone of ``TZ``, else the machine's own; UTC where neither has a name."""
    asked = text("TZ").removeprefix(":")
    named = asked and not asked.startswith("/")
    try:
        return ZoneInfo(asked if named else tzlocal.get_localzone_name() or "UTC").key
    except (KeyError, ValueError, OSError):
        if named:
            refuse("TZ", "a time zone such as Europe/Warsaw")
        return "UTC"


def demand_utf8() -> None:
    """Refuse a locale in which half of the files could not be read."""
    used = locale.getpreferredencoding(False)
    if used.lower().replace("-", "") != "utf8":
        raise ImproperlyConfigured(
            f"the locale's encoding is {used}, and Sidekick needs UTF-8: set LC_ALL=C.UTF-8, "
            "or PYTHONUTF8=1."
        )
